"""Questions about one mesh or scene, of dask arrays: each block is asked where it is, and what it is asked of is mapped once a worker.

A block is asked exactly as ``carom.Mesh`` and ``carom.Scene`` ask, so that the bits of an answer depend on neither chunks nor workers.
"""

from __future__ import annotations

import functools
import hashlib
import os
import pathlib
from typing import Any, Generic, TypeVar, Union

import numpy as np
from numpy.typing import ArrayLike

from .. import Mesh, Scene
from .._records import Record
from ..mesh import Facing
from ..mesh_results import CLOSEST_DTYPE, RAY_DTYPE, SIGNED_DTYPE, ClosestPoints, RayHits, SignedDistances
from ..scene import CLOSEST_DTYPE as SCENE_CLOSEST_DTYPE
from ..scene import RAY_DTYPE as SCENE_RAY_DTYPE
from ..scene import SIGNED_DTYPE as SCENE_SIGNED_DTYPE
from ..scene import SceneClosestPoints, SceneRayHits, SceneSignedDistances
from . import _store
from ._needs import need
from ._tasks import shared_cache

Kind = TypeVar("Kind", bound=Record)


class Shared:
    """A mesh or scene whose meshes lie on storage that all workers see: a few hundred bytes, however large it is. ``share`` makes one."""

    def __init__(self, files: list[str], dtype: np.dtype[Any], scene: str | None = None, scaled: bool = False) -> None:
        self.files = files
        self.dtype = dtype
        self.scene = scene  #: the file of what places the meshes; None: the one mesh itself
        self.scaled = scaled  #: whether that has factors along axes

    def open(self) -> Mesh | Scene:
        """The mesh, mapped, or the scene of such; this process has each once."""
        if self.scene is None:
            return shared_cache(None).mesh(self.files[0])
        return _scene(self.scene, tuple(self.files), self.dtype, self.scaled)

    def __repr__(self) -> str:
        return f"Shared({'a scene of ' if self.scene else ''}{len(self.files)} meshes in {pathlib.Path(self.files[0]).parent if self.files else '-'})"


def _instance(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype([("pose", dtype, 7), ("scale", dtype, 3), ("mesh", "<u4"), ("", "V4")])


@functools.lru_cache(maxsize=4)
def _scene(name: str, files: tuple[str, ...], dtype: np.dtype[Any], scaled: bool) -> Scene:
    placed = _store.read_array(pathlib.Path(name), _instance(dtype))
    return Scene([Mesh.load(file, mmap=True) for file in files], placed["pose"], mesh=placed["mesh"], scales=placed["scale"] if scaled else None)


#: What questions are asked of.
Target = Union[Mesh, Scene, Shared, str, "os.PathLike[str]"]


def share(target: Mesh | Scene | str | os.PathLike[str], store: str | os.PathLike[str]) -> Shared:
    """Writes the saved form of a mesh, of a file or of the meshes of a scene into a folder on storage that all workers see, by content, so
    that what is there is not written again.

    Examples
    --------
    >>> import tempfile, carom, carom.distributed
    >>> folder = tempfile.TemporaryDirectory()
    >>> shared = carom.distributed.share(carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]), folder.name)
    >>> len(shared.open())
    12
    """
    folder = pathlib.Path(store).resolve()
    if isinstance(target, (str, os.PathLike)):
        target = Mesh.load(target)
    if not isinstance(target, (Mesh, Scene)):
        raise TypeError(f"this is {type(target).__name__}: it must be a carom.Mesh, a carom.Scene or the name of a file")
    meshes = [target] if isinstance(target, Mesh) else target.meshes
    files = []
    for mesh in meshes:
        path = folder / f"{mesh._digest().hex()}.mesh"
        if not path.exists():
            _store.write_whole(path, mesh.save)
        files.append(str(path))
    if isinstance(target, Mesh):
        return Shared(files, target.dtype)
    poses, which, scales = target.placement
    placed = np.zeros(len(target), _instance(target.dtype))
    placed["pose"], placed["mesh"] = poses, which
    if scales is not None:
        placed["scale"] = scales
    digest = hashlib.blake2b(repr(files).encode() + placed.tobytes(), digest_size=16)
    name = folder / f"{digest.hexdigest()}.scene"
    if not name.exists():
        _store.write_array(name, placed)
    return Shared(files, target.dtype, str(name), scales is not None)


class LazyRecord(Generic[Kind]):
    """An answer that is not computed yet: its fields, named as those of the record that ``compute`` gives, are dask arrays."""

    def __init__(self, kind: type[Kind], data: Any) -> None:
        self.kind = kind
        self.data = data  #: one dask array of structs

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the batch."""
        return tuple(self.data.shape)

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the arrays."""
        return tuple(self.data.dtype.names)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self.data.dtype.names:
            raise AttributeError(f"{self.kind.__name__} has no field {name}")
        return self.data[name]

    def compute(self, **options: Any) -> Kind:
        """The record, in this process."""
        return self.kind(self.data.compute(**options))

    def persist(self, **options: Any) -> LazyRecord[Kind]:
        """The same, computed and kept by the workers."""
        return LazyRecord(self.kind, self.data.persist(**options))

    def __repr__(self) -> str:
        return f"LazyRecord({self.kind.__name__}, shape={self.shape}, chunks={self.data.chunks})"


def _opened(target: Any) -> Mesh | Scene:
    found: Mesh | Scene = target.open() if isinstance(target, Shared) else target
    return found


def _ask(*arrays: Any, target: Any, verb: str, options: dict[str, Any]) -> Any:
    found = getattr(_opened(target), verb)(*(np.asarray(array) for array in arrays), **options)
    return found._data if isinstance(found, Record) else found


def _dtype_of(target: Any) -> np.dtype[Any]:
    dtype: np.dtype[Any] = target.dtype
    return dtype


def _is_scene(target: Any) -> bool:
    return isinstance(target, Scene) or (isinstance(target, Shared) and target.scene is not None)


def _blocks(target: Target, arrays: dict[str, Any], inner: dict[str, int], verb: str, dtype: Any, options: dict[str, Any]) -> Any:
    """A dask array of the answers to arrays whose leading axes broadcast; the ``inner`` last axes of each belong to one question."""
    da = need("dask.array")
    delayed = need("dask").delayed
    arguments: list[Any] = []
    axes = 0
    given = {}
    for name, value in arrays.items():
        array = value if isinstance(value, da.Array) else da.from_array(np.asarray(value), chunks=-1)
        last = inner[name]
        if last and (array.ndim < 1 or array.shape[-1] != 3):
            raise ValueError(f"{name} must have shape (..., 3), not {array.shape}")
        if last and len(array.chunks[-1]) > 1:
            array = array.rechunk({array.ndim - 1: -1})
        given[name] = array
        axes = max(axes, array.ndim - last)
    for name, array in given.items():
        batch = array.ndim - inner[name]
        arguments += [array, tuple(range(axes - batch, axes)) + ((axes,) if inner[name] else ())]
    held = target if isinstance(target, Shared) else delayed(target, pure=False)
    return da.blockwise(_ask, tuple(range(axes)), *arguments, target=held, verb=verb, options=options, dtype=dtype, concatenate=True,
                        meta=np.empty((0,) * axes, dtype))


def _target(target: Target) -> Any:
    if isinstance(target, (str, os.PathLike)):
        target = Mesh.load(target, mmap=_is_saved(target))
    if not isinstance(target, (Mesh, Scene, Shared)):
        raise TypeError(f"this is {type(target).__name__}: it must be a carom.Mesh, a carom.Scene, what share gives, or the name of a file")
    return target


def _is_saved(name: str | os.PathLike[str]) -> bool:
    return pathlib.Path(name).suffix == ".mesh"


def raycast(target: Target, origins: Any, directions: Any, t_min: ArrayLike = 0.0, t_max: ArrayLike = np.inf, *, facing: Facing = "both") -> LazyRecord[Any]:
    """The first face that each ray hits: ``Mesh.raycast`` or ``Scene.raycast`` of dask arrays.

    Parameters
    ----------
    target : a Mesh or Scene, which goes to each worker once, in the graph; better what ``share`` gives, which workers map; or a file
    origins, directions : dask or NumPy arrays, (..., 3), which broadcast
    t_min, t_max, facing : as ``Mesh.raycast``

    Returns
    -------
    LazyRecord: ``.hit``, ``.t`` and so on are dask arrays, ``.compute()`` is the RayHits of all.

    Examples
    --------
    >>> import numpy as np, carom, carom.distributed, dask.array as da
    >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
    >>> origins = da.from_array(np.random.default_rng(1).random((1000, 3)) + [0, 0, 2], chunks=(300, 3))
    >>> hits = carom.distributed.raycast(cube, origins, np.array([[0, 0, -1.0]]))
    >>> bool(hits.hit.all().compute()), hits.compute().t.shape
    (True, (1000,))
    """
    found = _target(target)
    scene, real = _is_scene(found), _dtype_of(found).itemsize
    arrays = {"origins": origins, "directions": directions, "t_min": np.asarray(t_min, _dtype_of(found)) if np.ndim(t_min) == 0 else t_min,
              "t_max": np.asarray(t_max, _dtype_of(found)) if np.ndim(t_max) == 0 else t_max}
    data = _blocks(found, arrays, {"origins": 1, "directions": 1, "t_min": 0, "t_max": 0}, "raycast", (SCENE_RAY_DTYPE if scene else RAY_DTYPE)[real], {"facing": facing})
    return LazyRecord(SceneRayHits if scene else RayHits, data)


def closest(target: Target, points: Any) -> LazyRecord[Any]:
    """The nearest point of the mesh or scene to each point: ``Mesh.closest`` or ``Scene.closest`` of dask arrays.

    Examples
    --------
    >>> import carom, carom.distributed, dask.array as da
    >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
    >>> carom.distributed.closest(cube, da.ones((4, 3), chunks=(2, 3)) * 2).distance.compute().round(3)
    array([1.732, 1.732, 1.732, 1.732])
    """
    found = _target(target)
    scene, real = _is_scene(found), _dtype_of(found).itemsize
    data = _blocks(found, {"points": points}, {"points": 1}, "closest", (SCENE_CLOSEST_DTYPE if scene else CLOSEST_DTYPE)[real], {})
    return LazyRecord(SceneClosestPoints if scene else ClosestPoints, data)


def signed_distance(target: Target, points: Any, method: str = "auto") -> LazyRecord[Any]:
    """Distances from the surface, negative inside: ``Mesh.signed_distance`` or ``Scene.signed_distance`` of dask arrays. A scene is asked with
    the method "auto" alone.

    Examples
    --------
    >>> import carom, carom.distributed, dask.array as da
    >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
    >>> carom.distributed.signed_distance(cube, da.full((2, 3), 0.25, chunks=(1, 3))).compute().distance
    array([-0.25, -0.25])
    """
    found = _target(target)
    scene, real = _is_scene(found), _dtype_of(found).itemsize
    if scene and method != "auto":
        raise ValueError(f"method is {method!r}: a scene is asked with 'auto' alone")
    data = _blocks(found, {"points": points}, {"points": 1}, "signed_distance", (SCENE_SIGNED_DTYPE if scene else SIGNED_DTYPE)[real],
                   {} if scene else {"method": method})
    return LazyRecord(SceneSignedDistances if scene else SignedDistances, data)


def contains(target: Target, points: Any) -> Any:
    """Whether each point is in the solid: ``Mesh.contains`` or ``Scene.contains`` of dask arrays, as a dask array.

    Examples
    --------
    >>> import carom, carom.distributed, dask.array as da
    >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
    >>> carom.distributed.contains(cube, da.linspace(-1, 1, 9, chunks=2)[:, None] + da.zeros((1, 3))).sum().compute()
    np.int64(5)
    """
    return _blocks(_target(target), {"points": points}, {"points": 1}, "contains", np.dtype(bool), {})
