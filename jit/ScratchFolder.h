// A private folder for the linker's inputs and output, gone with the object. lld writes its output beside the final
// name and renames it, so a memfd will not do; /dev/shm keeps the bytes off any disk.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/Error.h>

#include <string>
#include <vector>

namespace helicon::jit {

class ScratchFolder {
public:
  /// $TMPDIR, /dev/shm, /tmp, /var/tmp: the order in which to try them.
  static std::vector<std::string> parents();
  /// Fails where `count` files of `bytes` can't be had: lld does not return when its output does not fit.
  static llvm::Expected<ScratchFolder> createIn(const std::string &parent, unsigned count, uint64_t bytes);
  ScratchFolder(ScratchFolder &&other) noexcept : folder(std::move(other.folder)), files(std::move(other.files)) {
    other.folder.clear();
  }
  ScratchFolder &operator=(ScratchFolder &&) = delete;
  ~ScratchFolder();

  /// The path of a file in the folder, which is removed with it.
  std::string file(llvm::StringRef name);
  llvm::Expected<std::string> write(llvm::StringRef name, llvm::ArrayRef<char> bytes);
  llvm::Expected<std::vector<char>> read(const std::string &path) const;

private:
  explicit ScratchFolder(std::string folder) : folder(std::move(folder)) {}
  int lackOf(unsigned count, uint64_t bytes);

  std::string folder;
  std::vector<std::string> files;
};

} // namespace helicon::jit
