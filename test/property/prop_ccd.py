#!/usr/bin/env python3
"""Continuous tests of vertex against face and edge against edge, compared with exact answers.

Every hit and miss must be the exact one, and every fraction at most 1e-12 early and never late.  Exact answers are
found with rational polynomials and Sturm sequences: the origin is in the polygon of differences at a root of a
polynomial when it is on a segment between two corners or inside a triangle of three.  Each case is also asked with
its corners in another order, mirrored, scaled by a power of two and moved.  Run as: prop_ccd.py --carom PATH
"""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cases
import oracle as ora
from cases import ask
from oracle import Q

EARLY = Q(1, 10 ** 12)
REFINED = Q(1, 2 ** 60)


class Maker(cases.Maker):
    def four(self):
        """four points at the start and at the end of the frame"""
        rng, kind = self.rng, self.rng.randrange(11)
        if kind == 0:
            return self.points(4), self.points(4)
        if kind == 1:
            return [[self.lattice(2) for _ in range(4)] for _ in range(2)]
        if kind == 2:
            return [[self.anywhere() for _ in range(4)] for _ in range(2)]
        if kind == 3:  # in one plane at the start, or all the time
            start, end = self.coplanar(), self.coplanar()
            return start, end if rng.random() < 0.3 else [self.lattice() for _ in range(4)]
        if kind in (4, 5):  # a contact in the middle, exact or a rounding off
            middle = self.coplanar()
            drift = [self.lattice(4) for _ in range(4)]
            ends = [[[a + k * b for a, b in zip(p, d)] for p, d in zip(middle, drift)] for k in (-1, 1)]
            if kind == 5:
                ends = [[[self.nudge(x) for x in p] for p in end] for end in ends]
            return ends
        if kind == 6:  # moves little, and on the lattice
            start = self.points(4)
            return start, [[self.real(x + rng.choice((0, 0, 1, -1))) for x in p] for p in start]
        if kind == 8:  # in a coordinate plane throughout, where events are roots of quadratics
            flat = [[self.lattice(2) for _ in range(4)] for _ in range(2)]
            axis = rng.randrange(3)
            return [[[0.0 if i == axis else x for i, x in enumerate(p)] for p in end] for end in flat]
        if kind == 9:  # on one line throughout, or points that coincide
            line = self.lattice(1)
            return [[[self.rng.randint(-3, 3) * x for x in line] for _ in range(4)] for _ in range(2)]
        if kind == 10:  # corners a rounding away from a contact at the start or the end
            ends = [self.coplanar(), [self.lattice(2) for _ in range(4)]]
            if rng.random() < 0.5:
                ends.reverse()
            return [[[self.nudge(x) if rng.random() < 0.1 else x for x in p] for p in end] for end in ends]
        # grazing: comes to the plane and turns back with it, or is passed by a corner
        start = [self.lattice(), [-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
        end = [[-x for x in start[0]], [-1.0, 0.0, 1.0], [1.0, 0.0, -1.0], [0.0, 1.0, float(rng.randint(-1, 1))]]
        return start, end

    def coplanar(self):
        p = [self.lattice() for _ in range(3)]
        return [self.combine(p)] + p


def query_of(kind, start, end):
    if kind == "vf":
        return {"query": "ccd", "a": {"point": [start[0], end[0]]}, "b": {"triangle": [start[1:], end[1:]]}}
    return {"query": "ccd", "a": {"segment": [start[:2], end[:2]]}, "b": {"segment": [start[2:], end[2:]]}}


def corners_of(kind, start, end):
    """corners of the moving polygon of differences, as polynomials in time"""
    moving = [ora.lin(ora.q3(a), ora.q3(b)) for a, b in zip(start, end)]
    pairs = ((0, 1), (0, 2), (0, 3)) if kind == "vf" else ((0, 2), (1, 2), (1, 3), (0, 3))
    return [ora.vsub(moving[j], moving[i]) for i, j in pairs]


class Time:
    """a root of a polynomial in [0, 1], with an interval that holds no other"""

    def __init__(self, poly, sturm, interval):
        self.poly, self.sturm, self.interval = poly, sturm, interval

    def sign(self, p):
        if len(p) <= 1:
            return ora.sgn(p[0]) if p else 0
        s, self.interval = ora.sign_at(p, self.poly, self.sturm, self.interval)
        return s

    def bounds(self):
        low, high = self.interval
        while high - low > REFINED:
            middle = (low + high) / 2
            if ora.pev(self.poly, middle) == 0:
                low = high = middle
            elif ora.svar(self.sturm, low) - ora.svar(self.sturm, middle) == 1:
                high = middle
            else:
                low = middle
        self.interval = low, high
        return self.interval


def times_of(poly):
    free, sturm, intervals = ora.roots01(poly)
    return [Time(free, sturm, i) for i in intervals]


def holds_origin(corners, time):
    """is the origin in the hull of the corners, all in one plane with it at that time?"""
    n = len(corners)
    for i in range(n):
        for j in range(i + 1, n):
            cross = ora.vcross(corners[i], corners[j])
            if time.sign(ora.vdot(corners[i], corners[j])) <= 0 and all(time.sign(x) == 0 for x in cross):
                return True
    for skip in range(n if n == 4 else 1):
        a, b, c = [p for k, p in enumerate(corners) if n == 3 or k != skip]
        normal = ora.vcross(ora.vsub(b, a), ora.vsub(c, a))
        if all(time.sign(ora.vdot(ora.vcross(p, q), normal)) > 0 for p, q in ((a, b), (b, c), (c, a))):
            return True
    return False


def first_contact(kind, start, end):
    """bounds of the exact time of first contact, or None"""
    corners = corners_of(kind, start, end)
    for axis in range(3):
        at = [ora.pev(c[axis], Q(t)) for c in corners for t in (0, 1)]
        if min(at) > 0 or max(at) < 0:
            return None
    volume = ora.vdot(corners[0], ora.vcross(corners[1], corners[-1]))
    if volume:
        times = times_of(volume) if len(volume) > 1 else []
    else:
        n = len(corners)
        polys = [x for i in range(n) for x in ora.vcross(corners[i], corners[(i + 1) % n])]
        polys += [x for c in corners for x in c] + [[Q(0), Q(1)]]
        times = [t for p in polys if len(p) > 1 for t in times_of(p)]
    hits = [t.bounds() for t in times if holds_origin(corners, t)]
    return min(hits) if hits else None


def variants(kind, ends, rng):
    """the same question asked in other ways"""
    yield ends
    order = [0] + rng.sample((1, 2, 3), 3) if kind == "vf" else rng.choice(([1, 0, 2, 3], [2, 3, 0, 1], [3, 2, 1, 0]))
    yield [[end[k] for k in order] for end in ends]
    yield [[[-p[1], p[2], p[0]] for p in end] for end in ends]
    yield [[[math.ldexp(x, 7) for x in p] for p in end] for end in ends]
    moves = [[float(rng.randint(-64, 64)) for _ in range(3)] for _ in range(2)]
    if all(float(x).is_integer() and abs(x) < 1000 for end in ends for p in end for x in p):
        yield [[[x + d for x, d in zip(p, move)] for p in end] for end, move in zip(ends, moves)]


class Report:
    def __init__(self):
        self.count = self.hits = self.failures = 0
        self.earliest = 0.0

    def fail(self, what, query, answer):
        self.failures += 1
        if self.failures <= 10:
            print("FAIL %s\n  %s\n  %s" % (what, query, answer))

    def check(self, expected, query, answer, maker):
        self.count += 1
        hit = bool(answer.get("hit"))
        if hit != (expected is not None):
            return self.fail("exact: %s" % (expected and [ora.tof(t) for t in expected],), query, answer)
        if not hit:
            return None
        self.hits += 1
        if not abs(math.hypot(*answer["normal"]) - 1.0) < 1e-6:
            self.fail("normal is not unit", query, answer)
        if answer["certainty"] != "converged":
            self.fail("not certain", query, answer)
        if answer["initial_overlap"] != (expected[1] == 0):
            self.fail("initial overlap", query, answer)
        fraction = Q(maker.real(answer["fraction"]))
        if fraction > expected[1]:
            self.fail("late: after %.17g" % ora.tof(expected[1]), query, answer)
        early = expected[0] - fraction
        rounding = Q(1, 2 ** 22) if maker.precision == "float" else Q(1, 2 ** 52)
        if early > EARLY + rounding * expected[1] + REFINED:
            self.fail("early: before %.17g" % ora.tof(expected[0]), query, answer)
        self.earliest = max(self.earliest, ora.tof(early))
        return None


def run(carom, precision, seed, n):
    maker, report = Maker(seed, precision), Report()
    maker.precision = precision
    made = []
    for i in range(n):
        kind, ends = ("vf", "ee")[i & 1], maker.four()
        expected = first_contact(kind, *ends)
        made += [(expected, query_of(kind, *other)) for other in variants(kind, ends, maker.rng)]
    for (expected, query), answer in zip(made, ask(carom, precision, [m[1] for m in made])):
        report.check(expected, query, answer, maker)
    print("%s: %d cases, %d hits, %d failures, earliest by %.3g" % (precision, report.count, report.hits,
                                                                    report.failures, report.earliest))
    return report.failures


if __name__ == "__main__":
    cases.main(run, 20263, 800)
