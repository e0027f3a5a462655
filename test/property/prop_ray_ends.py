#!/usr/bin/env python3
"""Where rays enter and leave round solids, and ranges that end there exactly.

Two points of a surface that are rational, and a ray through both: t and t_exit are multiples of a power of two.  A
range that ends at the entry must hit, one that ends an ulp before must miss; one that begins at the exit must hit, an
ulp behind it must miss.  Then rays along a lattice, which enter and leave at irrational times: of ranges that end at
the numbers next to these, those hit whose end is in the solid, as rational arithmetic tells.
Run as: prop_ray_ends.py --carom PATH
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cases
import prop_graze as graze
from cases import ask
from oracle import Q

KINDS = ("sphere", "capsule", "cylinder", "cone", "ellipsoid")
CIRCLE = ((5, 0), (0, 5), (3, 4), (4, 3), (-3, 4), (4, -3), (-4, -3), (-5, 0), (0, -5))


def sphere_points(axes):
    """integer points at the distance of the frame's length"""
    return [tuple(s * x for x in a) for a in axes for s in (1, -1)]


def pick(rng, kind):
    """(shape, two points on its surface, what is not an edge or vertex of it)"""
    axes, length = graze.frame(rng, 12)
    origin = [rng.choice((0, 0, rng.randint(-50, 50))) for _ in range(3)]
    put = lambda x, y, z: graze.at(origin, axes, x, y, z)
    k, h = rng.randint(1, 3), rng.randint(1, 4)
    if kind == "ellipsoid":
        radii = [rng.randint(1, 5) for _ in range(3)]
        p, q = rng.sample(sphere_points(axes), 2)
        return ({"ellipsoid": {"center": [float(o) for o in origin], "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
                               "radii": [float(r * length) for r in radii]}},
                *([float(o + r * x) for o, r, x in zip(origin, radii, e)] for e in (p, q)))
    (c, s), (e, f) = [CIRCLE[i] for i in rng.sample(range(len(CIRCLE)), 2)]
    radius = float(5 * k * length)
    if kind == "sphere":
        return {"sphere": {"center": put(0, 0, 0), "radius": radius}}, put(k * c, k * s, 0), put(0, k * e, k * f)
    if kind == "cone":
        # at a part of the height, or in the base
        part, other = rng.randint(1, 3), rng.randint(1, 3)
        text = {"cone": {"base": put(0, 0, 0), "apex": put(0, 0, 4 * h), "radius": 4 * radius}}
        on = lambda part, c, s: put(k * part * c, k * part * s, h * (4 - part))
        if rng.random() < 0.5:
            return text, on(part, c, s), put(rng.randint(-2 * k, 2 * k), rng.randint(-2 * k, 2 * k), 0)
        return text, on(part, c, s), on(other, e, f)
    text = {kind: {"a": put(0, 0, 0), "b": put(0, 0, 4 * h), "radius": radius}}
    if kind == "cylinder" and rng.random() < 0.5:
        return text, put(k * c, k * s, rng.randint(1, 4 * h - 1)), put(rng.randint(-2 * k, 2 * k), rng.randint(-2, 2), 0)
    return text, put(k * c, k * s, rng.randint(1, 4 * h - 1)), put(k * e, k * f, rng.randint(1, 4 * h - 1))


def queries(maker, kind):
    rng = maker.rng
    text, p, q = pick(rng, kind)
    way = [y - x for x, y in zip(p, q)]
    if not any(way):
        return
    before, scale = rng.randint(1, 5), 2 ** rng.randint(0, 3)
    start = [x - before * w for x, w in zip(p, way)]
    ray = {"origin": start, "direction": [w * scale for w in way]}
    first, last = Q(before, scale), Q(before + 1, scale)
    at = lambda **limits: {"query": "raycast", "a": {"ray": {**ray, **limits}}, "b": text}
    a, b = float(first), float(last)
    yield "whole", at(), (first, last)
    yield "to the entry", at(t_max=a), (first, first)
    yield "short of the entry", at(t_max=maker.ulp(a, -1)), None
    yield "from the entry", at(t_min=a), (first, last)
    yield "from the exit", at(t_min=b), (last, last)
    yield "behind the exit", at(t_min=maker.ulp(b, 1)), None
    yield "to the exit", at(t_max=b), (first, last)
    if scale == 1:  # a segment ends there
        end = [s + w * before for s, w in zip(start, way)]
        yield "segment", {"query": "raycast", "a": {"segment": [start, end]}, "b": text}, (Q(1), Q(1))


# ------------------------------------------------------------------------------ irrational ends
def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def sub(a, b):
    return [x - y for x, y in zip(a, b)]


def contains(shape, x):
    """exact; x is a point of fractions"""
    (kind, s), = shape.items()
    if kind == "sphere":
        r = sub(x, [Q(c) for c in s["center"]])
        return dot(r, r) <= Q(s["radius"]) ** 2
    if kind == "ellipsoid":
        r = [(a - Q(c)) / Q(k) for a, c, k in zip(x, s["center"], s["radii"])]
        return dot(r, r) <= 1
    a, b = [[Q(c) for c in s[k]] for k in (("base", "apex") if kind == "cone" else ("a", "b"))]
    w, r = sub(b, a), sub(x, a)
    along, radius = Q(dot(r, w)) / dot(w, w), Q(s["radius"])
    if kind == "capsule":
        along = min(max(along, Q(0)), Q(1))
    elif not 0 <= along <= 1:
        return False
    if kind == "cone":
        radius *= 1 - along
    off = [p - along * q for p, q in zip(r, w)]
    return dot(off, off) <= radius ** 2


def random_case(maker, kind):
    rng = maker.rng
    while True:
        a, b = maker.lattice(9), maker.lattice(9)
        radius = float(rng.randint(1, 9))
        text = {"sphere": {"center": a, "radius": radius}, "capsule": {"a": a, "b": b, "radius": radius},
                "cylinder": {"a": a, "b": b, "radius": radius}, "cone": {"base": a, "apex": b, "radius": radius},
                "ellipsoid": {"center": a, "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
                              "radii": [float(rng.randint(1, 9)) for _ in range(3)]}}[kind]
        way = maker.lattice(5)
        if a == b or not any(way):
            continue
        target = [x + rng.randint(-3, 3) for x in a]
        start = [t - w * rng.randint(5, 9) for t, w in zip(target, way)]
        return {"ray": {"origin": start, "direction": way}}, {kind: text}


def near_ends(carom, precision, maker, n, report):
    """Asks for rays without limits, then for the numbers about their ends."""
    made = [random_case(maker, kind) for kind in KINDS for _ in range(n)]
    asked = []
    for (ray, shape), answer in zip(made, ask(carom, precision, [{"query": "raycast", "a": r, "b": s} for r, s in made])):
        if not answer["hit"] or answer["started_inside"] or answer["t_exit"] - answer["t"] < 1e-3:
            continue
        origin, way = [[Q(x) for x in ray["ray"][k]] for k in ("origin", "direction")]
        for key, limit in (("t", "t_max"), ("t_exit", "t_min")):
            end = maker.real(answer[key])
            for t in (maker.ulp(end, -1), end, maker.ulp(end, 1)):
                inside = contains(shape, [o + Q(t) * w for o, w in zip(origin, way)])
                name = "%s near its %s" % (next(iter(shape)), "entry" if key == "t" else "exit")
                asked.append((name, {"query": "raycast", "a": {"ray": {**ray["ray"], limit: t}}, "b": shape}, inside))
    for (name, query, inside), answer in zip(asked, ask(carom, precision, [a[1] for a in asked])):
        report.check(name, query, answer, () if inside else None, ())


def run(carom, precision, seed, n):
    maker, made = graze.Maker(seed, precision), []
    report = graze.Report(maker, precision)
    for kind in KINDS:
        for _ in range(n):
            for name, query, times in queries(maker, kind):
                made.append((kind + " " + name, query, times))
    for (name, query, times), answer in zip(made, ask(carom, precision, [m[1] for m in made])):
        report.check(name, query, answer, times, ("t", "t_exit"))
    near_ends(carom, precision, maker, n, report)
    print("%s: %d cases, %d failures, largest error of a time %.3g" %
          (precision, report.count, report.failures, report.worst))
    for why, count in sorted(report.tally.items()):
        print("   ", count, why)
    return report.failures


if __name__ == "__main__":
    cases.main(run, 20267, 300)
