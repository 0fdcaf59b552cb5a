// Counting, and the call at the end, which is made without a lock.
#include "runtime/UserObject.h"

#include "runtime/Handles.h"

#include <algorithm>

namespace helicon {

UserObjectRef UserObject::create(void *object, void (*destroy)(void *), uint64_t count) {
  auto made = std::make_shared<UserObject>(object, destroy, count);
  HandleTable<UserObject>::get().add(made);
  return made;
}

UserObjectRef UserObject::find(const void *handle) { return HandleTable<UserObject>::get().find(handle); }

Status UserObject::retain(uint64_t references) {
  const std::lock_guard lock(mutex);
  if (references == 0 || count == 0)
    return Status::InvalidValue;
  count += references;
  return Status::Success;
}

Status UserObject::release(uint64_t references) {
  const UserObjectRef self = weak_from_this().lock(); // until the end of the call
  {
    const std::lock_guard lock(mutex);
    if (references == 0 || references > count)
      return Status::InvalidValue;
    count -= references;
    if (count > 0)
      return Status::Success;
  }
  HandleTable<UserObject>::get().remove(this);
  destroy(object);
  return Status::Success;
}

UserObjectHolds::~UserObjectHolds() {
  for (const Hold &hold : holds)
    hold.object->release(hold.references);
}

Status UserObjectHolds::add(const UserObjectRef &object, uint64_t references, bool moved) {
  if (references == 0)
    return Status::InvalidValue;
  if (!moved)
    if (Status status = object->retain(references); status != Status::Success)
      return status;
  auto known = std::find_if(holds.begin(), holds.end(), [&](const Hold &hold) { return hold.object == object; });
  if (known != holds.end())
    known->references += references;
  else
    holds.push_back({object, references});
  return Status::Success;
}

Status UserObjectHolds::drop(const UserObjectRef &object, uint64_t references) {
  auto known = std::find_if(holds.begin(), holds.end(), [&](const Hold &hold) { return hold.object == object; });
  if (known == holds.end() || references == 0 || references > known->references)
    return Status::InvalidValue;
  known->references -= references;
  if (known->references == 0)
    holds.erase(known);
  return object->release(references);
}

void UserObjectHolds::copyFrom(const UserObjectHolds &other) {
  for (const Hold &hold : other.holds)
    add(hold.object, hold.references, false);
}

} // namespace helicon
