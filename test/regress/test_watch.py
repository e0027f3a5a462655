#!/usr/bin/env python3
"""carom watch: runs again after a file was written, replaced or came back, and not for what the command itself writes; ends by Ctrl-C with
the status of the last run."""
import json
import os
import signal
import subprocess
import time

from clash_common import CAROM, cubes, run_tests

SECONDS = 30


class Watch:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([CAROM, "watch", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.text = b""

    def answers(self, count):
        """The first `count` lines, and that no more come for a while."""
        deadline = time.monotonic() + SECONDS
        quiet = None
        while quiet is None or time.monotonic() < quiet:
            assert time.monotonic() < deadline and self.process.poll() is None, (self.text, self.process.poll())
            self.text += self.process.stdout.read() or b""
            if quiet is None and self.text.count(b"\n") >= count:
                quiet = time.monotonic() + 1.0
            time.sleep(0.02)
        lines = self.text.decode().splitlines()
        assert len(lines) == count, lines
        return [json.loads(line) for line in lines]

    def end(self, expect):
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=SECONDS)
        assert self.process.returncode == expect, (self.process.returncode, errors)
        return errors.decode()


def place(path, x):
    """Two unit cubes, written beside and then put in place, as editors do."""
    other = cubes(path.with_suffix(".new"), [("a", (0, 0, 0), 1), ("b", (x, 0.25, 0.25), 1)])
    os.replace(other, path)
    return path


def test_again_and_again(folder):
    path, page = place(folder / "two.obj", 3), folder / "two.html"
    watch = Watch("clash", path, "--json", "--html", page, "--glb=" + str(folder / "two.glb"))
    assert [a["hard"] for a in watch.answers(1)] == [0] and page.exists()
    place(path, 0.5)
    assert [a["hard"] for a in watch.answers(2)] == [0, 1]
    path.unlink()
    assert len(watch.answers(2)) == 2
    place(path, 3)
    assert [a["hard"] for a in watch.answers(3)] == [0, 1, 0]
    with open(path, "a") as out:  # written bit by bit
        for k in range(3):
            out.write("# more\n")
            out.flush()
    assert [a["hard"] for a in watch.answers(4)] == [0, 1, 0, 0]
    assert watch.end(0).count(f"carom watch: {path} has changed\n") == 3


def test_status(folder):
    """Of the last run; a file that cannot be read is no end."""
    path, rules = place(folder / "two.obj", 0.5), folder / "rules.json"
    rules.write_text('{"rules": []}')
    watch = Watch("clash", path, "--json", "--rules=" + str(rules))
    assert watch.answers(1)[0]["hard"] == 1
    rules.write_text("{nonsense")
    watch.answers(1)
    rules.write_text('{"rules": [], "comment": "again"}')
    assert watch.answers(2)[1]["hard"] == 1
    errors = watch.end(1)
    assert f"{rules} has changed" in errors and "rules.json: line 1" in errors, errors


def test_nothing_to_watch(folder):
    path = place(folder / "two.obj", 3)
    for arguments, told in [(("clash", folder / "missing.obj"), "no file among the arguments"), (("clash",), "no file"),
                            (("watch", "clash", path), "no file"), (("clash", path, "--nonsense"), "--nonsense is not understood"),
                            (("clahs", path), "did you mean clash?"), (("clash", "--html", path), "no file")]:
        done = subprocess.run([CAROM, "watch", *map(str, arguments)], capture_output=True, timeout=SECONDS)
        assert done.returncode == 2 and told in done.stderr.decode(), (arguments, done.returncode, done.stderr)
    done = subprocess.run([CAROM, "watch", "--help"], capture_output=True, timeout=SECONDS)
    assert done.returncode == 0 and done.stdout.startswith(b"usage: carom watch COMMAND")


run_tests(globals())
