// heliconJitLine: which source line an instruction of a kernel's object belongs to, for messages about faults. Cost:
// reads the object's debug sections anew each time.
#include "jit/Jit.h"

#include "simt/analysis/SourceLine.h"

#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ObjectFile.h>

using namespace llvm;

static std::string lineIn(StringRef bytes, uint64_t address) {
  auto object = object::ObjectFile::createObjectFile(MemoryBufferRef(bytes, "kernel"));
  if (!object) {
    consumeError(object.takeError());
    return {};
  }
  auto context = DWARFContext::create(
      **object, DWARFContext::ProcessDebugRelocations::Process, nullptr, "",
      [](Error error) { consumeError(std::move(error)); }, [](Error error) { consumeError(std::move(error)); });
  using Kind = DILineInfoSpecifier::FileLineInfoKind;
  const DILineInfoSpecifier wanted(Kind::RelativeFilePath, DINameKind::None);
  const DIInliningInfo frames =
      context->getInliningInfoForAddress({address, object::SectionedAddress::UndefSection}, wanted);
  for (uint32_t i = 0; i < frames.getNumberOfFrames(); ++i) {
    const DILineInfo &frame = frames.getFrame(i);
    const bool isLast = i + 1 == frames.getNumberOfFrames();
    if (frame.Line == 0 || frame.FileName == DILineInfo::BadString ||
        (helicon::simt::isOwnHeader(frame.FileName) && !isLast))
      continue;
    return frame.FileName + ":" + std::to_string(frame.Line);
  }
  return {};
}

extern "C" __attribute__((visibility("default"))) void heliconJitLine(std::span<const char> object, uint64_t address,
                                                                      std::string &line) {
  line = lineIn({object.data(), object.size()}, address);
}
