"""Ctrl-C in a process that asks."""

import signal
import subprocess
import sys
import time


def interrupt(code: str, seconds: float) -> None:
    """Runs code, which prints "begun" and exits with 7 on KeyboardInterrupt; interrupts it so long after it has begun."""
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert child.stdout is not None and child.stdout.readline() == b"begun\n"
    time.sleep(seconds)
    child.send_signal(signal.SIGINT)
    status = child.wait(timeout=30)
    assert status == 7, f"exit status {status}"
    child.stdout.close()
