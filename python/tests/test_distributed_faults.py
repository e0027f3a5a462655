"""What goes wrong on a cluster: nothing is lost, nothing is there twice, and the table is the same. Real clusters of processes.

They depend on what happens when, on how fast the machine is: ``make python-distributed`` runs them.
"""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import carom
import clash_parts

distributed = pytest.importorskip("distributed")
pytest.importorskip("pyarrow")
import carom.distributed as cd  # noqa: E402
from carom.distributed import _store  # noqa: E402

dask = pytest.importorskip("dask")
SLOW = {"seconds": 0.05}
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    """Parts whose clash takes some seconds, and the table of one machine."""
    folder = clash_parts.balls(tmp_path_factory.mktemp("faults") / "parts", 80)
    return folder, cd.clash(folder, out=folder.parent / "right").table.read_bytes()


def cluster(workers=2, **options):
    dask.config.set({"distributed.scheduler.allowed-failures": options.pop("failures", 3), "distributed.comm.timeouts.connect": "120s",
                     "distributed.comm.timeouts.tcp": "120s"})  # a busy machine takes long to start a process
    return distributed.LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50,
                                    **{"memory_limit": 0, **options})


def when_found(out, act, files=3):
    """Calls act in a thread as soon as so many files of verdicts are there."""
    called = threading.Event()

    def watch():
        while len(_store.written_ranges(out / "found")) < files:
            time.sleep(0.005)
        called.set()
        act()

    threading.Thread(target=watch, daemon=True).start()
    return called


def check(report, table):
    """The table, and every pair in it once."""
    assert report.table.read_bytes() == table
    rows = report.to_arrow()
    assert rows.group_by(["a", "b"]).aggregate([]).num_rows == rows.num_rows > 100
    assert not list(report.path.rglob("*.unfinished"))


def test_workers_killed_in_the_middle(parts, tmp_path):
    folder, table = parts
    with cluster() as machines, distributed.Client(machines) as client:
        pids = list(client.run(os.getpid).values())
        called = when_found(tmp_path / "run", lambda: [os.kill(pid, signal.SIGKILL) for pid in pids])
        check(cd.clash(folder, client, out=tmp_path / "run", **SLOW), table)
        assert called.is_set() and set(pids).isdisjoint(client.run(os.getpid).values())


DRIVER = """
import sys, carom.distributed as cd
cd.clash(sys.argv[1], sys.argv[2], out=sys.argv[3], seconds=0.05)
"""


def test_the_driver_killed_and_the_client_lost(parts, tmp_path):
    folder, table = parts
    out = tmp_path / "run"
    with cluster() as machines:
        driver = subprocess.Popen([sys.executable, "-c", DRIVER, str(folder), machines.scheduler_address, str(out)])
        killed = when_found(out, driver.kill)
        assert driver.wait() == -signal.SIGKILL and killed.is_set()
        done = {path: path.stat().st_mtime_ns for path in (out / "found").glob("*.parquet")}
        assert done and not (out / "report.json").exists()

        client = distributed.Client(machines)
        closed = when_found(out, client.close, files=len(done) + 4)
        with pytest.raises(ConnectionError, match="call again with another client"):
            cd.clash(folder, client, out=out, **SLOW)
        assert closed.is_set() and not (out / "report.json").exists()

        with distributed.Client(machines) as client:
            check(cd.clash(folder, client, out=out, **SLOW), table)
    assert all(path.stat().st_mtime_ns == when for path, when in done.items()), "what was done before was not done again"


def fill_disk_after(writes):
    """In a worker: as if a quota were full after so many files."""
    import errno

    from carom.distributed import _store

    real, left = _store.write_whole, [writes]

    def full(path, write):
        left[0] -= 1
        if left[0] < 0:
            def cut(name):
                pathlib.Path(name).write_bytes(b"half of a")
                raise OSError(errno.ENOSPC, "No space left on device", name)
            real(path, cut)
        real(path, write)

    full.real = real
    _store.write_whole = full


def make_room():
    from carom.distributed import _store
    _store.write_whole = _store.write_whole.real


def test_a_full_disk(parts, tmp_path):
    folder, table = parts
    out, troubles, report = tmp_path / "run", [], None
    with cluster() as machines, distributed.Client(machines) as client:
        for writes in 20 * [5] + 60 * [2]:  # a little room each time, which is not enough but for the last
            client.run(fill_disk_after, writes)
            try:
                report = cd.clash(folder, client, out=out, **SLOW)
            except OSError as error:
                troubles.append(str(error))
            client.run(make_room)
            if report:
                break
        check(report, table)
    assert all("No space left" in trouble and trouble.endswith("make room and call again to go on") for trouble in troubles)
    assert any("meshes are done" in trouble for trouble in troubles) and any("pairs are done" in trouble for trouble in troubles)


def limit_memory(more):
    """In a worker: no more memory than now and so much."""
    import resource
    limit = int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def big_part(path, triangles):
    """An STL file that takes much more memory to read than the others."""
    records = np.zeros(triangles, np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")]))
    records["corners"] = np.random.default_rng(1).random((triangles, 3, 3)) + 1000
    path.write_bytes(bytes(80) + np.uint32(triangles).tobytes() + records.tobytes())


def test_memory_runs_out(parts, tmp_path):
    folder, table = parts
    big_part(folder / "zz-big.stl", 2_000_000)
    try:
        with cluster() as machines, distributed.Client(machines) as client:
            client.run(limit_memory, 250_000_000)
            report = cd.clash(folder, client, out=tmp_path / "run", threads=1, cache_bytes=2**24, **SLOW)
            assert [(row["name"], row["error"]) for row in report.errors] == [("zz-big.stl", "memory ran out")]
            check(report, table)
    finally:
        (folder / "zz-big.stl").unlink()


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def deadly_pair():
    """In a worker: a pair of parts 3 and 4 ends the process."""
    from carom.distributed import _judge

    real = _judge.judge

    def judge(parts, pairs, *rest):
        if ((pairs == (3, 4)).all(axis=1)).any():
            die()
        return real(parts, pairs, *rest)

    _judge.judge = judge


class Deadly(distributed.WorkerPlugin):
    def setup(self, worker):
        deadly_pair()


def test_a_pair_that_no_worker_survives_is_undecided(parts, tmp_path):
    folder, _ = parts
    right = {(row["a"], row["b"]): row for row in cd.clash(folder, out=folder.parent / "right").to_arrow().to_pylist()}
    assert (3, 4) in right
    with cluster(failures=0) as machines, distributed.Client(machines) as client:
        client.register_plugin(Deadly())
        report = cd.clash(folder, client, out=tmp_path / "run")
    found = {(row["a"], row["b"]): row for row in report.to_arrow().to_pylist()}
    assert found.keys() == right.keys() and report.counts["undecided"] == 1
    assert found[3, 4]["verdict"] == "undecided" and "every worker that tried it died" in found[3, 4]["note"]
    assert all(found[key] == {**row, "note": ""} for key, row in right.items() if key != (3, 4))


def test_a_part_too_large_for_the_memory_of_a_worker(parts, tmp_path):
    """Dask's nannies end workers that go beyond their limit."""
    folder, table = parts
    big_part(folder / "zz-big.stl", 6_000_000)
    try:
        with cluster(failures=0, memory_limit="700MB") as machines, distributed.Client(machines) as client:
            report = cd.clash(folder, client, out=tmp_path / "run", **SLOW)
            assert [row["name"] for row in report.errors] == ["zz-big.stl"]
            assert "died" in report.errors[0]["error"] or "memory" in report.errors[0]["error"]
            check(report, table)
    finally:
        (folder / "zz-big.stl").unlink()


def test_a_file_system_that_is_too_small(parts, tmp_path):
    folder, table = parts
    small = tmp_path / "small"
    small.mkdir()
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "carom-test", small], capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        with cluster() as machines, distributed.Client(machines) as client:
            with pytest.raises(OSError, match="make room and call again"):
                cd.clash(folder, client, out=small / "run", **SLOW)
            subprocess.run(["mount", "-o", "remount,size=200m", small], check=True)
            check(cd.clash(folder, client, out=small / "run", **SLOW), table)
    finally:
        subprocess.run(["umount", small], check=True)


def test_one_corrupt_part_among_ten_thousand(tmp_path):
    folder = tmp_path / "parts"
    folder.mkdir()
    for i in range(10_000):
        low = np.array([i % 100, i // 100, 0.0]) * 1.25
        carom.box_mesh(low, low + [1.5 if i % 2 else 1, 1, 1]).save(folder / f"{i:05d}.mesh")
    torn = folder / "07777.mesh"
    torn.write_bytes(torn.read_bytes()[:100])
    with cluster() as machines, distributed.Client(machines) as client:
        report = cd.clash(folder, client)
    assert [row["name"] for row in report.errors] == ["07777.mesh"] and report.info["parts"] == 10_000
    rows = report.to_arrow()
    want = {(i, i + 1) for i in range(10_000) if i % 2 and (i + 1) % 100 and 7777 not in (i, i + 1)}
    assert set(zip(rows["a"].to_pylist(), rows["b"].to_pylist())) == want and report.counts["hard"] == len(want)
