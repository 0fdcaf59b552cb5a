// Device bitcode to images to one offload bundle. Modules are written again after their hidden variables got names.
#include "mcc/pack/Pack.h"
#include "mcc/pack/HostObject.h"

#include "kernel-ir/Image.h"
#include "kernel-ir/ManifestBuilder.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/FileOutputBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace helicon::mcc {

using namespace llvm;

namespace {

std::string readModule(const std::string &path, LLVMContext &context, std::unique_ptr<Module> &module) {
  SMDiagnostic diagnostic;
  module = parseIRFile(path, diagnostic, context);
  return module ? "" : "cannot read what clang made for the device: " + diagnostic.getMessage().str();
}

std::string packOne(const DeviceModule &source, const PackRequest &request, std::vector<char> &bytes) {
  LLVMContext context;
  std::unique_ptr<Module> module;
  if (std::string error = readModule(source.path, context, module); !error.empty())
    return error;
  nameForStorage(*module, request.unique);
  Expected<Manifest> manifest = buildManifest(*module);
  if (!manifest)
    return toString(manifest.takeError());
  SmallVector<char, 0> bitcode;
  raw_svector_ostream stream(bitcode);
  WriteBitcodeToFile(*module, stream);
  Image image;
  image.arch = source.arch;
  image.relocatable = request.relocatable;
  image.manifest = std::move(*manifest);
  image.bitcode = {bitcode.data(), bitcode.size()};
  bytes = writeImage(image);
  return {};
}

std::string pack(const PackRequest &request) {
  std::vector<std::vector<char>> images;
  for (const DeviceModule &module : request.modules)
    if (std::string error = packOne(module, request, images.emplace_back()); !error.empty())
      return error;
  std::vector<BundleEntry> entries{{"host-x86_64-unknown-linux", {}}}; // as clang's own bundles begin
  for (size_t i = 0; i < images.size(); ++i)
    entries.push_back({bundleIdFor(request.modules[i].arch), images[i]});
  std::vector<char> bundle = writeBundle(entries);
  return writeFile(request.output, {bundle.data(), bundle.size()});
}

constexpr PackInterface kInterface{pack, finishObject};

} // namespace

std::string writeFile(const std::string &path, StringRef contents) {
  if (path == "-") {
    outs() << contents;
    outs().flush();
    return {};
  }
  Expected<std::unique_ptr<FileOutputBuffer>> buffer = FileOutputBuffer::create(path, contents.size());
  if (!buffer)
    return "unable to open output file '" + path + "': '" + toString(buffer.takeError()) + "'";
  std::copy(contents.begin(), contents.end(), (*buffer)->getBufferStart());
  if (Error error = (*buffer)->commit())
    return "cannot write '" + path + "': " + toString(std::move(error));
  return {};
}

} // namespace helicon::mcc

extern "C" __attribute__((visibility("default"))) const helicon::mcc::PackInterface *heliconPackInterface() {
  return &helicon::mcc::kInterface;
}
