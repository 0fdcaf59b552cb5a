// Order of a run: check inputs, run every pass of every MUSA source side by side, pack and finish as they end, print
// each source's diagnostics once, then one last call of clang for host sources and the link.
#include "mcc/Driver.h"

#include "mcc/Archive.h"
#include "mcc/ClangVersion.h"
#include "mcc/CompileJob.h"
#include "mcc/Diagnostics.h"
#include "mcc/Files.h"
#include "mcc/HostCheck.h"
#include "mcc/HostCommand.h"
#include "mcc/Inputs.h"
#include "mcc/LinkErrors.h"
#include "mcc/Process.h"
#include "mcc/Sdk.h"

#include <algorithm>
#include <cerrno>
#include <dlfcn.h>
#include <iostream>
#include <memory>
#include <set>
#include <thread>
#include <unistd.h>

namespace helicon::mcc {

namespace {

class Driver {
public:
  Driver(const Options &options, const Sdk &sdk) : options(options), sdk(sdk) {}
  int run();

private:
  bool checkInputs();
  bool readStdin();
  void makeJobs();
  bool compileMusa();
  enum class Run { First, Again, Later };
  void runCommands(Run which);
  bool retryWithLaunches();
  void oneEnded(size_t job, size_t command, const Outcome &outcome);
  void packWhenReady(size_t job);
  bool openPack();
  bool finishJobs();
  bool refuseHostKernels();
  bool refuseStatic() const;
  void explainOwnVariables(const std::string &linkerOutput);
  int runHostCommand();
  int runArchive();
  int runOne(const Command &command) const;
  bool refuseRun() const;
  int dryRun();
  bool singleOutputFits() const;
  bool links() const { return options.mode == Mode::Link && options.side != Side::DeviceOnly; }
  bool archives() const { return options.mode == Mode::Archive; }
  void error(const std::string &message) const { std::cerr << options.program << ": error: " << message << std::endl; }
  void warning(const std::string &message) const {
    std::cerr << options.program << ": warning: " << message << std::endl;
  }

  struct JobState;
  JobState makeJob(size_t input, bool launches) const;

  struct JobState {
    size_t input = 0; ///< index
    std::unique_ptr<CompileJob> job;
    std::vector<std::string> errors; ///< stderr of each pass, in the order of the commands
    size_t deviceLeft = 0;
    int status = 0;
    bool again = false;  ///< with the plugin for launches in device code
    std::string problem; ///< of packing
  };

  const Options &options;
  const Sdk &sdk;
  TemporaryFolder temporary;
  std::vector<JobState> jobs;
  std::vector<std::string> objects; ///< for each input
  const PackInterface *packLibrary = nullptr;
};

bool Driver::checkInputs() {
  if (options.inputs.empty()) {
    error("no input files");
    return false;
  }
  bool allThere = true;
  for (const Input &input : options.inputs) {
    // What is the linker's may be found by the linker, if there is one; what clang compiles is reported by clang.
    const bool isLinkers = input.kind == InputKind::LinkerInput;
    if (isLinkers ? options.mode == Mode::Link : !isMusaSource(input) || input.path == "-")
      continue;
    if (access(input.path.c_str(), R_OK) == 0) {
      if (isLinkers && !archives())
        warning(input.path + ": 'linker' input unused [-Wunused-command-line-argument]");
      continue;
    }
    allThere = false;
    if (errno == EACCES)
      error("cannot read '" + input.path + "': permission denied");
    else
      error("no such file or directory: '" + input.path + "'");
  }
  return allThere;
}

bool Driver::singleOutputFits() const {
  if (options.output.empty() || options.mode == Mode::Link || archives())
    return options.mode != Mode::Link || options.side != Side::DeviceOnly || options.output.empty() ||
           std::count_if(options.inputs.begin(), options.inputs.end(), isMusaSource) <= 1;
  size_t sources = std::count_if(options.inputs.begin(), options.inputs.end(),
                                 [](const Input &input) { return input.kind != InputKind::LinkerInput; });
  bool oneFileAnArch = options.side == Side::DeviceOnly && (options.emitLlvm || options.mode == Mode::Assembly);
  return sources <= 1 && (!oneFileAnArch || options.archs.size() == 1);
}

/// Two passes cannot read the same pipe.
bool Driver::readStdin() {
  if (std::none_of(options.inputs.begin(), options.inputs.end(),
                   [](const Input &input) { return isMusaSource(input) && input.path == "-"; }))
    return true;
  std::string problem = writeText(temporary.path() + "/stdin", readAll(std::cin));
  if (!problem.empty())
    error(problem);
  return problem.empty();
}

Driver::JobState Driver::makeJob(size_t input, bool launches) const {
  std::string output = objects[input].empty() ? options.output : objects[input];
  JobState state;
  state.input = input;
  state.again = launches;
  state.job =
      std::make_unique<CompileJob>(options, sdk, options.inputs[input], temporary.path(), input, output, launches);
  state.deviceLeft = state.job->devicePasses();
  state.errors.resize(state.job->firstCommands().size() + state.job->laterCommands().size());
  return state;
}

void Driver::makeJobs() {
  objects.resize(options.inputs.size());
  for (size_t i = 0; i < options.inputs.size(); ++i) {
    const Input &input = options.inputs[i];
    if (archives())
      objects[i] = memberPath(input, temporary.path());
    if (!isMusaSource(input))
      continue;
    if (links())
      objects[i] = temporary.path() + "/" + std::to_string(i) + "-" + stemOf(input.path) + ".obj";
    jobs.push_back(makeJob(i, false));
  }
}

bool Driver::openPack() {
  if (packLibrary)
    return true;
  void *library = dlopen(sdk.packLibrary().c_str(), RTLD_NOW | RTLD_LOCAL);
  void *entry = library ? dlsym(library, kPackEntrySymbol) : nullptr;
  if (!entry) {
    const char *why = dlerror();
    error(std::string("cannot load mcc's packer: ") + (why ? why : "no entry point") +
          "; reinstall Helicon, and the package libllvm19");
    return false;
  }
  packLibrary = reinterpret_cast<const PackInterface *(*)()>(entry)();
  return true;
}

void Driver::packWhenReady(size_t job) {
  JobState &state = jobs[job];
  if (state.deviceLeft > 0 || state.status != 0 || !state.job->needsPack() || !packLibrary)
    return;
  state.problem = state.job->pack(*packLibrary);
}

void Driver::oneEnded(size_t job, size_t command, const Outcome &outcome) {
  JobState &state = jobs[job];
  state.errors[command] = outcome.errors;
  if (state.status == 0)
    state.status = outcome.exitStatus;
  if (state.job->isDevicePass(command) && --state.deviceLeft == 0)
    packWhenReady(job);
}

/// Stock clang refuses kernels that launch kernels, and `<< <`. The plugin that lets it changes how the whole source is
/// read, so only sources that need it get it: those that were refused for this.
bool Driver::retryWithLaunches() {
  bool any = false;
  for (JobState &state : jobs)
    if (state.status != 0 && std::any_of(state.errors.begin(), state.errors.end(), needsLaunchPlugin)) {
      state = makeJob(state.input, true);
      any = true;
    }
  return any;
}

void Driver::runCommands(Run which) {
  const bool later = which == Run::Later;
  struct Owner {
    size_t job, command;
  };
  std::vector<Command> commands;
  std::vector<Owner> owners;
  for (size_t i = 0; i < jobs.size(); ++i) {
    const CompileJob &job = *jobs[i].job;
    if (which == Run::Again && !jobs[i].again)
      continue;
    const std::vector<Command> &list = later ? job.laterCommands() : job.firstCommands();
    const bool goesOn = jobs[i].status == 0 && jobs[i].problem.empty() && !job.isRefused();
    for (size_t k = 0; k < list.size() && (!later || goesOn); ++k) {
      commands.push_back(list[k]);
      owners.push_back({i, k + (later ? job.firstCommands().size() : 0)});
      if (options.verbose)
        std::cerr << quoted(list[k]) << std::endl;
    }
  }
  unsigned limit = std::max(2u, std::thread::hardware_concurrency());
  runAll(commands, limit,
         [&](size_t i, const Outcome &outcome) { oneEnded(owners[i].job, owners[i].command, outcome); });
}

/// False when there is nothing to go on with.
bool Driver::compileMusa() {
  makeJobs();
  if (std::any_of(jobs.begin(), jobs.end(), [](const JobState &state) { return state.job->needsPack(); }) &&
      !openPack())
    return false;
  runCommands(Run::First);
  if (interrupted())
    return false;
  if (retryWithLaunches())
    runCommands(Run::Again);
  if (interrupted())
    return false;
  runCommands(Run::Later);
  if (interrupted())
    return false;
  return finishJobs();
}

bool Driver::finishJobs() {
  bool good = true;
  for (JobState &state : jobs) {
    // The host pass is what the user thinks of as the compilation: its view of a diagnostic comes first.
    std::rotate(state.errors.begin(), state.errors.begin() + static_cast<ptrdiff_t>(state.job->devicePasses()),
                state.errors.end());
    std::string diagnostics = mergeDiagnostics(state.errors);
    std::cerr << diagnostics << std::flush;
    if (state.status != 0 && state.job->seesCudaNames() && callsHostFromDevice(diagnostics))
      std::cerr
          << state.job->source()
          << ": note: __CUDACC__ and __NVCC__ are not defined for MUSA; if '#ifdef __CUDACC__' or '#ifdef __NVCC__' "
             "makes a function __device__, pass -D__CUDACC__ or -D__NVCC__"
          << std::endl;
    const std::string refused = state.status == 0 ? state.job->refused(packLibrary) : std::string();
    std::cerr << refused << std::flush;
    good &= refused.empty();
    if (state.status == 0 && state.problem.empty() && refused.empty())
      state.problem = state.job->finish(packLibrary);
    if (!state.problem.empty())
      std::cerr << state.job->source() << ": error: " << state.problem << std::endl;
    good &= state.status == 0 && state.problem.empty();
  }
  return good;
}

bool Driver::refuseHostKernels() {
  if (options.mode == Mode::Preprocess || options.mode == Mode::Dependencies)
    return false;
  bool refused = false;
  for (const Input &input : options.inputs) {
    if (input.kind != InputKind::HostSource)
      continue;
    std::string message = findKernels(options, sdk, input, temporary.path());
    std::cerr << message << std::flush;
    refused |= !message.empty();
  }
  return refused;
}

static std::string whyNotStatic(const Options &options) {
  return "a program with MUSA code cannot be linked with '" + options.staticOption +
         "': the driver libmusa.so is always a shared library, and opens the kernel compiler at run time; use "
         "'-lmusart_static -static-libstdc++ -static-libgcc' instead, which leaves libmusa and the C library shared";
}

/// Objects are not looked into: a link of them that fails is explained afterwards.
bool Driver::refuseStatic() const {
  bool hasMusaCode = options.namesRuntime || std::any_of(options.inputs.begin(), options.inputs.end(), isMusaSource);
  if (options.staticOption.empty() || !links() || !hasMusaCode)
    return false;
  error(whyNotStatic(options));
  return true;
}

/// Without -dc a device variable ends at its object, which linkers cannot know.
void Driver::explainOwnVariables(const std::string &linkerOutput) {
  const std::set<std::string> wanted = undefinedNames(linkerOutput);
  if (wanted.empty() || !openPack())
    return;
  for (size_t i = 0; i < options.inputs.size(); ++i) {
    const Input &input = options.inputs[i];
    if (input.kind == InputKind::HostSource)
      continue;
    for (const std::string &name : packLibrary->ownVariables(objects[i].empty() ? input.path : objects[i]))
      if (wanted.contains(name))
        error("the device variable '" + name + "' of " + input.path +
              " is that file's own; compile it and the files that use it with -dc or -fgpu-rdc");
  }
}

int Driver::runHostCommand() {
  Command command = hostCommand(options, sdk, objects);
  command.captureErrors = links(); // colours were asked for
  if (options.verbose)
    std::cerr << quoted(command) << std::endl;
  Outcome outcome = runAll({&command, 1}, 1)[0];
  for (size_t i = 0; links() && i < options.inputs.size(); ++i)
    if (!objects[i].empty())
      outcome.errors = withName(outcome.errors, objects[i], options.inputs[i].path);
  std::cerr << outcome.errors << std::flush;
  int status = outcome.exitStatus;
  if (status != 0 && links()) {
    std::cerr << deviceLinkErrors(options.program, outcome.errors) << std::flush;
    explainOwnVariables(outcome.errors);
  }
  if (status != 0 && !interrupted() && links() && !options.staticOption.empty())
    std::cerr << options.program << ": note: " << whyNotStatic(options) << std::endl;
  return status;
}

/// Host sources one by one, then the archive of all objects.
int Driver::runArchive() {
  for (size_t i = 0; i < options.inputs.size(); ++i) {
    if (options.inputs[i].kind != InputKind::HostSource)
      continue;
    if (int status = runOne(memberCommand(options, sdk, i, objects[i])))
      return status;
  }
  return runOne(archiveCommand(options, objects));
}

static Command programCommand(const Options &options) {
  Command command;
  const std::string program = options.output.empty() ? "a.out" : options.output;
  command.executable = program.find('/') == std::string::npos ? "./" + program : program;
  command.arguments = {command.executable};
  command.arguments.insert(command.arguments.end(), options.runArguments.begin(), options.runArguments.end());
  return command;
}

int Driver::runOne(const Command &command) const {
  if (options.verbose)
    std::cerr << quoted(command) << std::endl;
  const Outcome outcome = runAll({&command, 1}, 1)[0];
  std::cerr << outcome.errors << std::flush;
  return interrupted() ? 1 : outcome.exitStatus;
}

bool Driver::refuseRun() const {
  if (!options.runs || links())
    return false;
  error("'--run' runs the program that is linked, and nothing is linked here; leave out one of the two");
  return true;
}

int Driver::dryRun() {
  makeJobs();
  for (const JobState &state : jobs)
    for (const auto *list : {&state.job->firstCommands(), &state.job->laterCommands()})
      for (const Command &command : *list)
        std::cerr << quoted(command) << std::endl;
  if (links())
    std::cerr << quoted(hostCommand(options, sdk, objects)) << std::endl;
  for (size_t i = 0; archives() && i < options.inputs.size(); ++i)
    if (options.inputs[i].kind == InputKind::HostSource)
      std::cerr << quoted(memberCommand(options, sdk, i, objects[i])) << std::endl;
  if (archives())
    std::cerr << quoted(archiveCommand(options, objects)) << std::endl;
  if (options.runs)
    std::cerr << quoted(programCommand(options)) << std::endl;
  return 0;
}

int Driver::run() {
  if (!checkInputs())
    return 1;
  if (options.emitLlvm && links()) {
    error("-emit-llvm cannot be used when linking");
    return 1;
  }
  if (!singleOutputFits()) {
    error("cannot specify -o when generating multiple output files");
    return 1;
  }
  if (refuseStatic() || refuseRun())
    return 1;
  if (std::string problem = archives() ? whyNoArchive(options) : ""; !problem.empty()) {
    error(problem);
    return 1;
  }
  if (Result<bool> made = temporary.create(); !made) {
    error(made.message());
    return 1;
  }
  if (options.dryRun)
    return dryRun();
  if (!readStdin())
    return 1;
  bool hasHostSource = std::any_of(options.inputs.begin(), options.inputs.end(),
                                   [](const Input &input) { return input.kind == InputKind::HostSource; });
  if (hasHostSource && refuseHostKernels())
    return 1;
  bool compiled = compileMusa();
  if (interrupted())
    return 1;
  if ((links() || archives()) && !compiled)
    return 1;
  int status = compiled ? 0 : 1;
  if (archives())
    return runArchive();
  if (links() || (hasHostSource && options.side != Side::DeviceOnly) || jobs.empty())
    status = std::max(status, runHostCommand());
  if (options.runs && status == 0 && !interrupted())
    status = runOne(programCommand(options));
  return status;
}

} // namespace

int drive(const Options &options) {
  Result<Sdk> sdk = findSdk(options.musaPath);
  if (!sdk) {
    std::cerr << options.program << ": error: " << sdk.message() << std::endl;
    return 1;
  }
  takeSignals();
  if (std::string problem = whyNotClang(*sdk); !problem.empty()) {
    std::cerr << options.program << ": error: " << problem << std::endl;
    return 1;
  }
  int status = Driver(options, *sdk).run(); // its temporary files are gone here
  if (interrupted())
    dieOfSignal();
  return status;
}

} // namespace helicon::mcc
