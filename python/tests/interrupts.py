"""Ctrl-C in a process that asks."""

import signal
import subprocess
import sys
import threading
import time


# where a shell has started the tests in the background, SIGINT is ignored, by Python too
HEED = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"


def _start(code):
    return subprocess.Popen([sys.executable, "-c", HEED + code], stdout=subprocess.PIPE, text=True)


def interrupt(code, seconds):
    """Runs code, which prints "begun" and exits with 7 on KeyboardInterrupt; interrupts it so long after it has begun."""
    child = _start(code)
    assert child.stdout is not None and child.stdout.readline() == "begun\n"
    time.sleep(seconds)
    child.send_signal(signal.SIGINT)
    status = child.wait(timeout=30)
    assert status == 7, f"exit status {status}"
    child.stdout.close()


LOOP = """
for make, ask in {pairs!r}:
    exec(make)
    print("begun", flush=True)
    try:
        exec(compile(ask, "ask", "exec"))  # of a text CPython remembers the interrupt, and ends with it
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    else:
        print("finished", flush=True)
"""


def interrupt_each(imports, calls, seconds):
    """Runs calls one after the other in one process, each after what it needs was made, and interrupts each so long after it has begun. Returns
    what became of each: "interrupted", or "finished" where it came too late or did not end the call."""
    child = _start(imports + LOOP.format(pairs=list(calls.values())))
    out = {}
    hangs = threading.Timer(120, child.kill)
    hangs.start()
    with child:
        for name in calls:
            assert child.stdout.readline() == "begun\n", name
            time.sleep(seconds)
            child.send_signal(signal.SIGINT)
            out[name] = child.stdout.readline().strip()
    hangs.cancel()
    assert child.returncode == 0
    return out
