#!/usr/bin/python3
"""carom robot: small arms whose collisions, clearances and first contacts are known, and chains of random joints beside forward kinematics in Python."""
import json
import math
import random
import subprocess
import sys
import xml.etree.ElementTree

from command_common import CAROM, box, run_command, run_tests


def run(*arguments, expect):
    return run_command("robot", *arguments, expect=expect)


def robot(*arguments, expect):
    return json.loads(run(*arguments, "--json", expect=expect).stdout)


def link(name, geometry="", origin=""):
    return f'<link name="{name}"><visual><geometry><sphere radius="9"/></geometry></visual>' + (
        f"<collision>{origin}<geometry>{geometry}</geometry></collision>" if geometry else "") + "</link>"


def joint(name, kind, parent, child, rest=""):
    return f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>{rest}</joint>'


def urdf(path, *elements):
    path.write_text('<?xml version="1.0"?>\n<!-- an arm -->\n<robot name="arm &amp; tool">\n' + "\n".join(elements) + "\n</robot>\n")
    return path


def arm(path):
    """Two links of length 1 that turn about z, half a unit above a low base, and a ball at the end; `flange` has no shape."""
    bar = '<box size="1 0.1 0.1"/>', '<origin xyz="0.5 0 0"/>'
    limit = f'<axis xyz="0 0 2"/><limit lower="{-math.pi}" upper="{math.pi}" effort="1" velocity="1"/>'
    return urdf(path, link("base", '<box size="0.1 0.1 0.1"/>'), link("upper", *bar), link("lower", *bar), link("flange"), link("tool", '<sphere radius="0.1"/>'),
                joint("shoulder", "revolute", "base", "upper", '<origin xyz="0 0 0.5"/>' + limit),
                joint("elbow", "continuous", "upper", "lower", '<origin xyz="1 0 0" rpy="0 0 0"/><axis xyz="0 0 1"/>'),
                joint("mount", "fixed", "lower", "flange", '<origin xyz="0.75 0 0"/>'), joint("tip", "fixed", "flange", "tool", '<origin xyz="0.25 0 0"/>'))


def about(value, expected, within=1e-9):
    assert abs(value - expected) <= within * max(1, abs(expected)), (value, expected)


def test_samples(folder):
    path = arm(folder / "arm.urdf")
    found = robot(path, "--samples", 20000, expect=0)
    assert (found["robot"], found["links"], found["shapes"], found["variables"], found["samples"]) == ("arm & tool", 5, 4, 2, 20000), found
    pairs = {(p["link_a"], p["link_b"]): p for p in found["pairs"]}
    assert len(pairs) == 6 and not any("flange" in p for p in pairs)
    for near in (("base", "upper"), ("upper", "lower"), ("lower", "tool")):  # the flange between has no shape
        assert pairs[near]["allow"] == "Adjacent", pairs
    for never in (("base", "lower"), ("base", "tool")):
        assert pairs[never]["allow"] == "Never" and pairs[never]["collisions"] == 0, pairs
    p = 2 * math.asin(0.15) / (2 * math.pi)  # the ball on the upper link
    count = pairs["upper", "tool"]["collisions"]
    assert pairs["upper", "tool"]["allow"] is None and abs(count - 20000 * p) < 6 * math.sqrt(20000 * p), (count, 20000 * p)
    assert found["free"] == 20000 - count
    again = robot(path, "--samples", 20000, "--threads", 3, expect=0)
    assert again["pairs"] == found["pairs"]
    other = robot(path, "--samples", 20000, "--seed", 1, expect=0)
    assert other["pairs"] != found["pairs"]


def test_srdf(folder):
    path, srdf = arm(folder / "arm.urdf"), folder / "arm.srdf"
    table = run(path, "--samples", 2000, "--write-srdf", srdf, expect=0).stdout.splitlines()
    assert table[0].split() == ["allow", "collisions", "percent", "link", "link"] and "5 of 6 pairs" in table[-1], table
    root = xml.etree.ElementTree.parse(srdf).getroot()
    allowed = {(p.get("link1"), p.get("link2")): p.get("reason") for p in root.findall("disable_collisions")}
    assert root.get("name") == "arm & tool" and len(allowed) == 5 and allowed["base", "tool"] == "Never" and ("upper", "tool") not in allowed
    assert "2000 samples" in srdf.read_text()
    found = robot(path, "--samples", 2000, "--srdf", srdf, expect=0)
    assert [(p["link_a"], p["link_b"]) for p in found["pairs"]] == [("upper", "tool")], found
    run(path, "--samples", 10, "--srdf", srdf, "--write-srdf", folder / "again.srdf", expect=0)
    again = xml.etree.ElementTree.parse(folder / "again.srdf").getroot().findall("disable_collisions")
    assert {(p.get("link1"), p.get("link2")) for p in again} == set(allowed)
    # always, and in the zero configuration
    urdf(folder / "odd.urdf", link("a", '<sphere radius="1"/>'), link("b", '<sphere radius="0.01"/>'), link("c", '<sphere radius="3"/>'), link("d", '<sphere radius="0.5"/>'),
         joint("ab", "fixed", "a", "b", '<origin xyz="9 0 0"/>'), joint("bc", "revolute", "b", "c", '<origin xyz="-9 0 0"/><limit lower="-1" upper="1"/>'),
         joint("cd", "prismatic", "c", "d", '<origin xyz="0 0 0"/><axis xyz="0 0 1"/><limit lower="0" upper="100"/>'))
    pairs = {(p["link_a"], p["link_b"]): p for p in robot(folder / "odd.urdf", "--samples", 2000, expect=0)["pairs"]}
    assert pairs["a", "c"]["allow"] == "Always" and pairs["a", "d"]["allow"] == "Default" and pairs["a", "d"]["at_zero"], pairs
    assert pairs["b", "d"]["allow"] == "Never", pairs


def test_trajectory(folder):
    path, wall = arm(folder / "arm.urdf"), box(folder / "wall.obj", (-5, 1, 0), (5, 2, 1))
    rows = folder / "rows.csv"
    rows.write_text('time,"shoulder",elbow\r\n0,0,0\r\n1,%r,0\r\n' % (math.pi / 2))
    found = robot(path, "--trajectory", rows, "--scene", wall, expect=1)
    first, last = found["rows"]
    about(first["clearance"], 0.9)
    assert first["link"] in ("upper", "tool") and last["scene"] == str(wall) and first["clearance_until_next"] == 0 and last["clearance"] == 0, found
    contact, fraction = first["contact"], math.asin(0.45) / (math.pi / 2)
    assert contact["fraction"] <= fraction * (1 + 1e-9) and contact["fraction"] > fraction - 1e-7 and contact["link"] == "tool" and contact["verdict"] == "contact", (contact, fraction)
    assert contact["fraction_upper"] is None or contact["fraction_upper"] >= fraction * (1 - 1e-9)
    # short of it there is none, and the clearance between the rows is bounded
    rows.write_text("shoulder\n0\n0.4\n")
    found = robot(path, "--trajectory", rows, "--scene", wall, expect=0)
    least = 1 - 2 * math.sin(0.4) - 0.1
    assert found["free"] and "contact" not in found["rows"][0] and found["rows"][0]["clearance_until_next"] <= least
    about(found["rows"][1]["clearance"], least, 1e-6)
    # the elbow folds the tool onto the upper link, and SRDF allows that
    rows.write_text("elbow\n0\n%r\n" % math.pi)
    contact = robot(path, "--trajectory", rows, expect=1)["rows"][0]["contact"]
    assert {contact["link"], contact["other_link"]} == {"upper", "tool"} and abs(contact["fraction"] * math.pi - (math.pi - math.asin(0.15))) < 1e-6, contact
    srdf = folder / "allow.srdf"
    srdf.write_text('<robot name="x"><disable_collisions link1="tool" link2="upper" reason="User"/></robot>')
    assert robot(path, "--srdf", srdf, "--trajectory", rows, expect=0)["free"]
    assert "least clearance" in run(path, "--srdf", srdf, "--trajectory", rows, "--scene", wall, expect=1).stdout
    # one row has nothing after it
    rows.write_text("elbow\n3.1415926\n")
    assert "contact" not in robot(path, "--trajectory", rows, expect=1)["rows"][0]


# ---- random chains

def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


def turned(axis, angle):
    x, y, z = axis
    c, s = math.cos(angle), math.sin(angle)
    return [[c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s, 0], [y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s, 0],
            [z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c), 0], [0, 0, 0, 1]]


def moved(v):
    return [[1, 0, 0, v[0]], [0, 1, 0, v[1]], [0, 0, 1, v[2]], [0, 0, 0, 1]]


def place(chain, values):
    """The middle of the ball at the end."""
    at = moved((0, 0, 0))
    for c in chain:
        roll, pitch, yaw = c["rpy"]
        for step in (moved(c["xyz"]), turned((0, 0, 1), yaw), turned((0, 1, 0), pitch), turned((1, 0, 0), roll)):
            at = multiply(at, step)
        q = c["factor"] * values[c["by"]] + c["offset"]
        at = multiply(at, moved([x * q for x in c["axis"]]) if c["kind"] == "prismatic" else turned(c["axis"], q))
    return [row[3] for row in at[:3]]


def random_chain(of, count):
    chain = []
    for n in range(count):
        axis = [of.gauss(0, 1) for _ in range(3)]
        length = math.sqrt(sum(x * x for x in axis))
        chain.append({"xyz": [of.uniform(-1, 1) for _ in range(3)], "rpy": [of.uniform(-3, 3) for _ in range(3)], "axis": [x / length for x in axis],
                      "kind": of.choice(["revolute", "continuous", "prismatic"]), "by": n, "factor": 1, "offset": 0})
    if count > 2:
        chain[-1].update(by=0, factor=-0.5, offset=0.25)
    return chain


def test_chains(folder):
    of = random.Random(5)
    for n in range(12):
        chain = random_chain(of, 1 + n % 5)
        elements = [link("l0")] + [link("l%d" % (i + 1), '<sphere radius="0.25"/>' if i + 1 == len(chain) else "") for i in range(len(chain))]
        for i, c in enumerate(chain):
            mimic = '<mimic joint="j0" multiplier="-0.5" offset="0.25"/>' if c["by"] != i else ""
            elements.append(joint("j%d" % i, c["kind"], "l%d" % i, "l%d" % (i + 1), '<origin xyz="%r %r %r" rpy="%r %r %r"/><axis xyz="%r %r %r"/><limit lower="-1" upper="1"/>' % (
                *c["xyz"], *c["rpy"], *c["axis"]) + mimic))
        path, names = urdf(folder / "chain.urdf", *elements), sorted({c["by"] for c in chain})
        values = [[of.uniform(-1, 1) for _ in names] for _ in range(4)]
        (folder / "rows.csv").write_text("\n".join([",".join("j%d" % i for i in names)] + [",".join(map(repr, v)) for v in values]) + "\n")
        start = place(chain, dict(zip(names, values[0])))
        wall = box(folder / "wall.obj", (start[0] + 0.75, -99, -99), (start[0] + 9, 99, 99))  # half a unit beside the ball
        found = subprocess.run([CAROM, "robot", path, "--trajectory", folder / "rows.csv", "--scene", wall, "--json"], capture_output=True, text=True)
        rows = json.loads(found.stdout)["rows"]
        about(rows[0]["clearance"], 0.5, 1e-7)
        for i in range(3):
            gaps = []
            for k in range(401):
                t = k / 400
                x = place(chain, {name: a + t * (b - a) for name, a, b in zip(names, values[i], values[i + 1])})[0]
                gaps.append(start[0] + 0.75 - x - 0.25)
            hits = [k / 400 for k, gap in enumerate(gaps) if gap <= 0]
            contact = rows[i].get("contact")
            assert rows[i]["clearance_until_next"] <= max(0, min(gaps)) + 1e-9, (rows[i], min(gaps))
            if hits and max(gaps[0], 0) > 0:
                assert contact and contact["fraction"] <= hits[0] + 1e-9 and contact["fraction"] >= hits[0] - 1 / 400 - 1e-6, (contact, hits[0])
            elif contact and gaps[0] > 0:
                assert min(gaps) < 0.05, (contact, min(gaps))
        assert found.returncode == (1 if any("contact" in r or r["clearance"] <= 0 for r in rows) else 0)


# ---- meshes and errors

def test_meshes(folder):
    (folder / "robots" / "arm" / "urdf").mkdir(parents=True)
    (folder / "robots" / "arm" / "meshes").mkdir()
    box(folder / "robots" / "arm" / "meshes" / "arm_link.obj", (0, 0, 0), (1, 1, 1))
    wall, rows = box(folder / "wall.obj", (10, -9, -9), (11, 9, 9)), folder / "rows.csv"
    rows.write_text("slide\n0\n")
    for name in ("package://arm/meshes/arm_link.obj", "../meshes/arm_link.obj", "file://" + str(folder / "robots" / "arm" / "meshes" / "arm_link.obj"), "package:///arm/meshes/arm_link.obj",
                 "package://other/arm_link.obj"):
        path = urdf(folder / "robots" / "arm" / "urdf" / "arm.urdf", link("base"), link("cube", f'<mesh filename="{name}" scale="2 1 -1"/>'),
                    joint("slide", "prismatic", "base", "cube", '<axis xyz="1 0 0"/><limit lower="0" upper="9"/>'))
        for hulls in ((), ("--hulls",)):
            found = robot(path, "--trajectory", rows, "--scene", wall, "--package", "other=%s" % (folder / "robots" / "arm" / "meshes"), *hulls, expect=0)
            about(found["rows"][0]["clearance"], 8)
    assert "there is no mesh" in run(path, "--trajectory", rows, expect=3).stderr


def test_what_exporters_write(folder):
    """Fixed joints with an axis of zero; materials in collisions, which are no geometry; both are in half of the robots that people share."""
    colour = '<material name="grey"><color rgba="1 1 1 1"/></material>'
    path = urdf(folder / "arm.urdf", link("base", '<box size="1 1 1"/>').replace("</collision>", colour + "</collision>"), link("tool", '<sphere radius="1"/>'),
                joint("j", "fixed", "base", "tool", '<axis xyz="0 0 0"/><origin xyz="4 0 0"/>'))
    found = robot(path, "--samples", 1, expect=0)
    assert (found["links"], found["shapes"], found["variables"], found["free"]) == (2, 2, 0, 1), found


def test_errors(folder):
    ball = '<sphere radius="1"/>'
    for what, elements in (
            ("is called c", (link("a"), joint("j", "fixed", "a", "c"))), ("two joints lead", (link("a"), link("b"), joint("j", "fixed", "a", "b"), joint("k", "fixed", "a", "b"))),
            ("circle", (link("a"), link("b"), joint("j", "fixed", "a", "b"), joint("k", "fixed", "b", "a"))), ("more than one", (link("a"), link("b"))),
            ("the robot has no link", ()), ("radius is negative", (link("a", '<sphere radius="-1"/>'),)), ("no shape is called", (link("a", "<torus/>"),)),
            ("xacro", (link("a"), '<xacro:include filename="x"/>')), ("joints are fixed", (link("a"), link("b"), joint("j", "planar", "a", "b"))),
            ("axis is zero", (link("a"), link("b"), joint("j", "revolute", "a", "b", '<axis xyz="0 0 0"/>'))), ("numbers are wanted", (link("a", ball, '<origin xyz="1 2"/>'),)),
            ("line", ("<link",)), ("no geometry", ('<link name="a"><collision/></link>',)), ("has no size", (link("a", "<box/>"),)),
            ("moves by itself", (link("a"), link("b"), joint("j", "revolute", "a", "b", '<mimic joint="x"/>')))):
        told = run(urdf(folder / "bad.urdf", *elements), expect=3).stderr
        assert told.startswith("carom robot: ") and what in told, (what, told)
    bomb = '<!DOCTYPE r [<!ENTITY a "%s">' % ("x" * 1000) + "".join('<!ENTITY a%d "%s">' % (i, ("&a%s;" % (i - 1 if i else "")) * 10) for i in range(9)) + "]><robot name=\"&a8;\"/>"
    (folder / "bomb.urdf").write_text(bomb)
    run(folder / "bomb.urdf", expect=3)
    run(folder / "none.urdf", expect=3)
    path, rows = arm(folder / "arm.urdf"), folder / "rows.csv"
    for text, what in (("shoulder\n", "no row"), ("wrist\n1\n", "no joint is called wrist"), ("tip\n1\n", "moves by itself"), ("shoulder,elbow\n1\n", "fewer"), ("elbow\n1,2\n", "more"),
                       ("elbow\nx\n", "no number is x"), ("elbow\nnan\n", "no number"), ("", "no row")):
        rows.write_text(text)
        assert what in run(path, "--trajectory", rows, expect=3).stderr, text
    run(expect=2)
    run(path, "--samples", 0, expect=2)
    run(path, "--scene", "x.obj", expect=2)
    run(path, "--package", "x", expect=2)


if "without expat" in subprocess.run([CAROM, "robot", "/dev/null"], capture_output=True, text=True).stderr:
    sys.exit(0)
run_tests(globals())
