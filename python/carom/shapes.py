"""Shapes. Parameters broadcast: ``Sphere(centers, 0.5)`` with centers (n, 3) is an array of n spheres, with the batch shape (n,)."""

from __future__ import annotations

from typing import Any, ClassVar, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays
from .mesh import Mesh

_KINDS = {"point": 0, "segment": 1, "ray": 2, "line": 3, "plane": 4, "halfspace": 5, "sphere": 6, "capsule": 7, "aabb": 8, "obb": 9, "triangle": 10,
          "cylinder": 13, "cone": 14, "ellipsoid": 15, "tetrahedron": 16}


def common_dtype(*values: Any) -> np.dtype[Any]:
    """float32 if an array among the values is and none is float64; what is neither is refused where it is converted."""
    found = [np.asarray(v).dtype if not hasattr(v, "dtype") else v.dtype for v in values if hasattr(v, "dtype") or hasattr(v, "__dlpack__")]
    single = any(np.dtype(kind).newbyteorder("=") == _arrays.F32 for kind in found if isinstance(kind, np.dtype))
    double = any(np.dtype(kind).newbyteorder("=") == _arrays.F64 for kind in found if isinstance(kind, np.dtype))
    return _arrays.F32 if single and not double else _arrays.F64


class Shape:
    """An array of shapes, of batch shape () for a single one. Numbers that make a shape invalid raise ValueError with the first index."""

    kind: ClassVar[str] = ""
    __slots__ = ("_native", "_dtype", "shape", "__weakref__")

    #: The batch shape.
    shape: tuple[int, ...]

    def _take(self, native: Any, dtype: np.dtype[Any], shape: tuple[int, ...]) -> None:
        self._native = native
        self._dtype = dtype
        self.shape = shape
        index, problem = native.problem()
        if index >= 0:
            where = "[" + ", ".join(map(str, np.unravel_index(index, shape))) + "]" if shape else ""
            raise ValueError(f"{type(self).__name__}{where}: {problem}")

    def _rows(self, **columns: tuple[Any, int]) -> None:
        """Takes parameters by name, each with how many axes are its own, in the order of the library's struct."""
        dtype = common_dtype(*(value for value, _ in columns.values()))
        arrays = {}
        for name, (value, inner) in columns.items():
            array = _arrays.floats(value, name, dtype)
            own = (3,) if inner == 1 else (3, 3) if inner == 2 else ()
            if inner == 3:
                own, inner = array.shape[-2:-1] + (3,), 2
            if array.ndim < inner or array.shape[array.ndim - inner :] != own:
                raise ValueError(f"{name} must have shape (..., {', '.join(map(str, own))}), not {array.shape}" if own else f"{name} must be a number")
            arrays[name] = (array, inner)
        shape = _arrays.common_shape(**{name: array.shape[: array.ndim - inner] for name, (array, inner) in arrays.items()})
        count = _arrays.count_of(shape)
        parts = [_arrays.broadcast(shape, name, array, inner).reshape(count, 3**inner if inner < 2 else array.shape[-2] * 3) for name, (array, inner) in arrays.items()]
        rows = np.concatenate(parts, axis=1)
        self._take(_arrays.native(dtype).of_reals(_KINDS[self.kind], np.ascontiguousarray(rows), count), dtype, shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """float32 or float64."""
        return self._dtype

    def bounds(self, pose: ArrayLike | None = None) -> NDArray[Any]:
        """The least boxes along the axes, rounded outwards: (..., 2, 3), infinite where a shape is.

        Examples
        --------
        >>> import carom
        >>> carom.Sphere([1.0, 2, 3], 0.5).bounds().tolist()
        [[0.5, 1.5, 2.5], [1.5, 2.5, 3.5]]
        """
        at = _arrays.poses(pose, "pose", self._dtype)
        shape = _arrays.common_shape(shapes=self.shape, pose=at.shape[:-1])
        count = _arrays.count_of(shape)
        out = np.empty(shape + (2, 3), self._dtype)
        if count:
            every = concatenate(self).take(np.broadcast_to(np.arange(self._native.count()).reshape(self.shape), shape)) if self.shape and shape != self.shape else self
            every._native.bounds(_arrays.broadcast(shape, "pose", at, 1) if at.ndim > 1 else at, out)
        return out

    def take(self, indices: ArrayLike) -> Shape:
        """The shapes of these indices of the flattened array, in the batch shape of ``indices``."""
        which = np.asarray(indices)
        if which.dtype.kind not in "iu" or (which.size and (which.min() < 0 or which.max() >= self._native.count())):
            raise IndexError(f"indices must be integers from 0 to {self._native.count() - 1}")
        out = Shape.__new__(Shape)
        out._take(_arrays.native(self._dtype).taken(self._native, np.ascontiguousarray(which, np.uint32)), self._dtype, which.shape)
        return out

    def _facts(self) -> Any:
        if self.shape:
            raise ValueError(f"this asks one shape: of batch shape (), not {self.shape}")
        mass = self._native.mass(0)
        if mass is None:
            raise ValueError(f"{type(self).__name__} bounds no solid whose volume is known")
        return mass

    @property
    def volume(self) -> float:
        """Of a single solid shape.

        Examples
        --------
        >>> import carom
        >>> carom.Box([0.0, 0, 0], [1.0, 2, 3]).volume
        6.0
        """
        return float(self._facts()[0])

    @property
    def center_mass(self) -> NDArray[np.float64]:
        """The centre of mass of a single solid shape."""
        return np.array(self._facts()[2])

    def __repr__(self) -> str:
        return f"{type(self).__name__}(shape={self.shape}, {self._dtype})"


class Point(Shape):
    """Points, (..., 3)."""

    kind = "point"
    __slots__ = ()

    def __init__(self, point: ArrayLike) -> None:
        self._rows(point=(point, 1))


class Segment(Shape):
    """Segments from ``a`` to ``b``, (..., 3) both."""

    kind = "segment"
    __slots__ = ()

    def __init__(self, a: ArrayLike, b: ArrayLike) -> None:
        self._rows(a=(a, 1), b=(b, 1))


class Ray(Shape):
    """Rays: origin + t * direction for t from t_min to t_max; directions of any length but 0."""

    kind = "ray"
    __slots__ = ()

    def __init__(self, origin: ArrayLike, direction: ArrayLike, t_min: ArrayLike = 0.0, t_max: ArrayLike = np.inf) -> None:
        self._rows(origin=(origin, 1), direction=(direction, 1), t_min=(t_min, 0), t_max=(t_max, 0))


class Line(Shape):
    """Lines through ``origin``."""

    kind = "line"
    __slots__ = ()

    def __init__(self, origin: ArrayLike, direction: ArrayLike) -> None:
        self._rows(origin=(origin, 1), direction=(direction, 1))


class Plane(Shape):
    """The points with dot(normal, x) = offset; normals of any length but 0."""

    kind = "plane"
    __slots__ = ()

    def __init__(self, normal: ArrayLike, offset: ArrayLike) -> None:
        self._rows(normal=(normal, 1), offset=(offset, 0))


class Halfspace(Shape):
    """Solid: the points with dot(normal, x) <= offset."""

    kind = "halfspace"
    __slots__ = ()

    def __init__(self, normal: ArrayLike, offset: ArrayLike) -> None:
        self._rows(normal=(normal, 1), offset=(offset, 0))


class Sphere(Shape):
    """Balls about ``center``, (..., 3), of ``radius``, (...); radius 0 is a point.

    Examples
    --------
    >>> import numpy as np, carom
    >>> carom.Sphere(np.zeros((2, 3), np.float32), [1, 2])
    Sphere(shape=(2,), float32)
    >>> carom.Sphere(np.zeros((2, 3)), [1, -2])
    Traceback (most recent call last):
    ValueError: Sphere[1]: radius is negative
    """

    kind = "sphere"
    __slots__ = ()

    def __init__(self, center: ArrayLike, radius: ArrayLike) -> None:
        self._rows(center=(center, 1), radius=(radius, 0))


class Capsule(Shape):
    """All points within ``radius`` of the segment from ``a`` to ``b``."""

    kind = "capsule"
    __slots__ = ()

    def __init__(self, a: ArrayLike, b: ArrayLike, radius: ArrayLike) -> None:
        self._rows(a=(a, 1), b=(b, 1), radius=(radius, 0))


class Box(Shape):
    """Boxes along the axes from ``low`` to ``high``; a pose may turn them."""

    kind = "aabb"
    __slots__ = ()

    def __init__(self, low: ArrayLike, high: ArrayLike) -> None:
        self._rows(low=(low, 1), high=(high, 1))


class OrientedBox(Shape):
    """Boxes about ``center`` along the rows of ``axes``, (..., 3, 3), which are unit and perpendicular."""

    kind = "obb"
    __slots__ = ()

    def __init__(self, center: ArrayLike, axes: ArrayLike, half_extents: ArrayLike) -> None:
        self._rows(center=(center, 1), axes=(axes, 2), half_extents=(half_extents, 1))


class Triangle(Shape):
    """Triangles, (..., 3, 3): three corners each."""

    kind = "triangle"
    __slots__ = ()

    def __init__(self, corners: ArrayLike) -> None:
        self._rows(corners=(corners, 2))


class Tetrahedron(Shape):
    """Solid tetrahedra, (..., 4, 3): four corners each, in either orientation."""

    kind = "tetrahedron"
    __slots__ = ()

    def __init__(self, corners: ArrayLike) -> None:
        dtype = common_dtype(corners)
        array = _arrays.floats(corners, "corners", dtype)
        if array.ndim < 2 or array.shape[-2:] != (4, 3):
            raise ValueError(f"corners must have shape (..., 4, 3), not {array.shape}")
        self._rows(corners=(array, 3))


class Cylinder(Shape):
    """Solid cylinders with the axis from ``a`` to ``b``."""

    kind = "cylinder"
    __slots__ = ()

    def __init__(self, a: ArrayLike, b: ArrayLike, radius: ArrayLike) -> None:
        self._rows(a=(a, 1), b=(b, 1), radius=(radius, 0))


class Cone(Shape):
    """Solid cones over the disk about ``base``, with their ``apex``."""

    kind = "cone"
    __slots__ = ()

    def __init__(self, base: ArrayLike, apex: ArrayLike, radius: ArrayLike) -> None:
        self._rows(base=(base, 1), apex=(apex, 1), radius=(radius, 0))


class Ellipsoid(Shape):
    """Solid ellipsoids about ``center`` with ``radii`` along the rows of ``axes``."""

    kind = "ellipsoid"
    __slots__ = ()

    def __init__(self, center: ArrayLike, radii: ArrayLike, axes: ArrayLike | None = None) -> None:
        dtype = common_dtype(center, radii)
        self._rows(center=(center, 1), axes=(np.eye(3, dtype=dtype) if axes is None else axes, 2), radii=(radii, 1))


class Polygon(Shape):
    """One convex planar polygon, (n, 3) vertices in order."""

    kind = "polygon"
    __slots__ = ()

    def __init__(self, vertices: ArrayLike) -> None:
        array = _points(vertices, "vertices")
        self._take(_arrays.native(array.dtype).polygon(array), array.dtype, ())


class Hull(Shape):
    """The convex hull of points, (n, 3): exact, no point lies outside.

    Parameters
    ----------
    max_vertices : 4 or more, to take only some of the hull's vertices, chosen greedily; 0: all

    Examples
    --------
    >>> import numpy as np, carom
    >>> hull = carom.Hull(np.concatenate([np.eye(3), np.zeros((5, 3))]))
    >>> len(hull.vertices), len(hull.faces), round(hull.volume, 12)
    (4, 4, 0.166666666667)
    """

    kind = "hull"
    __slots__ = ("_hull",)

    def __init__(self, points: ArrayLike, max_vertices: int = 0) -> None:
        array = _points(points, "points")
        _arrays.finite(array, "points")
        if max_vertices < 0:
            raise ValueError(f"max_vertices is {max_vertices}: it must not be negative")
        native = _arrays.native(array.dtype)
        self._hull = native.make_hull(array, int(max_vertices))
        self._take(native.of_hull(self._hull), array.dtype, ())

    @property
    def vertices(self) -> NDArray[Any]:
        """(n, 3), in the order of the points."""
        found: NDArray[np.uint8] = self._hull.parts()[0]
        return found.view(self._dtype).reshape(-1, 3)

    @property
    def faces(self) -> list[NDArray[np.int32]]:
        """The vertices of each face, counter-clockwise seen from outside."""
        _, corners, starts = self._hull.parts()
        return np.split(corners.view(np.int32), starts.view(np.int32)[1:-1])

    @property
    def omitted(self) -> float:
        """How far a point is outside because of ``max_vertices``: at most so much."""
        return float(self._hull.omitted())

    @property
    def volume(self) -> float:
        """0 for a flat hull."""
        return float(self._hull.volume())


class HeightField(Shape):
    """Ground given by heights, (rows, columns): sample [k, i] is at origin + (i * spacing_x, height * spacing_y, k * spacing_z).

    Parameters
    ----------
    holes : (rows - 1, columns - 1) of bool, the cells that are left out; None: no cell is

    Examples
    --------
    >>> import numpy as np, carom
    >>> ground = carom.HeightField(np.zeros((3, 3)), holes=[[True, False], [False, False]])
    >>> carom.raycast(carom.Ray([[0.5, 1, 0.5], [1.5, 1, 1.5]], [0.0, -1, 0]), ground).hit
    array([False,  True])
    """

    kind = "heightfield"
    __slots__ = ()

    def __init__(self, heights: ArrayLike, origin: ArrayLike = (0.0, 0.0, 0.0), spacing: ArrayLike = (1.0, 1.0, 1.0),
                 holes: ArrayLike | None = None) -> None:
        dtype = common_dtype(heights)
        array = _arrays.dense(_arrays.floats(heights, "heights", dtype))
        if array.ndim != 2 or min(array.shape) < 2:
            raise ValueError(f"heights must have shape (rows, columns), two or more each, not {array.shape}")
        _arrays.finite(array, "heights")
        frame = np.stack([_arrays.broadcast((), name, _arrays.vectors(v, name, dtype), 1) for v, name in ((origin, "origin"), (spacing, "spacing"))])
        cells = np.zeros(0, np.uint8)
        if holes is not None:
            left_out = np.asarray(holes)
            if left_out.dtype != np.bool_:
                raise TypeError(f"holes has dtype {left_out.dtype}: it must be bool")
            if left_out.shape != (array.shape[0] - 1, array.shape[1] - 1):
                raise ValueError(f"holes must have shape {(array.shape[0] - 1, array.shape[1] - 1)}, a cell between four samples, not {left_out.shape}")
            cells = np.ascontiguousarray(left_out, np.uint8)
        native = _arrays.native(dtype)
        self._take(native.of_heightfield(native.make_heightfield(array, array.shape[1], array.shape[0], np.ascontiguousarray(frame), cells)), dtype, ())


class Rounded(Shape):
    """All points within ``radius`` of a bounded convex shape: the radius is an exact part of it.

    Examples
    --------
    >>> import carom
    >>> rounded = carom.Rounded(carom.Box([0.0, 0, 0], [1.0, 1, 1]), 0.25)
    >>> bool(carom.overlap(rounded, carom.Point([1.25, 0.5, 0.5]))), bool(carom.overlap(rounded, carom.Point([1.25, 1.25, 0.5])))
    (True, False)
    """

    kind = "rounded"
    __slots__ = ()

    def __init__(self, core: Shape, radius: ArrayLike) -> None:
        sizes = _arrays.broadcast(core.shape, "radius", _arrays.floats(radius, "radius", core._dtype))
        self._take(_arrays.native(core._dtype).rounded(core._native, sizes), core._dtype, core.shape)


class Compound(Shape):
    """Several shapes as one, their union, under one tree.

    Parameters
    ----------
    children : shapes or meshes, bounded ones
    poses : (n, 4, 4) or (n, 7), where they stand; None: where they are
    """

    kind = "compound"
    __slots__ = ()

    def __init__(self, children: Sequence[ShapeLike], poses: ArrayLike | None = None) -> None:
        parts = concatenate(children)
        at = _arrays.broadcast(parts.shape, "poses", _arrays.poses(poses, "poses", parts._dtype), 1)
        native = _arrays.native(parts._dtype)
        self._take(native.of_compound(native.make_compound(parts._native, at), parts._native), parts._dtype, ())


class _MeshShape(Shape):
    """A mesh as a shape."""

    kind = "mesh"
    __slots__ = ()

    def __init__(self, mesh: Mesh) -> None:
        self._take(_arrays.native(mesh.dtype).of_mesh(mesh._native), mesh.dtype, ())


ShapeLike = Union[Shape, Mesh]
Shapes = Union[Shape, Mesh, Sequence[Union[Shape, Mesh]]]


def _points(value: ArrayLike, name: str) -> NDArray[Any]:
    """A copy of (n, 3) points of which n is at least 1."""
    array = _arrays.vectors(value, name)
    if array.ndim != 2 or len(array) == 0:
        raise ValueError(f"{name} must have shape (n, 3), n at least 1, not {array.shape}")
    out = np.array(array, array.dtype.newbyteorder("="), order="C", copy=True)
    out.flags.writeable = False
    return out


def concatenate(shapes: Shapes) -> Shape:
    """One array of shapes of any kinds, in order; arrays among them are flattened.

    Examples
    --------
    >>> import carom
    >>> carom.concatenate([carom.Sphere([0.0, 0, 0], [1.0, 2.0]), carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])])
    Shape(shape=(3,), float64)
    """
    if isinstance(shapes, Shape):
        return shapes
    if isinstance(shapes, Mesh):
        return _MeshShape(shapes)
    parts = [concatenate(shape) for shape in shapes]
    if not parts:
        raise ValueError("shapes is empty: there must be one at least")
    dtype = parts[0]._dtype
    for i, part in enumerate(parts):
        if part._dtype != dtype:
            raise TypeError(f"shapes[{i}] is {part._dtype} and shapes[0] {dtype}: make all of the same")
    out = Shape.__new__(Shape)
    native = _arrays.native(dtype).concatenated([part._native for part in parts])
    out._take(native, dtype, (native.count(),))
    return out
