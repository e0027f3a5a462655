// Triangle meshes behind a bounding-volume hierarchy. Questions come in typed arrays, many at a time, and so do answers; the mesh lies in the
// module's memory and is never copied.

import {CaromError, Core, FACING, Frame, Resource, STATUS, arrayOf, choice, precisionOf} from "./core.js";

const BUILD = {best: 0, fast: 1, split: 2, whole: 3};
const METHOD = {normal: 1, parity: 2, winding: 3};
const METHODS = ["none", "normal", "parity", "winding"];
/** What `intersectsBounds` of a shapecast answers where all below a box matters. */
const CONTAINED = 2;
const CLOSURE = ["open", "closed", "inconsistent"];

/** Triangles, of which every query is answered as by a search through all of them. */
export class Mesh extends Resource {
    noun = "mesh";
    #real;
    #indices; // of an indexed mesh, for refit

    constructor(core, positions, indices, options = {}) {
        super(core, precisionOf(options, positions));
        this.#real = this.real;
        const vertices = arrayOf(positions, 3, "positions");
        if (!indices && vertices % 3) throw new CaromError(`positions: without indices ${vertices} vertices are no whole number of triangles`);
        const triangles = indices ? arrayOf(indices, 3, "indices") : vertices / 3;
        this.#indices = indices ? Uint32Array.from(indices) : Uint32Array.from({length: vertices}, (_, i) => i);
        const frame = new Frame(core), p = frame.add(this.#real, 3 * vertices, positions), i = frame.add(Uint32Array, 3 * triangles, this.#indices);
        frame.fill();
        const at = this.call("mesh_create", frame.address(p), vertices, frame.address(i), triangles, choice(BUILD, options.build ?? "best", "build")) >>> 0;
        if (at & 1) this.#explain(at >> 1, positions, vertices);
        this.take(at, "mesh_destroy");
        this.triangleCount = triangles;
        this.vertexCount = vertices;
    }

    /** Of an argument that the library refused, the first place that is wrong. */
    #explain(status, positions, vertices) {
        const odd = status === 3 ? positions.findIndex((x) => !Number.isFinite(this.#real.of(x)[0])) : -1;
        if (odd >= 0) throw new CaromError(`positions[${odd}] is ${positions[odd]}`);
        const far = status === 4 ? this.#indices.findIndex((i) => i >= vertices) : -1;
        if (far >= 0) throw new CaromError(`indices[${far}] is ${this.#indices[far]}, and there are ${vertices} vertices`);
        throw new CaromError(STATUS[status]);
    }

    get bytes() {
        return this.call("mesh_bytes", this.at) >>> 0;
    }

    /** Least corner, then largest. */
    get bounds() {
        const frame = new Frame(this.core), out = frame.add(this.#real, 6);
        frame.fill();
        this.call("mesh_bounds", this.at, frame.address(out));
        return frame.take(out);
    }

    /** "closed", "inconsistent" (closed, with triangles that face different ways) or "open". */
    get closure() {
        return CLOSURE[this.call("mesh_closure", this.at)];
    }

    /** How signedDistance tells the inside unless told: "normal", "parity" or "winding". */
    get method() {
        return METHODS[this.call("mesh_method", this.at)];
    }

    /** Moves the vertices; the tree keeps its shape. */
    refit(positions) {
        if (arrayOf(positions, 3, "positions") !== this.vertexCount) throw new CaromError(`positions: ${positions.length / 3} vertices, not ${this.vertexCount}`);
        const frame = new Frame(this.core), p = frame.add(this.#real, positions.length, positions), i = frame.add(Uint32Array, this.#indices.length, this.#indices);
        frame.fill();
        const status = this.call("mesh_refit", this.at, frame.address(p), this.vertexCount, frame.address(i));
        if (status) this.#explain(status, positions, this.vertexCount);
    }

    // ---- rays

    #rays(rays, options) {
        const count = arrayOf(rays, 6, "rays"), frame = new Frame(this.core);
        const numbers = frame.add(this.#real, 6 * count, rays), range = frame.add(this.#real, 2, [options.tMin ?? 0, options.tMax ?? Infinity]);
        return {count, frame, numbers, range, facing: choice(FACING, options.facing ?? "both", "facing")};
    }

    /** The first triangle that each ray hits; rays are [ox, oy, oz, dx, dy, dz, ...], t counts in lengths of the direction. */
    raycast(rays, options = {}) {
        const {count, frame, numbers, range, facing} = this.#rays(rays, options), mesh = this.at;
        const triangle = frame.add(Int32Array, count), t = frame.add(this.#real, count);
        const normal = frame.add(this.#real, 3 * count), barycentric = frame.add(this.#real, 3 * count);
        frame.fill();
        this.call("raycast", mesh, frame.address(numbers), count, frame.address(range), facing, frame.address(triangle), frame.address(t), frame.address(normal), frame.address(barycentric));
        return {triangle: frame.take(triangle), t: frame.take(t), normal: frame.take(normal), barycentric: frame.take(barycentric)};
    }

    /** The first hit of one ray of six numbers, or null. Of many, raycast is faster. */
    raycastFirst(ray, tMin = 0, tMax = Infinity, facing = "both") {
        const s = this.core.single(this.#real), n = s.numbers, at = s.at, w = n.BYTES_PER_ELEMENT;
        for (let k = 0; k < 6; k++) n[k] = ray[k];
        n[6] = tMin;
        n[7] = tMax;
        this.call("raycast", this.at, at, 1, at + 6 * w, choice(FACING, facing, "facing"), at + 128, at + 8 * w, at + 9 * w, at + 12 * w);
        if (s.index[0] < 0) return null;
        return {triangle: s.index[0], t: n[8], normal: [n[9], n[10], n[11]], barycentric: [n[12], n[13], n[14]]};
    }

    /** Whether each ray hits anything: 1 or 0. */
    occluded(rays, options = {}) {
        const {count, frame, numbers, range, facing} = this.#rays(rays, options), mesh = this.at;
        const out = frame.add(Uint8Array, count);
        frame.fill();
        this.call("occluded", mesh, frame.address(numbers), count, frame.address(range), facing, frame.address(out));
        return frame.take(out);
    }

    /** All triangles that one ray hits, in order. */
    raycastAll(ray, options = {}) {
        if (arrayOf(ray, 6, "ray") !== 1) throw new CaromError(`ray: ${ray.length} numbers, not 6`);
        for (let capacity = 64; ;) {
            const {frame, numbers, range, facing} = this.#rays(ray, options), mesh = this.at;
            const triangle = frame.add(Int32Array, capacity), t = frame.add(this.#real, capacity);
            const normal = frame.add(this.#real, 3 * capacity), barycentric = frame.add(this.#real, 3 * capacity);
            frame.fill();
            const count = this.call("raycast_all", mesh, frame.address(numbers), frame.address(range), facing, capacity, frame.address(triangle), frame.address(t), frame.address(normal), frame.address(barycentric)) >>> 0;
            if (count === 0xffffffff) throw new CaromError(STATUS[1]);
            if (count <= capacity) return {triangle: frame.take(triangle, count), t: frame.take(t, count), normal: frame.take(normal, 3 * count), barycentric: frame.take(barycentric, 3 * count)};
            capacity = count;
        }
    }

    // ---- points

    /** The nearest point of the triangles to each point; triangle -1 where there is none. */
    closest(points) {
        const count = arrayOf(points, 3, "points"), frame = new Frame(this.core), mesh = this.at;
        const from = frame.add(this.#real, 3 * count, points), triangle = frame.add(Int32Array, count), distance = frame.add(this.#real, count);
        const point = frame.add(this.#real, 3 * count), barycentric = frame.add(this.#real, 3 * count);
        frame.fill();
        this.call("closest", mesh, frame.address(from), count, frame.address(triangle), frame.address(distance), frame.address(point), frame.address(barycentric));
        return {triangle: frame.take(triangle), distance: frame.take(distance), point: frame.take(point), barycentric: frame.take(barycentric)};
    }

    /** The nearest point to one point, or null of an empty mesh. Of many, closest is faster. */
    closestPoint(x, y, z) {
        const s = this.core.single(this.#real), n = s.numbers, at = s.at, w = n.BYTES_PER_ELEMENT;
        n[0] = x;
        n[1] = y;
        n[2] = z;
        this.call("closest", this.at, at, 1, at + 128, at + 8 * w, at + 9 * w, at + 12 * w);
        if (s.index[0] < 0) return null;
        return {triangle: s.index[0], distance: n[8], point: [n[9], n[10], n[11]], barycentric: [n[12], n[13], n[14]]};
    }

    #ofPoints(name, kind, points, ...values) {
        const count = arrayOf(points, 3, "points"), frame = new Frame(this.core), mesh = this.at;
        const from = frame.add(this.#real, 3 * count, points), out = frame.add(kind, count);
        frame.fill();
        this.call(name, mesh, ...values, frame.address(from), count, frame.address(out));
        return frame.take(out);
    }

    /** Distances, negative inside. */
    signedDistance(points, options = {}) {
        const method = options.method === undefined ? -1 : choice(METHOD, options.method, "method");
        return this.#ofPoints("signed_distance", this.#real, points, method);
    }

    /** 1 for points inside or on the surface, 0 for those outside: exact for closed meshes. */
    contains(points) {
        return this.classify(points).map((place) => (place ? 1 : 0));
    }

    /** 0 outside, 1 inside, 2 on the surface. */
    classify(points) {
        return this.#ofPoints("classify", Uint8Array, points);
    }

    windingNumber(points) {
        return this.#ofPoints("winding_number", this.#real, points);
    }

    // ---- triangles near a shape

    #list(name, numbers) {
        for (let capacity = 1024; ;) {
            const frame = new Frame(this.core), mesh = this.at;
            const shape = frame.add(this.#real, numbers.length, numbers), out = frame.add(Uint32Array, capacity);
            frame.fill();
            const count = this.call(name, mesh, frame.address(shape), frame.address(out), capacity) >>> 0;
            if (count <= capacity) return frame.take(out, count);
            capacity = count;
        }
    }

    /** The triangles that touch a ball, ascending. */
    overlapSphere(center, radius) {
        return this.#list("overlap_sphere", [center[0], center[1], center[2], radius]);
    }

    /** The triangles that touch a box, ascending. */
    overlapBox(min, max) {
        return this.#list("overlap_box", [min[0], min[1], min[2], max[0], max[1], max[2]]);
    }

    /** Walks the tree with tests of the caller's own. `intersectsBounds(box, isLeaf, score, depth)` gets the six numbers of a box that holds all triangles
     * below it, and says whether they matter: false, true, or CONTAINED where all of them do, so that nothing below is asked again.
     * `intersectsTriangle(corners, triangle, contained, depth)` gets nine numbers and ends the search by true. Of the boxes of a node those with the
     * least `boundsTraverseOrder(box)` come first. The arrays are the caller's to keep. @return whether a triangle ended it */
    shapecast({intersectsBounds, intersectsTriangle, boundsTraverseOrder}) {
        const {core} = this, {exports} = core, real = this.#real, width = real.BYTES_PER_ELEMENT;
        // what the module wrote is copied: callbacks may ask it other things
        const reals = (at, length) => new real(exports.memory.buffer, at, length).slice(), words = (at, length) => new Uint32Array(exports.memory.buffer, at, length).slice();
        const leaf = (first, count, contained, depth) => {
            const at = core.scratch(9 * 8 * width + 32);
            this.call("mesh_leaf", this.at, first, count, at, at + 9 * count * width);
            const corners = reals(at, 9 * count), names = words(at + 9 * count * width, count);
            for (let i = 0; i < count; i++) if (intersectsTriangle(corners.subarray(9 * i, 9 * i + 9), names[i], contained, depth)) return true;
            return false;
        };
        const walk = (parent, contained, depth) => {
            const at = core.scratch(48 * width + 96), count = this.call("mesh_children", this.at, parent, at, at + 48 * width), boxes = reals(at, 6 * count), nodes = words(at + 48 * width, 3 * count);
            const box = (i) => boxes.subarray(6 * i, 6 * i + 6), order = Array.from({length: count}, (_, i) => i), scores = boundsTraverseOrder && order.map((i) => boundsTraverseOrder(box(i)));
            if (scores) order.sort((a, b) => scores[a] - scores[b]);
            for (const i of order) {
                const triangles = nodes[3 * i + 2], found = contained ? CONTAINED : Number(intersectsBounds(box(i), triangles > 0, scores?.[i], depth));
                if (found && (triangles ? intersectsTriangle && leaf(nodes[3 * i + 1], triangles, found === CONTAINED, depth) : walk(nodes[3 * i], found === CONTAINED, depth + 1))) return true;
            }
            return false;
        };
        const bounds = this.bounds;
        if (!this.triangleCount) return false;
        const found = Number(intersectsBounds(bounds, false, boundsTraverseOrder?.(bounds), 0));
        return found !== 0 && walk(0, found === CONTAINED, 1);
    }

    // ---- another mesh, of the same precision and module; its pose is [x, y, z, qx, qy, qz, qw]

    #other(other, pose, frame) {
        if (!(other instanceof Mesh) || other.core !== this.core) throw new CaromError("the other mesh is none of this module");
        if (other.bits !== this.bits) throw new CaromError(`the other mesh is of ${other.precision}, this one of ${this.precision}`);
        if (pose && pose.length !== 7) throw new CaromError(`pose: ${pose.length} numbers, not 7`);
        return pose ? frame.add(this.#real, 7, pose) : -1;
    }

    /** Do the surfaces have a common point? */
    overlaps(other, pose) {
        const frame = new Frame(this.core), at = this.#other(other, pose, frame);
        frame.fill();
        return this.call("overlap", this.at, other.at, at < 0 ? 0 : frame.address(at)) !== 0;
    }

    /** The least distance between the surfaces, 0 exactly where they touch, and where it is. */
    distance(other, pose) {
        const frame = new Frame(this.core), at = this.#other(other, pose, frame);
        const numbers = frame.add(this.#real, 7), triangles = frame.add(Int32Array, 2);
        frame.fill();
        this.call("distance", this.at, other.at, at < 0 ? 0 : frame.address(at), frame.address(numbers), frame.address(triangles));
        const n = frame.view(numbers), t = frame.view(triangles);
        return {distance: n[0], pointA: n.slice(1, 4), pointB: n.slice(4, 7), triangleA: t[0], triangleB: t[1]};
    }

    // ---- fields

    /** Signed distances at the corners of cubic cells: sample (i, j, k) is distances[(k ny + j) nx + i], at origin + cell (i, j, k). */
    signedDistanceGrid(options = {}) {
        const frame = new Frame(this.core), b = options.bounds ?? [0, 0, 0, 0, 0, 0];
        if (b.length !== 6) throw new CaromError(`bounds: ${b.length} numbers, not 6`);
        const box = frame.add(this.#real, 6, b), numbers = frame.add(this.#real, 7);
        const method = options.method === undefined ? -1 : choice(METHOD, options.method, "method");
        frame.fill();
        const grid = this.call("grid_create", this.at, method, frame.address(box), options.cell ?? 0, options.band ?? 0) >>> 0;
        if (grid & 1) throw new CaromError("signedDistanceGrid: " + STATUS[grid >> 1]);
        const samples = this.call("grid_numbers", grid, frame.address(numbers)) >>> 0, n = frame.take(numbers), count = [n[4], n[5], n[6]];
        const distances = new this.#real(this.core.exports.memory.buffer, samples, count[0] * count[1] * count[2]).slice();
        this.call("grid_destroy", grid);
        return {distances, origin: n.slice(0, 3), cell: n[3], count};
    }
}

/** A module whose classes are its own: nothing is shared, and there is no global state. */
export class MeshModule {
    constructor(exports) {
        const core = new Core(exports);
        Object.defineProperty(this, "core", {value: core});
        this.Mesh = class extends Mesh {
            constructor(positions, indices, options) {
                super(core, positions, indices, options);
            }
        };
    }

    /** The library's version. */
    get version() {
        return this.core.version;
    }

    /** Bytes that the module holds: its memory only grows. */
    get memoryBytes() {
        return this.core.exports.memory.buffer.byteLength;
    }
}
