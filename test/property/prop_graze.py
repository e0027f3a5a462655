#!/usr/bin/env python3
"""Sweeps and rays that graze by construction, and the same by one ulp beside.

A quaternion of integers gives three integer vectors of one length that are square to each other; along them all
numbers of a case are integers, the path lies in a plane that supports the shape, and contact begins and ends at
rational times.  A path that touches must hit, at that time; with a radius that is one ulp less it must miss.
Run as: prop_graze.py --carom PATH
"""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cases
import oracle as ora
from cases import ask
from oracle import Q

ROTATIONS = 24  # quaternions whose components are at most 2
TARGETS = ("point", "sphere", "segment", "capsule", "triangle", "polygon", "aabb", "obb")
SOLIDS = ("sphere", "capsule", "cylinder", "cylinder base", "cone", "ellipsoid")


def frame(rng, most):
    """three integer vectors of the same length, square to each other, and that length"""
    while True:
        a, b, c, d = [rng.randint(-2, 2) for _ in range(4)]
        length = a * a + b * b + c * c + d * d
        if 0 < length <= most:
            break
    u = (a * a + b * b - c * c - d * d, 2 * (b * c + a * d), 2 * (b * d - a * c))
    v = (2 * (b * c - a * d), a * a - b * b + c * c - d * d, 2 * (c * d + a * b))
    n = (2 * (b * d + a * c), 2 * (c * d - a * b), a * a - b * b - c * c + d * d)
    return [u, v, n], length


def at(origin, axes, x, y, z):
    return [float(o + x * u + y * v + z * n) for o, u, v, n in zip(origin, *axes)]


class Maker(cases.Maker):
    def ulp(self, x, step):
        """the number next to x > 0"""
        if not self.single:
            import math
            return math.nextafter(x, x + step)
        import struct
        return struct.unpack("f", struct.pack("i", struct.unpack("i", struct.pack("f", x))[0] + step))[0]

    def passage(self):
        """Start and motion in the plane, as pairs of integers, of a path over a vertex at 0, 0 or an edge along y,
        and the part of it at which it is there"""
        rng = self.rng
        feature = rng.choice(("vertex", "edge"))
        k, m = rng.randint(1, 6), rng.randint(7, 16)
        if feature == "vertex":
            x, y = rng.randint(-4, 4), rng.randint(-4, 4)
            if x == 0 and y == 0:
                x = 1
            return feature, (-x * k, -y * k), (x * m, y * m), Q(k, m)
        x, y = rng.choice((-3, -2, -1, 1, 2, 3)), rng.randint(-4, 4)
        shift = rng.choice((0, 0, 1, -2, 3))  # to the end of the edge, or short of it
        return feature, (-x * k, -y * k + shift), (x * m, y * m), Q(k, m)

    def support(self, kind):
        """A shape in z <= 0 that touches z = 0 in a vertex or in an edge along y, in integer coordinates of the
        frame: (feature, points)"""
        rng = self.rng
        low, high = rng.randint(-6, 0), rng.randint(0, 6)
        if kind in ("point", "sphere"):
            return "vertex", [(0, 0, 0)]
        flat = rng.random() < 0.7
        if kind in ("segment", "capsule"):
            if flat and low < high:
                return "edge", [(0, low, 0), (0, high, 0)]
            return "vertex", [(0, 0, 0), (rng.randint(-3, 3), rng.randint(-3, 3), rng.randint(-4, -1))]
        third = (rng.randint(-5, 5), rng.randint(-5, 5), rng.randint(-5, -1))
        if flat and low < high:
            return "edge", [(0, low, 0), (0, high, 0), third]
        other = (rng.randint(-5, 5), rng.randint(-5, 5), rng.randint(-5, -1))
        return "vertex", [(0, 0, 0), third, other]


def contact(feature, points, start, motion, fraction):
    """first and last time, or None: where the path is over the vertex or edge"""
    if feature == "vertex":
        x, y = [Q(s) + m * fraction for s, m in zip(start, motion)]
        return (fraction, fraction) if x == 0 and y == 0 else None
    low, high = sorted((points[0][1], points[1][1]))
    if motion[0] == 0 and start[0] != 0:
        return None
    if motion[0] == 0:  # along the edge
        first, last = sorted((Q(low - start[1], motion[1]), Q(high - start[1], motion[1])))
        return (max(first, 0), min(last, 1)) if first <= 1 and last >= 0 else None
    y = start[1] + motion[1] * Q(-start[0], motion[0])
    t = Q(-start[0], motion[0])
    return (t, t) if low <= y <= high and 0 <= t <= 1 else None


def box_case(maker, axes_length):
    """A box touches a plane in a corner or an edge: the frame is turned, the box is not."""
    rng = maker.rng
    axes, length = axes_length
    n = axes[2]
    # the corner farthest along n is at 0: the box is on the other side
    size = [rng.randint(1, 6) * length for _ in range(3)]
    low = [-s if c > 0 else 0 if c < 0 else -rng.randint(0, s) for c, s in zip(n, size)]
    high = [l + s for l, s in zip(low, size)]
    return [float(x) for x in low], [float(x) for x in high]


def sweep_case(maker, kind):
    """(query, times of contact or None, the reach in units, path to the radius)"""
    rng = maker.rng
    axes, length = frame(rng, 12)
    origin = [rng.choice((0, 0, rng.randint(-50, 50))) for _ in range(3)]
    k = rng.randint(1, 3)
    feature, start, motion, fraction = maker.passage()
    grown = 0.0
    if kind in ("aabb", "obb"):
        low, high = box_case(maker, (axes, length))
        low = [l + o for l, o in zip(low, origin)]
        high = [h + o for h, o in zip(high, origin)]
        flat = [i for i in range(3) if axes[2][i] == 0]
        if flat and feature != "vertex":
            feature = "vertex"
        if flat:  # an edge or a face is passed over: ask the oracle of parts
            return None
        times = contact("vertex", None, start, motion, fraction)
        text = {"aabb": {"min": low, "max": high}}
        if kind == "obb":  # the same in another order of axes: no number is rounded
            half = [(h - l) / 2 for l, h in zip(low, high)]
            center = [(h + l) / 2 for l, h in zip(low, high)]
            text = {"obb": {"center": center, "axes": [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
                            "half_extents": [half[1], half[2], half[0]]}}
    else:
        feature, points = maker.support(kind)
        if feature == "vertex":
            start = tuple(-Q(m) * fraction for m in motion)
            if any(s.denominator != 1 for s in start):
                return None
            start = tuple(int(s) for s in start)
        times = contact(feature, points, start, motion, fraction)
        corners = [at(origin, axes, *p) for p in points]
        if kind in ("sphere", "capsule"):
            grown = float(rng.randint(1, k * length))
        if kind == "point":
            text = {"point": corners[0]}
        elif kind == "sphere":
            text = {"sphere": {"center": corners[0], "radius": grown}}
        elif kind == "segment":
            text = {"segment": corners}
        elif kind == "capsule":
            text = {"capsule": {"a": corners[0], "b": corners[1], "radius": grown}}
        elif kind == "triangle":
            rng.shuffle(corners)
            text = {"triangle": corners}
        else:
            fourth = [b + c - a for a, b, c in zip(*corners)]
            if feature == "vertex" or len(corners) < 3:
                fourth = [b + c - a for a, b, c in zip(*corners)]
            text = {"polygon": [corners[0], corners[1], fourth, corners[2]]}
    # height is k lengths of n over the plane
    center = at(origin, axes, start[0], start[1], k)
    way = at((0, 0, 0), axes, motion[0], motion[1], 0)
    radius = float(k * length) - grown
    if radius < 0 or (radius == 0 and kind in ("point", "segment")):
        return None
    drift = [float(rng.randint(-5, 5)) if rng.random() < 0.2 else 0.0 for _ in range(3)]
    query = {"query": "sweep", "a": {"sphere": {"center": center, "radius": radius}}, "b": text,
             "motion_a": [w + d for w, d in zip(way, drift)], "motion_b": drift}
    return query, times


def capsules_case(maker):
    """Two capsules whose axes pass each other at a distance of their radii: (query, times)"""
    rng = maker.rng
    axes, length = frame(rng, 12)
    origin = [rng.choice((0, 0, rng.randint(-50, 50))) for _ in range(3)]
    k, s, m = rng.randint(2, 4), rng.randint(1, 6), rng.randint(7, 12)
    part = rng.randint(1, k - 1)
    # B's axis is below z = 0 or in it, A's above z = k: each an edge in its plane, or a vertex at its foot
    one, two = rng.randint(-4, 0), rng.randint(1, 4)
    crossed = rng.random() < 0.5
    b = [(0, one, 0), (0, two, 0)] if crossed else [(0, 0, 0), (rng.randint(-3, 3), rng.randint(-3, 3), -rng.randint(1, 3))]
    low, high = rng.randint(-4, 0), rng.randint(1, 4)
    x, y = rng.choice((-3, -2, -1, 1, 2, 3)), rng.randint(-3, 3)
    if crossed:  # A's foot passes over B's edge, at its point 0
        a = [(0, 0, k), (rng.randint(-3, 3), rng.randint(-3, 3), k + rng.randint(1, 3))]
    else:  # A's edge along u passes over B's foot
        a = [(low, 0, k), (high, 0, k)]
        x, y = rng.randint(-3, 3), rng.choice((-3, -2, -1, 1, 2, 3))
    ends = [at(origin, axes, p[0] - x * s, p[1] - y * s, p[2]) for p in a]
    query = {"query": "sweep",
             "a": {"capsule": {"a": ends[0], "b": ends[1], "radius": float(part * length)}},
             "b": {"capsule": {"a": at(origin, axes, *b[0]), "b": at(origin, axes, *b[1]),
                               "radius": float((k - part) * length)}},
             "motion_a": at((0, 0, 0), axes, x * m, y * m, 0), "motion_b": [0.0, 0.0, 0.0]}
    return query, (Q(s, m), Q(s, m))


def swapped(query):
    return {"query": "sweep", "a": query["b"], "b": query["a"], "motion_a": query["motion_b"],
            "motion_b": query["motion_a"]}


def ray_case(maker, kind):
    """(query, t of the touch, key of the number to shrink)"""
    rng = maker.rng
    axes, length = frame(rng, 12)
    origin = [rng.choice((0, 0, rng.randint(-50, 50))) for _ in range(3)]
    k, s, m = rng.randint(1, 3), rng.randint(1, 8), rng.randint(1, 5)
    x, y = rng.choice((-3, -2, -1, 1, 2, 3)), rng.randint(-3, 3)
    start, way = (-x * s, -y * s), (x * m, y * m)
    low, high = -rng.randint(0, 5), rng.randint(0, 5)
    hits = True
    if kind == "sphere":
        text = {"sphere": {"center": at(origin, axes, 0, 0, 0), "radius": float(k * length)}}
    elif kind in ("capsule", "cylinder"):
        if low == high:
            high += 1
        shift = rng.choice((0, 0, low, high, high + 1, low - 1))
        hits = low <= shift <= high
        ends = {"a": at(origin, axes, 0, low, 0), "b": at(origin, axes, 0, high, 0), "radius": float(k * length)}
        if kind == "capsule" and not hits:
            return None
        start = (start[0], start[1] + shift)
        text = {kind: ends}
    elif kind == "cylinder base":
        # the base's rim in z = 0: the path lies in the plane of the base, tangent to the rim
        h = rng.choice((-3, -1, 2, 5))
        ends = {"a": at(origin, axes, 0, 0, k), "b": at(origin, axes, 0, 0, k + h), "radius": float(s * length)}
        text = {"cylinder": ends}
        if rng.random() < 0.5:
            ends["a"], ends["b"] = ends["b"], ends["a"]
        start, way = (-x * m, s), (x * m, 0)
        center = at(origin, axes, start[0], start[1], k)
        return center, at((0, 0, 0), axes, way[0], way[1], 0), text, Q(1), True
    elif kind == "cone":
        # apex at 0, axis along -y: the mantle touches the plane z = 0 rotated; height h, radius q
        h, q = rng.randint(1, 5), rng.randint(1, 5)
        part = rng.randint(1, 3)
        apex = at(origin, axes, 0, 0, 0)
        base = at(origin, axes, 0, 4 * h, 0)
        text = {"cone": {"base": base, "apex": apex, "radius": float(4 * q * length)}}
        touch = (0, part * h, part * q)
        y = rng.randint(-2, 2)
        d = (x, y * h, y * q)
        begin = [t - s * e for t, e in zip(touch, d)]
        return at(origin, axes, *begin), at((0, 0, 0), axes, *[m * e for e in d]), text, Q(s, m), True
    else:
        radii = [rng.randint(1, 4) * length for _ in range(3)]
        unit = axes[2]  # of length `length`: a point of the sphere
        touch = [r // length * c for r, c in zip(radii, unit)]
        along = [x * u + y * v for u, v in zip(axes[0], axes[1])]
        d = [r // length * c for r, c in zip(radii, along)]
        begin = [float(o + t - s * e) for o, t, e in zip(origin, touch, d)]
        text = {"ellipsoid": {"center": [float(o) for o in origin], "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
                              "radii": [float(r) for r in radii]}}
        return begin, [float(m * e) for e in d], text, Q(s, m), True
    center = at(origin, axes, start[0], start[1], k)
    return center, at((0, 0, 0), axes, way[0], way[1], 0), text, Q(s, m), hits


class Report:
    def __init__(self, maker, precision):
        self.maker, self.precision = maker, precision
        self.bound = 2.0 ** -23 if precision == "float" else 1e-14
        self.failures, self.count, self.worst, self.tally = 0, 0, 0.0, {}

    def fail(self, name, why, query, answer):
        self.failures += 1
        self.tally[name + ": " + why.split(" be ")[0]] = self.tally.get(name + ": " + why.split(" be ")[0], 0) + 1
        if self.tally[name + ": " + why.split(" be ")[0]] <= 2:
            print("FAIL", name, why, json.dumps(query), "->", json.dumps(answer))

    def check(self, name, query, answer, times, keys):
        self.count += 1
        if answer.get("hit") is not (times is not None):
            return self.fail(name, "hit should be %s" % (times is not None), query, answer)
        if times is None:
            return
        for key, t in zip(keys, times):
            error = abs(Q(answer[key]) - t) / max(abs(t), 1)
            self.worst = max(self.worst, float(error))
            if error > self.bound:
                return self.fail(name, "%s should be %r" % (key, ora.tof(t)), query, answer)


def shrunk(maker, query, step, scale=1.0):
    """the same with the rounded shape one ulp smaller or larger"""
    other = json.loads(json.dumps(query))
    for side in ("b", "a"):
        (kind, shape), = [(k, v) for k, v in other[side].items() if k != "pose"]
        if isinstance(shape, dict) and shape.get("radius"):
            shape["radius"] = maker.ulp(shape["radius"], step)
            return other
    return None


def ray_queries(maker, kind):
    made = ray_case(maker, kind)
    if made is None:
        return
    start, way, text, t, hits = made
    a = maker.rng.choice(("ray", "segment", "line"))
    if a == "segment":
        if t > 1:
            a = "ray"
        else:
            path = {"segment": [start, [s + w for s, w in zip(start, way)]]}
    if a != "segment":
        path = {a: {"origin": start, "direction": way}}
    times = (t, t) if hits else None
    query = {"query": "raycast", "a": path, "b": text}
    yield query, times, True
    smaller = shrunk(maker, query, -1)
    if smaller is None:  # an ellipsoid
        smaller = json.loads(json.dumps(query))
        radii = smaller["b"]["ellipsoid"]["radii"]
        radii[:] = [maker.ulp(r, -1) for r in radii]
    yield smaller, None, True


def run(carom, precision, seed, n):
    maker = Maker(seed, precision)
    report = Report(maker, precision)
    made = []
    for kind in TARGETS:
        for _ in range(n):
            case = sweep_case(maker, kind)
            if case is None:
                continue
            query, times = case
            for turned in (False, True):
                ask_it = swapped(query) if turned else query
                name = "sweep %s%s" % (kind, " swapped" if turned else "")
                made.append((name, ask_it, times, ("fraction", "fraction_exit")))
                smaller = shrunk(maker, ask_it, -1)
                if times is not None and times[0] == 0 and kind == "capsule":
                    continue  # contact at the start is what overlap says, which rounds the sum of the radii
                if smaller is not None and not query["a"]["sphere"]["radius"] == 0:
                    made.append((name + " smaller", smaller, None, ()))
    for _ in range(n):
        query, times = capsules_case(maker)
        for name, turned in (("sweep capsules", query), ("sweep capsules swapped", swapped(query))):
            made.append((name, turned, times, ("fraction", "fraction_exit")))
            made.append((name + " smaller", shrunk(maker, turned, -1), None, ()))
    for kind in SOLIDS:
        for _ in range(n):
            for query, times, _ in ray_queries(maker, kind):
                made.append(("ray " + kind, query, times, ("t", "t_exit")))
                if "segment" in query["a"]:
                    a, b = query["a"]["segment"]
                    swept = {"query": "sweep", "a": {"point": a}, "b": query["b"],
                             "motion_a": [y - x for x, y in zip(a, b)]}
                    name = "point " + kind
                    made.append((name, swept, times, ("fraction", "fraction_exit")))
                    made.append((name + " swapped", dict(swapped({**swept, "motion_b": [0.0] * 3})), times,
                                 ("fraction", "fraction_exit")))
    for (name, query, times, keys), answer in zip(made, ask(carom, precision, [m[1] for m in made])):
        report.check(name, query, answer, times, keys)
    print("%s: %d cases, %d failures, largest error of a time %.3g" %
          (precision, report.count, report.failures, report.worst))
    for why, count in sorted(report.tally.items()):
        print("   ", count, why)
    return report.failures


if __name__ == "__main__":
    cases.main(run, 20264, 250)
