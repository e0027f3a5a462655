#!/usr/bin/env python3
"""Continuous tests of vertex against face and edge against edge, compared with exact times of contact.

No contact may be missed and none answered late. What is answered without exact contact must come within the
stated tolerance, which is checked exactly at the fraction that was answered.  Run as: prop_ccd.py --carom PATH
"""
import argparse
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cases
import oracle as ora
from cases import ask
from oracle import Q

TOLERANCE = Q(1, 10 ** 12)


class Maker(cases.Maker):
    def four(self):
        """four points at the start and at the end of the frame"""
        rng, kind = self.rng, self.rng.randrange(8)
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


def size_of(start, end):
    """largest difference of two corners' coordinates at either end"""
    return max(max(Q(p[i]) for p in end_) - min(Q(p[i]) for p in end_) for end_ in (start, end) for i in range(3))


def distance2(kind, start, end, t):
    """exact squared distance of the features at time t"""
    p = [tuple(a + t * (b - a) for a, b in zip(ora.q3(x), ora.q3(y))) for x, y in zip(start, end)]
    if kind == "vf":
        return ora.n2(ora.sub(p[0], ora.cp_tri(*p)))
    origin, best = (Q(0),) * 3, None
    corners = [ora.sub(p[j], p[i]) for i, j in ((0, 2), (1, 2), (1, 3), (0, 3))]
    for a, b, c in ((0, 1, 2), (0, 2, 3)):  # the parallelogram of differences
        d = ora.n2(ora.cp_tri(origin, corners[a], corners[b], corners[c]))
        best = d if best is None or d < best else best
    return best


class Report:
    def __init__(self, precision):
        self.eps = 2.0 ** -22 if precision == "float" else 2.0 ** -50
        self.count = self.open = self.extra = self.limits = self.failures = 0
        self.worst = 0.0

    def fail(self, what, query, answer):
        self.failures += 1
        if self.failures <= 10:
            print("FAIL %s\n  %s\n  %s" % (what, query, answer))

    def check(self, kind, ends, query, answer, real):
        self.count += 1
        if answer.get("hit"):
            answer["fraction"] = real(answer["fraction"])
        expected = ora.ccd(kind, [ora.q3(p) for p in ends[0]], [ora.q3(p) for p in ends[1]])
        hit = answer.get("hit")
        if hit and not abs(math.hypot(*answer["normal"]) - 1.0) < 1e-6:
            return self.fail("normal is not unit", query, answer)
        if hit and answer["certainty"] == "limit":
            self.limits += 1
        elif hit:
            self.check_near(kind, ends, query, answer)
        if expected is None:  # always in one plane, or degenerate then: no exact answer
            self.open += 1
            return None
        known, time, tie = expected
        if known and not hit:
            return self.fail("missed a contact at %r" % ora.tof(time), query, answer)
        if not known:
            self.extra += bool(hit)
            return None
        late = Q(answer["fraction"]) - time
        if late > 0:
            return self.fail("late by %r" % ora.tof(late), query, answer)
        if not tie and -late < Q(1, 1000):
            self.worst = max(self.worst, ora.tof(-late))
        return None

    def check_near(self, kind, ends, query, answer):
        allowed = (TOLERANCE + Q(self.eps)) * 2 * size_of(*ends)
        if distance2(kind, *ends, Q(answer["fraction"])) > allowed * allowed:
            self.fail("apart at the hit", query, answer)


def run(carom, precision, seed, n):
    maker, report = Maker(seed, precision), Report(precision)
    made = []
    for i in range(n):
        kind, ends = ("vf", "ee")[i & 1], maker.four()
        made.append((kind, ends, query_of(kind, *ends)))
    for (kind, ends, query), answer in zip(made, ask(carom, precision, [m[2] for m in made])):
        report.check(kind, ends, query, answer, maker.real)
    if report.limits > n // 1000:
        report.fail("%d answers at the limit of steps" % report.limits, "", "")
    print("%s: %d cases, %d without an exact answer, %d within the tolerance only, %d at the limit, %d failures, "
          "earliest by %.3g" % (precision, report.count, report.open, report.extra, report.limits,
                                report.failures, report.worst))
    return report.failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--carom", required=True)
    parser.add_argument("--seed", type=int, default=20263)
    parser.add_argument("--cases", type=int, default=5000)
    options = parser.parse_args()
    failures = sum(run(options.carom, precision, options.seed, options.cases) for precision in ("float", "double"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
