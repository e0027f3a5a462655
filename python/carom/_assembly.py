"""Assemblies in memory: named meshes in poses, and the file by which they reach the command, in double and placed (docs/files.md)."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping, Union

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from .mesh import HasFaces, Mesh
from .scene import Scene

#: A greater coordinate is refused by carom-io.
_LIMIT = 1e90
Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class ClashFile:
    """A file or a mesh of ``carom.clash`` with options of its own, which are the command's about files.

    Parameters
    ----------
    source : a path, a mesh, a scene, or a dict of meshes
    at : (3,), where it is moved after it was turned
    turn : (4,), a quaternion x, y, z, w by which it is turned about the origin
    scale : a factor of its coordinates, before it is turned
    unit : "um", "mm", "cm", "m", "km", "in", "ft" or "mi": that of its lengths
    select, exclude : patterns of names of its parts, one or a list: only these, or without these

    Examples
    --------
    >>> import carom
    >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
    >>> carom.clash({"fixed": cube}, carom.ClashFile({"moved": cube}, at=(0.75, 0, 0))).depth
    array([0.25])
    """

    source: Any
    at: Any = None
    turn: Any = None
    scale: float | None = None
    unit: str | None = None
    select: str | Iterable[str] = ()
    exclude: str | Iterable[str] = ()


@dataclass
class Assembly:
    """Meshes, each once, and where they are placed: name, mesh and the upper three rows of a matrix."""

    meshes: list[tuple[NDArray[np.float64], NDArray[np.uint32]]] = field(default_factory=list)
    placed: list[tuple[str, int, NDArray[np.float64]]] = field(default_factory=list)
    _known: dict[int, tuple[int, Any]] = field(default_factory=dict)

    def _mesh(self, mesh: Any, where: str) -> int:
        """The number of the mesh; what is not finite or no index raises, with the place."""
        if id(mesh) in self._known:
            return self._known[id(mesh)][0]
        if not (hasattr(mesh, "vertices") and hasattr(mesh, "faces")):
            raise TypeError(f"{where} is {type(mesh).__name__}: it must be a mesh with .vertices and .faces")
        vertices = _arrays.vectors(mesh.vertices, f"{where}.vertices")
        if vertices.ndim != 2:
            raise ValueError(f"{where}.vertices must have shape (n, 3), not {vertices.shape}")
        _arrays.finite(vertices, f"{where}.vertices")
        far = np.abs(np.asarray(vertices, np.float64)) > _LIMIT
        if far.any():
            raise ValueError(f"{where}.vertices{_arrays.first_of(far)} is {vertices[far][0]}: it must be at most {_LIMIT:g}")
        faces = _arrays.indices(mesh.faces, f"{where}.faces", len(vertices))
        if len(faces) == 0:
            raise ValueError(f"{where} has no faces: it is no part")
        self.meshes.append((np.ascontiguousarray(vertices, np.float64), faces))
        self._known[id(mesh)] = len(self.meshes) - 1, mesh  # the mesh is kept, so that its id stays its own
        return len(self.meshes) - 1

    def add(self, name: str, mesh: Any, poses: Any, where: str) -> None:
        """A mesh, once or in several poses, whose parts are then called name[0], name[1] and so on."""
        matrices = _matrices(poses, f"{where}: pose")
        if matrices.ndim == 2:
            self.add_placed(name, mesh, matrices, where)
            return
        for i, one in enumerate(matrices):
            self.add_placed(f"{name}[{i}]", mesh, one, where)

    def add_placed(self, name: str, mesh: Any, rows: NDArray[np.float64], where: str) -> None:
        """A mesh in one place, by the upper three rows of its matrix."""
        self.placed.append((name, self._mesh(mesh, where), rows))

    def add_any(self, source: Any, where: str) -> None:
        """A mesh, a scene of carom or trimesh, or a dict of name to a mesh, or to a mesh and its poses."""
        if isinstance(source, Mapping):
            for name, one in source.items():
                mesh, poses = one if isinstance(one, tuple) and len(one) == 2 else (one, None)
                self.add(str(name), mesh, poses, f"{where}[{name!r}]")
        elif isinstance(source, Scene):
            for i, (mesh, pose, factors) in enumerate(source._instances()):
                matrix = _matrices(pose, f"{where}: instance {i}")
                self.add_placed(f"instance {i}", mesh, matrix * np.append(factors, 1.0), f"{where}: instance {i}")
        elif hasattr(source, "geometry") and hasattr(source, "graph"):
            for node in source.graph.nodes_geometry:
                matrix, geometry = source.graph[node]
                if hasattr(source.geometry[geometry], "faces"):  # else points or lines, which are no part
                    self.add(str(node), source.geometry[geometry], matrix, f"{where}: node {node!r}")
        else:
            self.add("", source, None, where)  # the command numbers it

    def write(self, path: str) -> None:
        """Writes the file that carom-io reads as a scene of carom's own."""
        told = {
            "meshes": [{"vertices": len(vertices), "triangles": len(faces)} for vertices, faces in self.meshes],
            "instances": [{"name": name, "mesh": mesh, "node": i, "transform": matrix.reshape(-1).tolist()}
                          for i, (name, mesh, matrix) in enumerate(self.placed)],
        }
        text = json.dumps(told).encode()
        with open(path, "wb") as file:
            file.write(b"carom-io 1\n%d\n" % len(text))
            file.write(text)
            for vertices, _ in self.meshes:
                file.write(np.ascontiguousarray(vertices, "<f8").data)
            for _, faces in self.meshes:
                file.write(np.ascontiguousarray(faces, "<u4").data)


def _matrices(poses: Any, name: str) -> NDArray[np.float64]:
    """The upper three rows of a pose, (3, 4), or of several, (n, 3, 4). Matrices may scale and mirror."""
    if poses is None:
        return np.eye(3, 4)
    array = _arrays.dense(_arrays.floats(poses, name))
    if array.ndim in (2, 3) and array.shape[-2:] == (4, 4):
        out = np.asarray(array, np.float64)
        _arrays.finite(out, name)
        bad = (out[..., 3, :] != (0, 0, 0, 1)).any(axis=-1)
        if bad.any():
            raise ValueError(f"{name}{_arrays.first_of(bad) if bad.ndim else ''}: its last row must be 0 0 0 1")
        return out[..., :3, :]
    if array.ndim not in (1, 2) or array.shape[-1] != 7:
        raise ValueError(f"{name} must have shape (4, 4), (n, 4, 4), (7,) or (n, 7), not {array.shape}")
    at = np.asarray(_arrays.poses(array, name, array.dtype), np.float64)
    x, y, z, w = np.moveaxis(at[..., 3:] / np.linalg.norm(at[..., 3:], axis=-1, keepdims=True), -1, 0)
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), at[..., 0]],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), at[..., 1]],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), at[..., 2]]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def is_path(source: Any) -> bool:
    """Whether it names a file."""
    return isinstance(source, (str, os.PathLike))


#: What a part of ``carom.clash`` may be given as.
Parts = Union[Path, ClashFile, Mesh, Scene, HasFaces, Mapping[str, Any], Iterable[Any]]
