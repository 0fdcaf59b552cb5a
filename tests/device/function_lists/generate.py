#!/usr/bin/env python3
"""Makes of a list of functions beside this file (`math`, `device`): `generate.py LIST source` the test that compiles each
function, `refused` one that must not compile, `page` the table in docs/, `check FILE` a look into the refused one's errors.

A list holds a prototype a line; {a,b} stands for each in turn. "# Title" opens a section, "- text" is said below its title.
"T" is double and then float with an f behind the name. "! message" refuses the functions of the lines below it up to the
next "!" alone. "? " before a prototype: it is compiled and not called (it ends the thread, or needs an object)."""
import itertools
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
COMPLEX = "Complex numbers (muComplex.h)"
TITLES = {
    "math": ("The CUDA math API, function by function", "math-api.md"),
    "device": ("The device functions beside the math API, one by one", "device-functions.md"),
}
# Parameters whose values mean something: what stands for them in a list, their type, a good value.
MEANINGS = {
    "mask": ("unsigned int", "1u"),
    "width": ("int", "32"),
    "align": ("size_t", "16u"),
    "weak": ("bool", "false"),
    "order": ("int", "__NV_ATOMIC_RELAXED"),
    "scope": ("int", "__NV_THREAD_SCOPE_DEVICE"),
}


class Function:
    def __init__(self, section, refusal, called, result, name, types):
        self.section, self.refusal, self.called = section, refusal, called
        self.result, self.name, self.types = result, name, types

    def prototype(self):
        types = (MEANINGS.get(t, (t, None))[0] for t in self.types)
        return f"{self.result} {self.name}({', '.join(types)})"


def expand(text):
    """Every reading of {a,b} groups."""
    parts = re.split(r"\{([^}]*)\}", text)
    choices = [p.split(",") if i % 2 else [p] for i, p in enumerate(parts)]
    return ["".join(c) for c in itertools.product(*choices)]


def functions(name, notes=None):
    """The functions of a list; what is said of its sections goes into `notes`."""
    section, refusal = None, None
    for line in open(os.path.join(HERE, name + ".txt")):
        line = line.rstrip("\n")
        if line.startswith("# "):
            section = line[2:]
        elif line.startswith("- "):
            if notes is not None:
                notes.setdefault(section, []).append(line[2:])
        elif line.startswith("!"):
            refusal = line[1:].strip() or None
        elif line:
            called = not line.startswith("? ")
            for one in expand(line.removeprefix("? ")):
                head, parameters = one.rstrip(")").split("(")
                result, function = re.match(r"(.*?[ *])([^ *]+)$", head).groups()
                kinds = (("double", ""), ("float", "f")) if re.search(r"\bT\b", line) else (("", ""),)
                for kind, suffix in kinds:
                    put = lambda text: re.sub(r"\bT\b", kind, text).strip()
                    types = [put(p) for p in parameters.split(",") if p.strip()]
                    yield Function(section, refusal, called, put(result), put(function) + suffix, types)


def call(f):
    """A statement that calls the function with values of exactly its types, and proves the result's."""
    arguments, before = [], []
    for i, kind in enumerate(f.types):
        if kind == "...":
            continue
        if kind in MEANINGS:
            arguments.append(f"({MEANINGS[kind][0]})in<int>(data) + {MEANINGS[kind][1]}")
        elif kind == "const char *":
            arguments.append('""')
        elif kind.endswith("*") and "const" not in kind and resultsByPointer:
            before.append(f"{kind[:-1].strip()} p{i} = {{}};")
            arguments.append(f"&p{i}")
        elif kind.endswith("*") and not resultsByPointer:
            arguments.append(f"at<{kind[:-1].strip()}>(data)")
        else:
            arguments.append(f"in<{kind}>(data)")
    text = f"{f.name}({', '.join(arguments)})"
    guard = "" if f.called else "if (never) "
    if f.result == "void":
        shown = f" out(data, p{len(f.types) - 1});" if before else ""
        return guard + "{ " + " ".join(before) + f" {text};{shown} }}"
    proof = "" if f.result == "bool" else f'static_assert(same<{f.result}, decltype({text})>, "{f.name}"); '
    if f.refusal:
        return "{ " + " ".join(before) + f" {text}; }}"
    return guard + "{ " + " ".join(before) + f" {proof}out(data, ({f.result}){text}); }}"


HEAD = """// Made by generate.py from a list of functions.
#include <musa_runtime.h>
#include <musa_fp16.h>
#include <musa_bf16.h>
#include <murand_kernel.h>
#include <cassert>
#if __has_include(<muComplex.h>)
#include <muComplex.h>
#define HAS_COMPLEX
#endif
typedef float float2v __attribute__((ext_vector_type(2)));
typedef float float4v __attribute__((ext_vector_type(4)));
template <class A, class B> constexpr bool same = __is_same(A, B);
template <class T> __device__ T *at(unsigned char *&data) { T *p = (T *)data; data += 32; return p; }
template <class T> __device__ T in(unsigned char *&data) { return *at<T>(data); }
template <class T> __device__ void out(unsigned char *&data, T x) { *at<T>(data) = x; }
"""


def source(chosen):
    """The whole test program; each section in kernels of forty calls."""
    print(HEAD)
    kernels = []
    for section, group in itertools.groupby(chosen, key=lambda f: f.section):
        group = list(group)
        for start in range(0, len(group), 40):
            if section == COMPLEX:
                print("#ifdef HAS_COMPLEX")
            kernels.append((f"kernel{len(kernels)}", section == COMPLEX))
            print(f"// {section}\n__global__ void {kernels[-1][0]}(unsigned char *data, bool never) {{")
            for f in group[start : start + 40]:
                print("  " + call(f))
            print("}")
            if section == COMPLEX:
                print("#endif")
    return kernels


def program(chosen):
    kernels = source(chosen)
    print('#include <cstdio>\nint main() {\n  unsigned char *data;\n  musaMalloc(&data, 1 << 20);')
    for kernel, isComplex in kernels:
        text = f"  musaMemset(data, 0, 1 << 20);\n  {kernel}<<<1, 1>>>(data, false);\n  if (musaDeviceSynchronize() != musaSuccess || musaGetLastError() != musaSuccess)\n    return printf(\"{kernel} does not run\\n\"), 1;"
        print(f"#ifdef HAS_COMPLEX\n{text}\n#endif" if isComplex else text)
    complexOnes = sum(f.section == COMPLEX for f in chosen)
    print(f"#ifdef HAS_COMPLEX\n  const int count = {len(chosen)};\n#else\n  const int count = {len(chosen) - complexOnes};\n#endif")
    print('  printf("%d functions compile and run\\n", count);\n}')


def page(name):
    notes = {}
    everything = list(functions(name, notes))
    done = sum(not f.refusal for f in everything)
    print(f"# {title[0]}\n")
    print(f"Made by `tests/device/function_lists/generate.py {name} page` from `{name}.txt` beside it. The test `device.{name}_functions` compiles and")
    print("runs each function that is *done*, and checks that the compiler refuses each other one with the message given.\n")
    print(f"{len(everything)} functions: {done} done, {len(everything) - done} refused.\n")
    for section, group in itertools.groupby(everything, key=lambda f: f.section):
        print(f"## {section}\n")
        if section in notes:
            print("\n".join(notes[section]) + "\n")
        print("| function | |\n| --- | --- |")
        for f in group:
            print(f"| `{f.prototype()}` | {'refused: ' + f.refusal if f.refusal else 'done'} |")
        print()


def check(list, log):
    text, bad = open(log).read(), 0
    for f in functions(list):
        name = f.name.partition("<")[0]
        if f.refusal and not re.search(rf"error: '{name}(<.*>)?' is unavailable: {re.escape(f.refusal)}", text):
            print(f"{f.name}: not refused with '{f.refusal}'")
            bad = 1
    return bad


name, action = sys.argv[1:3]
title = TITLES[name]
resultsByPointer = name == "math"  # else a pointer means memory of the device
if action == "source":
    program([f for f in functions(name) if not f.refusal])
elif action == "refused":
    source([f for f in functions(name) if f.refusal])
elif action == "page":
    page(name)
else:
    sys.exit(check(name, sys.argv[3]))
