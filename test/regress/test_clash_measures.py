#!/usr/bin/python3
"""carom clash --measure and --clearance-along: volumes, contact areas and ways out of boxes, which are known; headroom."""
import csv
import io

from clash_common import clash, cubes, run, run_tests


def measured(path, parts, expect=1):
    found = clash(cubes(path, parts), "--measure", expect=expect)
    assert len(found["clashes"]) == 1, found
    return found["clashes"][0]


def about(value, expected):
    assert abs(value - expected) <= 1e-12 * max(1, abs(expected)), (value, expected)


def test_overlap(folder):
    p = measured(folder / "two.obj", [("a", (0, 0, 0), 1), ("b", (0.75, 0.125, -0.125), 1)])
    about(p["volume"], 0.25 * 0.875 * 0.875)
    assert 0 <= p["volume_error"] < 1e-10 and p["contact_area"] == 0, p
    assert p["way_out"] == 0.25 and p["way_out_b"] == [0.25, 0, 0] and p["depth"] <= p["way_out"], p
    # nine and a half of ten: half a unit deep, and a long way out
    p = measured(folder / "most.obj", [("a", (0, 0, 0), 10), ("b", (0.5, 0, 0), 10)])
    about(p["volume"], 950)
    assert p["way_out"] == 9.5 and p["depth_bound"] < 1, p
    # a rod through a plate
    p = measured(folder / "rod.obj", [("plate", (-8, -8, 0), (16, 16, 1)), ("rod", (-0.5, -0.5, -5), (1, 1, 12))])
    about(p["volume"], 1)
    assert p["way_out"] == 6 and p["way_out_b"] == [0, 0, 6] and p["depth_bound"] < 1, p
    # one within the other
    p = measured(folder / "nested.obj", [("a", (0, 0, 0), 4), ("b", (1, 1, 1), 1)])
    assert p["nested"] and p["way_out"] == 2, p


def test_contact(folder):
    p = measured(folder / "two.obj", [("a", (0, 0, 0), 2), ("b", (2, 0.5, -0.5), 1)], expect=0)
    assert p["verdict"] == "touching" and "volume" not in p and "way_out" not in p, p
    about(p["contact_area"], 0.5)
    # faces that are flush are no contact
    p = measured(folder / "flush.obj", [("a", (0, 0, 0), 2), ("b", (1, 0, 0), (3, 2, 1))])
    assert p["contact_area"] == 0 and p["way_out"] == 1, p


def test_open(folder):
    path = folder / "open.obj"
    cubes(path, [("a", (0, 0, 0), 1), ("b", (0.5, 0.125, 0.125), 1)])
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:-1]) + "\n")
    p = clash(path, "--measure", expect=1)["clashes"][0]
    assert p["volume"] is None and p["volume_error"] is None and p["way_out"] is None and p["contact_area"] is not None, p


def test_reports(folder):
    path = cubes(folder / "three.obj", [("a", (0, 0, 0), 1), ("b", (0.75, 0, 0), 1), ("c", (0, 0, 1), 1)])
    plain = clash(path, expect=1)
    assert not any("volume" in p or "contact_area" in p for p in plain["clashes"]) and "measures" not in plain["milliseconds"]
    table = run(path, "--measure", expect=1).stdout.splitlines()
    assert table[0].split() == "row verdict depth/gap at most direction A to B volume cont. area way out # A # B".split(), table[0]
    assert table[1].split()[7:10] == ["0.25", "0", "0.25"], table[1]
    rows = list(csv.DictReader(io.StringIO(run(path, "--measure", "--csv", expect=1).stdout)))
    about(float(rows[0]["volume"]), 0.25)
    assert [r["volume"] for r in rows[1:]] == ["", ""], rows
    assert float(rows[0]["out_x"]) == 0.25 and {float(r["contact_area"]) for r in rows[1:]} == {1, 0.25}, rows
    page = folder / "page.html"
    run(path, "--measure", "--html", page, expect=1)
    assert '"volume_error":' in page.read_text() and '"way_out_b":[0.25,0,0]' in page.read_text()


def test_along(folder):
    path = cubes(folder / "door.obj", [("floor", (-5, -5, -1), (10, 10, 1)), ("lintel", (0, 0, 2), (1, 1, 1)), ("post", (8, 0, 2), (1, 1, 1))])
    assert clash(path, expect=0)["clashes"] == []
    found = clash(path, "--clearance-along", "z:2.1", expect=1)
    assert found["clearance_along"] == {"axis": "z", "clearance": 2.1}
    p, = found["clashes"]
    assert (p["verdict"], p["name_a"], p["name_b"], p["along"]) == ("near", "floor", "lintel", "z") and p["normal"] == [0, 0, 1], p
    about(p["distance"], 2)
    assert p["point_b"][2] == 2 and abs(p["point_a"][2]) < 1e-12 and p["point_a"][:2] == p["point_b"][:2], p
    for clearance in ["z:1.999", "y:50", "z:0"]:
        assert clash(path, "--clearance-along", clearance, expect=0)["clashes"] == [], clearance
    # lintel and post face each other
    p, = clash(path, "--clearance-along", "x:7.5", expect=1)["clashes"]
    assert {p["name_a"], p["name_b"]} == {"lintel", "post"}
    about(p["distance"], 7)
    run(path, "--clearance-along", "z:2.1", "--fail-on", "near:1.5", expect=0)
    run(path, "--clearance-along", "z:2.1", "--fail-on", "near:2.05", expect=1)
    for wrong in ["w:1", "z", "z:", "z:-1", "z:1x", ""]:
        run(path, "--clearance-along", wrong, expect=2)


run_tests(globals())
