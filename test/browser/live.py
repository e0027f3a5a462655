#!/usr/bin/python3
"""The manual's live figures in Debian's chromium: a click on a picture brings the page of the gallery, with its answer; opened from disk the picture stays, and nothing complains.
usage: live.py SITE [PICTURE]"""
import functools
import http.server
import pathlib
import sys
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import chromium  # noqa: E402
from package import Quiet, Served  # noqa: E402


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with chromium.Browser() as browser:
        page = chromium.Page(browser, Served(f"http://127.0.0.1:{server.server_port}/reference/closest.html"), 1280, 860, "light")
        titles = page.run("[...document.querySelectorAll('figure.live')].map(f => f.dataset.title)")
        assert "The closest point of a triangle" in titles, titles
        assert page.run("[...document.querySelectorAll('figure.live img')].every(i => (i.loading = 'eager', i.decode().then(() => i.naturalWidth > 300)))")
        page.run("document.querySelector('figure.live a').click()")
        inner = "document.querySelector('figure.live iframe')?.contentWindow"
        page.wait(f"{inner}?.gallery?.shown && {inner}.document.querySelectorAll('dl.answer dt').length > 0")
        assert page.run(f"{inner}.document.querySelector('header').checkVisibility()") is False
        if sys.argv[2:]:
            page.run("document.querySelector('figure.live').scrollIntoView()")
            page.picture(sys.argv[2])
        own = [c for c in page.complaints() if not str(c).startswith(f"a request: http://127.0.0.1:{server.server_port}/")]
        assert own == [], own
        disk = browser.open(site / "reference/closest.html", 1280, 860)
        assert disk.run("document.querySelectorAll('figure.live img').length") == len(titles) and disk.run("document.querySelectorAll('figure.live a').length") == 0
    server.shutdown()
    print(f"# a figure of {len(titles)} of a page comes alive")


main()
