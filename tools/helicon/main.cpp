// The helicon command. Under the names musaInfo and muInfo it is `helicon info`.
#include "tools/helicon/Info.h"

#include <CLI/CLI.hpp>

#include <exception>
#include <iostream>
#include <string>

static int run(int argc, char **argv) {
  const std::string path = argc > 0 ? argv[0] : "helicon";
  const std::string name = path.substr(path.rfind('/') + 1);
  const bool isInfo = name == "musaInfo" || name == "muInfo";
  bool json = false;

  CLI::App app{isInfo ? "Lists the MUSA devices" : "Helicon: MUSA programs on the CPU", name};
  app.set_version_flag("--version", "helicon " HELICON_VERSION);
  CLI::App *command = &app;
  if (!isInfo) {
    command = app.add_subcommand("info", "devices, profile, CPU, vector width, cache folder, versions");
  }
  command->add_flag("--json", json, "write JSON");
  bool wantsHelp = false;
  if (!isInfo)
    app.add_subcommand("help", "this text")->callback([&] { wantsHelp = true; });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) // --help, --version
      return app.exit(error);
    std::cerr << name << ": " << error.what() << '\n' << app.help();
    return 2;
  }
  if (!isInfo && !command->parsed()) {
    (wantsHelp ? std::cout : std::cerr) << app.help();
    return wantsHelp ? 0 : 2;
  }
  return helicon::tools::info(json);
}

int main(int argc, char **argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception &failure) { // no memory, say
    std::cerr << "helicon: " << failure.what() << '\n';
    return 1;
  }
}
