#!/usr/bin/python3
"""Pictures of the gallery's stages, in Debian's chromium, and a list of its pages with the functions that they are about: for the manual, which shows the pages live.
usage: figures.py SITE FOLDER"""
import base64
import functools
import http.server
import json
import pathlib
import sys
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import chromium  # noqa: E402
from package import Quiet, Served  # noqa: E402


def main():
    site, out = (pathlib.Path(arg).resolve() for arg in sys.argv[1:3])
    out.mkdir(parents=True, exist_ok=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    pages = []
    with chromium.Browser() as browser:
        page = chromium.Page(browser, Served(f"http://127.0.0.1:{server.server_port}/index.html?embed"), 760, 720, "light")
        page.wait("document.querySelectorAll('.cards a').length > 0")
        for identity in page.run("[...document.querySelectorAll('.cards a')].map(a => a.hash.slice(1))"):
            page.run(f"location.hash = '{identity}'")
            page.wait(f"window.gallery?.shown?.page.id === '{identity}' && document.querySelectorAll('dl.answer dt').length > 0")
            # twice: what is drawn, and lines whose widths need the size of the stage
            page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            about = page.run("(({id, title, question, declares, document}) => ({id, title, question, declares, document: !!document}))(gallery.shown.page)")
            if about.pop("document"):
                continue
            x, y, width, height = page.run("(() => { const r = document.querySelector('.stage').getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()")
            shot = page.call("Page.captureScreenshot", format="png", clip={"x": x, "y": y, "width": width, "height": height, "scale": 1})
            (out / f"{identity}.png").write_bytes(base64.b64decode(shot["data"]))
            pages.append(about)
        asked = [c for c in page.complaints() if not str(c).startswith(f"a request: http://127.0.0.1:{server.server_port}/")]
        assert asked == [], asked
    server.shutdown()
    (out / "pages.json").write_text(json.dumps(pages))
    print(f"# {len(pages)} pictures of the gallery")


main()
