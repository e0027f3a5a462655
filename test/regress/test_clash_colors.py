#!/usr/bin/env python3
"""Colours of parts in the model, the picture and the page of carom clash: those of the file, of the worst verdict, or one for each part; and
the model of an assembly in map coordinates."""
import json
import pathlib
import re
import struct

from clash_common import CAROM, clash, cubes, pairs, run, run_tests
import png_rows

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ASSEMBLY = ROOT / "build/data/as1-oc-214.stp"
PALE = [0.72, 0.76, 0.8, 0.35]
RED, YELLOW = [0.86, 0.16, 0.13, 1.0], [0.95, 0.77, 0.2, 1.0]
THREE = [("a", (0, 0, 0), 1), ("b", (0.5, 0.5, 0.5), 1), ("far", (5, 0, 0), 1)]  # a and b overlap


def about(value, expected):
    assert len(value) == len(expected) and all(abs(v - e) < 1e-6 for v, e in zip(value, expected)), (value, expected)


def glb_colors(path):
    """The colour of each part, in order; the last mesh, of lines, is none."""
    data = path.read_bytes()
    document = json.loads(data[20:20 + struct.unpack_from("<I", data, 12)[0]])
    assert all(m["pbrMetallicRoughness"]["baseColorFactor"][3] == 1 or m["alphaMode"] == "BLEND" for m in document["materials"] if "alphaMode" in m)
    materials = [m["pbrMetallicRoughness"]["baseColorFactor"] for m in document["materials"]]
    return [materials[mesh["primitives"][0]["material"]] for mesh in document["meshes"] if "mode" not in mesh["primitives"][0]]


def page_data(path):
    return json.loads(re.search(r'id="data">\n?(.*?)\n?</script>', path.read_text(), re.S).group(1))


def linear(value):
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def test_without_colors(folder):
    """A file that has none: verdicts unless something else is asked for."""
    path, glb, page = cubes(folder / "three.obj", THREE), folder / "out.glb", folder / "out.html"
    run(path, "--glb", glb, "--html", page, expect=1)
    for color, expected in zip(glb_colors(glb), [RED, RED, PALE]):
        about(color, expected)
    data = page_data(page)
    assert data["color"] == "verdict" and not any("color" in part for part in data["parts"]), data["parts"]
    run(path, "--glb", glb, "--html", page, "--color", "part", expect=1)
    own = glb_colors(glb)
    assert len({tuple(c) for c in own}) == 3 and all(c[3] == 1 for c in own) and page_data(page)["color"] == "part", own
    run(path, "--glb", glb, "--color", "file", expect=1)
    assert glb_colors(glb) == [glb_colors(glb)[0]] * 3 and glb_colors(glb)[0][3] == 1
    done = run(path, "--color", "red", expect=2)
    assert "file, verdict or part" in done.stderr, done.stderr


def test_picture(folder):
    path, picture = cubes(folder / "three.obj", THREE), folder / "out.png"
    drawn = {}
    for color in (None, "verdict", "part"):
        run(path, "--png", picture, *(["--color", color] if color else []), expect=1)
        drawn[color] = picture.read_bytes()
    assert drawn[None] == drawn["verdict"] != drawn["part"]


def test_files(folder):
    """The STEP assembly of docs/clash.md, where it can be read: yellow plate, green brackets, and no verdict worse than touching."""
    if not ASSEMBLY.exists() or not (pathlib.Path(CAROM).parent / "carom-io-cad").exists():
        return
    glb, page, picture = folder / "out.glb", folder / "out.html", folder / "out.png"
    run(ASSEMBLY, "--glb", glb, "--html", page, "--color", "file", expect=0)
    data = page_data(page)
    assert data["color"] == "file" and all(len(part["color"]) == 3 for part in data["parts"])
    for part, color in zip(data["parts"], glb_colors(glb)):
        about(color[:3], [linear(c) for c in part["color"]])
    named = {part["name"].split("_")[0]: part["color"] for part in data["parts"]}
    assert named["l-bracket"] != named["plate"] and named["l-bracket"][1] > named["l-bracket"][0], named
    run(ASSEMBLY, "--glb", glb, "--html", page, "--png", picture, expect=0)  # by default, too, but for parts that touch in the model
    assert page_data(page)["color"] == "file" and all(color == glb_colors(glb)[0] for color in glb_colors(glb))
    green = sum(1 for row in png_rows.colors(png_rows.read(picture)[2]) for r, g, b in row if g > 1.5 * r and g > 1.5 * b)
    assert green > 5000, green


def test_far_from_the_origin(folder):
    """In map coordinates single precision is half a metre coarse: the model counts from its middle, and its nodes translate back."""
    wall_and_cable = [("wall", (487231.25, 5412345.5, 312), (8, 0.24, 2.6)), ("cable", (487235.25, 5412345.73, 313), (0.02, 0.02, 1))]
    for name, parts, far in (("map", wall_and_cable, True), ("here", [("a", (0, 0, 0), 1), ("b", (0.5, 0, 0), 1)], False)):
        glb = folder / "out.glb"
        found = clash(cubes(folder / (name + ".obj"), parts), "--glb", glb, expect=1)
        again = clash(glb, expect=1)
        assert pairs(found) == pairs(again), (pairs(found), pairs(again))
        assert abs(found["clashes"][0]["depth"] - again["clashes"][0]["depth"]) < 1e-6
        data = glb.read_bytes()
        nodes = json.loads(data[20:20 + struct.unpack_from("<I", data, 12)[0]])["nodes"]
        assert len(nodes) == 3 and all(("translation" in node) == far for node in nodes), nodes


run_tests(globals())
