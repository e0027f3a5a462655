#!/usr/bin/python3
"""carom broadphase as a user runs it: pairs counted by hand, all structures agreeing, plots, bad input."""
import argparse
import json
import pathlib
import random
import struct
import subprocess
import tempfile
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
CAROM = str(pathlib.Path(parser.parse_args().carom).resolve())


def run(*arguments, expect=0):
    done = subprocess.run([CAROM, "broadphase", *map(str, arguments)], capture_output=True, text=True, timeout=300)
    assert done.returncode == expect, (arguments, done.returncode, done.stdout, done.stderr)
    return done


def report(*arguments):
    done = run(*arguments, "--json")
    assert done.stderr == ""  # progress is for terminals
    out = json.loads(done.stdout)
    names = [s["name"] for s in out["structures"]]
    assert len(names) == len(set(names)) >= 11 and names[0] == "brute force"
    assert out["agree"] and out["use_for_still_boxes"] in names and out["use_for_moving_boxes"] in names
    sizes = [[r and r["boxes"] for r in s["runs"]] for s in out["structures"]]
    for structure in out["structures"]:
        for run_, size in zip(structure["runs"], sizes[-1]):
            if run_:
                assert run_["boxes"] == size and run_["build_ms"] >= 0 and run_["pairs_ms"] >= 0 and run_["frame_ms"] >= 0
                assert run_["bytes_per_box"] > 24
    assert sizes[-1][-1] == out["boxes"] and sizes[-1] == sorted(set(sizes[-1]))
    best = {s["name"]: s["runs"][-1] for s in out["structures"] if s["runs"][-1]}
    least = min(best, key=lambda n: best[n]["frame_ms"])
    assert best[out["use_for_moving_boxes"]]["frame_ms"] == best[least]["frame_ms"]
    return out


def scene(path, spheres, more=None):
    path.write_text(json.dumps({"spheres": [{"center": c, "radius": r} for c, r in spheres], **(more or {})}))
    return path


def meshes():
    out = report(ROOT / "test/data/cube.obj")
    # boxes of twelve triangles: each is a flat square; all meet but those of opposite faces, four pairs of each
    assert out["boxes"] == 12 and out["pairs"] == 66 - 3 * 4
    for name in ("cube.stl", "cube.ply"):
        assert report(ROOT / "test/data" / name)["pairs"] == 54


def scenes(folder):
    row = [([2.0 * i, 0, 0], 0.5) for i in range(10)]
    assert report(scene(folder / "apart.json", row))["pairs"] == 0
    out = report(scene(folder / "one.json", [([0, 0, 0], 1)]))
    assert out["boxes"] == 1 and out["pairs"] == 0 and len(out["structures"][0]["runs"]) == 1
    random.seed(3)
    spheres = []
    while len(spheres) < 200:  # spheres apart whose boxes are not
        c, r = [random.uniform(0, 12) for _ in range(3)], random.choice([0.25, 0.5, 1.0])
        if all(sum((a - b) ** 2 for a, b in zip(c, d)) > (r + s + 0.01) ** 2 for d, s in spheres):
            spheres.append((c, r))
    expected = sum(all(abs(a - b) <= r + s for a, b in zip(c, d))
                   for i, (c, r) in enumerate(spheres) for d, s in spheres[:i])
    out = report(scene(folder / "some.json", spheres))
    assert expected > 5 and out["pairs"] == expected, (expected, out["pairs"])


def random_boxes():
    a, b, c = report("--random", 3000), report("--random", "3000", "--seed", 1), report("--random", 3000, "--seed", 2)
    assert a["pairs"] == b["pairs"] != c["pairs"]
    assert 3.5 * 3000 < a["pairs"] < 5.5 * 3000  # nine or ten partners each, and fewer at the rim
    runs = a["structures"][0]["runs"]
    assert [r["boxes"] for r in runs] == [187, 375, 750, 1500, 3000]
    assert all(r["pairs"] > 2.5 * r["boxes"] for r in runs)  # parts are as dense as the whole
    text = run("--random", 500).stdout
    for word in ("structure", "bytes/box", "dynamic BVH", "loose octree", "stand still: use", "all move: use", "seed 1"):
        assert word in text, (word, text)
    assert json.loads(run("--random", 1, "--json").stdout)["pairs"] == 0


def plots(folder):
    done = run("--random", 400, "--svg", folder / "a.svg", "--png", folder / "a.png")
    assert "structure" in done.stdout
    root = xml.parse(folder / "a.svg").getroot()
    space = "{http://www.w3.org/2000/svg}"
    words = {t.text for t in root.iter(space + "text")}
    assert {"brute force", "sweep and prune, incremental", "k-d tree", "25", "400", "boxes"} <= words, words
    dots = sum(1 for _ in root.iter(space + "circle"))
    assert dots == 11 * 5 * 2 + 11, dots
    box = [float(x) for x in root.get("viewBox").split()]
    for line in root.iter(space + "line"):
        assert all(0 <= float(line.get(k)) <= box[3 if k[0] == "y" else 2] for k in ("x1", "y1", "x2", "y2"))
    data = (folder / "a.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == (int(box[2]), int(box[3]))


def what_is_refused(folder):
    run(expect=2)
    run("a", "b", expect=2)
    run("--frobnicate", expect=2)
    run("--random", expect=2)
    for bad in ("0", "-5", "x", "1.5", "1e99", ""):
        assert "--random" in run("--random", bad, expect=2).stderr
    run("--random", "5", "--seed", "-1", expect=2)
    run(ROOT / "test/data/cube.obj", "--random", "5", expect=2)
    assert "usage" in run("--help").stdout
    assert "absent.obj" in run(folder / "absent.obj", expect=3).stderr
    assert "absent.json" in run(folder / "absent.json", expect=3).stderr
    assert "nothing" in run(scene(folder / "none.json", []), expect=3).stderr
    (folder / "bad.json").write_text('{"spheres": [{"center": [0, 0], "radius": 1}]}')
    assert "bad.json" in run(folder / "bad.json", expect=3).stderr
    for option in ("--svg", "--png"):
        done = run("--random", 50, option, folder / "no/such/plot", expect=3)
        assert "plot" in done.stderr and not done.stdout


with tempfile.TemporaryDirectory() as name:
    place = pathlib.Path(name)
    meshes()
    scenes(place)
    random_boxes()
    plots(place)
    what_is_refused(place)
print("ok")
