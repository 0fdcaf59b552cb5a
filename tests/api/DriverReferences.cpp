// Driver API: a module's texture and surface references, as kernels see them.
#include "Check.h"

#include <numeric>

namespace {

class DriverReferences : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    ASSERT_MU_OK(muModuleLoad(&module, KERNEL_MODULE));
    ASSERT_MU_OK(muModuleGetTexRef(&picture, module, "picture"));
    ASSERT_MU_OK(muModuleGetTexRef(&line, module, "line"));
    ASSERT_MU_OK(muModuleGetSurfRef(&face, module, "face"));
    ASSERT_MU_OK(muModuleGetFunction(&readPicture, module, "readPicture"));
    ASSERT_MU_OK(muModuleGetFunction(&readLine, module, "readLine"));
    ASSERT_MU_OK(muMemAlloc(&out, 256 * 4));
    const MUSA_ARRAY_DESCRIPTOR d{4, 2, MU_AD_FORMAT_UNSIGNED_INT8, 1};
    ASSERT_MU_OK(muArrayCreate(&array, &d));
    const unsigned char texels[8] = {0, 255, 51, 102, 0, 0, 0, 204};
    ASSERT_MU_OK(muMemcpyHtoA(array, 0, texels, sizeof texels));
  }
  MUresult launchPicture(float x, float y) {
    void *parameters[] = {&out, &x, &y};
    return muLaunchKernel(readPicture, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr);
  }
  float pictureAt(float x, float y) {
    float found = -1;
    EXPECT_MU_OK(launchPicture(x, y));
    EXPECT_MU_OK(muMemcpyDtoH(&found, out, sizeof found));
    return found;
  }
  std::vector<int> lineOf(unsigned n) {
    std::vector<int> found(n);
    void *parameters[] = {&out};
    EXPECT_MU_OK(muLaunchKernel(readLine, 1, 1, 1, n, 1, 1, 0, nullptr, parameters, nullptr));
    EXPECT_MU_OK(muMemcpyDtoH(found.data(), out, n * 4));
    return found;
  }
  MUmodule module = nullptr;
  MUtexref picture = nullptr, line = nullptr;
  MUsurfref face = nullptr;
  MUfunction readPicture = nullptr, readLine = nullptr;
  MUarray array = nullptr;
  MUdeviceptr out = 0;
};

TEST_F(DriverReferences, ByName) {
  MUtexref t = nullptr;
  MUsurfref s = nullptr;
  EXPECT_MU_OK(muModuleGetTexRef(&t, module, "picture"));
  EXPECT_EQ(picture, t);
  EXPECT_MU_OK(muModuleGetSurfRef(&s, module, "face"));
  EXPECT_EQ(face, s);
  for (const char *name : {"face", "nothing", "", "notAReference", "readPicture"})
    EXPECT_CODE(MUSA_ERROR_NOT_FOUND, muModuleGetTexRef(&t, module, name)) << name;
  for (const char *name : {"picture", "nothing", "counter"})
    EXPECT_CODE(MUSA_ERROR_NOT_FOUND, muModuleGetSurfRef(&s, module, name)) << name;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muModuleGetTexRef(nullptr, module, "picture"));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muModuleGetTexRef(&t, module, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muModuleGetSurfRef(nullptr, module, "face"));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muModuleGetSurfRef(&s, module, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muTexRefDestroy(picture)); // the module's
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muSurfRefDestroy(face));
}

TEST_F(DriverReferences, WhatIsSetReachesTheNextLaunch) {
  ASSERT_MU_OK(muTexRefSetArray(picture, array, MU_TRSA_OVERRIDE_FORMAT));
  EXPECT_EQ(1, pictureAt(1.5f, 0.5f));
  EXPECT_EQ(0.8f, pictureAt(99, 99)); // clamped
  EXPECT_MU_OK(muTexRefSetFilterMode(picture, MU_TR_FILTER_MODE_LINEAR));
  EXPECT_NEAR(0.5f, pictureAt(1, 0.5f), 1e-4);
  EXPECT_MU_OK(muTexRefSetFlags(picture, MU_TRSF_NORMALIZED_COORDINATES));
  EXPECT_MU_OK(muTexRefSetFilterMode(picture, MU_TR_FILTER_MODE_POINT));
  EXPECT_MU_OK(muTexRefSetAddressMode(picture, 0, MU_TR_ADDRESS_MODE_WRAP));
  EXPECT_EQ(0.2f, pictureAt(5.625f, 0.25f));
  EXPECT_MU_OK(muParamSetTexRef(readPicture, MU_PARAM_TR_DEFAULT, picture));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muParamSetTexRef(readPicture, 0, picture));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muParamSetTexRef(readPicture, MU_PARAM_TR_DEFAULT, nullptr));
  MUtexref loose = nullptr;
  ASSERT_MU_OK(muTexRefCreate(&loose));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muParamSetTexRef(readPicture, MU_PARAM_TR_DEFAULT, loose)); // of no module

  MUarray other = nullptr;
  const MUSA_ARRAY_DESCRIPTOR d{1, 1, MU_AD_FORMAT_UNSIGNED_INT8, 1};
  const unsigned char half = 153;
  ASSERT_MU_OK(muArrayCreate(&other, &d));
  ASSERT_MU_OK(muMemcpyHtoA(other, 0, &half, 1));
  EXPECT_MU_OK(muTexRefSetArray(picture, other, MU_TRSA_OVERRIDE_FORMAT));
  EXPECT_EQ(0.6f, pictureAt(0.5f, 0.5f));
}

TEST_F(DriverReferences, OverMemory) {
  std::vector<int> in(70);
  std::iota(in.begin(), in.end(), 100);
  MUdeviceptr memory = 0;
  ASSERT_MU_OK(muMemAlloc(&memory, 1024));
  ASSERT_MU_OK(muMemcpyHtoD(memory, in.data(), in.size() * 4));
  size_t offset = 77;
  EXPECT_MU_OK(muTexRefSetFlags(line, MU_TRSF_READ_AS_INTEGER));
  EXPECT_MU_OK(muTexRefSetFormat(line, MU_AD_FORMAT_SIGNED_INT32, 1));
  EXPECT_MU_OK(muTexRefSetAddress(&offset, line, memory, in.size() * 4));
  EXPECT_EQ(0u, offset);
  EXPECT_EQ(std::vector<int>(in.begin(), in.begin() + 40), lineOf(40));
  EXPECT_MU_OK(muTexRefSetFormat(line, MU_AD_FORMAT_SIGNED_INT8, 1)); // afterwards too
  EXPECT_EQ((std::vector<int>{100, 0, 0, 0, 101}), lineOf(5));

  const MUSA_ARRAY_DESCRIPTOR flat{4, 2, MU_AD_FORMAT_UNSIGNED_INT8, 1};
  ASSERT_MU_OK(muMemsetD8(memory + 32, 255, 4));
  EXPECT_MU_OK(muTexRefSetAddress2D(picture, &flat, memory, 32));
  EXPECT_EQ(1, pictureAt(2.5f, 1.5f));
  EXPECT_NEAR(100 / 255.f, pictureAt(0.5f, 0.5f), 1e-6);
}

TEST_F(DriverReferences, WhatDoesNotFitFailsTheLaunch) {
  MUarray ints = nullptr;
  const MUSA_ARRAY_DESCRIPTOR d{4, 2, MU_AD_FORMAT_SIGNED_INT32, 1};
  ASSERT_MU_OK(muArrayCreate(&ints, &d));
  EXPECT_MU_OK(muTexRefSetArray(picture, ints, MU_TRSA_OVERRIDE_FORMAT));
  EXPECT_MU_OK(muTexRefSetFilterMode(picture, MU_TR_FILTER_MODE_LINEAR)); // integers are not blended
  EXPECT_CODE(MUSA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, launchPicture(0, 0));
  EXPECT_CODE(MUSA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, launchPicture(0, 0));
  EXPECT_MU_OK(muTexRefSetArray(picture, array, MU_TRSA_OVERRIDE_FORMAT));
  EXPECT_EQ(1, pictureAt(1.5f, 0.5f)); // mended
  EXPECT_MU_OK(muTexRefSetArray(picture, ints, MU_TRSA_OVERRIDE_FORMAT));
  EXPECT_MU_OK(muArrayDestroy(ints));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, launchPicture(0, 0)); // what it is bound to is gone
}

TEST_F(DriverReferences, AnUnboundOneIsAFault) {
  EXPECT_MU_OK(launchPicture(0, 0));
  EXPECT_CODE(MUSA_ERROR_ILLEGAL_ADDRESS, muCtxSynchronize());
}

TEST_F(DriverReferences, Surfaces) {
  MUarray target = nullptr;
  MUfunction writeFace = nullptr;
  const MUSA_ARRAY3D_DESCRIPTOR d{4, 2, 0, MU_AD_FORMAT_SIGNED_INT32, 1, MUSA_ARRAY3D_SURFACE_LDST};
  ASSERT_MU_OK(muArray3DCreate(&target, &d));
  ASSERT_MU_OK(muModuleGetFunction(&writeFace, module, "writeFace"));
  EXPECT_MU_OK(muSurfRefSetArray(face, target, 0));
  int value = 40;
  void *parameters[] = {&value};
  EXPECT_MU_OK(muLaunchKernel(writeFace, 1, 1, 1, 4, 2, 1, 0, nullptr, parameters, nullptr));
  std::vector<int> found(8);
  EXPECT_MU_OK(muMemcpyAtoH(found.data(), target, 0, 32));
  EXPECT_EQ((std::vector<int>{40, 41, 42, 43, 40, 41, 42, 43}), found);
}

TEST_F(DriverReferences, GoWithTheirModule) {
  EXPECT_MU_OK(muTexRefSetArray(picture, array, MU_TRSA_OVERRIDE_FORMAT));
  EXPECT_EQ(1, pictureAt(1.5f, 0.5f));
  ASSERT_MU_OK(muModuleUnload(module));
  MUarray bound = nullptr;
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muTexRefGetArray(&bound, picture));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muTexRefSetFlags(line, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muSurfRefSetArray(face, array, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muModuleGetTexRef(&picture, module, "picture"));
  EXPECT_MU_OK(muArrayDestroy(array));
}

} // namespace
