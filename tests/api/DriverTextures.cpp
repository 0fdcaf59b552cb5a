// Driver API: texture and surface objects, which are the runtime's, and references of no module. What kernels see
// through a module's references is in DriverReferences.cpp.
#include "Check.h"

#include "channel_descriptor.h"

namespace {

class DriverTextures : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    const MUSA_ARRAY3D_DESCRIPTOR d{8, 8, 0, MU_AD_FORMAT_UNSIGNED_INT8, 1, MUSA_ARRAY3D_SURFACE_LDST};
    ASSERT_MU_OK(muArray3DCreate(&array, &d));
    resource.res.array.hArray = array;
    texture.filterMode = MU_TR_FILTER_MODE_LINEAR;
    texture.flags = MU_TRSF_NORMALIZED_COORDINATES;
    texture.addressMode[1] = MU_TR_ADDRESS_MODE_MIRROR;
    texture.borderColor[2] = 0.5f;
    ASSERT_MU_OK(muMemAlloc(&memory, 4096));
  }
  MUarray array = nullptr;
  MUdeviceptr memory = 0;
  MUSA_RESOURCE_DESC resource{};
  MUSA_TEXTURE_DESC texture{};
};

TEST_F(DriverTextures, GiveBackWhatTheyWereMadeFrom) {
  MUtexObject object = 0;
  ASSERT_MU_OK(muTexObjectCreate(&object, &resource, &texture, nullptr));
  MUSA_RESOURCE_DESC r{};
  MUSA_TEXTURE_DESC t{};
  MUSA_RESOURCE_VIEW_DESC v{};
  EXPECT_MU_OK(muTexObjectGetResourceDesc(&r, object));
  EXPECT_EQ(array, r.res.array.hArray);
  EXPECT_MU_OK(muTexObjectGetTextureDesc(&t, object));
  EXPECT_EQ(MU_TR_ADDRESS_MODE_MIRROR, t.addressMode[1]);
  EXPECT_EQ(MU_TR_FILTER_MODE_LINEAR, t.filterMode);
  EXPECT_EQ(unsigned(MU_TRSF_NORMALIZED_COORDINATES), t.flags);
  EXPECT_EQ(0.5f, t.borderColor[2]);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexObjectGetResourceViewDesc(&v, object)); // it has none
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexObjectGetResourceDesc(nullptr, object));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexObjectGetTextureDesc(nullptr, object));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexObjectGetResourceViewDesc(nullptr, object));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muSurfObjectGetResourceDesc(&r, object)); // no surface
  EXPECT_MU_OK(muTexObjectDestroy(object));
  EXPECT_MU_OK(muTexObjectDestroy(object)); // as on hardware
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexObjectGetResourceDesc(&r, object));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexObjectGetTextureDesc(&t, object));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexObjectGetResourceViewDesc(&v, object));
}

TEST_F(DriverTextures, AreThoseOfTheRuntime) {
  MUtexObject object = 0;
  ASSERT_MU_OK(muTexObjectCreate(&object, &resource, &texture, nullptr));
  musaTextureDesc t{};
  EXPECT_OK(musaGetTextureObjectTextureDesc(&t, object));
  EXPECT_EQ(musaReadModeNormalizedFloat, t.readMode);
  EXPECT_EQ(1, t.normalizedCoords);
  EXPECT_EQ(musaAddressModeMirror, t.addressMode[1]);
  EXPECT_OK(musaDestroyTextureObject(object));
  t.readMode = musaReadModeElementType;
  t.filterMode = musaFilterModePoint;
  musaResourceDesc r{};
  r.resType = musaResourceTypeLinear;
  r.res.linear = {reinterpret_cast<void *>(memory), musaCreateChannelDesc<short2>(), 256};
  ASSERT_OK(musaCreateTextureObject(&object, &r, &t, nullptr));
  MUSA_TEXTURE_DESC back{};
  MUSA_RESOURCE_DESC whole{};
  EXPECT_MU_OK(muTexObjectGetTextureDesc(&back, object));
  EXPECT_EQ(unsigned(MU_TRSF_NORMALIZED_COORDINATES | MU_TRSF_READ_AS_INTEGER), back.flags);
  EXPECT_MU_OK(muTexObjectGetResourceDesc(&whole, object));
  EXPECT_EQ(MU_RESOURCE_TYPE_LINEAR, whole.resType);
  EXPECT_EQ(memory, whole.res.linear.devPtr);
  EXPECT_EQ(MU_AD_FORMAT_SIGNED_INT16, whole.res.linear.format);
  EXPECT_EQ(2u, whole.res.linear.numChannels);
  EXPECT_EQ(256u, whole.res.linear.sizeInBytes);
  EXPECT_MU_OK(muTexObjectDestroy(object));
}

TEST_F(DriverTextures, OfAllResources) {
  MUtexObject object = 0;
  MUSA_RESOURCE_DESC r{};
  r.resType = MU_RESOURCE_TYPE_PITCH2D;
  r.res.pitch2D = {memory, MU_AD_FORMAT_HALF, 4, 16, 8, 128};
  ASSERT_MU_OK(muTexObjectCreate(&object, &r, &texture, nullptr));
  MUSA_RESOURCE_DESC back{};
  EXPECT_MU_OK(muTexObjectGetResourceDesc(&back, object));
  EXPECT_EQ(MU_RESOURCE_TYPE_PITCH2D, back.resType);
  EXPECT_EQ(MU_AD_FORMAT_HALF, back.res.pitch2D.format);
  EXPECT_EQ(16u, back.res.pitch2D.width);
  EXPECT_EQ(8u, back.res.pitch2D.height);
  EXPECT_EQ(128u, back.res.pitch2D.pitchInBytes);
  EXPECT_MU_OK(muTexObjectDestroy(object));

  const MUSA_ARRAY3D_DESCRIPTOR d{16, 16, 0, MU_AD_FORMAT_FLOAT, 2, 0};
  MUmipmappedArray mipmaps = nullptr;
  ASSERT_MU_OK(muMipmappedArrayCreate(&mipmaps, &d, 3));
  r.resType = MU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  r.res.mipmap.hMipmappedArray = mipmaps;
  MUSA_RESOURCE_VIEW_DESC view{}, given{};
  view.format = MU_RES_VIEW_FORMAT_FLOAT_2X32;
  view.width = view.height = 16;
  view.firstMipmapLevel = 1;
  view.lastMipmapLevel = 2;
  ASSERT_MU_OK(muTexObjectCreate(&object, &r, &texture, &view));
  EXPECT_MU_OK(muTexObjectGetResourceDesc(&back, object));
  EXPECT_EQ(mipmaps, back.res.mipmap.hMipmappedArray);
  EXPECT_MU_OK(muTexObjectGetResourceViewDesc(&given, object));
  EXPECT_EQ(MU_RES_VIEW_FORMAT_FLOAT_2X32, given.format);
  EXPECT_EQ(16u, given.height);
  EXPECT_EQ(1u, given.firstMipmapLevel);
  EXPECT_EQ(2u, given.lastMipmapLevel);
  EXPECT_MU_OK(muTexObjectDestroy(object));
  view.format = MU_RES_VIEW_FORMAT_UNSIGNED_BC1;
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muTexObjectCreate(&object, &r, &texture, &view));
  view.format = MU_RES_VIEW_FORMAT_FLOAT_2X32;
  view.lastMipmapLevel = 3;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexObjectCreate(&object, &r, &texture, &view));
}

TEST_F(DriverTextures, BadRequests) {
  MUtexObject object = 0;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexObjectCreate(nullptr, &resource, &texture, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexObjectCreate(&object, nullptr, &texture, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexObjectCreate(&object, &resource, nullptr, nullptr));
  auto expectBad = [&](MUresult code, auto &&change) {
    MUSA_RESOURCE_DESC r = resource;
    MUSA_TEXTURE_DESC t = texture;
    change(r, t);
    EXPECT_CODE(code, muTexObjectCreate(&object, &r, &t, nullptr));
  };
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &r, auto &) { r.flags = 1; });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &r, auto &) { r.resType = noSuch<MUresourcetype>(); });
  expectBad(MUSA_ERROR_INVALID_HANDLE, [](auto &r, auto &) { r.res.array.hArray = nullptr; });
  expectBad(MUSA_ERROR_INVALID_HANDLE, [](auto &r, auto &) { r.resType = MU_RESOURCE_TYPE_MIPMAPPED_ARRAY; });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &, auto &t) { t.flags = 0x1000; });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &, auto &t) { t.filterMode = noSuch<MUfilter_mode>(); });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &, auto &t) { t.addressMode[0] = noSuch<MUaddress_mode>(); });
  expectBad(MUSA_ERROR_INVALID_VALUE, [](auto &, auto &t) { t.flags |= MU_TRSF_READ_AS_INTEGER; }); // and blended
  expectBad(MUSA_ERROR_NOT_SUPPORTED, [](auto &, auto &t) { t.flags |= MU_TRSF_SRGB; });
  expectBad(MUSA_ERROR_NOT_SUPPORTED, [](auto &, auto &t) { t.flags |= MU_TRSF_SEAMLESS_CUBEMAP; });
  auto linear = [&](MUdeviceptr address, MUarray_format format, unsigned channels) {
    return [=](auto &r, auto &) {
      r.resType = MU_RESOURCE_TYPE_LINEAR;
      r.res.linear = {address, format, channels, 256};
    };
  };
  expectBad(MUSA_SUCCESS, linear(memory, MU_AD_FORMAT_FLOAT, 1)); // nothing to normalise: read as it is
  expectBad(MUSA_ERROR_INVALID_VALUE, linear(0, MU_AD_FORMAT_FLOAT, 1));
  expectBad(MUSA_ERROR_INVALID_VALUE, linear(memory + 4, MU_AD_FORMAT_FLOAT, 1));
  expectBad(MUSA_ERROR_INVALID_VALUE, linear(memory, MU_AD_FORMAT_FLOAT, 3));
  expectBad(MUSA_ERROR_INVALID_VALUE, linear(memory, noSuch<MUarray_format>(), 1));
  expectBad(MUSA_ERROR_NOT_SUPPORTED, linear(memory, MU_AD_FORMAT_NV12, 1));
  EXPECT_MU_OK(muArrayDestroy(array));
  expectBad(MUSA_ERROR_INVALID_HANDLE, [](auto &, auto &) {});
}

TEST_F(DriverTextures, Surfaces) {
  MUsurfObject object = 0;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muSurfObjectCreate(nullptr, &resource));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muSurfObjectCreate(&object, nullptr));
  ASSERT_MU_OK(muSurfObjectCreate(&object, &resource));
  MUSA_RESOURCE_DESC r{};
  EXPECT_MU_OK(muSurfObjectGetResourceDesc(&r, object));
  EXPECT_EQ(array, r.res.array.hArray);
  musaResourceDesc same{};
  EXPECT_OK(musaGetSurfaceObjectResourceDesc(&same, object));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muSurfObjectGetResourceDesc(nullptr, object));
  EXPECT_MU_OK(muSurfObjectDestroy(object));
  EXPECT_MU_OK(muSurfObjectDestroy(object));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muSurfObjectGetResourceDesc(&r, object));
  r = resource;
  r.flags = 1;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muSurfObjectCreate(&object, &r));
  r = {};
  r.resType = MU_RESOURCE_TYPE_LINEAR;
  r.res.linear = {memory, MU_AD_FORMAT_FLOAT, 1, 256};
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muSurfObjectCreate(&object, &r));
}

TEST_F(DriverTextures, ReferencesKeepWhatIsSet) {
  MUtexref ref = nullptr;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefCreate(nullptr));
  ASSERT_MU_OK(muTexRefCreate(&ref));
  MUaddress_mode mode{};
  MUfilter_mode filter{};
  MUarray_format format{};
  float a = 0, b = 0, colour[4] = {1, 2, 3, 4}, found[4] = {};
  unsigned flags = 0;
  int count = 0;
  EXPECT_MU_OK(muTexRefSetAddressMode(ref, 2, MU_TR_ADDRESS_MODE_BORDER));
  EXPECT_MU_OK(muTexRefGetAddressMode(&mode, ref, 2));
  EXPECT_EQ(MU_TR_ADDRESS_MODE_BORDER, mode);
  EXPECT_MU_OK(muTexRefSetFilterMode(ref, MU_TR_FILTER_MODE_LINEAR));
  EXPECT_MU_OK(muTexRefGetFilterMode(&filter, ref));
  EXPECT_EQ(MU_TR_FILTER_MODE_LINEAR, filter);
  EXPECT_MU_OK(muTexRefSetMipmapFilterMode(ref, MU_TR_FILTER_MODE_LINEAR));
  EXPECT_MU_OK(muTexRefGetMipmapFilterMode(&filter, ref));
  EXPECT_EQ(MU_TR_FILTER_MODE_LINEAR, filter);
  EXPECT_MU_OK(muTexRefSetMipmapLevelBias(ref, 0.25f));
  EXPECT_MU_OK(muTexRefGetMipmapLevelBias(&a, ref));
  EXPECT_EQ(0.25f, a);
  EXPECT_MU_OK(muTexRefSetMipmapLevelClamp(ref, 1, 3));
  EXPECT_MU_OK(muTexRefGetMipmapLevelClamp(&a, &b, ref));
  EXPECT_EQ(1, a);
  EXPECT_EQ(3, b);
  EXPECT_MU_OK(muTexRefSetMaxAnisotropy(ref, 4));
  EXPECT_MU_OK(muTexRefGetMaxAnisotropy(&count, ref));
  EXPECT_EQ(4, count);
  EXPECT_MU_OK(muTexRefSetBorderColor(ref, colour));
  EXPECT_MU_OK(muTexRefGetBorderColor(found, ref));
  for (int i = 0; i < 4; i++)
    EXPECT_EQ(colour[i], found[i]);
  EXPECT_MU_OK(muTexRefSetFlags(ref, MU_TRSF_READ_AS_INTEGER | MU_TRSF_SRGB));
  EXPECT_MU_OK(muTexRefGetFlags(&flags, ref));
  EXPECT_EQ(unsigned(MU_TRSF_READ_AS_INTEGER | MU_TRSF_SRGB), flags);
  EXPECT_MU_OK(muTexRefSetFormat(ref, MU_AD_FORMAT_SIGNED_INT8, 4));
  EXPECT_MU_OK(muTexRefGetFormat(&format, &count, ref));
  EXPECT_EQ(MU_AD_FORMAT_SIGNED_INT8, format);
  EXPECT_EQ(4, count);
  EXPECT_MU_OK(muTexRefDestroy(ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muTexRefDestroy(ref));
}

TEST_F(DriverTextures, ReferencesAreBoundToOneThing) {
  MUtexref ref = nullptr;
  ASSERT_MU_OK(muTexRefCreate(&ref));
  MUarray boundArray = nullptr;
  MUmipmappedArray mipmaps = nullptr, boundMipmaps = nullptr;
  MUdeviceptr address = 0;
  MUarray_format format{};
  size_t offset = 77;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetArray(&boundArray, ref)); // to nothing yet
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetMipmappedArray(&boundMipmaps, ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetAddress(&address, ref));

  EXPECT_MU_OK(muTexRefSetArray(ref, array, MU_TRSA_OVERRIDE_FORMAT));
  EXPECT_MU_OK(muTexRefGetArray(&boundArray, ref));
  EXPECT_EQ(array, boundArray);
  EXPECT_MU_OK(muTexRefGetFormat(&format, nullptr, ref));
  EXPECT_EQ(MU_AD_FORMAT_UNSIGNED_INT8, format);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetAddress(&address, ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetArray(ref, array, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muTexRefSetArray(ref, nullptr, MU_TRSA_OVERRIDE_FORMAT));

  const MUSA_ARRAY3D_DESCRIPTOR d{16, 16, 0, MU_AD_FORMAT_FLOAT, 2, 0};
  ASSERT_MU_OK(muMipmappedArrayCreate(&mipmaps, &d, 3));
  EXPECT_MU_OK(muTexRefSetMipmappedArray(ref, mipmaps, MU_TRSA_OVERRIDE_FORMAT));
  EXPECT_MU_OK(muTexRefGetMipmappedArray(&boundMipmaps, ref));
  EXPECT_EQ(mipmaps, boundMipmaps);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetArray(&boundArray, ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetMipmappedArray(ref, mipmaps, 2));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muTexRefSetMipmappedArray(ref, nullptr, MU_TRSA_OVERRIDE_FORMAT));

  EXPECT_MU_OK(muTexRefSetAddress(&offset, ref, memory + 12, 400));
  EXPECT_EQ(12u, offset);
  EXPECT_MU_OK(muTexRefGetAddress(&address, ref));
  EXPECT_EQ(memory + 12, address);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetMipmappedArray(&boundMipmaps, ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetAddress(nullptr, ref, memory + 12, 400)); // nobody knows the offset
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetAddress(&offset, ref, 0, 400));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetAddress(&offset, ref, memory, SIZE_MAX));
  EXPECT_MU_OK(muTexRefSetAddress(&offset, ref, 0, 0)); // unbound
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetAddress(&address, ref));

  MUSA_ARRAY_DESCRIPTOR flat{8, 8, MU_AD_FORMAT_FLOAT, 1};
  EXPECT_MU_OK(muTexRefSetAddress2D(ref, &flat, memory, 64));
  EXPECT_MU_OK(muTexRefGetAddress(&address, ref));
  EXPECT_EQ(memory, address);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetAddress2D(ref, nullptr, memory, 64));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetAddress2D(ref, &flat, memory, 40)); // no legal pitch
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetAddress2D(ref, &flat, memory, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetAddress2D(ref, &flat, memory + 4, 64));
  flat.Width = SIZE_MAX;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetAddress2D(ref, &flat, memory, 64));
  flat.Width = 8;
  EXPECT_MU_OK(muTexRefSetFormat(ref, MU_AD_FORMAT_HALF, 2));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetAddress2D(ref, &flat, memory, 64)); // another format
  EXPECT_MU_OK(muTexRefDestroy(ref));
}

TEST_F(DriverTextures, BadSettingsOfReferences) {
  MUtexref ref = nullptr;
  ASSERT_MU_OK(muTexRefCreate(&ref));
  MUaddress_mode mode{};
  for (int dim : {-1, 3, INT32_MAX}) {
    EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetAddressMode(ref, dim, MU_TR_ADDRESS_MODE_WRAP));
    EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetAddressMode(&mode, ref, dim));
  }
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetAddressMode(ref, 0, noSuch<MUaddress_mode>()));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetFilterMode(ref, noSuch<MUfilter_mode>()));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetMipmapFilterMode(ref, noSuch<MUfilter_mode>()));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetFlags(ref, 0x1000));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetBorderColor(ref, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetFormat(ref, noSuch<MUarray_format>(), 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetFormat(ref, MU_AD_FORMAT_FLOAT, 3));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefSetFormat(ref, MU_AD_FORMAT_FLOAT, -1));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetArray(nullptr, ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetMipmappedArray(nullptr, ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetAddress(nullptr, ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetAddressMode(nullptr, ref, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetFilterMode(nullptr, ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetMipmapFilterMode(nullptr, ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetMipmapLevelBias(nullptr, ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetMipmapLevelClamp(nullptr, nullptr, ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetMaxAnisotropy(nullptr, ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetBorderColor(nullptr, ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetFlags(nullptr, ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefGetFormat(nullptr, nullptr, ref));
}

TEST_F(DriverTextures, SurfaceReferences) {
  MUsurfref ref = nullptr;
  MUarray bound = nullptr;
  MUarray_format format{};
  int channels = 0;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muSurfRefCreate(nullptr));
  ASSERT_MU_OK(muSurfRefCreate(&ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muSurfRefGetArray(&bound, ref));
  EXPECT_MU_OK(muSurfRefSetFormat(ref, MU_AD_FORMAT_FLOAT, 4));
  EXPECT_MU_OK(muSurfRefGetFormat(&format, &channels, ref));
  EXPECT_EQ(4, channels);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muSurfRefSetFormat(ref, noSuch<MUarray_format>(), 4));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muSurfRefGetFormat(nullptr, nullptr, ref));
  EXPECT_MU_OK(muSurfRefSetArray(ref, array, 0));
  EXPECT_MU_OK(muSurfRefGetArray(&bound, ref));
  EXPECT_EQ(array, bound);
  EXPECT_MU_OK(muSurfRefGetFormat(&format, &channels, ref));
  EXPECT_EQ(MU_AD_FORMAT_UNSIGNED_INT8, format);
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muSurfRefSetArray(ref, array, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muSurfRefSetArray(ref, nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muSurfRefGetArray(nullptr, ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muTexRefDestroy(reinterpret_cast<MUtexref>(ref))); // of another kind
  EXPECT_MU_OK(muSurfRefDestroy(ref));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muSurfRefDestroy(ref));
}

TEST_F(DriverTextures, StrangeReferences) {
  MUtexref t = nullptr;
  MUsurfref s = nullptr;
  ASSERT_MU_OK(muTexRefCreate(&t));
  ASSERT_MU_OK(muSurfRefCreate(&s));
  ASSERT_MU_OK(muTexRefDestroy(t));
  ASSERT_MU_OK(muSurfRefDestroy(s));
  std::vector<void *> strange = strangeHandles();
  strange.insert(strange.end(), {nullptr, t, s});
  for (void *handle : strange) {
    t = static_cast<MUtexref>(handle);
    s = static_cast<MUsurfref>(handle);
    auto *m = static_cast<MUmodule>(handle);
    MUaddress_mode mode{};
    MUfilter_mode filter{};
    MUarray_format format{};
    MUarray_st *found = nullptr;
    MUmipmappedArray mipmaps = nullptr;
    MUdeviceptr address = 0;
    const MUSA_ARRAY_DESCRIPTOR flat{8, 8, MU_AD_FORMAT_FLOAT, 1};
    float f[4] = {};
    int n = 0;
    unsigned u = 0;
    size_t offset = 0;
    for (const MUresult code : {muModuleGetTexRef(&t, m, "t"),
                                muModuleGetSurfRef(&s, m, "s"),
                                muTexRefDestroy(t),
                                muTexRefSetArray(t, array, MU_TRSA_OVERRIDE_FORMAT),
                                muTexRefSetMipmappedArray(t, mipmaps, 1),
                                muTexRefSetAddress(&offset, t, memory, 64),
                                muTexRefSetAddress2D(t, &flat, memory, 64),
                                muTexRefSetFormat(t, MU_AD_FORMAT_FLOAT, 1),
                                muTexRefSetAddressMode(t, 0, mode),
                                muTexRefSetFilterMode(t, filter),
                                muTexRefSetMipmapFilterMode(t, filter),
                                muTexRefSetMipmapLevelBias(t, 0),
                                muTexRefSetMipmapLevelClamp(t, 0, 0),
                                muTexRefSetMaxAnisotropy(t, 1),
                                muTexRefSetBorderColor(t, f),
                                muTexRefSetFlags(t, 0),
                                muTexRefGetArray(&found, t),
                                muTexRefGetMipmappedArray(&mipmaps, t),
                                muTexRefGetAddress(&address, t),
                                muTexRefGetFormat(&format, &n, t),
                                muTexRefGetAddressMode(&mode, t, 0),
                                muTexRefGetFilterMode(&filter, t),
                                muTexRefGetMipmapFilterMode(&filter, t),
                                muTexRefGetMipmapLevelBias(f, t),
                                muTexRefGetMipmapLevelClamp(f, f + 1, t),
                                muTexRefGetMaxAnisotropy(&n, t),
                                muTexRefGetBorderColor(f, t),
                                muTexRefGetFlags(&u, t),
                                muSurfRefDestroy(s),
                                muSurfRefSetArray(s, array, 0),
                                muSurfRefGetArray(&found, s),
                                muSurfRefSetFormat(s, MU_AD_FORMAT_FLOAT, 1),
                                muSurfRefGetFormat(&format, &n, s)})
      EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, code);
  }
}

} // namespace
