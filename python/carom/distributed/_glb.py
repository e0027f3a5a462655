"""A GLB file that need not fit into memory: its JSON is read, its buffer is mapped by whoever needs a piece of it.

Each primitive of triangles of each node with a mesh is a part, as in ``carom clash``, and is placed by the same sums, so that touching parts
touch here as they do there. Parts that place one primitive by rotations and translations, scaled alike, share one mesh; into that of a part
that mirrors or shears, or whose primitive no other part places, the whole transform goes.
"""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

_COMPONENTS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC3": 3}
_TRIANGLES, _STRIP, _FAN = 4, 5, 6


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


def _gathered(nodes: list[dict[str, Any]], name: str, rest: list[float]) -> NDArray[np.float64]:
    """A property of all nodes, (n, k), with its default."""
    out = np.tile(np.array(rest, float), (len(nodes), 1))
    have = [i for i, node in enumerate(nodes) if name in node]
    if have:
        try:
            out[have] = np.array([nodes[i][name] for i in have], float)
        except (ValueError, TypeError):
            raise ValueError(f"the {name} of a node is no list of {len(rest)} numbers") from None
    return out


def _matrices(nodes: list[dict[str, Any]]) -> NDArray[np.float64]:
    """The nodes' own transforms, (n, 4, 4)."""
    x, y, z, w = _gathered(nodes, "rotation", [0, 0, 0, 1]).T
    xx, yy, zz, ww = x * x, y * y, z * z, w * w
    length = xx + yy + zz + ww
    if not (length > 0).all():
        raise ValueError(f"the rotation of node {int(np.argmin(length > 0))} is no quaternion")
    out = np.zeros((len(nodes), 4, 4))
    turns = [ww + xx - yy - zz, 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z), ww - xx + yy - zz, 2 * (y * z - w * x),
             2 * (x * z - w * y), 2 * (y * z + w * x), ww - xx - yy + zz]
    out[:, :3, :3] = np.stack([entry / length for entry in turns], axis=1).reshape(-1, 3, 3)
    out[:, :3, :3] *= _gathered(nodes, "scale", [1, 1, 1])[:, None]
    out[:, :3, 3] = _gathered(nodes, "translation", [0, 0, 0])
    out[:, 3, 3] = 1
    whole = [i for i, node in enumerate(nodes) if "matrix" in node]
    if whole:
        out[whole] = _gathered([nodes[i] for i in whole], "matrix", [0] * 16).reshape(-1, 4, 4).transpose(0, 2, 1)
    return out


def placed_nodes(document: dict[str, Any]) -> tuple[list[int], NDArray[np.float64]]:
    """The nodes of the scene, parents first, and their matrices in its frame, (n, 4, 4). ValueError for a circle, or a node that is not there."""
    nodes = document.get("nodes", [])
    scenes = document.get("scenes", [])
    children = {child for node in nodes for child in node.get("children", [])}
    roots = scenes[document.get("scene", 0)].get("nodes", []) if scenes else [n for n in range(len(nodes)) if n not in children]
    order: list[int] = []
    above: list[int] = []  # the place in `order` of each node's parent, or -1
    levels: list[list[int]] = []  # places by depth
    waiting: list[tuple[int, int, int]] = [(root, -1, 0) for root in reversed(roots)]
    while waiting:
        index, parent, depth = waiting.pop()
        if not isinstance(index, int) or not 0 <= index < len(nodes) or len(order) >= len(nodes):
            raise ValueError(f"node {index} is not there, or is placed twice")
        place = len(order)
        order.append(index)
        above.append(parent)
        if depth == len(levels):
            levels.append([])
        levels[depth].append(place)
        waiting.extend((child, place, depth + 1) for child in reversed(nodes[index].get("children", [])))
    own = _matrices(nodes)[order]
    placed = np.zeros_like(own)
    for depth, places in enumerate(levels):
        placed[places] = _product(placed[np.array(above)[places]], own[places]) if depth else own[places] + 0.0
    return order, placed


def _product(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of affine matrices; each entry is a sum from left to right, as carom-io has it."""
    out = np.zeros_like(a)
    for i in range(3):
        for k in range(4):
            out[:, i, k] = a[:, i, 0] * b[:, 0, k] + a[:, i, 1] * b[:, 1, k] + a[:, i, 2] * b[:, 2, k] + (a[:, i, 3] if k == 3 else 0.0)
    out[:, 3, 3] = 1
    return out


#: Rotations whose columns are farther from perpendicular are none, and factors that differ by more are not the same, relative: the command's bound.
_RIGID_ROUNDING = 1e-14


def split_transforms(matrices: NDArray[np.float64]) -> tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.float64]]:
    """Which matrices turn after they scale, and do nothing else; poses (n, 7) and factors (n, 3) of these. As the command's clash_shape.c."""
    columns = matrices[:, :3, :3].transpose(2, 1, 0)  # column, coordinate, matrix
    with np.errstate(all="ignore"):
        scale = np.stack([np.sqrt(_dot(c, c)) for c in columns])
        a, b, c = (column / size for column, size in zip(columns, scale))
        cross = np.stack([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])
        fits = (((scale > 1e-100) & (scale < 1e100)).all(axis=0) & (np.abs(_dot(a, b)) <= _RIGID_ROUNDING) & (np.abs(_dot(b, c)) <= _RIGID_ROUNDING)
                & (np.abs(_dot(c, a)) <= _RIGID_ROUNDING) & (_dot(cross, c) > 0))
        x, y, z = a[0], b[1], c[2]
        turns = np.select([x + y + z > 0, (x >= y) & (x >= z), y >= z],
                          [np.stack([b[2] - c[1], c[0] - a[2], a[1] - b[0], 1.0 + x + y + z]), np.stack([1.0 + x - y - z, b[0] + a[1], c[0] + a[2], b[2] - c[1]]),
                           np.stack([b[0] + a[1], 1.0 - x + y - z, c[1] + b[2], c[0] - a[2]])],
                          np.stack([c[0] + a[2], c[1] + b[2], 1.0 - x - y + z, a[1] - b[0]]))
        turns = turns / np.sqrt(turns[0] * turns[0] + turns[1] * turns[1] + turns[2] * turns[2] + turns[3] * turns[3])
    return fits, np.concatenate([matrices[:, :3, 3], turns.T], axis=1), scale.T


def _dot(a: Any, b: Any) -> Any:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def same_scale(a: NDArray[np.float64], b: NDArray[np.float64]) -> bool:
    """Whether factors are the same but for rounding."""
    return bool((np.abs(a - b) <= _RIGID_ROUNDING * a).all())


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
    """Vertices and faces of a primitive, scaled or placed as the source tells; ValueError with what is wrong."""
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
    if "scale" in source:
        vertices = np.array(source["scale"]) * vertices
    if "transform" in source:
        rows = np.array(source["transform"]).reshape(3, 4)
        x, y, z = vertices.T
        vertices = np.stack([row[0] * x + row[1] * y + row[2] * z + row[3] for row in rows], axis=1)
        if np.linalg.det(rows[:, :3]) < 0:
            faces = faces[:, [0, 2, 1]]
    return vertices, faces.astype(np.uint32)
