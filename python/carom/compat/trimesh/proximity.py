"""``trimesh.proximity``: nearest points and signed distances, positive inside as trimesh has them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...mesh import Mesh
from ._mesh import mesh_of, points_of


def closest_point(mesh: Any, points: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Nearest points, distances and faces. Of equally near faces the lowest is named.

    Examples
    --------
    >>> import carom, carom.compat.trimesh.proximity
    >>> point, distance, face = carom.compat.trimesh.proximity.closest_point(carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]), [[0.5, 0.25, 3]])
    >>> point.tolist(), distance.tolist()
    ([[0.5, 0.25, 1.0]], [2.0])
    """
    near = mesh_of(mesh).closest(points_of(points, "points"))
    return np.array(near.point), np.array(near.distance), near.triangle.astype(np.int64)


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
