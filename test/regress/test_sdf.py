#!/usr/bin/python3
"""carom sdf: grids of distances from a box, which are known, as NRRD files say them."""
import json
import math
import struct

from command_common import make_data, run_command, run_tests


def run(*arguments, expect=0):
    return run_command("sdf", *arguments, expect=expect)


def box(path, leave_out=0):
    """From 0 to 2, 1, 1."""
    lines = ["v %r %r %r" % (2 * x, y, z) for x, y, z in make_data.CORNERS]
    path.write_text("\n".join(lines + ["f %d %d %d" % tuple(i + 1 for i in t) for t in make_data.TRIANGLES[leave_out:]]) + "\n")
    return path


def read(path):
    """The sizes, the cell, the origin, and the samples of an NRRD file."""
    head, _, data = path.read_bytes().partition(b"\n\n")
    lines = head.decode().splitlines()
    assert lines[0] == "NRRD0004" and lines[1].startswith("# ")
    fields = dict(line.split(": ", 1) for line in lines[2:])
    assert fields["dimension"] == fields["space dimension"] == "3" and fields["encoding"] == "raw" and fields["endian"] == "little", fields
    sizes, kind = list(map(int, fields["sizes"].split())), {"float": "f", "double": "d"}[fields["type"]]
    rows = [tuple(map(float, v[1:-1].split(","))) for v in fields["space directions"].split()]
    assert all(rows[i][k] == (rows[0][0] if i == k else 0) for i in range(3) for k in range(3)), rows
    return sizes, rows[0][0], tuple(map(float, fields["space origin"][1:-1].split(","))), struct.unpack("<%d%s" % (math.prod(sizes), kind), data)


def distance(p):
    out = [max(-x, x - side) for x, side in zip(p, (2, 1, 1))]
    return max(out) if max(out) <= 0 else math.hypot(*(max(x, 0) for x in out))


def check(path, expected, within):
    sizes, cell, origin, samples = read(path)
    for n, sample in enumerate(samples):
        at = (n % sizes[0], n // sizes[0] % sizes[1], n // (sizes[0] * sizes[1]))
        want = expected(distance([o + cell * i for o, i in zip(origin, at)]))
        assert abs(sample - want) <= within, (at, sample, want)
    return sizes, cell, origin, samples


def test_grids(folder):
    path, out = box(folder / "box.obj"), folder / "out.nrrd"
    told = json.loads(run(path, "--out", out, "--cell", 0.125, "--double", "--json").stdout)
    sizes, cell, origin, samples = check(out, lambda d: d, 1e-12)
    assert told["sizes"] == sizes and told["cell"] == cell == 0.125 and tuple(told["origin"]) == origin and told["signed"] and told["closed"], told
    assert origin == (-0.25, -0.25, -0.25) and sizes == [21, 13, 13] and told["min"] == min(samples) == -0.5, told
    run(path, "--out", out, "--cell", 0.125)
    check(out, lambda d: d, 1e-6)
    run(path, "--out", out, "--cell", 0.25, "--unsigned", "--double")
    check(out, abs, 1e-12)
    run(path, "--out", out, "--cell", 0.25, "--band", 0.25, "--double")
    check(out, lambda d: max(-0.25, min(0.25, d)), 1e-12)
    run(path, "--out", out, "--box", "-1,-1,-1,0.5,0.5,0.5", "--cell", 0.5, "--double", "--threads", 1)
    sizes, cell, origin, samples = check(out, lambda d: d, 1e-12)
    assert origin == (-1, -1, -1) and sizes == [4, 4, 4]
    assert read(out)[3] == samples
    told = run(path, "--out", out).stdout
    assert "samples, 0.03125 apart" in told and "signed from -0.5" in told, told
    assert "the mesh is open" in run(box(folder / "open.obj", leave_out=1), "--out", out).stdout


def test_errors(folder):
    path, out = box(folder / "box.obj"), folder / "out.nrrd"
    run(path, expect=2)
    run("--out", out, expect=2)
    for wrong in (("--cell", "0"), ("--cell", "x"), ("--band", "-1"), ("--box", "0,0,0,1,1"), ("--box", "0,0,0,1,1,0"), ("--cell",)):
        run(path, "--out", out, *wrong, expect=2)
    assert "--cell" in run(path, "--out", out, "--cell", "1e-6", expect=3).stderr
    run(path, "--out", folder / "no" / "out.nrrd", expect=3)
    run(folder / "none.obj", "--out", out, expect=3)


run_tests(globals())
