"""What workers do. Each task is about a range of items, writes what it finds under the name of the range, and returns a few numbers;
what it is told is small, too: indices, and where the run's folder is."""

from __future__ import annotations

import collections
import os
import pathlib
import socket
import threading
import time
from typing import Any, Callable

import numpy as np

from .. import Mesh, get_threads, set_threads
from . import _boxes, _store
from ._listing import read_source
from ._needs import is_full, is_memory, need

Path = pathlib.Path

#: Columns of what was read of a mesh. Its box is in its own frame; where ``error`` is not empty it is no part of what is clashed.
MESH_COLUMNS = ("mesh", "file", "error", "faces", "vertices", "closed", "oriented", "bytes", "low_x", "low_y", "low_z", "high_x", "high_y", "high_z")


def piece_points(mesh: Mesh) -> Any:
    """A vertex of each connected piece, (n, 3): the one that faces use first. Vertices are told by their positions."""
    _, same = np.unique(mesh.vertices + 0.0, axis=0, return_inverse=True)
    corners = same.reshape(-1)[mesh.faces].reshape(-1)
    used, first = np.unique(corners, return_index=True)
    number = np.zeros(int(corners.max(initial=0)) + 1, np.int64)
    number[used[np.argsort(first)]] = np.arange(len(used))
    faces = number[corners].reshape(-1, 3)
    least = np.arange(len(used))  # of the vertices known to be in the same piece
    while True:
        of_faces = least[faces]
        after = least.copy()
        np.minimum.at(after, of_faces.reshape(-1), np.repeat(of_faces.min(axis=1), 3))
        while (after[after] != after).any():
            after = after[after]
        if (after == least).all():
            break
        least = after
    places = np.sort(first)[np.flatnonzero(least == np.arange(len(least)))]
    return np.ascontiguousarray(mesh.vertices[mesh.faces.reshape(-1)[places]])


class KnownMesh:
    """A mesh, how long its file is, and a vertex of each of its pieces."""

    def __init__(self, mesh: Mesh, size: int) -> None:
        self.mesh = mesh
        self.bytes = size
        self._pieces: Any = None

    @property
    def pieces(self) -> Any:
        """As ``piece_points``, found when first asked for."""
        if self._pieces is None:
            self._pieces = piece_points(self.mesh)
        return self._pieces


class MeshCache:
    """Meshes that are mapped, the least recently used let go of when there are more than so many bytes."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.bytes = 0
        self.mapped = 0  #: how often a file was mapped
        self._kept: collections.OrderedDict[tuple[Any, ...], KnownMesh] = collections.OrderedDict()
        self._lock = threading.Lock()

    def mesh(self, name: str) -> Mesh:
        """The mesh that is saved in a file. It stays valid for who has it when the cache lets go of it."""
        return self.known(name).mesh

    def known(self, name: str) -> KnownMesh:
        """The same with what is found out about it once."""
        with self._lock:
            there = os.stat(name)
            size = there.st_size
            key = (name, there.st_ino, there.st_mtime_ns, size)  # a run that begins anew has other files under the same names
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            found = KnownMesh(Mesh.load(name, mmap=True), size)
            self.mapped += 1
            self._kept[key] = found
            self.bytes += size
            while self.bytes > self.limit and len(self._kept) > 1:
                self.bytes -= self._kept.popitem(last=False)[1].bytes
            return found


def default_cache_bytes() -> int:
    """An eighth of the memory that Dask grants this worker, to whose use it counts mapped files, at most 1 GiB."""
    try:
        limit = need("distributed").get_worker().memory_manager.memory_limit
    except (ValueError, AttributeError):
        limit = None
    return min(2**30, int(limit) // 8) if limit else 2**28


_cache: MeshCache | None = None


def shared_cache(limit: int | None) -> MeshCache:
    """The cache of this process; every thread of a worker has the same."""
    global _cache
    if _cache is None:
        _cache = MeshCache(limit or default_cache_bytes())
    elif limit:
        _cache.limit = limit
    return _cache


def guarded(work: Callable[..., dict[str, Any]], threads: int, *arguments: Any) -> dict[str, Any]:
    """Runs a task. A full disk and a lack of memory are told as such, for the driver to decide about; anything else is an error."""
    if get_threads() != threads:
        set_threads(threads)
    start = time.perf_counter()
    try:
        out = work(*arguments)
    except (OSError, MemoryError) as error:
        if is_memory(error):
            out = {"trouble": "memory", "message": "memory ran out"}
        elif isinstance(error, OSError) and is_full(error):
            out = {"trouble": "disk", "message": f"{error} on {socket.gethostname()}"}
        else:
            raise
    out["seconds"] = time.perf_counter() - start
    return out


# ---------------------------------------------------------------- reading

def mesh_row(mesh: int, source: dict[str, Any], error: str = "", found: Mesh | None = None, size: int = 0) -> tuple[Any, ...]:
    """A row of MESH_COLUMNS."""
    if found is None:
        return (mesh, source["file"], error, 0, 0, False, False, 0) + (np.nan,) * 6
    box = [float(x) for x in found.bounds.reshape(-1)]
    return (mesh, source["file"], error, len(found), len(found.vertices), found.is_closed, found.is_oriented, size, *box)


def write_meshes(out: Path, first: int, rows: list[tuple[Any, ...]]) -> None:
    """Rows of meshes from ``first`` on."""
    columns = dict(zip(MESH_COLUMNS, (list(column) for column in zip(*rows))))
    _store.write_table(_store.range_file(out / "read", first, first + len(rows)), columns)


def read_meshes(out: str, sources: list[dict[str, Any]], first: int) -> dict[str, Any]:
    """Reads and checks meshes and writes their saved forms. What is wrong with one is its row's error."""
    folder, rows, faults = Path(out), [], 0
    for place, source in enumerate(sources):
        number = first + place
        path = _store.mesh_file(folder, number)
        there = path.exists()  # of a task that ended before its range was done, as on a full disk
        try:
            found = Mesh.load(path, mmap=True) if there else read_source(source)
            if not len(found):
                raise ValueError("it has no triangle")
        except (ValueError, TypeError, IndexError, OSError) as error:
            if isinstance(error, OSError) and (is_full(error) or is_memory(error)):
                raise
            rows.append(mesh_row(number, source, str(error) or type(error).__name__))
            faults += 1
            continue
        if not there:
            _store.write_whole(path, found.save)
        rows.append(mesh_row(number, source, found=found, size=path.stat().st_size))
    write_meshes(folder, first, rows)
    return {"faults": faults}


# ---------------------------------------------------------------- tiles

#: A box in a shard, by tile.
_BOX = np.dtype([("part", "<u4"), ("low", "<f8", 3), ("high", "<f8", 3)])


def _shard(out: Path, shard: int, ending: str) -> Path:
    return out / "tiles" / f"{shard:06d}.{ending}"


def scatter_boxes(out: str, first: int, last: int, size: int, clearance: float) -> dict[str, Any]:
    """Of shards of the parts, so many each: which boxes reach which tile."""
    folder = Path(out)
    parts = _store.map_array(folder / "parts.dat", _store.PART)
    tree = _store.read_array(folder / "tree.dat", _boxes.SPLIT)
    for shard in range(first, last):
        some = parts[shard * size : (shard + 1) * size]
        usable = np.flatnonzero(some["usable"])
        low, high = _boxes.grown(some["low"][usable], some["high"][usable], clearance)
        tiles, which = _boxes.tiles_of(tree, low, high)
        order = np.lexsort((which, tiles))
        starts = np.searchsorted(tiles[order], np.arange(_boxes.tile_count(tree) + 1))
        boxes = np.zeros(len(order), _BOX)
        boxes["part"], boxes["low"], boxes["high"] = usable[which[order]] + shard * size, low[which[order]], high[which[order]]
        _store.write_array(_shard(folder, shard, "dat"), boxes)
        _store.write_array(_shard(folder, shard, "starts"), starts.astype("<i8"))
    _store.write_table(_store.range_file(folder / "scattered", first, last), {"item": list(range(first, last))})
    return {}


def pair_tiles(out: str, first: int, last: int, shards: int) -> dict[str, Any]:
    """Finds the pairs of tiles, each a segment of all pairs."""
    folder = Path(out)
    tree = _store.read_array(folder / "tree.dat", _boxes.SPLIT)
    counts = []
    for tile in range(first, last):
        some = []
        for shard in range(shards):
            start, end = _store.read_array(_shard(folder, shard, "starts"), "<i8", tile, 2)
            some.append(_store.read_array(_shard(folder, shard, "dat"), _BOX, start, end - start))
        boxes = np.concatenate(some)
        pairs = _boxes.tile_pairs(tree, tile, boxes["part"], boxes["low"], boxes["high"])
        _store.write_array(folder / "pairs" / f"{tile:06d}.dat", pairs)
        counts.append(len(pairs))
    _store.write_table(_store.range_file(folder / "tiled", first, last), {"item": list(range(first, last)), "pairs": counts})
    return {"pairs": sum(counts)}
