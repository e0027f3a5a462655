// The drop-in for three.js against three's own Mesh.raycast: the same triangles in the same order, the same fields. Needs three.
import assert from "node:assert/strict";
import {test} from "node:test";

import install from "../three.js";

const THREE = await import("three").catch(() => null);

function generator(seed) {
    return () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
}

test("three's own answers", {skip: !THREE}, async () => {
    const {computeBoundsTree, disposeBoundsTree, acceleratedRaycast} = await install(THREE);
    const random = generator(1), centred = () => random() - 0.5;
    let compared = 0;
    for (const geometry of [new THREE.TorusKnotGeometry(1, 0.3, 60, 12), new THREE.BoxGeometry(1, 2, 3), new THREE.IcosahedronGeometry(1, 3)])
        for (const side of [THREE.FrontSide, THREE.BackSide, THREE.DoubleSide, "several"]) {
            const material = side === "several" ? [0, 1, 2, 0, 1, 2].map((one) => new THREE.MeshBasicMaterial({side: one})) : new THREE.MeshBasicMaterial({side});
            const mesh = new THREE.Mesh(geometry, material);
            mesh.position.set(0.1, 0.2, 0.3);
            mesh.rotation.set(0.4, 0.5, 0.6);
            mesh.scale.set(1, 2, 0.5);
            mesh.updateMatrixWorld();
            computeBoundsTree.call(geometry);
            for (let i = 0; i < 300; i++) {
                const origin = new THREE.Vector3(6 * centred(), 6 * centred(), 6 * centred());
                const direction = new THREE.Vector3(centred(), centred(), centred()).sub(origin).normalize();
                const caster = new THREE.Raycaster(origin, direction, i % 3 ? 1 : 0, i % 5 ? Infinity : 4), own = [], ours = [], first = [];
                THREE.Mesh.prototype.raycast.call(mesh, caster, own);
                own.sort((a, b) => a.distance - b.distance);
                acceleratedRaycast.call(mesh, caster, ours);
                caster.firstHitOnly = true;
                acceleratedRaycast.call(mesh, caster, first);
                assert.deepEqual(ours.map((h) => h.faceIndex), own.map((h) => h.faceIndex));
                assert.deepEqual(first.map((h) => h.faceIndex), own.slice(0, 1).map((h) => h.faceIndex));
                own.forEach((a, k) => {
                    const b = ours[k];
                    assert.deepEqual(Object.keys(b).sort(), Object.keys(a).sort());
                    assert.ok(Math.abs(a.distance - b.distance) < 1e-5 && a.point.distanceTo(b.point) < 1e-5);
                    assert.ok(a.face.normal.distanceTo(b.face.normal) < 1e-5 && a.normal.distanceTo(b.normal) < 1e-3);
                    assert.ok(a.barycoord.distanceTo(b.barycoord) < 1e-3 && (!a.uv || a.uv.distanceTo(b.uv) < 1e-4));
                    assert.deepEqual([b.object, b.face.materialIndex, b.face.a, b.face.b, b.face.c], [mesh, a.face.materialIndex, a.face.a, a.face.b, a.face.c]);
                    compared++;
                });
            }
            disposeBoundsTree.call(geometry);
            assert.equal(geometry.boundsTree, null);
        }
    assert.ok(compared > 2000, String(compared));
});

test("shapecasts as three-mesh-bvh's", {skip: !THREE}, async () => {
    const peer = await import("three-mesh-bvh").catch(() => null), {MeshBVH} = await install(THREE), geometry = new THREE.TorusKnotGeometry(1, 0.3, 80, 16), ball = new THREE.Sphere(new THREE.Vector3(0.7, 0.4, 0.1), 0.5);
    const cast = (tree) => {
        const found = new Set();
        tree.shapecast({intersectsBounds: (box) => ball.intersectsBox(box), intersectsTriangle: (triangle) => {
            // by its corners: three-mesh-bvh gives triangles other numbers
            if (triangle.closestPointToPoint(ball.center, new THREE.Vector3()).distanceTo(ball.center) <= ball.radius) found.add([triangle.a, triangle.b, triangle.c].map((v) => [...v].join()).sort().join(" "));
        }});
        return [...found].sort();
    };
    const own = cast(new MeshBVH(geometry));
    assert.ok(own.length > 50);
    if (peer) assert.deepEqual(own, cast(new peer.MeshBVH(geometry.clone())));
});

test("two geometries", {skip: !THREE}, async () => {
    const {computeBoundsTree, MeshBVH} = await install(THREE);
    const one = new THREE.BoxGeometry(1, 1, 1), other = new THREE.BoxGeometry(1, 1, 1), tree = computeBoundsTree.call(one);
    const at = (x) => new THREE.Matrix4().makeTranslation(x, 0, 0);
    for (const indexed of [false, true]) {
        if (indexed) computeBoundsTree.call(other);
        assert.deepEqual([tree.intersectsGeometry(other, at(1)), tree.intersectsGeometry(other, at(1.01))], [true, false]);
        assert.deepEqual([[3, 3, 3], [3, 1, 3]].map((s) => tree.intersectsGeometry(other, new THREE.Matrix4().makeScale(...s))), [false, true]);
    }
    assert.deepEqual(tree.closestPointToPoint(new THREE.Vector3(0.25, 0.125, 2)).point.toArray(), [0.25, 0.125, 0.5]);
    assert.equal(tree.closestPointToPoint(new THREE.Vector3(0, 0, 9), {}, 0, 1), null);
    assert.equal(tree.intersectsSphere(new THREE.Sphere(new THREE.Vector3(0, 0, 1.5), 1)), true);
    one.getAttribute("position").setXYZ(0, 5, 5, 5);
    tree.refit();
    assert.deepEqual(tree.getBoundingBox(new THREE.Box3()).max.toArray(), [5, 5, 5]);
    assert.throws(() => new MeshBVH(new THREE.BufferGeometry()), /no position/);
});
