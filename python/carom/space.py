"""Many boxes at once: which overlap, what is near, what a ray meets."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays
from .mesh_results import IndexLists

KINDS = {"brute": 0, "grid": 1, "hash": 2, "sweep_prune": 3, "sweep_prune_incremental": 4, "quadtree": 5, "octree": 6, "kdtree": 7, "bvh_sah": 8,
         "bvh_morton": 9, "bvh_dynamic": 10}


class Space:
    """Boxes along the axes in a structure of one of eleven kinds; each answers every question exactly as the others do.

    Parameters
    ----------
    kind : one of brute, grid, hash, sweep_prune, sweep_prune_incremental, quadtree, octree, kdtree, bvh_sah, bvh_morton, bvh_dynamic
    low, high : (n, 3), the corners of the boxes; box i has the id i. Boxes are closed: touching is overlap.
    margin : by which dynamic structures enlarge boxes
    cell : size of the cells of grids; 0: chosen from the boxes

    Examples
    --------
    >>> import numpy as np, carom
    >>> low = np.array([[0.0, 0, 0], [0.5, 0, 0], [3.0, 0, 0]])
    >>> boxes = carom.Space("bvh_sah", low, low + 1)
    >>> boxes.pairs()
    array([[0, 1]], dtype=uint32)
    >>> boxes.nearest([[2.5, 0.5, 0.5]], 2)
    (array([[2, 1]], dtype=uint32), array([[0.5, 1. ]]))
    """

    def __init__(self, kind: str, low: ArrayLike, high: ArrayLike, *, margin: float = 0.0, cell: float = 0.0) -> None:
        number = _arrays.choice(KINDS, kind, "kind")
        first = _arrays.vectors(low, "low")
        self.kind = kind
        self._dtype = first.dtype.newbyteorder("=")
        boxes, shape = self._boxes(first, high)
        if len(shape) != 1:
            raise ValueError(f"low and high must have shape (n, 3), not {shape + (3,)}")
        for value, name in ((margin, "margin"), (cell, "cell")):
            if not 0 <= value < np.inf:
                raise ValueError(f"{name} is {value}: it must be 0 or more, and finite")
        self._native = _arrays.native(self._dtype).Space(number, boxes, float(margin), float(cell))

    def _boxes(self, low: ArrayLike, high: ArrayLike) -> tuple[NDArray[Any], tuple[int, ...]]:
        least, most = _arrays.vectors(low, "low", self._dtype), _arrays.vectors(high, "high", self._dtype)
        shape = _arrays.common_shape(low=least.shape[:-1], high=most.shape[:-1])
        for array, name in ((least, "low"), (most, "high")):
            _arrays.finite(array, name)
        inverted = least > most
        if inverted.any():
            raise ValueError(f"low{_arrays.first_of(inverted)} is above high")
        return np.stack([_arrays.broadcast(shape, "low", least, 1), _arrays.broadcast(shape, "high", most, 1)], axis=-2), shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """float32 or float64."""
        return self._dtype

    def __len__(self) -> int:
        return int(self._native.count())

    def __repr__(self) -> str:
        return f"Space({self.kind!r}, {len(self)} boxes, {self._dtype})"

    @property
    def nbytes(self) -> int:
        """Bytes that the structure holds."""
        return int(self._native.nbytes())

    def pairs(self, other: Space | None = None) -> NDArray[np.uint32]:
        """Every pair of boxes that overlap, once, (n, 2): the lower id first, or an id of this space and one of the other."""
        if other is not None and other._dtype != self._dtype:
            raise TypeError(f"other is {other._dtype} and this space {self._dtype}: make both of the same")
        found: NDArray[np.uint8] = self._native.pairs() if other is None else self._native.pairs_between(other._native)
        return found.view(np.uint32).reshape(-1, 2)

    def in_boxes(self, low: ArrayLike, high: ArrayLike) -> IndexLists:
        """The ids of the boxes that each box overlaps, in an order of the structure's own; the batch is flattened.

        Examples
        --------
        >>> import numpy as np, carom
        >>> low = np.array([[0.0, 0, 0], [0.5, 0, 0], [3.0, 0, 0]])
        >>> carom.Space("grid", low, low + 1).in_boxes([[3.5, 0.5, 0.5]], [[9.0, 9, 9]])[0]
        array([2], dtype=uint32)
        """
        boxes, shape = self._boxes(low, high)
        counts = np.empty(_arrays.count_of(shape), np.uint32)
        found = self._native.in_boxes(boxes, counts.size, counts)
        return IndexLists(found.view(np.uint32), _arrays.offsets(counts))

    def along_rays(self, origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike = _arrays.T_MIN,
                   t_max: ArrayLike = _arrays.T_MAX) -> tuple[IndexLists, NDArray[Any]]:
        """The ids of the boxes that each ray enters, by t and then id, and the t where it does; the batch is flattened.

        Examples
        --------
        >>> import numpy as np, carom
        >>> low = np.array([[3.0, 0, 0], [0.5, 0, 0]])
        >>> ids, t = carom.Space("octree", low, low + 1).along_rays([[-1.0, 0.5, 0.5]], [[1.0, 0, 0]])
        >>> ids[0], t
        (array([1, 0], dtype=uint32), array([1.5, 4. ]))
        """
        start, way, low, high, count, _ = _arrays.rays(self._dtype, origins, directions, t_min, t_max)
        counts = np.empty(count, np.uint32)
        ids, t = self._near(self._native.along_rays(start, way, low, high, count, counts))
        return IndexLists(ids, _arrays.offsets(counts)), t

    def _near(self, found: NDArray[np.uint8]) -> tuple[NDArray[np.uint32], NDArray[Any]]:
        real = self._dtype.itemsize
        items = found.view(np.dtype({"names": ["id", "distance"], "formats": ["u4", self._dtype], "offsets": [0, real], "itemsize": 2 * real}))
        return np.array(items["id"]), np.array(items["distance"])

    def nearest(self, points: ArrayLike, k: int = 1) -> tuple[NDArray[np.uint32], NDArray[Any]]:
        """The ids and distances of the k boxes nearest to each point, (..., k) both; fewer where there are fewer boxes. Distances are 0
        inside. A point that is not finite is refused."""
        if k < 1:
            raise ValueError(f"k is {k}: it must be at least 1")
        at = _arrays.dense(_arrays.vectors(points, "points", self._dtype))
        _arrays.finite(at, "points")
        count = _arrays.count_of(at.shape[:-1])
        ids, distances = self._near(self._native.nearest(at, count, int(k)))
        shape = at.shape[:-1] + (len(ids) // count if count else min(int(k), len(self)),)
        return ids.reshape(shape), distances.reshape(shape)

    def insert(self, low: ArrayLike, high: ArrayLike) -> NDArray[np.uint32]:
        """Adds boxes and returns their ids."""
        boxes, shape = self._boxes(low, high)
        ids = np.empty(shape, np.uint32)
        self._native.insert(boxes, ids.size, ids)
        return ids

    def remove(self, ids: ArrayLike) -> None:
        """Takes boxes out. IndexError for the first id that is not in use; those before it are out."""
        names = self._ids(ids)
        self._known(self._native.remove(names, names.size), names)

    def move(self, ids: ArrayLike, low: ArrayLike, high: ArrayLike) -> None:
        """Gives boxes new corners. IndexError for the first id that is not in use; those before it have moved."""
        names = self._ids(ids)
        boxes, shape = self._boxes(low, high)
        boxes = _arrays.broadcast(names.shape, "low, high", boxes, 2)
        self._known(self._native.move(names, boxes, names.size), names)

    def move_all(self, low: ArrayLike, high: ArrayLike) -> None:
        """Gives all boxes new corners at once: the way for scenes in which most things move."""
        boxes, shape = self._boxes(low, high)
        if shape != (self._native.slots(),):
            raise ValueError(f"low and high must have shape ({self._native.slots()}, 3), a box for each id, not {shape + (3,)}")
        self._native.move_all(boxes, shape[0])

    def build(self) -> None:
        """Builds a structure that is built at once anew over the boxes as they are."""
        self._native.build()

    def _ids(self, ids: ArrayLike) -> NDArray[np.uint32]:
        names = np.asarray(ids)
        if names.dtype.kind not in "iu":
            raise TypeError(f"ids has dtype {names.dtype}: ids are integers")
        if names.size and (int(names.min()) < 0 or int(names.max()) >= 2**32):
            bad = (names < 0) | (names >= 2**32)
            raise IndexError(f"ids{_arrays.first_of(bad)} is {names[bad][0]}: no box has it")
        return np.asarray(names, np.uint32, order="C")

    def _known(self, bad: int, names: NDArray[np.uint32]) -> None:
        if bad >= 0:
            raise IndexError(f"ids[{bad}] is {names.reshape(-1)[bad]}: no box has it")
