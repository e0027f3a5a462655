"""Meshes against exact arithmetic, against each other's precisions and against invariants."""

import itertools
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import carom

CUBE = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
REALS = [np.float32, np.float64]


def in_precision(mesh, dtype):
    return carom.Mesh(mesh.vertices.astype(dtype), mesh.faces)


def bumpy(count=24, dtype=np.float64):
    """A closed surface without symmetry."""
    rows, columns = count, 2 * count
    theta = np.pi * (np.arange(1, rows) / rows)
    phi = 2 * np.pi * np.arange(columns) / columns
    radius = 1 + 0.2 * np.sin(3 * theta)[:, None] * np.cos(2 * phi + 0.3)[None, :]
    ring = np.stack([radius * np.sin(theta)[:, None] * np.cos(phi), radius * np.sin(theta)[:, None] * np.sin(phi), radius * np.cos(theta)[:, None]], -1)
    vertices = np.concatenate([[[0, 0, 1.1]], ring.reshape(-1, 3), [[0, 0, -0.9]]])
    at = lambda i, j: 1 + i * columns + j % columns  # noqa: E731
    faces = [(0, at(0, j), at(0, j + 1)) for j in range(columns)]
    faces += [t for i in range(rows - 2) for j in range(columns) for t in ((at(i, j), at(i + 1, j), at(i + 1, j + 1)), (at(i, j), at(i + 1, j + 1), at(i, j + 1)))]
    last = len(vertices) - 1
    faces += [(last, at(rows - 2, j + 1), at(rows - 2, j)) for j in range(columns)]
    return carom.Mesh(vertices.astype(dtype), np.array(faces))


BUMPY = bumpy()


def exact_hit(origin, direction, triangle):
    """t of a ray and a triangle by Cramer's rule in rationals; None for a miss, "flat" for a ray in the triangle's plane."""
    o, d = [Fraction(x) for x in origin], [Fraction(x) for x in direction]
    a, b, c = ([Fraction(x) for x in corner] for corner in triangle)
    sub = lambda p, q: [x - y for x, y in zip(p, q)]  # noqa: E731
    cross = lambda p, q: [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]  # noqa: E731
    dot = lambda p, q: sum(x * y for x, y in zip(p, q))  # noqa: E731
    e1, e2, s = sub(b, a), sub(c, a), sub(o, a)
    p, q = cross(d, e2), cross(s, e1)
    determinant = dot(e1, p)
    if determinant == 0:
        return "flat"
    u, v, t = dot(s, p) / determinant, dot(d, q) / determinant, dot(e2, q) / determinant
    return t if u >= 0 and v >= 0 and u + v <= 1 and t >= 0 else None


small = st.integers(-4, 4)
point = st.tuples(small, small, small)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(origin=point, direction=point, triangle=st.tuples(point, point, point), scale=st.sampled_from([1.0, 2.0**-40, 2.0**40]))
def test_rays_agree_with_rationals(origin, direction, triangle, scale):
    expected = exact_hit(origin, direction, triangle)
    if expected == "flat" or direction == (0, 0, 0):
        return
    for dtype in REALS:
        mesh = carom.Mesh(np.array(triangle, dtype) * dtype(scale), [[0, 1, 2]])
        hits = mesh.raycast(np.array([origin], dtype) * dtype(scale), np.array([direction], dtype))
        assert bool(hits.hit[0]) == (expected is not None)
        assert mesh.occluded(np.array([origin], dtype) * dtype(scale), np.array([direction], dtype))[0] == hits.hit[0]
        if expected is not None:
            assert math.isclose(hits.t[0], float(expected) * scale, rel_tol=4e-7 if dtype is np.float32 else 1e-14, abs_tol=1e-300)


def test_exact_hit_is_able_to_miss():
    assert exact_hit((0, 0, -1), (0, 0, 1), ((-1, -1, 0), (1, -1, 0), (0, 1, 0))) == 1
    assert exact_hit((2, 0, -1), (0, 0, 1), ((-1, -1, 0), (1, -1, 0), (0, 1, 0))) is None
    assert exact_hit((0, 0, 1), (0, 0, 1), ((-1, -1, 0), (1, -1, 0), (0, 1, 0))) is None


@pytest.mark.parametrize("dtype", REALS)
def test_every_memory_order_gives_the_same_bits(dtype):
    mesh = in_precision(BUMPY, dtype)
    generator = np.random.default_rng(1)
    origins = generator.normal(size=(500, 3)).astype(dtype) * 3
    directions = -origins + generator.normal(size=(500, 3)).astype(dtype) * dtype(0.3)
    want = mesh.raycast(origins, directions)
    wide = np.zeros((500, 8), dtype)
    wide[:, 1:7:2] = origins
    frozen = directions.copy()
    frozen.flags.writeable = False
    swapped = origins.astype(origins.dtype.newbyteorder())
    for o, d in [(np.asfortranarray(origins), directions), (wide[:, 1:7:2], directions), (origins, frozen), (swapped, directions), (origins[::-1][::-1], directions)]:
        got = mesh.raycast(o, d)
        assert got.hit.any() and not got.hit.all()
        for name in want.fields:
            assert np.array_equal(getattr(want, name), getattr(got, name)), name
    assert want.t.dtype == dtype and want.point.dtype == dtype and want.triangle.dtype == np.uint32


def test_batches_broadcast_and_keep_their_shape():
    directions = np.random.default_rng(2).normal(size=(4, 5, 3))
    hits = BUMPY.raycast(np.zeros(3), directions)
    assert hits.shape == (4, 5) and hits.point.shape == (4, 5, 3) and hits.hit.all()
    one = BUMPY.raycast([0.0, 0, 0], directions[2, 3])
    assert one.shape == () and one.t == hits.t[2, 3]
    far = BUMPY.raycast(np.zeros(3), directions[0, 0], t_max=hits.t[0, 0] * np.array([0.5, 1.5, 2.0]))
    assert far.hit.tolist() == [False, True, True]
    assert BUMPY.closest(directions).distance.shape == (4, 5)
    assert hits[1].shape == (5,) and hits[hits.hit].shape == (20,)
    assert BUMPY.raycast(np.zeros((0, 3)), np.zeros((0, 3))).shape == (0,)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_answers_do_not_depend_on_threads(threads):
    generator = np.random.default_rng(3)
    points = generator.normal(size=(20000, 3))
    before = carom.get_threads()
    want = BUMPY.signed_distance(points), BUMPY.raycast(points, -points)
    carom.set_threads(threads)
    try:
        got = BUMPY.signed_distance(points), BUMPY.raycast(points, -points)
    finally:
        carom.set_threads(before)
    for a, b in zip(want, got):
        assert all(np.array_equal(getattr(a, name), getattr(b, name)) for name in a.fields)


def test_all_hits_hold_the_first_and_alternate():
    generator = np.random.default_rng(4)
    origins, directions = generator.normal(size=(3000, 3)) * 3, generator.normal(size=(3000, 3))
    lists, first = BUMPY.raycast_all(origins, directions), BUMPY.raycast(origins, directions)
    assert len(lists) == 3000 and (np.diff(lists.offsets) > 0).tolist() == first.hit.tolist()
    assert np.array_equal(lists.hits.t[lists.offsets[:-1][first.hit]], first.t[first.hit])
    inside = BUMPY.contains(origins)
    assert np.array_equal(np.diff(lists.offsets) % 2 == 1, inside) and inside.any()
    assert np.array_equal(lists[int(np.flatnonzero(first.hit)[0])].t, np.sort(lists[int(np.flatnonzero(first.hit)[0])].t))
    assert np.array_equal(np.bincount(lists.ray, minlength=3000), np.diff(lists.offsets))


def test_lists_longer_than_the_first_places():
    count = 40
    corners = np.array([[[-1, -1, z], [1, -1, z], [0, 1, z]] for z in range(count)], float).reshape(-1, 3)
    stack = carom.Mesh(corners, np.arange(3 * count).reshape(-1, 3))
    lists = stack.raycast_all([[0.0, 0, -1], [5.0, 0, -1], [0.0, 0, 9.5]], [[0.0, 0, 1]])
    assert np.diff(lists.offsets).tolist() == [40, 0, 30] and lists[0].t.tolist() == list(range(1, 41))
    assert lists[2].triangle.tolist() == list(range(10, 40))
    assert stack.within([[0.0, 0, 20]], [12.5])[0].tolist() == list(range(8, 33))
    assert stack.in_boxes([0.0, 0, -0.5], [0.1, 0.1, 38.5])[0].tolist() == list(range(39))
    near = stack.k_closest([0.0, 0, 0.25], 50)
    assert near.distance[:3].tolist() == [0.25, 0.75, 1.75] and np.isinf(near.distance[40:]).all()


@pytest.mark.parametrize("dtype", REALS)
def test_closest_is_that_of_all_triangles(dtype):
    mesh = in_precision(CUBE, dtype)
    points = np.random.default_rng(5).uniform(-0.5, 1.5, size=(300, 3)).astype(dtype)
    near = mesh.closest(points)
    outside = np.maximum(np.maximum(-points, points - 1), 0)
    gap = np.sqrt((outside.astype(float) ** 2).sum(1))
    inside = gap == 0
    assert np.allclose(near.distance[~inside], gap[~inside], rtol=1e-6 if dtype is np.float32 else 1e-14)
    walls = np.minimum(points, 1 - points).min(1)
    assert np.allclose(near.distance[inside], walls[inside], rtol=1e-6 if dtype is np.float32 else 1e-14, atol=1e-7 if dtype is np.float32 else 1e-15) and inside.any()
    signed = mesh.signed_distance(points)
    assert np.array_equal(signed.distance, np.where(inside, -near.distance, near.distance))
    assert np.array_equal(mesh.is_within(points, near.distance), np.ones(300, bool))
    limited = mesh.closest(points, max_distance=0.5)
    assert np.array_equal(np.isinf(limited.distance), near.distance > 0.5)


def test_what_is_not_finite_is_answered_no():
    bad = np.array([[np.nan, 0, 0], [0, np.inf, 0], [0.5, 0.5, 0.5]])
    assert np.isinf(CUBE.closest(bad).distance).tolist() == [True, True, False]
    assert CUBE.raycast(bad, [[1.0, 0, 0]]).hit.tolist() == [False, False, True]
    assert CUBE.contains(bad).tolist() == [False, False, True]
    assert not CUBE.raycast([[0.5, 0.5, 0.5]], [[0.0, 0, 0]]).hit[0]
    assert CUBE.winding_number(bad).tolist()[:2] == [0, 0]
    assert np.isnan(CUBE.closest(bad).distance).sum() == 0


def poses_at(offsets):
    poses = np.tile(np.eye(4), (len(offsets), 1, 1))
    poses[:, :3, 3] = offsets
    return poses


def test_two_cubes_by_hand():
    poses = poses_at([[0.5, 0, 0], [1, 0, 0], [1, 1, 1], [1.25, 0, 0], [0.25, 0.25, 3]])
    assert CUBE.overlaps(CUBE, poses).tolist() == [True, True, True, False, False]
    assert CUBE.overlaps(CUBE, poses, distance=0.25).tolist() == [True, True, True, True, False]
    assert CUBE.distance(CUBE, poses).distance.tolist() == [0, 0, 0, 0.25, 2]
    hit = CUBE.sweep(CUBE, [-4.0, 0, 0], poses)
    assert hit.initial_overlap.tolist() == [True, True, True, False, False] and hit.hit.tolist() == [True, True, True, True, False]
    assert hit.fraction[3] == pytest.approx(0.0625, abs=1e-12) and hit.fraction[3] <= 0.0625
    names = [CUBE.solid_relation(CUBE, pose).name for pose in poses]
    assert names == ["OVERLAP", "TOUCH_FACE", "TOUCH_POINT", "APART", "APART"]
    inner = carom.box_mesh([0.25, 0.25, 0.25], [0.75, 0.75, 0.75])
    assert not inner.overlaps(CUBE) and inner.solid_relation(CUBE).name == "A_IN_B" and CUBE.classify(inner) == carom.Relation.CONTAINS


def test_swapping_two_meshes_swaps_the_answer():
    generator = np.random.default_rng(6)
    quaternions = generator.normal(size=(50, 4))
    poses = np.concatenate([generator.normal(size=(50, 3)) * 1.5, quaternions / np.linalg.norm(quaternions, axis=1)[:, None]], axis=1)
    there, back = BUMPY.distance(CUBE, poses), CUBE.distance(BUMPY, None, poses)
    assert np.allclose(there.distance, back.distance, rtol=1e-14, atol=1e-15) and 0 < (there.distance == 0).sum() < 50
    assert np.array_equal(BUMPY.overlaps(CUBE, poses), CUBE.overlaps(BUMPY, None, poses))
    assert np.array_equal(there.distance == 0, BUMPY.overlaps(CUBE, poses))


def test_poses_broadcast_as_matrices_and_quaternions():
    a, b = poses_at([[0.5, 0, 0], [3, 0, 0]]), poses_at([[0, 0, 0], [3, 0, 0], [9, 0, 0]])
    table = CUBE.overlaps(CUBE, a[:, None], b[None])
    assert table.tolist() == [[True, False, False], [False, True, False]]
    as_seven = np.concatenate([b[:, :3, 3], np.tile([0, 0, 0, 1.0], (3, 1))], axis=1)
    assert np.array_equal(CUBE.overlaps(CUBE, a[:, None], as_seven), table)


def test_curves_of_two_cubes():
    curves = CUBE.contact_curves(CUBE, [0.5, 0.5, 0.5, 0, 0, 0, 1])
    assert len(curves) == 1 and curves.closed.tolist() == [True] and curves.crosses.all()
    loop = curves[0]
    length = np.linalg.norm(np.roll(loop, -1, axis=0) - loop, axis=1).sum()
    assert length == pytest.approx(3.0) and curves.triangles(0).shape == (len(loop), 2)
    assert len(CUBE.contact_curves(CUBE, [5.0, 0, 0, 0, 0, 0, 1])) == 0
    assert len(CUBE.contact_curves(CUBE).coplanar) > 0


def test_self_intersections():
    two = carom.Mesh(np.concatenate([CUBE.vertices, CUBE.vertices + [0.5, 0.25, 0.125]]), np.concatenate([CUBE.faces, CUBE.faces + 8]))
    pairs = two.self_intersections()
    assert two.self_intersects() and (pairs[:, 0] < 12).all() and (pairs[:, 1] >= 12).all()
    assert np.array_equal(np.sort(pairs, axis=0), np.sort(CUBE.touching(CUBE, None, [0.5, 0.25, 0.125, 0, 0, 0, 1]) + [0, 12], axis=0))
    assert not BUMPY.self_intersects()


@pytest.mark.parametrize("dtype", REALS)
def test_grids_are_signed_distances(dtype):
    mesh = in_precision(BUMPY, dtype)
    grid = mesh.sdf_grid(0.25)
    exact = mesh.signed_distance(grid.points().astype(dtype)).distance
    assert grid.shape == exact.shape and np.abs(grid.distances - exact).max() <= 1e-5 and (exact < 0).any()
    band = mesh.sdf_grid(0.25, band=0.1).distances
    assert np.abs(band).max() == pytest.approx(0.1)
    assert (mesh.sdf_grid(0.5, signed=False).distances >= 0).all()


def test_refit_is_a_new_mesh():
    mesh = bumpy(12)
    before = hash(mesh)
    moved = mesh.vertices * [1.5, 1, 0.5] + [0, 0.25, 0]
    mesh.refit(moved)
    fresh = carom.Mesh(moved, mesh.faces)
    points = np.random.default_rng(7).normal(size=(200, 3))
    assert mesh == fresh and hash(mesh) == hash(fresh) != before
    assert np.array_equal(mesh.closest(points).distance, fresh.closest(points).distance)
    assert np.array_equal(mesh.contains(points), fresh.contains(points))
    assert mesh.cost_ratio >= 0.5


@pytest.mark.parametrize("dtype", REALS)
def test_saved_meshes(tmp_path, dtype):
    mesh = in_precision(BUMPY, dtype)
    points = np.random.default_rng(8).normal(size=(200, 3)).astype(dtype)
    mesh.save(tmp_path / "saved")
    want = mesh.closest(points)
    for again in (carom.Mesh.load(tmp_path / "saved"), carom.Mesh.load(tmp_path / "saved", mmap=True), pickle.loads(pickle.dumps(mesh))):
        assert again == mesh and hash(again) == hash(mesh) and again.dtype == dtype
        assert np.array_equal(again.closest(points).point, want.point) and np.array_equal(again.contains(points), mesh.contains(points))
    assert carom.Mesh.load(tmp_path / "saved").refit(mesh.vertices) is None


def test_changed_bytes_are_refused_or_asked():
    data = bytearray(CUBE.to_bytes())
    generator = np.random.default_rng(9)
    refused = 0
    for place in list(range(64)) + generator.integers(64, len(data), 300).tolist():
        changed = bytearray(data)
        changed[place] ^= 0x81
        try:
            mesh = carom.Mesh.from_bytes(bytes(changed))
        except ValueError:
            refused += 1
            continue
        mesh.raycast(np.zeros((3, 3)), np.eye(3))
    assert refused > 200
    for length in (0, 3, 64, 100, len(data) - 1):
        with pytest.raises(ValueError):
            carom.Mesh.from_bytes(bytes(data[:length]))


def test_files(tmp_path):
    path = tmp_path / "cube.obj"
    path.write_text("".join(f"v {x} {y} {z}\n" for x, y, z in CUBE.vertices) + "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in CUBE.faces))
    mesh = carom.Mesh.load(path)
    assert mesh.volume == 1 and mesh.is_closed and mesh.is_oriented and len(mesh) == 12
    assert carom.Mesh.load(path, dtype=np.float32).dtype == np.float32
    with pytest.raises(FileNotFoundError):
        carom.Mesh.load(tmp_path / "none.obj")
    path.write_text("v 0 0 zero\n")
    with pytest.raises(ValueError, match="cube.obj"):
        carom.Mesh.load(path)


def test_anything_with_vertices_and_faces():
    trimesh = pytest.importorskip("trimesh")
    ball = trimesh.creation.icosphere(subdivisions=2)
    mesh = carom.Mesh(ball)
    assert mesh.volume == pytest.approx(ball.volume) and mesh.dtype == np.float64 and mesh.is_oriented == ball.is_watertight
    assert np.allclose(mesh.center_mass, ball.center_mass) and np.allclose(mesh.moment_inertia, ball.moment_inertia)


def test_spheres_that_move():
    centers = np.array([[0.5, 0.5, 3], [0.5, 0.5, 1.25], [9, 9, 9]])
    hits = CUBE.sweep_spheres(centers, [0.5], [0.0, 0, -4])
    assert hits.hit.tolist() == [True, True, False] and hits.fraction[0] == 0.375 and hits.initial_overlap[1]
    assert hits.normal[0].tolist() == [0, 0, -1]


def test_symmetries_of_the_cube():
    points = np.random.default_rng(10).uniform(-1, 2, size=(100, 3))
    want = CUBE.signed_distance(points).distance
    for order in itertools.permutations(range(3)):
        assert np.allclose(CUBE.signed_distance(points[:, order]).distance, want, rtol=0, atol=1e-15)
    doubled = carom.Mesh(CUBE.vertices * 2.0**20, CUBE.faces)
    assert np.array_equal(doubled.signed_distance(points * 2.0**20).distance, want * 2.0**20)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_crossing_is_more_than_touching(dtype):
    cube = carom.box_mesh(np.zeros(3, dtype), np.ones(3, dtype))
    poses = np.tile(np.array([0, 0, 0, 0, 0, 0, 1], dtype), (6, 1))
    poses[:, :3] = [[0.5, 0.5, 0.5], [1, 0, 0], [1, 1, 1], [0, 0, 0], [3, 0, 0], [0.5, 0, 0]]
    assert cube.overlaps(cube, poses).tolist() == [True, True, True, True, False, True]
    assert cube.crosses(cube, poses).tolist() == cube.crosses(cube, None, poses).tolist() == [True, False, False, False, False, False]
    sheet = carom.Mesh(np.array([[-1, 0.5, -1], [2, 0.5, -1], [2, 0.5, 2], [-1, 0.5, 2]], dtype), [[0, 1, 2], [0, 2, 3]])
    flush = carom.Mesh(sheet.vertices + np.array([0, 0.5, 0], dtype), sheet.faces)
    assert cube.crosses(sheet) and sheet.crosses(cube) and cube.overlaps(flush) and not cube.crosses(flush)


def test_a_threshold_of_a_depth_is_decided():
    cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
    for threshold in (0.0, 0.2, 0.25, 0.3):
        deep = cube.penetration(cube, [0.75, 0.1, 0.1, 0, 0, 0, 1], threshold=threshold)
        assert deep.depth <= 0.25 + 1e-12 and deep.bound >= 0.25 and (deep.bound <= threshold) == (threshold >= 0.25) == (not deep.depth > threshold)
    for bad in (-1.0, np.nan, np.inf):
        with pytest.raises(ValueError, match="threshold is"):
            cube.penetration(cube, threshold=bad)


def test_relations_of_many_pieces_after_refit():
    """What the library finds out of a mesh once is found anew when it has moved."""
    two = np.concatenate([carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).vertices, carom.box_mesh([5.0, 0, 0], [6.0, 1, 1]).vertices])
    faces = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).faces
    mesh, hull = carom.Mesh(two, np.concatenate([faces, faces + 8])), carom.box_mesh([-1.0, -1, -1], [2.0, 2, 2])
    assert mesh.solid_relation(hull).name == "OVERLAP" and hull.solid_relation(mesh).name == "OVERLAP"
    mesh.refit(two * [0.2, 1, 1])
    assert mesh.solid_relation(hull).name == "A_IN_B" and hull.solid_relation(mesh).name == "B_IN_A"
    mesh.refit(two + [9.0, 0, 0])
    assert mesh.solid_relation(hull).name == "APART"
