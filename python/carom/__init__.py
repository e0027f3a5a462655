"""carom: exact 3-D collision detection and geometric queries on NumPy arrays.

Arrays in, arrays out: float32 or float64 as the input is, any memory order, on all threads. Docs: docs/python.md of the project.
"""

from __future__ import annotations

import os

from . import _carom, _command, fit
from ._assembly import ClashFile
from .clashes import Clashes, clash
from .clouds import PointCloud, VoxelGrid
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

from .scene import Scene, SceneClosestPoints, SceneRayHits, SceneSignedDistances
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
from .world import Events, World, WorldImpacts, WorldLists, WorldNearest, WorldRayHits, WorldSweepHits

__version__: str = _carom.version()


def set_threads(threads: int) -> None:
    """How many threads batches use, from 1 to 64; at first as many as processors. Answers do not depend on it."""
    _carom.set_threads(threads)


def get_threads() -> int:
    """How many threads batches use."""
    return int(_carom.threads())


def info() -> dict[str, object]:
    """What this build is: version, instruction set, threads, whether ``Mesh.load`` reads files of other programs, whether ``clash`` is there,
    and which formats both read: STEP, IGES, IFC, 3MF and COLLADA where their plug-ins are (docs/files.md)."""
    return {"version": __version__, "instructions": _carom.instructions(), "threads": get_threads(), "reads_files": bool(_carom.reads_files),
            "clash": _command.PROGRAM.exists(), "reads": _command.formats() if _carom.reads_files else ()}


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


set_threads(max(1, min(64, _processors())))
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_carom.after_fork)

__all__ = [
    "Box", "Capsule", "ClashFile", "Clashes", "ClosestPoints", "Compound", "Cone", "Curves", "Cylinder", "Distances", "Ellipsoid", "Events",
    "Feature", "Grid", "Halfspace", "HeightField", "Hull", "Impacts", "IndexLists", "KDop", "Line", "Manifolds", "Mesh", "MeshDistances",
    "MeshPenetrations", "MeshSweepHits", "OrientedBox", "Penetrations", "Plane", "Point", "PointCloud", "Polygon", "Ray", "RayHits",
    "RayLists", "Relation", "Rounded", "Scene", "SceneClosestPoints", "SceneRayHits", "SceneSignedDistances", "Segment", "Shape", "ShapeRayHits", "ShapeSweepHits",
    "SignedDistancePairs", "SignedDistances", "SolidRelation", "Space", "Sphere", "SweepHits", "Tetrahedron", "Triangle", "VoxelGrid",
    "World", "WorldImpacts", "WorldLists", "WorldNearest", "WorldRayHits", "WorldSweepHits", "__version__", "box_mesh", "clash", "classify",
    "closest", "concatenate", "contact", "fit", "get_threads", "info", "overlap", "penetration", "raycast", "set_threads",
    "signed_distance", "sweep", "toi",
]
