"""What the tests of the command share: where it is, a run of it with a known exit status, boxes, and a folder for each test."""
import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "data"))
import make_data  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
CAROM = str(pathlib.Path(parser.parse_args().carom).resolve())


def run_command(*arguments, expect, **more):
    done = subprocess.run([CAROM, *map(str, arguments)], capture_output=True, timeout=120, text=True, **more)
    assert done.returncode == expect, (arguments, done.returncode, done.stdout, done.stderr)
    return done


def box(path, low, high, leave_out=0):
    """An OBJ file with a box, without its first triangles."""
    lines = ["v %r %r %r" % tuple(l + c * (h - l) for l, h, c in zip(low, high, corner)) for corner in make_data.CORNERS]
    path.write_text("\n".join(lines + ["f %d %d %d" % tuple(i + 1 for i in t) for t in make_data.TRIANGLES[leave_out:]]) + "\n")
    return path


def run_tests(tests):
    for name, test in list(tests.items()):
        if name.startswith("test_"):
            with tempfile.TemporaryDirectory() as folder:
                test(pathlib.Path(folder))
