#!/usr/bin/env python3
"""Writes docs/inline-ptx.md from simt/ptx/Instructions.def and SpecialRegisters.def.

    tools/ptx-table.py              writes the page
    tools/ptx-table.py --check      fails when the page does not say what the tables say
    tools/ptx-table.py --count DIR  counts the instructions in asm statements of the sources under DIR (column "uses")
"""
import argparse
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/inline-ptx.md"
TABLE = ROOT / "simt/ptx/Instructions.def"
REGISTERS = ROOT / "simt/ptx/SpecialRegisters.def"
HEAD = """# Inline PTX

Made by `tools/ptx-table.py` from `simt/ptx/Instructions.def`, of which a test lowers every form; do not edit.

`asm` and `asm volatile` in device code are parsed, and each instruction becomes what the matching intrinsic becomes. Supported are
several instructions in one text, comments, `{ }` scopes, `.reg` declarations (also `%r<4>`), labels and `bra`, predicates on any
instruction, numbers (decimal, octal, hexadecimal, binary, `0f` and `0d` floats, constant expressions), vectors, `[register + number]`,
the constraints `h r l q f d n` with `=`, `+`, `&` and ties to outputs, the clobber `"memory"`. An instruction that is not supported is an
error of mcc with its name, the source's line, and line and column in the text, unless the optimiser removes it ([mcc](mcc.md#refused-device-code)).

What a reader of PTX might not expect:
- The carry flag goes from instruction to instruction as the source has them, also from one statement to the next and through functions.
- Registers declared in one text are not known in the next, also where a brace stays open.
- A register that is read before it is written holds 0.
- Addresses of shared memory are, as on a card, offsets from the block's own shared memory: `__cvta_generic_to_shared` and `cvta.to.shared`
  give them, and they fit 32 bits.
- Directed rounding (`.rz .rm .rp`) is there for single precision and conversions. `.approx` is computed at least as exactly as on a card, so bits differ.
- A NaN that an instruction on 16-bit floats makes is 0x7fff, as on a card; the bits of other NaNs are open.
- `.ftz` flushes in that instruction, whatever the kernel's own mode is. Scopes and cache hints say nothing here: all memory is seen by all threads.
- `cp.async` copies at once; waiting for it does nothing, and `cp.async.mbarrier.arrive` arrives at once.
- `.aligned` says nothing. A barrier with a count takes whole warps: a multiple of 32, known or not when compiling, up to 1024. Where lanes of one
  warp come to different barriers the kernel runs with the thread executor, which counts threads one by one.
- An `mbarrier` counts arrivals; those that count bytes (`.expect_tx`, `.complete_tx`) are refused. `try_wait` answers at once, as `test_wait` does.
- `fence.proxy` and `fence.mbarrier_init` order what the block's own threads do.

In the forms, `%h` are registers of 16 bits, `%r` of 32, `%l` of 64, `%q` of 128, `%f` and `%d` floats, `%p` predicates; `{a|b}` is a or b, `{|a}` a or nothing.
*Uses* counts statements in the CUDA samples, HeCBench, CUTLASS, CCCL, CGBN, sppark and ccminer.

"""


def unquote(text):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)).replace("\\n", "\n")


def rows():
    text = re.sub(r"^//.*$", "", TABLE.read_text(), flags=re.M)
    for m in re.finditer(r'HELICON_PTX\("(\w+)", (\w+), (\d+),((?:\s*"[^"]*")+)\)', text):
        yield m[1], int(m[3]), unquote(m[4]).split("\n"), m[2] == "lowerNothing" and m[1] != "bra"


def refused():
    return re.findall(r'HELICON_PTX_REFUSED\("(\w+)", (\d+), "([^"]*)"\)', TABLE.read_text())


def page():
    cell = lambda s: s.replace("|", "\\|")
    text = HEAD + "## Done\n\n| instruction | uses | forms |\n| --- | --- | --- |\n"
    for name, uses, forms, nothing in rows():
        shown = "<br>".join(f"`{cell(form)}`" for form in forms)
        text += f"| `{name}` | {uses} | {shown}{' (nothing is done)' if nothing else ''} |\n"
    text += "\n## Refused\n\nThe message is: '*instruction*' is not supported: *reason*.\n\n"
    text += "| instruction | uses | reason |\n| --- | --- | --- |\n"
    for name, uses, why in refused():
        text += f"| `{name}` | {uses} | {why} |\n"
    text += "\nOf what is done above, `cp.async.bulk`, `cp.reduce`, `red.async`, `barrier.cluster` and"
    text += "\n`fence.proxy.tensormap` are refused; 8-bit and smaller floats have no conversions.\n"
    names = re.findall(r'HELICON_SREG\("([^"]+)"', REGISTERS.read_text())
    fixed = re.findall(r'HELICON_SREG_FIXED\("([^"]+)", \d+, (\d+)\)', REGISTERS.read_text())
    text += "\n## Special registers\n\n" + " ".join(f"`%{n}`" for n in names + ["dynamic_smem_size"]) + " and `WARP_SZ`;\n"
    text += "the same for all threads: " + ", ".join(f"`%{n}` {v}" for n, v in fixed) + ".\n"
    return text


def statements(source):
    """The strings of each asm statement, joined."""
    for m in re.finditer(r"\b(?:asm|__asm__|__asm)\b\s*(?:volatile|__volatile__)?\s*\(", source):
        body = re.match(r'(?:\s|//[^\n]*\n|[A-Za-z_]\w*|"(?:[^"\\]|\\.)*")*', source[m.end():])[0]
        yield unquote(body).replace("\\t", " ")


def count(folders):
    uses = collections.Counter()
    suffixes = {".cu", ".cuh", ".h", ".hpp", ".inl", ".cpp"}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix not in suffixes or not path.is_file():
                continue
            for text in statements(path.read_text(errors="replace")):
                text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
                for piece in re.split(r"[;\n{}]", text):
                    if m := re.match(r"\s*(?:@!?%?\w+\s+)?([a-z][a-z0-9_]*)[.\s]", piece + " "):
                        uses[m[1]] += 1
    for name, n in uses.most_common():
        print(n, name)


def main():
    parser = argparse.ArgumentParser(description="the page about inline PTX")
    parser.add_argument("--check", action="store_true", help="compare with the page instead of writing it")
    parser.add_argument("--count", nargs="+", type=pathlib.Path, metavar="DIR", help="count instructions in sources")
    options = parser.parse_args()
    if options.count:
        return count(options.count)
    if not options.check:
        PAGE.write_text(page())
    elif not PAGE.exists() or PAGE.read_text() != page():
        sys.exit(f"{PAGE} is out of date: run tools/ptx-table.py")


if __name__ == "__main__":
    main()
