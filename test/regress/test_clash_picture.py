#!/usr/bin/env python3
"""The picture of carom clash: curves where parts meet, a number for each row of the table, the parts as glass; which way is up; the same
bytes whatever the threads."""
import itertools
import math

from clash_common import cubes, run, run_tests
import png_rows

RED_CURVE, YELLOW_CURVE = (197, 37, 30), (218, 177, 46)
RED_LABEL, YELLOW_LABEL = (164, 31, 25), (182, 147, 38)
DISK = math.pi * 11 * 11


def pixels(path):
    """Rows of (red, green, blue)."""
    width, height, rows = png_rows.read(path)
    assert (width, height) == (1280, 800)
    return png_rows.colors(rows)


def drawn(path, *options, expect):
    picture = path.with_suffix(".png")
    run(path, "--png", picture, *options, expect=expect)
    return pixels(picture)


def counts(rows):
    """How many points have the colours of curves and labels: red curve, red label, yellow curve, yellow label."""
    return tuple(sum(row.count(color) for row in rows) for color in (RED_CURVE, RED_LABEL, YELLOW_CURVE, YELLOW_LABEL))


def silhouette(rows):
    """Width and height of what is not the sky, whose colour each row begins with, below the caption."""
    columns = [x for row in rows[80:] for x, color in enumerate(row) if color != row[0]]
    lines = [y for y, row in enumerate(rows[80:]) if any(color != row[0] for color in row)]
    return max(columns) - min(columns), max(lines) - min(lines)


def test_curves_and_labels(folder):
    big = ("big", (0, 0, 0), 1)
    clear = counts(drawn(cubes(folder / "clear.obj", [big, ("b", (3, 0, 0), 1)]), expect=0))
    assert clear == (0, 0, 0, 0), clear
    near = counts(drawn(cubes(folder / "near.obj", [big, ("b", (1.25, 0, 0), 1)]), "--clearance", "0.5", expect=1))
    assert near[:3] == (0, 0, 0) and 0.5 * DISK < near[3] < 1.5 * DISK, near
    touching = counts(drawn(cubes(folder / "touching.obj", [big, ("b", (1, 0.25, 0.25), 0.5)]), expect=0))
    assert touching[:2] == (0, 0) and touching[2] > 300 and 0.5 * DISK < touching[3] < 1.5 * DISK, touching
    hard = counts(drawn(cubes(folder / "hard.obj", [big, ("b", (0.75, 0.25, 0.25), 0.5)]), expect=1))
    assert hard[0] > 300 and 0.5 * DISK < hard[1] < 1.5 * DISK and hard[2:] == (0, 0), hard
    # one inside of another, whose surfaces do not meet, is seen through it, without curves
    nested = counts(drawn(cubes(folder / "nested.obj", [big, ("b", (0.25, 0.25, 0.25), 0.5)]), expect=1))
    assert nested[0] == 0 and 0.5 * DISK < nested[1] < 1.5 * DISK, nested


def test_a_number_for_each_row(folder):
    """Five parts in one line overlap their neighbours: four rows, four labels that do not cover each other."""
    line = cubes(folder / "line.obj", [("p%d" % i, (i, i % 2 * 0.25, 0), 1 + 0.125 * (i + 1)) for i in range(5)])
    rows = drawn(line, expect=1)
    assert 3 * DISK < counts(rows)[1] < 5.5 * DISK, counts(rows)
    again = line.with_suffix(".png").read_bytes()
    for threads in ("1", "3"):
        run(line, "--png", line.with_suffix(".png"), "--threads", threads, expect=1)
        assert line.with_suffix(".png").read_bytes() == again


def test_which_way_is_up(folder):
    """A tower along z stands in the picture of an STL file and lies in that of an OBJ file."""
    tower = cubes(folder / "tower.obj", [("a", (0, 0, 0), (1, 1, 6)), ("b", (0.25, 0.25, 5), (0.5, 0.5, 6))])
    width, height = silhouette(drawn(tower, expect=1))
    assert width > 1.2 * height, (width, height)
    points = [line.split()[1:] for line in tower.read_text().splitlines() if line.startswith("v")]
    faces = [[int(i) - 1 for i in line.split()[1:]] for line in tower.read_text().splitlines() if line.startswith("f")]
    text = []
    for name, some in (("a", faces[:12]), ("b", faces[12:])):
        text.append("solid " + name)
        for face in some:
            text += ["facet normal 0 0 0", "outer loop", *("vertex " + " ".join(points[i]) for i in face), "endloop", "endfacet"]
        text.append("endsolid " + name)
    standing = folder / "tower.stl"
    standing.write_text("\n".join(text) + "\n")
    width, height = silhouette(drawn(standing, expect=1))
    assert height > 1.2 * width, (width, height)


def test_triangles_that_lie_on_each_other(folder):
    """Copies of triangles, in all orders of their corners, and a face that two parts share, are drawn once: but for where the label points, the
    picture is that of one of each."""
    square = [((0, 0, 0), (1, 0, 0), (1, 1, 0)), ((0, 0, 0), (1, 1, 0), (0, 1, 0))]
    beside = [square[0], ((1, 0, 0), (2, 0, 0.5), (1, 1, 0))]

    def sheets(name, copies):
        lines, count = [], 0
        for part, triangles in (("a", square), ("b", beside)):
            lines.append("o " + part)
            for k, triangle in enumerate(triangles * copies):
                corners = list(itertools.permutations(triangle))[k // len(triangles) % 6]
                lines += ["v %g %g %g" % corner for corner in corners]
                lines.append("f %d %d %d" % (count + 1, count + 2, count + 3))
                count += 3
        path = folder / name
        path.write_text("\n".join(lines) + "\n")
        return drawn(path, expect=0)

    once, often = sheets("once.obj", 1), sheets("often.obj", 30)
    differ = sum(a != b for of_once, of_often in zip(once, often) for a, b in zip(of_once, of_often))
    assert 0 < counts(once)[3] and differ < 3 * DISK, differ
    assert len({color for row in once[80:] for color in row}) > 100


run_tests(globals())
