#!/usr/bin/python3
"""carom raycast, closest, distance, section, decompose and render as a user runs them: known answers about a cube, bad input."""
import argparse
import json
import pathlib
import struct
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
CAROM = str(pathlib.Path(parser.parse_args().carom).resolve())
CUBE = ROOT / "test/data/cube.obj"  # from (0, 0, 0) to (1, 1, 1)


def run(*arguments, expect=0, given=""):
    done = subprocess.run([CAROM, *map(str, arguments)], input=given, capture_output=True, text=True, timeout=120)
    assert done.returncode == expect, (arguments, done.returncode, done.stdout, done.stderr)
    return done


def answers(*arguments, expect=0, given=""):
    return [json.loads(line) for line in run(*arguments, "--json", expect=expect, given=given).stdout.splitlines()]


def raycast():
    hits = answers("raycast", CUBE, "--ray", "0.25,0.5,3,0,0,-2", "--ray", "5 5 5 0 0 -1", "--ray", "0.25,0.5,3,0,0,-2,1.25")
    assert [h["ray"] for h in hits] == [0, 1, 2]
    assert hits[0]["hit"] and hits[0]["t"] == 1 and hits[0]["point"] == [0.25, 0.5, 1] and hits[0]["normal"] == [0, 0, 1]
    assert abs(sum(hits[0]["barycentric"]) - 1) < 1e-15
    assert not hits[1]["hit"]
    assert hits[2]["hit"] and hits[2]["t"] == 1.5 and hits[2]["normal"] == [0, 0, 1]  # towards the ray
    culled = answers("raycast", CUBE, "--cull", "--rays", "-", given="# a comment\n\n0.25 0.5 3 0 0 -2 1.25\n0.25,0.5,0.5,0,0,1\n")
    assert [h["hit"] for h in culled] == [False, False]
    grid = "".join("%r %r 2 0 0 -1\n" % (x / 4, y / 4) for x in range(-1, 6) for y in range(-1, 6))
    assert sum(h["hit"] for h in answers("raycast", CUBE, "--any", "--rays", "-", given=grid)) == 25
    assert sum(h["hit"] for h in answers("raycast", CUBE, "--rays", "-", given=grid)) == 25
    for options in ((), ("--any",), ("--any", "--cull"), ("--cull",)):
        told = [run("raycast", CUBE, "--rays", "-", "--json", "--threads", n, *options, given=40 * grid).stdout for n in (1, 2, 3, 8)]
        assert len(set(told)) == 1 and len(told[0].splitlines()) == 40 * 49
    assert sum(h["hit"] for h in answers("raycast", CUBE, "--any", "--cull", "--rays", "-", given=grid)) == 25
    through = answers("raycast", CUBE, "--all", "--ray", "0.25,0.5,3,0,0,-2", "--ray", "0.5,0.5,3,0,0,-2", "--ray", "7,7,7,0,0,1")
    assert [[h["t"] for h in t["hits"]] for t in through] == [[1, 1.5], [1, 1.5], []]  # the second: through diagonals
    assert len(run("raycast", CUBE, "--all", "--ray", "0.25,0.5,3,0,0,-2").stdout.splitlines()) == 3
    table = run("raycast", CUBE, "--ray", "0.25,0.5,3,0,0,-2").stdout.splitlines()
    assert len(table) == 2 and table[0].split()[:3] == ["ray", "t", "triangle"] and table[1].split()[:2] == ["0", "1"]


def raycast_bad_input():
    for bad in ("1,2,3", "1,2,3,4,5,x", "nan,0,0,0,0,1", "0,0,0,0,0,1,0,1,2", "", "0,0,0,0,0,inf"):
        assert "6 to 8" in run("raycast", CUBE, "--ray", bad, expect=2).stderr
    assert "line 3" in run("raycast", CUBE, "--rays", "-", given="0 0 0 0 0 1\n\n0 0 0 0 0\n", expect=3).stderr
    assert "line 1" in run("raycast", CUBE, "--rays", "-", given="0 0 0 0 0 1\0 7\n", expect=3).stderr
    run("raycast", CUBE, expect=2)
    run("raycast", expect=2)
    run("raycast", CUBE, "--ray", expect=2)
    run("raycast", CUBE, "--fast", expect=2)
    for command, question in (("raycast", ("--ray", "0,0,0,0,0,1")), ("closest", ("--point", "0,0,0"))):
        for bad in ("0", "65", "1.5", "-1", "two", ""):
            run(command, CUBE, *question, "--threads", bad, expect=2)
        run(command, CUBE, *question, "--threads", expect=2)
    run("raycast", CUBE, "--any", "--all", "--ray", "0,0,0,0,0,1", expect=2)
    assert "nowhere" in run("raycast", "nowhere.obj", "--ray", "0,0,0,0,0,1", expect=3).stderr
    assert "nothing" in run("raycast", CUBE, "--rays", "nothing.txt", expect=3).stderr
    good = ("--ray", "0.5,0.5,3,0,0,-1")
    assert "ray 1, counted from 0: direction is zero" in run("raycast", CUBE, *good, "--ray", "0.5,0.5,3,0,0,0", expect=3).stderr
    assert "t_min" in run("raycast", CUBE, "--rays", "-", given="0 0 0 0 0 1 3 2\n", expect=3).stderr
    assert "--threads is wanted a whole number from 1 to 64, not two" in run("raycast", CUBE, *good, "--threads", "two", expect=2).stderr
    assert "--fast is not understood" in run("raycast", CUBE, "--fast", expect=2).stderr
    assert "--png is not understood" in run("raycast", CUBE, *good, "--png", "x.png", expect=2).stderr  # of other commands


def closest():
    near = answers("closest", CUBE, "--point", "0.5,0.25,3", "--point", "2,2,2", "--points", "-", given="0.5 0.5 0.75\n1 0.5 0.25\n")
    assert near[0]["distance"] == 2 and near[0]["closest"] == [0.5, 0.25, 1] and near[0]["side"] == "outside"
    assert abs(near[1]["distance"] - 3 ** 0.5) < 1e-15 and near[1]["feature"].startswith("vertex")
    assert near[2]["distance"] == -0.25 and near[2]["side"] == "inside" and near[2]["closest"] == [0.5, 0.5, 1]
    assert near[3]["distance"] == 0 and near[3]["side"] == "surface"
    assert [n["side_by"] for n in near] == ["winding_number", "winding_number", "winding_number", "none"], near
    assert len(run("closest", CUBE, "--point", "0,0,9").stdout.splitlines()) == 2
    many = "".join("%r %r %r\n" % (x / 9, y / 7, (x + y) / 11) for x in range(-9, 20) for y in range(-9, 20))
    told = [run("closest", CUBE, "--points", "-", "--json", "--threads", n, given=many).stdout for n in (1, 2, 3, 8)]
    assert len(set(told)) == 1 and len(told[0].splitlines()) == 29 * 29
    for bad in ("1,2", "1,2,3,4", "a"):
        run("closest", CUBE, "--point", bad, expect=2)
    run("closest", CUBE, expect=2)
    run("closest", "--point", "0,0,0", expect=2)
    assert "line 2" in run("closest", CUBE, "--points", "-", given="0 0 0\n0 0\n", expect=3).stderr


def nearest():
    near = answers("closest", CUBE, "--nearest", "3", "--point", "0.5,0.25,3", "--point", "0.75,0.5,0.5")
    assert [n["point"] for n in near] == [0, 1]
    above = near[0]["nearest"]  # over one triangle of the top, whose diagonal the other one has, then a side
    assert [n["distance"] for n in above] == sorted(n["distance"] for n in above)
    assert above[0]["distance"] == 2 and above[0]["feature"] == "face" and above[0]["closest"] == [0.5, 0.25, 1]
    assert abs(above[1]["distance"] - (4 + 0.25 ** 2 / 2) ** 0.5) < 1e-15 and above[1]["feature"].startswith("edge")
    assert abs(above[2]["distance"] - (4 + 0.25 ** 2) ** 0.5) < 1e-15
    within = near[1]["nearest"]  # on the diagonal of a side: both of its triangles, the lower one first; distances have no sign
    assert [n["distance"] for n in within[:2]] == [0.25, 0.25] and within[0]["triangle"] < within[1]["triangle"] and within[2]["distance"] == 0.5
    for point in ("0.5,0.25,3", "0.1,0.2,0.3", "-4,5,6"):
        one, all_of_it = (answers("closest", CUBE, "--point", point, *options)[0] for options in ((), ("--nearest", "99")))
        assert len(all_of_it["nearest"]) == 12 and len({n["triangle"] for n in all_of_it["nearest"]}) == 12
        first = all_of_it["nearest"][0]
        assert abs(one["distance"]) == first["distance"] and all(one[k] == first[k] for k in ("closest", "triangle", "barycentric", "feature", "part"))
    assert len(run("closest", CUBE, "--nearest", "5", "--point", "0,0,9", "--point", "9,0,0").stdout.splitlines()) == 11
    many = "".join("%r %r %r\n" % (x / 9, y / 7, (x + y) / 11) for x in range(-90, 90) for y in range(-40, 40))  # more than a block
    told = [run("closest", CUBE, "--points", "-", "--json", "--nearest", "3", "--threads", n, given=many).stdout for n in (1, 2, 5)]
    assert len(set(told)) == 1 and [json.loads(line)["point"] for line in told[0].splitlines()] == list(range(180 * 80))
    for bad in ("0", "-1", "1.5", "few", "1 2"):
        assert "a whole number from 1 on" in run("closest", CUBE, "--point", "0,0,0", "--nearest", bad, expect=2).stderr
    run("closest", CUBE, "--point", "0,0,0", "--nearest", expect=2)


def all_hits(folder):
    stack = folder / "stack.obj"  # more layers than a list of the command holds
    corners = "".join("v 0 0 %d\nv 4 0 %d\nv 0 4 %d\n" % (z, z, z) for z in range(100))
    stack.write_text(corners + "".join("f %d %d %d\n" % (k, k + 1, k + 2) for k in range(1, 300, 3)))
    rays = "".join("1 1 %d 0 0 1\n9 9 0 0 0 1\n" % z for z in range(-1, 100)) * 8
    told = [run("raycast", stack, "--all", "--rays", "-", "--json", "--threads", n, given=rays).stdout for n in (1, 2, 5)]
    assert len(set(told)) == 1
    hits = [json.loads(line) for line in told[0].splitlines()]
    assert [h["ray"] for h in hits] == list(range(1616))
    for k, h in enumerate(hits):
        z = k % 202 // 2 - 1
        assert [x["t"] for x in h["hits"]] == ([] if k % 2 else [x - z for x in range(max(z, 0), 100)]), (k, z)


def section(folder):
    cut = answers("section", CUBE, "--plane", "0,0,2,1", "--planes", "-", given="1 1 1 1.5\n\n0 0 1 1\n0 0 1 0\n0 0 -1 0\n1 0 0 7\n")
    assert [c["plane"] for c in cut] == list(range(6)) and all(c["closed"] for c in cut)
    assert [round(c["area"], 12) for c in cut] == [1, round(0.75 * 3 ** 0.5, 12), 1, 0, 1, 0]  # 4: the cube is behind
    assert [len(c["curves"]) for c in cut] == [1, 1, 1, 0, 1, 0] and abs(cut[0]["length"] - 4) < 1e-12
    for c, height in zip(cut, (0.5, None, 1, None, 0)):
        for p in (p for curve in c["curves"] for p in curve["points"]):
            assert 0 <= p["triangle"] < 12 and (p["at"][2] == height if height is not None else abs(sum(p["at"]) - 1.5) < 1e-15)
    table = run("section", CUBE, "--plane", "0,0,1,0.5", "--obj", folder / "s.obj", "--svg", folder / "s.svg").stdout.splitlines()
    assert len(table) == 2 and table[1].split()[:3] == ["0", "1", "0"] and table[1].split()[4] == "1"
    lines = [line.split() for line in (folder / "s.obj").read_text().splitlines()]
    count = sum(line[0] == "v" for line in lines)
    assert [line[1:] for line in lines if line[0] == "l"] == [[str(i) for i in (*range(1, count + 1), 1)]]
    drawn = (folder / "s.svg").read_text()
    assert drawn.startswith("<svg ") and drawn.count("M") == 1 and drawn.count("L") == count - 1 and drawn.count("Z") == 1
    (folder / "open.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n")
    strip = answers("section", folder / "open.obj", "--plane", "0,0,1,0.5")[0]
    assert strip["area"] is None and not strip["closed"] and len(strip["curves"][0]["points"]) == 2 and strip["length"] == 0.5
    assert "the normal is zero" in run("section", CUBE, "--plane", "0,0,0,1", expect=3).stderr
    for bad in ("1,2,3", "1,2,3,nan", "1,2,3,4,5", ""):
        run("section", CUBE, "--plane", bad, expect=2)
    assert "no plane" in run("section", CUBE, expect=2).stderr
    assert "one plane" in run("section", CUBE, "--plane", "0,0,1,0", "--plane", "0,0,1,1", "--svg", folder / "t.svg", expect=2).stderr
    assert "--obj is wanted a file to write" in run("section", CUBE, "--plane", "0,0,1,0", "--obj", expect=2).stderr
    assert "nowhere" in run("section", CUBE, "--plane", "0,0,1,0.5", "--obj", folder / "nowhere" / "s.obj", expect=3).stderr


def decompose(folder):
    one = answers("decompose", CUBE)[0]
    assert one["hulls"] == 1 and one["concavity"] == one["omitted"] == 0 and one["within_goal"], one
    assert one["parts"][0]["volume"] == 1 and one["parts"][0]["faces"] == 6
    assert sorted(v["at"] for v in one["parts"][0]["vertices"]) == [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    corners = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
    faces = [(1, 3, 4, 2), (5, 6, 8, 7), (1, 2, 6, 5), (3, 7, 8, 4), (1, 5, 7, 3), (2, 4, 8, 6)]
    rows = [f"v {x + 2 * k} {y} {z}" for k in range(2) for x, y, z in corners]
    rows += ["f " + " ".join(str(c + 8 * k) for c in face) for k in range(2) for face in faces]
    (folder / "two.obj").write_text("\n".join(rows))
    table = run("decompose", folder / "two.obj", "--obj", folder / "hulls.obj").stdout.splitlines()
    assert len(table) == 4 and table[-1].startswith("2 hulls, no point farther than 0 from the solid: the goal is met"), table
    lines = (folder / "hulls.obj").read_text().splitlines()
    assert [sum(line.startswith(c + " ") for line in lines) for c in "ovf"] == [2, 16, 12]
    back = answers("decompose", folder / "hulls.obj", "--vertices", "8")[0]
    assert back["hulls"] == 2 and back["concavity"] == 0
    wide = answers("decompose", folder / "two.obj", "--hulls", "1", "--concavity", "0.1")[0]
    assert wide["hulls"] == 1 and not wide["within_goal"] and 0.47 < wide["parts"][0]["attained"] <= 0.5 <= wide["concavity"] < 0.54
    (folder / "open.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n")
    assert "the mesh is open" in run("decompose", folder / "open.obj", expect=3).stderr
    for bad in (("--hulls", "0"), ("--hulls", "1.5"), ("--hulls", "5000"), ("--vertices", "3"), ("--concavity", "-1"), ("--concavity", "nan"), ("--obj",)):
        assert f"after {bad[0]} is wanted" in run("decompose", CUBE, *bad, expect=2).stderr
    assert run("decompose", expect=2).stderr.startswith("usage: carom decompose")
    assert "nowhere" in run("decompose", CUBE, "--obj", folder / "nowhere" / "s.obj", expect=3).stderr


def distance():
    def of(*arguments, expect=0):
        return answers("distance", CUBE, CUBE, *arguments, expect=expect)[0]

    apart = of("--pose-b", "3,0,0")
    assert apart["distance"] == 2 and apart["relation"] == "disjoint" and apart["point_a"][0] == 1 and apart["point_b"][0] == 3
    assert of("--pose-b", "1,0,0")["distance"] == 0
    assert of("--pose-b", "1.0000000000000002,0,0")["distance"] > 0
    half = 0.5 ** 0.5
    turned = of("--pose-b", "3,0,0,0,0,%r,%r" % (half, half))  # a quarter turn: x from 2 to 3
    assert abs(turned["distance"] - 1) < 1e-15
    assert of("--pose-b", "0.5,0,0")["relation"] == "intersects"
    assert of("--pose-b", "3,0,0", "--within", "2", expect=1)["distance"] == 2
    of("--pose-b", "3,0,0", "--within", "1.999")
    for bad in (("--pose-b", "1,2"), ("--pose-b", "0,0,0,0,0,0,0"), ("--within", "-1"), ("--within", "x"), ("--x", "1")):
        run("distance", CUBE, CUBE, *bad, expect=2)
    run("distance", CUBE, expect=2)
    run("distance", CUBE, CUBE, CUBE, expect=2)
    run("distance", CUBE, "nowhere.stl", expect=3)
    assert "A to B" in run("distance", CUBE, CUBE, "--pose-b", "3,0,0").stdout


def meets_itself(folder):
    crossing = folder / "crossing.obj"
    crossing.write_text("v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 -1\nv 1 1 1\nv 9 9 1\nf 1 2 3\nf 4 5 6\n")
    assert answers("info", crossing)[0]["meets_itself"] == 1
    assert answers("info", CUBE)[0]["meets_itself"] == 0
    run("info", crossing, "--strict", expect=1)
    run("info", CUBE, "--strict")


def render(folder):
    png = folder / "cube.png"
    told = answers("render", CUBE, "--png", png, "--size", "80x60", "--sky", "2")[0]
    data = png.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == (80, 60)
    assert told["triangles"] == 12 and told["rays"] >= 80 * 60 * 4
    run("render", CUBE, "--png", folder / "again.png", "--size", "80x60", "--sky", "2")
    assert (folder / "again.png").read_bytes() == data
    for n in (1, 2, 8):
        assert answers("render", CUBE, "--png", folder / "t.png", "--size", "80x60", "--sky", "2", "--threads", n)[0]["rays"] == told["rays"]
        assert (folder / "t.png").read_bytes() == data
    run("render", CUBE, "--png", folder / "away.png", "--size", "80x60", "--eye", "0,0,9", "--target", "0,0,90")
    run("render", CUBE, "--png", folder / "n.png", "--size", "8x6", "--color", "normal", "--fov", "20", "--up", "0,0,1", "--samples", "1")
    assert (folder / "away.png").read_bytes() != data
    for bad in (("--size", "0x5"), ("--size", "5"), ("--samples", "9"), ("--fov", "180"), ("--color", "red"), ("--up", "0,0,0"), ("--eye", "1"), ("--threads", "0")):
        run("render", CUBE, "--png", folder / "x.png", *bad, expect=2)
    run("render", CUBE, expect=2)
    run("render", CUBE, "--png", folder / "no/such/folder.png", "--size", "8x8", expect=3)
    assert not (folder / "x.png").exists()


for command in ("raycast", "closest", "distance", "section", "decompose", "render"):
    assert run(command, "--help").stdout.startswith("usage: carom " + command)
    assert command in run("--help").stdout
raycast()
raycast_bad_input()
closest()
nearest()
distance()
with tempfile.TemporaryDirectory() as name:
    meets_itself(pathlib.Path(name))
    all_hits(pathlib.Path(name))
    section(pathlib.Path(name))
    decompose(pathlib.Path(name))
    render(pathlib.Path(name))
