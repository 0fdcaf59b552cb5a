// Peer access, copies of boxes between devices, copies in batches.
#include "Check.h"

#include <cstdlib>
#include <cstring>

namespace {

using Peers = RuntimeTest;

TEST_F(Peers, Boxes) {
  char *d = nullptr;
  std::vector<char> in(4096), out(4096);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<char>(i * 7);
  ASSERT_OK(musaMalloc(&d, 8192));
  ASSERT_OK(musaMemcpy(d, in.data(), 4096, musaMemcpyHostToDevice));
  musaMemcpy3DPeerParms p{};
  EXPECT_OK(musaMemcpy3DPeer(&p)); // nothing to copy
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3DPeer(nullptr));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3DPeerAsync(nullptr, nullptr));
  p.srcPtr = {d, 64, 64, 4};
  p.dstPtr = {d + 4096, 64, 64, 4};
  p.extent = {64, 4, 2};
  EXPECT_OK(musaMemcpy3DPeer(&p));
  ASSERT_OK(musaMemcpy(out.data(), d + 4096, 512, musaMemcpyDeviceToHost));
  EXPECT_EQ(0, std::memcmp(in.data(), out.data(), 512));
  EXPECT_OK(musaMemcpy3DPeerAsync(&p, nullptr));
  EXPECT_OK(musaMemcpy3DPeerAsync(&p));
  p.srcDevice = 99;
  EXPECT_CODE(musaErrorInvalidDevice, musaMemcpy3DPeer(&p));
  p.srcDevice = 0;
  p.extent.width = 65;
  EXPECT_CODE(musaErrorInvalidPitchValue, musaMemcpy3DPeer(&p));
  p.extent.width = 64;
  p.srcPtr.ptr = nullptr;
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3DPeer(&p));
  p.srcPtr.ptr = in.data();
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3DPeer(&p));
  EXPECT_OK(musaFree(d));
}

TEST_F(Peers, OldCallsAreRefused) {
  void *p = nullptr;
  EXPECT_CODE(musaErrorNotSupported, musaPeerRegister(&p, 0, 0));
  EXPECT_CODE(musaErrorNotSupported, musaPeerUnregister(&p, 0));
  EXPECT_CODE(musaErrorNotSupported, musaPeerGetDevicePointer(&p, &p, 0, 0));
}

using DriverPeers = DriverTest;

TEST_F(DriverPeers, Access) {
  EXPECT_CODE(MUSA_ERROR_PEER_ACCESS_UNSUPPORTED, muCtxEnablePeerAccess(context, 0));
  EXPECT_CODE(MUSA_ERROR_INVALID_VALUE, muCtxEnablePeerAccess(context, 1));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muCtxEnablePeerAccess(nullptr, 0));
  EXPECT_CODE(MUSA_ERROR_PEER_ACCESS_NOT_ENABLED, muCtxDisablePeerAccess(context));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muCtxDisablePeerAccess(nullptr));
  int count = 0;
  ASSERT_MU_OK(muDeviceGetCount(&count));
  if (count < 2)
    return;
  MUcontext other = nullptr, popped = nullptr;
  ASSERT_MU_OK(muCtxCreate(&other, 0, 1));
  ASSERT_MU_OK(muCtxPopCurrent(&popped));
  EXPECT_MU_OK(muCtxEnablePeerAccess(other, 0));
  EXPECT_CODE(MUSA_ERROR_PEER_ACCESS_ALREADY_ENABLED, muCtxEnablePeerAccess(other, 0));
  EXPECT_MU_OK(muCtxDisablePeerAccess(other));
  EXPECT_CODE(MUSA_ERROR_PEER_ACCESS_NOT_ENABLED, muCtxDisablePeerAccess(other));
  EXPECT_MU_OK(muCtxEnablePeerAccess(other, 0));
  EXPECT_MU_OK(muCtxDestroy(other));
  EXPECT_CODE(MUSA_ERROR_INVALID_CONTEXT, muCtxDisablePeerAccess(other));
}

TEST_F(DriverPeers, OldCallsAreRefused) {
  MUdeviceptr p = 0;
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muMemPeerRegister(p, context, 0));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muMemPeerUnregister(p, context));
  EXPECT_CODE(MUSA_ERROR_NOT_SUPPORTED, muMemPeerGetDevicePointer(&p, p, context, 0));
}

class Batches : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    ASSERT_OK(musaStreamCreate(&stream));
    ASSERT_OK(musaMalloc(&d, 4096));
  }
  void TearDown() override {
    EXPECT_OK(musaFree(d));
    EXPECT_OK(musaStreamDestroy(stream));
    RuntimeTest::TearDown();
  }
  musaStream_t stream = nullptr;
  char *d = nullptr;
};

TEST_F(Batches, Pointers) {
  std::vector<char> in(1024), out(1024);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<char>(i);
  void *to[4], *from[4];
  size_t sizes[4], first = 0, failed = 7;
  for (size_t i = 0; i < 4; ++i) { // from behind
    to[i] = d + (3 - i) * 256;
    from[i] = in.data() + i * 256;
    sizes[i] = 256;
  }
  musaMemcpyAttributes attributes{};
  attributes.srcAccessOrder = musaMemcpySrcAccessOrderDuringApiCall;
  ASSERT_OK(musaMemcpyBatchAsync(to, from, sizes, 4, &attributes, &first, 1, &failed, stream));
  EXPECT_OK(musaMemcpyAsync(out.data(), d, 1024, musaMemcpyDeviceToHost, stream));
  EXPECT_OK(musaStreamSynchronize(stream));
  for (size_t i = 0; i < 4; ++i)
    EXPECT_EQ(0, std::memcmp(out.data() + (3 - i) * 256, in.data() + i * 256, 256)) << i;
  attributes.srcAccessOrder = musaMemcpySrcAccessOrderStream;
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpyBatchAsync(to, from, sizes, 0, &attributes, &first, 1, &failed, stream));
  EXPECT_EQ(SIZE_MAX, failed);
  EXPECT_CODE(musaErrorInvalidValue,
              musaMemcpyBatchAsync(nullptr, from, sizes, 4, &attributes, &first, 1, &failed, stream));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpyBatchAsync(to, from, sizes, 4, nullptr, &first, 1, &failed, stream));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpyBatchAsync(to, from, sizes, 4, &attributes, &first, 0, &failed, stream));
  EXPECT_CODE(musaErrorInvalidValue,
              musaMemcpyBatchAsync(to, from, sizes, 4, &attributes, &first, 1, &failed, nullptr));
  first = 1; // the first copy would have none
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpyBatchAsync(to, from, sizes, 4, &attributes, &first, 1, &failed, stream));
  first = 0;
  ASSERT_OK(musaMemset(d, 0, 4096));
  sizes[2] = 8192; // leaves its allocation
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpyBatchAsync(to, from, sizes, 4, &attributes, &first, 1, &failed, stream));
  EXPECT_EQ(2u, failed);
  EXPECT_OK(musaMemcpy(out.data(), d, 1024, musaMemcpyDeviceToHost));
  EXPECT_EQ(std::vector<char>(1024), out); // nothing was begun
  attributes.srcAccessOrder = musaMemcpySrcAccessOrderInvalid;
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpyBatchAsync(to, from, sizes, 2, &attributes, &first, 1, nullptr, stream));
}

TEST_F(Batches, Boxes) {
  std::vector<char> in(256), out(256);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<char>(i);
  musaMemcpy3DBatchOp op{};
  op.src.type = op.dst.type = musaMemcpyOperandTypePointer;
  op.src.op.ptr.ptr = in.data();
  op.dst.op.ptr.ptr = d;
  op.dst.op.ptr.rowLength = 32;
  op.extent = {16, 4, 4};
  op.srcAccessOrder = musaMemcpySrcAccessOrderStream;
  size_t failed = 7;
  ASSERT_OK(musaMemcpy3DBatchAsync(1, &op, &failed, 0, stream));
  EXPECT_OK(musaStreamSynchronize(stream));
  EXPECT_OK(musaMemcpy2D(out.data(), 16, d, 32, 16, 16, musaMemcpyDeviceToHost));
  EXPECT_EQ(in, out);
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3DBatchAsync(0, &op, &failed, 0, stream));
  EXPECT_EQ(SIZE_MAX, failed);
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3DBatchAsync(1, nullptr, &failed, 0, stream));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3DBatchAsync(1, &op, &failed, 1, stream));
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3DBatchAsync(1, &op, &failed, 0, nullptr));
  musaMemcpy3DBatchOp two[2] = {op, op};
  two[1].dst.op.ptr.rowLength = 8; // shorter than the box
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3DBatchAsync(2, two, &failed, 0, stream));
  EXPECT_EQ(1u, failed);
  two[1] = op;
  two[1].src.type = musaMemcpyOperandTypeArray; // of no array
  two[1].src.op.array = {};
  EXPECT_CODE(musaErrorInvalidValue, musaMemcpy3DBatchAsync(2, two, nullptr, 0, stream));
}

} // namespace
