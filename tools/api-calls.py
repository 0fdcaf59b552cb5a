#!/usr/bin/env python3
"""Writes the way into the APIs that tools can listen on, and the headers that tell tools of its calls.

    tools/api-calls.py INCLUDE NAMES HEADERS         the public headers: numbers and parameters of the calls
    tools/api-calls.py INCLUDE NAMES HEADERS CALLS   and the libraries' sources

INCLUDE is the folder of the public headers, NAMES that of the calls' numbers (api/mupti/names). CALLS gets, for each
API, `RuntimeLabels.h`, which gives the functions that the sources define another symbol, and `RuntimeCalls.cpp`, which
defines the public ones: they jump there unless somebody listens. docs/design/048-tools-entry.md tells more. A call is
known by its declaration and its number; one that has either alone is an error here or when linking.
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
from api_headers import tree, write  # noqa: E402

MADE = "NOLINTBEGIN: made by tools/api-calls.py"
TWIN = re.compile(r"_pt[ds][sz]$")
# First versions that the macros of the header hide, where their parameters differ.
FIRST_FORMS = {"muStreamBeginCapture": "MUstream hStream"}
# Under CUDA's names alone (docs/design/012): the call that they stand for, and parameters where they differ.
CUDA_FORMS = {
    "runtime": {
        "cudaGetErrorName": ("musaGetErrorName", None),
        "cudaGetErrorString": ("musaGetErrorString", None),
        "cudaRuntimeGetVersion": ("musaRuntimeGetVersion", None),
        "cudaDriverGetVersion": ("musaDriverGetVersion", None),
        "cudaGetDriverEntryPoint": ("musaGetDriverEntryPoint", "musaDriverEntryPointQueryResult *driverStatus"),
        "cudaGetDriverEntryPoint_ptsz": ("musaGetDriverEntryPoint_ptsz",
                                         "musaDriverEntryPointQueryResult *driverStatus"),
        "cudaGetDriverEntryPointByVersion": ("musaGetDriverEntryPointByVersion", None),
        "cudaGetDriverEntryPointByVersion_ptsz": ("musaGetDriverEntryPointByVersion_ptsz", None)},
    "driver": {
        "cuDriverGetVersion": ("muDriverGetVersion", None),
        "cuGetErrorName": ("muGetErrorName", None),
        "cuGetErrorString": ("muGetErrorString", None),
        "cuGetProcAddress": ("muGetProcAddress", None),
        "cuGetProcAddress_v2": ("muGetProcAddress", "int *symbolStatus")}}


class Call:
    """One exported function."""

    def __init__(self, name, number, callback, result, parameters, of=None, more=None):
        self.name, self.number, self.callback, self.result = name, number, callback, result
        self.of = of or name  # the call whose parameters tools see
        declared = [] if parameters in ("", "void") else split(re.sub(r"\s*HELICON_DEFAULT\([^()]*\)", "", parameters))
        self.known = [(p, parameter_name(p)) for p in declared]  # in the structure that tools see
        self.parameters = self.known + ([(more, parameter_name(more))] if more else [])

    def signature(self):
        return ", ".join(p for p, _ in self.parameters) or "void"

    def arguments(self):
        return ", ".join(name for _, name in self.parameters)


def split(parameters):
    parts, depth, start = [], 0, 0
    for i, letter in enumerate(parameters):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append(parameters[start:i].strip())
            start = i + 1
    return parts + [parameters[start:].strip()]


def parameter_name(parameter):
    match = re.search(r"\(\s*\*\s*(\w+)\s*\)", parameter) or re.search(r"(\w+)\s*(?:\[\w*\]\s*)*$", parameter)
    return match[1]


def made(lines):
    """A text of the lines; no linter looks at it."""
    return "\n".join([*lines, "// NOLINTEND", ""])


def member(parameter):
    """The parameter as a member: arrays are pointers."""
    return re.sub(r"\b(\w+)\s*\[\w*\]\s*$", r"*\1", parameter)


class Api:
    def __init__(self, name, include, names, top):
        self.name, self.include = name, include
        self.functions, self.renamed = {}, {}
        headers = {}
        tree(include, top, headers)
        for header in headers.values():
            self.functions.update(header.functions)
            self.renamed.update(header.renamed)
        self.result = "musaError_t" if name == "runtime" else "MUresult"
        self.refused = {line.split()[0] for line in (include.parent / "tests/api/names/refused.txt").read_text().splitlines()
                        if line and not line.startswith("#")}
        self.numbers = self.read_numbers(names / f"{name}.txt")
        self.calls = self.find_calls()

    def read_numbers(self, path):
        """(number, name of the callback, exported function or None)"""
        numbers = []
        for line in path.read_text().splitlines():
            if line and not line.startswith("#"):
                number, callback, *own = line.split()
                function = own[0] if own else re.sub(r"_v\d{4,}$", "", callback)
                numbers.append((int(number), callback, None if function == "-" else function))
        return numbers

    def prototype(self, name):
        """Result and parameters, None for what no header declares."""
        base = TWIN.sub("", name)
        if base in FIRST_FORMS:
            return self.result, FIRST_FORMS[base]
        for candidate in (name, base, re.sub(r"_v\d$", "", base)):
            if candidate in self.functions:
                return self.functions[candidate]
        return (self.result, "void") if name in self.refused or base in self.refused else None

    def exported(self, name):
        """Whether the header declares this very name, a macro makes it of one, or it is refused."""
        base = TWIN.sub("", name)
        plain = re.sub(r"_v\d$", "", base)
        return name in self.refused or base in self.functions or plain in self.functions

    def find_calls(self):
        calls, first = {}, {}
        for number, callback, function in self.numbers:
            if function and self.exported(function):
                of = first.setdefault(callback, function)
                calls[function] = Call(function, number, callback, *self.prototype(function), of=of)
        # Twins of the plain names, which CUDA has of the _v2 ones alone: they count as those.
        for name in list(calls):
            plain = re.sub(r"_v2(?=_pt[ds][sz]$)", "", name)
            if self.name == "driver" and plain not in calls:
                calls[plain] = Call(plain, calls[name].number, calls[name].callback, *self.prototype(plain), of=name)
        for name, (of, more) in CUDA_FORMS[self.name].items():
            calls[name] = Call(name, calls[of].number, calls[of].callback, *self.prototype(of), of=of, more=more)
        return list(calls.values())

    def structure(self, call):
        return call.callback + "_params"

    def names(self):
        return {number: callback for number, callback, _ in self.numbers}

    # ---- for tools ----
    def numbers_header(self):
        api = self.name.upper()
        guard = f"MUPTI_{api}_CBID_H"
        lines = [f"// {MADE}: the numbers of the {self.name} API's calls in callbacks and records.",
                 f"#ifndef {guard}", f"#define {guard}", "", f"typedef enum MUpti_{self.name}_api_trace_cbid_enum {{",
                 f"  MUPTI_{api}_TRACE_CBID_INVALID = 0,"]
        lines += [f"  MUPTI_{api}_TRACE_CBID_{name} = {number}," for number, name in sorted(self.names().items())]
        lines += [f"  MUPTI_{api}_TRACE_CBID_SIZE = {self.numbers[-1][0] + 1},",
                  f"  MUPTI_{api}_TRACE_CBID_FORCE_INT = 0x7fffffff", f"}} MUpti_{self.name}_api_trace_cbid;", "",
                  "#endif"]
        return made(lines)

    def parameters_header(self, top):
        guard = f"GENERATED_MUSA_{self.name.upper()}_META_H"
        lines = [f"// {MADE}: the parameters of the {self.name} API's calls, as callbacks see them. Calls without",
                 "// parameters have no structure; their callbacks get a null pointer.", f"#ifndef {guard}",
                 f"#define {guard}", "", f'#include "{top}"', ""]
        for call in self.calls:
            if call.parameters and call.of == call.name:
                structure = self.structure(call)
                lines += [f"typedef struct {structure}_st {{"] + [f"  {member(p)};" for p, _ in call.known] + \
                         [f"}} {structure};", ""]
        return made(lines + ["#endif"])

    # ---- for the libraries ----
    def names_table(self):
        names = self.names()
        lines = [f"// {MADE}: names of the {self.name} API's callbacks by number; null where there is none.", "#pragma once",
                 "", f"constexpr const char *k{self.name.capitalize()}CallNames[] = {{"]
        lines += [f'    "{names[number]}",' if number in names else "    nullptr,"
                  for number in range(max(names) + 1)]
        return made(lines + ["};"])

    def labels(self):
        hidden = sorted(name for name in self.renamed if name.startswith("mu"))
        lines = [f"// {MADE}: the functions of the {self.name} API, as the sources define them, get the symbols that the",
                 "// public ones jump to.", "#pragma once", ""]
        lines += [line for name in hidden for line in (f'#pragma push_macro("{name}")', f"#undef {name}")]
        lines += ["", 'extern "C" {'] + [f'{call.result} {call.name}({call.signature()}) __asm__("helicon.{call.name}");'
                                         for call in self.calls] + ["}", ""]
        lines += [f'#pragma pop_macro("{name}")' for name in hidden]
        return made(lines)

    def entry(self, call):
        inside = f"inside_{call.name}"
        domain = self.name.capitalize()
        kept = f"const {self.structure(call)} kept_ = {{{', '.join(name for _, name in call.known)}}};" if call.known else ""
        address = "&kept_" if call.known else "nullptr"
        return f"""
{call.result} {inside}({call.signature()}) __asm__("helicon.{call.name}") __attribute__((visibility("hidden")));
static HEARD {call.result} heard_{call.name}({call.signature()}) {{
  {kept}
  JOIN;
  trace::Call call_{{trace::Domain::{domain}, {call.number}, "{call.name}", {address}, nullptr}};
  trace::begin(call_);
  {call.result} const result_ = {inside}({call.arguments()});
  trace::end(call_, &result_);
  return result_;
}}
ENTRY {call.result} {call.name}({call.signature()}) {{
  if (trace::listeningHere.load(std::memory_order_relaxed) == 0) [[likely]]
    return {inside}({call.arguments()});
  return heard_{call.name}({call.arguments()});
}}"""

    def join_macro(self):
        """libmusa's copy is kept by the word's keeper."""
        return "#define JOIN" if self.name == "driver" else \
            "#define JOIN if (trace::listeningHere.load(std::memory_order_relaxed) & trace::kNotStarted) " \
            "trace::join(trace::listeningHere)"

    def source(self, meta):
        lines = [f"// {MADE}: the public functions of the {self.name} API. See docs/design/048-tools-entry.md.",
                 f'#include "{meta}"', '#include "runtime/Trace.h"', ""]
        lines += [f"#undef {name}" for name in sorted(self.renamed)]
        lines += ["", self.join_macro(), "#define ENTRY __attribute__((visibility(\"default\")))", "#define HEARD __attribute__((noinline, cold))",
                  "", "using namespace helicon;", "", 'extern "C" {']
        return made(lines + [self.entry(call) for call in self.calls] + ["}"])


def main():
    include, names, headers = map(pathlib.Path, sys.argv[1:4])
    headers.mkdir(parents=True, exist_ok=True)
    runtime = Api("runtime", include, names, "musa_runtime_api.h")
    driver = Api("driver", include, names, "musa.h")
    metas = {runtime: ("musa_runtime_api.h", "generated_musa_runtime_api_meta.h"),
             driver: ("musa.h", "generated_musa_meta.h")}
    for api, (top, meta) in metas.items():
        write(headers / f"mupti_{api.name}_cbid.h", api.numbers_header())
        write(headers / meta, api.parameters_header(top))
        if len(sys.argv) > 4:
            calls = pathlib.Path(sys.argv[4])
            calls.mkdir(parents=True, exist_ok=True)
            write(calls / f"{api.name.capitalize()}Labels.h", api.labels())
            write(calls / f"{api.name.capitalize()}Names.h", api.names_table())
            write(calls / f"{api.name.capitalize()}Calls.cpp", api.source(meta))


main()
