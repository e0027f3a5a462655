"""What the property tests share: adversarial numbers that the chosen precision holds exactly, and the
command to ask."""
import argparse
import json
import math
import os
import random
import struct
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle as ora
from oracle import Q

ONE = Q(1)
TINY = Q(2) ** -140  # what float cannot hold
LARGEST = Q(2) ** 128 - Q(2) ** 104  # the largest float


def ask(carom, precision, queries):
    text = "\n".join(json.dumps(q) for q in queries) + "\n"
    done = subprocess.run([carom, "query", "--precision", precision], input=text, text=True,
                          stdout=subprocess.PIPE, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(queries):
        sys.exit("%d answers to %d queries" % (len(answers), len(queries)))
    return answers


def main(run, seed, cases):
    """The command of a property test: run(carom, precision, seed, cases) counts failures, in both precisions."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--carom", required=True)
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--cases", type=int, default=cases)
    options = parser.parse_args()
    failures = sum(run(options.carom, precision, options.seed, options.cases) for precision in ("float", "double"))
    sys.exit(1 if failures else 0)


# ------------------------------------------------------------------------------ making cases
class Maker:
    """Numbers that the precision holds exactly."""

    def __init__(self, seed, precision):
        self.rng = random.Random(seed)
        self.single = precision == "float"

    def real(self, x):
        return struct.unpack("f", struct.pack("f", x))[0] if self.single else float(x)

    def nudge(self, x):
        """x or a neighbour of it"""
        step = self.rng.choice((-1, 0, 0, 1))
        if step == 0:
            return x
        if x == 0.0:
            return step * 2.0 ** self.rng.choice((-100, -30))
        if not self.single:
            return math.nextafter(x, math.inf * step)
        bits = struct.unpack("i", struct.pack("f", x))[0]
        return struct.unpack("f", struct.pack("i", bits + step))[0]

    def lattice(self, n=3):
        return [float(self.rng.randint(-n, n)) for _ in range(3)]

    def anywhere(self, scale=1.0):
        return [self.real(self.rng.uniform(-scale, scale)) for _ in range(3)]

    def combine(self, points, total=4):
        """a lattice combination of points: weights are quarters, sum 1, some of them often 0"""
        w = [0] * len(points)
        for _ in range(total):
            w[self.rng.randrange(len(points))] += 1
        return [self.real(sum(wi * p[k] for wi, p in zip(w, points)) / total) for k in range(3)]

    def points(self, n):
        """n points of one of several kinds"""
        kind = self.rng.randrange(8)
        if kind <= 1:
            return [self.lattice(2 + 2 * kind) for _ in range(n)]
        if kind == 2:  # coincident or collinear
            p = [self.lattice() for _ in range(2)]
            return [list(self.rng.choice(p)) if self.rng.random() < 0.4 else self.combine(p)
                    for _ in range(n)]
        if kind == 3:
            return [self.anywhere() for _ in range(n)]
        if kind == 4:  # sliver
            p = [self.anywhere() for _ in range(2)]
            return [[self.nudge(x) for x in self.combine(p)] for _ in range(n)]
        if kind == 5:  # far from the origin, a few ulps wide or a lattice there
            far = self.real(self.rng.choice((1024.0, 65536.0, 1e6)))
            return [[self.real(far + x) for x in self.lattice()] for _ in range(n)]
        if kind == 6:  # each of its own size
            return [[x * 2.0 ** self.rng.randint(-40, 40) for x in self.lattice()]
                    for _ in range(n)]
        scale = 2.0 ** self.rng.choice((-60, -30, 20, 60))
        return [[x * scale for x in self.lattice()] for _ in range(n)]

    def target(self, points):
        """a point on a vertex, edge or inside of the hull, perhaps one ulp off"""
        p = self.combine(self.rng.sample(points, min(len(points), self.rng.choice((1, 2, 3)))))
        return [self.nudge(x) for x in p] if self.rng.random() < 0.3 else p


# ------------------------------------------------------------------------------ making shapes
AXES = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 0], [-1, 0, 0], [0, 0, 1]],
        [[0, 0, 1], [0, -1, 0], [1, 0, 0]])


class Shape:
    """`text` for the command, exact `points` whose hull it is, grown by `radius`"""

    def __init__(self, kind, body, points, radius=0.0):
        self.kind, self.text, self.body = kind, {kind: body}, body
        self.points = list(dict.fromkeys(ora.q3(p) for p in points))
        self.radius = Q(radius)
        self.exact = kind in ("point", "segment", "triangle", "aabb")


def box_of(points):
    low = [min(c) for c in zip(*points)]
    high = [max(c) for c in zip(*points)]
    return {"min": low, "max": high}


def make_shape(maker, kind, pool):
    """a shape of the kind on points of the pool, some of them moved onto one another or by an ulp"""
    rng = maker.rng
    pick = [maker.target(pool) if rng.random() < 0.5 else list(rng.choice(pool)) for _ in range(3)]
    if kind == "point":
        return Shape(kind, pick[0], pick[:1])
    if kind == "segment":
        return Shape(kind, pick[:2], pick[:2])
    if kind == "triangle":
        return Shape(kind, pick, pick)
    if kind == "aabb":
        box = box_of(pick[:2])
        return Shape(kind, box, [tuple(map(float, p)) for p in ora.box_pts(box["min"], box["max"])])
    if kind == "obb":
        half = [abs(maker.real(x - y)) for x, y in zip(pick[0], pick[1])]
        axes = rng.choice(AXES)
        body = {"center": pick[2], "axes": axes, "half_extents": half}
        edges = [ora.mul(ora.q3(u), Q(h)) for u, h in zip(axes, half)]
        shape = Shape(kind, body, pick[:1])
        shape.points = ora.obb_shape(ora.q3(pick[2]), edges)[0]
        return shape
    size = max(abs(x - y) for x, y in zip(pick[1], pick[2]))
    radius = maker.real(rng.choice((0.0, 0.5, 1.0, rng.random())) * size)
    if kind == "sphere":
        return Shape(kind, {"center": pick[0], "radius": radius}, pick[:1], radius)
    return Shape(kind, {"a": pick[0], "b": pick[1], "radius": radius}, pick[:2], radius)
