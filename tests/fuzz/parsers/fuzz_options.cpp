// Any words as a command line of mcc. Words that name files are kept from reaching the file system.
#include "mcc/Options.h"

#include <algorithm>
#include <cstdlib>

using namespace helicon;
using namespace helicon::mcc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::vector<std::string> words(1);
  size_t pieces = 1; // of words and of lists within them
  for (size_t i = 0; i < size; ++i) {
    pieces += data[i] == 0 || data[i] == ',' || data[i] == ' ' || data[i] == '\t';
    if (data[i] == 0)
      words.emplace_back();
    else
      words.back() += data[i] == '/' || data[i] == '@' ? '_' : static_cast<char>(data[i]);
  }
  for (const std::string &word : words)
    if (word.find("options-file") != std::string::npos || word.find("optf") != std::string::npos)
      return 0;
  Result<Options> options = parseOptions("mcc", words);
  if (!options)
    return options.message().empty() ? (std::abort(), 0) : 0;
  if (options->archs.empty() || options->inputs.size() > pieces)
    std::abort();
  size_t forwarded = 0;
  for (const ForwardedArgument &argument : options->forwarded) {
    forwarded += argument.text.size();
    if (argument.passes == 0 || argument.text.empty() || argument.beforeInput > options->inputs.size())
      std::abort();
  }
  if (forwarded > 3 * pieces) // -use_fast_math becomes three
    std::abort();
  return 0;
}
