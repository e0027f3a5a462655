"""What is to be clashed: the meshes to read, and where parts place them."""

from __future__ import annotations

import collections
import hashlib
import json
import os
import pathlib
from typing import Any, Iterable, Union

import numpy as np
from numpy.typing import NDArray

from .. import Mesh, _arrays
from . import _glb

Parts = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]
#: The endings of files that a folder's parts have; ``.mesh`` is what Mesh.save wrote.
ENDINGS = {".obj", ".stl", ".ply", ".off", ".gltf", ".glb", ".mesh"}
_STILL = np.array([0.0, 0, 0, 0, 0, 0, 1])


class Listing:
    """Sources are what workers read, one for each mesh, as plain values; a part is a name, a mesh and a pose."""

    def __init__(self, sources: list[dict[str, Any]], names: list[str], meshes: NDArray[np.uint32], poses: NDArray[np.float64]) -> None:
        self.sources = sources
        self.names = names
        self.meshes = meshes
        self.poses = poses

    def digest(self) -> str:
        """Of everything that a result depends on: files by name, size and time of change, parts, poses."""
        out = hashlib.blake2b(digest_size=16)
        for source in self.sources:
            out.update(json.dumps(source, sort_keys=True).encode())
        out.update("\0".join(self.names).encode())
        out.update(np.ascontiguousarray(self.meshes).data)
        out.update(np.ascontiguousarray(self.poses).data)
        return out.hexdigest()


def _stamp(path: pathlib.Path) -> dict[str, Any]:
    found = path.stat()
    return {"file": str(path.resolve()), "bytes": found.st_size, "changed": found.st_mtime_ns}


def _of_files(paths: list[pathlib.Path], root: pathlib.Path | None) -> Listing:
    sources = [_stamp(path) for path in paths]
    names = [str(path.relative_to(root)) if root else str(path) for path in paths]
    return Listing(sources, names, np.arange(len(paths), dtype=np.uint32), np.tile(_STILL, (len(paths), 1)))


def _of_glb(path: pathlib.Path) -> Listing:
    document, start, size = _glb.read_json(str(path))
    for extension in document.get("extensionsUsed", []):
        if extension == "EXT_mesh_gpu_instancing":
            raise ValueError(f"{path} uses {extension}, whose instances are not read: write them as nodes")
    stamp = _stamp(path)
    if start + size > stamp["bytes"]:
        raise ValueError(f"{path} is cut off: its buffer has {size} bytes, of which {stamp['bytes'] - start} are there")
    names: list[str] = []
    keys: list[tuple[int, int]] = []  # the mesh and primitive of each part
    of: list[int] = []  # the placed node of each part
    all_nodes, all_meshes = document.get("nodes", []), document.get("meshes", [])
    order, matrices = _glb.placed_nodes(document)
    bad = ~np.isfinite(matrices).all(axis=(1, 2))
    if bad.any():
        raise ValueError(f"{path}: the transform of node {order[int(np.argmax(bad))]} is not finite")
    for place, index in enumerate(order):
        node = all_nodes[index]
        if "mesh" not in node:
            continue
        if not 0 <= node["mesh"] < len(all_meshes):
            raise ValueError(f"{path}: node {index} is of mesh {node['mesh']}, which is not there")
        mesh = all_meshes[node["mesh"]]
        primitives = mesh.get("primitives", [])
        for number, primitive in enumerate(primitives):
            if not _glb.has_triangles(primitive):
                continue
            of_mesh = mesh.get("name") and (f"{mesh['name']}-{number}" if len(primitives) > 1 else mesh["name"])  # as the command names it
            names.append(str(node.get("name") or of_mesh or f"part {len(names) + 1}"))
            keys.append((node["mesh"], number))
            of.append(place)
    if not names:
        raise ValueError(f"{path} places no triangles")

    def source_of(key: tuple[int, int]) -> dict[str, Any]:
        return {**stamp, **_glb.primitive_source(document, all_meshes[key[0]]["primitives"][key[1]], (start, size))}

    return Listing(*_shared(keys, matrices[of], source_of, names))


def _shared(keys: list[tuple[int, int]], matrices: NDArray[np.float64], source_of: Any, names: list[str]) -> tuple[Any, ...]:
    """What a Listing is made of. As in the command, parts share a mesh whose primitive is placed more than once by rotations and translations,
    scaled alike; any other part's mesh is its own, and placed."""
    fits, poses, scales = _glb.split_transforms(matrices)
    uses = collections.Counter(keys)
    sources: list[dict[str, Any]] = []
    known: dict[tuple[int, int], tuple[list[tuple[NDArray[np.float64], int]], dict[bytes, int]]] = {}
    meshes = np.zeros(len(keys), np.uint32)
    for part, key in enumerate(keys):
        if uses[key] < 2 or not fits[part]:
            poses[part] = _STILL
            meshes[part] = len(sources)
            sources.append({**source_of(key), "transform": matrices[part, :3].reshape(-1).tolist()})
            continue
        like, exactly = known.setdefault(key, ([], {}))
        numbers = scales[part].tobytes()
        if numbers not in exactly:
            found = next((number for scale, number in reversed(like) if _glb.same_scale(scale, scales[part])), None)
            if found is None:
                found = len(sources)
                like.append((scales[part], found))
                exactly.clear()  # the last that is the same is taken
                sources.append({**source_of(key), "scale": scales[part].tolist()})
            exactly[numbers] = found
        meshes[part] = exactly[numbers]
    return sources, names, meshes, poses


def list_parts(parts: Parts, out: pathlib.Path | None) -> tuple[Listing, pathlib.Path | None]:
    """The parts of a folder (each file, folders within too, by name, but for the run's own folder), of a GLB file (each primitive of each
    node), or of a list of files (each file), and the folder or file itself."""
    if isinstance(parts, (str, os.PathLike)):
        path = pathlib.Path(parts)
        if path.is_dir():
            path = path.resolve()
            found = sorted(p for p in path.rglob("*") if p.suffix.lower() in ENDINGS and p.is_file() and not (out and out in p.parents))
            if not found:
                raise ValueError(f"{path} holds no part: no file that ends in {', '.join(sorted(ENDINGS))}")
            return _of_files(found, path), path
        if not path.exists():
            raise FileNotFoundError(f"{path} is not there")
        if path.suffix.lower() != ".glb":
            raise ValueError(f"{path} is one file: parts is a folder, a list of files, or a GLB file")
        try:
            return _of_glb(path), path
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise ValueError(f"{path}: its JSON is not that of glTF: {error!r}") from None
    files = [pathlib.Path(p) for p in parts]
    for place, file in enumerate(files):
        if not file.is_file():
            raise FileNotFoundError(f"parts[{place}] is {file}, which is not there")
    return _of_files(files, None), None


def read_source(source: dict[str, Any]) -> Mesh:
    """The mesh of a source, in float64. What is wrong with it is a ValueError or an OSError."""
    name = source["file"]
    if "vertices" in source or "fault" in source:
        return Mesh(*_glb.read_primitive(name, source))
    try:
        mesh = Mesh.load(name)
    except ValueError as error:
        if str(error).endswith("not enough memory"):  # as the readers of files say it
            raise MemoryError(str(error)) from None
        raise
    return mesh if mesh.dtype == _arrays.F64 else Mesh(mesh.vertices.astype(np.float64), mesh.faces)
