#!/usr/bin/python3
"""The pages of carom clash --html and carom simulate --html as files: their data is what the command tells, names cannot end the script,
and nothing is fetched. test/browser/ opens them."""
import argparse
import base64
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "data"))
import html_data  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
CAROM = str(pathlib.Path(parser.parse_args().carom).resolve())


def run(*arguments, expect):
    done = subprocess.run([CAROM, *map(str, arguments)], capture_output=True, timeout=120)
    assert done.returncode == expect, (arguments, done.returncode, done.stdout, done.stderr)
    return done


def page(path):
    """The object of data of a page; everything else of it is the viewer."""
    text = path.read_bytes().decode("utf-8")
    start = text.index('<script type="application/json" id="data">') + len('<script type="application/json" id="data">')
    end = text.index("</script>", start)
    assert "<" not in text[start:end], "a name may end the script"
    around = text[:start] + text[end:]
    assert around.count("<script") == 2 and around.count("</script>") == 2, "scripts beside the viewer's"
    # no address of another file: what is left are the namespaces of none
    assert not re.search(r"https?://|@import|url\(|<link|<iframe|\bfetch\(|XMLHttpRequest|WebSocket|import\(", around)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", around)
    assert "default-src 'none'" in around
    return json.loads(text[start:end]), around


def points(text, box):
    q = struct.unpack("<%dH" % (len(base64.b64decode(text)) // 2), base64.b64decode(text))
    return [tuple(box[k] + (box[3 + k] - box[k]) * q[i + k] / 65535 for k in range(3)) for i in range(0, len(q), 3)]


def ints(text, letter="I"):
    data = base64.b64decode(text)
    return list(struct.unpack("<%d%s" % (len(data) // struct.calcsize(letter), letter), data))


def placed(rows, p):
    return tuple(sum(rows[4 * r + k] * p[k] for k in range(3)) + rows[4 * r + 3] for r in range(3))


def near(a, b, within):
    return all(abs(x - y) <= within for x, y in zip(a, b))


IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]


def test_clash(folder):
    """Two cubes that overlap, one that touches, one far away, one mirrored and stretched, one turned: all are one mesh."""
    cubes = [("a", (0, 0, 0), (1, 1, 1)), ("b", (0.75, 0.125, -0.125), (1, 1, 1)), ("c", (0, 0, 1), (1, 1, 1)),
             ("d", (8, 0, 0), (1, 1, 1)), ("e", (20, 3, 5), (-2, 3, 0.5)), ("f", (-9, 4, 4), (1, 2, 4), True)]
    path = html_data.assembly(folder / "six.glb", cubes)
    out = folder / "six.html"
    told = json.loads(run("clash", path, "--json", "--html", out, expect=1).stdout)
    data, _ = page(out)
    assert data["title"] == "six.glb" and data["kind"] == "clash" and data["up"] == "y" and not data["interrupted"]
    assert len(data["meshes"]) == 1 and [p["name"] for p in data["parts"]] == list("abcdef"), data["parts"]
    mesh, origin = data["meshes"][0], data["origin"]
    corners = points(mesh["p"], mesh["box"])
    assert mesh["n"] == 8 == len(corners) and len(ints(mesh["i"], "H")) == 36
    for part, (_, shift, scale, *turned) in zip(data["parts"], cubes):
        sized = [[s * c for s, c in zip(scale, corner)] for corner in html_data.CORNERS]
        want = {tuple(x + t - o for x, t, o in zip((c[2], c[0], c[1]) if turned else c, shift, origin)) for c in sized}
        have = [placed(part.get("m", IDENTITY), c) for c in corners]
        assert all(any(near(w, h, 2e-4) for h in have) for w in want), (part, want, have)
    keys = {"a": "a", "b": "b", "verdict": "verdict", "depth": "depth", "depth_bound": "bound"}
    assert len(told["clashes"]) == len(data["clashes"]) >= 2
    for row, kept in zip(told["clashes"], data["clashes"]):
        assert all(row.get(k) == kept.get(v) for k, v in keys.items()), (row, kept)
        assert row["verdict"] == "near" or near(kept["point"], [x - o for x, o in zip(row["point"], origin)], 1e-5)
        if "point_a" in row:
            assert near(kept["pa"], [x - o for x, o in zip(row["point_a"], origin)], 1e-5) and kept["inside"] == row["inside"]
    # the curve of a and b: on the surfaces of both
    curves = data["clashes"][0]["curves"]
    counts = ints(curves["n"], "i")
    where = points(curves["p"], curves["box"])
    assert sum(map(abs, counts)) == len(where) > 3 and counts[0] < 0
    for p in where:
        p = [x + o for x, o in zip(p, origin)]
        inside_a = [abs(x - 0.5) <= 0.5 + 1e-4 for x in p]
        inside_b = [abs(x - t - 0.5) <= 0.5 + 1e-4 for x, t in zip(p, cubes[1][1])]
        assert all(inside_a) and all(inside_b), p


def test_places(folder):
    """In the coordinates of a national grid, thousandths are not lost."""
    far = (4500000, 250000, 5300000)
    cubes = [("a", far, (1, 1, 1)), ("b", (far[0] + 0.984375, far[1], far[2]), (1, 1, 1))]
    out = folder / "far.html"
    run("clash", html_data.assembly(folder / "far.glb", cubes), "--html", out, expect=1)
    data, _ = page(out)
    mesh = data["meshes"][0]
    a = points(mesh["p"], mesh["box"])
    b = [placed(data["parts"][1]["m"], p) for p in a]
    assert near([y - x for x, y in zip(a[0], b[0])], (0.984375, 0, 0), 1e-6), (a[0], b[0])
    assert near([x + o for x, o in zip(min(a), data["origin"])], far, 1e-4)


def test_flat_and_near(folder):
    cubes = [("flat", (0, 0, 0), (1, 1, 0)), ("other", (1.25, 0, 0), (1, 1, 1)), ("line", (0, 5, 0), (1, 0, 0))]
    out = folder / "flat.html"
    run("clash", html_data.assembly(folder / "flat.glb", cubes), "--clearance", 1, "--html", out, expect=1)
    data, _ = page(out)
    rows = data["clashes"]
    assert [r["verdict"] for r in rows] == ["near"] and rows[0]["distance"] == 0.25 and "curves" not in rows[0], rows
    for part in data["parts"]:
        assert all(abs(x) < 100 for x in data["meshes"][part["mesh"]]["box"])


def test_several_files(folder):
    for name, shift in (("one.stl", 0), ("two.stl", 0.5)):
        html_data.text_stl(folder / name, shift)
    out = folder / "several.html"
    run("clash", folder / "one.stl", folder / "two.stl", "--html", out, expect=1)
    data, _ = page(out)
    assert data["title"] == "one.stl and 1 more" and data["up"] == "z"
    assert [p["name"] for p in data["parts"]] == ["one.stl", "two.stl"] and [p["mesh"] for p in data["parts"]] == [0, 1]


def test_hostile_names(folder):
    out = folder / "hostile.html"
    cubes = [(name, (0.4 * k, 0.1 * k, 0), (1, 1, 1)) for k, name in enumerate(html_data.HOSTILE)]
    run("clash", html_data.assembly(folder / "</script><script>x.glb".replace("/", ""), cubes), "--html", out, expect=1)
    data, around = page(out)
    assert [p["name"] for p in data["parts"]] == html_data.HOSTILE
    other = folder / "plain.html"
    run("clash", html_data.assembly(folder / "plain.glb", [("a", (0, 0, 0), (1, 1, 1)), ("b", (5, 0, 0), (1, 1, 1))]), "--html", other,
        expect=0)
    assert page(other)[1] == around, "the viewer depends on the data"


def test_files(folder):
    path = html_data.assembly(folder / "two.glb", [("a", (0, 0, 0), (1, 1, 1)), ("b", (0.5, 0, 0), (1, 1, 1))])
    done = run("clash", path, "--html", folder / "no" / "where.html", expect=3)
    assert b"where.html" in done.stderr
    done = run("clash", path, "--html", "/dev/full", expect=3)
    assert b"/dev/full" in done.stderr
    first, second = folder / "first.html", folder / "second.html"
    for out, threads in ((first, 1), (second, 2)):
        run("clash", path, "--html", out, "--threads", threads, expect=1)
    undated = [re.sub(rb'"date":"[^"]*"', b"", path.read_bytes()) for path in (first, second)]
    assert undated[0] == undated[1]
    run("simulate", html_data.scene(folder / "scene.json"), "--html", "/dev/full", expect=3)


def test_simulate(folder):
    """A ball that bounces once, and a box that turns: the keys are where the paths bend."""
    out = folder / "scene.html"
    told = json.loads(run("simulate", html_data.scene(folder / "scene.json"), "--json", "--html", out, expect=0).stdout)
    data, _ = page(out)
    assert data["kind"] == "simulate" and data["bodies"] == 2 and data["frames"] == 8 and data["impact_count"] == told["impacts"] == 1
    assert data["until"] == 2 and not data["cut_short"] and data["eye"] == [1, 2, 9] and data["target"] == [0, 1, 0]
    tracks = data["tracks"]
    counts, times = ints(tracks["n"]), ints(tracks["t"], "f")
    where = points(tracks["p"], tracks["box"])
    assert len(counts) == 2 and sum(counts) == len(times) == len(where)
    body = next(p for p in data["parts"] if p["name"] == "sphere 0")
    assert body["track"] == 1 and near(body["m"], [0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0], 0)
    first = counts[0]
    for t, p in zip(times[first:], where[first:]):  # falls 2 a second from a height of 2.5; the floor is at 0
        assert near(p, (3, 2.5 - 2 * t if t < 1 else 0.5 + 2 * (t - 1), 0), 1e-4), (t, p)
    assert any(abs(t - 1) < 1e-6 for t in times[first:])
    turns = ints(tracks["q"], "h")
    assert len(turns) == 4 * counts[0], "the ball needs no turns"
    assert max(b - a for a, b in zip(times[:first], times[1:first])) <= 1 / 6 + 1e-6, "6 radians a second"
    impacts = data["impacts"]
    assert near(ints(impacts["t"], "f"), (1,), 1e-6) and near(points(impacts["p"], impacts["box"])[0], (3, 0, 0), 1e-4)
    pair = ints(impacts["ab"])
    assert {data["parts"][k]["name"] for k in pair} == {"sphere 0", "planes[0]"}
    again = folder / "again.html"
    run("simulate", folder / "scene.json", "--threads", 2, "--no-check", "--html", again, expect=0)
    assert again.read_bytes() == out.read_bytes()


def test_shapes(folder):
    """Triangles of every kind of shape lie within its box, and all of its box is reached; equal shapes are one mesh."""
    out = folder / "kinds.html"
    run("simulate", html_data.kinds(folder / "kinds.json"), "--no-check", "--frames", 0, "--html", out, expect=0)
    data, _ = page(out)
    for part, box in zip(data["parts"], html_data.BOXES + html_data.BOXES):
        mesh = data["meshes"][part["mesh"]]
        have = [placed(part["m"], p) for p in points(mesh["p"], mesh["box"])]
        for k in range(3):
            assert abs(min(p[k] for p in have) - box[k]) < 1e-4 and abs(max(p[k] for p in have) - box[3 + k]) < 1e-4, (part, k, box)
        corners = ints(mesh["i"], "H")
        assert len(corners) >= 6 and max(corners) < mesh["n"]
    assert len(data["meshes"]) == len(html_data.BOXES), [len(data["meshes"]), len(html_data.BOXES)]
    run("simulate", folder / "kinds.json", "--no-check", "--html", out, expect=0)
    page(out)


def main():
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            with tempfile.TemporaryDirectory() as folder:
                test(pathlib.Path(folder))
            print("ok", name)


main()
