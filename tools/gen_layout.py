#!/usr/bin/env python3
"""Writes src/shape/layout_list.h: every public struct and union with its fields, in alphabetical order, from the headers.

Sizes and offsets are the compiler's. Fields of an unnamed union or struct count as those of what holds it; io.h, which is of
another library, and inline.h, whose struct is a part of inline functions, are left out. With --check nothing is written and an outdated list is an error; with --self-test, checks itself."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PUBLIC = ROOT / "include" / "carom"
OUTPUT = ROOT / "src/shape/layout_list.h"
SKIPPED = {"precision.h", "io.h", "inline.h"}
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
DEFINITION = re.compile(r"\b(?:struct|union)\s*(\w+)?\s*\{")
FUNCTION_POINTER = re.compile(r"\(\s*\*\s*(\w+)\s*\)")


def end_of_block(text, start):
    """The index after the brace that closes the one before `start`."""
    depth = 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[start], 0)
        start += 1
    return start


def statements(body):
    """The declarations of a body, those within braces with them."""
    start, depth = 0, 0
    for at, letter in enumerate(body):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == ";" and depth == 0:
            yield body[start:at].strip()
            start = at + 1
    assert not body[start:].strip(), f"not a field: {body[start:]}"


def fields(body):
    """The names of the fields of a body, in their order."""
    names = []
    for statement in statements(body):
        block = DEFINITION.match(statement)
        if block:
            end = end_of_block(statement, block.end())
            name = statement[end:].strip()
            names += [name] if name else fields(statement[block.end():end - 1])
        elif FUNCTION_POINTER.search(statement):
            names.append(FUNCTION_POINTER.search(statement).group(1))
        else:
            assert ":" not in statement and "(" not in statement, f"not a field: {statement}"
            names += [re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", part).group(1) for part in statement.split(",")]
    return names


def structs(text):
    """name -> fields of each struct and union that a header defines"""
    text, found, at = COMMENT.sub(" ", text), {}, 0
    while definition := DEFINITION.search(text, at):
        at = end_of_block(text, definition.end())
        assert definition.group(1), f"a public struct without a name: {text[definition.start():at]}"
        found[definition.group(1)] = fields(text[definition.end():at - 1])
    return found


def render(headers, found):
    lines = ["/* The public structs and their fields. Written by tools/gen_layout.py; do not edit. */",
             "#ifndef CAROM_SHAPE_LAYOUT_LIST_H", "#define CAROM_SHAPE_LAYOUT_LIST_H", ""]
    lines += [f'#include "carom/{h}"' for h in headers] + [""]
    lines += ["static const layout_struct layout_structs[] = {"]
    lines += ['    STRUCT("%s", %s),' % ("\\0".join([name] + found[name]), name) for name in sorted(found)]
    lines += ["};", "", "static const layout_field layout_fields[] = {"]
    lines += [f"    FIELD({name}, {field})," for name in sorted(found) for field in found[name]]
    return "\n".join(lines + ["};", "", "#endif", ""])


def run(check):
    found, headers = {}, []
    for path in sorted(p for p in PUBLIC.glob("*.h") if p.name not in SKIPPED):
        own = structs(path.read_text())
        headers += [path.name] if own else []
        found.update(own)
    text = render(headers, found)
    if OUTPUT.exists() and OUTPUT.read_text() == text:
        return 0
    if check:
        print(f"{OUTPUT.relative_to(ROOT)} is outdated: run tools/gen_layout.py", file=sys.stderr)
        return 1
    OUTPUT.write_text(text)
    return 0


def self_test():
    one = "typedef struct carom_a {\n    int x, *y; /* not; z */\n    double v[3][2];\n} carom_a;\n"
    assert structs(one) == {"carom_a": ["x", "y", "v"]}
    assert structs("struct b {\n    union {\n        int p;\n        struct {\n            int q;\n        } r;\n    };\n};") == {"b": ["p", "r"]}
    assert structs("union c {\n    void (*call)(int a, int b);\n    const struct c *next;\n};") == {"c": ["call", "next"]}
    assert structs("typedef struct carom_d carom_d;\nvoid f(struct carom_d *);\n") == {}
    for bad in ("struct { int x; };", "struct e { int x : 3; };", "struct f { int x; int y };"):
        try:
            structs(bad)
        except AssertionError:
            continue
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(self_test() if "--self-test" in sys.argv[1:] else run("--check" in sys.argv[1:]))
