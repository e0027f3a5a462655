"""Assemblies and scenes for the tests of pages."""
import json
import math
import pathlib

import cubes_glb
from make_data import CORNERS, TRIANGLES

HOSTILE = ["</script><script>window.hacked = 1</script>", "<img src=x onerror='window.hacked = 2'>", "<!--<script>", "\"'`${hacked}\\",
           "__proto__", "&lt;b&gt;", "a\u2028b\u2029c", "\u202ereversed", "x" * 3000, "\U0001f600 \u0001 tab\there"]


def assembly(path, cubes):
    """A GLB file of unit cubes, each (name, translation, scale) and for some True: turned, x to y to z to x; the mesh is one, placed again
    and again."""
    return cubes_glb.write(path, [{"name": n, "translation": list(t), "scale": list(s), **({"rotation": [0.5, 0.5, 0.5, 0.5]} if turned else {})}
                                  for n, t, s, *turned in cubes])


def text_stl(path, shift):
    facets = "".join("facet normal 0 0 0\nouter loop\n" + "".join("vertex %r %r %r\n" % (CORNERS[i][0] + shift, *CORNERS[i][1:]) for i in t)
                     + "endloop\nendfacet\n" for t in TRIANGLES)
    path.write_text("solid cube\n" + facets + "endsolid cube\n")
    return path


def scene(path):
    """A ball that falls evenly, 2 a second, meets the floor after a second and comes back; a box that turns in its place."""
    path.write_text(json.dumps({
        "frames_per_second": 4, "frames": 8, "planes": [{"normal": [0, 1, 0], "offset": 0, "restitution": 1}],
        "colliders": [{"shape": {"aabb": {"min": [-0.5, -0.5, -0.5], "max": [0.5, 0.5, 0.5]}}, "position": [-3, 5, 0],
                       "angular_velocity": [0, 6, 0]}],
        "spheres": [{"center": [3, 2.5, 0], "radius": 0.5, "velocity": [0, -2, 0]}],
        "camera": {"eye": [1, 2, 9], "target": [0, 1, 0], "half_angle_tangent": 0.5}}))
    return path


SHAPES = [
    ({"sphere": {"center": [0, 1, 0], "radius": 2}}, (-2, -1, -2, 2, 3, 2)),
    ({"capsule": {"a": [0, 0, 0], "b": [0, 2, 0], "radius": 0.5}}, (-0.5, -0.5, -0.5, 0.5, 2.5, 0.5)),
    ({"aabb": {"min": [-1, -2, -3], "max": [1, 2, 3]}}, (-1, -2, -3, 1, 2, 3)),
    ({"obb": {"center": [1, 0, 0], "axes": [[0, 1, 0], [-1, 0, 0], [0, 0, 1]], "half_extents": [1, 2, 3]}}, (-1, -1, -3, 3, 1, 3)),
    ({"triangle": [[0, 0, 0], [2, 0, 0], [0, 3, 1]]}, (0, 0, 0, 2, 3, 1)),
    ({"polygon": [[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]]}, (0, 0, 0, 2, 2, 0)),
    ({"cylinder": {"a": [0, -1, 0], "b": [0, 1, 0], "radius": 2}}, (-2, -1, -2, 2, 1, 2)),
    ({"cone": {"base": [0, 0, 0], "apex": [0, 3, 0], "radius": 1}}, (-1, 0, -1, 1, 3, 1)),
    ({"ellipsoid": {"center": [0, 0, 0], "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "radii": [1, 2, 3]}}, (-1, -2, -3, 1, 2, 3)),
    ({"tetrahedron": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}, (0, 0, 0, 1, 1, 1)),
    ({"hull": [[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2], [0.1, 0.1, 0.1]]}, (0, 0, 0, 2, 2, 2)),
    ({"rounded": {"core": {"triangle": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}, "radius": 0.25}}, (-0.25, -0.25, -0.25, 1.25, 1.25, 0.25)),
    ({"rounded": {"core": {"segment": [[0, 0, 0], [0, 0, 4]]}, "radius": 1}}, (-1, -1, -1, 1, 1, 5)),
    ({"compound": [{"sphere": {"center": [0, 0, 0], "radius": 1}},
                   {"aabb": {"min": [0, 0, 0], "max": [3, 1, 1]}, "pose": {"position": [0, 2, 0], "rotation": [0, 0, 0, 1]}}]}, (-1, -1, -1, 3, 3, 1)),
    ({"mesh": str(pathlib.Path(__file__).resolve().parent / "cube.obj")}, (0, 0, 0, 1, 1, 1)),
]
BOXES = [box for _, box in SHAPES]


def kinds(path):
    """Every kind of shape twice, far from each other; tracks hold their places, so that boxes are those of the shapes themselves."""
    colliders = [{"shape": shape, "position": [20 * k, 50 * row, 0]} for row in (0, 1) for k, (shape, _) in enumerate(SHAPES)]
    path.write_text(json.dumps({"frames_per_second": 4, "frames": 2, "colliders": colliders}))
    return path


def plant(path):
    """Beams, pipes and a duct under a ceiling, as a coordinator of buildings sees them: OBJ, one object for each."""
    lines, count = [], 0

    def add(name, corners, faces):
        nonlocal count
        lines.append("o " + name)
        lines.extend("v %.6g %.6g %.6g" % tuple(c) for c in corners)
        lines.extend("f " + " ".join(str(count + 1 + i) for i in face) for face in faces)
        count += len(corners)

    def box(name, low, high):
        add(name, [[(low, high)[i >> k & 1][k] for k in range(3)] for i in range(8)],
            [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)])

    def pipe(name, axis, low, high, centre, radius, sides=40):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        corners = []
        for end in (low, high):
            for k in range(sides):
                p = [0.0, 0.0, 0.0]
                p[axis] = end
                p[u] = centre[u] + radius * math.cos(2 * math.pi * k / sides)
                p[v] = centre[v] + radius * math.sin(2 * math.pi * k / sides)
                corners.append(p)
        sides_of = [(k, (k + 1) % sides, sides + (k + 1) % sides, sides + k) for k in range(sides)]
        add(name, corners, sides_of + [tuple(range(sides - 1, -1, -1)), tuple(range(sides, 2 * sides))])

    box("ceiling", (0, 3, 0), (8, 3.2, 6))
    for k in range(3):
        box(f"beam {k + 1}", (1 + 2.8 * k, 2.6, 0), (1.3 + 2.8 * k, 3, 6))
        box(f"column {k + 1}", (1 + 2.8 * k, 0, 0), (1.3 + 2.8 * k, 2.6, 0.3))
    pipe("water pipe", 0, 0.2, 7.8, (0, 2.52, 1.6), 0.11)
    pipe("gas pipe", 0, 0.2, 7.8, (0, 2.3, 2.2), 0.08)
    pipe("drain", 2, 0.1, 5.9, (3, 2.15, 0), 0.2)
    pipe("sprinkler", 2, 0.1, 5.9, (5.6, 2.42, 0), 0.06)
    box("air duct", (0.3, 2.2, 3.4), (7.7, 2.7, 4.4))
    path.write_text("\n".join(lines) + "\n")
    return path
