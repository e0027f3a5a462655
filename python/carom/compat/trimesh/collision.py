"""``trimesh.collision``: which objects touch, how deep, and how far they are apart; meshes are surfaces, as in fcl."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ... import verbs
from ...mesh import Mesh
from ...scene import Scene
from ...shapes import concatenate
from ._mesh import mesh_of


class ContactData:
    """A point in which two objects touch."""

    def __init__(self, names: tuple[str, str], point: NDArray[np.float64], normal: NDArray[np.float64], depth: float, faces: tuple[int, int]) -> None:
        self.names = set(names)
        self.point, self.normal, self.depth = point, normal, depth
        self._faces = dict(zip(names, faces))

    def index(self, name: str) -> int:
        """The face of an object that touches."""
        return self._faces[name]


class DistanceData:
    """The nearest points of two objects."""

    def __init__(self, names: tuple[str, str], distance: float, points: list[NDArray[np.float64]], faces: tuple[int, int]) -> None:
        self.names = set(names)
        self.distance = distance
        self._points, self._faces = dict(zip(names, points)), dict(zip(names, faces))

    def point(self, name: str) -> NDArray[np.float64]:
        """The nearest point of an object; in contact a common or deepest one."""
        return self._points[name]

    def index(self, name: str) -> int:
        """The face of an object on which the point lies."""
        return self._faces[name]


class CollisionManager:
    """Objects by name, each a mesh and where it stands. Distances of objects in contact are minus their depth.

    Examples
    --------
    >>> import numpy as np, carom
    >>> from carom.compat.trimesh.collision import CollisionManager
    >>> cube, away = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]), np.eye(4)
    >>> away[0, 3] = 3
    >>> manager = CollisionManager()
    >>> manager.add_object("here", cube); manager.add_object("there", cube, away)
    >>> manager.in_collision_internal(), manager.min_distance_internal(return_names=True)
    (False, (2.0, ('here', 'there')))
    """

    def __init__(self) -> None:
        self._objects: dict[str, tuple[Mesh, NDArray[np.float64]]] = {}

    def add_object(self, name: str, mesh: Any, transform: ArrayLike | None = None) -> None:
        """Adds an object, or replaces the one of that name."""
        self._objects[name] = (mesh_of(mesh), _matrix(transform))

    def remove_object(self, name: str) -> None:
        """Takes an object out; ValueError where there is none of that name."""
        if name not in self._objects:
            raise ValueError(f"{name} not in collision manager!")
        del self._objects[name]

    def set_transform(self, name: str, transform: ArrayLike) -> None:
        """Moves an object; ValueError where there is none of that name."""
        if name not in self._objects:
            raise ValueError(f"{name} not in collision manager!")
        self._objects[name] = (self._objects[name][0], _matrix(transform))

    def in_collision_single(self, mesh: Any, transform: ArrayLike | None = None, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether any object touches a mesh; the names of those that do, contacts if asked."""
        touching = [(name, "__external") for name in self._touching(mesh_of(mesh), _matrix(transform))]
        other = {"__external": (mesh_of(mesh), _matrix(transform))}
        return self._answer(touching, {name for name, _ in touching}, other, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether two objects touch; pairs of names of those that do, contacts if asked."""
        names = list(self._objects)
        scene = _scene(self._objects)
        touching = [_sorted(names[i], names[j]) for i, j in scene.pairs()]
        return self._answer(touching, set(touching), self._objects, return_names, return_data)

    def in_collision_other(self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether an object of this manager touches one of another; pairs of names, this manager's first, contacts if asked."""
        touching = [(mine, theirs) for theirs, (mesh, pose) in other_manager._objects.items() for mine in self._touching(mesh, pose)]
        return self._answer(touching, set(touching), other_manager._objects, return_names, return_data)

    def min_distance_single(self, mesh: Any, transform: ArrayLike | None = None, return_name: bool = False, return_data: bool = False) -> Any:
        """The least distance of an object from a mesh; its name, points if asked."""
        return self._nearest([(name, "__external") for name in self._objects], {"__external": (mesh_of(mesh), _matrix(transform))}, False, return_name,
                             return_data)

    def min_distance_internal(self, name: str | None = None, return_names: bool = False, return_data: bool = False) -> Any:
        """The least distance of two objects, or of one of them from all others; their names, points if asked."""
        names = list(self._objects)
        pairs = [_sorted(a, b) for i, a in enumerate(names) for b in names[:i] if name is None or name in (a, b)]
        return self._nearest(pairs, self._objects, True, return_names, return_data)

    def min_distance_other(self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False) -> Any:
        """The least distance of an object of this manager from one of another; their names, points if asked."""
        pairs = [(mine, theirs) for mine in self._objects for theirs in other_manager._objects]
        return self._nearest(pairs, other_manager._objects, True, return_names, return_data)

    def _touching(self, mesh: Mesh, pose: NDArray[np.float64]) -> list[str]:
        if not self._objects:
            return []
        touching = verbs.overlap([m for m, _ in self._objects.values()], mesh, np.array([p for _, p in self._objects.values()]), pose)
        return [name for name, touches in zip(self._objects, touching) if touches]

    def _answer(self, pairs: list[tuple[str, str]], names: Any, other: dict[str, Any], return_names: bool, return_data: bool) -> Any:
        out: tuple[Any, ...] = (bool(pairs),)
        if return_names:
            out += (names,)
        if return_data:
            out += ([data for pair in pairs for data in self._contacts(pair, other)],)
        return out if len(out) > 1 else out[0]

    def _contacts(self, pair: tuple[str, str], other: dict[str, Any]) -> list[ContactData]:
        (a, pose_a), (b, pose_b) = self._objects[pair[0]], other[pair[1]]
        found = verbs.contact(a, b, pose_a, pose_b, max_points=8)
        at = [(np.array(found.point_a[i] + found.point_b[i]) / 2, float(found.depth[i])) for i in range(int(found.count))]
        faces = [(int(a.closest(_inverse(pose_a, p)).triangle), int(b.closest(_inverse(pose_b, p)).triangle)) for p, _ in at]
        return [ContactData(pair, point, np.array(found.normal), depth, face) for (point, depth), face in zip(at, faces)]

    def _nearest(self, pairs: list[tuple[str, str]], other: dict[str, Any], two: bool, return_names: bool, return_data: bool) -> Any:
        if not pairs:
            raise ValueError("there are no two objects to measure")
        a, b = [self._objects[first] for first, _ in pairs], [other[second] for _, second in pairs]
        shapes_a, shapes_b = concatenate([mesh for mesh, _ in a]), concatenate([mesh for mesh, _ in b])
        poses_a, poses_b = np.array([pose for _, pose in a]), np.array([pose for _, pose in b])
        near = verbs.closest(shapes_a, shapes_b, poses_a, poses_b)
        depth = np.zeros(len(pairs))
        touching = np.flatnonzero(near.distance == 0)
        if len(touching):
            deep = verbs.penetration(shapes_a.take(touching), shapes_b.take(touching), poses_a[touching], poses_b[touching])
            depth[touching] = deep.depth
        least = int(np.argmin(near.distance - depth))
        distance = float(near.distance[least] - depth[least])
        out: tuple[Any, ...] = (distance,)
        if return_names:
            out += (pairs[least] if two else pairs[least][0],)
        if return_data:
            points = [np.array(near.point_a[least]), np.array(near.point_b[least])]
            out += (DistanceData(pairs[least], distance, points, (int(near.triangle_a[least]), int(near.triangle_b[least]))),)
        return out if len(out) > 1 else out[0]


def _matrix(transform: ArrayLike | None) -> NDArray[np.float64]:
    return np.eye(4) if transform is None else np.array(transform, np.float64)


def _inverse(pose: NDArray[np.float64], point: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((point - pose[:3, 3]) @ pose[:3, :3], np.float64)


def _sorted(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a <= b else (b, a)


def _scene(objects: dict[str, tuple[Mesh, NDArray[np.float64]]]) -> Scene:
    """The objects under one tree, each mesh once."""
    meshes = {id(mesh): mesh for mesh, _ in objects.values()}
    place = {key: i for i, key in enumerate(meshes)}
    if not objects:
        return Scene([])
    return Scene(list(meshes.values()), np.array([pose for _, pose in objects.values()]), mesh=[place[id(mesh)] for mesh, _ in objects.values()])
