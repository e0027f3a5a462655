"""The order of points along a Hilbert curve, by Skilling's transform of their coordinates ([Skilling04] in docs/sources.md):
neighbours in the order are neighbours in space."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

BITS = 20


def hilbert_key(points: NDArray[np.float64]) -> NDArray[np.uint64]:
    """The place of each point, (n, 3), on the curve through the box of all, as an integer of 60 bits."""
    if not len(points):
        return np.zeros(0, np.uint64)
    low, high = points.min(axis=0), points.max(axis=0)
    side = float((high - low).max())
    scale = (2**BITS - 1) / side if side > 0 else 0.0
    x: list[NDArray[np.uint64]] = [np.clip((points[:, axis] - low[axis]) * scale, 0, 2**BITS - 1).astype(np.uint64) for axis in range(3)]
    one = np.uint64(1)
    for bit in range(BITS - 1, 0, -1):
        q = np.uint64(1 << bit)
        below = q - one
        for i in range(3):
            inverted = (x[i] & q) != 0
            swapped = np.where(inverted, np.uint64(0), (x[0] ^ x[i]) & below)
            x[0] = np.where(inverted, x[0] ^ below, x[0] ^ swapped)
            if i:
                x[i] = x[i] ^ swapped
    for i in (1, 2):
        x[i] = x[i] ^ x[i - 1]
    flips = np.zeros(len(points), np.uint64)
    for bit in range(BITS - 1, 0, -1):
        flips = np.where((x[2] & np.uint64(1 << bit)) != 0, flips ^ np.uint64((1 << bit) - 1), flips)
    key = np.zeros(len(points), np.uint64)
    for bit in range(BITS - 1, -1, -1):
        for i in range(3):
            key = (key << one) | (((x[i] ^ flips) >> np.uint64(bit)) & one)
    return key


def order_pairs(pairs: NDArray[np.uint32], low: NDArray[Any], high: NDArray[Any]) -> NDArray[np.uint32]:
    """Pairs of boxes, the lower index first, in the order in which the middles of their boxes come along the curve: by that which comes
    first, then by the other."""
    rank = np.empty(len(low), np.uint64)
    rank[np.argsort(hilbert_key(0.5 * low + 0.5 * high), kind="stable")] = np.arange(len(low), dtype=np.uint64)
    first, second = rank[pairs[:, 0]], rank[pairs[:, 1]]
    order = np.argsort((np.minimum(first, second) << np.uint64(32)) | np.maximum(first, second))
    return np.ascontiguousarray(np.sort(pairs[order], axis=1))
