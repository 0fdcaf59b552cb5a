"""What the fuzzing scripts share: building a program of random kernels, running it under several settings, and
comparing the lines it prints. A line is `kK grid .. block .. ints HASH floats HASH`, in a fixed order."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LINE = re.compile(r"k(\d+) grid (\S+) block (\S+) ints (\S+) floats (\S+)$")
NAMED = re.compile(r"ERROR k(\d+): ")
WHOLE_RUN = 7200  # seconds: for what hangs outside of a launch

#: name -> environment of a run. The first of a comparison is the reference.
SETTINGS = {
    "simd": {"HELICON_EXEC": "simd"},
    "thread": {"HELICON_EXEC": "thread"},
    "avx2": {"HELICON_EXEC": "simd", "HELICON_ISA": "avx2"},
    # without fused multiply-add nothing is contracted: to be compared with each other only
    "sse42": {"HELICON_EXEC": "simd", "HELICON_ISA": "sse42"},
    "thread-sse42": {"HELICON_EXEC": "thread", "HELICON_ISA": "sse42"},
}


class Problem:
    """One launch that went wrong, as (kernel, shape) with what was seen."""

    def __init__(self, seed, kernel, shape, text):
        self.seed, self.kernel, self.shape, self.text = seed, kernel, shape, text

    def __str__(self):
        return f"seed {self.seed} kernel {self.kernel} {self.shape}: {self.text}"


class Tools:
    """Where the generator and the compiler are, and options for both."""

    def __init__(self, options):
        self.sdk = find(options.sdk, [ROOT / "build/release/sdk", ROOT / "build/ci/sdk", ROOT / "build/dev/sdk"],
                        "bin/mcc", "the built SDK", "--sdk")
        self.generator = find(options.generator, sorted((ROOT / "build").glob("*/tests")), "helicon-fuzz-gen",
                              "the generator", "--generator", prefer=self.sdk.parent / "tests")
        self.without, self.always = options.without, options.always
        self.flags = options.mcc.split()

    def generate(self, source, seed, kernels, extra=()):
        command = [str(self.generator / "helicon-fuzz-gen"), "--seed", str(seed), "--kernels", str(kernels)]
        if self.without:
            command += ["--without", self.without]
        if self.always:
            command += ["--always", self.always]
        made = subprocess.run(command + [*extra, "-o", str(source)], capture_output=True, text=True)
        if made.returncode != 0:
            sys.exit(made.stderr)
        return made.stdout

    def compile(self, source, program):
        """Returns what mcc said, or None when it made the program."""
        # -O is for the host's code, which only launches: device code is optimised at the first launch
        command = [str(self.sdk / "bin/mcc"), "-std=c++20", "-O0", "-w", "-I", str(HERE / "program"), *self.flags,
                   str(source), "-o", str(program), "-lmusart"]
        made = subprocess.run(command, capture_output=True, text=True)
        return None if made.returncode == 0 else (made.stdout + made.stderr).strip()


def find(given, places, name, what, option, prefer=None):
    if given:
        places, prefer = [pathlib.Path(given)], None
    for place in ([prefer] if prefer else []) + list(places):
        if (place / name).exists():
            return place
    sys.exit(f"{what} was not found ({name} in {', '.join(map(str, places)) or 'no place'}); say where with {option}")


def add_options(parser):
    parser.add_argument("--sdk", help="tree that holds bin/mcc (default: that of the build folder)")
    parser.add_argument("--generator", help="folder of helicon-fuzz-gen (default: that of the build folder)")
    parser.add_argument("--without", default="", help="parts to leave out, e.g. warp,barriers (see helicon-fuzz-gen)")
    parser.add_argument("--always", default="", help="subjects that every kernel has, e.g. calls (see helicon-fuzz-gen)")
    parser.add_argument("--mcc", default="", help="further options for mcc")
    parser.add_argument("--settings", default="thread,simd",
                        help=f"runs to compare, the first is the reference; known: {' '.join(SETTINGS)}")
    parser.add_argument("--limit", type=int, default=20,
                        help="seconds of CPU time for one launch with its compile (8 times that on the clock)")


def settings_of(options):
    chosen = options.settings.split(",")
    for name in chosen:
        if name not in SETTINGS:
            sys.exit(f"unknown setting '{name}'; known: {' '.join(SETTINGS)}")
    if len(chosen) < 2:
        sys.exit("--settings needs two or more names to compare")
    return chosen


def environment(setting, extra=None):
    # no cache: nothing is run twice, and a compiler under test must not meet another's objects
    return {**os.environ, "HELICON_CACHE": "off", **SETTINGS[setting], **(extra or {})}


def run_once(program, setting, arguments, limit, extra=None):
    """Returns (lines, how it ended or None). `limit`: seconds for a launch, which the program itself watches."""
    try:
        done = subprocess.run([str(program), "--limit", str(limit), *arguments], capture_output=True, text=True,
                              timeout=WHOLE_RUN, env=environment(setting, extra))
    except subprocess.TimeoutExpired as late:
        out = late.stdout or b""
        lines = (out if isinstance(out, str) else out.decode(errors="replace")).splitlines()
        return lines, f"no end after {WHOLE_RUN} s"
    lines = done.stdout.splitlines()
    if done.returncode == 0:
        return lines, None
    said = [line for line in lines[-1:] if line.startswith("ERROR")] + done.stderr.strip().splitlines()[-3:]
    return lines, f"ended with {done.returncode}: " + " | ".join(said)


def run_all(program, setting, kernels, seed, limit, extra=None, arguments=(), most=8):
    """Runs every kernel, going on behind one that ends the program, `most` times at most.
    Returns ({(kernel, n): line}, problems)."""
    results, problems, start = {}, [], 0
    while start < kernels:
        lines, ended = run_once(program, setting, ["--from", str(start), *arguments], limit, extra)
        last = start
        for line in lines:
            if match := LINE.match(line):
                last = int(match[1])
                results[last, match[2], match[3], sum(key[0] == last for key in results)] = match
        if ended is None:
            break
        # the kernel that broke it: the one that is named, the one whose lines ended, or the next
        done = sum(key[0] == last for key in results)
        broken = last if done and done < launches(results, last) else last + (1 if done else 0)
        if named := next(filter(None, map(NAMED.match, lines[-1:])), None):
            broken = int(named[1])
        problems.append(Problem(seed, broken, "", f"{setting} {ended}"))
        if len(problems) >= most:
            break
        start = broken + 1
    return results, problems


def launches(results, kernel):
    """Launches a kernel has: as many as those before it."""
    counts = [sum(key[0] == other for key in results) for other in {key[0] for key in results} if other != kernel]
    return max(counts, default=3)


def compare(seed, reference, other, names):
    """Launches whose hashes differ between two runs; those that only one run has are reported as its end."""
    found = []
    for key, match in reference.items():
        theirs = other.get(key)
        if theirs and (theirs[4], theirs[5]) != (match[4], match[5]):
            which = " and ".join(["integers"] * (theirs[4] != match[4]) + ["floats"] * (theirs[5] != match[5]))
            found.append(Problem(seed, key[0], f"grid {key[1]} block {key[2]}",
                                 f"{which} differ between {names[0]} and {names[1]}"))
    return found


def check_module(tools, settings, seed, kernels, limit, folder, extra=None, generator=()):
    """Generates, builds, runs and compares one module. Returns (launches compared, problems)."""
    source, program = folder / f"fuzz{seed}.mu", folder / f"fuzz{seed}"
    tools.generate(source, seed, kernels, generator)
    if said := tools.compile(source, program):
        return 0, [Problem(seed, -1, "", "mcc: " + said)]
    reference, problems = run_all(program, settings[0], kernels, seed, limit, extra)
    compared = 0
    for name in settings[1:]:
        other, more = run_all(program, name, kernels, seed, limit, extra)
        problems += more + compare(seed, reference, other, (settings[0], name))
        compared += len(reference.keys() & other.keys())
    return compared, problems


class Folder:
    """A temporary folder, or one that stays where the user said."""

    def __init__(self, keep):
        self.keep = keep
        self.path = pathlib.Path(keep) if keep else pathlib.Path(tempfile.mkdtemp(prefix="helicon-fuzz-"))
        self.path.mkdir(parents=True, exist_ok=True)

    def __enter__(self):
        return self.path

    def __exit__(self, *_):
        if not self.keep:
            shutil.rmtree(self.path, ignore_errors=True)
