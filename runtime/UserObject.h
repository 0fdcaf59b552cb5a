// Objects of the program that live as long as graphs which need them (musaUserObject_t): a count of references, and a
// function that is called when the last one is given back. It may come from any thread, as on a card, and must not call
// the API.
#pragma once

#include "runtime/Export.h"
#include "runtime/Status.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace helicon {

class UserObject;
using UserObjectRef = std::shared_ptr<UserObject>;

class HELICON_EXPORT UserObject : public std::enable_shared_from_this<UserObject> {
public:
  UserObject(void *object, void (*destroy)(void *), uint64_t count) : object(object), destroy(destroy), count(count) {}
  static UserObjectRef create(void *object, void (*destroy)(void *), uint64_t count);
  static UserObjectRef find(const void *handle);
  /// InvalidValue for a count of 0, and for more references than there are.
  Status retain(uint64_t references);
  Status release(uint64_t references);

private:
  void *const object;
  void (*const destroy)(void *);
  std::mutex mutex;
  uint64_t count;
};

/// The references that a graph, or what was made from it, holds. Given back at its end.
class HELICON_EXPORT UserObjectHolds {
public:
  UserObjectHolds() = default;
  UserObjectHolds(const UserObjectHolds &) = delete;
  ~UserObjectHolds();
  /// `moved`: the caller's references become these.
  Status add(const UserObjectRef &, uint64_t references, bool moved);
  Status drop(const UserObjectRef &, uint64_t references);
  /// The same references once more.
  void copyFrom(const UserObjectHolds &other);

private:
  struct Hold {
    UserObjectRef object;
    uint64_t references = 0;
  };
  std::vector<Hold> holds;
};

} // namespace helicon
