// The client's buffers: one is out at a time and holds records of all threads, contexts and streams in the order in
// which they came. A thread of the library empties the runtime's queue before it is full and delivers full buffers; a
// flush does the same at once, on the thread that asks. One mutex is held meanwhile, also while the client's functions
// run, so they must not flush.
#pragma once

#include "include/mupti_activity.h"

#include <cstdint>
#include <mutex>

namespace helicon::activity {
struct Record;
}

namespace helicon::mupti {

class Buffers {
public:
  /// Never destroyed: the library's thread may use it until the process is gone.
  static Buffers &get();

  /// The calling thread is in one of the client's functions.
  static bool isInClient();
  // INVALID_OPERATION from one of the client's functions, for all that give a code.
  MUptiResult setCallbacks(MUpti_BuffersCallbackRequestFunc request, MUpti_BuffersCallbackCompleteFunc complete);
  /// `forced`: an empty buffer goes back as well.
  MUptiResult flush(bool forced);
  /// 0: the thread wakes when there is enough to do.
  MUptiResult setPeriod(uint32_t milliseconds);
  /// Starts the thread, if there are callbacks; something is recorded now.
  void start();
  /// Flushes, and forgets the callbacks; the thread ends. Not from one of the client's functions.
  void stop();

private:
  void drain();
  bool put(const activity::Record &record);
  bool makeRoom(size_t bytes);
  void complete();
  void startLocked();
  void noteWakeUp();
  void run(uint64_t myTurn);
  static void *main(void *turn);

  std::mutex mutex;
  MUpti_BuffersCallbackRequestFunc request = nullptr;
  MUpti_BuffersCallbackCompleteFunc completed = nullptr;
  uint8_t *buffer = nullptr;
  size_t size = 0, used = 0, records = 0, mostRecords = 0;
  uint64_t delivered = 0; ///< buffers since the process began
  uint64_t turn = 0;      ///< of threads; one of an older turn ends
  bool isRunning = false; ///< the thread of this turn
  bool isEnding = false;  ///< the process: the client's functions may be gone, so the thread leaves them alone
  uint32_t period = 0;    ///< milliseconds
};

} // namespace helicon::mupti
