// The part of an event that several processes see: a page of a memory file with the number of the last recording, that
// of the last one that was reached, and who recorded. A process that dies takes its recordings along: whoever waits
// looks now and then whether it is still there, and takes what it left as reached.
#pragma once

#include "runtime/SharedFile.h"
#include "runtime/Status.h"

#include <cstdint>
#include <memory>

namespace helicon {

class SharedEvent {
public:
  static Status create(std::shared_ptr<SharedEvent> &out);
  /// MapFailed when the process, or its event, is not there.
  static Status open(pid_t process, int number, const uint64_t (&key)[2], std::shared_ptr<SharedEvent> &out);
  ~SharedEvent();
  SharedEvent(const SharedEvent &) = delete;

  const SharedFile &file() const { return memory; }
  /// This process recorded last.
  bool isOurs() const;
  uint64_t begin();
  void finish(uint64_t number);
  uint64_t lastNumber() const;
  bool isDone(uint64_t number) const;
  void wait(uint64_t number) const;

private:
  struct Page;
  SharedEvent() = default;
  static Status map(SharedEvent &);
  SharedFile memory;
  Page *page = nullptr;
};

} // namespace helicon
