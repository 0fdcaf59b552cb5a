// From a launch request to a command in a stream: checks against the profile (codes as on hardware), arguments copied,
// native code looked up or compiled. Returns before the kernel runs.
#pragma once

#include "runtime/Export.h"
#include "runtime/Module.h"
#include "runtime/Profile.h"
#include "runtime/Status.h"
#include "runtime/Stream.h"

#include <cstdint>
#include <string>

namespace helicon {

class KernelCommand;

struct LaunchRequest {
  uint32_t grid[3] = {1, 1, 1};
  uint32_t block[3] = {1, 1, 1};
  uint64_t dynamicShared = 0;
  bool cooperative = false;
  void *const *parameters = nullptr; ///< one address for each parameter, or
  const void *packed = nullptr;      ///< the argument buffer itself
  uint64_t packedBytes = 0;
  const void *hostFunction = nullptr; ///< by which a graph's node gives the kernel back
};

/// Block or grid that the card refuses: InvalidConfiguration (9). Too much shared memory, missing arguments:
/// InvalidValue (1). More threads than __launch_bounds__: LaunchOutOfResources (701). Cooperative and not all resident:
/// CooperativeLaunchTooLarge (720). Stream of another context: InvalidHandle (400).
/// HELICON_VERBOSE says on stderr what was asked for and what is allowed.
HELICON_EXPORT Status launch(Stream &, Kernel &, const LaunchRequest &);

/// For graphs. The checks of launch() that need no native code; says the same.
HELICON_EXPORT Status checkLaunch(Context &, Kernel &, const LaunchRequest &);
/// Copies the arguments to `target`, of info().argumentBytes.
HELICON_EXPORT Status packArguments(const Kernel &, const LaunchRequest &, char *target);
/// The command of a launch, built at `place`; native code is looked up or compiled.
Status placeLaunch(Context &, Kernel &, const LaunchRequest &, void *place, KernelCommand *&out);
/// How the pool shares its blocks out, by what is known of their time by now.
void shareOut(KernelCommand &);
/// Checked mode, at each launch: false where the launch is dropped (the context has failed then).
bool checkAtLaunch(KernelCommand &);

/// Why a card refuses the block, grid or shared memory of the request: both numbers. Empty: it does not.
HELICON_EXPORT std::string whyRefused(const Profile &, const Kernel &, const LaunchRequest &);
/// The same checks for a launch by device code; the command is to be submitted. Safe on a small stack. Null with
/// Success where the launch is dropped (HELICON_STRICT).
Status makeDeviceLaunch(Context &, Kernel &, const LaunchRequest &, std::shared_ptr<KernelCommand> &out);

} // namespace helicon
