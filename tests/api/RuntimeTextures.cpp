// Texture and surface objects from the host's side. What a kernel sees through them is in tests/device, and so are the
// codes of many more bad requests.
#include "Check.h"

#include "channel_descriptor.h"
#include "driver_functions.h"

namespace {

const musaChannelFormatDesc kFloat = musaCreateChannelDesc<float>();

class RuntimeTextures : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    ASSERT_OK(musaMallocArray(&array, &kFloat, 8, 8, musaArraySurfaceLoadStore));
    resource.resType = musaResourceTypeArray;
    resource.res.array.array = array;
    texture.filterMode = musaFilterModeLinear;
    texture.normalizedCoords = 1;
  }
  void TearDown() override {
    EXPECT_OK(musaFreeArray(array));
    RuntimeTest::TearDown();
  }
  musaArray_t array = nullptr;
  musaResourceDesc resource{};
  musaTextureDesc texture{};
};

TEST_F(RuntimeTextures, GiveBackWhatTheyWereMadeFrom) {
  musaTextureObject_t object = 0;
  musaResourceViewDesc view{};
  view.format = musaResViewFormatUnsignedInt1;
  view.width = view.height = 8;
  EXPECT_CODE(musaErrorInvalidFilterSetting, musaCreateTextureObject(&object, &resource, &texture, &view));
  texture.filterMode = musaFilterModePoint;
  ASSERT_OK(musaCreateTextureObject(&object, &resource, &texture, &view));
  musaResourceDesc r{};
  musaTextureDesc t{};
  musaResourceViewDesc v{};
  EXPECT_OK(musaGetTextureObjectResourceDesc(&r, object));
  EXPECT_EQ(array, r.res.array.array);
  EXPECT_OK(musaGetTextureObjectTextureDesc(&t, object));
  EXPECT_EQ(musaFilterModePoint, t.filterMode);
  EXPECT_EQ(1, t.normalizedCoords);
  EXPECT_OK(musaGetTextureObjectResourceViewDesc(&v, object));
  EXPECT_EQ(musaResViewFormatUnsignedInt1, v.format);
  EXPECT_CODE(musaErrorInvalidValue, musaGetTextureObjectResourceDesc(nullptr, object));
  EXPECT_CODE(musaErrorInvalidValue, musaGetSurfaceObjectResourceDesc(&r, object)); // no surface
  EXPECT_OK(musaDestroyTextureObject(object));
  EXPECT_OK(musaDestroyTextureObject(object)); // as on hardware
  EXPECT_CODE(musaErrorInvalidValue, musaGetTextureObjectTextureDesc(&t, object));
  EXPECT_CODE(musaErrorInvalidValue, musaGetTextureObjectResourceViewDesc(&v, object));
}

TEST_F(RuntimeTextures, UnderTheirSecondName) {
  musaTextureObject_t object = 0;
  musaTextureDesc_v2 wanted{}, found{};
  wanted.addressMode[1] = musaAddressModeBorder;
  wanted.borderColor[3] = 4;
  ASSERT_OK(musaCreateTextureObject_v2(&object, &resource, &wanted, nullptr));
  EXPECT_OK(musaGetTextureObjectTextureDesc_v2(&found, object));
  EXPECT_EQ(musaAddressModeBorder, found.addressMode[1]);
  EXPECT_EQ(4, found.borderColor[3]);
  EXPECT_CODE(musaErrorInvalidValue, musaGetTextureObjectTextureDesc_v2(nullptr, object));
  EXPECT_OK(musaDestroyTextureObject(object));
  EXPECT_CODE(musaErrorInvalidValue, musaGetTextureObjectTextureDesc_v2(&found, object));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaCreateTextureObject_v2(&object, &resource, nullptr, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaCreateTextureObject_v2(nullptr, &resource, &wanted, nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaCreateTextureObject_v2(&object, nullptr, &wanted, nullptr));
  wanted.seamlessCubemap = 1;
  EXPECT_CODE(musaErrorNotSupported, musaCreateTextureObject_v2(&object, &resource, &wanted, nullptr));
}

TEST_F(RuntimeTextures, ViewsMustFit) {
  musaTextureObject_t object = 0;
  musaResourceViewDesc view{};
  view.width = view.height = 8;
  view.format = musaResViewFormatUnsignedChar1;
  EXPECT_CODE(musaErrorInvalidValue, musaCreateTextureObject(&object, &resource, &texture, &view)); // another size
  view.format = musaResViewFormatUnsignedBlockCompressed1;
  EXPECT_CODE(musaErrorNotSupported, musaCreateTextureObject(&object, &resource, &texture, &view));
  view.format = musaResViewFormatNone;
  view.lastMipmapLevel = 1;
  EXPECT_CODE(musaErrorInvalidValue, musaCreateTextureObject(&object, &resource, &texture, &view));
  view.lastMipmapLevel = 0;
  view.width = 4;
  EXPECT_CODE(musaErrorInvalidValue, musaCreateTextureObject(&object, &resource, &texture, &view));
}

TEST_F(RuntimeTextures, WhatIsNotOfferedIsSaidSo) {
  musaTextureObject_t object = 0;
  texture.seamlessCubemap = 1;
  EXPECT_CODE(musaErrorNotSupported, musaCreateTextureObject(&object, &resource, &texture, nullptr));
}

TEST_F(RuntimeTextures, AStaleArrayIsNoResource) {
  musaArray_t old = nullptr;
  ASSERT_OK(musaMallocArray(&old, &kFloat, 8, 8));
  ASSERT_OK(musaFreeArray(old));
  resource.res.array.array = old;
  musaTextureObject_t object = 0;
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaCreateTextureObject(&object, &resource, &texture, nullptr));
  EXPECT_CODE(musaErrorInvalidResourceHandle, musaCreateSurfaceObject(&object, &resource));
}

TEST_F(RuntimeTextures, Surfaces) {
  musaSurfaceObject_t object = 0;
  ASSERT_OK(musaCreateSurfaceObject(&object, &resource));
  musaResourceDesc r{};
  EXPECT_OK(musaGetSurfaceObjectResourceDesc(&r, object));
  EXPECT_EQ(array, r.res.array.array);
  EXPECT_CODE(musaErrorInvalidValue, musaGetSurfaceObjectResourceDesc(nullptr, object));
  EXPECT_OK(musaDestroySurfaceObject(object));
  resource.resType = musaResourceTypeMipmappedArray;
  EXPECT_CODE(musaErrorInvalidValue, musaCreateSurfaceObject(&object, &resource));
}

// A program's references are tested in tests/device/texture_references.mu; here none is registered.
TEST_F(RuntimeTextures, ReferencesThatAreNone) {
  textureReference none{};
  surfaceReference face{};
  const textureReference *found = nullptr;
  const surfaceReference *foundFace = nullptr;
  size_t offset = 0;
  void *memory = nullptr;
  ASSERT_OK(musaMalloc(&memory, 1024));
  EXPECT_CODE(musaErrorInvalidTexture, musaBindTexture(&offset, &none, memory, &kFloat, 1024));
  EXPECT_CODE(musaErrorInvalidValue, musaBindTexture(&offset, &none, memory, nullptr, 1024));
  EXPECT_CODE(musaErrorInvalidTexture, musaBindTexture2D(&offset, &none, memory, &kFloat, 8, 8, 32));
  EXPECT_CODE(musaErrorInvalidTexture, musaBindTextureToArray(&none, array, &kFloat));
  EXPECT_CODE(musaErrorInvalidTexture, musaBindTextureToMipmappedArray(&none, nullptr, &kFloat));
  EXPECT_CODE(musaErrorInvalidTexture, musaUnbindTexture(&none));
  EXPECT_CODE(musaErrorInvalidTexture, musaGetTextureAlignmentOffset(&offset, nullptr));
  EXPECT_CODE(musaErrorInvalidTexture, musaGetTextureReference(&found, &none));
  EXPECT_CODE(musaErrorInvalidSurface, musaBindSurfaceToArray(&face, array, &kFloat));
  EXPECT_CODE(musaErrorInvalidSurface, musaGetSurfaceReference(&foundFace, &face));
  EXPECT_OK(musaFree(memory));
}

} // namespace
