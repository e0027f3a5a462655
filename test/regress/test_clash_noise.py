#!/usr/bin/python3
"""carom clash among noise: overlaps that are rounding of the files' numbers, the histogram of depths, the tolerance it suggests."""
import json
import math
import struct

from clash_common import clash, cubes, instances, run, run_tests
from clash_common import make_data

NO_TURN = (0, 0, 0, 1)


def stl(path, low, size):
    """A box in single precision; @return the corners as the file holds them."""
    corners = [[struct.unpack("<f", struct.pack("<f", l + c * s))[0] for l, c, s in zip(low, corner, size)] for corner in make_data.CORNERS]
    data = b"".join(struct.pack("<12fH", 0, 0, 0, *corners[a], *corners[b], *corners[c], 0) for a, b, c in make_data.TRIANGLES)
    path.write_bytes(bytes(80) + struct.pack("<I", len(make_data.TRIANGLES)) + data)
    return corners


def bound(corners):
    return 2.0 ** -24 * max(math.hypot(*c) for c in corners)


def test_rounding(folder):
    """A box from 1000 on and one up to a number near it: what half a last place of each coordinate explains touches."""
    a, b = folder / "a.stl", folder / "b.stl"
    for scale in (1.0, 2.0 ** -20, 2.0 ** 30):
        explained = bound(stl(a, (0, 0, 0), (1000 * scale,) * 3))
        for ulps in (1, 2, 3, 4, 5, 6, 9, 40):
            overlap = ulps * 2.0 ** -14 * scale  # the last place below 1000
            both = explained + bound(stl(b, (1000 * scale - overlap, 100 * scale, 200 * scale), (500 * scale, 300 * scale, 300 * scale)))
            rounding = overlap <= both
            found = clash(a, b, expect=int(not rounding))
            assert found["clashes"][0]["verdict"] == ("touching" if rounding else "hard"), (scale, ulps, found)
            assert abs(found["rounding"] - both) <= 1e-9 * both and found["within_rounding"] == int(rounding)
            swapped = clash(b, a, expect=int(not rounding))
            assert swapped["clashes"][0]["verdict"] == found["clashes"][0]["verdict"] and swapped["rounding"] == found["rounding"]
            off = clash(a, b, "--tolerance", "0", expect=1)
            assert off["clashes"][0]["verdict"] == "hard" and off["rounding"] == off["within_rounding"] == 0
            assert clash(a, b, "--tolerance", repr(overlap), expect=0)["rounding"] == 0
        assert {ulps: ulps * 2.0 ** -14 * scale <= both for ulps in (1, 40)} == {1: True, 40: False}


def test_placed(folder):
    """It is the vertices' own rounding that counts, as their transform scales it, not that of where the node is."""
    path = folder / "p.glb"
    for overlap, verdict in ((2.0 ** -23, "touching"), (2.0 ** -22, "hard"), (2.0 ** -10, "hard"), (0.0, "touching")):
        for place in (0.0, 1000.0):  # farther away the depth itself is known to 1e-12 of the place alone
            instances(path, [("a", (place, 0, 0), NO_TURN), ("b", (place + 1 - overlap, 0.25, 0.25), NO_TURN)])
            found = clash(path, expect=int(verdict == "hard"))
            assert found["clashes"][0]["verdict"] == verdict, (overlap, place)
            assert math.isclose(found["rounding"], 2 * 2.0 ** -24 * math.sqrt(3))
    instances(path, [("a", (0, 0, 0), NO_TURN), ("b", (1 - 2.0 ** -22, 0.25, 0.25), NO_TURN)])
    assert clash("--scale", "16", path, expect=1)["rounding"] == 16 * clash(path, expect=1)["rounding"]
    rules = folder / "rules.json"
    instances(path, [("a", (0, 0, 0), NO_TURN), ("b", (1 - 2.0 ** -23, 0.25, 0.25), NO_TURN)])
    for tolerance, fails in ((0, 1), (1e-3, 0)):
        rules.write_text(json.dumps({"rules": [{"a": "*", "b": "*", "tolerance": tolerance}]}))
        assert clash(path, "--rules", rules, expect=fails)["rounding"] == 0
    # the same part twice stays hard, a nested one too
    instances(path, [("a", (0, 0, 0), NO_TURN), ("b", (0, 0, 0), NO_TURN)])
    assert clash(path, expect=1)["clashes"][0]["same"]


def test_text_says_what_it_says(folder):
    path = cubes(folder / "t.obj", [("a", (0, 0, 0), 1), ("b", (1 - 2.0 ** -23, 0.25, 0.25), 1)])
    found = clash(path, expect=1)
    assert found["hard"] == 1 and found["rounding"] == 0
    assert "single precision" not in run(path, expect=1).stdout
    header = "ply\nformat binary_little_endian 1.0\nelement vertex 8\nproperty double x\nproperty double y\nproperty double z\n" \
             "element face 12\nproperty list uchar int vertex_indices\nend_header\n"
    faces = b"".join(struct.pack("<B3i", 3, *t) for t in make_data.TRIANGLES)
    for off, verdict in ((1e-12, "hard"), (0.0, "touching")):
        files = []
        for name, low in (("d", 0.1), ("e", 1.1 - off)):
            files.append(folder / (name + ".ply"))
            files[-1].write_bytes(header.encode() + b"".join(struct.pack("<3d", low + x, 0.1 + y, 0.1 + z) for x, y, z in make_data.CORNERS) + faces)
        assert clash(*files, expect=int(verdict == "hard"))["clashes"][0]["verdict"] == verdict


def overlaps(depths):
    """Pairs of unit cubes, far from each other, that overlap by these depths."""
    parts = []
    for i, depth in enumerate(depths):
        parts += [(f"a{i}", (0, 0, 10 * i), 1), (f"b{i}", (1 - depth, 0.25, 10 * i + 0.25), (1, 0.5, 0.5))]
    return parts


def test_histogram(folder):
    depths = [0.003, 0.004, 0.015, 0.02, 0.1, 0.11, 0.3, 0.45, 0.45, 0.45, 0.0007]
    found = clash(cubes(folder / "h.obj", overlaps(depths)), expect=1)
    bins = found["depth_histogram"]
    assert all(math.isclose(a["to"], b["from"]) for a, b in zip(bins, bins[1:])) and bins[0]["count"] and bins[-1]["count"]
    assert sum(b["count"] for b in bins) == len(depths)
    for b in bins:
        assert b["count"] == sum(b["from"] < p["depth"] <= b["to"] for p in found["clashes"]), b
        assert f"{b['to']:.0e}"[0] in "125"
    text = run(folder / "h.obj", expect=1).stdout
    assert "depths of hard clashes:" in text and text.count("#") > 20 + 1
    few = cubes(folder / "f.obj", overlaps(depths[:3]))
    assert "depths of hard clashes:" not in run(few, expect=1).stdout and len(clash(few, expect=1)["depth_histogram"]) > 0
    assert clash(cubes(folder / "n.obj", [("a", (0, 0, 0), 1), ("b", (5, 0, 0), 1)]), expect=0)["depth_histogram"] == []


def test_hint(folder):
    path = folder / "h.obj"
    shallow, deep = [0.005 + 0.001 * i for i in range(22)], [0.3, 0.4, 0.45]
    found = clash(cubes(path, overlaps(shallow + deep)), expect=1)
    assert found["hint"]["clashes"] == 22 and found["hint"]["tolerance"] == 0.05 and found["hint"]["shallower_than"] in (0.03, 0.04), found["hint"]
    below = found["hint"]["shallower_than"]
    assert all((p["depth_bound"] <= below) == (p["depth"] < 0.1) for p in found["clashes"])
    assert f"22 hard clashes are shallower than {below}, as facets of curved contacts are; try --tolerance 0.05\n" in run(path, expect=1).stdout
    tried = clash(path, "--tolerance", "0.05", expect=1)
    assert (tried["hard"], tried["touching"]) == (3, 22) and "hint" not in tried
    # no gap, too few, all shallow, or no small thing beside the parts
    for depths in ([0.01, 0.02, 0.03, 0.04, 0.06, 0.1, 0.2, 0.3], [0.01, 0.02, 0.4, 0.4], [0.01, 0.02, 0.03], [0.2, 0.2, 0.2, 0.45]):
        assert "hint" not in clash(cubes(path, overlaps(depths)), expect=1), depths
    for scale in (2.0 ** -10, 2.0 ** 10):
        parts = [(n, tuple(scale * x for x in low), tuple(scale * x for x in (size if isinstance(size, tuple) else (size,) * 3)))
                 for n, low, size in overlaps(shallow + deep)]
        hint = clash(cubes(path, parts), expect=1)["hint"]
        assert hint["clashes"] == 22 and max(shallow) * scale <= hint["shallower_than"] <= hint["tolerance"] < 0.3 * scale, hint


run_tests(globals())
