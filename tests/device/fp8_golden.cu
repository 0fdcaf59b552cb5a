// Conversions of 8-bit floats against what an H200 answered.
#include "golden_rows.h"

#include "golden/fp8_rows.h"

int main(int, char **argv) {
  golden::read(std::string(argv[1]) + "/golden/fp8_h200.txt");
  fp8Rows();
  return golden::finish("fp8_golden", 25);
}
