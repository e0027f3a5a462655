#!/usr/bin/python3
"""carom watch runs a command again when a file has changed, and not before."""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "data"))
import make_data  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
CAROM = str(pathlib.Path(parser.parse_args().carom).resolve())
TRIANGLES = ["f %d %d %d" % tuple(i + 1 for i in t) for t in make_data.TRIANGLES]


def write(path, size):
    """A box, by a name that the command never sees half of."""
    other = path.with_suffix(".new")
    other.write_text("\n".join(["v %r %r %r" % tuple(size * x for x in c) for c in make_data.CORNERS] + TRIANGLES) + "\n")
    os.replace(other, path)


def test_runs(folder):
    path = folder / "box.obj"
    write(path, 1)
    watch = subprocess.Popen([CAROM, "watch", "--times", "3", "info", "--json", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert watch.stderr.readline() == "carom watch: run 1 ended with exit status 0\n"
        time.sleep(0.7)
        assert watch.poll() is None
        write(path, 2)
        assert watch.stderr.readline() == "carom watch: run 2 ended with exit status 0\n"
        path.write_text("no mesh\n")
        assert watch.wait(timeout=60) == 3
        out, told = watch.communicate()
        assert "run 3 ended with exit status 3" in told and out.count("\n") == 2, (out, told)
        assert '"volume": 1.0' in out.splitlines()[0] and '"volume": 8.0' in out.splitlines()[1], out
    finally:
        watch.kill()


def test_errors(folder):
    def run(*arguments):
        return subprocess.run([CAROM, "watch", *arguments], capture_output=True, text=True, timeout=60)
    assert run("--help").returncode == 0 and "--times" in run("--help").stdout
    for wrong in ((), ("--times",), ("--times", "0", "info", "x"), ("--times", "x", "info"), ("watch", "info"), ("--json", "info")):
        assert run(*wrong).returncode == 2, wrong
    done = run("info", str(folder / "none.obj"))
    assert done.returncode == 3 and "names a file" in done.stderr
    path = folder / "box.obj"
    write(path, 1)
    assert run("--times", "1", "inof", str(path)).returncode == 2
    arguments = ("distance", str(path), str(path), "--within=1")
    assert run("--times", "1", *arguments).returncode == subprocess.run([CAROM, *arguments], capture_output=True).returncode < 2


for name, test in list(globals().items()):
    if name.startswith("test_"):
        with tempfile.TemporaryDirectory() as temporary:
            test(pathlib.Path(temporary))
