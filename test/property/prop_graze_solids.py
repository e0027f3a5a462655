#!/usr/bin/env python3
"""Sweeps of any convex shapes that graze by construction, and the same by one ulp beside.

As in prop_graze.py all numbers are integers along three integer vectors, the frame.  One body lies in z <= 0 and
touches z = 0 in a vertex, along an edge, or with a face or disc; another one lies above z = k and touches that plane
in a vertex or along an edge, grown by a radius of k.  It moves in its plane, so that both touch exactly while the sum
of the two features holds the path: at rational times.  With a radius that is one ulp less, or lifted by a few ulps of
its coordinates, it must miss.
Run as: prop_graze_solids.py --carom PATH
"""
import argparse
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import prop_graze as graze
from cases import ask
from oracle import Q

LOWER = ("cylinder side", "cylinder rim", "cylinder base", "cone side", "cone rim", "cone apex", "ellipsoid",
         "tetrahedron", "hull", "posed hull", "kdop", "triangle", "segment", "obb")
ROUND = LOWER[:7]
UPPER = ("sphere", "capsule", "point", "segment", "triangle", "tetrahedron", "hull", "aabb", "cylinder", "cylinder cap",
         "line", "ray", "rising ray")
SHARP = ("point", "segment", "triangle", "tetrahedron", "hull", "aabb", "line", "ray", "rising ray")
ENDLESS = 10 ** 6  # farther than any path and body reaches
LEVEL = [(1, 0, 0, 0), (1, 1, 0, 0), (1, 0, -1, 0), (1, 1, 1, 1), (0, 1, 1, 0), (1, 1, -1, 1)]  # turns onto the axes


def frame_of(a, b, c, d):
    length = a * a + b * b + c * c + d * d
    u = (a * a + b * b - c * c - d * d, 2 * (b * c + a * d), 2 * (b * d - a * c))
    v = (2 * (b * c - a * d), a * a - b * b + c * c - d * d, 2 * (c * d + a * b))
    n = (2 * (b * d + a * c), 2 * (c * d - a * b), a * a - b * b - c * c + d * d)
    return [u, v, n], length


class Body:
    """`feature`: what is in the plane: ("vertex",), ("edge", low, high) or ("disc", radius)"""

    def __init__(self, text, feature):
        self.text, self.feature = text, feature


def below(rng, z=-1):
    return (rng.randint(-5, 5), rng.randint(-5, 5), z * rng.randint(1, 5))


def pointed(rng, put, kind, side):
    """a vertex at 0, or an edge along y (below) or x (above), and more points beyond"""
    low, high = -rng.randint(0, 5), rng.randint(0, 5)
    edge = kind != "point" and rng.random() < 0.5 and low < high
    along = (lambda s: (0, s, 0)) if side < 0 else (lambda s: (s, 0, 0))
    points = [along(low), along(high)] if edge else [(0, 0, 0)]
    want = {"point": 1, "segment": 2, "triangle": 3, "tetrahedron": 4, "capsule": 2}.get(kind, rng.randint(5, 9))
    while len(points) < want:
        points.append(below(rng, side))
    rng.shuffle(points)
    return [put(*p) for p in points], ("edge", low, high) if edge else ("vertex",)


def cylinder_rim(rng, put, length, kind):
    q, h = rng.randint(1, 3), rng.randint(1, 3)
    top, end = put(0, -4 * q, -3 * q), put(0, -4 * q + 3 * h, -3 * q - 4 * h)
    if kind == "cone rim":
        return Body({"cone": {"base": top, "apex": end, "radius": float(5 * q * length)}}, ("vertex",))
    ends = [top, end]
    rng.shuffle(ends)
    return Body({"cylinder": {"a": ends[0], "b": ends[1], "radius": float(5 * q * length)}}, ("vertex",))


def lower_body(rng, put, axes, length, kind):
    q, h = rng.randint(1, 4), rng.randint(1, 4)
    low, high = -rng.randint(0, 5), rng.randint(1, 5)
    if kind == "cylinder side":
        return Body({"cylinder": {"a": put(0, low, -q), "b": put(0, high, -q), "radius": float(q * length)}},
                    ("edge", low, high))
    if kind in ("cylinder rim", "cone rim"):
        return cylinder_rim(rng, put, length, kind)
    if kind == "cylinder base":
        return Body({"cylinder": {"a": put(0, 0, -h), "b": put(0, 0, 0), "radius": float(5 * q * length)}},
                    ("disc", 5 * q))
    if kind == "cone side":
        return Body({"cone": {"base": put(0, 16 * q, -12 * q), "apex": put(0, 0, 0),
                              "radius": float(15 * q * length)}}, ("edge", 0, 25 * q))
    if kind == "cone apex":
        return Body({"cone": {"base": put(rng.randint(-2, 2), rng.randint(-2, 2), -rng.randint(6, 9)),
                              "apex": put(0, 0, 0), "radius": float(rng.randint(1, 2) * length)}}, ("vertex",))
    if kind == "ellipsoid":
        radii = [rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 6)]
        return Body({"ellipsoid": {"center": put(0, 0, -radii[2]),
                                   "axes": [[x / length for x in axis] for axis in axes],
                                   "radii": [float(r * length) for r in radii]}}, ("vertex",))
    if kind == "obb":  # in its edge along y
        half = [float(x * length) for x in (q, h, q)]
        turned = [[x / length for x in axis] for axis in axes]
        center = put(0, 0, -q)
        return Body({"obb": {"center": center, "axes": turned, "half_extents": half}}, ("face", q, h))
    if kind == "kdop":
        if rng.random() < 0.5:  # the prism over an edge along y
            normals = [axes[1], [a + c for a, c in zip(axes[0], axes[2])], [c - a for a, c in zip(axes[0], axes[2])]]
            least, most, feature = [low, -2 * h, -2 * q], [high, 0, 0], ("edge", low, high)
        else:
            u, v, n = axes
            normals = [[c + a for a, c in zip(u, n)], [c - a + b for a, b, c in zip(u, v, n)],
                       [c - b for b, c in zip(v, n)]]
            least, most, feature = [-6 * h, -6 * q, -6], [0, 0, 0], ("vertex",)
        at = put(0, 0, 0)
        shift = [sum(x * y for x, y in zip(m, at)) for m in normals]
        return Body({"kdop": {"normals": [[float(x) for x in m] for m in normals],
                              "min": [l * length * length + s for l, s in zip(least, shift)],
                              "max": [l * length * length + s for l, s in zip(most, shift)]}}, feature)
    points, feature = pointed(rng, put, kind.split()[-1], -1)
    return Body({kind.split()[-1]: points}, feature)


def upper_body(rng, put, axes, length, kind, k, radius):
    """in z >= 0 of `put`, which already is at height k"""
    if kind == "sphere":
        return Body({"sphere": {"center": put(0, 0, 0), "radius": radius}}, ("vertex",))
    if kind == "aabb":
        if any(x == 0 for x in axes[2]):
            return None
        corner = put(0, 0, 0)
        other = [c + (1 if x > 0 else -1) * rng.randint(1, 9) for c, x in zip(corner, axes[2])]
        return Body({"aabb": {"min": [min(x) for x in zip(corner, other)],
                              "max": [max(x) for x in zip(corner, other)]}}, ("vertex",))
    if kind == "cylinder":  # across that below
        low, high, q = -rng.randint(0, 5), rng.randint(1, 5), rng.randint(1, 4)
        return Body({"cylinder": {"a": put(low, 0, q), "b": put(high, 0, q), "radius": float(q * length)}},
                    ("edge", low, high))
    if kind == "cylinder cap":
        ends = [put(0, 0, 0), put(0, 0, rng.randint(1, 4))]
        return Body({"cylinder": {"a": ends[0], "b": ends[1], "radius": radius}}, ("disc", int(radius) // length))
    if kind in ("line", "ray", "rising ray"):
        low, base = -rng.randint(0, 5), put(0, 0, 0)
        if kind == "rising ray":
            toward = put(rng.randint(-5, 5), rng.randint(-5, 5), rng.randint(1, 5))
            return Body({"ray": {"origin": base, "direction": [t - o for t, o in zip(toward, base)]}}, ("vertex",))
        start = put(low, 0, 0)
        text = {"origin": start, "direction": [t - o for t, o in zip(put(low + rng.randint(1, 3), 0, 0), start)]}
        return Body({kind: text}, ("edge", low if kind == "ray" else -ENDLESS, ENDLESS))
    points, feature = pointed(rng, put, kind, 1)
    if kind == "capsule":
        return Body({"capsule": {"a": points[0], "b": points[1], "radius": radius}}, feature)
    return Body({kind: points[0] if kind == "point" else points}, feature)


def slab(low, high, start, motion):
    """times at which start + t motion is in low .. high; None: never"""
    if motion == 0:
        return (None, None) if low <= start <= high else False
    return tuple(sorted((Q(low - start, motion), Q(high - start, motion))))


def disc_times(lower, upper, start, motion):
    """The same of a disc and what moves along x: a disc, an edge along x, or a vertex."""
    radius = sum(f[1] for f in (lower.feature, upper.feature) if f[0] == "disc")
    edge = upper.feature[1:] if upper.feature[0] == "edge" else (0, 0)
    if motion[1] != 0 or lower.feature[0] not in ("disc", "vertex"):
        return False
    half = radius * radius - start[1] ** 2
    root = int(round(max(half, 0) ** 0.5))
    if half < 0:
        return None
    if root * root != half:
        return False
    return tuple(sorted((Q(-root - edge[1] - start[0], motion[0]), Q(root - edge[0] - start[0], motion[0]))))


def times_of(lower, upper, start, motion):
    """first and last time of contact, or None; False where it is not rational"""
    first, last = Q(-10), Q(10)
    x, y = (0, 0), (0, 0)
    if "disc" in (lower.feature[0], upper.feature[0]):
        return disc_times(lower, upper, start, motion)
    if lower.feature[0] == "face":
        x, y = (-lower.feature[1], lower.feature[1]), (-lower.feature[2], lower.feature[2])
    if lower.feature[0] == "edge":
        y = lower.feature[1:]
    if upper.feature[0] == "edge":
        x = (x[0] - upper.feature[2], x[1] - upper.feature[1])
    for bounds, s, m in ((x, start[0], motion[0]), (y, start[1], motion[1])):
        t = slab(bounds[0], bounds[1], s, m)
        if t is False:
            return None
        if t[0] is not None:
            first, last = max(first, t[0]), min(last, t[1])
    return (first, last) if first <= last else None


def path(rng, lower, disc):
    """start and motion in the plane; `disc`: radius of the upper body's, or 0"""
    if lower.feature[0] == "disc" or (disc and lower.feature[0] == "vertex"):
        q = (disc + (lower.feature[1] if lower.feature[0] == "disc" else 0)) // 5
        y = rng.choice((3 * q, 0, 5 * q, -5 * q, 4 * q))  # 5 q: only the rim is touched
        return (-rng.randint(6, 9) * q - 5, y), (rng.randint(19, 29) * q + 9, 0)
    k, m = rng.randint(1, 6), rng.randint(7, 16)
    x, y = rng.randint(-4, 4), rng.randint(-4, 4)
    if x == 0 and y == 0:
        y = 1
    shift = rng.choice((0, 0, 0, 1, -2, 3)) if lower.feature[0] != "vertex" else 0
    if rng.random() < 0.2 and lower.feature[0] == "edge":  # along the edge
        return (0, -9 - lower.feature[2]), (0, rng.randint(30, 50) + 2 * lower.feature[2])
    return (-x * k, -y * k + shift), (x * m, y * m)


def make(maker, lower_kind, upper_kind):
    """(query, times, normal of the plane, frame)"""
    rng = maker.rng
    if lower_kind in ("ellipsoid", "obb"):
        axes, length = frame_of(*rng.choice(LEVEL))
    elif lower_kind == "posed hull":
        axes, length = frame_of(*rng.choice(LEVEL[3:]))
    else:
        axes, length = graze.frame(rng, 12)
    origin = [rng.choice((0, 0, rng.randint(-50, 50))) for _ in range(3)]
    k = rng.randint(1, 3) if upper_kind in ("sphere", "capsule") else 0
    put = lambda x, y, z: graze.at(origin, axes, x, y, z)
    lower = lower_body(rng, put, axes, length, lower_kind)
    disc = 5 * rng.randint(1, 2) if upper_kind == "cylinder cap" else 0
    start, motion = path(rng, lower, disc)
    lift = lambda x, y, z: graze.at(origin, axes, x + start[0], y + start[1], z + k)
    upper = upper_body(rng, lift, axes, length, upper_kind, k, float((disc or k) * length))
    if upper is None:
        return None
    times = times_of(lower, upper, start, motion)
    if times is False:
        return None
    if times is not None:
        if times[1] < 0 or times[0] > 1:
            times = None
        elif times[0] <= 0:
            return None
        else:
            times = times[0], min(times[1], Q(1))
    if lower_kind == "posed hull":
        # points and position are told apart: the pose is a quarter or third of a turn
        turn = rng.choice(((1, 0, 0, 0), (0.5, 0.5, 0.5, 0.5), (0.5, -0.5, 0.5, 0.5), (0, 0, 0, 1), (0, 1, 0, 0)))
        columns = [[x for x in axis] for axis in frame_of(*[int(2 * c) for c in turn])[0]]
        size = sum(c * c for c in columns[0]) ** 0.5
        columns = [[c / size for c in axis] for axis in columns]
        local = [[sum(c * (x - o) for c, x, o in zip(axis, p, origin)) for axis in columns]
                 for p in lower.text["hull"]]
        w, x, y, z = turn
        lower.text = {"hull": local, "pose": {"position": [float(o) for o in origin], "rotation": [x, y, z, w]}}
    way = graze.at((0, 0, 0), axes, motion[0], motion[1], 0)
    drift = [float(rng.randint(-5, 5)) if rng.random() < 0.2 else 0.0 for _ in range(3)]
    query = {"query": "sweep", "a": upper.text, "b": lower.text,
             "motion_a": [w + d for w, d in zip(way, drift)], "motion_b": drift}
    return query, times, [x / length for x in axes[2]], axes


def smaller(maker, query, times, lower_kind, upper_kind):
    """the same with a radius one ulp less, where that surely misses"""
    other = json.loads(json.dumps(query))
    if lower_kind == "cylinder base" or upper_kind == "cylinder cap":
        side = "b" if lower_kind == "cylinder base" else "a"
        if times is None or times[0] != times[1] or "ellipsoid" in lower_kind or upper_kind in ("sphere", "capsule"):
            return None  # it slides on, or passes by, or the gap is the square of an ulp
        other[side]["cylinder"]["radius"] = maker.ulp(other[side]["cylinder"]["radius"], -1)
        return other
    if upper_kind in ("sphere", "capsule"):
        shape = other["a"][upper_kind]
        shape["radius"] = maker.ulp(shape["radius"], -1)
        return other
    if lower_kind in ("cylinder side", "cylinder rim", "cone rim"):
        shape = other["b"][lower_kind.split()[0]]
        shape["radius"] = maker.ulp(shape["radius"], -1)
        return other
    if lower_kind == "ellipsoid":
        radii = other["b"]["ellipsoid"]["radii"]
        radii[:] = [maker.ulp(r, -1) for r in radii]
        return other
    return None


def lifted(query, axes, single):
    """the same, a body without a radius moved off the plane along one axis by some ulps of its coordinates"""
    other = json.loads(json.dumps(query))
    (kind, points), = other["a"].items()
    i = max(range(3), key=lambda j: abs(axes[2][j]))
    rows = points if isinstance(points, list) else list(points.values())
    if kind == "point":
        rows = [points]
    elif kind in ("line", "ray"):
        rows = [points["origin"]]
    step = 2.0 ** ((-12 if single else -40) if max(abs(r[i]) for r in rows) < 1024 else 0)
    if step == 1.0:
        return None
    for row in rows:
        row[i] += step if axes[2][i] > 0 else -step
    return other


class Report(graze.Report):
    leaning = 0.0

    def check_normal(self, name, query, answer, normal, sign):
        error = max(abs(sign * a + b) for a, b in zip(answer["normal"], normal))
        self.leaning = max(self.leaning, error)
        if error > 4.0 * self.bound:
            self.fail(name, "normal should be %r" % [-sign * x for x in normal], query, answer)


def cases_of(maker, lower_kind, upper_kind):
    """(name, query, times, normal or None, sign of it)"""
    made = make(maker, lower_kind, upper_kind)
    if made is None:
        return
    query, times, normal, axes = made
    known = normal if upper_kind == "capsule" or (upper_kind == "sphere" and lower_kind != "obb") else None
    less = smaller(maker, query, times, lower_kind, upper_kind)
    if upper_kind in SHARP:
        less = lifted(query, axes, maker.single)
    for turned in (False, True):
        name = upper_kind + " " + lower_kind + (" swapped" if turned else "")
        yield name, graze.swapped(query) if turned else query, times, known, -1 if turned else 1
        if less is not None:
            yield name + " smaller", graze.swapped(less) if turned else less, None, None, 0


def run(carom, precision, seed, n):
    maker, made = graze.Maker(seed, precision), []
    report = Report(maker, precision)
    for lower_kind in LOWER:
        for upper_kind in UPPER:
            if (upper_kind, lower_kind) in (("sphere", "segment"), ("sphere", "triangle")):
                continue  # prop_graze.py
            if lower_kind == "segment" and ("line" in upper_kind or "ray" in upper_kind):
                continue  # lines meet lines in an instant (pair/solver/line_pairs.c)
            for _ in range(n):
                made += cases_of(maker, lower_kind, upper_kind)
    for (name, query, times, normal, sign), answer in zip(made, ask(carom, precision, [m[1] for m in made])):
        before = report.failures
        report.check(name, query, answer, times, ("fraction", "fraction_exit"))
        if report.failures == before and times is not None and normal is not None:
            report.check_normal(name, query, answer, normal, sign)
    print("%s: %d cases, %d failures, largest error of a time %.3g, of a normal %.3g" %
          (precision, report.count, report.failures, report.worst, report.leaning))
    for why, count in sorted(report.tally.items()):
        print("   ", count, why)
    return report.failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--carom", required=True)
    parser.add_argument("--seed", type=int, default=20265)
    parser.add_argument("--cases", type=int, default=6)
    options = parser.parse_args()
    failures = sum(run(options.carom, precision, options.seed, options.cases)
                   for precision in ("float", "double"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
