"""Meshes of trimesh as carom's, made once for each state of a mesh."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...mesh import Mesh


def mesh_of(mesh: Any) -> Mesh:
    """The carom.Mesh of a mesh of trimesh, in float64; made again when its vertices or faces have changed."""
    if isinstance(mesh, Mesh):
        return mesh
    cache = getattr(mesh, "_cache", None)
    if cache is None:
        return Mesh(np.asarray(mesh.vertices, np.float64), np.asarray(mesh.faces))
    cache.verify()
    found = cache.cache.get("carom")
    if found is None:
        found = Mesh(np.array(mesh.vertices, np.float64), np.asarray(mesh.faces))
        cache.cache["carom"] = found
    made: Mesh = found
    return made


def points_of(value: ArrayLike, name: str) -> NDArray[np.float64]:
    """(n, 3) numbers of any kind, as trimesh takes them."""
    array = np.asarray(value, np.float64)
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"{name} must have shape (n, 3), not {array.shape}")
    return array
