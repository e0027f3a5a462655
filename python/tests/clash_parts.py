"""Parts for the tests of carom.distributed, small enough to be exact by hand or brute force, and files of them."""

import json
import pathlib
import struct

import numpy as np

import carom

SHEET = [[0, 1, 2], [0, 2, 3]]


def ball(radius, center, rows=10):
    """A closed ball of triangles, 4 * rows * (rows - 1)."""
    columns = 2 * rows
    v = np.pi * np.arange(1, rows) / rows
    u = 2 * np.pi * np.arange(columns) / columns
    ring = np.stack([np.sin(v)[:, None] * np.cos(u), np.sin(v)[:, None] * np.sin(u), np.broadcast_to(np.cos(v)[:, None], (rows - 1, columns))], -1)
    points = np.concatenate([[[0, 0, 1.0]], ring.reshape(-1, 3), [[0, 0, -1.0]]]) * radius + center
    faces = []
    for i in range(columns):
        j = (i + 1) % columns
        faces.append([0, 1 + i, 1 + j])
        for k in range(rows - 2):
            a, b, c, d = (1 + columns * (k + s) + t for s, t in ((0, i), (1, i), (1, j), (0, j)))
            faces += [[a, b, c], [a, c, d]]
        faces.append([len(points) - 1, 1 + columns * (rows - 2) + j, 1 + columns * (rows - 2) + i])
    return carom.Mesh(points, np.array(faces))


def by_hand(folder):
    """Ten parts whose verdicts are known: the names of pairs and what becomes of them with a clearance of 0.5."""
    box = carom.box_mesh
    sheet = np.array([[5.0, 0, 0.5], [9, 0, 0.5], [9, 4, 0.5], [5, 4, 0.5]])
    meshes = {
        "base": box([0.0, 0, 0], [1.0, 1, 1]), "beside": box([1.0, 0, 0], [2.0, 1, 1]), "deep": box([-0.75, 0.375, 0.375], [0.25, 0.625, 0.625]),
        "near": box([0.0, 0, 1.5], [1.0, 1, 2.0]), "shell": box([20.0, 0, 0], [30.0, 10, 10]), "core": box([24.0, 4, 4], [26.0, 6, 6]),
        "twin": box([24.0, 4, 4], [26.0, 6, 6]), "sheet": carom.Mesh(sheet, SHEET), "pin": box([6.0, 1, 0], [7.0, 2, 1]),
        "cup": box([7.5, 1, 0.5], [8.0, 2, 1]),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, mesh in meshes.items():
        mesh.save(folder / f"{name}.mesh")
    want = {("base", "beside"): "touching", ("base", "deep"): "hard", ("base", "near"): "near", ("core", "shell"): "nested", ("shell", "twin"): "nested",
            ("core", "twin"): "same", ("pin", "sheet"): "hard", ("cup", "sheet"): "touching", ("cup", "pin"): "near",
            ("beside", "near"): "near"}
    return {tuple(sorted(key)): verdict for key, verdict in want.items()}


def balls(folder, count, seed=1, rows=10, spread=1.7):
    """A cloud of balls of which many overlap, one file each."""
    folder.mkdir(parents=True, exist_ok=True)
    generator = np.random.default_rng(seed)
    side = round(count ** (1 / 3)) + 1
    for i in range(count):
        cell = np.array([i % side, i // side % side, i // side**2], float)
        ball(1.0, cell * spread + generator.uniform(-0.3, 0.3, 3), rows).save(folder / f"{i:06d}.mesh")
    return folder


def glb(path, meshes, nodes, roots):
    """A GLB file of meshes, each a list of primitives (vertices, faces), and nodes as they stand in its JSON."""
    data, views, accessors, listed = b"", [], [], []

    def add(array, kind, form):
        nonlocal data
        data += bytes(-len(data) % 4)
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": array.nbytes})
        accessor = {"bufferView": len(views) - 1, "componentType": form, "count": len(array), "type": kind}
        if kind == "VEC3":
            accessor |= {"min": array.min(axis=0).tolist(), "max": array.max(axis=0).tolist()}
        accessors.append(accessor)
        data += array.tobytes()
        return len(accessors) - 1

    for primitives in meshes:
        listed.append({"primitives": [{"attributes": {"POSITION": add(np.asarray(v, np.float32), "VEC3", 5126)},
                                       "indices": add(np.asarray(f, np.uint32).reshape(-1), "SCALAR", 5125)} for v, f in primitives]})
    data += bytes(-len(data) % 4)
    document = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": roots}], "nodes": nodes, "meshes": listed, "accessors": accessors,
                "bufferViews": views, "buffers": [{"byteLength": len(data)}]}
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    head = struct.pack("<III", 0x46546C67, 2, 28 + len(text) + len(data))
    pathlib.Path(path).write_bytes(head + struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data)


def box_arrays(low, high):
    """Vertices and faces of a box."""
    mesh = carom.box_mesh(low, high)
    return mesh.vertices, mesh.faces
