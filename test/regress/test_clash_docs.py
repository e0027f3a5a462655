#!/usr/bin/python3
"""Runs every command of docs/clash.md, and those of docs/files.md in `console` blocks. In a `console` block what a command prints must be what stands below it, where `...` stands for any
lines; `cat` gives the file of that name. Commands elsewhere run on small stand-ins for their files. The picture of the page is drawn
again and compared. With --update, the picture is written."""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "test/data"))
import make_data  # noqa: E402
import cubes_glb  # noqa: E402
import png_rows  # noqa: E402

PAGE = ROOT / "docs/clash.md"
FILES = ROOT / "docs/files.md"
PICTURE = ROOT / "docs/img/clash-walk.png"
ASSEMBLY = ROOT / "build/data/as1-oc-214.stp"
SMALLER = 2  # pixels of the picture drawn to one of that of the page, along each axis
LARGEST = 150000  # bytes of it

parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
parser.add_argument("--update", action="store_true")
ARGS = parser.parse_args()
CAROM = pathlib.Path(ARGS.carom).resolve()


# ---- what is printed

def fits(printed, wanted):
    """Are the lines those that are wanted, in which "..." stands for any number of them?"""
    if not wanted:
        return not printed
    if wanted[0] == "...":
        return any(fits(printed[k:], wanted[1:]) for k in range(len(printed) + 1))
    return bool(printed) and printed[0].rstrip() == wanted[0].rstrip() and fits(printed[1:], wanted[1:])


def steps(block):
    """(command, the lines below it) of a block."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def shell(command, folder, before):
    done = subprocess.run(["sh", "-c", "(exit %d); %s" % (before, command)], cwd=folder, capture_output=True, text=True, timeout=300,
                          env={"PATH": f"{folder}/bin:/usr/bin:/bin"})
    assert not done.stderr and done.returncode in (0, 1), (command, done)
    return done


def walk(text, folder):
    """The console blocks, one after another in one folder. @return how many commands of carom ran"""
    count, status = 0, 0
    for block in re.findall(r"^```console\n(.*?)^```", text, re.S | re.M):
        for command, wanted in steps(block):
            if command.startswith("cat "):
                (folder / command[4:]).write_text("\n".join(wanted) + "\n")
            done = shell(command, folder, status)
            status = done.returncode
            assert fits(done.stdout.splitlines(), wanted), "\n".join(["$ " + command, done.stdout, "is not", *wanted])
            count += command.startswith("carom ")
    return count


# ---- commands beside them

def boxes(named):
    """An OBJ file of unit cubes: (name, least corner)."""
    lines = []
    for k, (name, low) in enumerate(named):
        lines += ["o " + name] + ["v %r %r %r" % tuple(l + c for l, c in zip(low, corner)) for corner in make_data.CORNERS]
        lines += ["f %d %d %d" % tuple(8 * k + i + 1 for i in t) for t in make_data.TRIANGLES]
    return "\n".join(lines) + "\n"


def stand_ins(folder):
    nodes = [{"name": "beam %d" % k, "translation": [0.75 * k, 0, 0]} for k in range(3)]
    for name in ("engine", "arch", "structure"):
        cubes_glb.write(folder / (name + ".glb"), nodes)
    (folder / "mep.obj").write_text(boxes([("pipe", (0, 0, -119.5)), ("pipe insulation", (0, 0, -119.5))]))
    with open(folder / "last.json", "w") as out:
        subprocess.run([CAROM, "clash", "engine.glb", "--json"], cwd=folder, stdout=out, timeout=60)


def run_commands(text, folder):
    stand_ins(folder)
    found = re.findall(r"^    (carom .*)$", text, re.M)
    for command in found:
        shell(command, folder, 0)
    assert sorted(p.name for p in folder.iterdir() if p.name in ("clash.png", "clash.bcf", "clash.xml", "clash.sarif", "this.json")) == [
        "clash.bcf", "clash.png", "clash.sarif", "clash.xml", "this.json"]
    return len(found)


# ---- pictures

def smaller(rows):
    """Means of squares of SMALLER pixels."""
    out = []
    for y in range(0, len(rows) - SMALLER + 1, SMALLER):
        sums = [sum(column) for column in zip(*rows[y:y + SMALLER])]
        out.append(bytearray(sum(sums[3 * (SMALLER * x + k) + c] for k in range(SMALLER)) // SMALLER ** 2
                             for x in range(len(sums) // 3 // SMALLER) for c in range(3)))
    return out


def differ(a, b):
    """The mean difference of two pictures' values, of 255."""
    return sum(abs(x - y) for p, q in zip(a, b) for x, y in zip(p, q)) / sum(map(len, a))


def check_picture(drawn):
    rows = smaller(png_rows.read(drawn)[2])
    if ARGS.update:
        png_rows.write(PICTURE, rows)
    width, height, kept = png_rows.read(PICTURE)
    assert (width, height) == (len(rows[0]) // 3, len(rows)), (width, height)
    assert PICTURE.stat().st_size < LARGEST, PICTURE.stat().st_size
    blank = [bytearray(kept[0][:3]) * width] * height
    assert differ(rows, kept) < 0.5 < 5 < differ(kept, blank), (differ(rows, kept), differ(kept, blank))


# ---- all

def check_itself():
    assert fits(["a", "b", "c"], ["a", "..."]) and fits(["a"], ["a", "..."]) and fits(["a", "b"], ["...", "b"])
    assert not fits(["a", "b"], ["a"]) and not fits(["a"], ["a", "b"]) and not fits(["a", "c"], ["...", "b"]) and not fits([], ["b"])


def main():
    text = PAGE.read_text()
    check_itself()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "bin").mkdir()
        (folder / "bin/carom").symlink_to(CAROM)
        assert run_commands(text, folder) >= 3
    fetched = ASSEMBLY.exists() or subprocess.run([ROOT / "tools/fetch-assembly.sh"], capture_output=True).returncode == 0
    if not fetched or not (CAROM.parent / "carom-io-cad").exists():
        print("the walk is left out: it needs carom-io-cad (make cad) and build/data/as1-oc-214.stp (tools/fetch-assembly.sh)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "bin").mkdir()
        (folder / "bin/carom").write_text('#!/bin/sh\nexec "%s" "$@"\n' % CAROM)
        (folder / "bin/carom").chmod(0o755)
        shutil.copy(ASSEMBLY, folder / "as1.stp")
        count = walk(text, folder)
        assert count >= 10, count
        check_picture(folder / "clash.png")
        count = walk(FILES.read_text(), folder)
        assert count == 2, count


main()
