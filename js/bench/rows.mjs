// The rows of the benchmark: carom beside three-mesh-bvh, rapier3d-compat and manifold-3d, in node or in a page. In each row all answer the same
// questions in turn, several times; the least time of each counts, and what differs between answers is counted.

function generator(seed) {
    return () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
}

// Milliseconds: in node of the process's own time, which other work on the machine does not count in; in a page of the clock.
const now = globalThis.process?.cpuUsage ? () => {
    const {user, system} = process.cpuUsage();
    return (user + system) / 1000;
} : () => performance.now();

/** Runs each of `runs` in turn; they return their answers as one array of numbers. */
function row(name, count, runs, tolerance, passes = 5) {
    const best = {}, answers = {};
    for (let pass = 0; pass < passes; pass++)
        for (const [who, run] of Object.entries(runs)) {
            const start = now();
            answers[who] = run();
            best[who] = Math.min(best[who] ?? Infinity, now() - start);
        }
    const own = answers[Object.keys(runs)[0]], differ = {};
    for (const who of Object.keys(runs)) differ[who] = own.reduce((sum, x, i) => sum + !(Math.abs(answers[who][i] - x) <= tolerance * Math.max(1, Math.abs(x)) || answers[who][i] === x), 0);
    return {name, count, nanoseconds: Object.fromEntries(Object.entries(best).map(([who, ms]) => [who, 1e6 * ms / count])), differ};
}

/** Binary STL as corners, nine numbers a triangle. */
export function triangles(stl) {
    const view = new DataView(stl.buffer ?? stl, stl.byteOffset ?? 0), count = view.getUint32(80, true), positions = new Float32Array(9 * count);
    for (let i = 0; i < count; i++) for (let k = 0; k < 9; k++) positions[9 * i + k] = view.getFloat32(96 + 50 * i + 4 * k, true);
    return positions;
}

/** First hits and closest points of a mesh. */
export function meshRows(carom, {THREE, MeshBVH, SAH}, positions, N = 5000) {
    const random = generator(12345), rays = new Float32Array(6 * N), points = new Float32Array(3 * N);
    const mesh = new carom.Mesh(positions), b = mesh.bounds, size = [0, 1, 2].map((k) => b[k + 3] - b[k]);
    for (let i = 0; i < N; i++) { // from a ball around the mesh to a point of its box; points in a box half as large again
        const z = 2 * random() - 1, angle = 2 * Math.PI * random(), ring = Math.sqrt(1 - z * z);
        const from = [ring * Math.cos(angle), ring * Math.sin(angle), z].map((x, k) => (b[k] + b[k + 3]) / 2 + x * Math.hypot(...size));
        const d = from.map((x, k) => b[k] + size[k] * random() - x), length = Math.hypot(...d);
        rays.set([...from, ...d.map((x) => x / length)], 6 * i);
        points.set([0, 1, 2].map((k) => b[k] + size[k] * (1.5 * random() - 0.25)), 3 * i);
    }
    const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(positions.slice(), 3));
    const trees = {"three-mesh-bvh": new MeshBVH(geometry.clone()), "three-mesh-bvh, SAH": new MeshBVH(geometry.clone(), {strategy: SAH})};
    const ray = new THREE.Ray(), point = new THREE.Vector3(), target = {}, out = new Float64Array(N);
    const one = (ask) => () => {
        for (let i = 0; i < N; i++) out[i] = ask(i);
        return out.slice();
    };
    const first = {many: () => mesh.raycast(rays).t, "one by one": one((i) => mesh.raycastFirst(rays.subarray(6 * i, 6 * i + 6))?.t ?? Infinity)};
    const near = {many: () => mesh.closest(points).distance, "one by one": one((i) => mesh.closestPoint(points[3 * i], points[3 * i + 1], points[3 * i + 2]).distance)};
    for (const [name, tree] of Object.entries(trees)) {
        first[name] = one((i) => tree.raycastFirst(new THREE.Ray(ray.origin.fromArray(rays, 6 * i), ray.direction.fromArray(rays, 6 * i + 3)), THREE.DoubleSide)?.distance ?? Infinity);
        near[name] = one((i) => tree.closestPointToPoint(point.fromArray(points, 3 * i), target).distance);
    }
    // the triangles within a ball, by the module's own question and by walking each tree with tests in JavaScript
    const M = N / 10, radius = 0.05 * Math.hypot(...size), within = {overlapSphere: () => Float64Array.from({length: M}, (_, i) => mesh.overlapSphere(points.subarray(3 * i, 3 * i + 3), radius).length)};
    const balls = Array.from({length: M}, (_, i) => new THREE.Sphere(new THREE.Vector3().fromArray(points, 3 * i), radius)), triangle = new THREE.Triangle(), box = new THREE.Box3();
    const touches = (of, {center}) => of.closestPointToPoint(center, point).distanceToSquared(center) <= radius * radius;
    within.shapecast = () => Float64Array.from(balls, (ball) => {
        let count = 0;
        mesh.shapecast({intersectsBounds: (b) => ball.intersectsBox(box.set(box.min.fromArray(b), box.max.fromArray(b, 3))), intersectsTriangle: (t) => {
            count += touches(triangle.set(triangle.a.fromArray(t), triangle.b.fromArray(t, 3), triangle.c.fromArray(t, 6)), ball);
        }});
        return count;
    });
    for (const [name, tree] of Object.entries(trees)) within[name] = () => Float64Array.from(balls, (ball) => {
        let count = 0;
        tree.shapecast({intersectsBounds: (b) => ball.intersectsBox(b), intersectsTriangle: (t) => {
            count += touches(t, ball);
        }});
        return count;
    });
    const rows = [row("first hits of rays on the bunny", N, first, 1e-5), row("closest points of the bunny", N, near, 1e-5), row("triangles of the bunny within a ball", M, within, 1e-5)];
    mesh.dispose();
    return rows;
}

/** Shapes against shapes: shape casts, distances, contacts. */
export function shapeRows(carom, RAPIER, N = 500) {
    const random = generator(99), cloud = Float32Array.from({length: 90}, () => random() - 0.5);
    const kinds = {
        ball: [new carom.Sphere([0, 0, 0], 0.5), new RAPIER.Ball(0.5)],
        box: [new carom.Box([-0.5, -0.4, -0.3], [0.5, 0.4, 0.3]), new RAPIER.Cuboid(0.5, 0.4, 0.3)],
        capsule: [new carom.Capsule([0, -0.5, 0], [0, 0.5, 0], 0.25), new RAPIER.Capsule(0.5, 0.25)],
        cylinder: [new carom.Cylinder([0, -0.5, 0], [0, 0.5, 0], 0.4), new RAPIER.Cylinder(0.5, 0.4)],
        hull: [new carom.Hull(cloud), new RAPIER.ConvexPolyhedron(cloud)]};
    const world = new RAPIER.World({x: 0, y: 0, z: 0}); // of its colliders: their shapes are made once, where those of calls are made anew
    const turn = () => {
        const q = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5], length = Math.hypot(...q);
        return q.map((x) => x / length);
    };
    const still = {x: 0, y: 0, z: 0}, rows = [];
    for (const [a, b] of [["ball", "box"], ["box", "box"], ["capsule", "box"], ["capsule", "capsule"], ["cylinder", "box"], ["hull", "hull"]]) {
        const [[ownA, peerA], [ownB, peerB]] = [kinds[a], kinds[b]];
        // poses and motions, rounded to float32, which the peer takes; apart for casts and distances, in contact for depths
        const poses = (reach) => {
            const out = new Float64Array(7 * N);
            for (let i = 0; i < N; i++) {
                const d = turn().slice(0, 3), length = Math.hypot(...d);
                out.set([...d.map((x) => reach * x / length), ...turn()].map(Math.fround), 7 * i);
            }
            return out;
        };
        const poseA = poses(0), far = poses(3), close = poses(0.3), motion = Float64Array.from({length: 3 * N}, (_, k) => Math.fround(4 * (0.3 * (random() - 0.5) - far[7 * Math.floor(k / 3) + (k % 3)] / 3)));
        const vector = (from, at) => ({x: from[at], y: from[at + 1], z: from[at + 2]}), quaternion = (from, at) => ({...vector(from, at), w: from[at + 3]});
        // what the peer is handed, made beforehand
        const given = (from) => Array.from({length: N}, (_, i) => [vector(from, 7 * i), quaternion(from, 7 * i + 3)]);
        const at = given(poseA), apart = given(far), deep = given(close), ways = Array.from({length: N}, (_, i) => vector(motion, 3 * i)), pair = new carom.Pair(ownA, ownB);
        const [colliderA, colliderB] = [peerA, peerB].map((shape) => world.createCollider(new RAPIER.ColliderDesc(shape)));
        const placed = (second, ask) => () => Float64Array.from({length: N}, (_, i) => {
            colliderA.setTranslation(at[i][0]);
            colliderA.setRotation(at[i][1]);
            colliderB.setTranslation(second[i][0]);
            colliderB.setRotation(second[i][1]);
            return ask(i);
        });
        const peer = (ask) => () => Float64Array.from({length: N}, (_, i) => ask(i));
        const live = (second, ask) => () => Float64Array.from({length: N}, (_, i) => {
            pair.poseA.set(poseA.subarray(7 * i, 7 * i + 7));
            pair.poseB.set(second.subarray(7 * i, 7 * i + 7));
            return ask(i);
        });
        const title = `${a} and ${b}`, options = {poseA, poseB: far};
        rows.push(row(`shape cast: ${title}`, N, {
            many: () => {
                const found = carom.sweep(ownA, ownB, {...options, motionB: motion});
                return found.fraction.map((f, i) => (found.hit[i] ? f : -1));
            },
            "one by one": live(far, (i) => {
                pair.motionB.set(motion.subarray(3 * i, 3 * i + 3));
                const found = pair.sweep();
                return found.hit ? found.fraction : -1;
            }),
            rapier: peer((i) => peerA.castShape(at[i][0], at[i][1], still, peerB, apart[i][0], apart[i][1], ways[i], 0, 1, true)?.time_of_impact ?? -1),
            "rapier, colliders": placed(apart, (i) => colliderA.castCollider(still, colliderB, ways[i], 0, 1, true)?.time_of_impact ?? -1)}, 1e-3));
        rows.push(row(`distance and points: ${title}`, N, {
            many: () => carom.closest(ownA, ownB, options).distance, "one by one": live(far, () => pair.closest().distance),
            rapier: peer((i) => peerA.contactShape(at[i][0], at[i][1], peerB, apart[i][0], apart[i][1], 100)?.distance ?? -1),
            "rapier, colliders": placed(apart, () => colliderA.contactCollider(colliderB, 100)?.distance ?? -1)}, 1e-3));
        rows.push(row(`in contact: ${title}`, N, {
            many: () => Float64Array.from(carom.overlap(ownA, ownB, {poseA, poseB: close})), "one by one": live(close, () => Number(pair.overlap())),
            rapier: peer((i) => Number(peerA.intersectsShape(at[i][0], at[i][1], peerB, deep[i][0], deep[i][1])))}, 1e-3));
        rows.push(row(`depth and points: ${title}`, N, {
            many: () => carom.penetration(ownA, ownB, {poseA, poseB: close}).depth, "one by one": live(close, () => pair.penetration().depth),
            rapier: peer((i) => -(peerA.contactShape(at[i][0], at[i][1], peerB, deep[i][0], deep[i][1], 0)?.distance ?? 0)),
            "rapier, colliders": placed(deep, () => -(colliderA.contactCollider(colliderB, 0)?.distance ?? 0))}, 1e-2));
        pair.dispose();
        world.removeCollider(colliderA, false);
        world.removeCollider(colliderB, false);
    }
    world.free();
    return rows;
}

/** Two meshes: whether they overlap, and the least gap between them. */
export function solidRows(carom, {Manifold}, N = 8) {
    const random = generator(7), rows = [], ball = Manifold.sphere(1, 96), {vertProperties, triVerts} = ball.getMesh();
    const mesh = new carom.Mesh(Float64Array.from(vertProperties), triVerts), count = triVerts.length / 3;
    const places = (low, high) => Array.from({length: N}, () => {
        const d = [random() - 0.5, random() - 0.5, random() - 0.5], length = Math.hypot(...d) / (low + (high - low) * random());
        return d.map((x) => x / length);
    });
    const near = places(1.8, 2.2), apart = places(2.05, 3), pose = (p) => [...p, 0, 0, 0, 1];
    rows.push(row(`overlap of two meshes of ${count} triangles`, N, {
        "one by one": () => Float64Array.from(near, (p) => Number(mesh.overlaps(mesh, pose(p)))),
        manifold: () => Float64Array.from(near, (p) => {
            const moved = ball.translate(p), common = ball.intersect(moved), answer = Number(!common.isEmpty());
            moved.delete();
            common.delete();
            return answer;
        })}, 0, 3));
    rows.push(row(`least gap of two meshes of ${count} triangles`, N, {
        "one by one": () => Float64Array.from(apart, (p) => mesh.distance(mesh, pose(p)).distance),
        manifold: () => Float64Array.from(apart, (p) => {
            const moved = ball.translate(p), gap = ball.minGap(moved, Math.hypot(...p) - 2 + 0.05); // how far it is to look: little more than needed
            moved.delete();
            return gap;
        })}, 1e-5, 3));
    mesh.dispose();
    return rows;
}

/** Rows as lines of a table: the time of the first answer, and how many times as long each other took. */
export function table(rows) {
    const whos = [...new Set(rows.flatMap((r) => Object.keys(r.nanoseconds)))], lines = [`| | ${whos.join(" | ")} | differ |`, `|---|${whos.map(() => "---|").join("")}---|`];
    for (const {name, nanoseconds, differ, count} of rows) {
        const [first] = Object.values(nanoseconds), cells = whos.map((who) => (nanoseconds[who] === undefined ? "" : nanoseconds[who] === first ? `1 (${Math.round(first).toLocaleString("en")} ns)` : (nanoseconds[who] / first).toFixed(2)));
        const odd = Object.entries(differ).filter(([, n]) => n).map(([who, n]) => `${who} ${n} of ${count}`).join(", ");
        lines.push(`| ${name} | ${cells.join(" | ")} | ${odd} |`);
    }
    return lines.join("\n");
}
