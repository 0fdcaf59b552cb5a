// --lib: the objects of all sources, and objects that were given, as one static library.
#pragma once

#include "mcc/Options.h"
#include "mcc/Process.h"
#include "mcc/Sdk.h"

#include <string>
#include <vector>

namespace helicon::mcc {

/// Empty, or why these inputs make no archive.
std::string whyNoArchive(const Options &options);

/// The object that becomes a member: in `folder` for a source, the file itself for an object.
std::string memberPath(const Input &input, const std::string &folder);

/// Compiles the host source `options.inputs[input]`.
Command memberCommand(const Options &options, const Sdk &sdk, size_t input, const std::string &object);

/// Puts `members` into the output, or a.a. Members of other names that it had stay.
Command archiveCommand(const Options &options, const std::vector<std::string> &members);

} // namespace helicon::mcc
