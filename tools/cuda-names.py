#!/usr/bin/env python3
"""Writes the CUDA spellings of the API's names, from the headers that declare them in MUSA's.

    tools/cuda-names.py INCLUDE NAMES OUTPUT
    tools/cuda-names.py --symbols NM OUTPUT.c OBJECT...     the libraries' symbols under CUDA's names

INCLUDE is the folder of the public headers, NAMES that of the inventories of calls (tests/api/names). OUTPUT/cuda_spelling
gets `common.h` (what both APIs share), `runtime.h`, `templates.h` and `driver.h`, and OUTPUT the headers that CUDA has for
parts of its language and that hold nothing of their own here. docs/design/012 tells why a function is a
declaration, a type without a tag a typedef, and everything else a macro. Nothing is listed here that the headers say:
a call or type that they gain has its CUDA name at the next build, and one that only the inventories know is declared
unavailable.
"""
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from api_headers import Header, closing, tree, without_comments, write  # noqa: E402

WORDS = [("MUSART", "CUDART"), ("Musart", "Cudart"), ("MUSA", "CUDA"), ("Musa", "Cuda"), ("musa", "cuda"),
         ("MUPTI", "CUPTI"), ("_MU_INIT", "_CU_INIT"), ("MTTX", "NVTX"), ("MTLINK", "NVLINK"), ("Mtlink", "Nvlink"), ("MtLink", "NvLink"), ("MtSci", "NvSci"), ("MTSCI", "NVSCI")]
# Written by hand in include/cuda_runtime_api.h and cuda.h: version numbers, which CUDA counts in another way.
# So are the look-ups of the driver's entries, which have an argument more in CUDA 12.
BY_HAND = {"musaDriverGetVersion", "musaRuntimeGetVersion", "muDriverGetVersion", "MUSART_VERSION", "MUSA_VERSION",
           "musaGetDriverEntryPoint", "musaGetDriverEntryPoint_ptsz", "musaGetDriverEntryPointByVersion",
           "musaGetDriverEntryPointByVersion_ptsz"}
# Functions of their own in the libraries, because what they say depends on the spelling (api/*/CudaNames.cpp).
OWN_SYMBOLS = {"musaGetErrorName", "musaGetErrorString", "muGetErrorName", "muGetErrorString", "muGetProcAddress"}
# Found in the inventories, and in no CUDA header: MUSA's own calls.
OWN_CALLS = re.compile(r"musa(Graph(Exec)?(Add)?)?(Mem(ory)?(Atomic|Transfer|WaitWrite))|musaGetExportTable$")

# Parts of the language and of the runtime that CUDA programs include by name; cuda_runtime.h has all of it.
FORWARDED = """builtin_types channel_descriptor common_functions cuda_device_runtime_api cuda_profiler_api cuda_surface_types
cuda_texture_types device_atomic_functions device_double_functions device_functions device_types driver_functions host_config
math_functions sm_20_atomic_functions sm_20_intrinsics sm_30_intrinsics sm_32_atomic_functions sm_32_intrinsics
sm_35_atomic_functions sm_35_intrinsics sm_60_atomic_functions sm_61_intrinsics surface_functions surface_indirect_functions
surface_types texture_fetch_functions texture_indirect_functions texture_types""".split()


def cuda_name(name):
    """The CUDA spelling of a name of the API, or None."""
    if name in BY_HAND:
        return None
    if re.match(r"(musa|MUSA|MUSART|make_musa|MUPTI)[A-Z_]", name):
        head, rest = "", name
    elif re.match(r"mu([A-Z]|uint\d|pti[A-Z])", name):
        head, rest = "cu", name[2:]
    elif re.match(r"MU([a-z]|_)", name):
        head, rest = "CU", name[2:]
    else:
        return None
    for musa, cuda in WORDS:
        rest = rest.replace(musa, cuda)
    return head + re.sub(r"(?<=CBID_)mu(?=[A-Z])", "cu", rest)


class Writer:
    def __init__(self, path, what, guard):
        self.path, self.known = path, set()
        self.lines = [f"// Made by tools/cuda-names.py from the headers of the MUSA spellings: {what}.",
                      f"#ifndef {guard}", f"#define {guard}", ""]

    def add(self, *lines):
        self.lines += lines

    def finish(self):
        self.add("", "#endif", "")
        write(self.path, "\n".join(self.lines))


def names_of(headers, writer, known):
    """Macros for what needs the preprocessor, typedefs for the other types."""
    for header in headers:
        for name in header.tags + header.enumerators + header.makers:
            if cuda_name(name) and name not in known:
                known.add(name)
                writer.add(f"#define {cuda_name(name)} {name}")
        for name, parameters in header.macros:
            if cuda_name(name) and name not in known:
                known.add(name)
                form = ("(...)", "(__VA_ARGS__)") if parameters else ("", "")
                writer.add(f"#define {cuda_name(name)}{form[0]} {name}{form[1]}")
    writer.add("")
    for header in headers:
        for name in header.typedefs:
            if cuda_name(name) and name not in known:
                known.add(name)
                writer.add(f"typedef {name} {cuda_name(name)};")


def calls_of(headers, writer):
    """Declarations under CUDA's name of the functions that MUSA's names mean."""
    declared = {}
    for header in headers:
        declared.update(header.functions)
    writer.add("", "#ifdef __cplusplus", 'extern "C" {', "#endif")
    for name, (result, parameters) in declared.items():
        if cuda_name(name):
            symbol = cuda_name(name) if name in OWN_SYMBOLS else name
            writer.add(f"{result} {cuda_name(name)}({parameters}) __HELICON_CUDA_IS({symbol});")
    return declared


def plain(name):
    """Without the suffixes of versions and of the per-thread stream."""
    return re.sub(r"(_v\d)?(_ptds|_ptsz)?$", "", name)


def inventory(path, prefix):
    lines = path.read_text().splitlines()
    return [line.split()[0] for line in lines if re.match(prefix, line)]


def refused_of(names, declared, writer):
    """Calls that the SDK has and these headers do not. In C, no call of an undeclared function passes unnoticed."""
    writer.add("#ifdef __cplusplus")
    known = {plain(name) for name in declared} | {plain(name) for name in BY_HAND}
    for name, reason in names:
        name = plain(name)
        if name not in known and cuda_name(name) and not OWN_CALLS.match(name):
            known.add(name)
            writer.add(f"{reason}({cuda_name(name)});")
    writer.add("#endif", "#ifdef __cplusplus", "}", "#endif")


def templates_of(text, writer):
    """The inline functions of the C++ header under CUDA's names; their bodies stay."""
    text = without_comments(text)
    guard = text.index("#define ")  # of inclusion
    for match in re.finditer(r"^(template <[^>]*>\s+)?(?:static )?inline musa\w+ (musa\w+)\(|^#(if|endif)[^\n]*", text, re.M):
        if match[3]:
            if match.start() > guard and not text[match.end():].isspace():
                writer.add(match[0])
            continue
        brace = text.index("{", closing(text, match.end() - 1, "()"))
        whole = text[match.start():closing(text, brace) + 1]
        at = match.start(2) - match.start()
        writer.add(whole[:at] + cuda_name(match[2]) + whole[at + len(match[2]):])


def tools_of(include, root, output, known):
    """CUPTI: all names in one header, which each of its headers includes. The numbers and parameters are made ones."""
    headers = {}
    for name in ("mupti.h", "mupti_target.h"):
        tree(include, name, headers)
    made = sorted([*root.glob("mupti_*.h"), *root.glob("generated_musa*.h")])
    own = {name: header for name, header in headers.items()
           if name.removeprefix("helicon/").startswith("mupti")}
    own.update({path.name: Header(path.read_text()) for path in made})
    writer = Writer(output / "tools.h", "muPTI", "HELICON_CUDA_NAMES_TOOLS_H")
    writer.add('#include "cuda_runtime_api.h"', '#include "cuda.h"')
    writer.add(*[f'#include "{name}"' for name in own], "")
    names_of(own.values(), writer, known)
    calls_of(own.values(), writer)
    writer.add("#ifdef __cplusplus", "}", "#endif")
    writer.finish()
    for name in (name for name in own if "/" not in name):
        cuda = name.replace("mupti", "cupti").replace("musa", "cuda")
        write(root / cuda, "// Made by tools/cuda-names.py: all of CUPTI's names are in one place.\n"
                           '#include "cuda_spelling/tools.h"\n')


def symbols(nm, output, objects):
    """C source with CUDA's name for each call that the objects define: a jump to MUSA's."""
    listed = subprocess.run([nm, "--defined-only", *objects], check=True, capture_output=True, text=True).stdout
    calls = sorted(set(re.findall(r" T ((?:musa|mupti|mu)[A-Z]\w*)$", listed, re.M)))
    lines = ["/* Made by tools/cuda-names.py. Weak: a program may define such a name itself. */"]
    for name in calls:
        cuda = cuda_name(name)
        if cuda and name not in OWN_SYMBOLS:
            lines.append(f'__asm__(".text\\n.weak {cuda}\\n.type {cuda}, @function\\n{cuda}: endbr64\\n"')
            lines.append(f'        "jmp {name}@PLT\\n.size {cuda}, . - {cuda}\\n");')
    write(pathlib.Path(output), "\n".join(lines) + "\n")


def main():
    if sys.argv[1] == "--symbols":
        return symbols(sys.argv[2], sys.argv[3], sys.argv[4:])
    include, lists, root = map(pathlib.Path, sys.argv[1:4])
    output = root / "cuda_spelling"
    output.mkdir(parents=True, exist_ok=True)
    for name in FORWARDED:
        if not (include / f"{name}.h").exists():
            write(root / f"{name}.h", f'// Made by tools/cuda-names.py: cuda_runtime.h has what CUDA keeps here.\n'
                                      f'#include "cuda_runtime.h"\n')
    runtime, driver = {}, {}
    tree(include, "musa_runtime_api.h", runtime)
    for extra in ("library_types.h", "math_constants.h", "driver_functions.h"):
        tree(include, extra, runtime)
    tree(include, "musa.h", driver)
    shared = [header for name, header in runtime.items() if name in driver]
    known = set()

    common = Writer(output / "common.h", "what both APIs share", "HELICON_CUDA_NAMES_COMMON_H")
    names_of(shared, common, known)
    common.finish()

    for name, headers, prefix, inventory_name in (("runtime", runtime, "musa[A-Z]", "runtime.txt"),
                                                  ("driver", driver, "mu[A-Z]", "driver.txt")):
        writer = Writer(output / f"{name}.h", f"the {name} API", f"HELICON_CUDA_NAMES_{name.upper()}_H")
        writer.add('#include "common.h"', "")
        own = [header for file, header in headers.items() if not (file in runtime and file in driver)]
        names_of(own, writer, known)
        declared = calls_of(headers.values(), writer)
        calls = [(call, "__HELICON_CUDA_NO_GRAPHICS") for call in inventory(lists / "graphics.txt", prefix)]
        calls += [(call, "__HELICON_CUDA_NOT_YET") for call in inventory(lists / inventory_name, prefix)]
        refused_of(calls, declared, writer)
        writer.finish()

    tools_of(include, root, output, known)

    writer = Writer(output / "templates.h", "the C++ forms of the runtime's calls", "HELICON_CUDA_NAMES_TEMPLATES_H")
    for header in ("musa_runtime_templates.h", "channel_descriptor.h"):
        templates_of((include / header).read_text(), writer)
    writer.finish()


main()
