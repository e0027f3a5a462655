"""A GLB file that need not fit into memory: its JSON is read, its buffer is mapped by whoever needs a piece of it.

Each primitive of triangles of each node with a mesh is a part, as in ``carom clash``. Parts that place one primitive by rotations and
translations share one mesh; where a node scales, mirrors or shears, the linear part of its matrix goes into the vertices, and the parts
that share it share that mesh.
"""

from __future__ import annotations

import json
import struct
from typing import Any, Iterator

import numpy as np
from numpy.typing import NDArray

_COMPONENTS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC3": 3}
_TRIANGLES, _STRIP, _FAN = 4, 5, 6
_IDENTITY = np.eye(4)


def read_json(name: str) -> tuple[dict[str, Any], int, int]:
    """The JSON of a GLB file, where its buffer begins, and how long that is; ValueError for another file."""
    with open(name, "rb") as file:
        head = file.read(20)
        if len(head) < 20 or head[:4] != b"glTF":
            raise ValueError(f"{name} is no GLB file")
        version, _, length, kind = struct.unpack("<IIII", head[4:])
        if version != 2 or kind != 0x4E4F534A:
            raise ValueError(f"{name} is no GLB file of version 2")
        try:
            document = json.loads(file.read(length))
        except ValueError as error:
            raise ValueError(f"{name}: its JSON cannot be read: {error}") from None
        chunk = file.read(8)
        size = struct.unpack("<II", chunk)[0] if len(chunk) == 8 else 0
        if not isinstance(document, dict):
            raise ValueError(f"{name}: its JSON is no object")
        return document, file.tell(), size


def _matrix(node: dict[str, Any]) -> NDArray[np.float64]:
    if "matrix" in node:
        return np.array(node["matrix"], float).reshape(4, 4).T
    out = np.eye(4)
    if "rotation" in node:
        x, y, z, w = (float(c) for c in node["rotation"])
        length = (x * x + y * y + z * z + w * w) ** 0.5
        if not length > 0:
            raise ValueError("the rotation is no quaternion")
        x, y, z, w = x / length, y / length, z / length, w / length
        out[:3, :3] = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                       [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                       [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
    if "scale" in node:
        out[:3, :3] *= np.array(node["scale"], float)
    if "translation" in node:
        out[:3, 3] = node["translation"]
    return out


def placed_nodes(document: dict[str, Any]) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """The nodes of the scene with their matrices in its frame. ValueError for a circle, or a node that is not there."""
    nodes = document.get("nodes", [])
    scenes = document.get("scenes", [])
    children = {child for node in nodes for child in node.get("children", [])}
    roots = scenes[document.get("scene", 0)].get("nodes", []) if scenes else [n for n in range(len(nodes)) if n not in children]
    waiting = [(root, _IDENTITY) for root in reversed(roots)]
    seen = 0
    while waiting:
        index, above = waiting.pop()
        seen += 1
        if not 0 <= index < len(nodes) or seen > len(nodes):
            raise ValueError(f"node {index} is not there, or is placed twice")
        try:
            matrix = above @ _matrix(nodes[index])
        except (ValueError, TypeError) as error:
            raise ValueError(f"the transform of node {index} cannot be read: {error}") from None
        yield index, matrix
        waiting.extend((child, matrix) for child in reversed(nodes[index].get("children", [])))


def is_rigid(linear: NDArray[np.float64]) -> bool:
    """Whether a matrix turns and does nothing else, but for rounding."""
    return bool(np.abs(linear @ linear.T - np.eye(3)).max() < 1e-9) and float(np.linalg.det(linear)) > 0


def _accessor(document: dict[str, Any], index: int, buffer: tuple[int, int]) -> dict[str, Any]:
    """Where the items of an accessor are in the file; ValueError where they are elsewhere."""
    accessor = document["accessors"][index]
    if "sparse" in accessor or "bufferView" not in accessor:
        raise ValueError(f"accessor {index} is sparse or empty, which is not read out of memory")
    view = document["bufferViews"][accessor["bufferView"]]
    if view.get("buffer", 0) != 0 or "uri" in document.get("buffers", [{}])[0]:
        raise ValueError("its buffer is another file")
    if "EXT_meshopt_compression" in view.get("extensions", {}):
        raise ValueError("it is compressed by meshopt: decompress it first")
    form, width = _COMPONENTS[accessor["componentType"]], _WIDTHS[accessor["type"]]
    item = int(form[2]) * width
    stride = view.get("byteStride", item)
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    count = int(accessor["count"])
    if start < 0 or count < 0 or stride < item or (count and start + stride * (count - 1) + item > buffer[1]):
        raise ValueError(f"accessor {index} reaches beyond the buffer")
    return {"at": buffer[0] + start, "count": count, "stride": stride, "form": form, "width": width, "normalized": bool(accessor.get("normalized"))}


def primitive_source(document: dict[str, Any], primitive: dict[str, Any], buffer: tuple[int, int]) -> dict[str, Any]:
    """What a worker needs to read a primitive: plain numbers, a few hundred bytes. A fault is told by the worker, as of that part."""
    try:
        if "KHR_draco_mesh_compression" in primitive.get("extensions", {}):
            raise ValueError("it is compressed by Draco: decompress it first")
        vertices = _accessor(document, primitive["attributes"]["POSITION"], buffer)
        indices = _accessor(document, primitive["indices"], buffer) if "indices" in primitive else None
        if vertices["width"] != 3 or (indices and (indices["width"] != 1 or indices["form"] not in ("<u1", "<u2", "<u4"))):
            raise ValueError("its accessors have other types than positions and indices have")
    except (KeyError, IndexError, TypeError, ValueError) as error:
        return {"fault": f"the primitive cannot be read: {error}" if isinstance(error, ValueError) else f"the primitive lacks {error}"}
    return {"vertices": vertices, "indices": indices, "mode": primitive.get("mode", _TRIANGLES)}


def has_triangles(primitive: dict[str, Any]) -> bool:
    """Points and lines are no parts."""
    return primitive.get("mode", _TRIANGLES) in (_TRIANGLES, _STRIP, _FAN)


def _items(name: str, where: dict[str, Any]) -> NDArray[Any]:
    form, width = np.dtype(where["form"]), where["width"]
    length = where["stride"] * (where["count"] - 1) + form.itemsize * width if where["count"] else 0
    if not length:
        return np.zeros((0, width), form)
    data = np.memmap(name, np.uint8, "r", offset=where["at"], shape=(length,))
    items = np.ndarray((where["count"], width), form, data, strides=(where["stride"], form.itemsize))
    return np.array(items)


def read_primitive(name: str, source: dict[str, Any]) -> tuple[NDArray[np.float64], NDArray[np.uint32]]:
    """Vertices and faces of a primitive, its linear part applied; ValueError with what is wrong."""
    if "fault" in source:
        raise ValueError(source["fault"])
    raw = _items(name, source["vertices"])
    vertices = raw.astype(np.float64)
    if source["vertices"]["normalized"] and raw.dtype.kind in "iu":
        vertices = np.maximum(vertices / np.iinfo(raw.dtype).max, -1.0)
    where = source["indices"]
    corners = _items(name, where)[:, 0].astype(np.int64) if where else np.arange(len(vertices))
    if source["mode"] == _TRIANGLES:
        if len(corners) % 3:
            raise ValueError(f"it has {len(corners)} indices, which is no multiple of three")
        faces = corners.reshape(-1, 3)
    elif source["mode"] == _STRIP:
        faces = np.stack([corners[:-2], corners[1:-1], corners[2:]], axis=1) if len(corners) > 2 else np.zeros((0, 3), np.int64)
        faces[1::2] = faces[1::2][:, [1, 0, 2]]
    else:
        faces = np.stack([np.full(max(0, len(corners) - 2), corners[0] if len(corners) else 0), corners[1:-1], corners[2:]], axis=1)
    if "linear" in source:
        linear = np.array(source["linear"]).reshape(3, 3)
        vertices = vertices @ linear.T
        if np.linalg.det(linear) < 0:
            faces = faces[:, [0, 2, 1]]
    return vertices, faces.astype(np.uint32)
