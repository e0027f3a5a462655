#!/usr/bin/env python3
"""Fails on a public function without a comment, a source key that docs/sources.md does not have, a link in a document that
leads nowhere, and a .c file without an opening comment. With --self-test, checks itself.

A group of declarations without blank lines between them shares the comment above its first; a header whose top comment
states the contract of a family covers its members."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEY = re.compile(r"\[([A-Z][A-Za-z]+\d+)\]")
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
DECLARATION = re.compile(r"^CAROM_API [\w \*]*?[\s\*](carom_\w+)\(", re.M)


def undocumented(name, text):
    top = text.lstrip().split("*/")[0]
    if len(top.splitlines()) >= 3:
        return []
    problems, covered = [], False
    for line in text.splitlines():
        if line.strip().endswith("*/"):
            covered = True
        elif not line.strip():
            covered = False
        elif DECLARATION.match(line) and not covered:
            problems.append(f"{name}: {DECLARATION.match(line).group(1)} has no comment")
    return problems


def unknown_keys(name, text, known):
    comments = " ".join(re.findall(r"/\*.*?\*/|//[^\n]*", text, re.S))
    return [f"{name}: [{k}] is not in docs/sources.md" for k in sorted(set(KEY.findall(comments)) - known)]


def broken_links(path, text):
    problems = []
    for target in LINK.findall(text):
        if "://" not in target and not (path.parent / target).exists():
            problems.append(f"{path.name}: link to {target} leads nowhere")
    return problems


def without_opening(name, text):
    return [] if text.startswith("/*") else [f"{name}: no opening comment"]


def run():
    known = set(KEY.findall((ROOT / "docs/sources.md").read_text()))
    problems = []
    for path in sorted((ROOT / "include").rglob("*.h")):
        if path.name != "precision.h":
            problems += undocumented(path.name, path.read_text())
    for folder in ["include", "src", "io", "cli"]:
        for path in sorted((ROOT / folder).rglob("*.[ch]")):
            text = path.read_text()
            problems += unknown_keys(str(path.relative_to(ROOT)), text, known)
            problems += without_opening(str(path.relative_to(ROOT)), text)
    for path in sorted(ROOT.glob("*.md")) + sorted((ROOT / "docs").glob("*.md")):
        problems += broken_links(path, path.read_text())
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def self_test():
    assert undocumented("a.h", "/* x */\n\nCAROM_API int carom_f(void);\n")
    assert not undocumented("a.h", "/* x */\n\n/** Does. */\nCAROM_API int carom_f(void);\n")
    assert undocumented("a.h", "/* x */\n\n/** Does. */\nCAROM_API int carom_f(void);\n\nCAROM_API int carom_g(void);\n")
    assert unknown_keys("a.c", "/* after [Nobody99] */", {"Ericson05"})
    assert not unknown_keys("a.c", "/* after [Ericson05] */", {"Ericson05"})
    assert broken_links(ROOT / "x.md", "see [a](no/such/file.md)")
    assert not broken_links(ROOT / "x.md", "see [a](tools/check_docs.py)")
    assert without_opening("a.c", "int x;") and not without_opening("a.c", "/* y */")
    return 0


if __name__ == "__main__":
    sys.exit(self_test() if "--self-test" in sys.argv[1:] else run())
