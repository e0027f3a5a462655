"""The drop-in for python-fcl by hand; tools/python_peers.sh runs python-fcl's own tests."""

import numpy as np
import pytest

from carom.compat import fcl


def at(*place):
    return fcl.Transform(np.array(place, float))


def test_transforms():
    turn = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
    assert np.allclose(fcl.Transform(turn, [1, 2, 3]).getQuatRotation(), [np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
    generator = np.random.default_rng(1)
    for q in np.concatenate([generator.normal(size=(50, 4)), np.eye(4), -np.eye(4)]):
        q = q / np.linalg.norm(q)
        back = fcl.Transform(q).getQuatRotation()
        assert np.allclose(back, q) or np.allclose(back, -q)
    for wrong in ((np.zeros((2, 2)),), (np.eye(3), np.zeros(3), 1)):
        with pytest.raises(ValueError):
            fcl.Transform(*wrong)


@pytest.mark.parametrize("geometry, reach", [
    (fcl.Box(2, 4, 6), 3), (fcl.Sphere(2), 2), (fcl.Ellipsoid(1, 2, 3), 3), (fcl.Capsule(1, 2), 2), (fcl.Cylinder(1, 3), 1.5), (fcl.Cone(1, 3), 1.5),
    (fcl.Convex(np.array([[0, 0, 2.5], [1, 0, 0], [0, 1, 0], [-1, -1, -1.0]])), 2.5), (fcl.TriangleP([0, 0, 2], [1, 0, 0], [0, 1, 0]), 2),
])
def test_geometries(geometry, reach):
    pin = fcl.CollisionObject(fcl.Sphere(0.0), at(0, 0, reach + 1))
    one = fcl.CollisionObject(geometry)
    result = fcl.DistanceResult()
    assert fcl.distance(one, pin, None, result) == pytest.approx(1) and result.nearest_points[0][2] == pytest.approx(reach)
    assert fcl.collide(one, pin) == 0 and result.o1 is geometry
    pin.setTranslation([0, 0, reach * 0.999])
    if not isinstance(geometry, fcl.TriangleP):
        assert fcl.collide(one, pin) == 1 and fcl.distance(one, pin) == -1


def test_planes_and_meshes():
    ball = fcl.CollisionObject(fcl.Sphere(1.0), at(0, 0, 3))
    assert fcl.distance(ball, fcl.CollisionObject(fcl.Plane([0, 0, 2], 2))) == pytest.approx(1)
    assert fcl.distance(ball, fcl.CollisionObject(fcl.Halfspace([0, 0, 1], 2.5)), fcl.DistanceRequest(enable_signed_distance=True)) == pytest.approx(-0.5)
    model = fcl.BVHModel()
    with pytest.raises(ValueError, match="endModel"):
        fcl.CollisionObject(model)
    model.beginModel(2, 6)
    model.addTriangle([0, 0, 0], [9, 0, 0], [0, 9, 0])
    model.addSubModel(np.array([[-1, -1, 0], [-9, -1, 0], [-1, -9, 0.0]]), np.array([[0, 1, 2]]))
    model.endModel()
    result, ground = fcl.CollisionResult(), fcl.CollisionObject(model)
    touching = fcl.CollisionObject(fcl.Sphere(1.0), at(-2, -2, 0.75))
    assert model.num_tries_() == 2 and fcl.collide(ground, touching, fcl.CollisionRequest(4, True), result) == 1
    contact = result.contacts[0]
    assert contact.b1 == 1 and contact.b2 == -1 and contact.penetration_depth == pytest.approx(0.25) and contact.normal.tolist() == [0, 0, 1]
    result = fcl.ContinuousCollisionResult()
    assert fcl.continuousCollide(ball, at(0, 0, 3), touching, at(9, 9, 0.75), None, result) == 1 and not result.is_collide


def test_managers():
    objects = [fcl.CollisionObject(fcl.Sphere(0.5), at(i * 0.9 if i < 5 else i * 3, 0, 0)) for i in range(8)]
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects[:7])
    manager.registerObject(objects[7])
    manager.setup()
    seen = []
    manager.collide(None, lambda a, b, data: seen.append({objects.index(a), objects.index(b)}))
    assert all(p in seen for p in ({0, 1}, {1, 2}, {2, 3}, {3, 4})) and len(seen) == 4
    data = fcl.DistanceData()
    manager.distance(fcl.CollisionObject(fcl.Sphere(0.5), at(22.0, 0, 0)), data, fcl.defaultDistanceCallback)
    assert data.result.min_distance == -1
    data = fcl.DistanceData()
    manager.distance(fcl.CollisionObject(fcl.Halfspace([0, 0, 1], -2)), data, fcl.defaultDistanceCallback)
    assert data.result.min_distance == pytest.approx(1.5)
    manager.unregisterObject(objects[0])
    assert manager.size() == 7 and not manager.empty()
    other = fcl.DynamicAABBTreeCollisionManager()
    other.registerObject(objects[0])
    data = fcl.CollisionData()
    manager.collide(other, data, fcl.defaultCollisionCallback)
    assert data.result.is_collision and data.done
    manager.clear()
    assert manager.getObjects() == [] and manager.empty()
