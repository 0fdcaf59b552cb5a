// Compiles one kernel for one launch shape outside any program, and says what each step cost. For those who work on
// the compiler: with HELICON_DUMP set it also leaves the IR of every stage.
#include "jit/Compile.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/WithColor.h>
#include <llvm/Support/raw_ostream.h>

using namespace llvm;
using namespace helicon;

static cl::list<std::string> inputs(cl::Positional, cl::desc("<device bitcode or IR files>"), cl::OneOrMore);
static cl::opt<std::string> kernelName("kernel", cl::desc("Kernel, mangled"), cl::Required);
static cl::list<unsigned> block("block", cl::CommaSeparated, cl::desc("Block shape, as 16,16,1"));
static cl::opt<bool> thread("thread", cl::desc("Compile for the thread executor"));
static cl::opt<bool> wideIndex("wide-index", cl::desc("Grid times block does not fit 31 bits"));
static cl::opt<unsigned> repeat("repeat", cl::desc("Compile this often; the best times are shown"), cl::init(1));
static cl::opt<std::string> output("o", cl::desc("Write the shared object here"));
static cl::opt<Isa> isaOption("isa", cl::desc("Instruction set"), cl::init(Isa::Auto),
                              cl::values(clEnumValN(Isa::Avx512, "avx512", ""), clEnumValN(Isa::Avx2, "avx2", ""),
                                         clEnumValN(Isa::Sse42, "sse42", "")));

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "compiles one kernel as the runtime would\n");
  std::vector<std::unique_ptr<MemoryBuffer>> files;
  CompileRequest request;
  for (const std::string &input : inputs) {
    auto file = MemoryBuffer::getFile(input);
    if (!file) {
      WithColor::error() << input << ": " << file.getError().message() << "\n";
      return 1;
    }
    request.bitcode.push_back({(*file)->getBufferStart(), (*file)->getBufferSize()});
    files.push_back(std::move(*file));
  }
  // Copies: lld sets all of LLVM's options back to their defaults when it is done.
  const std::string kernel = kernelName, outputPath = output;
  const unsigned rounds = std::max(1u, repeat.getValue());
  request.kernel = kernel;
  for (unsigned axis = 0; axis < 3 && axis < block.size(); ++axis)
    request.shape.block[axis] = block[axis];
  request.shape.indexFits31 = !wideIndex;
  request.executor = thread ? Executor::Thread : Executor::Simd;
  request.isa = isaOption;
  CompileResult result;
  jit::CompileTimes best;
  for (unsigned round = 0; round < rounds; ++round) {
    jit::CompileTimes times;
    result = {};
    jit::compile(request, result, &times);
    if (!result.ok) {
      WithColor::error() << result.message << "\n";
      return 1;
    }
    if (round == 0 || times.total() < best.total())
      best = times;
  }
  outs() << (result.executor == Executor::Simd ? "simd" : "thread");
  if (!result.reason.empty())
    outs() << " (" << result.reason << ")";
  outs() << format("; ms: parse %.2f simt %.2f optimize %.2f codegen %.2f link %.2f, all %.2f; object %zu bytes\n",
                   best.parse, best.simt, best.optimize, best.codegen, best.link, best.total(), result.object.size());
  if (outputPath.empty())
    return 0;
  std::error_code error;
  raw_fd_ostream out(outputPath, error);
  if (!error)
    out.write(result.object.data(), result.object.size());
  if (error || out.has_error()) {
    WithColor::error() << outputPath << ": " << (error ? error : out.error()).message() << "\n";
    out.clear_error();
    return 1;
  }
  return 0;
}
