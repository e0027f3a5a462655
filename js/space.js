// Many boxes at once: which overlap, what is near, what a ray meets.

import {CaromError, Frame, Resource, STATUS, arrayOf, choice, finite, notNegative} from "./core.js";

const KINDS = {brute: 0, grid: 1, hash: 2, sweepPrune: 3, sweepPruneIncremental: 4, quadtree: 5, octree: 6, kdtree: 7, bvhSah: 8, bvhMorton: 9, bvhDynamic: 10};

/** Names of the kinds of structures. */
export const SPACE_KINDS = Object.freeze(Object.keys(KINDS));

// Where the items of each question begin, and where the last ends.
function offsetsOf(counts) {
    const out = new Uint32Array(counts.length + 1);
    for (let i = 0; i < counts.length; i++) out[i + 1] = out[i] + counts[i];
    return out;
}

/** Boxes along the axes in a structure of one of eleven kinds; each answers every question exactly as the others do. Box i has the id i; boxes are
 * closed: touching is overlap. */
export class Space extends Resource {
    noun = "space";

    constructor(core, kind, low, high, options = {}) {
        const number = choice(KINDS, kind, "kind"), margin = notNegative(options.margin ?? 0, "margin"), cell = notNegative(options.cell ?? 0, "cell");
        super(core, "64");
        this.kind = kind;
        const frame = new Frame(core), {count, boxes} = this.#boxes(frame, low, high);
        frame.fill();
        this.take(core.made(this.call("space_create", number, frame.address(boxes), count, margin, cell), "Space"), "space_destroy");
    }

    // Corners as boxes of six numbers.
    #boxes(frame, low, high) {
        const count = arrayOf(low, 3, "low"), numbers = new this.real(6 * count);
        if (arrayOf(high, 3, "high") !== count) throw new CaromError(`high: ${high.length / 3} of them, and low: ${count}`);
        finite(low, "low", this.real);
        finite(high, "high", this.real);
        for (let i = 0; i < low.length; i++) {
            if (low[i] > high[i]) throw new CaromError(`low[${i}] is ${low[i]}, above high[${i}], ${high[i]}`);
            const at = 6 * Math.floor(i / 3) + (i % 3);
            numbers[at] = low[i];
            numbers[at + 3] = high[i];
        }
        return {count, boxes: frame.add(this.real, numbers.length, numbers)};
    }

    #counts() {
        const frame = new Frame(this.core), out = frame.add(Uint32Array, 3);
        frame.fill();
        this.call("space_counts", this.at, frame.address(out));
        return frame.take(out);
    }

    /** Boxes in use. */
    get count() {
        return this.#counts()[0];
    }

    /** Bytes that the structure holds. */
    get bytes() {
        return this.#counts()[2];
    }

    /** Every pair of boxes that overlap, once, two ids each: the lower first, or an id of this space and one of the other. */
    pairs(other) {
        if (other !== undefined && (!(other instanceof Space) || other.core !== this.core)) throw new CaromError("the other space is none of this module");
        const frame = new Frame(this.core), bytes = frame.add(Uint32Array, 1);
        frame.fill();
        const at = this.call("space_pairs", this.at, other ? other.at : 0, frame.address(bytes));
        return this.core.list(at, Uint32Array, frame.view(bytes)[0]);
    }

    /** The ids of the boxes that each box overlaps, in an order of the structure's own: those of question i from offsets[i] to offsets[i + 1] - 1. */
    inBoxes(low, high) {
        const frame = new Frame(this.core), {count, boxes} = this.#boxes(frame, low, high), counts = frame.add(Uint32Array, count), bytes = frame.add(Uint32Array, 1);
        frame.fill();
        const at = this.call("space_in_boxes", this.at, frame.address(boxes), count, frame.address(counts), frame.address(bytes));
        const offsets = offsetsOf(frame.view(counts));
        return {ids: this.core.list(at, Uint32Array, frame.view(bytes)[0]), offsets};
    }

    /** The ids of the boxes that each ray enters, by t and then id, and where it does. */
    alongRays(rays, options = {}) {
        const count = arrayOf(rays, 6, "rays"), frame = new Frame(this.core), numbers = frame.add(this.real, 6 * count, rays);
        const range = frame.add(this.real, 2, [options.tMin ?? 0, options.tMax ?? Infinity]), counts = frame.add(Uint32Array, count), bytes = frame.add(Uint32Array, 1);
        frame.fill();
        const at = this.call("space_along_rays", this.at, frame.address(numbers), count, frame.address(range), frame.address(counts), frame.address(bytes));
        const offsets = offsetsOf(frame.view(counts)), words = this.core.list(at, Uint32Array, frame.view(bytes)[0]), reals = new Float64Array(words.buffer);
        const total = offsets[count]; // of structs of an id and a real
        return {ids: Uint32Array.from({length: total}, (_, i) => words[4 * i]), t: this.real.from({length: total}, (_, i) => reals[2 * i + 1]), offsets};
    }

    /** The ids and distances of the k boxes nearest to each point, `each` a point: k, or all there are. Distances are 0 inside. */
    nearest(points, k = 1) {
        if (!Number.isInteger(k) || k < 1) throw new CaromError(`k is ${k}: it must be at least 1`);
        finite(points, "points", this.real);
        const count = arrayOf(points, 3, "points"), each = Math.min(k, this.count), frame = new Frame(this.core), from = frame.add(this.real, 3 * count, points);
        const ids = frame.add(Uint32Array, count * each), distances = frame.add(this.real, count * each);
        frame.fill();
        if (!this.call("space_nearest", this.at, frame.address(from), count, each, frame.address(ids), frame.address(distances))) throw new CaromError(STATUS[1]);
        return {ids: frame.take(ids), distances: frame.take(distances), each};
    }

    /** Adds boxes and returns their ids. */
    insert(low, high) {
        const frame = new Frame(this.core), {count, boxes} = this.#boxes(frame, low, high), ids = frame.add(Uint32Array, count), bad = frame.add(Uint32Array, 1);
        frame.fill();
        const status = this.call("space_insert", this.at, frame.address(boxes), count, frame.address(ids), frame.address(bad));
        if (status) throw new CaromError(`box ${frame.view(bad)[0]}: ${STATUS[status]}`);
        return frame.take(ids);
    }

    #named(name, ids, frame, ...values) {
        const at = this.#ids(frame, ids), bad = frame.add(Uint32Array, 1);
        frame.fill();
        const status = this.call(name, this.at, frame.address(at), ...values.map((part) => frame.address(part)), ids.length, frame.address(bad)), place = frame.view(bad)[0];
        if (status === 4) throw new CaromError(`ids[${place}] is ${ids[place]}: no box has it`);
        if (status) throw new CaromError(`box ${place}: ${STATUS[status]}`);
    }

    #ids(frame, ids) {
        const count = arrayOf(ids, 1, "ids");
        for (let i = 0; i < count; i++) if (!(Number.isInteger(ids[i]) && ids[i] >= 0 && ids[i] < 2 ** 32)) throw new CaromError(`ids[${i}] is ${ids[i]}: no box has it`);
        return frame.add(Uint32Array, count, ids);
    }

    /** Takes boxes out. An error for the first id that is not in use; those before it are out. */
    remove(ids) {
        this.#named("space_remove", ids, new Frame(this.core));
    }

    /** Gives boxes new corners. An error for the first id that is not in use; those before it have moved. */
    move(ids, low, high) {
        const frame = new Frame(this.core), {count, boxes} = this.#boxes(frame, low, high);
        if (count !== ids?.length) throw new CaromError(`low, high: ${count} of them, and ${ids?.length} ids`);
        this.#named("space_move", ids, frame, boxes);
    }

    /** Gives all boxes new corners at once, one for each id: the way for scenes in which most things move. */
    moveAll(low, high) {
        const frame = new Frame(this.core), {count, boxes} = this.#boxes(frame, low, high), slots = this.#counts()[1];
        if (count !== slots) throw new CaromError(`low, high: ${count} of them; there are ${slots} ids`);
        frame.fill();
        this.core.done(this.call("space_move_all", this.at, frame.address(boxes), count), "moveAll");
    }

    /** Builds a structure that is built at once anew over the boxes as they are. */
    build() {
        this.core.done(this.call("space_build", this.at), "build");
    }
}
