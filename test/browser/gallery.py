#!/usr/bin/python3
"""The gallery in Debian's chromium: every page opens without a complaint on a wide and on a narrow screen, light and dark; what is dragged, by mouse, touch and keyboard,
moves; the answers are those of the native command for the same numbers; the address brings the state back; and the code that a page shows compiles, or runs, in
each language. usage: gallery.py SITE --carom COMMAND --build BUILD_DIR [--pictures FOLDER] [--pages NAME,NAME]"""
import argparse
import functools
import http.server
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile
import threading
from fractions import Fraction

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import chromium  # noqa: E402
from package import Quiet, Served  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
parser = argparse.ArgumentParser()
parser.add_argument("site")
parser.add_argument("--carom", required=True)
parser.add_argument("--build", required=True)
parser.add_argument("--pictures")
parser.add_argument("--pages", help="names of pages, with commas between: these alone")
args = parser.parse_args()
PYTHON = ROOT / "build/python/venv/bin/python"
HAS_PYTHON = PYTHON.exists() and subprocess.run([PYTHON, "-c", "import carom"], capture_output=True).returncode == 0
folder = tempfile.TemporaryDirectory()
meshes = {}  # of the page that is open


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def native(query):
    done = subprocess.run([args.carom, "query"], input=json.dumps(query) + "\n", text=True, capture_output=True, check=True)
    return json.loads(done.stdout)


def ray(points):
    return {"ray": {"origin": points["o"], "direction": minus(points["d"], points["o"])}}


def of_ray(hit):
    return {"t, and where it leaves": [hit["t"], hit["t_exit"]], "point": hit["point"]} if hit["hit"] else {}


def of_triangle(state):
    p = state["points"]
    near = native({"query": "closest", "a": {"point": p["p"]}, "b": {"triangle": [p["a"], p["b"], p["c"]]}})
    return {"distance": [near["distance"]], "closest point": near["point_b"], "barycentric": near["barycentric"]}


def of_slabs(state):
    half = [max(0.1, abs(x)) for x in state["points"]["h"]]
    return of_ray(native({"query": "raycast", "a": ray(state["points"]), "b": {"aabb": {"min": [-x for x in half], "max": half}}}))


def of_ray_sphere(state):
    return of_ray(native({"query": "raycast", "a": ray(state["points"]), "b": {"sphere": {"center": state["points"]["s"], "radius": state["numbers"]["radius"]}}}))


def of_sphere_sweep(state):
    p = state["points"]
    against = {"plane": {"plane": {"normal": [0.2, 1, 0.1], "offset": -1}}, "sphere": {"sphere": {"center": [0.4, -0.8, 0], "radius": 0.9}},
               "triangle": {"triangle": [[-1.6, -1.2, 1.2], [1.8, -0.9, 0.6], [0.1, -0.6, -1.7]]}}[state["choices"]["against"]]
    hit = native({"query": "sweep", "a": {"sphere": {"center": p["a"], "radius": state["numbers"]["radius"]}}, "b": against, "motion_a": minus(p["b"], p["a"])})
    return {"point": hit["point"]} if hit["hit"] else {}


def of_two_spheres(state):
    p, n = state["points"], state["numbers"]
    hit = native({"query": "sweep", "a": {"sphere": {"center": p["a"], "radius": n["first"]}}, "b": {"sphere": {"center": p["c"], "radius": n["second"]}},
                  "motion_a": minus(p["b"], p["a"]), "motion_b": minus(p["d"], p["c"])})
    return {"point": hit["point"], "normal": hit["normal"]} if hit["hit"] else {}


def of_box(state):
    half = [max(0.1, abs(x)) for x in state["points"]["h"]]
    near = native({"query": "closest", "a": {"point": state["points"]["p"]}, "b": {"aabb": {"min": [-x for x in half], "max": half}}})
    return {"distance": [near["distance"]], "closest point": near["point_b"]}


GJK_A = [[-0.6, -0.4, -0.4], [0.6, -0.5, -0.3], [0.1, -0.4, 0.6], [-0.4, 0.5, 0.1], [0.5, 0.3, -0.2], [0.2, 0.6, 0.3]]
GJK_B = [[-0.5, -0.3, -0.3], [0.4, -0.5, -0.3], [0.5, -0.3, 0.4], [-0.4, -0.4, 0.4], [0, 0.6, 0]]


def of_gjk(state):
    p, half = state["points"], math.radians(state["numbers"]["turn"]) / 2
    near = native({"query": "closest", "a": {"hull": GJK_A, "pose": {"position": p["a"]}},
                   "b": {"hull": GJK_B, "pose": {"position": p["b"], "rotation": [0, math.sin(half), 0, math.cos(half)]}}})
    last = {"its distance from O": [near["distance"]]} if state["numbers"]["step"] == 10 else {}
    return {"distance": [near["distance"]], **last, **({"point of A": near["point_a"], "point of B": near["point_b"]} if near["distance"] else {})}


def mesh_file(name, scale=1):
    """A mesh of the page that is open, in a file."""
    mesh = meshes[name]
    path = pathlib.Path(folder.name) / f"{name}-{scale}.obj"
    if not path.exists():
        corners = [f"v {x * scale!r} {y * scale!r} {z * scale!r}\n" for x, y, z in mesh["positions"]]
        path.write_text("".join(corners + [f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in mesh["indices"]]))
    return {"mesh": str(path)}


def of_two_meshes(state):
    knot, ball = mesh_file("knot"), {**mesh_file("ball", state["numbers"]["radius"]), "pose": {"position": state["points"]["b"]}}
    near = native({"query": "closest", "a": knot, "b": ball})
    touch = native({"query": "overlap", "a": knot, "b": ball})["overlap"]
    assert touch == (near["distance"] == 0)
    if touch:
        radius = state["numbers"]["radius"]
        found = clashes([(meshes["knot"], [0, 0, 0]), ({"positions": [[radius * x for x in p] for p in meshes["ball"]["positions"]], "indices": meshes["ball"]["indices"]}, state["points"]["b"])])
        # the page scales in single precision
        return {"they touch": "yes", "distance": [0], "depth": lambda shown: abs(numbers(shown.split(",")[0])[0] - found[0]["depth"]) <= 1e-3}
    return {"they touch": "yes" if touch else "no", "distance": [near["distance"]], **({} if touch else {"point of the knot": near["point_a"], "point of the ball": near["point_b"]})}


def of_slices(state):
    point, knot = state["points"]["p"], mesh_file("knot")
    distance = native({"query": "distance", "a": {"point": point}, "b": knot})["distance"]
    # a ray into the void crosses a closed surface as often as it leaves a solid and enters it
    crossings, start = 0, point
    while True:
        hit = native({"query": "raycast", "a": {"ray": {"origin": start, "direction": [0.3, 0.5, 0.7]}}, "b": knot})
        if not hit["hit"]:
            break
        crossings += 1
        start = [x + (hit["t"] + 1e-9) * d for x, d in zip(start, [0.3, 0.5, 0.7])]
    inside = crossings % 2
    return {"signed distance of P": [-distance if inside else distance], "P is": "inside" if inside else "outside"}


def unit(v):
    return [x / math.hypot(*v) for x in v]


def cross(u, v):
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]


def any_shape(kind, center, tip):
    """The shape of the page about any shapes, that a middle and a tip place."""
    along, width = minus(tip, center), 0.45
    half = max(math.hypot(*along), 0.2)
    y = unit(along) if math.hypot(*along) > 1e-9 else [0, 1, 0]
    x = unit(cross(y, [0, 0, 1] if abs(y[2]) < 0.9 else [1, 0, 0]))
    axes = [x, y, cross(x, y)]
    low, high = ([c + s * half * e for c, e in zip(center, y)] for s in (-1, 1))
    if kind == "hull":
        corners = [[-1, -1, -0.7], [0.9, -1, -0.6], [0.2, -1, 1], [-0.5, 1, 0.4], [0.6, 1, -0.3], [1.1, 0.1, 0.3]]
        return {"hull": [[center[k] + width * p[0] * axes[0][k] + half * p[1] * axes[1][k] + width * p[2] * axes[2][k] for k in range(3)] for p in corners]}
    if kind == "tetrahedron":
        return {kind: [[center[k] + width * p[0] * axes[0][k] + half * p[1] * axes[1][k] + width * p[2] * axes[2][k] for k in range(3)] for p in [[-1.2, -1, -0.8], [1.2, -1, -0.6], [0, -1, 1.2], [0, 1, 0]]]}
    if kind == "heightfield":
        return {kind: {"heights": [[0, 0.3, 0.1, 0], [0.2, 0.8, 0.6, 0.1], [0.1, 1, 0.4, 0.3], [0, 0.2, 0.5, 0]], "origin": [center[0] - 0.9, center[1], center[2] - 0.9], "spacing": [0.6, half, 0.6]}}
    if kind == "compound":
        return {kind: [{"sphere": {"center": low, "radius": 0.3}}, {"sphere": {"center": high, "radius": width}}, {"capsule": {"a": low, "b": high, "radius": 0.15}}]}
    size = [width, half, 0.6 * width]
    return {"segment": {"segment": [low, high]}, "line": {"line": {"origin": center, "direction": y}}, "halfspace": {"halfspace": {"normal": y, "offset": sum(u * v for u, v in zip(y, center))}}, "capsule": {"capsule": {"a": low, "b": high, "radius": width}}, "cylinder": {"cylinder": {"a": low, "b": high, "radius": width}},
            "cone": {"cone": {"base": low, "apex": high, "radius": width}}, "ellipsoid": {"ellipsoid": {"center": center, "axes": axes, "radii": size}},
            "box": {"obb": {"center": center, "axes": axes, "half_extents": size}}, "sphere": {"sphere": {"center": center, "radius": half}}}[kind]


def of_any_shapes(state):
    p, kinds = state["points"], state["choices"]
    found = native({"query": "distance_signed", "a": any_shape(kinds["first"], p["a"], p["b"]), "b": any_shape(kinds["second"], p["c"], p["d"])})
    if found["distance"] is None or math.isinf(found["distance"]):  # no move parts them
        assert not {kinds["first"], kinds["second"]} - {"line", "halfspace"}, kinds
        return {"depth": "∞: neither is bounded, and no move parts them"}
    return {"distance" if found["distance"] > 0 else "depth": [abs(found["distance"])], "normal, from the first": found["normal"]}


def of_halving(state):
    p, moving = state["points"], {"sphere": {"center": [0, 0, 0], "radius": state["numbers"]["radius"]}}
    hit = native({"query": "toi", "a": {**moving, "pose": {"position": p["a"]}}, "b": {"aabb": {"min": [-0.9, -0.6, -0.7], "max": [0.9, 0.6, 0.7]}}, "end_pose_a": {"position": p["b"]}})
    if not hit["hit"]:
        return {"carom's answer": "never"}

    def not_late(shown):
        return shown != "no contact" and numbers(shown.split(" to ")[0])[0] <= hit["fraction"] + 6e-5

    return {"point": hit["point"], "halving ends with": not_late, **({} if hit["initial_overlap"] else {"carom's answer": [hit["fraction"]]})}


def of_epa(state):
    p, half = state["points"], math.radians(state["numbers"]["turn"]) / 2
    query = {"a": {"hull": GJK_A, "pose": {"position": p["a"]}}, "b": {"hull": GJK_B, "pose": {"position": p["b"], "rotation": [0, math.sin(half), 0, math.cos(half)]}}}
    deep = native({"query": "penetration", **query})
    if not deep["overlap"]:
        return {"distance": [native({"query": "distance", **query})["distance"]]}
    last = {"nearest face's distance": [deep["depth"]]} if state["numbers"]["step"] == 12 else {}
    return {"they overlap, depth": [deep["depth"]], "normal": deep["normal"], "point of A": deep["point_a"], "point of B": deep["point_b"], **last}


def turned(points, numbers):
    """By the quaternion of a turn about y, then a tilt about x."""
    (cy, sy), (cx, sx) = [(math.cos(math.radians(numbers[n]) / 2), math.sin(math.radians(numbers[n]) / 2)) for n in ("turn", "tilt")]
    axis, w = [sx * cy, cx * sy, sx * sy], cx * cy
    out = []
    for p in points:
        c = [2 * x for x in cross(axis, p)]
        d = cross(axis, c)
        out.append([p[k] + w * c[k] + d[k] for k in range(3)])
    return out


@functools.lru_cache
def fits(name, turn, tilt):
    mesh = meshes[name]
    path = pathlib.Path(folder.name) / "turned.obj"
    corners = [f"v {x!r} {y!r} {z!r}\n" for x, y, z in turned(mesh["positions"], {"turn": turn, "tilt": tilt})]
    path.write_text("".join(corners + [f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in mesh["indices"]]))
    told = json.loads(subprocess.run([args.carom, "bounds", path, "--json"], text=True, capture_output=True, check=True).stdout)
    return {one["name"]: one["volume"] for one in told["volumes"]}


def of_bounding(state):
    name = state["choices"]["mesh"]
    if name not in meshes:
        meshes.update(PAGE[0].run(MESHES))
    told, names = fits(name, state["numbers"]["turn"], state["numbers"]["tilt"]), {"least sphere": "sphere, least", "box along the axes": "AABB", "box in any direction": "OBB, near-minimal",
                                                                              "14-DOP": "14-DOP", "18-DOP": "18-DOP", "26-DOP": "26-DOP", "convex hull": "hull"}
    shown = {what.removeprefix("▸ "): (what, value) for what, value in answer(PAGE[0]).items()}

    def as_told(name):
        # the page fits the vertices of the hull alone: its box in any direction may be another, nearly as good one; the capsule's axis depends on all points, and is left out
        part = 0.02 if name.startswith("OBB") else 1e-5
        return lambda value: abs(numbers(value)[0] - told[name]) <= part * told[name]

    return {shown[own][0]: as_told(name) for own, name in names.items()}


def of_bsp(state):
    meshes.update(PAGE[0].run(MESHES))
    corners, p = meshes["boxes"]["positions"], state["points"]
    path = pathlib.Path(folder.name) / "faces.obj"
    path.write_text("".join([f"v {x!r} {y!r} {z!r}\n" for x, y, z in corners] + [f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in meshes["boxes"]["indices"]]))
    hit = native({"query": "raycast", "a": {"ray": {"origin": p["v"], "direction": minus(p["p"], p["v"])}}, "b": {"mesh": str(path)}})
    inside = any(native({"query": "overlap", "a": {"point": p["p"]}, "b": {"hull": corners[24 * i:24 * i + 24]}})["overlap"] for i in range(len(corners) // 24))
    return {"P is": "inside of a box" if inside else "outside of all boxes", "the ray from V hits": [hit["t"]] if hit["hit"] else "nothing", **({"there": hit["point"]} if hit["hit"] else {})}


def clashes(parts, clearance=0, tolerance=0):
    """What the command says of meshes that are moved."""
    lines, first = [], 1
    for number, (mesh, by) in enumerate(parts):
        lines += [f"o part{number}"] + [f"v {p[0] + by[0]!r} {p[1] + by[1]!r} {p[2] + by[2]!r}" for p in mesh["positions"]] + [f"f {a + first} {b + first} {c + first}" for a, b, c in mesh["indices"]]
        first += len(mesh["positions"])
    path = pathlib.Path(folder.name) / "assembly.obj"
    path.write_text("\n".join(lines) + "\n")
    return json.loads(subprocess.run([args.carom, "clash", path, "--json", "--clearance", repr(clearance), "--tolerance", repr(tolerance)], text=True, capture_output=True).stdout)["clashes"]


def of_clash(state):
    home = PAGE[0].run("gallery.shown.page.points.r.at")
    names = [name for name in meshes if name.startswith("part")]
    rod = next(name for name in names if all(abs(sum(x[k] for x in (min(meshes[name]["positions"], key=lambda p: p[k]), max(meshes[name]["positions"], key=lambda p: p[k]))) / 2 - home[k]) < 1e-3 for k in range(3)))
    # the page moves the rod from the middle of its box, of which its letter has three digits
    middle = [(min(p[k] for p in meshes[rod]["positions"]) + max(p[k] for p in meshes[rod]["positions"])) / 2 for k in range(3)]
    move = minus(state["points"]["r"], middle)
    n = state["numbers"]
    told = clashes([(meshes[name], move if name == rod else [0, 0, 0]) for name in names], n["clearance"] / 32, n["tolerance"] / 32)
    count = {verdict: [sum(c["verdict"] == verdict for c in told)] for verdict in ("hard", "touching", "near")}
    hard = sorted((32 * c["depth"] for c in told if c["verdict"] == "hard"), reverse=True)
    deep = [value for value in answer(PAGE[0]).values() if value.startswith("overlap, ")]
    assert all(abs(numbers(text.split(", ")[1])[0] - depth) <= 6e-5 * max(1, depth) for text, depth in zip(deep, hard)) and len(deep) == min(4, len(hard)), (deep, hard)
    return count


def of_walk(state):
    """The shown code is the whole walk: it is compiled in double, and told where it ends."""
    source = pathlib.Path(folder.name) / "walk.c"
    code = PAGE[0].run("gallery.shown.page.code(gallery.shown.state).c")
    source.write_text(f'#include <carom/carom.h>\n#include <math.h>\n#include <stdio.h>\nint main(void) {{\n{code}\nprintf("%.17g %.17g %.17g\\n", stands.x, stands.y, stands.z);\nreturn 0;\n}}\n')
    done = subprocess.run(["cc", "-std=c17", "-O1", "-DCAROM_DOUBLE", "-I", str(ROOT / "include"), str(source), str(pathlib.Path(args.build) / "libcarom.a"), "-lm", "-pthread", "-o", str(source.with_suffix(""))], text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    told = subprocess.run([source.with_suffix("")], text=True, capture_output=True, check=True).stdout
    return {"position": [float(x) for x in told.split()]}


GROUND = [[-1.8, -0.5, -1.2], [1.8, -0.5, -1.2], [1.8, -0.5, 1.2], [-1.8, -0.5, 1.2], [-1.4, 0.5, -1], [0.9, 0.5, -1.3], [1.6, 0.5, 0.2], [0.6, 0.5, 1.3], [-1.3, 0.5, 0.9]]
BLOCK = [[0.8, -0.6, 0], [0.4, -0.6, 0.7], [-0.4, -0.6, 0.7], [-0.8, -0.6, 0], [-0.4, -0.6, -0.7], [0.4, -0.6, -0.7], [0.5, 0.6, 0], [-0.3, 0.6, 0.4], [-0.3, 0.6, -0.4]]


def of_contact(state):
    (cy, sy), (cz, sz) = [(math.cos(math.radians(state["numbers"][n]) / 2), math.sin(math.radians(state["numbers"][n]) / 2)) for n in ("turn", "tilt")]
    if state["choices"]["shapes"] == "hulls":
        a, b = {"hull": GROUND}, {"hull": BLOCK}
    else:
        a, b = ({"aabb": {"min": [-x for x in h], "max": h}} for h in ([1.8, 0.5, 1.4], [0.9, 0.6, 0.7]))
    pair = {"a": a, "b": {**b, "pose": {"position": state["points"]["b"], "rotation": [sy * sz, sy * cz, cy * sz, cy * cz]}}}
    touch = native({"query": "contact", "capacity": 4, **pair})
    if not touch["overlap"]:
        return {"points": [0], "distance": [native({"query": "distance", **pair})["distance"]]}

    def as_told(point):
        def same(shown):
            got = numbers(shown.removeprefix("depth ").replace("at ", ""))
            return len(got) == 4 and all(abs(x - y) <= 6e-5 for x, y in zip(got, [point["depth"], *point["point_a"]]))
        return same

    return {"points": [len(touch["points"])], "normal": touch["normal"], **{f"point {i + 1}": as_told(point) for i, point in enumerate(touch["points"])}}


def to_float(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def as_floats(*points):
    return [[to_float(x) for x in p] for p in points]


def textbook(call, printed):
    """What the textbook's code that the page shows prints, compiled with every operation rounded to float."""
    code = PAGE[0].run("gallery.shown.page.textbook.code")
    vector = "static vec at(float x, float y, float z) { return (vec){x, y, z}; }\n"
    source = pathlib.Path(folder.name) / "textbook.c"
    source.write_text(f"#include <math.h>\n#include <stdio.h>\n{code}\n{vector}int main(void) {{\n{call}\nprintf({printed});\nreturn 0;\n}}\n")
    done = subprocess.run(["cc", "-std=c17", "-O1", "-ffp-contract=off", "-Wall", "-Werror", str(source), "-lm", "-o", str(source.with_suffix(""))], text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    return [float(x) for x in subprocess.run([source.with_suffix("")], text=True, capture_output=True, check=True).stdout.split()]


def in_c(p):
    return "at(" + ", ".join(f"{x.hex()}f" for x in p) + ")"


def of_exact(state):
    p, rays = state["points"], 2000
    o, a, b, c, d = as_floats(*(p[name] for name in "oabcd"))
    to = [as_floats([p["b"][k] + (p["c"][k] - p["b"][k]) * ((i + 0.5) / rays) for k in range(3)])[0] for i in range(rays)]
    rows = ", ".join("{" + ", ".join(f"{x.hex()}f" for x in as_floats(minus(target, o))[0]) + "}" for target in to)
    call = f"static const vec to[{rays}] = {{{rows}}};\nvec o = {in_c(o)}, a = {in_c(a)}, b = {in_c(b)}, c = {in_c(c)}, d = {in_c(d)};\nint leaks = 0;\nfor (int i = 0; i < {rays}; i++) leaks += !ray_hits(o, to[i], a, b, c) && !ray_hits(o, to[i], c, b, d);"
    return {"missed by the textbook's code": textbook(call, '"%d", leaks')}


def of_exact_triangles(state):
    p, place = state["points"], state["numbers"]["place"]
    u = 0.15 + 0.7 * place
    w = 0.4 * (1 - u)
    d = [p["a"][k] + ((p["b"][k] - p["a"][k]) * u + (p["c"][k] - p["a"][k]) * w) for k in range(3)]
    s, t = as_floats(p["a"], p["b"], p["c"]), as_floats(d, p["e"], p["f"])
    meet = native({"query": "overlap", "a": {"triangle": s}, "b": {"triangle": t}})["overlap"]
    # in rationals: D lies over ABC, and with E and F on one side the triangles meet where D is not on that side
    x, y = ([[Fraction(x) for x in q] for q in triangle] for triangle in (s, t))
    normal = cross(minus(x[1], x[0]), minus(x[2], x[0]))
    high = [sum(n * e for n, e in zip(normal, minus(q, x[0]))) for q in y]
    if high[1] * high[2] > 0:
        assert meet == (high[0] * high[1] <= 0), (state, high)
    told = textbook("vec s[3] = {" + ", ".join(map(in_c, s)) + "}, t[3] = {" + ", ".join(map(in_c, t)) + "};", '"%d", triangles_meet(s, t)')[0] != 0
    say = ["they do not meet", "they meet"]
    return {"carom, exactly": say[meet], "the textbook's code": say[told] + (" (in one plane: a case of its own there)" if high == [0, 0, 0] else "" if told == meet else ", which is wrong")}


def of_exact_sliver(state):
    p, place = state["points"], state["numbers"]["place"]
    c = [p["a"][k] + (p["b"][k] - p["a"][k]) * place + (2 ** -state["numbers"]["width"] if k == 1 else 0) for k in range(3)]
    *t, at = as_floats(p["a"], p["b"], c, p["p"])
    near = native({"query": "closest", "a": {"point": at}, "b": {"triangle": t}})
    told = textbook("vec near = closest_point(" + ", ".join(map(in_c, [at, *t])) + ");", '"%.9g %.9g %.9g", (double)near.x, (double)near.y, (double)near.z')
    far = math.dist(told, at)
    exact = math.sqrt(triangle_distance(at, *t))
    assert abs(near["distance"] - exact) <= 1e-14 * (1 + exact), (state, near, exact)
    return {"distance, carom": [near["distance"]], "closest point, carom": near["point_b"], "point of the textbook's code": told, "its distance": [far], "which is too far by": [far - near["distance"]]}


def triangle_distance(point, *corners):
    """The square of the least distance of a point and a triangle, in rationals."""
    p, *t = ([Fraction(x) for x in q] for q in (point, *corners))
    dot = lambda u, v: sum(x * y for x, y in zip(u, v))  # noqa: E731
    pairs = [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])]
    normal = cross(minus(t[1], t[0]), minus(t[2], t[0]))
    if any(normal) and all(dot(cross(minus(b, a), minus(p, a)), normal) >= 0 for a, b in pairs):
        return float(dot(minus(p, t[0]), normal) ** 2 / dot(normal, normal))
    best = []
    for a, b in pairs:
        along, to = minus(b, a), minus(p, a)
        share = min(Fraction(1), max(Fraction(0), dot(to, along) / dot(along, along))) if any(along) else Fraction(0)
        best.append(sum((x - share * y) ** 2 for x, y in zip(to, along)))
    return float(min(best))


PAGE = []  # the window that is looked at
NATIVE = {"contact": of_contact, "exact": of_exact, "exact-triangles": of_exact_triangles, "exact-sliver": of_exact_sliver, "epa": of_epa, "bounding": of_bounding, "bsp": of_bsp, "clash": of_clash, "walk": of_walk, "halving": of_halving, "any-shapes": of_any_shapes, "two-meshes": of_two_meshes, "slices": of_slices, "gjk": of_gjk, "box": of_box, "triangle": of_triangle, "slabs": of_slabs, "ray-sphere": of_ray_sphere, "sphere-sweep": of_sphere_sweep, "two-spheres": of_two_spheres}

# the meshes of a page as rows of three
MESHES = """(() => { const rows = a => Array.from({length: a.length / 3}, (_, i) => [...a.slice(3 * i, 3 * i + 3)]);
    return Object.fromEntries(Object.entries(gallery.shown.page.meshes?.(gallery.shown.state) ?? {}).map(([name, m]) => [name, {positions: rows(m.positions), indices: rows(m.indices)}])); })()"""


def numbers(text):
    """The numbers in a line of an answer."""
    plain = text.replace("−", "-").replace("(", "").replace(")", "").split("after ")[-1].split("t = ")[-1]
    return [float(word) for word in plain.replace(",", " ").split() if word.replace(".", "").replace("-", "").isdigit()]


def answer(page):
    return dict(page.run("[...document.querySelectorAll('dl.answer dt')].map(t => [t.textContent, t.nextSibling.textContent])"))


def settle(page):
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def agrees(page, identity):
    """The shown answer is that of the native command, to the digits that are shown."""
    if identity not in NATIVE:
        return 0
    shown, expected = answer(page), NATIVE[identity](page.run("gallery.shown.state"))
    for what, values in expected.items():
        if isinstance(values, str) or callable(values):
            assert values(shown[what]) if callable(values) else shown[what] == values, (identity, what, shown[what], values)
            continue
        got = numbers(shown[what])
        assert len(got) == len(values) and all(abs(a - b) <= 6e-5 * max(1, abs(b)) for a, b in zip(got, values)), (identity, what, shown[what], values)
    return len(expected)


def drags(page, identity):
    """Moves every handle by mouse, one by keyboard and one by touch; returns how many answers were compared."""
    compared = agrees(page, identity)
    for name in page.run("[...document.querySelectorAll('.handle')].map(h => h.textContent)"):
        key = name.lower()
        middle = page.run(f"(() => {{ const r = [...document.querySelectorAll('.handle')].find(h => h.textContent === '{name}').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()")
        before = page.run(f"gallery.shown.state.points.{key}")
        page.drag(middle, [middle[0] + 23, middle[1] - 17])
        settle(page)
        after = page.run(f"gallery.shown.state.points.{key}")
        if before == after:  # another handle lies above it
            continue
        compared += agrees(page, identity)
        page.run(f"[...document.querySelectorAll('.handle')].find(h => h.textContent === '{name}').focus()")
        page.key("ArrowLeft")
        settle(page)
        assert page.run(f"gallery.shown.state.points.{key}") != after, (identity, name, "the keyboard does not move it")
        compared += agrees(page, identity)
    return compared


def choices(page, identity, name):
    """Takes every option of every choice once; returns how many answers were compared."""
    compared = 0
    for choice, options in page.run("Object.entries(gallery.shown.page.choices ?? {}).map(([name, c]) => [name, Object.keys(c.options)])"):
        before = page.run(f"gallery.shown.state.choices[{json.dumps(choice)}]")
        for option in [*[o for o in options if o != before], before]:
            page.run(f"(() => {{ const s = document.querySelector('#choice-{choice}'); s.value = {json.dumps(option)}; s.dispatchEvent(new Event('change')); }})()")
            settle(page)
            compared += agrees(page, identity)
            code_is_right(page, identity, name)
    return compared


# what is in the addresses of further cases: overlap in place of distance, a miss in place of a hit
ALSO = {"contact": ["tilt=20", "shapes=hulls&tilt=-15", "shapes=hulls&tilt=30&turn=77", "b=3,2,1&shapes=hulls", "b=0.5,1.02,0.2&shapes=hulls"], "exact-triangles": ["place=0", "place=0.123", "place=0.9", "e=-0.6,1.5,-2", "a=-1,0,0&b=1,0,0&c=0,0,-1"],
        "exact-sliver": ["width=1", "width=8", "width=26", "place=0.5&width=20", "p=0,2,0.5"], "epa": ["step=12", "step=12&turn=77&a=-1.6,-0.1,0.5", "a=-3,0.4,0", "step=12&turn=140"], "bounding": ["turn=-90&tilt=45"], "bsp": ["count=18&time=0.4&p=-1.3,-0.7,-1.3", "count=1&p=0,3,0&v=0,3,1", "share=0.5&time=0.7"],
        "clash": ["r=0.5,-0.04,0.17", "clearance=10&r=1.5,0.25,0.2", "tolerance=0"], "walk": ["frame=600", "g=-3,-1.7,-2.4&frame=300", "s=3,0,1.1&g=3,-1.7,1.1&frame=400", "s=-3,-1.7,2&g=3,-1.7,2&frame=500"],
        "gjk": ["a=-1.2,-0.2,0.2", "a=-0.9,-0.4,0.3&turn=90", "a=4,3,2&b=-1,-4,0", "step=10", "a=-1.6,0.5,0.2&step=10", "turn=77&step=10&b=0.4,1.3,-0.8", "a=-1.2,-0.2,0.2&step=10"], "two-meshes": ["b=2.4,1.6,1.1", "b=0,0,0&radius=0.1", "radius=1.5"],
        "any-shapes": ["first=ellipsoid&second=cone&c=-1.2,0.6,0.1", "first=box&second=hull&c=-1.4,0.2,0.3", "first=cylinder&second=cylinder&b=-1.5,0.3,0&c=-1,0.3,0&d=-1,2,0", "first=capsule&second=sphere&c=-1.4,0.9,0.2", "first=halfspace&second=tetrahedron", "first=line&second=halfspace", "first=heightfield&second=compound&c=-1.4,0.9,0.2", "first=compound&second=heightfield&c=-1,0.4,0", "first=tetrahedron&second=segment&c=-1.4,0.3,0"],
        "slices": ["p=2.2,1.9,1.1", "p=0,0,0", "p=1.75,0.2,0.1&axis=x"], "halving": ["radius=0", "b=-2,2.5,2", "a=0.2,0.1,0", "radius=1&halvings=16&b=3,-2,0.5"]}


def further_cases(page, identity):
    """Returns how many answers were compared."""
    compared = 0
    for query in ALSO.get(identity, []):
        page.run(f"location.hash = '{identity}?{query}'")
        name, value = query.split("&")[0].split("=")
        page.wait(f"String(({{...gallery.shown?.state.points, ...gallery.shown?.state.numbers, ...gallery.shown?.state.choices}})['{name}']) === '{value}'")
        settle(page)
        compared += agrees(page, identity)
        if query.startswith(("a=-1.2,-0.2", "first=ellipsoid", "first=box", "first=capsule")):
            assert any(what.endswith("depth") for what in answer(page)), (identity, query, "is no overlap")
    return compared


def menu_is_right(page, identities):
    """The menu of pages holds each once, and opens, moves and closes by the keyboard."""
    page.run("document.querySelector('.menu summary').focus()")
    page.key("ArrowDown")
    assert page.run("document.querySelector('.menu').open && document.activeElement === document.querySelector('.menu a')"), "the arrow key does not open the menu"
    assert page.run("[...document.querySelectorAll('.menu a')].map(a => a.hash.slice(1))") == identities
    page.key("ArrowDown")
    assert page.run("document.activeElement === document.querySelectorAll('.menu a')[1]")
    page.key("Escape")
    assert page.run("!document.querySelector('.menu').open && document.activeElement === document.querySelector('.menu summary')"), "Escape does not close the menu"
    page.click(*page.middle_of(".menu summary"))
    assert page.run("document.querySelector('.menu').open")
    page.click(4, 27)  # in the bar, beside the name
    assert not page.run("document.querySelector('.menu').open"), "a click elsewhere does not close the menu"


# handles whose middle is not on the stage
HIDDEN = """(() => { const s = document.querySelector('.stage').getBoundingClientRect();
    return [...document.querySelectorAll('.handle')].filter(h => { const r = h.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2; return x < s.left || x > s.right || y < s.top || y > s.bottom; }).map(h => h.textContent); })()"""

# of text on what lies below it the least contrast by WCAG 2.1, with what it is; and of the edges of handles on the stage
CONTRAST = """(() => {
    const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const rgba = colour => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
    const over = (top, below) => [0, 1, 2].map(k => top[k] * top[3] + below[k] * (1 - top[3])).concat(1);
    const ground = element => element ? over(rgba(getComputedStyle(element).backgroundColor), ground(element.parentElement)) : [255, 255, 255, 1];
    const light = ([r, g, b]) => [r, g, b].map(x => x / 255).map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4).reduce((sum, x, k) => sum + x * [0.2126, 0.7152, 0.0722][k], 0);
    const ratio = (a, b) => { const [low, high] = [light(a), light(b)].sort((x, y) => x - y); return (high + 0.05) / (low + 0.05); };
    const found = [];
    for (const element of document.querySelectorAll('body *')) {
        if (!element.checkVisibility() || ![...element.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
        const below = ground(element);
        found.push([ratio(over(rgba(getComputedStyle(element).color), below), below), 4.5, element.tagName + '.' + element.className + ' ' + element.textContent.slice(0, 30)]);
    }
    for (const element of document.querySelectorAll('.handle')) found.push([ratio(rgba(getComputedStyle(element).borderTopColor), ground(element.parentElement)), 3, 'the edge of a handle']);
    return found.filter(([is, needed]) => is < needed);
})()"""


def step_button_is_right(page, identity):
    """Where less motion is wished nothing runs by itself: the button takes one step at each press."""
    name = page.run("gallery.shown.page.runs?.number ?? null")
    if not name:
        return
    button = "[...document.querySelectorAll('.controls button')].at(-1)"
    value = f"gallery.shown.state.numbers[{json.dumps(name)}]"
    assert page.run(f"{button}.textContent") == "Step", identity
    before = page.run(value)
    page.run(f"{button}.click()")
    after = page.run(value)
    page.run("new Promise(done => setTimeout(done, 100))")
    assert before != after == page.run(value), (identity, before, after, "a step is not one step")


SCHEME = {"name": "prefers-color-scheme", "value": "light"}


def running_is_right(page, identity):
    """Where motion is welcome the button lets the number run until it is pressed again, and stops when less motion is wished."""
    page.call("Emulation.setEmulatedMedia", features=[SCHEME, {"name": "prefers-reduced-motion", "value": "no-preference"}])
    button, value = "[...document.querySelectorAll('.controls button')].at(-1)", "gallery.shown.state.numbers[gallery.shown.page.runs.number]"
    page.wait(f"{button}.textContent === 'Run'")
    before = page.run(value)
    page.run(f"{button}.click()")
    page.wait(f"{value} !== {before}")
    page.call("Emulation.setEmulatedMedia", features=[SCHEME, {"name": "prefers-reduced-motion", "value": "reduce"}])
    page.wait(f"{button}.textContent === 'Step'")
    settle(page)
    before = page.run(value)
    page.run("new Promise(done => setTimeout(done, 200))")
    assert page.run(value) == before, (identity, "runs on where less motion is wished")


def code_is_right(page, identity, folder):
    code = page.run("gallery.shown.page.code(gallery.shown.state)")
    source = folder / "shown.c"
    source.write_text("#include <carom/carom.h>\n#include <math.h>\nint main(void) {\n" + code["c"] + "\nreturn 0;\n}\n")
    build = subprocess.run(["cc", "-std=c17", "-Wall", "-Werror", "-Wno-unused-variable", "-Wno-unused-but-set-variable", "-I", str(ROOT / "include"), str(source),
                            str(pathlib.Path(args.build) / "libcarom.a"), "-lm", "-pthread", "-o", str(folder / "shown")], text=True, capture_output=True)
    assert build.returncode == 0, (identity, code["c"], build.stderr)
    subprocess.run([folder / "shown"], check=True)
    if HAS_PYTHON:
        done = subprocess.run([PYTHON, "-"], input="import carom\n" + code["python"], text=True, capture_output=True)
        assert done.returncode == 0, (identity, code["python"], done.stderr)
    page.run(f"new Function('carom', {json.dumps(code['javascript'])})(gallery.carom)")


def main():
    site = pathlib.Path(args.site).resolve()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/index.html"
    compared = 0
    with chromium.Browser() as browser, tempfile.TemporaryDirectory() as name:
        page = chromium.Page(browser, Served(address), 1280, 860, "light")
        PAGE.append(page)
        page.wait("document.querySelectorAll('.cards a').length > 0")
        identities = page.run("[...document.querySelectorAll('.cards a')].map(a => a.hash.slice(1))")
        assert len(set(identities)) == len(identities) >= 12, identities
        everything = identities
        if args.pages:
            chosen = args.pages.split(",")
            assert set(chosen) <= set(identities), (chosen, identities)
            identities = chosen
        for identity in identities:
            page.run(f"location.hash = '{identity}'")
            page.wait(f"window.gallery?.shown?.page.id === '{identity}' && document.querySelectorAll('dl.answer dt').length > 0")
            settle(page)
            assert page.run("gallery.shown.page.algorithm.length") == 5, identity
            at = everything.index(identity)
            assert page.run("[...document.querySelectorAll('.beside')].map(a => a.hash.slice(1))") == everything[max(0, at - 1):at] + everything[at + 1:at + 2], identity
            assert page.run(HIDDEN) == [], (identity, page.run(HIDDEN), "cannot be reached")
            meshes.clear()
            meshes.update(page.run(MESHES))
            if args.pictures:
                page.picture(pathlib.Path(args.pictures) / f"{identity}.png")
            compared += drags(page, identity)
            code_is_right(page, identity, pathlib.Path(name))
            compared += choices(page, identity, pathlib.Path(name))
            compared += further_cases(page, identity)
            step_button_is_right(page, identity)
            assert page.run(CONTRAST) == [], (identity, page.run(CONTRAST))
            if page.run("gallery.shown.page.runs?.number") == "step":
                running_is_right(page, identity)
            # the address brings it back
            page.wait("location.hash === gallery.address")
            state, hash_ = page.run("JSON.stringify(gallery.shown.state)"), page.run("location.hash")
            page.run("location.hash = ''")
            page.wait("document.querySelectorAll('.cards a').length > 0")
            page.run(f"location.hash = {json.dumps(hash_)}")
            page.wait("window.gallery?.shown && document.querySelectorAll('dl.answer dt').length > 0")
            again = page.run("JSON.stringify(gallery.shown.state)")
            assert json.loads(again) == json.loads(state), (identity, hash_, again, state)
        menu_is_right(page, everything)
        own = [c for c in page.complaints() if not str(c).startswith(f"a request: http://127.0.0.1:{server.server_port}/")]
        assert own == [], own
        narrow = chromium.Page(browser, Served(address), 390, 800, "dark")
        narrow.wait("document.querySelectorAll('.cards a').length > 0")
        for identity in identities:
            narrow.run(f"location.hash = '{identity}'")
            narrow.wait(f"window.gallery?.shown?.page.id === '{identity}' && document.querySelectorAll('dl.answer dt').length > 0")
            settle(narrow)
            assert narrow.run("document.documentElement.scrollWidth <= innerWidth"), (identity, "is wider than the screen")
            assert narrow.run(HIDDEN) == [], (identity, narrow.run(HIDDEN), "cannot be reached")
            assert narrow.run(CONTRAST) == [], (identity, narrow.run(CONTRAST))
            if args.pictures:
                narrow.picture(pathlib.Path(args.pictures) / f"{identity}-phone.png")
        menu_is_right(narrow, everything)
        # by touch
        if not narrow.run("document.querySelectorAll('.handle').length"):
            narrow.run("location.hash = 'triangle'")
            narrow.wait("window.gallery?.shown?.page.id === 'triangle' && document.querySelectorAll('.handle').length > 0")
            settle(narrow)
        handle = narrow.middle_of(".handle")
        before = narrow.run("JSON.stringify(gallery.shown.state.points)")
        narrow.touch("touchStart", handle)
        narrow.touch("touchMove", [handle[0] + 15, handle[1] + 9])
        narrow.touch("touchEnd")
        settle(narrow)
        assert narrow.run("JSON.stringify(gallery.shown.state.points)") != before, "a touch moves nothing"
        own = [c for c in narrow.complaints() if not str(c).startswith(f"a request: http://127.0.0.1:{server.server_port}/")]
        assert own == [], own
    server.shutdown()
    assert args.pages or compared > 50, compared
    print(f"# {len(identities)} pages, {compared} answers as the native library's")
    if not HAS_PYTHON:
        print("# the Python package is not built (make python), so that the pages' Python code was not run")


main()
