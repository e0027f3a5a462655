#!/usr/bin/env python3
"""Fails when source files call each other in a circle, as the linker sees it, or when a journey of ARCHITECTURE.md goes back.

Usage: check_circles.py BUILD [--self-test]. Reads the symbols of all object files below BUILD with nm: a file that has an undefined
symbol depends on the file that defines it. The strongly connected components of that graph [Tarjan72] are the circles. The files that a
journey lists call each other down the list only. With --self-test, plants a circle and a detour and finds them."""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# One precision tells all of src/; targets that are compiled from the same files again would only repeat it. Kernels are
# compiled for each set of instructions, under names of their own.
SETS = ("", "_native", "_avx2", "_avx512")
TARGETS = tuple(target + s for target in ("carom_float", "carom_once") for s in SETS) + ("carom_io_objects", "carom", "carom_query_float")


def objects_of(build, targets=TARGETS):
    """Source name -> object files."""
    found = {}
    for target in targets:
        folder = build / "CMakeFiles" / (target + ".dir")
        for path in sorted(folder.rglob("*.o")):
            found.setdefault(str(path.relative_to(folder))[:-2], []).append(path)
    return found


def symbols_of(objects):
    """For each source the names that it defines for others, and those that it needs."""
    table = {}
    for name, paths in objects.items():
        text = "".join(subprocess.run(["nm", "-g", str(path)], capture_output=True, text=True, check=True).stdout for path in paths)
        defined, needed = set(), set()
        for line in text.splitlines():
            kind, symbol = line.split()[-2:]
            (needed if kind == "U" else defined).add(symbol)
        table[name] = defined, needed
    return table


def edges_of(table):
    owner = {symbol: name for name, (defined, _) in table.items() for symbol in defined}
    return {name: sorted({owner[s] for s in needed if s in owner} - {name}) for name, (_, needed) in table.items()}


def circles_of(edges):
    """Strongly connected components of more than one file, without recursion."""
    index, low, stack, on_stack, out = {}, {}, [], set(), []
    for root in sorted(edges):
        if root in index:
            continue
        work = [(root, iter(edges[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(edges[target])))
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    circle = set()
                    while node not in circle:
                        circle.add(stack.pop())
                    on_stack -= circle
                    if len(circle) > 1:
                        out.append(frozenset(circle))
    return out


def path_around(circle, edges):
    """A shortest way from a file of the circle back to it."""
    start = min(circle)
    came, border = {}, [start]
    while border:
        further = []
        for node in border:
            for target in edges[node]:
                if target == start:
                    path = [node]
                    while path[-1] != start:
                        path.append(came[path[-1]])
                    return path[::-1] + [start]
                if target in circle and target not in came:
                    came[target] = node
                    further.append(target)
        border = further
    return [start]


def complaints(circles, edges):
    return [f"{len(circle)} files call each other in a circle ({' -> '.join(path_around(circle, edges))}): {' '.join(sorted(circle))}"
            for circle in circles]


def journeys_of(text):
    """Title -> the .c files of src/ that the numbered list of each journey names, in order."""
    part = re.search(r"^## Five journeys$(.*?)^## ", text, re.M | re.S).group(1)
    journeys = {}
    for title, body in re.findall(r"^### (.*?)$(.*?)(?=^###|\Z)", part, re.M | re.S):
        steps = " ".join(re.findall(r"^\d+\. .*(?:\n +.*)*", body, re.M))
        journeys[title] = list(dict.fromkeys("src/" + f for f in re.findall(r"`([\w/]+\.c)`", steps)))
    return journeys


def detours(title, files, edges):
    """A journey only goes on: every file is called by one before it, and calls none of these."""
    problems = []
    for i, file in enumerate(files):
        if file not in edges:
            problems.append(f"ARCHITECTURE.md, {title}: there is no {file}")
            continue
        back = [f for f in files[:i] if f in edges[file]]
        if back:
            problems.append(f"ARCHITECTURE.md, {title}: {file} calls back to {' '.join(back)}")
        if i > 0 and not any(file in edges.get(f, ()) for f in files[:i]):
            problems.append(f"ARCHITECTURE.md, {title}: no file before it calls {file}")
    return problems


def self_test():
    sources = {"a": "void b(void); void a(void) { b(); }", "b": "void c(void); void b(void) { c(); }",
               "c": "void a(void); void c(void) { a(); }", "d": "void a(void); void d(void) { a(); }"}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "CMakeFiles" / "planted.dir"
        folder.mkdir(parents=True)
        for file, text in sources.items():
            (folder / (file + ".c")).write_text(text)
            subprocess.run(["cc", "-c", str(folder / (file + ".c")), "-o", str(folder / (file + ".c.o"))], check=True)
        edges = edges_of(symbols_of(objects_of(pathlib.Path(name), ("planted",))))
    planted = frozenset({"a.c", "b.c", "c.c"})
    assert circles_of(edges) == [planted], circles_of(edges)
    assert complaints([planted], edges) and not complaints([], edges)
    assert path_around(planted, edges) == ["a.c", "b.c", "c.c", "a.c"]
    journeys = journeys_of("## Five journeys\n\n### 1. A\n\n1. `x/a.c`: from `y.h`\n   to `b.c`.\n2. `x/a.c`\n\n`c.c`\n\n## More\n")
    assert journeys == {"1. A": ["src/x/a.c", "src/b.c"]}
    assert not detours("", ["d.c", "a.c", "b.c"], edges) and detours("", ["d.c", "b.c"], edges) and detours("", ["c.c", "a.c", "b.c", "e.c"], edges)
    assert detours("", ["a.c", "b.c", "c.c"], edges)


def run(build):
    # objects of sources that were removed or renamed stay behind in a build
    objects = {name: paths for name, paths in objects_of(build).items() if (ROOT / name).exists()}
    if not objects:
        print(f"check_circles: no object files below {build}: build first", file=sys.stderr)
        return 1
    edges = edges_of(symbols_of(objects))
    circles = circles_of(edges)
    if "--list" in sys.argv:
        for circle in sorted(circles, key=lambda c: (-len(c), min(c))):
            print(" ".join(sorted(circle)))
        return 0
    problems = complaints(circles, edges)
    for title, files in journeys_of((ROOT / "ARCHITECTURE.md").read_text()).items():
        problems += detours(title, files, edges)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    if "--self-test" in sys.argv:
        self_test()
    else:
        sys.exit(run(pathlib.Path(next(a for a in sys.argv[1:] if not a.startswith("--")))))
