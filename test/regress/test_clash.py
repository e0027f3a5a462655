#!/usr/bin/python3
"""carom clash as a user runs it: cubes that overlap, touch, come near, hold one another; files, rules and exit codes."""
import argparse
import csv
import io
import json
import math
import os
import pathlib
import pty
import signal
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib
from decimal import Decimal
from xml.dom import minidom

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "data"))
import cubes_glb  # noqa: E402
import make_data  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
CAROM = str(pathlib.Path(parser.parse_args().carom).resolve())


def run(*arguments, expect):
    done = subprocess.run([CAROM, "clash", *map(str, arguments)], capture_output=True, timeout=120)
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == expect, (arguments, done.returncode, done.stdout, done.stderr)
    return done


def clash(*arguments, expect):
    return json.loads(run(*arguments, "--json", expect=expect).stdout)


def assembly(path, cubes, leave_out=0):
    """A GLB file of unit cubes, each (name, translation, scale); the mesh is one, placed again and again."""
    return cubes_glb.write(path, [{"name": n, "translation": list(t), "scale": list(s)} for n, t, s in cubes], leave_out)


def pair(path, second, expect, *options, scale=(1, 1, 1)):
    """The unit cube and another at `second`: the one clash that is told, or None."""
    assembly(path, [("fixed", (0, 0, 0), (1, 1, 1)), ("other", second, scale)])
    found = clash(path, *options, expect=expect)
    assert found["parts"] == 2 and found["pairs"] == 1 and len(found["clashes"]) <= 1, found
    return found["clashes"][0] if found["clashes"] else None


def test_verdicts(folder):
    path = folder / "two.glb"
    p = pair(path, (0.75, 0.125, -0.125), 1)
    assert p["verdict"] == "hard" and not p["nested"], p
    assert p["depth"] <= 0.25 + 1e-9 and p["depth_bound"] >= 0.25 - 1e-9 and p["depth"] > 0.22, p
    assert [round(x, 6) for x in p["normal"]] == [1, 0, 0], p
    assert p["name_a"] == "fixed" and p["name_b"] == "other" and (p["a"], p["b"]) == (0, 1)
    for place in [(1, 0, 0), (1, 1, 0), (1, 1, 1), (0.5, -1, 0.25), (0, 0, 1)]:
        assert pair(path, place, 0)["verdict"] == "touching", place
    # faces that coincide, and the volume is shared all the same
    for place in [(0.5, 0, 0), (0.5, 0.5, 0), (0, 0, 0), (0, 0, -0.25)]:
        assert pair(path, place, 1)["verdict"] == "hard", place
    # a hole filled: faces coincide, the small one is within
    assert pair(path, (0, 0.25, 0.25), 1, scale=(1, 0.5, 0.5))["verdict"] == "hard"
    p = pair(path, (0.25, 0.25, 0.375), 1, scale=(0.5, 0.5, 0.5))
    assert p["verdict"] == "hard" and p["nested"] and p["depth"] > 0.3, p
    p = pair(path, (-1, -1, -1), 1, scale=(3, 3, 3))
    assert p["verdict"] == "hard" and p["nested"], p
    assert pair(path, (1.25, 0, 0), 0) is None
    assert pair(path, (1.25, 0, 0), 0, "--clearance", "0.249") is None
    for clearance in ["0.25", "1"]:
        p = pair(path, (1.25, 0, 0), 1, "--clearance", clearance)
        assert p["verdict"] == "near" and p["distance"] == 0.25 and p["normal"] == [1, 0, 0], p
    p = pair(path, (0.9375, 0.25, 0.25), 0, "--tolerance", "0.125")
    assert p["verdict"] == "touching", p
    assert pair(path, (0.9375, 0.25, 0.25), 1, "--tolerance", "0.0625e-3")["verdict"] == "hard"


def gridded_box(low, high, cells, matrix=((1, 0, 0), (0, 1, 0), (0, 0, 1))):
    """The surface of a box whose faces are cut into squares of two triangles each, mapped by a matrix."""
    triangles = []
    for axis in range(3):
        for side in (0, 1):
            for i in range(cells):
                for k in range(cells):
                    square = []
                    for du, dw in ((0, 0), (1, 0), (1, 1), (0, 1)):
                        p = [0, 0, 0]
                        p[axis] = (low, high)[side][axis]
                        for other, n in (((axis + 1) % 3, i + du), ((axis + 2) % 3, k + dw)):
                            p[other] = low[other] + (high[other] - low[other]) * n // cells
                        square.append([sum(m * x for m, x in zip(row, p)) for row in matrix])
                    a, b, c, d = square if side else square[::-1]
                    triangles += [(a, b, c), (a, c, d)]
    return triangles


def prism(radius, low, high, sides, hole=None):
    """A prism of integer vertices around the z axis; with `hole` a plate from -hole to hole around it instead."""
    ring = [[round(radius * math.cos(2 * math.pi * i / sides)), round(radius * math.sin(2 * math.pi * i / sides))]
            for i in range(sides)]
    triangles = []
    for i in range(sides):
        (ax, ay), (bx, by) = ring[i], ring[(i + 1) % sides]
        wall = [([ax, ay, low], [bx, by, low], [bx, by, high]), ([ax, ay, low], [bx, by, high], [ax, ay, high])]
        triangles += wall if hole is None else [t[::-1] for t in wall]
        for z, up in ((low, False), (high, True)):
            if hole is None:
                cap = [([0, 0, z], [ax, ay, z], [bx, by, z])]
            else:
                (px, py), (qx, qy) = [[round(hole * c / max(abs(math.cos(t)), abs(math.sin(t))))
                                       for c in (math.cos(t), math.sin(t))]
                                      for t in (2 * math.pi * i / sides, 2 * math.pi * (i + 1) / sides)]
                cap = [([ax, ay, z], [px, py, z], [qx, qy, z]), ([ax, ay, z], [qx, qy, z], [bx, by, z])]
            triangles += cap if up else [t[::-1] for t in cap]
    if hole is not None:
        corners = [[round(hole * c / max(abs(math.cos(t)), abs(math.sin(t)))) for c in (math.cos(t), math.sin(t))]
                   for t in (2 * math.pi * i / sides for i in range(sides))]
        for i in range(sides):
            (ax, ay), (bx, by) = corners[i], corners[(i + 1) % sides]
            triangles += [([ax, ay, low], [bx, by, low], [bx, by, high]), ([ax, ay, low], [bx, by, high], [ax, ay, high])]
    return triangles


def wavefront(path, triangles):
    lines = ["v %d %d %d" % tuple(p) for t in triangles for p in t]
    lines += ["f %d %d %d" % (3 * i + 1, 3 * i + 2, 3 * i + 3) for i in range(len(triangles))]
    path.write_text("\n".join(lines) + "\n")
    return path


def relation(folder, a, b, expect):
    paths = [wavefront(folder / "a.obj", a), wavefront(folder / "b.obj", b)]
    found = clash(*paths, expect=expect)["clashes"]
    return found[0]["relation"] if found else "apart"


TURNS = (((1, 0, 0), (0, 1, 0), (0, 0, 1)), ((1, 2, 2), (2, 1, -2), (-2, 2, -1)), ((2, 3, 6), (3, -6, 2), (6, 2, -3)))


def test_coincident(folder):
    """Faces that coincide, cut into many triangles: neither a budget nor a rounded point decides."""
    for cells in (8, 10, 16):
        for half in (0, 1):
            a = gridded_box([0] * 3, [2 * cells] * 3, cells)
            b = gridded_box([cells + half] * 3, [3 * cells + half] * 3, cells)
            assert relation(folder, a, b, 1) == "overlap", (cells, half)
    for turn in TURNS:
        box = gridded_box([0, 0, 0], [6, 6, 6], 6, turn)
        assert relation(folder, box, gridded_box([6, 2, -3], [9, 5, 3], 3, turn), 0) == "touching_faces"
        assert relation(folder, box, gridded_box([6, 6, 1], [8, 8, 3], 2, turn), 0) == "touching_edges"
        assert relation(folder, box, gridded_box([6, 6, 6], [8, 8, 8], 2, turn), 0) == "touching_points"
        assert relation(folder, box, gridded_box([5, 2, -3], [8, 5, 3], 3, turn), 1) == "overlap"
        assert relation(folder, box, gridded_box([0, 2, 0], [3, 5, 3], 3, turn), 1) == "b_in_a"
        assert relation(folder, box, gridded_box([0, 0, 0], [6, 6, 6], 2, turn), 1) == "equal"
    hole = prism(1000, 0, 500, 64, hole=3000)
    assert relation(folder, prism(1000, -200, 700, 64), hole, 0) == "touching_faces"
    assert relation(folder, prism(1001, -200, 700, 64), hole, 1) == "overlap"
    assert relation(folder, prism(999, -200, 700, 64), hole, 0) == "apart"


def inner(u, v):
    return sum(x * y for x, y in zip(u, v))


def test_points(folder):
    """The depth is that of one of two points: inside the other part, and the nearest one of its surface. The view is on it."""
    path, bcf = folder / "two.glb", folder / "two.bcf"

    def is_within(p, low, size):
        return all(l < x < l + s for x, l, s in zip(p, low, size))

    for place, scale in [((0.75, 0.125, -0.125), (1, 1, 1)), ((0.25, 0.375, 0.4375), (3, 0.25, 0.25)),
                         ((0.3125, 0.25, 0.25), (0.25, 0.25, 0.25)), ((-1, -1.25, -1), (3, 3, 3))]:
        p = pair(path, place, 1, scale=scale)
        a, b = p["point_a"], p["point_b"]
        assert p["verdict"] == "hard" and p["inside"] in ("a", "b"), p
        assert math.dist(a, b) == p["depth"] > 0, p
        inside = is_within(a, place, scale) if p["inside"] == "a" else is_within(b, (0, 0, 0), (1, 1, 1))
        assert inside, p
        assert abs(inner(p["normal"], [x - y for x, y in zip(a, b)]) - p["depth"]) < 1e-12, p
        row, = csv.DictReader(io.StringIO(run(path, "--csv", expect=1).stdout))
        assert [[float(row[k + "_" + x]) for x in "xyz"] for k in "ab"] == [a, b] and row["inside"] == p["inside"], row
        assert [float(row[x]) for x in "xyz"] == p["point"], row
        run(path, "--bcf", bcf, expect=1)
        with zipfile.ZipFile(bcf) as archive:
            name, = [m for m in archive.namelist() if m.endswith("bcfv")]
            view = minidom.parseString(archive.read(name))

        def vector(tag):
            element, = view.getElementsByTagName(tag)
            return [float(element.getElementsByTagName(x)[0].firstChild.data) for x in "XYZ"]

        to = [x - y for x, y in zip(p["point_" + p["inside"]], vector("CameraViewPoint"))]
        assert inner(to, vector("CameraDirection")) > (1 - 1e-6) * math.hypot(*to), (to, p)
    p = pair(path, (1.25, 0.5, 0), 1, "--clearance", "1")
    assert p["verdict"] == "near" and "point" not in p and math.dist(p["point_a"], p["point_b"]) == p["distance"] == 0.25, p
    p = pair(path, (1, 0.5, 0), 0)
    assert p["verdict"] == "touching" and p["point"][0] == 1 and "point_a" not in p, p


def test_same(folder):
    """The same part twice: no point of a surface is within the other, and no tolerance makes that a touch."""
    path = folder / "two.glb"
    for options in [(), ("--tolerance", "0.125")]:
        for place in [(0, 0, 0), (2.0**-23, 0, -2.0**-22)]:
            p = pair(path, place, 1, *options)
            assert p["verdict"] == "hard" and p["same"] and not p["nested"], (place, options, p)
        # open, it is the same part all the same
        assembly(path, [("a", (0, 0, 0), (1, 1, 1)), ("b", (0, 0, 0), (1, 1, 1))], leave_out=6)
        assert clash(path, *options, expect=1)["clashes"][0]["same"]
    for place, scale in [((0.5, 0, 0), (1, 1, 1)), ((0, 0, 0), (0.5, 1, 1)), ((0, 0.25, 0.25), (1, 0.5, 0.5))]:
        p = pair(path, place, 1, scale=scale)
        assert p["verdict"] == "hard" and not p["same"], (place, scale, p)
    # flat sheets have no inside: two equal ones touch
    assembly(path, [("a", (0, 0, 0), (1, 1, 1)), ("b", (0, 0, 0), (1, 1, 1))], leave_out=30)
    assert clash(path, expect=0)["clashes"][0]["verdict"] == "touching"
    # it comes first in the table, whatever the depths of others
    assembly(path, [("deep", (-0.5, 0.25, 0.125), (1, 1, 1)), ("a", (0, 0, 0), (1, 1, 1)), ("b", (0, 0, 0), (1, 1, 1))])
    lines = run(path, expect=1).stdout.splitlines()
    assert lines[1].split()[:2] == ["1", "same"] and lines[2].split()[:2] == ["2", "hard"], lines


def test_open(folder):
    """Without one face a cube is no solid, and still in the way; winding numbers tell what is inside."""
    path = assembly(folder / "open.glb", [("a", (0, 0, 0), (1, 1, 1)), ("b", (0.75, 0.125, -0.25), (1, 1, 1)),
                                          ("c", (0.375, 0.375, 0.375), (0.125, 0.125, 0.125))], leave_out=6)
    found = clash(path, expect=1)
    assert not any(n["closed"] for n in found["names"]), found
    kinds = {(p["a"], p["b"]): p for p in found["clashes"]}
    assert kinds[0, 1]["verdict"] == "hard" and kinds[0, 2]["nested"], kinds


def stl(path, *pieces):
    """Cubes in one binary STL file, each (corner, size); a negative size turns the inside out."""
    out = b""
    for corner, size in pieces:
        for t in make_data.TRIANGLES:
            points = [[c + abs(size) * x for c, x in zip(corner, make_data.CORNERS[i])] for i in (t if size > 0 else t[::-1])]
            out += struct.pack("<12fH", 0, 0, 0, *sum(points, []), 0)
    path.write_bytes(bytes(80) + struct.pack("<I", len(out) // 50) + out)
    return path


def test_pieces(folder):
    """What lies in the overlap of two pieces of a part, where rays cross it twice, is inside; in a hollow it is not."""
    part, other = folder / "part.stl", folder / "other.stl"
    stl(part, ((0, 0, 0), 1), ((0.5, 0.5, 0.5), 1))
    for corner, nested in [((0.75, 0.75, 0.75), True), ((0.25, 0.25, 0.25), True), ((1.25, 1.25, 1.25), True), ((1.25, 0.25, 0.25), False)]:
        stl(other, (corner, 0.125))
        for files in [(part, other), (other, part)]:
            found = clash(*files, expect=int(nested))
            assert [c["nested"] for c in found["clashes"]] == [True] * nested and all(n["closed"] for n in found["names"]), (corner, found)
    stl(other, ((0.5, 0.5, 0.5), 0.125))
    for size, nested in [(-0.5, False), (0.5, True)]:  # a hollow, and a piece within a piece
        stl(part, ((0, 0, 0), 1), ((0.25, 0.25, 0.25), size))
        assert len(clash(part, other, expect=int(nested))["clashes"]) == nested, size
    # closed, with no outer side that holds for all of it: one triangle looks the other way
    raw = bytearray(stl(part, ((0, 0, 0), 1)).read_bytes())
    raw[96:108], raw[108:120] = raw[108:120], raw[96:108]
    part.write_bytes(raw)
    found = clash(part, other, expect=1)
    assert found["names"][0]["closed"] and found["clashes"][0]["nested"], found


def obj(path, *cubes):
    """Unit cubes in one OBJ file, each (line before it, corner as text)."""
    lines = []
    for n, (line, corner) in enumerate(cubes):
        lines += [line] + ["v " + " ".join(str(Decimal(c) + x) for c, x in zip(corner, p)) for p in make_data.CORNERS]
        lines += ["f " + " ".join(str(8 * n + 1 + i) for i in t) for t in make_data.TRIANGLES]
    path.write_text("\n".join(lines) + "\n")
    return path


def solids(path, *cubes):
    """Unit cubes in one ASCII STL file, each a solid: (name, corner as text)."""
    out = ""
    for name, corner in cubes:
        out += f"solid {name}\n"
        for t in make_data.TRIANGLES:
            points = [" ".join(str(Decimal(c) + x) for c, x in zip(corner, make_data.CORNERS[i])) for i in t]
            out += "facet normal 0 0 0\nouter loop\n" + "".join(f"vertex {p}\n" for p in points) + "endloop\nendfacet\n"
        out += f"endsolid {name}\n"
    path.write_text(out)
    return path


def test_single_part(folder):
    """No pair is no answer: an error that says what to do, unless one part is allowed."""
    part = stl(folder / "part.stl", ((0, 0, 0), 1))
    two = obj(folder / "two.obj", ("g a", "000"), ("g b", "500"))
    for arguments in [(part,), (part, "--json"), (two, "--by-node"), (part, "--png", folder / "no.png")]:
        done = run(*arguments, expect=3)
        assert "is one part: there is no pair to look at; give" in done.stderr and "--allow-single" in done.stderr, done.stderr
        assert not done.stdout and done.stderr.count("\n") == 1 and ("--by-node" in done.stderr) == ("--by-node" in arguments)
    assert not (folder / "no.png").exists()
    for arguments in [(part, "--allow-single"), (two, "--by-node", "--allow-single")]:
        done = run(*arguments, expect=0)
        assert "1 part, " in done.stdout and not done.stderr, (done.stdout, done.stderr)
    run(two, "--allow-single", expect=0)


def test_objects_and_solids(folder):
    """Objects and groups of OBJ, solids of STL: each is a part by its name."""
    over, apart = ("0.75", "0.125", "-0.125"), ("5", "0", "0")
    for n, path in enumerate([obj(folder / "o.obj", ("o fixed", "000"), ("o other", over), ("o far", apart)),
                              obj(folder / "g.obj", ("g fixed", "000"), ("g other", over), ("g far", apart)),
                              solids(folder / "s.stl", ("fixed", "000"), ("other", over), ("far", apart))]):
        found = clash(path, expect=1)
        assert [p["name"] for p in found["names"]] == ["fixed", "other", "far"] and found["pairs"] == 3, found
        assert [(p["verdict"], p["name_a"], p["name_b"]) for p in found["clashes"]] == [("hard", "fixed", "other")], found
        assert run(path, "--by-node", expect=3 if n == 1 else 1)
    # objects of one name are parts of their own; without a name they are numbered
    found = clash(obj(folder / "o.obj", ("o x", "000"), ("o x", over)), expect=1)
    assert [p["name"] for p in found["names"]] == ["x", "x"] and found["hard"] == 1, found
    found = clash(obj(folder / "o.obj", ("", "000"), ("o", over)), expect=1)
    assert [p["name"] for p in found["names"]] == ["part 1", "part 2"] and found["hard"] == 1, found
    # several files: each is one part, whatever it holds
    found = clash(obj(folder / "o.obj", ("o x", "000"), ("o y", over)), obj(folder / "p.obj", ("o z", apart)), expect=0)
    assert found["parts"] == 2 and found["pairs"] == 1, found


def test_far_from_the_origin(folder):
    """Coordinates are doubles: what is apart in the file is apart, at 10^8 and in a national grid."""
    grid = ("2600000", "1200000", "400")
    for make, name, head in [(obj, "a.obj", "o "), (solids, "a.stl", "")]:
        path = make(folder / name, (head + "a", ("1e8", "1e8", "0")), (head + "b", ("100000002", "1e8", "0")))
        assert clash(path, "--clearance", "2", expect=1)["clashes"][0]["distance"] == 1, name
        assert not clash(path, expect=0)["clashes"], name
        path = make(folder / name, (head + "a", grid), (head + "b", ("2600001.01", "1200000", "400")))
        p, = clash(path, "--clearance", "0.011", expect=1)["clashes"]
        assert p["verdict"] == "near" and abs(p["distance"] - 0.01) < 1e-9, p
        assert not clash(path, expect=0)["clashes"], name
    for place in [(1e8, 1e8, 0), (2600000, 1200000, 400)]:
        path = assembly(folder / "a.glb", [("a", place, (1, 1, 1)), ("b", (place[0] + 1.01, *place[1:]), (1, 1, 1))])
        p, = clash(path, "--clearance", "0.011", expect=1)["clashes"]
        assert p["verdict"] == "near" and abs(p["distance"] - 0.01) < 1e-7, p
        assert not clash(path, expect=0)["clashes"], place
    # a turn and a shift of the assembly as a whole
    turned = assembly(folder / "a.glb", [("a", (0, 0, 0), (1, 1, 1)), ("b", (1.01, 0, 0), (1, 1, 1))]).read_bytes()
    length = struct.unpack_from("<I", turned, 12)[0]
    document = json.loads(turned[20:20 + length])
    document["nodes"].append({"children": [0, 1], "rotation": [0, 0, 0.70710677, 0.70710677], "translation": [1e8, 0, 0]})
    document["scenes"] = [{"nodes": [2]}]
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    data = turned[20 + length:]
    (folder / "a.glb").write_bytes(struct.pack("<III", 0x46546C67, 2, 20 + len(text) + len(data))
                                   + struct.pack("<II", len(text), 0x4E4F534A) + text + data)
    p, = clash(folder / "a.glb", "--clearance", "0.011", expect=1)["clashes"]
    assert p["verdict"] == "near" and abs(p["distance"] - 0.01) < 1e-12 and abs(p["normal"][1]) == 1, p


def info_of(path):
    done = subprocess.run([CAROM, "info", path, "--json"], capture_output=True, timeout=60)
    assert done.returncode == 0, done
    return json.loads(done.stdout)


def test_closed(folder):
    """One meaning of closed: each edge belongs to an even number of triangles, and they may not agree on the outer side."""
    part, far = folder / "part.obj", stl(folder / "far.stl", ((9, 9, 9), 1))
    cube, flat = make_data.TRIANGLES, make_data.CORNERS
    edge = [(x + 1, y + 1, z) for x, y, z in flat]  # the cube beside, which has one edge in common
    for faces, want in [([(flat, cube)], "consistent"), ([(flat, cube[1:])], None), ([(flat, [t[::-1] for t in cube])], "consistent"),
                        ([(flat, cube[1:] + [cube[0][::-1]])], "inconsistent"), ([(flat, cube), (edge, cube)], "consistent"),
                        ([(flat, cube), (edge, cube[:-1])], None), ([(flat, cube + [(0, 1, 1)])], "consistent"),
                        ([(flat, cube + cube[:1])], None), ([(flat, cube + cube[:1] * 2)], "inconsistent"), ([(flat, [(0, 1, 1)])], None)]:
        lines = ["v %g %g %g" % c for corners, _ in faces for c in corners]
        lines += ["f %d %d %d" % tuple(8 * i + k + 1 for k in t) for i, (_, triangles) in enumerate(faces) for t in triangles]
        part.write_text("\n".join(lines))
        told = info_of(part)
        name = clash(part, far, expect=0)["names"][0]
        assert (told["closed"], told["orientation"]) == (name["closed"], name["orientation"]) == (want is not None, want), (faces, told, name)
        words = {"consistent": "yes\n", "inconsistent": "yes, orientation inconsistent\n", None: "no\n"}[want]
        text = subprocess.run([CAROM, "info", part], capture_output=True, timeout=60).stdout.decode()
        assert "\nclosed               " + words in text, text
        table = run(part, far, expect=0).stdout
        assert ("1 of 2 parts not closed" in table) == (want is None), table
        assert ("1 of 2 parts closed, orientation inconsistent" in table) == (want == "inconsistent"), table


def row(folder):
    """Hard, touching, near and clear neighbours in a row."""
    return assembly(folder / "row.glb", [("pipe 1", (0, 0, 0), (1, 1, 1)), ("pipe 2", (0.875, 0.25, 0.25), (1, 1, 1)),
                                         ("wall", (1.875, 0, 0), (1, 1, 1)), ("bolt \"x\", <&>", (3, 0, 0), (1, 1, 1)),
                                         ("far", (9, 9, 9), (1, 1, 1))])


def test_table(folder):
    path = row(folder)
    done = run(path, "--clearance", "0.125", expect=1)
    lines = done.stdout.splitlines()
    assert not done.stderr, done.stderr
    assert [line.split()[:2] for line in lines[1:4]] == [["1", "hard"], ["2", "touching"], ["3", "near"]], done.stdout
    assert "5 parts, 60 triangles, 10 pairs: 3 box pairs, 2 meet; 1 hard, 1 touching, 1 near, 7 clear" in done.stdout
    rows = list(csv.DictReader(io.StringIO(run(path, "--clearance", "0.125", "--csv", expect=1).stdout)))
    assert [r["verdict"] for r in rows] == ["hard", "touching", "near"], rows
    assert rows[2]["name_b"] == "bolt \"x\", <&>" and float(rows[2]["distance"]) == 0.125, rows
    first, again = (run(path, "--csv", expect=1).stdout for _ in range(2))
    assert first == again


def test_files(folder):
    path = row(folder)
    png, glb, bcf = folder / "c.png", folder / "c.glb", folder / "c.bcf"
    run(path, "--clearance", "0.125", "--png", png, "--glb", glb, "--bcf", bcf, expect=1)
    assert png.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    raw = glb.read_bytes()
    length = struct.unpack_from("<I", raw, 12)[0]
    document = json.loads(raw[20:20 + length])
    assert struct.unpack_from("<I", raw, 8)[0] == len(raw) and len(document["meshes"]) == 6
    parts, curves = document["meshes"][:5], document["meshes"][5]["primitives"][0]
    assert curves["mode"] == 1, curves  # lines along which parts meet
    names = [document["materials"][m["primitives"][0]["material"]]["name"] for m in parts]
    assert names == ["hard", "hard", "touching", "near", "clear"], names
    assert [n["name"] for n in document["nodes"]][3] == "bolt \"x\", <&>"
    again = clash(glb, "--clearance", "0.125", expect=1)
    assert (again["hard"], again["touching"], again["near"]) == (1, 1, 1), again
    with zipfile.ZipFile(bcf) as archive:
        assert archive.testzip() is None
        members = archive.namelist()
        assert members[0] == "bcf.version" and len(members) == 10, members
        documents = {m: minidom.parseString(archive.read(m)) for m in members if not m.endswith("png")}
    titles = [d.getElementsByTagName("Title")[0].firstChild.data for m, d in documents.items() if m.endswith("markup.bcf")]
    assert titles[2] == "near: wall (2) and bolt \"x\", <&> (3)", titles
    topics = [d.getElementsByTagName("Topic")[0].getAttribute("Guid") for m, d in documents.items() if "markup" in m]
    assert [m.split("/")[0] for m in members[1::3]] == topics and len(set(topics)) == 3
    for option in ["--png", "--glb", "--bcf"]:
        done = run(path, option, folder / "missing" / "x", expect=3)
        assert done.stderr.startswith("carom: ") and done.stderr.count("\n") == 1, done.stderr
        assert "No such file or directory" in done.stderr, done.stderr


def read_picture(raw):
    """Width, height and how many points of each colour a PNG file has, with a palette and no filters."""
    assert raw[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(raw):
        size, kind = struct.unpack_from(">I4s", raw, at)
        body, at = raw[at + 8:at + 8 + size], at + 12 + size
        assert struct.unpack_from(">I", raw, at - 4)[0] == zlib.crc32(kind + body)
        chunks[kind] = chunks.get(kind, b"") + body
    width, height, depth, color = struct.unpack_from(">IIBB", chunks[b"IHDR"])
    assert (depth, color, chunks[b"IHDR"][12]) == (8, 3, 0)
    rows = zlib.decompress(chunks[b"IDAT"])
    assert len(rows) == height * (width + 1) and not any(rows[::width + 1])
    palette = [tuple(chunks[b"PLTE"][3 * i:3 * i + 3]) for i in range(len(chunks[b"PLTE"]) // 3)]
    return width, height, {p: rows.count(i) - (0 if i else height) for i, p in enumerate(palette)}


def seen(raw):
    """The points of a snapshot that are tinted, pale, black and of the background."""
    width, height, colors = read_picture(raw)
    assert (width, height) == (480, 360)
    count = {}
    assert sum(colors.values()) == width * height
    for p, n in colors.items():
        kind = "none" if p == (242, 245, 250) else "black" if p == (13, 13, 20) else \
            "tinted" if p[0] > 1.2 * p[2] else "pale"
        count[kind] = count.get(kind, 0) + n
    return count


def snapshots(path, bcf, *options):
    """The snapshots of a BCF file, by title; the markup names each; the exit status is as without."""
    status = subprocess.run([CAROM, "clash", path, *options], capture_output=True, timeout=60).returncode
    done = run(path, "--bcf", bcf, *options, expect=status)
    assert not done.stderr, done.stderr
    found = {}
    with zipfile.ZipFile(bcf) as archive:
        for member in [m for m in archive.namelist() if m.endswith("markup.bcf")]:
            document = minidom.parseString(archive.read(member))
            view, = document.getElementsByTagName("Viewpoints")
            children = [(c.tagName, c.firstChild.data) for c in view.childNodes if c.nodeType == c.ELEMENT_NODE]
            assert children == [("Viewpoint", "viewpoint.bcfv"), ("Snapshot", "snapshot.png")], children
            title = document.getElementsByTagName("Title")[0].firstChild.data
            found[title] = archive.read(member.replace("markup.bcf", "snapshot.png"))
    return found


def test_snapshots(folder):
    path, bcf = row(folder), folder / "c.bcf"
    found = snapshots(path, bcf, "--clearance", "0.125")
    assert [t.split(":")[0] for t in found] == ["hard", "touching", "near"], found.keys()
    for title, raw in found.items():
        points = seen(raw)
        assert points["tinted"] > 5000 and points["pale"] > 5000 and points["none"] > 5000, (title, points)
        assert (points.get("black", 0) > 50) == (not title.startswith("near")), (title, points)
    for n in ("1", "2", "5"):
        assert snapshots(path, bcf, "--clearance", "0.125", "--threads", n) == found
    # a part within another is seen through it, and from within
    for size in (0.25, 3):
        off = 0.5 - size / 2
        assembly(path, [("a", (0, 0, 0), (1, 1, 1)), ("b", (off, off, off), (size, size, size))])
        (title, raw), = snapshots(path, bcf).items()
        assert seen(raw)["tinted"] > 10000 and seen(raw)["pale"] > 5000, (size, title, seen(raw))


def test_snapshots_of_odd_parts(folder):
    """Parts beyond all measure, points and sheets: a picture of whatever is seen, and the same exit status."""
    path, bcf, unit = folder / "odd.glb", folder / "odd.bcf", (1, 1, 1)
    for size in (1e37, 1e-37, 1e-44):
        assembly(path, [("a", (0, 0, 0), (size,) * 3), ("b", (0.75 * size, 0.25 * size, -0.125 * size), (size,) * 3)])
        for raw in snapshots(path, bcf).values():
            assert size < 1e-40 or seen(raw)["tinted"] > 5000, (size, seen(raw))
    for place, scale in [((0, 0.5, 0.5), (1e30, 0.1, 0.1)), ((0.5, 0.5, 0.5), (0, 0, 0)), ((1, 1, 1), (0, 0, 0)),
                         ((0.5, 0.5, 0.5), (1, 0, 1)), ((0.5, 0.5, 0.5), (0, 1e30, 0)), ((1e30, 0, 0), (1e30, 1e30, 1))]:
        for leave_out in (0, 33):
            assembly(path, [("a", (0, 0, 0), unit), ("b", place, scale)], leave_out)
            for raw in snapshots(path, bcf, "--clearance", "1e31").values():
                assert seen(raw)["none"] < 480 * 360, (place, scale, leave_out)
    assembly(path, [("a", (0, 0, 0), unit), ("b", (float("nan"), 0, 0), unit)])
    assert run(path, "--bcf", folder / "none.bcf", expect=3).stderr and not (folder / "none.bcf").exists()


def test_devices(folder):
    """Where nothing can be written that is said, and what stands there stays."""
    full = pathlib.Path("/dev/full")
    if not full.is_char_device():
        return
    for arguments in [("clash", row(folder)), ("clash", row(folder), "--json"), ("--version",), ("help",)]:
        with full.open("w") as out:
            done = subprocess.run([CAROM, *map(str, arguments)], stdout=out, stderr=subprocess.PIPE, timeout=60)
        assert done.returncode == 3 and b"standard output: cannot write" in done.stderr, (arguments, done)
    link = folder / "full.png"
    link.symlink_to(full)
    for option in ("--png", "--glb", "--bcf"):
        assert "full.png" in run(row(folder), option, link, expect=3).stderr
        assert link.is_symlink() and full.is_char_device()


def test_rules(folder):
    path, rules = row(folder), folder / "rules.json"

    def by_rules(document, expect, *options):
        rules.write_text(json.dumps(document))
        found = clash(path, "--rules", rules, *options, expect=expect)
        return [(p["verdict"], p["a"], p["b"]) for p in found["clashes"]], found["ignored"]

    both = {"groups": {"pipes": ["pipe *"], "rest": ["wall", "bolt*"]}}
    assert by_rules({**both, "rules": [{"a": "pipes", "b": "pipes", "ignore": True}]}, 0) == ([("touching", 1, 2)], 1)
    assert by_rules({**both, "rules": [{"a": "rest", "b": "pipes"}], "others": "ignore"}, 0) == ([("touching", 1, 2)], 1)
    assert by_rules({"rules": [{"a": "wall", "b": "bolt*", "clearance": 0.125}]}, 1)[0] == \
        [("hard", 0, 1), ("touching", 1, 2), ("near", 2, 3)]
    assert by_rules({"rules": [{"a": "*", "b": "*", "tolerance": 0.2}]}, 0)[0] == [("touching", 0, 1), ("touching", 1, 2)]
    for pattern, fits in [("pipe ?", True), ("*p*e *[12]", True), ("[o-q]*", True), ("pipe [!3-9]", True), ("p\\ipe*", True), ("pipe [1-]*", False),
                          ("pipe [!12]", False), ("pipe", False), ("*pipe", False), ("pipe \\?", False), ("pipe [12", False), ("pipe ?\\", False)]:
        rule = {"a": pattern, "b": pattern, "ignore": True}
        assert by_rules({"rules": [rule], "others": "ignore"}, 0)[1] == 2, pattern
        assert (by_rules({"rules": [rule, {"a": "pipe *", "b": "pipe *"}], "others": "ignore"}, 0 if fits else 1)[1] == 2) == fits, pattern
    assert by_rules({"rules": [{"a": "pipe 2", "b": "pipe 1", "comment": "first that fits"},
                               {"a": "*", "b": "*", "ignore": True}]}, 1) == ([("hard", 0, 1)], 1)
    for bad in [[], {}, {"rules": [3]}, {"rules": [{"a": "x"}]}, {"rules": [{"a": "x", "b": "y", "c": 1}]},
                {"rules": [{"a": "x", "b": "y", "clearance": -1}]}, {"rules": [], "others": "what"},
                {"rules": [], "groups": {"g": [1]}}]:
        rules.write_text(json.dumps(bad))
        done = run(path, "--rules", rules, expect=3)
        assert str(rules) in done.stderr and not done.stdout, (bad, done.stderr)
    for bad, what in [({"rules": [], "group": {}}, 'is no member of the rules; did you mean "groups"?'),
                      ({"rules": [{"a": "*", "b": "*", "tolerence": 1}]}, 'line 1: "tolerence" is no member of a rule; did you mean "tolerance"?')]:
        rules.write_text(json.dumps(bad))
        assert what in run(path, "--rules", rules, expect=3).stderr, bad
    rules.write_text('{"rules": [], "others": "check", "others": "ignore"}')
    assert "duplicate" in run(path, "--rules", rules, expect=3).stderr
    rules.write_text(json.dumps({"comment": "pipes", "groups": {"pipes": ["pipe *"]}, "rules": [{"a": "pipe", "b": "pipes"}]}))
    assert 'rule 1: "pipe" names no part' in run(path, "--rules", rules, expect=1).stderr
    rules.write_text("{")
    run(path, "--rules", rules, expect=3)
    missing = run(path, "--rules", folder / "none.json", expect=3).stderr
    assert "No such file" in missing and "line" not in missing, missing


def test_several_files(folder):
    a = assembly(folder / "a.glb", [("x", (0, 0, 0), (1, 1, 1)), ("y", (0.5, 0.5, 0.5), (1, 1, 1))])
    b = assembly(folder / "b.glb", [("z", (1.25, 1.25, 1.25), (1, 1, 1))])
    found = clash(a, b, expect=1)
    assert found["parts"] == 2 and [n["name"] for n in found["names"]] == ["a.glb", "b.glb"], found
    assert found["clashes"][0]["verdict"] == "hard"


def thread(path, sides, steps, low, high, off, hole=False):
    """A screw of pitch 1.5 about the z axis, or a nut with such a hole; the thread is `off` within the screw's, along its normals."""
    def place(angle, z):
        u = min(max((abs(2 * ((z / 1.5 - angle / (2 * math.pi)) % 1) - 1) - 0.125) / 0.75, 0), 1)
        r = 5 - 0.9 * u * u * (3 - 2 * u)
        return (r * math.cos(angle), r * math.sin(angle), z)

    def moved(angle, z, flat):
        e = 1e-4
        u = [x - y for x, y in zip(place(angle + e, z), place(angle - e, z))]
        v = [x - y for x, y in zip(place(angle, z + e), place(angle, z - e))]
        n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        p = [x - off * y / math.hypot(*n) for x, y in zip(place(angle, z), n)]
        return (p[0], p[1], z) if flat else p

    angles = [2 * math.pi * i / sides for i in range(sides)]
    rings = [[moved(a, low + (high - low) * j / steps, j in (0, steps)) for a in angles] for j in range(steps + 1)]
    loops = [(i, (i + 1) % sides) for i in range(sides)]
    out = [t for p, q in zip(rings, rings[1:]) for i, k in loops for t in ((p[i], p[k], q[k]), (p[i], q[k], q[i]))]
    if hole:
        walls = [[(9 * math.cos(a), 9 * math.sin(a), z) for a in angles] for z in (low, high)]
        for p, q in ((walls[0], rings[0]), (rings[-1], walls[1]), (walls[1], walls[0])):
            out += [t for i, k in loops for t in ((p[i], p[k], q[k]), (p[i], q[k], q[i]))]
        out = [t[::-1] for t in out]
    else:
        for ring, z, way in ((rings[0], low, -1), (rings[-1], high, 1)):
            out += [((0, 0, z), ring[i], ring[k])[::way] for i, k in loops]
    data = b"".join(struct.pack("<12fH", 0, 0, 0, *t[0], *t[1], *t[2], 0) for t in out)
    path.write_bytes(bytes(80) + struct.pack("<I", len(out)) + data)
    return path


def test_thread(folder):
    """A screw 0.05 deep in its nut all along the thread: tolerances are decided, however many points that takes."""
    screw, nut = thread(folder / "screw.stl", 32, 72, -3, 10.5, 0), thread(folder / "nut.stl", 32, 40, 0, 7.5, 0.05, hole=True)
    assert all(info_of(path)["orientation"] == "consistent" and info_of(path)["volume"] > 0 for path in (screw, nut))
    p = clash(screw, nut, expect=1)["clashes"][0]
    assert p["verdict"] == "hard" and 0.0499 < p["depth"] < 0.0501 < p["depth_bound"], p
    for tolerance in (0.1, 0.06, 0.0502):
        for files in ((screw, nut), (nut, screw)):
            found = clash(*files, "--tolerance", tolerance, expect=0)
            assert found["clashes"][0]["verdict"] == "touching" and found["undecided"] == 0, (tolerance, found)
    for tolerance in (0.0499, 0.01):
        p = clash(screw, nut, "--tolerance", tolerance, expect=1)["clashes"][0]
        assert p["verdict"] == "hard" and p["depth"] > tolerance, p


def turned(path, sides, first, rings):
    """A ring or a rod about the z axis: a closed profile of distances and heights."""
    def place(i, k):
        angle = 2 * math.pi * (i % sides + first) / sides
        return (rings[k % len(rings)][0] * math.cos(angle), rings[k % len(rings)][0] * math.sin(angle), rings[k % len(rings)][1])

    quads = [[place(i, k), place(i + 1, k), place(i + 1, k + 1), place(i, k + 1)] for i in range(sides) for k in range(len(rings))]
    triangles = [t for q in quads for t in ((q[0], q[1], q[2]), (q[0], q[2], q[3])) if len(set(t)) == 3]
    data = b"".join(struct.pack("<12fH", 0, 0, 0, *t[0], *t[1], *t[2], 0) for t in triangles)
    path.write_bytes(bytes(80) + struct.pack("<I", len(triangles)) + data)
    return path


def ball(path, rings, radius, first):
    profile = [(radius * math.sin(math.pi * k / rings), -radius * math.cos(math.pi * k / rings)) for k in range(rings + 1)]
    return turned(path, 2 * rings, first, [(0, -radius)] + profile[1:-1] + [(0, radius)])


def test_near_the_depth(folder):
    """However near a tolerance is to the depth, what is told holds; what is left undecided lies between both bounds."""
    pin = turned(folder / "pin.stl", 64, 0, [(0, -1), (5, -1), (5, 11), (0, 11)])
    hole = turned(folder / "hole.stl", 48, 0.37, [(9, 0), (9, 10), (4.95, 10), (4.95, 0)])
    balls = ball(folder / "outer.stl", 24, 1, 0), ball(folder / "inner.stl", 19, 0.9, 0.3)
    for files, high in (((pin, hole), 0.07), (balls, 0.2)):
        low, verdicts = 0.0, set()
        while low < (middle := low + (high - low) / 2) < high and "undecided" not in verdicts:
            found = json.loads(subprocess.run([CAROM, "clash", *files, "--tolerance", repr(middle), "--json"],
                                              capture_output=True, timeout=100).stdout)
            p, = found["clashes"]
            verdicts.add(p["verdict"])
            assert not found["interrupted"] and found["hard"] + found["undecided"] + found["touching"] == 1
            if p["verdict"] == "hard":
                assert low < middle < p["depth"] + 1e-15 and p["depth"] <= high + 1e-11, (middle, p)
                low = middle
            elif p["verdict"] == "touching":
                high = middle
            else:
                assert p["depth"] <= middle < p["depth_bound"] and p["depth_bound"] - p["depth"] < 1e-8, (middle, p)
                table = run(*files, "--tolerance", repr(middle), expect=1).stdout
                assert table.splitlines()[1].split()[1] == "undecided" and "\n1 undecided" in table, table
        assert {"hard", "touching"} <= verdicts and (files != balls or "undecided" in verdicts), verdicts


def test_usage(folder):
    path = row(folder)
    for arguments in [[], ["--what", path], [path, "--clearance"], [path, "--clearance", "-1"], [path, "--clearance", "x"],
                      [path, "--tolerance", "nan"], [path, "--json", "--csv"]]:
        assert not run(*arguments, expect=2).stdout
    assert "after --clearance is wanted a length of 0 or more, not -1;" in run(path, "--clearance", "-1", expect=2).stderr
    assert "after --bcf is wanted a file to write;" in run(path, "--bcf", expect=2).stderr
    assert "--clearance" in run("--help", expect=0).stdout
    for words in (["help", "clash"], ["help"]):
        done = subprocess.run([CAROM, *words], capture_output=True, timeout=60)
        assert done.returncode == 0 and b"clash" in done.stdout and not done.stderr, words
    assert subprocess.run([CAROM, "help", "nothing"], capture_output=True, timeout=60).returncode == 2
    bad = folder / "bad.glb"
    bad.write_bytes(b"glTF" + b"\0" * 30)
    run(bad, expect=3)
    run(path, folder / "none.obj", expect=3)


def test_threads(folder):
    cubes = [("c%d" % i, (0.37 * i, 0.11 * (i % 7), 0.5 * (i % 3)), (1, 1, 1 - 0.02 * (i % 5))) for i in range(60)]
    path = assembly(folder / "row.glb", cubes)
    told = [run(path, "--csv", "--clearance", "0.1", "--threads", n, expect=1).stdout for n in (1, 2, 3, 8)]
    assert len(set(told)) == 1 and len(told[0].splitlines()) > 100
    for bad in ("0", "65", "x"):
        run(path, "--threads", bad, expect=2)


def test_progress(folder):
    """Told on a terminal and wiped away; never into a file."""
    path = row(folder)
    terminal, end = pty.openpty()
    done = subprocess.run([CAROM, "clash", path, "--bcf", folder / "p.bcf"], stdout=subprocess.PIPE, stderr=end, timeout=60)
    os.close(end)
    told = b""
    try:
        while chunk := os.read(terminal, 65536):
            told += chunk
    except OSError:  # how a terminal ends
        pass
    os.close(terminal)
    assert done.returncode == 1 and b"carom clash" not in done.stdout
    for what in (b"tree 0 of 1", b"pair 0 of 2", b"picture 0 of 2"):
        assert b"\rcarom clash: " + what in told, (what, told)
    assert told.endswith(b"\r\x1b[K"), told
    assert not run(path, expect=1).stderr


def test_interruption(folder):
    """What was found before is told; the status is never 0."""
    cubes = [("c%d" % i, (0.3 * (i % 20), 0.3 * (i // 20 % 20), 0.3 * (i // 400)), (1, 1, 1)) for i in range(1200)]
    path = assembly(folder / "many.glb", cubes)
    for options, unmeasured in ((("--tolerance", "0"), "hard"), ((), "undecided"), (("--tolerance", "0.01"), "undecided")):
        process = subprocess.Popen([CAROM, "clash", path, "--json", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            process.wait(1.0)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=100)
        if process.returncode == -signal.SIGINT:  # it was still reading
            continue
        found = json.loads(out)
        assert process.returncode == 1 and found["looked_at"] <= found["box_pairs"], process.returncode
        overlaps = [p for p in found["clashes"] if p["verdict"] in ("hard", "undecided")]
        depths = [p["depth"] for p in overlaps]
        assert depths.count(None) == found["unmeasured"] and (found["interrupted"] or not found["unmeasured"]), found["unmeasured"]
        assert None not in depths[:len(depths) - found["unmeasured"]]  # the worst that are known come first
        assert all(p["same"] or p["verdict"] == unmeasured for p in overlaps if p["depth"] is None)
        assert [p["verdict"] for p in overlaps].count("undecided") == found["undecided"]


with tempfile.TemporaryDirectory() as name:
    for test in [v for k, v in list(globals().items()) if k.startswith("test_")]:
        test(pathlib.Path(name))
