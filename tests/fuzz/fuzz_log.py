"""The log of a long run, a line a module, so that it can be stopped, gone on with, and added up over compilers:
seed S kernels N shapes K settings A=B without PARTS label WORD launches L problems P; problems follow, indented."""
import collections
import pathlib
import re
import sys

LINE = re.compile(r"seed (\d+) kernels (\d+) (shapes .* label \S+) launches (\d+) problems (\d+)$")


def entries(path):
    for line in pathlib.Path(path).read_text().splitlines():
        if match := LINE.match(line):
            yield int(match[1]), int(match[2]), match[3], int(match[4]), int(match[5])


class Log:
    """Nothing at all when no file was named."""

    def __init__(self, options, settings):
        self.path = options.log
        self.how = (f"shapes {options.shapes} settings {'='.join(settings)} without {options.without or '-'} "
                    f"{'always ' + options.always + ' ' if options.always else ''}label {options.label or '-'}")
        self.known = set()
        if self.path and pathlib.Path(self.path).exists():
            self.known = {(seed, size) for seed, size, how, _, _ in entries(self.path) if how == self.how}

    def has(self, seed, size):
        return (seed, size) in self.known

    def add(self, seed, size, launches, problems):
        if not self.path:
            return
        with open(self.path, "a") as file:
            print(f"seed {seed} kernels {size} {self.how} launches {launches} problems {len(problems)}", file=file)
            for problem in problems:
                print(f"  {problem}", file=file)


def print_sum(path):
    if not pathlib.Path(path).is_file():
        sys.exit(f"{path}: no such log")
    kinds = collections.OrderedDict()
    for seed, size, how, launches, problems in entries(path):
        kind = kinds.setdefault(how, [set(), 0, 0, 0])
        kind[0].add(seed)
        kind[1] += size
        kind[2] += launches
        kind[3] += problems
    for how, (seeds, kernels, launches, problems) in kinds.items():
        print(f"{how}: {kernels} kernels of seeds {min(seeds)}-{max(seeds)}, {launches} launches, {problems} problems")
    for name, column in (("kernels", 1), ("launches", 2), ("problems", 3)):
        print(f"all {name}: {sum(kind[column] for kind in kinds.values())}")
