#!/usr/bin/env python3
"""The live figures of the built manual in Debian's chromium. Served, figures near to what is seen are pages of the gallery, show an answer and nothing beside the figure, are no wider
than their place, and others are pictures; what is dragged is still there after it was out of sight. From disk and without JavaScript there are pictures. Nothing is asked of
another site and nothing complains. usage: test_site.py SITE [--pictures FOLDER]"""
import functools
import http.server
import pathlib
import sys
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "browser"))
import chromium  # noqa: E402
from package import Quiet, Served  # noqa: E402

SITE = pathlib.Path(sys.argv[1]).resolve()
PICTURES = pathlib.Path(sys.argv[3]) if sys.argv[2:3] == ["--pictures"] else None
FRAME = "[...document.querySelectorAll('figure.live')].find(f => f.dataset.address.startsWith('box'))"
INNER = f"{FRAME}.querySelector('iframe')?.contentDocument"
READY = f"!!({INNER}?.querySelector('.answer dd') && {INNER}.querySelector('canvas'))"


def picture(page, name):
    if PICTURES:
        page.picture(PICTURES / f"{name}.png")


def served(browser, root, width, height, scheme):
    page = chromium.Page(browser, Served(f"{root}/manual/shapes.html"), width, height, scheme)
    many = page.run("document.querySelectorAll('figure.live').length")
    assert many >= 12, many
    page.run(f"{FRAME}.scrollIntoView()")
    page.wait(READY)
    page.run("new Promise(done => setTimeout(done, 500))")
    page.run(f"{FRAME}.scrollIntoView()")
    picture(page, f"served-{width}")
    frames, images = (page.run(f"document.querySelectorAll('figure.live {tag}').length") for tag in ("iframe", "img"))
    assert 1 <= frames <= 6 and frames + images == many, (frames, images, many)
    assert page.run(f"{FRAME}.querySelector('iframe').title").startswith("Live figure: "), "a frame without a title"
    assert page.run(f"{FRAME}.querySelector('iframe').loading") == "lazy"
    seen = page.run(f"['header', 'h1', '.lead', '.code', '.text', '.buttons', '.stage', '.answer'].map(s => {INNER}.querySelector(s).getBoundingClientRect().height > 0)")
    assert seen == [False] * 6 + [True] * 2, seen
    assert page.run(f"{INNER}.documentElement.scrollWidth <= {FRAME}.clientWidth"), "the figure is wider than its place"
    assert page.run("document.documentElement.scrollWidth") == width, "the page is wider than the screen"
    high, frame = page.run(f"[{INNER}.querySelector('main').getBoundingClientRect().height, {FRAME}.querySelector('iframe').getBoundingClientRect().height]")
    assert abs(high - frame) <= 4 and 250 < frame < 1000, (high, frame)
    # moved by the keyboard, out of sight, and back
    before = page.run(f"{INNER}.querySelector('.answer').textContent")
    page.run(f"{INNER}.querySelector('.handle').dispatchEvent(new KeyboardEvent('keydown', {{key: 'ArrowRight', bubbles: true}}))")
    page.wait(f"{INNER}.querySelector('.answer').textContent !== {before!r} && {INNER}.location.hash.includes('p=')")
    address, after = page.run(f"[{INNER}.location.hash, {INNER}.querySelector('.answer').textContent]")
    page.run("scrollTo(0, 0)")
    page.wait(f"!{FRAME}.querySelector('iframe')")
    page.run(f"{FRAME}.scrollIntoView()")
    page.wait(READY)
    assert page.run(f"[{INNER}.location.hash, {INNER}.querySelector('.answer').textContent]") == [address, after], address
    page.run(f"{FRAME}.querySelector('figcaption a').addEventListener('click', event => event.preventDefault())")
    page.run(f"{FRAME}.querySelector('figcaption a').click()")
    assert page.run(f"{FRAME}.querySelector('figcaption a').hash") == address
    found = [c for c in page.complaints() if not str(c).startswith(f"a request: {root}/")]
    assert not found, found
    page.run("localStorage.clear()")  # the colours of the next one are its own
    browser.call("Target.closeTarget", targetId=page.target)


def pictures_alone(browser, page, links):
    page.run("document.querySelectorAll('figure.live img').forEach(i => { i.loading = 'eager'; })")
    page.wait("[...document.querySelectorAll('figure.live img')].every(i => i.complete)")
    facts = page.run("[...document.querySelectorAll('figure.live')].map(f => [f.querySelector('img').naturalWidth, f.querySelector('img').alt !== '', f.querySelectorAll('iframe').length, "
                     "f.querySelector('figcaption a')?.href.startsWith('http://localhost:8080/#') ?? false])")
    assert len(facts) >= 12 and all(fact == [752, True, 0, links] for fact in facts), facts
    browser.call("Target.closeTarget", targetId=page.target)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(SITE)))
threading.Thread(target=server.serve_forever, daemon=True).start()
with chromium.Browser() as browser:
    for width, height, scheme in ((1360, 900, "light"), (390, 844, "dark")):
        served(browser, f"http://127.0.0.1:{server.server_port}", width, height, scheme)
    page = browser.open(SITE / "manual/shapes.html", 1360, 900)
    page.run(f"{FRAME}.scrollIntoView()")
    picture(page, "disk")
    outside = [c for c in page.complaints() if not str(c).startswith("a request: file://")]
    assert not outside, outside
    pictures_alone(browser, page, True)
    page = chromium.Page(browser, Served("about:blank"), 1360, 900, "light")
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    page.call("Page.navigate", url=f"http://127.0.0.1:{server.server_port}/manual/shapes.html")
    page.wait("document.readyState === 'complete' && document.querySelectorAll('figure.live').length > 0")
    pictures_alone(browser, page, False)
server.shutdown()
print("served, from disk and without JavaScript: as they should be")
