// The least that device code needs, so that these tests depend on no header of the toolkit.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))

#define REGISTER(register, axis)                                                                                       \
  __declspec(property(get = get_##axis)) unsigned axis;                                                                \
  static __device__ inline unsigned get_##axis() { return __nvvm_read_ptx_sreg_##register##_##axis(); }
#define REGISTERS(type, register)                                                                                      \
  struct type {                                                                                                        \
    REGISTER(register, x)                                                                                              \
    REGISTER(register, y)                                                                                              \
    REGISTER(register, z)                                                                                              \
  };
REGISTERS(ThreadIndex, tid)
REGISTERS(BlockSize, ntid)
REGISTERS(BlockIndex, ctaid)
REGISTERS(GridSize, nctaid)
extern const __device__ __attribute__((weak)) ThreadIndex threadIdx;
extern const __device__ __attribute__((weak)) BlockSize blockDim;
extern const __device__ __attribute__((weak)) BlockIndex blockIdx;
extern const __device__ __attribute__((weak)) GridSize gridDim;
