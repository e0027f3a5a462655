#!/usr/bin/env python3
"""Fails on long files, functions and lines, on too many arguments, on public names outside the closed list of verbs,
on statics of a folder that share a name, on folders with too many files, and on preprocessor conditionals outside core.
With --self-test, checks itself."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE_LINES, FUNCTION_LINES, ARGUMENTS, COLUMNS = 500, 80, 5, 100
FOLDER_FILES = 30
GENERATED = {"precision.h", "internal_names.h"}
CONDITIONAL = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif)\b(.*)$")
FUNCTION = re.compile(r"^(?!\s)(?!typedef|#|\}|/|struct \w+ \{|enum)([A-Za-z_][\w \*]*?[\s\*])(\w+)\(([^;{}]*)\)\s*\{", re.M)
STATIC = re.compile(r"^static (?:CAROM_NOINLINE |inline )*[\w \*]*?[\s\*](\w+)\(", re.M)
PUBLIC = re.compile(r"^CAROM_API [\w \*]*?[\s\*](carom_\w+)\(", re.M)


def strip_comments(text):
    keep_lines = lambda m: re.sub(r"[^\n]", " ", m.group(0))
    return re.sub(r"/\*.*?\*/|//[^\n]*", keep_lines, text, flags=re.S)


def word_list(text, start):
    """The words after `start` up to the full stop, a parenthesis left out."""
    body = text[text.index(start) + len(start):]
    body = re.sub(r"\([^)]*\)", "", body)
    return set(body.split(".")[0].replace(":", " ").replace(",", " ").split())


def functions(text):
    """(name, arguments, lines) of each function; bodies end at a brace in column 0."""
    code = strip_comments(text)
    for match in FUNCTION.finditer(code):
        end = code.find("\n}", match.end())
        lines = code.count("\n", match.start(), end if end > 0 else len(code)) + 2
        arguments = match.group(3).strip()
        outer = re.sub(r"\([^()]*\)", "", arguments)  # of a pointer to a function
        count = 0 if outer in ("", "void") else outer.count(",") + 1
        yield match.group(2), count, lines


def check_file(name, text, allow_conditionals):
    problems = []
    lines = text.splitlines()
    if len(lines) > FILE_LINES:
        problems.append(f"{name}: {len(lines)} lines; at most {FILE_LINES}")
    for number, line in enumerate(lines, 1):
        if len(line) > COLUMNS:
            problems.append(f"{name}:{number}: {len(line)} columns; at most {COLUMNS}")
        found = CONDITIONAL.match(line)
        if found and not allow_conditionals and not re.match(r"\s*CAROM_\w+_(H|HPP)$", found.group(2)):
            problems.append(f"{name}:{number}: preprocessor conditional outside core/ and simd/")
    for function, arguments, length in functions(text):
        if length > FUNCTION_LINES:
            problems.append(f"{name}: {function} has {length} lines; at most {FUNCTION_LINES}")
        if arguments > ARGUMENTS:
            problems.append(f"{name}: {function} takes {arguments} arguments; at most {ARGUMENTS}")
    return problems


def check_public(name, text, verbs, nouns):
    problems = []
    for function in PUBLIC.findall(text):
        first = function.split("_")[1]
        if first not in verbs and first not in nouns:
            problems.append(f"{name}: {function} opens with neither a verb nor a noun of CONTRIBUTING.md")
    return problems


def run():
    rules = (ROOT / "CONTRIBUTING.md").read_text()
    verbs = word_list(rules, "a new one needs a line here)")
    nouns = word_list(rules, "may open a public name instead")
    problems, statics = [], {}
    for folder in ["include", "src", "io", "cli"]:
        for path in sorted((ROOT / folder).rglob("*.[ch]")):
            if path.name in GENERATED:
                continue
            name, text = str(path.relative_to(ROOT)), path.read_text()
            simd = name.startswith("src/simd/")  # one of several backends is included
            allowed = path.name == "base.h" or "src/core/" in name or simd or folder == "cli"
            problems += check_file(name, text, allowed)
            problems += check_public(name, text, verbs, nouns)
            if folder == "src" and not simd:
                for static in set(STATIC.findall(strip_comments(text))):
                    statics.setdefault((str(path.parent), static), []).append(name)
    problems += [f"static {s} is defined in {', '.join(f)}" for (_, s), f in sorted(statics.items()) if len(f) > 1]
    for path in sorted(p for folder in ("src", "io", "cli") for p in [ROOT / folder, *(ROOT / folder).rglob("*")] if p.is_dir()):
        name, count = str(path.relative_to(ROOT)), len(list(path.glob("*.[ch]")))
        if count > FOLDER_FILES:
            problems.append(f"{name}: {count} files; at most {FOLDER_FILES}")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def self_test():
    assert check_file("a.c", "int x;\n" * 501, False)
    assert check_file("a.c", "x" * 101, False)
    assert check_file("a.c", "#ifdef X\n#endif\n", False) and not check_file("a.c", "#ifdef X\n#endif\n", True)
    assert not check_file("a.h", "#ifndef CAROM_A_H\n#define CAROM_A_H\n#endif\n", False)
    assert check_file("a.c", "int f(int a, int b, int c, int d, int e, int g) {\n}\n", False)
    assert not check_file("a.c", "int f(int a, int b, int (*c)(int, int, int), int d) {\n}\n", False)
    assert check_file("a.c", "static int f(void) {\n" + "    x();\n" * 90 + "}\n", False)
    assert not check_file("a.c", "static int f(void) {\n" + "    x();\n" * 60 + "}\n", False)
    assert check_public("a.h", "CAROM_API int carom_smash_a_b(void);\n", {"closest"}, {"mesh"})
    assert not check_public("a.h", "CAROM_API int carom_closest_a_b(void);\n", {"closest"}, {"mesh"})
    assert STATIC.findall("static inline vec3 add3(vec3 a) {\n") == ["add3"]
    assert word_list("verbs (x: y): one two\nthree. four", "verbs") == {"one", "two", "three"}
    return 0


if __name__ == "__main__":
    sys.exit(self_test() if "--self-test" in sys.argv[1:] else run())
