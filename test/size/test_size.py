#!/usr/bin/env python3
"""A static program of two closed-form queries links no tree and no engine, and is small; so is the stripped shared library.
usage: test_size.py BUILD_DIR [MOST_BYTES_OF_SHARED_LIBRARY]"""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "include"
ENGINES = ("convex", "mesh", "bvh", "spatial", "surface", "dispatch", "world")
MOST_OF_PROGRAM = 225_000  # bytes over an empty program: all rays and the exact arithmetic behind them


def output(*command):
    return subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True).stdout


def defined(*paths):
    """Names of global functions and data."""
    return {line.split()[-1] for line in output("nm", "-g", "--defined-only", *paths).splitlines() if len(line.split()) == 3}


def stripped_size(path, folder):
    small = pathlib.Path(folder) / "stripped"
    output("strip", "-o", small, path)
    return small.stat().st_size


def names_of_engines(build):
    folders = [f / engine for f in build.glob("CMakeFiles/carom_*.dir/src") for engine in ENGINES]
    objects = [path for folder in folders for path in folder.rglob("*.o")]
    return defined(*objects) if objects else set()


def faults_of_program(build, engines, flags, folder):
    sizes = []
    empty = pathlib.Path(folder) / "empty.c"
    empty.write_text("int main(void) { return 0; }\n")
    program = pathlib.Path(folder) / "program"
    for source in (empty, HERE / "closed_form.c"):
        output("cc", "-std=c17", "-O2", *flags, "-I", INCLUDE, source, build / "libcarom.a", "-lm", "-o", program)
        sizes.append(stripped_size(program, folder))
    grown = sizes[1] - sizes[0]
    print(f"closed-form program {' '.join(flags)}: {grown} bytes over an empty one")
    linked = sorted(defined(program) & engines)
    faults = [] if engines else ["no object files of the engines are in the build folder"]
    faults += [f"a closed-form program links {name}" for name in linked]
    if grown > MOST_OF_PROGRAM:
        faults.append(f"a closed-form program grows by {grown} bytes, more than {MOST_OF_PROGRAM}")
    return faults


def main():
    build, faults = pathlib.Path(sys.argv[1]), []
    held, engines = defined(build / "libcarom.a"), names_of_engines(build)
    with tempfile.TemporaryDirectory() as folder:
        for name, flags in (("carom_closest_point_segment", []), ("carom64_closest_point_segment", ["-DCAROM_DOUBLE"])):
            if name in held:
                faults += faults_of_program(build, engines, flags, folder)
        if len(sys.argv) > 2:
            size = stripped_size(build / "libcarom.so", folder)
            print(f"shared library, stripped: {size} bytes")
            if size > int(sys.argv[2]):
                faults.append(f"the shared library has {size} bytes, more than {sys.argv[2]}")
        if any(name.endswith("_scalar") for name in held):
            faults.append("the library holds kernels in plain C")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
