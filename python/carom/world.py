"""Colliders that stand and move: which touch, since when, and when fast ones meet."""

from __future__ import annotations

import os
from typing import Any, Tuple

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _arrays
from ._records import Field, Record, both, from_bytes
from .mesh import Mesh
from .shapes import Point, Shape, Shapes, concatenate

_KINDS = {"static": 0, "moving": 1, "sensor": 2}
_INDEX_ERROR = 4
_ALL = 0xFFFFFFFF
#: mask, category, skip_sensors, exclude, ignore_receding, distance
_Facts = Tuple[int, int, bool, Any, bool, float]


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


class WorldSweepHits(Record):
    """First colliders that moving shapes meet; where ``hit`` is false all else is 0, and the fraction 1."""

    hit: Field[np.bool_] = Field("Whether it meets one.")
    id: Field[np.uint64] = Field("The collider.")
    fraction: Field[np.floating[Any]] = Field("The part of the motion until then, 0 to 1.")
    point: Field[np.floating[Any]] = Field("Where they touch, at that time.")
    normal: Field[np.floating[Any]] = Field("Unit, from the shape to the collider.")
    initial_overlap: Field[np.bool_] = Field("Whether they touch at the start.")


_SWEPT = both("carom_world_hit", id="id:u8", fraction="t:f", point="point:3f", normal="normal:3f", initial_overlap="initial_overlap:?")


class WorldNearest(Record):
    """The colliders nearest to shapes, the nearest first: of shape (..., k). Where there are fewer the id is 0 and the distance infinite."""

    id: Field[np.uint64] = Field("The collider; 0: there is none.")
    distance: Field[np.floating[Any]] = Field("0 in contact.")
    point_a: Field[np.floating[Any]] = Field("On the shape.")
    point_b: Field[np.floating[Any]] = Field("On the collider.")


_NEAR = both("carom_world_near", id="id:u8", distance="distance:f", point_a="point_a:3f", point_b="point_b:3f")


class WorldLists:
    """Answers of several colliders a question: those of question i are ``hits[offsets[i]:offsets[i + 1]]``, or ``lists[i]``."""

    def __init__(self, hits: WorldRayHits | WorldSweepHits, offsets: NDArray[np.int64]) -> None:
        self.hits = hits
        self.offsets = offsets

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, question: int) -> WorldRayHits | WorldSweepHits:
        i = range(len(self))[question]
        return self.hits[self.offsets[i] : self.offsets[i + 1]]

    def __repr__(self) -> str:
        return f"WorldLists({len(self.hits)} hits of {len(self)} questions)"


def _precision(dtype: DTypeLike) -> np.dtype[Any]:
    out = np.dtype(dtype)
    if out not in (_arrays.F32, _arrays.F64):
        raise TypeError(f"dtype is {out}: it must be float32 or float64")
    return out


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
        self._dtype = _precision(dtype)
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

    @classmethod
    def from_bytes(cls, data: Any, assets: Shapes = (), *, dtype: DTypeLike = np.float64) -> World:
        """The world of ``to_bytes``, with the same assets in the same order; steps then give the same bits, and ids are what they were."""
        out = cls.__new__(cls)
        out._dtype = _precision(dtype)
        out._real = out._dtype.itemsize
        out._native = _arrays.native(out._dtype).World(data, out._assets(assets)._native)
        return out

    @classmethod
    def load(cls, path: str | os.PathLike[str], assets: Shapes = (), *, dtype: DTypeLike = np.float64) -> World:
        """The world of a file that ``save`` wrote, as ``from_bytes``."""
        with open(path, "rb") as file:
            return cls.from_bytes(file.read(), assets, dtype=dtype)

    def to_bytes(self, assets: Shapes = ()) -> bytes:
        """The whole world, settings and touching pairs included, in a form that is the same on every machine.

        Parameters
        ----------
        assets : the meshes, hulls, height fields, compounds and rounded shapes of its colliders, which are stored without them

        Examples
        --------
        >>> import carom
        >>> floor, world = carom.box_mesh([-9.0, -1, -9], [9.0, 0, 9]), carom.World(gravity=[0.0, -10, 0], response=True)
        >>> _ = world.add(floor, kind="static")
        >>> ball = world.add(carom.Sphere([0.0, 1, 0], 0.25))
        >>> again = carom.World.from_bytes(world.to_bytes([floor]), [floor])
        >>> _ = world.step(0.1), again.step(0.1)
        >>> bool((again.poses(ball) == world.poses(ball)).all())
        True
        """
        found: NDArray[np.uint8] = self._native.save(self._assets(assets)._native)
        return found.tobytes()

    def save(self, path: str | os.PathLike[str], assets: Shapes = ()) -> None:
        """Writes ``to_bytes`` into a file."""
        data = self.to_bytes(assets)
        with open(path, "wb") as file:
            file.write(data)

    def _assets(self, assets: Shapes) -> Shape:
        parts = concatenate(assets) if isinstance(assets, (Shape, Mesh)) or len(assets) else Point(np.zeros((0, 3), self._dtype))
        return self._same(parts, "assets")

    def _same(self, parts: Shape, name: str) -> Shape:
        if parts._dtype != self._dtype:
            raise TypeError(f"{name} are {parts._dtype} and this world {self._dtype}: make both of the same")
        return parts

    def __len__(self) -> int:
        return int(self._native.count())

    def __repr__(self) -> str:
        return f"World({len(self)} colliders, {self._dtype})"

    def add(self, shapes: Shapes, poses: ArrayLike | None = None, *, kind: str = "moving", velocity: ArrayLike = (0.0, 0.0, 0.0),
            angular_velocity: ArrayLike = (0.0, 0.0, 0.0), mass: ArrayLike = 1.0, restitution: ArrayLike = 0.0, category: int = 1,
            mask: int = _ALL) -> NDArray[np.uint64]:
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
        self._same(parts, "shapes")
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

    def set_filter(self, ids: ArrayLike, category: int, mask: int = _ALL) -> None:
        """Gives colliders another category and mask."""
        names = self._ids(ids)
        self._done(self._native.set_filter(names, names.size, int(category), int(mask)), "ids")

    @property
    def ids(self) -> NDArray[np.uint64]:
        """The ids of all colliders, by index."""
        found: NDArray[np.uint8] = self._native.ids()
        return found.view(np.uint64)

    def build(self) -> None:
        """Builds the structure of the scenery anew, as a step does: for worlds that are only asked."""
        self._native.build()

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
                mask: int = _ALL) -> WorldRayHits:
        """The first collider with a category bit in ``mask`` that each ray hits."""
        start, way, low, high, count, shape = _arrays.rays(self._dtype, origins, directions, t_min, t_max)
        out, hits = np.empty(shape, _HIT[self._real]), np.empty(shape, np.bool_)
        self._native.raycast(start, way, low, high, count, int(mask), out, hits)
        out["t"][~hits] = np.inf
        return WorldRayHits(out)

    def raycast_all(self, origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike = _arrays.T_MIN, t_max: ArrayLike = _arrays.T_MAX, *,
                    mask: int = _ALL) -> WorldLists:
        """Every collider that each ray hits, each where it is hit first, by t and then index; the batch is flattened."""
        start, way, low, high, count, _ = _arrays.rays(self._dtype, origins, directions, t_min, t_max)
        counts = np.empty(count, np.uint32)
        found = self._native.raycast_all(start, way, low, high, count, int(mask), counts)
        return WorldLists(WorldRayHits(from_bytes(found, _HIT[self._real])), _arrays.offsets(counts))

    def _probes(self, shapes: Shapes, poses: Any, motion: Any, facts: _Facts) -> tuple[tuple[Any, ...], tuple[int, ...]]:
        """Shapes, poses and motions, one of each a question, and the shape of the batch."""
        parts = self._same(concatenate(shapes), "shapes")
        at = _arrays.poses(poses, "poses", self._dtype)
        ways = _arrays.vectors(motion, "motion", self._dtype)
        shape = _arrays.common_shape(shapes=parts.shape, poses=at.shape[:-1], motion=ways.shape[:-1])
        if parts.shape != shape:
            parts = parts.take(np.broadcast_to(np.arange(_arrays.count_of(parts.shape)).reshape(parts.shape), shape))
        mask, category, skip_sensors, exclude, ignore_receding, distance = facts
        if not 0 <= distance < np.inf:
            raise ValueError(f"distance is {distance}: it must be 0 or more, and finite")
        left_out = self._ids(np.asarray(exclude, np.uint64) if np.size(exclude) == 0 else exclude)
        rows = (int(mask), int(category), bool(skip_sensors), left_out, bool(ignore_receding), float(distance))
        return (parts._native, _arrays.broadcast(shape, "poses", at, 1), _arrays.broadcast(shape, "motion", ways, 1), rows), shape

    def sweep(self, shapes: Shapes, motion: ArrayLike, poses: ArrayLike | None = None, *, mask: int = _ALL, category: int = 0,
              exclude: ArrayLike = (), skip_sensors: bool = False, ignore_receding: bool = False, distance: float = 0.0) -> WorldSweepHits:
        """The first collider that each shape meets when it moves straight by ``motion``; nothing tunnels.

        Parameters
        ----------
        shapes, motion, poses : which broadcast: one shape, or one for each motion or pose
        mask : colliders with a category bit in it count
        category : only colliders with one of its bits in their mask; 0: their masks are not read
        exclude : ids that are not looked at; stale ones do no harm
        ignore_receding : contact at the start is no hit where the motion leads out of it
        distance : what comes so near counts as met

        Examples
        --------
        >>> import carom
        >>> world = carom.World()
        >>> wall = world.add(carom.Box([4.0, -1, -1], [5.0, 1, 1]), kind="static")
        >>> hits = world.sweep(carom.Sphere([0.0, 0, 0], 1.0), [[6.0, 0, 0], [0.0, 6, 0]])
        >>> hits.hit, hits.fraction, bool(hits.id[0] == wall)
        (array([ True, False]), array([0.5, 1. ]), True)
        """
        probes, shape = self._probes(shapes, poses, motion, (mask, category, skip_sensors, exclude, ignore_receding, distance))
        met, hits = np.empty(shape, _SWEPT[self._real]), np.empty(shape, np.bool_)
        self._native.sweep(*probes, met, hits)
        return _swept(met, hits)

    def sweep_all(self, shapes: Shapes, motion: ArrayLike, poses: ArrayLike | None = None, *, mask: int = _ALL, category: int = 0,
                  exclude: ArrayLike = (), skip_sensors: bool = False, ignore_receding: bool = False, distance: float = 0.0) -> WorldLists:
        """Every collider that each shape meets on its way, each where it is met first, by fraction and then index; as ``sweep``, flattened."""
        probes, shape = self._probes(shapes, poses, motion, (mask, category, skip_sensors, exclude, ignore_receding, distance))
        counts = np.empty(_arrays.count_of(shape), np.uint32)
        met = from_bytes(self._native.sweep_all(*probes, counts), _SWEPT[self._real])
        return WorldLists(_swept(met, np.ones(met.shape, np.bool_)), _arrays.offsets(counts))

    def overlap(self, shapes: Shapes, poses: ArrayLike | None = None, *, mask: int = _ALL, category: int = 0, exclude: ArrayLike = (),
                skip_sensors: bool = False) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """The ids of the colliders that each shape overlaps, by index, and where those of each begin: of shape i ids[offsets[i]:offsets[i + 1]].

        Examples
        --------
        >>> import carom
        >>> world = carom.World()
        >>> row = world.add(carom.Sphere([[0.0, 0, 0], [2.0, 0, 0], [9.0, 0, 0]], 1.0))
        >>> ids, offsets = world.overlap(carom.Box([[-1.0, 0, 0], [5.0, 0, 0]], [[1.5, 1, 1], [6.0, 1, 1]]))
        >>> ids.tolist() == row[:2].tolist(), offsets.tolist()
        (True, [0, 2, 2])
        """
        probes, shape = self._probes(shapes, poses, (0.0, 0.0, 0.0), (mask, category, skip_sensors, exclude, False, 0.0))
        counts = np.empty(_arrays.count_of(shape), np.uint32)
        found: NDArray[np.uint8] = self._native.overlap(*probes, counts)
        return found.view(np.uint64), _arrays.offsets(counts)

    def nearest(self, shapes: Shapes, k: int = 1, poses: ArrayLike | None = None, *, mask: int = _ALL, category: int = 0, exclude: ArrayLike = (),
                skip_sensors: bool = False) -> WorldNearest:
        """The k colliders nearest to each shape, of shape (..., k), by distance and then index.

        Examples
        --------
        >>> import carom
        >>> world = carom.World()
        >>> row = world.add(carom.Sphere([[0.0, 0, 0], [4.0, 0, 0], [9.0, 0, 0]], 1.0))
        >>> near = world.nearest(carom.Point([3.0, 0, 3]), 2)
        >>> near.distance.round(3), bool(near.id[0] == row[1])
        (array([2.162, 3.243]), True)
        """
        if k < 1:
            raise ValueError(f"k is {k}: it must be at least 1")
        probes, shape = self._probes(shapes, poses, (0.0, 0.0, 0.0), (mask, category, skip_sensors, exclude, False, 0.0))
        places = max(1, min(int(k), len(self)))
        out, counts = np.zeros(shape + (places,), _NEAR[self._real]), np.empty(shape, np.uint32)
        self._native.nearest(*probes, places, out, counts)
        missing = np.arange(places) >= counts[..., None]
        out["id"][missing] = 0
        out["distance"][missing] = np.inf
        return WorldNearest(out)


def _swept(met: NDArray[Any], hits: NDArray[np.bool_]) -> WorldSweepHits:
    """The records of sweeps, with whether each hits."""
    out = np.empty(met.shape, [("hit", "?")] + [(name, met.dtype[name]) for name in met.dtype.names or ()])
    out["hit"] = hits
    for name in met.dtype.names or ():
        out[name] = met[name]
    out["fraction"][~hits] = 1
    return WorldSweepHits(out)
