/* Waits for and writes of words in memory, in the order of a stream; included by musa.h. Values as in CUDA 11.8. */
#ifndef HELICON_DRIVER_STREAM_MEMORY_H
#define HELICON_DRIVER_STREAM_MEMORY_H

typedef enum MUstreamWaitValue_flags_enum {
  MU_STREAM_WAIT_VALUE_GEQ = 0x0, /* until (signed)(*address - value) >= 0: counters may wrap around */
  MU_STREAM_WAIT_VALUE_EQ = 0x1,  /* until *address == value */
  MU_STREAM_WAIT_VALUE_AND = 0x2, /* until *address & value is not 0 */
  MU_STREAM_WAIT_VALUE_NOR = 0x3, /* until ~(*address | value) is not 0 */
  MU_STREAM_WAIT_VALUE_FLUSH = 1 << 30
} MUstreamWaitValue_flags;

typedef enum MUstreamWriteValue_flags_enum {
  MU_STREAM_WRITE_VALUE_DEFAULT = 0x0,
  MU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER = 0x1
} MUstreamWriteValue_flags;

typedef enum MUstreamMemoryBarrier_flags_enum {
  MU_STREAM_MEMORY_BARRIER_TYPE_SYS = 0x0,
  MU_STREAM_MEMORY_BARRIER_TYPE_GPU = 0x1
} MUstreamMemoryBarrier_flags;

typedef enum MUstreamBatchMemOpType_enum {
  MU_STREAM_MEM_OP_WAIT_VALUE_32 = 1,
  MU_STREAM_MEM_OP_WRITE_VALUE_32 = 2,
  MU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES = 3,
  MU_STREAM_MEM_OP_WAIT_VALUE_64 = 4,
  MU_STREAM_MEM_OP_WRITE_VALUE_64 = 5,
  MU_STREAM_MEM_OP_BARRIER = 6
} MUstreamBatchMemOpType;

typedef union MUstreamBatchMemOpParams_union {
  MUstreamBatchMemOpType operation;
  struct MUstreamMemOpWaitValueParams_st {
    MUstreamBatchMemOpType operation;
    MUdeviceptr address;
    __extension__ union {
      muuint32_t value;
      muuint64_t value64;
    };
    unsigned int flags;
    MUdeviceptr alias;
  } waitValue;
  struct MUstreamMemOpWriteValueParams_st {
    MUstreamBatchMemOpType operation;
    MUdeviceptr address;
    __extension__ union {
      muuint32_t value;
      muuint64_t value64;
    };
    unsigned int flags;
    MUdeviceptr alias;
  } writeValue;
  struct MUstreamMemOpFlushRemoteWritesParams_st {
    MUstreamBatchMemOpType operation;
    unsigned int flags;
  } flushRemoteWrites;
  struct MUstreamMemOpMemoryBarrierParams_st {
    MUstreamBatchMemOpType operation;
    unsigned int flags;
  } memoryBarrier;
  muuint64_t pad[6];
} MUstreamBatchMemOpParams;

#endif
