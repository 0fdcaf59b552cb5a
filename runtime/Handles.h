// Live objects by address: turns a handle of the C API back into an object, or into nothing when it is stale.
// Cost of a look-up: a shared lock and a hash, about 20 ns.
#pragma once

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

namespace helicon {

template <class T> class HandleTable {
public:
  /// The table of T; never destroyed, so that objects may go while the process ends.
  static HandleTable &get() {
    static auto *const kTable = new HandleTable;
    return *kTable;
  }
  void add(std::shared_ptr<T> object) {
    std::unique_lock lock(mutex);
    const void *key = object.get();
    objects.emplace(key, std::move(object));
  }
  void remove(const void *handle) {
    std::shared_ptr<T> last; // dropped after the lock
    std::unique_lock lock(mutex);
    auto it = objects.find(handle);
    if (it == objects.end())
      return;
    last = std::move(it->second);
    objects.erase(it);
    lock.unlock();
  }
  /// Without the lock; what is added or removed meanwhile may or may not be seen.
  template <class Action> void forEach(Action &&action) const {
    std::vector<std::shared_ptr<T>> all;
    {
      std::shared_lock lock(mutex);
      for (const auto &[key, object] : objects)
        all.push_back(object);
    }
    for (const auto &object : all)
      action(*object);
  }
  template <class Predicate> void removeIf(Predicate &&predicate) {
    std::unordered_map<const void *, std::shared_ptr<T>> last; // dropped after the lock
    std::unique_lock lock(mutex);
    for (auto it = objects.begin(); it != objects.end();)
      if (predicate(*it->second))
        last.insert(objects.extract(it++));
      else
        ++it;
    lock.unlock();
  }
  std::shared_ptr<T> find(const void *handle) const {
    std::shared_lock lock(mutex);
    auto it = objects.find(handle);
    return it == objects.end() ? nullptr : it->second;
  }

private:
  mutable std::shared_mutex mutex;
  std::unordered_map<const void *, std::shared_ptr<T>> objects;
};

} // namespace helicon
