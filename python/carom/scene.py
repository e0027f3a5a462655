"""Many instances of few meshes, under one tree."""

from __future__ import annotations

from typing import Any, Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays
from ._records import Field, Record, both, from_bytes
from .mesh import _FACING, Facing, Mesh
from .mesh_results import ClosestPoints, RayHits, RayLists


class SceneRayHits(RayHits):
    """First hits of rays in a scene; where ``hit`` is false all else is 0."""

    instance: Field[np.uint32] = Field("The instance that is hit, of equally near ones the lowest.")


class SceneClosestPoints(ClosestPoints):
    """Nearest points of a scene."""

    instance: Field[np.uint32] = Field("The instance on which the point lies.")


class SceneSignedDistances(Record):
    """Distances from the solids of a scene, negative inside."""

    distance: Field[np.floating[Any]] = Field("Negative inside, 0 on the surface; infinite where nothing is, and for a point that is not finite.")
    point: Field[np.floating[Any]] = Field("The nearest point of that instance's surface.")
    instance: Field[np.uint32] = Field("The nearest instance; inside several the one in which the point is deepest, of equal ones the lowest.")
    triangle: Field[np.uint32] = Field("The face on which the point lies.")


_AT = "at(carom_ray_hit_triangle)."
RAY_DTYPE = both("carom_scene_ray_hit", hit="hit:?", t=_AT + "t:f", instance="instance:u4", triangle="triangle:u4", point=_AT + "point:3f",
                 normal=_AT + "normal:3f", barycentric=_AT + "barycentric:3f")
_ON = "at(carom_closest_on_triangle)."
CLOSEST_DTYPE = both("carom_scene_closest", distance=_ON + "distance:f", point=_ON + "point_b:3f", instance="instance:u4", triangle="triangle:u4",
                     barycentric=_ON + "barycentric:3f", feature=_ON + "feature:i4")

#: As python/src/scene.cpp writes it.
SIGNED_DTYPE = {real: np.dtype([("point", f"f{real}", 3), ("distance", f"f{real}"), ("instance", "u4"), ("triangle", "u4")]) for real in (4, 8)}


class Scene:
    """Instances of meshes, each in a pose and perhaps scaled. A mesh is in memory once, however often it stands in the scene.

    Parameters
    ----------
    meshes : list of Mesh of one precision
    poses : (n, 4, 4) or (n, 7), where the instances stand; None: one of each mesh, where it is
    mesh : (n,) integers, which mesh each instance is of; None: instance i is of mesh i, or all of one mesh
    scales : (n, 3), factors along the mesh's axes before the pose; None: nothing is scaled

    Answers within one instance are those of its mesh; of equal ones the lower instance wins. After ``Mesh.refit`` of a mesh the scene is to
    be moved, which makes its tree anew.

    Examples
    --------
    >>> import numpy as np, carom
    >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
    >>> poses = np.tile(np.eye(4), (3, 1, 1)); poses[:, 0, 3] = [0.0, 1.0, 4.0]
    >>> row = carom.Scene([cube], poses)
    >>> row.raycast([[9.0, 0.5, 0.25]], [[-1.0, 0, 0]]).instance, row.pairs().tolist()
    (array([2], dtype=uint32), [[0, 1]])
    """

    def __init__(self, meshes: Sequence[Mesh], poses: ArrayLike | None = None, *, mesh: ArrayLike | None = None,
                 scales: ArrayLike | None = None) -> None:
        self.meshes = list(meshes)
        for i, one in enumerate(self.meshes):
            if not isinstance(one, Mesh):
                raise TypeError(f"meshes[{i}] is {type(one).__name__}: it must be a carom.Mesh")
            if one.dtype != self.meshes[0].dtype:
                raise TypeError(f"meshes[{i}] is {one.dtype} and meshes[0] {self.meshes[0].dtype}: make all of the same")
        self._dtype = self.meshes[0].dtype if self.meshes else _arrays.F64
        self._real = self._dtype.itemsize
        at = _arrays.poses(poses, "poses", self._dtype)
        count = len(self.meshes) if at.ndim == 1 else len(at)
        which = np.arange(count) if len(self.meshes) != 1 else np.zeros(count, int)
        if mesh is not None:
            which = np.asarray(mesh)
            if which.dtype.kind not in "iu" or which.ndim != 1:
                raise TypeError(f"mesh must be a row of integers, not {which.dtype} of shape {which.shape}")
            count = len(which)
        bad = (which < 0) | (which >= len(self.meshes))
        if bad.any():
            raise IndexError(f"mesh{_arrays.first_of(bad)} is {which[bad][0]}: there are {len(self.meshes)} meshes, counted from 0")
        at = _arrays.broadcast((count,), "poses", at, 1)
        sizes = np.zeros((0, 3), self._dtype) if scales is None else _arrays.broadcast((count,), "scales", _arrays.vectors(scales, "scales", self._dtype), 1)
        self._count = count
        self._placement: tuple[NDArray[Any], NDArray[np.uint32], NDArray[Any] | None]
        self._placement = (at.copy(), np.array(which, np.uint32), sizes.copy() if len(sizes) else None)
        self._native = _arrays.native(self._dtype).Scene([m._native for m in self.meshes], np.ascontiguousarray(which, np.uint32), at, sizes)

    @property
    def dtype(self) -> np.dtype[Any]:
        """float32 or float64."""
        return self._dtype

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"Scene({self._count} instances of {len(self.meshes)} meshes, {self._dtype})"

    @property
    def bounds(self) -> NDArray[Any]:
        """The least and the greatest coordinates, (2, 3); inverted where nothing is."""
        out = np.empty((2, 3), self._dtype)
        self._native.bounds(out)
        return out

    def move(self, poses: ArrayLike) -> None:
        """Gives every instance a new pose, and makes the tree over them anew. Ctrl-C ends the wait for it alone: they are moved then, too."""
        at = _arrays.broadcast((self._count,), "poses", _arrays.poses(poses, "poses", self._dtype), 1)
        before, self._placement = self._placement, (at.copy(), *self._placement[1:])
        try:
            self._native.move(at)
        except MemoryError:
            self._placement = before
            raise

    @property
    def placement(self) -> tuple[NDArray[Any], NDArray[np.uint32], NDArray[Any] | None]:
        """Where the instances stand: poses (n, 7), meshes (n,), and scales (n, 3) or None."""
        return self._placement

    def _instances(self) -> Iterator[tuple[Mesh, NDArray[Any], NDArray[Any]]]:
        """Of each instance its mesh, its pose and its factors."""
        at, which, scales = self._placement
        sizes = np.broadcast_to(np.ones((1, 3), self._dtype) if scales is None else scales, (self._count, 3))
        return ((self.meshes[int(which[i])], at[i], sizes[i]) for i in range(self._count))

    def __reduce__(self) -> tuple[Any, ...]:
        return _placed, (self.meshes, *self._placement)

    def raycast(self, origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike = _arrays.T_MIN, t_max: ArrayLike = _arrays.T_MAX, *,
                facing: Facing = "both") -> SceneRayHits:
        """The first face that each ray hits: as ``Mesh.raycast``, with the instance."""
        start, way, low, high, count, shape = _arrays.rays(self._dtype, origins, directions, t_min, t_max)
        out = np.empty(shape, RAY_DTYPE[self._real])
        self._native.raycast(start, way, low, high, count, _arrays.choice(_FACING, facing, "facing"), out)
        return SceneRayHits(out)

    def occluded(self, origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike = _arrays.T_MIN, t_max: ArrayLike = _arrays.T_MAX, *,
                 facing: Facing = "both") -> NDArray[np.bool_]:
        """Whether each ray hits anything."""
        start, way, low, high, count, shape = _arrays.rays(self._dtype, origins, directions, t_min, t_max)
        out = np.empty(shape, np.bool_)
        self._native.occluded(start, way, low, high, count, _arrays.choice(_FACING, facing, "facing"), out)
        return out

    def raycast_all(self, origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike = _arrays.T_MIN, t_max: ArrayLike = _arrays.T_MAX, *,
                    facing: Facing = "both") -> RayLists:
        """All faces that each ray hits, by t, instance and face; the hits are SceneRayHits."""
        start, way, low, high, count, _ = _arrays.rays(self._dtype, origins, directions, t_min, t_max)
        counts = np.empty(count, np.uint32)
        found = self._native.raycast_all(start, way, low, high, count, _arrays.choice(_FACING, facing, "facing"), counts)
        return RayLists(SceneRayHits(from_bytes(found, RAY_DTYPE[self._real])), _arrays.offsets(counts))

    def _points(self, points: ArrayLike) -> tuple[NDArray[Any], int, tuple[int, ...]]:
        at = _arrays.dense(_arrays.vectors(points, "points", self._dtype))
        return at, _arrays.count_of(at.shape[:-1]), at.shape[:-1]

    def closest(self, points: ArrayLike) -> SceneClosestPoints:
        """The point of the scene nearest to each point: as ``Mesh.closest``, with the instance."""
        at, count, shape = self._points(points)
        out = np.empty(shape, CLOSEST_DTYPE[self._real])
        self._native.closest(at, count, out)
        return SceneClosestPoints(out)

    def contains(self, points: ArrayLike) -> NDArray[np.bool_]:
        """Whether each point is in the solid of any instance, surfaces included.

        An instance holds what ``Mesh.contains`` of its posed mesh holds: exact for closed meshes, whose vertices the pose rounds; open ones
        hold the points whose winding number exceeds one half. A point in an even number of solids is inside, and so is one in the cavity
        of a solid that another fills.

        Examples
        --------
        >>> import carom
        >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
        >>> carom.Scene([cube], [[0.0, 0, 0, 0, 0, 0, 1], [0.5, 0, 0, 0, 0, 0, 1]]).contains([[0.75, 0.5, 0.5], [1.5, 0.5, 0.5], [1.6, 0.5, 0.5]])
        array([ True,  True, False])
        """
        at, count, shape = self._points(points)
        out = np.empty(shape, np.bool_)
        self._native.contains(at, count, out)
        return out

    def signed_distance(self, points: ArrayLike) -> SceneSignedDistances:
        """Distances from the union of all instances' solids, negative inside.

        A point is inside where ``contains`` says so. Outside the distance is that of ``closest``, exact to rounding. Inside it is minus the
        depth in the instance in which the point is deepest: the distance from the union's surface where no other solid covers the nearest point
        of that instance's surface, else less than that. So it is 0 on the union's surface alone, and its magnitude is nowhere too large.

        Examples
        --------
        >>> import carom
        >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
        >>> pair = carom.Scene([cube], [[0.0, 0, 0, 0, 0, 0, 1], [0.5, 0, 0, 0, 0, 0, 1]])
        >>> near = pair.signed_distance([[0.75, 0.5, 0.5], [1.25, 0.5, 0.5], [2.5, 0.5, 0.5]])
        >>> near.distance, near.instance
        (array([-0.25, -0.25,  1.  ]), array([0, 1, 1], dtype=uint32))
        """
        at, count, shape = self._points(points)
        out = np.empty(shape, SIGNED_DTYPE[self._real])
        self._native.signed_distance(at, count, out)
        return SceneSignedDistances(out)

    def pairs(self) -> NDArray[np.uint32]:
        """Pairs of instances whose surfaces touch, each once, (n, 2): exactly those of ``Mesh.overlaps``."""
        found: NDArray[np.uint8] = self._native.pairs()
        return found.view(np.uint32).reshape(-1, 2)


def _placed(meshes: list[Mesh], poses: NDArray[Any], mesh: NDArray[np.uint32], scales: NDArray[Any] | None) -> Scene:
    return Scene(meshes, poses, mesh=mesh, scales=scales)
