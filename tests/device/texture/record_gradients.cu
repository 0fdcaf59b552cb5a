// Asks a card the questions of golden/texture_gradients_h200.txt (the argument) and writes the file anew.
#include "gradients.h"

int main(int, char **argv) {
  const std::vector<gradients::Line> lines = gradients::read(argv[1]);
  const std::vector<int> levels = gradients::ask(lines);
  for (size_t i = 0; i < lines.size(); i++)
    printf("%s %d\n", lines[i].text.c_str(), levels[i]);
}
