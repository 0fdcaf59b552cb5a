"""What docs/mcc.md says of the driver's options, for page.sh.

    page.py options PAGE            one line each: SECTION <tab> option with its placeholders filled in
                                    (and another <tab> what it means, in the section of nvcc's options)
    page.py missing PAGE TABLE      spellings of mcc/OptionTable.cpp that the page does not have
    page.py nvcc PAGE TABLE         the same for mcc/NvccTable.cpp"""
import os
import re
import sys

FILLED = {
    "arch": "mp_22", "bool": "false", "level": "3", "stream": "per-thread", "cpu": "native", "linker": "lld", "when": "always",
    "where": "cwd", "dir": os.getcwd() + "/tree", "file": "named.x", "script": "named.x", "symbol": "main", "word": "now", "standard": "c++14",
    "macro": "Q=1", "triple": "x86_64-linux-gnu", "kind": "thin", "what": "x", "options": "-z,now", "option": "-DQ", "name": "m",
}
CODE = re.compile(r"`([^`]+)`")


def sections(page):
    name = ""
    for line in open(page, encoding="utf-8"):
        if line.startswith("## "):
            name = line[3:].split(",")[0].strip()
        elif line.startswith("| ") and not line.startswith(("| option", "| passes", "| ---")):
            yield name, [cell.strip() for cell in line.strip().strip("|").split(" | ")]


def filled(option):
    return re.sub(r"<(\w+)>", lambda m: FILLED[m[1]], option)


def options(page):
    for section, cells in sections(page):
        if section == "nvcc's options":
            for option in CODE.findall(cells[0]):
                print(section, filled(option), filled(CODE.findall(cells[1])[0]), sep="\t")
            continue
        clangs = section.startswith("Clang")
        label = "pass " + cells[0].split(",")[0] if clangs else section
        for option in CODE.findall(cells[1] if clangs else cells[0]):
            print(label, filled(option), sep="\t")


def missing(page, table):
    text = " ".join(CODE.findall(open(page, encoding="utf-8").read()))
    for spelling in re.findall(r'^ +\{"(-[^"]+)", ', open(table, encoding="utf-8").read(), re.M):
        if not re.search(r"(?<!\S)" + re.escape(spelling), text):
            print(spelling)


def nvcc(page, table):
    text = " ".join(CODE.findall(open(page, encoding="utf-8").read()))
    for name in re.findall(r'^ +\{"-?([^"]+)", ', open(table, encoding="utf-8").read(), re.M):
        if not re.search(r"(?<!\S)--?" + re.escape(name) + r"(?![\w-])", text):
            print(name)


if __name__ == "__main__":
    {"options": options, "missing": missing, "nvcc": nvcc}[sys.argv[1]](*sys.argv[2:])
