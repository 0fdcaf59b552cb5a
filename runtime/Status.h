// The outcome of a runtime operation. The values are those of musaError_t and MUresult, which agree for every code
// used here (reference: SDK surface 2.4), so the C functions return them by a cast.
#pragma once

#include <cstdint>

namespace helicon {

enum class Status : int32_t {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NotInitialized = 3,
  Deinitialized = 4,
  InvalidConfiguration = 9, ///< runtime API; the driver API says InvalidValue
  InvalidPitchValue = 12,
  InvalidSymbol = 13,
  InvalidDevicePointer = 17,
  InvalidTexture = 18,
  InvalidTextureBinding = 19,
  InvalidChannelDescriptor = 20,
  InvalidMemcpyDirection = 21,
  TextureNotBound = 24,
  InvalidFilterSetting = 26,
  InvalidNormSetting = 27,
  InvalidSurface = 37,
  LaunchMaxDepthExceeded = 65,     ///< kernels launch kernels too deep
  SyncDepthExceeded = 68,          ///< device code waits too deep
  LaunchPendingCountExceeded = 69, ///< too many launches of device code have not ended
  InvalidDeviceFunction = 98,
  NoDevice = 100,
  InvalidDevice = 101,
  InvalidImage = 200,
  InvalidContext = 201,
  MapFailed = 205,
  NoBinaryForDevice = 209,
  PeerAccessUnsupported = 217,
  InvalidPtx = 218, ///< the stored device code is damaged
  JitCompilerNotFound = 221,
  FileNotFound = 301,
  OperatingSystem = 304,
  InvalidHandle = 400,
  IllegalState = 401,
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchOutOfResources = 701,
  LaunchTimeout = 702,
  IncompatibleTexturing = 703, ///< a texture reference is bound to what it can't read as it is set to
  ContextIsDestroyed = 709,
  Assert = 710,
  HostMemoryAlreadyRegistered = 712,
  HostMemoryNotRegistered = 713,
  HardwareStackError = 714,
  IllegalInstruction = 715,
  MisalignedAddress = 716,
  InvalidPc = 718, ///< a call through a pointer that is no function
  LaunchFailure = 719,
  CooperativeLaunchTooLarge = 720,
  NotPermitted = 800,
  NotSupported = 801,
  CaptureUnsupported = 900,
  CaptureInvalidated = 901,
  CaptureMerge = 902,
  CaptureUnmatched = 903,
  CaptureUnjoined = 904,
  CaptureIsolation = 905,
  CaptureImplicit = 906,
  CapturedEvent = 907,
  CaptureWrongThread = 908,
  GraphUpdateFailure = 910,
  Unknown = 999,
};

} // namespace helicon
