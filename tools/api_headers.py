"""Reads the public headers, for the scripts that make other files from what they declare."""
import re


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)


def closing(text, at, pair="{}"):
    """Where the bracket at `at` closes."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == pair[0]) - (text[i] == pair[1])
        if depth == 0:
            return i
    raise SystemExit(f"unbalanced {pair}: {text[at:at + 60]!r}")


class Header:
    """What one header declares."""

    def __init__(self, text):
        text = without_comments(text).replace("\\\n", " ")
        self.macros, self.tags, self.enumerators, self.typedefs = [], [], [], []
        self.functions = {}  # name: (result, parameters)
        self.renamed = {}  # name of a call: the exported name that it stands for
        for name, parameters, value in re.findall(r"^[ \t]*#[ \t]*define (\w+)(\([^)]*\))?(.*)$", text, re.M):
            is_guard = not value.strip() and name.endswith("_H")
            renames_call = re.fullmatch(r"\s*(?:HELICON_PT[DS][SZ]\()?(" + name + r"_\w+)\)?\s*", value)
            if renames_call:
                self.renamed[name] = renames_call[1]
            elif not is_guard:
                self.macros.append((name, parameters))
        code = re.sub(r"^[ \t]*#.*$", "", text, flags=re.M)
        for match in re.finditer(r"\benum (\w+)?\s*\{", code):
            self.tags += [match[1]] if match[1] else []
            body = code[match.end():closing(code, match.end() - 1)]
            self.enumerators += [item.split("=")[0].strip() for item in body.split(",") if item.strip()]
        self.tags += re.findall(r"\b(?:struct|union) (?:__\w+\([^)]*\) )?(\w+)", code)
        for match in re.finditer(r"\btypedef\b", code):
            end, brace = code.index(";", match.end()), code.find("{", match.end())
            if 0 <= brace < end:
                end = code.index(";", closing(code, brace))
            declarator = re.search(r"\(\s*(?:\w+\s+)?\*\s*(\w+)\s*\)\s*\(", code[match.end():end])
            self.typedefs.append(declarator[1] if declarator else re.findall(r"\w+", code[match.end():end])[-1])
        self.makers = re.findall(r"\bstatic __inline__ struct musa\w+ (make_musa\w+)\(", code)  # in C as well
        for result, name, parameters in re.findall(r"([\w *]+?)\b(?:MUSARTAPI|MUSAAPI|MUPTIAPI)\s+(\w+)\(([^;{]*)\)\s*;", code):
            self.functions[name] = (result.strip(), " ".join(parameters.split()))


def tree(include, name, seen):
    """The headers that `name` includes, itself last. Device code is the same in both languages."""
    if name in seen:
        return
    text = (include / name).read_text()
    seen[name] = None
    for other in re.findall(r'^#\s*include "([^"]+)"', text, re.M):
        other = ((include / name).parent / other).resolve().relative_to(include.resolve()).as_posix() \
            if ((include / name).parent / other).exists() else other
        if (include / other).exists() and "per_thread" not in other:
            tree(include, other, seen)
    seen[name] = Header(text)


def write(path, text):
    """Leaves a file that is right alone, so that nothing is built again for it."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
