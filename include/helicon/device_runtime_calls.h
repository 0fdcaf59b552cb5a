// The device runtime's calls under one spelling of their names, __HELICON_RUNTIME_NAME. Included once for each.
#pragma clang system_header

__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(GetLastError)() {
  __helicon_device_record r = {};
  r.a = 1;
  return (musaError_t)__helicon_device_call(__helicon_last_error, &r);
}
__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(PeekAtLastError)() {
  __helicon_device_record r = {};
  return (musaError_t)__helicon_device_call(__helicon_last_error, &r);
}
/// The value that a conditional node of the running graph asks next. The handle is where it is kept.
__HELICON_DEVICE__ void __HELICON_RUNTIME_NAME(GraphSetConditional)(musaGraphConditionalHandle handle,
                                                                    unsigned int value) {
  *(volatile unsigned int *)handle = value;
}
/// Waits for all that the block launched.
__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(DeviceSynchronize)() {
  __helicon_device_record r = {};
  int status;
  while ((status = __helicon_device_call(__helicon_synchronize, &r)) == musaErrorNotReady)
    __helicon_yield();
  return (musaError_t)status;
}

__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(StreamCreateWithFlags)(musaStream_t *stream, unsigned int flags) {
  __helicon_device_record r = {};
  r.a = flags;
  int status = __helicon_device_call(__helicon_stream_create, &r);
  if (status == musaSuccess)
    *stream = (musaStream_t)r.b;
  return (musaError_t)status;
}
__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(StreamDestroy)(musaStream_t stream) {
  __helicon_device_record r = {};
  r.b = (unsigned long long)stream;
  return (musaError_t)__helicon_device_call(__helicon_stream_destroy, &r);
}
__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(StreamWaitEvent)(musaStream_t stream, musaEvent_t event,
                                                                       unsigned int = 0) {
  __helicon_device_record r = {};
  r.b = (unsigned long long)stream;
  r.c = (unsigned long long)event;
  return (musaError_t)__helicon_device_call(__helicon_stream_wait_event, &r);
}
__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(EventCreateWithFlags)(musaEvent_t *event, unsigned int flags) {
  __helicon_device_record r = {};
  r.a = flags;
  int status = __helicon_device_call(__helicon_event_create, &r);
  if (status == musaSuccess)
    *event = (musaEvent_t)r.c;
  return (musaError_t)status;
}
__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(EventDestroy)(musaEvent_t event) {
  __helicon_device_record r = {};
  r.c = (unsigned long long)event;
  return (musaError_t)__helicon_device_call(__helicon_event_destroy, &r);
}
__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(EventRecord)(musaEvent_t event, musaStream_t stream = 0) {
  __helicon_device_record r = {};
  r.b = (unsigned long long)stream;
  r.c = (unsigned long long)event;
  return (musaError_t)__helicon_device_call(__helicon_event_record, &r);
}

__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(MemcpyAsync)(void *to, const void *from, size_t bytes,
                                                                   enum musaMemcpyKind, musaStream_t stream = 0) {
  __helicon_device_record r = {};
  r.a = (unsigned long long)from;
  r.b = (unsigned long long)stream;
  r.c = bytes;
  r.pointer = to;
  return (musaError_t)__helicon_device_call(__helicon_copy, &r);
}
__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(MemsetAsync)(void *to, int value, size_t bytes,
                                                                   musaStream_t stream = 0) {
  __helicon_device_record r = {};
  r.a = (unsigned char)value;
  r.b = (unsigned long long)stream;
  r.c = bytes;
  r.pointer = to;
  return (musaError_t)__helicon_device_call(__helicon_fill, &r);
}
/// On the device's heap (musaLimitMallocHeapSize), like malloc.
__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(Malloc)(void **pointer, size_t bytes) {
  *pointer = malloc(bytes);
  return *pointer || bytes == 0 ? musaSuccess : musaErrorMemoryAllocation;
}
template <class __T> __HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(Malloc)(__T **pointer, size_t bytes) {
  *pointer = (__T *)malloc(bytes);
  return *pointer || bytes == 0 ? musaSuccess : musaErrorMemoryAllocation;
}
__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(Free)(void *pointer) {
  free(pointer);
  return musaSuccess;
}

__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(GetDeviceCount)(int *count) {
  __helicon_device_record r = {};
  int status = __helicon_device_call(__helicon_device_count, &r);
  *count = (int)r.d;
  return (musaError_t)status;
}
__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(GetDevice)(int *device) {
  __helicon_device_record r = {};
  int status = __helicon_device_call(__helicon_device, &r);
  *device = (int)r.d;
  return (musaError_t)status;
}
__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(DeviceGetAttribute)(int *value, enum musaDeviceAttr attribute,
                                                                          int device) {
  __helicon_device_record r = {};
  r.a = (unsigned long long)attribute;
  r.c = (unsigned long long)device;
  int status = __helicon_device_call(__helicon_attribute, &r);
  if (status == musaSuccess)
    *value = (int)r.d;
  return (musaError_t)status;
}
__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(DeviceGetLimit)(size_t *value, enum musaLimit limit) {
  __helicon_device_record r = {};
  r.a = (unsigned long long)limit;
  int status = __helicon_device_call(__helicon_limit, &r);
  if (status == musaSuccess)
    *value = r.d;
  return (musaError_t)status;
}

// Launches without <<<>>>: a buffer for the arguments, each at its natural offset, then the launch, which frees it.
__HELICON_DEVICE__ void *__HELICON_RUNTIME_NAME(GetParameterBuffer)(size_t, size_t bytes) { return malloc(bytes); }
__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(LaunchDevice)(void *function, void *parameters, dim3 grid,
                                                                    dim3 block, unsigned int shared,
                                                                    musaStream_t stream) {
  __helicon_device_record r = {};
  r.a = (unsigned long long)function;
  r.b = (unsigned long long)stream;
  r.c = shared;
  r.d = ~0ull;
  r.grid[0] = grid.x, r.grid[1] = grid.y, r.grid[2] = grid.z;
  r.block[0] = block.x, r.block[1] = block.y, r.block[2] = block.z;
  r.pointer = parameters;
  int status = __helicon_device_call(__helicon_launch, &r);
  if (parameters)
    free(parameters);
  return (musaError_t)status;
}
__HELICON_DEVICE__ void *__HELICON_RUNTIME_NAME(GetParameterBufferV2)(void *function, dim3 grid, dim3 block,
                                                                      unsigned int shared) {
  __helicon_device_record r = {};
  r.a = (unsigned long long)function;
  if (__helicon_device_call(__helicon_argument_bytes, &r) != musaSuccess)
    return 0;
  char *memory = (char *)malloc(sizeof(__helicon_parameter_buffer) + r.d);
  if (!memory)
    return 0;
  __helicon_parameter_buffer *head = (__helicon_parameter_buffer *)memory;
  head->grid[0] = grid.x, head->grid[1] = grid.y, head->grid[2] = grid.z;
  head->block[0] = block.x, head->block[1] = block.y, head->block[2] = block.z;
  head->function = r.a;
  head->shared = shared;
  return memory + sizeof(__helicon_parameter_buffer);
}
__HELICON_DEVICE__ musaError_t __HELICON_RUNTIME_NAME(LaunchDeviceV2)(void *parameters, musaStream_t stream) {
  if (!parameters)
    return musaErrorMemoryAllocation;
  __helicon_parameter_buffer *head =
      (__helicon_parameter_buffer *)((char *)parameters - sizeof(__helicon_parameter_buffer));
  __helicon_device_record r = {};
  r.a = head->function;
  r.b = (unsigned long long)stream;
  r.c = head->shared;
  r.d = ~0ull;
  for (int i = 0; i < 3; ++i) {
    r.grid[i] = head->grid[i];
    r.block[i] = head->block[i];
  }
  r.pointer = parameters;
  int status = __helicon_device_call(__helicon_launch, &r);
  free(head);
  return (musaError_t)status;
}
