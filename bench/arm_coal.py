#!/usr/bin/env python3
"""The arm of `make bench GROUP=programs` beside coal: the least distance of seven capsules from eight boxes, 56 pairs.

coal (https://github.com/coal-library/coal) is asked by its Python package, `coal` of PyPI, with its own loop over pairs in C++: two of its
dynamic trees of boxes, one call a configuration. Python sets the seven transforms; what that takes is measured apart and told. carom is
asked by its shared library through ctypes, all configurations in one call and one thread, and, for the same cost of Python, one
configuration in a call. Both are asked in turn, in double, the same random configurations; least and median of the rounds are told.

    pip install coal                  # into an environment of your own: this script installs nothing
    cmake --preset release -DBUILD_SHARED_LIBS=ON && cmake --build build/release --target carom_shared
    python3 bench/arm_coal.py --library build/release/libcarom.so
"""
import argparse
import ctypes
import sys
import time

try:
    import numpy as np
    import coal
except ImportError as missing:
    sys.exit(f"arm_coal.py: {missing.name} is missing: pip install {missing.name}")

LINKS = [(0.09, 0.12), (0.09, 0.14), (0.07, 0.42), (0.06, 0.39), (0.055, 0.09), (0.055, 0.09), (0.04, 0.16)]  # radius, length
CENTERS = [(0.8, 0, 0.2), (-0.8, 0.3, 0.4), (0, 0.9, 0.3), (0, -0.9, 0.5), (0, 0, -0.9), (0.7, 0.7, 1.1), (-0.6, -0.7, 1), (0, 0, 1.7)]
HALVES = [(0.2, 0.3, 0.2), (0.1, 0.4, 0.4), (0.4, 0.1, 0.3), (0.3, 0.1, 0.5), (1.5, 1.5, 0.4), (0.1, 0.1, 0.6), (0.2, 0.1, 0.2), (1, 1, 0.05)]
CAPSULE, AABB = 7, 8  # of carom_shape_kind


def about(z, angle):
    return np.array([0, 0, np.sin(angle / 2), np.cos(angle / 2)] if z else [0, np.sin(angle / 2), 0, np.cos(angle / 2)])


def product(p, q):
    v = p[3] * q[:3] + q[3] * p[:3] + np.cross(p[:3], q[:3])
    return np.append(v, p[3] * q[3] - p[:3] @ q[:3])


def rotated(q, v):
    u = np.cross(q[:3], v) * 2
    return v + q[3] * u + np.cross(q[:3], u)


def box_poses():
    return np.array([(*c, *about(True, 0 if i < 4 else 0.4 * (i - 4))) for i, c in enumerate(CENTERS)])


def make_configurations(count):
    """Joints turn about z and y in turn: position and rotation of each link's middle."""
    random = np.random.default_rng(2026)
    out = np.empty((count, len(LINKS), 7))
    for poses, turns in zip(out, random.uniform(-2, 2, (count, len(LINKS)))):
        at, rotation = np.zeros(3), np.array([0.0, 0, 0, 1])
        for i, (_, length) in enumerate(LINKS):
            rotation = product(rotation, about(i in (0, 4), turns[i]))
            along = rotated(rotation, np.array([0, 0, length]))
            poses[i] = (*(at + along / 2), *rotation)
            at = at + along
    return out


def matrix_of(q):
    x, y, z, w = q / np.linalg.norm(q)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


class Coal:
    def __init__(self, configurations):
        self.arm, self.scene = coal.DynamicAABBTreeCollisionManager(), coal.DynamicAABBTreeCollisionManager()
        self.links = [coal.CollisionObject(coal.Capsule(r, l)) for r, l in LINKS]
        self.boxes = [coal.CollisionObject(coal.Box(*(2 * np.array(h, float))), matrix_of(p[3:]), p[:3])
                      for h, p in zip(HALVES, box_poses())]
        for link in self.links:
            self.arm.registerObject(link)
        for box in self.boxes:
            box.computeAABB()
            self.scene.registerObject(box)
        self.arm.setup()
        self.scene.setup()
        self.transforms = [[coal.Transform3s(matrix_of(p[3:]), p[:3]) for p in poses] for poses in configurations]
        self.callback = coal.DistanceCallBackDefault()
        self.distances = np.empty(len(configurations))

    def place(self, transforms):
        for link, transform in zip(self.links, transforms):
            link.setTransform(transform)
            link.computeAABB()
        self.arm.update()

    def ask(self):
        for i, transforms in enumerate(self.transforms):
            self.place(transforms)
            self.callback.init()
            self.arm.distance(self.scene, self.callback)
            self.distances[i] = max(self.callback.data.result.min_distance, 0)

    def only_place(self):
        for transforms in self.transforms:
            self.place(transforms)


class Carom:
    """The structs are laid out as `carom info --layout` says of double."""

    class Shape(ctypes.Structure):
        _fields_ = [("kind", ctypes.c_int32), ("numbers", ctypes.c_double * 15)]

    class Pose(ctypes.Structure):
        _fields_ = [("numbers", ctypes.c_double * 7)]

    class SetPoses(ctypes.Structure):
        _fields_ = [("shapes", ctypes.c_void_p), ("count", ctypes.c_size_t), ("poses", ctypes.c_void_p), ("configurations", ctypes.c_size_t)]

    class Set(ctypes.Structure):
        _fields_ = [("items", ctypes.c_void_p), ("boxes", ctypes.c_void_p), ("count", ctypes.c_size_t)]

    class Options(ctypes.Structure):
        _fields_ = [("scratch", ctypes.c_void_p), ("skip", ctypes.c_void_p), ("caches", ctypes.c_void_p), ("limit", ctypes.c_double)]

    POSED, CLOSEST = 336, 160  # sizes of carom_posed_shape and carom_set_closest, whose first number is the distance

    def __init__(self, path, configurations):
        self.library = library = ctypes.CDLL(path)
        library.carom64_closest_set_poses_scratch.restype = ctypes.c_size_t
        library.carom64_shape_pose.argtypes = [ctypes.c_void_p, ctypes.c_void_p, self.Pose]
        library.carom64_shape_pose.restype = ctypes.c_bool
        library.carom64_closest_set_poses_scratch.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
        library.carom64_closest_set_poses.argtypes = [ctypes.c_void_p] * 5
        self.poses = np.ascontiguousarray(configurations)
        self.shapes = (self.Shape * len(LINKS))()
        for shape, (radius, length) in zip(self.shapes, LINKS):
            shape.kind = CAPSULE
            shape.numbers[:7] = [0, 0, -length / 2, 0, 0, length / 2, radius]
        self.items = ctypes.create_string_buffer(self.POSED * len(HALVES))
        for i, (h, p) in enumerate(zip(HALVES, box_poses())):
            box = self.Shape(kind=AABB)
            box.numbers[:6] = [-h[0], -h[1], -h[2], *h]
            pose = self.Pose((ctypes.c_double * 7)(*p))
            if not library.carom64_shape_pose(ctypes.addressof(self.items) + i * self.POSED, ctypes.byref(box), pose):
                sys.exit("arm_coal.py: carom finds a box invalid")
        size = library.carom64_closest_set_poses_scratch(len(LINKS), len(HALVES))
        self.scratch = ctypes.create_string_buffer(size + 64)
        address = (ctypes.addressof(self.scratch) + 63) // 64 * 64
        self.options = self.Options(scratch=address)
        self.scene = self.Set(ctypes.addressof(self.items), None, len(HALVES))
        self.nearest = np.zeros((len(configurations), self.CLOSEST // 8))
        self.all = self.set_of(0, len(configurations))

    def set_of(self, first, count):
        return self.SetPoses(ctypes.addressof(self.shapes), len(LINKS), self.poses[first:].ctypes.data, count)

    def ask(self):
        self.library.carom64_closest_set_poses(ctypes.byref(self.all), ctypes.byref(self.scene), ctypes.byref(self.options),
                                               self.nearest.ctypes.data, None)

    def ask_one_by_one(self):
        for i in range(len(self.nearest)):
            one = self.set_of(i, 1)
            self.library.carom64_closest_set_poses(ctypes.byref(one), ctypes.byref(self.scene), ctypes.byref(self.options),
                                                   self.nearest[i:].ctypes.data, None)

    @property
    def distances(self):
        return self.nearest[:, 0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", required=True, help="carom's shared library, of both precisions")
    parser.add_argument("--configurations", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    configurations = make_configurations(options.configurations)
    peer, own = Coal(configurations), Carom(options.library, configurations)
    runs = {"coal": peer.ask, "coal, its links moved alone": peer.only_place, "carom": own.ask, "carom, call by call": own.ask_one_by_one}
    times = {name: [] for name in runs}
    for i in range(options.rounds + 1):
        for name, run in runs.items():
            start = time.perf_counter()
            run()
            if i:  # memory is found in the first round
                times[name].append((time.perf_counter() - start) / options.configurations * 1e6)
    for name, of in times.items():
        print(f"{name:30} {min(of):8.2f} us a configuration at least, {sorted(of)[len(of) // 2]:8.2f} in the median")
    least = {name: min(of) for name, of in times.items()}
    ratio = least["coal"] / least["carom"]
    alone = (least["coal"] - least["coal, its links moved alone"]) / least["carom"]
    far = np.abs(peer.distances - own.distances)
    print(f"carom is {ratio:.1f} times as fast, {alone:.1f} times where Python's moving of coal's links does not count; {np.count_nonzero(far > 1e-6)} of {len(far)} distances differ by more than 1e-6, by {far.max():.2g} at most")


if __name__ == "__main__":
    main()
