"""Point clouds and voxel grids: shapes of many balls or boxes, under every verb."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays
from .shapes import Point, Shape, common_dtype


class PointCloud(Shape):
    """Many balls as one shape: points, (n, 3), of one ``radius`` or of one each, (n,). Child i of answers is point i.

    Examples
    --------
    >>> import carom
    >>> cloud = carom.PointCloud([[0.0, 0, 0], [5.0, 0, 0]], 0.5)
    >>> near = carom.closest(carom.Sphere([3.0, 0, 0], 1.0), cloud)
    >>> float(near.distance), int(near.child_b)
    (0.5, 1)
    """

    kind = "compound"
    __slots__ = ()

    def __init__(self, points: ArrayLike, radius: ArrayLike = 0.0) -> None:
        dtype = common_dtype(points, radius)
        array = _arrays.dense(_arrays.vectors(points, "points", dtype))
        if array.ndim != 2:
            raise ValueError(f"points must have shape (n, 3), not {array.shape}")
        _arrays.finite(array, "points")
        sizes = _arrays.floats(radius, "radius", dtype)
        bad = ~(np.isfinite(sizes) & (sizes >= 0))
        if bad.any():
            raise ValueError(f"radius{_arrays.first_of(bad) if sizes.ndim else ''} is {sizes[bad][0]}: it must be 0 or more, and finite")
        sizes = _arrays.dense(sizes.reshape(1)) if sizes.ndim == 0 else _arrays.broadcast(array.shape[:1], "radius", sizes)
        native = _arrays.native(dtype)
        self._take(native.of_compound(native.make_points(array, sizes), Point(array[:0])._native), dtype, ())


class VoxelGrid(Shape):
    """The occupied cells of a grid as one shape: boxes, eight that fill one of twice the edge merged into it.

    Parameters
    ----------
    values : (nx, ny, nz), bool, or floats that are occupied above the threshold: log-odds, or probabilities and 0.5; nan: unknown
    cell : the edges of a cell, a number or (3,)
    origin : (3,), the lowest corner of cell [0, 0, 0]
    threshold : above it a cell is occupied
    unknown_is_occupied : whether cells with nan are

    Examples
    --------
    >>> import numpy as np, carom
    >>> wall = np.zeros((4, 4, 4), bool); wall[2:, :, :] = True
    >>> grid = carom.VoxelGrid(wall, 0.5)
    >>> float(carom.closest(carom.Point([0.0, 1, 1]), grid).distance), len(grid.voxels)
    (1.0, 4)
    """

    kind = "compound"
    __slots__ = ("_compound",)

    def __init__(self, values: ArrayLike, cell: ArrayLike, origin: ArrayLike = (0.0, 0.0, 0.0), *, threshold: float = 0.0,
                 unknown_is_occupied: bool = False) -> None:
        given = np.asarray(values)
        dtype = common_dtype(cell, origin) if given.dtype == np.bool_ else common_dtype(values, cell, origin)
        array = given.astype(dtype) if given.dtype == np.bool_ else _arrays.floats(values, "values", dtype)
        if array.ndim != 3 or array.size == 0:
            raise ValueError(f"values must have shape (nx, ny, nz), one cell or more each, not {array.shape}")
        native = _arrays.native(dtype)
        rows = np.ascontiguousarray(array.transpose(2, 1, 0))
        self._cells(native.make_voxels(rows, np.array(array.shape, np.int32), _frame(origin, cell, dtype), float(threshold), bool(unknown_is_occupied)), dtype)

    @classmethod
    def from_octree(cls, leaves: ArrayLike, values: ArrayLike, cell: ArrayLike, origin: ArrayLike = (0.0, 0.0, 0.0), *, threshold: float = 0.0,
                    unknown_is_occupied: bool = False) -> VoxelGrid:
        """The occupied leaves of an octree, as OctoMap has them.

        Parameters
        ----------
        leaves : (n, 4) integers: the indices x, y, z of any cell of the leaf (OctoMap's key less 32768), and its depth, 16 for one cell
        values : (n,), as those of a grid

        Examples
        --------
        >>> import carom
        >>> tree = carom.VoxelGrid.from_octree([[0, 0, 0, 15], [4, 0, 0, 16]], [1.0, 1.0], 0.5)
        >>> tree.voxels.tolist()
        [[0, 0, 0, 2], [4, 0, 0, 1]]
        """
        names = np.asarray(leaves)
        if names.dtype.kind not in "iu" or names.ndim != 2 or names.shape[1] != 4:
            raise TypeError(f"leaves must be integers of shape (n, 4), x, y, z and depth, not {names.dtype} of shape {names.shape}")
        bad = (names < -(2**31)) | (names >= 2**31)
        if bad.any():
            raise IndexError(f"leaves{_arrays.first_of(bad)} is {names[bad][0]}: it is out of reach")
        dtype = common_dtype(values, cell, origin)
        array = _arrays.broadcast(names.shape[:1], "values", _arrays.floats(values, "values", dtype))
        out = cls.__new__(cls)
        native = _arrays.native(dtype)
        out._cells(native.make_octree(np.ascontiguousarray(names, np.int32), array, _frame(origin, cell, dtype), float(threshold),
                                      bool(unknown_is_occupied)), dtype)
        return out

    def _cells(self, compound: Any, dtype: np.dtype[Any]) -> None:
        self._compound = compound
        self._take(_arrays.native(dtype).of_compound(compound, Point(np.zeros((0, 3), dtype))._native), dtype, ())

    @property
    def voxels(self) -> NDArray[np.int32]:
        """The boxes, (n, 4): the lowest indices x, y, z and how many cells along each axis, a power of two."""
        found: NDArray[np.uint8] = self._compound.voxels()
        return found.view(np.int32).reshape(-1, 4)


def _frame(origin: ArrayLike, cell: ArrayLike, dtype: np.dtype[Any]) -> NDArray[Any]:
    """The origin of a grid and the edges of a cell, (2, 3)."""
    edges = _arrays.floats(cell, "cell", dtype)
    bad = ~(np.isfinite(edges) & (edges > 0))
    if bad.any():
        raise ValueError(f"cell{_arrays.first_of(bad) if edges.ndim else ''} is {edges[bad][0]}: it must be above 0, and finite")
    at = _arrays.vectors(origin, "origin", dtype)
    _arrays.finite(at, "origin")
    return np.stack([_arrays.broadcast((3,), "origin", at), _arrays.broadcast((3,), "cell", edges)])
