// What a block in execution launched and made: its streams, its events, the errors of its threads. Made at the first
// such call of the block and gone with it; what was launched goes on in the scheduler's graph, where the grid is not
// done before everything that it launched is (Scheduler::submitChild).
#pragma once

#include "kernel-ir/Abi.h"
#include "runtime/Command.h"
#include "runtime/Status.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace helicon {

class KernelCommand;

class DeviceLaunches {
public:
  explicit DeviceLaunches(KernelCommand &grid) : grid(grid) {}
  /// One call of a thread of the block.
  Status call(uint32_t thread, DeviceCall call, DeviceCallRecord &record);

private:
  struct Queue {
    CommandRef tail;
    std::vector<CommandRef> waits; ///< for what comes next
  };

  Status perform(DeviceCall call, DeviceCallRecord &record);
  Status launch(const DeviceCallRecord &record);
  Status enqueue(const CommandRef &command, uint64_t stream);
  Status transfer(DeviceCall call, const DeviceCallRecord &record);
  Status synchronise();
  Status createStream(DeviceCallRecord &record);
  Status createEvent(DeviceCallRecord &record);
  Status event(DeviceCall call, const DeviceCallRecord &record);
  Queue *queueOf(uint64_t stream);

  KernelCommand &grid;
  Queue common; ///< the null stream: one for the block
  std::unordered_map<uint64_t, std::unique_ptr<Queue>> streams;
  std::unordered_map<uint64_t, CommandRef> events;
  std::unordered_map<uint32_t, Status> errors; ///< by thread
  std::vector<CommandRef> launched;            ///< not known to have ended
  uint64_t nextHandle = 0x100;
};

/// The service (kernel-ir/Abi.h).
int32_t deviceCall(BlockContext *, uint32_t thread, DeviceCall call, DeviceCallRecord *record);

/// What the API above the runtime knows of a device, and device code may ask. It defines this; a program made of the
/// runtime alone may leave it out.
struct DeviceFactSource {
  bool (*attribute)(const class Device &, int attribute, int &value);
};
extern const DeviceFactSource kDeviceFactSource __attribute__((weak));

} // namespace helicon
