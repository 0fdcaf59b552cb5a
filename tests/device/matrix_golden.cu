// Rows about wmma, mma.sync and the moves of 8x8 matrices against what an H200 answered: where the elements of a
// fragment are, and products that are exact.
#include "check.h"

#include <fstream>
#include <map>
#include <string>

static std::map<std::string, std::string> recorded;
static unsigned rows = 0;
static void compareRow(const std::string &row) {
  size_t colon = row.find(':');
  auto known = recorded.find(row.substr(0, colon));
  ++rows;
  CHECK(known != recorded.end() && known->second == row.substr(colon), "%s", row.substr(0, colon).c_str());
}
#define ROW(TEXT) compareRow(TEXT)

#include "golden/matrix/instructions.h"
#include "golden/matrix/layouts.h"

int main(int, char **argv) {
  std::ifstream file(std::string(argv[1]) + "/golden/matrix/matrix_h200.txt");
  for (std::string line; std::getline(file, line);)
    recorded[line.substr(0, line.find(':'))] = line.substr(line.find(':'));
  layoutRows();
  productRows();
  instructionRows();
  CHECK(rows == recorded.size() && rows > 150, "%u rows, %zu recorded", rows, recorded.size());
  return finish();
}
