"""``clash``: all pairs of parts that touch, overlap or are near, of more parts than fit into memory."""

from __future__ import annotations

import contextlib
import json
import pathlib
import shutil
import time
from typing import Any, Iterator

import numpy as np
from numpy.typing import NDArray

from .. import __version__, get_threads, set_threads
from . import _boxes, _store, _tasks
from ._judge import judge_pairs, write_undecided
from ._listing import Listing, Parts, list_parts
from ._needs import need
from ._report import ClashReport, write_clashes
from ._runner import Progress, Runner, Stage

try:
    import fcntl
except ImportError:  # Windows: two drivers in one folder are not told apart there
    fcntl = None  # type: ignore[assignment]

_SHARD = 1_000_000
_TILE = 1_000_000


def clash(parts: Parts, client: Any = None, *, out: str | pathlib.Path | None = None, clearance: float = 0.0, tolerance: float = 0.0,
          restart: bool = False, progress: bool | None = None, seconds: float | None = None, threads: int = 1,
          cache_bytes: int | None = None, driver_boxes: int = 10_000_000) -> ClashReport:
    """Looks at every pair of parts, on a Dask cluster, and writes what clashes into a table.

    Parameters
    ----------
    parts : a folder (each file of meshes in it is a part), a list of files, or a GLB file (each primitive of each node), which need not
        fit into memory
    client : a ``distributed.Client`` or the address of a scheduler; None: threads of this process
    out : the run's folder, on storage that all workers see; None: beside ``parts``, with the ending .clash. It may be deleted afterwards.
    clearance : parts no farther apart than that are near
    tolerance : parts no deeper in each other than that only touch; decided, whatever that costs
    restart : begins anew. Else a run in the folder goes on where it ended, if parts and options are the same: what is written is not done
        again, and a run that is complete is read.
    progress : whether a line on stderr tells how far it is; None: on a terminal
    seconds : how long a task is to last; None: one, or more where workers are many
    threads : of a task; Dask's own threads run several tasks of a worker
    cache_bytes : mapped meshes that a worker keeps at most; None: an eighth of its memory
    driver_boxes : with more parts than that, pairs of boxes are found by the workers, in tiles

    Returns
    -------
    ClashReport. Rows are in an order of pairs that depends on the parts alone, as do all their bits. A part that cannot be read is in
    ``errors``, with the reason, and the others are looked at; a pair that no worker survives is undecided, with a note.

    Raises
    ------
    ValueError : no parts, or the folder holds a run of other parts or options
    OSError : a disk is full. ConnectionError, TimeoutError : the scheduler or all workers are gone. What is done stays done: make room,
        or pass another client, and call again.

    Examples
    --------
    >>> import tempfile, carom, carom.distributed
    >>> folder = tempfile.TemporaryDirectory()
    >>> for i in range(3):
    ...     carom.box_mesh([0.75 * i, 0, 0], [0.75 * i + 1, 1, 1]).save(f"{folder.name}/{i}.mesh")
    >>> report = carom.distributed.clash(folder.name, out=folder.name + "/run")  # by default beside the folder
    >>> report.counts["hard"], report.to_arrow()["depth"].to_pylist()
    (2, [0.25, 0.25])
    """
    for value, name in ((clearance, "clearance"), (tolerance, "tolerance")):
        if not 0 <= value < np.inf:
            raise ValueError(f"{name} is {value}: it must be 0 or more, and finite")
    need("pyarrow")
    listing, root = list_parts(parts, None if out is None else pathlib.Path(out).resolve())
    if out is None and root is None:
        raise ValueError("out is missing: with a list of files, name the run's folder")
    if out is None:
        assert root is not None
        out = root.with_name((root.name if root.is_dir() else root.stem) + ".clash")
    folder = pathlib.Path(out).resolve()
    options = {"clearance": float(clearance), "tolerance": float(tolerance)}
    with _locked(folder, restart):
        _begin(folder, listing, options)
        if (folder / "report.json").exists():
            return ClashReport(folder)
        with _client(client) as connected, _own_threads():
            runner = Runner(connected, folder, threads, Progress(progress), seconds)
            _Run(folder, listing, runner, {**options, "cache_bytes": cache_bytes}, driver_boxes).all()
        return ClashReport(folder)


# ---------------------------------------------------------------- the folder

@contextlib.contextmanager
def _locked(folder: pathlib.Path, restart: bool) -> Iterator[None]:
    """Holds the folder against another driver; the system lets go of it when this process dies."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "a") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ValueError(f"another clash is at work in {folder}") from None
        if restart and (folder / "run.json").exists():
            for name in ("report.json", "run.json", "read", "meshes", "meshes.parquet", "parts.parquet", "parts.dat", "tree.dat", "tiles",
                         "scattered", "tiled", "pairs", "segments.dat", "found", "clashes.parquet", "errors.parquet"):
                path = folder / name
                if path.is_dir():
                    shutil.rmtree(path)
                elif path.exists():
                    path.unlink()
        yield


def _begin(folder: pathlib.Path, listing: Listing, options: dict[str, Any]) -> None:
    """Takes the folder for this run, or finds that it is this run's."""
    wanted = {"carom": __version__, "digest": listing.digest(), **options}
    path = folder / "run.json"
    if path.exists():
        have = json.loads(path.read_text())
        for key, value in wanted.items():
            if have.get(key) != value:
                what = "other parts, or parts that have changed" if key == "digest" else f"{key} = {have.get(key)}, not {value}"
                raise ValueError(f"{folder} holds a run of {what}: pass restart=True to begin anew, or another folder as out")
        _store.sweep_unfinished(folder)
    else:
        strangers = [entry.name for entry in folder.iterdir() if entry.name != "lock"]
        if strangers:
            raise ValueError(f"{folder} holds {strangers[0]}, which is of no run: name an empty folder as out")
        _store.write_json(path, wanted)


@contextlib.contextmanager
def _client(client: Any) -> Iterator[Any]:
    """The client that was given, or one for the address, or one for threads of this process."""
    distributed = need("distributed")
    if client is None:
        with distributed.LocalCluster(n_workers=1, threads_per_worker=get_threads(), processes=False, dashboard_address=":0", memory_limit=0) as cluster:
            with distributed.Client(cluster) as made:
                yield made
    elif isinstance(client, str):
        with distributed.Client(client) as made:
            yield made
    elif hasattr(client, "submit"):
        yield client
    else:
        raise TypeError(f"client is {type(client).__name__}: it must be a distributed.Client or the address of a scheduler")


@contextlib.contextmanager
def _own_threads() -> Iterator[None]:
    """Workers that are threads of this process share its number of threads, which is as before afterwards."""
    before = get_threads()
    try:
        yield
    finally:
        set_threads(before)


# ---------------------------------------------------------------- the run

class _Run:
    """The steps, each of which finds what is done of it."""

    def __init__(self, out: pathlib.Path, listing: Listing, runner: Runner, options: dict[str, Any], driver_boxes: int) -> None:
        self.out, self.listing, self.runner, self.options, self.driver_boxes = out, listing, runner, options, driver_boxes
        self.times: dict[str, float] = {}

    def all(self) -> None:
        """Every step, and the report."""
        for name, step in (("read", self.read), ("manifest", self.manifest), ("boxes", self.boxes), ("pairs", self.pairs), ("table", self.table)):
            start = time.perf_counter()
            step()
            self.times[name] = time.perf_counter() - start
        self.report()

    def read(self) -> None:
        """Reads and checks each mesh once and writes its saved form."""
        sources, out = self.listing.sources, self.out

        def give_up(mesh: int, message: str) -> None:
            _tasks.write_meshes(out, mesh, [_tasks.mesh_row(mesh, sources[mesh], message)])

        self.runner.run(Stage("meshes", out / "read", len(sources), _tasks.read_meshes, lambda first, last: (str(out), sources[first:last], first), give_up, 256))

    def manifest(self) -> None:
        """The boxes of all parts in the common frame, as a table for people and as an array that workers map."""
        if (self.out / "parts.dat").exists():
            return
        pa, pq = need("pyarrow"), need("pyarrow.parquet")
        tables = []
        for (first, last), start in _store.cover(_store.written_ranges(self.out / "read")):
            tables.append(pq.read_table(_store.range_file(self.out / "read", first, last)).slice(start - first))
        meshes = pa.concat_tables(tables).combine_chunks() if tables else pa.table({name: [] for name in _tasks.MESH_COLUMNS})
        _store.write_whole(self.out / "meshes.parquet", lambda name: pq.write_table(meshes, name))
        which, poses = self.listing.meshes, self.listing.poses
        error = np.array(meshes["error"].to_pylist(), object)[which] if len(which) else np.zeros(0, object)
        low, high = (np.stack([meshes[f"{end}_{axis}"].to_numpy() for axis in "xyz"], axis=1)[which] for end in ("low", "high"))
        parts = np.zeros(len(which), _store.PART)
        parts["usable"] = error == ""
        parts["low"], parts["high"] = _boxes.posed_boxes(low, high, poses)
        for at in np.flatnonzero(parts["usable"] & ~(np.isfinite(parts["low"]) & np.isfinite(parts["high"])).all(axis=1)):
            parts["usable"][at], error[at] = False, "it is placed where numbers end"
        parts["mesh"], parts["pose"], parts["closed"] = which, poses, meshes["closed"].to_numpy(zero_copy_only=False)[which]
        columns: dict[str, Any] = {"part": np.arange(len(which), dtype=np.uint32), "name": self.listing.names, "mesh": which, "error": [str(e) for e in error]}
        for end in ("low", "high"):
            for axis in range(3):
                columns[f"{end}_{'xyz'[axis]}"] = np.ascontiguousarray(parts[end][:, axis])
        _store.write_table(self.out / "parts.parquet", columns)
        bad = np.flatnonzero(~parts["usable"])
        files = meshes["file"].to_pylist()
        _store.write_table(self.out / "errors.parquet", {
            "part": bad.astype(np.uint32), "name": pa.array([self.listing.names[i] for i in bad], pa.string()),
            "file": pa.array([files[which[i]] for i in bad], pa.string()), "error": pa.array([str(error[i]) for i in bad], pa.string())})
        _store.write_array(self.out / "parts.dat", parts)

    # ------------------------------------------------------------ boxes

    def boxes(self) -> None:
        """All pairs of boxes that overlap, as segments; ``segments.dat`` tells where each begins."""
        if (self.out / "segments.dat").exists():
            return
        parts = _store.map_array(self.out / "parts.dat", _store.PART)
        usable = np.flatnonzero(parts["usable"])
        if len(usable) > self.driver_boxes:
            counts = self._tiled(parts, usable)
        else:
            low, high = _boxes.grown(parts["low"][usable], parts["high"][usable], self.options["clearance"])
            pairs = _boxes.box_pairs(low, high)
            if len(usable) < len(parts):
                pairs = usable.astype(np.uint32)[pairs]
            _store.write_array(self.out / "pairs" / "000000.dat", pairs)
            counts = [len(pairs)]
        _store.write_array(self.out / "segments.dat", np.r_[0, np.cumsum(np.array(counts, np.int64))])

    def _tiled(self, parts: NDArray[Any], usable: NDArray[np.int64]) -> list[int]:
        out, clearance = str(self.out), self.options["clearance"]
        tile, shard = min(_TILE, max(1, self.driver_boxes)), min(_SHARD, max(1, self.driver_boxes))
        low, _ = _boxes.grown(parts["low"][usable], parts["high"][usable], clearance)
        if not (self.out / "tree.dat").exists():
            _store.write_array(self.out / "tree.dat", _boxes.split_space(low, -(-len(usable) // tile)))
        tiles = _boxes.tile_count(_store.read_array(self.out / "tree.dat", _boxes.SPLIT))
        shards = -(-len(parts) // shard)
        self.runner.run(Stage("shards of boxes", self.out / "scattered", shards, _tasks.scatter_boxes,
                              lambda first, last: (out, first, last, shard, clearance), _no_way_on, 1))
        self.runner.run(Stage("tiles of boxes", self.out / "tiled", tiles, _tasks.pair_tiles, lambda first, last: (out, first, last, shards), _no_way_on, 1))
        return [(self.out / "pairs" / f"{i:06d}.dat").stat().st_size // _store.PAIR.itemsize for i in range(tiles)]

    # ------------------------------------------------------------ pairs

    def pairs(self) -> None:
        """The verdict on every pair."""
        starts = _store.read_array(self.out / "segments.dat", "<i8")
        out, options = self.out, self.options

        def segment_of(pair: int) -> int:
            return int(np.searchsorted(starts, pair, side="right")) - 1

        def arguments(first: int, last: int) -> tuple[Any, ...]:
            segment = segment_of(first)
            return str(out), segment, int(starts[segment]), first, last, options

        def give_up(pair: int, message: str) -> None:
            segment = segment_of(pair)
            ids = _store.read_array(out / "pairs" / f"{segment:06d}.dat", _store.PAIR, pair - int(starts[segment]), 1)[0]
            write_undecided(out, pair, ids, message)

        stage = Stage("pairs", out / "found", int(starts[-1]), judge_pairs, arguments, give_up, 1_000_000)
        stage.ends = sorted({int(end) for end in starts[1:]})
        results = self.runner.run(stage)
        self.mapped = sum(result["mapped"] for result in results)

    def table(self) -> None:
        """One table of what was found."""
        pa = need("pyarrow")
        self.verdicts = write_clashes(self.out, pa.array(self.listing.names, pa.string()))

    def report(self) -> None:
        """What the run was; its last file, which says that it is complete."""
        parts = _store.map_array(self.out / "parts.dat", _store.PART)
        runner = self.runner
        _store.write_json(self.out / "report.json", {
            "parts": len(parts), "meshes": len(self.listing.sources), "unread": int((~parts["usable"]).sum()),
            "pairs": int(_store.read_array(self.out / "segments.dat", "<i8")[-1]), "verdicts": self.verdicts, "given_up": [list(item) for item in runner.given_up],
            "tasks": runner.tasks, "task_seconds": round(runner.task_seconds, 3), "meshes_mapped": self.mapped,
            "seconds": {name: round(value, 3) for name, value in self.times.items()}})


def _no_way_on(item: int, message: str) -> None:
    raise MemoryError(f"the boxes of tile or shard {item} are too many for a worker: {message}; give workers more memory")
