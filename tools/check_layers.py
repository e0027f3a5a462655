#!/usr/bin/env python3
"""Fails on an include that goes against the table of layers in ARCHITECTURE.md.

Folders of src/ may include the folders their line names (a name covers its subfolders, but not on the line of one of these),
their own without its subfolders, and public headers.
io/, cli/, bench/, examples/ and fuzz/ may include public headers and their own. With --self-test, checks itself."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
OUTSIDE = ["io", "cli", "bench", "examples", "fuzz", "python"]


def read_table(text):
    layers = {}
    for line in text.splitlines():
        cells = [c.strip() for c in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == 3 and not set(cells[0]) <= {"-"} and "src/" not in cells[0]:
            layers[cells[0]] = set() if cells[2] == "-" else set(cells[2].split())
    return layers


def layer_of(path, layers):
    """The longest folder of the table that holds the path, or None."""
    fits = [name for name in layers if path.startswith(name + "/")]
    return max(fits, key=len) if fits else None


def covers(name, target, own):
    """A name stands for its subfolders, too; on the line of one of these, for its own files alone."""
    return target == name or (target.startswith(name + "/") and not own.startswith(name + "/"))


def complain_src(path, included, layers):
    """path is relative to src/."""
    own = layer_of(path, layers)
    if own is None:
        return f"src/{path}: the folder is not in ARCHITECTURE.md's table"
    if included.startswith("carom/"):
        return None
    if "/" not in included:
        return f'src/{path}: "{included}" must be named from src/ on'
    target = layer_of(included, layers)
    if target is None:
        return f'src/{path}: "{included}" is in no layer'
    if target == own or any(covers(a, target, own) for a in layers[own]):
        return None
    return f'src/{path}: {own} may not include "{included}" ({target})'


def complain_outside(folder, path, included):
    if included.startswith("carom/") or not included.startswith(("core/", "math/", "query/", "spatial/", "mesh/",
                                                                 "pair/", "surface/", "dispatch/", "response/", "src/", "../")):
        return None
    return f'{path}: {folder} sees public headers only, not "{included}"'


def run():
    layers = read_table((ROOT / "ARCHITECTURE.md").read_text())
    problems = []
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        name = str(path.relative_to(ROOT / "src"))
        problems += filter(None, (complain_src(name, i, layers) for i in INCLUDE.findall(path.read_text())))
    for folder in OUTSIDE:
        for path in sorted((ROOT / folder).rglob("*.[chp]*")):
            if path.suffix in {".c", ".h", ".cpp", ".hpp"}:
                problems += filter(None, (complain_outside(folder, path.relative_to(ROOT), i)
                                          for i in INCLUDE.findall(path.read_text())))
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def self_test():
    layers = read_table("| folder | holds | may use |\n|---|---|---|\n| core | x | - |\n| math | y | core |\n"
                        "| query/a | z | core math query/b |\n| query/b | z | core math |\n| mesh | m | query |\n| mesh/ray | r | mesh |\n")
    assert layers["math"] == {"core"} and layers["core"] == set()
    assert complain_src("math/v.c", "core/x.h", layers) is None
    assert complain_src("core/x.c", "math/v.h", layers)
    assert complain_src("query/a/k.c", "query/b/k.h", layers) is None
    assert complain_src("query/b/k.c", "query/a/k.h", layers)
    assert complain_src("mesh/m.c", "query/a/k.h", layers) is None
    assert complain_src("mesh/m.c", "math/v.h", layers)
    assert complain_src("mesh/ray/r.c", "mesh/m.h", layers) is None
    assert complain_src("mesh/m.c", "mesh/ray/r.h", layers)
    assert complain_src("mesh/ray/r.c", "mesh/near/n.h", {**layers, "mesh/near": {"mesh"}})
    assert complain_src("math/v.c", "local.h", layers)
    assert complain_src("new/v.c", "core/x.h", layers)
    assert complain_outside("cli", "cli/a.c", "math/vec.h")
    assert complain_outside("cli", "cli/a.c", "carom/carom.h") is None
    assert complain_outside("cli", "cli/a.c", "sim.h") is None
    return 0


if __name__ == "__main__":
    sys.exit(self_test() if "--self-test" in sys.argv[1:] else run())
