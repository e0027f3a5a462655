// Colliders that stand and move: which touch, since when, and when fast ones meet.

import {CaromError, Frame, IDENTITY, Resource, STATUS, arrayOf, choice, finite, notNegative} from "./core.js";
import {common, shapesOf} from "./shapes.js";

const KINDS = {static: 0, moving: 1, sensor: 2};
export const ALL = 0xffffffff;

/** Of the numbers in `kind` of events: what began to touch, touches still, or touches no more. */
export const EVENT = Object.freeze(["begin", "stay", "end"]);

export function bits32(value, what) {
    if (Number.isInteger(value) && value >= 0 && value <= ALL) return value;
    throw new CaromError(`${what} is ${value}: it must be a whole number of 32 bits`);
}

/** Scenery that stands, things that move, and sensors. A step moves them and says what touches. Ids are BigInt, in BigUint64Arrays, and never
 * used again. */
export class World extends Resource {
    noun = "world";
    #kept; // by id, what colliders refer to

    constructor(core, options = {}) {
        const gravity = options.gravity ?? [0, 0, 0];
        super(core, "64");
        if (arrayOf(gravity, 3, "gravity") !== 1) throw new CaromError(`gravity: ${gravity.length} numbers, not 3`);
        finite(gravity, "gravity", this.real);
        const frame = new Frame(core), down = frame.add(this.real, 3, gravity);
        frame.fill();
        const at = core.made(this.call("world_create", frame.address(down), options.response ? 1 : 0, (options.contacts ?? true) ? 1 : 0), "World");
        const kept = (this.#kept = new Map()), destroy = core.exports["world_destroy" + this.bits];
        this.take(at, (address) => {
            destroy(address);
            for (const parts of kept.values()) for (const part of parts) part.release();
        });
    }

    /** Colliders in use. */
    get count() {
        return this.call("world_count", this.at) >>> 0;
    }

    // Columns of numbers, of which there is one row or as many as colliders.
    #columns(frame, given) {
        const counts = {}, parts = [];
        for (const [name, [value, width]] of Object.entries(given)) {
            const numbers = width === 1 && typeof value === "number" ? [value] : value;
            counts[name] = arrayOf(numbers, width, name);
            finite(numbers, name, this.real);
            parts.push([frame.add(this.real, numbers.length, numbers), counts[name]]);
        }
        return {counts, words: () => parts.flatMap(([part, count]) => [frame.address(part), count])};
    }

    /** Adds colliders and returns their ids. */
    add(shapes, options = {}) {
        const {poses = IDENTITY, kind = "moving", velocity = [0, 0, 0], angularVelocity = [0, 0, 0], mass = 1, restitution = 0, category = 1, mask = ALL} = options;
        const number = choice(KINDS, kind, "kind"), all = [number, bits32(category, "category"), bits32(mask, "mask")];
        const world = this.at, parts = shapesOf(this.core, shapes, "shapes");
        try {
            const frame = new Frame(this.core);
            const {counts, words} = this.#columns(frame, {poses: [poses, 7], velocity: [velocity, 3], angularVelocity: [angularVelocity, 3], mass: [mass, 1], restitution: [restitution, 1]});
            const count = common({shapes: parts.count, ...counts}), ids = frame.add(BigUint64Array, count), colliders = frame.add(Uint32Array, 17);
            frame.fill();
            frame.view(colliders).set([parts.at, parts.count, count, ...words(), ...all, 0]);
            const status = this.call("world_insert", world, frame.address(colliders), frame.address(ids)), made = frame.take(ids);
            const bad = frame.view(colliders)[16], good = status ? made.subarray(0, bad) : made;
            if (parts.refers.length) for (const id of good) this.#kept.set(id, parts.refers.map((part) => part.retain()));
            if (status) {
                this.remove(good);
                throw new CaromError(`collider ${bad}: ${STATUS[status]}`);
            }
            return made;
        } finally {
            parts.end();
        }
    }

    #ids(frame, ids) {
        const count = arrayOf(ids, 1, "ids");
        for (let i = 0; i < count; i++) if (typeof ids[i] !== "bigint") throw new CaromError(`ids[${i}] is ${ids[i]}: ids are those that add returned`);
        return frame.add(BigUint64Array, count, ids);
    }

    // Calls the module about colliders. Of the first that it refuses the place is told; `what` is the argument that is then to blame.
    #each(name, ids, given, what) {
        const world = this.at, frame = new Frame(this.core), at = this.#ids(frame, ids), {counts, words} = this.#columns(frame, given);
        for (const [argument, count] of Object.entries(counts)) if (count !== 1 && count !== ids.length) throw new CaromError(`${argument}: ${count} of them, and ${ids.length} ids`);
        const bad = frame.add(Uint32Array, 1), columns = frame.add(Uint32Array, 4);
        frame.fill();
        const addresses = words();
        frame.view(columns).set(addresses);
        const more = addresses.length ? [frame.address(columns)] : [];
        const status = this.call(name, world, frame.address(at), ids.length, ...more, frame.address(bad)), place = frame.view(bad)[0];
        if (status === 4) throw stale(place);
        if (status) throw new CaromError(`${what}[${place}] is not possible: ${STATUS[status]}`);
    }

    /** Takes colliders out. An error for the first id that is stale; those before it are out. */
    remove(ids) {
        const gone = [...ids];
        try {
            this.#each("world_remove", ids, {}, "ids");
        } catch (error) {
            gone.length = Math.max(0, error.place ?? 0);
            throw error;
        } finally {
            for (const id of gone) {
                for (const part of this.#kept.get(id) ?? []) part.release();
                this.#kept.delete(id);
            }
        }
    }

    /** Puts colliders elsewhere, without a motion between. */
    move(ids, poses) {
        this.#each("world_move", ids, {poses: [poses, 7]}, "poses");
    }

    /** Gives colliders that are not static new velocities. */
    setVelocity(ids, velocity, angularVelocity = [0, 0, 0]) {
        this.#each("world_set_velocity", ids, {velocity: [velocity, 3], angularVelocity: [angularVelocity, 3]}, "velocity");
    }

    /** Poses, velocities and angular velocities of colliders. */
    states(ids) {
        const world = this.at, frame = new Frame(this.core), at = this.#ids(frame, ids), n = ids.length;
        const poses = frame.add(this.real, 7 * n), velocity = frame.add(this.real, 3 * n), angularVelocity = frame.add(this.real, 3 * n);
        frame.fill();
        const bad = this.call("world_states", world, frame.address(at), n, frame.address(poses), frame.address(velocity), frame.address(angularVelocity));
        if (bad >= 0) throw stale(bad);
        return {poses: frame.take(poses), velocity: frame.take(velocity), angularVelocity: frame.take(angularVelocity)};
    }

    /** Moves the world on by dt and returns the impacts of the step; what touches is in `events`. */
    step(dt) {
        this.core.done(this.call("world_step", this.at, notNegative(dt, "dt")), "step");
        return this.#last(1, "world_impacts", [["time", this.real, 1], ["a", BigUint64Array, 1], ["b", BigUint64Array, 1], ["point", this.real, 3], ["normal", this.real, 3]]);
    }

    /** What began to touch in the last step, touches still, or ended. */
    get events() {
        return this.#last(0, "world_events", [["kind", Int32Array, 1], ["a", BigUint64Array, 1], ["b", BigUint64Array, 1], ["normal", this.real, 3], ["point", this.real, 3], ["depth", this.real, 1]]);
    }

    #last(which, name, fields) {
        const world = this.at, first = new Frame(this.core), counts = first.add(Uint32Array, 2);
        first.fill();
        this.call("world_last", world, first.address(counts));
        const frame = new Frame(this.core), answer = answers(frame, first.view(counts)[which], fields);
        answer.fill();
        this.call(name, world, frame.address(answer.out));
        return answer.take();
    }

    #hits(frame, count) {
        return answers(frame, count, [["id", BigUint64Array, 1], ["t", this.real, 1], ["point", this.real, 3], ["normal", this.real, 3], ["initialOverlap", Uint8Array, 1]]);
    }

    /** The first collider with a category bit in `mask` that each ray hits; in a miss the id is 0n and t infinite. */
    raycast(rays, options = {}) {
        const world = this.at, count = arrayOf(rays, 6, "rays"), frame = new Frame(this.core), numbers = frame.add(this.real, 6 * count, rays);
        const range = frame.add(this.real, 2, [options.tMin ?? 0, options.tMax ?? Infinity]), hits = this.#hits(frame, count);
        hits.fill();
        this.call("world_raycast", world, frame.address(numbers), count, frame.address(range), bits32(options.mask ?? ALL, "mask"), frame.address(hits.out));
        return hits.take();
    }

    // Shapes, poses and motions of a question about colliders.
    #probes(shapes, {poses = IDENTITY, mask = ALL}, motions, act) {
        this.at; // an error where it was disposed of
        const parts = shapesOf(this.core, shapes, "shapes");
        try {
            const frame = new Frame(this.core), {counts, words} = this.#columns(frame, {poses: [poses, 7], motions: [motions, 3]});
            const count = common({shapes: parts.count, ...counts}), probes = frame.add(Uint32Array, 8), allowed = bits32(mask, "mask");
            return act(frame, count, () => {
                frame.view(probes).set([parts.at, parts.count, count, ...words(), allowed]);
                return frame.address(probes);
            });
        } finally {
            parts.end();
        }
    }

    /** The first collider that each shape meets while it moves by its motion: t is the fraction of it. */
    sweep(shapes, motions, options = {}) {
        return this.#probes(shapes, options, motions, (frame, count, probes) => {
            const hits = this.#hits(frame, count);
            hits.fill();
            this.call("world_sweep", this.at, probes(), frame.address(hits.out));
            return hits.take();
        });
    }

    /** The colliders that each shape overlaps: those of shape i from offsets[i] to offsets[i + 1] - 1. */
    overlap(shapes, options = {}) {
        return this.#probes(shapes, options, [0, 0, 0], (frame, count, probes) => {
            const counts = frame.add(Uint32Array, count), bytes = frame.add(Uint32Array, 1), offsets = new Uint32Array(count + 1);
            frame.fill();
            const at = this.call("world_overlap", this.at, probes(), frame.address(counts), frame.address(bytes));
            frame.view(counts).forEach((n, i) => (offsets[i + 1] = offsets[i] + n));
            return {ids: this.core.list(at, BigUint64Array, frame.view(bytes)[0]), offsets};
        });
    }

    /** The k colliders nearest to each shape, by distance; where there are fewer, the ids are 0n and distances infinite. */
    nearest(shapes, k = 1, options = {}) {
        if (!Number.isInteger(k) || k < 1) throw new CaromError(`k is ${k}: it must be at least 1`);
        return this.#probes(shapes, options, [0, 0, 0], (frame, count, probes) => {
            const near = answers(frame, count * k, [["id", BigUint64Array, 1], ["distance", this.real, 1], ["pointA", this.real, 3], ["pointB", this.real, 3]]);
            near.fill();
            if (!this.call("world_nearest", this.at, probes(), k, frame.address(near.out))) throw new CaromError(STATUS[1]);
            return near.take();
        });
    }
}

function stale(place) {
    const error = new CaromError(`ids[${place}] is not in use: it was removed, or is of another world`);
    error.place = place;
    return error;
}

// Arrays of an answer: names, kinds and widths, and a struct of their addresses.
function answers(frame, count, fields) {
    const parts = fields.map(([, kind, width]) => frame.add(kind, count * width)), out = frame.add(Uint32Array, parts.length);
    return {
        out, take: () => Object.fromEntries(fields.map(([name], i) => [name, frame.take(parts[i])])),
        fill: () => {
            frame.fill();
            frame.point(out, ...parts);
        }};
}
