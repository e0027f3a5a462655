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


@pytest.mark.parametrize("dtype", REALS)
def test_sweep_overlap_and_nearest_agree_with_the_verbs(dtype):
    generator = np.random.default_rng(4)
    places = pose_at(generator.uniform(-5, 5, size=(40, 3)), dtype)
    world, mesh = carom.World(dtype=dtype), carom.Mesh(np.asarray(carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).vertices, dtype), carom.box_mesh([0.0, 0, 0], [1.0, 1, 1]).faces)
    balls = world.add(carom.Sphere(dtype([0, 0, 0]), dtype(0.5)), places, kind="static")
    meshes = world.add(mesh, places[:5] + dtype([9, 0, 0, 0, 0, 0, 0]))
    probe = carom.Box(dtype([-1, -1, -1]), dtype([1, 1, 1]))
    at, way = pose_at(generator.uniform(-6, 6, size=(30, 3)), dtype), generator.normal(size=(30, 3)).astype(dtype) * dtype(6)
    ball = carom.Sphere(dtype([0, 0, 0]), dtype(0.5))
    touch = carom.overlap(probe, ball, at[:, None], places)
    ids, offsets = world.overlap(probe, at)
    for i in range(30):
        assert [one for one in ids[offsets[i] : offsets[i + 1]] if one in balls] == balls[touch[i]].tolist()
    swept, hits = carom.sweep(probe, ball, way[:, None], None, at[:, None], places), world.sweep(probe, way, at, exclude=meshes)
    first = np.where(swept.hit, swept.fraction, np.inf).min(axis=1)
    assert hits.fraction.dtype == dtype and np.array_equal(hits.hit, np.isfinite(first)) and np.array_equal(hits.fraction[hits.hit], first[hits.hit])
    assert (hits.fraction[~hits.hit] == 1).all() and hits.hit.any() and not hits.hit.all()
    every = world.sweep_all(probe, way, at, exclude=meshes)
    assert np.array_equal(np.diff(every.offsets), swept.hit.sum(axis=1)) and all((np.diff(every[i].fraction) >= 0).all() for i in range(30))
    near, want = world.nearest(probe, 3, at, exclude=meshes), np.sort(carom.closest(probe, ball, at[:, None], places).distance, axis=1)[:, :3]
    assert near.shape == (30, 3) and np.array_equal(near.distance, want)
    rays = world.raycast_all([dtype([-9, 0, 0])], [dtype([1, 0, 0])], mask=1)
    alone = world.raycast([dtype([-9, 0, 0])], [dtype([1, 0, 0])])
    assert len(rays[0]) == 0 or rays[0].t[0] == alone.t[0]


def test_which_colliders_questions_meet():
    world = carom.World()
    row = world.add(carom.Sphere([[0.0, 0, 0], [3.0, 0, 0], [6.0, 0, 0]], 1.0))
    sensor = world.add(carom.Sphere([9.0, 0, 0], 1.0), kind="sensor", category=4, mask=2)
    point = carom.Point([9.0, 0, 0])
    assert world.overlap(point)[0] == sensor and len(world.overlap(point, skip_sensors=True)[0]) == 0
    assert len(world.overlap(point, mask=1)[0]) == 0 and len(world.overlap(point, category=1)[0]) == 0 and len(world.overlap(point, category=2)[0]) == 1
    near = world.nearest(point, 9, exclude=[sensor])
    assert near.id.tolist() == row[::-1].tolist() + [0] and near.distance.tolist() == [2, 5, 8, np.inf]
    world.set_filter(row, 8)
    assert world.nearest(point, mask=8).id.tolist() == [row[2]] and world.ids.tolist() == [*row, sensor]
    touching = carom.Sphere([4.5, 0, 0], 0.5)
    assert world.sweep(touching, [1.0, 0, 0], exclude=row[1], ignore_receding=True).initial_overlap
    assert not world.sweep(touching, [-1.0, 0, 0], exclude=row[1], ignore_receding=True).hit
    assert world.sweep(carom.Point([0.0, 9, 0]), [0.0, -9, 0], distance=1.0).fraction == pytest.approx(7 / 9)
    assert world.sweep(carom.Point(np.zeros((0, 3))), [1.0, 0, 0]).shape == (0,) and world.overlap(carom.Point(np.zeros((0, 3))))[1].tolist() == [0]


def full(dtype):
    """A world of every kind of asset, and the assets."""
    world = carom.World(gravity=dtype([0, -10, 0]), response=True, dtype=dtype)
    cube = carom.box_mesh([0.0, 0, 0], [1.0, 1, 1])
    mesh, hull = carom.Mesh(np.asarray(cube.vertices, dtype), cube.faces), carom.Hull(np.eye(3, dtype=dtype))
    ground = carom.HeightField(np.zeros((3, 3), dtype), dtype([-1, -5, -1]))
    both, round_one = carom.Compound([hull, mesh]), carom.Rounded(hull, dtype(0.25))
    assets = [mesh, hull, ground, both, round_one]
    world.add(ground, kind="static")
    for i, shape in enumerate((mesh, hull, both, round_one, carom.Sphere(dtype([0, 0, 0]), dtype(0.5)))):
        world.add(shape, pose_at(dtype([0, 0.4 * i, 0]), dtype), velocity=dtype([0, -1, 0]), restitution=0.5)
    return world, assets


@pytest.mark.parametrize("dtype", REALS)
def test_saved_worlds_go_on_with_the_same_bits(dtype, tmp_path):
    world, assets = full(dtype)
    for _ in range(3):
        world.step(0.05)
    world.save(tmp_path / "world", assets)
    again = carom.World.load(tmp_path / "world", assets, dtype=dtype)
    assert again.to_bytes(assets) == world.to_bytes(assets) and np.array_equal(again.ids, world.ids)
    for _ in range(5):
        one, two = world.step(0.05), again.step(0.05)
        assert np.array_equal(one.time, two.time) and np.array_equal(world.poses(world.ids), again.poses(world.ids))
    data = world.to_bytes(assets)
    with pytest.raises(ValueError, match="assets lacks"):
        world.to_bytes(assets[1:])
    for bad in (b"", data[:-1], data[:40] + bytes([data[40] ^ 1]) + data[41:]):
        with pytest.raises(ValueError):
            carom.World.from_bytes(bad, assets, dtype=dtype)
    with pytest.raises(TypeError, match="assets are"):
        carom.World.from_bytes(data, assets, dtype=np.float64 if dtype is np.float32 else np.float32)


@pytest.mark.parametrize("call, error, words", [
    (lambda w: w.sweep(carom.Point(np.zeros(3, "f4")), [1.0, 0, 0]), TypeError, r"shapes are float32"),
    (lambda w: w.sweep(carom.Point([0.0, 0, 0]), [1.0, 0]), ValueError, r"motion must have shape"),
    (lambda w: w.sweep(carom.Point([0.0, 0, 0]), [1.0, 0, 0], distance=-1), ValueError, r"distance is -1"),
    (lambda w: w.overlap(carom.Point(np.zeros((2, 3))), np.tile([0.0, 0, 0, 0, 0, 0, 1], (3, 1))), ValueError, r"shapes \(2,\), poses \(3,\)"),
    (lambda w: w.overlap(carom.Point([0.0, 0, 0]), exclude=[0.5]), TypeError, r"ids has dtype float64"),
    (lambda w: w.nearest(carom.Point([0.0, 0, 0]), 0), ValueError, r"k is 0"),
    (lambda w: w.set_filter([5], 1), IndexError, r"ids\[0\]"),
])
def test_questions_that_are_refused(call, error, words):
    with pytest.raises(error, match=words):
        call(carom.World())
