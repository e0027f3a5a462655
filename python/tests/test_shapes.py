"""Verbs of any shapes: exact cases by rationals, every pair of kinds, broadcasting, blocks, errors."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import carom

REALS = [np.float32, np.float64]


def every_kind(dtype):
    one = lambda *rows: np.array(rows if len(rows) > 1 else rows[0], dtype)  # noqa: E731
    zero, up = one([0, 0, 0]), one([0, 0, 1])
    corners = np.eye(3, dtype=dtype)
    box = carom.Box(zero, one([1, 1, 1]))
    mesh = carom.box_mesh(zero, one([1, 1, 1]))
    return [
        carom.Point(zero), carom.Segment(zero, up), carom.Ray(zero, up), carom.Line(zero, up), carom.Plane(up, dtype(0)), carom.Halfspace(up, dtype(0)),
        carom.Sphere(zero, dtype(1)), carom.Capsule(zero, up, dtype(0.5)), box, carom.OrientedBox(zero, corners, one([1, 2, 3])),
        carom.Triangle(corners), carom.Polygon(np.concatenate([corners, one([[1, 1, -1]])])), carom.fit.kdop(corners, 18),
        carom.Cylinder(zero, up, dtype(0.5)), carom.Cone(zero, up, dtype(0.5)), carom.Ellipsoid(zero, one([1, 2, 3])),
        carom.Tetrahedron(np.concatenate([corners, one([[0, 0, 0]])])), carom.Hull(np.concatenate([corners, -corners])), mesh,
        carom.HeightField(np.zeros((3, 4), dtype)), carom.Compound([box, mesh]), carom.Rounded(box, dtype(0.25)),
    ]


@pytest.mark.parametrize("dtype", REALS)
def test_every_pair_of_kinds_answers_every_verb(dtype):
    shapes = every_kind(dtype)
    assert len({type(carom.concatenate(s)).__name__ for s in shapes}) == 22
    pose = np.array([0.25, 0.5, 0.125, 0, 0, 0, 1], dtype)

    table = carom.overlap(_column(shapes), shapes, None, pose)
    assert table.shape == (22, 22) and table.any() and not table.all()
    near = carom.closest(_column(shapes), shapes, None, pose)
    assert np.array_equal(near.distance == 0, table) and np.isfinite(near.distance).all()
    deep = carom.penetration(_column(shapes), shapes, None, pose)
    assert np.array_equal(deep.overlap, table) and not np.isnan(deep.depth).any()
    signed = carom.signed_distance(_column(shapes), shapes, None, pose)
    assert np.array_equal(signed.distance > 0, ~table)
    relations = carom.classify(_column(shapes), shapes, None, pose)
    assert relations.shape == (22, 22) and (relations[table] != carom.Relation.DISJOINT).all()
    manifolds = carom.contact(_column(shapes), shapes, None, pose)
    assert (manifolds.count[~table] == 0).all() and manifolds.count.max() >= 3
    hits = carom.sweep(_column(shapes), shapes, np.array([0, 0, 3], dtype), None, None, pose)
    assert hits.hit[table].all() and hits.initial_overlap[table].all()
    assert carom.toi(shapes[:3], shapes[:3]).shape == (3,)
    rays = carom.raycast([shapes[1], shapes[2], shapes[3]], carom.concatenate(shapes).take(np.arange(22)[:, None]), None, pose)
    assert rays.shape == (22, 3) and rays.hit.any()


def _column(shapes):
    return carom.concatenate(shapes).take(np.arange(len(shapes))[:, None])


integer = st.integers(-8, 8)
vector = st.tuples(integer, integer, integer)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(a=vector, b=vector, ra=st.integers(0, 9), rb=st.integers(0, 9), low=vector, size=st.tuples(*[st.integers(0, 5)] * 3))
def test_spheres_and_boxes_by_rationals(a, b, ra, rb, low, size):
    gap = sum(Fraction(x - y) ** 2 for x, y in zip(a, b))
    high = [x + s for x, s in zip(low, size)]
    out = sum(Fraction(max(lo - x, 0, x - hi)) ** 2 for x, lo, hi in zip(a, low, high))
    for dtype in REALS:
        first = carom.Sphere(np.array(a, dtype), dtype(ra))
        assert bool(carom.overlap(first, carom.Sphere(np.array(b, dtype), dtype(rb)))) == (gap <= (ra + rb) ** 2)
        assert bool(carom.overlap(first, carom.Box(np.array(low, dtype), np.array(high, dtype)))) == (out <= ra**2)


def random_poses(count, seed, spread=3.0):
    generator = np.random.default_rng(seed)
    quaternions = generator.normal(size=(count, 4))
    return np.concatenate([generator.normal(size=(count, 3)) * spread, quaternions / np.linalg.norm(quaternions, axis=1)[:, None]], axis=1)


def test_one_call_is_many():
    link = carom.Capsule([0.0, 0, 0], [0.0, 0, 1], 0.2)
    obstacles = [carom.Box([0.0, 0, 0], [1.0, 1, 1]), carom.Sphere([2.0, 0, 0], 0.5), carom.box_mesh([-3.0, 0, 0], [-2.0, 1, 1])]
    poses = random_poses(300, 1, 1.5)
    table = carom.overlap(link, obstacles, poses[:, None])
    assert table.shape == (300, 3) and table.any(axis=0).all()
    for i in (0, 7, 39):
        for j, obstacle in enumerate(obstacles):
            assert bool(carom.overlap(link, obstacle, poses[i])) == table[i, j]
    distances = carom.closest(link, obstacles, poses[:, None]).distance
    assert np.array_equal(distances == 0, table)
    swapped = carom.closest(obstacles, link, None, poses[:, None])
    assert np.array_equal(swapped.distance, distances)


@pytest.mark.parametrize("kept", [True, False])
def test_sides_too_large_to_be_kept(kept):
    count = 70_000 if not kept else 60_000
    centers = np.random.default_rng(2).normal(size=(count, 3)) * 4
    cloud = carom.Sphere(centers, 0.5)
    box = carom.Box([-1.0, -1, -1], [1.0, 1, 1])
    gap = np.maximum(np.abs(centers) - 1, 0)
    exact = (gap**2).sum(1) <= 0.25
    assert np.array_equal(carom.overlap(cloud, box), exact) and exact.any()
    poses = np.tile([0.0, 0, 0, 0, 0, 0, 1], (3, 1, 1))
    assert np.array_equal(carom.overlap(box, cloud, poses), np.tile(exact, (3, 1)))
    assert np.array_equal(carom.overlap(cloud, cloud), np.ones(count, bool))


def test_answers_do_not_depend_on_threads():
    hull = carom.Hull(np.random.default_rng(3).normal(size=(30, 3)))
    poses = random_poses(2000, 4, 1.5)
    before = carom.get_threads()
    answers = []
    for threads in (1, 2, 3):
        carom.set_threads(threads)
        answers.append((carom.closest(hull, hull, poses), carom.penetration(hull, hull, poses), carom.signed_distance(hull, hull, poses)))
    carom.set_threads(before)
    for other in answers[1:]:
        for a, b in zip(answers[0], other):
            assert all(np.array_equal(getattr(a, name), getattr(b, name)) for name in a.fields)


def test_contract_of_signed_distances():
    a, b = carom.Box([-1.0, -1, -1], [1.0, 1, 1]), carom.Sphere([0.0, 0, 0], 1.0)
    poses = random_poses(300, 5, 1.5)
    signed, back = carom.signed_distance(a, b, None, poses), carom.signed_distance(b, a, poses)
    assert np.array_equal(signed.distance, back.distance) and np.array_equal(signed.normal, -back.normal)
    assert np.array_equal(signed.distance > 0, ~carom.overlap(a, b, None, poses)) and 0 < (signed.distance > 0).sum() < 300
    step = 1e-6
    moved = poses.copy()
    moved[:, :3] += step * np.array([1.0, 2, 3])
    change = (carom.signed_distance(a, b, None, moved).distance - signed.distance) / step
    smooth = np.abs(change - signed.translation_b @ [1.0, 2, 3]) < 1e-4
    assert smooth.mean() > 0.95


def test_motion():
    ball, wall = carom.Sphere([0.0, 0, 0], 1.0), carom.Plane([1.0, 0, 0], 5.0)
    hits = carom.sweep(ball, wall, [[8.0, 0, 0], [2.0, 0, 0], [4.0, 0, 0], [-8.0, 0, 0]])
    assert hits.hit.tolist() == [True, False, True, False] and hits.fraction.tolist() == [0.5, 0, 1, 0]
    assert carom.sweep(ball, wall, [2.0, 0, 0], distance=2.0).fraction == 1.0
    assert carom.sweep(ball, wall, None, [[-8.0, 0, 0]]).fraction.tolist() == [0.5]
    blade = carom.Segment([0.0, 0, 0], [2.0, 0, 0])
    half = np.array([[0, 0, 0, 0, 0, np.sin(a / 2), np.cos(a / 2)] for a in (np.pi / 2, np.pi / 4)])
    impacts = carom.toi(blade, carom.Point([1.0, 1.0, 0]), end_a=half)
    assert impacts.hit.tolist() == [True, True] and np.allclose(impacts.fraction, [0.5, 1.0], atol=1e-6)
    assert not carom.toi(blade, carom.Point([-1.0, 0, 0]), end_a=half).hit.any()


def test_facts():
    assert carom.Sphere([0.0, 0, 0], 1.0).volume == pytest.approx(4 * np.pi / 3)
    assert carom.Tetrahedron(np.concatenate([np.eye(3), np.zeros((1, 3))])).volume == pytest.approx(1 / 6)
    spheres = carom.Sphere([[0.0, 0, 0], [5.0, 0, 0]], 1.0)
    assert spheres.bounds().shape == (2, 2, 3) and spheres.bounds(random_poses(6, 6).reshape(3, 2, 7)).shape == (3, 2, 2, 3)
    assert spheres.bounds()[1].tolist() == [[4, -1, -1], [6, 1, 1]]
    hull = carom.Hull(np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float))
    assert len(hull.faces) == 6 and sorted(len(f) for f in hull.faces) == [4] * 6 and hull.volume == 1
    assert carom.Hull(np.random.default_rng(1).normal(size=(99, 3)), 8).omitted > 0


@pytest.mark.parametrize("points", [np.zeros((1, 3)), np.random.default_rng(7).normal(size=(100, 3)) * [1, 5, 0.1]])
def test_fits_hold_their_points(points):
    at = carom.Point(points)
    fits = [carom.fit.box(points), carom.fit.capsule(points), carom.fit.oriented_box(points), carom.fit.hull(points), carom.fit.kdop(points, 14),
            carom.Sphere(*carom.fit.sphere(points))]
    for fit in fits:
        assert carom.overlap(fit, at).all(), fit


@pytest.mark.parametrize("make, error, words", [
    (lambda: carom.Sphere([[0.0, 0, 0]] * 3, [1, 2, -1]), ValueError, r"Sphere\[2\]: radius is negative"),
    (lambda: carom.Sphere([0.0, np.nan, 0], 1.0), ValueError, r"Sphere: "),
    (lambda: carom.Sphere(np.zeros(3, int), 1.0), TypeError, r"center has dtype int64"),
    (lambda: carom.Sphere([0.0, 0], 1.0), ValueError, r"center must have shape \(\.\.\., 3\), not \(2,\)"),
    (lambda: carom.Sphere(np.zeros((2, 3)), np.ones(3)), ValueError, r"center \(2,\), radius \(3,\)"),
    (lambda: carom.Box([[0.0, 0, 0], [2.0, 0, 0]], [1.0, 1, 1]), ValueError, r"Box\[1\]"),
    (lambda: carom.Plane([0.0, 0, 0], 1.0), ValueError, r"Plane: "),
    (lambda: carom.Triangle(np.zeros((4, 3))), ValueError, r"corners must have shape"),
    (lambda: carom.Tetrahedron(np.zeros((3, 3))), ValueError, r"corners must have shape"),
    (lambda: carom.Hull(np.zeros((0, 3))), ValueError, r"points must have shape"),
    (lambda: carom.Hull([[0.0, 0, np.inf]]), ValueError, r"points\[0, 2\] is inf"),
    (lambda: carom.HeightField(np.zeros((1, 5))), ValueError, r"heights must have shape"),
    (lambda: carom.HeightField(np.zeros((2, 5)), spacing=[0.0, 1, 1]), ValueError, r"spacing"),
    (lambda: carom.Compound([carom.Plane([0.0, 0, 1], 0.0)]), ValueError, r"children"),
    (lambda: carom.Rounded(carom.Sphere([0.0, 0, 0], 1.0), -1.0), ValueError, r"Rounded: "),
    (lambda: carom.concatenate([]), ValueError, r"shapes is empty"),
    (lambda: carom.overlap([carom.Point([0.0, 0, 0]), carom.Point(np.zeros(3, "f4"))], carom.Point([0.0, 0, 0])), TypeError, r"shapes\[1\] is float32"),
    (lambda: carom.overlap(carom.Point([0.0, 0, 0]), carom.Point(np.zeros(3, "f4"))), TypeError, r"a is float64 and b float32"),
    (lambda: carom.overlap(carom.Point(np.zeros((2, 3))), carom.Point(np.zeros((3, 3)))), ValueError, r"a \(2,\), b \(3,\)"),
    (lambda: carom.overlap(carom.Point([0.0, 0, 0]), carom.Point([0.0, 0, 0]), np.full((2, 7), 2.0)), ValueError, r"pose_a\[0\] is no pose"),
    (lambda: carom.overlap(carom.Point([0.0, 0, 0]), carom.Point([0.0, 0, 0]), distance=np.nan), ValueError, r"distance is nan"),
    (lambda: carom.contact(carom.Point([0.0, 0, 0]), carom.Point([0.0, 0, 0]), max_points=9), ValueError, r"max_points is 9"),
    (lambda: carom.fit.kdop(np.eye(3), 7), ValueError, r"k is 7"),
    (lambda: carom.Point(np.zeros((2, 3))).take([2]), IndexError, r"from 0 to 1"),
    (lambda: carom.Point(np.zeros((2, 3))).volume, ValueError, r"batch shape \(\)"),
])
def test_what_is_refused(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_empty_batches():
    none = carom.Sphere(np.zeros((0, 3)), 1.0)
    box = carom.Box([0.0, 0, 0], [1.0, 1, 1])
    assert carom.overlap(none, box).shape == (0,) and carom.closest(box, none).shape == (0,)
    assert carom.overlap(box, box, np.zeros((0, 7))).shape == (0,) and none.bounds().shape == (0, 2, 3)


@pytest.mark.parametrize("dtype", REALS)
def test_closest_names_the_place_on_a_face(dtype):
    corners = np.array([[0, 0, 0], [4, 0, 0], [0, 4, 0]], dtype)
    cases = [([1, 1, 2], [0.5, 0.25, 0.25], carom.Feature.FACE), ([-1, -1, 1], [1, 0, 0], carom.Feature.VERTEX_0), ([9, -1, 0], [0, 1, 0], carom.Feature.VERTEX_1),
             ([-1, 9, 0], [0, 0, 1], carom.Feature.VERTEX_2), ([2, -1, 0], [0.5, 0.5, 0], carom.Feature.EDGE_01), ([4, 4, 0], [0, 0.5, 0.5], carom.Feature.EDGE_12),
             ([-1, 1, 0], [0.75, 0, 0.25], carom.Feature.EDGE_20)]
    points = carom.Point(np.array([case[0] for case in cases], dtype))
    far = np.array([50, 50, 50], dtype)
    mesh = carom.Mesh(np.concatenate([corners, corners + far]), [[3, 4, 5], [0, 1, 2]])
    for near in (carom.closest(carom.Triangle(corners), points), carom.closest(mesh, points), carom.closest(points, mesh)):
        assert near.barycentric.tolist() == [case[1] for case in cases] and near.feature.tolist() == [case[2] for case in cases]
        assert near.barycentric.dtype == dtype and near.feature.dtype == np.int32
    moved = carom.closest(mesh, points, np.array([3, -2, 1, 0, 0, 0, 1], dtype))
    assert np.allclose(np.einsum("ni,nij->nj", moved.barycentric, mesh.triangles[moved.triangle_a]) + dtype([3, -2, 1]), moved.point_a, atol=1e-5)
    segment = carom.closest(carom.Segment(dtype([0, 0, 0]), dtype([4, 0, 0])), carom.Line(dtype([1, 5, 7]), dtype([0, 0, 2])))
    assert (segment.t_a, segment.t_b) == (0.25, -3.5) and not segment.barycentric.any()
    hits = carom.raycast(carom.Ray(dtype([1, 1, 2]), dtype([0, 0, -1])), [carom.concatenate(mesh), carom.Compound([carom.Sphere(far, dtype(1)), mesh])])
    assert hits.barycentric.tolist() == [[0.5, 0.25, 0.25]] * 2 and hits.triangle.tolist() == [1, 1] and hits.child.tolist() == [0, 1]
    nothing = carom.closest(carom.Mesh(corners, np.zeros((0, 3), int)), points)
    assert np.isinf(nothing.distance).all() and not nothing.barycentric.any()
