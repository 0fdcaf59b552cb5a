#include "jit/Link.h"

#include "jit/LibraryStubs.h"
#include "jit/ObjectFacts.h"
#include "jit/ScratchFolder.h"

#include <lld/Common/CommonLinkerContext.h>
#include <lld/Common/Driver.h>
#include <llvm/ADT/StringExtras.h>

#include <atomic>
#include <mutex>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace helicon::jit {

namespace {

// Room for what generated code calls: libm and memcpy are small, SLEEF's gamma functions spill many vectors.
constexpr uint32_t kCalleeStack = 1024, kMathStack = 8192;

// The object and its output are the files of size; what a link may need in each beside the object's bytes and in
// others: headers, symbol tables, the libraries' names.
constexpr unsigned kLinkFiles = 2;
constexpr uint64_t kLinkRoom = 32 << 10;

std::mutex &linkerMutex() {
  static auto *mutex = new std::mutex;
  return *mutex;
}
thread_local bool tLinking = false; ///< holds linkerMutex()
std::atomic<bool> gAbandoned{false};

Error runLinker(ArrayRef<std::string> inputs, const std::string &output) {
  SmallVector<const char *, 24> args{"ld.lld", "-shared", "--threads=1", "--hash-style=gnu", "--build-id=none",
                                     "--no-rosegment",
                                     // Small files: a kernel is a few kilobytes, page padding would be most of it.
                                     "-z", "noseparate-code", "-z", "norelro", "-z", "now", "--no-mmap-output-file",
                                     "--no-as-needed", "-o", output.c_str()};
  for (const std::string &input : inputs)
    args.push_back(input.c_str());
  std::string messages;
  raw_string_ostream stream(messages);
  std::lock_guard lock(linkerMutex());
  if (gAbandoned)
    return createStringError("the linker failed before and cannot be used again in this process");
  tLinking = true;
  bool ok = lld::elf::link(args, stream, stream, /*exitEarly=*/false, /*disableOutput=*/false);
  lld::CommonLinkerContext::destroy();
  tLinking = false;
  return ok ? Error::success() : createStringError("linking failed: " + StringRef(messages).trim());
}

Expected<std::vector<char>> linkIn(ScratchFolder &folder, ArrayRef<char> object, const ObjectFacts &facts) {
  std::vector<std::string> inputs;
  auto addInput = [&](StringRef name, ArrayRef<char> bytes) -> Error {
    Expected<std::string> path = folder.write(name, bytes);
    if (!path)
      return path.takeError();
    inputs.push_back(std::move(*path));
    return Error::success();
  };
  if (Error error = addInput("kernel.o", object))
    return std::move(error);
  for (unsigned library = 0; library < kLibraries; ++library)
    if (facts.needs[library])
      if (Error error = addInput(kLibraryNames[library], libraryStub(static_cast<Library>(library))))
        return std::move(error);
  std::string output = folder.file("kernel.so");
  if (Error error = runLinker(inputs, output))
    return std::move(error);
  return folder.read(output);
}

/// A disk may be full or not writable: then the next folder is tried.
Expected<std::vector<char>> linkSomewhere(ArrayRef<char> object, const ObjectFacts &facts) {
  std::vector<std::string> problems;
  for (const std::string &parent : ScratchFolder::parents()) {
    Expected<ScratchFolder> folder = ScratchFolder::createIn(parent, kLinkFiles, object.size() + kLinkRoom);
    if (!folder) {
      problems.push_back(toString(folder.takeError()));
      continue;
    }
    Expected<std::vector<char>> linked = linkIn(*folder, object, facts);
    if (linked)
      return linked;
    if (std::string problem = toString(linked.takeError()); !is_contained(problems, problem))
      problems.push_back(std::move(problem));
  }
  return createStringError(join(problems, "; "));
}

} // namespace

void abandonLinker() {
  if (!tLinking)
    return;
  gAbandoned = true;
  linkerMutex().unlock();
}

Expected<std::vector<char>> linkSharedObject(ArrayRef<char> object, StringRef kernel) {
  Expected<ObjectFacts> facts = factsOf(object);
  if (!facts)
    return facts.takeError();
  if (!facts->unknown.empty())
    return createStringError("kernel '" + kernel + "' needs " + join(facts->unknown, ", ") +
                             ", which is defined nowhere in the program");
  Expected<std::vector<char>> linked = linkSomewhere(object, *facts);
  if (!linked)
    return linked.takeError();
  uint64_t stack = facts->stackBytes + (facts->needs[kMath] ? kMathStack : kCalleeStack);
  if (Error error = writeStackBytes(*linked, static_cast<uint32_t>(std::min<uint64_t>(stack, UINT32_MAX))))
    return std::move(error);
  return linked;
}

} // namespace helicon::jit
