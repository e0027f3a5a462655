"""Boxes of parts, and the pairs of them that overlap: all at once, or by tiles where they are too many for one process.

Tiles are the leaves of a k-d tree over a sample of the boxes. A box goes to every tile that it reaches, and a pair belongs to the tile
of its reference point, the greatest of the two lower corners (Dittrich and Seeger 2000, [Dittrich00] in docs/sources.md), so that each
pair is found once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _arrays

Floats = NDArray[np.float64]


def rotations(poses: Floats) -> Floats:
    """The matrices of quaternions x, y, z, w in poses (n, 7)."""
    x, y, z, w = (poses[:, 3 + i] for i in range(4))
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def posed_boxes(low: Floats, high: Floats, poses: Floats) -> tuple[Floats, Floats]:
    """Boxes that hold the posed boxes, (n, 3) all. Where nothing is turned they are those of the vertices, exactly: an addition
    rounds upwards what is greater. Else they are larger by what rounding may do to a vertex, 1e-14 of its size."""
    moves = poses[:, :3]
    middle, half = 0.5 * low + 0.5 * high, 0.5 * high - 0.5 * low
    turns = rotations(poses)
    center = np.einsum("nij,nj->ni", turns, middle) + moves
    size = np.abs(middle).sum(axis=1) + half.sum(axis=1) + np.abs(moves).sum(axis=1)
    reach = np.einsum("nij,nj->ni", np.abs(turns), half) + 1e-14 * size[:, None]
    straight = (poses[:, 3:6] == 0).all(axis=1)[:, None]
    return np.where(straight, low + moves, center - reach), np.where(straight, high + moves, center + reach)


def grown(low: Floats, high: Floats, clearance: float) -> tuple[Floats, Floats]:
    """Boxes so much larger that those of parts within the clearance overlap."""
    if clearance == 0:
        return low, high
    return np.nextafter(low - 0.5 * clearance, -np.inf), np.nextafter(high + 0.5 * clearance, np.inf)


def box_pairs(low: Floats, high: Floats, together: int = 65_536) -> NDArray[np.uint32]:
    """All pairs of boxes that overlap, the lower index first, in the order in which the middles of their boxes come along a Hilbert curve: by that
    which comes first, then by the other. Threads find so many boxes together, or more."""
    found: NDArray[np.uint8] = _arrays.native(_arrays.F64).pairs_along_curve(np.concatenate([low, high], axis=1), together)
    return found.view(np.uint32).reshape(-1, 2)


# ---------------------------------------------------------------- tiles

#: A split of the tree: axis -1 is a leaf, whose `below` is the tile; else `below` and `above` are places in the array.
SPLIT = np.dtype([("axis", "i4"), ("below", "i4"), ("above", "i4"), ("at", "f8")])


def split_space(low: Floats, tiles: int) -> NDArray[Any]:
    """A k-d tree with about so many leaves over lower corners, of which a sample of 100,000 decides."""
    sample = low[:: max(1, len(low) // 100_000)]
    rows: list[tuple[int, int, int, float]] = []
    leaves = 0

    def add(points: Floats, wanted: int) -> int:
        nonlocal leaves
        place = len(rows)
        rows.append((-1, leaves, 0, 0.0))
        axis = int(np.argmax(points.max(axis=0) - points.min(axis=0))) if len(points) else 0
        at = float(np.median(points[:, axis])) if len(points) else 0.0
        below = points[:, axis] < at
        if wanted < 2 or not below.any():
            leaves += 1
            return place
        first = add(points[below], wanted // 2)
        second = add(points[~below], wanted - wanted // 2)
        rows[place] = (axis, first, second, at)
        return place

    add(sample, tiles)
    return np.array(rows, SPLIT)


def tile_count(tree: NDArray[Any]) -> int:
    """How many leaves a tree has."""
    return int((tree["axis"] < 0).sum())


def tiles_of(tree: NDArray[Any], low: Floats, high: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The tiles that boxes reach: tiles and indices of boxes, by tile and then index."""
    tiles: list[NDArray[np.int64]] = []
    boxes: list[NDArray[np.int64]] = []
    waiting = [(0, np.arange(len(low)))]
    while waiting:
        place, some = waiting.pop()
        axis, below, above, at = (tree[place][name] for name in ("axis", "below", "above", "at"))
        if axis < 0:
            tiles.append(np.full(len(some), below, np.int64))
            boxes.append(some)
            continue
        waiting.append((int(above), some[high[some, axis] >= at]))
        waiting.append((int(below), some[low[some, axis] < at]))
    return np.concatenate(tiles), np.concatenate(boxes)


def tile_pairs(tree: NDArray[Any], tile: int, ids: NDArray[Any], low: Floats, high: Floats) -> NDArray[np.uint32]:
    """The pairs of the boxes of a tile that belong to it, by their ids."""
    pairs = box_pairs(low, high)
    points = np.maximum(low[pairs[:, 0]], low[pairs[:, 1]])
    tiles, which = tiles_of(tree, points, points)
    owner = np.empty(len(pairs), np.int64)
    owner[which] = tiles
    return np.ascontiguousarray(np.sort(ids[pairs[owner == tile]].astype(np.uint32), axis=1))
