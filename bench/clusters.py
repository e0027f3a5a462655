#!/usr/bin/env python3
"""Measures carom.distributed on this machine, for bench/results/distributed.md.

    bench/clusters.py tasks            what a task costs the scheduler, and what goes over the wire
    bench/clusters.py boxes COUNT...   all pairs of so many boxes
    bench/clusters.py city WORKERS PARTS...  the city of bench/city.py, with 4 GB for all workers; --keep FOLDER keeps runs there

Times on a machine that others use, too, say little; processor seconds of the workers say more, and both are printed."""
import os
import pathlib
import pickle
import resource
import sys
import tempfile
import threading
import time

import numpy as np

MEMORY = 4_000_000_000


def nothing(*_):
    return {"seconds": 0.0}


def cluster(workers):
    import distributed

    return distributed.LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0", memory_limit=MEMORY // workers)


def tasks():
    """Empty tasks, as many under way as a run has."""
    import distributed

    from carom.distributed._judge import judge_pairs
    from carom.distributed._tasks import guarded

    told = (judge_pairs, 1, "/shared/project/city.clash", 0, 0, 1_000_000, 1_000_900, {"clearance": 0.0, "tolerance": 0.0, "cache_bytes": None})
    answer = {"verdicts": [0] * 6, "mapped": 12, "seconds": 1.0}
    print(f"a task's call {len(pickle.dumps((guarded, told)))} bytes, its answer {len(pickle.dumps(answer))} bytes")
    for workers in (1, 2):
        with cluster(workers) as machines, distributed.Client(machines) as client:
            client.gather(client.map(nothing, range(200), pure=False))
            meter = Meter(client)
            before, start, used = meter.processor(), time.perf_counter(), time.process_time()
            client.gather(client.map(nothing, range(3000), pure=False))
            wall, used = time.perf_counter() - start, time.process_time() - used
            print(f"{workers} workers: 3000 empty tasks in {wall:.2f} s; of a processor {1e6 * used / 3000:.0f} us a task in driver and scheduler, "
                  f"{1e6 * (meter.processor() - before) / 3000:.0f} us in the workers", flush=True)


def boxes(counts):
    """Cubes at random that overlap ten others each in the mean."""
    from carom.distributed import _boxes

    for count in counts:
        generator = np.random.default_rng(1)
        low = generator.random((count, 3)) * (count * 8 / 10) ** (1 / 3)
        start, used = time.perf_counter(), time.process_time()
        pairs = _boxes.box_pairs(low, low + 1)
        print(f"{count} boxes: {len(pairs)} pairs in {time.perf_counter() - start:.2f} s, {time.process_time() - used:.2f} s of processor, "
              f"peak of the process {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB", flush=True)


class Meter(threading.Thread):
    """Memory and processor time of workers, sampled; those that die keep what they had."""

    def __init__(self, client):
        super().__init__(daemon=True)
        import psutil

        self.processes = [psutil.Process(pid) for pid in client.run(os.getpid).values()]
        self.peak, self.own, self.used, self.on = 0, 0, {}, True
        self.error = psutil.Error

    def processor(self):
        return sum(sum(process.cpu_times()[:2]) for process in self.processes)

    def run(self):
        while self.on:
            total = own = 0
            for process in self.processes:
                try:
                    info, times = process.memory_full_info(), process.cpu_times()
                except self.error:
                    continue
                total += info.rss
                own += info.uss
                self.used[process.pid] = times.user + times.system
            self.peak, self.own = max(self.peak, total), max(self.own, own)
            time.sleep(0.25)


def city(workers, counts, keep=None):
    """A city of each size, once."""
    import distributed

    import carom.distributed as cd

    print("| parts | triangles | workers | pairs of boxes | hard | nested | same | touching | tasks | meshes mapped | seconds: read | boxes | pairs | table | all | processor s of workers | us a pair | peak of workers, GB | of it their own | peak of the driver, GB |")
    print("|" + "---|" * 20)
    for count in counts:
        folder = pathlib.Path(keep or tempfile.mkdtemp())
        path = folder / f"city-{count}.glb"
        sys.path.insert(0, str(pathlib.Path(__file__).parent))
        import city as writer

        if not path.exists():
            writer.write(path, count)
        triangles = count * 2 * writer.COLUMNS * writer.ROWS
        with cluster(workers) as machines, distributed.Client(machines) as client:
            client.run(__import__, "carom.distributed")
            meter = Meter(client)
            before = meter.processor()
            meter.start()
            start = time.perf_counter()
            report = cd.clash(path, client, out=folder / f"city-{count}-{workers}.clash", restart=True)
            wall = time.perf_counter() - start
            meter.on = False
            meter.join()
        used = sum(meter.used.values()) - before
        info, seconds = report.info, report.info["seconds"]
        cells = [f"{count:,}", f"{triangles:,}", workers, f"{info['pairs']:,}", *(f"{report.counts[v]:,}" for v in ("hard", "nested", "same", "touching")), info["tasks"],
                 info["meshes_mapped"], f"{seconds['read']:.1f}", f"{seconds['manifest'] + seconds['boxes']:.1f}", f"{seconds['pairs']:.1f}", f"{seconds['table']:.1f}",
                 f"{wall:.1f}", f"{used:.1f}", f"{1e6 * used / max(1, info['pairs']):.0f}", f"{meter.peak / 1e9:.2f}", f"{meter.own / 1e9:.2f}",
                 f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f}"]
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)


if __name__ == "__main__":
    what, rest = sys.argv[1] if len(sys.argv) > 1 else "", sys.argv[2:]
    kept = rest[rest.index("--keep") + 1] if "--keep" in rest else None
    numbers = [int(n) for n in rest if n.isdigit()]
    if what == "tasks":
        tasks()
    elif what == "boxes" and numbers:
        boxes(numbers)
    elif what == "city" and len(numbers) > 1:
        city(numbers[0], numbers[1:], kept)
    else:
        sys.exit(__doc__)
