"""``carom.clash``: which parts of an assembly are in each other's way, as the command ``carom clash`` tells it."""

from __future__ import annotations

import json
import os
import tempfile
import warnings
from typing import Any, Iterable, Mapping, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from . import _carom
from ._assembly import Assembly, ClashFile, Parts, Path, is_path
from ._command import Progress, run
from ._records import Field, Record

_IN_MEMORY = "in memory"
_CLEAR, _NEGATIVE = 0, 1


class Clashes(Record):
    """The pairs of parts that are not clear, the worst first: a row each, of shape (n,). Lengths are in the unit of the parts."""

    __slots__ = ("document",)

    verdict: Field[np.str_] = Field("hard, undecided, touching or near.")
    nested: Field[np.bool_] = Field("One part, or a piece of it, lies within the other without contact.")
    same: Field[np.bool_] = Field("Both parts fill the same space.")
    a: Field[np.uint32] = Field("The index of one part.")
    name_a: Field[np.str_] = Field("Its name.")
    b: Field[np.uint32] = Field("The index of the other part, the greater one.")
    name_b: Field[np.str_] = Field("Its name.")
    depth: Field[np.float64] = Field("Of overlaps, that of a point which was found; else nan.")
    depth_bound: Field[np.float64] = Field("No point is deeper; nan where there is no depth.")
    distance: Field[np.float64] = Field("Of near pairs; else nan.")
    along: Field[np.str_] = Field("The axis of that distance, of clearance_along; else empty.")
    normal: Field[np.float64] = Field("Unit, from A to B: B is free of the deepest point when it went there by the depth. nan where not known.")
    point: Field[np.float64] = Field("A point that both parts have; of near ones nan.")
    point_a: Field[np.float64] = Field("Of an overlap the deepest point or that of A's surface nearest to it; of near ones the nearest point; else nan.")
    point_b: Field[np.float64] = Field("The same on B.")
    inside: Field[np.str_] = Field("a or b: whose point is inside the other; else empty.")
    relation: Field[np.str_] = Field("How the solids stand to each other, exactly: overlap, touching_faces, a_in_b ...; empty where a part is open.")
    id: Field[np.str_] = Field("Stays from run to run: of the names of both parts.")
    status: Field[np.str_] = Field("With a baseline new, active, or what someone wrote there; else empty.")
    fails: Field[np.bool_] = Field("Whether it makes the command fail: by fail_on, else every hard, undecided or near pair.")
    group: Field[np.uint32] = Field("Pairs of the same two meshes that stand to each other in the same way have one number.")
    cluster: Field[np.int32] = Field("With cluster its number, else -1.")
    volume: Field[np.float64] = Field("With measure the volume that both parts fill; else nan.")
    volume_error: Field[np.float64] = Field("How far rounding may have moved it.")
    contact_area: Field[np.float64] = Field("With measure the area in which faces lie on each other; else nan.")
    contact_area_error: Field[np.float64] = Field("How far rounding may have moved it.")
    way_out: Field[np.float64] = Field("With measure the length of the shortest translation found that separates the parts; else nan.")
    way_out_b: Field[np.float64] = Field("That translation, of B.")

    #: What the command tells as JSON, which docs/clash.md describes: counts, unit, parts under "names", groups, clusters, what was resolved.
    document: Mapping[str, Any]

    def __init__(self, data: NDArray[Any], document: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.document = {} if document is None else document

    def __getitem__(self, key: Any) -> Clashes:
        return Clashes(np.asarray(self._data[key]), self.document)

    @property
    def failing(self) -> int:
        """How many pairs make the command fail."""
        return int(self.document["failing"])

    @property
    def parts(self) -> NDArray[np.str_]:
        """The names of all parts, by index."""
        return np.array([part["name"] for part in self.document["names"]], np.str_)

    def save(self, path: Path) -> None:
        """Writes what ``carom clash --json`` writes, which a later run takes as its baseline."""
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.document, file)


_NOT_REAL = {"verdict": "U", "nested": "?", "same": "?", "a": "u4", "name_a": "U", "b": "u4", "name_b": "U", "along": "U", "inside": "U",
             "relation": "U", "id": "U", "status": "U", "fails": "?", "group": "u4", "cluster": "i4"}
_VECTORS = ("normal", "point", "point_a", "point_b", "way_out_b")
_FIELDS = tuple(name for name, value in vars(Clashes).items() if isinstance(value, Field))


def _column(name: str, rows: Sequence[Mapping[str, Any]]) -> NDArray[Any]:
    """A field of all rows; what a row does not have is nan, empty, false or -1."""
    if name in _VECTORS:
        return np.array([row.get(name) or (np.nan,) * 3 for row in rows], np.float64).reshape(len(rows), 3)
    kind = _NOT_REAL.get(name)
    if kind is None:
        return np.array([row.get(name) for row in rows], np.float64)  # None becomes nan
    if kind == "U":
        return np.array([row.get(name) or "" for row in rows], np.str_)
    return np.array([row.get(name, -1 if name == "cluster" else 0) for row in rows], np.dtype(kind))


def _table(document: Mapping[str, Any]) -> Clashes:
    rows = document["clashes"]
    columns = {name: _column(name, rows) for name in _FIELDS}
    data = np.empty(len(rows), [(name, column.dtype, column.shape[1:]) for name, column in columns.items()])
    for name, column in columns.items():
        data[name] = column
    return Clashes(data, document)


# ---------------------------------------------------------------- arguments of the command


def _numbers(value: Any, name: str, count: int) -> str:
    array = np.asarray(value)
    if array.shape != ((count,) if count > 1 else ()) or array.dtype.kind not in "iuf":
        raise ValueError(f"{name} must be {f'{count} numbers' if count > 1 else 'a number'}, not {value!r}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} is {value!r}: it must be finite")
    return ",".join(repr(float(x)) for x in array.reshape(-1))


def _length(value: float, name: str) -> str:
    text = _numbers(value, name, 1)
    if value < 0:
        raise ValueError(f"{name} is {value}: it must be 0 or more")
    return text


def _words(value: str | Iterable[str], name: str) -> list[str]:
    words = [value] if isinstance(value, str) else list(value)
    for i, word in enumerate(words):
        if not isinstance(word, str):
            raise TypeError(f"{name}[{i}] is {type(word).__name__}: it must be a str")
    return words


def _of_files(options: ClashFile, where: str) -> list[str]:
    """The options about files."""
    out: list[str] = []
    for name, count in (("at", 3), ("turn", 4), ("scale", 1)):
        value = getattr(options, name)
        if value is not None:
            out.append(f"--{name}={_numbers(value, where + name, count)}")
    if options.unit is not None:
        out.append(f"--unit={options.unit}")
    for name in ("select", "exclude"):
        out += [f"--{name}={word}" for word in _words(getattr(options, name), where + name)]
    return out


class _Files:
    """The files of one run. Meshes that follow each other are in one file, of a folder in which the command then runs, so that reports call
    it by its name; other paths are then absolute."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._assembly: Assembly | None = None
        self._assemblies: dict[str, Assembly] = {}
        self._paths: dict[int, str] = {}
        self.renamed: dict[str, str] = {}  #: absolute paths, and what the caller called them
        self.arguments: list[str] = []

    @property
    def cwd(self) -> str | None:
        """Where the command is to run."""
        return self._folder if self._assemblies else None

    def path(self, path: Path) -> str:
        """A path of the caller's, for the command."""
        given = os.fsdecode(path)
        if self.cwd is None:
            return given
        self.renamed[os.path.abspath(given)] = given
        return os.path.abspath(given)

    def _memory(self) -> Assembly:
        if self._assembly is None:
            name = _IN_MEMORY if not self._assemblies else f"{_IN_MEMORY} {len(self._assemblies) + 1}"
            self._assembly = self._assemblies[name] = Assembly()
            self.arguments.append(name)
        return self._assembly

    def add(self, source: Any, where: str) -> None:
        if isinstance(source, ClashFile):
            self._assembly = None  # its options are for it alone
            self.add(source.source, where)
            self.arguments += _of_files(source, where + ".")
            self._assembly = None
        elif is_path(source):
            path = os.fsdecode(source)
            if not os.path.exists(path):
                raise FileNotFoundError(f"{where}: there is no file {path}")
            self._assembly = None
            self._paths[len(self.arguments)] = path
            self.arguments.append("./" + path if path.startswith("-") else path)
        elif isinstance(source, (list, tuple)):
            for i, one in enumerate(source):
                self.add(one, f"{where}[{i}]")
        else:
            assembly = self._memory()
            before = len(assembly.placed)
            assembly.add_any(source, where)
            if len(assembly.placed) == before:
                raise ValueError(f"{where} has no meshes")

    def json(self, value: Any, name: str) -> str:
        """A path as it is, or a file that holds the object."""
        if is_path(value):
            return self.path(value)
        path = os.path.join(self._folder, name)
        self.renamed[path] = name
        with open(path, "w", encoding="utf-8") as file:
            json.dump(value.document if isinstance(value, Clashes) else value, file)
        return path

    def close(self) -> None:
        """The files that follow are of another set."""
        self._assembly = None

    def write(self) -> None:
        """Writes the meshes, after which paths are final."""
        for name, assembly in self._assemblies.items():
            assembly.write(os.path.join(self._folder, name))
        for i, path in self._paths.items() if self._assemblies else ():
            self.arguments[i] = self.path(path)


def _raise(status: int, told: list[str]) -> None:
    reason = "\n".join(told) or f"the command ended with status {status}"
    if status < 0:
        raise RuntimeError(f"the command carom was ended by signal {-status}: {reason}")
    if "not enough memory" in reason:
        raise MemoryError(reason)
    if "cannot be written" in reason or "cannot write" in reason:
        raise OSError(reason)
    raise ValueError(reason)


Axis = Union[str, "tuple[str, float]"]


def clash(*parts: Parts, a: Any = None, b: Any = None, within: bool = False, by_node: bool = False, by_piece: bool = False,
          allow_single: bool = False, clearance: float = 0.0, clearance_along: Axis | None = None, tolerance: float | None = None,
          measure: bool = False, select: str | Iterable[str] = (), exclude: str | Iterable[str] = (),
          rules: Path | Mapping[str, Any] | None = None, baseline: Path | Clashes | Mapping[str, Any] | None = None,
          cluster: float | str | None = None, ignore: str | Iterable[str] = (), fail_on: str | Iterable[str] = (), at: Any = None,
          turn: Any = None, scale: float | None = None, unit: str | None = None, deflection: float | None = None,
          angle: float | None = None, lenient: bool = False, threads: int | None = None, png: Path | None = None, glb: Path | None = None,
          html: Path | None = None, bcf: Path | None = None, junit: Path | None = None, sarif: Path | None = None,
          progress: Progress = False) -> Clashes:
    """Which parts of an assembly overlap, touch, or come within a clearance: what the command ``carom clash`` tells, as a table.

    Parameters
    ----------
    parts : paths of files, and meshes in memory, which are a part each
        A mesh is a ``carom.Mesh`` or anything with ``.vertices`` and ``.faces``; a ``carom.Scene`` or a trimesh.Scene are many, and so is a
        dict of name to a mesh or to (mesh, poses), poses as (4, 4), (n, 4, 4), (7,) or (n, 7); lists of all these, too. Matrices may scale.
        Of one file each mesh that it places is a part; of several files each is one, unless ``within``.
    a, b : parts of ``a`` against those of ``b`` alone, given like ``parts``, in their place; files are then taken apart
    within : takes each file apart; with ``a`` and ``b`` also parts of one file against each other
    by_node, by_piece : the meshes of a node are one part; connected pieces of meshes are parts
    clearance : pairs nearer than this are told, too
    clearance_along : ("z", 2.1) or "z:2.1": so are pairs of which one is nearer to the other along the axis
    tolerance : overlaps no deeper count as touching; 0: none. None: those that rounding of single precision may be
    measure : also volume, contact area and the way out
    select, exclude : patterns of names: only these parts, or without these
    rules : a JSON file or such an object: which pairs to look at, with clearances and tolerances
    baseline : an earlier answer, or its file: tells what is new, active and resolved
    cluster : clashes within this distance are in one cluster; "part": by parts
    ignore : "touching", "near", "nested": pairs that are left out
    fail_on : which pairs ``fails`` marks: "hard", "hard:0.5", "near", "new" ...
    at, turn, scale, unit : of all files; those of one are told by ``carom.ClashFile``
    deflection, angle, lenient : how files of surfaces are cut into triangles and read
    threads : None: as many as carom.get_threads()
    png, glb, html, bcf, junit, sarif : files to write
    progress : True shows it on standard error; a function gets (stage, done, of)

    Verdicts are exact, as docs/clash.md tells, with all options. Ctrl-C ends the search. What the command says beside its answer becomes
    warnings.

    Raises
    ------
    TypeError, ValueError, IndexError : an argument, by name and index; what is wrong in a file, by its path and place
    FileNotFoundError, OSError : a file that is not there, or cannot be written

    Examples
    --------
    >>> import numpy as np, carom
    >>> plate, pin = carom.box_mesh([0.0, 0, 0], [4.0, 4, 1]), carom.box_mesh([0.0, 0, 0], [1.0, 1, 3])
    >>> poses = np.tile(np.eye(4), (2, 1, 1)); poses[:, :3, 3] = [[1.0, 1, 0.75], [2.5, 2.5, 1.0]]
    >>> found = carom.clash({"plate": plate, "pin": (pin, poses)})
    >>> found.name_b, found.verdict, found.depth
    (array(['pin[0]', 'pin[1]'], dtype='<U6'), array(['hard', 'touching'], dtype='<U8'), array([0.25,  nan]))
    """
    if (a is None) != (b is None):
        raise ValueError(f"{'b' if b is None else 'a'} is missing: a and b come together")
    if parts and a is not None:
        raise ValueError("parts: with a and b all parts are in one of these")
    if not parts and a is None:
        raise ValueError("parts is missing: give paths or meshes")
    common = _of_files(ClashFile(None, at, turn, scale, unit, select, exclude), "")
    flags = {"within": within, "by-node": by_node, "by-piece": by_piece, "allow-single": allow_single, "measure": measure, "lenient": lenient}
    common += [f"--{name}" for name, wanted in flags.items() if wanted]
    lengths = {"clearance": clearance or None, "tolerance": tolerance, "deflection": deflection, "angle": angle}
    common += [f"--{name}={_length(value, name)}" for name, value in lengths.items() if value is not None]
    if clearance_along is not None:
        along = clearance_along if isinstance(clearance_along, str) else f"{clearance_along[0]}:{_length(clearance_along[1], 'clearance_along[1]')}"
        common.append(f"--clearance-along={along}")
    if cluster is not None:
        common.append(f"--cluster={cluster if isinstance(cluster, str) else _length(cluster, 'cluster')}")
    for name, words in (("ignore", ignore), ("fail-on", fail_on)):
        common += [f"--{name}={word}" for word in _words(words, name.replace("-", "_"))]
    common += ["--json", f"--threads={threads if threads is not None else _carom.threads()}"]
    outputs = {"png": png, "glb": glb, "html": html, "bcf": bcf, "junit": junit, "sarif": sarif}
    with tempfile.TemporaryDirectory(prefix="carom-") as folder:
        files = _Files(folder)
        for i, part in enumerate(parts):
            files.add(part, f"parts[{i}]")
        for name, of_set in (("a", a), ("b", b)):
            if of_set is not None:
                files.arguments.append(f"--{name}")
                before = len(files.arguments)
                files.add(of_set, name)
                files.close()
                if len(files.arguments) == before:
                    raise ValueError(f"{name} has no parts")
        files.write()
        common += [f"--{name}={files.path(path)}" for name, path in outputs.items() if path is not None]
        common += [f"--{name}={files.json(value, name)}" for name, value in (("rules", rules), ("baseline", baseline)) if value is not None]
        return _answer(["clash", *common, *files.arguments], files, folder, progress)


def _answer(arguments: list[str], files: _Files, folder: str, progress: Progress) -> Clashes:
    out = os.path.join(folder, "answer.json")
    status, told = run(arguments, out, progress, files.renamed, files.cwd)
    if status not in (_CLEAR, _NEGATIVE):
        _raise(status, told)
    for line in told:
        warnings.warn(line, stacklevel=3)
    with open(out, encoding="utf-8", errors="replace") as file:
        document = json.load(file)
    for one in document["files"]:
        one["file"] = files.renamed.get(one["file"], one["file"])
    return _table(document)
