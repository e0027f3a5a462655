"""Point clouds, voxel grids and holes of height fields: against the shapes that they are made of."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import carom

REALS = [np.float32, np.float64]


@pytest.mark.parametrize("dtype", REALS)
@pytest.mark.parametrize("each", [False, True])
def test_a_cloud_is_its_balls(dtype, each):
    generator = np.random.default_rng(1)
    points = generator.uniform(-3, 3, size=(200, 3)).astype(dtype)
    radius = generator.uniform(0, 0.3, size=200).astype(dtype) if each else dtype(0.2)
    cloud, balls = carom.PointCloud(points, radius), carom.Sphere(points, radius)
    probe = carom.Capsule(generator.uniform(-4, 4, size=(50, 3)).astype(dtype), generator.uniform(-4, 4, size=(50, 3)).astype(dtype), dtype(0.1))
    got, want = carom.closest(probe, cloud), carom.closest(carom.concatenate(probe).take(np.arange(50)[:, None]), balls)
    assert got.distance.dtype == dtype and np.array_equal(got.distance, want.distance.min(axis=1))
    assert np.array_equal(carom.overlap(probe, cloud), (want.distance == 0).any(axis=1))
    apart = got.distance > 0
    assert np.array_equal(got.child_b[apart], want.distance.argmin(axis=1)[apart]) and apart.any() and not apart.all()


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_a_grid_is_its_cells(nx, ny, nz, seed):
    generator = np.random.default_rng(seed)
    full = generator.random((nx, ny, nz)) < 0.6
    grid = carom.VoxelGrid(full, 0.5, [1.0, 2.0, 3.0])
    again = np.zeros_like(full)
    for x, y, z, size in grid.voxels:
        assert not again[x : x + size, y : y + size, z : z + size].any() and size & (size - 1) == 0
        again[x : x + size, y : y + size, z : z + size] = True
    assert np.array_equal(again, full)
    cells = np.stack(np.meshgrid(*map(np.arange, full.shape), indexing="ij"), axis=-1)
    centers = carom.Point(cells * 0.5 + [1.25, 2.25, 3.25])
    assert np.array_equal(carom.overlap(centers, grid), full)


@pytest.mark.parametrize("dtype", REALS)
def test_values_thresholds_and_unknown_cells(dtype):
    values = np.array([[[0.4, 0.6, np.nan]]], dtype)
    assert carom.VoxelGrid(values, dtype(1), threshold=0.5).voxels.tolist() == [[0, 0, 1, 1]]
    assert len(carom.VoxelGrid(values, dtype(1), threshold=0.5, unknown_is_occupied=True).voxels) == 2
    assert carom.VoxelGrid(values, dtype([1, 2, 3]), threshold=0.5).bounds().tolist() == [[0, 0, 3], [1, 2, 6]]
    leaves, tree = np.array([[-4, 0, 0, 14], [8, 8, 8, 16]]), np.array([2.0, -1.0], dtype)
    assert carom.VoxelGrid.from_octree(leaves, tree, dtype(0.1)).voxels.tolist() == [[-4, 0, 0, 4]]


def test_nothing_is_met_by_nothing():
    for empty in (carom.PointCloud(np.zeros((0, 3))), carom.VoxelGrid(np.zeros((2, 2, 2), bool), 1.0)):
        assert carom.closest(empty, carom.Point([0.0, 0, 0])).distance == np.inf and not carom.overlap(empty, carom.Box([-9.0] * 3, [9.0] * 3))


@pytest.mark.parametrize("dtype", REALS)
def test_holes(dtype):
    generator = np.random.default_rng(2)
    heights, holes = generator.normal(size=(5, 7)).astype(dtype), generator.random((4, 6)) < 0.4
    ground = carom.HeightField(heights, holes=holes)
    k, i = np.meshgrid(np.arange(4), np.arange(6), indexing="ij")
    origins = np.stack([i + 0.25, np.full(i.shape, 9.0), k + 0.25], axis=-1).astype(dtype)
    hits = carom.raycast(carom.Ray(origins, dtype([0, -1, 0])), ground)
    assert np.array_equal(hits.hit, ~holes) and holes.any()
    whole = carom.raycast(carom.Ray(origins, dtype([0, -1, 0])), carom.HeightField(heights, holes=np.zeros((4, 6), bool)))
    assert whole.hit.all() and np.array_equal(whole.t[~holes], hits.t[~holes]) and np.array_equal(whole.triangle[~holes], hits.triangle[~holes])


@pytest.mark.parametrize("call, error, words", [
    (lambda: carom.PointCloud(np.zeros((2, 2))), ValueError, r"points must have shape"),
    (lambda: carom.PointCloud([[0.0, 0, 0], [0.0, np.inf, 0]]), ValueError, r"points\[1, 1\] is inf"),
    (lambda: carom.PointCloud(np.zeros((2, 3)), [1.0, -1.0]), ValueError, r"radius\[1\] is -1"),
    (lambda: carom.PointCloud(np.zeros((2, 3)), [1.0, 1.0, 1.0]), ValueError, r"radius of shape \(3,\)"),
    (lambda: carom.PointCloud(np.zeros((2, 3), int)), TypeError, r"points has dtype int64"),
    (lambda: carom.VoxelGrid(np.zeros((2, 2), bool), 1.0), ValueError, r"values must have shape"),
    (lambda: carom.VoxelGrid(np.zeros((2, 2, 2), int), 1.0), TypeError, r"values has dtype int64"),
    (lambda: carom.VoxelGrid(np.ones((2, 2, 2), bool), [1.0, 0, 1]), ValueError, r"cell\[1\] is 0"),
    (lambda: carom.VoxelGrid(np.ones((2, 2, 2), bool), 1.0, [0.0, np.nan, 0]), ValueError, r"origin\[1\] is nan"),
    (lambda: carom.VoxelGrid.from_octree([[0, 0, 0]], [1.0], 1.0), TypeError, r"leaves must be integers of shape"),
    (lambda: carom.VoxelGrid.from_octree([[0, 0, 2**40, 16]], [1.0], 1.0), IndexError, r"leaves\[0, 2\]"),
    (lambda: carom.VoxelGrid.from_octree([[0, 0, 0, 15], [1, 0, 0, 16]], [1.0, 1.0], 1.0), ValueError, r"leaves"),
    (lambda: carom.HeightField(np.zeros((3, 3)), holes=np.zeros((2, 3), bool)), ValueError, r"holes must have shape \(2, 2\)"),
    (lambda: carom.HeightField(np.zeros((3, 3)), holes=np.zeros((2, 2))), TypeError, r"holes has dtype float64"),
])
def test_what_is_refused(call, error, words):
    with pytest.raises(error, match=words):
        call()
