"""``trimesh.ray``: rays and meshes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...mesh import Mesh
from ._mesh import mesh_of, points_of


class RayMeshIntersector:
    """The interface of trimesh's two classes of this name. Directions may have any length but 0; indices are int64.

    All hits are listed by ray, and then from near to far. A ray through an edge or a vertex hits once.

    Examples
    --------
    >>> import carom
    >>> from carom.compat.trimesh.ray import RayMeshIntersector
    >>> rays = RayMeshIntersector(carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]))
    >>> locations, index_ray, index_tri = rays.intersects_location([[0.25, 0.5, 5]], [[0, 0, -1]])
    >>> locations.tolist(), index_ray.tolist()
    ([[0.25, 0.5, 1.0], [0.25, 0.5, 0.0]], [0, 0])
    """

    def __init__(self, mesh: Any, **options: Any) -> None:
        self.mesh = mesh

    @property
    def _carom(self) -> Mesh:
        return mesh_of(self.mesh)

    def intersects_id(self, ray_origins: ArrayLike, ray_directions: ArrayLike, *, multiple_hits: bool = True, max_hits: int | None = None,
                      return_locations: bool = False) -> tuple[NDArray[Any], ...]:
        """Faces and rays of all hits, or of the first ones; with their locations if asked."""
        origins, directions = _rays(ray_origins, ray_directions)
        if multiple_hits:
            lists = self._carom.raycast_all(origins, directions)
            found, ray = lists.hits, lists.ray
            if max_hits is not None:
                few = np.arange(len(ray)) - lists.offsets[ray] < max_hits
                found, ray = found[few], ray[few]
        else:
            hits = self._carom.raycast(origins, directions)
            ray = np.flatnonzero(hits.hit)
            found = hits[ray]
        out: tuple[NDArray[Any], ...] = (found.triangle.astype(np.int64), ray)
        return (*out, np.array(found.point)) if return_locations else out

    def intersects_location(self, ray_origins: ArrayLike, ray_directions: ArrayLike, multiple_hits: bool = True,
                            **options: Any) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
        """Locations, rays and faces of the hits."""
        face, ray, location = self.intersects_id(ray_origins, ray_directions, multiple_hits=multiple_hits, return_locations=True, **options)
        return location, ray, face

    def intersects_first(self, ray_origins: ArrayLike, ray_directions: ArrayLike, **options: Any) -> NDArray[np.int64]:
        """The face that each ray hits first, -1 where it hits none."""
        hits = self._carom.raycast(*_rays(ray_origins, ray_directions))
        return np.where(hits.hit, hits.triangle.astype(np.int64), -1)

    def intersects_any(self, ray_origins: ArrayLike, ray_directions: ArrayLike, **options: Any) -> NDArray[np.bool_]:
        """Whether each ray hits any face."""
        return self._carom.occluded(*_rays(ray_origins, ray_directions))

    def contains_points(self, points: ArrayLike) -> NDArray[np.bool_]:
        """Whether each point is in the solid, its surface included: exact for closed meshes."""
        return self._carom.contains(points_of(points, "points"))


def _rays(origins: ArrayLike, directions: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    starts, ways = points_of(origins, "ray_origins"), points_of(directions, "ray_directions")
    if starts.shape != ways.shape:
        raise ValueError(f"ray_origins has shape {starts.shape} and ray_directions {ways.shape}")
    return starts, ways
