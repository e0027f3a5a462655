#!/usr/bin/env python3
"""Moving spheres and boxes against everything they are swept against, compared with exact times.

A hit must be found exactly where the path comes as near as the radius, but for paths that graze within
rounding; the fraction must be right to rounding and never late by more.  Run as: prop_sweep.py --carom PATH
"""
import json
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cases
import oracle as ora
from cases import ask
from oracle import Q

KINDS = ("plane", "halfspace", "sphere", "point", "segment", "capsule", "triangle", "polygon", "aabb", "obb")


class Maker(cases.Maker):
    def scene(self):
        """(scale, two radii, five points and a motion): lattice, arbitrary, far away, or tiny"""
        rng, kind = self.rng, self.rng.randrange(4)
        scale = 2.0 ** -60 if kind == 3 else 0.25 if kind == 2 else 1.0
        if kind == 1:
            points = [self.anywhere(3.0) for _ in range(6)]
            fast = rng.choice((1.0, 1.0, 100.0))
            motion = [self.real(rng.uniform(-5, 5) * fast) for _ in range(3)]
            radii = [self.real(rng.choice((0.0, rng.uniform(0, 2), 1e-3))) for _ in range(2)]
            return 1.0, radii, points, motion
        base = [4096.0 if kind == 2 else 0.0] * 3
        points = [[b + x * scale for b, x in zip(base, self.lattice())] for _ in range(6)]
        motion = [x * scale for x in self.lattice(4)]
        return scale, [rng.choice((0.0, 0.5, 1.0, 1.25, 2.0)) * scale for _ in range(2)], points, motion


def target(maker, kind, scale, radius, points):
    """(shape as text, hull points, growth, exact squared distance of a point), or None to skip"""
    q = [ora.q3(p) for p in points]
    if kind in ("plane", "halfspace"):
        normal = maker.lattice()
        offset = maker.real(sum(n * x for n, x in zip(normal, points[0])))
        if not any(normal):
            return None
        return {kind: {"normal": normal, "offset": offset}}, (ora.q3(normal), Q(offset)), Q(0), None
    if kind in ("point", "sphere"):
        text = {"point": points[0]} if kind == "point" else \
            {"sphere": {"center": points[0], "radius": radius}}
        return text, q[:1], Q(radius) if kind == "sphere" else Q(0), lambda p: ora.n2(ora.sub(p, q[0]))
    if kind in ("segment", "capsule"):
        text = {"segment": points[:2]} if kind == "segment" else \
            {"capsule": {"a": points[0], "b": points[1], "radius": radius}}
        return text, q[:2], Q(radius) if kind == "capsule" else Q(0), \
            lambda p: ora.n2(ora.sub(p, ora.cp_seg(p, q[0], q[1])[1]))
    if kind == "triangle":
        return {"triangle": points[:3]}, q[:3], Q(0), lambda p: ora.n2(ora.sub(p, ora.cp_tri(p, *q[:3])))
    if kind == "polygon":
        u, v = [ora.sub(q[i], q[0]) for i in (1, 2)]
        corners = [q[0], q[1], ora.add(q[1], v), q[2]]  # a parallelogram
        text = [[maker.real(ora.tof(x)) for x in c] for c in corners]
        if any(ora.q3(t) != c for t, c in zip(text, corners)):
            return None
        return {"polygon": text}, corners, Q(0), \
            lambda p: min(ora.n2(ora.sub(p, ora.cp_tri(p, corners[0], corners[1], corners[2]))),
                          ora.n2(ora.sub(p, ora.cp_tri(p, corners[0], corners[2], corners[3]))))
    low = [min(a, b) for a, b in zip(points[0], points[1])]
    high = [max(a, b) for a, b in zip(points[0], points[1])]
    text = {"aabb": {"min": low, "max": high}}
    if kind == "obb":
        half = [(b - a) / 2 for a, b in zip(low, high)]
        center = [(b + a) / 2 for a, b in zip(low, high)]
        if maker.single and any(maker.real(x) != x for x in half + center):
            return None
        low, high = [Q(c) - Q(h) for c, h in zip(center, half)], [Q(c) + Q(h) for c, h in zip(center, half)]
        text = {"obb": {"center": center, "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "half_extents": half}}
    low, high = ora.q3(low), ora.q3(high)
    return text, ora.box_pts(low, high), Q(0), lambda p: ora.n2(ora.sub(ora.cp_aabb(p, low, high), p))


def exact(kind, hull, grown, dist2, center, radius, motion):
    """(hit, fraction, tie, margin)"""
    if kind == "plane":
        return ora.sweep_sphere_plane(hull[0], hull[1], center, radius, motion)
    if kind == "halfspace":
        normal, offset = hull
        if ora.dot(normal, center) <= offset:
            return True, Q(0), False, 1.0
        return ora.sweep_sphere_plane(normal, offset, center, radius, motion)
    if kind in ("point", "sphere"):
        return ora.sweep_point_ball(ora.sub(center, hull[0]), motion, radius + grown)
    return ora.sweep_sphere_convex(center, radius + grown, motion, list(dict.fromkeys(hull)), dist2)


class Report:
    def __init__(self, precision):
        self.eps = 2.0 ** (-22 if precision == "float" else -50)
        self.failures, self.count, self.ties, self.worst = 0, 0, 0, 0.0

    def fail(self, why, query, answer):
        self.failures += 1
        if self.failures <= 12:
            print("FAIL", why, json.dumps(query), "->", json.dumps(answer))

    def check(self, query, answer, expected, size, speed):
        self.count += 1
        hit, t, tie, margin = expected
        if abs(margin) < 1e-13 * size or tie:
            self.ties += 1
            # a graze: seen or not, but what is said must be right
            if answer.get("hit") is False and tie and t == 0:
                self.fail("in contact at the start", query, answer)
            return
        if answer.get("hit") is not hit:
            return self.fail("hit should be %s" % hit, query, answer)
        if not hit:
            return
        if answer["initial_overlap"] != (t == 0):
            return self.fail("initial_overlap", query, answer)
        if not abs(math.hypot(*answer["normal"]) - 1.0) < 1e-5:
            return self.fail("normal is not unit", query, answer)
        error = abs(answer["fraction"] - ora.tof(t))
        # where the path is nearly tangent, the time is as uncertain as the root of the rounding
        allowed = self.eps + 1e-12 * size / max(speed, 1e-300) + \
            (1e-13 * size) / max(math.sqrt(abs(margin) * size), 1e-300) * size / max(speed, 1e-300)
        if error > allowed:
            return self.fail("fraction should be %r" % ora.tof(t), query, answer)
        self.worst = max(self.worst, error)


def sphere_cases(maker, n):
    for kind in KINDS:
        for _ in range(n):
            scale, radii, points, motion = maker.scene()
            made = target(maker, kind, scale, radii[1], points)
            if made is None:
                continue
            text, hull, grown, dist2 = made
            drift = maker.lattice(1) if maker.rng.random() < 0.3 else [0.0] * 3
            drift = [x * scale for x in drift]
            query = {"query": "sweep", "a": {"sphere": {"center": points[3], "radius": radii[0]}},
                     "b": text, "motion_a": motion, "motion_b": drift}
            relative = ora.sub(ora.q3(motion), ora.q3(drift))
            expected = exact(kind, hull, grown, dist2, ora.q3(points[3]), Q(radii[0]), relative)
            size = max(max(map(abs, p)) for p in points) + max(map(abs, motion)) + sum(radii)
            yield query, expected, size, math.sqrt(sum(float(x) ** 2 for x in relative))


def box_cases(maker, n):
    """boxes against boxes are exact: enter, leave, and every tie"""
    for _ in range(n):
        _, _, points, motion = maker.scene()
        boxes = [cases.box_of(points[:2]), cases.box_of(points[2:4])]
        query = {"query": "sweep", "a": {"aabb": boxes[0]}, "b": {"aabb": boxes[1]}, "motion_a": motion}
        corners = [ora.q3(b[k]) for b in boxes for k in ("min", "max")]
        yield query, ora.sweep_aabb(corners[0], corners[1], ora.q3(motion), corners[2], corners[3])


def run(carom, precision, seed, n):
    maker, report = Maker(seed, precision), Report(precision)
    made = list(sphere_cases(maker, n))
    for (query, *expected), answer in zip(made, ask(carom, precision, [c[0] for c in made])):
        report.check(query, answer, *expected)
    made = list(box_cases(maker, 4 * n))
    for (query, (hit, enter, leave, _)), answer in zip(made, ask(carom, precision, [c[0] for c in made])):
        report.count += 1
        if answer.get("hit") is not hit:
            report.fail("hit should be %s" % hit, query, answer)
        elif hit and (abs(answer["fraction"] - ora.tof(enter)) > report.eps or
                      abs(answer["fraction_exit"] - ora.tof(leave)) > report.eps):
            report.fail("fraction should be %r to %r" % (ora.tof(enter), ora.tof(leave)), query, answer)
    print("%s: %d cases, %d of them grazing, %d failures, largest error of a fraction %.3g" %
          (precision, report.count, report.ties, report.failures, report.worst))
    return report.failures


if __name__ == "__main__":
    cases.main(run, 20262, 800)
