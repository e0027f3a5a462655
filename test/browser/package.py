#!/usr/bin/python3
"""The npm package in Debian's chromium: it loads over HTTP in a page and in a worker, and all answers are those of node, bit for bit.
usage: package.py PACKAGE (its folder, with answers.mjs in it)"""
import functools
import http.server
import json
import pathlib
import subprocess
import sys
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import chromium  # noqa: E402

PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>carom</title><script type="module">
import load from "./carom.js";
import answers from "./answers.mjs";
window.found = [await answers(load)];
const worker = new Worker("./worker.mjs", {type: "module"});
worker.onmessage = (e) => window.found.push(e.data);
</script>"""
WORKER = """import load from "./carom.js";
import answers from "./answers.mjs";
postMessage(await answers(load));"""
NODE = """import load from "./carom.js";
import answers from "./answers.mjs";
console.log(JSON.stringify(await answers(load)));"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, *_):
        pass


class Served:
    """An address in place of a file, for chromium.Browser.open."""

    def __init__(self, url):
        self.url = url

    def resolve(self):
        return self

    def as_uri(self):
        return self.url


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    for name, text in (("test.html", PAGE), ("worker.mjs", WORKER), ("node.mjs", NODE)):
        (folder / name).write_text(text)
    try:
        node = json.loads(subprocess.run(["node", "node.mjs"], cwd=folder, check=True, capture_output=True, timeout=300).stdout)
        assert len(node) == 4 and node[:2] == node[2:] and node[0] != node[1], node
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with chromium.Browser() as browser:
            page = chromium.Page(browser, Served(f"http://127.0.0.1:{server.server_port}/test.html"), 800, 600, "light")
            page.wait("window.found?.length === 2")
            assert page.run("window.found") == [node, node], (node, page.run("window.found"))
            strange = [c for c in page.complaints() if not str(c).startswith("a request: http://127.0.0.1")]
            assert strange == [], strange
        server.shutdown()
    finally:
        for name in ("test.html", "worker.mjs", "node.mjs"):
            (folder / name).unlink()
    print("# chromium's page and worker answer as node does:", " ".join(f"{n:08x}" for n in node))


if __name__ == "__main__":
    main()
