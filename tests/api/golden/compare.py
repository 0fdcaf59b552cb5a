#!/usr/bin/env python3
"""compare.py PROGRAM EXPECTED: runs the error code program and compares it with what a GPU answered.

Rows that differ on purpose are in DIFFERENT, with the reason; every other row must be the same but for MUSA's names.
"""
import re
import subprocess
import sys

# CUDA 11.8, which MUSA follows, gives 9 where the recording (CUDA 13) has 1.
CONFIGURATION = "launch 9 musaErrorInvalidConfiguration sync 0"
DIFFERENT = {
    "block 2048": CONFIGURATION,
    "block 1x1x128": CONFIGURATION,
    "block 0": CONFIGURATION,
    "grid 0": CONFIGURATION,
    "grid y 65536": CONFIGURATION,
    "block 32x32x2": CONFIGURATION,
    "funcattr wild": "ret 98 musaErrorInvalidDeviceFunction last 98 after 0",
    "launchkernel wild": "ret 98 musaErrorInvalidDeviceFunction last 98 after 0",
    "peer self": "ret 101 musaErrorInvalidDevice last 101 after 0",
}
# The program's figures of one card, and the order in which its compiler evaluated two calls.
OWN_FIGURES = re.compile(r"^  (pitch|max|ptr) ")
# A device that was reset after a fault can be used again here.
AFTER_RESET = {"malloc after reset 46": "malloc after reset 0"}
# A misaligned access is undefined in C++ and works on a CPU; to find it would cost every access time.
NO_FAULT = {"fault sync 716": "fault sync 0 musaSuccess", "malloc after fault 716": "malloc after fault 0",
            "last 0 last 716": "last 0 last 0", "launch after fault 716": "launch after fault 0"}


def renamed(line):
    for old, new in (("CUDA-capable", "MUSA-capable"), ("cudaErrorCudart", "musaErrorMusart"), ("cuda", "musa"),
                     ("CUDA", "MUSA"), ("provided PTX", "provided device code")):
        line = line.replace(old, new)
    return line


def wanted(line):
    line = renamed(line)
    for start, other in {**AFTER_RESET, **NO_FAULT}.items():
        if line.startswith(start):
            return other
    name = re.match(r"(.*?)  +(ret|launch) ", line)
    if name and name[1] in DIFFERENT:
        return f"{name[1]} {DIFFERENT[name[1]]}"
    return line


def plain(line):
    line = re.sub(r"^last (\d+) last (\d+)", lambda m: "last " + " last ".join(sorted(m.groups(), key=int)), line)
    return " ".join(line.split())


def run(program, fault):
    out = subprocess.run([program, fault], capture_output=True, text=True, timeout=60)
    if out.returncode != 0:
        sys.exit(f"{program} {fault}: status {out.returncode}\n{out.stdout}{out.stderr}")
    return [line for line in out.stdout.splitlines() if not OWN_FIGURES.match(line)]


def main():
    program, expected = sys.argv[1:]
    sections = re.split(r"^## .*\n", open(expected).read(), flags=re.M)
    differences = 0
    for fault, section in zip("oma", sections, strict=True):
        want = [wanted(line) for line in section.splitlines() if line and not OWN_FIGURES.match(line)]
        got = run(program, fault)
        if fault != "o":
            got = got[-len(want):]
        if len(got) != len(want):
            sys.exit(f"{len(got)} rows, not {len(want)}")
        for w, g in zip(want, got):
            if plain(w) != plain(g):
                differences += 1
                print(f"wanted: {plain(w)}\n   got: {plain(g)}")
    sys.exit(f"{differences} rows differ" if differences else 0)


if __name__ == "__main__":
    main()
