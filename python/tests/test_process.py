"""Threads, signals, forks, and what goes with the package: doctests and types."""

import doctest
import importlib
import os
import pathlib
import pkgutil
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import carom
from interrupts import interrupt_each

VERTICES = np.eye(3)
MESH = carom.Mesh(VERTICES, [[0, 1, 2]])
MODULES = [module.name for module in pkgutil.walk_packages(carom.__path__, "carom.") if not module.name.startswith("carom._carom")]


@pytest.mark.parametrize("name", MODULES)
def test_doctests(name):
    pytest.importorskip(name)
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_most_functions_show_an_example():
    found = doctest.DocTestFinder(exclude_empty=False).find(carom.Mesh, "Mesh")
    assert sum(bool(test.examples) for test in found) >= 20


def test_types():
    pytest.importorskip("mypy")
    package = pathlib.Path(carom.__file__).parent
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "-p", "carom"], cwd=package.parent.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def rays(count):
    generator = np.random.default_rng(1)
    return generator.normal(size=(count, 3)), generator.normal(size=(count, 3))


def test_batches_let_go_of_the_gil():
    origins, directions = rays(1_000_000)
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.0005)

    other = threading.Thread(target=tick)
    other.start()
    start = time.perf_counter()
    MESH.raycast(origins, directions)
    end = time.perf_counter()
    done.set()
    other.join()
    assert sum(start < tick < end for tick in ticks) >= 3


def test_threads_may_ask_and_refit_one_mesh():
    mesh = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
    points = np.random.default_rng(2).normal(size=(3000, 3))
    failures = []

    def ask():
        for _ in range(30):
            mesh.contains(points)
            mesh.signed_distance(points)

    def move():
        for i in range(60):
            mesh.refit(carom.box_mesh([0.0, 0, 0], [1.0, 1, 1 + i % 2]).vertices)

    def guarded(work):
        try:
            work()
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    workers = [threading.Thread(target=guarded, args=(work,)) for work in (ask, ask, move)]
    for worker in workers:
        worker.start()
    for _ in range(20):
        carom.set_threads(1 + _ % 3)
    for worker in workers:
        worker.join()
    carom.set_threads(2)
    assert not failures


#: What a call needs, and the call, which takes many seconds.
LONG = {
    "a batch": ("points = generator.normal(size=(1_000_000, 3))", "mesh.winding_number(points)"),
    "a grid": ("", "mesh.sdf_grid(cell=0.02, method='winding')"),
    "a scene's pairs": ("scene = carom.Scene([mesh], np.tile([0.0, 0, 0, 0, 0, 0, 1], (3000, 1)))", "scene.pairs()"),
    "pairs of boxes": ("space = carom.Space('brute', *boxes(200_000))", "space.pairs()"),
    "pairs of two spaces": ("other = carom.Space('brute', *boxes(150_000))", "space.pairs(other)"),
    "pairs of faces": ("", "soup.self_intersections()"),
    "faces of two meshes": ("", "soup.touching(soup, [0.5, 0, 0, 0, 0, 0, 1])"),
    # what follows goes on unseen when it is interrupted, and takes processors from what comes after it
    "a relation": ("nest = carom.Mesh(generator.normal(size=(60_000, 3)), closed)", "nest.solid_relation(nest, [0.25, 0, 0, 0, 0, 0, 1])"),
    "a compound": ("many = carom.Box(*boxes(800_000))", "carom.Compound(many)"),
    "a space": ("many = boxes(1_500_000)", "carom.Space('bvh_sah', *many)"),
    "a scene": ("scales = generator.uniform(1, 2, (3000, 3))", "carom.Scene([mesh], np.tile([0.0, 0, 0, 0, 0, 0, 1], (3000, 1)), scales=scales)"),
    "a mesh": ("corners, faces = generator.normal(size=(3_000_000, 3)), np.arange(3_000_000).reshape(-1, 3)", "carom.Mesh(corners, faces, build='split')"),
}
IMPORTS = """
import numpy as np, carom
carom.set_threads(2)
generator = np.random.default_rng(1)
mesh = carom.Mesh(generator.normal(size=(3000, 3)), np.arange(3000).reshape(-1, 3))
soup = carom.Mesh(generator.normal(size=(90_000, 3)), np.arange(90_000).reshape(-1, 3))
closed = np.arange(60_000).reshape(-1, 4)[:, [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]].reshape(-1, 3)

def boxes(count):
    low = generator.random((count, 3)) * 100
    return low, low + 0.01
"""


def test_interrupts():
    assert interrupt_each(IMPORTS, LONG, 0.1) == dict.fromkeys(LONG, "interrupted")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_child_has_threads_of_its_own():
    origins, directions = rays(100_000)
    want = MESH.raycast(origins, directions).hit.sum()
    child = os.fork()
    if child == 0:
        os._exit(0 if MESH.raycast(origins, directions).hit.sum() == want else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_info():
    info = carom.info()
    assert info["version"] == carom.__version__ and info["instructions"] in ("AVX-512", "AVX2", "SSE2", "NEON", "scalar") and info["threads"] >= 1
