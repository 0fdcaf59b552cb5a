// Device variables by the address of their host shadow.
#include "api/common/Copies.h"
#include "api/musart/Entry.h"
#include "api/musart/Symbols.h"
#include "runtime/Program.h"

using namespace helicon;
using musart::withContext;

namespace {

struct Symbol {
  char *address = nullptr;
  uint64_t bytes = 0;
};

Status findSymbol(const void *shadow, Context &context, Symbol &out) {
  if (!shadow)
    return Status::InvalidSymbol;
  Variable variable;
  const Status status = program::variableFor(shadow, context, variable, out.bytes);
  out.address = static_cast<char *>(variable.address);
  return status;
}

musaError_t copyTo(const char *function, bool perThread, const void *symbol, const void *src, size_t count,
                   size_t offset, musaMemcpyKind kind, musaStream_t handle, bool asynchronous) {
  return musart::withStream(function, perThread, handle, [&](Stream &stream) {
    char *to = nullptr;
    if (kind != musaMemcpyHostToDevice && kind != musaMemcpyDeviceToDevice && kind != musaMemcpyDefault)
      return Status::InvalidMemcpyDirection;
    if (Status status = musart::partOfSymbol(symbol, stream.context(), count, offset, to); status != Status::Success)
      return status;
    return api::copyLinear(stream, to, src, count, kind, asynchronous);
  });
}

musaError_t copyFrom(const char *function, bool perThread, void *dst, const void *symbol, size_t count, size_t offset,
                     musaMemcpyKind kind, musaStream_t handle, bool asynchronous) {
  return musart::withStream(function, perThread, handle, [&](Stream &stream) {
    char *from = nullptr;
    if (kind != musaMemcpyDeviceToHost && kind != musaMemcpyDeviceToDevice && kind != musaMemcpyDefault)
      return Status::InvalidMemcpyDirection;
    if (Status status = musart::partOfSymbol(symbol, stream.context(), count, offset, from); status != Status::Success)
      return status;
    return api::copyLinear(stream, dst, from, count, kind, asynchronous);
  });
}

musaError_t musaMemcpyToSymbolBody(const char *function, bool perThread, const void *symbol, const void *src,
                                   size_t count, size_t offset, musaMemcpyKind kind) {
  return copyTo(function, perThread, symbol, src, count, offset, kind, nullptr, false);
}

musaError_t musaMemcpyToSymbolAsyncBody(const char *function, bool perThread, const void *symbol, const void *src,
                                        size_t count, size_t offset, musaMemcpyKind kind, musaStream_t stream) {
  return copyTo(function, perThread, symbol, src, count, offset, kind, stream, true);
}

musaError_t musaMemcpyFromSymbolBody(const char *function, bool perThread, void *dst, const void *symbol, size_t count,
                                     size_t offset, musaMemcpyKind kind) {
  return copyFrom(function, perThread, dst, symbol, count, offset, kind, nullptr, false);
}

musaError_t musaMemcpyFromSymbolAsyncBody(const char *function, bool perThread, void *dst, const void *symbol,
                                          size_t count, size_t offset, musaMemcpyKind kind, musaStream_t stream) {
  return copyFrom(function, perThread, dst, symbol, count, offset, kind, stream, true);
}

} // namespace

Status musart::partOfSymbol(const void *shadow, Context &context, size_t count, size_t offset, char *&out) {
  Symbol symbol;
  if (Status status = findSymbol(shadow, context, symbol); status != Status::Success)
    return status;
  if (offset > symbol.bytes || count > symbol.bytes - offset)
    return Status::InvalidValue;
  out = symbol.address + offset;
  return Status::Success;
}

HELICON_API musaError_t musaGetSymbolAddress(void **devPtr, const void *shadow) {
  return withContext(__func__, [&](Context &context) {
    Symbol symbol;
    if (!devPtr)
      return Status::InvalidValue;
    const Status status = findSymbol(shadow, context, symbol);
    if (status == Status::Success)
      *devPtr = symbol.address;
    return status;
  });
}

HELICON_API musaError_t musaGetSymbolSize(size_t *size, const void *shadow) {
  return withContext(__func__, [&](Context &context) {
    Symbol symbol;
    if (!size)
      return Status::InvalidValue;
    const Status status = findSymbol(shadow, context, symbol);
    if (status == Status::Success)
      *size = symbol.bytes;
    return status;
  });
}

HELICON_STREAM_API(musaMemcpyToSymbol, _ptds,
                   (const void *symbol, const void *src, size_t count, size_t offset, musaMemcpyKind kind),
                   (symbol, src, count, offset, kind))
HELICON_STREAM_API(musaMemcpyToSymbolAsync, _ptsz,
                   (const void *symbol, const void *src, size_t count, size_t offset, musaMemcpyKind kind,
                    musaStream_t stream),
                   (symbol, src, count, offset, kind, stream))
HELICON_STREAM_API(musaMemcpyFromSymbol, _ptds,
                   (void *dst, const void *symbol, size_t count, size_t offset, musaMemcpyKind kind),
                   (dst, symbol, count, offset, kind))
HELICON_STREAM_API(musaMemcpyFromSymbolAsync, _ptsz,
                   (void *dst, const void *symbol, size_t count, size_t offset, musaMemcpyKind kind,
                    musaStream_t stream),
                   (dst, symbol, count, offset, kind, stream))
