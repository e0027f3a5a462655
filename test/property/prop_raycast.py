#!/usr/bin/env python3
"""Rays, segments and lines against flat shapes and spheres, compared with exact rational answers.

Cases are adversarial: lattice points that make ties, one ulp off a tie, slivers, shared edges and
vertices, parallel and coplanar paths, mixed scales, far from the origin.  Hit or miss must be exact; t
must agree to a few ulps.  Run as: prop_raycast.py --carom PATH
"""
import json
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cases
import oracle as ora
from cases import LARGEST, ONE, TINY, ask
from oracle import Q, Z


class Maker(cases.Maker):
    def path(self, points):
        """a ray, segment or line towards, through or beside the points"""
        rng = self.rng
        aim = self.target(points)
        size = max(max(abs(points[0][k] - p[k]) for k in range(3)) for p in points) or 1.0
        d = self.lattice() if rng.random() < 0.7 else self.anywhere(4.0)
        if rng.random() < 0.3:
            d[rng.randrange(3)] = rng.choice((0.0, -0.0))
        if rng.random() < 0.25:  # within the shape's plane
            a, b = self.target(points), self.target(points)
            d = [self.real(y - x) for x, y in zip(a, b)]
            size = 1.0
        size = 2.0 ** math.floor(math.log2(size)) if rng.random() < 0.9 else size
        if rng.random() < 0.1:
            size *= 2.0 ** rng.randint(-40, 20)
        d = [self.real(x * size) for x in d]
        back = rng.choice((0.0, 0.5, 1.0, 2.0, 3.0, -1.0))
        o = [self.real(a - back * x) for a, x in zip(aim, d)]
        if rng.random() < 0.2:
            o = [self.nudge(x) for x in o]
        kind = rng.choice(("ray", "ray", "ray", "segment", "line"))
        if kind == "segment":
            end = [self.real(x + rng.choice((1.0, back, 4.0)) * y) for x, y in zip(o, d)]
            return {"segment": [o, end]}
        if kind == "line":
            return {"line": {"origin": o, "direction": d}}
        ray = {"origin": o, "direction": d}
        if rng.random() < 0.4:
            ray["t_min"] = self.real(rng.choice((0.5, 1.0, -1.0, back)))
        if rng.random() < 0.5:
            ray["t_max"] = self.real(rng.choice((back, self.nudge(back), 1e30, 2.0, 4.0)))
        return {"ray": ray}


# ------------------------------------------------------------------------------ exact answers
def exact_path(path):
    """(origin, direction, t_min or None, t_max or None), or None when it holds nothing"""
    if "segment" in path:
        a, b = (ora.q3(p) for p in path["segment"])
        return a, ora.sub(b, a), Z, ONE
    body = path.get("ray") or path["line"]
    o, d = ora.q3(body["origin"]), ora.q3(body["direction"])
    if ora.isz(d):
        return None
    if "line" in path:
        return o, d, None, None
    t_min = Q(body.get("t_min", 0.0))
    t_max = Q(body["t_max"]) if "t_max" in body else None
    return (o, d, t_min, t_max) if t_max is None or t_min <= t_max else None


def from_start(path, points):
    """the path as a ray from t = 0: (origin, direction, t_max or None, what to add to its t)"""
    o, d, t_min, t_max = path
    if t_min is None:
        t_min = -ora.ray_T(o, ora.mul(d, -1), points)
    return ora.add(o, ora.mul(d, t_min)), d, None if t_max is None else t_max - t_min, t_min


def exact_triangle(path, tri):
    o, d, length, shift = from_start(path, tri)
    hit, t, _, _, _ = ora.ray_tri(o, d, *tri)
    if not hit or (length is not None and t > length):
        return None
    return t + shift


def exact_aabb(path, lo, hi):
    o, d, length, shift = from_start(path, [lo, hi] + ora.box_pts(lo, hi))
    hit, t0, t1, _ = ora.ray_aabb(o, d, lo, hi, length)
    if not hit:
        return None
    return t0 + shift, t1 + shift if t1 is not None else None


def exact_plane(path, n, offset, solid):
    o, d, t_min, t_max = path
    height, slope = offset - ora.dot(n, o), ora.dot(n, d)
    if slope == 0:
        inside = height == 0 or (solid and height > 0)
        return (Z if t_min is None else t_min) if inside else None
    t = height / slope
    if solid:
        t = (t_min if t_min <= t else None) if slope > 0 else max(t, t_min)
    return t if t is not None and (t_min is None or t >= t_min) and \
        (t_max is None or t <= t_max) else None


def exact_sphere(path, c, r):
    """(t or None, doubtful): doubtful when an end of the range decides by less than 1e-6"""
    o, d, t_min, t_max = path
    m = ora.sub(o, c)
    a, b, k = ora.n2(d), ora.dot(m, d), ora.n2(m) - r * r
    if a == 0:
        return (Z if k <= 0 else None), False
    square = b * b - a * k
    if square < 0:
        return None, False
    root = ora.sqrtq(square)
    enter, leave = (-b - root) / a, (-b + root) / a
    scale = abs(enter) + abs(leave) + Q(1, 10**30)
    ends = [t for t in (t_min, t_max) if t is not None]
    doubt = any(t != 0 and min(abs(t - enter), abs(t - leave)) < scale / 10**6 for t in ends)
    if t_min == 0 and k == 0:
        enter, leave = (Z, max(Z, -2 * b / a)) if b <= 0 else (-2 * b / a, Z)
    if (t_min is not None and leave < t_min) or (t_max is not None and enter > t_max):
        return None, doubt
    return (enter if t_min is None else max(enter, t_min)), doubt


# ------------------------------------------------------------------------------ comparing
class Report:
    def __init__(self, precision):
        self.single = precision == "float"
        self.failures, self.count, self.worst = 0, 0, 0.0

    def fail(self, why, query, answer):
        self.failures += 1
        if self.failures <= 12:
            print("FAIL", why, json.dumps(query), "->", json.dumps(answer))

    def check(self, query, answer, t, tolerance):
        """t: the exact answer, or None for a miss"""
        self.count += 1
        if answer.get("hit") != (t is not None):
            return self.fail("expected " + ("miss" if t is None else "hit at %r" % ora.tof(t)),
                             query, answer)
        if t is None:
            return None
        if self.single and abs(t) > LARGEST:  # held at the largest float
            t = LARGEST if t > 0 else -LARGEST
        error = abs(Q(answer["t"]) - t)
        bound = abs(t)
        if error > tolerance * bound + TINY:
            return self.fail("t should be %r" % ora.tof(t), query, answer)
        if bound > TINY * 2 ** 30:
            self.worst = max(self.worst, ora.tof(error / bound))
        length = math.hypot(*answer["normal"])
        if not abs(length - 1.0) < 1e-5:
            return self.fail("normal is not unit", query, answer)
        return None


def triangle_cases(maker, n):
    for _ in range(n):
        tri = maker.points(3)
        path = maker.path(tri)
        exact = exact_path(path)
        t = exact_triangle(exact, [ora.q3(p) for p in tri]) if exact else None
        yield {"query": "raycast", "a": path, "b": {"triangle": tri}}, t


def fan_cases(maker, n):
    """rays exactly through the shared edges and the hub of a closed fan hit at least one triangle"""
    for _ in range(n):
        hub = maker.lattice(2)
        rim = [(3, 0), (2, 2), (0, 3), (-2, 2), (-3, 0), (-2, -2), (0, -3), (2, -2)]
        rim = [[hub[0] + x, hub[1] + y, hub[2] + maker.rng.randint(-1, 1)] for x, y in rim]
        i = maker.rng.randrange(8)
        aim = maker.combine([hub, rim[i]])
        if aim == rim[i]:
            aim = hub
        d = [float(maker.rng.randint(-1, 1)), float(maker.rng.randint(-1, 1)), -8.0]
        o = [x - 2.0 * y for x, y in zip(aim, d)]
        yield [{"query": "raycast", "a": {"ray": {"origin": o, "direction": d}},
                "b": {"triangle": [hub, rim[k], rim[(k + 1) % 8]]}} for k in range(8)]


def aabb_cases(maker, n):
    for _ in range(n):
        p = maker.points(2)
        lo = [min(a, b) for a, b in zip(*p)]
        hi = [max(a, b) for a, b in zip(*p)]
        corners = [[c[0], c[1], c[2]] for c in ora.box_pts(lo, hi)]
        path = maker.path(corners)
        exact = exact_path(path)
        t = None
        if exact and not ora.isz(exact[1]):
            t = exact_aabb(exact, ora.q3(lo), ora.q3(hi))
        elif exact:
            o = exact[0]
            t = (Z, ONE) if all(lo[k] <= o[k] <= hi[k] for k in range(3)) else None
        yield {"query": "raycast", "a": path, "b": {"aabb": {"min": lo, "max": hi}}}, t


def plane_cases(maker, n):
    for _ in range(n):
        p = maker.points(3)
        normal = maker.lattice() if maker.rng.random() < 0.7 else maker.anywhere()
        if not any(normal):
            normal[0] = 1.0
        offset = maker.nudge(maker.real(sum(x * y for x, y in zip(normal, maker.target(p)))))
        path = maker.path(p)
        solid = "line" not in path and maker.rng.random() < 0.4
        exact = exact_path(path)
        t = exact_plane(exact, ora.q3(normal), Q(offset), solid) if exact else None
        yield {"query": "raycast", "a": path,
               "b": {"halfspace" if solid else "plane": {"normal": normal, "offset": offset}}}, t


def sphere_cases(maker, n):
    for _ in range(n):
        center = maker.lattice()
        radius = maker.real(maker.rng.choice((0.0, 1.0, 2.0, 3.0, 5.0, maker.rng.random())))
        p = [[x + radius * y for x, y in zip(center, maker.lattice(1))] for _ in range(3)]
        path = maker.path([[maker.real(x) for x in q] for q in p])
        exact = exact_path(path)
        t, doubt = exact_sphere(exact, ora.q3(center), Q(radius)) if exact else (None, False)
        if not doubt:
            yield {"query": "raycast", "a": path,
                   "b": {"sphere": {"center": center, "radius": radius}}}, t


def polygon_cases(maker, n):
    """convex polygons in a lattice plane, either way round, with repeated and collinear vertices"""
    flat = [(-2, -2), (0, -2), (2, -2), (2, -2), (2, 0), (2, 2), (0, 3), (0, 3), (-2, 2), (-2, 0)]
    for _ in range(n):
        rng = maker.rng
        u, v = rng.choice(((1, 0, 0), (1, 1, 0), (0, 1, 1))), rng.choice(((0, 1, 0), (0, 0, 1)))
        keep = sorted(rng.sample(range(len(flat)), rng.randint(1, len(flat))))
        poly = [[float(flat[i][0] * a + flat[i][1] * b) for a, b in zip(u, v)] for i in keep]
        if rng.random() < 0.5:
            poly.reverse()
        path = maker.path(poly)
        exact = exact_path(path)
        q = [ora.q3(p) for p in poly]
        fan = [[q[0], q[i], q[i + 1]] for i in range(1, len(q) - 1)] or [[q[0], q[-1], q[-1]]]
        hits = [exact_triangle(exact, tri) for tri in fan] if exact else []
        hits = [t for t in hits if t is not None]
        yield {"query": "raycast", "a": path, "b": {"polygon": poly}}, min(hits, default=None)


def run(carom, precision, seed, n):
    maker, report = Maker(seed, precision), Report(precision)
    ulp = Q(2) ** (-24 if precision == "float" else -53)
    flat = 4 * ulp if precision == "float" else Q(10) ** -12
    loose = 32 * ulp if precision == "float" else Q(10) ** -11
    for make, count, tolerance in ((triangle_cases, n, flat), (plane_cases, n // 2, flat),
                                   (polygon_cases, n // 4, flat)):
        cases = list(make(maker, count))
        for (query, t), answer in zip(cases, ask(carom, precision, [q for q, _ in cases])):
            report.check(query, answer, t, tolerance)
    cases = list(aabb_cases(maker, n))
    hits = ask(carom, precision, [q for q, _ in cases])
    overlaps = ask(carom, precision, [dict(q, query="overlap") for q, _ in cases])
    for (query, t), hit, overlap in zip(cases, hits, overlaps):
        report.check(query, hit, None if t is None else t[0], flat)
        if t is not None and t[1] is not None and hit.get("hit") and \
                abs(t[1]) < LARGEST and abs(Q(hit["t_exit"]) - t[1]) > flat * abs(t[1]) + TINY:
            report.fail("t_exit should be %r" % ora.tof(t[1]), query, hit)
        if overlap.get("overlap") != (t is not None):
            report.fail("overlap and exact answer differ", query, overlap)
    cases = list(sphere_cases(maker, n // 2))
    for (query, t), answer in zip(cases, ask(carom, precision, [q for q, _ in cases])):
        report.check(query, answer, t, loose)
    fans = list(fan_cases(maker, n // 10))
    answers = ask(carom, precision, [q for fan in fans for q in fan])
    for i, fan in enumerate(fans):
        report.count += 1
        if not any(a.get("hit") for a in answers[8 * i:8 * i + 8]):
            report.fail("the ray leaks through the fan", fan[0], answers[8 * i])
    print("%s: %d cases, %d failures, largest relative error of t %.3g" %
          (precision, report.count, report.failures, report.worst))
    return report.failures


if __name__ == "__main__":
    cases.main(run, 20260, 2500)
