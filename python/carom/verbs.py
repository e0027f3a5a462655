"""One function a verb: any shapes against any shapes, in any poses, many at a time.

Every function takes shapes A and B, single ones, arrays of them, meshes, or lists of these (a list is an array of its length), and poses as
(..., 4, 4) rigid matrices or (..., 7) positions and quaternions x y z w. Shapes and poses of A broadcast to A's batch, those of B to B's, and
both to the batch of the answers: one link in poses (10000, 1, 4, 4) against a list of 1,000 obstacles answers (10000, 1000). Each shape is
posed once. A pose that is no rigid motion raises ValueError with its index.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays
from ._records import Field, Record, both
from .shapes import Shape, Shapes, concatenate


class Distances(Record):
    """Distances of pairs of shapes, with the points that realise them."""

    distance: Field[np.floating[Any]] = Field("0 in contact; never too short but for rounding.")
    lower_bound: Field[np.floating[Any]] = Field("The shapes are apart by no less.")
    point_a: Field[np.floating[Any]] = Field("On A.")
    point_b: Field[np.floating[Any]] = Field("On B.")
    t_a: Field[np.floating[Any]] = Field("The parameter of A's point: of a segment from 0 to 1, of a ray or line in lengths of its direction; of others 0.")
    t_b: Field[np.floating[Any]] = Field("The parameter of B's point.")
    barycentric: Field[np.floating[Any]] = Field("The point's weights of the corners of the one face, or of a triangle against a point; else 0.")
    feature: Field[np.int32] = Field("The part of that face on which it lies: a carom.Feature. Where ``barycentric`` is 0 it means nothing.")
    certainty: Field[np.int32] = Field("0 exact to rounding, 1 converged within its bounds, 2 a limit of steps was met.")
    triangle_a: Field[np.uint32] = Field("The face of A, if A is a mesh or height field, or has one as a child; else 0.")
    triangle_b: Field[np.uint32] = Field("The face of B.")
    child_a: Field[np.uint32] = Field("The child of A, if A is a compound; else 0.")
    child_b: Field[np.uint32] = Field("The child of B.")


_SUBS = dict(triangle_a="sub_a(carom_subshape).triangle:u4", triangle_b="sub_b(carom_subshape).triangle:u4",
             child_a="sub_a(carom_subshape).child:u4", child_b="sub_b(carom_subshape).child:u4")
_DISTANCE = both("carom_closest_any", distance="distance:f", lower_bound="lower_bound:f", point_a="point_a:3f", point_b="point_b:3f",
                 t_a="t_a:f", t_b="t_b:f", barycentric="barycentric:3f", feature="feature:i4", certainty="certainty:i4", **_SUBS)


class SignedDistancePairs(Record):
    """Distances through contact: minus the depth of shapes that overlap."""

    distance: Field[np.floating[Any]] = Field("Positive apart, 0 touching, minus the depth of shapes that overlap.")
    normal: Field[np.floating[Any]] = Field("Unit, from A to B, also in contact.")
    point_a: Field[np.floating[Any]] = Field("On A: the nearest point, or the deepest.")
    point_b: Field[np.floating[Any]] = Field("On B.")
    lower: Field[np.floating[Any]] = Field("The exact distance is no less.")
    upper: Field[np.floating[Any]] = Field("The exact distance is no more.")
    translation_a: Field[np.floating[Any]] = Field("The gradient of the distance by A's position.")
    rotation_a: Field[np.floating[Any]] = Field("The gradient by a turn of A about its position.")
    translation_b: Field[np.floating[Any]] = Field("The gradient by B's position.")
    rotation_b: Field[np.floating[Any]] = Field("The gradient by a turn of B about its position.")


_GRADIENTS = {f"{part}_{side}": f"gradient_{side}(carom_pose_gradient).{part}:3f" for side in "ab" for part in ("translation", "rotation")}
_SIGNED = both("carom_signed_distance", distance="distance:f", normal="normal:3f", point_a="point_a:3f", point_b="point_b:3f", lower="lower:f",
               upper="upper:f", **_GRADIENTS)


class Penetrations(Record):
    """How deep shapes are in each other; where ``overlap`` is false all else is 0."""

    overlap: Field[np.bool_] = Field("Whether they share a point.")
    depth: Field[np.floating[Any]] = Field("The length of the least translation that frees them: B by depth * normal.")
    normal: Field[np.floating[Any]] = Field("Unit, from A to B.")
    point_a: Field[np.floating[Any]] = Field("The deepest point of A: point_b + depth * normal.")
    point_b: Field[np.floating[Any]] = Field("The deepest point of B.")
    certainty: Field[np.int32] = Field("Of the depth being the least: 0 exact, 1 converged, 2 a limit of steps was met.")


_PENETRATION = both("carom_penetration", overlap="overlap:?", depth="depth:f", normal="normal:3f", point_a="point_a:3f", point_b="point_b:3f",
                    certainty="certainty:i4")


class ShapeRayHits(Record):
    """Where rays, segments and lines hit shapes; where ``hit`` is false all else is 0."""

    hit: Field[np.bool_] = Field("Whether it hits.")
    started_inside: Field[np.bool_] = Field("Whether it begins in the solid.")
    t: Field[np.floating[Any]] = Field("Where it enters, in lengths of the direction.")
    t_exit: Field[np.floating[Any]] = Field("Where it leaves.")
    point: Field[np.floating[Any]] = Field("Where it enters.")
    normal: Field[np.floating[Any]] = Field("Unit, against the direction.")
    barycentric: Field[np.floating[Any]] = Field("The point's weights of the corners of the face of a mesh or height field; else 0.")
    triangle: Field[np.uint32] = Field("That face; else 0.")
    child: Field[np.uint32] = Field("The child of a compound; else 0.")


_RAY = both("carom_ray_hit", hit="hit:?", started_inside="started_inside:?", t="t:f", t_exit="t_exit:f", point="point:3f", normal="normal:3f",
            barycentric="barycentric:3f", triangle="sub_b(carom_subshape).triangle:u4", child="sub_b(carom_subshape).child:u4")


class ShapeSweepHits(Record):
    """First contacts of shapes that move straight; where ``hit`` is false all else is 0."""

    hit: Field[np.bool_] = Field("Whether they touch during the motion.")
    initial_overlap: Field[np.bool_] = Field("Whether they touch at its start.")
    fraction: Field[np.floating[Any]] = Field("The part of the motion until first contact.")
    fraction_exit: Field[np.floating[Any]] = Field("Where contact ends, 1 if it lasts longer.")
    point: Field[np.floating[Any]] = Field("Where they touch, at that time.")
    normal: Field[np.floating[Any]] = Field("Unit, from A to B.")
    certainty: Field[np.int32] = Field("2: a hit that is assumed; nothing touches before.")


_SWEEP = both("carom_sweep_hit", hit="hit:?", initial_overlap="initial_overlap:?", fraction="fraction:f", fraction_exit="fraction_exit:f",
              point="point:3f", normal="normal:3f", certainty="certainty:i4")


class Impacts(Record):
    """First contacts of shapes that turn; where ``hit`` is false all else is 0."""

    hit: Field[np.bool_] = Field("Whether they come within the tolerance.")
    initial_overlap: Field[np.bool_] = Field("Whether they touch at the start.")
    certain: Field[np.bool_] = Field("Whether contact was found at fraction_upper; else they came within the tolerance.")
    fraction: Field[np.floating[Any]] = Field("First contact is not before.")
    fraction_upper: Field[np.floating[Any]] = Field("First contact is not later, where certain.")
    point: Field[np.floating[Any]] = Field("Where, at ``fraction``.")
    normal: Field[np.floating[Any]] = Field("Unit, from A to B.")


_TOI = both("carom_toi_hit", hit="hit:?", initial_overlap="initial_overlap:?", certain="certain:?", fraction="fraction:f",
            fraction_upper="fraction_upper:f", point="point:3f", normal="normal:3f")


class Manifolds(Record):
    """Contact manifolds: of each pair ``count`` points, the deepest first; places beyond that are 0."""

    count: Field[np.int32] = Field("How many points.")
    normal: Field[np.floating[Any]] = Field("Unit, from A to B; 0 where there is no contact.")
    depth: Field[np.floating[Any]] = Field("Of each point, (..., 8); negative within the margin.", "points")
    point_a: Field[np.floating[Any]] = Field("On A's surface, (..., 8, 3).", "points")
    point_b: Field[np.floating[Any]] = Field("On B's surface, (..., 8, 3).", "points")
    triangle_a: Field[np.uint32] = Field("The faces of A on which the points lie, if A has faces; else 0, (..., 8).", "points")
    triangle_b: Field[np.uint32] = Field("The faces of B, (..., 8).", "points")
    id: Field[np.uint32] = Field("The same from frame to frame as long as the features are, (..., 8).", "points")


_POINT = both("carom_contact_point", point_a="point_a:3f", point_b="point_b:3f", depth="depth:f", id="id:u4",
              triangle_a=_SUBS["triangle_a"], triangle_b=_SUBS["triangle_b"])
_MANIFOLD = both("carom_contact_manifold", count="count:i4", normal="normal:3f", points=("points", _POINT, 8))


class _Batch:
    """The shapes of a question, their poses and the shape of its answers, as the library's bindings take them."""

    def __init__(self, a: Shapes, b: Shapes, pose_a: Any, pose_b: Any, motion_a: Any = None, motion_b: Any = None) -> None:
        first, second = concatenate(a), concatenate(b)
        if first._dtype != second._dtype:
            raise TypeError(f"a is {first._dtype} and b {second._dtype}: make both of the same")
        self.dtype = first._dtype
        self.real = self.dtype.itemsize
        self.native = _arrays.native(self.dtype)
        side_a, shape_a = self._side(first, pose_a, motion_a, "a")
        side_b, shape_b = self._side(second, pose_b, motion_b, "b")
        self.shape = _arrays.common_shape(a=shape_a, b=shape_b)
        self.count = _arrays.count_of(self.shape)
        batch = (np.array(self.shape, np.int64), _strides(shape_a, self.shape), _strides(shape_b, self.shape))
        self.arguments = (first._native, side_a, second._native, side_b, batch)

    def _side(self, shapes: Shape, pose: Any, motion: Any, name: str) -> tuple[tuple[Any, ...], tuple[int, ...]]:
        poses = _arrays.poses(pose, f"pose_{name}", self.dtype)
        motions = np.zeros(3, self.dtype) if motion is None else _arrays.dense(_arrays.vectors(motion, f"motion_{name}", self.dtype))
        shape = _arrays.common_shape(**{name: shapes.shape, f"pose_{name}": poses.shape[:-1], f"motion_{name}": motions.shape[:-1]})
        rows = tuple(_strides(part, shape) for part in (shapes.shape, poses.shape[:-1], motions.shape[:-1]))
        return (poses, motions, np.array(shape, np.int64), *rows), shape

    def empty(self, dtypes: dict[int, np.dtype[Any]]) -> NDArray[Any]:
        return np.empty(self.shape, dtypes[self.real])


def _strides(shape: tuple[int, ...], batch: tuple[int, ...]) -> NDArray[np.int64]:
    """Of each axis of ``batch`` how many elements of an array of ``shape`` a step is; 0 where the array is broadcast."""
    out = np.zeros(len(batch), np.int64)
    step = 1
    for axis in range(1, len(shape) + 1):
        out[-axis] = step if shape[-axis] != 1 else 0
        step *= shape[-axis]
    return out


def _not_negative(value: float, name: str) -> float:
    if not 0 <= value < np.inf:
        raise ValueError(f"{name} is {value}: it must be 0 or more, and finite")
    return float(value)


def overlap(a: Shapes, b: Shapes, pose_a: ArrayLike | None = None, pose_b: ArrayLike | None = None, *, distance: float = 0.0) -> NDArray[np.bool_]:
    """Whether A and B share a point, or are at most ``distance`` apart. Exact for flat shapes; touching counts.

    A mesh is a surface: what is within it does not touch it.

    Examples
    --------
    >>> import numpy as np, carom
    >>> link = carom.Capsule([0.0, 0, 0], [0.0, 0, 1], 0.1)
    >>> obstacles = [carom.Box([1.0, -1, 0], [2.0, 1, 1]), carom.Sphere([0.0, 0, 3], 0.5)]
    >>> poses = np.tile(np.eye(4), (3, 1, 1)); poses[:, 0, 3] = [0.0, 0.5, 0.95]
    >>> carom.overlap(link, obstacles, poses[:, None])
    array([[False, False],
           [False, False],
           [ True, False]])
    """
    batch = _Batch(a, b, pose_a, pose_b)
    out = np.empty(batch.shape, np.bool_)
    batch.native.overlap(*batch.arguments, _not_negative(distance, "distance"), out)
    return out


def classify(a: Shapes, b: Shapes, pose_a: ArrayLike | None = None, pose_b: ArrayLike | None = None) -> NDArray[np.int32]:
    """How A stands to B, a ``carom.Relation`` each: DISJOINT, INTERSECTS, CONTAINS, INSIDE.

    Examples
    --------
    >>> import carom
    >>> carom.Relation(int(carom.classify(carom.Sphere([0.0, 0, 0], 2.0), carom.Box([-1.0, -1, -1], [1.0, 1, 1])))).name
    'CONTAINS'
    """
    batch = _Batch(a, b, pose_a, pose_b)
    out = np.empty(batch.shape, np.int32)
    batch.native.classify(*batch.arguments, out)
    return out


def closest(a: Shapes, b: Shapes, pose_a: ArrayLike | None = None, pose_b: ArrayLike | None = None) -> Distances:
    """The closest points of A and B; distance 0 and one common point twice in contact.

    Examples
    --------
    >>> import carom
    >>> near = carom.closest(carom.Sphere([0.0, 0, 0], 1.0), carom.Point([[3.0, 0, 0], [0.5, 0, 0]]))
    >>> near.distance, near.point_a[0].tolist()
    (array([2., 0.]), [1.0, 0.0, 0.0])
    """
    batch = _Batch(a, b, pose_a, pose_b)
    out = batch.empty(_DISTANCE)
    batch.native.closest(*batch.arguments, out)
    return Distances(out)


def signed_distance(a: Shapes, b: Shapes, pose_a: ArrayLike | None = None, pose_b: ArrayLike | None = None) -> SignedDistancePairs:
    """The distance of A and B, or minus the depth, with a unit normal through contact and gradients by both poses.

    Examples
    --------
    >>> import carom
    >>> carom.signed_distance(carom.Sphere([0.0, 0, 0], 1.0), carom.Sphere([[3.0, 0, 0], [1.5, 0, 0]], 1.0)).distance
    array([ 1. , -0.5])
    """
    batch = _Batch(a, b, pose_a, pose_b)
    out = batch.empty(_SIGNED)
    batch.native.signed_distance(*batch.arguments, out)
    return SignedDistancePairs(out)


def penetration(a: Shapes, b: Shapes, pose_a: ArrayLike | None = None, pose_b: ArrayLike | None = None) -> Penetrations:
    """How deep A and B are in each other, and the least translation that frees them.

    Examples
    --------
    >>> import carom
    >>> deep = carom.penetration(carom.Box([0.0, 0, 0], [1.0, 1, 1]), carom.Box([0.75, 0, 0], [2.0, 1, 1]))
    >>> float(deep.depth), deep.normal.tolist()
    (0.25, [1.0, 0.0, 0.0])
    """
    batch = _Batch(a, b, pose_a, pose_b)
    out = batch.empty(_PENETRATION)
    batch.native.penetration(*batch.arguments, out)
    return Penetrations(out)


def contact(a: Shapes, b: Shapes, pose_a: ArrayLike | None = None, pose_b: ArrayLike | None = None, *, margin: float = 0.0,
            max_points: int = 4) -> Manifolds:
    """How A and B touch: up to eight points with one normal, the deepest first.

    Parameters
    ----------
    margin : points apart by up to so much are reported as well, with negative depth
    max_points : from 1 to 8

    Examples
    --------
    >>> import carom
    >>> touch = carom.contact(carom.Box([0.0, 0, 0], [1.0, 1, 1]), carom.Box([0.0, 0.9, 0], [1.0, 2, 1]))
    >>> int(touch.count), touch.normal.tolist(), touch.depth[:4].round(12).tolist()
    (4, [0.0, 1.0, 0.0], [0.1, 0.1, 0.1, 0.1])
    """
    if not 1 <= max_points <= 8:
        raise ValueError(f"max_points is {max_points}: it must be from 1 to 8")
    batch = _Batch(a, b, pose_a, pose_b)
    out = np.zeros(batch.shape, _MANIFOLD[batch.real])
    batch.native.contact(*batch.arguments, _not_negative(margin, "margin"), int(max_points), out)
    unused = np.arange(8) >= out["count"][..., None]
    for name in ("depth", "point_a", "point_b", "id", "triangle_a", "triangle_b"):
        out["points"][name][unused] = 0
    return Manifolds(out)


def raycast(a: Shapes, b: Shapes, pose_a: ArrayLike | None = None, pose_b: ArrayLike | None = None) -> ShapeRayHits:
    """Where A, which are rays, segments or lines, hit B.

    Examples
    --------
    >>> import carom
    >>> hits = carom.raycast(carom.Ray([-3.0, 0, 0], [1.0, 0, 0]), [carom.Sphere([0.0, 0, 0], 1.0), carom.Sphere([0.0, 5, 0], 1.0)])
    >>> hits.hit, hits.t
    (array([ True, False]), array([2., 0.]))
    """
    batch = _Batch(a, b, pose_a, pose_b)
    out = batch.empty(_RAY)
    batch.native.raycast(*batch.arguments, out)
    return ShapeRayHits(out)


def sweep(a: Shapes, b: Shapes, motion_a: ArrayLike | None = None, motion_b: ArrayLike | None = None, pose_a: ArrayLike | None = None,
          pose_b: ArrayLike | None = None, *, distance: float = 0.0) -> ShapeSweepHits:
    """When A and B, moving straight by their motions, first touch, or come as near as ``distance``; nothing tunnels.

    Parameters
    ----------
    motion_a, motion_b : (..., 3), which broadcast with the shapes and poses of their side; None: it stands

    Examples
    --------
    >>> import carom
    >>> float(carom.sweep(carom.Sphere([0.0, 0, 0], 1.0), carom.Box([5.0, -1, -1], [6.0, 1, 1]), [8.0, 0, 0]).fraction)
    0.5
    """
    batch = _Batch(a, b, pose_a, pose_b, motion_a, motion_b)
    out = batch.empty(_SWEEP)
    batch.native.sweep(*batch.arguments, _not_negative(distance, "distance"), out)
    return ShapeSweepHits(out)


def toi(a: Shapes, b: Shapes, start_a: ArrayLike | None = None, end_a: ArrayLike | None = None, start_b: ArrayLike | None = None,
        end_b: ArrayLike | None = None, *, tolerance: float = 0.0) -> Impacts:
    """When A and B, moving and turning evenly from one pose to another, first touch; never late.

    Parameters
    ----------
    end_a, end_b : poses, which broadcast to the answers; None: it stays at its start
    tolerance : distance at which they count as touching; 0: 1e-9 of their size and motion

    Examples
    --------
    >>> import numpy as np, carom
    >>> rod, pin = carom.Segment([0.0, 0, 0], [2.0, 0, 0]), carom.Point([0.0, 1, 0])
    >>> quarter = [0.0, 0, 0, 0, 0, np.sqrt(0.5), np.sqrt(0.5)]
    >>> round(float(carom.toi(rod, pin, end_a=quarter).fraction), 6)
    1.0
    """
    first, second = concatenate(a), concatenate(b)
    begin_a, finish_a = _frames(start_a, end_a, first._dtype, "a")
    begin_b, finish_b = _frames(start_b, end_b, first._dtype, "b")
    batch = _Batch(first, second, begin_a, begin_b)
    ends = [_arrays.broadcast(batch.shape, name, poses, 1) for poses, name in ((finish_a, "end_a"), (finish_b, "end_b"))]
    out = batch.empty(_TOI)
    batch.native.toi(*batch.arguments, *ends, _not_negative(tolerance, "tolerance"), out)
    return Impacts(out)


def _frames(start: ArrayLike | None, end: ArrayLike | None, dtype: np.dtype[Any], name: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """Poses at the start and the end of a motion, broadcast together."""
    begin = _arrays.poses(start, f"start_{name}", dtype)
    finish = begin if end is None else _arrays.poses(end, f"end_{name}", dtype)
    shape = _arrays.common_shape(**{f"start_{name}": begin.shape[:-1], f"end_{name}": finish.shape[:-1]})
    return np.broadcast_to(begin, shape + (7,)), np.broadcast_to(finish, shape + (7,))
