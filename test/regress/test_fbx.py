#!/usr/bin/python3
"""FBX by carom-io-fbx, as text and binary of each version: transforms of which every number is known, and what is refused, cut off or hostile."""
import argparse
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
CAROM = str(pathlib.Path(parser.parse_args().carom).resolve())
CORNERS = [float(c) for z in (0, 1) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)) for c in (x, y, z)]
SQUARES = [0, 3, 2, ~1, 4, 5, 6, ~7, 0, 1, 5, ~4, 1, 2, 6, ~5, 2, 3, 7, ~6, 0, 4, 7, ~3]


def run(*arguments):
    return subprocess.run([CAROM, *map(str, arguments)], capture_output=True, text=True, timeout=120)


def info(path, *more):
    done = run("info", path, "--json", *more)
    assert done.returncode == 0, (path, done.stderr)
    return json.loads(done.stdout)


def refused(path, why):
    done = run("info", path)
    assert done.returncode == 3 and done.stderr.startswith(f"carom: {path}: ") and why in done.stderr, (why, done)


# ---- files: a record is (name, values, children)

class Array(list):
    """Numbers that version 7 holds as one value, `declared` of them."""

    def __init__(self, kind, numbers, declared=None):
        super().__init__(numbers)
        self.kind, self.declared = kind, len(numbers) if declared is None else declared


def properties(given, version):
    group, name, flags = ("Properties70", "P", ["", "", "A"]) if version >= 7000 else ("Properties60", "Property", ["", "A"])
    return (group, [], [(name, [key, *flags, *values], []) for key, values in given.items()])


def mesh(vertices=tuple(CORNERS), corners=tuple(SQUARES), declared=None):
    return [("Vertices", [Array("d", vertices, declared)], []), ("PolygonVertexIndex", [Array("i", corners)], [])]


def file_of(models, version, geometry=None, kind="Mesh", unit=1.0, declared=None, more=()):
    """`models`: (name, parent, properties, with a mesh), the first parent being 0; all meshes are one geometry from version 7000 on."""
    geometry = mesh() if geometry is None else geometry
    objects, connections = [], []
    if version >= 7000:
        objects.append(("Geometry", [1, "cube\0\1Geometry", kind], geometry))
    for number, (name, parent, given, has_mesh) in enumerate(models):
        if version >= 7000:
            objects.append(("Model", [100 + number, f"{name}\0\1Model", "Mesh"], [properties(given, version)]))
            connections.append(("C", ["OO", 100 + number, 0 if parent is None else 100 + parent], []))
            if has_mesh:
                connections.append(("C", ["OO", 1, 100 + number], []))
        else:
            objects.append(("Model", [f"{name}\0\1Model", kind], [properties(given, version), *(geometry if has_mesh else [])]))
            connections.append(("Connect", ["OO", f"{name}\0\1Model", "Scene\0\1Model" if parent is None else f"{models[parent][0]}\0\1Model"], []))
    settings = ("GlobalSettings", [], [properties({"UnitScaleFactor": [unit]}, version)])
    definitions = ("Definitions", [], [("ObjectType", ["Model"], [("Count", [len(models) if declared is None else declared], [])])])
    return [("FBXHeaderExtension", [], [("FBXVersion", [version], [])]), *([settings] if version >= 7000 else []), definitions,
            ("Objects", [], objects + ([] if version >= 7000 else [settings]) + list(more)), ("Connections", [], connections)]


def text_value(value):
    if isinstance(value, str):
        name, _, kind = value.partition("\0\1")
        return '"' + (f"{kind}::{name}" if kind else name) + '"'
    return repr(value)


def as_text(records, version, depth=0):
    out = "; FBX of this test\n" if depth == 0 else ""
    for name, values, children in records:
        pad = "\t" * depth
        if values and isinstance(values[0], Array):
            numbers = ",".join(map(repr, values[0]))
            out += f"{pad}{name}: *{values[0].declared} {{\n{pad}\ta: {numbers}\n{pad}}}\n" if version >= 7000 else f"{pad}{name}: {numbers}\n"
        else:
            out += f"{pad}{name}: {', '.join(map(text_value, values))} {{\n{as_text(children, version, depth + 1)}{pad}}}\n" if children or not values else \
                f"{pad}{name}: {', '.join(map(text_value, values))}\n"
    return out


def binary_value(value, version, packed, order):
    if isinstance(value, Array):
        if version < 7000:
            return b"".join((b"D" + struct.pack(order + "d", v)) if value.kind == "d" else (b"I" + struct.pack(order + "i", v)) for v in value)
        raw = struct.pack(f"{order}{len(value)}{value.kind}", *value)
        data = zlib.compress(raw) if packed else raw
        return value.kind.encode() + struct.pack(order + "III", value.declared, int(packed), len(data)) + data
    if isinstance(value, str):
        return b"S" + struct.pack(order + "I", len(value.encode())) + value.encode()
    return b"D" + struct.pack(order + "d", value) if isinstance(value, float) else b"L" + struct.pack(order + "q", value)


def as_binary(records, version, packed=True, order="<"):
    head, empty = (order + "QQQB", 25) if version >= 7500 else (order + "IIIB", 13)

    def put(at, name, values, children):
        data = b"".join(binary_value(v, version, packed, order) for v in values)
        count = len(values[0]) if values and isinstance(values[0], Array) and version < 7000 else len(values)
        body = b""
        start = at + empty + len(name) + len(data)
        for child in children:
            body += put(start + len(body), *child)
        body += bytes(empty) if children else b""
        return struct.pack(head, start + len(body), count, len(data), len(name)) + name.encode() + data + body

    out = b"Kaydara FBX Binary  \0\x1a" + (b"\0" if order == "<" else b"\1") + struct.pack(order + "I", version)
    for one in records:
        out += put(len(out), *one)
    return out + bytes(empty) + b"footer"


def write_all(folder, make):
    """The same scene in each form of each version."""
    for version in (6100, 7400, 7700):
        records = make(version)
        path = folder / f"text_{version}.fbx"
        path.write_text(as_text(records, version))
        yield path
        for packed, order in {6100: [(True, "<")], 7400: [(True, "<"), (False, ">")], 7700: [(False, "<")]}[version]:
            path = folder / f"binary_{version}_{packed}_{'little' if order == '<' else 'big'}.fbx"
            path.write_bytes(as_binary(records, version, packed, order))
            yield path


# ---- what is read

FORMS = 0


def box_of(folder, *models, **more):
    """By one of the forms, a new one each time."""
    global FORMS
    FORMS += 1
    forms = list(write_all(folder, lambda version: file_of(models, version, **more)))
    told = info(forms[FORMS % len(forms)])
    assert told["format"] == "FBX" and told["triangles"] == 12 * sum(m[3] for m in models), told
    return told["min"], told["max"]


def test_forms(folder):
    given = {"Lcl Translation": [10., 0., 0.1], "Lcl Rotation": [0., 0., 90.], "RotationPivot": [1., 0., 0.], "GeometricTranslation": [0., 0., 3.]}
    for path in write_all(folder, lambda version: file_of([("a", None, given, True), ("b", 0, {"Lcl Scaling": [2., 2., 2.]}, True)], version)):
        told = info(path)
        assert told["triangles"] == 24 and told["min"] == [9, -1, 0.1] and told["max"] == [11, 1, 4.1], (path, told)


def test_transforms(folder):
    top = lambda **given: ("a", None, {key.replace("_", " "): value for key, value in given.items()}, True)  # noqa: E731
    assert box_of(folder, top()) == ([0, 0, 0], [1, 1, 1])
    # T R S: twice as large, turned by a quarter about z, moved
    assert box_of(folder, top(Lcl_Translation=[10., 0., 0.1], Lcl_Rotation=[0., 0., 90.], Lcl_Scaling=[2., 3., 1.])) == ([7, 0, 0.1], [10, 2, 1.1])
    # x first and z last; order 5 is z first
    assert box_of(folder, top(Lcl_Rotation=[90., 0., 90.], Lcl_Scaling=[2., 3., 4.])) == ([0, 0, 0], [4, 2, 3])
    assert box_of(folder, top(Lcl_Rotation=[90., 0., 90.], Lcl_Scaling=[2., 3., 4.], RotationOrder=[5])) == ([-3, -4, 0], [0, 0, 2])
    # about a pivot at 1 0 0; with the offset of one
    assert box_of(folder, top(Lcl_Rotation=[0., 0., 180.], RotationPivot=[1., 0., 0.])) == ([1, -1, 0], [2, 0, 1])
    assert box_of(folder, top(Lcl_Rotation=[0., 0., 180.], RotationPivot=[1., 0., 0.], RotationOffset=[0., 5., 0.])) == ([1, 4, 0], [2, 5, 1])
    assert box_of(folder, top(Lcl_Scaling=[2., 2., 2.], ScalingPivot=[1., 1., 1.], ScalingOffset=[0., 0., 3.])) == ([-1, -1, 2], [1, 1, 4])
    # before and after: the one is multiplied from the left, the inverse of the other from the right
    assert box_of(folder, top(PreRotation=[0., 0., 90.], Lcl_Scaling=[2., 1., 1.], RotationActive=[1])) == ([-1, 0, 0], [0, 2, 1])
    assert box_of(folder, top(PostRotation=[0., 0., 90.], Lcl_Scaling=[2., 1., 1.], RotationActive=[1])) == ([0, -2, 0], [1, 0, 1])
    assert box_of(folder, top(PostRotation=[0., 0., 90.], Lcl_Scaling=[2., 1., 1.], RotationActive=[0])) == ([0, 0, 0], [2, 1, 1])
    assert box_of(folder, top(Lcl_Rotation=[0., 0., 360.1])) != ([0, 0, 0], [1, 1, 1])


def test_tree(folder):
    # the geometry's own transform moves no child
    geometric = {"GeometricTranslation": [5., 0., 0.], "GeometricScaling": [2., 2., 2.], "GeometricRotation": [0., 0., 90.]}
    assert box_of(folder, ("a", None, geometric, True)) == ([3, 0, 0], [5, 2, 2])
    assert box_of(folder, ("a", None, geometric, True), ("b", 0, {"Lcl Translation": [0., 0., 7.]}, True)) == ([0, 0, 0], [5, 2, 8])
    # a child turned by a quarter in a parent that is stretched along x: by matrices it is stretched along its own y; componentwise along its own x
    stretched, turned = ("p", None, {"Lcl Scaling": [3., 1., 1.]}, False), {"Lcl Rotation": [0., 0., 90.], "Lcl Translation": [1., 0., 0.]}
    for inherit, box in ((1, ([0, 0, 0], [3, 1, 1])), (0, ([2, 0, 0], [3, 3, 1])), (2, ([2, 0, 0], [3, 1, 1]))):
        assert box_of(folder, stretched, ("c", 0, {**turned, "InheritType": [inherit]}, True)) == box, inherit
    path = folder / "a.fbx"
    path.write_text(as_text(file_of([("p", None, {}, False), ("cube", 0, {}, True), ("cube", 0, {"Lcl Translation": [0.5, 0., 0.]}, True)], 7400, unit=2.54), 7400))
    told = info(path)
    assert told["meshes"] == 1 and told["instances"] == 2 and told["unit_metres"] == 0.0254 and told["closed"], told
    done = run("clash", path, "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 1 and [p["path"] for p in told["names"]] == ["p/cube", "p/cube"] and told["unit"] == "in", told
    # two models of one name, as some exporters of version 6 write
    path.write_text(as_text(file_of([("cube", None, {}, True), ("cube", None, {"Lcl Translation": [9., 0., 0.]}, True)], 6100), 6100))
    told = info(path)
    assert told["instances"] == 2 and told["max"] == [10, 1, 1], told


def test_numbers(folder):
    # a double stays one: 0.1 is no float
    corners = [c + 0.1 for c in CORNERS]
    assert box_of(folder, ("a", None, {}, True), geometry=mesh(corners)) == ([0.1] * 3, [1.1] * 3)
    # an arrow head, a triangle, a line and a point
    path = folder / "a.fbx"
    flat = [0., 0., 0., 1., 0., 0., 1., 1., 0., .75, .25, 0.]
    path.write_text(as_text(file_of([("a", None, {}, True)], 7400, mesh(flat, [3, 0, 1, ~2, 0, 1, ~2, 0, ~1, ~3])), 7400))
    told = info(path)
    assert told["polygons"] == 1 and told["faces"] == 2 and told["lines_left_out"] == 1 and told["points_left_out"] == 1, told
    assert abs(told["area"] - 0.75) < 1e-15, told


def test_lenient(folder):
    path = folder / "a.fbx"
    records = file_of([("a", None, {}, True), ("s", None, {}, False)], 7400)
    records[3][2].append(("Geometry", [2, "sphere\0\1Geometry", "NurbsSurface"], []))
    records[4][2].append(("C", ["OO", 2, 101], []))
    path.write_text(as_text(records, 7400))
    refused(path, 'model "s" is a surface by control points (NurbsSurface)')
    assert info(path, "--lenient")["triangles"] == 12


def test_refused(folder):
    path = folder / "a.fbx"
    one = [("a", None, {}, True)]
    text = as_text(file_of(one, 7400), 7400)
    bad = [(text[:-20], "was cut off"), (text[:200], "was cut off"), (text.replace("FBXVersion: 7400", "FBXVersion: 5800"), "version 5800"),
           (text.replace("1.0,", "nan,", 1), "no number"), (text.replace("1.0,", "-1.#IND,", 1), "no number"), (text.replace("*24", "*27", 1), "declares 27"),
           (text.replace("0,3,2,-2", "0,3,2,-20"), "none of its 8"), (text.replace("0,4,7,-4", "0,4,7,3"), "does not end"), (text.replace("FBXVersion", "Other"), "no FBXVersion"),
           ("", "is empty"), ("a" * 300, "a name with a colon"), (text.replace("Objects:", "Other:"), "has no Objects"), ("a: {" * 400, "deeper than 60"),
           (as_text(file_of(one, 7400, declared=2), 7400), "declares 2 objects of type Model"),
           (as_text(file_of([("a", None, {"RotationOrder": [6]}, True)], 7400), 7400), "spheric"),
           (as_text(file_of([("a", None, {"Lcl Scaling": ["x", 1, 1]}, True)], 7400), 7400), "not three numbers"),
           (as_text(file_of([("a", 1, {}, True), ("b", 0, {}, True)], 7400), 7400), "in each other"),
           (as_text(file_of(one, 7400, mesh(CORNERS[:-1])), 7400), "no multiple of three"),
           (as_text(file_of(one, 7400, more=[("Model", [100, "a\0\1Model", "Mesh"], [])]), 7400), "two objects of type Model"),
           (as_text(file_of([("a", None, {}, True), ("a", None, {}, True), ("b", 0, {}, True)], 6100), 6100), 'with the name "a"'),
           (as_text(file_of([("a", None, {"Lcl Translation": [1e200, 0., 0.]}, True)], 7400), 7400), "1e90")]
    for given, why in bad:
        path.write_text(given)
        refused(path, why)
    data = as_binary(file_of(one, 7400), 7400)
    for size in range(25, len(data) - 13 - 6, 97):
        path.write_bytes(data[:size])
        refused(path, "")
    bomb = file_of(one, 7400, [("Vertices", [Array("d", [0.0] * 3, 3 << 26)], []), *mesh()[1:]])
    path.write_bytes(as_binary(bomb, 7400))
    refused(path, "declares 201326592 numbers and has 3")
    path.write_bytes(as_binary(file_of(one, 7400, [("Vertices", [Array("d", [0.0] * 300000, 3)], []), *mesh()[1:]]), 7400))
    refused(path, "declares 3 numbers")


with tempfile.TemporaryDirectory() as name:
    (pathlib.Path(name) / "probe.fbx").write_text(as_text(file_of([("a", None, {}, True)], 7400), 7400))
    probe = run("info", pathlib.Path(name) / "probe.fbx")
    if "needs the plug-in" in probe.stderr or "none on this system" in probe.stderr:
        print("skipped:", probe.stderr.strip())
        sys.exit(77)
for test in (test_forms, test_transforms, test_tree, test_numbers, test_lenient, test_refused):
    with tempfile.TemporaryDirectory() as name:
        test(pathlib.Path(name))
