// The work is ar's, which is there wherever a linker is (binutils). It goes by the names of members, so two inputs of
// one name would silently become one member; that is refused.
#include "mcc/Archive.h"

#include "mcc/HostCommand.h"
#include "mcc/Inputs.h"

#include <set>

namespace helicon::mcc {

namespace {

std::string memberName(const Input &input) {
  if (input.kind != InputKind::LinkerInput)
    return stemOf(input.path) + ".o";
  return input.path.substr(input.path.rfind('/') + 1); // npos + 1 is 0
}

} // namespace

std::string whyNoArchive(const Options &options) {
  if (options.side == Side::DeviceOnly || options.emitLlvm)
    return "'--lib' makes an archive of objects; leave it out where device code or LLVM IR is wanted";
  if (findProgram("ar").empty())
    return "'--lib' needs the program 'ar', which PATH does not have; install binutils";
  std::set<std::string> names;
  for (const Input &input : options.inputs) {
    if (input.kind == InputKind::LinkerInput && !input.path.ends_with(".o") && !input.path.ends_with(".obj"))
      return "'" + input.path + "' is no source and no object, and cannot become a member of an archive";
    if (!names.insert(memberName(input)).second)
      return "two inputs would be the member '" + memberName(input) + "' of the archive; rename one of them";
  }
  return {};
}

std::string memberPath(const Input &input, const std::string &folder) {
  return input.kind == InputKind::LinkerInput ? input.path : folder + "/" + memberName(input);
}

Command memberCommand(const Options &options, const Sdk &sdk, size_t input, const std::string &object) {
  Options one = options;
  one.mode = Mode::Compile;
  one.inputs = {options.inputs[input]};
  one.output = object;
  for (ForwardedArgument &argument : one.forwarded)
    argument.beforeInput = 0;
  Command command = hostCommand(one, sdk, {""});
  command.arguments.push_back("-Qunused-arguments"); // what the command line has for links
  return command;
}

Command archiveCommand(const Options &options, const std::vector<std::string> &members) {
  Command command;
  command.executable = findProgram("ar");
  command.arguments = {"ar", "rcs", options.output.empty() ? "a.a" : options.output};
  command.arguments.insert(command.arguments.end(), members.begin(), members.end());
  return command;
}

} // namespace helicon::mcc
