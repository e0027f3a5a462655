"""Triangle meshes and the questions about them."""

from __future__ import annotations

import hashlib
import os
from typing import Any, Callable, Literal, Protocol, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _arrays, _carom
from ._records import from_bytes
from .mesh_results import (
    CLOSEST_DTYPE,
    CURVE_DTYPE,
    CURVE_POINT_DTYPE,
    DEPTH_DTYPE,
    DISTANCE_DTYPE,
    PAIR_SWEEP_DTYPE,
    RAY_DTYPE,
    RELATION_DTYPE,
    SIDE_DTYPE,
    SIGNED_DTYPE,
    SWEEP_DTYPE,
    ClosestPoints,
    Curves,
    Grid,
    MeshDistances,
    MeshPenetrations,
    MeshSweepHits,
    RayHits,
    RayLists,
    SignedDistances,
    SolidRelation,
    SweepHits,
    IndexLists,
)

Facing = Literal["both", "front", "back"]
_FACING = {"both": 0, "front": 1, "back": 2}
_BUILD = {"best": 0, "fast": 1, "split": 2, "whole": 3}
_METHODS = {"auto": 0, "normal": 1, "parity": 2, "winding": 3}
_ALIGNMENT = 64


class HasFaces(Protocol):
    """Anything with vertices and faces: a mesh of trimesh, for example."""

    @property
    def vertices(self) -> Any: ...
    @property
    def faces(self) -> Any: ...


class Mesh:
    """Triangles behind a bounding-volume hierarchy.

    Parameters
    ----------
    vertices : (n, 3) array of float32 or float64, or an object with ``vertices`` and ``faces``
        Its dtype is the precision of the mesh and of its answers. Both arrays are copied.
    faces : (m, 3) array of integers
    build : "best", "fast", "split" or "whole"
        How the tree is built; answers do not depend on it. "fast" is done about five times as soon and asked more slowly.
    compact : bool
        Three fifths of the memory, slower questions, the same answers.

    Questions are arrays of shape (..., 3) in the mesh's precision (float32 goes to a float64 mesh as it is); answers have the shape of
    the batch. A question that is not finite is answered "no": no hit, an infinite distance. Faces without area are the segments or
    points that they are. Answers are the same for any number of threads, and equal brute force over all faces bit for bit.

    Raises
    ------
    TypeError : vertices that are no float32 or float64, faces that are no integers
    ValueError : a shape, or a vertex that is not finite
    IndexError : a face with an index outside of the vertices

    Examples
    --------
    >>> import numpy as np, carom
    >>> floor = carom.Mesh(np.array([[-9, 0, -9], [9, 0, -9], [9, 0, 9], [-9, 0, 9]], float), [[0, 2, 1], [0, 3, 2]])
    >>> hits = floor.raycast([[1.0, 5.0, 2.0], [20.0, 5.0, 0.0]], [[0.0, -1.0, 0.0]])
    >>> hits.hit
    array([ True, False])
    >>> float(hits.t[0]), hits.point[0].tolist()
    (5.0, [1.0, 0.0, 2.0])
    """

    __slots__ = ("_native", "_dtype", "_real", "_vertices", "_faces", "_hash", "__weakref__")

    @overload
    def __init__(self, vertices: ArrayLike, faces: ArrayLike, *, build: str = ..., compact: bool = ...) -> None: ...
    @overload
    def __init__(self, vertices: HasFaces, faces: None = ..., *, build: str = ..., compact: bool = ...) -> None: ...
    def __init__(self, vertices: Any, faces: Any = None, *, build: str = "best", compact: bool = False) -> None:
        if faces is None:
            if not (hasattr(vertices, "vertices") and hasattr(vertices, "faces")):
                raise TypeError("faces is missing, and the first argument has no .vertices and .faces")
            vertices, faces = vertices.vertices, vertices.faces
        corners = _arrays.vectors(vertices, "vertices")
        if corners.ndim != 2:
            raise ValueError(f"vertices must have shape (n, 3), not {corners.shape}")
        corners = np.array(corners, dtype=corners.dtype.newbyteorder("="), order="C", copy=True)
        _arrays.finite(corners, "vertices")
        triangles = np.array(_arrays.indices(faces, "faces", len(corners)), order="C", copy=True)
        native = _arrays.native(corners.dtype).Mesh(corners, triangles, _arrays.choice(_BUILD, build, "build"), bool(compact))
        self._take(native, corners.dtype, corners, triangles)

    def _take(self, native: Any, dtype: np.dtype[Any], vertices: NDArray[Any] | None, faces: NDArray[np.uint32] | None) -> None:
        self._native = native
        self._dtype = np.dtype(dtype)
        self._real = self._dtype.itemsize
        for array in (vertices, faces):
            if array is not None:
                array.flags.writeable = False
        self._vertices = vertices
        self._faces = faces
        self._hash: bytes | None = None

    # ------------------------------------------------------------ files

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, dtype: DTypeLike = np.float64, mmap: bool = False, build: str = "best",
             compact: bool = False) -> Mesh:
        """A mesh from a file: OBJ, STL, PLY, glTF or GLB, all triangles where the file places them; or one that ``save`` wrote.

        Parameters
        ----------
        path : of the file; its contents tell the format
        dtype : float32 or float64, of files of other programs; a saved mesh has its own
        mmap : a saved mesh is asked where it lies, in a mapped file, which must not change: processes share its memory

        Raises
        ------
        OSError : there is no such file
        ValueError : what is in it cannot be read; the message says where and why
        """
        name = os.fspath(path)
        with open(name, "rb") as file:
            head = file.read(_HEAD)
        if head[: len(_MAGIC)] == _MAGIC:
            data: Any = np.asarray(np.memmap(name, np.uint8, "r") if mmap else np.fromfile(name, np.uint8))
            return cls._of_saved(data, mmap)
        vertices, faces = _carom.read_file(name)
        return cls(vertices.astype(np.dtype(dtype), copy=False), faces, build=build, compact=compact)

    @classmethod
    def from_bytes(cls, data: Any) -> Mesh:
        """A mesh of the bytes that ``to_bytes`` gave. All of them are checked: whatever they are, this is a mesh or a ValueError."""
        return cls._of_saved(np.frombuffer(data, np.uint8), False)

    @classmethod
    def _of_saved(cls, data: NDArray[np.uint8], mapped: bool) -> Mesh:
        if data[: len(_MAGIC)].tobytes() != _MAGIC or len(data) < _HEAD:
            raise ValueError("these bytes are no mesh that carom has saved")
        real, vertices, faces, tree = (int(n) for n in data[len(_MAGIC) : _HEAD].view("<u8")[:4])
        dtype: Any = {4: _arrays.F32, 8: _arrays.F64}.get(real)
        ends = np.cumsum([0, _padded(tree), 3 * real * vertices, 12 * faces]) + _HEAD
        if dtype is None or min(vertices, faces, tree) < 0 or ends[3] != len(data):
            raise ValueError("these bytes are no mesh that carom has saved, or some are missing")
        part = data[_HEAD : _HEAD + tree]
        native = _arrays.native(dtype).loaded(part if mapped else _aligned(part), mapped)
        out = cls.__new__(cls)
        corners = data[ends[1] : ends[2]].view(dtype).reshape(-1, 3)
        triangles = data[ends[2] : ends[3]].view(np.uint32).reshape(-1, 3)
        if native.count() != faces or (faces and int(triangles.max()) >= vertices) or not np.isfinite(corners).all():
            raise ValueError("these bytes are no mesh that carom has saved, or some were changed")
        out._take(native, dtype, corners if mapped else corners.copy(), triangles if mapped else triangles.copy())
        return out

    def to_bytes(self) -> bytes:
        """The mesh with its tree, as builds of the same version of carom on machines of the same byte order read it."""
        tree = self._native.saved()
        head = np.array([self._real, len(self.vertices), len(self.faces), len(tree), 0, 0], "<u8").tobytes()
        padding = bytes(_padded(len(tree)) - len(tree))
        return b"".join([_MAGIC, head, tree.tobytes(), padding, self.vertices.tobytes(), self.faces.tobytes()])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes ``to_bytes`` to a file, for ``load``."""
        with open(path, "wb") as file:
            file.write(self.to_bytes())

    def __reduce__(self) -> tuple[Callable[[bytes], Mesh], tuple[bytes]]:
        return Mesh.from_bytes, (self.to_bytes(),)

    def _digest(self) -> bytes:
        if self._hash is None:
            digest = hashlib.blake2b(str(self._dtype).encode(), digest_size=16)
            digest.update(np.ascontiguousarray(self.vertices).data)
            digest.update(np.ascontiguousarray(self.faces).data)
            self._hash = digest.digest()
        return self._hash

    def __hash__(self) -> int:
        """By vertices and faces; a mesh that is refitted has another hash."""
        return hash(self._digest())

    def __eq__(self, other: object) -> bool:
        """Meshes of the same vertices and faces, in the same precision, are equal."""
        if not isinstance(other, Mesh):
            return NotImplemented
        return self is other or (self._dtype == other._dtype and np.array_equal(self.vertices, other.vertices) and np.array_equal(self.faces, other.faces))

    # ------------------------------------------------------------ facts

    @property
    def vertices(self) -> NDArray[Any]:
        """(n, 3), read-only."""
        assert self._vertices is not None
        return self._vertices

    @property
    def faces(self) -> NDArray[np.uint32]:
        """(m, 3), read-only."""
        assert self._faces is not None
        return self._faces

    @property
    def dtype(self) -> np.dtype[Any]:
        """float32 or float64."""
        return self._dtype

    @property
    def triangles(self) -> NDArray[Any]:
        """The corners of each face, (m, 3, 3)."""
        return np.asarray(self.vertices[self.faces])

    @property
    def bounds(self) -> NDArray[Any]:
        """The least and the greatest coordinates, (2, 3); inverted where there is no face."""
        out = np.empty((2, 3), self._dtype)
        self._native.bounds(out)
        return out

    @property
    def nbytes(self) -> int:
        """Bytes of the mesh and its tree in the library."""
        return int(self._native.nbytes())

    @property
    def is_closed(self) -> bool:
        """Whether every edge belongs to an even number of faces, told by the positions of its ends."""
        return int(self._native.closure()) != 0

    @property
    def is_oriented(self) -> bool:
        """Whether it is closed and faces run along every edge equally often both ways."""
        return int(self._native.closure()) == 2

    def _mass(self) -> Any:
        mass = self._native.mass()
        if mass is None:
            raise ValueError("the mesh bounds no solid: it is open, or its faces do not agree on the outer side")
        return mass

    @property
    def volume(self) -> float:
        """Of the solid that the mesh bounds. ValueError for one that is open or not consistently oriented."""
        return float(self._mass()[0])

    @property
    def center_mass(self) -> NDArray[np.float64]:
        """The centre of mass of the solid."""
        return np.array(self._mass()[2])

    @property
    def moment_inertia(self) -> NDArray[np.float64]:
        """The inertia about the centre of mass at density 1, (3, 3)."""
        xx, yy, zz, yz, xz, xy = self._mass()[3]
        return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])

    @property
    def cost_ratio(self) -> float:
        """How much more questions cost than after the build: 1, larger after ``refit``."""
        return float(self._native.cost_ratio())

    def __len__(self) -> int:
        return int(self._native.count())

    def __repr__(self) -> str:
        return f"Mesh({len(self)} faces, {len(self.vertices)} vertices, {self._dtype})"

    def refit(self, vertices: ArrayLike) -> None:
        """Moves the vertices; faces stay. It waits for questions that are under way in other threads.

        Parameters
        ----------
        vertices : (n, 3), as many as before

        Raises
        ------
        ValueError : another shape, a vertex that is not finite, a mesh from ``load(mmap=True)``
        """
        corners = _arrays.vectors(vertices, "vertices", self._dtype)
        if corners.shape != self.vertices.shape:
            raise ValueError(f"vertices must have shape {self.vertices.shape}, as before, not {corners.shape}")
        corners = np.array(corners, dtype=self._dtype, order="C", copy=True)
        _arrays.finite(corners, "vertices")
        self._native.refit(corners, np.ascontiguousarray(self.faces))
        corners.flags.writeable = False
        self._vertices = corners
        self._hash = None

    # ------------------------------------------------------------ rays

    def raycast(self, origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike = _arrays.T_MIN, t_max: ArrayLike = _arrays.T_MAX, *,
                facing: Facing = "both") -> RayHits:
        """The first face that each ray hits.

        Parameters
        ----------
        origins, directions : (..., 3), which broadcast; directions of any length but 0
        t_min, t_max : (...), the range of the rays, its ends included, in lengths of the direction
        facing : "front" sees only faces whose corners appear counter-clockwise to the ray, "back" the others

        Returns
        -------
        RayHits of the batch's shape. Rays through an edge or vertex of a closed mesh hit. A direction of 0 and NaN miss.

        Examples
        --------
        >>> import numpy as np, carom
        >>> triangle = carom.Mesh(np.eye(3, dtype=np.float32), [[0, 1, 2]])
        >>> triangle.raycast([0, 0, 0], [2, 2, 2]).t
        array(0.16666667, dtype=float32)
        """
        start, way, low, high, count, shape = _arrays.rays(self._dtype, origins, directions, t_min, t_max)
        out = np.empty(shape, RAY_DTYPE[self._real])
        self._native.raycast(start, way, low, high, count, _arrays.choice(_FACING, facing, "facing"), out)
        return RayHits(out)

    def occluded(self, origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike = _arrays.T_MIN, t_max: ArrayLike = _arrays.T_MAX, *,
                 facing: Facing = "both") -> NDArray[np.bool_]:
        """Whether each ray hits any face: ``raycast(...).hit``, sooner.

        Examples
        --------
        >>> import numpy as np, carom
        >>> carom.Mesh(np.eye(3), [[0, 1, 2]]).occluded([[0.0, 0, 0]], [[1.0, 1, 1], [-1.0, 0, 0]])
        array([ True, False])
        """
        start, way, low, high, count, shape = _arrays.rays(self._dtype, origins, directions, t_min, t_max)
        out = np.empty(shape, np.bool_)
        self._native.occluded(start, way, low, high, count, _arrays.choice(_FACING, facing, "facing"), out)
        return out

    def raycast_all(self, origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike = _arrays.T_MIN, t_max: ArrayLike = _arrays.T_MAX, *,
                    facing: Facing = "both") -> RayLists:
        """All faces that each ray hits, by t and then index; the batch is flattened.

        Where a ray passes through an edge or vertex, of the faces that share it and face the same way only the lowest is listed.

        Examples
        --------
        >>> import carom
        >>> hits = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).raycast_all([[0.3, 0.4, -1.0]], [[0.0, 0, 1]])
        >>> hits.hits.t, hits.offsets
        (array([1., 2.]), array([0, 2]))
        """
        start, way, low, high, count, _ = _arrays.rays(self._dtype, origins, directions, t_min, t_max)
        counts = np.empty(count, np.uint32)
        found = self._native.raycast_all(start, way, low, high, count, _arrays.choice(_FACING, facing, "facing"), counts)
        return RayLists(RayHits(from_bytes(found, RAY_DTYPE[self._real])), _arrays.offsets(counts))

    # ------------------------------------------------------------ points

    def _points(self, points: Any, name: str = "points") -> tuple[Any, int, tuple[int, ...]]:
        if type(points) is np.ndarray and points.dtype is self._dtype and points.ndim == 2 and points.shape[1] == 3 and points.flags.c_contiguous:
            return points, len(points), points.shape[:1]
        array = _arrays.dense(_arrays.vectors(points, name, self._dtype))
        shape = array.shape[:-1]
        return array, _arrays.count_of(shape), shape

    def _limits(self, limit: Any, name: str, shape: tuple[int, ...]) -> NDArray[Any]:
        return _arrays.broadcast(shape, name, _arrays.floats(limit, name, self._dtype))

    def closest(self, points: ArrayLike, max_distance: ArrayLike | None = None) -> ClosestPoints:
        """The point of the mesh nearest to each point.

        Parameters
        ----------
        points : (..., 3)
        max_distance : (...), beyond which nothing is looked for; the less it is, the sooner the answer

        Examples
        --------
        >>> import numpy as np, carom
        >>> near = carom.Mesh(np.eye(3), [[0, 1, 2]]).closest([[2.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
        >>> near.distance.round(4), carom.Feature(near.feature[0]).name
        (array([1.    , 0.5774]), 'VERTEX_0')
        """
        at, count, shape = self._points(points)
        out = np.empty(shape, CLOSEST_DTYPE[self._real])
        limits = None if max_distance is None else self._limits(max_distance, "max_distance", shape)
        self._native.closest(at, limits, count, out)
        return ClosestPoints(out)

    def k_closest(self, points: ArrayLike, k: int, max_distance: ArrayLike = np.inf) -> ClosestPoints:
        """The k nearest faces of each point, by distance and then index, each with its own nearest point.

        Returns
        -------
        ClosestPoints of shape (..., k); places beyond what there is have an infinite distance.

        Examples
        --------
        >>> import carom
        >>> carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).k_closest([[0.5, 0.4, 2.0]], 3).distance.round(3)
        array([[1.   , 1.002, 1.077]])
        """
        if k < 1:
            raise ValueError(f"k is {k}: it must be at least 1")
        at, count, shape = self._points(points)
        out = np.empty(shape + (int(k),), CLOSEST_DTYPE[self._real])
        self._native.k_closest(at, self._limits(max_distance, "max_distance", shape), count, int(k), out, np.empty(count, np.uint32))
        return ClosestPoints(out)

    def is_within(self, points: ArrayLike, distance: ArrayLike) -> NDArray[np.bool_]:
        """Whether the mesh is at most ``distance`` from each point: ends at the first face that is.

        Examples
        --------
        >>> import numpy as np, carom
        >>> carom.Mesh(np.eye(3), [[0, 1, 2]]).is_within([[2.0, 0.0, 0.0]], [[0.5], [1.0]])
        array([[False],
               [ True]])
        """
        at = _arrays.vectors(points, "points", self._dtype)
        limit = _arrays.floats(distance, "distance", self._dtype)
        shape = _arrays.common_shape(points=at.shape[:-1], distance=limit.shape)
        out = np.empty(shape, np.bool_)
        self._native.near(_arrays.broadcast(shape, "points", at, 1), _arrays.broadcast(shape, "distance", limit), out.size, out)
        return out

    def within(self, points: ArrayLike, radius: ArrayLike) -> IndexLists:
        """All faces at most ``radius`` from each point, ascending; the batch is flattened. A negative radius finds nothing.

        Examples
        --------
        >>> import carom
        >>> carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).within([[0.5, 0.4, 2.0]], 1.05)[0]
        array([2, 3], dtype=uint32)
        """
        at, count, shape = self._points(points)
        counts = np.empty(count, np.uint32)
        found = self._native.within(at, self._limits(radius, "radius", shape), count, counts)
        return IndexLists(found.view(np.uint32), _arrays.offsets(counts))

    def in_boxes(self, low: ArrayLike, high: ArrayLike) -> IndexLists:
        """All faces that touch each box along the axes, from ``low`` to ``high``, (..., 3) both; the batch is flattened.

        Examples
        --------
        >>> import numpy as np, carom
        >>> carom.Mesh(np.eye(3), [[0, 1, 2]]).in_boxes([[0.0, 0, 0]], [[0.3, 0.3, 0.3], [0.4, 0.4, 0.4]]).offsets
        array([0, 0, 1])
        """
        least, most = _arrays.vectors(low, "low", self._dtype), _arrays.vectors(high, "high", self._dtype)
        shape = _arrays.common_shape(low=least.shape[:-1], high=most.shape[:-1])
        count = _arrays.count_of(shape)
        counts = np.empty(count, np.uint32)
        found = self._native.in_boxes(_arrays.broadcast(shape, "low", least, 1), _arrays.broadcast(shape, "high", most, 1), count, counts)
        return IndexLists(found.view(np.uint32), _arrays.offsets(counts))

    def signed_distance(self, points: ArrayLike, method: str = "auto") -> SignedDistances:
        """Distances from the surface, negative inside.

        Parameters
        ----------
        points : (..., 3)
        method : "auto", "normal", "parity" or "winding"
            What tells the side. "auto" takes normals for closed and oriented meshes, the parity of a ray's crossings for other closed
            ones, and the winding number for open ones. A closed mesh that crosses itself, as pieces of an assembly in one mesh do, is to
            be asked with "winding", which is exact there, too.

        Examples
        --------
        >>> import carom
        >>> carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).signed_distance([[0.5, 0.5, 0.75], [0.5, 0.5, 3.0]]).distance
        array([-0.25,  2.  ])
        """
        at, count, shape = self._points(points)
        out = np.empty(shape, SIGNED_DTYPE[self._real])
        self._native.signed_distance(at, count, _arrays.choice(_METHODS, method, "method"), out)
        return SignedDistances(out)

    def contains(self, points: ArrayLike) -> NDArray[np.bool_]:
        """Whether each point is in the solid, its surface included.

        Exact for a closed mesh (a ray crosses the surface an odd number of times); an open one holds the points whose winding number
        exceeds one half in magnitude.

        Examples
        --------
        >>> import carom
        >>> carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).contains([[0.5, 0.5, 0.5], [1.0, 0.5, 0.5], [1.1, 0.5, 0.5]])
        array([ True,  True, False])
        """
        at, count, shape = self._points(points)
        out = np.empty(shape, SIDE_DTYPE[self._real])
        self._native.contains(at, count, out)
        return np.asarray(out["place"] != 0)

    def winding_number(self, points: ArrayLike) -> NDArray[Any]:
        """The generalised winding number of each point: 1 inside a closed mesh, 0 outside, in between for an open one. All faces are
        looked at for each point.

        Examples
        --------
        >>> import carom
        >>> carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).winding_number([[0.5, 0.5, 0.5], [2.0, 0.0, 0.0]]).round(12) + 0.0
        array([1., 0.])
        """
        at, count, shape = self._points(points)
        out = np.empty(shape, self._dtype)
        self._native.winding_number(at, count, out)
        return out

    def sweep_spheres(self, centers: ArrayLike, radius: ArrayLike, motions: ArrayLike) -> SweepHits:
        """When spheres that move straight first touch the mesh, exact in time to rounding; nothing tunnels.

        Parameters
        ----------
        centers, motions : (..., 3), which broadcast
        radius : (...)

        Examples
        --------
        >>> import numpy as np, carom
        >>> floor = carom.Mesh(np.array([[-9.0, 0, -9], [9, 0, -9], [9, 0, 9], [-9, 0, 9]]), [[0, 2, 1], [0, 3, 2]])
        >>> hit = floor.sweep_spheres([0.0, 5.0, 0.0], 0.5, [3.0, -40.0, 0.0])
        >>> float(hit.fraction), int(hit.triangle)
        (0.1125, 0)
        """
        at, ways = _arrays.vectors(centers, "centers", self._dtype), _arrays.vectors(motions, "motions", self._dtype)
        sizes = _arrays.floats(radius, "radius", self._dtype)
        shape = _arrays.common_shape(centers=at.shape[:-1], motions=ways.shape[:-1], radius=sizes.shape)
        out = np.empty(shape, SWEEP_DTYPE[self._real])
        self._native.sweep(_arrays.broadcast(shape, "centers", at, 1), _arrays.broadcast(shape, "radius", sizes),
                           _arrays.broadcast(shape, "motions", ways, 1), out.size, out)
        return SweepHits(out)

    # ------------------------------------------------------------ another mesh

    def _pairs(self, other: Mesh, pose: ArrayLike | None, other_pose: ArrayLike | None) -> tuple[list[Any], tuple[int, ...]]:
        if not isinstance(other, Mesh):
            raise TypeError(f"other is {type(other).__name__}: it must be a carom.Mesh")
        if other._dtype != self._dtype:
            raise TypeError(f"other is {other._dtype} and this mesh {self._dtype}: make both of the same")
        a, b = _arrays.poses(pose, "pose", self._dtype), _arrays.poses(other_pose, "other_pose", self._dtype)
        shape = _arrays.common_shape(pose=a.shape[:-1], other_pose=b.shape[:-1])
        named = [_arrays.dense(np.broadcast_to(np.arange(_arrays.count_of(p.shape[:-1]), dtype=np.uint32).reshape(p.shape[:-1]), shape)) for p in (a, b)]
        return [a, other._native, b, named[0], named[1]], shape

    def overlaps(self, other: Mesh, pose: ArrayLike | None = None, other_pose: ArrayLike | None = None, *,
                 distance: float = 0.0) -> NDArray[np.bool_]:
        """Whether the surfaces touch, exactly, or are at most ``distance`` apart. One in the other without contact does not count.

        Parameters
        ----------
        other : Mesh of the same precision
        pose, other_pose : (..., 4, 4) rigid matrices, or (..., 7) position and quaternion x y z w, which broadcast; None: where they are
        distance : at most so far apart counts as well

        Examples
        --------
        >>> import numpy as np, carom
        >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
        >>> poses = np.tile(np.eye(4), (3, 1, 1)); poses[:, 0, 3] = [0.5, 1.0, 1.5]
        >>> cube.overlaps(cube, poses)
        array([ True,  True, False])
        """
        pairs, shape = self._pairs(other, pose, other_pose)
        if not distance >= 0:
            raise ValueError(f"distance is {distance}: it must not be negative")
        out = np.empty(shape, np.bool_)
        self._native.pairs_overlap(*pairs, float(distance), out)
        return out

    def crosses(self, other: Mesh, pose: ArrayLike | None = None, other_pose: ArrayLike | None = None) -> NDArray[np.bool_]:
        """Whether the surfaces pass through each other, exactly: they touch, and not only so. Solids may overlap without that, where faces
        coincide (``solid_relation`` tells). Arguments are those of ``overlaps``.

        Examples
        --------
        >>> import numpy as np, carom
        >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
        >>> poses = np.tile(np.eye(4), (3, 1, 1)); poses[:, :3, 3] = [[0.5, 0.5, 0.5], [1.0, 0, 0], [1.5, 0, 0]]
        >>> cube.crosses(cube, poses)
        array([ True, False, False])
        """
        pairs, shape = self._pairs(other, pose, other_pose)
        out = np.empty(shape, np.bool_)
        self._native.pairs_cross(*pairs, out)
        return out

    def distance(self, other: Mesh, pose: ArrayLike | None = None, other_pose: ArrayLike | None = None) -> MeshDistances:
        """The least distance of the surfaces, with the points and faces that realise it. Arguments are those of ``overlaps``.

        Examples
        --------
        >>> import carom
        >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
        >>> cube.distance(cube, [3.0, 0, 0, 0, 0, 0, 1]).distance
        array(2.)
        """
        pairs, shape = self._pairs(other, pose, other_pose)
        out = np.empty(shape, DISTANCE_DTYPE[self._real])
        self._native.pairs_closest(*pairs, out)
        return MeshDistances(out)

    def penetration(self, other: Mesh, pose: ArrayLike | None = None, other_pose: ArrayLike | None = None, *,
                    accuracy: float = 1 / 16, threshold: float = 0.0) -> MeshPenetrations:
        """How deep the solids reach into each other: the depth is between ``depth`` and ``bound``, which differ by at most ``accuracy``
        of ``bound`` unless ``certainty`` is 2, or ``bound`` is at most ``threshold``. A threshold above 0 is decided, whatever that costs:
        ``depth`` is above it or ``bound`` is not. Arguments are those of ``overlaps``.

        Examples
        --------
        >>> import carom
        >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
        >>> deep = cube.penetration(cube, [0.75, 0.1, 0.1, 0, 0, 0, 1])
        >>> float(deep.depth), deep.normal.tolist()
        (0.25, [-1.0, 0.0, 0.0])
        """
        if not 0 < accuracy < 1:
            raise ValueError(f"accuracy is {accuracy}: it must be between 0 and 1")
        if not 0 <= threshold < np.inf:
            raise ValueError(f"threshold is {threshold}: it must be 0 or more, and finite")
        pairs, shape = self._pairs(other, pose, other_pose)
        out = np.empty(shape, DEPTH_DTYPE[self._real])
        self._native.pairs_penetration(*pairs, float(accuracy), float(threshold), out)
        return MeshPenetrations(out)

    def classify(self, other: Mesh, pose: ArrayLike | None = None, other_pose: ArrayLike | None = None) -> NDArray[np.int32]:
        """How this solid stands to the other, a ``carom.Relation`` each: INTERSECTS wherever the surfaces touch. Arguments are those of
        ``overlaps``.

        Examples
        --------
        >>> import carom
        >>> small, large = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]), carom.box_mesh([-1.0, -1, -1], [2.0, 2, 2])
        >>> carom.Relation(int(small.classify(large))).name
        'INSIDE'
        """
        pairs, shape = self._pairs(other, pose, other_pose)
        out = np.empty(shape, RELATION_DTYPE[self._real])
        self._native.pairs_classify(*pairs, out)
        return np.array(out["relation"])

    def solid_relation(self, other: Mesh, pose: ArrayLike | None = None, other_pose: ArrayLike | None = None) -> SolidRelation:
        """How the solids of two closed meshes stand to each other, exactly, coincident faces included; UNKNOWN for open ones.

        Examples
        --------
        >>> import carom
        >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
        >>> cube.solid_relation(cube, [1.0, 0, 0, 0, 0, 0, 1]).name, cube.solid_relation(cube).name
        ('TOUCH_FACE', 'EQUAL')
        """
        a, b = self._two(other, pose, other_pose)
        return SolidRelation(self._native.solid_relation(a, other._native, b))

    def _two(self, other: Mesh, pose: ArrayLike | None, other_pose: ArrayLike | None) -> tuple[Any, Any]:
        pairs, shape = self._pairs(other, pose, other_pose)
        if shape:
            raise ValueError(f"pose and other_pose must be one pose each here, not a batch of shape {shape}")
        return pairs[0], pairs[2]

    def contact_curves(self, other: Mesh, pose: ArrayLike | None = None, other_pose: ArrayLike | None = None) -> Curves:
        """The curves in which the surfaces meet, joined by exact tests; coplanar faces that share an area are listed apart.

        Examples
        --------
        >>> import carom
        >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
        >>> cube.contact_curves(cube, [0.5, 0.5, 0.5, 0, 0, 0, 1])
        Curves(1 curves, 1 of them closed)
        """
        a, b = self._two(other, pose, other_pose)
        curves, points, coplanar = self._native.contact_curves(a, other._native, b)
        return Curves(from_bytes(curves, CURVE_DTYPE[self._real]), from_bytes(points, CURVE_POINT_DTYPE[self._real]), coplanar.view(np.uint32).reshape(-1, 2))

    def touching(self, other: Mesh, pose: ArrayLike | None = None, other_pose: ArrayLike | None = None) -> NDArray[np.uint32]:
        """All pairs of faces that touch, one of each mesh: shape (n, 2).

        Examples
        --------
        >>> import carom
        >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
        >>> cube.touching(cube, [0.5, 0.5, 0.5, 0, 0, 0, 1]).shape[1]
        2
        """
        a, b = self._two(other, pose, other_pose)
        found: NDArray[np.uint8] = self._native.touching_triangles(a, other._native, b)
        return found.view(np.uint32).reshape(-1, 2)

    def self_intersections(self) -> NDArray[np.uint32]:
        """All pairs of faces that have more in common than the corners that they share: shape (n, 2). Exact.

        Examples
        --------
        >>> import carom
        >>> len(carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).self_intersections())
        0
        """
        found: NDArray[np.uint8] = self._native.self_intersections()
        return found.view(np.uint32).reshape(-1, 2)

    def self_intersects(self) -> bool:
        """Whether there is such a pair: ends at the first."""
        return bool(self._native.self_intersects())

    def sweep(self, other: Mesh, motion: ArrayLike, pose: ArrayLike | None = None, other_pose: ArrayLike | None = None) -> MeshSweepHits:
        """When this mesh, moving straight by ``motion``, first touches the other; never missed and never told late.

        Parameters
        ----------
        motion : (..., 3), which broadcasts with the poses

        Examples
        --------
        >>> import carom
        >>> cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
        >>> hit = cube.sweep(cube, [-4.0, 0.0, 0.0], [3.0, 0, 0, 0, 0, 0, 1])
        >>> round(float(hit.fraction), 6)
        0.5
        """
        ways = _arrays.vectors(motion, "motion", self._dtype)
        a, b = _arrays.poses(pose, "pose", self._dtype), _arrays.poses(other_pose, "other_pose", self._dtype)
        shape = _arrays.common_shape(pose=a.shape[:-1], other_pose=b.shape[:-1], motion=ways.shape[:-1])
        pairs, _ = self._pairs(other, np.broadcast_to(a, shape + (7,)), b)
        out = np.empty(shape, PAIR_SWEEP_DTYPE[self._real])
        self._native.pairs_sweep(*pairs, _arrays.broadcast(shape, "motion", ways, 1), out)
        return MeshSweepHits(out)

    def sdf_grid(self, cell: float | None = None, *, bounds: ArrayLike | None = None, band: float | None = None, method: str = "auto",
                 signed: bool = True) -> Grid:
        """Distances sampled on a regular grid, each exact to rounding; all threads.

        Parameters
        ----------
        cell : edge of a cell; None: 1/64 of the longest side of the mesh's box
        bounds : (2, 3), the part of space that is covered; None: the mesh's box and the band around it, or two cells
        band : distances beyond it are not looked for and become it
        method, signed : as ``signed_distance``; without sign, distances from the surface

        Examples
        --------
        >>> import carom
        >>> grid = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).sdf_grid(0.25, bounds=[[0.0, 0, 0], [1.0, 1, 1]])
        >>> grid.shape, float(grid.distances[2, 2, 2])
        ((5, 5, 5), -0.5)
        """
        box = np.zeros((2, 3), self._dtype) if bounds is None else _arrays.dense(_arrays.vectors(bounds, "bounds", self._dtype))
        if box.shape != (2, 3):
            raise ValueError(f"bounds must have shape (2, 3), not {box.shape}")
        for value, name in ((cell, "cell"), (band, "band")):
            if value is not None and not 0 < value < np.inf:
                raise ValueError(f"{name} is {value}: it must be above 0 and finite")
        samples, origin, edge, rounding = self._native.sdf_grid(box, cell or 0.0, band or 0.0, _arrays.choice(_METHODS, method, "method"), bool(signed))
        return Grid(samples.transpose(2, 1, 0), np.array(origin, self._dtype), float(edge), float(rounding))


_MAGIC = b"carom.Mesh 1\n\0\0\0"
_HEAD = 64
assert len(_MAGIC) == 16


def _padded(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def _aligned(part: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The bytes at an address that the library loads from without another copy."""
    room = np.empty(len(part) + _ALIGNMENT, np.uint8)
    start = -int(room.ctypes.data) % _ALIGNMENT
    out = room[start : start + len(part)]
    out[:] = part
    return out


def box_mesh(low: ArrayLike, high: ArrayLike) -> Mesh:
    """The surface of a box along the axes as twelve triangles that face outwards.

    Examples
    --------
    >>> import carom
    >>> carom.box_mesh([0.0, 0, 0], [1.0, 2, 3]).volume
    6.0
    """
    least = _arrays.vectors(low, "low")
    most = _arrays.vectors(high, "high", least.dtype)
    if least.shape != (3,) or most.shape != (3,):
        raise ValueError(f"low and high must have shape (3,), not {least.shape} and {most.shape}")
    corners = np.array([[(least, most)[i >> axis & 1][axis] for axis in range(3)] for i in range(8)], least.dtype)
    quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    return Mesh(corners, np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]))

