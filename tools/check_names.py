#!/usr/bin/env python3
"""Fails on long files, functions and lines, on too many arguments, on public names outside the closed list of verbs,
on statics of a folder that share a name, on folders with too many files, on preprocessor conditionals outside core, on words that
docs/glossary.md retires, on comments that personify functions, on sources that open without a comment or without the source of their
algorithm, and on tolerances that are declared twice. With --self-test, checks itself."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE_LINES, FUNCTION_LINES, ARGUMENTS, COLUMNS = 500, 80, 5, 100
FOLDER_FILES = 30
OPENING_FILE_LINES, OPENING_LINES = 60, 2
GENERATED = {"precision.h", "internal_names.h", "layout_list.h"}
CONDITIONAL = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif)\b(.*)$")
FUNCTION = re.compile(r"^(?!\s)(?!typedef|#|\}|/|struct \w+ \{|enum)([A-Za-z_][\w \*]*?[\s\*])(\w+)\(([^;{}]*)\)\s*\{", re.M)
STATIC = re.compile(r"^static (?:CAROM_NOINLINE |inline )*[\w \*]*?[\s\*](\w+)\(", re.M)
# Verbs that personify what a comment describes.
RIDDLES = re.compile(r"\b(serves?|served|whoever|(?:is|are|was|were) told|who is asked|says? so)\b")
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)\b(?!\()", re.M)
DECLARED = r"^[ \t]*#[ \t]*define[ \t]+(%s)\b|\benum\b[^{;]*\{[^}]*?\b(%s)\b|\b(?:int|double|float|bool|carom_real|size_t|u?int\d+_t)[ \t]+\**(%s)[ \t]*[=;,)\[]"
KEY = re.compile(r"\[([A-Z][A-Za-z]+\d+)\]")
# What a source without a key of docs/sources.md says instead.
OWN = re.compile(r"\b[Oo]wn method\b|^/\* No algorithm of its own\b")
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


def retired_words(glossary):
    """The words in code of the first column of the glossary's last table."""
    section = glossary[glossary.index("## Retired"):]
    return {word for row in re.findall(r"^\| (.*?) \|", section, re.M) for word in re.findall(r"`(\w+)`", row)}


def check_words(name, text, words):
    """Retired words as parts of identifiers, and riddles in comments."""
    problems, code = [], re.sub(r'"(?:\\.|[^"\\\n])*"', '""', strip_comments(text))
    for number, line in enumerate(code.splitlines(), 1):
        for word in re.findall(r"[A-Za-z_]\w*", line):
            retired = words & set(word.lower().split("_"))
            if retired:
                problems.append(f"{name}:{number}: {word}: docs/glossary.md retires '{min(retired)}'")
    for comment in re.finditer(r"/\*.*?\*/", text, re.S):
        riddle = RIDDLES.search(comment.group(0))
        if riddle:
            number = text.count("\n", 0, comment.start() + riddle.start()) + 1
            problems.append(f"{name}:{number}: '{riddle.group(0)}' in a comment: say what happens")
    return problems


def check_opening(name, text, keys):
    """A source of some length opens with a comment that says what it is; a .c file cites one of `keys`, the sources, or says that
    its method is own or that it has none. Unknown keys are check_docs.py's."""
    opening = re.match(r"/\*.*?\*/", text, re.S)
    lines = opening.group(0).count("\n") + 1 if opening else 0
    if text.count("\n") > OPENING_FILE_LINES and lines < OPENING_LINES:
        return [f"{name}: opens with {lines} lines of comment; at least {OPENING_LINES} say which algorithm it is and what it proves"]
    sentence = re.sub(r"\s*\n \*\s*", " ", opening.group(0)) if opening else ""
    if name.endswith(".c") and text.count("\n") > OPENING_FILE_LINES and not OWN.search(sentence) and not keys & set(KEY.findall(sentence)):
        return [f"{name}: opens without a [Key] of docs/sources.md; or write 'Own method' or begin with 'No algorithm of its own'"]
    return []


def check_tolerances(texts):
    """A macro of a tolerances.h is declared nowhere else. `texts`: of all sources by their names."""
    problems, homes = [], {}
    for name, text in sorted(texts.items()):
        if name.endswith("/tolerances.h"):
            for macro in MACRO.findall(strip_comments(text)):
                if not re.fullmatch(r"CAROM_\w+_H", macro):
                    homes.setdefault(macro, []).append(name)
    problems += [f"tolerance {m} is defined in {', '.join(h)}" for m, h in sorted(homes.items()) if len(h) > 1]
    names = "|".join(sorted(homes, key=len, reverse=True))
    declared = re.compile(DECLARED % (names, names, names), re.M) if names else None
    for name, text in sorted(texts.items()):
        if not declared or name.endswith("/tolerances.h"):
            continue
        for found in declared.finditer(strip_comments(text)):
            macro = next(filter(None, found.groups()))
            problems.append(f"{name}: declares {macro}, a tolerance of {homes[macro][0]}")
    return problems


def run():
    rules = (ROOT / "CONTRIBUTING.md").read_text()
    verbs = word_list(rules, "a new one needs a line here)")
    nouns = word_list(rules, "may open a public name instead")
    retired = retired_words((ROOT / "docs" / "glossary.md").read_text())
    keys = set(KEY.findall((ROOT / "docs" / "sources.md").read_text()))
    problems, statics, sources = [], {}, {}
    for folder in ["include", "src", "io", "cli"]:
        for path in sorted((ROOT / folder).rglob("*.[ch]")):
            if path.name in GENERATED:
                continue
            name, text = str(path.relative_to(ROOT)), path.read_text()
            simd = name.startswith("src/simd/")  # one of several backends is included
            # inline functions: what the caller's compiler and machine have
            allowed = path.name in ("base.h", "inline.h") or path.name.endswith("_inline.h") or "src/core/" in name or simd or folder == "cli"
            problems += check_file(name, text, allowed)
            problems += check_public(name, text, verbs, nouns)
            problems += check_words(name, text, retired)
            if folder == "src":
                sources[name] = text
                problems += check_opening(name, text, keys)
            if folder == "src" and not simd:
                for static in set(STATIC.findall(strip_comments(text))):
                    statics.setdefault((str(path.parent), static), []).append(name)
    problems += [f"static {s} is defined in {', '.join(f)}" for (_, s), f in sorted(statics.items()) if len(f) > 1]
    for path in sorted(p for folder in ("src", "io", "cli") for p in [ROOT / folder, *(ROOT / folder).rglob("*")] if p.is_dir()):
        name, count = str(path.relative_to(ROOT)), len(list(path.glob("*.[ch]")))
        if count > FOLDER_FILES:
            problems.append(f"{name}: {count} files; at most {FOLDER_FILES}")
    problems += check_tolerances(sources)
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
    assert retired_words("| `a` | `b` |\n## Retired\n| no more | x |\n| `way`, `ways`, spot | y `z` |\n") == {"way", "ways"}
    assert check_words("a.c", "int way_to_b;", {"way"}) and check_words("a.c", "/* The caller is told so. */", set())
    assert not check_words("a.c", '/* half way */ int always = f("way");', {"way"})
    long = "int x;\n" * 61
    assert check_opening("a.c", "/* Own method. */\n" + long, set()) and check_opening("a.c", long, set())
    assert not check_opening("a.h", "/* Two\n * lines. */\n" + long, set()) and not check_opening("a.c", "int x;\n", set())
    assert check_opening("a.c", "/* Two\n * lines [Nobody01]. */\n" + long, {"Knuth98"})
    assert not check_opening("a.c", "/* A sort\n * [Knuth98]. */\n" + long, {"Knuth98"})
    assert not check_opening("a.c", "/* A sort, own\n * method. */\n" + long, set())
    assert not check_opening("a.c", "/* No algorithm of its\n * own: a table. */\n" + long, set())
    shared = {"a/tolerances.h": "#define NEAR 1e-9\n", "b/tolerances.h": "/* NEAR */\n#define FAR 1e9\n"}
    assert not check_tolerances(shared | {"a/x.c": "if (x < NEAR) return FAR;\n#define NEARER 2\n"})
    assert check_tolerances(shared | {"a/x.c": "enum { ROUGH, NEAR };"}) and check_tolerances(shared | {"a/x.c": "double FAR = 2;"})
    assert check_tolerances(shared | {"a/x.c": "#define NEAR 1\n"}) and check_tolerances(shared | {"c/tolerances.h": "#define FAR 1\n"})
    assert STATIC.findall("static inline vec3 add3(vec3 a) {\n") == ["add3"]
    assert word_list("verbs (x: y): one two\nthree. four", "verbs") == {"one", "two", "three"}
    return 0


if __name__ == "__main__":
    sys.exit(self_test() if "--self-test" in sys.argv[1:] else run())
