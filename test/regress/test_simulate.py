#!/usr/bin/python3
"""carom simulate as a user runs it: fast spheres through thin things, events, pictures, interruption, bad scenes."""
import argparse
import json
import pathlib
import signal
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
CAROM = str(pathlib.Path(parser.parse_args().carom).resolve())


def run(scene, *options, expect=0, folder=None):
    path = pathlib.Path(folder) / "scene.json"
    path.write_text(scene if isinstance(scene, str) else json.dumps(scene))
    done = subprocess.run([CAROM, "simulate", str(path), *options], capture_output=True, text=True, timeout=120)
    assert done.returncode == expect, (done.returncode, done.stdout, done.stderr)
    return done


def report(scene, *options, folder):
    return json.loads(run(scene, "--json", *options, folder=folder).stdout)


def grid_mesh(path, n=12):
    """A closed box of thin tiles as OBJ: the unit cube, each face n by n squares, welded by position."""
    points, index, faces = [], {}, []

    def vertex(p):
        p = tuple(round(x * n) for x in p)
        if p not in index:
            index[p] = len(points) + 1
            points.append(p)
        return index[p]
    for axis in range(3):
        for side in (0, 1):
            for i in range(n):
                for j in range(n):
                    quad = []
                    for u, v in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)):
                        p = [0, 0, 0]
                        p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3] = side, u / n, v / n
                        quad.append(vertex(p))
                    faces.append(quad if side else quad[::-1])
    lines = [f"v {x / n} {y / n} {z / n}" for x, y, z in points]
    lines += [f"f {a} {b} {c}\nf {a} {c} {d}" for a, b, c, d in faces]
    path.write_text("\n".join(lines) + "\n")


def nothing_tunnels(folder):
    plates = json.loads((ROOT / "examples/scenes/plates.json").read_text())
    for rate in (5, 60, 1000):
        r = report(plates, "--fps", str(rate), "--frames", str(rate), folder=folder)
        assert r["inside"] == 0 and r["tunnelled"] == 0 and r["impacts"] > 500, r
        assert r["worst_depth_radii"] <= 0


def one_bounce_is_where_it_should_be(folder):
    events = folder / "events.jsonl"
    scene = {"planes": [{"normal": [0, 2, 0], "offset": 0}], "frames_per_second": 1, "frames": 1,
             "spheres": [{"center": [0, 3, 0], "radius": 1, "velocity": [1, -4, 0]}]}
    report(scene, "--events", str(events), folder=folder)
    (line,) = events.read_text().splitlines()
    event = json.loads(line)
    assert abs(event["time"] - 0.5) < 1e-6 and event["a"] == "sphere 0" and event["b"] == "planes[0]"
    assert all(abs(x - y) < 1e-6 for x, y in zip(event["point"], [0.5, 0, 0]))
    assert event["normal"] == [0, -1, 0]


def head_on_spheres_swap(folder):
    scene = {"frames_per_second": 1, "frames": 1,
             "spheres": [{"center": [-2, 0, 0], "radius": 1, "velocity": [4, 0, 0]},
                         {"center": [2, 0, 0], "radius": 1, "velocity": [-4, 0, 0]}]}
    r = report(scene, folder=folder)
    assert r["impacts_between_spheres"] == 1 and 1 <= r["pairs_considered"] <= 2 and r["inside"] == 0, r


def inside_a_mesh_it_stays(folder):
    grid_mesh(folder / "cube.obj")
    scene = {"meshes": [{"file": str(folder / "cube.obj"), "scale": 10, "position": [-5, -5, -5]}],
             "frames_per_second": 5, "frames": 10,
             "random_spheres": [{"count": 60, "min": [-4, -4, -4], "max": [4, 4, 4], "radius": [0.05, 0.2],
                                 "speed": [50, 400]}]}
    r = report(scene, folder=folder)
    assert r["inside"] == 0 and r["tunnelled"] == 0 and r["impacts"] > 1000, r
    picture = folder / "sheet.png"
    run(scene, "--png", str(picture), "--frames", "3", folder=folder)
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


SHAPES = [
    {"aabb": {"min": [-0.1, -0.2, -0.1], "max": [0.1, 0.2, 0.1]}},
    {"capsule": {"a": [-0.1, 0, 0], "b": [0.1, 0, 0], "radius": 0.08}},
    {"cylinder": {"a": [0, -0.1, 0], "b": [0, 0.1, 0], "radius": 0.12}},
    {"cone": {"base": [0, -0.05, 0], "apex": [0, 0.15, 0], "radius": 0.1}},
    {"ellipsoid": {"center": [0, 0, 0], "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "radii": [0.2, 0.1, 0.1]}},
    {"hull": [[0.2, 0, 0], [-0.2, 0, 0], [0, 0.2, 0], [0, -0.2, 0], [0, 0, 0.2], [0, 0, -0.2]]},
    {"obb": {"center": [0, 0, 0], "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "half_extents": [0.05, 0.1, 0.2]}},
    {"tetrahedron": [[0.1, 0.1, 0.1], [0.1, -0.1, -0.1], [-0.1, 0.1, -0.1], [-0.1, -0.1, 0.1]]},
    {"sphere": {"center": [0, 0, 0], "radius": 0.1}},
]


def any_shape_stays_out(folder):
    """Turning shapes of all kinds, fast, between planes, a mesh and scenery of other shapes."""
    grid_mesh(folder / "block.obj", n=4)
    scene = {"gravity": [0, -9, 0], "containers": [{"min": [-2, -2, -2], "max": [2, 2, 2], "restitution": 0.8}],
             "meshes": [{"file": str(folder / "block.obj"), "position": [-0.5, -1.9, -0.5]}],
             "colliders": [{"kind": "static", "shape": SHAPES[1], "position": [-1.5, -1.5, 0]},
                           {"kind": "static", "shape": {"mesh": str(folder / "block.obj"), "scale": 0.5},
                            "position": [1.2, -1, 1], "rotation": [1 / 6**0.5, 1 / 6**0.5, 0, 2 / 6**0.5]}],
             "frames_per_second": 20, "frames": 20,
             "random_colliders": [{"count": 45, "min": [-1.9, -0.5, -1.9], "max": [1.9, 1.9, 1.9], "shapes": SHAPES,
                                   "speed": [0, 20], "angular_speed": [0, 30], "restitution": 0.9}]}
    texts = []
    for threads in ("1", "3"):
        events = folder / f"shapes-{threads}"
        r = report(scene, "--threads", threads, "--events", str(events), "--samples", "5", folder=folder)
        assert r["inside"] == 0 and r["tunnelled"] == 0 and r["bodies"] == 45, r
        assert r["impacts"] > 150 and r["impacts_between_bodies"] > 20, r
        texts.append(events.read_bytes())
    assert texts[0] == texts[1]
    picture = folder / "shapes.png"
    run(scene, "--png", str(picture), "--sheet", "1x1", "--frames", "1", folder=folder)
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def masks_and_sensors_pass(folder):
    """A ball through a sensor, which tells of it, and through what its mask leaves out, which does not."""
    ball = {"center": [0, 3, 0], "radius": 0.5, "velocity": [0, -2, 0], "category": 2}
    slab = {"shape": {"aabb": {"min": [-1, -0.1, -1], "max": [1, 0.1, 1]}}}
    scene = {"colliders": [dict(slab, kind="sensor", position=[0, 1, 0]),
                           dict(slab, kind="static", mask=1, position=[0, -1, 0]),
                           dict(slab, kind="moving", position=[0, -3, 0], mass=1e9)],
             "spheres": [ball], "frames_per_second": 1, "frames": 4}
    events = folder / "passes"
    r = report(scene, "--events", str(events), folder=folder)
    assert r["inside"] == 0 and r["tunnelled"] == 0, r
    pairs = [(e["a"], e["b"]) for e in map(json.loads, events.read_text().splitlines())]
    assert pairs == [("colliders[0]", "sphere 0"), ("colliders[2]", "sphere 0")], pairs


def same_twice(folder):
    scene = {"containers": [{"min": [0, 0, 0], "max": [1, 1, 1]}], "frames": 30,
             "random_spheres": [{"count": 50, "min": [0, 0, 0], "max": [1, 1, 1], "radius": 0.03, "speed": [1, 9]}]}
    texts = []
    for name in ("one", "two"):
        run(scene, "--events", str(folder / name), folder=folder)
        texts.append((folder / name).read_bytes())
    assert texts[0] == texts[1] and texts[0]


def resting_ends(folder):
    """A heap under gravity with restitution below 1: every frame ends, nothing sinks in."""
    scene = {"gravity": [0, -10, 0], "containers": [{"min": [0, 0, 0], "max": [0.5, 3, 0.5], "restitution": 0.3}],
             "frames": 120, "random_spheres": [{"count": 40, "min": [0, 0, 0], "max": [0.5, 3, 0.5], "radius": 0.08,
                                                "restitution": 0.3}]}
    r = report(scene, folder=folder)
    assert r["inside"] == 0 and r["tunnelled"] == 0, r


def interruption_keeps_the_files(folder):
    events = folder / "cut.jsonl"
    scene = {"containers": [{"min": [0, 0, 0], "max": [1, 1, 1]}], "frames": 10000000,
             "random_spheres": [{"count": 20, "min": [0, 0, 0], "max": [1, 1, 1], "radius": 0.03, "speed": 5}]}
    (folder / "long.json").write_text(json.dumps(scene))
    process = subprocess.Popen([CAROM, "simulate", str(folder / "long.json"), "--json", "--events", str(events)],
                               stdout=subprocess.PIPE, text=True)
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    r = json.loads(process.communicate(timeout=60)[0])
    assert process.returncode == 0 and r["interrupted"] and r["frames"] > 0, r
    lines = events.read_text().splitlines()
    assert len(lines) == r["impacts"] and all(json.loads(l) for l in lines)


def bad_scenes_are_refused(folder):
    ball = {"center": [0, 0, 0], "radius": 1}
    cases = [
        ("", "scene.json"), ("[1]", "object"), ('{"spheres": 3}', "list"), ('{"gravity": [1, 2]}', "gravity"),
        ({"spheres": [{"radius": 1}]}, "spheres[0]: center is missing"),
        ({"spheres": [dict(ball, radius=-1)]}, "radius"), ({"spheres": [ball, ball]}, "sphere 1 stands inside"),
        ({"spheres": [dict(ball, restitution=2)]}, "from 0 to 1"),
        ({"planes": [{"normal": [0, 0, 0]}]}, "normal is zero"),
        ({"boxes": [{"min": [1, 0, 0], "max": [0, 1, 1]}]}, "min must be below max"),
        ({"meshes": [{"file": "no-such-file.obj"}]}, "no-such-file.obj"), ({"meshes": [{}]}, "file is missing"),
        ({"random_spheres": [{"count": 500, "min": [0, 0, 0], "max": [1, 1, 1], "radius": 0.3}]}, "no room"),
        ({"frames_per_second": 0}, "frames_per_second"),
        ({"colliders": [{}]}, "colliders[0]: shape"), ({"colliders": [{"shape": {"blob": 1}}]}, '"blob" is no member of a shape'),
        ({"colliders": [{"shape": {"sphere": {"center": [0, 0, 0], "radius": -1}}}]}, "radius is negative"),
        ({"colliders": [{"shape": SHAPES[0], "kind": "solid"}]}, "kind must be"),
        ({"colliders": [{"shape": SHAPES[0], "mask": -1}]}, "mask must be"),
        ({"colliders": [{"shape": dict(SHAPES[0], pose={})}]}, "beside the shape"),
        ({"colliders": [{"shape": SHAPES[0]}, {"shape": SHAPES[1]}]}, "colliders[1] stands inside colliders[0]"),
        ({"random_colliders": [{"min": [0, 0, 0], "max": [1, 1, 1], "shapes": []}]}, "at least one shape"),
        ('{"spheres": [{"center": [1e999, 0, 0], "radius": 1}]}', "scene.json"),
        ('{"gravity": [0,0,0], "gravity": [0,0,1]}', "scene.json"), ('{"spheres": [', "line 1"),
    ]
    for scene, words in cases:
        done = run(scene, expect=3, folder=folder)
        assert words in done.stderr and not done.stdout, (scene, done.stderr)
        assert done.stderr.startswith("carom: ") and done.stderr.count("\n") == 1, done.stderr
    for options in (["--frames"], ["--frames", "x"], ["--nonsense"], ["--fps", "0"], ["--samples", "-1"]):
        run({}, *options, expect=2, folder=folder)
    missing = subprocess.run([CAROM, "simulate", str(folder / "none.json")], capture_output=True, text=True)
    assert missing.returncode == 3 and "none.json" in missing.stderr
    assert subprocess.run([CAROM, "simulate"], capture_output=True).returncode == 2


with tempfile.TemporaryDirectory() as name:
    for test in (nothing_tunnels, one_bounce_is_where_it_should_be, head_on_spheres_swap, inside_a_mesh_it_stays, any_shape_stays_out,
                 masks_and_sensors_pass,
                 same_twice, resting_ends, interruption_keeps_the_files, bad_scenes_are_refused):
        start = time.time()
        test(pathlib.Path(name))
        print(f"{test.__name__}: {time.time() - start:.2f} s")
