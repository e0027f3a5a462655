"""Ranges of items through a cluster: tasks of about a second, as many under way as the workers can take, and what to do when one fails.

The driver keeps nothing that it cannot find again in the run's folder. A range whose worker died, or whose memory ran out, is cut in
eight and tried again, down to one item, which is tried alone, with nothing else under way; what fails even so is given up with a reason.
"""

from __future__ import annotations

import bisect
import collections
import errno
import pathlib
import sys
import time
import uuid
from typing import Any, Callable, TextIO

from . import _store
from ._needs import need
from ._tasks import guarded

#: A task is to last so long; more where a scheduler would have to start more than TASKS_A_SECOND (bench/results/distributed.md).
SECONDS = 1.0
TASKS_A_SECOND = 100.0
#: Without a worker for so long a run ends; what is done stays done.
PATIENCE = 300.0
_PIECES = 8


class Progress:
    """One line on a terminal: what, how far, how many workers, how long still."""

    def __init__(self, shown: bool | None, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stderr
        self.shown = self.stream.isatty() if shown is None else shown
        self._next = 0.0
        self._width = 0

    def show(self, text: str, last: bool = False) -> None:
        """Writes the line over the one before, ten times a second at most."""
        now = time.monotonic()
        if not self.shown or (now < self._next and not last):
            return
        self._next = now + 0.1
        self.stream.write("\r" + text.ljust(self._width) + ("\n" if last else ""))
        self.stream.flush()
        self._width = 0 if last else len(text)


class Stage:
    """A step of a run: ``count`` items, the task of a range, and what becomes of an item that every worker fails at."""

    def __init__(self, name: str, folder: pathlib.Path, count: int, task: Callable[..., dict[str, Any]],
                 arguments: Callable[[int, int], tuple[Any, ...]], give_up: Callable[[int, str], None], most: int) -> None:
        self.name, self.folder, self.count = name, folder, count
        self.task, self.arguments, self.give_up = task, arguments, give_up
        self.most = most  #: items of a task at most
        self.ends: list[int] = []  #: ends of segments, ascending, which no range crosses


class Runner:
    """Runs stages on a client."""

    def __init__(self, client: Any, out: pathlib.Path, threads: int, progress: Progress, seconds: float | None) -> None:
        self.client, self.out, self.threads, self.progress = client, out, threads, progress
        self.seconds = seconds
        self.distributed = need("distributed")
        self.slots = 0
        self.given_up: list[tuple[str, int, str]] = []
        self.tasks = 0  #: that ended well
        self.task_seconds = 0.0
        self._seen = time.monotonic()
        self._looked = -1e9

    # ------------------------------------------------------------ workers

    def _look(self) -> None:
        """How many tasks the workers can do at a time, looked up every two seconds."""
        now = time.monotonic()
        if now - self._looked < 2.0 and self.slots:
            return
        if self.client.status != "running":
            raise self._gone()
        self._looked = now
        self.slots = sum(self.client.nthreads().values())
        if self.slots:
            self._seen = now
        elif now - self._seen > PATIENCE:
            raise TimeoutError(f"no worker for {PATIENCE:.0f} seconds; what is done is in {self.out}: call again to go on")

    def _gone(self) -> ConnectionError:
        return ConnectionError(f"the scheduler is gone, or the client was closed; what is done is in {self.out}: call again with another client to go on")

    def _target(self) -> float:
        return self.seconds or max(SECONDS, self.slots / TASKS_A_SECOND)

    # ------------------------------------------------------------ one stage

    def run(self, stage: Stage) -> list[dict[str, Any]]:
        """Does what is missing of a stage, and returns what its tasks returned."""
        state = _State(stage, _store.missing(_store.written_ranges(stage.folder), stage.count))
        results: list[dict[str, Any]] = []
        # results come in the background: where they were lost with a worker, the loop below still sees whether any worker is left
        completed = self.distributed.as_completed(with_results=True, raise_errors=False)
        try:
            while state.busy():
                self._look()
                self._submit(state, completed)
                batch = completed.next_batch(block=False) or self._left_behind(state)
                if not batch:
                    time.sleep(0.01)
                for future, value in batch:
                    self._take(state, future, value, results)
                self._show(state)
        except Exception as error:
            self._cancel(state)
            if self.client.status != "running" and not isinstance(error, ConnectionError):
                raise self._gone() from error
            raise
        except BaseException:
            self._cancel(state)
            raise
        self._show(state, last=True)
        return results

    def _submit(self, state: _State, completed: Any) -> None:
        room = 2 * self.slots + 2 - len(state.under_way)
        while room > 0:
            piece = state.next(self._target(), self.slots)
            if piece is None:
                return
            first, last = piece
            stage = state.stage
            key = f"carom-{stage.name}-{first}-{last}-{uuid.uuid4().hex[:8]}"
            future = self.client.submit(guarded, stage.task, self.threads, *stage.arguments(first, last), key=key, pure=False)
            state.under_way[future.key] = (future, first, last)
            completed.add(future)
            room -= 1

    def _left_behind(self, state: _State) -> list[tuple[Any, Any]]:
        """Futures that have failed for two looks without being handed over, as where a result was lost before it came."""
        if self._looked == state.looked:
            return []
        state.looked = self._looked
        failed = {key for key, (future, _, _) in state.under_way.items() if future.status in ("error", "cancelled", "lost")}
        out = [(state.under_way[key][0], None) for key in failed & state.failed]
        state.failed = failed
        return out

    def _take(self, state: _State, future: Any, value: Any, results: list[dict[str, Any]]) -> None:
        first, last = state.under_way.pop(future.key, (None, -1, -1))[1:]
        if first < 0:
            return
        if isinstance(value, dict):
            trouble = value.get("trouble")
            if trouble == "disk":
                raise OSError(errno.ENOSPC, f"{value['message']}: {state.done} of {state.stage.count} {state.stage.name} are done; make room and call again to go on")
            if trouble == "memory":
                self._retry(state, first, last, value["message"])
                return
            state.took(last - first, value["seconds"])
            self.tasks += 1
            self.task_seconds += value["seconds"]
            results.append(value)
        elif future.status == "error":
            error = value[1] if isinstance(value, tuple) else future.exception()
            if not isinstance(error, self.distributed.KilledWorker):
                raise error
            self._retry(state, first, last, "every worker that tried it died: did memory run out?")
        elif self.client.status == "running":
            state.waiting.appendleft((first, last))  # cancelled, as by client.restart()
            state.alone = None
        else:
            raise self._gone()

    def _retry(self, state: _State, first: int, last: int, message: str) -> None:
        if last - first > 1:
            step = -(-(last - first) // _PIECES)
            state.cut.extend((at, min(last, at + step)) for at in range(first, last, step))
        elif (first, last) != state.alone:
            state.suspects.append((first, last))
        else:
            state.stage.give_up(first, message)
            self.given_up.append((state.stage.name, first, message))
            state.done += 1
        if not state.under_way:
            state.alone = None

    def _cancel(self, state: _State) -> None:
        try:
            if self.client.status == "running" and state.under_way:
                self.client.cancel([future for future, _, _ in state.under_way.values()], force=True)
        except Exception:  # noqa: BLE001: the error that ends the run is the one to tell
            pass

    def _show(self, state: _State, last: bool = False) -> None:
        stage, rate = state.stage, state.seconds_each
        left = (stage.count - state.done) * rate / self.slots if self.slots else 0.0
        share = 100 * state.done // stage.count if stage.count else 100
        end = f"{time.monotonic() - state.start:.1f} s" if last else f"{left:.0f} s left" if state.known else ""
        self.progress.show(f"clash: {stage.name} {state.done:,} of {stage.count:,} ({share} %), {self.slots} at a time, {end}".rstrip(", "), last)


class _State:
    """What is to do, what is under way, and how long an item takes."""

    def __init__(self, stage: Stage, gaps: list[_store.Range]) -> None:
        self.stage = stage
        self.waiting = collections.deque(gaps)
        self.cut: collections.deque[_store.Range] = collections.deque()  # pieces of ranges that failed, done as they are
        self.suspects: collections.deque[_store.Range] = collections.deque()
        self.alone: _store.Range | None = None
        self.under_way: dict[str, tuple[Any, int, int]] = {}
        self.done = stage.count - sum(last - first for first, last in gaps)
        self.looked = 0.0
        self.failed: set[str] = set()
        self.seconds_each = 0.0
        self.known = False
        self.start = time.monotonic()

    def busy(self) -> bool:
        """Whether anything is left."""
        return bool(self.waiting or self.cut or self.suspects or self.under_way)

    def took(self, items: int, seconds: float) -> None:
        """Learns from a task."""
        each = max(seconds / items, 1e-7)
        self.seconds_each = 0.7 * self.seconds_each + 0.3 * each if self.known else each
        self.known = True
        self.done += items
        self.alone = None

    def next(self, target: float, slots: int) -> _store.Range | None:
        """The next range to submit. Suspects wait until nothing else is under way, and are alone then."""
        if self.alone is not None:
            return None
        if self.cut:
            return self.cut.popleft()
        if not self.waiting:
            if self.suspects and not self.under_way:
                self.alone = self.suspects.popleft()
                return self.alone
            return None
        first, last = self.waiting.popleft()
        end = self.stage.ends[bisect.bisect_right(self.stage.ends, first)] if self.stage.ends else last
        size = int(target / self.seconds_each) if self.known else 16
        share = -(-(self.stage.count - self.done) // max(1, 3 * slots))  # near the end all workers have something
        size = max(1, min(size, self.stage.most, max(share, 1)))
        stop = min(last, end, first + size)
        if stop < last:
            self.waiting.appendleft((stop, last))
        return first, stop
