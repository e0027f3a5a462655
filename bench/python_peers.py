"""`make bench GROUP=python`: the Python package beside embreex, Open3D, trimesh, python-fcl and coal, each call alternately in one process.

A row is the least time of each over runs that alternate, their ratio, above 1 where carom is faster, and how many answers differ. A peer that is not
installed has no rows. usage: python_peers.py OUT.json [ROUNDS]
"""
import importlib
import json
import sys
import time

import numpy as np

import carom

ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 7
ROWS = []


def peer(name):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        print(f"no rows of {name}: {error}")
        return None


def timed(call):
    start = time.perf_counter()
    answer = call()
    return time.perf_counter() - start, answer


def row(name, peer_name, count, ours, theirs, differ, rounds=ROUNDS):
    """Runs both alternately; the first run of each warms up."""
    ours(), theirs()
    pairs = [(timed(ours), timed(theirs)) for _ in range(rounds)]
    mine, other = min(a[0] for a, _ in pairs), min(b[0] for _, b in pairs)
    ratio = other / mine
    wrong = differ(pairs[-1][0][1], pairs[-1][1][1])
    ROWS.append({"group": "python", "row": name, "n": count, "unit": "us", "carom": mine / count * 1e6, "peer": other / count * 1e6,
                 "peer_name": peer_name, "ratio": ratio, "differ": int(wrong)})
    print(f"| {name} | {count:,} | {mine / count * 1e6:.3f} us | {peer_name} {other / count * 1e6:.3f} us | {ratio:.2f} | {wrong} |", flush=True)


def surface(rows=200):
    """A closed surface of 4 rows (rows - 1) faces without symmetry."""
    columns = 2 * rows
    theta, phi = np.pi * np.arange(1, rows) / rows, 2 * np.pi * np.arange(columns) / columns
    radius = 1 + 0.2 * np.sin(5 * theta)[:, None] * np.cos(7 * phi + 0.3)
    ring = np.stack([radius * np.sin(theta)[:, None] * np.cos(phi), radius * np.sin(theta)[:, None] * np.sin(phi), radius * np.cos(theta)[:, None]], -1)
    vertices = np.concatenate([[[0, 0, 1]], ring.reshape(-1, 3), [[0, 0, -1]]])
    at = 1 + np.arange((rows - 1) * columns).reshape(rows - 1, columns)
    nxt = np.roll(at, -1, axis=1)
    last = len(vertices) - 1
    faces = [np.stack([np.zeros(columns, int), at[0], nxt[0]], -1), np.stack([np.full(columns, last), nxt[-1], at[-1]], -1)]
    faces += [np.stack([at[:-1], at[1:], nxt[1:]], -1).reshape(-1, 3), np.stack([at[:-1], nxt[1:], nxt[:-1]], -1).reshape(-1, 3)]
    return vertices, np.concatenate(faces)


VERTICES, FACES = surface()
SINGLE = carom.Mesh(VERTICES.astype(np.float32), FACES)
GENERATOR = np.random.default_rng(1)


def sets_of_rays(count=1_000_000):
    """Camera rays in rows of pixels, and rays between random points."""
    side = int(count**0.5)
    x, y = np.meshgrid(np.linspace(-0.4, 0.4, side), np.linspace(-0.4, 0.4, side))
    ways = np.stack([x, y, -np.ones_like(x)], -1).reshape(-1, 3).astype(np.float32)
    starts = np.broadcast_to(np.float32([0, 0, 3.5]), ways.shape).copy()
    yield "camera rays", starts, ways
    starts = (GENERATOR.normal(size=(count, 3)) * 2).astype(np.float32)
    yield "rays between random points", starts, (GENERATOR.normal(size=(count, 3)).astype(np.float32) * 0.7 - starts)


def rays():
    open3d, embreex = peer("open3d"), peer("embreex.rtcore_scene")
    for name, starts, ways in sets_of_rays():
        count = len(starts)
        carom.set_threads(1)
        if embreex:
            from embreex.mesh_construction import TriangleMesh

            scene = embreex.EmbreeScene()
            TriangleMesh(scene, VERTICES[FACES].astype(np.float32))
            row(f"first hits, {name}, 1 thread", "embreex", count, lambda: SINGLE.raycast(starts, ways), lambda: scene.run(starts, ways),
                lambda a, b: (np.where(a.hit, a.triangle.astype(np.int64), -1) != b).sum())
        if open3d:
            scene = open3d.t.geometry.RaycastingScene(nthreads=1)
            scene.add_triangles(VERTICES.astype(np.float32), FACES.astype(np.uint32))
            packed = open3d.core.Tensor(np.concatenate([starts, ways], axis=1))
            for threads in (1, 2):
                carom.set_threads(threads)
                row(f"first hits, {name}, {threads} thread{'s' * (threads > 1)}", "Open3D", count, lambda: SINGLE.raycast(starts, ways),
                    lambda: scene.cast_rays(packed, nthreads=threads), lambda a, b: (a.hit != np.isfinite(b["t_hit"].numpy())).sum())
    carom.set_threads(2)


def points():
    open3d, trimesh = peer("open3d"), peer("trimesh")
    count = 200_000
    at = (GENERATOR.normal(size=(count, 3))).astype(np.float32)
    if open3d:
        scene = open3d.t.geometry.RaycastingScene()
        scene.add_triangles(VERTICES.astype(np.float32), FACES.astype(np.uint32))
        tensor = open3d.core.Tensor(at)
        far = lambda a, b: (np.abs(a.distance - b) > 1e-4).sum()  # noqa: E731
        row("nearest points, 2 threads", "Open3D", count, lambda: SINGLE.closest(at), lambda: scene.compute_distance(tensor, nthreads=2).numpy(), far)
        row("signed distance, 2 threads", "Open3D", count, lambda: SINGLE.signed_distance(at),
            lambda: scene.compute_signed_distance(tensor, nthreads=2).numpy(), far)
    if trimesh:
        few, double = at[:2000].astype(np.float64), carom.Mesh(VERTICES, FACES)
        mesh = trimesh.Trimesh(VERTICES, FACES, process=False)
        row("nearest points, 2 threads", "trimesh", len(few), lambda: double.closest(few), lambda: trimesh.proximity.closest_point(mesh, few)[1],
            lambda a, b: (np.abs(a.distance - b) > 1e-6).sum(), 3)


def shapes():
    fcl, coal = peer("fcl"), peer("coal")
    count = 100_000
    poses = np.tile(np.eye(4), (count, 1, 1))
    quaternions = GENERATOR.normal(size=(count, 4))
    x, y, z, w = (quaternions / np.linalg.norm(quaternions, axis=1)[:, None]).T
    poses[:, :3, :3] = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 2 * (x * y + z * w), 1 - 2 * (x * x + z * z),
                                 2 * (y * z - x * w), 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)], -1).reshape(-1, 3, 3)
    poses[:, :3, 3] = GENERATOR.uniform(-2, 2, size=(count, 3))
    rotations, places = poses[:, :3, :3].copy(), poses[:, :3, 3].copy()
    box, capsule = carom.Box([-0.5, -0.4, -0.3], [0.5, 0.4, 0.3]), carom.Capsule([0.0, 0, -0.5], [0.0, 0, 0.5], 0.3)
    for threads in (1, 2):
        carom.set_threads(threads)
        for name, a, b, make in (("boxes", box, box, "bb"), ("box and capsule", box, capsule, "bc")):
            if fcl:
                kinds = {"b": lambda: fcl.Box(1.0, 0.8, 0.6), "c": lambda: fcl.Capsule(0.3, 1.0)}
                first, second = (fcl.CollisionObject(kinds[k](), fcl.Transform()) for k in make)
                request, nearest = fcl.CollisionRequest(), fcl.DistanceRequest()

                def fcl_loop(ask):
                    out = np.empty(count)
                    for i in range(count):
                        second.setTransform(fcl.Transform(rotations[i], places[i]))
                        out[i] = ask()
                    return out

                row(f"{name} touching, {threads} thread{'s' * (threads > 1)}", "python-fcl", count, lambda: carom.overlap(a, b, None, poses),
                    lambda: fcl_loop(lambda: fcl.collide(first, second, request, fcl.CollisionResult())), lambda x, y: (x != (y > 0)).sum(), 3)
                row(f"{name}, distance, {threads} thread{'s' * (threads > 1)}", "python-fcl", count, lambda: carom.closest(a, b, None, poses),
                    lambda: fcl_loop(lambda: fcl.distance(first, second, nearest, fcl.DistanceResult())),
                    lambda x, y: (np.abs(x.distance - np.maximum(y, 0)) > 1e-5).sum(), 3)
            if coal:
                kinds = {"b": lambda: coal.Box(1.0, 0.8, 0.6), "c": lambda: coal.Capsule(0.3, 1.0)}
                one, two = (kinds[k]() for k in make)
                still, request, nearest = coal.Transform3s(), coal.CollisionRequest(), coal.DistanceRequest()

                def coal_loop(ask):
                    out = np.empty(count)
                    moved, answer = coal.Transform3s(), None
                    for i in range(count):
                        moved.setRotation(rotations[i])
                        moved.setTranslation(places[i])
                        out[i] = ask(moved)
                    return out

                hits, gaps = coal.CollisionResult(), coal.DistanceResult()

                def touch(moved):
                    hits.clear()
                    return coal.collide(one, still, two, moved, request, hits)

                def gap(moved):
                    gaps.clear()
                    return coal.distance(one, still, two, moved, nearest, gaps)

                row(f"{name} touching, {threads} thread{'s' * (threads > 1)}", "coal", count, lambda: carom.overlap(a, b, None, poses), lambda: coal_loop(touch),
                    lambda x, y: (x != (y > 0)).sum(), 3)
                row(f"{name}, distance, {threads} thread{'s' * (threads > 1)}", "coal", count, lambda: carom.closest(a, b, None, poses), lambda: coal_loop(gap),
                    lambda x, y: (np.abs(x.distance - np.maximum(y, 0)) > 1e-5).sum(), 3)


def overhead():
    none = np.zeros((0, 3), np.float32)
    for name, call in {"raycast": lambda: SINGLE.raycast(none, none), "closest": lambda: SINGLE.closest(none)}.items():
        times = []
        for _ in range(30):
            times.append(timed(lambda: [call() for _ in range(1000)])[0] / 1000)
        ROWS.append({"group": "python", "row": f"an empty batch, {name}", "n": 1, "unit": "us", "carom": min(times) * 1e6, "peer": None, "peer_name": "",
                     "ratio": None, "differ": 0})
        print(f"| an empty batch, {name} | 1 | {min(times) * 1e6:.2f} us |  |  |  |")


if __name__ == "__main__":
    print(f"carom {carom.__version__}, {carom.info()['instructions']}, {len(FACES):,} faces; least times, ratio > 1 where carom is faster")
    print("| row | n | carom | peer | ratio | differ |\n|---|---|---|---|---|---|")
    overhead()
    rays()
    points()
    shapes()
    with open(sys.argv[1], "w") as file:
        json.dump(ROWS, file, indent=1)
