#include "mcc/Files.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

namespace helicon::mcc {

std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return readAll(file);
}

std::string readAll(std::istream &stream) {
  std::ostringstream text; // not by iterators: they throw on a folder
  text << stream.rdbuf();
  return text.str();
}

std::string writeText(const std::string &path, const std::string &text) {
  if (path == "-") {
    std::cout << text << std::flush;
    return std::cout ? "" : "cannot write to standard output";
  }
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  return out ? "" : "unable to open output file '" + path + "': '" + std::strerror(errno) + "'";
}

} // namespace helicon::mcc
