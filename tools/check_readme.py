#!/usr/bin/env python3
"""The C example of the README is examples/first.c, at most twenty lines, compiles against the built library without
a warning, and prints what the README says it prints. usage: check_readme.py BUILD_DIR"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    readme = (ROOT / "README.md").read_text()
    example = re.search(r"```c\n(.*?)```", readme, re.S).group(1)
    if example != (ROOT / "examples" / "first.c").read_text():
        return "README.md: the C example differs from examples/first.c"
    if len(example.splitlines()) > 20:
        return "examples/first.c: more than twenty lines"
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "first"
        subprocess.run(["cc", "-std=c17", "-Wall", "-Wextra", "-Werror", "-I", str(ROOT / "include"),
                        str(ROOT / "examples" / "first.c"), str(pathlib.Path(sys.argv[1]) / "libcarom.a"), "-lm",
                        "-o", str(program)], check=True)
        printed = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
    missing = [line for line in printed.splitlines() if f"`{line}`" not in readme]
    for target in re.findall(r"\]\(([^)#:]+)\)", readme):
        if not (ROOT / target).exists():
            missing.append(f"the file {target}")
    return f"README.md: nowhere says {missing}" if missing else 0


if __name__ == "__main__":
    sys.exit(main())
