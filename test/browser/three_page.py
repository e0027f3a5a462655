#!/usr/bin/python3
"""The page that switches between three-mesh-bvh and carom, in Debian's chromium: all three ways give the same hits, in a wide window and on a phone,
light and dark, and the page complains of nothing.
usage: three_page.py FOLDER [PICTURES]: the page with node_modules beside it; a folder for pictures of it"""
import functools
import http.server
import pathlib
import sys
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import chromium  # noqa: E402
from package import Quiet, Served  # noqa: E402

DIFFER = """(() => {
    let most = 0, hit = 0;
    for (let k = 0; k < 3; k++) {
        step(0.7 * k);
        const [a, b, c] = ["carom", "three-mesh-bvh", "three"].map((who) => cast(who).hits);
        a.forEach((x, i) => {
            if (Number.isFinite(x)) hit++;
            for (const y of [b[i], c[i]]) if (x !== y) most = Math.max(most, Math.abs(x - y));
        });
    }
    return [most, hit];
})()"""


def look(browser, url, size, scheme, pictures):
    page = chromium.Page(browser, Served(url + "?still"), *size, scheme)
    page.wait("window.ready === true")
    page.run("document.getElementById('size').value = 0; document.getElementById('size').dispatchEvent(new Event('input'))")
    most, hit = page.run(DIFFER)
    assert hit > 300 and most < 1e-4, (most, hit)
    for who in ("three-mesh-bvh", "three", "carom"):
        page.run(f"document.querySelector('[value=\"{who}\"]').click()")
        page.run("for (let k = 0; k < 3; k++) step(0.3 * k); show()")
        assert page.run("state.who") == who
        assert page.run("document.querySelector('tr.now th').textContent") in (who, "three.js")
    x, y = size[0] * 0.75, size[1] * 0.8
    before = page.run("state.yaw")
    page.drag((x, y), (x + 40, y))
    assert page.run("state.yaw") != before
    page.run("document.getElementById('size').value = 2; document.getElementById('size').dispatchEvent(new Event('input')); for (let k = 0; k < 4; k++) step(0.5); show()")
    assert page.run("document.documentElement.scrollWidth") <= size[0]
    strange = [c for c in page.complaints() if not str(c).startswith("a request: http://127.0.0.1")]
    assert strange == [], strange
    if pictures:
        page.picture(pathlib.Path(pictures) / f"three-{size[0]}-{scheme}.png")


def main():
    folder = str(pathlib.Path(sys.argv[1]).resolve())
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with chromium.Browser() as browser:
        for size, scheme in (((1280, 800), "light"), ((390, 800), "dark")):
            look(browser, f"http://127.0.0.1:{server.server_port}/index.html", size, scheme, sys.argv[2] if len(sys.argv) > 2 else None)
    server.shutdown()
    print("# the page with three-mesh-bvh and carom gives the same hits either way")


main()
