// Lookup in the table of error codes: binary search, as the table is sorted by number.
#include "api/common/Errors.h"

#include <algorithm>
#include <iterator>

namespace helicon::api {
namespace {

struct Row {
  int code;
  const char *runtimeName;
  const char *driverName;
  const char *text;
};

constexpr Row kRows[] = {
#define HELICON_ERROR(code, runtimeName, driverName, text) {code, runtimeName, driverName, text},
#include "api/common/Errors.def"
#undef HELICON_ERROR
};

static_assert(std::is_sorted(std::begin(kRows), std::end(kRows),
                             [](const Row &a, const Row &b) { return a.code < b.code; }));

const Row *find(int code) {
  const Row *row = std::lower_bound(std::begin(kRows), std::end(kRows), code,
                                    [](const Row &row, int wanted) { return row.code < wanted; });
  return row != std::end(kRows) && row->code == code ? row : nullptr;
}

} // namespace

const char *runtimeErrorName(int code) {
  const Row *row = find(code);
  return row ? row->runtimeName : nullptr;
}

const char *driverErrorName(int code) {
  const Row *row = find(code);
  return row ? row->driverName : nullptr;
}

const char *errorText(int code) {
  const Row *row = find(code);
  return row ? row->text : nullptr;
}

} // namespace helicon::api
