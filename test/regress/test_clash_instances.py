#!/usr/bin/python3
"""carom clash of parts that place one mesh of the file again and again, by rotations, scales and mirrors: as of the same parts written out one by one."""
import json
import math
import random
import struct

from clash_common import clash, cubes_glb, make_data, run, run_tests


def matrix(node):
    x, y, z, w = node["rotation"]
    sx, sy, sz = node["scale"]
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
    return [[r[0] * sx, r[1] * sy, r[2] * sz, t] for r, t in zip(rows, node["translation"])]


def write_out(path, nodes):
    """An OBJ file of the cubes that the nodes place."""
    lines = []
    for n, node in enumerate(nodes):
        lines.append("o " + node["name"])
        m = matrix(node)
        for c in make_data.CORNERS:
            lines.append("v %r %r %r" % tuple(sum(r[k] * c[k] for k in range(3)) + r[3] for r in m))
        mirrors = math.prod(node["scale"]) < 0
        lines += ["f %d %d %d" % tuple(8 * n + i + 1 for i in (t[::-1] if mirrors else t)) for t in make_data.TRIANGLES]
    path.write_text("\n".join(lines) + "\n")
    return path


def random_nodes(count, seed):
    of = random.Random(seed)
    nodes = []
    for n in range(count):
        q = [of.gauss(0, 1) for _ in range(4)]
        length = math.sqrt(sum(x * x for x in q))
        scale = [(1, 1, 1), (0.5, 0.5, 0.5), (2, 1, 0.5), (-1, 1, 1)][n % 4]
        nodes.append({"name": "n%d" % n, "translation": [of.uniform(-2, 2) for _ in range(3)],
                      "rotation": [x / length for x in q] if n % 3 else [0, 0, 0, 1], "scale": list(scale)})
    return nodes


def test_as_written_out(folder):
    for seed in range(4):
        nodes = random_nodes(24, seed)
        one = clash(cubes_glb.write(folder / "one.glb", nodes), "--measure", "--clearance", "0.2", "--tolerance", "0", expect=1)
        each = clash(write_out(folder / "each.obj", nodes), "--measure", "--clearance", "0.2", "--tolerance", "0", expect=1)
        assert one["parts"] == each["parts"] == 24 and one["triangles"] == each["triangles"]
        found = {(p["a"], p["b"]): p for p in one["clashes"]}
        assert len(found) == len(each["clashes"]) > 20
        for p in each["clashes"]:
            q = found[p["a"], p["b"]]
            assert (p["verdict"], p["relation"]) == (q["verdict"], q["relation"]), (p, q)
            for field in ("volume", "distance", "contact_area", "way_out"):
                assert (p.get(field) is None) == (q.get(field) is None) and abs((p.get(field) or 0) - (q.get(field) or 0)) < 1e-6, (field, p, q)
            if p["verdict"] == "hard":
                assert q["depth"] <= p["depth_bound"] + 1e-6 and p["depth"] <= q["depth_bound"] + 1e-6, (p, q)


def test_same_place(folder):
    """Two instances in one place are the same, turned or not, and touch what they touch when moved alone."""
    turn = [0.5, 0.5, 0.5, 0.5]
    nodes = [{"name": n, "translation": t, "rotation": r, "scale": [1, 1, 1]}
             for n, t, r in [("a", [0.1, 0.2, 0.3], turn), ("b", [0.1, 0.2, 0.3], turn), ("c", [4, 0, 0], [0, 0, 0, 1]), ("d", [5, 0.5, 0], [0, 0, 0, 1])]]
    found = {(p["name_a"], p["name_b"]): p for p in clash(cubes_glb.write(folder / "same.glb", nodes), "--measure", expect=1)["clashes"]}
    assert found["a", "b"]["same"] and found["a", "b"]["relation"] == "equal", found
    assert found["c", "d"]["verdict"] == "touching" and found["c", "d"]["contact_area"] == 0.5 and len(found) == 2, found


def test_files(folder):
    """What is written has the parts where they stand."""
    nodes = random_nodes(6, 7)
    one, out = cubes_glb.write(folder / "one.glb", nodes), folder / "out.glb"
    run(one, "--glb", out, "--png", folder / "out.png", "--bcf", folder / "out.bcf", "--html", folder / "out.html", "--tolerance", "0", expect=1)
    data = out.read_bytes()
    length, = struct.unpack_from("<I", data, 12)
    gltf, binary = json.loads(data[20:20 + length]), data[28 + length:]
    for n, node in enumerate(nodes):
        accessor = gltf["accessors"][gltf["meshes"][n]["primitives"][0]["attributes"]["POSITION"]]
        offset = gltf["bufferViews"][accessor["bufferView"]]["byteOffset"]
        written = [struct.unpack_from("<3f", binary, offset + 12 * i) for i in range(accessor["count"])]
        m = matrix(node)
        placed = [[sum(r[k] * c[k] for k in range(3)) + r[3] for r in m] for c in make_data.CORNERS]
        for p in placed:
            assert min(max(abs(a - b) for a, b in zip(p, q)) for q in written) < 1e-6, (n, p)


run_tests(globals())
