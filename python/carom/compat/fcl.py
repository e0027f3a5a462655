"""The module interface of python-fcl, answered by carom: ``import carom.compat.fcl as fcl``.

Meshes are surfaces, as there. In contact ``distance`` gives -1, or minus the depth where the request has enable_signed_distance. A pair has up
to eight contacts. Octrees and costs are not offered. In a loop most of the time goes to Python: ``carom.overlap`` and ``carom.closest`` ask
all poses in one call.
"""

from __future__ import annotations

from typing import Any, Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import shapes, verbs
from ..mesh import Mesh
from ..space import Space

Vector = NDArray[np.float64]
_FAR = 1e300


def _vector(value: ArrayLike, name: str, *shape: int) -> Vector:
    array = np.array(value, np.float64)
    if array.shape != shape:
        raise ValueError(f"{name} must have shape {shape}, not {array.shape}")
    return array


class Transform:
    """A rigid motion, of nothing, a translation (3,), a rotation (3, 3) or quaternion w x y z (4,), both in this order, or another Transform.

    Examples
    --------
    >>> from carom.compat import fcl
    >>> fcl.Transform([1, 0, 0, 0], [1, 2, 3]).getTranslation().tolist()
    [1.0, 2.0, 3.0]
    """

    def __init__(self, *parts: Any) -> None:
        self._rotation, self._translation = np.eye(3), np.zeros(3)
        if len(parts) == 1 and isinstance(parts[0], Transform):
            self._rotation, self._translation = parts[0]._rotation.copy(), parts[0]._translation.copy()
            return
        if len(parts) > 2:
            raise ValueError("a Transform is made of a rotation and a translation at most")
        for part in parts:
            array = np.asarray(part, np.float64)
            if array.shape == (3,):
                self.setTranslation(array)
            elif array.shape == (4,):
                self.setQuatRotation(array)
            else:
                self.setRotation(array)

    def getRotation(self) -> Vector:
        return self._rotation.copy()

    def getTranslation(self) -> Vector:
        return self._translation.copy()

    def getQuatRotation(self) -> Vector:
        """w x y z, w not negative."""
        m = self._rotation
        diagonal = np.array([m[0, 0] + m[1, 1] + m[2, 2], *np.diag(m)])
        most = int(np.argmax(diagonal))
        if most == 0:
            out = np.array([1 + diagonal[0], m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]])
        else:
            i, j, k = (most - 1) % 3, most % 3, (most + 1) % 3
            out = np.zeros(4)
            out[0] = m[k, j] - m[j, k]
            out[1 + i], out[1 + j], out[1 + k] = 1 + m[i, i] - m[j, j] - m[k, k], m[i, j] + m[j, i], m[i, k] + m[k, i]
        out /= np.linalg.norm(out)
        return np.asarray(out if out[0] >= 0 else -out, np.float64)

    def setRotation(self, rotation: ArrayLike) -> None:
        self._rotation = _vector(rotation, "rotation", 3, 3)

    def setTranslation(self, translation: ArrayLike) -> None:
        self._translation = _vector(translation, "translation", 3)

    def setQuatRotation(self, quaternion: ArrayLike) -> None:
        w, x, y, z = (q := _vector(quaternion, "quaternion", 4)) / np.linalg.norm(q)
        self._rotation = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                                   [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                                   [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])

    @property
    def matrix(self) -> Vector:
        """(4, 4), as carom takes poses."""
        out = np.eye(4)
        out[:3, :3], out[:3, 3] = self._rotation, self._translation
        return out


class CollisionGeometry:
    """What an object is made of; ``shape`` is carom's."""

    shape: Any = None


class Box(CollisionGeometry):
    """A box of these sides about the origin."""

    def __init__(self, x: float, y: float, z: float) -> None:
        self.side = np.array([x, y, z], float)
        self.shape = shapes.Box(-self.side / 2, self.side / 2)


class Sphere(CollisionGeometry):
    """A ball about the origin."""

    def __init__(self, radius: float) -> None:
        self.radius = float(radius)
        self.shape = shapes.Sphere(np.zeros(3), self.radius)


class Ellipsoid(CollisionGeometry):
    """An ellipsoid with these radii along the axes."""

    def __init__(self, a: float, b: float, c: float) -> None:
        self.radii = np.array([a, b, c], float)
        self.shape = shapes.Ellipsoid(np.zeros(3), self.radii)


class Capsule(CollisionGeometry):
    """All points within ``radius`` of a segment of length ``lz`` along z, about the origin."""

    def __init__(self, radius: float, lz: float) -> None:
        self.radius, self.lz = float(radius), float(lz)
        self.shape = shapes.Capsule([0.0, 0, -self.lz / 2], [0.0, 0, self.lz / 2], self.radius)


class Cylinder(CollisionGeometry):
    """A cylinder of length ``lz`` along z, about the origin."""

    def __init__(self, radius: float, lz: float) -> None:
        self.radius, self.lz = float(radius), float(lz)
        self.shape = shapes.Cylinder([0.0, 0, -self.lz / 2], [0.0, 0, self.lz / 2], self.radius)


class Cone(CollisionGeometry):
    """A cone of height ``lz`` whose apex is at z = lz / 2."""

    def __init__(self, radius: float, lz: float) -> None:
        self.radius, self.lz = float(radius), float(lz)
        self.shape = shapes.Cone([0.0, 0, -self.lz / 2], [0.0, 0, self.lz / 2], self.radius)


class Halfspace(CollisionGeometry):
    """The points with dot(n, x) <= d."""

    def __init__(self, n: ArrayLike, d: float) -> None:
        self.n, self.d = _vector(n, "n", 3), float(d)
        self.shape = shapes.Halfspace(self.n, self.d)


class Plane(CollisionGeometry):
    """The points with dot(n, x) = d."""

    def __init__(self, n: ArrayLike, d: float) -> None:
        self.n, self.d = _vector(n, "n", 3), float(d)
        self.shape = shapes.Plane(self.n, self.d)


class TriangleP(CollisionGeometry):
    """A triangle."""

    def __init__(self, a: ArrayLike, b: ArrayLike, c: ArrayLike) -> None:
        self.a, self.b, self.c = _vector(a, "a", 3), _vector(b, "b", 3), _vector(c, "c", 3)
        self.shape = shapes.Triangle(np.stack([self.a, self.b, self.c]))


class Convex(CollisionGeometry):
    """The convex hull of vertices; the faces are not needed."""

    def __init__(self, verts: ArrayLike, num_faces: int = 0, faces: ArrayLike | None = None) -> None:
        self.shape = shapes.Hull(np.array(verts, np.float64))


class BVHModel(CollisionGeometry):
    """A triangle mesh, made between beginModel and endModel."""

    def __init__(self) -> None:
        self._vertices: list[Vector] = []
        self._faces: list[NDArray[np.int64]] = []

    def beginModel(self, num_tris_: int = 0, num_vertices_: int = 0) -> int:
        self._vertices, self._faces, self.shape = [], [], None
        return 0

    def addSubModel(self, verts: ArrayLike, triangles: ArrayLike) -> int:
        self._faces.append(np.asarray(triangles, np.int64).reshape(-1, 3) + sum(map(len, self._vertices)))
        self._vertices.append(np.asarray(verts, np.float64).reshape(-1, 3))
        return 0

    def addVertex(self, x: float, y: float, z: float) -> int:
        self._vertices.append(np.array([[x, y, z]], np.float64))
        return 0

    def addTriangle(self, v1: ArrayLike, v2: ArrayLike, v3: ArrayLike) -> int:
        return self.addSubModel(np.array([v1, v2, v3], np.float64), [[0, 1, 2]])

    def endModel(self) -> int:
        self.shape = Mesh(np.concatenate(self._vertices or [np.zeros((0, 3))]), np.concatenate(self._faces or [np.zeros((0, 3), np.int64)]))
        return 0

    def num_tries_(self) -> int:
        return sum(map(len, self._faces))


class CollisionObject:
    """A geometry and where it stands."""

    def __init__(self, geom: CollisionGeometry, tf: Transform | None = None) -> None:
        if geom.shape is None:
            raise ValueError("the geometry is not finished: call endModel")
        self.geom = geom
        self._transform = Transform() if tf is None else Transform(tf)

    def collisionGeometry(self) -> CollisionGeometry:
        return self.geom

    def getTransform(self) -> Transform:
        return Transform(self._transform)

    def setTransform(self, tf: Transform) -> None:
        self._transform = Transform(tf)

    def getTranslation(self) -> Vector:
        return self._transform.getTranslation()

    def setTranslation(self, vec: ArrayLike) -> None:
        self._transform.setTranslation(vec)

    def getRotation(self) -> Vector:
        return self._transform.getRotation()

    def setRotation(self, mat: ArrayLike) -> None:
        self._transform.setRotation(mat)

    def getQuatRotation(self) -> Vector:
        return self._transform.getQuatRotation()

    def setQuatRotation(self, q: ArrayLike) -> None:
        self._transform.setQuatRotation(q)

    def isOccupied(self) -> bool:
        return True

    def isFree(self) -> bool:
        return False

    def isUncertain(self) -> bool:
        return False

    @property
    def matrix(self) -> Vector:
        return self._transform.matrix

    def _bounds(self) -> Vector:
        shape = shapes.concatenate(self.geom.shape)
        return np.asarray(np.clip(shape.bounds(self.matrix).reshape(2, 3), -_FAR, _FAR), np.float64)


class CollisionRequest:
    """num_max_contacts and enable_contact count; the rest is accepted."""

    def __init__(self, num_max_contacts: int = 1, enable_contact: bool = False, **others: Any) -> None:
        self.num_max_contacts, self.enable_contact = num_max_contacts, enable_contact


class Contact:
    """A point in which two geometries touch; ``normal`` points from o1 to o2, b1 and b2 are faces of meshes, else -1."""

    def __init__(self, o1: Any, o2: Any, b1: int, b2: int, normal: Vector, pos: Vector, penetration_depth: float) -> None:
        self.o1, self.o2, self.b1, self.b2 = o1, o2, b1, b2
        self.normal, self.pos, self.penetration_depth = normal, pos, penetration_depth


class CollisionResult:
    def __init__(self) -> None:
        self.is_collision = False
        self.contacts: list[Contact] = []
        self.cost_sources: list[Any] = []


class DistanceRequest:
    """enable_signed_distance counts; the rest is accepted, and nearest points always come."""

    def __init__(self, enable_nearest_points: bool = False, enable_signed_distance: bool = False, **others: Any) -> None:
        self.enable_nearest_points, self.enable_signed_distance = enable_nearest_points, enable_signed_distance


class DistanceResult:
    def __init__(self, min_distance_: float = np.finfo(float).max) -> None:
        self.min_distance = min_distance_
        self.nearest_points: list[Vector] = [np.zeros(3), np.zeros(3)]
        self.o1: Any = None
        self.o2: Any = None
        self.b1 = self.b2 = -1


class ContinuousCollisionRequest:
    """toc_err is the tolerance as a distance; the rest is accepted."""

    def __init__(self, num_max_iterations: int = 10, toc_err: float = 0.0, **others: Any) -> None:
        self.num_max_iterations, self.toc_err = num_max_iterations, toc_err


class ContinuousCollisionResult:
    def __init__(self, is_collide: bool = False, time_of_contact: float = 1.0) -> None:
        self.is_collide, self.time_of_contact = is_collide, time_of_contact


class CollisionData:
    def __init__(self, request: CollisionRequest | None = None, result: CollisionResult | None = None) -> None:
        self.request, self.result, self.done = request or CollisionRequest(), result or CollisionResult(), False


class DistanceData:
    def __init__(self, request: DistanceRequest | None = None, result: DistanceResult | None = None) -> None:
        self.request, self.result, self.done = request or DistanceRequest(), result or DistanceResult(), False


def collide(o1: CollisionObject, o2: CollisionObject, request: CollisionRequest | None = None, result: CollisionResult | None = None) -> int:
    """Whether two objects touch: how many contacts were added to the result, one if none are asked for.

    Examples
    --------
    >>> from carom.compat import fcl
    >>> ball, box = fcl.CollisionObject(fcl.Sphere(1.0)), fcl.CollisionObject(fcl.Box(1, 1, 1), fcl.Transform([1.25, 0, 0]))
    >>> result = fcl.CollisionResult()
    >>> fcl.collide(ball, box, fcl.CollisionRequest(enable_contact=True), result), result.contacts[0].penetration_depth
    (1, 0.25)
    """
    request, result = request or CollisionRequest(), result or CollisionResult()
    if not bool(verbs.overlap(o1.geom.shape, o2.geom.shape, o1.matrix, o2.matrix)):
        return 0
    result.is_collision = True
    if not request.enable_contact:
        result.contacts.append(Contact(o1.geom, o2.geom, -1, -1, np.zeros(3), np.zeros(3), 0.0))
        return 1
    most = max(1, min(8, request.num_max_contacts))
    found = verbs.contact(o1.geom.shape, o2.geom.shape, o1.matrix, o2.matrix, max_points=most)
    faces = [isinstance(o.geom, BVHModel) for o in (o1, o2)]
    for i in range(int(found.count)):
        middle = np.array(found.point_a[i] + found.point_b[i]) / 2
        b1, b2 = (int(found.triangle_a[i]) if faces[0] else -1), (int(found.triangle_b[i]) if faces[1] else -1)
        result.contacts.append(Contact(o1.geom, o2.geom, b1, b2, np.array(found.normal), middle, float(found.depth[i])))
    return int(found.count)


def distance(o1: CollisionObject, o2: CollisionObject, request: DistanceRequest | None = None, result: DistanceResult | None = None) -> float:
    """The distance of two objects, -1 in contact or minus the depth where that is asked for; the result keeps the least it was given.

    Examples
    --------
    >>> from carom.compat import fcl
    >>> ball, box = fcl.CollisionObject(fcl.Sphere(1.0)), fcl.CollisionObject(fcl.Box(1, 1, 1), fcl.Transform([3, 0, 0]))
    >>> fcl.distance(ball, box)
    1.5
    """
    request, result = request or DistanceRequest(), result or DistanceResult()
    near: Any = verbs.closest(o1.geom.shape, o2.geom.shape, o1.matrix, o2.matrix)
    value, points = float(near.distance), [np.array(near.point_a), np.array(near.point_b)]
    if value == 0:
        value = -1.0
        if request.enable_signed_distance:
            deep = verbs.penetration(o1.geom.shape, o2.geom.shape, o1.matrix, o2.matrix)
            value, points = -float(deep.depth), [np.array(deep.point_a), np.array(deep.point_b)]
    if value < result.min_distance:
        result.min_distance, result.nearest_points, result.o1, result.o2 = value, points, o1.geom, o2.geom
        result.b1 = int(near.triangle_a) if isinstance(o1.geom, BVHModel) else -1
        result.b2 = int(near.triangle_b) if isinstance(o2.geom, BVHModel) else -1
    return value


def continuousCollide(o1: CollisionObject, tf1_end: Transform, o2: CollisionObject, tf2_end: Transform,
                      request: ContinuousCollisionRequest | None = None, result: ContinuousCollisionResult | None = None) -> float:
    """When two objects, moving and turning evenly to their end poses, first touch, from 0 to 1; 1 where they do not. Never late.

    Examples
    --------
    >>> from carom.compat import fcl
    >>> ball, box = fcl.CollisionObject(fcl.Sphere(1.0)), fcl.CollisionObject(fcl.Box(1, 1, 1), fcl.Transform([3, 0, 0]))
    >>> round(fcl.continuousCollide(ball, fcl.Transform([3.0, 0, 0]), box, fcl.Transform([3.0, 0, 0])), 6)
    0.5
    """
    request, result = request or ContinuousCollisionRequest(), result or ContinuousCollisionResult()
    hit = verbs.toi(o1.geom.shape, o2.geom.shape, o1.matrix, tf1_end.matrix, o2.matrix, tf2_end.matrix, tolerance=max(0.0, request.toc_err))
    result.is_collide = bool(hit.hit)
    result.time_of_contact = float(hit.fraction) if result.is_collide else 1.0
    return result.time_of_contact


def defaultCollisionCallback(o1: CollisionObject, o2: CollisionObject, cdata: CollisionData) -> bool:
    """Collides a pair; true when there are contacts enough."""
    if not cdata.done:
        collide(o1, o2, cdata.request, cdata.result)
        cdata.done = cdata.result.is_collision and len(cdata.result.contacts) >= cdata.request.num_max_contacts
    return cdata.done


def defaultDistanceCallback(o1: CollisionObject, o2: CollisionObject, cdata: DistanceData) -> tuple[bool, float]:
    """Measures a pair; true when nothing can be nearer."""
    if not cdata.done:
        distance(o1, o2, cdata.request, cdata.result)
        cdata.done = cdata.result.min_distance <= 0 and not cdata.request.enable_signed_distance
    return cdata.done, cdata.result.min_distance


class DynamicAABBTreeCollisionManager:
    """Objects, and which of them may touch by their boxes."""

    def __init__(self) -> None:
        self._objects: list[CollisionObject] = []

    def registerObjects(self, other_objs: Sequence[CollisionObject]) -> None:
        self._objects.extend(other_objs)

    def registerObject(self, obj: CollisionObject) -> None:
        self._objects.append(obj)

    def unregisterObject(self, obj: CollisionObject) -> None:
        self._objects = [one for one in self._objects if one is not obj]

    def setup(self) -> None:
        """Boxes are read when the manager is asked, so that nothing is to be set up or updated."""

    def update(self, arg: Any = None) -> None:
        """As setup."""

    def getObjects(self) -> list[CollisionObject]:
        return list(self._objects)

    def clear(self) -> None:
        self._objects = []

    def empty(self) -> bool:
        return not self._objects

    def size(self) -> int:
        return len(self._objects)

    def _pairs(self, other: Any, asked: bool) -> tuple[list[CollisionObject], list[CollisionObject], NDArray[Any], NDArray[Any]]:
        """Both lists of objects and their boxes; of one manager both are the same."""
        mine = self._objects
        theirs = mine if not asked else other._objects if isinstance(other, DynamicAABBTreeCollisionManager) else [other]
        boxes, others = (np.array([one._bounds() for one in part]).reshape(-1, 2, 3) for part in (mine, theirs))
        return mine, theirs, boxes, others

    def collide(self, *arguments: Any) -> None:
        """(data, callback) among the objects, or (object or manager, data, callback) against others: the callback gets each pair whose boxes
        overlap, and returns true to end."""
        other, data, callback = _arguments(arguments)
        mine, theirs, boxes, others = self._pairs(other, other is not None)
        if not mine or not theirs:
            return
        space = Space("bvh_sah", boxes[:, 0], boxes[:, 1])
        pairs = space.pairs() if other is None else space.pairs(Space("bvh_sah", others[:, 0], others[:, 1]))
        for i, j in pairs.tolist():
            if callback(mine[i], theirs[j], data):
                return

    def distance(self, *arguments: Any) -> None:
        """As collide, for distances: pairs come in the order of the gaps of their boxes, as long as one may be nearer."""
        other, data, callback = _arguments(arguments)
        mine, theirs, boxes, others = self._pairs(other, other is not None)
        if not mine or not theirs:
            return
        apart = np.maximum(np.maximum(boxes[:, None, 0] - others[:, 1], others[:, 0] - boxes[:, None, 1]), 0)
        gaps = np.sqrt((np.minimum(apart, 1e150) ** 2).sum(-1))
        if other is None:
            gaps[np.tril_indices(len(mine))] = np.inf
        for place in np.argsort(gaps, axis=None, kind="stable").tolist():
            i, j = divmod(place, len(theirs))
            if not np.isfinite(gaps[i, j]) or (data.result.min_distance < gaps[i, j] and data.result.min_distance >= 0):
                return
            if callback(mine[i], theirs[j], data)[0]:
                return


def _arguments(arguments: tuple[Any, ...]) -> tuple[Any, Any, Callable[..., Any]]:
    if len(arguments) == 2:
        return None, arguments[0], arguments[1]
    if len(arguments) != 3:
        raise TypeError("the arguments are (data, callback) or (object or manager, data, callback)")
    return arguments[0], arguments[1], arguments[2]
