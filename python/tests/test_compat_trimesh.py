"""The drop-ins against trimesh itself, where it has the interface and the answer is unique."""

import numpy as np
import pytest

import carom

trimesh = pytest.importorskip("trimesh")
from carom.compat.trimesh.collision import CollisionManager  # noqa: E402
from carom.compat.trimesh.proximity import ProximityQuery, signed_distance  # noqa: E402
from carom.compat.trimesh.ray import RayMeshIntersector  # noqa: E402

BALL = trimesh.creation.icosphere(subdivisions=2)
POINTS = np.random.default_rng(1).normal(size=(60, 3))


def moved(x):
    out = np.eye(4)
    out[0, 3] = x
    return out


def test_rays():
    rays = RayMeshIntersector(BALL)
    origins = POINTS / np.linalg.norm(POINTS, axis=1)[:, None] * 3
    directions = -origins + np.random.default_rng(2).normal(size=(60, 3))
    faces, index = rays.intersects_id(origins, directions)
    assert faces.dtype == index.dtype == np.int64 and set(np.bincount(index, minlength=60)) == {0, 2}
    location, index_ray, index_tri = rays.intersects_location(origins, directions)
    assert np.array_equal(index, index_ray) and np.array_equal(faces, index_tri)
    plane = np.einsum("ij,ij->i", location - BALL.triangles[faces][:, 0], BALL.face_normals[faces])
    assert np.abs(plane).max() < 1e-9
    first = rays.intersects_first(origins, directions)
    assert np.array_equal(first >= 0, rays.intersects_any(origins, directions))
    one, ray = rays.intersects_id(origins, directions, multiple_hits=False)
    assert np.array_equal(first[ray], one) and np.array_equal(faces[np.searchsorted(index, ray)], one)
    assert np.array_equal(rays.intersects_id(origins, directions, max_hits=1)[0], one)
    assert rays.contains_points(POINTS * 0.1).tolist() == (np.linalg.norm(POINTS * 0.1, axis=1) < 0.9).tolist()
    with pytest.raises(ValueError, match="ray_directions"):
        rays.intersects_any(origins, directions[:5])


def test_a_mesh_that_changes_is_seen():
    ball = BALL.copy()
    rays = RayMeshIntersector(ball)
    assert rays.intersects_any([[0, 0, 9]], [[0, 0, -1]])[0]
    ball.apply_translation([5, 0, 0])
    assert not rays.intersects_any([[0, 0, 9]], [[0, 0, -1]])[0] and rays.intersects_any([[5, 0, 9]], [[0, 0, -1]])[0]
    assert rays._carom is rays._carom


def test_proximity_is_that_of_all_triangles():
    near = ProximityQuery(BALL)
    point, distance, face = near.on_surface(POINTS)
    want_point, want_distance, _ = trimesh.proximity.closest_point_naive(BALL, POINTS)
    assert np.allclose(point, want_point) and np.allclose(distance, want_distance) and face.shape == (60,)
    assert np.array_equal(np.abs(near.signed_distance(POINTS)), distance)
    assert np.array_equal(signed_distance(BALL, POINTS) > 0, carom.Mesh(BALL).contains(POINTS))
    gaps = np.linalg.norm(POINTS[:, None] - BALL.vertices, axis=-1)
    distance, vertex = near.vertex(POINTS)
    assert np.array_equal(vertex, gaps.argmin(1)) and np.allclose(distance, gaps.min(1))


def test_collisions():
    manager = CollisionManager()
    assert manager.in_collision_internal() is False and manager.in_collision_single(BALL) is False
    manager.add_object("a", BALL)
    manager.add_object("b", BALL, moved(5.0))
    assert manager.in_collision_internal() is False
    assert manager.in_collision_single(BALL, moved(4.0), return_names=True) == (True, {"b"})
    hit, names, data = manager.in_collision_single(BALL, moved(3.5), return_names=True, return_data=True)
    assert hit and names == {"b"} and data and all(d.names == {"b", "__external"} for d in data)
    assert max(d.depth for d in data) == pytest.approx(0.5, abs=0.05) and data[0].normal[0] == pytest.approx(-1, abs=0.05)
    assert 0 <= data[0].index("b") < len(BALL.faces)
    manager.set_transform("b", moved(1.9))
    assert manager.in_collision_internal(return_names=True) == (True, {("a", "b")})
    manager.set_transform("b", moved(5.0))
    distance, names, nearest = manager.min_distance_internal(return_names=True, return_data=True)
    assert names == ("a", "b") and np.linalg.norm(nearest.point("a") - nearest.point("b")) == pytest.approx(distance) and 3 <= distance < 3.1
    other = CollisionManager()
    other.add_object("c", BALL, moved(-1.5))
    assert manager.in_collision_other(other, return_names=True) == (True, {("a", "c")})
    assert manager.min_distance_other(other) < -0.4 and manager.min_distance_single(BALL, moved(8.0), return_name=True)[1] == "b"
    manager.remove_object("b")
    with pytest.raises(ValueError):
        manager.set_transform("b", np.eye(4))
    with pytest.raises(ValueError):
        manager.remove_object("b")
