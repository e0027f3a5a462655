#!/usr/bin/python3
"""Opens the pages of carom clash --html and carom simulate --html from disk in Debian's chromium, and uses them."""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "data"))
import chromium  # noqa: E402
import html_data  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
parser.add_argument("--pictures", help="a folder for pictures of the pages, to look at")
parser.add_argument("--only", help="part of the name of a test")
OPTIONS = parser.parse_args()
CAROM = str(pathlib.Path(OPTIONS.carom).resolve())


def run(*arguments):
    done = subprocess.run([CAROM, *map(str, arguments)], capture_output=True, timeout=120)
    assert done.returncode in (0, 1), (arguments, done.returncode, done.stderr)


def clash_page(browser, folder, cubes, *options, **how):
    run("clash", html_data.assembly(folder / "cubes.glb", cubes), *options, "--html", folder / "cubes.html")
    return browser.open(folder / "cubes.html", **how)


def picture(page, name):
    if OPTIONS.pictures:
        page.picture(pathlib.Path(OPTIONS.pictures) / (name + ".png"))


def rows(page):
    return page.run("carom.list.rows.filter((r) => !r.hidden).sort((a, b) => a.index - b.index).map((r) => r.querySelector('.names').textContent)")


def names_of(pairs):
    return [f"{a} × {b}" for a, b in pairs]


CUBES = [("base", (0, 0, 0), (4, 1, 4)), ("post", (1, 0.5, 1), (0.5, 3, 0.5)), ("roof", (0, 3.5, 0), (4, 0.5, 4)),
         ("lamp", (2, 3.25, 2), (0.5, 0.125, 0.5)), ("far", (9, 0, 0), (1, 1, 1))]
# hard: base and post, 0.5 deep; touching: post and roof; near: roof and lamp, 0.125
PAIRS = [("base", "post"), ("post", "roof"), ("roof", "lamp")]


def test_least(browser, folder):
    """One part; parts without extent; a scene in which nothing moves; one without a frame."""
    page = clash_page(browser, folder, [("alone", (0, 0, 0), (1, 1, 1))], "--allow-single")
    assert rows(page) == [] and stage(page) > 1000 and page.complaints() == [], page.complaints()
    page = clash_page(browser, folder, [("a", (0, 0, 0), (0, 0, 0)), ("b", (0, 0, 0), (1, 0, 1)), ("c", (0, 0, 0), (0, 0, 0))])
    for k in range(page.run("carom.pairs.length")):
        page.run(f"carom.choose(carom.pairs[{k}])")
    page.run("carom.view.draw()")
    assert page.run("Object.values(carom.view.camera.state()).flat().every(Number.isFinite)") and page.complaints() == [], page.complaints()
    for scene, frames in (({"planes": [{"normal": [0, 1, 0], "offset": 0}], "frames": 2}, 2), ({"frames": 2}, 2),
                          ({"spheres": [{"center": [0, 1, 0], "radius": 1}]}, 0)):
        (folder / "least.json").write_text(json.dumps(scene))
        run("simulate", folder / "least.json", "--frames", frames, "--html", folder / "least.html")
        page = browser.open(folder / "least.html")
        page.run("carom.play(), carom.seek(1), carom.view.draw()")
        assert page.run("Object.values(carom.view.camera.state()).flat().every(Number.isFinite)") and page.complaints() == [], page.complaints()


def test_list_and_selection(browser, folder):
    page = clash_page(browser, folder, CUBES, "--clearance", 0.25)
    assert rows(page) == names_of(PAIRS), rows(page)
    assert page.run("document.querySelector('#detail').hidden")
    before = page.run("carom.view.camera.state()")
    page.click(*page.middle_of("#list-0"))
    assert not page.run("document.querySelector('#detail').hidden")
    assert page.run("[carom.chosen.nameA, carom.chosen.nameB]") == list(PAIRS[0])
    after = page.run("carom.view.camera.state()")
    place = page.run("placeOf(carom.chosen)") if page.run("typeof placeOf === 'function'") else page.run("carom.chosen.pa")
    assert before != after and math.dist(after["target"], place) < 1.01, (after, place)
    assert page.run("carom.view.scene.lines.count") >= 4 and page.run("carom.view.scene.dots.count") == 2
    assert page.run("carom.view.scene.marks.count") == 1
    tints = page.run("carom.data.parts.map((p) => p.tint)")
    assert tints[0][:3] != tints[1][:3] and tints[4][3] < 0.5 < tints[0][3], tints
    assert "0.5" in page.run("document.querySelector('#detail-facts').textContent")
    assert "lengths in units of the files" in page.run("document.querySelector('#origin').textContent")
    assert "SHA-256 " in page.run("document.querySelector('#origin p').textContent")
    picture(page, "selected")
    # touching: curves and no depth; near: two points and no curves
    page.click(*page.middle_of("#next"))
    assert page.run("carom.chosen.verdict") == "touching" and page.run("carom.view.scene.lines.count") > 0
    page.click(*page.middle_of("#next"))
    assert page.run("carom.chosen.verdict") == "near" and page.run("carom.view.scene.lines.count") == 0
    assert page.run("carom.view.scene.marks.count") == 1
    page.key("Escape")
    assert page.run("carom.chosen") is None and page.run("carom.view.scene.marks.count") == 0
    assert page.complaints() == [], page.complaints()


def test_filters(browser, folder):
    page = clash_page(browser, folder, CUBES, "--clearance", 0.25)
    page.run("document.querySelector('#search').focus()")
    for letter in "Roof":
        page.key(letter)
    assert rows(page) == names_of(PAIRS[1:]), rows(page)
    page.run("(() => { const s = document.querySelector('#search'); s.value = ''; s.dispatchEvent(new Event('input')); })()")
    page.click(*page.middle_of(".chip.hard"))
    assert rows(page) == names_of(PAIRS[1:])
    page.click(*page.middle_of(".chip.hard"))
    page.run("(() => { const s = document.querySelector('#sort'); s.value = 'name'; s.dispatchEvent(new Event('change')); })()")
    assert rows(page) == names_of(sorted(PAIRS)), rows(page)
    page.run("(() => { const s = document.querySelector('#sort'); s.value = 'distance'; s.dispatchEvent(new Event('change')); })()")
    assert rows(page)[0] == names_of(PAIRS)[2]
    page.run("(() => { const s = document.querySelector('#least'); s.value = '0.4'; s.dispatchEvent(new Event('input')); })()")
    assert rows(page) == names_of(PAIRS[:1])
    page.run("(() => { const s = document.querySelector('#search'); s.value = 'nothing'; s.dispatchEvent(new Event('input')); })()")
    assert rows(page) == [] and not page.run("document.querySelector('#empty').hidden")
    assert page.complaints() == [], page.complaints()


def camera(page):
    return page.run("carom.view.camera.state()")


def middle_of_part(page, part):
    """Where the middle of a part's box is in the window."""
    return page.run("""(() => {
        const s = carom.view.scene, b = s.boxOfPart(%d), c = [0, 1, 2].map((k) => (b[k] + b[3 + k]) / 2), w = s.canvas.clientWidth, h = s.canvas.clientHeight;
        const m = carom.view.camera.clip(w / h), p = [0, 1, 3].map((r) => m[r] * c[0] + m[4 + r] * c[1] + m[8 + r] * c[2] + m[12 + r]);
        return [Math.round((p[0] / p[2] + 1) / 2 * w), Math.round((1 - p[1] / p[2]) / 2 * h)];
    })()""" % part)


def test_camera(browser, folder):
    page = clash_page(browser, folder, CUBES)
    start = camera(page)
    page.drag((300, 400), (420, 440))
    turned = camera(page)
    assert turned["yaw"] < start["yaw"] and turned["pitch"] > start["pitch"] and turned["target"] == start["target"], (start, turned)
    page.drag((300, 400), (420, 440), button="right")
    moved = camera(page)
    assert moved["yaw"] == turned["yaw"] and math.dist(moved["target"], turned["target"]) > 0.1
    page.mouse("mouseWheel", 300, 400, deltaX=0, deltaY=-240)
    assert camera(page)["distance"] < moved["distance"]
    page.run("document.querySelector('#canvas').focus()")
    for key, field, sign in (("ArrowLeft", "yaw", 1), ("ArrowRight", "yaw", -1), ("ArrowUp", "pitch", -1), ("+", "distance", -1), ("-", "distance", 1)):
        was = camera(page)[field]
        page.key(key)
        assert (camera(page)[field] - was) * sign > 0, key
    page.key("f")
    assert abs(camera(page)["distance"] - start["distance"]) < 1e-6
    # what is under the pointer stays there while it zooms: a part that is hit is still hit
    at = middle_of_part(page, 2)
    hit = page.run("carom.view.pickAt(%d, %d)" % tuple(at))
    page.mouse("mouseWheel", *at, deltaX=0, deltaY=-200)
    again = page.run("carom.view.pickAt(%d, %d)" % tuple(at))
    assert hit and again and hit["part"] == again["part"] == 2 and math.dist(hit["at"], again["at"]) < 1, (hit, again)
    box = page.run("carom.view.scene.boxOfPart(2)")
    assert all(box[k] - 1e-3 <= hit["at"][k] <= box[3 + k] + 1e-3 for k in range(3)), (hit, box)
    assert page.complaints() == [], page.complaints()


def test_touch(browser, folder):
    page = clash_page(browser, folder, CUBES, width=390, height=800)
    page.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    start = camera(page)
    page.touch("touchStart", (150, 150))
    page.touch("touchMove", (200, 150))
    page.touch("touchMove", (220, 150))
    page.touch("touchEnd")
    turned = camera(page)
    assert turned["yaw"] < start["yaw"], (start, turned)
    page.touch("touchStart", (150, 150), (200, 150))
    page.touch("touchMove", (120, 150), (230, 150))
    page.touch("touchMove", (100, 150), (250, 150))
    page.touch("touchEnd")
    assert camera(page)["distance"] < 0.6 * turned["distance"], (turned, camera(page))
    # all of the page is in the window, and the list has room
    assert page.run("document.documentElement.scrollWidth <= innerWidth")
    assert page.run("document.querySelector('#list').clientHeight >= 100")
    for _ in range(20):  # soon after a gesture the browser takes a tap for its end
        page.touch("touchStart", page.middle_of("#list-0"))
        page.touch("touchEnd")
        time.sleep(0.5)
        if page.run("carom.chosen !== null"):
            break
    assert page.run("carom.chosen !== null")
    picture(page, "phone")
    assert page.complaints() == [], page.complaints()


def stage(page):
    """How much of the stage shows something."""
    return page.run("""(() => {
        carom.view.draw();
        const gl = carom.view.scene.gl, w = gl.drawingBufferWidth, h = gl.drawingBufferHeight, data = new Uint8Array(4 * w * h);
        gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, data);
        let other = 0;
        for (let i = 4; i < data.length; i += 4) other += Math.abs(data[i] - data[0]) + Math.abs(data[i + 1] - data[1]) > 8;
        return other;
    })()""")


def test_parts(browser, folder):
    page = clash_page(browser, folder, CUBES)
    whole = stage(page)
    assert whole > 10000, whole
    at = middle_of_part(page, 4)
    page.click(*at)
    assert page.run("carom.part") == 4 and rows(page) == [], "no clash of the part that is far"
    assert page.run("document.querySelector('#of-part-name').textContent") == "far"
    page.key("h")
    assert page.run("carom.part") is None and page.run("carom.view.seen()") == [0, 1, 2, 3]
    hidden = stage(page)
    assert hidden < whole
    page.key("a")
    assert stage(page) == whole
    page.click(*page.middle_of("#list-0"))
    page.key("i")
    assert page.run("carom.data.parts.map((p) => p.tint[3] > 0)") == [True, True, False, False, False]
    page.key("Escape")
    page.key("a")
    page.key("f")
    whole = stage(page)
    page.click(*page.middle_of("#section"))
    page.run("(() => { const s = document.querySelector('#section-at'); s.value = 300; s.dispatchEvent(new Event('input')); })()")
    cut = stage(page)
    page.click(*page.middle_of("#section-flip"))
    other = stage(page)
    assert 0 < cut < whole and 0 < other < whole and cut != other, (cut, other, whole)
    page.click(*page.middle_of("#section"))
    assert stage(page) == whole
    picture(page, "whole")
    assert page.complaints() == [], page.complaints()


def test_notes(browser, folder):
    page = clash_page(browser, folder, CUBES, "--clearance", 0.25)
    page.click(*page.middle_of("#list-0"))
    page.wait("carom.chosen !== null && document.activeElement !== null")
    page.run("document.querySelector('#note').focus()")
    page.wait("document.activeElement === document.querySelector('#note')")
    page.call("Input.insertText", text="<b>welded</b>")
    page.run("(() => { const s = document.querySelector('#note-status'); s.value = 'accepted'; s.dispatchEvent(new Event('change')); })()")
    kept = page.run("carom.notes.write()")
    assert json.loads(kept)["notes"] == [{"a": "base", "b": "post", "number": 1, "status": "accepted", "text": "<b>welded</b>"}], kept
    page.call("Page.reload")
    page.wait("document.readyState === 'complete' && window.carom && carom.pairs.length === 3")
    assert page.run("carom.notes.write()") == kept, "notes are kept"
    assert "accepted" in page.run("document.querySelector('#list-0').textContent")
    page.run("(() => { const s = document.querySelector('#status'); s.value = 'accepted'; s.dispatchEvent(new Event('change')); })()")
    assert rows(page) == names_of(PAIRS[:1])
    strange = json.dumps({"carom_notes": 1, "notes": [{"a": "roof", "b": "lamp", "status": "resolved", "text": "moved"}, {"a": "x", "b": "y", "text": "?"}, 7]})
    page.run("window.file = new File([%s], 'n.json'), carom.importFile({files: [window.file], value: ''})" % json.dumps(strange))
    page.wait("carom.notes.all.size === 3")
    assert page.run("carom.notes.of(carom.pairs[2])") == {"status": "resolved", "text": "moved"}
    page.run("carom.importFile({files: [new File(['[]'], 'list.json')], value: ''})")
    page.run("carom.importFile({files: [new File(['no'], '<i>.json')], value: ''})")
    page.wait("document.querySelector('#message').textContent === '<i>.json holds no notes.'")
    page.run("dispatchEvent(new Event('beforeprint'))")
    assert page.run("document.querySelectorAll('#print-rows tr').length") == 1
    assert page.run("document.querySelector('#print-rows').textContent").endswith("accepted<b>welded</b>")
    assert page.run("document.querySelector('#print-picture').src.startsWith('data:image/png')")
    page.run("localStorage.clear()")
    assert page.complaints() == [], page.complaints()


def test_hostile(browser, folder):
    cubes = [(name, (0.4 * k, 0.1 * k, 0), (1, 1, 1)) for k, name in enumerate(html_data.HOSTILE)]
    page = clash_page(browser, folder, cubes)
    assert page.run("carom.data.parts.map((p) => p.name)") == html_data.HOSTILE
    for k in range(min(8, page.run("carom.pairs.length"))):
        page.run(f"carom.choose(carom.pairs[{k}])")
    page.run("dispatchEvent(new Event('beforeprint'))")
    page.run("carom.choosePart(1)")
    assert page.run("window.hacked") is None and page.run("document.querySelectorAll('#list img, #list script, #detail img').length") == 0
    assert page.run("document.documentElement.scrollWidth <= innerWidth"), "a long name widens the page"
    assert page.complaints() == [], page.complaints()


def test_without_webgl(_, folder):
    """A browser that draws nothing has the list, the details and the notes; a run has its list of impacts."""
    with chromium.Browser("--disable-3d-apis") as browser:
        page = clash_page(browser, folder, CUBES, "--clearance", "0.25")
        assert page.run("carom.view.scene.gl") is None and page.run("!document.querySelector('#failure').hidden")
        assert "WebGL 2" in page.run("document.querySelector('#failure').textContent")
        assert rows(page) == names_of(PAIRS)
        page.click(*page.middle_of("#list .row"))
        assert page.run("document.querySelector('#detail-a').textContent") == "base"
        page.click(*page.middle_of("#canvas"))
        page.run("document.querySelector('#note').value = 'weld'; document.querySelector('#note').dispatchEvent(new Event('input'))")
        page.run("dispatchEvent(new Event('beforeprint'))")
        assert page.run("document.querySelector('#print-rows').textContent").count("weld") == 1
        page.run("localStorage.clear()")
        assert page.complaints() == [], page.complaints()
        picture(page, "without-webgl")


def test_large(browser, folder):
    """512 parts and 5,068 clashes, each cube with all its neighbours: few rows in the document, one call for all parts; and for all of a mesh of
    which copies would be many."""
    cubes = [(f"part {k}", tuple(0.875 * (k // 8 ** axis % 8) for axis in range(3)), (1, 1, 1)) for k in range(512)]
    page = clash_page(browser, folder, cubes)
    assert page.run("carom.pairs.length") == (22 ** 3 - 512) // 2, page.run("carom.pairs.length")
    assert page.run("document.querySelectorAll('[role=option]').length") < 40
    count = """((view) => {
        const gl = view.gl;
        let calls = 0, triangles = 0;
        gl.drawElements = (...all) => { calls++; triangles += all[1] / 3; WebGL2RenderingContext.prototype.drawElements.apply(gl, all); };
        gl.drawElementsInstanced = (...all) => { calls++; triangles += all[1] / 3 * all[4]; WebGL2RenderingContext.prototype.drawElementsInstanced.apply(gl, all); };
        view.draw(carom.view.camera);
        delete gl.drawElements, delete gl.drawElementsInstanced;
        return [calls, triangles];
    })"""
    assert page.run(count + "(carom.view.scene)") == [1, 512 * 12], page.run(count + "(carom.view.scene)")
    assert page.run(count + "(new carom.view.scene.constructor(document.createElement('canvas'), carom.data.meshes, carom.data.parts, false))") == [1, 512 * 12]
    page.run("document.querySelector('#list').scrollTop = 54 * 3000")
    page.wait("carom.list.rows.some((r) => !r.hidden && r.index === 3001)")
    page.run("document.querySelector('#list').focus()")
    page.key("End")
    assert page.run("carom.chosen === carom.shown.at(-1)")
    page.wait("document.querySelectorAll('[aria-selected=true]').length === 1")
    assert page.run("document.querySelectorAll('[role=option]').length") < 40
    assert page.complaints() == [], page.complaints()


MIXED = [("base", (0, 0, 0), (4, 1, 4)), ("mirrored", (3, 0.5, 1), (-1, 3, 0.5)), ("pipe", (0, 2, 2), (4, 0.01, 0.01)), ("sheet", (0, 3, 0), (4, 0, 4))]


def test_ways_to_draw(browser, folder):
    """Parts that are drawn together, and by instances: the same picture, with and without a section, solid and as glass."""
    page = clash_page(browser, folder, MIXED + [(f"cube {k}", (k % 10, 4 + k // 10, 0), (0.8, 0.8, 0.8)) for k in range(70)])
    page.run("""(() => {
        const canvas = document.createElement("canvas"), own = carom.view.scene;
        [canvas.width, canvas.height] = [own.canvas.width, own.canvas.height];
        window.pixels = (scene) => {
            const gl = scene.gl, out = new Uint8Array(4 * canvas.width * canvas.height);
            scene.draw(carom.view.camera);
            gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, out);
            return out;
        };
        window.other = new own.constructor(canvas, carom.data.meshes, carom.data.parts, false);
        window.differing = () => {
            Object.assign(other, {cut: own.cut, background: own.background, ghostsBehind: own.ghostsBehind});
            carom.paint(), other.touch();
            const [a, b] = [pixels(own), pixels(other)];
            let differ = 0, shown = 0;
            for (let i = 0; i < a.length; i += 4) {
                differ += Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]) > 12 || a[i + 3] !== 255;
                shown += Math.abs(a[i] - a[0]) + Math.abs(a[i + 1] - a[1]) > 8;
            }
            return [differ, shown];
        };
    })()""")
    assert page.run("carom.view.scene.instanced.length === 0 && other.instanced.length > 0 && other.block.numbers.length === 0")
    for script in ("0", "carom.view.setSection(0, 0.4, 1)", "carom.view.setSection(2, 0.5, -1)", "carom.choose(carom.pairs[0])", "carom.view.setSection(null)"):
        page.run(script)
        page.run("carom.view.scene.setLines([]), carom.view.scene.setMarks([]), carom.view.scene.setDots([])")
        page.run("carom.drawMarks = () => 0")
        differ, shown = page.run("differing()")
        assert shown > 3000 and differ < 0.005 * shown, (script, differ, shown)
    assert page.complaints() == [], page.complaints()


def test_motion(browser, folder):
    """While the camera moves slow frames have fewer pixels, and triangles where many are; what rests is drawn whole. No part vanishes."""
    page = clash_page(browser, folder, MIXED)
    page.run("Object.assign(carom.view, {level: 0, slow: 0, quick: 0, patience: 60}), [60, 10, 60, 60, 60, 60].forEach((ms) => carom.view.pace(ms))")
    assert page.run("[carom.view.level, carom.view.patience]") == [2, 240]  # one slow frame alone changes nothing
    page.run("for (let k = 0; k < 240; k++) carom.view.pace(10)")
    assert page.run("carom.view.level") == 1
    page.run("for (let k = 0; k < 99; k++) carom.view.pace(1000)")
    assert page.run("carom.view.level") == 5
    page.run("carom.view.frame = () => 0")  # by hand from here on
    page.run("Object.getPrototypeOf(carom.view).frame.call(carom.view, 1000)")
    full = page.run("carom.view.canvas.width")
    page.run("carom.view.camera.orbit(0.3, 0), Object.getPrototypeOf(carom.view).frame.call(carom.view, 2000)")
    small = page.run("carom.view.canvas.width")
    assert 0.3 * full < small < 0.4 * full and page.run("carom.view.scene.coarse && !carom.view.scene.smooth"), (full, small)
    page.run("Object.getPrototypeOf(carom.view).frame.call(carom.view, 2100)")
    assert page.run("carom.view.canvas.width") == small
    page.run("Object.getPrototypeOf(carom.view).frame.call(carom.view, 2300)")
    assert page.run("carom.view.canvas.width") == full and page.run("!carom.view.scene.coarse && carom.view.scene.smooth")
    ranges = page.run("carom.view.scene.block.coarse.ranges")
    assert len(ranges) == len(MIXED) and all(end - first >= 6 for _, first, end in ranges), ranges
    indices = page.run("[...carom.view.scene.block.coarse.indices]")
    of = page.run("carom.view.scene.block.first")
    assert all(of[k] <= i < of[k] + 8 for k, (_, first, end) in enumerate(ranges) for i in indices[first:end])
    assert page.complaints() == [], page.complaints()


def test_colours(browser, folder):
    """By verdict, by part, and those of the file where it has some; the parts around a clash never cover it."""
    covers = [((0.7, 1.1, 0.7), (0.1, 2.3, 1.1)), ((1.7, 1.1, 0.7), (0.1, 2.3, 1.1)), ((0.9, 1.1, 0.7), (0.7, 2.3, 0.1)), ((0.9, 1.1, 1.7), (0.7, 2.3, 0.1))]
    page = clash_page(browser, folder, CUBES + [(f"cover {k}", low, size) for k, (low, size) in enumerate(covers)])  # on all sides of the post
    assert page.run("document.querySelector('#colours').value") == "verdict" and page.run("document.querySelector('#colours').options[0].disabled")

    def tints(value):
        return page.run("(() => { const s = document.querySelector('#colours'); s.value = '%s'; s.dispatchEvent(new Event('change'));"
                        " return carom.data.parts.map((p) => p.tint.slice(0, 3)); })()" % value)

    verdicts, parts = tints("verdict"), tints("part")
    assert len({tuple(t) for t in parts}) == len(parts) and verdicts != parts and all(0 <= x <= 1 for t in parts for x in t), parts
    page.run("carom.data.parts[4].color = [0, 1, 0]")
    assert tints("file")[4] == [0, 1, 0] and tints("verdict") == verdicts
    page.run("carom.choose(carom.pairs.find((p) => p.nameA === 'base' && p.nameB === 'post'))")
    x, y = middle_of_part(page, 1)  # of the post, behind a cover

    def pixel(others):
        return page.run("""(() => {
            const s = document.querySelector('#others'), gl = carom.view.scene.gl, out = new Uint8Array(4);
            s.value = '%s'; s.dispatchEvent(new Event('change'));
            carom.view.draw();
            gl.readPixels(%d, carom.view.canvas.height - 1 - %d, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, out);
            return [...out];
        })()""" % (others, x, y))

    assert pixel("glass") == pixel("hidden") and page.run("carom.view.scene.countOf('ghost')") == 0, (pixel("glass"), pixel("hidden"))
    without = pixel("glass")
    assert page.run("carom.view.scene.countOf('ghost')") == 7
    page.run("carom.view.scene.ghostsBehind = false")
    assert pixel("glass") != without  # the covers are in front
    assert page.complaints() == [], page.complaints()


def test_looks(browser, folder):
    """Light and dark by the system's wish and by the button, and a dark page is dark."""
    for scheme, light in (("light", True), ("dark", False)):
        page = clash_page(browser, folder, CUBES, scheme=scheme)
        assert (page.run("carom.view.scene.background[0]") > 0.5) == light
        page.click(*page.middle_of("#theme"))
        assert (page.run("carom.view.scene.background[0]") > 0.5) != light
        page.run("localStorage.clear()")
        assert page.complaints() == [], page.complaints()


def test_plant(browser, folder):
    """An OBJ file of beams, pipes and a duct; the pictures of docs/clash.md."""
    run("clash", html_data.plant(folder / "plant.obj"), "--clearance", 0.05, "--html", folder / "plant.html")
    for name, width, height, scheme in (("clash-page", 1280, 760, "light"), ("clash-page-phone", 390, 800, "dark")):
        page = browser.open(folder / "plant.html", width=width, height=height, scheme=scheme)
        page.run("carom.choose(carom.pairs.find((p) => p.nameA === 'water pipe' || p.nameB === 'water pipe'))")
        assert page.run("carom.chosen.verdict") == "hard"
        picture(page, name)
        page.run("carom.choose(null), carom.view.fit(true)")
        picture(page, name + "-whole")
        assert page.complaints() == [], page.complaints()


def test_simulate(browser, folder):
    run("simulate", html_data.scene(folder / "scene.json"), "--html", folder / "scene.html")
    page = browser.open(folder / "scene.html")
    ball = page.run("carom.data.parts.findIndex((p) => p.name === 'sphere 0')")
    assert not page.run("carom.playing"), "motion is not wanted here"
    for time in (0, 0.3, 0.999, 1, 1.25, 1.9):
        page.run(f"(() => {{ const s = document.querySelector('#time'); s.value = {time}; s.dispatchEvent(new Event('input')); }})()")
        height = 2.5 - 2 * time if time < 1 else 0.5 + 2 * (time - 1)
        assert math.dist(page.run(f"carom.placeOfBody({ball})"), (3, height, 0)) < 1e-3, time
    assert page.run("rows = carom.list.items.length") == 1
    page.click(*page.middle_of("#list-0"))
    assert abs(page.run("carom.time") - 1) < 1e-6 and page.run("carom.view.scene.dots.count") == 1
    assert math.dist(page.run("carom.view.camera.target"), (3, 0, 0)) < 1e-3
    page.run(f"carom.chooseBody({ball})")
    page.click(*page.middle_of("#follow"))
    page.run("carom.seek(0.25)")
    assert math.dist(page.run("carom.view.camera.target"), (3, 2, 0)) < 1e-3
    # the box turns 6 radians a second about y, and its straight sides stay straight
    page.run("carom.seek(0.5)")
    matrix = page.run("carom.data.parts.find((p) => p.name === 'colliders[0]').rows")
    assert abs(matrix[0] - math.cos(3)) < 2e-3 and abs(matrix[2] - math.sin(3)) < 2e-3 and abs(matrix[5] - 1) < 1e-4, matrix
    page.run("document.querySelector('#canvas').focus()")
    page.key(".")
    assert abs(page.run("carom.time") - 0.75) < 1e-9
    page.key(" ")
    assert page.run("carom.playing")
    page.wait("carom.time > 0.76")
    page.key(" ")
    assert not page.run("carom.playing")
    picture(page, "simulate")
    assert page.complaints() == [], page.complaints()


def main():
    if OPTIONS.pictures:
        pathlib.Path(OPTIONS.pictures).mkdir(parents=True, exist_ok=True)
    with chromium.Browser() as browser:
        for name, test in sorted(globals().items()):
            if name.startswith("test_") and (not OPTIONS.only or OPTIONS.only in name):
                start = time.monotonic()
                with tempfile.TemporaryDirectory() as folder:
                    test(browser, pathlib.Path(folder))
                print(f"ok {name} {time.monotonic() - start:.1f} s", flush=True)


main()
