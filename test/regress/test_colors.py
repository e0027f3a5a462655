#!/usr/bin/python3
"""Colours that OBJ, glTF, 3MF and COLLADA give their parts: each way to say one, what is none, and that no mistake in one refuses a file."""
import base64
import json
import math
import struct
import subprocess
import zipfile

from command_common import CAROM, run_tests

CORNERS = [(x, y, z) for z in (0, 1) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
SQUARES = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3)]
TRIANGLES = [t for a, b, c, d in SQUARES for t in ((a, b, c), (a, c, d))]


def run(*arguments):
    return subprocess.run([CAROM, *map(str, arguments)], capture_output=True, text=True, timeout=120)


def colors(path, *options):
    """{(red, green, blue, opacity): how many parts}"""
    done = run("info", path, "--json", *options)
    assert done.returncode == 0, (path, done.stderr)
    return {tuple(one["color"]): one["parts"] for one in json.loads(done.stdout).get("colors", [])}


def about(found, expected):
    assert len(found) == len(expected), (found, expected)
    for (a, n), (b, m) in zip(sorted(found.items()), sorted(expected.items())):
        assert n == m and all(math.isclose(x, y, rel_tol=0, abs_tol=2e-15) for x, y in zip(a, b)), (found, expected)


def screen(linear):
    return 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055


# ---- OBJ

def cube(name, at, *lines):
    """An object of its own corners; `lines` stand before its faces."""
    number = 8 * at
    return "\n".join([f"o {name}", *("v %d %d %d" % (x + 3 * at, y, z) for x, y, z in CORNERS), *lines,
                      *("f %d %d %d" % tuple(number + i + 1 for i in t) for t in TRIANGLES)]) + "\n"


MTL = """# no material yet
Kd 1 1 1
newmtl red
Kd 1 0 0
newmtl Pale Blue #2
Kd 0.25 0.5 1
d 0.5
newmtl grey
Kd 0.5
newmtl clear
Kd 0 1 0
Tr 0.25
newmtl opaque
Kd 0 0 1
Tr 1
newmtl pictured
Kd 1 1 1
map_Kd wood.png
newmtl wrong
Kd 1 nan 0
newmtl spectral
Kd spectral file.rfl
newmtl dark
Ka 1 1 1
newmtl red
Kd 0 0 0
"""


def test_obj(folder):
    path = folder / "a.obj"
    (folder / "of a.mtl").write_text(MTL)
    for name, expected in (("red", (1, 0, 0, 1)), ("Pale Blue #2", (0.25, 0.5, 1, 0.5)), ("grey", (0.5, 0.5, 0.5, 1)), ("clear", (0, 1, 0, 0.75)),
                           ("opaque", (0, 0, 1, 1)), ("pictured", None), ("wrong", None), ("spectral", None), ("dark", None), ("missing", None), ("Red", None)):
        path.write_text("mtllib of a.mtl\n" + cube("a", 0, f"usemtl {name}") + cube("b", 1))  # holds for what follows, too
        about(colors(path), {expected: 2} if expected else {})
    # what a part has first of all that is known; a material before the object; none for what stands before
    path.write_text("mtllib of a.mtl\n" + cube("a", 0) + "usemtl grey\n" + cube("b", 1, "usemtl dark\nf 9 10 11\nusemtl red\nf 9 10 12\nusemtl grey"))
    about(colors(path), {(1, 0, 0, 1): 1})
    # groups, which recur
    path.write_text("mtllib of a.mtl\n" + "".join("v %d %d %d\n" % c for c in CORNERS) + "g a\nusemtl red\nf 1 2 3\ng b\nusemtl grey\nf 2 3 4\ng a\nf 4 5 6\n")
    about(colors(path), {(1, 0, 0, 1): 1, (0.5, 0.5, 0.5, 1): 1})
    # several libraries, the first of two of one name; others that cannot be read
    (folder / "one.mtl").write_text("newmtl red\nKd 0.5 0 0\n")
    (folder / "sub").mkdir()
    (folder / "sub/two.mtl").write_text("newmtl blue\nKd 0 0 0.5\n")
    for line in ("mtllib one.mtl sub/two.mtl", "mtllib nowhere.mtl\nmtllib one.mtl\nmtllib sub\\two.mtl", f"mtllib {folder}/one.mtl\nmtllib sub one.mtl sub/two.mtl"):
        path.write_text(line + "\n" + cube("a", 0, "usemtl red") + cube("b", 1, "usemtl blue"))
        about(colors(path), {(0.5, 0, 0, 1): 1, (0, 0, 0.5, 1): 1})
    path.write_text("usemtl red\n" + cube("a", 0))
    about(colors(path), {})
    done = run("info", path)
    assert "colours" not in done.stdout, done.stdout
    path.write_text("mtllib of a.mtl\nusemtl red\n" + cube("a", 0))
    done = run("info", path)
    assert "colours              1, of 1 of 1 parts\n" in done.stdout, done.stdout


def test_by_piece(folder):
    path = folder / "a.obj"
    (folder / "a.mtl").write_text(MTL)
    path.write_text("mtllib a.mtl\nusemtl red\n" + (cube("a", 0) + cube("b", 1)).replace("o b\n", ""))
    about(colors(path), {(1, 0, 0, 1): 1})
    about(colors(path, "--by-piece"), {(1, 0, 0, 1): 2})


def test_pictures(folder):
    """The picture, the page and the model have them."""
    path = folder / "a.obj"
    (folder / "a.mtl").write_text("newmtl red\nKd 0.5 0.25 0\n")
    path.write_text("mtllib a.mtl\n" + cube("a", 0) + cube("b", 1, "usemtl red"))
    done = run("clash", path, "--glb", folder / "a.glb", "--html", folder / "a.html")
    assert done.returncode == 0, done.stderr
    assert '"color":[0.5,0.25,0]' in (folder / "a.html").read_text().replace(" ", "")
    assert {tuple(round(x, 6) for x in c) for c in colors(folder / "a.glb")} >= {(0.5, 0.25, 0.0, 0.35)}, colors(folder / "a.glb")


# ---- glTF

def gltf(path, materials, primitives):
    """Of each primitive its members beside positions and indices; a node for each."""
    data = b"".join(struct.pack("<3f", *c) for c in CORNERS) + bytes(i for t in TRIANGLES for i in t)
    one = {"attributes": {"POSITION": 0}, "indices": 1}
    path.write_text(json.dumps({
        "asset": {"version": "2.0"}, "scenes": [{"nodes": list(range(len(primitives)))}], "materials": materials,
        "nodes": [{"mesh": k, "translation": [3 * k, 0, 0]} for k in range(len(primitives))], "meshes": [{"primitives": [{**one, **p}]} for p in primitives],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"}, {"bufferView": 1, "componentType": 5121, "count": 36, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteLength": 96}, {"buffer": 0, "byteOffset": 96, "byteLength": 36}],
        "buffers": [{"byteLength": 132, "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}]}))
    return path


def pbr(*factor, **more):
    return {"pbrMetallicRoughness": {"baseColorFactor": list(factor)}, **more}


def test_gltf(folder):
    path = folder / "a.gltf"
    for linear in (0.0, 0.001, 0.0031308, 0.00313081, 0.05, 0.2, 0.5, 0.75, 0.999, 1.0):  # linear factors
        about(colors(gltf(path, [pbr(linear, 0, 1, 1)], [{"material": 0}])), {(screen(linear), 0, 1, 1): 1})
    for material, expected in ((pbr(1, 0, 0, 0.25), (1, 0, 0, 1)), (pbr(1, 0, 0, 0.25, alphaMode="MASK"), (1, 0, 0, 1)), (pbr(1, 0, 0, 0.25, alphaMode="BLEND"), (1, 0, 0, 0.25)),
                               ({}, (1, 1, 1, 1)), ({"pbrMetallicRoughness": {}}, (1, 1, 1, 1)), (pbr(2, -1, 0, 1), (1, 0, 0, 1)), (pbr(1, 0), (1, 1, 1, 1)),
                               (pbr("red", 0, 0, 1), (1, 1, 1, 1)), ({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}, None),
                               ({"extensions": {"KHR_materials_pbrSpecularGlossiness": {"diffuseFactor": [0, 1, 0, 1]}}}, (0, 1, 0, 1)),
                               ({"extensions": {"KHR_materials_pbrSpecularGlossiness": {"diffuseTexture": {"index": 0}}}}, None),
                               ({**pbr(0, 0, 1, 1), "extensions": {"KHR_materials_pbrSpecularGlossiness": {"diffuseFactor": [0, 1, 0, 1]}}}, (0, 0, 1, 1)),
                               ({**pbr(0, 0, 1, 1), "extensions": {"KHR_materials_unlit": {}}}, (0, 0, 1, 1)), (7, (1, 1, 1, 1))):
        about(colors(gltf(path, [material], [{"material": 0}])), {expected: 1} if expected else {})
    # of each primitive its own; none without one, and where there is no such material
    about(colors(gltf(path, [pbr(1, 0, 0, 1), pbr(0, 0, 1, 1)], [{"material": 1}, {}, {"material": 0}, {"material": 1}, {"material": 2}, {"material": -1}, {"material": "0"}])),
          {(1, 0, 0, 1): 1, (0, 0, 1, 1): 2})


# ---- 3MF

RELATIONS = ('<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/model.model" Id="r" '
             'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>')


def mesh(of_first="", of_others=""):
    return ("<mesh><vertices>" + "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in CORNERS) + "</vertices><triangles>"
            + "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}" {of_others if k else of_first}/>' for k, (a, b, c) in enumerate(TRIANGLES)) + "</triangles></mesh>")


def test_3mf(folder):
    path = folder / "a.3mf"

    def wrote(objects):
        resources = ('<basematerials id="1"><base name="a" displaycolor="#FF0000"/><base name="b" displaycolor="#0000ff80"/><base name="c" displaycolor="green"/></basematerials>'
                     '<m:colorgroup id="2"><m:color color="#00FF00FF"/><m:color color="#336699"/></m:colorgroup><m:texture2dgroup id="3" texid="4"/>')
        parts = "".join(f'<object id="{10 + k}" {attributes}>{inside}</object>' for k, (attributes, inside) in enumerate(objects))
        items = "".join(f'<item objectid="{10 + k}"/>' for k in range(len(objects)))
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("_rels/.rels", RELATIONS)
            archive.writestr("3D/model.model", '<model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" requiredextensions="m" '
                             f'xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02"><resources>{resources}{parts}</resources><build>{items}</build></model>')
        return path

    red, blue, green, steel = (1, 0, 0, 1), (0, 0, 1, 128 / 255), (0, 1, 0, 1), (0.2, 0.4, 0.6, 1)
    for attributes, inside, expected in (('pid="1" pindex="0"', mesh(), red), ('pid="1" pindex="1"', mesh(), blue), ('pid="2" pindex="1"', mesh(), steel),
                                         ('pid="1" pindex="0"', mesh('pid="2" p1="0" p2="1" p3="1"'), green), ('pid="2" pindex="0"', mesh('p1="1"'), steel),
                                         ("", mesh("", 'pid="1" p1="1"'), blue), ("", mesh(), None), ('pid="1" pindex="2"', mesh(), None), ('pid="1" pindex="3"', mesh(), None),
                                         ('pid="1" pindex="-1"', mesh(), None), ('pid="1"', mesh(), None), ('pid="3" pindex="0"', mesh(), None), ('pid="9" pindex="0"', mesh(), None),
                                         ('pid="1" pindex="\u0663"', mesh(), None)):
        about(colors(wrote([(attributes, inside)])), {expected: 1} if expected else {})
    # of placed things that of the thing
    about(colors(wrote([('pid="1" pindex="0"', mesh()), ("", '<components><component objectid="10"/><component objectid="10"/></components>'), ('pid="2" pindex="0"', mesh())])),
          {red: 3, green: 1})


# ---- COLLADA

def collada(path, effect, bound='<bind_material><technique_common><instance_material symbol="s" target="#m"/></technique_common></bind_material>', symbol="s"):
    numbers = " ".join(str(x) for corner in CORNERS for x in corner)
    path.write_text(
        '<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><library_effects><effect id="e">'
        f'{effect}</effect></library_effects><library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>'
        f'<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="f" count="24">{numbers}</float_array><technique_common>'
        '<accessor source="#f" count="8" stride="3"/></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>'
        f'<triangles count="12" material="{symbol}"><input semantic="VERTEX" source="#v" offset="0"/><p>{" ".join(str(i) for t in TRIANGLES for i in t)}</p></triangles>'
        '<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>'
        f'</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="c"><node><instance_geometry url="#g">{bound}</instance_geometry></node>'
        '</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#c"/></scene></COLLADA>')
    return path


def phong(more="", diffuse="<color>0.2 0.4 0.6 0.5</color>", kind="phong", before=""):
    return f'<profile_COMMON>{before}<technique sid="t"><{kind}><emission><color>1 1 0 1</color></emission><diffuse>{diffuse}</diffuse>{more}</{kind}></technique></profile_COMMON>'


def test_collada(folder):
    path = folder / "a.dae"

    def of(opacity):
        return 0.2, 0.4, 0.6, opacity

    def clear(color, amount, way=None):
        opaque = f' opaque="{way}"' if way else ""
        return f'<transparent{opaque}><color>{color}</color></transparent>' + (f"<transparency><float>{amount}</float></transparency>" if amount is not None else "")

    gray = 0.212671 * 0.5 + 0.715160 * 0.25 + 0.072169
    for effect, expected in ((phong(), of(1)), (phong(kind="lambert"), of(1)), (phong(kind="blinn"), of(1)), (phong(kind="constant"), (1, 1, 0, 1)),
                             (phong(clear("1 1 1 1", 0.75)), of(0.75)), (phong(clear("1 1 1 0.5", 0.5)), of(0.25)), (phong(clear("0 0 0 0.5", None)), of(0.5)),
                             (phong(clear("1 1 1 0.25", 1, "A_ZERO")), of(0.75)), (phong(clear("0.5 0.25 1 1", 0.5, "RGB_ZERO")), of(1 - 0.5 * gray)),
                             (phong(clear("0.5 0.25 1 1", 0.5, "RGB_ONE")), of(0.5 * gray)), (phong(clear("1 1 1 1", 0)), of(1)), (phong(clear("0 0 0 1", 1, "RGB_ZERO")), of(1)),
                             (phong("<transparency><float>0.5</float></transparency>"), of(0.5)), (phong(clear("1 1 1 1", "nan")), of(1)),
                             (phong(diffuse="<color>2 -1 0.5</color>"), (1, 0, 0.5, 1)), (phong(diffuse='<texture texture="t" texcoord="u"/>'), None), (phong(diffuse="<color>1 0</color>"), None),
                             (phong(diffuse="<color>1 0 x 1</color>"), None), (phong(diffuse=""), None), ("", None),
                             (phong(diffuse='<param ref="d"/>', before='<newparam sid="d"><float4>0 0.5 1 1</float4></newparam>'), (0, 0.5, 1, 1)),
                             ('<newparam sid="d"><float3>1 0.5 0</float3></newparam>' + phong(diffuse='<param ref="d"/>'), (1, 0.5, 0, 1)), (phong(diffuse='<param ref="d"/>'), None)):
        about(colors(collada(path, effect)), {expected: 1} if expected else {})
    about(colors(collada(path, phong(), "", "m")), {of(1): 1})  # without a binding the material of that name
    about(colors(collada(path, phong(), "", "s")), {})
    about(colors(collada(path, phong(), '<bind_material><technique_common><instance_material symbol="s" target="#x"/></technique_common></bind_material>')), {})


# ---- packages that unpack to more than any memory

def test_bombs(folder):
    path = folder / "a.3mf"
    start = '<model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>'
    thing = '<object id="1">' + mesh() + "</object>"

    def refused(why, parts, how=zipfile.ZIP_DEFLATED):
        with zipfile.ZipFile(path, "w", how) as archive:
            for name, text in {"_rels/.rels": RELATIONS, **parts}.items():
                archive.writestr(name, text)
        done = run("info", path)
        assert done.returncode == 3 and done.stderr.startswith(f"carom: {path}: ") and why in done.stderr, (why, done.stderr)

    refused("no model is packed so tightly", {"3D/model.model": start + " " * (64 << 20) + thing + '</resources><build><item objectid="1"/></build></model>'})
    refused("lists relations alone", {"_rels/.rels": RELATIONS.replace("><R", ">" + "<!--%s-->" % ("." * (17 << 20)) + "<R", 1)}, zipfile.ZIP_STORED)
    refused("more than 1000000 elements", {"3D/model.model": start + "".join(f"<metadata n='{k * 7919 % 1000003}'/>" for k in range(1000001)) + "</resources></model>"})
    # things in things: 10 of 10 of 10 ...
    nest = thing + "".join(f'<object id="{k}"><components>' + f'<component objectid="{k - 1}"/>' * 10 + "</components></object>" for k in range(2, 12))
    refused("places more than 1000000", {"3D/model.model": start + nest + '</resources><build><item objectid="11"/></build></model>'})


run_tests(globals())
