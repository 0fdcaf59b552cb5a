// Texture and surface references of modules: what they are set to, in the driver's words. Each is a variable of its
// module that holds an object's handle; the object is made anew before the next launch after something was set, so that
// a program may go through settings that do not fit together.
#pragma once

#include "include/musa.h"
#include "runtime/Module.h"

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace helicon::musa {

struct Reference {
  Context *context = nullptr;
  std::weak_ptr<Module> module;
  void *variable = nullptr; ///< null: of no module
  bool isSurface = false;
  std::string name;

  std::mutex mutex; ///< over what follows
  bool isBound = false;
  MUSA_RESOURCE_DESC resource{};
  MUSA_TEXTURE_DESC sampling{};
  MUarray_format format = MU_AD_FORMAT_FLOAT;
  unsigned components = 1;
  bool hasFormat = false;  ///< was set
  MUdeviceptr address = 0; ///< as given; the resource starts at an aligned one
  uint64_t handle = 0;     ///< of the object that the variable holds
  bool changed = false;

  Reference();
  /// Something was set: `mutex` is held.
  void change();
  /// Makes the variable's object what was set.
  Status publish();
};
/// Two types, so that a handle of one kind is none of the other.
struct TextureReference : Reference {};
struct SurfaceReference : Reference {};
using TextureReferenceRef = std::shared_ptr<TextureReference>;
using SurfaceReferenceRef = std::shared_ptr<SurfaceReference>;

/// NotFound unless the module has a reference of that name and kind.
Status referenceOf(Module &, std::string_view name, TextureReferenceRef &out);
Status referenceOf(Module &, std::string_view name, SurfaceReferenceRef &out);
/// Of no module.
TextureReferenceRef makeTextureReference(Context &);
SurfaceReferenceRef makeSurfaceReference(Context &);
/// Null for what is none.
TextureReferenceRef findTextureReference(const void *handle);
SurfaceReferenceRef findSurfaceReference(const void *handle);
/// InvalidHandle for what is none, InvalidValue for one of a module.
Status destroyTextureReference(const void *handle);
Status destroySurfaceReference(const void *handle);

} // namespace helicon::musa
