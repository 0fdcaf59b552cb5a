#include "jit/Dump.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>
#include <mutex>

using namespace llvm;

namespace helicon::jit {

Dump::Dump(const CompileRequest &request) {
  const char *folder = std::getenv("HELICON_DUMP");
  if (!folder || !*folder)
    return;
  if (std::error_code error = sys::fs::create_directories(folder)) {
    static std::once_flag once;
    std::call_once(once, [&] {
      errs() << "helicon: warning: HELICON_DUMP: cannot make folder '" << folder << "': " << error.message() << "\n";
    });
    return;
  }
  // Mangled names of templates exceed what a file system takes.
  StringRef kernel(request.kernel.data(), request.kernel.size());
  const uint32_t *block = request.shape.block;
  prefix = formatv("{0}/{1}-{2}x{3}x{4}{5}", folder, kernel.take_front(100), block[0], block[1], block[2],
                   request.executor == Executor::Thread ? "-thread" : "");
}

std::string Dump::fileName(StringRef stage, StringRef suffix) {
  return formatv("{0}.{1,0+2}-{2}.{3}", prefix, next++, stage, suffix);
}

static void write(const std::string &path, function_ref<void(raw_ostream &)> content) {
  std::error_code error;
  raw_fd_ostream out(path, error);
  if (error)
    return;
  content(out);
  out.close();
  out.clear_error(); // LLVM would end the process over a full disk
}

void Dump::module(StringRef stage, const Module &module) {
  if (prefix.empty())
    return;
  write(fileName(stage, "ll"), [&](raw_ostream &out) { module.print(out, nullptr); });
}

void Dump::object(const std::vector<char> &bytes) {
  if (prefix.empty())
    return;
  write(fileName("object", "so"), [&](raw_ostream &out) { out.write(bytes.data(), bytes.size()); });
}

} // namespace helicon::jit
