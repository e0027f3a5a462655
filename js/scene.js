// Many instances of few meshes, under one tree.

import {CaromError, FACING, Frame, IDENTITY, Resource, STATUS, arrayOf, choice, finite} from "./core.js";
import {Mesh} from "./triangles.js";

/** Instances of meshes, each in a pose and perhaps scaled. Answers within one instance are those of its mesh; of equal ones the lower instance
 * wins. After a refit of a mesh the scene is to be moved, which makes its tree anew. */
export class Scene extends Resource {
    noun = "scene";

    constructor(core, meshes, options = {}) {
        if (!Array.isArray(meshes)) throw new CaromError("meshes is no list of meshes");
        meshes.forEach((mesh, i) => {
            if (!(mesh instanceof Mesh) || mesh.core !== core) throw new CaromError(`meshes[${i}] is no mesh of this module`);
            if (mesh.bits !== meshes[0].bits) throw new CaromError(`meshes[${i}] is of ${mesh.precision} and meshes[0] of ${meshes[0].precision}: make all of the same`);
        });
        super(core, meshes[0]?.bits ?? "64");
        const given = options.poses ?? IDENTITY, poseCount = arrayOf(given, 7, "poses"), one = meshes.length === 1;
        const count = options.mesh ? arrayOf(options.mesh, 1, "mesh") : one ? poseCount : meshes.length;
        const which = Uint32Array.from({length: count}, (_, i) => options.mesh?.[i] ?? (one ? 0 : i));
        const odd = options.mesh ? Array.from(options.mesh).findIndex((i) => !(Number.isInteger(i) && i >= 0 && i < meshes.length)) : -1;
        if (odd >= 0) throw new CaromError(`mesh[${odd}] is ${options.mesh[odd]}: there are ${meshes.length} meshes, counted from 0`);
        const frame = new Frame(core), poses = frame.add(this.real, 7 * count, this.#posesOf(given, count)), names = frame.add(Uint32Array, count, which);
        if (options.scales && arrayOf(options.scales, 3, "scales") !== count) throw new CaromError(`scales: ${options.scales.length / 3} of them, and ${count} instances`);
        const scales = options.scales ? frame.add(this.real, 3 * count, options.scales) : -1;
        const at = frame.add(Uint32Array, meshes.length, meshes.map((mesh) => mesh.at));
        frame.fill();
        const made = this.call("scene_create", frame.address(at), frame.address(names), count, frame.address(poses), scales < 0 ? 0 : frame.address(scales));
        this.take(core.made(made, "Scene: poses, scales"), "scene_destroy", [...new Set(meshes)].map((mesh) => mesh.owned));
        this.count = count;
    }

    // A pose for each instance; there may be one for all.
    #posesOf(poses, count) {
        const n = arrayOf(poses, 7, "poses");
        if (n !== 1 && n !== count) throw new CaromError(`poses: ${n} of them, and ${count} instances`);
        finite(poses, "poses", this.real);
        return n === count ? poses : this.real.from({length: 7 * count}, (_, k) => poses[k % 7]);
    }

    /** Gives every instance a new pose, and makes the tree over them anew. */
    move(poses) {
        const frame = new Frame(this.core), at = frame.add(this.real, 7 * this.count, this.#posesOf(poses, this.count));
        frame.fill();
        this.core.done(this.call("scene_move", this.at, frame.address(at), this.count), "poses");
    }

    /** Least corner, then largest; inverted where nothing is. */
    get bounds() {
        const frame = new Frame(this.core), out = frame.add(this.real, 6);
        frame.fill();
        this.call("scene_bounds", this.at, frame.address(out));
        return frame.take(out);
    }

    #rays(rays, options) {
        const count = arrayOf(rays, 6, "rays"), frame = new Frame(this.core);
        const numbers = frame.add(this.real, 6 * count, rays), range = frame.add(this.real, 2, [options.tMin ?? 0, options.tMax ?? Infinity]);
        return {count, frame, numbers, range, facing: choice(FACING, options.facing ?? "both", "facing")};
    }

    // Arrays of an answer: names, kinds and widths, and a struct of their addresses.
    #arrays(frame, count, ...fields) {
        const parts = fields.map(([, kind, width]) => frame.add(kind, count * width)), out = frame.add(Uint32Array, parts.length);
        return {out, point: () => frame.point(out, ...parts), take: (n) => Object.fromEntries(fields.map(([name, , width], i) => [name, frame.take(parts[i], n * width)]))};
    }

    #hits(frame, count) {
        return this.#arrays(frame, count, ["instance", Int32Array, 1], ["triangle", Int32Array, 1], ["t", this.real, 1], ["normal", this.real, 3], ["barycentric", this.real, 3]);
    }

    /** The first triangle that each ray hits: as Mesh.raycast, with the instance. */
    raycast(rays, options = {}) {
        const {count, frame, numbers, range, facing} = this.#rays(rays, options), hits = this.#hits(frame, count), scene = this.at;
        frame.fill();
        hits.point();
        this.call("scene_raycast", scene, frame.address(numbers), count, frame.address(range), facing, frame.address(hits.out));
        return hits.take(count);
    }

    /** The first hit of one ray, or null. */
    raycastFirst(ray, tMin = 0, tMax = Infinity, facing = "both") {
        const hit = this.raycast(ray, {tMin, tMax, facing});
        if (hit.t.length !== 1) throw new CaromError(`ray: ${ray.length} numbers, not 6`);
        return hit.instance[0] < 0 ? null : {instance: hit.instance[0], triangle: hit.triangle[0], t: hit.t[0], normal: [...hit.normal], barycentric: [...hit.barycentric]};
    }

    /** All triangles that one ray hits, by t, instance and triangle. */
    raycastAll(ray, options = {}) {
        if (arrayOf(ray, 6, "ray") !== 1) throw new CaromError(`ray: ${ray.length} numbers, not 6`);
        for (let capacity = 64; ;) {
            const {frame, numbers, range, facing} = this.#rays(ray, options), hits = this.#hits(frame, capacity), scene = this.at;
            frame.fill();
            hits.point();
            const count = this.call("scene_raycast_all", scene, frame.address(numbers), frame.address(range), facing, capacity, frame.address(hits.out)) >>> 0;
            if (count === 0xffffffff) throw new CaromError(STATUS[1]);
            if (count <= capacity) return hits.take(count);
            capacity = count;
        }
    }

    /** Whether each ray hits anything: 1 or 0. */
    occluded(rays, options = {}) {
        const {count, frame, numbers, range, facing} = this.#rays(rays, options), out = frame.add(Uint8Array, count), scene = this.at;
        frame.fill();
        this.call("scene_occluded", scene, frame.address(numbers), count, frame.address(range), facing, frame.address(out));
        return frame.take(out);
    }

    /** The point of the scene nearest to each point; instance and triangle -1 where there is none. */
    closest(points) {
        const count = arrayOf(points, 3, "points"), frame = new Frame(this.core), from = frame.add(this.real, 3 * count, points), scene = this.at;
        const near = this.#arrays(frame, count, ["instance", Int32Array, 1], ["triangle", Int32Array, 1], ["distance", this.real, 1], ["point", this.real, 3], ["barycentric", this.real, 3]);
        frame.fill();
        near.point();
        this.call("scene_closest", scene, frame.address(from), count, frame.address(near.out));
        return near.take(count);
    }

    /** The nearest point to one point, or null. */
    closestPoint(x, y, z) {
        const near = this.closest([x, y, z]);
        return near.instance[0] < 0 ? null : {instance: near.instance[0], triangle: near.triangle[0], distance: near.distance[0], point: [...near.point], barycentric: [...near.barycentric]};
    }

    /** Pairs of instances whose surfaces touch, two indices each, each pair once: exactly those of Mesh.overlaps. */
    pairs() {
        const frame = new Frame(this.core), bytes = frame.add(Uint32Array, 1), scene = this.at;
        frame.fill();
        const at = this.call("scene_pairs", scene, frame.address(bytes));
        return this.core.list(at, Uint32Array, frame.view(bytes)[0]);
    }
}
