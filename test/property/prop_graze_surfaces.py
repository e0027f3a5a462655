#!/usr/bin/env python3
"""Sweeps of bounded shapes that graze a mesh or a height field by construction, and the same by one ulp beside.

As in prop_graze_solids.py the moving shape lies above the plane z = k of an integer frame and touches it in a vertex
or along an edge, grown by a radius of k.  The surface lies in z <= 0 and touches z = 0 in a vertex, along an edge of
several parts, or with a face of several triangles.  The shape moves in its plane: contact begins and ends when its
path enters and leaves the sum of the two features, a zonogon with rational corners.
Run as: prop_graze_surfaces.py --carom PATH
"""
import argparse
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import prop_graze as graze
import prop_graze_solids as solids
from cases import ask
from oracle import Q

LOWER = ("mesh vertex", "mesh edge", "mesh face", "posed mesh vertex", "posed mesh edge", "field vertex", "field edge",
         "field face")
CURVED = ("cylinder side", "cylinder rim", "cone side", "cone rim", "cone apex", "ellipsoid")
UPPER = ("sphere", "capsule") + CURVED + ("point", "segment", "triangle", "tetrahedron", "hull", "aabb")


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def clip(generators, start, motion):
    """First and last time at which start + t motion is in the sum of the segments low g .. high g, or None."""
    first, last = Q(-10), Q(10)
    for g in [g for _, _, g in generators] + [motion]:
        for sign in (1, -1):
            m = (-g[1] * sign, g[0] * sign)
            most = sum(max(low * dot(m, h), high * dot(m, h)) for low, high, h in generators)
            room, speed = most - dot(m, start), dot(m, motion)
            if speed == 0:
                if room < 0:
                    return None
            elif speed > 0:
                last = min(last, Q(room) / speed)
            else:
                first = max(first, Q(room) / speed)
    # a zonogon with fewer than two directions is also bounded along its own
    for g in [g for _, _, g in generators] or [(1, 0), (0, 1)]:
        for m in (g, (-g[0], -g[1])):
            most = sum(max(low * dot(m, h), high * dot(m, h)) for low, high, h in generators)
            room, speed = most - dot(m, start), dot(m, motion)
            if speed == 0:
                if room < 0:
                    return None
            elif speed > 0:
                last = min(last, Q(room) / speed)
            else:
                first = max(first, Q(room) / speed)
    return (first, last) if first <= last else None


# ------------------------------------------------------------------------------ surfaces
def write_mesh(folder, number, points, faces):
    path = os.path.join(folder, "%d.obj" % number)
    with open(path, "w", encoding="ascii") as out:
        for p in points:
            out.write("v %d %d %d\n" % tuple(int(x) for x in p))
        for f in faces:
            out.write("f %d %d %d\n" % tuple(i + 1 for i in f))
    return path


def mesh_parts(rng, feature):
    """(points in the frame, triangles, generators): a pyramid, a roof or a table"""
    depth = rng.randint(2, 6)
    if feature == "vertex":
        ring = [(-4, -3), (3, -4), (4, 3), (-3, 5)]
        points = [(0, 0, 0)] + [(x, y, -depth - rng.randint(0, 2)) for x, y in ring]
        return points, [(0, i + 1, (i + 1) % 4 + 1) for i in range(4)], []
    parts, low = rng.randint(1, 4), -rng.randint(0, 4)
    ys = [low]
    for _ in range(parts):
        ys.append(ys[-1] + rng.randint(1, 3))
    xs = [0] if feature == "edge" else [-rng.randint(1, 4), rng.randint(0, 1), rng.randint(2, 5)]
    columns = [(xs[0] - rng.randint(1, 5), -depth)] + [(x, 0) for x in xs] + [(xs[-1] + rng.randint(1, 5), -depth)]
    points = [(x, y, z) for x, z in columns for y in ys]
    n, faces = len(ys), []
    for c in range(len(columns) - 1):
        for i in range(n - 1):
            p = c * n + i
            if rng.random() < 0.5:
                faces += [(p, p + n, p + 1), (p + 1, p + n, p + n + 1)]
            else:
                faces += [(p, p + n, p + n + 1), (p, p + n + 1, p + 1)]
    rng.shuffle(faces)
    generators = [(ys[0], ys[-1], (0, 1))]
    if feature == "face":
        generators.append((xs[0], xs[-1], (1, 0)))
    return points, faces, generators


def mesh_body(rng, put, folder, number, kind, origin):
    points, faces, generators = mesh_parts(rng, kind.split()[-1])
    placed = [put(*p) for p in points]
    if not kind.startswith("posed"):
        return {"mesh": write_mesh(folder, number, placed, faces)}, generators
    turn = rng.choice(((1, 0, 0, 0), (0.5, 0.5, 0.5, 0.5), (0.5, -0.5, 0.5, 0.5), (0, 0, 0, 1), (0, 1, 0, 0)))
    columns = solids.frame_of(*[int(2 * c) for c in turn])[0]
    local = [[dot(c, [x - o for x, o in zip(p, origin)]) / dot(c, c) ** 0.5 for c in columns] for p in placed]
    w, x, y, z = turn
    return {"mesh": write_mesh(folder, number, local, faces),
            "pose": {"position": [float(o) for o in origin], "rotation": [x, y, z, w]}}, generators


def in_plane(axes, p):
    """coordinates along the frame's first two axes"""
    return tuple(Q(dot(a, p)) / dot(a, a) for a in axes[:2])


def field_body(rng, axes, origin, feature):
    """Heights that reach the plane through `origin` in some samples only."""
    n = axes[2]
    side = 1 if n[1] > 0 else -1
    columns, rows = rng.randint(3, 5), rng.randint(3, 5)
    i, k = rng.randrange(columns), rng.randrange(rows)
    wide, long = 0, 0
    if feature == "edge" and rng.random() < 0.5:
        wide = rng.randint(1, columns - 1)
    elif feature == "edge":
        long = rng.randint(1, rows - 1)
    elif feature == "face":
        wide, long = rng.randint(1, columns - 1), rng.randint(1, rows - 1)
    i, k = rng.randrange(columns - wide), rng.randrange(rows - long)
    step = abs(n[1])
    heights = []
    for row in range(rows):
        heights.append([])
        for column in range(columns):
            on = i <= column <= i + wide and k <= row <= k + long
            height = -side * ((column - i) * n[0] + (row - k) * n[2])
            heights[-1].append(float(height if on else height - side * rng.randint(1, 9)))
    text = {"heights": heights, "spacing": [float(step), 1.0, float(step)],
            "origin": [float(origin[0] - i * step), float(origin[1]), float(origin[2] - k * step)]}
    generators = []
    if wide:
        generators.append((0, wide, in_plane(axes, (step, -side * n[0], 0))))
    if long:
        generators.append((0, long, in_plane(axes, (0, -side * n[2], step))))
    return {"heightfield": text}, generators


# ------------------------------------------------------------------------------ cases
def upper_body(rng, lift, axes, length, kind, k):
    if kind in CURVED:
        return solids.lower_body(rng, lambda x, y, z: lift(x, y, -z), axes, length, kind)
    return solids.upper_body(rng, lift, axes, length, kind, k, float(k * length))


def make(maker, lower_kind, upper_kind, folder, number):
    """(query, times)"""
    rng = maker.rng
    if upper_kind == "ellipsoid":
        axes, length = solids.frame_of(*rng.choice(solids.LEVEL))
    else:
        axes, length = graze.frame(rng, 12)
    if axes[2][1] == 0 and lower_kind.startswith("field"):
        return None
    origin = [rng.choice((0, 0, rng.randint(-50, 50))) for _ in range(3)]
    put = lambda x, y, z: graze.at(origin, axes, x, y, z)
    if lower_kind.startswith("field"):
        lower, generators = field_body(rng, axes, origin, lower_kind.split()[-1])
    else:
        lower, generators = mesh_body(rng, put, folder, number, lower_kind, origin)
    k = rng.randint(1, 3) if upper_kind in ("sphere", "capsule") else 0
    s, m = rng.randint(1, 6), rng.randint(7, 16)
    x, y = rng.choice((-3, -2, -1, 1, 2, 3)), rng.randint(-4, 4)
    # over a point of the contact's edge or face that has integer coordinates, mostly
    over = [0, 0]
    for low, high, g in generators:
        w = rng.choice((low, high, rng.randint(low, high), rng.randint(low - 1, high + 1)))
        over = [o + w * c for o, c in zip(over, g)]
    if any(Q(o).denominator != 1 for o in over):
        over = [0, 0]
    start, motion = (int(over[0]) - x * s, int(over[1]) - y * s), (x * m, y * m)
    if not generators or rng.random() < 0.3:
        start = (-x * s, -y * s)
    lift = lambda a, b, c: graze.at(origin, axes, a + start[0], b + start[1], c + k)
    upper = upper_body(rng, lift, axes, length, upper_kind, k)
    if upper is None:
        return None
    sum_of = list(generators)
    if upper.feature[0] == "edge":  # cylinder and cone touch along y, other shapes along x
        low, high = upper.feature[1:]
        sum_of.append((-high, -low, (0, 1) if upper_kind in CURVED else (1, 0)))
    times = clip(sum_of, start, motion)
    if times is not None:
        if times[1] < 0 or times[0] > 1:
            times = None
        elif times[0] <= 0:
            return None
        else:
            times = times[0], min(times[1], Q(1))
    way = graze.at((0, 0, 0), axes, motion[0], motion[1], 0)
    drift = [float(rng.randint(-5, 5)) if rng.random() < 0.2 else 0.0 for _ in range(3)]
    return {"query": "sweep", "a": upper.text, "b": lower, "motion_a": [w + d for w, d in zip(way, drift)],
            "motion_b": drift}, times


def smaller(maker, query, upper_kind):
    """the same with a radius one ulp less, where that surely misses"""
    other = json.loads(json.dumps(query))
    (kind, shape), = other["a"].items()
    if kind == "ellipsoid":
        shape["radii"] = [maker.ulp(r, -1) for r in shape["radii"]]
        return other
    if upper_kind in ("sphere", "capsule", "cylinder side", "cylinder rim", "cone rim"):
        shape["radius"] = maker.ulp(shape["radius"], -1)
        return other
    return None


def run(carom, precision, seed, n):
    maker, made, number = graze.Maker(seed, precision), [], 0
    report = graze.Report(maker, precision)
    with tempfile.TemporaryDirectory() as folder:
        for lower_kind in LOWER:
            for upper_kind in UPPER:
                for _ in range(n):
                    number += 1
                    case = make(maker, lower_kind, upper_kind, folder, number)
                    if case is None:
                        continue
                    query, times = case
                    # what is left last is not what is met first: the exit is that of one triangle
                    keys = ("fraction", "fraction_exit") if times and times[0] == times[1] else ("fraction",)
                    slides = times is not None and upper_kind in solids.SHARP
                    less = smaller(maker, query, upper_kind)
                    for turned in (False, True):
                        label = ("sliding " if slides else "") + upper_kind + " " + lower_kind
                        label += " swapped" if turned else ""
                        made.append((label, graze.swapped(query) if turned else query, times, keys))
                        if less is not None:
                            made.append((label + " smaller", graze.swapped(less) if turned else less, None, ()))
        answers = ask(carom, precision, [m[1] for m in made])
    for (name, query, times, keys), answer in zip(made, answers):
        report.check(name, query, answer, times, keys)
    print("%s: %d cases, %d failures, largest error of a time %.3g" %
          (precision, report.count, report.failures, report.worst))
    for why, count in sorted(report.tally.items()):
        print("   ", count, why)
    return report.failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--carom", required=True)
    parser.add_argument("--seed", type=int, default=20266)
    parser.add_argument("--cases", type=int, default=8)
    options = parser.parse_args()
    failures = sum(run(options.carom, precision, options.seed, options.cases)
                   for precision in ("float", "double"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
