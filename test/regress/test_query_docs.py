#!/usr/bin/python3
"""Runs the examples of docs/query.md: each line `{...}` of a json block must be answered by the `-> {...}` below it. Every
pair that the page says is served must be. With --update, writes what the program answers into the page instead."""
import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/query.md"
parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
parser.add_argument("--update", action="store_true")
args = parser.parse_args()
CAROM = str(pathlib.Path(args.carom).resolve())

VERBS = ["overlap", "classify", "closest", "raycast", "sweep", "penetration"]
SHAPES = {
    "point": [0, 0, 0], "segment": [[0, 0, 0], [1, 0, 0]], "ray": {"origin": [0, 0, 0], "direction": [1, 0, 0]},
    "line": {"origin": [0, 0, 0], "direction": [1, 0, 0]}, "plane": {"normal": [1, 0, 0], "offset": 0},
    "halfspace": {"normal": [1, 0, 0], "offset": 0}, "sphere": {"center": [0, 0, 0], "radius": 1},
    "capsule": {"a": [0, 0, 0], "b": [1, 0, 0], "radius": 1}, "aabb": {"min": [0, 0, 0], "max": [1, 1, 1]},
    "obb": {"center": [0, 0, 0], "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "half_extents": [1, 1, 1]},
    "triangle": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "polygon": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "mesh": "test/data/cube.obj",
    "heightfield": {"heights": [[0, 0, 1], [0, 1, 0]], "origin": [0, 0, 0], "spacing": [1, 1, 1], "holes": [[0, 0]]},
    "interval": [0, 1], "tetrahedron": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "hull": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], "cylinder": {"a": [0, 0, 0], "b": [0, 0, 1], "radius": 1},
    "cone": {"base": [0, 0, 0], "apex": [0, 0, 1], "radius": 1},
    "ellipsoid": {"center": [0, 0, 0], "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "radii": [1, 2, 3]},
    "rounded": {"core": {"aabb": {"min": [0, 0, 0], "max": [1, 1, 1]}}, "radius": 0.5},
    "kdop": {"normals": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "min": [0, 0, 0], "max": [1, 1, 1]},
}
PATHS = ("segment", "ray", "line")


def ask(lines):
    done = subprocess.run([CAROM, "query"], input="\n".join(lines) + "\n", text=True, capture_output=True, cwd=ROOT, timeout=60)
    return done.stdout.splitlines()


def examples(text):
    """(block, query, answer) of each example; a block is one run of the program."""
    for number, block in enumerate(re.findall(r"^```json\n(.*?)^```", text, re.S | re.M)):
        lines = block.splitlines()
        for query, answer in zip(lines[::2], lines[1::2], strict=True):
            assert answer.startswith("-> "), (query, answer)
            yield number, query, answer[3:]


def check_pairs():
    """Every pair is served by every verb, but for intervals and what casts no ray."""
    pairs = [(a, b) for a in SHAPES for b in SHAPES]
    for verb in VERBS:
        lines = [json.dumps({"query": verb, "a": {a: SHAPES[a]}, "b": {b: SHAPES[b]}}) for a, b in pairs]
        for (a, b), reply in zip(pairs, ask(lines), strict=True):
            expected = verb != "raycast" or a in PATHS
            if "interval" in (a, b):
                expected = a == b and verb in ("overlap", "classify")
            assert ("error" not in json.loads(reply)) == expected, (verb, a, b, reply)


def updated(text):
    blocks = {}
    for number, query, _ in examples(text):
        blocks.setdefault(number, []).append(query)
    answers = {n: iter(ask(queries)) for n, queries in blocks.items()}
    numbers = iter(range(len(blocks)))

    def fill(match):
        answer = answers[next(numbers)]
        return "```json\n" + re.sub(r"^-> .*$", lambda _: "-> " + next(answer), match.group(1), flags=re.M) + "```"
    return re.sub(r"^```json\n(.*?)^```", fill, text, flags=re.S | re.M)


def main():
    check_pairs()
    text = PAGE.read_text()
    fresh = updated(text)
    if args.update:
        PAGE.write_text(fresh)
        return 0
    count = len(list(examples(text)))
    assert count > 30, count
    for old, new in zip(text.splitlines(), fresh.splitlines(), strict=True):
        if old != new:
            print(f"docs/query.md says\n  {old}\nthe program\n  {new}", file=sys.stderr)
    print(f"{count} examples")
    return 0 if fresh == text else 1


if __name__ == "__main__":
    sys.exit(main())
