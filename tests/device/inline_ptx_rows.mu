// Inline PTX, a row an instruction form, against what hardware answered (golden/README.md). Floats that are no numbers
// are one. The first argument is the folder of this file.
#include "check.h"

#include <fstream>
#include <map>
#include <sstream>

#include "ptx_rows.h"

std::map<std::string, std::vector<u64>> recorded(const std::string &folder) {
  std::ifstream file(folder + "/golden/ptx_h200.txt");
  std::map<std::string, std::vector<u64>> rows;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    words >> name >> std::hex;
    for (u64 v; words >> v;)
      rows[name].push_back(v);
  }
  return rows;
}

int main(int argc, char **argv) {
  auto golden = recorded(argc > 1 ? argv[1] : ".");
  size_t count = 0;
  for (const Family &family : families) {
    check::Buffer<u64> out(family.count * 32);
    family.kernel<<<1, 32>>>(out.device());
    out.download();
    for (unsigned n = 0; n < family.count; n++) {
      const std::vector<u64> &wanted = golden[family.names[n]];
      check::that(wanted.size() == 32, "recorded", family.names[n]);
      for (unsigned lane = 0; lane < wanted.size(); lane++)
        check::equal(out[n * 32 + lane], wanted[lane], family.names[n], lane);
      count++;
    }
  }
  check::that(count == golden.size() && count > 300, "all rows");
  return check::finish("inline_ptx_rows");
}
