"""Structures over boxes against brute force; scenes against their meshes."""

import pickle

import numpy as np
import pytest

import carom
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
