#!/usr/bin/env python3
"""Every block of code in docs/manual is compiled or run, and prints what the block of text below it says: C, Python and JavaScript, these where
build/ has the packages; and each `$ command` of a console block. usage: test_code.py --build BUILD_DIR"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
parser = argparse.ArgumentParser()
parser.add_argument("--build", required=True)
args = parser.parse_args()
BUILD = pathlib.Path(args.build).resolve()
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n", re.S | re.M)
wrong, counts = [], {}


def run(command, text=None, folder=ROOT):
    done = subprocess.run(command, input=text, text=True, capture_output=True, cwd=folder, timeout=120)
    return done.stdout if done.returncode == 0 else f"{done.stdout}{done.stderr}\nexit status {done.returncode}\n"


def of_c(code, folder):
    source, program = folder / "program.c", folder / "program"
    source.write_text(code)
    built = run(["cc", "-std=c17", "-Wall", "-Wextra", "-Werror", "-I", str(ROOT / "include"), str(source), str(BUILD / "libcarom.a"), "-lm",
                 "-pthread", "-o", str(program)])
    return built or run([str(program)])


def of_python(code, folder):
    python = ROOT / "build/python/venv/bin/python"
    if not python.exists() or run([str(python), "-c", "import carom; print(1)"]) != "1\n":
        return None
    return run([str(python), "-"], code, folder)


def of_js(code, folder):
    package = ROOT / "build/js/package"
    if not (package / "carom.wasm").exists():
        return None
    (folder / "node_modules").mkdir(exist_ok=True)
    link = folder / "node_modules/carom"
    if not link.exists():
        link.symlink_to(package)
    (folder / "program.mjs").write_text(code)
    return run(["node", "program.mjs"], folder=folder)


def of_console(text):
    """The commands of a console block with what each prints."""
    parts = re.split(r"^\$ (.*)$", text, flags=re.M)[1:]
    for command, printed in zip(parts[::2], parts[1::2]):
        got = run(["bash", "-c", command.replace("carom ", f"{BUILD}/carom ", 1)])
        counts["console"] = counts.get("console", 0) + 1
        if got.strip() != printed.strip():
            wrong.append(f"$ {command}\nprints\n{got}not\n{printed}")


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    for page in sorted((ROOT / "docs/manual").glob("*.md")):
        blocks = BLOCK.findall(page.read_text())
        for i, (language, code) in enumerate(blocks):
            if language == "console":
                of_console(code)
            if language not in ("c", "python", "js"):
                continue
            if i + 1 == len(blocks) or blocks[i + 1][0] != "text":
                wrong.append(f"{page.name}: a {language} block has no block of text below it that says what it prints")
                continue
            got = {"c": of_c, "python": of_python, "js": of_js}[language](code, folder)
            if got is None:
                print(f"{page.name}: the package of {language} is not built, so its block is not run", file=sys.stderr)
                continue
            counts[language] = counts.get(language, 0) + 1
            if got != blocks[i + 1][1]:
                wrong.append(f"{page.name}: the {language} block prints\n{got}not\n{blocks[i + 1][1]}")
if wrong or counts.get("c", 0) < 3:
    sys.exit("\n".join(wrong or ["no C block was found"]))
print(counts)
