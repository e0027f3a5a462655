#!/usr/bin/env python3
"""Writes the library as two files, carom.h and carom.c, for programs that compile it themselves.

usage: amalgamate.py FOLDER

carom.h is every public header but those of carom-io, each once. carom.c is every internal header, once, and every source, of which
kernels are compiled for the compiler's target alone. Names that are private to several files get the file's name as an ending, and the
macros of a source end with it. What does not depend on the precision comes last, for a program that compiles carom.c twice.
With --self-test, what must be refused is."""
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)".*$', re.M)
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|[\w.])*|->|\S', re.S)
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
GUARD = re.compile(r"^#ifndef (CAROM_\w+_H(?:PP)?)\n#define \1\n", re.M)
IDENTIFIER = re.compile(r"[A-Za-z_]\w*\Z")
KEYWORDS = set("auto break case char const continue default do double else enum extern float for goto if inline int long register "
               "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool bool "
               "_Static_assert _Alignas __typeof__ _Atomic _Thread_local __attribute__ __typeof__ __declspec".split())
# carom-io and the C++ header are no part of it
OUTSIDE = {"carom/io.h", "carom/io_mesh.h", "carom/carom.hpp"}


class Refused(Exception):
    pass


def without_directives(text):
    """The text with continued lines joined and without preprocessor directives."""
    joined = text.replace("\\\n", " ")
    return re.sub(r"^[ \t]*#.*$", "", joined, flags=re.M)


def tokens(text):
    return [t for t in TOKEN.findall(text) if not t.startswith(("/*", "//"))]


def enumerators(body):
    """The constants of an enumeration, from the tokens between its braces."""
    depth, expected, out = 0, True, []
    for token in body:
        if token in "([{":
            depth += 1
        elif token in ")]}":
            depth -= 1
        elif depth == 0 and token == ",":
            expected = True
        elif expected and IDENTIFIER.match(token):
            out.append(token)
            expected = False
    return out


def declared(statement):
    """The names that one statement of file scope gives to functions, variables and types that are private to its file."""
    names = []
    while statement and statement[0] in ("CAROM_NOINLINE", "CAROM_APART", "CAROM_INLINE"):
        statement = statement[1:]
    for i, token in enumerate(statement):
        if token in ("struct", "union", "enum") and i + 1 < len(statement) and IDENTIFIER.match(statement[i + 1]):
            if i + 2 < len(statement) and statement[i + 2] == "{":
                names.append(statement[i + 1])
        if token == "enum":
            start = next((j for j in range(i, min(i + 3, len(statement))) if statement[j] == "{"), None)
            if start is not None:
                level, end = 0, start
                for end in range(start, len(statement)):
                    level += {"{": 1, "}": -1}.get(statement[end], 0)
                    if level == 0:
                        break
                names += enumerators(statement[start + 1:end])
    if not statement or statement[0] not in ("static", "typedef"):
        return names
    # outside of braces: the name is the last identifier before (, [, =, a comma or the end
    flat, depth = [], 0
    for token in statement:
        depth -= token == "}"
        if depth == 0:
            flat.append(token)
        depth += token == "{"
    if statement[0] == "typedef":
        if "{" not in statement and statement[1:2] in (["struct"], ["union"]) and statement[2] == statement[3]:
            return names  # a type that is defined elsewhere
        pointer = re.search(r"\(\s*\*\s*(\w+)\s*\)", " ".join(flat))
        is_function = flat[-2] == ")" and not pointer
        before = re.sub(r"\[[^]]*\]", "", " ".join(flat[:flat.index("(")] if is_function else flat)).split()
        words = [t for t in before if IDENTIFIER.match(t) and t not in KEYWORDS]
        names.append(pointer.group(1) if pointer else words[-1])
        return names
    level, last, taken = 0, None, False
    for i, token in enumerate(flat):
        if token in ("__attribute__", "CAROM_INLINE"):
            continue
        if token in "([":
            if level == 0 and last and not taken:
                names.append(last)
                taken = True
            level += 1
        elif token in ")]":
            level -= 1
        elif level == 0 and token in ("=", ",", ";", "{"):
            if last and not taken:
                names.append(last)
            taken = token == "="
            if token == ",":
                taken = False
            last = None
        elif level == 0 and IDENTIFIER.match(token) and token not in KEYWORDS:
            last = token
    return names


def statements(text):
    """The statements of file scope, as lists of tokens; a function is one, up to its last brace."""
    out, now, depth = [], [], 0
    for token in tokens(without_directives(text)):
        now.append(token)
        if token == "{":
            depth += 1
        elif token == "}":
            depth -= 1
            is_function = depth == 0 and ")" in now and now[0] != "typedef" and "=" not in now[:now.index("{")] \
                and now[now.index("{") - 1] not in ("struct", "union", "enum") and not is_type(now)
            if is_function:
                out.append(now)
                now = []
        elif token == ";" and depth == 0:
            out.append(now)
            now = []
    return out


def is_type(statement):
    return statement[0] in ("struct", "union", "enum") and statement.index("{") <= 2


def private_names(text):
    names = set(DEFINE.findall(text.replace("\\\n", " ")))
    for statement in statements(text):
        names.update(declared(statement))
    return names


def renamed(text, endings):
    """The text in which the names of `endings` have them, but for members of structures, and words in comments and strings."""
    found = [m for m in TOKEN.finditer(text) if not m.group().startswith(("/*", "//"))]
    words = [m.group() for m in found] + [""]
    out, at, braces = [], 0, []
    for i, match in enumerate(found):
        token = match.group()
        if token == "{":
            braces.append("struct" in words[max(0, i - 2):i] or "union" in words[max(0, i - 2):i])
        elif token == "}" and braces:
            braces.pop()
        if token not in endings or (i > 0 and words[i - 1] in (".", "->")):
            continue
        if braces and braces[-1] and words[i + 1] in (";", ",", "[", ":"):
            continue
        out += [text[at:match.start()], token + endings[token]]
        at = match.end()
    return "".join(out) + text[at:]


class Tree:
    def __init__(self, root):
        self.root = root
        self.text = {}
        self.done = set()
        self.reached = {}
        self.endings = {}

    def path(self, name):
        for folder in (self.root / "include", self.root / "src"):
            if (folder / name).exists():
                return folder / name
        raise Refused(f'"{name}" is included and is in no folder of headers')

    def read(self, name):
        if name not in self.text:
            self.text[name] = self.path(name).read_text()
        return self.text[name]

    def is_once(self, name):
        return GUARD.search(self.read(name)) is not None

    def reach(self, name):
        """The headers that a file includes, by itself or through others, and itself."""
        if name not in self.reached:
            self.reached[name] = {name}
            for inner in INCLUDE.findall(self.read(name)):
                self.reached[name] |= self.reach(inner)
        return self.reached[name]

    def find_clashes(self, names):
        """Gives each name that is private to several of the files `names` an ending for each of them. The sets of instructions, of which
        one is compiled, define the same names."""
        owners = {}
        for name in names:
            text = self.read(name) if self.is_once(name) else self.own_text(name)
            for private in private_names(text):
                owners.setdefault(private, set()).add("simd" if name.startswith("simd/") else name)
        self.endings = {private: {o: "" if o == "simd" else "_" + re.sub(r"\W", "_", o[:-2]) for o in of}
                        for private, of in owners.items() if len(of) > 1}

    def endings_in(self, name):
        """Which ending each of these names has in a file: that of the file which declares it."""
        within, out = self.reach(name), {}
        for private, of in self.endings.items():
            seen = [o for o in of if o == name or o in within or o == "simd" and "simd/simd.h" in within]
            if name in seen:
                seen = [name]
            if len(seen) > 1:
                raise Refused(f"{name} sees {private} of {seen[0]} and of {seen[1]}")
            if seen:
                out[private] = of[seen[0]]
        return out

    def final_text(self, name, text):
        return renamed(text, self.endings_in(name))

    def own_text(self, name):
        """A source's text with those headers in place that have no guard: parts of it."""
        def put(match):
            return match.group() if self.is_once(match.group(1)) else self.own_text(match.group(1))
        return INCLUDE.sub(put, self.read(name))

    def inlined(self, text, conditional=False):
        """The text with headers in place that were not yet, and without those that were. A header that is included under a condition of
        its own is put in place there and does not count as included: its guard sees to it."""
        out, depth = [], 0
        guard = GUARD.search(text)
        for line in text.splitlines(keepends=True):
            directive = re.match(r"[ \t]*#[ \t]*(if|endif)", line)
            if directive:
                depth += 1 if directive.group(1) == "if" else -1
            match = INCLUDE.match(line)
            if match is None:
                out.append(line)
                continue
            name = match.group(1)
            if name in self.done or name == "carom/carom.h":
                continue
            within = conditional or depth > (1 if guard else 0)
            if not within:
                self.done.add(name)
            out.append(f"\n/* ---- {name} ---- */\n{self.inlined(self.final_text(name, self.read(name)), within)}")
        return "".join(out)


def squeezed(text):
    return re.sub(r"\n{3,}", "\n\n", text)


def public_header(tree, licence):
    names = ["carom/carom.h"] + sorted(p.relative_to(tree.root / "include").as_posix() for p in (tree.root / "include/carom").glob("*.h"))
    parts = []
    for name in names:
        if name in tree.done or name in OUTSIDE or name == "carom/precision.h":
            continue
        tree.done.add(name)
        parts.append(f"/* ---- {name} ---- */\n{tree.inlined(tree.read(name))}")
    return squeezed(licence + "\n".join(parts))


def sources(root):
    """The sources of both kinds, as CMakeLists.txt lists them: those of each precision, and those that are compiled once."""
    text = (root / "CMakeLists.txt").read_text()
    match = re.search(r"foreach\(source (dispatch/.*?)\)", text, re.S)
    if match is None:
        raise Refused("CMakeLists.txt has no list of the sources that are compiled once")
    once = {f"{name}.c" for name in match.group(1).split()}
    every = sorted(p.relative_to(root / "src").as_posix() for p in (root / "src").rglob("*.c"))
    every.remove("core/task_pool_alone.c")  # in place of threads, where a system has none
    missing = once - set(every)
    if missing:
        raise Refused(f"CMakeLists.txt names {sorted(missing)[0]}, which is no source")
    common = [n for n in every if n in once or n.startswith(("core/", "convex/", "fit/quickhull/"))]
    return [n for n in every if n not in common], common


HEAD = """/* carom {version}, all sources in one. Written by tools/amalgamate.py of the project; its repository has them apart, with tests.
 *
 * Compile it as C11 or later, with optimisation; carom.h is C++17, too. Float is the precision, or double with CAROM_DOUBLE defined, for
 * carom.c and for what includes carom.h. A program of both compiles carom.c twice, the second time with CAROM_DOUBLE and CAROM_AGAIN, which
 * leaves out what does not depend on the precision. Kernels are compiled for the target alone (-march=native, -mavx2 -mfma): answers have the
 * same bits whatever it is. Link libm and threads (-pthread). */
#if !defined(_POSIX_C_SOURCE) && !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
/* No product is fused with a sum, and gcc makes no vectors by itself, which lost roundings to float: the flags of the project's build. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wunused-function"
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off", "no-math-errno", "no-tree-vectorize")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif
#define SIMD_SET native
#define SIMD_NATIVE
#include "carom.h"
"""


def implementation(tree, licence, version):
    each, common = sources(tree.root)
    headers = [p.relative_to(tree.root / "src").as_posix() for p in sorted((tree.root / "src").rglob("*.h"))]
    tree.find_clashes([h for h in headers if tree.is_once(h)] + each + common)
    parts = [licence + HEAD.format(version=version)]
    for kind, names in (("", each), ("CAROM_AGAIN", common)):
        if kind:
            parts.append(f"#ifndef {kind}\n")
        for name in names:
            body = tree.final_text(name, tree.own_text(name))
            macros = sorted(set(DEFINE.findall(body.replace("\\\n", " "))))
            parts.append(f"/* ---- {name} ---- */\n{body}\n" + "".join(f"#undef {m}\n" for m in macros))
        if kind:
            parts.append("#endif\n")
    whole = parts[0] + "".join(tree.inlined(p) if not p.startswith("#") else p for p in parts[1:])
    return squeezed(whole)


def self_test():
    """A static function, a type, a constant and a macro that two files share get endings; members do not; what cannot be told apart is
    refused."""
    files = {
        "include/carom/base.h": "", "include/carom/carom.h": "#ifndef CAROM_CAROM_H\n#define CAROM_CAROM_H\nint carom_a(void);\n#endif\n",
        "src/x/x.h": "#ifndef CAROM_X_H\n#define CAROM_X_H\nstatic inline int twice(int a) { return 2 * a; }\n#endif\n",
        "src/a.c": '#include "carom/carom.h"\n#define LIMIT 3\ntypedef struct pair { int sum; } pair;\nenum { FIRST, LAST = 4 };\n'
                   "static int sum(pair p) { return p.sum + LIMIT + LAST; }\nint carom_a(void) { return sum((pair){1}); }\n",
        "src/b.c": '#include "x/x.h"\n#define LIMIT 4\ntypedef struct pair { double sum; } pair;\nenum { LAST = 5 };\n'
                   "static int sum(int a) { return twice(a) + LIMIT + LAST; }\nint carom_b(void);\nint carom_b(void) { return sum(1); }\n",
    }
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        tree = Tree(root)
        tree.find_clashes(["x/x.h", "a.c", "b.c"])
        text = tree.final_text("a.c", tree.own_text("a.c"))
        assert set(tree.endings) == {"LIMIT", "pair", "LAST", "sum"}, sorted(tree.endings)
        assert "static int sum_a(pair_a p) { return p.sum + LIMIT_a + LAST_a; }" in text, text
        assert "{ int sum; } pair_a;" in text, text
        (root / "src/c.h").write_text("#ifndef CAROM_C_H\n#define CAROM_C_H\nstatic inline int twice(int a) { return a + a; }\n#endif\n")
        (root / "src/c.c").write_text('#include "x/x.h"\n#include "c.h"\n')
        tree = Tree(root)
        tree.find_clashes(["x/x.h", "c.h", "c.c"])
        for name, what in (("c.c", "a name of two headers"), ("d.c", "a header that is not there")):
            (root / "src/d.c").write_text('#include "nowhere.h"\n')
            try:
                tree.final_text(name, tree.own_text(name))
            except Refused:
                continue
            raise AssertionError(f"{what} is accepted")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return
    if len(sys.argv) != 2:
        sys.exit("usage: amalgamate.py FOLDER")
    out = pathlib.Path(sys.argv[1])
    base = (ROOT / "include/carom/base.h").read_text()
    version = ".".join(re.search(rf"#define CAROM_VERSION_{part} (\d+)", base).group(1) for part in ("MAJOR", "MINOR", "PATCH"))
    licence = "/*\n" + "".join(f" * {line}".rstrip() + "\n" for line in (ROOT / "LICENSE").read_text().splitlines()) + " */\n"
    tree = Tree(ROOT)
    try:
        header = public_header(tree, licence)
        source = implementation(tree, licence, version)
    except Refused as error:
        sys.exit(f"amalgamate: {error}")
    out.mkdir(parents=True, exist_ok=True)
    (out / "carom.h").write_text(header)
    (out / "carom.c").write_text(source)
    print(f"{out}: carom.h {len(header):,} bytes, carom.c {len(source):,}")


if __name__ == "__main__":
    main()
