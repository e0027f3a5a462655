#!/usr/bin/env python3
"""Fuzzes carom-io-cad (OpenCASCADE) and carom-io-ifc (IfcOpenShell) behind `carom info`, by mutations of STEP, IGES and IFC files.

    fuzz_cad.py --carom build/release/carom [--seconds S] [--seed N] [--count N] [--found FOLDER] FILE_OR_FOLDER...

The libraries crash on some damaged files, which is why they run in programs of their own; what is held here is what the command promises all the same: each
file is read, with status 0 and an answer whose numbers are finite and fit each other, or refused, with status 3 and a sentence that opens with its path; within
SECONDS_OF_ONE, and MEMORY. A file whose statements are in another order, or parted by comments and lines, is the same file, and must be answered alike. One seed gives
the same inputs. What is found is written to a file, and the exit status is 1. The last line counts what became of the inputs."""
import argparse
import collections
import json
import math
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

SECONDS_OF_ONE, SECONDS_OF_PLUGIN, MEMORY = 120, 10, 8 << 30
KINDS = {".step", ".stp", ".igs", ".iges", ".ifc"}
WORDS = [b"0.", b"-1.", b"1E308", b"1E-308", b"1E400", b"NAN", b"$", b"*", b"()", b"#1", b"#99999999", b".T.", b"''", b"'\\X2\\D800\\X0\\'", b"-0.", b"1E5", b"1E-9",
         b"CARTESIAN_POINT", b"B_SPLINE_SURFACE", b"2147483648", b"99999999999999999999", b"(((((("]


# ---- mutations

def words_of(data):
    """(start, end) of what stands between delimiters."""
    out, start = [], 0
    for at, byte in enumerate(data):
        if byte in b"(),;= \n\r":
            if at > start:
                out.append((start, at))
            start = at + 1
    return out


def replace_words(data, choose):
    for _ in range(choose.choice((1, 1, 1, 2, 3))):
        words = words_of(data)
        if not words:
            return data
        start, end = choose.choice(words)
        other = choose.choice(words)
        data = data[:start] + (choose.choice(WORDS) if choose.random() < 0.5 else data[other[0]:other[1]]) + data[end:]
    return data


def change_bytes(data, choose):
    out = bytearray(data)
    for _ in range(choose.choice((1, 1, 4, 16))):
        at = choose.randrange(len(out))
        out[at] = choose.randrange(256) if choose.random() < 0.5 else out[at] ^ 1 << choose.randrange(8)
    return bytes(out)


def change_lines(data, choose):
    lines = data.splitlines(keepends=True)
    at, count = choose.randrange(len(lines)), choose.choice((1, 1, 3, 20))
    how = choose.randrange(3)
    if how == 0:
        del lines[at:at + count]
    elif how == 1:
        lines[at:at] = lines[at:at + count]
    else:
        other = choose.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    return b"".join(lines)


def cut_off(data, choose):
    return data[:choose.randrange(len(data))]


DAMAGES = (replace_words, replace_words, replace_words, change_bytes, change_lines, cut_off)


def rearrange(data, choose):
    """The same Part 21 file: statements of DATA in another order, comments and lines between them. None of another file."""
    head, found, rest = data.partition(b"DATA;")
    body, ends, tail = rest.partition(b"ENDSEC;")
    if not found or not ends or b"'" in body and any(mark in body for mark in (b";'", b"; '")):
        return None
    statements, text, quoted = [], bytearray(), False
    for byte in body:
        text.append(byte)
        quoted ^= byte == ord("'")
        if byte == ord(";") and not quoted:
            statements.append(bytes(text).strip())
            text = bytearray()
    choose.shuffle(statements)
    return head + found + b"\n" + b"".join(s + choose.choice((b"\n", b"\r\n", b" /* a comment; with #1=NOTHING(); */\n")) for s in statements) + ends + tail


# ---- the command

def limit():
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def ask(carom, path):
    """(what is wrong or None, the outcome in a word, the answer or None)"""
    process = subprocess.Popen([carom, "info", str(path), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit,
                               env={**os.environ, "CAROM_IO_SECONDS": str(SECONDS_OF_PLUGIN)})
    try:
        out, error = process.communicate(timeout=SECONDS_OF_ONE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return f"it takes longer than {SECONDS_OF_ONE} s", "hangs", None
    error = error.decode("utf-8", "replace")
    if process.returncode == 3:
        named = error.startswith(f"carom: {path}: ") and len(error.strip()) > len(f"carom: {path}: ") + 5 and not out
        crashed = "ended by signal" in error
        return (None if named else f"the error does not name the file: {error[:300]}"), "crashed" if crashed else "refused", None
    if process.returncode != 0:
        return f"exit status {process.returncode}: {error[:300]}", "wrong", None
    try:
        answer = json.loads(out)
    except ValueError:
        return f"no JSON: {out[:300]}", "wrong", None
    return check(answer), "read", answer


def check(a):
    """What an answer promises of itself."""
    numbers = [*a["min"], *a["max"], a["area"], a["volume"], a["deviation"], a["unit_metres"]]
    if not all(isinstance(x, (int, float)) and math.isfinite(x) for x in numbers):
        return f"numbers that are not finite: {numbers}"
    if a["triangles"] < 1 or a["instances"] < a["meshes"] or any(low > high for low, high in zip(a["min"], a["max"])) or a["area"] < 0 or a["unit_metres"] <= 0:
        return f"counts or a box that do not fit: {a}"
    if a["lost"] or a["closed"] != (a["edges"] > 0 and a["open_edges"] == 0 and a["closed"]):
        return f"something is lost, or open and closed: {a}"
    return None


def alike(a, b):
    """Order may change which part is cut first, and by that roundings, and nothing else."""
    if a is None or b is None:
        return a is b
    size = max(map(abs, (*a["min"], *a["max"]))) + 1e-300
    return all(a[key] == b[key] for key in ("instances", "surfaces", "closed", "unit_metres", "lost")) and \
        all(abs(x - y) <= 1e-6 * size + 2 * a["deviation"] for x, y in zip((*a["min"], *a["max"]), (*b["min"], *b["max"]))) and \
        abs(a["area"] - b["area"]) <= 1e-2 * a["area"]


def keep(arguments, name, data, what):
    path = pathlib.Path(arguments.found) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    print(f"{what}\nfuzz: {path}; to replay it:\n  {arguments.carom} info {path}")
    return 1


def fuzz(arguments, seeds, folder):
    choose = random.Random(arguments.seed)
    outcomes, end, number = collections.Counter(), time.monotonic() + arguments.seconds, 0
    known = {}
    while number < arguments.count and time.monotonic() < end:
        number += 1
        seed = choose.randrange(len(seeds))
        name, data = seeds[seed]
        same = rearrange(data, choose) if choose.random() < 0.15 else None
        path = folder / f"input{name.suffix.lower()}"
        path.write_bytes(same if same is not None else choose.choice(DAMAGES)(data, choose))
        what, outcome, answer = ask(arguments.carom, path)
        if not what and same is not None:
            if seed not in known:
                plain = folder / f"plain{name.suffix.lower()}"
                plain.write_bytes(data)
                known[seed] = ask(arguments.carom, plain)[2]
            if not alike(known[seed], answer):
                what = f"{name} in another order is not the same: {known[seed]} and {answer}"
            outcome = "rearranged"
        outcomes[outcome] += 1
        if what:
            return keep(arguments, f"cad-{arguments.seed}-{number}{name.suffix.lower()}", path.read_bytes(), f"{name}: {what}")
    print(f"#{number}: {number} inputs, seed {arguments.seed}: " + ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items())))
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--carom", required=True)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--count", type=int, default=1 << 30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--found", default="build/fuzz/found")
    parser.add_argument("paths", nargs="+")
    arguments = parser.parse_args()
    arguments.carom = str(pathlib.Path(arguments.carom).resolve())
    files = [f for p in map(pathlib.Path, arguments.paths) for f in (sorted(p.rglob("*")) if p.is_dir() else [p]) if f.suffix.lower() in KINDS and f.is_file()]
    with tempfile.TemporaryDirectory() as folder:
        seeds = []
        for file in files:
            what, outcome, _ = ask(arguments.carom, file.resolve())
            if what:
                print(f"{file}: {what}")
                return 1
            if outcome == "read":
                seeds.append((file, file.read_bytes()))
        if not seeds:
            print("fuzz_cad: none of the files is read; the plug-ins are built by make cad and make ifc")
            return 77
        return fuzz(arguments, seeds, pathlib.Path(folder))


sys.exit(main())
