"""carom.clash: cases by hand, the same table as the command on the same files, meshes in memory of any kind, reports, errors, Ctrl-C."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import carom
from interrupts import interrupt
from carom import _command

pytestmark = pytest.mark.skipif(not carom.info()["clash"], reason="this build has no command")

CUBE = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])


def at(x, y=0.0, z=0.0):
    out = np.eye(4)
    out[:3, 3] = x, y, z
    return out


class Triangles:
    """A mesh of another package."""

    def __init__(self, mesh):
        self.vertices = np.asarray(mesh.vertices)
        self.faces = np.asarray(mesh.faces).tolist()


def write_obj(path, meshes):
    first = 1
    with open(path, "w") as file:
        for name, mesh in meshes.items():
            file.write(f"o {name}\n")
            for x, y, z in mesh.vertices:
                file.write(f"v {x!r} {y!r} {z!r}\n".replace("np.float64(", "").replace(")", ""))
            for face in mesh.faces:
                file.write("f " + " ".join(str(int(i) + first) for i in face) + "\n")
            first += len(mesh.vertices)
    return path


def moved(mesh, x, y=0.0, z=0.0):
    return carom.Mesh(np.asarray(mesh.vertices) + np.array([x, y, z]), mesh.faces)


def command(*arguments):
    done = subprocess.run([str(_command.PROGRAM), "clash", *map(str, arguments), "--json"], capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def test_by_hand():
    found = carom.clash({"fixed": CUBE, "in": (CUBE, at(0.75)), "beside": (CUBE, at(0, 1)), "near": (CUBE, at(0, 0, 1.25)), "far": (CUBE, at(9))},
                        clearance=0.5, measure=True)
    rows = {(a, b): i for i, (a, b) in enumerate(zip(found.name_a, found.name_b))}
    assert set(rows) == {("fixed", "in"), ("fixed", "beside"), ("fixed", "near"), ("in", "beside"), ("in", "near"), ("beside", "near")}
    hard, touching, near = (found[rows["fixed", other]] for other in ("in", "beside", "near"))
    assert hard.verdict == "hard" and hard.depth == 0.25 and hard.relation == "overlap" and np.allclose(hard.normal, [1, 0, 0]) and hard.fails
    assert np.isclose(hard.volume, 0.25) and hard.way_out == 0.25 and hard.way_out_b.tolist() == [0.25, 0, 0] and np.isnan(hard.distance)
    assert touching.verdict == "touching" and touching.relation == "touching_faces" and touching.contact_area == 1 and np.isnan(touching.depth)
    assert near.verdict == "near" and near.distance == 0.25 and np.isnan(near.point).all() and near.inside == ""
    assert found.parts.tolist() == ["fixed", "in", "beside", "near", "far"] and found.failing == found.fails.sum()
    assert found.document["parts"] == 5 and found.document["files"][0]["file"] == "in memory"
    assert found.verdict[0] == "hard" and (found.cluster == -1).all() and (found.status == "").all()


def test_the_same_part_twice_nested_and_mirrored():
    mirror = np.diag([-1.0, 1, 1, 1])
    found = carom.clash({"a": CUBE, "b": CUBE, "small": (CUBE, np.diag([0.5, 0.5, 0.5, 1]) + at(0.25, 0.25, 0.25) - np.eye(4)), "left": (CUBE, mirror)})
    by = {(a, b): i for i, (a, b) in enumerate(zip(found.name_a, found.name_b))}
    assert found[by["a", "b"]].same and found[by["a", "b"]].relation == "equal"
    assert found[by["a", "small"]].nested and found[by["a", "small"]].relation == "b_in_a"
    assert found[by["a", "left"]].verdict == "touching" and ("small", "left") not in by


@pytest.mark.parametrize("make", [lambda m: m, Triangles, lambda m: carom.Mesh(np.asarray(m.vertices, np.float32), m.faces)])
def test_memory_is_as_files(tmp_path, make):
    meshes = {"one": CUBE, "two": moved(CUBE, 0.5, 0.25), "three": moved(CUBE, 1.5, 0.25, 0.5), "four": moved(CUBE, 1.5, 1.25)}
    path = write_obj(tmp_path / "parts.obj", meshes)
    found = carom.clash({name: make(mesh) for name, mesh in meshes.items()}, clearance=1.0)
    files, told = carom.clash(path, clearance=1.0), command(path, "--clearance", 1)
    assert found.fields == files.fields and len(found) == len(told["clashes"]) == len(files)
    for name in found.fields:
        assert np.array_equal(found._data[name], files._data[name], equal_nan=found._data[name].dtype.kind == "f"), name
    for row, one in zip(files, told["clashes"]):
        for name, value in one.items():
            if name not in ("count",):
                assert getattr(row, name).tolist() == (value if value is not None else ""), name


def test_instances_share_a_mesh_and_poses_are_as_vertices():
    generator = np.random.default_rng(3)
    poses = np.zeros((6, 7))
    poses[:, :3] = generator.uniform(-1, 1, size=(6, 3))
    poses[:, 3:] = generator.normal(size=(6, 4))
    poses[:, 3:] /= np.linalg.norm(poses[:, 3:], axis=-1, keepdims=True)
    placed = carom.clash({"cube": (CUBE, poses)})
    x, y, z, w = poses[:, 3:].T
    rows = np.stack([np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], -1),
                     np.stack([2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)], -1),
                     np.stack([2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)], -1)], -2)
    baked = carom.clash({f"cube[{i}]": carom.Mesh(CUBE.vertices @ rows[i].T + poses[i, :3], CUBE.faces) for i in range(6)})
    assert (placed.verdict == baked.verdict).all() and np.allclose(placed.depth, baked.depth, rtol=0.2, atol=1e-9) and len(placed) > 3
    assert sorted(placed.id) == sorted(baked.id)
    scene = carom.Scene([CUBE], poses)
    assert np.array_equal(np.sort(carom.clash(scene).depth), np.sort(placed.depth))


def test_sets_rules_selections_and_ignored():
    world = {"floor": carom.box_mesh([-9.0, -9, -1], [9.0, 9, 0]), "bolt": (CUBE, at(0, 0, -0.5)), "nut": (CUBE, at(0.5, 0, -0.5)), "duct": (CUBE, at(5))}
    assert len(carom.clash(world)) == 4
    assert set(carom.clash(world, select=["bolt", "nut"]).name_b) == {"nut"}
    assert len(carom.clash(world, exclude="/bolt|nut/")) == 1
    rules = {"rules": [{"a": "bolt", "b": "*", "ignore": True}]}
    assert not (carom.clash(world, rules=rules).name_a == "bolt").any() and len(carom.clash(world, rules=rules)) == 2
    assert set(carom.clash(world, ignore="touching").verdict) == {"hard"}
    sets = carom.clash(a={"floor": world["floor"]}, b=[{"bolt": world["bolt"]}, {"nut": world["nut"]}])
    assert sets.name_b.tolist() == ["bolt", "nut"] and sets.name_a.tolist() == ["floor", "floor"]
    assert len(carom.clash({"a": CUBE}, carom.ClashFile({"b": CUBE}, at=(2.0, 0, 0)))) == 0
    scaled = carom.clash({"a": CUBE}, carom.ClashFile({"b": CUBE}, at=(2.5, 2, 0), scale=2, turn=(0, 0, 1, 0)))
    assert scaled.depth.tolist() == [0.5]  # turned half round z, from 0.5 to 2.5


def test_tolerance_fail_on_clusters_and_clearance_along():
    parts = [CUBE, moved(CUBE, 0.875), moved(CUBE, 5), moved(CUBE, 5.5)]
    found = carom.clash(parts, tolerance=0.2, cluster=0.5)
    assert found.verdict.tolist() == ["hard", "touching"] and len(set(found.cluster)) == 2 and (found.cluster > -1).all()
    assert carom.clash(parts, fail_on="hard:0.25").fails.tolist() == [True, False]
    above = carom.clash([CUBE, moved(CUBE, 0, 0, 3)], clearance_along=("z", 2.5))
    assert above.along.tolist() == ["z"] and np.allclose(above.distance, 2)
    assert len(carom.clash([CUBE, moved(CUBE, 0, 0, 3)], clearance_along="x:2.5")) == 0


def test_baselines(tmp_path):
    before = carom.clash({"a": CUBE, "b": (CUBE, at(0.5)), "c": (CUBE, at(3))})
    before.save(tmp_path / "before.json")
    parts = {"a": CUBE, "b": (CUBE, at(0.5)), "c": (CUBE, at(1.25))}
    after = [carom.clash(parts, baseline=one) for one in (before, tmp_path / "before.json", before.document)]
    for found in after:
        assert dict(zip(found.name_b, found.status)) == {"b": "active", "c": "new"} and found.document["new"] == 1
    gone = carom.clash({"a": CUBE, "b": (CUBE, at(4))}, baseline=before)
    assert len(gone) == 0 and gone.document["resolved"][0]["name_b"] == "b"


def test_reports(tmp_path):
    names = {kind: tmp_path / f"out.{kind}" for kind in ("png", "glb", "html", "bcf", "junit", "sarif")}
    carom.clash({"a": CUBE, "b": (CUBE, at(0.5))}, **names)
    heads = {"png": b"\x89PNG", "glb": b"glTF", "html": b"<!", "bcf": b"PK", "junit": b"<?xml", "sarif": b"{"}
    for kind, path in names.items():
        assert path.read_bytes().startswith(heads[kind]), kind
    assert carom.Mesh.load(names["glb"]).bounds.tolist() == [[0, 0, 0], [1.5, 1, 1]]
    with pytest.raises(OSError, match="no folder"):
        carom.clash([CUBE, CUBE], glb=tmp_path / "no folder" / "x.glb")


def test_tables():
    found = carom.clash({"a": CUBE, "b": (CUBE, at(0.75)), "c": (CUBE, at(0, 1.25))}, clearance=0.5)
    assert "<table>" in found._repr_html_() and "hard" in repr(found)
    pandas = pytest.importorskip("pandas")
    frame = found.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == len(found) and frame.verdict[0] == "hard" and np.isclose(frame.normal_x[0], 1)
    arrow = pytest.importorskip("pyarrow")
    table = found.to_arrow()
    assert isinstance(table, arrow.Table) and table.column("depth").null_count == (found.verdict == "near").sum() and table.column("name_b")[0].as_py() == "b"


def test_trimesh_scenes(tmp_path):
    trimesh = pytest.importorskip("trimesh")
    scene = trimesh.Scene()
    box = trimesh.creation.box()
    scene.add_geometry(box, node_name="one", geom_name="box")
    scene.add_geometry(box, node_name="two", geom_name="box", transform=at(0.75))
    scene.add_geometry(trimesh.PointCloud(np.zeros((3, 3))), node_name="points")
    found = carom.clash(scene)
    assert found.verdict.tolist() == ["hard"] and found.depth.tolist() == [0.25] and {*found.name_a, *found.name_b} == {"one", "two"}
    assert carom.clash([box, box.copy().apply_translation([2, 0, 0])], clearance=1.5).distance.tolist() == [1.0]
    scene.delete_geometry(scene.graph["points"][1])
    scene.export(tmp_path / "scene.glb")
    assert carom.clash(tmp_path / "scene.glb").depth.tolist() == [0.25]


@settings(max_examples=12, deadline=None)
@given(st.lists(st.tuples(*[st.integers(-6, 6)] * 3), min_size=2, max_size=6), st.integers(-40, 40))
def test_cubes_by_integers(places, power):
    """Cubes of side 2 at integers: what is shared is known exactly; scaling by 2^k changes lengths alone."""
    scale = 2.0**power
    cube = carom.box_mesh([0.0, 0, 0], [2 * scale] * 3)
    found = carom.clash({f"p{i}": (cube, at(*(scale * x for x in place))) for i, place in enumerate(places)})
    got = {(int(row.a), int(row.b)): row for row in found}
    for i, p in enumerate(places):
        for j in range(i + 1, len(places)):
            shared = [2 - abs(x - y) for x, y in zip(p, places[j])]
            if min(shared) < 0:
                assert (i, j) not in got
            elif min(shared) == 0:
                assert got[i, j].verdict == "touching"
            else:
                assert got[i, j].verdict == "hard" and bool(got[i, j].same) == (shared == [2, 2, 2])


@pytest.mark.parametrize("call, error, words", [
    (lambda p: carom.clash(), ValueError, r"parts is missing"),
    (lambda p: carom.clash(CUBE, a=CUBE, b=CUBE), ValueError, r"with a and b"),
    (lambda p: carom.clash(a=CUBE), ValueError, r"b is missing"),
    (lambda p: carom.clash(a=[], b=CUBE), ValueError, r"a has no parts"),
    (lambda p: carom.clash(CUBE), ValueError, r"one part"),
    (lambda p: carom.clash({}), ValueError, r"parts\[0\] has no meshes"),
    (lambda p: carom.clash(CUBE, p / "none.stl"), FileNotFoundError, r"parts\[1\]: there is no file"),
    (lambda p: carom.clash(CUBE, 7), TypeError, r"parts\[1\] is int"),
    (lambda p: carom.clash({"x": CUBE, "y": (CUBE, np.zeros((4, 4)))}), ValueError, r"parts\[0\]\['y'\]: pose: its last row"),
    (lambda p: carom.clash({"x": CUBE, "y": (CUBE, np.eye(3))}), ValueError, r"parts\[0\]\['y'\]: pose must have shape"),
    (lambda p: carom.clash({"x": CUBE, "y": Broken(np.full((3, 3), np.nan), [[0, 1, 2]])}), ValueError, r"parts\[0\]\['y'\]\.vertices\[0, 0\] is nan"),
    (lambda p: carom.clash({"x": CUBE, "y": Broken(np.eye(3), [[0, 1, 3]])}), IndexError, r"parts\[0\]\['y'\]\.faces\[0, 2\] is 3"),
    (lambda p: carom.clash({"x": CUBE, "y": Broken(np.eye(3), np.zeros((0, 3), int))}), ValueError, r"parts\[0\]\['y'\] has no faces"),
    (lambda p: carom.clash({"x": CUBE, "y": Broken(np.eye(3) * 1e99, [[0, 1, 2]])}), ValueError, r"parts\[0\]\['y'\]\.vertices\[0, 0\] is 1e\+99"),
    (lambda p: carom.clash(CUBE, CUBE, clearance=-1), ValueError, r"clearance is -1"),
    (lambda p: carom.clash(CUBE, CUBE, clearance=np.nan), ValueError, r"clearance is nan"),
    (lambda p: carom.clash(CUBE, CUBE, ignore="hard"), ValueError, r"--ignore is wanted touching"),
    (lambda p: carom.clash(CUBE, CUBE, fail_on=[1]), TypeError, r"fail_on\[0\] is int"),
    (lambda p: carom.clash(CUBE, CUBE, threads=0), ValueError, r"--threads"),
    (lambda p: carom.clash(CUBE, CUBE, select="/(/"), ValueError, r"--select"),
    (lambda p: carom.clash(CUBE, CUBE, rules={"rules": 1}), ValueError, r"rules"),
    (lambda p: carom.clash(CUBE, carom.ClashFile(CUBE, at=(1, 2))), ValueError, r"parts\[1\]\.at must be 3 numbers"),
    (lambda p: carom.clash(CUBE, CUBE, baseline={"clashes": 1}), ValueError, r"is no report"),
])
def test_what_is_refused(tmp_path, call, error, words):
    with pytest.raises(error, match=words) as told:
        call(tmp_path)
    assert "carom-" not in str(told.value)  # no name of a file of ours


class Broken:
    def __init__(self, vertices, faces):
        self.vertices, self.faces = vertices, faces


def test_files_that_are_broken_are_named(tmp_path):
    path = tmp_path / "cut.obj"
    path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 nan?\nf 1 2 3\n")
    with pytest.raises(ValueError, match=r"cut\.obj: line 3"):
        carom.clash(path, CUBE)


def test_warnings_name_patterns_without_parts():
    with pytest.warns(UserWarning, match='"bolt" names no part'):
        carom.clash({"a": CUBE, "b": CUBE, "c": CUBE}, exclude="bolt")


def test_progress_is_told():
    seen = []
    generator = np.random.default_rng(1)
    ball = carom.Hull(generator.normal(size=(3000, 3)))
    mesh = carom.Mesh(ball.vertices, np.concatenate([[[f[0], f[i], f[i + 1]] for i in range(1, len(f) - 1)] for f in ball.faces]))
    found = carom.clash({"p": (mesh, np.stack([at(*x) for x in generator.uniform(-2, 2, size=(40, 3))]))}, progress=lambda *a: seen.append(a))
    assert len(found) > 10 and seen and all(isinstance(what, str) and 0 <= done <= of for what, done, of in seen)


def test_ctrl_c():
    code = """
import numpy as np, carom, sys
generator = np.random.default_rng(1)
v = generator.normal(size=(60000, 3)); v /= np.linalg.norm(v, axis=1, keepdims=True)
mesh = carom.Mesh(v, generator.integers(0, 60000, size=(120000, 3)))
print("begun", flush=True)
try:
    carom.clash({"a": mesh, "b": (mesh, np.array([0.1, 0, 0, 0, 0, 0, 1.0]))})
except KeyboardInterrupt:
    sys.exit(7)
"""
    interrupt(code, 1.0)


def test_the_command_is_there():
    script = os.path.join(os.path.dirname(sys.executable), "carom")
    if not os.path.exists(script):
        pytest.skip("the package is not installed in this environment")
    done = subprocess.run([script, "--version"], capture_output=True, text=True)
    assert done.stdout == f"carom {carom.__version__}\n"
    reads = carom.info()["reads"]
    assert {"OBJ", "STL", "PLY", "OFF", "glTF", "GLB"} <= set(reads) and "3MF" in reads
