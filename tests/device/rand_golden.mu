// The device's random number generators against what a card answers (golden/rand): the kernels of rows.h, row by row.
// Bits, uniform numbers and most Poisson ones are equal; normal ones lie within the card's own error. The first
// argument is the folder of this file.
#include "check.h"

#include <curand_kernel.h>

#include <fstream>
#include <map>
#include <sstream>

#include "golden/rand/rows.h"

using Words = std::vector<unsigned long long>;
using Rows = std::map<std::string, Words>;

/// "= generator case..." and then rows of hexadecimal words, by the first line.
std::map<std::string, Rows> read(const std::string &name) {
  std::map<std::string, Rows> all;
  std::ifstream file(name);
  Rows *rows = nullptr;
  for (std::string line; std::getline(file, line);) {
    std::istringstream in(line);
    std::string row, kind, word;
    in >> row;
    if (row == "=") {
      rows = &all[line.substr(2)];
      continue;
    }
    if (row != "vectors" && row != "constant")
      in >> kind;
    while (in >> word)
      (*rows)[row].push_back(std::stoull(word, nullptr, 16));
  }
  return all;
}

double number(char kind, unsigned long long word) {
  unsigned bits = (unsigned)word;
  float single;
  double value;
  memcpy(&single, &bits, sizeof(single));
  memcpy(&value, &word, sizeof(value));
  return kind == 'f' ? single : value;
}

/// Whether `ours` is right. Rejection's Poisson numbers (64 to 4000, random generators) are only plausible.
bool agrees(const std::string &generator, const std::string &row, char kind, unsigned long long ours,
            unsigned long long card) {
  bool sobol = generator.find("sobol") != std::string::npos;
  for (double mean : {64.0, 500.0, 3999.0})
    if (!sobol && (row == "poisson_" + std::to_string((int)mean) || row == "poisson4_" + std::to_string((int)mean)))
      return std::fabs(ours - mean) < 7 * std::sqrt(mean);
  if (sobol && row == "poisson_500" && card < 500 - 7 * std::sqrt(500.0)) // the card's inverse is an approximation
    return ours - card + 1 <= 2;
  if (ours == card || kind == 'u' || kind == 'q' || row.compare(0, 7, "uniform") == 0)
    return ours == card;
  // A card's fast sine has an absolute error of 2^-21, times the radius of at most 6.7.
  double tolerance = kind == 'f' ? 6e-6 : 2e-14, wanted = number(kind, card);
  return std::fabs(number(kind, ours) - wanted) <= tolerance * (1 + std::fabs(wanted));
}

int rowsSeen = 0;
void compare(const std::string &label, const std::string &row, char kind, int count, const unsigned long long *&at,
             const Rows &rows) {
  auto found = rows.find(row);
  bool whole = found != rows.end() && (int)found->second.size() == count;
  check::that(whole, label + " " + row, "not in the golden file");
  for (int i = 0; i < count; i++) {
    bool good = whole && agrees(label, row, kind, at[i], found->second[i]);
    if (whole && !good) {
      char text[100];
      snprintf(text, sizeof(text), "number %d: %llx, card %llx", i, at[i], found->second[i]);
      check::that(false, label + " " + row, text);
      break;
    }
  }
  at += count;
  rowsSeen++;
}

#define COMPARE_ROW(name, kind, count, turns, ...) compare(label, #name, #kind[0], count, at, found->second);

int main(int, char **argv) {
  std::string folder = argv[1];
  auto pseudo = read(folder + "/golden/rand/pseudo.txt"), quasi = read(folder + "/golden/rand/sobol.txt");
  check::Buffer<Case> cases(std::vector<Case>(kCases, kCases + kCaseCount));
#define PSEUDO(NAME, ROWS, COUNT, WORDS)                                                                               \
  {                                                                                                                    \
    check::Buffer<unsigned long long> out(COUNT *WORDS);                                                               \
    NAME<<<1, 32>>>(cases.device(), COUNT, out.device());                                                              \
    out.download();                                                                                                    \
    const unsigned long long *at = out.host.data();                                                                    \
    for (int i = 0; i < COUNT; i++) {                                                                                  \
      std::string label = std::string(#NAME) + " " + std::to_string(kCases[i].seed) + " " +                            \
                          std::to_string(kCases[i].subsequence) + " " + std::to_string(kCases[i].offset);              \
      auto found = pseudo.find(label);                                                                                 \
      check::that(found != pseudo.end(), label, "no golden rows");                                                     \
      if (found == pseudo.end())                                                                                       \
        break;                                                                                                         \
      ROWS(COMPARE_ROW)                                                                                                \
    }                                                                                                                  \
  }
  PSEUDO(xorwow, PSEUDO_ROWS, kCaseCount, kXorwowWords)
  PSEUDO(philox, PHILOX_ROWS, kCaseCount, kPhiloxWords)
  PSEUDO(mrg32k3a, MRG_ROWS, kMrgCaseCount, kMrgWords)

  check::Buffer<SobolCase> sobolCases(std::vector<SobolCase>(kSobolCases, kSobolCases + kSobolCaseCount));
#define QUASI(NAME, WORD, VECTORS, ROWS, WORDS)                                                                        \
  {                                                                                                                    \
    std::vector<WORD> vectors, constants;                                                                              \
    auto labelOf = [](int i) {                                                                                         \
      return std::string(#NAME) + " " + std::to_string(kSobolCases[i].dimension) + " " +                               \
             std::to_string(kSobolCases[i].offset);                                                                    \
    };                                                                                                                 \
    for (int i = 0; i < kSobolCaseCount; i++) {                                                                        \
      Rows &rows = quasi[labelOf(i)];                                                                                  \
      vectors.insert(vectors.end(), rows["vectors"].begin(), rows["vectors"].end());                                   \
      constants.insert(constants.end(), rows["constant"].begin(), rows["constant"].end());                             \
    }                                                                                                                  \
    check::Buffer<WORD> vectorsThere(vectors), constantsThere(constants);                                              \
    check::Buffer<unsigned long long> out(kSobolCaseCount *WORDS);                                                     \
    NAME<<<1, 32>>>(sobolCases.device(), kSobolCaseCount, (VECTORS *)vectorsThere.device(), constantsThere.device(),   \
                    out.device());                                                                                     \
    out.download();                                                                                                    \
    const unsigned long long *at = out.host.data();                                                                    \
    for (int i = 0; i < kSobolCaseCount; i++) {                                                                        \
      std::string label = labelOf(i);                                                                                  \
      auto found = quasi.find(label);                                                                                  \
      ROWS(COMPARE_ROW)                                                                                                \
    }                                                                                                                  \
  }
  QUASI(sobol32, unsigned, curandDirectionVectors32_t, SOBOL_ROWS, kSobolWords)
  QUASI(scrambled_sobol32, unsigned, curandDirectionVectors32_t, SOBOL_ROWS, kSobolWords)
  QUASI(sobol64, unsigned long long, curandDirectionVectors64_t, SOBOL64_ROWS, kSobol64Words)
  QUASI(scrambled_sobol64, unsigned long long, curandDirectionVectors64_t, SOBOL64_ROWS, kSobol64Words)
  printf("%d rows\n", rowsSeen);
  return check::finish("rand_golden");
}
