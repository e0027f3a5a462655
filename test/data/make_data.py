#!/usr/bin/env python3
"""Writes the other files of this folder: the unit cube of cube.obj, and two of it in glTF, the second mirrored."""
import base64
import json
import pathlib
import struct

HERE = pathlib.Path(__file__).resolve().parent
CORNERS = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
SQUARES = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3)]
TRIANGLES = [t for a, b, c, d in SQUARES for t in ((a, b, c), (a, c, d))]


def stl_text():
    lines = ["solid a cube, with the word facet in its name"]
    for t in TRIANGLES:
        lines += [" facet normal 0 0 0", "  outer loop"]
        lines += ["   vertex %g %g %g" % CORNERS[i] for i in t] + ["  endloop", " endfacet"]
    return "\n".join(lines + ["endsolid a cube"]) + "\n"


def ply_text():
    lines = ["ply", "format ascii 1.0", "comment the unit cube", "element vertex 8", "property uchar red",
             "property double x", "property float y", "property float z", "element face 6",
             "property list uchar int vertex_indices", "element edge 1", "property int vertex1",
             "property int vertex2", "end_header"]
    lines += ["255 %g %g %g" % p for p in CORNERS] + ["4 %d %d %d %d" % s for s in SQUARES] + ["0 1"]
    return "\n".join(lines) + "\n"


def gltf():
    data = b"".join(struct.pack("<3f", *p) for p in CORNERS)
    data += b"".join(struct.pack("<3H", *t) for t in TRIANGLES)
    return json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "both", "children": [1, 2], "scale": [2, 2, 2]},
                  {"name": "plain", "mesh": 0},
                  {"name": "mirrored", "mesh": 0, "matrix": [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]}],
        "meshes": [{"name": "cube", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3",
                       "min": [0, 0, 0], "max": [1, 1, 1]},
                      {"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteLength": 96}, {"buffer": 0, "byteOffset": 96, "byteLength": 72}],
        "buffers": [{"byteLength": 168,
                     "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}],
    }, indent=1) + "\n"


def main():
    (HERE / "cube.stl").write_text(stl_text())
    (HERE / "cube.ply").write_text(ply_text())
    (HERE / "two_cubes.gltf").write_text(gltf())


if __name__ == "__main__":
    main()
