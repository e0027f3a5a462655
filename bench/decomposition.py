#!/usr/bin/python3
"""Convex decomposition beside CoACD and V-HACD (pip install coacd vhacdx trimesh): as many hulls of each, measured alike.

Usage: bench/decomposition.py CAROM MODEL...: closed meshes, or torus, annulus, shell, bracket, which are made here, or bunny, that of
tools/fetch-bunny.sh with its five holes closed.
How far hulls reach out of the solid is asked of points in them (carom closest); what they leave out, of points in the solid."""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import coacd
import numpy as np
import trimesh
import vhacdx

SAMPLES = 4000  # of each hull, and a tenth of those of the solid


def closed(mesh):
    """With a fan over each hole."""
    mesh.merge_vertices()
    faces, vertices = mesh.faces.tolist(), mesh.vertices.tolist()
    runs = {(f[i], f[(i + 1) % 3]) for f in faces for i in range(3)}
    after = {v: u for u, v in runs if (v, u) not in runs}
    while after:
        loop = [next(iter(after))]
        while (vertex := after.pop(loop[-1])) != loop[0]:
            loop.append(vertex)
        faces += [[a, b, len(vertices)] for a, b in zip(loop, loop[1:] + loop[:1])]
        vertices.append(np.mean([vertices[i] for i in loop], axis=0).tolist())
    return trimesh.Trimesh(vertices, faces, process=False)


def made(name):
    if name == "bunny":
        return closed(trimesh.load(pathlib.Path(__file__).parents[1] / "build/data/bunny.stl"))
    if name == "torus":
        return trimesh.creation.torus(1, 0.3, major_sections=48, minor_sections=24)
    if name == "annulus":
        return trimesh.creation.annulus(0.7, 1.0, 0.5, sections=48)
    if name == "shell":
        inner = trimesh.creation.icosphere(3, radius=0.8)
        inner.invert()
        return trimesh.util.concatenate([trimesh.creation.icosphere(3), inner])
    if name == "bracket":  # three plates, one with a hole, as one solid that crosses itself
        plates = [trimesh.creation.box(bounds=b) for b in ([[0, 0, 0], [4, 3, .25]], [[0, 0, 0], [.25, 3, 3]], [[0, 1.3, 0], [2, 1.6, 2]])]
        return trimesh.util.concatenate(plates)
    return trimesh.load(name, process=False, force="mesh")


def distances(carom, model, points):
    """From the solid: 0 inside."""
    text = "\n".join(" ".join(repr(float(x)) for x in p) for p in points)
    out = subprocess.run([carom, "closest", model, "--points", "-", "--json"], input=text, capture_output=True, text=True, check=True).stdout
    return np.array([max(0.0, json.loads(line)["distance"]) for line in out.splitlines()])


def points_in_hull(hull, rng):
    """On the hull's triangles, and on segments between two such points."""
    tri, area = hull.triangles, hull.area_faces
    pick = tri[rng.choice(len(tri), SAMPLES, p=area / area.sum())]
    weights = rng.dirichlet([1, 1, 1], SAMPLES)
    surface = (pick * weights[:, :, None]).sum(1)
    part = rng.random((SAMPLES // 2, 1))
    return np.vstack([surface[: SAMPLES // 2], part * surface[: SAMPLES // 2] + (1 - part) * surface[SAMPLES // 2 :]])


def outside(hulls, points):
    """How far points are from the nearest hull, at least: the greatest height over a face."""
    least = np.full(len(points), np.inf)
    for hull in hulls:
        heights = points @ hull.face_normals.T - np.einsum("ij,ij->i", hull.face_normals, hull.triangles[:, 0])
        least = np.minimum(least, np.maximum(0, heights.max(1)))
    return least


def hull_of(points):
    return trimesh.convex.convex_hull(np.asarray(points, float), qhull_options="Qt")


def by_carom(carom, model, count, folder):
    obj = folder / "parts.obj"
    start = time.perf_counter()
    out = subprocess.run([carom, "decompose", model, "--hulls", str(count), "--concavity", "1e-9", "--json", "--obj", obj],
                         capture_output=True, text=True, check=True).stdout
    spent, answer = time.perf_counter() - start, json.loads(out)
    return spent, [hull_of([v["at"] for v in p["vertices"]]) for p in answer["parts"]], answer


def main():
    carom, rng = sys.argv[1], np.random.default_rng(1)
    coacd.set_log_level("error")
    print("| model | triangles | by | hulls | seconds | farthest out | by proof at most | volume | left out |\n|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        for model in sys.argv[2:]:
            mesh, folder = made(model), pathlib.Path(name)
            path = folder / "model.obj"
            mesh.export(path, digits=17)
            diagonal = np.linalg.norm(mesh.extents)
            low, high = mesh.bounds
            inside = low + rng.random((SAMPLES * 10, 3)) * (high - low)
            inside = np.vstack([inside[distances(carom, path, inside) == 0], mesh.vertices])
            start = time.perf_counter()
            found = coacd.run_coacd(coacd.Mesh(mesh.vertices, mesh.faces), threshold=0.05)
            rows = [("CoACD", time.perf_counter() - start, [hull_of(v) for v, _ in found], None)]
            flat = np.hstack([np.full((len(mesh.faces), 1), 3), mesh.faces]).astype(np.uint32).ravel()
            start = time.perf_counter()
            other = vhacdx.compute_vhacd(np.asarray(mesh.vertices), flat, maxConvexHulls=len(found))
            rows += [("V-HACD", time.perf_counter() - start, [hull_of(v) for v, _ in other], None)]
            rows += [("carom", *by_carom(carom, path, len(found), folder))]
            for by, spent, hulls, answer in rows:
                out = max(distances(carom, path, points_in_hull(h, rng)).max() for h in hulls)
                volume = sum(h.volume for h in hulls) / abs(mesh.volume)
                proof = f"{answer['concavity'] / diagonal:.4f}" if answer else "-"
                left = outside(hulls, inside)
                print(f"| {pathlib.Path(model).stem} | {len(mesh.faces)} | {by} | {len(hulls)} | {spent:.2f} | {out / diagonal:.4f} | {proof} | {volume:.3f} "
                      f"| {left.max() / diagonal:.1e}, {100 * (left > 1e-9 * diagonal).mean():.2f} % |", flush=True)


if __name__ == "__main__":
    main()
