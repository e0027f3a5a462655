#!/usr/bin/env python3
"""Closest points, distances, overlap, classification and penetration of pairs of shapes, compared with exact
rational answers.

A flat shape is the hull of its points; a sphere is its centre grown.  Overlap of flat shapes must be exact, a
distance right to a few ulps of the shapes' size and realised by its points, and 0 exactly in contact.
Swapping the shapes must swap the answer.  Run as: prop_pairs.py --carom PATH
"""
import argparse
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cases
import oracle as ora
from cases import LARGEST, TINY, ask, make_shape
from oracle import Q, Z

CLOSEST = [("point", k) for k in ("segment", "triangle", "aabb", "obb", "sphere", "capsule")] + [
    ("segment", "segment"), ("segment", "triangle"), ("segment", "aabb"), ("triangle", "triangle"),
    ("aabb", "aabb"), ("aabb", "triangle"), ("sphere", "sphere"), ("sphere", "aabb"), ("sphere", "obb"),
    ("sphere", "triangle"), ("segment", "sphere"), ("segment", "capsule"), ("sphere", "capsule"),
    ("capsule", "triangle")]
OVERLAP = CLOSEST + [("segment", "obb"), ("aabb", "obb"), ("obb", "obb"), ("obb", "triangle")]
CLASSIFY = [("sphere", "sphere"), ("sphere", "aabb"), ("sphere", "obb"), ("sphere", "triangle"),
            ("aabb", "aabb"), ("aabb", "obb"), ("aabb", "triangle"), ("obb", "obb"), ("obb", "triangle")]


class Report:
    def __init__(self, precision):
        self.single = precision == "float"
        self.ulp = Q(2) ** (-24 if self.single else -53)
        self.failures, self.count, self.worst = 0, 0, 0.0

    def fail(self, why, query, answer):
        self.failures += 1
        if self.failures <= 12:
            print("FAIL", why, json.dumps(query), "->", json.dumps(answer))


def gap2(a, b):
    return ora.conv_dist2(a.points, b.points)


def spread(a, b):
    points = a.points + b.points
    return max(max(abs(p[k] - points[0][k]) for k in range(3)) for p in points) + a.radius + b.radius


def magnitude(a, b):
    return max(max(abs(x) for x in p) for p in a.points + b.points) + a.radius + b.radius


def check_closest(report, a, b, query, answer):
    report.count += 1
    core, grown = ora.sqrtq(gap2(a, b)), a.radius + b.radius
    exact = max(Z, core - grown)
    size, reach = spread(a, b), magnitude(a, b)
    if exact > LARGEST / 8 or size > LARGEST / 8:
        return
    if answer.get("distance") is None:
        return report.fail("distance is missing", query, answer)
    d = Q(answer["distance"])
    bound = 4 * report.ulp * (exact + grown) + 8 * Q(2) ** -53 * size + TINY
    if abs(d - exact) > bound:
        return report.fail("distance should be %r" % ora.tof(exact), query, answer)
    if size > TINY * 2 ** 40:
        report.worst = max(report.worst, ora.tof(abs(d - exact) / size))
    if a.exact and b.exact and (d == 0) != (exact == 0) and (exact == 0 or exact > TINY):
        return report.fail("0 exactly in contact", query, answer)
    near = [ora.q3(answer[k]) for k in ("point_a", "point_b")]
    wide = 16 * report.ulp * reach + TINY
    for shape, point, name in ((a, near[0], "point_a"), (b, near[1], "point_b")):
        if ora.sqrtq(ora.conv_dist2(shape.points, [point])) > shape.radius + wide:
            return report.fail(name + " is not on its shape", query, answer)
    if abs(ora.sqrtq(ora.n2(ora.sub(*near))) - exact) > wide:
        return report.fail("the points do not realise the distance", query, answer)


def check_overlap(report, a, b, query, answer):
    report.count += 1
    grown = a.radius + b.radius
    d2 = gap2(a, b)
    expected = d2 <= grown * grown
    if not (a.exact and b.exact):
        ulp = report.ulp if "capsule" in (a.kind, b.kind) else Q(2) ** -53
        doubt = abs(ora.sqrtq(d2) - grown) <= 8 * ulp * magnitude(a, b)
        if doubt and (a.radius + b.radius > 0 or "capsule" in (a.kind, b.kind)):
            return
    if answer.get("overlap") is not expected:
        report.fail("overlap should be %s" % expected, query, answer)


def holds(a, b):
    """every point of B in A: exact for boxes; for a sphere, its box or its distance"""
    if a.kind == "sphere":
        far = max(ora.n2(ora.sub(p, a.points[0])) for p in b.points)
        return ora.sqrtq(far) + b.radius <= a.radius if b.radius else far <= a.radius * a.radius
    if b.kind == "sphere" and a.kind in ("aabb", "obb"):
        corners = [ora.add(b.points[0], ora.mul(u, s * b.radius)) for u in ora.EX for s in (-1, 1)]
        return all(ora.conv_dist2(a.points, [p]) == 0 for p in corners)
    if b.radius:
        return False
    return all(ora.conv_dist2(a.points, [p]) == 0 for p in b.points)


def check_classify(report, a, b, query, answer):
    report.count += 1
    d2, grown = gap2(a, b), a.radius + b.radius
    doubtful = "sphere" in (a.kind, b.kind) and min(
        abs(ora.sqrtq(d2) - grown),
        *[abs(ora.sqrtq(ora.n2(ora.sub(p, q))) - abs(r)) for p in a.points for q in b.points
          for r in (a.radius - b.radius, a.radius + b.radius)]) <= 32 * Q(2) ** -53 * magnitude(a, b)
    if doubtful and not (a.kind == b.kind == "sphere" and d2 == 0):
        return
    expected = "disjoint" if d2 > grown * grown else "contains" if holds(a, b) else \
        "inside" if holds(b, a) else "intersects"
    if (a.kind, b.kind) == ("obb", "triangle") and expected != "disjoint":  # its corners are rounded
        expected = answer.get("relation") if answer.get("relation") != "disjoint" else expected
    if answer.get("relation") != expected:
        report.fail("relation should be " + expected, query, answer)


def check_penetration(report, a, b, query, answer):
    """boxes with axes of the frame: the depth is the least of the six ways out"""
    report.count += 1
    low_a, high_a = [min(c) for c in zip(*a.points)], [max(c) for c in zip(*a.points)]
    low_b, high_b = [min(c) for c in zip(*b.points)], [max(c) for c in zip(*b.points)]
    ways = [h - l for h, l in zip(high_a, low_b)] + [h - l for h, l in zip(high_b, low_a)]
    expected = min(ways)
    if answer.get("overlap") is not (expected >= 0):
        return report.fail("overlap should be %s" % (expected >= 0), query, answer)
    if expected < 0 or magnitude(a, b) > LARGEST / 8:
        return
    if abs(Q(answer["depth"]) - expected) > 4 * report.ulp * magnitude(a, b) + TINY:
        report.fail("depth should be %r" % ora.tof(expected), query, answer)


def swapped(verb, answer):
    out = dict(answer)
    for x, y in (("point_a", "point_b"), ("t_a", "t_b")):
        for to, source in ((x, y), (y, x)):
            out.pop(to, None)
            if source in answer:
                out[to] = answer[source]
    if verb == "classify":
        turn = {"contains": "inside", "inside": "contains"}
        out["relation"] = turn.get(answer["relation"], answer["relation"])
    if verb == "penetration" and answer.get("normal"):
        out["normal"] = [-x for x in answer["normal"]]
    return out


CHECKS = (("closest", CLOSEST, check_closest, 40), ("overlap", OVERLAP, check_overlap, 120),
          ("classify", CLASSIFY, check_classify, 40),
          ("penetration", [("aabb", "aabb"), ("aabb", "obb"), ("obb", "obb")], check_penetration, 120))


def run(carom, precision, seed, scale):
    maker, report = cases.Maker(seed, precision), Report(precision)
    for verb, pairs, check, count in CHECKS:
        made = []
        for kinds in pairs:
            for _ in range(max(1, int(count * scale))):
                pool = maker.points(6)
                a, b = (make_shape(maker, kind, pool) for kind in kinds)
                made.append((a, b, {"query": verb, "a": a.text, "b": b.text}))
        answers = ask(carom, precision, [q for _, _, q in made])
        turned = ask(carom, precision, [dict(q, a=q["b"], b=q["a"]) for _, _, q in made])
        for (a, b, query), answer, turn in zip(made, answers, turned):
            check(report, a, b, query, answer)
            if a.kind == b.kind and verb in ("closest", "penetration"):
                continue  # either of several equally good answers
            if verb == "classify" and answer.get("relation") == turn.get("relation") == "contains":
                continue  # equal sets
            if "closest" in answer or "closest" in turn:
                continue
            if swapped(verb, answer) != turn:
                report.fail("swapping changes the answer", query, {"answer": answer, "swapped": turn})
    print("%s: %d cases, %d failures, largest error of a distance %.3g of the shapes' size" %
          (precision, report.count, report.failures, report.worst))
    return report.failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--carom", required=True)
    parser.add_argument("--seed", type=int, default=20261)
    parser.add_argument("--scale", type=float, default=1.0)
    options = parser.parse_args()
    failures = sum(run(options.carom, precision, options.seed, options.scale)
                   for precision in ("float", "double"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
