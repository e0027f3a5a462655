#!/usr/bin/python3
"""carom bounds as a user runs it: known volumes of known solids, voids, pictures, bad files."""
import argparse
import json
import math
import pathlib
import random
import struct
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
CAROM = str(pathlib.Path(parser.parse_args().carom).resolve())
NAMES = ["sphere, Ritter", "sphere, least", "AABB", "OBB, principal", "OBB, near-minimal", "capsule",
         "14-DOP", "18-DOP", "26-DOP", "hull"]


def run(*arguments, expect=0):
    done = subprocess.run([CAROM, "bounds", *map(str, arguments)], capture_output=True, text=True, timeout=400)  # flat k-DOPs are cut exactly, slowly under a sanitizer
    assert done.returncode == expect, (arguments, done.returncode, done.stdout, done.stderr)
    return done


def report(path):
    out = json.loads(run(path, "--json").stdout)
    assert [v["name"] for v in out["volumes"]] == NAMES
    out["of"] = {v["name"]: v["volume"] for v in out["volumes"]}
    for v in out["volumes"]:
        assert v["fit_ms"] >= 0 and 0 <= v["touching"] <= 1
        assert v["overlap_ns"] is None or v["overlap_ns"] > 0
        if out["volume"] is not None:
            assert v["void"] >= -1e-9 * out["volume"] and math.isclose(v["void"], v["volume"] - out["volume"], abs_tol=1e-9)
        else:
            assert v["void"] is None and out["volume_spread"] is None and not out["closed"]
    assert not out["closed"] or out["volume_spread"] == 0
    return out


def near(a, b, slack=1e-6):
    assert abs(a - b) <= slack * max(1, abs(b)), (a, b)


def write(path, points, faces):
    path.write_text("".join("v %r %r %r\n" % tuple(p) for p in points) + "".join("f " + " ".join(map(str, f)) + "\n" for f in faces))
    return path


def cube():
    for name in ("cube.obj", "cube.stl", "cube.ply"):
        r = report(ROOT / "test/data" / name)
        assert r["closed"] and r["vertices"] == 8 and (r["hull_vertices"], r["hull_edges"], r["hull_faces"]) == (8, 12, 6)
        near(r["volume"], 1)
        for volume in NAMES[2:5] + NAMES[6:]:
            near(r["of"][volume], 1)
        near(r["of"]["sphere, least"], 4 / 3 * math.pi * 0.75 ** 1.5)
        assert r["of"]["sphere, least"] <= r["of"]["sphere, Ritter"] * (1 + 1e-9)


def octahedron(folder):
    points = [(3, 0, 0), (-3, 0, 0), (0, 3, 0), (0, -3, 0), (0, 0, 3), (0, 0, -3)]
    faces = [(1, 3, 5), (3, 2, 5), (2, 4, 5), (4, 1, 5), (3, 1, 6), (2, 3, 6), (4, 2, 6), (1, 4, 6)]
    r = report(write(folder / "octahedron.obj", points, faces))
    assert r["closed"] and r["hull_faces"] == 8
    near(r["volume"], 36)
    near(r["of"]["14-DOP"], 36)   # its faces are the cube's diagonals
    near(r["of"]["26-DOP"], 36)
    near(r["of"]["18-DOP"], 54)   # the rhombic dodecahedron
    near(r["of"]["AABB"], 216)
    near(r["of"]["sphere, least"], 4 / 3 * math.pi * 27)


def turned_box(folder):
    """A box of 1 by 2 by 6, turned: only the oriented volumes see it."""
    c, s = math.cos(0.7), math.sin(0.7)
    points = []
    for i in range(8):
        x, y, z = (i & 1) - 0.5, (i >> 1 & 1) * 2 - 1, (i >> 2) * 6 - 3
        x, y = c * x - s * y, s * x + c * y
        y, z = c * y - s * z, s * y + c * z
        points.append((x, y, z))
    faces = [(1, 3, 4, 2), (5, 6, 8, 7), (1, 2, 6, 5), (3, 7, 8, 4), (1, 5, 7, 3), (2, 4, 8, 6)]
    r = report(write(folder / "box.obj", points, faces))
    near(r["volume"], 12, 1e-5)
    near(r["of"]["OBB, near-minimal"], 12, 1e-5)
    assert r["of"]["AABB"] > 30 and r["of"]["hull"] <= r["of"]["26-DOP"] <= r["of"]["14-DOP"] <= r["of"]["AABB"]


def holes(folder):
    """A cube of 6 x 10 x 10 squares: a triangle missing is little, a side missing is not, and inside out it is as large."""
    points, faces = [], []
    for axis in range(3):
        for side in (0, 1):
            at = len(points) + 1
            for i in range(11):
                for k in range(11):
                    p = [side, i / 10, k / 10]
                    points.append(p[3 - axis:] + p[:3 - axis])
            for i in range(10):
                for k in range(10):
                    a, b, c, d = (at + 11 * i + k, at + 11 * (i + 1) + k, at + 11 * (i + 1) + k + 1, at + 11 * i + k + 1)
                    faces += [(a, b, c), (a, c, d)] if side else [(a, c, b), (a, d, c)]
    whole = report(write(folder / "whole.obj", points, faces))
    assert whole["closed"]
    near(whole["volume"], 1)
    turned = report(write(folder / "turned.obj", points, [f[::-1] for f in faces]))
    near(turned["volume"], 1)
    path = write(folder / "hole.obj", points, faces[1:])
    hole = report(path)
    assert not hole["closed"] and 0 < hole["volume_spread"] < 0.01 and abs(hole["volume"] - 1) <= hole["volume_spread"]
    assert "not closed: volume about 1, to 0.25 %" in run(path).stdout
    cup = write(folder / "cup.obj", points, faces[200:])
    assert report(cup)["volume"] is None and "are unknown" in run(cup).stdout


def open_and_flat(folder):
    square = [(0, 0, 0), (2, 0, 0), (2, 1, 0), (0, 1, 0)]
    path = write(folder / "square.obj", square, [(1, 2, 3, 4)])
    r = report(path)
    assert not r["closed"] and r["of"]["hull"] == 0 and r["of"]["AABB"] == 0
    assert r["hull_vertices"] == 4 and r["hull_faces"] == 2
    text = run(path).stdout
    assert "not closed" in text and all(name in text for name in NAMES)
    random.seed(5)
    soup = [[random.uniform(-1, 1) for _ in range(3)] for _ in range(300)]
    r = report(write(folder / "soup.obj", soup, [(3 * i + 1, 3 * i + 2, 3 * i + 3) for i in range(100)]))
    order = ["hull", "26-DOP", "18-DOP", "AABB"]
    assert all(r["of"][a] <= r["of"][b] for a, b in zip(order, order[1:])), r["of"]
    assert r["of"]["OBB, near-minimal"] <= 1.0001 * r["of"]["AABB"]
    run(path, "--png", folder / "flat.png")
    assert picture_size(folder / "flat.png") == picture_size_of_cube(folder)


def picture_size(path):
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) > 10000
    return struct.unpack(">II", data[16:24])


def picture_size_of_cube(folder):
    run(ROOT / "test/data/cube.obj", "--png", folder / "cube.png")
    size = picture_size(folder / "cube.png")
    assert size[0] > 1000 and size[1] > 600
    return size


def what_is_refused(folder):
    run(expect=2)
    run("a", "b", expect=2)
    run("--frobnicate", expect=2)
    assert "usage" in run("--help").stdout
    assert "absent.obj" in run(folder / "absent.obj", expect=3).stderr
    (folder / "bad.obj").write_text("v 1 2\nf 1 2 3\n")
    assert "bad.obj" in run(folder / "bad.obj", expect=3).stderr
    done = run(ROOT / "test/data/cube.obj", "--png", folder / "no/such/folder.png", expect=3)
    assert "folder.png" in done.stderr and not done.stdout


with tempfile.TemporaryDirectory() as name:
    place = pathlib.Path(name)
    cube()
    octahedron(place)
    turned_box(place)
    holes(place)
    open_and_flat(place)
    what_is_refused(place)
print("ok")
