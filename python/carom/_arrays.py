"""Arguments: whatever holds numbers becomes a contiguous array of one of the two precisions, or an error that names the argument."""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _carom

Floats = NDArray[Any]
F32 = np.dtype(np.float32)
F64 = np.dtype(np.float64)


def native(dtype: np.dtype[Any]) -> Any:
    """The bindings of a precision."""
    return _carom.f32 if dtype == F32 else _carom.f64


def array_of(value: Any, name: str) -> tuple[NDArray[Any], bool]:
    """``value`` as an array, by DLPack where it offers that, and whether its dtype was chosen by its owner."""
    if isinstance(value, (np.ndarray, np.generic)):
        return np.asarray(value), True
    if hasattr(value, "__dlpack__"):
        try:
            return np.from_dlpack(value), True
        except (BufferError, RuntimeError, TypeError):
            pass
    chosen = hasattr(value, "__array__") or hasattr(value, "__array_interface__")
    try:
        return np.asarray(value), chosen
    except ValueError:
        raise ValueError(f"{name} is no regular array: its rows differ in length") from None


def floats(value: ArrayLike, name: str, dtype: np.dtype[Any] | None = None) -> Floats:
    """``value`` in the precision ``dtype``, or in its own where that is None.

    Arrays must be float32 or float64: an array of integers is refused, since rounding it to one of the two is the caller's choice, and
    so is float64 where float32 is wanted. Numbers in Python's lists and tuples take the precision wanted, float64 without one.
    """
    array, chosen = array_of(value, name)
    kind = array.dtype.newbyteorder("=")
    if kind == F32 or kind == F64:
        if dtype is None or kind == dtype:
            return array
        if kind == F64 and chosen:
            raise TypeError(f"{name} is float64 and this object float32: pass {name}.astype(numpy.float32), or make the object of float64")
        return array.astype(dtype)
    if kind == object:
        for index, item in np.ndenumerate(array):
            if not isinstance(item, (int, float)):
                where = "[" + ", ".join(map(str, index)) + "]" if index else ""
                raise TypeError(f"{name}{where} is no number: {item!r}")
        raise TypeError(f"{name} has dtype object: pass an array of float32 or float64")
    if not chosen and kind.kind in "iuf" and (array.size == 0 or kind.kind != "b"):
        return array.astype(dtype or F64)
    raise TypeError(f"{name} has dtype {kind}: pass an array of float32 or float64, for example {name}.astype(float)")


def vectors(value: ArrayLike, name: str, dtype: np.dtype[Any] | None = None) -> Floats:
    """``value`` as an array of shape (..., 3)."""
    array = floats(value, name, dtype)
    if array.ndim < 1 or array.shape[-1] != 3:
        raise ValueError(f"{name} must have shape (..., 3), not {array.shape}")
    return array


def dense(array: Floats) -> Floats:
    """The same array with its items in a row, and in the byte order of the machine."""
    return np.asarray(array, dtype=array.dtype.newbyteorder("="), order="C")


def broadcast(shape: tuple[int, ...], name: str, array: Floats, inner: int = 0) -> Floats:
    """A dense array of ``shape`` and the last ``inner`` axes of ``array``, or an error that names it."""
    try:
        return dense(np.broadcast_to(array, shape + array.shape[array.ndim - inner :]))
    except ValueError:
        raise ValueError(f"{name} of shape {array.shape} does not go with a batch of shape {shape}") from None


def common_shape(**shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape that batches of several arguments broadcast to."""
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        listed = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise ValueError(f"the batches do not broadcast together: {listed}") from None


def count_of(shape: tuple[int, ...]) -> int:
    """How many items an array of this shape has."""
    count = 1
    for size in shape:
        count *= size
    return count


def first_of(bad: NDArray[np.bool_]) -> str:
    """The first place where ``bad`` is true, as an index in brackets."""
    return "[" + ", ".join(str(int(i)) for i in np.argwhere(bad)[0]) + "]"


def finite(array: Floats, name: str) -> None:
    """Refuses the first number that is not finite."""
    bad = ~np.isfinite(array)
    if bad.any():
        where = first_of(bad)
        raise ValueError(f"{name}{where} is {array[bad][0]}: it must be finite")


def indices(value: ArrayLike, name: str, limit: int) -> NDArray[np.uint32]:
    """Faces: an integer array of shape (n, 3) whose items are below ``limit``."""
    array, _ = array_of(value, name)
    if array.size == 0 and array.dtype.kind in "iuf":
        return np.zeros((0, 3), np.uint32)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} has dtype {array.dtype}: indices must be integers")
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"{name} must have shape (n, 3), three indices a triangle, not {array.shape}")
    low, high = int(array.min()), int(array.max())
    if low < 0 or high >= limit:
        bad = (array < 0) | (array >= limit) if low < 0 else array >= limit
        raise IndexError(f"{name}{first_of(bad)} is {array[bad][0]}: there are {limit} vertices, counted from 0")
    return np.ascontiguousarray(array, dtype=np.uint32)


def poses(value: ArrayLike | None, name: str, dtype: np.dtype[Any]) -> Floats:
    """Poses as an array (..., 7), position and quaternion x, y, z, w, of such an array or one of rigid 4 x 4 matrices (..., 4, 4)."""
    if value is None:
        return np.array([0, 0, 0, 0, 0, 0, 1], dtype)
    array = floats(value, name, dtype)
    matrices = array.ndim >= 2 and array.shape[-2:] == (4, 4)
    if not matrices and (array.ndim < 1 or array.shape[-1] != 7):
        raise ValueError(f"{name} must have shape (..., 4, 4) or (..., 7), position and quaternion x y z w, not {array.shape}")
    batch = array.shape[:-2] if matrices else array.shape[:-1]
    array = dense(array)
    count = count_of(batch)
    if matrices:
        out = np.empty(batch + (7,), dtype)
        bad = native(dtype).poses_of_matrices(array, count, out)
        problem = "is no rigid motion: its rotation must be orthonormal without a mirror, its numbers finite, its last row 0 0 0 1"
    else:
        out = array
        bad = native(dtype).invalid_pose(out, count)
        problem = "is no pose: its numbers must be finite and its quaternion x y z w of unit length"
    if bad >= 0:
        where = "[" + ", ".join(map(str, np.unravel_index(bad, batch))) + "]" if batch else ""
        raise ValueError(f"{name}{where} {problem}")
    return out


#: The whole ray.
T_MIN, T_MAX = 0.0, float("inf")
_WHOLE = {kind: (np.array([T_MIN], kind), np.array([T_MAX], kind)) for kind in (F32, F64)}
Rays = Tuple[Floats, Floats, Floats, Floats, int, Tuple[int, ...]]


def rays(dtype: np.dtype[Any], origins: Any, directions: Any, t_min: Any, t_max: Any) -> Rays:
    """Origins, directions and ranges, each dense and of one item or as many as rays; how many rays, and the shape of the batch."""
    if (type(origins) is type(directions) is np.ndarray and origins.dtype is directions.dtype is dtype and origins.ndim == 2
            and origins.shape == directions.shape and origins.shape[1] == 3 and origins.flags.c_contiguous and directions.flags.c_contiguous
            and t_min is T_MIN and t_max is T_MAX):
        count = len(origins)
        return origins, directions, *_WHOLE[dtype], count, (count,)
    starts, ways = vectors(origins, "origins", dtype), vectors(directions, "directions", dtype)
    low, high = floats(t_min, "t_min", dtype), floats(t_max, "t_max", dtype)
    shape = common_shape(origins=starts.shape[:-1], directions=ways.shape[:-1], t_min=low.shape, t_max=high.shape)
    named = {"origins": (starts, 1), "directions": (ways, 1), "t_min": (low, 0), "t_max": (high, 0)}
    out = [dense(array) if array.size == (3 if inner else 1) else broadcast(shape, name, array, inner) for name, (array, inner) in named.items()]
    return out[0], out[1], out[2], out[3], count_of(shape), shape


def offsets(counts: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Where the items of each question begin, and where the last ends."""
    out = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=out[1:])
    return out


def choice(table: dict[str, int], value: str, name: str) -> int:
    """The number of a word."""
    try:
        return table[value]
    except KeyError:
        raise ValueError(f"{name} is {value!r}: it must be one of {', '.join(table)}") from None
