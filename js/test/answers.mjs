// A number that all answers of both builds and precisions enter: the same in every engine.
export default async function answers(load) {
    const out = [];
    for (const simd of [true, false]) {
        const carom = await load({simd});
        for (const kind of [Float32Array, Float64Array]) {
            let seed = 5, hash = 0x811c9dc5;
            const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
            const enter = (...arrays) => {
                for (const array of arrays) for (const byte of new Uint8Array(array.buffer, array.byteOffset, array.byteLength)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
            };
            const many = (n, size = 1) => kind.from({length: n}, () => size * (random() - 0.5));
            const mesh = new carom.Mesh(kind.from({length: 9 * 3000}, (_, k) => (k % 9 < 3 ? random() : 0.2 * random() + (k % 3) / 4)));
            const rays = kind.from({length: 6 * 2000}, (_, k) => (k % 6 < 3 ? 3 * random() - 1 : random() - 0.5)), points = kind.from({length: 3 * 2000}, () => 2 * random() - 0.5);
            enter(...Object.values(mesh.raycast(rays)), mesh.occluded(rays), ...Object.values(mesh.closest(points)), mesh.signedDistance(points), mesh.windingNumber(points));
            const scene = new carom.Scene([mesh], {poses: Array.from({length: 5}, () => [2 * random(), 2 * random(), 0, 0, 0, 0, 1]).flat()});
            enter(...Object.values(scene.raycast(rays)), ...Object.values(scene.closest(points)), scene.pairs());
            const shapes = [new carom.Sphere(many(9), [0.25, 0.5, 1]), new carom.Box(many(3).map((x) => x - 0.5), many(3).map((x) => x + 0.5)), new carom.Capsule(many(3), many(3), 0.25), new carom.Cylinder(many(3), many(3), 0.5),
                new carom.Cone(many(3), many(3), 0.5), new carom.Ellipsoid(many(3), [0.25, 0.5, 1]), new carom.Triangle(many(18)), new carom.Hull(many(60, 2))];
            const poseOf = () => [4 * random(), random(), random(), 0, 0, Math.fround(0.6), Math.fround(0.8)], poses = () => Array.from({length: 11}, poseOf).flat(), turned = poses();
            for (const verb of ["overlap", "classify", "closest", "signedDistance", "penetration", "contact", "sweep"]) {
                const found = carom[verb](shapes, shapes, {poseA: turned, pairs: "all", ...(verb === "sweep" && {motionA: [-3, 0, 0]})});
                enter(...(ArrayBuffer.isView(found) ? [found] : Object.values(found)));
            }
            enter(...Object.values(carom.toi(shapes, shapes[1], {startA: turned, endA: poses(), tolerance: 1e-4})));
            const low = Float64Array.from(points), boxes = new carom.Space("bvhDynamic", low, low.map((x) => x + 0.05)), near = boxes.nearest(points, 2);
            enter(boxes.pairs(), near.ids, near.distances);
            const world = new carom.World({gravity: [0, -10, 0], response: true});
            world.add(new carom.Halfspace([0, 1, 0], -2), {kind: "static"});
            const ids = world.add(shapes, {poses: turned, restitution: 0.5, angularVelocity: [0, 0, 1]});
            for (let i = 0; i < 20; i++) enter(...Object.values(world.step(1 / 60)).filter((array) => array instanceof Float64Array));
            enter(...Object.values(world.states(ids)));
            out.push(hash);
        }
    }
    return out;
}
