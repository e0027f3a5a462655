"""The verdict on pairs of parts, by exact calls of ``carom.Mesh``; docs/distributed.md says which, and what the command calls it.

A pair is handed to the library with the lower part first, alone or with others of the same two meshes, which changes no bit.
"""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import Mesh, SolidRelation, _arrays
from . import _store
from ._needs import need
from ._same import Placed, same_solid
from ._tasks import KnownMesh, MeshCache, shared_cache

VERDICTS = ("near", "touching", "undecided", "hard", "nested", "same")
_NEAR, _TOUCHING, _UNDECIDED, _HARD, _NESTED, _SAME = range(6)
_CLEAR = -1
#: What a depth is measured to, as the command measures it.
ACCURACY = 0.1

_VECTORS = ("normal", "point_a", "point_b")
FOUND = np.dtype([("pair", "<u8"), ("a", "<u4"), ("b", "<u4"), ("verdict", "<i1"), ("depth", "<f8"), ("bound", "<f8"), ("distance", "<f8"),
                  ("normal", "<f8", 3), ("point_a", "<f8", 3), ("point_b", "<f8", 3), ("note", "O")])


def empty_rows(count: int) -> NDArray[Any]:
    """Rows whose numbers are not known."""
    out = np.zeros(count, FOUND)
    for name in ("depth", "bound", "distance", *_VECTORS):
        out[name] = np.nan
    out["verdict"] = _CLEAR
    out["note"] = ""
    return out


def table_columns(rows: NDArray[Any]) -> dict[str, Any]:
    """Rows as columns of Parquet."""
    out: dict[str, Any] = {name: np.ascontiguousarray(rows[name]) for name in ("pair", "a", "b", "verdict", "depth", "bound", "distance")}
    for name in _VECTORS:
        for axis in range(3):
            out[f"{name}_{'xyz'[axis]}"] = np.ascontiguousarray(rows[name][:, axis])
    out["note"] = need("pyarrow").array([str(note) for note in rows["note"]], "string")
    return out


def write_rows(out: pathlib.Path, first: int, last: int, rows: NDArray[Any]) -> None:
    """What was found of pairs first .. last - 1, in their order, without those that are clear."""
    _store.write_table(_store.range_file(out / "found", first, last), table_columns(rows))


def _verdicts(relation: Any, meet: Any) -> NDArray[np.int8]:
    """The verdicts on solids, before depths, clearance and what is the same up to rounding; pairs of surfaces that meet only touch as yet."""
    out = np.where(meet, _TOUCHING, _CLEAR).astype(np.int8)
    out[relation >= SolidRelation.OVERLAP] = _NESTED
    out[(relation >= SolidRelation.OVERLAP) & meet] = _HARD
    out[relation == SolidRelation.EQUAL] = _SAME
    out[relation < 0] = _UNDECIDED
    return out


def _judge_surfaces(first: KnownMesh, second: KnownMesh, pose_a: Any, pose_b: Any, verdicts: NDArray[np.int8]) -> None:
    """The same of two meshes of which one is open: they cross, or a piece of one is in the other."""
    a, b = first.mesh, second.mesh
    meet = verdicts == _TOUCHING
    if meet.any():
        verdicts[meet] = np.where(a.crosses(b, pose_a[meet], pose_b[meet]), _HARD, _TOUCHING)
    for i in np.flatnonzero(~meet):
        if b._native.holds_any(pose_b[i], first.pieces, pose_a[i]) or a._native.holds_any(pose_a[i], second.pieces, pose_b[i]):
            verdicts[i] = _NESTED


def _measure(a: Mesh, b: Mesh, pose_a: Any, pose_b: Any, rows: NDArray[Any], options: dict[str, Any]) -> None:
    """Depths of what overlaps, points of what touches, and what is near."""
    tolerance, clearance = options["tolerance"], options["clearance"]
    deep = np.flatnonzero((rows["verdict"] >= _UNDECIDED))
    if len(deep):
        depths = a.penetration(b, pose_a[deep], pose_b[deep], accuracy=ACCURACY, threshold=tolerance)
        for name, field in (("depth", depths.depth), ("bound", depths.bound), ("normal", depths.normal), ("point_a", depths.point_a), ("point_b", depths.point_b)):
            rows[name][deep] = field
        if tolerance > 0:
            ours = rows["verdict"][deep]
            hard = (depths.depth > tolerance) | (ours == _SAME) | (ours == _UNDECIDED)
            rows["verdict"][deep] = np.where(hard, ours, np.where(depths.bound <= tolerance, _TOUCHING, _UNDECIDED))
    near = np.flatnonzero(rows["verdict"] == _CLEAR) if clearance > 0 else np.zeros(0, int)
    if len(near):
        near = near[a.overlaps(b, pose_a[near], pose_b[near], distance=clearance)]
    for some, verdict in ((near, _NEAR), (np.flatnonzero((rows["verdict"] == _TOUCHING) & np.isnan(rows["depth"])), _TOUCHING)):
        if not len(some):
            continue
        found = a.distance(b, pose_a[some], pose_b[some])
        rows["verdict"][some] = verdict
        for name, field in (("distance", found.distance), ("point_a", found.point_a), ("point_b", found.point_b)):
            rows[name][some] = field
        if verdict == _NEAR:
            between = found.point_b - found.point_a
            length = np.linalg.norm(between, axis=1, keepdims=True)
            rows["normal"][some] = np.where(length > 0, between / np.where(length > 0, length, 1), np.nan)


def judge(parts: NDArray[Any], pairs: NDArray[np.uint32], cache: MeshCache, out: pathlib.Path, options: dict[str, Any]) -> NDArray[Any]:
    """Rows of pairs of parts, as they come."""
    rows = empty_rows(len(pairs))
    rows["a"], rows["b"] = pairs[:, 0], pairs[:, 1]
    a, b = parts[pairs[:, 0]], parts[pairs[:, 1]]
    first = 0
    while first < len(pairs):
        known: dict[int, KnownMesh] = {}
        last, size = first, 0
        for last, numbers in enumerate(zip(a["mesh"][first:].tolist(), b["mesh"][first:].tolist()), first + 1):
            for number in numbers:
                if number not in known:
                    known[number] = cache.known(str(_store.mesh_file(out, number)))
                    size += known[number].bytes
            if size > cache.limit:
                break
        _judge_some(known, a[first:last], b[first:last], rows[first:last], options)
        first = last
    return rows


def _judge_some(known: dict[int, KnownMesh], a: NDArray[Any], b: NDArray[Any], rows: NDArray[Any], options: dict[str, Any]) -> None:
    """Of pairs whose meshes are mapped. All are held against each other in one call; what is left to do is done by pairs of meshes."""
    numbers = np.array(sorted(known), np.uint32)
    poses = [np.ascontiguousarray(part["pose"]) for part in (a, b)]
    names = [np.searchsorted(numbers, part["mesh"]).astype(np.uint32) for part in (a, b)]
    relation, meet = np.empty(len(rows), np.int8), np.empty(len(rows), bool)
    _arrays.native(_arrays.F64).solids_of_pairs([known[int(number)].mesh._native for number in numbers], *names, *poses, relation, meet)
    rows["verdict"] = _verdicts(relation, meet)
    closed = a["closed"] & b["closed"]
    left = np.flatnonzero((rows["verdict"] != _CLEAR) | ~closed | (options["clearance"] > 0))
    order = left[np.lexsort((names[1][left], names[0][left]))]
    keys = np.stack([names[0][order], names[1][order]], axis=1)
    starts = np.flatnonzero(np.r_[True, (keys[1:] != keys[:-1]).any(axis=1)]) if len(keys) else np.zeros(0, int)
    for start, end in zip(starts, np.r_[starts[1:], len(keys)]):
        some = order[start:end]
        first, second = (known[int(numbers[name])] for name in keys[start])
        pose_a, pose_b = poses[0][some], poses[1][some]
        group = rows[some]
        if not closed[some[0]]:
            _judge_surfaces(first, second, pose_a, pose_b, group["verdict"])
        for i in np.flatnonzero((group["verdict"] == _HARD) | ((group["verdict"] == _TOUCHING) & ~closed[some])):
            one, other = (Placed(mesh.mesh, part["pose"][some[i]], part["low"][some[i]], part["high"][some[i]]) for mesh, part in ((first, a), (second, b)))
            if same_solid(one, other, options["tolerance"]):
                group["verdict"][i] = _SAME
        _measure(first.mesh, second.mesh, pose_a, pose_b, group, options)
        rows[some] = group


def judge_pairs(out: str, segment: int, start: int, first: int, last: int, options: dict[str, Any]) -> dict[str, Any]:
    """The verdicts on pairs first .. last - 1, which are those of a segment that begins at ``start``."""
    folder = pathlib.Path(out)
    try:
        pairs = _store.read_array(folder / "pairs" / f"{segment:06d}.dat", _store.PAIR, first - start, last - first)
        parts = _store.map_array(folder / "parts.dat", _store.PART)
    except FileNotFoundError as error:
        raise FileNotFoundError(f"{error}: the run's folder must be on storage that every worker sees under the same path") from None
    cache = shared_cache(options["cache_bytes"])
    before = cache.mapped
    rows = judge(parts, pairs, cache, folder, options)
    rows["pair"] = np.arange(first, last)
    kept = rows[rows["verdict"] != _CLEAR]
    write_rows(folder, first, last, kept)
    return {"verdicts": np.bincount(kept["verdict"], minlength=len(VERDICTS)).tolist(), "mapped": cache.mapped - before}


def write_undecided(out: pathlib.Path, pair: int, ids: NDArray[Any], message: str) -> None:
    """The row of a pair that no worker survives."""
    rows = empty_rows(1)
    rows["pair"], rows["a"], rows["b"], rows["verdict"] = pair, ids[0], ids[1], _UNDECIDED
    rows["note"] = message
    write_rows(out, pair, pair + 1, rows)
