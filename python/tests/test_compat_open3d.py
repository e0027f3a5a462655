"""The drop-in for Open3D's RaycastingScene, by hand, and against Open3D where that is installed."""

import numpy as np
import pytest

import carom
from carom.compat.open3d import RaycastingScene

CUBE = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
VERTICES, FACES = CUBE.vertices.astype(np.float32), CUBE.faces


def two_cubes(scene):
    scene.add_triangles(VERTICES, FACES)
    assert scene.add_triangles(VERTICES + np.float32([3, 0, 0]), FACES) == 1
    return scene


def test_by_hand():
    scene = two_cubes(RaycastingScene())
    rays = np.float32([[[5, 0.25, 0.5, -2, 0, 0], [0.5, 5, 0.25, 0, 1, 0]]])
    answer = scene.cast_rays(rays)
    assert answer["t_hit"].tolist() == [[0.5, np.inf]] and answer["geometry_ids"].tolist() == [[1, RaycastingScene.INVALID_ID]]
    assert answer["primitive_normals"].tolist() == [[[1, 0, 0], [0, 0, 0]]] and answer["t_hit"].dtype == np.float32
    assert scene.count_intersections(rays).tolist() == [[4, 0]]
    every = scene.list_intersections(rays)
    assert every["ray_splits"].tolist() == [0, 4, 4] and every["t_hit"].tolist() == [0.5, 1, 2, 2.5] and every["geometry_ids"].tolist() == [1, 1, 0, 0]
    assert scene.test_occlusions(rays, tfar=0.4).tolist() == [[False, False]] and scene.test_occlusions(rays).tolist() == [[True, False]]
    points = np.float32([[0.5, 0.5, 0.75], [2, 0.5, 0.5], [3.5, 0.5, 9]])
    assert scene.compute_signed_distance(points).tolist() == [-0.25, 1, 8] and scene.compute_occupancy(points).tolist() == [1, 0, 0]
    near = scene.compute_closest_points(points)
    assert near["points"][2].tolist() == [3.5, 0.5, 1] and near["geometry_ids"][2] == 1 and near["primitive_normals"][2].tolist() == [0, 0, 1]
    with pytest.raises(ValueError, match="rays must have shape"):
        scene.cast_rays(np.zeros((3, 3)))


def test_precision_is_kept():
    scene = two_cubes(RaycastingScene())
    assert scene.compute_distance([[0.5, 0.5, 2.0]]).dtype == np.float64 and scene.compute_distance(np.float32([[0.5, 0.5, 2]])).dtype == np.float32
    empty = RaycastingScene()
    assert np.isinf(empty.cast_rays(np.zeros((2, 6), np.float32))["t_hit"]).all() and np.isinf(empty.compute_distance(np.zeros((2, 3)))).all()


def test_pinhole():
    rays = RaycastingScene.create_rays_pinhole(np.diag([2.0, 2, 1]), np.eye(4), 4, 2)
    assert rays.shape == (2, 4, 6) and rays[0, 0].tolist() == [0, 0, 0, 0.25, 0.25, 1] and rays.dtype == np.float32


def test_as_open3d():
    open3d = pytest.importorskip("open3d", exc_type=ImportError)
    theirs = open3d.t.geometry.RaycastingScene()
    for shift in (0, 3):
        theirs.add_triangles(VERTICES + np.float32([shift, 0, 0]), FACES.astype(np.uint32))
    ours = two_cubes(RaycastingScene())
    generator = np.random.default_rng(1)
    points = (generator.normal(size=(2000, 3)) * 2).astype(np.float32)
    rays = np.concatenate([points, generator.normal(size=(2000, 3)).astype(np.float32)], axis=1)
    a, b = ours.cast_rays(rays), {name: value.numpy() for name, value in theirs.cast_rays(rays).items()}
    assert np.array_equal(a["geometry_ids"], b["geometry_ids"]) and np.allclose(a["t_hit"], b["t_hit"], rtol=1e-4)
    assert (a["primitive_ids"] == b["primitive_ids"]).mean() > 0.99
    same = a["primitive_ids"] == b["primitive_ids"]
    assert np.allclose(a["primitive_uvs"][same], b["primitive_uvs"][same], atol=1e-4)
    hit = np.isfinite(a["t_hit"]) & same
    assert np.allclose(a["primitive_normals"][hit], b["primitive_normals"][hit] / np.linalg.norm(b["primitive_normals"][hit], axis=1, keepdims=True), atol=1e-5)
    assert np.allclose(ours.compute_signed_distance(points), theirs.compute_signed_distance(points).numpy(), atol=1e-5)
    assert np.array_equal(ours.count_intersections(rays) % 2, theirs.count_intersections(rays).numpy() % 2)
    pinhole = np.array([[50.0, 0, 32], [0, 60, 24], [0, 0, 1]]), np.array([[0.0, 0, 1, 2], [0, 1, 0, 3], [-1, 0, 0, 4], [0, 0, 0, 1]])
    camera = open3d.t.geometry.RaycastingScene.create_rays_pinhole(open3d.core.Tensor(pinhole[0]), open3d.core.Tensor(pinhole[1]), 64, 48).numpy()
    mine = RaycastingScene.create_rays_pinhole(*pinhole, 64, 48)
    assert mine.shape == camera.shape and np.allclose(mine, camera, atol=1e-4)
