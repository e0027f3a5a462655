#!/usr/bin/env python3
"""Fails on a header of src/, io/ or cli/ that declares a function or a variable of a source of another name, or of none.

x.h, or x_kernel.h, may declare what x.c and x_kernel.c of its folder define; types, macros and static inline functions may be
anywhere. Functions are found in the text: a name before a parenthesis in column 0; of kernels in X_NAME(...), for each set of
instructions; the chapters of a source, which are headers with bodies of functions, count as the sources that include them; a
macro that stands for another name, as those of the precisions, is followed. With --self-test, checks itself."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["src", "io", "cli"]
GENERATED = {"src/core/internal_names.h"}
# Headers that do declare what others define, and why.
EXCEPTIONS = {
    "cli/commands.h": "the commands that main.c lists in its table, one of each cmd_*.c",
    "src/core/internal.h": "the assertion that every file uses, beside the macros that call it",
}
SETS = re.compile(r"_(native|scalar|avx2|avx512)$")
HEAD = r"^(?!static\b|typedef\b|extern\b|return\b|else\b|#)[A-Za-z_][\w \*]*?[\s\*]"
FUNCTION = re.compile(HEAD + r"(?:[A-Z]+_NAME\((\w+)\)|(\w+))\(([^;{}]*)\)\s*\{", re.M)
PROTOTYPE = re.compile(HEAD + r"(\w+)\([^;{}]*\)\s*;", re.M)
VARIABLE = re.compile(r"^(?!static\b|typedef\b|extern\b|return\b)(?:const )?\w[\w \*]*?[\s\*](\w+)(?:\[[^\]]*\])*\s*(?:=|;)", re.M)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
ALIAS = re.compile(r"^#define (\w+) ([a-z]\w+)$", re.M)
EXTERN = re.compile(r"^extern [\w \*]*?[\s\*](\w+)(?:\[[^\]]*\])*\s*;", re.M)


def bare(text):
    """The text without comments, and without the continued lines of macros."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*$", "", text, flags=re.M)


def defined(text):
    """The names of functions and variables; those of kernels end in an underscore."""
    code = bare(text)
    return {kernel + "_" if kernel else plain for kernel, plain, _ in FUNCTION.findall(code)} | set(VARIABLE.findall(code))


def declared(text):
    code = bare(text)
    return set(PROTOTYPE.findall(code)) | set(EXTERN.findall(code))


def stem(path):
    """Folder and name that a header and its sources share."""
    return re.sub(r"(_kernel)?\.[ch]$", "", path)


def sources_of(files):
    """path of each header -> the sources that include it, directly or not"""
    base = {p: p.split("/")[0] + "/" for p in files}
    includes = {p: {base[p] + i for i in INCLUDE.findall(t)} for p, t in files.items()}
    of = {}
    for source in (p for p in files if p.endswith(".c")):
        seen, left = set(), [source]
        while left:
            for header in includes.get(left.pop(), set()) - seen:
                seen.add(header)
                left.append(header)
        for header in seen:
            of.setdefault(header, set()).add(source)
    return of


def homes(files):
    """name -> the sources that define it"""
    home, alias, of = {}, {}, sources_of(files)
    for path, text in files.items():
        for name in defined(text):
            home.setdefault(name, set()).update({path} if path.endswith(".c") else of.get(path, set()))
        alias.update({long: short for short, long in ALIAS.findall(text)})
    for long, short in alias.items():
        if short in home:
            home.setdefault(long, set()).update(home[short])
    return home


def complain(files, exceptions):
    """files: path -> text. @return the problems"""
    home, problems, used = homes(files), [], set()
    for path, text in sorted(files.items()):
        if not path.endswith(".h"):
            continue
        for name in sorted(declared(text)):
            area = path.split("/")[0] + "/"
            of = {p for n in (name, SETS.sub("_", name)) for p in home.get(n, ()) if p.startswith(area)}
            if any(stem(p) == stem(path) for p in of):
                continue
            used.add(path)
            if path not in exceptions:
                where = f"{min(of)} defines" if of else "no source defines"
                problems.append(f"{path}: declares {name}, which {where}")
    problems += [f"{p}: needs no exception" for p in sorted(set(exceptions) - used)]
    return problems


def run():
    paths = [p for folder in FOLDERS for p in sorted((ROOT / folder).rglob("*.[ch]"))]
    files = {str(p.relative_to(ROOT)): p.read_text() for p in paths}
    problems = complain({p: t for p, t in files.items() if p not in GENERATED}, EXCEPTIONS)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def self_test():
    own = {"src/a/x.h": "int carom_x(int n);\nextern const int carom_list[3];\nstatic inline int f(int n) {\n    return n;\n}\n",
           "src/a/x.c": "const int carom_list[3] = {1, 2, 3};\nint carom_x(int n) {\n    return n;\n}\n"}
    assert complain(own, {}) == []
    assert complain({**own, "src/a/y.h": "typedef struct y {\n    int n;\n} y;\n"}, {}) == []
    other = {**own, "src/a/y.h": "/* int carom_x(int n); */\nint carom_x(\n    int n);\n"}
    assert complain(other, {}) == ["src/a/y.h: declares carom_x, which src/a/x.c defines"]
    assert complain(other, {"src/a/y.h": "a reason"}) == []
    assert complain(own, {"src/a/x.h": "a reason"}) == ["src/a/x.h: needs no exception"]
    assert complain({**own, "src/b/x.h": "int carom_x(int n);\n"}, {}) != []
    assert complain({**own, "src/a/z.h": "extern const int carom_list[3];\n"}, {}) != []
    assert complain({"src/a/x.h": "int carom_gone(int n);\n"}, {}) != []
    kernel = {"src/a/k.h": "int carom_k_native(int n);\nint carom_k_avx2(int n);\n",
              "src/a/k_kernel.c": "int SIMD_NAME(carom_k)(int n) {\n    return n;\n}\n"}
    assert complain(kernel, {}) == []
    assert complain({**kernel, "src/a/z.h": "int carom_k_native(int n);\n"}, {}) != []
    chapter = {"src/a/k.h": kernel["src/a/k.h"], "src/a/part.h": kernel["src/a/k_kernel.c"], "src/a/k_kernel.c": '#include "a/part.h"\n'}
    assert complain(chapter, {}) == []
    macro = {"cli/q.h": "#define q_end q_end_float\nvoid q_end_float(void);\n", "cli/q.c": "void q_end(void) {\n}\n"}
    assert complain(macro, {}) == []
    assert complain({"cli/r.h": macro["cli/q.h"], "cli/q.c": macro["cli/q.c"]}, {}) != []
    return 0


if __name__ == "__main__":
    sys.exit(self_test() if "--self-test" in sys.argv[1:] else run())
