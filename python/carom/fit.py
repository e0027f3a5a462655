"""Bounding volumes of points: every point is in the result, which is rounded outwards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays
from .shapes import Box, Capsule, Hull, OrientedBox, Shape, _points


def _fitted(points: ArrayLike, name: str, reals: int) -> NDArray[Any]:
    array = _points(points, "points")
    _arrays.finite(array, "points")
    out = np.empty(reals, array.dtype)
    getattr(_arrays.native(array.dtype), name)(array, out)
    return out


def box(points: ArrayLike) -> Box:
    """The least box along the axes of (n, 3) points.

    Examples
    --------
    >>> import numpy as np, carom
    >>> carom.fit.box(np.array([[0.0, 1, 2], [3, 1, 0]])).bounds().tolist()
    [[0.0, 1.0, 0.0], [3.0, 1.0, 2.0]]
    """
    out = _fitted(points, "fit_aabb", 6)
    return Box(out[:3], out[3:])


def sphere(points: ArrayLike) -> tuple[NDArray[Any], float]:
    """Centre and radius of the least sphere: ``Sphere(*sphere(points))`` is it as a shape.

    Examples
    --------
    >>> import numpy as np, carom
    >>> center, radius = carom.fit.sphere(np.array([[1.0, 0, 0], [-1, 0, 0], [0, 0.5, 0]]))
    >>> (center + 0.0).tolist(), round(radius, 12)
    ([0.0, 0.0, 0.0], 1.0)
    """
    out = _fitted(points, "fit_sphere", 4)
    return out[:3], float(out[3])


def capsule(points: ArrayLike) -> Capsule:
    """A small capsule.

    Examples
    --------
    >>> import numpy as np, carom
    >>> points = np.random.default_rng(1).normal(size=(50, 3)) * [5, 1, 1]
    >>> bool(carom.overlap(carom.fit.capsule(points), carom.Point(points)).all())
    True
    """
    out = _fitted(points, "fit_capsule", 7)
    return Capsule(out[:3], out[3:6], out[6:].reshape(()))


def oriented_box(points: ArrayLike) -> OrientedBox:
    """A near-minimal box in any direction.

    Examples
    --------
    >>> import numpy as np, carom
    >>> turned = np.array([[1.0, 1, 0], [-1, -1, 0], [1, -1, 0], [-1, 1, 0], [0, 0, 1]]) @ np.array([[0.6, 0.8, 0], [-0.8, 0.6, 0], [0, 0, 1]])
    >>> round(carom.fit.oriented_box(turned).volume, 6)
    4.0
    """
    hull = Hull(points)
    out = np.empty(15, hull.dtype)
    hull._hull.obb(out)
    return OrientedBox(out[:3], out[3:12].reshape(3, 3), out[12:])


def hull(points: ArrayLike, max_vertices: int = 0) -> Hull:
    """The convex hull: ``carom.Hull``."""
    return Hull(points, max_vertices)


class KDop(Shape):
    """The points with low[i] <= dot(normals[i], x) <= high[i]; up to 16 normals of any length but 0."""

    kind = "kdop"
    __slots__ = ("normals", "low", "high")

    def __init__(self, normals: ArrayLike, low: ArrayLike, high: ArrayLike) -> None:
        ways = _points(normals, "normals")
        bounds = []
        for value, name in ((low, "low"), (high, "high")):
            array = np.array(_arrays.broadcast(ways.shape[:1], name, _arrays.floats(value, name, ways.dtype)), copy=True)
            array.flags.writeable = False
            bounds.append(array)
        self.normals, (self.low, self.high) = ways, bounds
        self._take(_arrays.native(ways.dtype).kdop(ways, *bounds), ways.dtype, ())


def kdop(points: ArrayLike, k: int = 26) -> KDop:
    """The least k-DOP with the usual normals, k being 6, 14, 18 or 26.

    Examples
    --------
    >>> import numpy as np, carom
    >>> carom.fit.kdop(np.eye(3), 6).high.tolist()
    [1.0, 1.0, 1.0]
    """
    array = _points(points, "points")
    _arrays.finite(array, "points")
    if k not in (6, 14, 18, 26):
        raise ValueError(f"k is {k}: it must be 6, 14, 18 or 26")
    native = _arrays.native(array.dtype)
    normals = native.kdop_normals(k).view(array.dtype).reshape(-1, 3)
    low, high = np.empty(len(normals), array.dtype), np.empty(len(normals), array.dtype)
    native.fit_kdop(array, normals, low, high)
    return KDop(normals, low, high)
