"""``open3d.t.geometry.RaycastingScene``, answered by carom: watertight rays, exact sides.

Arrays go in and come out as NumPy's; a tensor of Open3D is taken by ``.numpy()`` or DLPack. float64 is kept where it goes in.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _arrays
from ..mesh import Mesh
from ..mesh_results import RayLists
from ..scene import Scene


class RaycastingScene:
    """Triangle meshes that rays are cast at and distances are measured to.

    Rays are (..., 6), origin and direction; distances of hits are in lengths of the direction, infinite in a miss, and ids of a miss
    INVALID_ID. ``nthreads`` is not needed: answers do not depend on threads (carom.set_threads).

    Examples
    --------
    >>> import numpy as np
    >>> from carom.compat.open3d import RaycastingScene
    >>> scene = RaycastingScene()
    >>> scene.add_triangles(np.eye(3, dtype=np.float32), np.array([[0, 1, 2]], np.uint32))
    0
    >>> answer = scene.cast_rays(np.float32([[0, 0, 0, 1, 1, 1], [0, 0, 0, -1, 0, 0]]))
    >>> answer["t_hit"].round(4), answer["primitive_ids"]
    (array([0.3333,    inf], dtype=float32), array([         0, 4294967295], dtype=uint32))
    """

    INVALID_ID: ClassVar[int] = 0xFFFFFFFF

    def __init__(self, nthreads: int = 0) -> None:
        self._meshes: list[Mesh] = []
        self._made: dict[np.dtype[Any], Scene] = {}

    def add_triangles(self, vertices: Any, triangles: ArrayLike | None = None) -> int:
        """Adds a mesh by its arrays, or one of Open3D, and returns its geometry id."""
        if triangles is None:
            data = getattr(vertices, "vertex", None)
            corners, faces = (data["positions"], vertices.triangle["indices"]) if data is not None else (vertices.vertices, vertices.triangles)
        else:
            corners, faces = vertices, triangles
        self._meshes.append(Mesh(_numpy(corners), np.asarray(_numpy(faces))))
        self._made.clear()
        return len(self._meshes) - 1

    def _scene(self, dtype: np.dtype[Any]) -> Scene:
        """The meshes under one tree in a precision, or in float64 where a mesh needs that."""
        if any(mesh.dtype == _arrays.F64 for mesh in self._meshes):
            dtype = _arrays.F64
        if dtype not in self._made:
            meshes = [mesh if mesh.dtype == dtype else Mesh(mesh.vertices.astype(dtype), mesh.faces) for mesh in self._meshes]
            self._made[dtype] = Scene(meshes)
        return self._made[dtype]

    def _rays(self, rays: Any) -> tuple[Scene, NDArray[Any], NDArray[Any]]:
        array = _arrays.floats(_numpy(rays), "rays")
        if array.ndim < 1 or array.shape[-1] != 6:
            raise ValueError(f"rays must have shape (..., 6), origin and direction, not {array.shape}")
        scene = self._scene(array.dtype.newbyteorder("="))
        return scene, array[..., :3], array[..., 3:]

    def _points(self, points: Any) -> tuple[Scene, NDArray[Any]]:
        array = _arrays.vectors(_numpy(points), "query_points")
        return self._scene(array.dtype.newbyteorder("=")), array

    def cast_rays(self, rays: Any, nthreads: int = 0) -> dict[str, NDArray[Any]]:
        """First hits: t_hit, geometry_ids, primitive_ids, primitive_uvs (..., 2) and primitive_normals (..., 3), which are unit and those of the
        faces, counter-clockwise."""
        scene, origins, directions = self._rays(rays)
        hits = scene.raycast(origins, directions)
        normals = np.zeros(hits.point.shape, hits.point.dtype)
        found = hits[hits.hit]
        normals[hits.hit] = self._normals(scene, np.array(found.instance), np.array(found.triangle))
        return {
            "t_hit": np.where(hits.hit, hits.t, np.array(np.inf, hits.t.dtype)),
            "geometry_ids": np.where(hits.hit, hits.instance, np.uint32(self.INVALID_ID)),
            "primitive_ids": np.where(hits.hit, hits.triangle, np.uint32(self.INVALID_ID)),
            "primitive_uvs": np.array(hits.barycentric[..., 1:]),
            "primitive_normals": normals,
        }

    def _normals(self, scene: Scene, instance: NDArray[Any], triangle: NDArray[Any]) -> NDArray[Any]:
        out = np.zeros((len(instance), 3), scene.dtype)
        for i in np.unique(instance):
            chosen = instance == i
            corners = scene.meshes[i].vertices[scene.meshes[i].faces[triangle[chosen]]]
            normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
            length = np.linalg.norm(normal, axis=1, keepdims=True)
            out[chosen] = normal / np.where(length > 0, length, 1)
        return out

    def test_occlusions(self, rays: Any, tnear: float = 0.0, tfar: float = np.inf, nthreads: int = 0) -> NDArray[np.bool_]:
        """Whether anything is hit between tnear and tfar."""
        scene, origins, directions = self._rays(rays)
        return scene.occluded(origins, directions, tnear, tfar)

    def _all(self, rays: Any) -> tuple[RayLists, tuple[int, ...]]:
        scene, origins, directions = self._rays(rays)
        return scene.raycast_all(origins, directions), origins.shape[:-1]

    def count_intersections(self, rays: Any, nthreads: int = 0) -> NDArray[np.int32]:
        """How many times each ray crosses the surfaces; an edge or vertex that faces share counts once."""
        lists, shape = self._all(rays)
        return np.diff(lists.offsets).astype(np.int32).reshape(shape)

    def list_intersections(self, rays: Any, nthreads: int = 0) -> dict[str, NDArray[Any]]:
        """All hits, ray after ray: ray_splits (n + 1), ray_ids, t_hit, geometry_ids, primitive_ids, primitive_uvs; of each ray by t."""
        lists, _ = self._all(rays)
        hits = lists.hits
        return {"ray_splits": lists.offsets, "ray_ids": lists.ray, "t_hit": np.array(hits.t), "geometry_ids": np.array(hits._data["instance"]),
                "primitive_ids": np.array(hits.triangle), "primitive_uvs": np.array(hits.barycentric[..., 1:])}

    def compute_closest_points(self, query_points: Any, nthreads: int = 0) -> dict[str, NDArray[Any]]:
        """Nearest points: points, geometry_ids, primitive_ids, primitive_uvs, primitive_normals."""
        scene, at = self._points(query_points)
        near = scene.closest(at)
        shape = near.shape
        normals = self._normals(scene, np.array(near.instance).reshape(-1), np.array(near.triangle).reshape(-1)) if self._meshes else np.zeros((0, 3))
        return {"points": np.array(near.point), "geometry_ids": np.array(near.instance), "primitive_ids": np.array(near.triangle),
                "primitive_uvs": np.array(near.barycentric[..., 1:]), "primitive_normals": normals.reshape(shape + (3,))}

    def compute_distance(self, query_points: Any, nthreads: int = 0) -> NDArray[Any]:
        """Distances from the surfaces, at least 0."""
        scene, at = self._points(query_points)
        return np.array(scene.closest(at).distance)

    def compute_occupancy(self, query_points: Any, nthreads: int = 0, nsamples: int = 1) -> NDArray[np.float32]:
        """1 where a point is in one of the meshes, its surface included, else 0. Exact for closed meshes, for which no more samples are needed."""
        scene, at = self._points(query_points)
        inside = np.zeros(at.shape[:-1], bool)
        for mesh in scene.meshes:
            inside |= mesh.contains(at)
        return inside.astype(np.float32)

    def compute_signed_distance(self, query_points: Any, nthreads: int = 0, nsamples: int = 1) -> NDArray[Any]:
        """Distances from the surfaces, negative in one of the meshes."""
        distance = self.compute_distance(query_points)
        return np.where(self.compute_occupancy(query_points) > 0, 0 - distance, distance)

    @staticmethod
    def create_rays_pinhole(intrinsic_matrix: ArrayLike, extrinsic_matrix: ArrayLike, width_px: int, height_px: int) -> NDArray[np.float32]:
        """Rays of a camera through the middles of its pixels, (height, width, 6): directions have depth 1 along the camera's axis."""
        lens, camera = np.asarray(_numpy(intrinsic_matrix), float), np.asarray(_numpy(extrinsic_matrix), float)
        if lens.shape != (3, 3) or camera.shape != (4, 4):
            raise ValueError(f"intrinsic_matrix must have shape (3, 3) and extrinsic_matrix (4, 4), not {lens.shape} and {camera.shape}")
        x, y = np.meshgrid(np.arange(width_px) + 0.5, np.arange(height_px) + 0.5)
        ways = np.stack([x, y, np.ones_like(x)], axis=-1) @ np.linalg.inv(lens).T @ camera[:3, :3]
        center = -camera[:3, :3].T @ camera[:3, 3]
        return np.concatenate([np.broadcast_to(center, ways.shape), ways], axis=-1).astype(np.float32)


def _numpy(value: Any) -> Any:
    return value.numpy() if hasattr(value, "numpy") and hasattr(value, "cpu") else value
