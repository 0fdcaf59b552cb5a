// A write past `ulimit -f` fails with EFBIG like one to a full disk, but first the kernel sends SIGXFSZ, which ends a
// program that never heard of it. While a FileSizeSignal lives, this thread's writes fail and nothing else happens. The
// program's own handling of the signal stays as it is: no handler is touched, and one that waited before still does.
#pragma once

#include <cerrno>
#include <csignal>
#include <ctime>

namespace helicon {

class FileSizeSignal {
public:
  FileSizeSignal() {
    sigset_t pending;
    sigemptyset(&pending);
    sigpending(&pending);
    waited = sigismember(&pending, SIGXFSZ) == 1;
    sigemptyset(&signal);
    sigaddset(&signal, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signal, &before);
  }
  ~FileSizeSignal() {
    int error = errno;
    // The signal goes to the thread that wrote, so it is here by now or was never sent.
    const timespec atOnce{};
    while (!waited && sigtimedwait(&signal, nullptr, &atOnce) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
  }
  FileSizeSignal(const FileSizeSignal &) = delete;
  FileSizeSignal &operator=(const FileSizeSignal &) = delete;

private:
  sigset_t signal, before;
  bool waited = false;
};

} // namespace helicon
