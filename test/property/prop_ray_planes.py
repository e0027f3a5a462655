#!/usr/bin/env python3
"""Rays against solids bounded by planes, close to where two of the planes meet and along planes.

Each ray starts at 1e-9 to 1e-6 of the solid's size from an edge and passes it at a 1e-10th to a 1e-7th of that: its two crossings
agree in more digits than their heights over the planes are computed to.  Other rays run parallel to planes, inside, outside
and in them.  Rational arithmetic tells which of them hit, and when.
Run as: prop_ray_planes.py --carom PATH
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cases
from cases import ask
from oracle import Q

REACH = 10  # t_max of every ray
FACES = ((1, 2, 3), (0, 3, 2), (0, 1, 3), (0, 2, 1))
TIME_ERROR = Q(10) ** -6  # of a time, and of the solid's size where the slope is a millionth


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def less(a, b):
    return [x - y for x, y in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def planes_of_kdop(text):
    """(n, d) of each plane: inside is n.x <= d."""
    of = text["kdop"]
    for n, low, high in zip(of["normals"], of["min"], of["max"]):
        n = [Q(x) for x in n]
        yield n, Q(high)
        yield [-x for x in n], -Q(low)


def planes_of_corners(corners):
    v = [[Q(x) for x in p] for p in corners]
    for i, face in enumerate(FACES):
        n = cross(less(v[face[1]], v[face[0]]), less(v[face[2]], v[face[0]]))
        d = dot(n, v[face[0]])
        yield (n, d) if dot(n, v[i]) < d else ([-x for x in n], -d)


def crossing(origin, direction, planes):
    """The rational range of t in [0, REACH] inside all planes, or None."""
    enter, leave = Q(0), Q(REACH)
    for n, d in planes:
        height, slope = d - dot(n, origin), dot(n, direction)
        if slope == 0:
            if height < 0:
                return None
        elif slope > 0:
            leave = min(leave, height / slope)
        else:
            enter = max(enter, height / slope)
    return (enter, leave) if enter <= leave else None


def kdop(maker):
    rng = maker.rng
    normals = [[maker.real(rng.uniform(-1, 1)) for _ in range(3)] for _ in range(3)]
    if abs(dot(normals[0], cross(normals[1], normals[2]))) < 0.05:
        return kdop(maker)
    return {"kdop": {"normals": normals, "min": [-3.0] * 3, "max": [maker.real(rng.uniform(-1, 1)) for _ in range(3)]}}


def point_on_edge(text):
    """On planes 0 and 1, rounded; and inside of the third by a half."""
    n, d = text["kdop"]["normals"], text["kdop"]["max"]
    b, det = [d[0], d[1], d[2] - 0.5], dot(n[0], cross(n[1], n[2]))
    sides = cross(n[1], n[2]), cross(n[2], n[0]), cross(n[0], n[1])
    return [sum(s[k] * x for s, x in zip(sides, b)) / det for k in range(3)]


def tetrahedron(maker):
    while True:
        v = [[maker.real(maker.rng.uniform(-1, 1)) for _ in range(3)] for _ in range(4)]
        if abs(dot(less(v[1], v[0]), cross(less(v[2], v[0]), less(v[3], v[0])))) > 0.05:
            return v


def near_edge(maker, point):
    """A ray that starts near a point and passes it much nearer."""
    rng = maker.rng
    near = 10 ** rng.uniform(-9, -6)
    aside = near * 10 ** rng.uniform(-10, -7)
    direction = [maker.real(rng.uniform(-1, 1)) for _ in range(3)]
    return [maker.real(p - near * x + aside * rng.uniform(-1, 1)) for p, x in zip(point, direction)], direction


def along_axes(maker):
    """A ray and a cube whose planes it is parallel to: inside, outside or in these."""
    rng = maker.rng
    low = [rng.randint(-4, 0) for _ in range(3)]
    high = [x + rng.randint(1, 4) for x in low]
    origin = [float(rng.choice((x - 1, x, x + 0.5, y, y + 1))) for x, y in zip(low, high)]
    direction = rng.choice(([1, 0, 0], [0, -1, 0], [0, 0, 1], [1, 1, 0], [0, 1, -1], [1, 1, 1]))
    return low, high, origin, [float(x) for x in direction]


def queries(maker):
    text = kdop(maker)
    yield "edge of a k-DOP", text, list(planes_of_kdop(text)), near_edge(maker, point_on_edge(text))
    corners = tetrahedron(maker)
    along = maker.rng.random()
    point = [along * a + (1 - along) * b for a, b in zip(corners[0], corners[1])]
    ray, planes = near_edge(maker, point), list(planes_of_corners(corners))
    yield "edge of a tetrahedron", {"tetrahedron": corners}, planes, ray
    yield "edge of a hull", {"hull": corners}, planes, ray
    low, high, origin, direction = along_axes(maker)
    box = {"kdop": {"normals": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "min": low, "max": high}}
    planes = list(planes_of_kdop(box))
    yield "along a k-DOP", box, planes, (origin, direction)
    points = [[(low, high)[i >> k & 1][k] for k in range(3)] for i in range(8)]
    yield "along a hull", {"hull": points}, planes, (origin, direction)


def run(carom, precision, seed, n):
    maker, made = cases.Maker(seed, precision), []
    for _ in range(n):
        for name, shape, planes, (origin, direction) in queries(maker):
            ray = {"ray": {"origin": origin, "direction": direction, "t_max": REACH}}
            want = crossing([Q(x) for x in origin], [Q(x) for x in direction], planes)
            made.append((name, {"query": "raycast", "a": ray, "b": shape}, want))
    failures, hits, tally = 0, 0, {}
    for (name, query, want), answer in zip(made, ask(carom, precision, [m[1] for m in made])):
        hits += want is not None
        wrong = answer.get("hit") != (want is not None)
        if not wrong and want:
            for key, t in zip(("t", "t_exit"), want):
                wrong |= abs(Q(answer[key]) - t) > TIME_ERROR * max(t, 1)
        if wrong:
            failures += 1
            tally[name] = tally.get(name, 0) + 1
            if tally[name] <= 3:
                print("FAIL", name, query, answer, want and [float(t) for t in want])
    print("%s: %d rays, %d hits, %d failures %s" % (precision, len(made), hits, failures, tally or ""))
    return failures


if __name__ == "__main__":
    cases.main(run, 20268, 1000)
