// Attributes of functions and of libraries' kernels, by the driver's numbers.
#include "api/musa/FunctionAttributes.h"

#include "api/common/Functions.h"

namespace helicon::musa {

Status getAttribute(const Kernel &kernel, MUfunction_attribute attribute, int &out) {
  const api::FunctionFacts facts = api::functionFacts(kernel);
  switch (attribute) {
  case MU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    out = facts.maxThreadsPerBlock;
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    out = static_cast<int>(facts.sharedBytes);
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    out = static_cast<int>(facts.localBytes);
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_NUM_REGS:
    out = facts.registers;
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_PTX_VERSION:
  case MU_FUNC_ATTRIBUTE_BINARY_VERSION:
    out = facts.binaryVersion;
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    out = facts.maxDynamicShared;
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    out = facts.carveout;
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
  case MU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
  case MU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
  case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
  case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
  case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
  case MU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
  case MU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    out = 0;
    return Status::Success;
  case MU_FUNC_ATTRIBUTE_MAX:
    break;
  }
  return Status::InvalidValue;
}

Status setAttribute(Kernel &kernel, MUfunction_attribute attribute, int value) {
  switch (attribute) {
  case MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    return kernel.setMaxDynamicShared(value);
  case MU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    return kernel.setSharedCarveout(value);
  case MU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
  case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
  case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
  case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
  case MU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
  case MU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    return Status::NotSupported; // no clusters here
  default:
    return Status::InvalidValue;
  }
}

} // namespace helicon::musa
