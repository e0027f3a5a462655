"""Worlds: events, impacts, rays, errors, and the same bits for any number of threads."""

import numpy as np
import pytest

import carom

REALS = [np.float32, np.float64]


def pose_at(places, dtype=np.float64):
    places = np.asarray(places, dtype)
    return np.concatenate([places, np.broadcast_to(dtype([0, 0, 0, 1]), places.shape[:-1] + (4,))], axis=-1)


@pytest.mark.parametrize("dtype", REALS)
def test_events_begin_stay_and_end(dtype):
    world = carom.World(dtype=dtype)
    wall = world.add(carom.Box(dtype([4, -1, -1]), dtype([5, 1, 1])), kind="static")
    ball = world.add(carom.Sphere(dtype([0, 0, 0]), dtype(0.5)), velocity=dtype([1, 0, 0]))
    kinds, now = [], 0
    for _ in range(14):
        world.step(0.5)
        now += 0.5
        kinds.append([int(k) for k in world.events.kind])
        touching = now + 0.5 >= 4 and now - 0.5 <= 5
        assert (kinds[-1] in ([0], [1])) == touching, now
    assert kinds[6] == [0] and kinds[7] == [1] and kinds[11:13] == [[2], []]
    assert world.poses(ball)[0] == 7 and world.states(ball)[1].tolist() == [1, 0, 0] and len(world) == 2
    world.move(ball, pose_at([3.75, 0, 0], dtype))
    world.set_velocity(ball, dtype([0, 0, 0]))
    world.step(1.0)
    event = world.events
    assert {int(event.a[0]), int(event.b[0])} == {int(wall), int(ball)} and event.depth[0] == 0.25 and abs(event.normal[0][0]) == 1


def test_nothing_tunnels_and_impacts_tell_when():
    world = carom.World(response=True)
    world.add(carom.box_mesh([-9.0, -0.001, -9.0], [9.0, 0, 9.0]), kind="static")
    places = np.stack([np.linspace(-8, 8, 9), np.full(9, 5.0), np.zeros(9)], axis=-1)
    balls = world.add(carom.Sphere([0.0, 0, 0], 0.5), pose_at(places), velocity=[0.0, -900, 0], restitution=1.0)
    impacts = world.step(0.01)
    assert balls.shape == (9,) and len(impacts) == 9 and np.allclose(impacts.time, 0.005)
    assert (world.poses(balls)[:, 1] > 0).all()


def test_rays_and_masks():
    world = carom.World()
    near = world.add(carom.Sphere([0.0, 0, 0], 1.0), pose_at([3.0, 0, 0]), category=2)
    far = world.add(carom.Sphere([0.0, 0, 0], 1.0), pose_at([9.0, 0, 0]), category=4)
    hits = world.raycast([[0.0, 0, 0], [0.0, 5, 0]], [[1.0, 0, 0]])
    assert hits.id[0] == near and hits.t.tolist() == [2, np.inf] and hits.normal[0].tolist() == [-1, 0, 0]
    assert world.raycast([0.0, 0, 0], [1.0, 0, 0], mask=4).id == far
    world.remove(near)
    assert world.raycast([0.0, 0, 0], [1.0, 0, 0]).id == far


def run(threads):
    carom.set_threads(threads)
    world = carom.World(gravity=[0.0, -10, 0], response=True)
    world.add(carom.Halfspace([0.0, 1, 0], 0.0), kind="static")
    generator = np.random.default_rng(1)
    hull = carom.Hull(generator.normal(size=(12, 3)) * 0.3)
    ids = world.add([hull, carom.Sphere([0.0, 0, 0], 0.4)], pose_at(generator.uniform(1, 6, size=(80, 2, 3))), velocity=generator.normal(size=(80, 2, 3)) * 5,
                    restitution=0.5)
    count = 0
    for _ in range(30):
        count += len(world.step(0.02))
    return world.poses(ids), count


def test_the_same_bits_for_any_number_of_threads():
    before = carom.get_threads()
    try:
        one, two, three = run(1), run(2), run(3)
    finally:
        carom.set_threads(before)
    assert np.array_equal(one[0], two[0]) and np.array_equal(one[0], three[0]) and one[1] == two[1] == three[1] > 50
    assert one[0].shape == (80, 2, 7) and np.isfinite(one[0]).all()


@pytest.mark.parametrize("call, error, words", [
    (lambda w, i: w.step(-1), ValueError, r"dt is -1"),
    (lambda w, i: w.step(np.nan), ValueError, r"dt is nan"),
    (lambda w, i: w.add(carom.Point(np.zeros(3, "f4"))), TypeError, r"shapes are float32"),
    (lambda w, i: w.add(carom.Point([0.0, 0, 0]), kind="still"), ValueError, r"kind is 'still'"),
    (lambda w, i: w.add(carom.Point(np.zeros((3, 3))), mass=[1, -1, 1]), ValueError, r"collider 1: "),
    (lambda w, i: w.add(carom.Point([0.0, 0, 0]), kind="static", velocity=[1.0, 0, 0]), ValueError, r"collider 0: "),
    (lambda w, i: w.add(carom.Point([0.0, 0, 0]), np.full(7, 2.0)), ValueError, r"poses is no pose"),
    (lambda w, i: w.remove([int(i), 12345]), IndexError, r"ids\[1\] is not in use"),
    (lambda w, i: w.move(99, pose_at([0.0, 0, 0])), IndexError, r"ids\[0\]"),
    (lambda w, i: w.set_velocity(i, [np.nan, 0, 0]), ValueError, r"velocity\[0\]"),
    (lambda w, i: w.poses([0.5]), TypeError, r"ids has dtype"),
    (lambda w, i: w.states([0]), IndexError, r"ids\[0\]"),
    (lambda w, i: carom.World(dtype=int), TypeError, r"dtype is int64"),
    (lambda w, i: carom.World(gravity=[0.0, np.inf, 0]), ValueError, r"gravity\[1\] is inf"),
])
def test_what_is_refused(call, error, words):
    world = carom.World()
    ball = world.add(carom.Sphere([0.0, 0, 0], 1.0))
    with pytest.raises(error, match=words):
        call(world, ball)
    assert len(world) <= 1
