#!/usr/bin/python3
"""The rows of the benchmark in one page of Debian's chromium. usage: page.py FILE.stl (binary), in a folder that run.mjs runs in and where the
package lies at package/"""
import functools
import http.server
import pathlib
import shutil
import sys
import threading
import time

sys.dont_write_bytecode = True
here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parents[1] / "test/browser"))
import chromium  # noqa: E402
from package import Quiet, Served  # noqa: E402


def main():
    for name in ("index.html", "rows.mjs"):
        shutil.copy(here / name, name)
    shutil.copy(sys.argv[1], "bunny.stl")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory="."))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    chromium.SECONDS = 1800
    with chromium.Browser() as browser:
        print(browser.call("Browser.getVersion")["product"])
        page = chromium.Page(browser, Served(f"http://127.0.0.1:{server.server_port}/index.html"), 800, 600, "light")
        shown = 0
        while shown < 3:
            found = page.run("window.tables ?? []")
            for table in found[shown:]:
                print("\n" + table, flush=True)
            shown = len(found)
            time.sleep(1)
    server.shutdown()
    for name in ("index.html", "rows.mjs", "bunny.stl"):
        pathlib.Path(name).unlink()


main()
