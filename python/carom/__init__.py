"""carom: exact 3-D collision detection and geometric queries on NumPy arrays.

Arrays in, arrays out: float32 or float64 as the input is, any memory order, on all threads. Docs: docs/python.md of the project.
"""

from __future__ import annotations

import os

from . import _carom, fit
from .fit import KDop
from .mesh import Mesh, box_mesh
from .mesh_results import (
    ClosestPoints,
    Curves,
    Feature,
    Grid,
    MeshDistances,
    MeshPenetrations,
    MeshSweepHits,
    RayHits,
    RayLists,
    Relation,
    SignedDistances,
    SolidRelation,
    SweepHits,
    IndexLists,
)

from .scene import Scene, SceneClosestPoints, SceneRayHits
from .shapes import (
    Box,
    Capsule,
    Compound,
    Cone,
    Cylinder,
    Ellipsoid,
    Halfspace,
    HeightField,
    Hull,
    Line,
    OrientedBox,
    Plane,
    Point,
    Polygon,
    Ray,
    Rounded,
    Segment,
    Shape,
    Sphere,
    Tetrahedron,
    Triangle,
    concatenate,
)
from .space import Space
from .verbs import (
    Distances,
    Impacts,
    Manifolds,
    Penetrations,
    ShapeRayHits,
    ShapeSweepHits,
    SignedDistancePairs,
    classify,
    closest,
    contact,
    overlap,
    penetration,
    raycast,
    signed_distance,
    sweep,
    toi,
)
from .world import Events, World, WorldImpacts, WorldRayHits

__version__: str = _carom.version()


def set_threads(threads: int) -> None:
    """How many threads batches use, from 1 to 64; at first as many as processors. Answers do not depend on it."""
    _carom.set_threads(threads)


def get_threads() -> int:
    """How many threads batches use."""
    return int(_carom.threads())


def info() -> dict[str, object]:
    """What this build is: version, instruction set, threads, and whether it reads files of other programs."""
    return {"version": __version__, "instructions": _carom.instructions(), "threads": get_threads(), "reads_files": bool(_carom.reads_files)}


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


set_threads(max(1, min(64, _processors())))
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_carom.after_fork)

__all__ = [
    "Box", "Capsule", "ClosestPoints", "Compound", "Cone", "Curves", "Cylinder", "Distances", "Ellipsoid", "Events", "Feature", "Grid",
    "Halfspace", "HeightField", "Hull", "Impacts", "IndexLists", "KDop", "Line", "Manifolds", "Mesh", "MeshDistances", "MeshPenetrations",
    "MeshSweepHits", "OrientedBox", "Penetrations", "Plane", "Point", "Polygon", "Ray", "RayHits", "RayLists", "Relation", "Rounded",
    "Scene", "SceneClosestPoints", "SceneRayHits", "Segment", "Shape", "ShapeRayHits", "ShapeSweepHits", "SignedDistancePairs",
    "SignedDistances", "SolidRelation", "Space", "Sphere", "SweepHits", "Tetrahedron", "Triangle", "World", "WorldImpacts", "WorldRayHits",
    "__version__", "box_mesh", "classify", "closest", "concatenate", "contact", "fit", "get_threads", "info", "overlap", "penetration",
    "raycast", "set_threads", "signed_distance", "sweep", "toi",
]
