// Linking at run time, with two files that mcc -fgpu-rdc compiled (LINK_PARTS is their folder).
#include "Check.h"

#include <cstring>
#include <fstream>
#include <iterator>

namespace {

std::string pathOf(const char *part) { return std::string(LINK_PARTS) + "/" + part + ".mubin"; }

std::vector<char> bytesOf(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class DriverLink : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    create();
  }
  void create() {
    MUjit_option options[] = {MU_JIT_ERROR_LOG_BUFFER, MU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
    ASSERT_MU_OK(muLinkCreate(2, options, values, &state));
  }
  void TearDown() override {
    if (state) {
      EXPECT_MU_OK(muLinkDestroy(state));
    }
    DriverTest::TearDown();
  }
  MUresult addFile(const char *part, MUjitInputType type = MU_JIT_INPUT_MUBIN) {
    return muLinkAddFile(state, type, pathOf(part).c_str(), 0, nullptr, nullptr);
  }
  MUresult addData(std::vector<char> bytes, MUjitInputType type = MU_JIT_INPUT_FATBINARY) {
    return muLinkAddData(state, type, bytes.data(), bytes.size(), "part.mubin", 0, nullptr, nullptr);
  }
  MUlinkState state = nullptr;
  char log[256] = "";
};

void expectLinked(const void *binary) {
  MUmodule module = nullptr;
  MUfunction function = nullptr, part = nullptr;
  MUdeviceptr p = 0, offset = 0;
  ASSERT_MU_OK(muModuleLoadData(&module, binary));
  ASSERT_MU_OK(muModuleGetFunction(&function, module, "linkedKernel"));
  ASSERT_MU_OK(muModuleGetFunction(&part, module, "partKernel"));
  ASSERT_MU_OK(muModuleGetGlobal(&offset, nullptr, module, "offset"));
  ASSERT_MU_OK(muMemAlloc(&p, 64 * sizeof(int)));
  void *parameters[] = {&p};
  int values[64] = {};
  EXPECT_MU_OK(muLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, parameters, nullptr));
  EXPECT_MU_OK(muMemcpyDtoH(values, p, sizeof values));
  for (int i = 0; i < 64; ++i)
    ASSERT_EQ(3 * i + 100, values[i]);
  EXPECT_MU_OK(muMemsetD32(offset, 5, 1)); // one variable, seen by the other part's kernel
  EXPECT_MU_OK(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr));
  EXPECT_MU_OK(muMemcpyDtoH(values, p, sizeof(int)));
  EXPECT_EQ(5, values[0]);
  EXPECT_MU_OK(muLaunchKernel(part, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr));
  EXPECT_MU_OK(muMemcpyDtoH(values, p, sizeof(int)));
  EXPECT_EQ(21, values[0]);
  EXPECT_MU_OK(muMemFree(p));
  EXPECT_MU_OK(muModuleUnload(module));
}

TEST_F(DriverLink, FilesAndData) {
  EXPECT_MU_OK(addFile("LinkMain"));
  EXPECT_MU_OK(addData(bytesOf(pathOf("LinkPart"))));
  void *binary = nullptr;
  size_t size = 0;
  ASSERT_MU_OK(muLinkComplete(state, &binary, &size));
  EXPECT_GT(size, 1000u);
  const std::vector<char> copy(static_cast<char *>(binary), static_cast<char *>(binary) + size);
  expectLinked(binary);
  EXPECT_MU_OK(muLinkDestroy(state));
  EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLinkDestroy(state));
  state = nullptr;
  std::vector<char> padded = copy;
  padded.resize(padded.size() + 64);
  expectLinked(padded.data());

  MUlibrary library = nullptr;
  MUkernel kernel = nullptr;
  ASSERT_MU_OK(muLibraryLoadData(&library, padded.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT_MU_OK(muLibraryGetKernel(&kernel, library, "linkedKernel"));
  EXPECT_MU_OK(muLibraryGetKernel(&kernel, library, "partKernel"));
  EXPECT_MU_OK(muLibraryUnload(library));
}

TEST_F(DriverLink, WhatDoesNotLink) {
  void *binary = nullptr;
  size_t size = 0;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLinkComplete(state, &binary, &size)) << "nothing added";
  EXPECT_STRNE("", log);
  EXPECT_MU_OK(addFile("LinkPart"));
  EXPECT_MU_OK(addFile("LinkPart"));
  EXPECT_CODE(MUSA_ERROR_INVALID_IMAGE, muLinkComplete(state, &binary, &size));
  EXPECT_NE(nullptr, std::strstr(log, "defined in two")) << log;
  EXPECT_MU_OK(muLinkDestroy(state));
  create();
  EXPECT_MU_OK(addFile("LinkPart"));
  EXPECT_MU_OK(muLinkAddFile(state, MU_JIT_INPUT_FATBINARY, KERNEL_MODULE, 0, nullptr, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_IMAGE, muLinkComplete(state, &binary, &size));
  EXPECT_NE(nullptr, std::strstr(log, "-fgpu-rdc")) << log;
}

TEST_F(DriverLink, BadInputs) {
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, addData(bytesOf(pathOf("LinkPart")), MU_JIT_INPUT_PTX));
  EXPECT_NE(nullptr, std::strstr(log, "mcc -fgpu-rdc")) << log;
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, addFile("LinkPart", MU_JIT_INPUT_OBJECT));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, addFile("LinkPart", MU_JIT_INPUT_LIBRARY));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, addFile("LinkPart", noSuch<MUjitInputType>()));
  EXPECT_CODE(MUSA_ERROR_FILE_NOT_FOUND, addFile("NoSuchFile"));
  EXPECT_CODE(MUSA_ERROR_INVALID_IMAGE, addData(std::vector<char>(100)));
  std::vector<char> cut = bytesOf(pathOf("LinkPart"));
  cut.resize(cut.size() / 2);
  EXPECT_CODE(MUSA_ERROR_INVALID_IMAGE, addData(cut));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, addData({}));
  void *binary = nullptr;
  size_t size = 0;
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLinkAddFile(state, MU_JIT_INPUT_MUBIN, nullptr, 0, nullptr, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLinkComplete(state, nullptr, &size));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLinkCreate(0, nullptr, nullptr, nullptr));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muLinkCreate(1, nullptr, nullptr, &state));
  for (void *handle : strangeHandles()) {
    auto *other = static_cast<MUlinkState>(handle);
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLinkComplete(other, &binary, &size));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLinkDestroy(other));
    EXPECT_CODE(MUSA_ERROR_INVALID_HANDLE, muLinkAddFile(other, MU_JIT_INPUT_MUBIN, "x", 0, nullptr, nullptr));
  }
}

} // namespace
