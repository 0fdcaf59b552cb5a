// Lookup in the table of error codes: binary search, as the table is sorted by number.
#include "api/common/Errors.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

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

/// A text in CUDA's spelling. `known` is false for the null of a code that the API does not have.
struct CudaText {
  char text[136] = {};
  bool known = false;
  const char *get() const { return known ? text : nullptr; }
};

constexpr CudaText cudaSpelling(const char *text) {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"Musart", "Cudart"}, {"MUSA", "CUDA"},     {"Musa", "Cuda"},     {"musa", "cuda"},
      {"MTLINK", "NVLINK"}, {"Mtlink", "Nvlink"}, {"MTLink", "NVLink"},
  };
  CudaText out;
  if (!text)
    return out;
  out.known = true;
  std::string_view rest(text);
  for (size_t at = 0; !rest.empty();) {
    std::string_view piece = rest.substr(0, 1), instead = piece;
    if (rest[0] == 'M' || rest[0] == 'm') // few steps for the compiler
      for (const auto &[musa, cuda] : kWords)
        if (rest.starts_with(musa)) {
          piece = musa;
          instead = cuda;
          break;
        }
    for (char c : instead)
      out.text[at++] = c; // too long a text does not compile
    rest.remove_prefix(piece.size());
  }
  return out;
}

struct CudaRow {
  CudaText runtimeName, driverName, text;
};

constexpr std::array<CudaRow, std::size(kRows)> kCudaRows = [] {
  std::array<CudaRow, std::size(kRows)> rows;
  for (size_t i = 0; i < rows.size(); ++i)
    rows[i] = {cudaSpelling(kRows[i].runtimeName), cudaSpelling(kRows[i].driverName), cudaSpelling(kRows[i].text)};
  return rows;
}();

const Row *find(int code) {
  const Row *row = std::lower_bound(std::begin(kRows), std::end(kRows), code,
                                    [](const Row &row, int wanted) { return row.code < wanted; });
  return row != std::end(kRows) && row->code == code ? row : nullptr;
}

const char *inCuda(int code, CudaText CudaRow::*what) {
  const Row *row = find(code);
  return row ? (kCudaRows[static_cast<size_t>(row - kRows)].*what).get() : nullptr;
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

const char *cudaRuntimeErrorName(int code) { return inCuda(code, &CudaRow::runtimeName); }

const char *cudaDriverErrorName(int code) { return inCuda(code, &CudaRow::driverName); }

const char *cudaErrorText(int code) { return inCuda(code, &CudaRow::text); }

} // namespace helicon::api
