#!/usr/bin/env python3
"""Masses of tetrahedra, boxes and hulls with arbitrary coordinates (far away, flat, long) against rationals.

Run as: prop_mass.py --carom PATH
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cases
from cases import ask
from oracle import Q

FACES = ((1, 2, 3), (0, 3, 2), (0, 1, 3), (0, 2, 1))
PAIRS = ((0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1))
ULPS = {"float": Q(2) ** -23, "double": Q(2) ** -50}  # numbers are printed in the precision of the query


def det(a, b, c):
    return (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]))


def exact_mass(triangles):
    """Volume, centre and inertia of what oriented triangles bound."""
    volume, first, second = Q(0), [Q(0)] * 3, [Q(0)] * 6
    for t in triangles:
        d, s = det(*t), [sum(v[i] for v in t) for i in range(3)]
        volume += d / 6
        first = [f + d * x / 24 for f, x in zip(first, s)]
        second = [q + d * (s[i] * s[k] + sum(v[i] * v[k] for v in t)) / 120 for q, (i, k) in zip(second, PAIRS)]
    if volume == 0:
        return volume, None, [Q(0)] * 6
    center = [f / volume for f in first]
    second = [q - volume * center[i] * center[k] for q, (i, k) in zip(second, PAIRS)]
    if volume < 0:
        volume, second = -volume, [-q for q in second]
    inertia = [second[1] + second[2], second[2] + second[0], second[0] + second[1]] + [-q for q in second[3:]]
    return volume, center, inertia


def box_triangles(low, high):
    corner = [[high[k] if i >> k & 1 else low[k] for k in range(3)] for i in range(8)]
    for a, b, c, d in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)):
        yield corner[a], corner[b], corner[c]
        yield corner[a], corner[c], corner[d]


def rationals(points):
    return [[Q(x) for x in p] for p in points]


def make(rng, maker):
    """A query and the triangles of its solid."""
    away = [rng.choice((0, 0, 1, 1000)) * rng.uniform(-1, 1) for _ in range(3)]
    size = [2.0 ** rng.choice((0, 0, -12, 9)) for _ in range(3)]
    points = [[maker.real(a + s * rng.uniform(-1, 1)) for a, s in zip(away, size)] for _ in range(4)]
    points = [[float(x) for x in p] for p in points]
    kind = rng.choice(("tetrahedron", "hull", "aabb"))
    if kind != "aabb":
        v = rationals(points)
        return {"query": "mass", "a": {kind: points}}, [[v[i] for i in f] for f in FACES]
    low = [min(p[k] for p in points) for k in range(3)]
    high = [max(p[k] for p in points) for k in range(3)]
    return ({"query": "mass", "a": {"aabb": {"min": low, "max": high}}},
            list(box_triangles(*rationals([low, high]))))


def wrong(answer, expected, ulp):
    volume, center, inertia = expected
    if abs(Q(answer["volume"]) - volume) > ulp * volume + Q(answer["volume_error"]):
        return "volume"
    if Q(answer["volume_error"]) > 20 * Q(2) ** -52 * volume + Q(10) ** -25 * max(volume, 1):
        return "volume_error"
    if volume == 0:
        return None
    greatest = max(inertia[:3])
    if any(abs(Q(x) - y) > 8 * ulp * greatest for x, y in zip(answer["inertia"], inertia)):
        return "inertia"
    reach = max(abs(x) for x in center) + 1
    if any(abs(Q(x) - y) > 4 * ulp * reach for x, y in zip(answer["center"], center)):
        return "center"
    if any(abs(a - b) > 1e-5 * abs(answer["moments"][0]) for a, b in
           zip([sum(answer["moments"])], [float(sum(inertia[:3]))])):
        return "moments"
    return None


def run(carom, precision, seed, count):
    maker, made, failures = cases.Maker(seed, precision), [], 0
    for _ in range(count):
        made.append(make(maker.rng, maker))
    for (query, triangles), answer in zip(made, ask(carom, precision, [q for q, _ in made])):
        fault = wrong(answer, exact_mass(triangles), ULPS[precision])
        if fault:
            failures += 1
            print(precision, fault, query, answer, [float(x) for x in exact_mass(triangles)[2]], file=sys.stderr)
    print(f"{precision}: {failures} of {count} masses are wrong")
    return failures


if __name__ == "__main__":
    cases.main(run, 1907, 1500)
