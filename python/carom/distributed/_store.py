"""The folder of a run, on storage that all workers see.

    run.json                    what the run is of: its parts and options
    read/<first>-<last>.parquet what was read of meshes first .. last - 1; meshes/ has their saved forms
    meshes.parquet              all of these
    parts.parquet               the manifest: the box of each part in the common frame
    parts.dat                   the same with poses, which workers map
    pairs/<segment>.dat         pairs of parts whose boxes overlap, along a Hilbert curve
    found/<first>-<last>.parquet verdicts of pairs first .. last - 1
    clashes.parquet, errors.parquet, report.json   the result

A file appears under its name when it is complete, by a rename. What a range of items gives does not depend on who computes it or how
often, so that the files that are there, and no others, are what is done.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import uuid
from typing import Any, Callable, Iterator

import numpy as np

from ._needs import need

Path = pathlib.Path
#: A pair of parts, the lower first.
PAIR = np.dtype(("<u4", 2))
Range = tuple[int, int]
_NAME = re.compile(r"(\d+)-(\d+)\.parquet$")
_UNFINISHED = ".unfinished"

#: A part as workers map it: its box in the common frame, its mesh, whether that is closed, and its pose.
PART = np.dtype([("low", "<f8", 3), ("high", "<f8", 3), ("pose", "<f8", 7), ("mesh", "<u4"), ("closed", "?"), ("usable", "?"), ("", "V2")])


def write_whole(path: Path, write: Callable[[str], None]) -> None:
    """Writes under another name in the same folder and renames: nobody sees half of a file. On failure nothing is left."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = f"{path}.{uuid.uuid4().hex[:12]}{_UNFINISHED}"
    try:
        write(unfinished)
        os.replace(unfinished, path)
    except BaseException:
        try:
            os.unlink(unfinished)
        except OSError:
            pass
        raise


def write_json(path: Path, value: Any) -> None:
    """One JSON value, whole."""
    text = json.dumps(value, indent=1) + "\n"

    def write(name: str) -> None:
        Path(name).write_text(text)

    write_whole(path, write)


def write_array(path: Path, array: Any) -> None:
    """The plain bytes of an array, whole. There is no header: that of .npy is parsed by ``ast``, which is not safe among threads before
    CPython 3.11.5 (CPython issue 106905), and every reader knows the dtype."""
    write_whole(path, lambda name: np.ascontiguousarray(array).tofile(name))


def read_array(path: Path, dtype: Any, first: int = 0, count: int = -1) -> Any:
    """Items of an array that write_array wrote."""
    kind = np.dtype(dtype)
    return np.fromfile(path, kind, count, offset=first * kind.itemsize)


def map_array(path: Path, dtype: Any) -> Any:
    """Such an array, mapped; empty files cannot be."""
    return np.memmap(path, dtype, "r") if path.stat().st_size else np.zeros(0, dtype)


def write_table(path: Path, columns: dict[str, Any]) -> None:
    """Columns as Parquet, whole."""
    pa, pq = need("pyarrow"), need("pyarrow.parquet")
    table = pa.table(columns)
    write_whole(path, lambda name: pq.write_table(table, name))


def range_file(folder: Path, first: int, last: int) -> Path:
    """The file of items first .. last - 1."""
    return folder / f"{first:010d}-{last:010d}.parquet"


def written_ranges(folder: Path) -> list[Range]:
    """The ranges that are there, by their first item, longer ones first."""
    found = []
    if folder.exists():
        for name in os.listdir(folder):
            match = _NAME.match(name)
            if match:
                found.append((int(match[1]), int(match[2])))
    return sorted(found, key=lambda r: (r[0], -r[1]))


def cover(ranges: list[Range]) -> Iterator[tuple[Range, int]]:
    """Ranges that say something new, each with the first item of it that does: every item comes once, whatever overlaps."""
    done = 0
    for first, last in ranges:
        if last > done:
            yield (first, last), max(first, done)
            done = last


def missing(ranges: list[Range], count: int) -> list[Range]:
    """What the ranges leave of 0 .. count - 1."""
    out, done = [], 0
    for (_, last), start in cover(ranges):
        if start > done:
            out.append((done, start))
        done = last
    if done < count:
        out.append((done, count))
    return out


def sweep_unfinished(folder: Path) -> None:
    """Removes what workers that died have left."""
    for path in folder.rglob(f"*{_UNFINISHED}"):
        try:
            path.unlink()
        except OSError:
            pass


def mesh_file(out: Path, mesh: int) -> Path:
    """Where the saved form of a mesh is; a thousand in a folder."""
    return out / "meshes" / f"{mesh // 1000:06d}" / f"{mesh:09d}.mesh"
