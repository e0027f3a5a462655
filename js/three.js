// carom behind three.js, under the names that three-mesh-bvh uses: a page changes its import and nothing else.
//
//     import * as THREE from "three";
//     import install from "carom/three";
//     const {computeBoundsTree, disposeBoundsTree, acceleratedRaycast} = await install(THREE);
//     THREE.BufferGeometry.prototype.computeBoundsTree = computeBoundsTree;
//     THREE.BufferGeometry.prototype.disposeBoundsTree = disposeBoundsTree;
//     THREE.Mesh.prototype.raycast = acceleratedRaycast;

import load from "./mesh.js";

const FACING = ["front", "back", "both"]; // by three's FrontSide, BackSide, DoubleSide

export default async function install(THREE, options) {
    const carom = options?.carom ?? await load(options);
    const local = new THREE.Ray(), inverse = new THREE.Matrix4(), moved = new THREE.Vector3(), sphere = new THREE.Sphere();

    function numbersOf(attribute) {
        if (!attribute.isInterleavedBufferAttribute && !attribute.normalized && attribute.itemSize === 3) return attribute.array;
        const out = new Float32Array(3 * attribute.count);
        for (let i = 0; i < attribute.count; i++) out.set([attribute.getX(i), attribute.getY(i), attribute.getZ(i)], 3 * i);
        return out;
    }

    // The triangle of a hit as three describes it; `ray` and the point are in the geometry's frame.
    function describe(bvh, ray, hit, materialIndex) {
        const {geometry} = bvh, index = geometry.index, [a, b, c] = [0, 1, 2].map((k) => index ? index.getX(3 * hit.triangle + k) : 3 * hit.triangle + k);
        const point = ray.at(hit.t, new THREE.Vector3()), [u, v, w] = hit.barycentric;
        const out = {distance: hit.t, point, faceIndex: hit.triangle, barycoord: new THREE.Vector3(u, v, w),
            face: {a, b, c, normal: bvh.normalOf(a, b, c), materialIndex}};
        for (const [name, field] of [["uv", "uv"], ["uv1", "uv1"]]) {
            const attribute = geometry.getAttribute(name);
            if (attribute) out[field] = new THREE.Vector2(u * attribute.getX(a) + v * attribute.getX(b) + w * attribute.getX(c), u * attribute.getY(a) + v * attribute.getY(b) + w * attribute.getY(c));
        }
        const normals = geometry.getAttribute("normal");
        if (normals) {
            out.normal = new THREE.Vector3();
            for (const [weight, i] of [[u, a], [v, b], [w, c]]) out.normal.addScaledVector(moved.fromBufferAttribute(normals, i), weight);
            if (out.normal.dot(ray.direction) > 0) out.normal.negate();
        }
        return out;
    }

    /** The triangles of a geometry, in its own frame. */
    class MeshBVH {
        constructor(geometry) {
            const position = geometry.getAttribute("position");
            if (!position) throw new Error("MeshBVH: the geometry has no position");
            this.geometry = geometry;
            const index = geometry.index ? geometry.index.array : position.count % 3 ? Uint32Array.from({length: position.count - position.count % 3}, (_, i) => i) : null;
            this.mesh = new carom.Mesh(numbersOf(position), index);
        }

        /** Vertices have moved. */
        refit() {
            this.mesh.refit(numbersOf(this.geometry.getAttribute("position")));
        }

        dispose() {
            this.mesh.dispose();
        }

        getBoundingBox(target) {
            const b = this.mesh.bounds;
            target.min.set(b[0], b[1], b[2]);
            target.max.set(b[3], b[4], b[5]);
            return target;
        }

        normalOf(a, b, c) {
            const position = this.geometry.getAttribute("position");
            const at = (i) => new THREE.Vector3().fromBufferAttribute(position, i), from = at(a);
            return at(b).sub(from).cross(at(c).sub(from)).normalize();
        }

        /** The group of materials of a triangle, or -1: three draws, and hits, no triangle outside of all groups. */
        groupOf(triangle) {
            return this.geometry.groups.findIndex((g) => 3 * triangle >= g.start && 3 * triangle < g.start + g.count);
        }

        // All hits that the sides of the materials admit, nearest first; t between near and far.
        * hits(ray, materialOrSide, near, far) {
            const several = Array.isArray(materialOrSide), side = materialOrSide?.isMaterial ? materialOrSide.side : materialOrSide;
            const six = [...ray.origin, ...ray.direction];
            const found = this.mesh.raycastAll(six, {tMin: near, tMax: far, facing: several ? "both" : FACING[side]});
            const range = this.geometry.drawRange;
            for (let i = 0; i < found.t.length; i++) {
                const triangle = found.triangle[i], group = several ? this.groupOf(triangle) : 0;
                if (3 * triangle < range.start || 3 * triangle >= range.start + range.count || group < 0) continue;
                const materialIndex = several ? this.geometry.groups[group].materialIndex : 0, material = several ? materialOrSide[materialIndex] : null;
                if (several && !material) continue;
                const facesRay = found.normal[3 * i] * ray.direction.x + found.normal[3 * i + 1] * ray.direction.y + found.normal[3 * i + 2] * ray.direction.z <= 0;
                const front = facesRay === this.isFront(triangle, found.normal, 3 * i);
                if (several && material.side !== THREE.DoubleSide && front !== (material.side === THREE.FrontSide)) continue;
                yield describe(this, ray, {triangle, t: found.t[i], barycentric: found.barycentric.subarray(3 * i, 3 * i + 3)}, materialIndex);
            }
        }

        // Does the normal of a hit, which faces the ray, also belong to the front of the triangle?
        isFront(triangle, normals, at) {
            const index = this.geometry.index, [a, b, c] = [0, 1, 2].map((k) => index ? index.getX(3 * triangle + k) : 3 * triangle + k);
            const n = this.normalOf(a, b, c);
            return n.x * normals[at] + n.y * normals[at + 1] + n.z * normals[at + 2] >= 0;
        }

        /** All hits, nearest first. */
        raycast(ray, materialOrSide = THREE.FrontSide, near = 0, far = Infinity) {
            return [...this.hits(ray, materialOrSide, near, far)];
        }

        raycastFirst(ray, materialOrSide = THREE.FrontSide, near = 0, far = Infinity) {
            const whole = this.geometry.drawRange.start === 0 && this.geometry.drawRange.count === Infinity;
            if (!whole || Array.isArray(materialOrSide)) return this.hits(ray, materialOrSide, near, far).next().value ?? null;
            const {origin: o, direction: d} = ray, side = materialOrSide?.isMaterial ? materialOrSide.side : materialOrSide;
            const hit = this.mesh.raycastFirst([o.x, o.y, o.z, d.x, d.y, d.z], near, far, FACING[side]);
            return hit && describe(this, ray, hit, 0);
        }

        /** {point, distance, faceIndex}, or null beyond `maxThreshold` and for an empty geometry. */
        closestPointToPoint(point, target = {}, minThreshold = 0, maxThreshold = Infinity) {
            const found = this.mesh.closestPoint(point.x, point.y, point.z);
            if (!found || found.distance > maxThreshold) return null;
            target.point = (target.point ?? new THREE.Vector3()).fromArray(found.point);
            target.distance = found.distance;
            target.faceIndex = found.triangle;
            return target;
        }

        intersectsSphere(ball) {
            const found = this.mesh.closestPoint(ball.center.x, ball.center.y, ball.center.z);
            return found !== null && found.distance <= ball.radius;
        }

        /** Walks the tree with tests of the caller's own, which get THREE.Box3 and THREE.Triangle, new ones at each call, as Mesh.shapecast says. There
         * are no ranges of triangles: the index is left in its order. */
        shapecast({intersectsBounds, intersectsTriangle, boundsTraverseOrder}) {
            const box3 = (b) => new THREE.Box3(new THREE.Vector3(b[0], b[1], b[2]), new THREE.Vector3(b[3], b[4], b[5]));
            const triangle3 = (t) => new THREE.Triangle(...[0, 3, 6].map((k) => new THREE.Vector3(t[k], t[k + 1], t[k + 2])));
            return this.mesh.shapecast({
                intersectsBounds: (box, isLeaf, score, depth) => intersectsBounds(box3(box), isLeaf, score, depth),
                intersectsTriangle: intersectsTriangle && ((corners, index, contained, depth) => intersectsTriangle(triangle3(corners), index, contained, depth)),
                boundsTraverseOrder: boundsTraverseOrder && ((box) => boundsTraverseOrder(box3(box)))});
        }

        /** Do the triangles touch those of another geometry, which `geometryToBvh` brings here? With its tree, and a matrix that only moves and turns, nothing is copied. */
        intersectsGeometry(other, geometryToBvh) {
            const position = new THREE.Vector3(), turn = new THREE.Quaternion(), size = new THREE.Vector3();
            geometryToBvh.decompose(position, turn, size);
            const rigid = [size.x, size.y, size.z].every((x) => Math.abs(x - 1) < 1e-6);
            if (rigid && other.boundsTree instanceof MeshBVH && other.boundsTree.mesh.precision === this.mesh.precision)
                return this.mesh.overlaps(other.boundsTree.mesh, [position.x, position.y, position.z, turn.x, turn.y, turn.z, turn.w]);
            const copy = other.clone().applyMatrix4(geometryToBvh), tree = new MeshBVH(copy);
            const touches = this.mesh.precision === tree.mesh.precision && this.mesh.overlaps(tree.mesh);
            tree.dispose();
            return touches;
        }
    }

    function computeBoundsTree() {
        this.boundsTree?.dispose?.();
        this.boundsTree = new MeshBVH(this);
        return this.boundsTree;
    }

    function disposeBoundsTree() {
        this.boundsTree?.dispose();
        this.boundsTree = null;
    }

    const plainRaycast = THREE.Mesh.prototype.raycast;

    // In place of Mesh.raycast; raycaster.firstHitOnly asks for the nearest hit alone.
    function acceleratedRaycast(raycaster, intersects) {
        const bvh = this.geometry.boundsTree;
        if (!(bvh instanceof MeshBVH)) return plainRaycast.call(this, raycaster, intersects);
        if (this.material === undefined) return;
        sphere.copy(this.geometry.boundingSphere ?? (this.geometry.computeBoundingSphere(), this.geometry.boundingSphere)).applyMatrix4(this.matrixWorld);
        if (!raycaster.ray.intersectsSphere(sphere) && !sphere.containsPoint(raycaster.ray.origin)) return;
        inverse.copy(this.matrixWorld).invert();
        // The direction is that of the world brought here, not made unit: t counts in the world's lengths.
        local.origin.copy(raycaster.ray.origin).applyMatrix4(inverse);
        local.direction.copy(raycaster.ray.origin).add(raycaster.ray.direction).applyMatrix4(inverse).sub(local.origin);
        const {near, far} = raycaster;
        const found = raycaster.firstHitOnly ? [bvh.raycastFirst(local, this.material, near, far)] : bvh.raycast(local, this.material, near, far);
        for (const hit of found) {
            if (!hit) continue;
            hit.point.applyMatrix4(this.matrixWorld);
            hit.distance = hit.point.distanceTo(raycaster.ray.origin);
            hit.object = this;
            intersects.push(hit);
        }
    }

    return {MeshBVH, computeBoundsTree, disposeBoundsTree, acceleratedRaycast, carom};
}
