#!/usr/bin/python3
"""carom deviation: clouds and boxes whose distances from a box are known, in every encoding, and the files that are written."""
import json
import math
import struct

from command_common import box, make_data, run_command, run_tests
import png_rows


def run(*arguments, expect):
    return run_command("deviation", *arguments, expect=expect)


def deviation(*arguments, expect=0):
    return json.loads(run(*arguments, "--json", expect=expect).stdout)


def about(value, expected, within=1e-9):
    assert abs(value - expected) <= within * max(1, abs(expected)), (value, expected)


POINTS = [(0.5, 0.5, 1.25), (0.25, 0.5, 0.875), (0.5, 0.25, 1.0), (2.0, 1.0, 1.0)]  # 0.25 outside, 0.125 inside, on it, 1 off a corner
DISTANCES = [0.25, -0.125, 0, 1]


def clouds(folder):
    """The points in every encoding."""
    text = folder / "points.xyz"
    text.write_text("# a scan\n4\n" + "\n".join("%r, %r; %r 255 0 0" % p for p in POINTS) + "\n")
    ascii_ply = folder / "ascii.ply"
    ascii_ply.write_text("ply\nformat ascii 1.0\ncomment x\nelement vertex 4\nproperty uchar red\nproperty float z\nproperty float x\nproperty float y\nend_header\n"
                         + "\n".join("7 %r %r %r" % (z, x, y) for x, y, z in POINTS) + "\n")
    little, big = folder / "little.ply", folder / "big.ply"
    header = "ply\nformat binary_%s_endian 1.0\nelement vertex 4\nproperty short a\nproperty %s x\nproperty double y\nproperty %s z\nend_header\n"
    little.write_bytes((header % ("little", "float", "float64")).encode() + b"".join(struct.pack("<hfdd", -3, *p) for p in POINTS))
    big.write_bytes((header % ("big", "double", "float32")).encode() + b"".join(struct.pack(">hddf", 3, *p) for p in POINTS))
    return text, ascii_ply, little, big


def test_clouds(folder):
    reference = box(folder / "box.obj", (0, 0, 0), (1, 1, 1))
    for path in clouds(folder):
        r = deviation(path, reference, "--tolerance", 0.125, expect=1)
        assert r["scan"] == "points" and r["points"] == 4 and r["within_tolerance"] == 2, r
        about(r["mean"], sum(map(abs, DISTANCES)) / 4)
        about(r["rms"], math.sqrt(sum(d * d for d in DISTANCES) / 4))
        about(r["standard_deviation"], math.sqrt(r["rms"] ** 2 - r["mean"] ** 2))
        about(r["signed_mean"], sum(DISTANCES) / 4)
        assert (r["signed_min"], r["signed_max"], r["max"], r["median"], r["percentile_95"]) == (-0.125, 1, 1, 0.125, 1), r
        there, back = r["scan_to_reference"], r["reference_to_scan"]
        assert there["distance"] == 1 and there["point"] == [2, 1, 1] and there["nearest"] == [1, 1, 1] and there["bound"] <= 1 + 1e-2, there
        far = max(min(math.dist(corner, p) for p in POINTS) for corner in make_data.CORNERS)  # a corner below
        assert back["distance"] <= far + 1e-9 and back["bound"] >= far - 1e-9 and back["distance"] > 0.99 * back["bound"], (back, far)
        about(r["hausdorff"], max(there["distance"], back["distance"]))
    run(path, reference, "--tolerance", 1, expect=0)
    run(path, reference, expect=0)


def test_meshes(folder):
    reference, larger = box(folder / "a.obj", (0, 0, 0), (1, 1, 1)), box(folder / "b.obj", (-0.5, -0.5, -0.5), (1.5, 1.5, 1.5))
    r = deviation(larger, reference, "--samples", 5000)
    assert r["scan"] == "mesh" and r["points"] == 5000 and r["signed_min"] >= 0.5 - 1e-9, r
    about(r["scan_to_reference"]["distance"], math.sqrt(0.75))
    about(r["reference_to_scan"]["distance"], 0.5)
    # the mean over a face: 0.5 over its middle, and farther around; by quadrature
    n = 200
    mean = sum(math.sqrt(0.25 + max(0, abs(2 * (i + 0.5) / n - 1) - 0.5) ** 2 + max(0, abs(2 * (k + 0.5) / n - 1) - 0.5) ** 2) for i in range(n) for k in range(n)) / n ** 2
    about(r["mean"], mean, 3e-3)
    r = deviation(reference, reference)
    assert r["max"] <= 1e-12 and r["hausdorff"] <= 1e-12 and r["hausdorff_bound"] <= 1e-12 and r["points"] == 100000, r
    # an open reference has no inside
    r = deviation(larger, box(folder / "open.obj", (0, 0, 0), (1, 1, 1), leave_out=1))
    assert "signed_mean" not in r
    table = run(larger, reference, "--tolerance", 0.5, expect=1).stdout
    assert "Hausdorff distance" in table and "within the tolerance" in table and "spread by area" in table
    assert run(larger, reference, "--threads", 1, expect=0).stdout == run(larger, reference, "--threads", 4, expect=0).stdout


def read_ply(path):
    data = path.read_bytes()
    end = data.index(b"end_header\n") + 11
    count = int(data.split(b"element vertex ")[1].split()[0])
    return [struct.unpack_from("<3d3Bd", data, end + 35 * i) for i in range(count)], data[end + 35 * count:]


def test_colours(folder):
    reference, out = box(folder / "box.obj", (0, 0, 0), (1, 1, 1)), folder / "out.ply"
    run(clouds(folder)[0], reference, "--ply", out, "--range", 0.25, expect=0)
    rows, rest = read_ply(out)
    assert not rest and [r[:3] for r in rows] == POINTS and [round(r[6], 12) for r in rows] == DISTANCES, rows
    red, blue, white, full = (r[3:6] for r in rows)
    assert red == full and red[0] > 200 > 60 > red[1] and blue[2] > blue[0] and min(white) > 240, rows
    larger = box(folder / "b.obj", (-0.5, -0.5, -0.5), (1.5, 1.5, 1.5))
    run(larger, reference, "--ply", out, expect=0)
    rows, rest = read_ply(out)
    assert len(rows) == 36 and len(rest) == 12 * 13 and all(abs(r[6] - math.sqrt(0.75)) < 1e-9 for r in rows)
    # what is written is a mesh again, and a cloud a cloud
    about(deviation(out, reference)["scan_to_reference"]["distance"], math.sqrt(0.75))


def test_errors(folder):
    reference = box(folder / "box.obj", (0, 0, 0), (1, 1, 1))
    header = "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n%send_header\n"
    for name, content in (("empty.xyz", ""), ("words.xyz", "no numbers\n"), ("short.ply", header % "property float z\n" + "1 2 3\n"), ("flat.ply", header % "" + "1 2\n1 2\n"),
                          ("nan.xyz", "1 2 nan\n"), ("inf.xyz", "1 inf 2\n"), ("list.ply", header % "property list uchar int z\n" + "1 2 1 3\n")):
        path = folder / name
        path.write_text(content)
        told = run(path, reference, expect=3).stderr
        assert told.startswith("carom: ") and str(path) in told, told
    run(folder / "none.xyz", reference, expect=3)
    run(folder / "none.obj", reference, expect=3)
    run(reference, folder / "none.obj", expect=3)
    run(reference, expect=2)
    run(reference, reference, reference, expect=2)
    for wrong in (("--tolerance", "-1"), ("--samples", "0"), ("--range", "0"), ("--ply",)):
        run(reference, reference, *wrong, expect=2)
    run(reference, reference, "--ply", folder / "no" / "out.ply", expect=3)


def test_histogram(folder):
    """Edges are whole multiples of 1, 2 or 5 times a power of ten; each point is in one bin."""
    reference = box(folder / "box.obj", (0, 0, 0), (1, 1, 1))
    bins = deviation(clouds(folder)[0], reference)["histogram"]
    expected = {-0.2: 1, 0: 1, 0.2: 1, 1: 1}  # of -0.125, 0, 0.25 and 1
    assert [b["from"] for b in bins] == [k / 10 for k in range(-2, 11)] and [b["to"] for b in bins] == [k / 10 for k in range(-1, 12)], bins
    assert all(b["count"] == expected.get(b["from"], 0) for b in bins), bins
    text = run(clouds(folder)[0], reference, expect=0).stdout
    assert "       -0.2 to -0.1              1  25.00% " + 40 * "#" in text, text
    mesh = deviation(box(folder / "b.obj", (0, 0, 0), (1, 1.75, 1)), reference)["histogram"]
    assert sum(b["count"] for b in mesh) == 100000 and mesh[0]["from"] == 0 and mesh[-1]["to"] >= 0.75, mesh
    assert deviation(reference, reference)["histogram"] == []  # all are 0


def test_picture(folder):
    """A box that is 0.25 higher than the reference: its top is red, what is below the reference's top white; the scale and its ends."""
    reference, scan = box(folder / "a.obj", (0, 0, 0), (1, 1, 1)), box(folder / "b.obj", (0, 0, 0), (1, 1.25, 1))
    picture = folder / "picture.png"
    run(scan, reference, "--png", picture, "--range", 0.25, expect=0)
    width, height, rows = png_rows.read(picture)
    assert (width, height) == (1180, 720)
    drawn = [row[:960] for row in png_rows.colors(rows)]
    red = [y for y, row in enumerate(drawn) for r, g, b in row if r > 3 * g and r > 3 * b]
    grey = [y for y, row in enumerate(drawn) for r, g, b in row if max(r, g, b) - min(r, g, b) < 3 and r < 200]
    assert len(red) > 20000 < len(grey) and sum(red) / len(red) < sum(grey) / len(grey), (len(red), len(grey))
    scale = [row[960 + 40] for row in png_rows.colors(rows)]  # through the bar
    assert scale[95][0] > 200 > 60 > scale[95][2] and scale[620][2] > 200 > 60 > scale[620][0] and min(scale[360]) > 235, scale[90:640:50]
    # both ways: the top of the reference is 0.25 below that of the scan
    run(scan, reference, "--png", picture, "--range", 0.25, "--both", expect=0)
    width, height, rows = png_rows.read(picture)
    assert (width, height) == (2140, 720)
    blue = sum(1 for row in png_rows.colors(rows) for r, g, b in row[960:1920] if b > 1.5 * r)
    assert blue > 20000, blue
    # a cloud alone, and what is wrong
    run(clouds(folder)[0], reference, "--png", picture, expect=0)
    assert png_rows.read(picture)[:2] == (1180, 720)
    assert "--png" in run(scan, reference, "--both", expect=2).stderr
    assert "picture" in run(scan, reference, "--png", folder / "none" / "x.png", expect=3).stderr


run_tests(globals())
