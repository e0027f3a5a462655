"""Parts that coincide up to rounding, as the command finds them (cli/clash/clash_solid.c): each surface lies on the other, and a point is deep
inside both, which distinguishes them from shells and from neighbours that share a face."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import Mesh
from ._boxes import rotations

#: Faces that are looked behind at most.
_TRIES = 16
#: What is no nearer than this share of the least side of a box is more than rounding.
_ROUNDING = 1e-6


class Placed:
    """A mesh in a pose, and a box that holds it, in the common frame."""

    def __init__(self, mesh: Mesh, pose: NDArray[Any], low: NDArray[Any], high: NDArray[Any]) -> None:
        self.mesh, self.pose, self.low, self.high = mesh, pose, low, high
        self.turn = rotations(pose[None])[0]

    def least_side(self) -> float:
        """Of the box."""
        return float((self.high - self.low).min())

    def shrunk(self) -> Placed:
        """With the box of its vertices, the least there is."""
        corners = self.placed(self.mesh.triangles.reshape(-1, 3))
        return Placed(self.mesh, self.pose, corners.min(axis=0), corners.max(axis=0))

    def is_within(self, points: NDArray[Any], distance: float) -> NDArray[np.bool_]:
        """Whether the surface is so near to each point."""
        return self.mesh.is_within((points - self.pose[:3]) @ self.turn, distance)

    def placed(self, points: NDArray[Any]) -> NDArray[Any]:
        """Points of the mesh where they stand."""
        return np.asarray(points @ self.turn.T + self.pose[:3])

    def holds(self, point: NDArray[Any]) -> bool:
        """Whether a point is in the solid, within its surface."""
        return bool(self.mesh._native.holds_any(self.pose, point, np.array([0.0, 0, 0, 0, 0, 0, 1])))

    def is_deep(self, point: NDArray[Any], deeper: float) -> bool:
        """Whether a point is in the solid, and farther than that from its surface."""
        return self.holds(point) and not self.is_within(point[None], deeper)[0]

    def behind(self, face: int) -> NDArray[Any] | None:
        """A point halfway through the solid behind a face, or None."""
        corners = self.mesh.vertices[self.mesh.faces[face]]
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        length = np.linalg.norm(normal)
        if not length > 0:
            return None
        middle, inward = corners.mean(axis=0), -normal / length
        hit = self.mesh.raycast(middle, inward, 1e-9 * float(np.linalg.norm(self.high - self.low)))
        return self.placed(middle + 0.5 * hit.t * inward) if hit.hit else None


def _lies_on(part: Placed, other: Placed, within: float) -> bool:
    corners = part.mesh.triangles
    return bool(other.is_within(part.placed(corners.reshape(-1, 3)), within).all() and other.is_within(part.placed(corners.mean(axis=1)), within).all())


def same_solid(a: Placed, b: Placed, tolerance: float) -> bool:
    """Whether the surfaces lie on each other, to a millionth of the smaller part's least side or the tolerance, and bound the same."""
    deeper = max(tolerance, _ROUNDING * min(part.least_side() for part in (a, b)))
    if not b.is_within(a.placed(a.mesh.vertices[a.mesh.faces[0, :1]]), deeper)[0]:
        return False
    deeper = max(tolerance, _ROUNDING * min(part.shrunk().least_side() for part in (a, b)))
    if not (_lies_on(a, b, deeper) and _lies_on(b, a, deeper)):
        return False
    faces = a.mesh.touching(b.mesh, a.pose, b.pose)[:, 0]
    for face in faces[np.r_[True, faces[1:] != faces[:-1]]][:_TRIES] if len(faces) else ():
        point = a.behind(int(face))
        if point is not None and a.is_deep(point, deeper) and b.is_deep(point, deeper):
            return True
    return False
