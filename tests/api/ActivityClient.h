// A client of the activity API: it gives buffers of a chosen size and keeps copies of all records that come back.
#pragma once

#include "MuptiCheck.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <set>

/// A record, copied.
class Seen {
public:
  Seen(const MUpti_Activity *record, size_t bytes) : words((bytes + 7) / 8), theKind(record->kind) {
    std::memcpy(words.data(), record, bytes);
  }
  MUpti_ActivityKind kind() const { return theKind; }
  template <class T> const T &as() const {
    EXPECT_LE(sizeof(T), words.size() * 8);
    return *reinterpret_cast<const T *>(words.data());
  }

private:
  std::vector<uint64_t> words;
  MUpti_ActivityKind theKind;
};

class Client {
public:
  static Client &get() {
    static auto *const kClient = new Client;
    return *kClient;
  }

  void reset() {
    const std::lock_guard lock(mutex);
    seen.clear();
    bufferBytes = 1 << 16;
    recordsPerBuffer = 0;
    refuses = false;
    requested = completed = empty = 0;
  }
  static void MUPTIAPI request(uint8_t **buffer, size_t *size, size_t *maxNumRecords) {
    Client &c = get();
    const std::lock_guard lock(c.mutex);
    *buffer = nullptr;
    if (c.refuses)
      return;
    c.requested++;
    *size = c.bufferBytes;
    *maxNumRecords = c.recordsPerBuffer;
    *buffer = static_cast<uint8_t *>(std::aligned_alloc(8, (c.bufferBytes + 7) / 8 * 8));
    std::memset(*buffer, 0xa5, c.bufferBytes);
  }
  static void MUPTIAPI complete(MUcontext context, uint32_t stream, uint8_t *buffer, size_t size, size_t validSize) {
    Client &c = get();
    EXPECT_EQ(nullptr, context);
    EXPECT_EQ(0u, stream);
    {
      const std::lock_guard lock(c.mutex);
      c.completed++;
      c.empty += validSize == 0;
      EXPECT_LE(validSize, size);
      MUpti_Activity *record = nullptr;
      MUptiResult result = MUPTI_SUCCESS;
      size_t count = 0;
      std::vector<std::pair<MUpti_Activity *, size_t>> found;
      while ((result = muptiActivityGetNextRecord(buffer, validSize, &record)) == MUPTI_SUCCESS) {
        if (!found.empty())
          found.back().second = size_t(reinterpret_cast<uint8_t *>(record) - buffer) - found.back().second;
        found.emplace_back(record, size_t(reinterpret_cast<uint8_t *>(record) - buffer));
        count++;
      }
      if (!found.empty())
        found.back().second = validSize - found.back().second;
      for (const auto &[at, bytes] : found)
        c.seen.emplace_back(at, bytes);
      EXPECT_EQ(nameOf(MUPTI_ERROR_MAX_LIMIT_REACHED), nameOf(result));
      if (c.recordsPerBuffer) {
        EXPECT_LE(count, c.recordsPerBuffer);
      }
      if (c.whenCompleted)
        c.whenCompleted();
    }
    std::free(buffer);
  }

  template <class T> std::vector<T> all(MUpti_ActivityKind kind) {
    const std::lock_guard lock(mutex);
    std::vector<T> out;
    for (const Seen &record : seen)
      if (record.kind() == kind)
        out.push_back(record.as<T>());
    return out;
  }
  size_t count() {
    const std::lock_guard lock(mutex);
    return seen.size();
  }

  std::mutex mutex;
  std::vector<Seen> seen; ///< in the order of delivery
  size_t bufferBytes = 1 << 16, recordsPerBuffer = 0;
  bool refuses = false;
  size_t requested = 0, completed = 0, empty = 0;
  std::function<void()> whenCompleted; ///< called with the mutex held
};

/// Nothing is enabled at the beginning, and all is as it was at the end.
class ActivityTest : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    Client::get().reset();
    ASSERT_MUPTI_OK(muptiActivityRegisterCallbacks(Client::request, Client::complete));
    ASSERT_OK(musaFree(nullptr)); // the context
    ASSERT_MU_OK(muCtxGetCurrent(&context));
    ASSERT_MUPTI_OK(muptiGetContextId(context, &contextId));
  }
  void TearDown() override {
    RuntimeTest::TearDown();
    Client::get().whenCompleted = nullptr;
    EXPECT_MUPTI_OK(muptiFinalize());
    EXPECT_EQ(Client::get().requested, Client::get().completed);
  }
  static void enable(std::initializer_list<MUpti_ActivityKind> kinds) {
    for (MUpti_ActivityKind kind : kinds)
      EXPECT_MUPTI_OK(muptiActivityEnable(kind));
  }
  /// All records of work that has ended, of one kind.
  template <class T> std::vector<T> flush(MUpti_ActivityKind kind) {
    EXPECT_MUPTI_OK(muptiActivityFlushAll(0));
    return Client::get().all<T>(kind);
  }
  static uint32_t idOf(musaStream_t stream) {
    uint32_t id = 0;
    EXPECT_MUPTI_OK(muptiGetStreamIdEx(nullptr, reinterpret_cast<MUstream>(stream), 0, &id));
    return id;
  }

  MUcontext context = nullptr;
  uint32_t contextId = 0;
};
