"""Drives Debian's chromium without a window, over the pipe of its DevTools protocol: no package is needed beside the browser."""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

FLAGS = ["--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--remote-debugging-pipe",
         "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions", "--disable-background-networking", "--disable-component-update",
         "--hide-scrollbars", "--force-device-scale-factor=1"]
SECONDS = 60


def find():
    """The browser's path; an error that says what to install where there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    raise SystemExit("chromium is missing: sudo apt-get install chromium")


class Browser:
    def __init__(self, *flags):
        self.folder = tempfile.mkdtemp(prefix="carom-chromium-")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        def on_3_and_4():
            low, high = os.dup(to_browser), os.dup(from_browser)
            os.dup2(low, 3)
            os.dup2(high, 4)

        self.process = subprocess.Popen([find(), *FLAGS, *flags, "--user-data-dir=" + self.folder, "about:blank"], preexec_fn=on_3_and_4,
                                        close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env={**os.environ, "HOME": self.folder})
        os.close(to_browser)
        os.close(from_browser)
        os.set_blocking(self.read_end, False)
        self.buffer, self.number, self.events = b"", 0, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.write_end)
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.read_end)
        shutil.rmtree(self.folder, ignore_errors=True)

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            assert time.monotonic() < deadline, "the browser does not answer"
            assert self.process.poll() is None, "the browser has ended"
            try:
                self.buffer += os.read(self.read_end, 1 << 20)
            except BlockingIOError:
                time.sleep(0.002)
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.write_end, data):]
        deadline = time.monotonic() + SECONDS
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]
            self.events.append(answer)

    def open(self, path, width=1280, height=800, scheme="light"):
        return Page(self, pathlib.Path(path), width, height, scheme)


class Page:
    """A file that is open in a window of its own. `complaints()`: errors of its scripts, its console and its requests."""

    def __init__(self, browser, path, width, height, scheme):
        self.browser = browser
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme},
                                                          {"name": "prefers-reduced-motion", "value": "reduce"}])
        self.url = path.resolve().as_uri()
        self.call("Page.navigate", url=self.url)
        self.wait("document.readyState === 'complete'")
        # what is clicked before the first picture is not found
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def run(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, (expression, answer["exceptionDetails"])
        return answer["result"].get("value")

    def wait(self, expression):
        deadline = time.monotonic() + SECONDS
        while not self.run(expression):
            assert time.monotonic() < deadline, expression
            time.sleep(0.02)

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", buttons=0, clickCount=1)

    def drag(self, start, end, button="left"):
        held = {"left": 1, "right": 2}[button]
        self.mouse("mousePressed", *start, button=button, buttons=held, clickCount=1)
        for k in range(1, 5):
            self.mouse("mouseMoved", *(a + (b - a) * k / 4 for a, b in zip(start, end)), button=button, buttons=held)
        self.mouse("mouseReleased", *end, button=button, buttons=0, clickCount=1)

    def touch(self, kind, *points):
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)])

    def key(self, key, **more):
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, **more)

    def middle_of(self, selector):
        return self.run(f"(() => {{ const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                        " return [r.x + r.width / 2, r.y + r.height / 2]; })()")

    def picture(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def complaints(self):
        self.run("0")
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            method, params = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                found.append(params["exceptionDetails"])
            if method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
                found.append(params["args"])
            if method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
                found.append(params["entry"])
            if method == "Network.requestWillBeSent" and params["request"]["url"] != self.url and \
                    not params["request"]["url"].startswith(("data:", "blob:", "about:")):
                found.append("a request: " + params["request"]["url"])
        return found


def main():
    """chromium.py PAGE PICTURE [SCRIPT]: a picture of a page, after a script in it."""
    with Browser() as browser:
        page = browser.open(sys.argv[1], 1280, 760)
        if len(sys.argv) > 3:
            page.run(sys.argv[3])
        page.picture(sys.argv[2])


if __name__ == "__main__":
    main()
