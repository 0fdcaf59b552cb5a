// Writes the golden file; see ../golden/README.md.
#include "all_rows.h"

static void print(const std::string &name, int components, const std::vector<At> &, const std::vector<uint4> &bits) {
  printf("%s", name.c_str());
  for (const uint4 &b : bits) {
    const unsigned *w = &b.x;
    for (int c = 0; c < components; c++)
      printf("%c%x", c ? ',' : ' ', w[c]);
  }
  printf("\n");
}

static void say(const std::string &name, musaError_t answer) { printf("%s: %d\n", name.c_str(), (int)answer); }

int main(int count, char **) {
  if (count > 1)
    rows::answers(say);
  else
    rows::all(print);
}
