"""``trimesh.proximity``: nearest points and signed distances, positive inside as trimesh has them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...mesh import Mesh
from ...mesh_results import Feature
from ._mesh import mesh_of, points_of

#: So many faces round an edge or a vertex are held against each other.
_TIES = 16


def closest_point(mesh: Any, points: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Nearest points, distances and faces. Of equally near faces that one is named from whose plane the point is farthest, as in trimesh.

    Examples
    --------
    >>> import carom, carom.compat.trimesh.proximity
    >>> point, distance, face = carom.compat.trimesh.proximity.closest_point(carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]), [[0.5, 0.25, 3]])
    >>> point.tolist(), distance.tolist()
    ([[0.5, 0.25, 1.0]], [2.0])
    """
    surface, at = mesh_of(mesh), points_of(points, "points")
    near = surface.closest(at)
    point, distance, face = np.array(near.point), np.array(near.distance), near.triangle.astype(np.int64)
    shared = np.flatnonzero((near.feature != Feature.FACE) & (distance > 0) & np.isfinite(distance))
    if len(shared):
        several = surface.k_closest(at[shared], _TIES)
        corners = surface.triangles[several.triangle]
        normals = np.cross(corners[..., 1, :] - corners[..., 0, :], corners[..., 2, :] - corners[..., 0, :])
        lengths = np.linalg.norm(normals, axis=-1)
        heights = np.abs(np.einsum("ijk,ijk->ij", normals, several.point - at[shared][:, None])) / np.where(lengths > 0, lengths, 1)
        best = np.where(several.distance == distance[shared][:, None], heights, -1).argmax(1)
        rows = np.arange(len(shared))
        point[shared], face[shared] = several.point[rows, best], several.triangle[rows, best]
    return point, distance, face


def signed_distance(mesh: Any, points: ArrayLike) -> NDArray[np.float64]:
    """Distances from the surface, positive inside.

    Examples
    --------
    >>> import carom, carom.compat.trimesh.proximity
    >>> carom.compat.trimesh.proximity.signed_distance(carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]), [[0.5, 0.5, 0.75], [0.5, 0.5, 3]])
    array([ 0.25, -2.  ])
    """
    return np.asarray(0.0 - mesh_of(mesh).signed_distance(points_of(points, "points")).distance, np.float64)


class ProximityQuery:
    """``mesh.nearest``."""

    def __init__(self, mesh: Any) -> None:
        self._mesh = mesh

    def on_surface(self, points: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
        """Nearest points, distances and faces."""
        return closest_point(self._mesh, points)

    def vertex(self, points: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Distances and indices of the nearest vertices."""
        at = points_of(points, "points")
        corners = np.array(self._mesh.vertices, np.float64)
        cloud = Mesh(corners, np.repeat(np.arange(len(corners)), 3).reshape(-1, 3))
        near = cloud.closest(at)
        return np.array(near.distance), near.triangle.astype(np.int64)

    def signed_distance(self, points: ArrayLike) -> NDArray[np.float64]:
        """Distances from the surface, positive inside."""
        return signed_distance(self._mesh, points)
