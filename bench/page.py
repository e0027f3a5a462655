#!/usr/bin/env python3
"""The page of `carom clash --html` with 512 different parts and 5,068 clashes: frames a second while it is orbited, and what a frame draws.

    python3 bench/page.py build/release/carom [OTHER_CAROM...] [--size 1280x800] [--seconds 6] [--pictures FOLDER]

Each command makes the page of the same assembly, 512 bodies of 480 triangles in a grid, each of which meets its 26 neighbours. Debian's chromium
draws it by its software WebGL (SwiftShader). The pages are measured in turns, three times each; a table has the medians. Frames are counted between pictures that
the browser shows, while the camera turns by a degree a frame: with all parts solid, and with one clash chosen, so that 510 parts are glass. Calls and
triangles are those that WebGL is given for one frame at rest. Time of processor is that of all of the browser's processes, for a frame in motion and for one at
rest, at full size; the last column is how many pixels the last frame in motion had."""
import argparse
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "test/browser"))
import chromium  # noqa: E402

ACROSS, AROUND, RINGS = 8, 24, 11


def body(number):
    """A lobed ball of a radius of 0.58 or so about the origin, its own for each number."""
    points = [(0.0, 0.0, 0.58)]
    for ring in range(1, RINGS):
        a = math.pi * ring / RINGS
        for k in range(AROUND):
            b = 2 * math.pi * k / AROUND
            r = 0.58 + 0.03 * math.sin((2 + number % 5) * b + number) * math.sin(a)
            points.append((r * math.sin(a) * math.cos(b), r * math.sin(a) * math.sin(b), r * math.cos(a)))
    points.append((0.0, 0.0, -0.58))
    at = lambda ring, k: 1 + (ring - 1) * AROUND + k % AROUND  # noqa: E731
    faces = [(0, at(1, k), at(1, k + 1)) for k in range(AROUND)]
    for ring in range(1, RINGS - 1):
        for k in range(AROUND):
            faces += [(at(ring, k), at(ring + 1, k), at(ring + 1, k + 1)), (at(ring, k), at(ring + 1, k + 1), at(ring, k + 1))]
    last = len(points) - 1
    return points, faces + [(last, at(RINGS - 1, k + 1), at(RINGS - 1, k)) for k in range(AROUND)]


def write(path):
    lines, first = [], 1
    for number in range(ACROSS ** 3):
        points, faces = body(number)
        place = [number // ACROSS ** axis % ACROSS * 0.62 for axis in range(3)]
        lines.append(f"o body {number}")
        lines += ["v %.6f %.6f %.6f" % tuple(p + q for p, q in zip(point, place)) for point in points]
        lines += ["f %d %d %d" % tuple(first + corner for corner in face) for face in faces]
        first += len(points)
    path.write_text("\n".join(lines) + "\n")


COUNT = """(() => {
    const gl = carom.view.scene.gl, kept = {};
    let calls = 0, draws = 0, triangles = 0;
    for (const name in gl) if (typeof gl[name] === "function") {
        kept[name] = gl[name];
        gl[name] = (...all) => {
            calls++;
            if (name === "drawElements") draws++, triangles += all[1] / 3;
            if (name === "drawElementsInstanced") draws++, triangles += all[1] / 3 * all[4];
            return kept[name].apply(gl, all);
        };
    }
    carom.view.draw();
    for (const name in kept) delete gl[name];
    return [draws, calls, triangles];
})()"""
FULL = """(() => {
    const gl = carom.view.scene.gl, pixel = new Uint8Array(4);
    for (let k = 0; k < 5; k++) {
        carom.view.camera.orbit(0.0174, 0);
        carom.view.draw();
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    }
})()"""
ORBIT = """new Promise((done) => {
    let first = null, frames = 0;
    const step = (now) => {
        first = first ?? now;
        if (now - first > %d) return done([1000 * frames / (now - first), frames, carom.view.canvas.width * carom.view.canvas.height]);
        frames++;
        carom.view.camera.orbit(0.0174, 0);
        carom.view.redraw();
        requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
})"""
GLASS = "carom.choose(carom.pairs[2500])"
WHOLE = "carom.choose(null), carom.view.fit(true)"


def busy(process):
    """Seconds of processor that a process and all below it took so far."""
    below, total = {}, 0
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        below.setdefault(int(fields[1]), []).append((int(path.parent.name), int(fields[11]) + int(fields[12])))
    todo = [process]
    while todo:
        for child, ticks in below.get(todo.pop(), ()):
            total += ticks
            todo.append(child)
    return total / os.sysconf("SC_CLK_TCK")


def measure(page, seconds):
    out, process = {}, page.browser.process.pid
    for state, script in (("solid", WHOLE), ("glass", GLASS)):
        page.run(script)
        page.run("carom.view.fit(true)")
        page.run(FULL)
        before = busy(process)
        rate, frames, pixels = page.run(ORBIT % (1000 * seconds))
        per_frame = 1000 * (busy(process) - before) / frames
        counts = page.run(COUNT)
        before = busy(process)
        page.run(FULL)
        out[state] = [rate, per_frame, *counts, 1000 * (busy(process) - before) / 5, pixels]
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("carom", nargs="+")
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pictures", type=pathlib.Path)
    options = parser.parse_args()
    width, height = map(int, options.size.split("x"))
    with tempfile.TemporaryDirectory() as folder, chromium.Browser() as browser:
        folder = pathlib.Path(folder)
        write(folder / "bodies.obj")
        pages, found = [], {}
        for k, command in enumerate(options.carom):
            done = subprocess.run([command, "clash", folder / "bodies.obj", "--html", folder / f"{k}.html"], stdout=subprocess.DEVNULL)
            assert done.returncode == 1, done.returncode
            pages.append(folder / f"{k}.html")
        for _ in range(options.rounds):
            for command, path in zip(options.carom, pages):
                page = browser.open(path, width, height)
                page.run("carom.view.fit(true)")
                for state, numbers in measure(page, options.seconds).items():
                    found.setdefault((state, command), []).append(numbers)
                if options.pictures:
                    options.pictures.mkdir(parents=True, exist_ok=True)
                    for state, script in (("solid", WHOLE), ("glass", GLASS)):
                        page.run(script)
                        page.run("carom.view.fit(true), carom.view.draw()")
                        page.picture(options.pictures / f"{state}-{options.carom.index(command)}.png")
                facts = page.run("[carom.data.parts.length, carom.data.triangles, carom.pairs.length]")
                browser.call("Target.closeTarget", targetId=page.target)
        print("%d parts, %d triangles, %d clashes; %s" % (*facts, options.size))
        print("| state | command | frames/s | ms of processor a frame | draw calls | WebGL calls | triangles | ms of processor at rest | pixels in motion |\n|---|---|---|---|---|---|---|---|---|")
        for (state, command), rounds in sorted(found.items(), key=lambda item: item[0][0], reverse=True):
            rate, frame, draws, calls, triangles, full, pixels = (statistics.median(column) for column in zip(*rounds))
            print(f"| {state} | {command} | {rate:.1f} | {frame:.0f} | {draws:.0f} | {calls:.0f} | {triangles:,.0f} | {full:.0f} | {pixels:,.0f} |")


main()
