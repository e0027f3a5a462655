// Shapes, single ones and arrays of them: parameters broadcast, so that new Sphere(centers, 0.5) with n centres is n spheres. They are of
// float64, which takes what is float32 exactly.

import {CaromError, Frame, IDENTITY, Resource, STATUS, arrayOf, finite} from "./core.js";
import {Mesh} from "./triangles.js";

// Of each kind whose struct holds reals alone: its number, its parameters in the order of the constructor, each with how many numbers it has
// and its value where it is left out, and the order in which they lie in the struct.
const ROWS = {
    Point: [0, [["point", 3]]],
    Segment: [1, [["a", 3], ["b", 3]]],
    Ray: [2, [["origin", 3], ["direction", 3], ["tMin", 1, [0]], ["tMax", 1, [Infinity]]]],
    Line: [3, [["origin", 3], ["direction", 3]]],
    Plane: [4, [["normal", 3], ["offset", 1]]],
    Halfspace: [5, [["normal", 3], ["offset", 1]]],
    Sphere: [6, [["center", 3], ["radius", 1]]],
    Capsule: [7, [["a", 3], ["b", 3], ["radius", 1]]],
    Box: [8, [["low", 3], ["high", 3]]],
    OrientedBox: [9, [["center", 3], ["axes", 9], ["halfExtents", 3]]],
    Triangle: [10, [["corners", 9]]],
    Cylinder: [13, [["a", 3], ["b", 3], ["radius", 1]]],
    Cone: [14, [["base", 3], ["apex", 3], ["radius", 1]]],
    Ellipsoid: [15, [["center", 3], ["radii", 3], ["axes", 9, [1, 0, 0, 0, 1, 0, 0, 0, 1]]], [0, 2, 1]],
    Tetrahedron: [16, [["corners", 12]]]};

/** An array of shapes; a single shape is an array of one. */
export class Shape extends Resource {
    noun = "shape";

    constructor(core, kind) {
        super(core, "64");
        this.kind = kind;
    }

    /** Takes over the structs at an address. `parts` is what they refer to and, unless it is told apart, what copies of them refer to. */
    hold(at, count, free, parts, refers) {
        this.count = count;
        this.take(at, free, parts);
        const frame = new Frame(this.core), text = frame.add(Uint32Array, 1);
        frame.fill();
        const bad = this.call("shapes_problem", at, count, frame.address(text));
        if (bad >= 0) {
            this.dispose();
            throw new CaromError(`${this.kind}${count === 1 ? "" : `[${bad}]`}: ${this.core.text(frame.view(text)[0])}`);
        }
        this.refers = refers ?? [this.owned];
    }

    /** The least boxes along the axes, rounded outwards, six numbers each; infinite where a shape is. */
    bounds(poses = IDENTITY) {
        const poseCount = arrayOf(poses, 7, "poses"), count = common({shapes: this.count, poses: poseCount});
        const frame = new Frame(this.core), at = frame.add(this.real, poses.length, poses), out = frame.add(this.real, 6 * count);
        frame.fill();
        this.call("shapes_bounds", this.at, frame.address(at), poseCount, count, this.count, frame.address(out));
        return frame.take(out);
    }

    #mass() {
        if (this.count !== 1) throw new CaromError(`this asks one shape, not ${this.count}`);
        const frame = new Frame(this.core), out = frame.add(Float64Array, 4);
        frame.fill();
        if (!this.call("shape_mass", this.at, frame.address(out))) throw new CaromError(`${this.kind} bounds no solid whose volume is known`);
        return frame.take(out);
    }

    /** Of a single solid shape. */
    get volume() {
        return this.#mass()[0];
    }

    get centerMass() {
        return this.#mass().slice(1);
    }
}

/** The count that several counts of 1 or n have in common. */
export function common(counts) {
    let count = 1, who = null;
    for (const [name, n] of Object.entries(counts)) {
        if (n === 1 || n === count) continue;
        if (who !== null) throw new CaromError(`${name}: ${n} of them, and ${who}: ${count}; there may be one, or as many`);
        [count, who] = [n, name];
    }
    return count;
}

// The structs of shapes whose parameters these are.
function rowsOf(shape, name, values) {
    const [kind, parameters, order] = ROWS[name], counts = {}, arrays = [];
    parameters.forEach(([parameter, width, fallback], i) => {
        const given = values[i] ?? fallback;
        arrays.push(width === 1 && typeof given === "number" ? [given] : given);
        counts[parameter] = arrayOf(arrays[i], width, `${name}: ${parameter}`);
    });
    const count = common(counts), reals = parameters.reduce((sum, [, width]) => sum + width, 0), rows = new shape.real(count * reals);
    let column = 0;
    for (const i of order ?? parameters.keys()) {
        const width = parameters[i][1], from = arrays[i], step = from.length === width ? 0 : width;
        for (let k = 0; k < count; k++) for (let j = 0; j < width; j++) rows[k * reals + column + j] = from[k * step + j];
        column += width;
    }
    const frame = new Frame(shape.core), at = frame.add(shape.real, rows.length, rows);
    frame.fill();
    return {at: shape.core.made(shape.call("shapes_of_rows", kind, frame.address(at), reals, count), name), count};
}

function rowClass(core, name) {
    return {[name]: class extends Shape {
        constructor(...values) {
            super(core, name);
            const made = rowsOf(this, name, values);
            this.hold(made.at, made.count, core.exports.release, [], []);
        }

        /** New numbers for the same shapes, as the constructor takes them; what was made of copies (compounds, worlds, lists) keeps the old ones. */
        set(...values) {
            const made = rowsOf(this, name, values), fresh = new Shape(core, name);
            fresh.hold(made.at, made.count, core.exports.release, [], []); // refuses what is invalid
            const fits = made.count === this.count;
            if (fits) this.call("shapes_assign", this.at, made.at, made.count);
            fresh.dispose();
            if (!fits) throw new CaromError(`${name}: ${made.count} of them, not ${this.count}`);
            return this;
        }
    }}[name];
}

/** A single shape that refers to something else of the module, which is freed with it. */
class Referring extends Shape {
    refer(inner, name, parts = []) {
        const {exports} = this.core, destroy = exports[`${name}_destroy${this.bits}`], at = this.call(`shape_of_${name}`, inner) >>> 0;
        if (!at) {
            destroy(inner);
            throw new CaromError(STATUS[1]);
        }
        this.inner = inner;
        this.hold(at, 1, (address) => {
            exports.release(address);
            destroy(inner);
        }, parts);
    }
}

/** Points of which there is one at least, in a frame. */
export function pointsIn(frame, kind, values, what) {
    const count = arrayOf(values, 3, what);
    if (!count) throw new CaromError(`${what}: there must be one at least`);
    finite(values, what, kind);
    return [count, frame.add(kind, 3 * count, values)];
}

/** The convex hull of points: exact, no point lies outside. */
class Hull extends Referring {
    constructor(core, points, options = {}) {
        super(core, "Hull");
        const frame = new Frame(core), [count, at] = pointsIn(frame, this.real, points, "points"), limit = options.maxVertices ?? 0;
        if (!Number.isInteger(limit) || (limit !== 0 && limit < 4)) throw new CaromError(`maxVertices is ${limit}: it must be 4 or more, or 0`);
        frame.fill();
        this.refer(core.made(this.call("hull_create", frame.address(at), count, limit), "Hull"), "hull");
    }

    #parts() {
        this.at; // an error where it was disposed of
        const frame = new Frame(this.core), counts = frame.add(Uint32Array, 3);
        frame.fill();
        this.call("hull_counts", this.inner, frame.address(counts));
        const [vertexCount, faceCount, cornerCount] = frame.take(counts), parts = new Frame(this.core);
        const vertices = parts.add(this.real, 3 * vertexCount), corners = parts.add(Int32Array, cornerCount), starts = parts.add(Uint32Array, faceCount + 1);
        parts.fill();
        this.call("hull_parts", this.inner, parts.address(vertices), parts.address(corners), parts.address(starts));
        return {vertices: parts.take(vertices), corners: parts.take(corners), starts: parts.take(starts)};
    }

    /** Three numbers a vertex, in the order of the points. */
    get vertices() {
        return this.#parts().vertices;
    }

    /** The vertices of each face, counter-clockwise seen from outside. */
    get faces() {
        const {corners, starts} = this.#parts();
        return Array.from({length: starts.length - 1}, (_, i) => corners.slice(starts[i], starts[i + 1]));
    }

    /** How far a point is outside because of `maxVertices`: at most so much. */
    get omitted() {
        this.at;
        return this.call("hull_omitted", this.inner);
    }
}

/** Ground given by heights: sample (i, k), heights[k * columns + i], is at origin + (i spacing.x, height spacing.y, k spacing.z). */
class HeightField extends Referring {
    constructor(core, heights, columns, options = {}) {
        super(core, "HeightField");
        const {origin = [0, 0, 0], spacing = [1, 1, 1]} = options;
        if (!Number.isInteger(columns) || columns < 2) throw new CaromError(`columns is ${columns}: it must be 2 or more`);
        const rows = arrayOf(heights, columns, "heights");
        if (rows < 2) throw new CaromError(`heights: ${rows} rows; there must be 2 at least`);
        for (const [value, what] of [[origin, "origin"], [spacing, "spacing"]]) if (arrayOf(value, 3, what) !== 1) throw new CaromError(`${what}: ${value.length} numbers, not 3`);
        finite(heights, "heights", this.real);
        const frame = new Frame(core), at = frame.add(this.real, heights.length, heights), place = frame.add(this.real, 6, [...origin, ...spacing]);
        frame.fill();
        this.refer(core.made(this.call("heightfield_create", frame.address(at), columns, rows, frame.address(place)), "HeightField"), "heightfield");
    }
}

/** Several bounded shapes as one, their union, under one tree. */
class Compound extends Referring {
    constructor(core, children, options = {}) {
        const parts = shapesOf(core, children, "children");
        super(core, "Compound");
        try {
            const poses = options.poses ?? IDENTITY, poseCount = arrayOf(poses, 7, "poses");
            if (poseCount !== 1 && poseCount !== parts.count) throw new CaromError(`poses: ${poseCount} of them, and ${parts.count} children`);
            const frame = new Frame(core), at = frame.add(this.real, poses.length, poses);
            frame.fill();
            const inner = this.call("compound_create", parts.at, frame.address(at), poseCount, parts.count);
            this.refer(core.made(inner, "Compound: children must be bounded and no compounds, poses rigid"), "compound", parts.refers);
        } finally {
            parts.end();
        }
    }
}

/** One convex planar polygon, its vertices in order. */
class Polygon extends Shape {
    constructor(core, vertices) {
        super(core, "Polygon");
        const frame = new Frame(core), [count, at] = pointsIn(frame, this.real, vertices, "vertices");
        frame.fill();
        this.hold(core.made(this.call("shape_of_polygon", frame.address(at), count), "Polygon"), 1, core.exports.release, []);
    }
}

/** The points with min[i] <= dot(normals[i], x) <= max[i] for each i. */
class Kdop extends Shape {
    constructor(core, normals, min, max) {
        super(core, "Kdop");
        const count = arrayOf(normals, 3, "normals");
        for (const [value, what] of [[min, "min"], [max, "max"]]) if (arrayOf(value, 1, what) !== count) throw new CaromError(`${what}: ${value.length} numbers, and ${count} normals`);
        const frame = new Frame(core), at = frame.add(this.real, 5 * count, [...normals, ...min, ...max]);
        frame.fill();
        this.hold(core.made(this.call("shape_of_kdop", frame.address(at), count), "Kdop"), 1, core.exports.release, []);
    }
}

/** All points within a radius of bounded convex shapes: the radius is an exact part of them. */
class Rounded extends Shape {
    constructor(core, cores, radius) {
        if (!(cores instanceof Shape) || cores.core !== core) throw new CaromError("core is no shape of this module");
        super(core, "Rounded");
        const radii = typeof radius === "number" ? [radius] : radius, count = arrayOf(radii, 1, "radius");
        if (count !== 1 && count !== cores.count) throw new CaromError(`radius: ${count} of them, and ${cores.count} shapes`);
        const all = this.real.from({length: cores.count}, (_, i) => radii[count === 1 ? 0 : i]);
        const frame = new Frame(core), at = frame.add(this.real, all.length, all);
        frame.fill();
        this.hold(core.made(this.call("shapes_rounded", cores.at, frame.address(at), all.length), "Rounded"), cores.count, core.exports.release, [cores.owned]);
    }
}

// The struct of a mesh as a shape, which lives as long as the mesh.
const MESH_SHAPES = new WeakMap();
function meshShape(mesh) {
    const {owned, core} = mesh;
    let at = MESH_SHAPES.get(owned);
    if (!at) {
        at = core.made(mesh.call("shape_of_mesh", mesh.at), "memory");
        MESH_SHAPES.set(owned, at);
        owned.also(() => core.exports.release(at));
    }
    return at;
}

const nothing = () => {};

/** Shapes as an argument: a shape, a mesh, or a list of these. `end` gives back what was made of a list. */
export function shapesOf(core, value, what) {
    if (value instanceof Shape && value.core === core) return {at: value.at, count: value.count, refers: value.refers, owned: value.owned, end: nothing};
    if (value instanceof Mesh && value.core === core) {
        if (value.precision !== "float64") throw new CaromError(`${what} is a mesh of float32: beside shapes it must be made with {precision: "float64"}`);
        return {at: meshShape(value), count: 1, refers: [value.owned], owned: value.owned, end: nothing};
    }
    if (!Array.isArray(value)) throw new CaromError(`${what} is no shape of this module`);
    const all = concatenate(core, value, what);
    return {at: all.at, count: all.count, refers: all.refers, owned: all.owned, end: () => all.dispose()};
}

/** One array of shapes of any kinds, in order. */
export function concatenate(core, shapes, what = "shapes") {
    if (!Array.isArray(shapes) || !shapes.length) throw new CaromError(`${what}: there must be one at least`);
    const parts = shapes.map((one, i) => shapesOf(core, one, `${what}[${i}]`));
    try {
        const refers = [...new Set(parts.flatMap((part) => part.refers))], out = new Shape(core, "Shapes"), count = parts.reduce((sum, part) => sum + part.count, 0), frame = new Frame(core);
        const arrays = frame.add(Uint32Array, parts.length, parts.map((part) => part.at)), counts = frame.add(Uint32Array, parts.length, parts.map((part) => part.count));
        frame.fill();
        out.hold(core.made(out.call("shapes_joined", frame.address(arrays), frame.address(counts), parts.length, count), what), count, core.exports.release, refers, refers);
        return out;
    } finally {
        for (const part of parts) part.end();
    }
}

/** The classes of a module. */
export function shapeClasses(core) {
    const own = {};
    for (const name of Object.keys(ROWS)) own[name] = rowClass(core, name);
    for (const [name, base] of Object.entries({Hull, HeightField, Compound, Polygon, Kdop, Rounded}))
        own[name] = {[name]: class extends base {
            constructor(...values) {
                super(core, ...values);
            }
        }}[name];
    return own;
}
