"""What is refused, and in which words; what is taken from other packages."""

import numpy as np
import pytest

import carom

VERTICES = np.eye(3)
FACES = np.array([[0, 1, 2]])
MESH = carom.Mesh(VERTICES, FACES)


def changed(array, index, value):
    out = array.copy()
    out[index] = value
    return out


@pytest.mark.parametrize("vertices, faces, error, words", [
    (changed(VERTICES, (2, 1), np.nan), FACES, ValueError, r"vertices\[2, 1\] is nan"),
    (changed(VERTICES, (0, 2), -np.inf), FACES, ValueError, r"vertices\[0, 2\] is -inf"),
    (VERTICES.astype(int), FACES, TypeError, r"vertices has dtype int64"),
    (VERTICES.astype(np.float16), FACES, TypeError, r"vertices has dtype float16"),
    (VERTICES.astype(complex), FACES, TypeError, r"vertices has dtype complex128"),
    (VERTICES.astype(bool), FACES, TypeError, r"vertices has dtype bool"),
    (VERTICES[:, :2], FACES, ValueError, r"vertices must have shape \(\.\.\., 3\), not \(3, 2\)"),
    (VERTICES[None], FACES, ValueError, r"vertices must have shape \(n, 3\)"),
    (np.float64(1), FACES, ValueError, r"vertices must have shape"),
    (np.array([[0.0, 1, None]], object), FACES, TypeError, r"vertices\[0, 2\] is no number: None"),
    ([[0.0, 1, 2], [0.0, 1]], FACES, ValueError, r"vertices is no regular array"),
    (VERTICES, FACES.astype(float), TypeError, r"faces has dtype float64"),
    (VERTICES, np.array([[0, 1, 2], [0, 3, 1]]), IndexError, r"faces\[1, 1\] is 3: there are 3 vertices"),
    (VERTICES, np.array([[0, 1, 2], [0, 1, -1]]), IndexError, r"faces\[1, 2\] is -1"),
    (VERTICES, np.array([[0, 1, 2, 0]]), ValueError, r"faces must have shape \(n, 3\)"),
    (VERTICES, np.array([0, 1, 2]), ValueError, r"faces must have shape \(n, 3\)"),
    (VERTICES, np.array([[0, 1, 2**40]]), IndexError, r"faces\[0, 2\] is 1099511627776"),
    (VERTICES, None, TypeError, r"faces is missing"),
])
def test_meshes_that_are_refused(vertices, faces, error, words):
    with pytest.raises(error, match=words):
        carom.Mesh(vertices, faces)


def test_an_empty_mesh_meets_nothing():
    empty = carom.Mesh(np.zeros((0, 3)), np.zeros((0, 3), int))
    assert len(empty) == 0 and not empty.raycast([[0.0, 0, 0]], [[1.0, 0, 0]]).hit[0]
    assert np.isinf(empty.closest([[0.0, 0, 0]]).distance[0]) and not empty.overlaps(MESH)


@pytest.mark.parametrize("call, error, words", [
    (lambda: MESH.raycast(np.zeros((2, 3)), np.zeros((3, 3))), ValueError, r"origins \(2,\), directions \(3,\)"),
    (lambda: MESH.raycast(np.zeros((2, 2)), np.zeros((2, 3))), ValueError, r"origins must have shape"),
    (lambda: MESH.raycast(np.zeros((2, 3)), np.zeros((2, 3), int)), TypeError, r"directions has dtype int"),
    (lambda: MESH.raycast(np.zeros((2, 3)), np.zeros((2, 3)), facing="up"), ValueError, r"facing is 'up': it must be one of both, front, back"),
    (lambda: MESH.raycast(np.zeros((2, 3)), np.zeros((2, 3)), t_max=[1, 2, 3]), ValueError, r"t_max \(3,\)"),
    (lambda: MESH.closest(np.zeros(())), ValueError, r"points must have shape"),
    (lambda: MESH.closest(np.zeros((2, 3)), max_distance=[1.0, 2, 3]), ValueError, r"max_distance of shape \(3,\)"),
    (lambda: MESH.closest("text"), TypeError, r"points has dtype"),
    (lambda: MESH.k_closest(np.zeros((2, 3)), 0), ValueError, r"k is 0"),
    (lambda: MESH.signed_distance(np.zeros((2, 3)), method="best"), ValueError, r"method is 'best'"),
    (lambda: MESH.overlaps(MESH, np.zeros((2, 3))), ValueError, r"pose must have shape"),
    (lambda: MESH.overlaps(MESH, np.zeros((2, 4, 4))), ValueError, r"pose\[0\] is no rigid motion"),
    (lambda: MESH.overlaps(MESH, np.stack([np.eye(4), np.diag([1.0, 1, -1, 1])])), ValueError, r"pose\[1\] is no rigid motion"),
    (lambda: MESH.overlaps(MESH, None, np.array([[0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 2.0]])), ValueError, r"other_pose\[1\] is no pose"),
    (lambda: MESH.overlaps(MESH, np.array([0, np.nan, 0, 0, 0, 0, 1])), ValueError, r"pose is no pose"),
    (lambda: MESH.overlaps(VERTICES), TypeError, r"other is ndarray"),
    (lambda: MESH.overlaps(carom.Mesh(VERTICES.astype("f4"), FACES)), TypeError, r"other is float32"),
    (lambda: MESH.overlaps(MESH, distance=-1), ValueError, r"distance is -1"),
    (lambda: MESH.penetration(MESH, accuracy=2), ValueError, r"accuracy is 2"),
    (lambda: MESH.contact_curves(MESH, np.tile(np.eye(4), (2, 1, 1))), ValueError, r"one pose each"),
    (lambda: MESH.sdf_grid(-1), ValueError, r"cell is -1"),
    (lambda: MESH.sdf_grid(0.1, bounds=[[1.0, 1, 1], [0.0, 0, 0]]), ValueError, r"sdf_grid"),
    (lambda: MESH.refit(np.eye(4)[:, :3]), ValueError, r"vertices must have shape \(3, 3\)"),
    (lambda: MESH.refit(np.full((3, 3), np.nan)), ValueError, r"vertices\[0, 0\] is nan"),
    (lambda: MESH.volume, ValueError, r"bounds no solid"),
    (lambda: carom.set_threads(0), ValueError, r"threads"),
    (lambda: carom.set_threads(65), ValueError, r"threads"),
    (lambda: carom.Mesh(VERTICES, FACES, build="slow"), ValueError, r"build is 'slow'"),
])
def test_questions_that_are_refused(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_float64_is_not_rounded_unasked():
    single = carom.Mesh(VERTICES.astype(np.float32), FACES)
    with pytest.raises(TypeError, match=r"points is float64 and this object float32"):
        single.closest(np.zeros((1, 3)))
    assert single.closest([[0.0, 0, 0]]).distance.dtype == np.float32
    assert MESH.closest(np.zeros((1, 3), np.float32)).distance.dtype == np.float64


def test_native_calls_do_not_leave_their_buffers():
    native = MESH._native
    with pytest.raises(ValueError, match="wrong size"):
        native.closest(np.zeros((2, 3)), None, 3, np.zeros(1000, np.uint8))
    with pytest.raises(ValueError, match="wrong size"):
        native.contains(np.zeros((3, 3)), 3, np.zeros(1, np.uint8))
    frozen = np.zeros((3,), np.float64)
    frozen.flags.writeable = False
    with pytest.raises((BufferError, ValueError), match="read-only"):
        native.winding_number(np.zeros((3, 3)), 3, frozen)


class Exporter:
    """A tensor of another package: DLPack and nothing else."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **arguments):
        return self.array.__dlpack__(**arguments)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_dlpack():
    points = np.random.default_rng(1).normal(size=(10, 3))
    assert np.array_equal(MESH.closest(Exporter(points)).distance, MESH.closest(points).distance)
    mesh = carom.Mesh(Exporter(VERTICES), Exporter(FACES))
    assert mesh == MESH


def test_records_show_themselves():
    hits = MESH.raycast(np.zeros((3, 3)), np.ones((3, 3)))
    assert "RayHits(shape=(3,)" in repr(hits) and "barycentric" in repr(hits)
    assert hits._repr_html_().count("<tr>") == 4 and "the first 3 of 3" in hits._repr_html_()
    assert set(hits.asdict()) == set(hits.fields) and len(list(hits)) == 3
    assert "1 faces" in repr(MESH)
