#!/usr/bin/python3
"""carom info as a user runs it: exit codes, text and JSON, and glTF in all its variations, built here."""
import argparse
import base64
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = ROOT / "test" / "data"
sys.dont_write_bytecode = True
sys.path.insert(0, str(DATA))
import make_data  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
CAROM = str(pathlib.Path(parser.parse_args().carom).resolve())
POINTS = b"".join(struct.pack("<3f", *p) for p in make_data.CORNERS)
FLAT = [i for t in make_data.TRIANGLES for i in t]


def run(*arguments, expect):
    done = subprocess.run([CAROM, "info", *map(str, arguments)], capture_output=True, text=True, timeout=120)
    assert done.returncode == expect, (arguments, done.returncode, done.stdout, done.stderr)
    return done


def info(path, expect=0):
    return json.loads(run(path, "--json", expect=expect).stdout)


def refused(path, *words):
    done = run(path, "--json", expect=3)
    assert not done.stdout and done.stderr.startswith("carom: %s: " % path), done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    for word in words:
        assert word in done.stderr, (word, done.stderr)


class Gltf:
    """A glTF document and its one buffer."""

    def __init__(self):
        self.data = b""
        self.json = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
                     "nodes": [{"mesh": 0}], "meshes": [{"primitives": []}], "accessors": [],
                     "bufferViews": [], "buffers": [{}]}

    def view(self, data, **more):
        self.json["bufferViews"].append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data), **more})
        self.data += data + b"\xee" * (-len(data) % 4)
        return len(self.json["bufferViews"]) - 1

    def accessor(self, data, component, count, kind, **more):
        stride = more.pop("byteStride", None)
        view = self.view(data, **({"byteStride": stride} if stride else {}))
        self.json["accessors"].append({"bufferView": view, "componentType": component, "count": count, "type": kind, **more})
        return len(self.json["accessors"]) - 1

    def cube(self, positions=None, indices=None, **more):
        position = self.accessor(POINTS, 5126, 8, "VEC3") if positions is None else positions
        index = self.accessor(struct.pack("<36H", *FLAT), 5123, 36, "SCALAR") if indices is None else indices
        primitive = {"attributes": {"POSITION": position}, "indices": index, **more}
        self.json["meshes"][0]["primitives"].append(primitive)
        return self

    def save(self, path, external=None, length=None):
        buffer = self.json["buffers"][0]
        buffer["byteLength"] = len(self.data) if length is None else length
        if external:
            buffer["uri"] = external.replace(" ", "%20")
            (path.parent / external).write_bytes(self.data)
        else:
            buffer["uri"] = "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()
        path.write_text(json.dumps(self.json))
        return path


def check_cube(answer, **more):
    want = {"vertices": 8, "triangles": 12, "closed": True, "volume": 1.0, "area": 6.0, "edges": 18, **more}
    for key, value in want.items():
        assert answer[key] == value, (key, answer)


def test_usage():
    assert "usage" in run("--help", expect=0).stdout
    assert "usage" in run(expect=2).stderr
    run("--nonsense", expect=2)
    assert run("a.obj", "b.obj", expect=3).stderr.count("cannot open") == 2


def test_text_and_exit_codes(folder):
    text = run(DATA / "cube.obj", expect=0).stdout
    for word in ("closed               yes", "volume               1\n", "2 points, 2 lines", "OBJ"):
        assert word in text, text
    open_mesh = folder / "open.obj"
    open_mesh.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    assert "not closed" in run(open_mesh, "--strict", expect=1).stdout
    answer = info(open_mesh)
    assert answer["open_edges"] == 3 and not answer["closed"] and answer["max"] == [1, 1, 0]
    refused(folder / "missing.obj", "cannot open")


def test_obj_parts(folder):
    """Groups divide one surface and are looked at together; objects stand each alone."""
    path = folder / "a.obj"
    for word, crossing in (("o", False), ("g", True)):
        lines = []
        for n, at in enumerate((0, 0.5)):
            lines += [f"{word} cube {n}"] + ["v " + " ".join(str(x + at) for x in p) for p in make_data.CORNERS]
            lines += ["f " + " ".join(str(8 * n + 1 + i) for i in t) for t in make_data.TRIANGLES]
        path.write_text("\n".join(lines) + "\n")
        answer = info(path)
        assert (answer["meshes"], answer["instances"], answer["triangles"], answer["closed"]) == (2, 2, 24, True), answer
        assert (answer["meets_itself"] > 0) == crossing and answer["volume"] == 2, answer
    sides = ["v " + " ".join(map(str, p)) for p in make_data.CORNERS]
    for n, t in enumerate(make_data.TRIANGLES):
        sides += [f"g side {n}", "f " + " ".join(str(1 + i) for i in t)]
    path.write_text("\n".join(sides) + "\n")
    check_cube(info(path), meshes=12, instances=12)


def test_many_in_one_place(folder):
    path = folder / "same.stl"
    triangle = struct.pack("<12fH", 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0)
    path.write_bytes(b"\0" * 80 + struct.pack("<I", 1000) + 1000 * triangle)
    answer = info(path)
    assert answer["meets_itself"] == 499500 and not answer["meets_itself_more"] and answer["duplicate"] == 999, answer
    path.write_bytes(b"\0" * 80 + struct.pack("<I", 20000) + 20000 * triangle)
    answer = info(path)  # of 200 million pairs only so many are counted
    assert answer["meets_itself"] == 1000000 and answer["meets_itself_more"], answer
    assert "more than 1000000 pairs" in run(path, expect=0).stdout


def test_fixtures():
    check_cube(info(DATA / "cube.obj"), polygons=6, lines_left_out=2, points_left_out=2)
    check_cube(info(DATA / "cube.stl"), format="ASCII STL", faces=12)
    check_cube(info(DATA / "cube.ply"), format="ASCII PLY", lines_left_out=1)
    both = info(DATA / "two_cubes.gltf")
    assert both["instances"] == 2 and both["meshes"] == 1 and both["volume"] == 16 and both["closed"], both


def test_gltf_layouts(folder):
    path = folder / "a.gltf"
    check_cube(info(Gltf().cube().save(path)))
    check_cube(info(Gltf().cube().save(path, external="some data.bin")))
    (folder / "some data.bin").unlink()
    refused(path, "some data.bin", "cannot open")
    g = Gltf()  # interleaved, with an offset into the view
    wide = b"\xff" * 8 + b"".join(POINTS[i:i + 12] + b"\xff" * 8 for i in range(0, 96, 12))
    check_cube(info(g.cube(g.accessor(wide, 5126, 8, "VEC3", byteStride=20, byteOffset=8)).save(path)))
    for component, code in ((5121, "B"), (5125, "I")):
        g = Gltf()
        index = g.accessor(struct.pack("<36" + code, *FLAT), component, 36, "SCALAR")
        check_cube(info(g.cube(indices=index).save(path)))
    g = Gltf()  # without indices
    g.json["meshes"][0]["primitives"] = [{"attributes": {"POSITION": g.accessor(
        b"".join(POINTS[12 * i:12 * i + 12] for i in FLAT), 5126, 36, "VEC3")}}]
    check_cube(info(g.save(path)), vertices_read=36)
    g = Gltf()  # sparse: seven corners as they are, the eighth put in
    where, what = g.view(struct.pack("<H", 6)), g.view(POINTS[72:84])
    wrong = POINTS[:72] + struct.pack("<3f", 9, 9, 9) + POINTS[84:]
    sparse = {"count": 1, "indices": {"bufferView": where, "componentType": 5123}, "values": {"bufferView": what}}
    check_cube(info(g.cube(g.accessor(wrong, 5126, 8, "VEC3", sparse=sparse)).save(path)))
    sparse["indices"]["bufferView"] = g.view(struct.pack("<H", 8))
    refused(g.save(path), "accessors[0].sparse", "index 8")


def test_gltf_primitives(folder):
    path = folder / "a.gltf"
    for mode, order, count in ((5, [0, 1, 3, 2], 2), (6, [0, 1, 2, 3], 2), (5, [0, 1, 3, 2, 7, 6], 4)):
        g = Gltf()
        index = g.accessor(struct.pack("<%dB" % len(order), *order), 5121, len(order), "SCALAR")
        answer = info(g.cube(indices=index, mode=mode).save(path))
        assert answer["triangles"] == count and answer["area"] == count / 2, answer
        assert answer["inconsistent_edges"] == 0, answer
    g = Gltf().cube()
    for mode in (0, 1, 2, 3):
        g.cube(0, 1, mode=mode)
    answer = info(g.save(path))
    check_cube(answer, meshes=1, points_left_out=36, lines_left_out=18 + 36 + 35)
    g = Gltf()  # two halves of a cube under one node hang together; under two they do not
    for half in (FLAT[:18], FLAT[18:]):
        g.cube(0 if g.json["accessors"] else None, g.accessor(struct.pack("<18H", *half), 5123, 18, "SCALAR"))
    g.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = g.accessor(POINTS, 5126, 8, "VEC3")
    g.json["meshes"][0]["primitives"][1]["attributes"]["POSITION"] = len(g.json["accessors"]) - 1
    check_cube(info(g.save(path)), meshes=2, instances=2)
    halves = g.json["meshes"][0]["primitives"]
    g.json["meshes"] = [{"primitives": [halves[0]]}, {"primitives": [halves[1]]}]
    g.json["nodes"] = [{"children": [1, 2]}, {"mesh": 0}, {"mesh": 1}]
    answer = info(g.save(path))
    assert not answer["closed"] and answer["triangles"] == 12 and answer["vertices"] > 8, answer


def test_gltf_placing(folder):
    path = folder / "a.gltf"
    g = Gltf().cube()
    g.json["nodes"] = [{"children": [1], "translation": [10, 0, 0]},
                       {"mesh": 0, "rotation": [0, 0, 0.5 ** 0.5, 0.5 ** 0.5], "scale": [1, 2, 4], "name": "turned"}]
    answer = info(g.save(path))
    assert abs(answer["volume"] - 8) < 1e-5 and answer["closed"], answer
    for got, want in zip(answer["min"] + answer["max"], [8, 0, 0, 10, 1, 4]):
        assert abs(got - want) < 1e-5, answer
    g = Gltf().cube()  # only the chosen scene counts
    g.json["nodes"] = [{"mesh": 0}, {"mesh": 0}, {"mesh": 0, "translation": [5, 0, 0]}]
    g.json["scenes"] = [{"nodes": [0]}, {"nodes": [1, 2]}]
    g.json["scene"] = 1
    assert info(g.save(path))["instances"] == 2
    g.json["scene"] = 2
    refused(g.save(path), "\"scene\" is 2")


def test_gltf_lies(folder):
    path = folder / "a.gltf"

    def lie(change, *words):
        g = Gltf().cube()
        change(g.json)
        refused(g.save(path), *words)
    lie(lambda j: j["accessors"][0].update(count=9), "accessors[0] needs 108 bytes")
    lie(lambda j: j["accessors"][1].update(count=10 ** 9), "must be below")
    lie(lambda j: j["accessors"][1].update(count=35), "no multiple of three")
    lie(lambda j: j["accessors"][0].update(byteOffset=4), "accessors[0] needs 100 bytes")
    lie(lambda j: j["accessors"][0].update(type="VEC2"), "VEC3 is due")
    lie(lambda j: j["accessors"][0].update(componentType=5122), "in integers")
    lie(lambda j: j["accessors"][0].pop("bufferView"), "no bufferView")
    lie(lambda j: j["accessors"][1].update(count=-3), "not a whole number")
    lie(lambda j: j["bufferViews"][0].update(byteLength=10 ** 6), "bufferViews[0] ends at byte")
    lie(lambda j: j["bufferViews"][0].update(byteStride=8), "a stride of 8")
    refused(Gltf().cube().save(path, length=1000), "declares 1000 bytes but has 168")
    lie(lambda j: j["meshes"][0]["primitives"][0].update(indices=7), "\"indices\" is 7")
    lie(lambda j: j["meshes"][0]["primitives"][0].update(attributes={}), "no positions")
    lie(lambda j: j.update(extensionsRequired=["KHR_gaussian_splatting"]), "KHR_gaussian_splatting")
    lie(lambda j: j["nodes"][0].update(extensions={"EXT_mesh_gpu_instancing": {}}), "EXT_mesh_gpu_instancing")
    lie(lambda j: j.pop("scenes"), "no scene")
    deep = Gltf().cube()
    deep.json["nodes"] = [{"children": [i + 1]} for i in range(2000)] + [{"mesh": 0}]
    refused(deep.save(path), "deep")
    g = Gltf()
    g.cube(g.accessor(POINTS[:20] + struct.pack("<f", float("nan")) + POINTS[24:], 5126, 8, "VEC3"))
    refused(g.save(path), "vertex 1: z is not a finite number")


def test_ply_tristrips(folder):
    path = folder / "a.ply"
    path.write_text(make_data.ply_text().replace("element face 6", "element tristrips 6"))
    found = info(path)  # each square in the order of its corners is a strip of two triangles
    assert found["triangles"] == found["faces"] == 12 and not found["polygons"], found
    path.write_text(make_data.ply_text().replace("element face 6", "element multi_polygon 6"))
    refused(path, "multi_polygon", "line 9")
    path.write_text(make_data.ply_text().replace("element face 6", "element face 7"))
    refused(path, "face 6")
    path.write_text(make_data.ply_text().replace("element face 6", "element face 5"))
    refused(path, "left")
    path.write_text(make_data.ply_text().replace("\n", "\r\n").replace("comment ", ""))
    check_cube(info(path))


def test_layout():
    told = json.loads(run("--layout", "--json", expect=0).stdout)
    assert set(told) == {"float", "double"} and set(told["float"]) == set(told["double"]), told.keys()
    for precision, size in (("float", 4), ("double", 8)):
        sphere = told[precision]["carom_sphere"]
        assert sphere == {"size": 4 * size, "alignment": size, "fields": {"center": {"offset": 0, "size": 3 * size},
                                                                         "radius": {"offset": 3 * size, "size": size}}}, sphere
    assert run("--layout", expect=0).stdout.count("  carom_sphere ") == 2
    run("--layout", "--solvers", expect=2)
    run("--layout", "a.obj", expect=2)


def main():
    test_usage()
    test_layout()
    test_fixtures()
    with tempfile.TemporaryDirectory() as name:
        for test in (test_text_and_exit_codes, test_obj_parts, test_many_in_one_place, test_gltf_layouts, test_gltf_primitives, test_gltf_placing,
                     test_gltf_lies, test_ply_tristrips):
            test(pathlib.Path(name))
    print("carom info: all as expected")


if __name__ == "__main__":
    main()
