#!/usr/bin/env python3
"""Makes of functions.txt: `generate.py source` the test that compiles each function, `refused` one that must not
compile, `page` the table docs/math-api.md, `check FILE` a look into the refused one's errors."""
import itertools
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
COMPLEX = "Complex numbers (muComplex.h)"


def expand(text):
    """Every reading of {a,b} groups."""
    parts = re.split(r"\{([^}]*)\}", text)
    choices = [p.split(",") if i % 2 else [p] for i, p in enumerate(parts)]
    return ["".join(c) for c in itertools.product(*choices)]


def functions():
    """(section, refusal or None, result, name, parameter types), as listed."""
    section, refusal = None, None
    for line in open(os.path.join(HERE, "functions.txt")):
        line = line.rstrip("\n")
        if line.startswith("# "):
            section = line[2:]
        elif line.startswith("!"):
            refusal = line[1:].strip() or None
        elif line:
            head, parameters = line.rstrip(")").split("(")
            for one in expand(head):
                result, name = re.match(r"(.*[ *])(\S+)$", one).groups()
                kinds = (("double", ""), ("float", "f")) if re.search(r"\bT\b", line) else (("", ""),)
                for kind, suffix in kinds:
                    put = lambda text: re.sub(r"\bT\b", kind, text).strip()
                    types = [put(p) for p in parameters.split(",")]
                    yield section, refusal, put(result), put(name) + suffix, types


def call(number, result, name, types):
    """A statement that calls the function with values of exactly its types, and proves the result's."""
    arguments, before = [], []
    for i, kind in enumerate(types):
        if kind == "const char *":
            arguments.append('""')
        elif kind.endswith("*") and "const" not in kind and kind != "bool *":
            before.append(f"{kind[:-1].strip()} p{i} = {{}};")
            arguments.append(f"&p{i}")
        elif kind == "bool *":
            before.append(f"bool p{i} = false;")
            arguments.append(f"&p{i}")
        else:
            arguments.append(f"in<{kind}>(data)")
    text = f"{name}({', '.join(arguments)})"
    if result == "void":
        return "{ " + " ".join(before) + f" {text}; out(data, p{len(types) - 1}); }}"
    proof = "" if result == "bool" else f'static_assert(same<{result}, decltype({text})>, "{name}"); '
    return "{ " + " ".join(before) + f" {proof}out(data, ({result}){text}); }}"


HEAD = """// Made by generate.py from functions.txt.
#include <musa_runtime.h>
#include <murand_kernel.h>
#if __has_include(<muComplex.h>)
#include <muComplex.h>
#define HAS_COMPLEX
#endif
template <class A, class B> constexpr bool same = __is_same(A, B);
template <class T> __device__ T in(unsigned char *&data) { T x = *(T *)data; data += 16; return x; }
template <class T> __device__ void out(unsigned char *&data, T x) { *(T *)data = x; data += 16; }
"""


def source(refused):
    """The whole test program; each section in kernels of forty calls."""
    print(HEAD)
    chosen = [f for f in functions() if bool(f[1]) == refused]
    kernels = []
    for section, group in itertools.groupby(chosen, key=lambda f: f[0]):
        group = list(group)
        for start in range(0, len(group), 40):
            if section == COMPLEX:
                print("#ifdef HAS_COMPLEX")
            kernels.append((f"kernel{len(kernels)}", section == COMPLEX))
            print(f"// {section}\n__global__ void {kernels[-1][0]}(unsigned char *data) {{")
            for number, (_, _, result, name, types) in enumerate(group[start : start + 40]):
                print("  " + call(number, result, name, types))
            print("}")
            if section == COMPLEX:
                print("#endif")
    if refused:
        return
    print('#include <cstdio>\nint main() {\n  unsigned char *data;\n  musaMalloc(&data, 1 << 20);\n  musaMemset(data, 0, 1 << 20);')
    for kernel, isComplex in kernels:
        text = f"  {kernel}<<<1, 1>>>(data);\n  if (musaDeviceSynchronize() != musaSuccess)\n    return printf(\"{kernel} does not run\\n\"), 1;"
        print(f"#ifdef HAS_COMPLEX\n{text}\n#endif" if isComplex else text)
    complexOnes = sum(f[0] == COMPLEX for f in chosen)
    print(f"#ifdef HAS_COMPLEX\n  const int count = {len(chosen)};\n#else\n  const int count = {len(chosen) - complexOnes};\n#endif")
    print('  printf("%d functions compile and run\\n", count);\n}')


def page():
    print("# The CUDA math API, function by function\n")
    print("Made by `tests/device/math_api/generate.py page` from `functions.txt` beside it. The test `device.math_api` compiles and runs each")
    print("function that is *done*, and checks that the compiler refuses each other one with the message given.\n")
    everything = list(functions())
    done = sum(not f[1] for f in everything)
    print(f"{len(everything)} functions: {done} done, {len(everything) - done} refused.\n")
    for section, group in itertools.groupby(everything, key=lambda f: f[0]):
        print(f"## {section}\n\n| function | |\n| --- | --- |")
        for _, refusal, result, name, types in group:
            print(f"| `{result} {name}({', '.join(types)})` | {'refused: ' + refusal if refusal else 'done'} |")
        print()


def check(log):
    text, bad = open(log).read(), 0
    for _, refusal, _, name, _ in functions():
        if refusal and not re.search(rf"error: '{name}(<.*>)?' is unavailable: {re.escape(refusal)}", text):
            print(f"{name}: not refused with '{refusal}'")
            bad = 1
    return bad


if sys.argv[1] == "source":
    source(False)
elif sys.argv[1] == "refused":
    source(True)
elif sys.argv[1] == "page":
    page()
else:
    sys.exit(check(sys.argv[2]))
