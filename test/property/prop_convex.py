#!/usr/bin/env python3
"""Every bounded convex kind against every other, under distance, overlap, penetration, sweep, contact and
classify: polytopes, also rounded ones, against exact rational answers, all kinds against the contract.

Distances and depths are certified from both sides: by points of the shapes and by supporting planes.  Run as:
prop_convex.py --carom PATH
"""
import argparse
import json
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cases
import convex_cases as cc
import oracle as ora
from cases import ask
from convex_cases import fdot, flen, fmad, fsub, local
from oracle import Q, Z

VERBS = ("closest", "overlap", "penetration", "sweep", "contact", "classify")
DIRECTIONS = cc.sphere_directions(60)
DOUBLE = 2.0 ** -53


class Pair:
    """two shapes, a motion of the first, and all that is known about them"""

    def __init__(self, maker, a, b, motion, name):
        self.a, self.b, self.motion, self.name = a, b, motion, name
        self.origin = a.points[0]
        self.ulp = 2.0 ** (-24 if maker.single else -53)
        self.reach = ora.tof(max(a.reach(), b.reach()))
        span = max(max(abs(x - o) for x, o in zip(p, self.origin)) for p in a.points + b.points)
        grown = sum(s.radius + (sum(s.lengths) if s.lengths else 0) for s in (a, b))
        self.size = ora.tof(span + grown)
        self.polytopes = all(s.flat or s.kind in ("sphere", "capsule") for s in (a, b))
        self.grown = a.radius + b.radius if self.polytopes else Z
        # of curved shapes, as far as engines go: the more so, the more sizes differ
        sizes = [x for s in (a, b) for x in s.sizes() if x > 0]
        self.ratio = ora.tof(max(sizes) / min(sizes)) if sizes else 1.0
        self.fine = max(1.0, self.ratio / 1e3) * 2e-7 * self.size
        self.single = maker.single
        self.loose = sum(self.looseness(maker, s) for s in (a, b))
        self.margin = maker.real(maker.rng.choice((0.0, 0.0, 0.1)) * self.size)

    def looseness(self, maker, shape):
        """how far rounding may have moved the shape before the question"""
        whole = all(maker.real(ora.tof(x)) == x for p in shape.points for x in p)
        if shape.pose:  # sums on the way to a turned point, a box's middle: a few digits more
            top = max([abs(x) for p in shape.points for x in p] + [abs(Q(x)) for x in shape.pose["position"]])
            grid = Q(2) ** (math.frexp(ora.tof(top))[1] + 3) * Q(self.ulp)
            whole = whole and all((x / grid).denominator == 1 for p in shape.points for x in p)
        if whole and not (shape.pose and max(map(abs, map(float, shape.pose["rotation"]))) not in (0.5, 1.0)):
            if shape.kind not in ("obb", "kdop", "capsule", "sphere") and shape.flat and \
                    not (shape.pose and shape.kind == "hull"):
                return 0.0
            return 8 * DOUBLE * self.reach
        rounding = (8 * self.ulp if shape.pose else 16 * DOUBLE) * self.reach
        if shape.kind in ("cylinder", "cone") and shape.pose:  # an axis that is short may turn
            length = ora.tof(ora.sqrtq(ora.n2(ora.sub(*shape.points)), 160))
            rounding += ora.tof(shape.radius) * min(1.0, rounding / length if length else 1.0)
        return rounding

    def queries(self):
        base = {"a": self.a.text, "b": self.b.text}
        more = {"sweep": {"motion_a": self.motion}, "contact": {"margin": self.margin, "capacity": 8}}
        return [dict(base, query=v, **more.get(v, {})) for v in VERBS]

    def swapped(self):
        out = [dict(q, a=q["b"], b=q["a"]) for q in self.queries()]
        out[3]["motion_a"] = [-x for x in self.motion]
        return out


class Report:
    def __init__(self, precision, most=3):
        self.most = most  # of a kind, to be shown
        self.failures, self.count, self.worst = 0, 0, {}
        self.shown = {}
        self.precision = precision

    def fail(self, why, pair, query, answer):
        self.failures += 1
        key = why.split(":")[0] + query["query"]
        self.shown[key] = self.shown.get(key, 0) + 1
        if self.shown[key] <= self.most:
            print("FAIL", self.precision, pair.name, why, json.dumps(query), "->", json.dumps(answer))


# ------------------------------------------------------------------------------ what is true
def exact_distance(p):
    """of the cores, and of the shapes"""
    core = ora.sqrtq(ora.conv_dist2(p.a.points, p.b.points), 160)
    return core, max(Z, core - p.grown)


def exact_depth(p, core):
    if core > 0:
        return p.grown - core
    sign, square = ora.signed_sep(p.a.poly(), p.b.poly())
    assert sign <= 0
    return p.grown + ora.sqrtq(square, 160)


def bounds(p, shift=None):
    """of the distance, in double"""
    grown = p.a.grown() + p.b.grown()
    upper, lower = cc.nearest(cc.difference(p.a, p.b, p.origin, shift), 1e-13 * p.size + grown * 1e-13)
    return max(0.0, upper - grown), max(0.0, lower - grown)


def off_shape(p, shape, point, shift=None):
    """how far a point of the answer, moved back by a shift, is off the shape"""
    exact = ora.q3(point)
    return cc.gap_to(shape, ora.sub(exact, shift) if shift else exact)


def moved(p, answer, field):
    return local(ora.q3(answer[field]), p.origin)


def finite(answer):
    return all(x is not None for v in answer.values() for x in (v if isinstance(v, list) else [v]))


# ------------------------------------------------------------------------------ checks
def check_overlap(report, p, query, answer, exact):
    truth = answer.get("overlap")
    if truth not in (True, False):
        return report.fail("no answer", p, query, answer)
    if exact:
        core, _ = exact
        rounding = p.loose + (4 * DOUBLE * p.reach if p.grown else 0.0)
        if rounding and abs(ora.tof(core - p.grown)) <= rounding:
            return
        if truth is not (core <= p.grown):
            report.fail("overlap should be %s" % (core <= p.grown), p, query, answer)
        return
    upper, lower = p.bounds
    if truth and lower > p.loose + 1e-12 * p.size + 8 * DOUBLE * p.reach:
        report.fail("apart by %g at least" % lower, p, query, answer)


def check_closest(report, p, query, answer, exact, overlap):
    if answer.get("distance") is None or not finite(answer):
        return report.fail("distance is missing", p, query, answer)
    d = answer["distance"]
    if (d == 0) is not overlap:
        return report.fail("0 exactly when overlap says contact (%s)" % overlap, p, query, answer)
    if exact:
        truth = ora.tof(exact[1])
        wide = p.loose + 2 * p.ulp * (truth + ora.tof(p.grown)) + DOUBLE * p.reach + 2.0 ** -149
        wide += 1e-14 * (p.size + truth + ora.tof(p.grown))
        if abs(d - truth) > wide:
            return report.fail("distance should be %r" % truth, p, query, answer)
    else:
        upper, lower = p.bounds
        wide = p.loose + 2 * p.ulp * d + p.fine * 1e-3 + 8 * DOUBLE * p.reach + (1e-8 * p.size if p.single else 0.0)
        if not lower - wide <= d <= upper + wide:
            return report.fail("distance should be %r to %r" % (lower, upper), p, query, answer)
    x, y = moved(p, answer, "point_a"), moved(p, answer, "point_b")
    wide += 4 * p.ulp * p.reach
    for shape, name in ((p.a, "point_a"), (p.b, "point_b")):
        off = off_shape(p, shape, answer[name])
        if off > wide:
            return report.fail("%s is not on its shape: off by %g" % (name, off), p, query, answer)
    if abs(flen(fsub(x, y)) - d) > wide:
        report.fail("the points do not realise the distance", p, query, answer)


def least_along(along, guesses, finest=1e-3):
    """an upper bound of the least of what the unit directions give, the best of the guesses improved"""
    best, n = min((along(n), n) for n in guesses)
    step = 0.3
    while step > finest:
        u = cc.perpendicular(n)
        v = cc.fcross(n, u)
        tries = [cc.funit(fmad(n, m, s)) for m in (u, v) for s in (-step, step)]
        found, m = min((along(m), m) for m in tries)
        if found < best:
            best, n = found, m
        else:
            step *= 0.4
    return best


def check_penetration(report, p, query, answer, exact, overlap):
    if answer.get("overlap") is not overlap:
        return report.fail("overlap says %s" % overlap, p, query, answer)
    if not overlap:
        if answer["depth"] != 0 or answer["normal"] is not None:
            report.fail("apart, but with a depth", p, query, answer)
        return
    if not finite(answer):
        return report.fail("a field is null", p, query, answer)
    depth, n = answer["depth"], tuple(answer["normal"])
    if abs(flen(n) - 1.0) > 4 * p.ulp:
        return report.fail("normal is not unit", p, query, answer)
    wide = p.loose + 4 * p.ulp * (depth + p.size) + (1e-14 * p.size if exact else p.fine) + 8 * DOUBLE * p.reach
    along = cc.width(p.a, p.b, p.origin)(n)
    if abs(along - depth) > wide:
        return report.fail("free along the normal after %r" % along, p, query, answer)
    if exact:
        truth = max(0.0, ora.tof(exact_depth(p, exact[0])))
        if abs(depth - truth) > p.loose + 2 * p.ulp * truth + 2e-11 * p.size + 4 * DOUBLE * p.reach:
            return report.fail("depth should be %r" % truth, p, query, answer)
    else:
        if answer["certainty"] == "limit":  # what it says then is an upper bound
            wide += 1e-4 * p.size
        least = least_along(cc.width(p.a, p.b, p.origin), DIRECTIONS + [n])
        if depth > least + wide:
            return report.fail("depth should be at most %r" % least, p, query, answer)
    x, y = moved(p, answer, "point_a"), moved(p, answer, "point_b")
    # where the depth is nearly the same all round, the points are as sure as its root
    wide += 4 * p.ulp * p.reach + (1e-9 if exact else 2e-5) * p.size
    if answer["certainty"] == "limit":
        wide += 2e-3 * p.size
    for shape, name in ((p.a, "point_a"), (p.b, "point_b")):
        off = off_shape(p, shape, answer[name])
        if off > wide:
            return report.fail("%s is not on its shape: off by %g" % (name, off), p, query, answer)
    if flen(fsub(x, fmad(y, n, depth))) > wide:
        report.fail("point_a is not point_b + depth * normal", p, query, answer)


def check_sweep(report, p, query, answer, exact, overlap):
    v, speed = p.motion, flen(p.motion)
    if answer.get("hit") not in (True, False):
        return report.fail("no answer", p, query, answer)
    if answer["initial_overlap"] is not overlap:
        return report.fail("initial_overlap is not overlap's (%s)" % overlap, p, query, answer)
    room = p.loose + 64 * DOUBLE * (p.reach + speed) + (1e-12 if exact else 1e-10) * (p.size + speed)
    room += 0.0 if exact and not p.grown else 1e-13 * p.reach  # the search ends there, also of rounded polytopes
    if not answer["hit"]:
        if exact:
            ends = p.a.points + [ora.add(x, ora.q3(v)) for x in p.a.points]
            gap = ora.tof(ora.sqrtq(ora.conv_dist2(ends, p.b.points), 160) - p.grown)
        else:
            gap = bounds(p, v)[0]
        if gap <= 0 and not (0 <= gap + room and room) or (gap < -room):
            return report.fail("misses, but comes within %r" % gap, p, query, answer)
        if not exact and gap <= 0 and bounds_inside(p, v, room):
            report.fail("misses what it goes through", p, query, answer)
        return
    if not finite(answer):
        return report.fail("a field is null", p, query, answer)
    t, n = answer["fraction"], answer["normal"]
    if abs(flen(n) - 1.0) > 4 * p.ulp:
        return report.fail("normal is not unit", p, query, answer)
    if not 0 <= t <= answer["fraction_exit"] <= 1:
        return report.fail("fractions out of order", p, query, answer)
    if overlap:
        if t != 0:
            report.fail("in contact at the start, yet later", p, query, answer)
        return
    # at t they touch: the point is on both; the plane through it parts them until then
    wide = room + 4 * p.ulp * (p.reach + speed)
    off = off_shape(p, p.a, answer["point"], ora.mul(ora.q3(v), Q(t))), off_shape(p, p.b, answer["point"])
    if max(off) > wide:
        return report.fail("the point is not on both: off by %g, %g" % off, p, query, answer)
    into = fdot(n, v)
    overlap_then = cc.width(p.a, p.b, p.origin)(n) + t * into
    wide += 4 * p.ulp * p.size + (0.0 if exact else p.fine)
    thin = {"point": 0, "segment": 1, "triangle": 2, "polygon": 2}
    if thin.get(p.a.kind, 3) + thin.get(p.b.kind, 3) < 3:
        return  # an edge is met: any normal across it
    if overlap_then > wide or into < -max(4 * p.ulp, 1e-14) * speed:
        report.fail("contact is before, or the normal is wrong: %r" % overlap_then, p, query, answer)


def bounds_inside(p, v, room):
    """is the motion through B deeper than rounding: does it still meet B in every small push aside?"""
    h, grown = cc.difference(p.a, p.b, p.origin, v), p.a.grown() + p.b.grown()
    return least_along(lambda n: fdot(n, h(n)) + grown, DIRECTIONS, 1e-6) > 1e3 * room + 1e-5 * p.size


def check_contact(report, p, query, answer, penetration, closest):
    points = answer.get("points")
    if points is None:
        return report.fail("no answer", p, query, answer)
    d = closest.get("distance") or 0.0
    doubt = 4 * p.ulp * p.margin + 8 * DOUBLE * p.reach + (0.0 if p.polytopes else p.fine)
    near = penetration["overlap"] or d <= p.margin - 4 * p.ulp * p.reach
    if near and not points or (points and not penetration["overlap"] and d > p.margin + doubt):
        return report.fail("contact or none, at a distance of %r" % d, p, query, answer)
    if not points:
        return
    n = answer["normal"]
    if abs(flen(n) - 1.0) > 4 * p.ulp or len({q["id"] for q in points}) != len(points) or len(points) > 8:
        return report.fail("normal, count or ids", p, query, answer)
    wide = p.loose + 8 * p.ulp * p.reach + (1e-11 * p.size if p.polytopes else p.fine)
    deepest = penetration["depth"] if penetration["overlap"] else -d
    if abs(points[0]["depth"] - deepest) > wide:
        return report.fail("deepest should be %r" % deepest, p, query, answer)
    wide += 1e-9 * p.size if p.polytopes else 2e-5 * p.size
    for q in points:
        x, y = moved(p, q, "point_a"), moved(p, q, "point_b")
        if flen(fsub(x, fmad(y, n, q["depth"]))) > wide or q["depth"] < -p.margin - wide:
            return report.fail("point_a is not point_b + depth * normal", p, query, answer)
        off = off_shape(p, p.a, q["point_a"]), off_shape(p, p.b, q["point_b"])
        if max(off) > wide:
            return report.fail("a point is off its shape: by %g, %g" % off, p, query, answer)


def holds(p, outer, inner):
    """every point of inner in outer: by how much it sticks out, 0 or less exactly when it does not"""
    if outer.flat and inner.flat:
        return 0.0 if all(ora.conv_dist2(outer.points, [q]) == 0 for q in inner.points) else 1e300
    h, out = inner.support(p.origin), 0.0
    for n in DIRECTIONS[::2] if outer.flat else DIRECTIONS:
        far = fmad(h(n), n, inner.grown())
        out = max(out, cc.gap_to(outer, ora.add(p.origin, ora.q3(far))))
    return out


def check_classify(report, p, query, answer, overlap):
    relation = answer.get("relation")
    if (relation == "disjoint") is overlap:
        return report.fail("overlap says %s" % overlap, p, query, answer)
    if not overlap:
        return
    room = p.loose + 1e-11 * p.size + 8 * DOUBLE * p.reach
    b_out, a_out = holds(p, p.a, p.b), holds(p, p.b, p.a)
    exact = p.a.flat and p.b.flat
    if exact and p.loose:
        return
    if relation == "contains" and b_out > room or relation == "inside" and a_out > room:
        return report.fail("sticks out by %g, %g" % (b_out, a_out), p, query, answer)
    if exact and relation == "intersects" and min(b_out, a_out) == 0:
        report.fail("one holds the other", p, query, answer)
    if relation == "inside" and b_out == 0 and exact:
        report.fail("equal sets contain", p, query, answer)


def check_swapped(report, p, queries, answers, turned):
    same = p.a.kind == p.b.kind
    for query, answer, turn in zip(queries, answers, turned):
        verb = query["query"]
        if verb == "overlap" and answer.get("overlap") != turn.get("overlap"):
            report.fail("swapped: %s" % json.dumps(turn), p, query, answer)
        if verb == "closest" and answer.get("distance") != turn.get("distance") or \
                verb == "penetration" and answer.get("depth") != turn.get("depth"):
            report.fail("swapped: %s" % json.dumps(turn), p, query, answer)
        if verb == "penetration" and answer.get("normal") and turn.get("normal") and \
                not (same and p.a.kind in ("hull", "kdop") or p.a.points == p.b.points) and \
                any(x != -y for x, y in zip(answer["normal"], turn["normal"])):
            report.fail("swapped normal: %s" % json.dumps(turn), p, query, answer)
        if verb == "contact" and len(answer.get("points", [])) != len(turn.get("points", [])):
            report.fail("swapped: %s" % json.dumps(turn), p, query, answer)
        if verb == "sweep" and answer.get("hit") and turn.get("hit") and flen(p.motion) > 0:
            wide = 1e-6 * p.size + 8 * p.ulp * (p.reach + flen(p.motion))
            first = min(answer["fraction"], turn["fraction"])
            if abs(answer["fraction"] - turn["fraction"]) * flen(p.motion) > wide and \
                    bounds(p, [x * first for x in p.motion])[1] > wide:  # else one of them grazes
                report.fail("swapped: %s" % json.dumps(turn), p, query, answer)


def check(report, p, queries, answers, turned):
    report.count += len(queries)
    closest, overlap, penetration, sweep, contact, classify = answers
    for query, answer in zip(queries, answers):
        if "error" in answer or "invalid" in answer:
            return report.fail("no answer", p, query, answer)
    exact = exact_distance(p) if p.polytopes else None
    p.bounds = (ora.tof(exact[1]),) * 2 if exact else bounds(p)
    truth = overlap.get("overlap")
    check_overlap(report, p, queries[1], overlap, exact)
    check_closest(report, p, queries[0], closest, exact, truth)
    check_penetration(report, p, queries[2], penetration, exact, truth)
    check_sweep(report, p, queries[3], sweep, exact, truth)
    check_contact(report, p, queries[4], contact, penetration, closest)
    check_classify(report, p, queries[5], classify, truth)
    check_swapped(report, p, queries, answers, turned)


# ------------------------------------------------------------------------------ cases
def random_pose(maker):
    rng = maker.rng
    kind = rng.randrange(6)
    if kind < 3:
        return None
    if kind < 5:
        return {"position": maker.lattice(), "rotation": list(map(float, rng.choice(cc.TURNS)))}
    q = [rng.gauss(0, 1) for _ in range(4)]
    n = math.sqrt(sum(x * x for x in q))
    return {"position": maker.anywhere(2.0), "rotation": [maker.real(x / n) for x in q]}


def random_pairs(maker, count):
    for i, first in enumerate(cc.BOUNDED):
        for second in cc.BOUNDED[i:]:
            for _ in range(count):
                pool = maker.points(6)
                sizes = sorted(abs(x) for p in pool for x in p if x)
                wild = not sizes or sizes[-1] > 1e15 or sizes[-1] > 1e6 * (sizes[0] or 1.0)
                if wild and not (first in cc.FLAT and second in cc.FLAT and sizes and sizes[-1] < 1e15):
                    continue
                turned = maker.rng.random() < 0.4
                a = cc.make_shape(maker, first, pool, random_pose(maker) if turned else None)
                b = cc.make_shape(maker, second, pool, random_pose(maker) if turned else None)
                if a is None or b is None:
                    continue
                p, q = maker.rng.choice(pool), maker.rng.choice(pool)
                motion = [maker.real((x - y) * maker.rng.choice((1, 1, 3))) for x, y in zip(p, q)]
                pair = Pair(maker, a, b, motion, "random")
                if pair.ratio < 1e6 or pair.a.flat and pair.b.flat:
                    yield pair


def kept_pairs(maker):
    """pairs that once went wrong, with their numbers: of float those that are"""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "convex_kept.jsonl")) as lines:
        cases_kept = [json.loads(line) for line in lines]
    for case in cases_kept:
        if case["single"] or not maker.single:
            pair = Pair(maker, cc.read_shape(case["a"]), cc.read_shape(case["b"]), case["motion"], "kept")
            pair.margin = case["margin"]
            yield pair


# ------------------------------------------------------------------------------ rigid motion
def check_moved(report, maker, carom, precision, pairs):
    """the same pairs elsewhere: distances, depths and fractions stay but for rounding"""
    for name in ("a step", "a turn"):
        pose = {"position": maker.lattice(), "rotation": list(map(float, cc.TURNS[3 if name == "a turn" else 0]))}
        queries, kept = [], []
        for p in pairs:
            if any(s.kind in ("cylinder", "cone") and s.points[0] == s.points[1] for s in (p.a, p.b)):
                continue  # a disk across z, wherever it is
            if p.a.pose or p.b.pose or p.name not in ("random", "kept") or not all(maker.real(x) == x for x in p.motion):
                continue
            a, b = p.a.posed(pose), p.b.posed(pose)
            v = [ora.tof(x) for x in cc.rotate(pose, ora.q3(p.motion))]
            kept.append((p, Pair(maker, a, b, v, name)))
            queries += p.queries()[:4] + kept[-1][1].queries()[:4]
        answers = ask(carom, precision, queries)
        for i, (p, moved_pair) in enumerate(kept):
            here, there = answers[8 * i:8 * i + 4], answers[8 * i + 4:8 * i + 8]
            wide = 16 * p.ulp * (moved_pair.reach + p.reach) + moved_pair.loose
            wide += 1e-14 * p.size if p.polytopes else 2e-5 * p.size
            if p.size < 64 * p.ulp * moved_pair.reach:
                continue  # nothing is left of it there
            report.count += 3
            for k, field, speed in ((0, "distance", 1.0), (2, "depth", 1.0), (3, "fraction", flen(p.motion))):
                x, y = here[k].get(field), there[k].get(field)
                if field == "fraction" and (x is None or y is None):
                    continue  # a graze
                if field == "fraction" and here[3]["initial_overlap"] != there[3]["initial_overlap"]:
                    continue
                if x is None or y is None or field != "fraction" and abs(x - y) > wide:
                    report.fail("moved, it says %r" % y, moved_pair, queries[8 * i + k], here[k])


# ------------------------------------------------------------------------------ planes, rays and lines
def endless(maker, kind, pool):
    normal = maker.lattice(2)
    if not any(normal):
        normal[2] = 1.0
    at = maker.rng.choice(pool)
    if kind in ("plane", "halfspace"):
        return {kind: {"normal": normal, "offset": maker.real(ora.tof(ora.dot(ora.q3(normal), ora.q3(at))))}}
    return {kind: {"origin": list(at), "direction": normal}}


def flat_heights(flat, shape):
    """exact least and greatest height of a polytope over the plane, in lengths of its normal"""
    body = list(flat.values())[0]
    n, d = ora.q3(body["normal"]), Q(body["offset"])
    along = [ora.dot(n, p) - d for p in shape.points]
    length = ora.sqrtq(ora.n2(n), 160)
    return min(along) / length - shape.radius, max(along) / length + shape.radius


def stretch(path, shape):
    """the part of a ray or line that matters to the shape, as its two ends"""
    kind = list(path)[0]
    o, d = (ora.q3(path[kind][k]) for k in ("origin", "direction"))
    t = [ora.dot(ora.sub(p, o), d) / ora.n2(d) for p in shape.points]
    low, high = min(t) - 1, max(t) + 1
    if kind == "ray":
        low, high = max(Z, low), max(Z, high)
    return [ora.add(o, ora.mul(d, low)), ora.add(o, ora.mul(d, high))]


def check_endless(report, maker, carom, precision, count):
    made = []
    for kind in cc.ENDLESS:
        for other in cc.FLAT + ("sphere", "capsule"):
            for _ in range(count):
                pool = maker.points(6)
                shape = cc.make_shape(maker, other, pool)
                sizes = [abs(x) for p in pool for x in p if x] or [1.0]
                if shape and max(sizes) < min(1e15, 1e6 * min(sizes)):
                    made.append((endless(maker, kind, pool), shape))
    queries = [{"query": v, "a": flat, "b": s.text} for flat, s in made for v in ("closest", "overlap", "penetration")]
    answers = ask(carom, precision, queries)
    for i, (flat, shape) in enumerate(made):
        closest, overlap, depth = answers[3 * i:3 * i + 3]
        kind = list(flat)[0]
        report.count += 3
        if kind in ("plane", "halfspace"):
            low, high = flat_heights(flat, shape)
            truth = max(low, -high if kind == "plane" else low)
        else:
            truth = ora.sqrtq(ora.conv_dist2(stretch(flat, shape), shape.points), 160) - shape.radius
        pair = argparse.Namespace(name="endless", ulp=2.0 ** (-24 if maker.single else -53))
        reach = ora.tof(shape.reach()) + max(max(map(abs, v)) if isinstance(v, list) else 0.0
                                              for v in flat[kind].values())
        wide = 32 * pair.ulp * abs(ora.tof(truth)) + 64 * DOUBLE * reach + \
            (16 * pair.ulp * ora.tof(shape.radius))
        gap = ora.tof(truth)
        if closest.get("distance") is None or abs(closest["distance"] - max(0.0, gap)) > wide:
            report.fail("distance should be %r" % max(0.0, gap), pair, queries[3 * i], closest)
        elif (closest["distance"] == 0) is not overlap["overlap"] or overlap["overlap"] is not depth["overlap"]:
            report.fail("overlap says otherwise", pair, queries[3 * i + 1], overlap)
        elif overlap["overlap"] is not (truth <= 0) and abs(gap) > wide:
            report.fail("overlap should be %s" % (truth <= 0), pair, queries[3 * i + 1], overlap)
        elif overlap["overlap"] and kind in ("plane", "halfspace") and abs(depth["depth"] + min(0.0, gap)) > \
                wide + 4 * pair.ulp * reach:
            report.fail("depth should be %r" % -gap, pair, queries[3 * i + 2], depth)


def run(carom, precision, seed, count, most):
    maker, report = cases.Maker(seed, precision), Report(precision, most)
    pairs = [Pair(maker, a, b, v, name) for name, a, b, v in cc.graveyards(maker)]
    pairs += kept_pairs(maker)
    pairs += random_pairs(maker, count)
    per = len(VERBS)
    queries = [q for p in pairs for q in p.queries()]
    answers = ask(carom, precision, queries)
    turned = ask(carom, precision, [q for p in pairs for q in p.swapped()])
    for i, p in enumerate(pairs):
        part = slice(i * per, (i + 1) * per)
        check(report, p, queries[part], answers[part], turned[part])
    check_moved(report, maker, carom, precision, pairs)
    check_endless(report, maker, carom, precision, 3 * count)
    print("%s: %d cases, %d failures" % (precision, report.count, report.failures))
    for key, n in sorted(report.shown.items(), key=lambda x: -x[1]):
        print("   ", n, key)
    return report.failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--carom", required=True)
    parser.add_argument("--seed", type=int, default=20263)
    parser.add_argument("--cases", type=int, default=12)
    parser.add_argument("--show", type=int, default=3, help="failures of each kind")
    options = parser.parse_args()
    failures = sum(run(options.carom, precision, options.seed, options.cases, options.show)
                   for precision in ("float", "double"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
