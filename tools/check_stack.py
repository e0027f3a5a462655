#!/usr/bin/env python3
"""Sums the stack frames of the library over its call graph, as gcc writes them.

Usage: check_stack.py BUILD [--paths N] [--self-test]. Compiles every source of the library once more with -fcallgraph-info=su, by
BUILD/compile_commands.json. Fails when a function has a larger frame than FRAME_MOST and is not listed, with at least as much, in
stack_frames.json. Prints, for the public functions that need most, the path that does. Calls through pointers are followed no further: what they
add is measured by test/unit/dispatch/test_stack.c; a path that calls itself is counted once."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FRAME_MOST = 12 * 1024
# Larger frames, in bytes, by the largest of both precisions and all sets of instructions, and what they hold.
FRAMES = json.loads((ROOT / "tools" / "stack_frames.json").read_text())
NODE = re.compile(r'node: \{ title: "([^"]*)" label: "([^"]*)"')
EDGE = re.compile(r'edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"')


def compile_graphs(build, folder):
    """Compiles the library's sources; the graphs are written into the folder."""
    def run(job):
        directory, command = job
        return subprocess.run(command, cwd=directory, capture_output=True, text=True).stderr

    jobs = []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        command = shlex.split(entry["command"])
        at = command.index("-o") + 1
        if not re.match(r"CMakeFiles/carom_(float|double|once)", command[at]):
            continue
        command[at] = str(folder / (command[at].replace("/", "_")))
        if command[0].endswith("ccache"):
            command = command[1:]
        jobs.append((entry["directory"], command + ["-fcallgraph-info=su"]))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for errors in pool.map(run, jobs):
            if errors.strip():
                sys.exit(errors)


def graph_of(folder):
    """Function -> bytes of its frame, and function -> functions that it calls."""
    frames, calls = {}, collections.defaultdict(set)
    for path in sorted(folder.glob("*.ci")):
        text = path.read_text()
        for name, label in NODE.findall(text):
            size = re.search(r"(\d+) bytes \(", label)
            if size:
                frames[name] = max(frames.get(name, 0), int(size[1]))
        for caller, callee in EDGE.findall(text):
            calls[caller].add(callee)
    return frames, calls


def bare_name(name):
    """Without folder, precision, set of instructions and the suffixes of the compiler's copies."""
    name = name.split(":")[-1].split(".")[0]
    return re.sub(r"_(scalar|native|avx2|avx512)$", "", name.replace("carom64_", "carom_"))


def deepest(frames, calls):
    """Function -> (bytes from there on, the next function on that path)."""
    found = {}

    def visit(name, above):
        if name in found:
            return found[name][0]
        best, following = 0, None
        for callee in sorted(calls.get(name, ())):
            if callee in above or callee not in frames:
                continue
            depth = visit(callee, above | {callee})
            if depth > best:
                best, following = depth, callee
        found[name] = frames[name] + 8 + best, following
        return found[name][0]

    sys.setrecursionlimit(10000)
    for name in sorted(frames):
        visit(name, frozenset([name]))
    return found


def problems_of(frames, allowed):
    largest = collections.defaultdict(int)
    for name, size in frames.items():
        largest[bare_name(name)] = max(largest[bare_name(name)], size)
    for name, size in sorted(largest.items(), key=lambda item: -item[1]):
        if size > max(FRAME_MOST, allowed.get(name, {"bytes": 0})["bytes"]):
            yield f"{name} has a frame of {size} bytes"


def self_test():
    frames = {"carom_a": 100, "x.c:b": 90000, "carom64_c": 10}
    calls = {"carom_a": {"x.c:b", "carom64_c"}, "x.c:b": {"carom_a"}}
    assert deepest(frames, calls)["carom_a"] == (100 + 8 + 90000 + 8, "x.c:b")
    assert list(problems_of(frames, {})) == ["b has a frame of 90000 bytes"]
    assert not list(problems_of(frames, {"b": {"bytes": 90000}}))
    print("check_stack: the self-test passed")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", nargs="?", type=pathlib.Path)
    parser.add_argument("--paths", type=int, default=12)
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test()
    with tempfile.TemporaryDirectory() as folder:
        compile_graphs(arguments.build.resolve(), pathlib.Path(folder))
        frames, calls = graph_of(pathlib.Path(folder))
    found = deepest(frames, calls)
    public = [name for name in frames if re.match(r"carom(64)?_\w+$", name)]
    for name in sorted(public, key=lambda n: -found[n][0])[:arguments.paths]:
        path, at = [], name
        while at:
            if frames[at] >= 1000:
                path.append(f"{bare_name(at)} {frames[at]}")
            at = found[at][1]
        print(f"{found[name][0]:7} {name}: {', '.join(path)}")
    problems = list(problems_of(frames, FRAMES))
    for problem in problems:
        print(f"check_stack: {problem}; at most {FRAME_MOST}, or a line in tools/stack_frames.json")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
