// Compiles small kernels written in one of the forms of kernel-ir/README.md, loads the object as the runtime would,
// and runs a block of it with a minimal scheduler.
#pragma once

#include "jit/Compile.h"
#include "jit/Jit.h"
#include "kernel-ir/Abi.h"
#include "simt/KernelImage.h"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <unistd.h>

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/SourceMgr.h>

#include <cstdio>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace helicon::test {

/// A shared object in memory, loaded; closed at the end.
class LoadedKernel {
public:
  explicit LoadedKernel(const std::vector<char> &object) {
    FILE *file = std::tmpfile();
    EXPECT_EQ(std::fwrite(object.data(), 1, object.size(), file), object.size());
    std::fflush(file);
    handle = dlopen(("/proc/self/fd/" + std::to_string(fileno(file))).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle)
      ADD_FAILURE() << dlerror();
    else
      image = static_cast<const KernelImage *>(dlsym(handle, kKernelImageSymbol));
    std::fclose(file);
  }
  ~LoadedKernel() {
    if (handle)
      dlclose(handle);
  }
  LoadedKernel(const LoadedKernel &) = delete;
  LoadedKernel &operator=(const LoadedKernel &) = delete;

  const KernelImage *image = nullptr;

private:
  void *handle = nullptr;
};

/// One argument buffer, filled value by value at natural alignment.
class Arguments {
public:
  template <class T> Arguments &add(T value) {
    size_t at = (bytes.size() + alignof(T) - 1) / alignof(T) * alignof(T);
    const auto raw = std::as_bytes(std::span(&value, 1));
    bytes.resize(at + raw.size());
    std::memcpy(bytes.data() + at, raw.data(), raw.size());
    return *this;
  }
  const void *data() const { return bytes.data(); }

private:
  std::vector<char> bytes;
};

class JitTest : public testing::Test {
protected:
  std::unique_ptr<llvm::Module> parse(const std::string &text) {
    llvm::SMDiagnostic problem;
    auto module = llvm::parseAssemblyString(text, problem, context);
    if (!module)
      ADD_FAILURE() << problem.getMessage().str() << " in line " << problem.getLineNo();
    else
      module->setDataLayout("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
    return module;
  }

  /// Compiles @k of the module, which is in vectorised form (`void @k.group(ptr, i32)`).
  std::unique_ptr<LoadedKernel> compileGroup(const std::string &text, uint32_t groups, Isa isa = detectIsa(),
                                             bool tidyFirst = false) {
    auto module = parse(text);
    if (!module)
      return nullptr;
    auto machine = jit::createMachine(isa);
    if (!machine) {
      ADD_FAILURE() << llvm::toString(machine.takeError());
      return nullptr;
    }
    if (tidyFirst)
      jit::HostPasses(**machine).tidy(*module->getFunction("k.group"));
    auto phases = simt::buildPhases(*module->getFunction("k.group"));
    if (!phases) {
      ADD_FAILURE() << llvm::toString(phases.takeError());
      return nullptr;
    }
    simt::ImageFacts facts;
    facts.groups = groups;
    facts.threadsPerGroup = 16;
    facts.frameBytes = phases->frameBytes;
    facts.flags = phases->frameBytes ? kKernelHasBarrier : 0;
    facts.name = "k";
    LaunchShape shape{{16 * groups, 1, 1}};
    simt::emitKernelImage(*phases->entry, shape, facts);
    return load(*module, isa);
  }

  /// Compiles a group function for every instruction set that this CPU has, with and without the passes that usually
  /// come before phases, and hands each object to `check`.
  template <class Check> void forEveryWay(const std::string &text, uint32_t groups, Check check) {
    for (Isa isa : {Isa::Sse42, Isa::Avx2, Isa::Avx512})
      for (bool tidyFirst : {false, true}) {
        if (isa > detectIsa())
          continue;
        SCOPED_TRACE("isa " + std::to_string(int(isa)) + (tidyFirst ? ", tidied" : ""));
        auto kernel = compileGroup(text, groups, isa, tidyFirst);
        ASSERT_TRUE(kernel);
        check(*kernel->image);
      }
  }

  /// Compiles @k of the module, which is in prepared form, for the thread executor.
  std::unique_ptr<LoadedKernel> compileThread(const std::string &text, const LaunchShape &shape,
                                              Isa isa = detectIsa()) {
    auto module = parse(text);
    if (!module)
      return nullptr;
    auto entry = simt::scalarize(*module->getFunction("k"), shape, simt::targetFor(isa));
    if (!entry) {
      ADD_FAILURE() << llvm::toString(entry.takeError());
      return nullptr;
    }
    simt::ImageFacts facts;
    facts.executor = Executor::Thread;
    facts.name = "k";
    simt::emitKernelImage(**entry, shape, facts);
    return load(*module, isa);
  }

  std::unique_ptr<LoadedKernel> load(llvm::Module &module, Isa isa) {
    auto machine = jit::createMachine(isa);
    if (!machine) {
      ADD_FAILURE() << llvm::toString(machine.takeError());
      return nullptr;
    }
    jit::HostPasses passes(**machine);
    auto object = jit::compileModule(module, "k", isa, **machine, passes, /*tidied=*/false);
    if (!object) {
      ADD_FAILURE() << llvm::toString(object.takeError());
      return nullptr;
    }
    auto loaded = std::make_unique<LoadedKernel>(*object);
    return loaded->image ? std::move(loaded) : nullptr;
  }

  /// Runs all groups of one block as the runtime's scheduler does; returns how often barriers opened.
  int runBlock(const KernelImage &image, BlockContext &block) {
    auto entry = reinterpret_cast<GroupFunction>(const_cast<void *>(image.entry));
    size_t frameBytes = (image.frameBytes + kFrameAlign - 1) / kFrameAlign * kFrameAlign;
    char *frames = nullptr;
    if (frameBytes) {
      frames = static_cast<char *>(std::aligned_alloc(kFrameAlign, frameBytes * image.groups));
      // Anything but the headers may hold rubbish.
      std::memset(frames, 0xa5, frameBytes * image.groups);
    }
    auto frame = [&](uint32_t group) { return frames ? frames + frameBytes * group : nullptr; };
    for (uint32_t group = 0; frames && group < image.groups; ++group)
      std::memset(frame(group), 0, sizeof(FrameHeader));
    std::vector<GroupStatus> status(image.groups, GroupStatus::Yield);
    int opened = 0;
    for (bool live = true; live;) {
      live = false;
      for (uint32_t group = 0; group < image.groups; ++group) {
        while (status[group] == GroupStatus::Yield || status[group] == GroupStatus::Turn)
          status[group] = entry(&block, group, frame(group));
        live |= status[group] == GroupStatus::Barrier;
      }
      if (!live)
        break;
      ++opened;
      openBarrier(image, status, frame);
    }
    std::free(frames);
    return opened;
  }

  llvm::LLVMContext context;

private:
  template <class Frame>
  void openBarrier(const KernelImage &image, std::vector<GroupStatus> &status, const Frame &frame) {
    uint32_t sum = 0, all = 1, any = 0;
    for (uint32_t group = 0; group < image.groups; ++group)
      if (status[group] == GroupStatus::Barrier) {
        uint32_t share = reinterpret_cast<FrameHeader *>(frame(group))->contributed;
        sum += share;
        all &= share;
        any |= share;
      }
    for (uint32_t group = 0; group < image.groups; ++group)
      if (status[group] == GroupStatus::Barrier) {
        auto *header = reinterpret_cast<FrameHeader *>(frame(group));
        switch (static_cast<BarrierOp>(header->barrier)) {
        case BarrierOp::None:
        case BarrierOp::Grid: // of one block
          header->result = 0;
          break;
        case BarrierOp::Popc:
          header->result = sum;
          break;
        case BarrierOp::And:
          header->result = all;
          break;
        case BarrierOp::Or:
          header->result = any;
          break;
        }
        status[group] = GroupStatus::Yield;
      }
  }
};

} // namespace helicon::test
