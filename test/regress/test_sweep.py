#!/usr/bin/python3
"""carom sweep: parts of boxes that come free or do not, by paths whose first contacts are known."""
import json
import math

from command_common import make_data, run_command, run_tests


def run(*arguments, expect, text=None):
    return run_command("sweep", *arguments, expect=expect, input=text)


def sweep(*arguments, expect, text=None):
    return json.loads(run(*arguments, "--json", expect=expect, text=text).stdout)


def boxes(path, parts):
    """An OBJ file with a part for each name: boxes (low, high)."""
    lines, n = [], 0
    for name, several in parts.items():
        lines.append("o " + name)
        for low, high in several:
            lines += ["v %r %r %r" % tuple(l + c * (h - l) for l, h, c in zip(low, high, corner)) for corner in make_data.CORNERS]
            lines += ["f %d %d %d" % tuple(8 * n + i + 1 for i in t) for t in make_data.TRIANGLES]
            n += 1
    path.write_text("\n".join(lines) + "\n")
    return path


def plate(gap):
    """A plate from z = 0 to 1 with a square hole, and a peg in it, `gap` from the walls; its head is above."""
    r = 1 + gap
    return {"plate": [((-5, -5, 0), (-r, 5, 1)), ((r, -5, 0), (5, 5, 1)), ((-r, -5, 0), (r, -r, 1)), ((-r, r, 0), (r, 5, 1))],
            "peg": [((-1, -1, -1), (1, 1, 3))], "lid": [((-5, -5, 6), (5, 5, 7))]}


def about(value, expected, within=1e-9):
    assert abs(value - expected) <= within * max(1, abs(expected)), (value, expected)


def test_peg_in_hole(folder):
    path = boxes(folder / "peg.obj", plate(0.125))
    # out downwards and aside; up until it meets the lid; aside until it meets the wall
    assert sweep("peg", path, "--move", "0,0,-4", "--move", "20,0,0", expect=0)["free"]
    found = sweep("peg", path, "--move", "0,0,4", expect=1)
    c, = found["contacts"]
    assert (c["name_moving"], c["name_standing"], c["verdict"], c["at_start"], c["leg"]) == ("peg", "lid", "contact", False, 0), c
    about(c["length"], 3)
    about(c["fraction"], 0.75)
    assert not found["free"] and c["normal"] == [0, 0, 1] and c["point"][2] == 6, c
    c, = sweep("peg", path, "--move=1,0,0", expect=1)["contacts"]
    about(c["length"], 0.125)
    assert c["name_standing"] == "plate" and c["length"] <= 0.125
    # the way is followed from leg to leg
    c, = sweep("peg", path, "--move", "0.0625,0,0", "--move", "0,0,2", "--move", "0.25,0,0", expect=1)["contacts"]
    assert c["leg"] == 2
    about(c["length"], 0.0625)
    # the plate moves, all others stand
    found = sweep("pla*", path, "--move", "0,0,50", expect=1)
    assert [c["name_standing"] for c in found["contacts"]] == ["lid"] and len(found["moving"]) == 1, found
    about(found["contacts"][0]["length"], 5)
    # motions that end short of contact by little, and beyond it by little
    assert sweep("#1", path, "--move", "0,0,2.99999999", expect=0)["free"]
    assert not sweep("#1", path, "--move", "0,0,3.00000001", expect=1)["free"]
    # reaching it is contact
    run("peg", path, "--move", "0,0,3", expect=1)


def key(path):
    """A bar from the origin along x, ten long and two thick, and a post whose nearest corner is (5, 5)."""
    return boxes(path, {"bar": [((0, -1, 0), (10, 1, 1))], "post": [((4, 5, -1), (5, 6, 2))], "far": [((20, 0, 0), (21, 1, 1))]})


def test_turned_key(folder):
    path = key(folder / "key.obj")
    angle = 45 - math.degrees(math.asin(1 / math.sqrt(50)))
    for turn in ("z,90", "0,0,5,90,0,0,7", "z,360", "z,720"):
        c, = sweep("bar", path, "--turn", turn, expect=1)["contacts"]
        about(c["degrees"], angle, 1e-8)
        assert c["degrees"] <= angle * (1 + 1e-12)
        assert c["name_standing"] == "post" and c["verdict"] == "contact" and c["fraction"] <= c["fraction_upper"], c
        assert max(abs(a - b) for a, b in zip(c["point"][:2], (5, 5))) < 1e-6, c
    assert sweep("bar", path, "--turn", "z,%r" % (angle - 1e-6), expect=0)["free"]
    # the other way round it comes from behind, where its lower corners are farther out
    c, = sweep("bar", path, "--turn", "z,-360", expect=1)["contacts"]
    assert 230 < c["degrees"] < 315, c
    # about its own middle; and where nothing is in the way
    assert sweep("bar", path, "--turn", "x,720", expect=0)["free"]
    assert sweep("bar", path, "--move", "0,0,3", "--turn", "z,360", expect=0)["free"]
    # then down onto the post: turned by a right angle about the far end it is out of the way
    c, = sweep("bar", path, "--move", "0,0,3", "--turn", "z,45", "--move", "0,0,-3", expect=1)["contacts"]
    assert c["leg"] == 2
    about(c["length"], 1)


def test_path_files(folder):
    path, legs = key(folder / "key.obj"), folder / "legs.txt"
    text = "# up, round, down\n\nmove 0,0,3\n  turn z,45\r\nmove 0 0 -3\n"
    legs.write_text(text)
    found = sweep("bar", path, "--path", legs, expect=1)
    assert [sorted(leg) for leg in found["legs"]] == [["move"], ["axis", "center", "degrees"], ["move"]], found
    assert found["contacts"] == sweep("bar", path, "--path", "-", text=text, expect=1)["contacts"]
    for wrong in ("push 1,2,3\n", "move 1,2\n", "move 1,2,nan\n", "turn w,90\n", "turn 0,0,0,90\n", "turn z,90,1,2\n", "move 0,0,1\nturn\n"):
        told = run("bar", path, "--path", "-", text=wrong, expect=3).stderr
        assert told.startswith("carom sweep: -: line %d: " % wrong.count("\n")), told
    assert "cannot read" in run("bar", path, "--path", folder / "none", expect=3).stderr


def test_at_the_start(folder):
    exact = boxes(folder / "exact.obj", plate(0))
    c, = sweep("peg", exact, "--move", "0,0,-4", expect=1)["contacts"]
    assert c["verdict"] == "touching" and c["at_start"] and c["fraction"] == 0, c
    stuck = boxes(folder / "stuck.obj", plate(-0.25))
    found = sweep("peg", stuck, "--move", "0,0,9", expect=1)
    assert [(c["verdict"], c["name_standing"]) for c in found["contacts"]] == [("overlap", "plate"), ("contact", "lid")], found
    inner = boxes(folder / "inner.obj", {"a": [((0, 0, 0), (4, 4, 4))], "b": [((1, 1, 1), (2, 2, 2))]})
    c, = sweep("b", inner, "--move", "0,0,1", expect=1)["contacts"]
    assert c["verdict"] == "overlap", c
    # a closed shell of walls is a room, in which a part may move until it meets them
    shell = folder / "room.obj"
    boxes(shell, {"room": [((0, 0, 0), (9, 9, 9)), ((1, 1, 1), (8, 8, 8))], "b": [((2, 2, 2), (3, 3, 3))]})
    lines = shell.read_text().splitlines()
    inside = [i for i, line in enumerate(lines) if line.startswith("f ")][12:24]
    for i in inside:
        f, a, b, c = lines[i].split()
        lines[i] = " ".join((f, a, c, b))
    shell.write_text("\n".join(lines) + "\n")
    c, = sweep("b", shell, "--move", "0,0,20", expect=1)["contacts"]
    about(c["length"], 5)


def test_tolerance(folder):
    # what fits exactly slides out, also between parts that overlap a little, and turns
    for gap in (0, -0.01):
        path = boxes(folder / "fit.obj", plate(gap))
        assert sweep("peg", path, "--move", "0,0,-4", "--tolerance", 0.05, expect=0)["free"]
        c, = sweep("peg", path, "--move", "0,0,4", "--tolerance", 0.05, expect=1)["contacts"]
        assert c["name_standing"] == "lid" and 3 <= c["length"] <= 3.05 and c["length"] >= 3.04, c
        c, = sweep("peg", path, "--move", "0.1,0,0", "--tolerance", 0.05, expect=1)["contacts"]
        assert c["name_standing"] == "plate" and not c["at_start"] and 0.047 + gap <= c["length"] <= 0.05 + gap + 1e-9, c
        c, = sweep("peg", path, "--turn", "z,90", "--tolerance", 0.05, expect=1)["contacts"]
        assert c["name_standing"] == "plate" and 0 < c["degrees"] < 10, c
    # deeper than that, and without contact at first
    c = sweep("peg", boxes(folder / "stuck.obj", plate(-0.25)), "--move", "0,0,-4", "--tolerance", 0.05, expect=1)["contacts"][0]
    assert c["verdict"] == "overlap" and c["at_start"], c
    loose = boxes(folder / "loose.obj", plate(0.125))
    c, = sweep("peg", loose, "--move", "1,0,0", "--tolerance", 0.05, expect=1)["contacts"]
    assert 0.172 <= c["length"] <= 0.175 + 1e-9, c
    # a wall thinner than the tolerance is no gap, but a pin thinner than it may be passed
    path = boxes(folder / "wall.obj", {"box": [((0, 0, 0), (1, 1, 1))], "wall": [((3, -4, -4), (3.05, 4, 4))]})
    c, = sweep("box", path, "--move", "9,0,0", "--tolerance", 0.06, expect=1)["contacts"]
    assert 2.05 < c["length"] < 2.06, c
    path = boxes(folder / "scratch.obj", {"box": [((0, 0, 0), (1, 1, 1))], "rail": [((3, -4, 0.97), (3.5, 4, 2))]})
    sweep("box", path, "--move", "9,0,0", "--tolerance", 0.04, expect=0)
    sweep("box", path, "--move", "9,0,0", "--tolerance", 0.02, expect=1)
    c, = sweep("bar", key(folder / "key.obj"), "--turn", "z,90", "--tolerance", 0.01, expect=1)["contacts"]
    assert 0 < c["degrees"] - (45 - math.degrees(math.asin(1 / math.sqrt(50)))) < 0.2, c


def test_table_and_errors(folder):
    path = boxes(folder / "peg.obj", plate(0.125))
    told = run("peg", path, "--move", "0,0,4", expect=1).stdout.splitlines()
    assert told[0].split()[:2] == ["verdict", "leg"] and told[1].split()[:2] == ["contact", "0"] and told[1].split()[3] == "length", told
    assert told[-1] == "1 of 3 parts moves, 1 leg, 2 pairs: 1 in contact", told
    assert run("peg", path, "--move", "0,0,-4", expect=0).stdout == "1 of 3 parts moves, 1 leg, 2 pairs: free\n"
    # how surfaces are cut: accepted by all formats, and refused where it says nothing
    run("peg", path, "--move", "0,0,-4", "--deflection", "0.1", "--angle=5", "--lenient", expect=0)
    for option, value in (("--deflection", "0"), ("--deflection", "x"), ("--angle", "91")):
        assert option in run("peg", path, "--move", "0,0,-4", option, value, expect=2).stderr, option
    assert "names none of 3 parts" in run("bolt", path, "--move", "1,0,0", expect=3).stderr
    assert "nothing stands" in run("*", path, "--move", "1,0,0", expect=3).stderr
    assert "no --move" in run("peg", path, expect=2).stderr
    for wrong in (("--move", "1,2"), ("--turn", "z"), ("--turn", "z,1e9"), ("--move", "1,2,inf"), ("--turn", "x,90,1,2")):
        run("peg", path, *wrong, expect=2)
    run("peg", expect=2)
    run("/(/", path, "--move", "1,0,0", expect=2)
    run("peg", folder / "none.obj", "--move", "1,0,0", expect=3)
    # several files, each a part, in units
    peg, lid = boxes(folder / "a.obj", {"peg": [((0, 0, 0), (1, 1, 1))]}), boxes(folder / "b.obj", {"lid": [((0, 0, 3), (1, 1, 4))]})
    c, = sweep("a.obj", peg, "--unit", "mm", lid, "--unit", "cm", "--move", "0,0,50", expect=1)["contacts"]
    about(c["length"], 29)


run_tests(globals())
