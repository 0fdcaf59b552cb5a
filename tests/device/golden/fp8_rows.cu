// Prints the rows of fp8_h200.txt: nvcc -std=c++17 -arch=native fp8_rows.cu.
#include "fp8_rows.h"

int main() {
  fp8Rows();
  return 0;
}
