#!/usr/bin/python3
"""carom clash --png: curves where parts meet, in the colour of the verdict, and z upwards where the file is STL."""
import struct
import zlib

from clash_common import cubes, make_data, run, run_tests


def pixels(path):
    """Rows of (r, g, b), whatever filters the file has."""
    raw, at, data = path.read_bytes(), 8, b""
    while at < len(raw):
        size, kind = struct.unpack_from(">I4s", raw, at)
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack_from(">IIBB", raw, at + 8)
        if kind == b"IDAT":
            data += raw[at + 8:at + 8 + size]
        at += 12 + size
    assert (depth, color) == (8, 2)
    data, before, rows = zlib.decompress(data), bytes(3 * width), []
    for y in range(height):
        kind, line = data[y * (3 * width + 1)], bytearray(data[y * (3 * width + 1) + 1:(y + 1) * (3 * width + 1)])
        for i in range(3 * width):
            left, up, corner = line[i - 3] if i > 2 else 0, before[i], before[i - 3] if i > 2 else 0
            nearest = min((abs(up - corner), 0, left), (abs(left - corner), 1, up), (abs(left + up - 2 * corner), 2, corner))[2]
            line[i] = (line[i] + (0, left, up, (left + up) // 2, nearest)[kind]) % 256
        before = line
        rows.append([tuple(line[3 * x:3 * x + 3]) for x in range(width)])
    return rows


def places(path, wanted):
    return [(x, y) for y, row in enumerate(pixels(path)) for x, p in enumerate(row) if wanted(*p)]


def red(r, g, b):
    return r > 150 and g < 80 and b < 80


def yellow(r, g, b):
    return r > 170 and g > 130 and b < 90


def stl(path, low, high):
    corners = [[l + x * (h - l) for l, h, x in zip(low, high, c)] for c in make_data.CORNERS]
    path.write_bytes(bytes(80) + struct.pack("<I", 12) + b"".join(struct.pack("<12fH", 0, 0, 0, *corners[a], *corners[b], *corners[c], 0) for a, b, c in make_data.TRIANGLES))
    return path


def test_curves(folder):
    picture = folder / "a.png"
    run(stl(folder / "plate.stl", (0, 0, 0), (10, 10, 1)), stl(folder / "post.stl", (4, 4, 0.5), (5, 5, 9)), "--png", picture, expect=1)
    found = places(picture, red)
    assert 80 < len(found) < 1500 and not places(picture, yellow), len(found)
    assert min(y for x, y in found) > 330 and max(x for x, y in found) - min(x for x, y in found) < 90, "the post stands on the plate"
    run(cubes(folder / "touch.obj", [("a", (0, 0, 0), 1), ("b", (1, 0.25, 0.25), 0.5)]), "--png", picture, expect=0)
    assert len(places(picture, yellow)) > 80 and not places(picture, red)
    run(cubes(folder / "clear.obj", [("a", (0, 0, 0), 1), ("b", (2, 0, 0), 1)]), "--png", picture, expect=0)
    assert not places(picture, yellow) and not places(picture, red)
    run(cubes(folder / "nested.obj", [("a", (0, 0, 0), 4), ("b", (1, 1, 1), 1)]), "--png", picture, expect=1)
    assert len(places(picture, red)) > 1000, "a part within another is solid"


run_tests(globals())
