#!/usr/bin/env python3
"""Times and hits do not depend on the unit of length: small integers, times powers of two over the range of doubles.

Each case is asked at scale 1 and at scales 2^k; hit, times and normals must agree, and points but for the scale.
Run as: prop_scale.py --carom PATH
"""
import argparse
import json
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from cases import ask

ROUND = ("sphere", "capsule", "cylinder", "cone", "ellipsoid")
SHAPES = ROUND + ("point", "segment", "plane", "halfspace", "aabb", "obb", "triangle", "polygon", "tetrahedron", "kdop")
# what a sphere is swept against, or a point, by closed form
SPHERES = ("point", "segment", "plane", "halfspace", "sphere", "capsule", "aabb", "obb", "triangle", "polygon")
POINTS = ("plane", "halfspace", "sphere", "capsule", "aabb", "obb", "triangle", "polygon", "cylinder", "cone",
          "ellipsoid")
AXES = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
UNITLESS = ("normal", "axes", "normals")


def lattice(rng, n=6):
    return [rng.randint(-n, n) for _ in range(3)]


def boxed(rng):
    a, b = lattice(rng), lattice(rng)
    return [min(x, y) for x, y in zip(a, b)], [max(x, y) for x, y in zip(a, b)]


def shape(rng, kind):
    radius = rng.randint(1, 4)
    a, b, c = lattice(rng), lattice(rng), lattice(rng)
    low, high = boxed(rng)
    if kind in ("plane", "halfspace"):
        normal = lattice(rng, 2)
        return {kind: {"normal": normal if any(normal) else [0, 0, 1], "offset": rng.randint(-5, 5)}}
    if kind == "obb":
        return {kind: {"center": a, "axes": AXES, "half_extents": [rng.randint(0, 3) for _ in range(3)]}}
    if kind == "ellipsoid":
        return {kind: {"center": a, "axes": AXES, "radii": [rng.randint(1, 4) for _ in range(3)]}}
    if kind == "kdop":
        return {kind: {"normals": [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]], "min": low + [min(low)],
                       "max": high + [max(high) + 3]}}
    return {kind: {"point": a, "segment": [a, b], "sphere": {"center": a, "radius": radius},
                   "capsule": {"a": a, "b": b, "radius": radius}, "cylinder": {"a": a, "b": b, "radius": radius},
                   "cone": {"base": a, "apex": b, "radius": radius}, "aabb": {"min": low, "max": high},
                   "triangle": [a, b, c], "polygon": [a, b, [y + z - x for x, y, z in zip(a, b, c)], c],
                   "tetrahedron": [a, b, c, lattice(rng)]}[kind]}


def scaled(value, s, key=None):
    """lengths times s"""
    if key in UNITLESS:
        return value
    if isinstance(value, dict):
        return {k: scaled(v, s, k) for k, v in value.items()}
    if isinstance(value, list):
        return [scaled(v, s) for v in value]
    return float(value) * s if isinstance(value, (int, float)) else value


def cases_of(rng, n):
    for _ in range(n):
        for kind in SPHERES:
            a = shape(rng, "sphere")
            if rng.random() < 0.1:
                a["sphere"]["radius"] = 0
            yield "sphere against " + kind, {"query": "sweep", "a": a, "b": shape(rng, kind),
                                             "motion_a": lattice(rng, 9), "motion_b": lattice(rng, 1)}
        for kind in POINTS:
            yield "point against " + kind, {"query": "sweep", "a": shape(rng, "point"), "b": shape(rng, kind),
                                            "motion_a": lattice(rng, 9)}
        yield "aabb against aabb", {"query": "sweep", "a": shape(rng, "aabb"), "b": shape(rng, "aabb"),
                                    "motion_a": lattice(rng, 9)}
        for kind in SHAPES:
            path = rng.choice(("ray", "line", "segment"))
            direction = lattice(rng, 4)
            if not any(direction):
                continue
            a = {"segment": [lattice(rng, 9), lattice(rng, 9)]} if path == "segment" else \
                {path: {"origin": lattice(rng, 9), "direction": direction}}
            yield "%s against %s" % (path, kind), {"query": "raycast", "a": a, "b": shape(rng, kind)}


def differs(one, other, s, size):
    """why the answers do not agree, or None"""
    if one.get("hit") is not other.get("hit"):
        return "hit"
    for key in ("initial_overlap", "started_inside"):
        if one.get(key) is not other.get(key):
            return key
    for key in ("t", "t_exit", "fraction", "fraction_exit"):
        a, b = one.get(key), other.get(key)
        if (a is None) != (b is None) or (a is not None and abs(a - b) > 1e-13 * max(1.0, abs(a))):
            return key
    if not one.get("hit"):
        return None
    if max(abs(a - b) for a, b in zip(one["normal"], other["normal"])) > 1e-11:
        return "normal"
    # subnormals have steps of 2^-1074
    if max(abs(a - b / s) for a, b in zip(one["point"], other["point"])) > 1e-12 * size + 2.0 ** -1072 / s:
        return "point"
    return None


def run(carom, seed, n, scales):
    made = list(cases_of(random.Random(seed), n))
    queries = [scaled(q, 1.0) for _, q in made]
    base = ask(carom, "double", queries)
    failures, seen = 0, {}
    for k in scales:
        s = 2.0 ** k
        for (name, _), query, one, other in zip(made, queries, base,
                                                ask(carom, "double", [scaled(q, s) for q in queries])):
            why = differs(one, other, s, 40)
            if why is None:
                continue
            failures += 1
            name = name.replace("ray ", "path ").replace("line ", "path ").replace("segment against", "path against")
            entry = seen.setdefault((query["query"], name, why), [0, k, k, query, one, other])
            entry[0] += 1
            entry[1], entry[2] = min(entry[1], k), max(entry[2], k)
    for (verb, name, why), (count, low, high, query, one, other) in sorted(seen.items()):
        print("FAIL %s %s: %s differs %d times, at scales 2^%d to 2^%d, as %s -> %s, %s" %
              (verb, name, why, count, low, high, json.dumps(query), json.dumps(one), json.dumps(other)))
    print("%d cases at %d scales, %d failures" % (len(made), len(scales), failures))
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--carom", required=True)
    parser.add_argument("--seed", type=int, default=20265)
    parser.add_argument("--cases", type=int, default=12)
    parser.add_argument("--step", type=int, default=37)
    parser.add_argument("--low", type=int, default=-1020)
    parser.add_argument("--high", type=int, default=1015)
    options = parser.parse_args()
    scales = range(options.low, options.high + 1, options.step)
    return 1 if run(options.carom, options.seed, options.cases, scales) else 0


if __name__ == "__main__":
    sys.exit(main())
