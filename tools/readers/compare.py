#!/usr/bin/env python3
"""Holds what carom reads against a second reader, file by file, and prints a table by format, as docs/files.md has it.

    tools/readers/compare.py [--carom build/release/carom] [--where build/readers] [--three] [--list] FILE_OR_FOLDER...

Second readers are glTF-Transform with the decoders of Draco and meshoptimizer (glTF, GLB), ufbx (FBX), trimesh (OBJ, STL, PLY, OFF, 3MF, COLLADA) and
occt-import-js (STEP, IGES), or with `--three` the loaders of three.js (glTF, GLB, OBJ, STL, PLY, 3MF, COLLADA); they are installed into the folder `--where` by npm
and pip. Triangles must be as many, boxes agree to single precision, those of STEP and IGES to the deflection, and each colour of a part be among the other's, to a
255th. `--list` names each file that is not the same."""
import argparse
import collections
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
NPM = ["@gltf-transform/core", "@gltf-transform/extensions", "draco3dgltf", "meshoptimizer", "occt-import-js", "three", "linkedom"]
PIP = ["ufbx", "trimesh", "numpy", "networkx", "lxml", "pycollada", "pillow"]
READERS = {"read_gltf.mjs": ".gltf .glb", "read_ufbx.py": ".fbx", "read_trimesh.py": ".obj .stl .ply .off .3mf .dae", "read_occt.mjs": ".step .stp .iges .igs"}
READER_OF = {extension: reader for reader, extensions in READERS.items() for extension in extensions.split()}
THREE_OF = {extension: "read_three.mjs" for extension in ".gltf .glb .obj .stl .ply .3mf .dae".split()}
COMPRESSIONS = ("KHR_draco_mesh_compression", "EXT_meshopt_compression")
SINGLE = 2.0 ** -22  # of the largest coordinate


def install(where):
    where.mkdir(parents=True, exist_ok=True)
    if not all((where / "node_modules" / name).exists() for name in NPM):
        (where / "package.json").write_text('{"private": true}')
        subprocess.run(["npm", "install", "--silent", *NPM], cwd=where, check=True)
    if not (where / "venv").exists():
        subprocess.run([sys.executable, "-m", "venv", where / "venv"], check=True)
        subprocess.run([where / "venv/bin/pip", "install", "--quiet", "--disable-pip-version-check", *PIP], check=True)


def answer_of(command, where=None):
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, cwd=where, errors="replace")
        return json.loads(done.stdout.strip().splitlines()[-1]) if done.stdout.strip() else None, done.stderr
    except (subprocess.TimeoutExpired, ValueError) as error:
        return None, str(error)


def second_reader(file, reader, where):
    program = "node" if reader.endswith(".mjs") else where / "venv/bin/python"
    return answer_of([program, HERE / reader, file.resolve()], where)


def compare(own, own_error, other):
    """What is to be said of a file, and of what differs."""
    has_none = own is None and "has no triangles" in own_error
    if own is None and (other is None or not other.get("triangles", 1)):
        return ("nothing in both" if has_none else "refused by both"), own_error
    if own is None:
        return "refused by carom alone", own_error
    if other is None or not other.get("triangles", 1):
        return "read by carom alone", ""
    if "triangles" in other and own["triangles"] != other["triangles"]:
        return "differs", f"{own['triangles']} and {other['triangles']} triangles"
    scale = own["unit_metres"] * 1000 if other.get("scale") == "mm" else 1.0
    box, wanted = [x * scale for x in own["min"] + own["max"]], other["min"] + other["max"]
    allowed = SINGLE * max(map(abs, wanted)) + 2 * scale * own.get("deflection", 0.0)
    most = max(abs(a - b) for a, b in zip(box, wanted))
    if not most <= allowed:
        return "differs", f"boxes by {most:.3g}: {box} and {wanted}"
    odd = [c["color"] for c in own.get("colors", []) if not any(alike(c["color"], o) for o in other["colors"])] if "colors" in other else []
    return ("colours differ", f"{odd} not among {other['colors'][:10]}") if odd else ("same", "")


def alike(a, b):
    return all(abs(x - y) <= 1 / 255 for x, y in zip(a, b))


def kind_of(file, own):
    if own is None:
        return file.suffix.lower().lstrip(".").upper().replace("GLTF", "glTF").replace("GLB", "glTF").replace("DAE", "COLLADA").replace("STP", "STEP")
    kind = own["format"].replace("GLB", "glTF").replace("ASCII ", "").replace("binary ", "")
    if kind == "glTF":
        text = file.read_bytes()
        kind += "".join(f", {name}" for name in COMPRESSIONS if name.encode() in text)
    return kind


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--carom", default="build/release/carom")
    parser.add_argument("--where", default="build/readers", type=pathlib.Path)
    parser.add_argument("--three", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.where = arguments.where.resolve()
    install(arguments.where)
    readers = THREE_OF if arguments.three else READER_OF
    counts = collections.defaultdict(collections.Counter)
    files = sorted(f for p in arguments.paths for f in (p.rglob("*") if p.is_dir() else [p]) if f.is_file() and f.suffix.lower() in readers)
    for number, file in enumerate(files):
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {len(files)}", end="", file=sys.stderr)
        own, error = answer_of([arguments.carom, "info", file, "--json"])
        other, _ = second_reader(file, readers[file.suffix.lower()], arguments.where)
        result, why = compare(own, error, other)
        counts[kind_of(file, own)][result] += 1
        if arguments.list and result not in ("same", "nothing in both"):
            print(f"{file}: {result}: {why.strip()[-300:]}")
    columns = ["same", "differs", "colours differ", "refused by carom alone", "read by carom alone", "refused by both", "nothing in both"]
    print("| format | files | " + " | ".join(columns) + " |\n|---|---|" + "---|" * len(columns))
    for kind, count in sorted(counts.items()):
        print(f"| {kind} | {sum(count.values())} | " + " | ".join(str(count[column] or "") for column in columns) + " |")
    return 1 if any(count["differs"] + count["colours differ"] for count in counts.values()) else 0


sys.exit(main())
