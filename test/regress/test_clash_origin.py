#!/usr/bin/python3
"""Where reports of carom clash come from: version, date, unit, and the files with their SHA-256, which Python's own computes, too."""
import argparse
import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
CAROM = str(pathlib.Path(parser.parse_args().carom).resolve())
CUBE = (pathlib.Path(__file__).resolve().parent.parent / "data/cube.obj").read_bytes()


def run(*arguments, **more):
    done = subprocess.run([CAROM, *map(str, arguments)], capture_output=True, timeout=60, **more)
    assert done.returncode in (0, 1), done.stderr.decode()
    return done.stdout.decode()


def test_hashes(folder):
    """Lengths about the ends of blocks of 64 bytes, and about what is read at once."""
    paths = []
    for size in (*range(1024, 1024 + 66), 65535, 65536, 65537, 65536 + 56, 3 * 65536):
        path = folder / f"{size}.obj"
        path.write_bytes(CUBE + b"#" * (size - len(CUBE) - 1) + b"\n")
        assert path.stat().st_size == size
        paths.append(path)
    told = json.loads(run("clash", *paths, "--json"))
    assert [f["sha256"] for f in told["files"]] == [hashlib.sha256(p.read_bytes()).hexdigest() for p in paths]


def test_origin(folder):
    path = folder / "cube.obj"
    path.write_bytes(CUBE)
    before = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    told = json.loads(run("clash", path, path, "--unit", "mm", "--json"))
    date = datetime.datetime.fromisoformat(told["date"].replace("Z", "+00:00"))
    assert before <= date <= datetime.datetime.now(datetime.timezone.utc), told["date"]
    version = run("--version").split()[1]
    assert told["version"] == version and told["unit"] == "mm" and told["files"][0]["format"] == "OBJ"
    table = run("clash", path, path)
    assert re.search(rf"^carom {re.escape(version)}, \S+, lengths in units of the files$", table, re.M), table
    assert f"cube.obj, OBJ, sha256 {hashlib.sha256(CUBE).hexdigest()}" in table, table
    page = folder / "page.html"
    run("clash", path, path, "--html", page)
    assert f'"sha256":"{hashlib.sha256(CUBE).hexdigest()}"' in page.read_text()
    if sys.platform != "win32":  # what was read from a pipe is gone
        solid = (pathlib.Path(__file__).resolve().parent.parent / "data/cube.stl").read_bytes()
        told = json.loads(run("clash", "/dev/stdin", path, "--json", input=solid))
        assert "sha256" not in told["files"][0] and "sha256" in told["files"][1], told["files"]


for test in (test_hashes, test_origin):
    with tempfile.TemporaryDirectory() as name:
        test(pathlib.Path(name))
