"""carom.distributed: verdicts by hand and by brute force, the same table whatever the workers, and the same bits of dask arrays."""

import io
import itertools
import os

import numpy as np
import pytest

import carom
import clash_parts

distributed = pytest.importorskip("distributed")
pytest.importorskip("pyarrow")
import dask.array as da  # noqa: E402

import carom.distributed as cd  # noqa: E402
from carom.distributed import _boxes, _listing, _runner, _store  # noqa: E402


def verdicts(report):
    return {tuple(sorted((row["name_a"].split(".")[0], row["name_b"].split(".")[0]))): row["verdict"] for row in report.to_arrow().to_pylist()}


@pytest.fixture(scope="module")
def client():
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", memory_limit="1GB") as cluster:
        with distributed.Client(cluster) as made:
            yield made


# ---------------------------------------------------------------- clash

def test_verdicts_by_hand(tmp_path, client):
    want = clash_parts.by_hand(tmp_path / "parts")
    report = cd.clash(tmp_path / "parts", client, clearance=0.5)
    assert verdicts(report) == want and report.path == tmp_path / "parts.clash" and not report.errors
    rows = {tuple(sorted((r["name_a"], r["name_b"]))): r for r in report.to_arrow().to_pylist()}
    deep, near, touching = rows["base.mesh", "deep.mesh"], rows["base.mesh", "near.mesh"], rows["base.mesh", "beside.mesh"]
    assert deep["depth"] <= 0.25 <= deep["bound"] and deep["distance"] is None and abs(deep["normal_x"]) == 1
    assert near["distance"] == 0.5 and near["depth"] is None and near["point_b_z"] - near["point_a_z"] == 0.5 and near["normal_z"] == 1
    assert touching["distance"] == 0 and touching["point_a_x"] == 1
    assert report.counts == {"same": 1, "nested": 2, "hard": 2, "undecided": 0, "touching": 2, "near": 3} and len(report) == 10
    assert "2 hard" in repr(report) and "nested" in report._repr_html_() and len(report.to_pandas()) == 10


def test_the_table_is_the_same_for_any_workers_and_tasks(tmp_path, client):
    folder = clash_parts.balls(tmp_path / "parts", 60)
    tables = [cd.clash(folder, at, out=tmp_path / f"run{i}", seconds=seconds).table.read_bytes()
              for i, (at, seconds) in enumerate([(client, None), (client, 0.001), (None, 0.01), (client.scheduler.address, None)])]
    assert len(set(tables)) == 1


@pytest.mark.parametrize("clearance", [0.0, 0.25])
def test_boxes_by_brute_force(tmp_path, clearance):
    generator = np.random.default_rng(3)
    low = generator.integers(0, 8, (40, 3)) / 4
    high = low + generator.integers(1, 5, (40, 3)) / 4
    low[7], high[7], low[9], high[9] = low[3], high[3], low[3] - 0.25, high[3] + 0.25
    folder = tmp_path / "parts"
    folder.mkdir()
    for i in range(40):
        carom.box_mesh(low[i], high[i]).save(folder / f"{i:02d}.mesh")
    want = {}
    for i, j in itertools.combinations(range(40), 2):
        gap = np.maximum(low[i], low[j]) - np.minimum(high[i], high[j])
        inside = [(low[a] > low[b]).all() and (high[a] < high[b]).all() for a, b in ((i, j), (j, i))]
        if (low[i] == low[j]).all() and (high[i] == high[j]).all():
            verdict = "same"
        elif (gap < 0).all():
            verdict = "nested" if any(inside) else "hard"
        elif (gap <= 0).all():
            verdict = "touching"
        elif np.linalg.norm(np.maximum(gap, 0)) <= clearance and clearance:
            verdict = "near"
        else:
            continue
        want[f"{i:02d}", f"{j:02d}"] = verdict
    report = cd.clash(folder, out=tmp_path / "run", clearance=clearance)
    assert verdicts(report) == want and len(set(want.values())) == (5 if clearance else 4)
    tiled = cd.clash(folder, out=tmp_path / "tiled", clearance=clearance, driver_boxes=7)
    assert verdicts(tiled) == want and len(tiled) == len(want) == len(report)


def test_depths_are_those_of_the_meshes_bit_for_bit(tmp_path, client):
    folder = clash_parts.balls(tmp_path / "parts", 12)
    rows = cd.clash(folder, client).to_arrow().to_pylist()
    assert len(rows) > 8
    for row in rows:
        a, b = (carom.Mesh.load(folder / row[name]) for name in ("name_a", "name_b"))
        deep = a.penetration(b, accuracy=0.1)
        assert row["a"] < row["b"] and row["verdict"] == "hard" and row["depth"] == deep.depth and row["bound"] == deep.bound
        assert [row[f"normal_{x}"] for x in "xyz"] == deep.normal.tolist()


def test_a_tolerance_is_decided(tmp_path, client):
    folder = tmp_path / "parts"
    folder.mkdir()
    for i, x in enumerate([0.0, 0.75, 1.625]):
        carom.box_mesh([x, 0, 0], [x + 1, 1, 1]).save(folder / f"{i}.mesh")
    for tolerance, want in ((0.1, ["hard", "hard"]), (0.125, ["hard", "touching"]), (0.2, ["hard", "touching"]), (0.25, ["touching", "touching"])):
        rows = cd.clash(folder, client, out=tmp_path / f"run{tolerance}", tolerance=tolerance).to_arrow().sort_by("a").to_pylist()
        assert [row["verdict"] for row in rows] == want, tolerance
        assert rows[1]["depth"] <= 0.125 <= rows[1]["bound"]


def test_parts_that_cannot_be_read_are_named_and_the_rest_is_done(tmp_path, client):
    want = clash_parts.by_hand(tmp_path / "parts")
    (tmp_path / "parts" / "torn.mesh").write_bytes((tmp_path / "parts" / "base.mesh").read_bytes()[:-40])
    (tmp_path / "parts" / "words.obj").write_text("v 1 2\nf 1 2 9\n")
    (tmp_path / "parts" / "nan.obj").write_text("v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    (tmp_path / "parts" / "empty.stl").write_bytes(b"")
    (tmp_path / "parts" / "nothing.obj").write_text("v 0 0 0\n")
    report = cd.clash(tmp_path / "parts", client, clearance=0.5)
    assert verdicts(report) == want and report.info["unread"] == 5
    assert [row["name"] for row in report.errors] == ["empty.stl", "nan.obj", "nothing.obj", "torn.mesh", "words.obj"]
    assert all(row["error"] and row["file"].endswith(row["name"]) for row in report.errors)


def test_no_part_that_can_be_read(tmp_path):
    (tmp_path / "a.obj").write_text("nothing")
    report = cd.clash([tmp_path / "a.obj", tmp_path / "a.obj"], out=tmp_path / "run")
    assert len(report) == 0 and report.to_arrow().num_rows == 0 and len(report.errors) == 2 and report.info["pairs"] == 0


def test_a_run_goes_on_and_is_not_done_twice(tmp_path, client):
    folder = clash_parts.balls(tmp_path / "parts", 30)
    first = cd.clash(folder, client)
    table, found = first.table.read_bytes(), sorted((first.path / "found").iterdir())
    for path in (first.path / "report.json", first.table, found[0]):
        path.unlink()
    kept = {path: path.stat().st_mtime_ns for path in found[1:]}
    again = cd.clash(folder, client)
    assert again.table.read_bytes() == table and all(path.stat().st_mtime_ns == when for path, when in kept.items())
    with pytest.raises(ValueError, match="clearance = 0.0, not 1.0.*restart=True"):
        cd.clash(folder, client, clearance=1.0)
    os.utime(folder / "000000.mesh", (1, 1))
    with pytest.raises(ValueError, match="parts that have changed"):
        cd.clash(folder, client)
    assert cd.clash(folder, client, restart=True).table.read_bytes() == table
    clash_parts.ball(1.0, [99.0, 0, 0]).save(folder / "000013.mesh")  # workers have the old one mapped
    names = {row[side] for row in cd.clash(folder, client, restart=True).to_arrow().to_pylist() for side in ("name_a", "name_b")}
    assert "000013.mesh" not in names and "000012.mesh" in names


def test_a_run_within_the_folder_is_no_part_of_it(tmp_path):
    clash_parts.by_hand(tmp_path / "parts")
    first = cd.clash(tmp_path / "parts", out=tmp_path / "parts" / "run", clearance=0.5)
    again = cd.clash(tmp_path / "parts", out=tmp_path / "parts" / "run", clearance=0.5)
    assert first.info == again.info and first.info["parts"] == 10


def test_progress_is_one_line():
    stream = io.StringIO()
    progress = _runner.Progress(True, stream)
    progress.show("half")
    progress.show("too soon")
    progress.show("all of it", last=True)
    assert stream.getvalue() == "\rhalf\rall of it\n"
    assert not _runner.Progress(None, stream).shown


def test_ranges_that_overlap_give_each_pair_once(tmp_path):
    folder = clash_parts.balls(tmp_path / "parts", 30)
    report = cd.clash(folder, seconds=0.002)
    table = report.table.read_bytes()
    names = _store.written_ranges(report.path / "found")
    assert len(names) > 2
    options = {"clearance": 0.0, "tolerance": 0.0, "cache_bytes": None}
    from carom.distributed._judge import judge_pairs
    judge_pairs(str(report.path), 0, 0, 1, names[-1][1] - 1, options)  # as a worker that was taken for dead might still write
    for path in (report.path / "report.json", report.table):
        path.unlink()
    assert cd.clash(folder).table.read_bytes() == table


def test_arguments(tmp_path):
    (tmp_path / "none").mkdir()
    mesh = tmp_path / "a.mesh"
    carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).save(mesh)
    for error, match, call in (
            (ValueError, "holds no part", lambda: cd.clash(tmp_path / "none")),
            (FileNotFoundError, "is not there", lambda: cd.clash(tmp_path / "nowhere")),
            (FileNotFoundError, r"parts\[1\]", lambda: cd.clash([mesh, tmp_path / "b.mesh"], out=tmp_path / "r")),
            (ValueError, "out is missing", lambda: cd.clash([mesh])),
            (ValueError, "is one file", lambda: cd.clash(mesh)),
            (ValueError, "clearance is -1", lambda: cd.clash([mesh], clearance=-1.0)),
            (ValueError, "tolerance is nan", lambda: cd.clash([mesh], tolerance=float("nan"))),
            (TypeError, "client is int", lambda: cd.clash([mesh], 7, out=tmp_path / "s")),
            (ValueError, "which is of no run", lambda: cd.clash([mesh], out=tmp_path))):
        with pytest.raises(error, match=match):
            call()


# ---------------------------------------------------------------- GLB

def test_instances_of_a_glb_file(tmp_path, client):
    turn = [0.0, 0, 2**-0.5, 2**-0.5]
    nodes = [{"name": "root", "children": [1, 2], "translation": [10, 0, 0]}, {"name": "left", "mesh": 0}, {"name": "right", "mesh": 0, "translation": [0.5, 0, 0]},
             {"name": "turned", "mesh": 0, "rotation": turn, "translation": [30, 0, 0]}, {"name": "wide", "mesh": 0, "scale": [4, 1, 1], "translation": [40, 0, 0]},
             {"name": "mirrored", "mesh": 0, "scale": [-1, 1, 1], "translation": [41.5, 0, 0]}, {"mesh": 1, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 60, 0, 0, 1]}]
    path = tmp_path / "city.glb"
    clash_parts.glb(path, [[clash_parts.box_arrays([0.0, 0, 0], [1.0, 1, 1])],
                           [clash_parts.box_arrays([0.0, 0, 0], [1.0, 1, 1]), clash_parts.box_arrays([0.5, 0.5, 0.5], [2.0, 2, 2])]], nodes, [0, 3, 4, 5, 6])
    report = cd.clash(path, client)
    assert (report.info["parts"], report.info["meshes"], report.path) == (7, 5, tmp_path / "city.clash")
    assert verdicts(report) == {("left", "right"): "hard", ("mirrored", "wide"): "hard", ("part 6", "part 7"): "hard"}
    boxes = cd._clash.need("pyarrow.parquet").read_table(report.path / "parts.parquet").to_pylist()
    whole = carom.Mesh.load(path)
    assert min(row["low_x"] for row in boxes) == whole.bounds[0, 0] and max(row["high_x"] for row in boxes) == whole.bounds[1, 0]
    assert [row["low_x"] for row in boxes if row["name"] == "right"] == [10.5]
    mirrored = next(row for row in boxes if row["name"] == "mirrored")
    assert carom.Mesh.load(_store.mesh_file(report.path, mirrored["mesh"])).volume == 1.0


def name_of(row):
    return "same" if row.same else "nested" if row.nested else str(row.verdict)


@pytest.mark.skipif(not carom.info()["clash"], reason="this build has no command")
@pytest.mark.parametrize("seed", range(3))
def test_verdicts_of_instances_are_those_of_the_command(tmp_path, seed):
    """Open and closed parts, turned, scaled alike and otherwise, mirrored, twice in a place, below nodes that are turned: on a grid, so that many
    touch, and coincide but for the rounding of where they are placed."""
    generator = np.random.default_rng(seed)
    ball = clash_parts.ball(0.75, [0.0, 0, 0], 4)
    bowl = ball.faces[(ball.triangles[..., 2] < 0.5).all(axis=1)]
    box = clash_parts.box_arrays([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5])
    small = carom.Mesh(box[0] * 0.125, box[1][2:])  # open, too
    two = (np.concatenate([small.vertices + [0.3, 0, 0], small.vertices - [4.0, 0, 0]]), np.concatenate([small.faces, small.faces + np.uint32(8)]))
    meshes = [[box], [(box[0], box[1][:-2])], [(ball.vertices, ball.faces)], [(ball.vertices, bowl), two], [clash_parts.box_arrays([-0.25, -0.25, -0.25], [0.25, 0.25, 0.25])]]
    turns = [[0, 0, 0, 1], [0, 0, 2**-0.5, 2**-0.5], [0.5, 0.5, 0.5, 0.5], [0.36, 0.48, 0, 0.8]]
    nodes = [{"children": list(range(1, 60)), "rotation": [0.1, -0.2, 0.3, 0.9], "translation": [0.1, 0.2, 0.3]}]
    for i in range(59):
        node = {"name": f"n{i}", "mesh": int(generator.integers(4)) if i else 4, "translation": (generator.integers(-3, 4, 3) / 2).tolist(), "rotation": turns[generator.integers(4)]}
        if i % 3 == 0:
            node["scale"] = [[1, 1, 1], [-1, 1, 1], [1.5, 1.5, 1.5], [0.7, 1.1, 1]][generator.integers(4)]
        nodes.append(node)
    nodes[40:50] = [{**node, "name": f"twin {i}"} for i, node in enumerate(nodes[10:20])]
    clash_parts.glb(tmp_path / "many.glb", meshes, nodes, [0])
    report = cd.clash(tmp_path / "many.glb", clearance=0.1)
    ours = {(row["a"], row["b"]): row["verdict"] for row in report.to_arrow().to_pylist()}
    found = carom.clash(tmp_path / "many.glb", tolerance=0, clearance=0.1)
    theirs = {tuple(sorted((int(row.a), int(row.b)))): name_of(row) for row in found}
    assert ours == theirs and len(ours) > 300 and set(ours.values()) >= {"same", "nested", "hard", "touching", "near"}


def test_strips_fans_short_indices_and_what_is_not_read(tmp_path):
    vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], np.float32)
    from carom.distributed import _glb
    name = tmp_path / "data"
    name.write_bytes(vertices.tobytes() + np.array([0, 1, 2, 3], np.uint8).tobytes() + np.array([[0, 32767, -32767]], "<i2").tobytes())
    at = {"at": 0, "count": 4, "stride": 12, "form": "<f4", "width": 3, "normalized": False}
    indices = {"at": 48, "count": 4, "stride": 1, "form": "<u1", "width": 1, "normalized": False}
    assert _glb.read_primitive(str(name), {"vertices": at, "indices": indices, "mode": 5})[1].tolist() == [[0, 1, 2], [2, 1, 3]]
    assert _glb.read_primitive(str(name), {"vertices": at, "indices": indices, "mode": 6})[1].tolist() == [[0, 1, 2], [0, 2, 3]]
    with pytest.raises(ValueError, match="4 indices"):
        _glb.read_primitive(str(name), {"vertices": at, "indices": None, "mode": 4})
    small = {"at": 52, "count": 1, "stride": 6, "form": "<i2", "width": 3, "normalized": True}
    assert _glb.read_primitive(str(name), {"vertices": small, "indices": None, "mode": 6})[0].tolist() == [[0, 1, -1]]
    assert "Draco" in _glb.primitive_source({}, {"extensions": {"KHR_draco_mesh_compression": {}}}, (0, 0))["fault"]
    document = {"accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 9}], "bufferViews": [{"buffer": 0}]}
    assert "beyond" in _glb.primitive_source(document, {"attributes": {"POSITION": 0}}, (0, 50))["fault"]
    assert "lacks" in _glb.primitive_source(document, {"attributes": {}}, (0, 50))["fault"]
    for bad in (b"", b"glTF" + bytes(20), vertices.tobytes()):
        (tmp_path / "bad.glb").write_bytes(bad)
        with pytest.raises(ValueError, match="GLB"):
            cd.clash(tmp_path / "bad.glb")
    box = [[clash_parts.box_arrays([0.0, 0, 0], [1.0, 1, 1])]]
    for nodes, match in (([{"mesh": 0, "children": [0]}], "placed twice"), ([{"mesh": 1}], "mesh 1, which is not there"), ([{}], "places no triangles"), ([7], "not that of glTF"),
                         ([{"mesh": 0, "rotation": [0, 0, 0, 0]}], "no quaternion"), ([{"mesh": 0, "scale": [1, 2]}], "no list of 3 numbers"),
                         ([{"mesh": 0, "translation": [1e400, 0, 0]}], "not finite"), ([{"children": [9]}], "node 9 is not there")):
        clash_parts.glb(tmp_path / "bad.glb", box, nodes, [0])
        with pytest.raises(ValueError, match=match):
            cd.clash(tmp_path / "bad.glb")
    clash_parts.glb(tmp_path / "cut.glb", box, [{"mesh": 0}], [0])
    (tmp_path / "cut.glb").write_bytes((tmp_path / "cut.glb").read_bytes()[:-9])
    with pytest.raises(ValueError, match="cut off"):
        cd.clash(tmp_path / "cut.glb")


# ---------------------------------------------------------------- boxes

def hilbert_key(points, bits=20):
    """Skilling's transform, a point at a time."""
    low = points.min(axis=0)
    scale = (2**bits - 1) / (points.max(axis=0) - low).max()
    keys = []
    for point in points:
        x = [int(v) for v in (point - low) * scale]
        for bit in range(bits - 1, 0, -1):
            q = 1 << bit
            for i in range(3):
                swapped = 0 if x[i] & q else (x[0] ^ x[i]) & (q - 1)
                x[0] ^= q - 1 if x[i] & q else swapped
                if i:
                    x[i] ^= swapped
        x[1] ^= x[0]
        x[2] ^= x[1]
        flips = 0
        for bit in range(bits - 1, 0, -1):
            flips ^= (1 << bit) - 1 if x[2] >> bit & 1 else 0
        keys.append(int("".join(str((v ^ flips) >> bit & 1) for bit in range(bits - 1, -1, -1) for v in x), 2))
    return np.array(keys, np.uint64)


def curve_keys(points):
    return carom._carom.f64.curve_keys(np.concatenate([points, points], axis=1)).view(np.uint64)


def test_the_hilbert_order_visits_each_cell_next_to_the_last():
    grid = np.stack(np.meshgrid(*[np.arange(8.0)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    path = grid[np.argsort(curve_keys(grid * (2**20 - 1) / 7 // 2**17))]
    assert (np.abs(np.diff(path, axis=0)).sum(axis=1) == 1).all()
    assert len(np.unique(curve_keys(grid))) == 512
    points = np.random.default_rng(2).normal(size=(300, 3)) * [1, 5, 0.1]
    assert np.array_equal(curve_keys(points), hilbert_key(points)) and (curve_keys(np.ones((4, 3))) == 0).all() and len(curve_keys(np.zeros((0, 3)))) == 0


def test_pairs_come_along_the_curve():
    generator = np.random.default_rng(4)
    for count in (0, 1, 2, 700):
        low = generator.random((count, 3)).round(2) * 4  # some middles are in one cell
        low[count // 2:] = low[: count - count // 2]
        high = low + generator.random((count, 3)).round(1)
        both = (low[:, None] <= high[None]).all(axis=2) & (low[None] <= high[:, None]).all(axis=2)
        rank = np.empty(count, int)
        rank[np.argsort(hilbert_key(0.5 * low + 0.5 * high) if count > 1 else np.zeros(count), kind="stable")] = np.arange(count)
        want = sorted(((min(rank[i], rank[j]), max(rank[i], rank[j]), i, j) for i, j in np.argwhere(both).tolist() if i < j))
        assert _boxes.box_pairs(low, high).tolist() == [[i, j] for _, _, i, j in want] and (count < 700 or len(want) > 2000)
    with pytest.raises(ValueError, match="boxes"):
        _boxes.box_pairs(np.full((2, 3), np.nan), np.ones((2, 3)))


@pytest.mark.parametrize("far", [0, 1, 200])
def test_pairs_of_tiles_are_those_of_all(far):
    """Many tiles, held against a structure that knows none; so many boxes reach far across the others, of 200 into all tiles."""
    generator = np.random.default_rng(5)
    low = generator.random((8000, 3)) * [40, 20, 8]
    high = low + generator.random((8000, 3)) * 1.5
    reach = generator.choice(8000, far, replace=False)
    low[reach] -= [20, 1, 1]
    high[reach] += [20, 1, 1]
    one = _boxes.box_pairs(low, high, 8000)
    want = np.sort(carom.Space("brute", low, high).pairs(), axis=1)
    assert {tuple(pair) for pair in one.tolist()} == {tuple(pair) for pair in want.tolist()} and len(one) == len(want) > 5000
    for together in (100, 999, 7999):
        assert np.array_equal(_boxes.box_pairs(low, high, together), one)


def test_posed_boxes_hold_the_posed_vertices():
    generator = np.random.default_rng(5)
    mesh = carom.Mesh(generator.normal(size=(30, 3)), np.arange(30).reshape(-1, 3))
    poses = np.concatenate([generator.normal(size=(200, 3)) * 100, generator.normal(size=(200, 4))], axis=1)
    poses[:, 3:] /= np.linalg.norm(poses[:, 3:], axis=1, keepdims=True)
    poses[::4, 3:] = [0, 0, 0, 1]
    low, high = (np.broadcast_to(end, (200, 3)) for end in mesh.bounds)
    low, high = _boxes.posed_boxes(low, high, poses)
    placed = np.einsum("nij,vj->nvi", _boxes.rotations(poses), mesh.vertices) + poses[:, None, :3]
    assert (placed >= low[:, None]).all() and (placed <= high[:, None]).all()
    assert (placed[::4].min(axis=1) == low[::4]).all() and (placed[::4].max(axis=1) == high[::4]).all()


def test_tiles_find_each_pair_once():
    generator = np.random.default_rng(6)
    low = generator.random((800, 3)).round(2)
    high = low + generator.random((800, 3)).round(2) * np.where(generator.random((800, 1)) < 0.02, 1.0, 0.1)
    want = {tuple(pair) for pair in _boxes.box_pairs(low, high).tolist()}
    brute = (low[:, None] <= high[None]).all(axis=2) & (low[None] <= high[:, None]).all(axis=2)
    assert want == {(i, j) for i, j in np.argwhere(brute).tolist() if i < j}
    tree = _boxes.split_space(low, 13)
    tiles, boxes = _boxes.tiles_of(tree, low, high)
    found = []
    for tile in range(_boxes.tile_count(tree)):
        ids = boxes[tiles == tile]
        found += _boxes.tile_pairs(tree, tile, ids, low[ids], high[ids]).tolist()
    assert _boxes.tile_count(tree) == 13 and len(found) == len(want) and {tuple(pair) for pair in found} == want


def test_ranges():
    assert _store.missing([], 5) == [(0, 5)] and _store.missing([(0, 5)], 5) == [] and _store.missing([], 0) == []
    assert _store.missing([(1, 2), (1, 3), (2, 4)], 6) == [(0, 1), (4, 6)]
    assert list(_store.cover([(0, 4), (0, 2), (3, 6), (5, 6)])) == [((0, 4), 0), ((3, 6), 4)]


# ---------------------------------------------------------------- dask arrays

@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_dask_arrays_have_the_bits_of_one_machine(tmp_path, client, dtype):
    ball = clash_parts.ball(1.0, [0.0, 0, 0])
    mesh = carom.Mesh(ball.vertices.astype(dtype), ball.faces)
    generator = np.random.default_rng(8)
    points = generator.normal(size=(50, 40, 3)).astype(dtype)
    ways = generator.normal(size=(40, 3)).astype(dtype)
    points[0, 0] = np.nan
    lazy = da.from_array(points, chunks=(17, 40, 2))
    shared = cd.share(mesh, tmp_path)
    cd.share(mesh, tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    for target in (mesh, shared):
        hits = cd.raycast(target, lazy, da.from_array(ways, chunks=(9, 3)), t_max=da.from_array(np.full(40, 9, dtype), chunks=9))
        want = mesh.raycast(points, ways, t_max=np.full(40, 9, dtype))
        got = hits.compute()
        assert type(got) is carom.RayHits and all(np.array_equal(getattr(got, name), getattr(want, name)) for name in want.fields)
        assert hits.t.sum().compute() == da.from_array(want.t, chunks=hits.t.chunks).sum().compute() and hits.point.shape == (50, 40, 3)
        for verb, at in ((cd.closest, mesh.closest), (cd.signed_distance, mesh.signed_distance)):
            got, want = verb(target, lazy).compute(), at(points)
            assert all(np.array_equal(getattr(got, name), getattr(want, name), equal_nan=True) for name in want.fields)
        assert np.array_equal(cd.contains(target, lazy).compute(), mesh.contains(points))


def test_scenes_of_dask_arrays(tmp_path, client):
    poses = np.tile([0.0, 0, 0, 0, 0, 0, 1], (3, 1))
    poses[:, 0] = [0, 3, 9]
    scene = carom.Scene([clash_parts.ball(1.0, [0.0, 0, 0]), carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])], poses, mesh=[0, 1, 0], scales=[[1, 1, 1], [1, 2, 1], [2, 2, 2.0]])
    points = np.random.default_rng(9).normal(size=(300, 3)) * 4
    for target in (scene, cd.share(scene, tmp_path)):
        got, want = cd.closest(target, da.from_array(points, chunks=(70, 3))).compute(), scene.closest(points)
        assert type(got) is carom.scene.SceneClosestPoints and all(np.array_equal(getattr(got, name), getattr(want, name)) for name in want.fields)
        hits = cd.raycast(target, da.from_array(points, chunks=(70, 3)), -points).compute()
        assert np.array_equal(hits.instance, scene.raycast(points, -points).instance) and hits.hit.any()
        signed, want = cd.signed_distance(target, da.from_array(points, chunks=(70, 3))).compute(), scene.signed_distance(points)
        assert type(signed) is carom.SceneSignedDistances and all(np.array_equal(getattr(signed, name), getattr(want, name)) for name in want.fields)
        assert np.array_equal(cd.contains(target, da.from_array(points, chunks=(70, 3))).compute(), want.distance <= 0) and (want.distance < 0).any()
    with pytest.raises(ValueError, match="method is 'winding'"):
        cd.signed_distance(scene, points, method="winding")


def test_a_mesh_is_mapped_once_a_worker(tmp_path, client):
    shared = cd.share(clash_parts.ball(1.0, [0.0, 0, 0]), tmp_path)

    def mapped():
        from carom.distributed import _tasks
        return _tasks.shared_cache(None).mapped

    before = client.run(mapped)
    cd.contains(shared, da.random.random((4000, 3), chunks=(100, 3))).compute()
    after = client.run(mapped)
    assert all(after[worker] - before[worker] <= 1 for worker in before) and sum(after.values()) > sum(before.values())


def test_what_is_asked_wrongly_of_dask_arrays(tmp_path):
    mesh = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
    with pytest.raises(ValueError, match=r"points must have shape \(\.\.\., 3\)"):
        cd.closest(mesh, da.zeros((5, 2)))
    with pytest.raises(TypeError, match="this is int"):
        cd.closest(7, da.zeros((5, 3)))
    with pytest.raises(AttributeError, match="no field speed"):
        cd.closest(mesh, da.zeros((5, 3))).speed
    with pytest.raises(TypeError, match="integers|int64"):
        cd.contains(mesh, da.zeros((5, 3), dtype=int)).compute()


def test_the_cache_of_maps_is_bounded(tmp_path):
    from carom.distributed._tasks import MeshCache
    names = []
    for i in range(5):
        names.append(str(tmp_path / f"{i}.mesh"))
        carom.box_mesh([float(i), 0, 0], [i + 1.0, 1, 1]).save(names[-1])
    size = os.path.getsize(names[0])
    cache = MeshCache(2 * size)
    kept = [cache.mesh(name) for name in names]
    assert cache.bytes == 2 * size and cache.mapped == 5 and kept[0].volume == 1.0
    cache.mesh(names[4])
    assert cache.mapped == 5
    cache.mesh(names[0])
    assert cache.mapped == 6


def test_listing_is_by_name(tmp_path):
    clash_parts.by_hand(tmp_path / "parts" / "inner")
    carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).save(tmp_path / "parts" / "z.mesh")
    (tmp_path / "parts" / "readme.txt").write_text("no part")
    listing, root = _listing.list_parts(tmp_path / "parts", None)
    assert root == tmp_path / "parts" and listing.names == sorted(listing.names) and len(listing.names) == 11 and listing.names[0] == "inner/base.mesh"
