// Prints the rows of matrix_h200.txt: nvcc -std=c++17 -arch=native rows.cu.
#include "instructions.h"
#include "layouts.h"

int main() {
  layoutRows();
  productRows();
  instructionRows();
  return 0;
}
