// Characters that walk through a world: they slide along what they meet, climb steps, keep to the ground, ride on platforms, and never pass
// through anything.

import {CaromError, Frame, IDENTITY, Resource, arrayOf, finite, notNegative} from "./core.js";
import {shapesOf} from "./shapes.js";
import {ALL, World, bits32} from "./world.js";

/** What is below a mover, by the number that the module answers. */
const GROUND = ["air", "steep", "ground"];

function vector(value, width, what) {
    if (arrayOf(value, width, what) !== 1) throw new CaromError(`${what}: ${value.length} numbers, not ${width}`);
    finite(value, what, Float64Array);
    return value;
}

/** A bounded convex shape that walks. It is no collider: a world's steps do not see it, and it sees the world as it stands after a step. */
export class Mover extends Resource {
    noun = "mover";

    constructor(core, shape, options = {}) {
        const {pose = IDENTITY, up = [0, 1, 0], mask = ALL} = options, sides = shapesOf(core, shape, "shape");
        try {
            if (sides.count !== 1) throw new CaromError(`shape: a mover is one shape, not ${sides.count}`);
            super(core, "64");
            const sizes = ["maxSlope", "stepHeight", "snapDistance", "skin"].map((name) => notNegative(options[name] ?? 0, name));
            const frame = new Frame(core), numbers = frame.add(Float64Array, 14, [...vector(up, 3, "up"), ...sizes, ...vector(pose, 7, "pose")]);
            frame.fill();
            this.take(core.made(this.call("mover_create", sides.at, frame.address(numbers), bits32(mask, "mask")), "Mover"), core.exports.release, [...new Set([sides.owned, ...sides.refers])]);
            const problem = this.call("mover_problem", this.at) >>> 0;
            if (problem) {
                this.dispose();
                throw new CaromError(`Mover: ${core.text(problem)}`);
            }
        } finally {
            sides.end();
        }
    }

    #state() {
        const frame = new Frame(this.core), numbers = frame.add(Float64Array, 10), id = frame.add(BigUint64Array, 1);
        frame.fill();
        const ground = this.call("mover_state", this.at, frame.address(numbers), frame.address(id)), all = frame.take(numbers);
        return {pose: all.slice(0, 7), ground: GROUND[ground], groundNormal: all.slice(7), groundId: frame.view(id)[0]};
    }

    /** Seven numbers; set, it stands elsewhere. */
    get pose() {
        return this.#state().pose;
    }

    set pose(pose) {
        const frame = new Frame(this.core), numbers = frame.add(Float64Array, 7, vector(pose, 7, "pose"));
        frame.fill();
        this.call("mover_place", this.at, frame.address(numbers));
    }

    /** "ground", "steep" (what is below is steeper than maxSlope) or "air". */
    get ground() {
        return this.#state().ground;
    }

    /** Out of the ground; zero in the air. */
    get groundNormal() {
        return this.#state().groundNormal;
    }

    /** The collider that it stands on, 0n in the air. */
    get groundId() {
        return this.#state().groundId;
    }

    /** Moves it by a velocity for a time; gravity is part of the velocity while it does not stand on the ground. */
    move(world, velocity, dt) {
        if (!(world instanceof World) || world.core !== this.core) throw new CaromError("the world is none of this module");
        const frame = new Frame(this.core), wish = frame.add(Float64Array, 4, [...vector(velocity, 3, "velocity"), notNegative(dt, "dt")]);
        const out = frame.add(Float64Array, 9), flags = frame.add(Uint32Array, 4);
        frame.fill();
        if (!this.call("mover_move", world.at, this.at, ...[wish, out, flags].map((part) => frame.address(part)))) {
            const problem = this.call("mover_problem", this.at) >>> 0;
            throw new CaromError(`Mover: ${problem ? this.core.text(problem) : "the end is beyond the range of numbers"}`);
        }
        const all = frame.take(out), [inside, free, stepped, contactCount] = frame.view(flags);
        return {velocity: all.slice(0, 3), carried: all.slice(3, 6), groundVelocity: all.slice(6), inside: inside === 1, free: free === 1, stepped: stepped === 1, contactCount};
    }
}
