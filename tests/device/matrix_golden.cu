// Rows about wmma, mma.sync and the moves of 8x8 matrices against what an H200 answered: where the elements of a
// fragment are, and products that are exact.
#include "golden_rows.h"

#include "golden/matrix/instructions.h"
#include "golden/matrix/layouts.h"

int main(int, char **argv) {
  golden::read(std::string(argv[1]) + "/golden/matrix/matrix_h200.txt");
  layoutRows();
  productRows();
  instructionRows();
  return golden::finish("matrix_golden", 160);
}
