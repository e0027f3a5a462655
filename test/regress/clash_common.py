"""What the tests of carom clash share: the command, and assemblies of unit cubes."""
import json
import subprocess
import sys

sys.dont_write_bytecode = True
from command_common import CAROM, make_data, run_tests  # noqa: E402, F401
import cubes_glb  # noqa: E402


def run(*arguments, expect, folder=None):
    done = subprocess.run([CAROM, "clash", *map(str, arguments)], capture_output=True, timeout=120, cwd=folder)
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == expect, (arguments, done.returncode, done.stdout, done.stderr)
    return done


def clash(*arguments, expect):
    return json.loads(run(*arguments, "--json", expect=expect).stdout)


def pairs(found):
    """(verdict, name, name) of each clash."""
    return [(p["verdict"], p["name_a"], p["name_b"]) for p in found["clashes"]]


def cubes(path, parts):
    """An OBJ file with a box for each (name, low, size), of numbers in text."""
    lines = []
    for n, (name, low, size) in enumerate(parts):
        size = size if isinstance(size, tuple) else (size,) * 3
        lines.append("o " + name)
        lines += ["v %r %r %r" % tuple(l + c * s for l, c, s in zip(low, corner, size)) for corner in make_data.CORNERS]
        lines += ["f %d %d %d" % tuple(8 * n + i + 1 for i in t) for t in make_data.TRIANGLES]
    path.write_text("\n".join(lines) + "\n")
    return path


def instances(path, nodes):
    """A GLB file with one unit cube, placed again and again: (name, translation, rotation)."""
    return cubes_glb.write(path, [{"name": n, "translation": list(t), "rotation": list(r)} for n, t, r in nodes])
