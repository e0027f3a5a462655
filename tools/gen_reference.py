#!/usr/bin/env python3
"""Writes the reference of the C library, a page of Markdown for each public header and an index of all names, from the headers' own text.

usage: gen_reference.py FOLDER

A page has what the header says at its top, then each declaration with its comment, in the header's order: the code as it stands there, and
the tags of CONTRIBUTING.md (degenerate, accuracy, cost, errors, source) as a list. Every name in it is a link to its declaration. --self-test shows that what is
not understood is refused."""
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NOT_PAGES = {"precision.h", "carom.h", "inline.h"}
TAGS = {"param": "Parameter", "return": "Returns", "frame": "Frame", "degenerate": "Degenerate cases", "accuracy": "Accuracy", "cost": "Cost",
        "errors": "Errors", "source": "Source", "since": "Since"}
ITEM = re.compile(r"\s*(?:(?P<comment>/\*.*?\*/)|(?P<line>//[^\n]*)|(?P<directive>#(?:[^\n\\]|\\\n)*))", re.S)
NAME = re.compile(r"\b(carom_[a-z0-9_]+|CAROM_[A-Z0-9_]+)\b")


class Refused(Exception):
    pass


def words_of(comment):
    """The text of a comment, without its stars."""
    text = re.sub(r"^/\*+[ \t]?|\s*\*/$", "", comment)
    return re.sub(r"^[ \t]*\*[ \t]?", "", text, flags=re.M).strip()


def declaration_end(text, start):
    """The end of the declaration at `start`, and where its code to be shown ends: before the body of a function."""
    depth, at, first_brace = 0, start, None
    while at < len(text):
        comment = re.match(r"/\*.*?\*/", text[at:at + 4000], re.S)
        if comment:
            at += comment.end()
            continue
        c = text[at]
        if c == "{":
            if depth == 0 and first_brace is None:
                first_brace = at
            depth += 1
        elif c == "}":
            depth -= 1
            before = text[start:first_brace].rstrip()
            if depth == 0 and before.endswith(")"):
                return at + 1, first_brace
        elif c == ";" and depth == 0:
            return at + 1, at + 1
        at += 1
    raise Refused(f"a declaration does not end: {text[start:start + 60]!r}")


def items(text):
    """The declarations of a header after its first comment: pairs of comment and code, where either may be empty."""
    at, comment, out = 0, "", []
    while True:
        match = ITEM.match(text, at)
        if match:
            at = match.end()
            if match["comment"]:
                if comment:
                    out.append((comment, ""))
                comment = match["comment"]
            elif match["directive"] and re.match(r"#[ \t]*define[ \t]+CAROM_\w+\(?.*\S", match["directive"]) and comment.startswith("/**"):
                out.append((comment, match["directive"].strip()))
                comment = ""
            continue
        start = at + len(text[at:]) - len(text[at:].lstrip())
        if start >= len(text):
            break
        word = re.match(r"CAROM_(BEGIN|END)\b", text[start:])
        if word:
            at = start + word.end()
            continue
        if text[start:].startswith(("extern \"C\"", "}")):
            at = text.index("\n", start)
            continue
        at, shown = declaration_end(text, start)
        code = text[start:shown].strip()
        out.append((comment, code if code.endswith(";") else code + ";"))
        comment = ""
    if comment:
        out.append((comment, ""))
    return out


def names_of(code):
    """The names that a declaration makes: of the function, type, constants or macro."""
    plain = re.sub(r"/\*.*?\*/", " ", code, flags=re.S)
    if plain.startswith("#"):
        return [re.match(r"#[ \t]*define[ \t]+(\w+)", plain).group(1)]
    outer = re.sub(r"\{.*\}", " ", plain, flags=re.S)
    if plain.startswith("typedef"):
        call = re.match(r"typedef\s.*?\b(carom_\w+)\s*\(", outer, re.S)
        names = [call.group(1) if call else NAME.findall(outer)[-1]]
        if re.match(r"typedef\s+enum", plain):
            body = plain[plain.index("{") + 1:plain.rindex("}")]
            names += [m.group(1) for m in re.finditer(r"(?:^|,)\s*(CAROM_\w+)", body)]
        return names
    function = re.search(r"\b(carom_\w+)\s*\(", outer)
    if function:
        return [function.group(1)]
    found = NAME.findall(outer)
    return found[-1:]


def shown(code):
    """A declaration as a caller needs it: without CAROM_API, by whose width further lines move to the left."""
    if not code.startswith("CAROM_API "):
        return code
    first, *more = code[len("CAROM_API "):].split("\n")
    return "\n".join([first] + [re.sub(r"^ {10}(?= {4})", "", line) for line in more])


def grouped(found):
    """The items with their code as a list: functions that have no comment stand together, without those that come once more as inline
    functions."""
    out = []
    for i, (comment, code) in enumerate(found):
        is_plain = code and not comment and not code.startswith(("typedef", "#"))
        later = [made for _, other in found[i + 1:] if other for made in names_of(other)]
        if is_plain and set(names_of(code)) & set(later):
            continue
        if is_plain and out and out[-1][2]:
            out[-1][1].append(code)
        else:
            out.append((comment, [code] if code else [], is_plain))
    return [(comment, code) for comment, code, _ in out]


def escaped(text):
    return re.sub(r"(?<=\S)\*|\*(?=\S)", r"\\*", text.replace("<", "&lt;"))


class Pages:
    def __init__(self, headers):
        self.headers = {path.name: path.read_text() for path in headers}
        self.page_of = {}
        self.items = {}
        for name, text in self.headers.items():
            intro = re.match(r"\s*(/\*.*?\*/)", text, re.S)
            if not intro:
                raise Refused(f"{name} has no comment at its top")
            self.items[name] = items(text[intro.end():])
            for _, code in self.items[name]:
                for made in names_of(code) if code else []:
                    self.page_of.setdefault(made, name)

    def linked(self, text, page):
        """Names as links to their declarations, and headers' names to their pages."""
        def link(match):
            name = match.group(1)
            where = self.page_of.get(name)
            if where is None:
                return f"`{name}`"
            return f"[`{name}`]({'' if where == page else where[:-2] + '.md'}#{name})"

        def part(piece):
            if piece.startswith("`"):
                inner = piece.strip("`")
                return link(NAME.match(inner)) if NAME.fullmatch(inner) else piece
            piece = NAME.sub(link, escaped(piece))
            piece = re.sub(r"(?<![/\w`])([a-z_0-9]+)\.h\b", lambda m: f"[{m.group(0)}]({m.group(1)}.md)" if m.group(0) in self.headers else m.group(0), piece)
            piece = re.sub(r"(?<!\()\bdocs/([a-z_]+)\.md", r"[\1.md](../\1.md)", piece)
            return re.sub(r"\[([A-Z][A-Za-z]+\d\d[a-z]?)\](?!\()", r"[[\1]](../sources.md)", piece)
        return "".join(part(p) for p in re.split(r"(`[^`]*`)", text))

    def prose(self, text, page):
        """Paragraphs and lists of a comment, whose lines are joined, and its tags as a list."""
        body, *tagged = re.split(r"(?:^|(?<=\s))@(\w+)\b", text)
        lines = re.sub(r"\n(?![ \t]*\n|[ \t]*- )", " ", body.strip())
        out = [self.linked(re.sub(r"[ \t]+", " ", lines).replace("\n- ", "\n\n- ", 1), page)] if lines else []
        tags = list(zip(tagged[::2], tagged[1::2]))
        for tag, words in tags:
            if tag not in TAGS:
                raise Refused(f"{page}: @{tag} is no tag")
        rows = []
        for tag, words in tags:
            words = re.sub(r"\s+", " ", words.strip())
            if tag == "param":
                name, _, words = words.partition(" ")
                rows.append(f"- `{name}`: {self.linked(words, page)}")
            else:
                rows.append(f"- **{TAGS[tag]}**: {self.linked(words, page)}")
        if rows:
            out.append("\n".join(rows))
        return "\n\n".join(out)

    def page(self, name):
        intro = words_of(re.match(r"\s*(/\*.*?\*/)", self.headers[name], re.S).group(1))
        title, _, rest = re.sub(r"^carom:\s*", "", intro).partition("\n\n")
        out = [f"# {name}\n", self.prose(title[:1].upper() + title[1:], name), "", self.prose(rest, name), "", "```c", f"#include <carom/{name}>", "```", ""]
        for comment, code in grouped(self.items[name]):
            words = words_of(comment)
            section = re.fullmatch(r"-{5,}\s*(.*)", words, re.S)
            if section or comment and (not code or not comment.startswith("/**")):
                out += [f"## {section.group(1).capitalize()}\n" if section else self.prose(words, name), ""]
                words = ""
            if not code:
                continue
            made = [made for part in code for made in names_of(part)]
            if len(code) == 1 and made:
                out.append(f"### {made[0]} {{#{made[0]}}}\n")
                made = made[1:]
            out += [f'<span id="{other}"></span>' for other in made]
            out += ["", "```c", "\n".join(shown(part) for part in code), "```", ""]
            if words:
                out += [self.prose(words, name), ""]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(out))

    def index(self):
        out = ["# Reference of the C library\n",
               "Every public header, as it stands in `include/carom`. `#include <carom/carom.h>` is all of them but those of carom-io; with `CAROM_DOUBLE` defined before it, "
               "every name is that of the double precision.\n", "| header | what |", "|---|---|"]
        for name in sorted(self.headers):
            intro = words_of(re.match(r"\s*(/\*.*?\*/)", self.headers[name], re.S).group(1))
            sentence = re.match(r"(.*?[.:])(\s|$)", re.sub(r"\s+", " ", re.sub(r"^carom:\s*", "", intro))).group(1)
            out.append(f"| [{name}]({name[:-2]}.md) | {self.linked(sentence, 'index.h')} |")
        out += ["", "## All names\n"]
        letters = {}
        for name, page in self.page_of.items():
            letters.setdefault(re.sub(r"^carom_", "", name.lower())[0], []).append((name, page))
        for letter in sorted(letters):
            links = [f"[`{n}`]({p[:-2]}.md#{n})" for n, p in sorted(letters[letter], key=lambda x: x[0].lower())]
            out += [f"**{letter}** " + ", ".join(links), ""]
        return "\n".join(out)


def names_in(path):
    return NAME.findall(re.sub(r"/\*.*?\*/", " ", path.read_text(), flags=re.S))


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        header = pathlib.Path(folder) / "a.h"
        for text, what in (("int x;\n", "a header without a comment"), ("/* A. */\nint carom_a(void)\n", "a declaration without an end"),
                           ("/* A. */\n/** B. @retrun c */\nint carom_a(void);\n", "an unknown tag")):
            header.write_text(text)
            try:
                Pages([header]).page("a.h")
            except Refused:
                continue
            raise AssertionError(f"{what} is accepted")
        header.write_text("/* A. */\n/** As carom_b. */\nint carom_a(void);\nint carom_b(void);\n")
        assert "As [`carom_b`](#carom_b)." in Pages([header]).page("a.h"), Pages([header]).page("a.h")
    found = items("/** Adds. @return the sum */\nint carom_add(int a, int b);\n\n/** One. */\n#define CAROM_ONE 1\n"
                  "/** T. */\ntypedef enum carom_t { CAROM_A = 0, /**< a, b */ CAROM_B } carom_t;\n/** F. */\nstatic inline int carom_f(void) {\n    return 1;\n}\n")
    assert [names_of(code) for _, code in found] == [["carom_add"], ["CAROM_ONE"], ["carom_t", "CAROM_A", "CAROM_B"], ["carom_f"]], found
    assert found[3][1] == "static inline int carom_f(void);", found[3]


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) != 2:
        sys.exit("usage: gen_reference.py FOLDER")
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    try:
        pages = Pages([p for p in sorted((ROOT / "include/carom").glob("*.h")) if p.name not in NOT_PAGES])
        for name in pages.headers:
            (out / (name[:-2] + ".md")).write_text(pages.page(name))
        (out / "index.md").write_text(pages.index())
    except Refused as error:
        sys.exit(f"gen_reference: {error}")
    # every public function has a place
    inner = set(names_in(ROOT / "include/carom/inline.h"))
    public = set(re.findall(r"^#define (carom_\w+) carom64_", (ROOT / "include/carom/precision.h").read_text(), re.M))
    missing = sorted(n for n in public - inner if n not in pages.page_of)
    if missing:
        sys.exit(f"gen_reference: no declaration of {', '.join(missing[:10])} is understood ({len(missing)} in all)")
    print(f"{len(pages.headers)} pages, {len(pages.page_of)} names")


if __name__ == "__main__":
    main()
