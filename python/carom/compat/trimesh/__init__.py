"""What trimesh offers on rays, proximity and collision, answered by carom: exact hits, no rtree, no fcl, no embree.

A switch is one line::

    import carom.compat.trimesh as trimesh_carom
    trimesh_carom.install()          # mesh.ray, mesh.nearest, trimesh.proximity and trimesh.collision are carom's from now on

or takes the names one by one: ``from carom.compat.trimesh.ray import RayMeshIntersector``.
"""

from __future__ import annotations

import importlib
from typing import Any

from . import collision, proximity, ray


def install() -> None:
    """Puts carom behind trimesh: its meshes that are made from now on ask carom.

    Examples
    --------
    >>> import trimesh, carom.compat.trimesh
    >>> carom.compat.trimesh.install()
    >>> ball = trimesh.creation.icosphere()
    >>> type(ball.ray).__module__
    'carom.compat.trimesh.ray'
    >>> ball.ray.intersects_first([[0, 0, 5]], [[0, 0, -1]]).shape
    (1,)
    """
    trimesh: Any = importlib.import_module("trimesh")

    trimesh.ray.ray_triangle.RayMeshIntersector = ray.RayMeshIntersector
    if getattr(trimesh.ray, "has_embree", False):
        trimesh.ray.ray_pyembree.RayMeshIntersector = ray.RayMeshIntersector
    for name in ("closest_point", "signed_distance", "ProximityQuery"):
        setattr(trimesh.proximity, name, getattr(proximity, name))
    for name in ("CollisionManager", "ContactData", "DistanceData"):
        setattr(trimesh.collision, name, getattr(collision, name))


__all__ = ["collision", "install", "proximity", "ray"]
