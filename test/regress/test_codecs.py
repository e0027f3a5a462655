#!/usr/bin/python3
"""glTF compressed by Draco and meshoptimizer, by carom-io-gltf: meshes of which every number is known, what is on a grid, and what is damaged, cut off or
other than declared. Skipped (77) where the plug-in is not built."""
import argparse
import base64
import json
import math
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
CAROM = str(pathlib.Path(parser.parse_args().carom).resolve())
ENCODE = str(pathlib.Path(CAROM).parent / "encode_codecs")
CORNERS = [float(c) for z in (0, 1) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)) for c in (x, y, z)]
SQUARES = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3)]
TRIANGLES = [i for a, b, c, d in SQUARES for i in (a, b, c, a, c, d)]
DRACO, MESHOPT = "KHR_draco_mesh_compression", "EXT_meshopt_compression"


def run(*arguments, **environment):
    return subprocess.run([CAROM, *map(str, arguments)], capture_output=True, text=True, timeout=120, env={**os.environ, **environment})


def info(path, **environment):
    done = run("info", path, "--json", **environment)
    assert done.returncode == 0, (path, done.stderr)
    return json.loads(done.stdout)


def refused(path, gltf, why, **environment):
    path.write_text(json.dumps(gltf))
    done = run("info", path, **environment)
    assert done.returncode == 3 and done.stderr.startswith(f"carom: {path}: ") and why in done.stderr, (why, done)


def encode(data, *arguments):
    return subprocess.run([ENCODE, *map(str, arguments)], input=data, capture_output=True, timeout=60, check=True).stdout


def draco_stream(bits=0, identifier=7, corners=CORNERS, triangles=TRIANGLES):
    return encode(struct.pack(f"<I{len(corners)}d{len(triangles)}I", len(corners) // 3, *corners, *triangles), "draco", bits, identifier)


def uri(data):
    return "data:application/octet-stream;base64," + base64.b64encode(data).decode()


def gltf_of(buffers, views, accessors, primitives, extension, nodes=None):
    return {"asset": {"version": "2.0"}, "extensionsUsed": [extension, "KHR_mesh_quantization"], "extensionsRequired": [extension], "scene": 0, "scenes": [{"nodes": [0]}],
            "nodes": nodes or [{"mesh": 0, "name": "cube"}], "meshes": [{"name": "m", "primitives": primitives}], "bufferViews": views, "accessors": accessors,
            "buffers": [{"byteLength": len(b), "uri": uri(b)} if isinstance(b, bytes) else b for b in buffers]}


# ---- Draco

def draco_gltf(stream, identifier=7, points=8, corners=36, index_type=5123):
    primitive = {"attributes": {"POSITION": 0}, "indices": 1, "extensions": {DRACO: {"bufferView": 0, "attributes": {"POSITION": identifier}}}}
    accessors = [{"componentType": 5126, "type": "VEC3", "count": points}, {"componentType": index_type, "type": "SCALAR", "count": corners}]
    return gltf_of([stream], [{"buffer": 0, "byteLength": len(stream)}], accessors, [primitive], DRACO)


def test_draco(folder):
    path = folder / "a.gltf"
    path.write_text(json.dumps(draco_gltf(draco_stream())))
    told = info(path)
    assert told["min"] == [0, 0, 0] and told["max"] == [1, 1, 1] and told["volume"] == 1 and told["closed"] and told["vertices"] == 8 and "deviation" not in told, told
    # on a grid of 2^8 - 1 cells along the longest side of the box
    stream = draco_stream(8, corners=[c + 0.25 for c in CORNERS])
    path.write_text(json.dumps(draco_gltf(stream)))
    told = info(path)
    assert told["min"] == [0.25] * 3 and told["max"] == [1.25] * 3 and told["volume"] == 1 and abs(told["deviation"] - math.sqrt(0.75) / 255) < 1e-12, told
    assert "vertices within" in run("info", path).stdout
    # a node that scales has larger cells
    gltf = draco_gltf(stream)
    gltf["nodes"][0]["scale"] = [1, 4, 1]
    path.write_text(json.dumps(gltf))
    assert abs(info(path)["deviation"] - 4 * math.sqrt(0.75) / 255) < 1e-12
    # 16-bit integers, normalized: 32767 is 1
    gltf = draco_gltf(draco_stream(-1, corners=[32767 * c for c in CORNERS]))
    gltf["accessors"][0].update(componentType=5122, normalized=True)
    path.write_text(json.dumps(gltf))
    told = info(path)
    assert told["max"] == [1, 1, 1] and told["volume"] == 1 and abs(told["deviation"] - math.sqrt(0.75) / 32767) < 1e-15, told
    # two primitives, of which one is not compressed; a mesh that is placed twice
    gltf = draco_gltf(draco_stream())
    floats = struct.pack("<24f", *(c + 3 for c in CORNERS)) + struct.pack("<36H", *TRIANGLES)
    gltf["buffers"].append({"byteLength": len(floats), "uri": uri(floats)})
    gltf["bufferViews"] += [{"buffer": 1, "byteLength": 96}, {"buffer": 1, "byteOffset": 96, "byteLength": 72}]
    gltf["accessors"] += [{"bufferView": 1, "componentType": 5126, "type": "VEC3", "count": 8}, {"bufferView": 2, "componentType": 5123, "type": "SCALAR", "count": 36}]
    gltf["meshes"][0]["primitives"].append({"attributes": {"POSITION": 2}, "indices": 3})
    gltf["nodes"] = [{"children": [1, 2]}, {"mesh": 0}, {"mesh": 0, "translation": [0, 0, 10]}]
    path.write_text(json.dumps(gltf))
    told = info(path)
    assert told["meshes"] == 2 and told["instances"] == 4 and told["max"] == [4, 4, 14] and told["volume"] == 4, told


def test_draco_refused(folder):
    path = folder / "a.gltf"
    stream = draco_stream()
    refused(path, draco_gltf(stream, identifier=6), "bufferViews[0] (draco): it has no attribute 6")
    refused(path, draco_gltf(stream, points=9), "accessors[0] declares 9 elements of component type 5126, but " + DRACO + " holds 8")
    refused(path, draco_gltf(stream, corners=33), "accessors[1] declares 33")
    refused(path, draco_gltf(b"DRACO" + stream[5:60]), "(draco): Draco cannot decode it")
    refused(path, draco_gltf(b"x" * 40), "(draco): Draco cannot decode it")
    for size in range(0, len(stream), 7):
        refused(path, draco_gltf(stream[:size] or b"D"), "bufferViews[0] (draco): ")
    gltf = draco_gltf(stream)
    gltf["meshes"][0]["primitives"][0]["mode"] = 5
    refused(path, gltf, "only triangles (4) are read")
    gltf = draco_gltf(stream)
    del gltf["meshes"][0]["primitives"][0]["indices"]
    refused(path, gltf, "needs bufferView and attributes.POSITION, and the primitive indices")
    gltf = draco_gltf(stream)
    gltf["meshes"][0]["primitives"][0]["extensions"][DRACO]["bufferView"] = 5
    refused(path, gltf, "no bufferViews[5]")
    gltf = draco_gltf(stream)
    gltf["accessors"][0]["componentType"] = 5122
    refused(path, gltf, "holds 8 of 5126")
    refused(path, draco_gltf(stream), "needs the plug-in carom-io-gltf", CAROM_IO_PLUGINS=str(folder))
    # what is there without compression, too, needs no plug-in
    floats = struct.pack("<24f", *CORNERS) + struct.pack("<36H", *TRIANGLES)
    gltf["buffers"].append({"byteLength": len(floats), "uri": uri(floats)})
    gltf["bufferViews"] += [{"buffer": 1, "byteLength": 96}, {"buffer": 1, "byteOffset": 96, "byteLength": 72}]
    gltf["accessors"] = [{"bufferView": 1, "componentType": 5126, "type": "VEC3", "count": 8}, {"bufferView": 2, "componentType": 5123, "type": "SCALAR", "count": 36}]
    path.write_text(json.dumps(gltf))
    assert info(path, CAROM_IO_PLUGINS=str(folder))["volume"] == 1


# ---- meshoptimizer

def meshopt_view(stream, count, stride, mode, **more):
    return {"buffer": 0, "byteLength": count * stride, **({"byteStride": stride} if mode == "ATTRIBUTES" else {}),
            "extensions": {MESHOPT: {"buffer": stream, "byteLength": 0, "byteStride": stride, "count": count, "mode": mode, **more}}}


def meshopt_gltf(vertices, indices, positions, stride=12, width=2, mode="TRIANGLES", **filters):
    """The first buffer is the one without data that stands for what was compressed."""
    views = [meshopt_view(1, 8, stride, "ATTRIBUTES", **filters), meshopt_view(2, 36, width, mode)]
    for view, data in zip(views, (vertices, indices)):
        view["extensions"][MESHOPT]["byteLength"] = len(data)
    accessors = [{"bufferView": 0, "type": "VEC3", "count": 8, **positions},
                 {"bufferView": 1, "componentType": 5123 if width == 2 else 5125, "type": "SCALAR", "count": 36}]
    return gltf_of([{"byteLength": 8 * stride + 36 * width, "extensions": {MESHOPT: {"fallback": True}}}, vertices, indices], views, accessors,
                   [{"attributes": {"POSITION": 0}, "indices": 1}], MESHOPT)


FLOATS = {"componentType": 5126}


def streams():
    return encode(struct.pack("<24f", *CORNERS), "vertices", 12), encode(struct.pack("<36I", *TRIANGLES), "triangles")


def test_meshopt(folder):
    path = folder / "a.gltf"
    vertices, indices = streams()
    for width in (2, 4):
        for stream, mode in ((indices, "TRIANGLES"), (encode(struct.pack("<36I", *TRIANGLES), "sequence"), "INDICES")):
            path.write_text(json.dumps(meshopt_gltf(vertices, stream, FLOATS, width=width, mode=mode)))
            told = info(path)
            assert told["min"] == [0, 0, 0] and told["max"] == [1, 1, 1] and told["volume"] == 1 and told["closed"] and "deviation" not in told, told
    # 16-bit integers with a stride of 8, normalized: 32767 is 1
    shorts = encode(b"".join(struct.pack("<4h", *(int(32767 * c) for c in CORNERS[3 * i:3 * i + 3]), 0) for i in range(8)), "vertices", 8)
    path.write_text(json.dumps(meshopt_gltf(shorts, indices, {"componentType": 5122, "normalized": True}, stride=8)))
    told = info(path)
    assert told["max"] == [1, 1, 1] and told["volume"] == 1 and abs(told["deviation"] - math.sqrt(0.75) / 32767) < 1e-15, told
    # 2^E M: 3 2^-1 is 1.5; the mantissa has 24 bits, the exponent the upper 8
    powers = encode(b"".join(struct.pack("<3I", *((0xFF000000 | 3) if c else 0xFF000000 for c in CORNERS[3 * i:3 * i + 3])) for i in range(8)), "vertices", 12)
    path.write_text(json.dumps(meshopt_gltf(powers, indices, FLOATS, filter="EXPONENTIAL")))
    told = info(path)
    assert told["max"] == [1.5] * 3 and told["volume"] == 3.375, told


def test_meshopt_refused(folder):
    path = folder / "a.gltf"
    vertices, indices = streams()
    for cut in (1, 5, 12):
        refused(path, meshopt_gltf(vertices[:-cut], indices, FLOATS), "bufferViews[0] (meshopt): it is cut off or damaged")
        refused(path, meshopt_gltf(vertices, indices[:-cut], FLOATS), "bufferViews[1] (meshopt): it is cut off or damaged")
    refused(path, meshopt_gltf(bytes([vertices[0] + 1]) + vertices[1:], indices, FLOATS), "another version of its encoding")
    refused(path, meshopt_gltf(b"\0" + vertices[1:], indices, FLOATS), "(meshopt): ")
    refused(path, meshopt_gltf(vertices, indices, FLOATS, filter="OCTAHEDRAL"), "the filter OCTAHEDRAL of elements of 12 bytes")
    refused(path, meshopt_gltf(vertices, indices, FLOATS, filter="OTHER"), "the filter OTHER")
    refused(path, meshopt_gltf(vertices, indices, FLOATS, mode="OTHER"), "the mode OTHER")
    gltf = meshopt_gltf(vertices, indices, FLOATS)
    gltf["bufferViews"][0]["extensions"][MESHOPT]["count"] = 9
    refused(path, gltf, "declares 96 bytes, but " + MESHOPT + " 9 elements of 12")
    gltf = meshopt_gltf(vertices, indices, FLOATS)
    gltf["accessors"][0]["count"] = 9
    refused(path, gltf, "accessors[0] needs 108 bytes")
    gltf = meshopt_gltf(vertices, indices, FLOATS)
    gltf["bufferViews"][0]["byteLength"] = 12 << 20
    gltf["bufferViews"][0]["extensions"][MESHOPT]["count"] = 1 << 20  # of 12 MB in so few bytes nothing can come
    refused(path, gltf, "declares 12582912 bytes")
    refused(path, meshopt_gltf(vertices, indices, FLOATS), "needs the plug-in carom-io-gltf", CAROM_IO_PLUGINS=str(folder))


if not pathlib.Path(ENCODE).exists():
    print("skipped: encode_codecs is not built")
    sys.exit(77)
for test in (test_draco, test_draco_refused, test_meshopt, test_meshopt_refused):
    with tempfile.TemporaryDirectory() as name:
        test(pathlib.Path(name))
