// mcc: -std=c++20
// Every kind of texture and surface access, and the codes of the API, against what hardware answered
// (golden/README.md). The first argument is the folder of this file.
#include "check.h"
#include "texture/all_rows.h"

#include <fstream>
#include <map>
#include <sstream>

/// Rows whose answers may differ from the card's: by how much, in how many samples, and why.
struct Exception {
  const char *prefix;
  double tolerance;
  size_t samples;
};
static const Exception kExceptions[] = {
    // The card blends a 1-D image with the border along y as well, which the guide's formula does not have.
    {"1d.border.linear.", 2, 40},
    // A sum in the middle of two floats: we round to even, the card away from zero.
    {"weights.wild.1d", 1e-6, 2},
    {"weights.wild.float4", 1e-7, 4},
    {"weights.wide", 1e-6, 2},
    {"weights.large", 1e32, 11},
    {"weights.wild.3d", 1e-7, 2},
    // A weight in the middle of two, in a mirrored period: the card rounds the other one up.
    {"3d.linear.mirror", 0.03, 3},
};

static std::map<std::string, std::vector<std::string>> recorded;
static size_t seen = 0;

static double distance(const std::string &a, const std::string &b) {
  std::stringstream left(a), right(b);
  std::string x, y;
  double most = 0;
  while (std::getline(left, x, ',') && std::getline(right, y, ',')) {
    const uint32_t p = (uint32_t)std::stoul(x, nullptr, 16), q = (uint32_t)std::stoul(y, nullptr, 16);
    float u, v;
    memcpy(&u, &p, 4), memcpy(&v, &q, 4);
    if (p != q)
      most = std::fmax(most, std::isfinite(u) && std::isfinite(v) ? std::fabs((double)u - v) : INFINITY);
  }
  return most;
}

static void compare(const std::string &name, int components, const std::vector<At> &at,
                    const std::vector<uint4> &bits) {
  const std::vector<std::string> &wanted = recorded[name];
  seen++;
  check::that(wanted.size() == bits.size(), name, "has " + std::to_string(wanted.size()) + " recorded samples");
  if (wanted.size() != bits.size())
    return;
  const Exception *exception = nullptr;
  for (const Exception &e : kExceptions)
    if (!exception && name.rfind(e.prefix, 0) == 0)
      exception = &e;
  size_t differ = 0;
  for (size_t i = 0; i < bits.size(); i++) {
    const unsigned *words = &bits[i].x;
    std::string text;
    char word[16];
    for (int c = 0; c < components; c++)
      snprintf(word, sizeof word, c ? ",%x" : "%x", words[c]), text += word;
    if (text == wanted[i])
      continue;
    differ++;
    check::that(exception && distance(text, wanted[i]) <= exception->tolerance, name,
                "at (" + std::to_string(at[i].x) + ", " + std::to_string(at[i].y) + ", " + std::to_string(at[i].z) +
                    ", " + std::to_string(at[i].w) + "): got " + text + ", wanted " + wanted[i]);
  }
  if (exception)
    check::that(differ <= exception->samples, name, std::to_string(differ) + " samples differ");
}

static std::map<std::string, int> answers;
static void compareAnswer(const std::string &name, musaError_t answer) {
  check::that(answers.count(name) == 1, name, "has no recorded answer");
  check::equal((int)answer, answers[name], "answer of " + name);
  answers.erase(name);
}

int main(int, char **argv) {
  const std::string folder = std::string(argv[1]) + "/golden/";
  std::ifstream rowsFile(folder + "texture_h200.txt"), answersFile(folder + "texture_answers_h200.txt");
  for (std::string text; std::getline(rowsFile, text);) {
    std::stringstream words(text);
    std::string name, word;
    words >> name;
    while (words >> word)
      recorded[name].push_back(word);
  }
  for (std::string text; std::getline(answersFile, text);) {
    const size_t colon = text.rfind(": ");
    answers[text.substr(0, colon)] = std::stoi(text.substr(colon + 2));
  }
  rows::all(compare);
  check::equal(seen, recorded.size(), "rows");
  rows::answers(compareAnswer);
  check::that(answers.empty(), "answers", "left over");
  return check::finish("texture_golden");
}
