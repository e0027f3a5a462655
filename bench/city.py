#!/usr/bin/env python3
"""Writes a city of parts as a GLB file: a few prototypes of some thousand triangles each, and an instance of one of them at every place.

    bench/city.py OUT.glb PARTS

Prototypes are closed surfaces of rotated profiles with a squared cross-section. They stand in a grid with a jitter, so that some
neighbours run into each other; one part in 200 stands within another, and one in 1,000 twice in the same place."""
import json
import pathlib
import struct
import sys

import numpy as np

PROTOTYPES, ROWS, COLUMNS = 24, 45, 46
SPACING = 20.0


def prototype(generator):
    """A closed surface of 2 * COLUMNS * (ROWS - 1) triangles, about 9 wide and up to 60 high."""
    t = np.linspace(0, 1, ROWS)
    height = generator.uniform(6, 60)
    radius = 4 + 1.5 * np.sin(2 * np.pi * (generator.uniform(0.3, 3) * t + generator.uniform())) + generator.uniform(2, 3.5)
    angle = 2 * np.pi * np.arange(COLUMNS) / COLUMNS
    power = generator.choice([0.25, 0.5, 1.0])
    around = np.stack([np.sign(np.cos(angle)) * np.abs(np.cos(angle)) ** power, np.sign(np.sin(angle)) * np.abs(np.sin(angle)) ** power], axis=1)
    ring = np.concatenate([around[None] * radius[:, None, None], np.broadcast_to((t * height)[:, None, None], (ROWS, COLUMNS, 1))], axis=2)
    vertices = np.concatenate([ring.reshape(-1, 3), [[0, 0, 0], [0, 0, height]]]).astype(np.float32)
    i, j = np.meshgrid(np.arange(ROWS - 1), np.arange(COLUMNS), indexing="ij")
    a, b, c, d = i * COLUMNS + j, i * COLUMNS + (j + 1) % COLUMNS, (i + 1) * COLUMNS + (j + 1) % COLUMNS, (i + 1) * COLUMNS + j
    sides = np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])
    k = np.arange(COLUMNS)
    low, high = len(vertices) - 2, len(vertices) - 1
    top = (ROWS - 1) * COLUMNS
    caps = np.concatenate([np.stack([np.full(COLUMNS, low), (k + 1) % COLUMNS, k], -1), np.stack([np.full(COLUMNS, high), top + k, top + (k + 1) % COLUMNS], -1)])
    return vertices, np.concatenate([sides, caps]).astype(np.uint32)


def places(count, generator):
    """Prototype, position and turn about the vertical of each part."""
    side = int(np.ceil(count**0.5))
    at = np.stack([np.arange(count) % side, np.arange(count) // side], axis=1) * SPACING + generator.uniform(-2.8, 2.8, (count, 2))
    position = np.concatenate([at, np.zeros((count, 1))], axis=1)
    kind, turn = generator.integers(0, PROTOTYPES, count), generator.uniform(0, 2 * np.pi, count)
    twins = np.flatnonzero(generator.random(count) < 0.001)
    twins = twins[twins > 0]
    for array in (position, kind, turn):
        array[twins] = array[twins - 1]
    return kind, position.round(4), turn


def write(path, count):
    """The file: 12 bytes a vertex, 12 a triangle, and a node of some 120 bytes a part."""
    generator = np.random.default_rng(22)
    data, views, accessors, meshes = [], [], [], []
    size = triangles = 0
    kept = [prototype(generator) for _ in range(PROTOTYPES)]
    small = [(0.15 * v, f) for v, f in kept]  # what stands within others
    for vertices, faces in kept + small:
        attribute = []
        for array, kind, form in ((np.asarray(vertices, np.float32), "VEC3", 5126), (faces.reshape(-1), "SCALAR", 5125)):
            views.append({"buffer": 0, "byteOffset": size, "byteLength": array.nbytes})
            accessors.append({"bufferView": len(views) - 1, "componentType": form, "count": len(array), "type": kind})
            if kind == "VEC3":
                accessors[-1] |= {"min": array.min(axis=0).tolist(), "max": array.max(axis=0).tolist()}
            attribute.append(len(accessors) - 1)
            data.append(array.tobytes())
            size += array.nbytes
        meshes.append({"primitives": [{"attributes": {"POSITION": attribute[0]}, "indices": attribute[1]}]})
    kind, position, turn = places(count, generator)
    nodes = []
    for i in range(count):
        mesh, at = int(kind[i]), position[i].tolist()
        if i % 200 == 199:
            mesh, at = mesh + PROTOTYPES, [*position[i - 1, :2].tolist(), 2.0]
        triangles += len(kept[mesh % PROTOTYPES][1])
        half = 0.5 * float(turn[i])
        nodes.append({"name": f"part {i}", "mesh": mesh, "translation": at, "rotation": [0, 0, float(np.sin(half)), float(np.cos(half))]})
    document = {"asset": {"version": "2.0", "generator": "carom bench/city.py"}, "scene": 0, "scenes": [{"nodes": list(range(count))}], "nodes": nodes,
                "meshes": meshes, "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": size}]}
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    body = b"".join(data)
    with open(path, "wb") as file:
        file.write(struct.pack("<III", 0x46546C67, 2, 28 + len(text) + size) + struct.pack("<II", len(text), 0x4E4F534A) + text)
        file.write(struct.pack("<II", size, 0x004E4942) + body)
    return triangles


if __name__ == "__main__":
    out, parts = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    total = write(out, parts)
    print(f"{out}: {parts} parts, {total} triangles, {36 * total / 1e9:.1f} GB as plain triangles of float32, {out.stat().st_size / 1e6:.1f} MB")
