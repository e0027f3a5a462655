#!/usr/bin/env python3
"""Fuzzes the readers of carom-io-xml and carom-io-fbx, which are Python, by mutations of stored files; with --replay runs these alone.

    fuzz_scripts.py [--seconds S] [--seed N] [--found FOLDER] [--replay] FILE_OR_FOLDER...

A file's extension says which reader it is for. Each input must be read, and then be answered with numbers and indices that are whole, or be refused with a
reason of the reader's own, in bounded time and memory: an error that Python raises by itself is a finding. What is found is written to a file and
printed in base64, and the exit status is 1."""
import argparse
import base64
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import random
import resource
import signal
import struct
import sys
import tempfile
import time
import traceback
import zipfile

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent / "io" / "script"
SECONDS_OF_ONE, MEMORY = 30, 4 << 30
WORDS = [b"nan", b"inf", b"-1", b"0", b"1e308", b"1e-400", b"4294967296", b"99999999999999999999", b"", b" ", b"\0", b"\xff", b"3 0 1 2", b"#g", b"*9", b'"', b"<", b">", b"{", b"}", b","]


def load(name):
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(SCRIPTS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


sys.dont_write_bytecode = True
sys.path.insert(0, str(SCRIPTS))
XML, FBX = load("carom-io-xml"), load("carom-io-fbx")
READERS = {".3mf": XML.Package, ".dae": XML.Collada, ".fbx": FBX.Fbx}


class TooLong(Exception):
    pass


def check_answer(answer):
    """What carom-io relies on it checks again; the reader's own mistakes are found here."""
    assert answer.startswith(b"carom-io 1\n")
    size, rest = answer[11:].split(b"\n", 1)
    told, data = json.loads(rest[:int(size)]), rest[int(size):]
    words = sum(3 * mesh["triangles"] + mesh["polygon_words"] for mesh in told["meshes"])
    vertices = sum(mesh["vertices"] for mesh in told["meshes"])
    assert len(data) == 24 * vertices + 4 * words, "the answer has another size than it declares"
    at = 24 * vertices
    for mesh in told["meshes"]:
        corners = struct.unpack_from(f"<{3 * mesh['triangles']}I", data, at)
        assert all(corner < mesh["vertices"] for corner in corners), "a corner is no vertex"
        at += 4 * (3 * mesh["triangles"] + mesh["polygon_words"])
    assert all(instance["mesh"] < len(told["meshes"]) for instance in told["instances"]), "an instance of no mesh"


def problem(path, extension):
    """What is wrong with how a file is read, or None."""
    signal.alarm(SECONDS_OF_ONE)
    try:
        out = io.BytesIO()
        READERS[extension](str(path), {"lenient": True}).scene.write(out)
        check_answer(out.getvalue())
    except (XML.Failure, FBX.Failure, MemoryError):
        return None
    except Exception:
        return traceback.format_exc()
    finally:
        signal.alarm(0)
    return None


# ---- mutations

def mutate_bytes(data, others, choose):
    data = bytearray(data)
    for _ in range(choose.choice((1, 1, 2, 4))):
        at = choose.randrange(len(data) + 1)
        size = min(choose.choice((1, 1, 2, 4, 8, 40)), len(data) - at)
        how = choose.randrange(6)
        if how == 0 and size:
            data[at] = choose.randrange(256)
        elif how == 1:
            del data[at:at + size]
        elif how == 2:
            data[at:at + size] = choose.choice(WORDS)
        elif how == 3:
            data[at:at] = data[at:at + size] * choose.choice((1, 1, 30))
        elif how == 4:
            other = choose.choice(others)
            start = choose.randrange(len(other) + 1)
            data[at:at + size] = other[start:start + choose.choice((4, 16, 100))]
        else:
            replace_word(data, choose)
    return bytes(data)


def replace_word(data, choose):
    """A number, an attribute or a name by another."""
    at, ends = choose.randrange(len(data) + 1), b" \"<>,\n\t:{}="
    start = max(data.rfind(bytes([end]), 0, at) for end in ends) + 1
    end = min((found for found in (data.find(bytes([end]), at) for end in ends) if found >= 0), default=len(data))
    data[start:end] = choose.choice(WORDS)


def mutate(data, extension, others, choose):
    if extension != ".3mf" or choose.random() < 0.2:
        return mutate_bytes(data, others, choose)
    out = io.BytesIO()
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except XML.ZIP_ERRORS:  # an input that is kept because it is none
        return mutate_bytes(data, others, choose)
    with archive as given, zipfile.ZipFile(out, "w") as made:
        changed = choose.choice(given.namelist())
        for name in given.namelist():
            content = given.read(name)
            made.writestr(name, mutate_bytes(content, [content], choose) if name == changed else content)
    return out.getvalue()


# ---- the command

def files_of(paths):
    for path in map(pathlib.Path, paths):
        yield from (file for file in (sorted(path.iterdir()) if path.is_dir() else [path]) if file.suffix in READERS)


def tell(what, data, name, found):
    path = pathlib.Path(found) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    print(f"{what}fuzz: {path}; to replay it:\n  echo {base64.b64encode(data).decode()} | base64 -d > input{path.suffix} && fuzz/fuzz_scripts.py --replay input{path.suffix}")
    return 1


def fuzz(arguments, seeds):
    choose = random.Random(arguments.seed)
    others = [data for _, data in seeds]
    count, bad, end = 0, 0, time.monotonic() + arguments.seconds
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < end and not bad:
            extension, data = choose.choice(seeds)
            data = mutate(data, extension, others, choose)
            path = pathlib.Path(folder) / f"input{extension}"
            path.write_bytes(data)
            what = problem(path, extension)
            count += 1
            if what:
                bad = tell(what, data, f"scripts-{arguments.seed}-{count}{extension}", arguments.found)
    print(f"#{count}: {count} inputs, seed {arguments.seed}")
    return bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--found", default="build/fuzz/found")
    parser.add_argument("--replay", action="store_true")
    parser.add_argument("paths", nargs="+")
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    def too_long(*_):
        raise TooLong(f"it takes longer than {SECONDS_OF_ONE} s")
    signal.signal(signal.SIGALRM, too_long)
    files = list(files_of(arguments.paths))
    if not files:
        sys.exit("fuzz_scripts: there are no files")
    bad = 0
    for file in files:
        what = problem(file, file.suffix)
        if what:
            print(f"{file}:\n{what}")
            bad = 1
    if not bad and not arguments.replay:
        bad = fuzz(arguments, [(file.suffix, file.read_bytes()) for file in files])
    return bad


sys.exit(main())
