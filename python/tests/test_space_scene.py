"""Structures over boxes against brute force; scenes against their meshes."""

import pickle

import numpy as np
import pytest

import carom
import clash_parts
from carom.space import KINDS

REALS = [np.float32, np.float64]
GENERATOR = np.random.default_rng(1)
LOW = GENERATOR.uniform(0, 9, size=(300, 3))
HIGH = LOW + GENERATOR.uniform(0, 1.5, size=(300, 3))


def overlapping(low, high, other_low, other_high):
    return ((low[:, None] <= other_high) & (other_low <= high[:, None])).all(-1)


@pytest.mark.parametrize("dtype", REALS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_answers_as_brute_force(kind, dtype):
    low, high = LOW.astype(dtype), HIGH.astype(dtype)
    space = carom.Space(kind, low, high)
    table = overlapping(low, high, low, high)
    assert {tuple(p) for p in space.pairs()} == {(i, j) for i, j in np.argwhere(table) if i < j}
    other = carom.Space("brute", low[:50] + dtype(0.5), high[:50] + dtype(0.5))
    between = overlapping(low, high, low[:50] + dtype(0.5), high[:50] + dtype(0.5))
    assert {tuple(p) for p in space.pairs(other)} == {tuple(p) for p in np.argwhere(between)}
    lists = space.in_boxes(low[:20], high[:20])
    assert [sorted(lists[i]) for i in range(20)] == [np.flatnonzero(row).tolist() for row in table[:20]]
    points = GENERATOR.uniform(-1, 12, size=(40, 3)).astype(dtype)
    gaps = np.sqrt((np.maximum(np.maximum(low - points[:, None], points[:, None] - high), 0).astype(float) ** 2).sum(-1))
    ids, distances = space.nearest(points, 5)
    assert np.allclose(distances, np.sort(gaps, axis=1)[:, :5], rtol=1e-6) and np.allclose(np.take_along_axis(gaps, ids.astype(int), 1), distances, rtol=1e-6)
    entered, t = space.along_rays(points, dtype([[1, 0, 0]]))
    inside = ((points[:, None, 1:] >= low[:, 1:]) & (points[:, None, 1:] <= high[:, 1:])).all(-1) & (high[:, 0] >= points[:, None, 0])
    assert [sorted(entered[i]) for i in range(40)] == [np.flatnonzero(row).tolist() for row in inside] and (t >= 0).all()


def test_boxes_come_and_go():
    space = carom.Space("bvh_dynamic", LOW, HIGH, margin=0.1)
    space.remove([3, 5])
    assert len(space) == 298 and space.insert(LOW[3], HIGH[3]) == 3 and space.insert(LOW[5:6], HIGH[5:6]).tolist() == [5]
    assert {tuple(p) for p in space.pairs()} == {tuple(p) for p in carom.Space("brute", LOW, HIGH).pairs()}
    space.move([0, 1], LOW[:2] + 100, HIGH[:2] + 100)
    assert sorted(space.in_boxes([50.0, 50, 50], [200.0, 200, 200])[0]) == [0, 1]
    space.move_all(LOW + 1, HIGH + 1)
    space.build()
    assert {tuple(p) for p in space.pairs()} == {tuple(p) for p in carom.Space("brute", LOW + 1, HIGH + 1).pairs()}
    assert space.nbytes > 0 and "300 boxes" in repr(space)


@pytest.mark.parametrize("call, error, words", [
    (lambda s: carom.Space("tree", LOW, HIGH), ValueError, r"kind is 'tree'"),
    (lambda s: carom.Space("grid", HIGH, LOW), ValueError, r"low\[0, 0\] is above high"),
    (lambda s: carom.Space("grid", LOW * np.nan, HIGH), ValueError, r"low\[0, 0\] is nan"),
    (lambda s: carom.Space("grid", LOW[0], HIGH[0]), ValueError, r"shape \(n, 3\)"),
    (lambda s: carom.Space("grid", LOW, HIGH, cell=-1), ValueError, r"cell is -1"),
    (lambda s: s.remove([0, 300]), IndexError, r"ids\[1\] is 300"),
    (lambda s: s.remove([-1]), IndexError, r"ids\[0\] is -1"),
    (lambda s: s.remove([0.5]), TypeError, r"ids has dtype float64"),
    (lambda s: s.move([999], LOW[0], HIGH[0]), IndexError, r"ids\[0\] is 999"),
    (lambda s: s.move_all(LOW[:5], HIGH[:5]), ValueError, r"shape \(300, 3\)"),
    (lambda s: s.nearest([0.0, 0, np.inf]), ValueError, r"points\[2\] is inf"),
    (lambda s: s.nearest([0.0, 0, 0], 0), ValueError, r"k is 0"),
    (lambda s: s.pairs(carom.Space("grid", LOW.astype("f4"), HIGH.astype("f4"))), TypeError, r"other is float32"),
])
def test_boxes_that_are_refused(call, error, words):
    with pytest.raises(error, match=words):
        call(carom.Space("kdtree", LOW, HIGH))


def turned(count, seed):
    generator = np.random.default_rng(seed)
    quaternions = generator.normal(size=(count, 4))
    return np.concatenate([generator.normal(size=(count, 3)) * 2, quaternions / np.linalg.norm(quaternions, axis=1)[:, None]], axis=1)


def test_scenes_are_their_meshes():
    cube, flat = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]), carom.Mesh(np.eye(3), [[0, 1, 2]])
    poses, which = turned(12, 2), np.arange(12) % 2
    scene = carom.Scene([cube, flat], poses, mesh=which)
    touching = {(i, j) for i in range(12) for j in range(i) if (cube, flat)[which[j]].overlaps((cube, flat)[which[i]], poses[j], poses[i])}
    assert {(j, i) for i, j in scene.pairs()} == touching and touching
    points = np.random.default_rng(3).normal(size=(50, 3)) * 3
    shapes = [(cube, flat)[w] for w in which]
    apart = carom.closest(carom.Point(points[:, None]), shapes, None, poses)
    near = scene.closest(points)
    assert np.allclose(near.distance, apart.distance.min(1), rtol=1e-12) and np.array_equal(near.instance, apart.distance.argmin(1))
    hits = scene.raycast(points, -points)
    rays = carom.raycast(carom.Ray(points[:, None], -points[:, None]), shapes, None, poses)
    first = np.where(rays.hit, rays.t, np.inf)
    assert np.array_equal(hits.hit, rays.hit.any(1)) and np.allclose(hits.t[hits.hit], first.min(1)[hits.hit], rtol=1e-12)
    assert np.array_equal(hits.instance[hits.hit], first.argmin(1)[hits.hit]) and hits.hit.any()
    assert np.array_equal(scene.occluded(points, -points), hits.hit)
    every = scene.raycast_all(points, -points)
    assert np.array_equal(every.hits.t[every.offsets[:-1][hits.hit]], hits.t[hits.hit]) and isinstance(every.hits, carom.SceneRayHits)
    scene.move(poses + [100, 0, 0, 0, 0, 0, 0])
    assert not scene.occluded(points, -points).any() and (scene.bounds[0] > 80).any()


def test_scenes_scale():
    cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
    scene = carom.Scene([cube], np.tile([0.0, 0, 0, 0, 0, 0, 1], (2, 1)), scales=[[1.0, 1, 1], [-2.0, 3, 4]])
    assert np.allclose(scene.bounds, [[-2, 0, 0], [1, 3, 4]], atol=1e-11) and len(scene) == 2 and len(carom.Scene([cube, cube])) == 2


@pytest.mark.parametrize("make, error, words", [
    (lambda c: carom.Scene([c, np.eye(3)]), TypeError, r"meshes\[1\] is ndarray"),
    (lambda c: carom.Scene([c], mesh=[0, 1]), IndexError, r"mesh\[1\] is 1: there are 1 meshes"),
    (lambda c: carom.Scene([c], mesh=[0.5]), TypeError, r"mesh must be a row of integers"),
    (lambda c: carom.Scene([c], np.zeros((2, 4, 4))), ValueError, r"poses\[0\] is no rigid motion"),
    (lambda c: carom.Scene([c], scales=[0.0, 1, 1]), ValueError, r"scales"),
    (lambda c: carom.Scene([c, carom.Mesh(c.vertices.astype("f4"), c.faces)]), TypeError, r"meshes\[1\] is float32"),
])
def test_scenes_that_are_refused(make, error, words):
    with pytest.raises(error, match=words):
        make(carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]))


def test_an_empty_scene():
    scene = carom.Scene([])
    assert len(scene) == 0 and not scene.occluded([[0.0, 0, 0]], [[1.0, 0, 0]]).any() and np.isinf(scene.closest([0.0, 0, 0]).distance)


def test_a_scene_pickles_as_it_stands():
    poses = np.tile([0.0, 0, 0, 0, 0, 0, 1], (3, 1))
    poses[:, 0] = [0, 2, 4]
    scales = np.array([[1.0, 1, 1], [1, 2, 1], [2, 2, 2]])
    scene = carom.Scene([carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]), carom.box_mesh([0.0, 0, 0], [0.5, 1, 1])], poses, mesh=[0, 1, 0], scales=scales)
    poses[:, 1] = 7
    scene.move(poses)
    poses[:, 1] = 0  # the scene has its own
    again = pickle.loads(pickle.dumps(scene))
    points = GENERATOR.uniform(-2, 9, size=(50, 3))
    assert len(again) == 3 and np.array_equal(again.bounds, scene.bounds) and abs(again.bounds[0, 1] - 7) < 1e-9
    for name in ("distance", "instance", "triangle"):
        assert np.array_equal(getattr(again.closest(points), name), getattr(scene.closest(points), name))


# ---------------------------------------------------------------- inside and outside of scenes

STILL = np.array([0.0, 0, 0, 0, 0, 0, 1])


def moved(*offsets):
    """Poses that only move."""
    poses = np.tile(STILL, (len(offsets), 1))
    poses[:, :3] = offsets
    return poses


def by_instances(scene, points):
    """Distances of the union, by the posed and scaled meshes one by one: of each instance whether it holds each point, and its distance."""
    held, near = [], []
    for mesh, pose, factors in scene._instances():
        placed = carom.Mesh(((mesh.vertices * factors) @ rotation(pose).T + pose[:3]).astype(scene.dtype), mesh.faces)
        held.append(placed.contains(points))
        near.append(placed.closest(points).distance)
    return np.array(held), np.array(near)


def rotation(pose):
    x, y, z, w = (float(v) for v in pose[3:])
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("dtype", REALS)
def test_a_scene_holds_what_its_instances_hold(dtype, scaled):
    generator = np.random.default_rng(4)
    ball = clash_parts.ball(1.0, [0.3, 0, 0], 6)
    bowl = ball.faces[(ball.triangles[..., 2] < 0.7).all(axis=1)]  # open: a lid is missing
    meshes = [carom.Mesh(v.astype(dtype), f) for v, f in ((carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).vertices, carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).faces),
                                                         (ball.vertices, ball.faces), (ball.vertices, bowl))]
    poses = turned(15, 6).astype(dtype)
    poses[:, :3] *= dtype(0.5)
    poses[:3, 3:] = [0, 0, 0, 1]
    scales = generator.choice([-0.5, 1, 2], size=(15, 3)).astype(dtype) if scaled else None
    scene = carom.Scene(meshes, poses, mesh=np.arange(15) % 3, scales=scales)
    points = (generator.normal(size=(60, 50, 3)) * 2).astype(dtype)
    held, near = by_instances(scene, points)
    assert (held.sum(axis=0) > 1).sum() > 100 and not held.any(axis=0).all()
    assert np.array_equal(scene.contains(points), held.any(axis=0))
    found = scene.signed_distance(points)
    want = np.where(held, -near, np.inf).min(axis=0)
    want[~held.any(axis=0)] = near.min(axis=0)[~held.any(axis=0)]
    assert isinstance(found, carom.SceneSignedDistances) and found.shape == (60, 50)
    assert np.allclose(found.distance, want, rtol=0, atol=20 * np.finfo(dtype).eps)
    named = np.take_along_axis(np.where(held.any(axis=0), np.where(held, near, -1), near), found.instance[None].astype(int), axis=0)[0]
    assert np.allclose(named, np.abs(found.distance), rtol=0, atol=20 * np.finfo(dtype).eps)
    assert np.allclose(np.linalg.norm(found.point - points, axis=-1), np.abs(found.distance), rtol=0, atol=40 * np.finfo(dtype).eps)
    outside = ~held.any(axis=0)
    for name in ("distance", "point", "instance", "triangle"):
        assert np.array_equal(getattr(found, name)[outside], getattr(scene.closest(points), name)[outside])
    before = carom.info()["threads"]
    try:
        for threads in (1, 3):
            carom.set_threads(threads)
            again = scene.signed_distance(points[::-1])[::-1]
            assert all(np.array_equal(getattr(again, name), getattr(found, name)) for name in found.fields)
    finally:
        carom.set_threads(before)


def test_the_union_by_hand():
    cube, small = carom.box_mesh([0.0, 0, 0], [4.0, 4, 4]), carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
    scene = carom.Scene([cube, small], moved([0, 0, 0], [2, 0, 0], [1, 1, 1], [9, 0, 0]), mesh=[0, 0, 1, 1])  # two overlap, one is within both, one apart
    cases = [([1.0, 2, 2], -1.0, 0), ([3.0, 2, 2], -1.0, 0), ([5.0, 2, 2], -1.0, 1), ([2.5, 2, 2], -1.5, 0), ([3.5, 2, 2], -1.5, 1),  # deepest, the lower of equal ones
             ([2.0, 2, 2], -2.0, 0), ([4.0, 2, 2], -2.0, 1),  # on the surface of one, within the other
             ([4.0, 0, 2], 0.0, 0), ([6.0, 4, 4], 0.0, 1), ([4.0, 4, 2], 0.0, 0),  # on the union's surface
             ([1.5, 1.5, 1.5], -1.5, 0), ([1.0, 1.0, 1.0], -1.0, 0), ([7.0, 2, 2], 1.0, 1), ([8.0, 0.5, 0.5], 1.0, 3), ([7.5, 0.5, 0.5], 1.5, 1), ([9.5, 0.5, 0.5], -0.5, 3)]
    points = np.array([case[0] for case in cases])
    found = scene.signed_distance(points)
    assert found.distance.tolist() == [case[1] for case in cases] and found.instance.tolist() == [case[2] for case in cases]
    assert not np.signbit(found.distance[found.distance == 0]).any()
    assert scene.contains(points).tolist() == [case[1] <= 0 for case in cases]
    for order in ([3, 2, 1, 0], [1, 3, 0, 2]):  # the order of instances names the lowest of equal ones, and nothing else
        other = carom.Scene([cube, small], scene.placement[0][order], mesh=scene.placement[1][order]).signed_distance(points)
        assert np.array_equal(other.distance, found.distance)
    for factor in (2.0**-30, 2.0**40):
        larger = carom.Scene([cube, small], scene.placement[0] * [factor, factor, factor, 1, 1, 1, 1], mesh=[0, 0, 1, 1], scales=np.full((4, 3), factor))
        assert np.array_equal(larger.signed_distance(points * factor).distance, found.distance * factor) and np.array_equal(larger.contains(points * factor), scene.contains(points))
    scene.move(moved([0, 0, 0], [20, 0, 0], [30, 0, 0], [40, 0, 0]))
    assert scene.contains(points).tolist() == [bool((p <= 4).all()) for p in points] and scene.contains([[22.0, 2, 2]]).all()


def test_scenes_apart_are_their_meshes_in_one():
    """Where no solids overlap the scene is one closed mesh, whose parts the winding number tells."""
    ball = clash_parts.ball(0.5, [0.0, 0, 0], 5)
    places = np.stack(np.meshgrid([0.0, 2, 4], [0.0, 2], [0.0, 2], indexing="ij"), axis=-1).reshape(-1, 3)
    scene = carom.Scene([ball], moved(*places))
    vertices = np.concatenate([ball.vertices + place for place in places])
    merged = carom.Mesh(vertices, np.concatenate([ball.faces + i * np.uint32(len(ball.vertices)) for i in range(len(places))]))
    points = np.random.default_rng(7).uniform(-1, 5, size=(2000, 3))
    assert np.array_equal(scene.contains(points), merged.contains(points)) and scene.contains(points).any()
    assert np.array_equal(scene.contains(vertices), np.ones(len(vertices), bool))
    assert np.allclose(scene.signed_distance(points).distance, merged.signed_distance(points, method="winding").distance, rtol=0, atol=1e-15)


def test_degenerate_scenes_and_questions():
    cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
    empty = carom.Scene([])
    assert np.isinf(empty.signed_distance([[0.0, 0, 0]]).distance).all() and not empty.contains([[0.0, 0, 0]]).any()
    nothing = carom.Scene([carom.Mesh(np.zeros((0, 3)), np.zeros((0, 3), int)), cube], moved([0, 0, 0], [0, 0, 0]), mesh=[0, 1])
    near = nothing.signed_distance([0.5, 0.5, 0.75])
    assert near.distance == -0.25 and near.instance == 1 and near.shape == () and nothing.contains([0.5, 0.5, 0.75]).shape == ()
    for bad in (np.nan, np.inf):
        asked = nothing.signed_distance([[bad, 0.5, 0.5]])
        assert np.isinf(asked.distance).all() and asked.triangle[0] == 0 and not nothing.contains([[bad, 0.5, 0.5]]).any()
    assert nothing.signed_distance(np.zeros((0, 3))).shape == (0,) and nothing.contains(np.zeros((0, 3))).shape == (0,)
    far = carom.Scene([cube], moved([1e300, 0, 0], [0, 0, 0]), scales=[[1e290, 1, 1], [1, 1, 1]])
    assert far.contains([[1e300, 0.5, 0.5], [0.5, 0.5, 0.5], [3, 0, 0]]).tolist() == [True, True, False]
    flat = carom.Scene([carom.Mesh(np.eye(3), [[0, 1, 2]])])  # a surface alone holds itself
    assert flat.contains([[1.0, 0, 0], [0.0, 0, 0]]).tolist() == [True, False]
    for call in (flat.contains, flat.signed_distance):
        with pytest.raises(TypeError, match="points"):
            call(np.zeros((2, 3), int))
        with pytest.raises(ValueError, match=r"points must have shape \(\.\.\., 3\)"):
            call([1.0, 2.0])
    cube.refit(cube.vertices * 2)
    with_refit = carom.Scene([cube], moved([0, 0, 0]))
    cube.refit(cube.vertices * 2)
    with_refit.move(moved([0, 0, 0]))
    assert with_refit.contains([[3.5, 3.5, 3.5]]).all() and with_refit.signed_distance([[3.5, 2, 2]]).distance == -0.5
