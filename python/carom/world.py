"""Colliders that stand and move: which touch, since when, and when fast ones meet."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _arrays
from ._records import Field, Record, both, from_bytes
from .shapes import Shapes, concatenate

_KINDS = {"static": 0, "moving": 1, "sensor": 2}
_INDEX_ERROR = 4


class Events(Record):
    """Pairs that touch, or did in the step before, by the order of their colliders."""

    kind: Field[np.int32] = Field("0 touches now and did not before, 1 touches still, 2 touches no more.")
    a: Field[np.uint64] = Field("The id of one collider.")
    b: Field[np.uint64] = Field("The id of the other.")
    normal: Field[np.floating[Any]] = Field("Unit, from a to b; 0 at an end, and for pairs that met only during the step.")
    point: Field[np.floating[Any]] = Field("Where they touch.")
    depth: Field[np.floating[Any]] = Field("How deep they are in each other.")


_EVENT = both("carom_world_event", kind="kind:i4", a="a:u8", b="b:u8", normal="normal:3f", point="point:3f", depth="depth:f")


class WorldImpacts(Record):
    """First contacts during the step, by time."""

    time: Field[np.floating[Any]] = Field("Since the step began.")
    a: Field[np.uint64] = Field("The id of one collider.")
    b: Field[np.uint64] = Field("The id of the other.")
    point: Field[np.floating[Any]] = Field("Where they meet.")
    normal: Field[np.floating[Any]] = Field("Unit, from a to b.")


_IMPACT = both("carom_world_impact", time="time:f", a="a:u8", b="b:u8", point="point:3f", normal="normal:3f")


class WorldRayHits(Record):
    """First colliders that rays hit; in a miss t is infinite and all else 0."""

    id: Field[np.uint64] = Field("The collider.")
    t: Field[np.floating[Any]] = Field("In lengths of the direction.")
    point: Field[np.floating[Any]] = Field("Where it is hit.")
    normal: Field[np.floating[Any]] = Field("Unit, against the ray.")


_HIT = both("carom_world_hit", id="id:u8", t="t:f", point="point:3f", normal="normal:3f")


class World:
    """Colliders: scenery that stands, things that move, and sensors. A step moves them and says what touches.

    Parameters
    ----------
    gravity : (3,), the acceleration of moving colliders that have a mass
    response : whether moving colliders bounce; each pair is then watched all the time, and nothing passes through anything
    contacts : whether events carry normal, point and depth
    dtype : float32 or float64

    Ids are uint64 and never used again. A step takes all threads, and gives the same bits for any number of them.

    Examples
    --------
    >>> import carom
    >>> world = carom.World(gravity=[0.0, -10, 0], response=True)
    >>> floor = world.add(carom.Halfspace([0.0, 1, 0], 0.0), kind="static")
    >>> balls = world.add(carom.Sphere([[0.0, 0, 0], [0.0, 0, 0]], 0.5), [[0.0, 1, 0, 0, 0, 0, 1], [3.0, 9, 0, 0, 0, 0, 1]], velocity=[0.0, -100, 0])
    >>> impacts = world.step(0.01).time
    >>> impacts.round(4), bool((impacts < 0.01).all())
    (array([0.005]), True)
    """

    def __init__(self, *, gravity: ArrayLike = (0.0, 0.0, 0.0), response: bool = False, contacts: bool = True, dtype: DTypeLike = np.float64) -> None:
        self._dtype = np.dtype(dtype)
        if self._dtype not in (_arrays.F32, _arrays.F64):
            raise TypeError(f"dtype is {self._dtype}: it must be float32 or float64")
        self._real = self._dtype.itemsize
        down = _arrays.dense(_arrays.vectors(gravity, "gravity", self._dtype))
        if down.shape != (3,):
            raise ValueError(f"gravity must have shape (3,), not {down.shape}")
        _arrays.finite(down, "gravity")
        self._native = _arrays.native(self._dtype).World(down, bool(response), bool(contacts))

    @property
    def dtype(self) -> np.dtype[Any]:
        """float32 or float64."""
        return self._dtype

    def __len__(self) -> int:
        return int(self._native.count())

    def __repr__(self) -> str:
        return f"World({len(self)} colliders, {self._dtype})"

    def add(self, shapes: Shapes, poses: ArrayLike | None = None, *, kind: str = "moving", velocity: ArrayLike = (0.0, 0.0, 0.0),
            angular_velocity: ArrayLike = (0.0, 0.0, 0.0), mass: ArrayLike = 1.0, restitution: ArrayLike = 0.0, category: int = 1,
            mask: int = 0xFFFFFFFF) -> NDArray[np.uint64]:
        """Adds colliders and returns their ids, in the batch shape of shapes, poses and velocities.

        Parameters
        ----------
        kind : "static", "moving" or "sensor", which touches but never hinders
        velocity, angular_velocity : (..., 3); the latter in radians about the origin of the pose
        mass : 0: no impact moves it
        restitution : 0 to 1; that of a pair is the product
        category, mask : a pair is looked at when each one's category has a bit in the other's mask
        """
        number = _arrays.choice(_KINDS, kind, "kind")
        parts = concatenate(shapes)
        if parts._dtype != self._dtype:
            raise TypeError(f"shapes are {parts._dtype} and this world {self._dtype}: make both of the same")
        at = _arrays.poses(poses, "poses", self._dtype)
        vectors = {"velocity": _arrays.vectors(velocity, "velocity", self._dtype),
                   "angular_velocity": _arrays.vectors(angular_velocity, "angular_velocity", self._dtype)}
        numbers = {"mass": _arrays.floats(mass, "mass", self._dtype), "restitution": _arrays.floats(restitution, "restitution", self._dtype)}
        shape = _arrays.common_shape(shapes=parts.shape, poses=at.shape[:-1], **{name: v.shape[:-1] for name, v in vectors.items()},
                                     **{name: v.shape for name, v in numbers.items()})
        which = np.broadcast_to(np.arange(_arrays.count_of(parts.shape)).reshape(parts.shape), shape)
        every = parts if parts.shape == shape else parts.take(which)
        pair = np.stack([_arrays.broadcast(shape, name, v) for name, v in numbers.items()], axis=-1)
        ids = np.zeros(shape, np.uint64)
        ways = [_arrays.broadcast(shape, name, v, 1) for name, v in vectors.items()]
        bad, why = self._native.insert(every._native, _arrays.broadcast(shape, "poses", at, 1), *ways, pair, (number, int(category), int(mask)), ids)
        if bad >= 0:
            self.remove(ids.reshape(-1)[:bad])
            raise ValueError(f"collider {bad}: {why}")
        return ids

    def _ids(self, ids: ArrayLike) -> NDArray[np.uint64]:
        names = np.asarray(ids)
        if names.dtype.kind not in "iu":
            raise TypeError(f"ids has dtype {names.dtype}: ids are those that add returned")
        return np.asarray(names, np.uint64, order="C")

    @staticmethod
    def _done(answer: tuple[int, int], what: str) -> None:
        bad, status = answer
        if bad >= 0:
            if status == _INDEX_ERROR:
                raise IndexError(f"ids[{bad}] is not in use: it was removed, or is of another world")
            raise ValueError(f"{what}[{bad}] is not possible")

    def remove(self, ids: ArrayLike) -> None:
        """Takes colliders out. IndexError for the first id that is stale; those before it are out."""
        names = self._ids(ids)
        self._done(self._native.remove(names, names.size), "ids")

    def move(self, ids: ArrayLike, poses: ArrayLike) -> None:
        """Puts colliders elsewhere, without a motion between."""
        names = self._ids(ids)
        at = _arrays.broadcast(names.shape, "poses", _arrays.poses(poses, "poses", self._dtype), 1)
        self._done(self._native.move(names, names.size, at), "poses")

    def set_velocity(self, ids: ArrayLike, velocity: ArrayLike, angular_velocity: ArrayLike = (0.0, 0.0, 0.0)) -> None:
        """Gives colliders that are not static new velocities."""
        names = self._ids(ids)
        ways = [_arrays.broadcast(names.shape, name, _arrays.vectors(v, name, self._dtype), 1)
                for v, name in ((velocity, "velocity"), (angular_velocity, "angular_velocity"))]
        self._done(self._native.set_velocity(names, names.size, *ways), "velocity")

    def states(self, ids: ArrayLike) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Poses (..., 7), velocities (..., 3) and angular velocities (..., 3) of colliders."""
        names = self._ids(ids)
        out = [np.empty(names.shape + (size,), self._dtype) for size in (7, 3, 3)]
        bad = self._native.states(names, names.size, *out)
        self._done((bad, _INDEX_ERROR), "ids")
        return out[0], out[1], out[2]

    def poses(self, ids: ArrayLike) -> NDArray[Any]:
        """Where colliders stand, (..., 7)."""
        return self.states(ids)[0]

    def step(self, dt: float) -> WorldImpacts:
        """Moves the world on by ``dt`` and returns the impacts of the step; what touches is in ``events``."""
        if not 0 <= dt < np.inf:
            raise ValueError(f"dt is {dt}: it must be 0 or more, and finite")
        self._native.step(float(dt))
        return WorldImpacts(from_bytes(self._native.impacts(), _IMPACT[self._real]))

    @property
    def events(self) -> Events:
        """What began to touch in the last step, touches still, or ended."""
        return Events(from_bytes(self._native.events(), _EVENT[self._real]))

    def raycast(self, origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike = _arrays.T_MIN, t_max: ArrayLike = _arrays.T_MAX, *,
                mask: int = 0xFFFFFFFF) -> WorldRayHits:
        """The first collider with a category bit in ``mask`` that each ray hits."""
        start, way, low, high, count, shape = _arrays.rays(self._dtype, origins, directions, t_min, t_max)
        out, hits = np.empty(shape, _HIT[self._real]), np.empty(shape, np.bool_)
        self._native.raycast(start, way, low, high, count, int(mask), out, hits)
        out["t"][~hits] = np.inf
        return WorldRayHits(out)
