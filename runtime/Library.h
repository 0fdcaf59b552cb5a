// Code that is loaded once and used in every context (muLibraryLoadData and friends). A library keeps the bytes; each
// context gets its module of them at the first use. MUlibrary and MUkernel are the addresses of these objects.
#pragma once

#include "runtime/Context.h"
#include "runtime/Export.h"
#include "runtime/Module.h"
#include "runtime/Status.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace helicon {

class Library;
using LibraryRef = std::shared_ptr<Library>;

/// A kernel of a library, whatever the context.
class HELICON_EXPORT LibraryKernel {
public:
  LibraryKernel(Library &library, const KernelInfo &info) : owner(library), description(info) {}
  Library &library() const { return owner; }
  const KernelInfo &info() const { return description; }
  /// The kernel of the context's module, which is made at the first call.
  Status in(Context &, Kernel *&out) const;

private:
  Library &owner;
  const KernelInfo &description;
};

class HELICON_EXPORT Library : public std::enable_shared_from_this<Library> {
public:
  /// The bytes are copied. InvalidImage, NoBinaryForDevice: said on stderr.
  static Status load(const void *bundle, LibraryRef &out);
  static Status loadFile(const char *path, LibraryRef &out);
  Library(const Library &) = delete;

  /// The context's module, made at the first call.
  Status moduleIn(Context &, ModuleRef &out);
  /// Null without such a kernel.
  LibraryKernel *kernel(std::string_view name) const;
  /// In the order of the image.
  const std::vector<std::unique_ptr<LibraryKernel>> &kernels() const { return all; }
  /// Unloads its modules in all contexts; waits for their kernels. Its handles are stale from then on.
  void unload();

private:
  Library() = default;
  static Status make(std::vector<char> bytes, const std::string &what, LibraryRef &out);

  std::vector<char> bundle;
  std::vector<Manifest> manifests; ///< of the images for the first device: the names
  std::vector<std::unique_ptr<LibraryKernel>> all;
  std::mutex loading;
  std::map<uint64_t, std::weak_ptr<Module>> modules; ///< by the context's id, under `loading`; contexts own them
};

/// Null unless the handle is one of a live library.
HELICON_EXPORT LibraryRef findLibrary(const void *handle);
HELICON_EXPORT std::shared_ptr<LibraryKernel> findLibraryKernel(const void *handle);
/// What a launch of the driver API may name: a kernel of a module, one of a library, or of the program by its host
/// address. InvalidHandle for anything else.
HELICON_EXPORT Status kernelOf(const void *handle, Context &context, Kernel *&out);

} // namespace helicon
