// See Peers.h. Contexts are few: a list. An entry keeps no context alive, and goes with either of them.
#include "api/common/Peers.h"

#include "runtime/Device.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace helicon::api {
namespace {

constexpr auto kAlreadyEnabled = static_cast<Status>(704), kNotEnabled = static_cast<Status>(705);

struct Entry {
  const Context *self, *peer;
  int device; ///< of `self`
};
struct Table {
  std::mutex mutex;
  std::vector<Entry> entries;
  static Table &get() {
    static auto *const kTable = new Table; // outlives destructors that still call the API
    return *kTable;
  }
};

} // namespace

Status enablePeer(Context &self, Context &peer) {
  if (&self.device() == &peer.device())
    return Status::PeerAccessUnsupported;
  Table &table = Table::get();
  auto forget = [&table](const Context *gone) {
    const std::lock_guard lock(table.mutex);
    std::erase_if(table.entries, [&](const Entry &e) { return e.self == gone || e.peer == gone; });
  };
  for (Context *context : {&self, &peer})
    context->atDestroy(&table, [forget, context] { forget(context); });
  const std::lock_guard lock(table.mutex);
  for (const Entry &e : table.entries)
    if (e.self == &self && e.peer == &peer)
      return kAlreadyEnabled;
  table.entries.push_back({&self, &peer, self.device().ordinal()});
  return Status::Success;
}

Status disablePeer(const Context &self, const Context &peer) {
  Table &table = Table::get();
  const std::lock_guard lock(table.mutex);
  const bool was =
      std::erase_if(table.entries, [&](const Entry &e) { return e.self == &self && e.peer == &peer; }) != 0;
  return was ? Status::Success : kNotEnabled;
}

void forgetPeers(int device) {
  Table &table = Table::get();
  const std::lock_guard lock(table.mutex);
  std::erase_if(table.entries, [&](const Entry &e) { return e.device == device; });
}

} // namespace helicon::api
