#!/usr/bin/python3
"""What all commands share: --option=value, --, -, several files, misspelt options and members, byte order marks."""
import argparse
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "test/data"))
import make_data  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
CAROM = str(pathlib.Path(parser.parse_args().carom).resolve())
CUBE = ROOT / "test/data/cube.obj"
MARK = b"\xef\xbb\xbf"
COMMANDS = ("clash", "sdf", "deviation", "robot", "sweep", "query", "info", "bounds", "raycast", "closest", "distance", "section", "decompose", "render", "broadphase", "simulate")


def run(*arguments, expect=0, data=b"", folder=None):
    done = subprocess.run([CAROM, *map(str, arguments)], input=data, capture_output=True, timeout=60, cwd=folder)
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == expect, (arguments, done.returncode, done.stdout, done.stderr)
    return done


def options_of(command):
    """The options that --help describes, and whether a value follows."""
    told = run(command, "--help").stdout
    return re.findall(r"^  (--[-a-z]+)( +[A-Zx][A-Za-z,.:=]*(?= |$))?", told, re.M)


def test_every_option(folder):
    """The table that arguments are split by has each option of each command's help, with a value where the help has one."""
    for command in COMMANDS:
        options = options_of(command)
        assert options, command
        for option, value in options:
            if value:
                told = run(command, option, expect=2).stderr
                assert "did you mean" not in told and "not understood" not in told, (command, option, told)
                told = run(command, option + "=?", expect=2).stderr if option in ("--threads", "--clearance", "--fov") else ""
                assert not told or ", not ?;" in told, told
            else:
                told = run(command, option + "=1", expect=2).stderr
                assert told == f"carom {command}: {option} takes no value; see carom {command} --help\n", told


def test_values_after_equals(folder):
    spaced = run("closest", CUBE, "--point", "3,0.5,0.5", "--json").stdout
    assert run("closest", CUBE, "--point=3,0.5,0.5", "--json").stdout == spaced
    assert run("closest", "--point=3,0.5,0.5", "--json", "--threads=1", CUBE).stdout == spaced
    pose = run("distance", CUBE, CUBE, "--pose-b", "-4,0,0", "--json").stdout
    assert run("distance", CUBE, CUBE, "--pose-b=-4,0,0", "--json").stdout == pose and '"distance":3' in pose
    odd = folder / "a=b.png"
    run("render", CUBE, f"--png={odd}", "--size=8x8")
    assert odd.exists()
    run("render", CUBE, "--png=", "--size=8x8", expect=3)


def test_end_of_options(folder):
    (folder / "-cube.obj").write_bytes(CUBE.read_bytes())
    (folder / "--json").write_bytes((ROOT / "test/data/cube.ply").read_bytes())
    assert "-cube.obj" in run("info", "-cube.obj", expect=2, folder=folder).stderr
    assert json.loads(run("info", "--json", "--", "-cube.obj", folder=folder).stdout)["closed"]
    assert run("info", "--", "--json", folder=folder).stderr == ""
    assert run("info", "--", "--json", folder=folder).stdout.startswith("file")
    found = json.loads(run("clash", "--json", "--", "-cube.obj", "--json", expect=1, folder=folder).stdout)
    assert [part["name"] for part in found["names"]] == ["-cube.obj", "--json"] and found["hard"] == 1
    # as the value of an option, -- is a value
    run("render", CUBE, "--size", "8x8", "--png", "--", folder=folder)
    assert (folder / "--").exists()
    run("info", "--", expect=2)


def test_several_files_of_info(folder):
    other = folder / "open.obj"
    other.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    told = [json.loads(line) for line in run("info", CUBE, other, "--json").stdout.splitlines()]
    assert [t["closed"] for t in told] == [True, False] and [t["file"] for t in told] == [str(CUBE), str(other)]
    text = run("info", CUBE, other).stdout
    assert text == run("info", CUBE).stdout + "\n" + run("info", other).stdout
    run("info", CUBE, other, "--strict", expect=1)
    done = run("info", folder / "none.obj", CUBE, "--strict", expect=3)
    assert done.stdout == run("info", CUBE).stdout and "none.obj" in done.stderr
    run("info", CUBE, "--solvers", expect=2)


def test_did_you_mean(folder):
    for words, meant in [(("clash", "--clearence", "1"), "--clearance"), (("clash", "--tolerence=1"), "--tolerance"),
                         (("clash", CUBE, "--jsno"), "--json"), (("query", "--presicion", "float"), "--precision"),
                         (("info", "--stric"), "--strict"), (("simulate", "--fsp", "9"), "--fps"), (("clahs",), "clash"),
                         (("simulat",), "simulate"), (("broadphase", "--randon=9"), "--random")]:
        told = run(*words, expect=2).stderr
        assert told.endswith(f"; did you mean {meant}?\n") and told.count("\n") == 1, (words, told)
    for words in (("clash", "--frobnicate"), ("wibble",), ("clash", "-q"), ("clash", "--" + 90 * "x")):
        assert "did you mean" not in run(*words, expect=2).stderr, words


def test_members(folder):
    """The line of the first member that no one knows; what is in strings, lists and other members' values is not one."""
    path = folder / "scene.json"
    for text, line, what in [('{\n"frames": 1,\n"graviti": [0,0,0]}', 3, '"graviti" is no member of a scene; did you mean "gravity"?'),
                             ('{"comment": "\\"x\\": {",\n"spheres": [\n{"center": [0,0,0], "radius": 1},\n{"center": [9,0,0],\n "radios": 1}]}',
                              5, '"radios" is no member of a sphere; did you mean "radius"?'),
                             ('{"colliders": [{"shape": {"capsule": {"a": [0,0,0],\n"b": [1,0,0],\r\n"radiu\\u0073s": 2}}}]}', 3,
                              '"radiuss" is no member of a capsule or cylinder; did you mean "radius"?'),
                             ('{"zzzzzz": 1}', 1, '"zzzzzz" is no member of a scene')]:
        path.write_text(text)
        assert run("simulate", path, expect=3).stderr == f"carom: {path}: line {line}: {what}\n"
    path.write_text('{"comment": {"radios": 1}, "fr\\u0061mes": 1, "camera": {"comment": "", "eye": [0,0,9], "target": [0,0,0]}}')
    run("simulate", path)
    lines = [b'{"query":"overlap","a":{"point":[0,0,0]},"b":{"sphere":{"center":[0,0,0],"radios":1}}}',
             b'{"qeury":"overlap","a":{"point":[0,0,0]},"b":{"point":[0,0,0]}}',
             b'{"query":"overlap","a":{"point":[0,0,0]},"b":{"point":[0,0,0],"poze":{}}}',
             b'{"query":"overlap","id":7,"comment":{"x":NaN},"motion_a":[1,0,0],"a":{"point":[0,0,0]},"b":{"point":[0,0,NaN]}}',
             b'{"query":"overlap","a":{"compound":[{"aabb":{"min":[0,0,0],"mux":[1,1,1]}}]},"b":{"point":[0,0,0]}}']
    told = [json.loads(line) for line in run("query", data=b"\n".join(lines), expect=3).stdout.splitlines()]
    assert [t.get("error") for t in told] == [
        'line 1: "radios" is no member of a sphere; did you mean "radius"?', 'line 2: "qeury" is no member of a query; did you mean "query"?',
        'line 3: "poze" is no member of a shape; did you mean "pose"?', None, 'line 5: "mux" is no member of a box; did you mean "max"?'], told


def test_standard_input(folder):
    scene = ROOT / "examples/scenes/plates.json"
    told = json.loads(run("simulate", "-", "--frames", "2", "--no-check", "--json", data=scene.read_bytes()).stdout)
    same = json.loads(run("simulate", scene, "--frames", "2", "--no-check", "--json").stdout)
    assert told["impacts"] == same["impacts"] and told["bodies"] == same["bodies"]
    assert run("simulate", "-", data=b"{", expect=3).stderr.startswith("carom: standard input: line 1")
    assert run("simulate", "-", data=b"", expect=3).stderr.startswith("carom: standard input: line ")
    assert run("query", "-", data=b'{"query":"distance","a":{"point":[0,0,0]},"b":{"point":[0,3,4]}}').stdout.startswith('{"distance":5,')


def test_marks(folder):
    plain = json.loads(run("info", CUBE, "--json").stdout)
    for name in ("cube.obj", "cube.stl", "cube.ply", "two_cubes.gltf"):
        data = (ROOT / "test/data" / name).read_bytes()
        (folder / name).write_bytes(data)
        without = json.loads(run("info", folder / name, "--json").stdout)
        (folder / name).write_bytes(MARK + data)
        told = json.loads(run("info", folder / name, "--json").stdout)
        assert told["file_bytes"] == len(data) + 3 == without["file_bytes"] + 3
        assert {k: v for k, v in told.items() if k != "file_bytes"} == {k: v for k, v in without.items() if k != "file_bytes"}, name
    # a binary STL file may open with these bytes, and they are part of its header
    corners = [c for t in make_data.TRIANGLES for c in t]
    body = b"".join(bytes(12) + b"".join(struct.pack("<3f", *make_data.CORNERS[c]) for c in corners[i:i + 3]) + bytes(2)
                    for i in range(0, len(corners), 3))
    (folder / "b.stl").write_bytes(MARK + bytes(77) + struct.pack("<I", len(corners) // 3) + body)
    told = json.loads(run("info", folder / "b.stl", "--json").stdout)
    assert told["format"] == "binary STL" and told["volume"] == plain["volume"]
    for data in (MARK, MARK + b"\n", MARK + MARK):
        (folder / "m.obj").write_bytes(data)
        run("info", folder / "m.obj", expect=3)
    scene, rules = folder / "s.json", folder / "r.json"
    scene.write_bytes(MARK + b'{"frames": 1}')
    run("simulate", scene)
    rules.write_bytes(MARK + b'{"rules": [{"a": "*", "b": "*", "ignore": true}]}')
    run("clash", CUBE, CUBE, "--rules", rules)
    query = b'{"query":"distance","a":{"point":[0,0,0]},"b":{"point":[0,3,4]}}\n'
    assert run("query", data=MARK + query + query).stdout.splitlines() == 2 * run("query", data=query).stdout.splitlines()
    run("query", data=query + MARK + query, expect=3)


for test in [v for k, v in list(globals().items()) if k.startswith("test_")]:
    with tempfile.TemporaryDirectory() as name:
        test(pathlib.Path(name))
print("arguments: all as expected")
