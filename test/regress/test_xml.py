#!/usr/bin/python3
"""3MF and COLLADA by carom-io-xml: files of which every number is known, what is refused, cut off or hostile."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
CAROM = str(pathlib.Path(parser.parse_args().carom).resolve())
CORNERS = [(x, y, z) for z in (0, 1) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
SQUARES = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3)]
TRIANGLES = [t for a, b, c, d in SQUARES for t in ((a, b, c), (a, c, d))]


def run(*arguments):
    return subprocess.run([CAROM, *map(str, arguments)], capture_output=True, text=True, timeout=120)


def info(path):
    done = run("info", path, "--json")
    assert done.returncode == 0, (path, done.stderr)
    return json.loads(done.stdout)


def clash(path):
    done = run("clash", path, "--json", "--allow-single")
    assert done.returncode in (0, 1), (path, done.stderr)
    return json.loads(done.stdout)


def refused(path, why):
    done = run("info", path)
    assert done.returncode == 3 and done.stderr.startswith(f"carom: {path}: ") and why in done.stderr, (why, done)


# ---- 3MF

RELATIONS = ('<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/model.model" Id="r" '
             'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>')
CUBE = ("<mesh><vertices>" + "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in CORNERS) + "</vertices><triangles>"
        + "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in TRIANGLES) + "</triangles></mesh>")


def model(resources, build, attributes='unit="inch"'):
    return (f'<?xml version="1.0" encoding="UTF-8"?><model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" '
            f'xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06" xmlns:b="http://example.com/beams" {attributes}>'
            f"<resources>{resources}</resources><build>{build}</build></model>")


def write_3mf(path, *models):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_rels/.rels", RELATIONS)
        for name, text in zip(("3D/model.model", "3D/other.model"), models):
            archive.writestr(name, text)


NESTED = (f'<object id="1" name="cube" type="model">{CUBE}</object>'
          '<object id="2" name="pair"><components><component objectid="1"/><component objectid="1" transform="0 1 0 -1 0 0 0 0 1 5 0 0"/></components></object>')


def test_3mf(folder):
    path = folder / "a.3mf"
    # rows of theirs are columns of ours: (x, y, z) goes to (5 - y, x, z)
    write_3mf(path, model(NESTED, '<item objectid="2" transform="1 0 0 0 1 0 0 0 1 0 0 0.1"/><item objectid="1" transform="2 0 0 0 2 0 0 0 2 10 0 0"/>'))
    told = info(path)
    assert told["format"] == "3MF" and told["unit_metres"] == 0.0254 and told["meshes"] == 1 and told["instances"] == 3, told
    assert told["closed"] and told["volume"] == 10.0 and told["min"] == [0, 0, 0] and told["max"] == [12, 2, 2], told
    parts = clash(path)["names"]
    assert [p["path"] for p in parts] == ["pair/cube", "pair/cube", "cube"], parts
    assert clash(path)["unit"] == "in"
    # 0.1 in text stays the nearest double to it
    write_3mf(path, model(NESTED, '<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0.1 0.1 0.1"/>', ""))
    told = info(path)
    assert told["min"] == [0.1] * 3 and told["max"] == [1.1] * 3 and told["unit_metres"] == 0.001, told
    # parts in another file of the package
    write_3mf(path, model("", '<item objectid="1" p:path="/3D/other.model"/>', 'requiredextensions="p"'), model(NESTED, ""))
    assert info(path)["volume"] == 1.0


def test_3mf_refused(folder):
    path = folder / "a.3mf"
    bad = [(model('<object id="1"><components><component objectid="1"/></components></object>', '<item objectid="1"/>'), "deep, or in itself"),
           (model(NESTED, '<item objectid="3"/>'), "object 3"),
           (model(NESTED, '<item objectid="1" transform="1 0 0"/>'), "3 numbers where 12"),
           (model(NESTED, '<item objectid="1"/>', 'requiredextensions="b"'), "example.com/beams"),
           (model(NESTED, '<item objectid="1"/>', 'unit="ell"'), "ell"),
           (model(NESTED.replace('v1="0"', 'v1="8"'), '<item objectid="1"/>'), "none of its 8 vertices"),
           (model(NESTED.replace('x="1"', 'x="nan"'), '<item objectid="1"/>'), "coordinate"),
           (model(NESTED.replace('x="1"', 'x="one"'), '<item objectid="1"/>'), "a vertex of \"cube\" has what is no number"),
           (model(NESTED, ""), "no triangles"),
           (model(NESTED, '<item objectid="1"/>')[:-20], "not well-formed")]
    for text, why in bad:
        write_3mf(path, text)
        refused(path, why)
    write_3mf(path)
    refused(path, "is missing")
    write_3mf(path, model(NESTED, '<item objectid="1"/>'))
    whole = path.read_bytes()
    for i in range(1, 20):
        path.write_bytes(whole[: len(whole) * i // 20])
        done = run("info", path)
        assert done.returncode == 3, (i, done)


# ---- COLLADA

def collada(nodes, faces=None, unit='<unit name="inch" meter="0.0254"/>', more=""):
    faces = faces or f'<triangles count="12"><input semantic="VERTEX" source="#v" offset="0"/><p>{" ".join(str(i) for t in TRIANGLES for i in t)}</p></triangles>'
    numbers = " ".join(str(x) for corner in CORNERS for x in corner)
    return (f'<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>{unit}<up_axis>Z_UP</up_axis></asset>'
            f'<library_geometries><geometry id="g" name="cube"><mesh><source id="s"><float_array id="f" count="24">{numbers}</float_array><technique_common>'
            f'<accessor source="#f" count="8" stride="3"/></technique_common></source><vertices id="v"><input semantic="POSITION" source="#s"/></vertices>{faces}'
            f'</mesh></geometry></library_geometries>{more}<library_visual_scenes><visual_scene id="c">{nodes}</visual_scene></library_visual_scenes>'
            f'<scene><instance_visual_scene url="#c"/></scene></COLLADA>')


PLAIN = '<node name="n"><instance_geometry url="#g"/></node>'


def test_collada(folder):
    path = folder / "a.dae"
    path.write_text(collada('<node name="top"><translate>10 0 0</translate><rotate>0 0 2 90</rotate><node name="inner"><scale>2 2 2</scale><instance_geometry url="#g"/></node>'
                            '<instance_node url="#k"/></node>',
                            more='<library_nodes><node id="k" name="kept"><matrix>1 0 0 0 0 1 0 0 0 0 1 7 0 0 0 1</matrix><instance_geometry url="#g"/></node></library_nodes>'))
    told = info(path)
    assert told["format"] == "COLLADA" and told["unit_metres"] == 0.0254 and told["meshes"] == 1 and told["instances"] == 2, told
    assert told["min"] == [8, 0, 0] and told["max"] == [10, 2, 8] and told["volume"] == 9.0 and told["closed"], told
    assert [p["path"] for p in clash(path)["names"]] == ["top/inner", "top/kept"]
    path.write_text(collada('<node><rotate>0 0 0 0.000</rotate><instance_geometry url="#g"/></node>'))  # a turn by nothing about no axis
    assert info(path)["max"] == [1, 1, 1]


def test_collada_faces(folder):
    """Polygons, strips and fans give the same cube; a concave polygon is cut within it."""
    path = folder / "a.dae"
    at = '<input semantic="NORMAL" source="#s" offset="0"/><input semantic="VERTEX" source="#v" offset="1"/>'
    pairs = [" ".join(f"0 {i}" for i in square) for square in SQUARES]
    strips = "".join(f"<p>0 {a} 0 {b} 0 {d} 0 {c}</p>" for a, b, c, d in SQUARES)
    for faces in (f'<polylist count="6">{at}<vcount>4 4 4 4 4 4</vcount><p>{" ".join(pairs)}</p></polylist>',
                  f'<polygons count="6">{at}{"".join(f"<p>{p}</p>" for p in pairs)}</polygons>',
                  f'<trifans count="6">{at}{"".join(f"<p>{p}</p>" for p in pairs)}</trifans>',
                  f'<tristrips count="6">{at}{strips}</tristrips>'):
        path.write_text(collada(PLAIN, faces))
        told = info(path)
        assert told["closed"] and told["volume"] == 1.0 and told["triangles"] == 12, (faces, told)
    # an arrow head: 0 0, 1 0, 1 1 and 0.5 0.25, which is inside of the other three's triangle
    path.write_text(collada(PLAIN, '<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4</vcount><p>3 0 1 2</p></polylist>').replace("0 1 0 0 0 1", "0.75 0.25 0 0 0 1", 1))
    told = info(path)
    assert told["polygons"] == 1 and abs(told["area"] - 0.25) < 1e-15, told
    path.write_text(collada(PLAIN, f'<lines count="3"><p>0 1 1 2 2 3</p></lines><triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>'))
    assert info(path)["lines_left_out"] == 3


def test_collada_refused(folder):
    path = folder / "a.dae"
    at = '<input semantic="VERTEX" source="#v" offset="0"/>'
    laughs = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    bad = [(collada('<node><instance_geometry url="#h"/></node>'), "names #h"),
           (collada('<node><instance_geometry url="other.dae#g"/></node>'), "in another file"),
           (collada('<node id="k"><instance_node url="#k"/></node>'), "deep, or in itself"),
           (collada('<node><rotate>0 0 0 90</rotate><instance_geometry url="#g"/></node>'), "axis of length 0"),
           (collada('<node><lookat>1 1 1 0 0 0 0 1 0</lookat><instance_geometry url="#g"/></node>'), "lookat"),
           (collada('<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1</matrix><instance_geometry url="#g"/></node>'), "last row"),
           (collada('<node><translate>1 2</translate><instance_geometry url="#g"/></node>'), "2 numbers where 3"),
           (collada(PLAIN, f'<triangles count="2">{at}<p>0 1 2</p></triangles>'), "declares 2 triangles"),
           (collada(PLAIN, f'<triangles count="1">{at}<p>0 1 8</p></triangles>'), "none of its 8 vertices"),
           (collada(PLAIN, f'<triangles count="1">{at}<p>0 1 -1</p></triangles>'), "none of its 8 vertices"),
           (collada(PLAIN, f'<polylist count="1">{at}<vcount>5</vcount><p>0 1 2 3</p></polylist>'), "sizes and corners differ"),
           (collada(PLAIN).replace('count="8"', 'count="9"'), "fewer numbers than it declares"),
           (collada(PLAIN).replace("<instance_visual_scene", "<other"), "no"),
           (collada("<node/>"), "no triangles"),
           (f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">{laughs}]><x>&l9;</x>', "not well-formed"),
           (collada(PLAIN)[:-30], "not well-formed")]
    for text, why in bad:
        path.write_text(text)
        refused(path, why)


def test_by_name(folder):
    """The plug-in is beside the command, also when that is found by PATH, or by a link."""
    (folder / "a.dae").write_text(collada(PLAIN))
    (folder / "link").symlink_to(CAROM)
    (folder / "carom").write_text("")  # is not taken for the command
    parent = pathlib.Path(CAROM).parent
    for command, more in (("carom", {"PATH": str(parent)}), (str(folder / "link"), {}), (f"./{parent.name}/carom", {})):
        where = parent.parent if command.startswith("./") else folder
        done = subprocess.run([command, "info", str(folder / "a.dae")], capture_output=True, text=True, timeout=60, cwd=where,
                              env={**os.environ, "PATH": more.get("PATH", "") + os.pathsep + os.environ["PATH"]})
        assert done.returncode == 0, (command, done.stderr)


with tempfile.TemporaryDirectory() as name:
    (pathlib.Path(name) / "probe.dae").write_text(collada(PLAIN))
    probe = run("info", pathlib.Path(name) / "probe.dae")
    if "needs the plug-in" in probe.stderr or "none on this system" in probe.stderr:
        print("skipped:", probe.stderr.strip())
        sys.exit(77)
for test in (test_by_name, test_3mf, test_3mf_refused, test_collada, test_collada_faces, test_collada_refused):
    with tempfile.TemporaryDirectory() as name:
        test(pathlib.Path(name))
