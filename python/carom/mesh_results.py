"""The records that meshes answer with."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._records import Field, Record, both


class Relation(enum.IntEnum):
    """How volume A stands to volume B, as closed sets."""

    DISJOINT = 0
    INTERSECTS = 1
    CONTAINS = 2
    INSIDE = 3


class Feature(enum.IntEnum):
    """The part of a triangle on which a point lies."""

    FACE = 0
    EDGE_01 = 1
    EDGE_12 = 2
    EDGE_20 = 3
    VERTEX_0 = 4
    VERTEX_1 = 5
    VERTEX_2 = 6


class SolidRelation(enum.IntEnum):
    """How the solids of two closed meshes stand to each other, exactly."""

    UNKNOWN = 0
    APART = 1
    TOUCH_POINT = 2
    TOUCH_EDGE = 3
    TOUCH_FACE = 4
    OVERLAP = 5
    A_IN_B = 6
    B_IN_A = 7
    EQUAL = 8


class RayHits(Record):
    """First hits of rays; where ``hit`` is false all else is 0."""

    hit: Field[np.bool_] = Field("Whether the ray hits.")
    t: Field[np.floating[Any]] = Field("Where, in lengths of the direction: the point is origin + t * direction.")
    triangle: Field[np.uint32] = Field("The face that is hit, of equally near ones the lowest.")
    point: Field[np.floating[Any]] = Field("The point that is hit.")
    normal: Field[np.floating[Any]] = Field("Unit, against the ray.")
    barycentric: Field[np.floating[Any]] = Field("The point's weights of the face's corners.")


RAY_DTYPE = both("carom_mesh_ray_hit", hit="hit:?", t="at(carom_ray_hit_triangle).t:f", triangle="triangle:u4",
            point="at(carom_ray_hit_triangle).point:3f", normal="at(carom_ray_hit_triangle).normal:3f",
            barycentric="at(carom_ray_hit_triangle).barycentric:3f")


class ClosestPoints(Record):
    """Nearest points of a mesh. Where there is none, for points that are not finite and beyond a limit, the distance is infinite."""

    distance: Field[np.floating[Any]] = Field("At least 0, in the mesh's unit.")
    point: Field[np.floating[Any]] = Field("The nearest point of the mesh.")
    triangle: Field[np.uint32] = Field("The face on which it lies, of equally near ones the lowest.")
    barycentric: Field[np.floating[Any]] = Field("Its weights of the face's corners.")
    feature: Field[np.int32] = Field("The part of the face on which it lies: a carom.Feature.")


_ON = "at(carom_closest_on_triangle)."
CLOSEST_DTYPE = both("carom_mesh_closest", distance=_ON + "distance:f", point=_ON + "point_b:3f", triangle="triangle:u4",
                barycentric=_ON + "barycentric:3f", feature=_ON + "feature:i4")


class SignedDistances(Record):
    """Distances that are negative inside."""

    distance: Field[np.floating[Any]] = Field("Negative inside, 0 on the surface.")
    point: Field[np.floating[Any]] = Field("The nearest point of the surface.")
    triangle: Field[np.uint32] = Field("The face on which it lies.")
    method: Field[np.int32] = Field("What told the side: 0 nothing, 1 normals, 2 parity of a ray, 3 the winding number.")


_NEAREST = "nearest(carom_mesh_closest).at(carom_closest_on_triangle)."
SIGNED_DTYPE = both("carom_mesh_signed", distance="distance:f", point=_NEAREST + "point_b:3f", triangle="nearest(carom_mesh_closest).triangle:u4",
               method="method:i4")
SIDE_DTYPE = both("carom_mesh_side", place="place:i4", by="by:i4")


class SweepHits(Record):
    """First contacts of spheres that move; where ``hit`` is false all else is 0."""

    hit: Field[np.bool_] = Field("Whether they touch during the motion.")
    initial_overlap: Field[np.bool_] = Field("Whether they touch at its start.")
    fraction: Field[np.floating[Any]] = Field("The part of the motion until then, from 0 to 1.")
    fraction_exit: Field[np.floating[Any]] = Field("When the triangle that is touched first is left.")
    point: Field[np.floating[Any]] = Field("Where they touch.")
    normal: Field[np.floating[Any]] = Field("Unit, from the sphere to the mesh.")
    triangle: Field[np.uint32] = Field("The face that is touched.")


_AT = "at(carom_sweep_hit)."
SWEEP_DTYPE = both("carom_mesh_sweep_hit", hit=_AT + "hit:?", initial_overlap=_AT + "initial_overlap:?", fraction=_AT + "fraction:f",
              fraction_exit=_AT + "fraction_exit:f", point=_AT + "point:3f", normal=_AT + "normal:3f", triangle="triangle:u4")


class MeshDistances(Record):
    """Distances of two surfaces, with the points that realise them."""

    distance: Field[np.floating[Any]] = Field("0 where they touch; infinite where a mesh has no face.")
    point_a: Field[np.floating[Any]] = Field("On this mesh, posed.")
    point_b: Field[np.floating[Any]] = Field("On the other, posed.")
    triangle_a: Field[np.uint32] = Field("The face of this mesh.")
    triangle_b: Field[np.uint32] = Field("The face of the other.")


DISTANCE_DTYPE = both("carom_mesh_pair_closest", distance="distance:f", point_a="point_a:3f", point_b="point_b:3f", triangle_a="triangle_a:u4",
                 triangle_b="triangle_b:u4")


class MeshPenetrations(Record):
    """How deep two solids reach into each other."""

    depth: Field[np.floating[Any]] = Field("The depth of a point that was found; 0 where none is inside the other.")
    bound: Field[np.floating[Any]] = Field("No point is deeper.")
    normal: Field[np.floating[Any]] = Field("Unit, from A to B; 0 where the depth is 0.")
    point_a: Field[np.floating[Any]] = Field("On A: the point inside B, or the one of its surface nearest to B's point.")
    point_b: Field[np.floating[Any]] = Field("On B, likewise.")
    certainty: Field[np.int32] = Field("2 where the search ended before the accuracy was met.")


DEPTH_DTYPE = both("carom_mesh_penetration", depth="depth:f", bound="bound:f", normal="normal:3f", point_a="point_a:3f", point_b="point_b:3f",
              certainty="certainty:i4")
RELATION_DTYPE = both("carom_mesh_relation", relation="relation:i4")


class MeshSweepHits(Record):
    """First contacts of two surfaces of which one moves straight; where ``hit`` is false all else is 0."""

    hit: Field[np.bool_] = Field("Whether they touch during the motion.")
    initial_overlap: Field[np.bool_] = Field("Whether they touch at its start.")
    fraction: Field[np.floating[Any]] = Field("The part of the motion until then; never too late.")
    point: Field[np.floating[Any]] = Field("Where they touch.")
    normal: Field[np.floating[Any]] = Field("Unit, from A to B.")
    triangle_a: Field[np.uint32] = Field("The face of this mesh.")
    triangle_b: Field[np.uint32] = Field("The face of the other.")


PAIR_SWEEP_DTYPE = both("carom_mesh_pair_sweep", hit="hit:?", initial_overlap="initial_overlap:?", fraction="fraction:f", point="point:3f",
                   normal="normal:3f", triangle_a="triangle_a:u4", triangle_b="triangle_b:u4")
CURVE_DTYPE = both("carom_curve", first="first:u8", count="count:u8", closed="closed:?")
_PART_A, _PART_B = "a(carom_triangle_part).", "b(carom_triangle_part)."
CURVE_POINT_DTYPE = both("carom_curve_point", position="position:3f", feature_a=_PART_A + "feature:i4", feature_b=_PART_B + "feature:i4",
                    joint="joint:u4", triangle_a="triangle_a:u4", triangle_b="triangle_b:u4", crosses="crosses:?")


class RayLists:
    """All hits of each ray, ray after ray: those of ray i are ``hits[offsets[i]:offsets[i + 1]]``, by t."""

    def __init__(self, hits: RayHits, offsets: NDArray[np.int64]) -> None:
        self.hits = hits
        self.offsets = offsets

    @property
    def ray(self) -> NDArray[np.int64]:
        """The ray of each hit."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, ray: int) -> RayHits:
        start, end = self.offsets[range(len(self))[ray]], self.offsets[range(len(self))[ray] + 1]
        return self.hits[start:end]

    def __repr__(self) -> str:
        return f"RayLists({len(self.hits)} hits of {len(self)} rays)"


class IndexLists:
    """Faces or boxes found by each question: those of question i are ``indices[offsets[i]:offsets[i + 1]]``, or ``lists[i]``."""

    def __init__(self, indices: NDArray[np.uint32], offsets: NDArray[np.int64]) -> None:
        self.indices = indices
        self.offsets = offsets

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, question: int) -> NDArray[np.uint32]:
        i = range(len(self))[question]
        return self.indices[self.offsets[i] : self.offsets[i + 1]]

    def __repr__(self) -> str:
        return f"IndexLists({len(self.indices)} indices for {len(self)} questions)"


class Curves:
    """The curves in which two surfaces meet."""

    def __init__(self, curves: NDArray[Any], points: NDArray[Any], coplanar: NDArray[np.uint32]) -> None:
        self._curves = curves
        self._points = points
        #: Pairs of faces, one of each mesh, that share an area: shape (n, 2).
        self.coplanar = coplanar

    @property
    def closed(self) -> NDArray[np.bool_]:
        """Of each curve whether it goes on from its last point to its first."""
        return np.asarray(self._curves["closed"])

    @property
    def crosses(self) -> NDArray[np.bool_]:
        """Of each point of all curves whether the faces that share the segment after it pass through each other."""
        return np.asarray(self._points["crosses"])

    def __len__(self) -> int:
        return len(self._curves)

    def __getitem__(self, curve: int) -> NDArray[Any]:
        """The points of a curve, shape (n, 3)."""
        first, count = int(self._curves["first"][curve]), int(self._curves["count"][curve])
        return np.ascontiguousarray(self._points["position"][first : first + count])

    def triangles(self, curve: int) -> NDArray[np.uint32]:
        """Of each segment of a curve the faces that share it, of this mesh and of the other: shape (n, 2)."""
        first, count = int(self._curves["first"][curve]), int(self._curves["count"][curve])
        part = self._points[first : first + count]
        return np.stack([part["triangle_a"], part["triangle_b"]], axis=1)

    def __repr__(self) -> str:
        return f"Curves({len(self)} curves, {int(self.closed.sum())} of them closed)"


class Grid:
    """Distances sampled on a regular grid."""

    def __init__(self, distances: NDArray[Any], origin: NDArray[Any], cell: float, rounding: float) -> None:
        #: Sample [i, j, k] is that of the point origin + cell * (i, j, k).
        self.distances = distances
        self.origin = origin
        self.cell = cell
        #: Samples are right to within so much.
        self.rounding = rounding

    @property
    def shape(self) -> tuple[int, ...]:
        return self.distances.shape

    def points(self) -> NDArray[Any]:
        """Where the samples are, shape (nx, ny, nz, 3)."""
        axes = [self.origin[i] + self.cell * np.arange(n) for i, n in enumerate(self.shape)]
        return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)

    def __repr__(self) -> str:
        return f"Grid(shape={self.shape}, origin={self.origin.tolist()}, cell={self.cell})"
