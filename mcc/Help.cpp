#include "mcc/Help.h"

#include "mcc/Version.h"

#include <filesystem>

namespace helicon::mcc {

std::string helpText(const std::string &program) {
  return "OVERVIEW: " + program +
         ", Helicon's compiler driver for MUSA\n\n"
         "USAGE: " +
         program + R"( [options] file...

.mu and .cu are MUSA sources; .c, .cc, .cpp and .cxx are host code unless -x musa or a device option is given.
Objects, archives and shared libraries go to the linker. Programs are linked with libmusart and find it.

WHAT TO MAKE:
  -c, -dc                  compile to an object; -dc makes it relocatable (-fgpu-rdc)
  -S, -E, -M, -MM          assembly of the host side; preprocessed source and dependencies of both
  --cuda-device-only       the device side alone: with -c (or alone) a file that muModuleLoad takes (*.mubin),
                           with -S its LLVM IR, with -E its preprocessed source
  --cuda-host-only         the host side alone
  -shared, -fPIC           shared libraries
  --lib                    a static library of all objects
  --run, --run-args=<word> run the program that was linked
  -o <file>                name of the output
  -x musa                  the files that follow are MUSA sources

DEVICE:
  --offload-arch=<mp_XX>   mp_10, mp_21, mp_22, mp_31 or mp_32; may be repeated; without it mp_31
  --cuda-gpu-arch=<mp_XX>  the same
  -fgpu-rdc                device code may refer to other objects
  -use_fast_math           fast device math: estimates, flushed denormals
  -fmad=<true|false>       fused multiply-add in device code (default: true)
  -fmusa-flush-denormals-to-zero
  -lineinfo, -g            line numbers, full debug information
  -fgpu-default-stream=<legacy|per-thread>

OTHER:
  -save-temps              keep what the passes made
  -v, -###                 show the calls of clang; -### does not run them
  --musa-path=<dir>        headers and libraries of that tree
  @<file>                  options from a file
  --version, --help

Accepted without effect, because they steer the chip: -mtgpu, -Od3, -mllvm -mtgpu-*, -mathx-disable-fp64.
nvcc's options are done, taken without effect or refused by name: docs/mcc.md lists them.
Every other option is clang's (clang-19 --help).

ENVIRONMENT: MUSA_HOME, MUSA_PATH (the tree, when mcc is outside of it), HELICON_CLANG (the clang 19 binary), TMPDIR
)";
}

std::string versionText() {
  std::error_code ignored;
  std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return "clang version " HELICON_CLANG_VERSION " (Helicon mcc " HELICON_VERSION ", MUSA " MCC_MUSA_MAJOR
         "." MCC_MUSA_MINOR "." MCC_MUSA_PATCH ")\nTarget: x86_64-pc-linux-gnu\nThread model: posix\nInstalledDir: " +
         self.parent_path().string() + "\n";
}

} // namespace helicon::mcc
