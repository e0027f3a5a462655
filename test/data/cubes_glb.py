"""GLB files of one unit cube that is placed again and again, as tests of the command need them."""
import json
import struct

import make_data

FLAT = [i for t in make_data.TRIANGLES for i in t]


def write(path, nodes, leave_out=0):
    """`nodes`: the members of each glTF node but its mesh; `leave_out`: corners of the last triangles that are missing."""
    indices = struct.pack("<%dH" % (36 - leave_out), *FLAT[:36 - leave_out])
    data = b"".join(struct.pack("<3f", *p) for p in make_data.CORNERS) + indices + b"\0" * (-len(indices) % 4)
    document = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(len(nodes)))}],
        "nodes": [{"mesh": 0, **node} for node in nodes],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
            {"bufferView": 1, "componentType": 5123, "count": 36 - leave_out, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 96},
                        {"buffer": 0, "byteOffset": 96, "byteLength": len(indices)}],
        "buffers": [{"byteLength": len(data)}]}
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    path.write_bytes(struct.pack("<III", 0x46546C67, 2, 28 + len(text) + len(data)) + struct.pack("<II", len(text), 0x4E4F534A)
                     + text + struct.pack("<II", len(data), 0x004E4942) + data)
    return path
