#!/usr/bin/env python3
"""Writes docs/coverage-api.md: each call of the SDK's inventory with its state in the libraries that were built.

    tools/api-coverage.py SDK            writes the page
    tools/api-coverage.py --check SDK    fails when the page does not say what the libraries export, when a call that
                                         they export is in no test of tests/api, or when it is not a made entry that
                                         tools can listen on

A call is done when its library exports it, refused when tests/api/names/refused.txt also gives a reason, else missing.
"""
import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAMES = ROOT / "tests/api/names"
PAGE = ROOT / "docs/coverage-api.md"


def read_list(name):
    lines = (NAMES / name).read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def exported(library):
    out = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1].split("@")[0] for line in out.splitlines()}


def section(title, names, exports, refused):
    state = {}
    for name in names:
        state[name] = "missing" if name not in exports else "refused" if name in refused else "done"
    counts = {kind: sum(1 for s in state.values() if s == kind) for kind in ("done", "refused", "missing")}
    text = [f"## {title}", "",
            f"{counts['done']} done, {counts['refused']} refused, {counts['missing']} missing, of {len(names)}.", "",
            "| call | state |", "| --- | --- |"]
    for name in names:
        what = state[name] + (f": {refused[name]}" if state[name] == "refused" else "")
        text.append(f"| `{name}` | {what} |")
    return text + [""]


def page(sdk):
    refused = dict(line.split(maxsplit=1) for line in read_list("refused.txt"))
    text = ["# Coverage of the host API", "",
            "Made by `tools/api-coverage.py` from what the built libraries export. *Refused* calls exist and answer",
            "with the error given; *missing* ones are a link error. Graphics calls (OpenGL, Direct3D, EGL, VDPAU) are not",
            "offered: there is no graphics device; `tests/api/names/graphics.txt` lists them.", ""]
    text += section("Runtime API (`libmusart`)", read_list("runtime.txt"), exported(sdk / "lib/libmusart.so"), refused)
    text += section("Driver API (`libmusa`)", read_list("driver.txt"), exported(sdk / "lib/libmusa.so"), refused)
    return "\n".join(text)


def untested(sdk):
    tests = "".join(path.read_text() for path in (ROOT / "tests/api").glob("*.c*"))
    words = set(re.findall(r"\w+", tests))
    runtime = {n for n in exported(sdk / "lib/libmusart.so") if not re.match("cuda[A-Z]", n)}  # made from MUSA's
    names = runtime | {n for n in exported(sdk / "lib/libmusa.so") if re.match("mu[A-Z]", n)}
    refused = {line.split()[0] for line in read_list("refused.txt")}  # a test reads the list and calls them
    calls = {re.sub(r"(_v\d)?(_ptds|_ptsz)?$", "", name) for name in names - refused}
    return sorted(calls - words)


def unheard(library):
    """Calls that the library exports and that are not the made entry of a function inside."""
    out = subprocess.run(["nm", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    symbols = {line.split()[-1]: line.split()[-2] for line in out.splitlines()}
    calls = [name for name, kind in symbols.items() if kind == "T" and re.match("(musa|mu|cuda|cu)[A-Z]", name)]
    return sorted(name for name in calls if f"helicon.{name}" not in symbols)


def main():
    parser = argparse.ArgumentParser(description="coverage of the host API")
    parser.add_argument("--check", action="store_true", help="compare with the page instead of writing it")
    parser.add_argument("sdk", type=pathlib.Path, help="an installed tree, or the build's sdk folder")
    options = parser.parse_args()
    text = page(options.sdk)
    if not options.check:
        PAGE.write_text(text)
        return
    if PAGE.read_text() != text:
        sys.exit(f"{PAGE} is out of date: run tools/api-coverage.py {options.sdk}")
    if missing := untested(options.sdk):
        sys.exit("no test calls " + ", ".join(missing))
    for library in ("libmusart.so", "libmusa.so"):
        if names := unheard(options.sdk / "lib" / library):
            sys.exit(f"no entry of api/mupti/names leads to these of {library}: " + ", ".join(names))


if __name__ == "__main__":
    main()
