// One function a verb: any shapes against any shapes, in any poses, many pairs at a time; and Pair, which asks about one pair again and again.

import {CaromError, Frame, IDENTITY, Resource, STATUS, arrayOf, notNegative} from "./core.js";
import {common, shapesOf} from "./shapes.js";

/** Of the numbers that classify answers. */
export const RELATION = Object.freeze(["disjoint", "intersects", "contains", "inside"]);
/** Of the numbers in `certainty`. */
export const CERTAINTY = Object.freeze(["exact", "converged", "limit"]);

const REAL = 0, WORD = 1, FLAG = 2, POINTS = 8;
const SUBS = ["triangleA", "triangleB", "childA", "childB"];
const subs = (times) => SUBS.map((name) => [name, WORD, 1, times]);

// The fields of answers in the order of src/verbs.c: name, kind, width, and how many of them.
const FIELDS = {
    overlap: [["overlap", FLAG, 1]],
    classify: [["relation", WORD, 1]],
    closest: [["distance", REAL, 1], ["lowerBound", REAL, 1], ["pointA", REAL, 3], ["pointB", REAL, 3], ["tA", REAL, 1], ["tB", REAL, 1], ["barycentric", REAL, 3],
        ["certainty", WORD, 1], ...subs()],
    signedDistance: [["distance", REAL, 1], ["lower", REAL, 1], ["upper", REAL, 1], ["normal", REAL, 3], ["pointA", REAL, 3], ["pointB", REAL, 3],
        ["translationA", REAL, 3], ["rotationA", REAL, 3], ["translationB", REAL, 3], ["rotationB", REAL, 3], ["certainty", WORD, 1], ...subs()],
    penetration: [["overlap", FLAG, 1], ["depth", REAL, 1], ["normal", REAL, 3], ["pointA", REAL, 3], ["pointB", REAL, 3], ["certainty", WORD, 1], ...subs()],
    contact: [["count", WORD, 1], ["normal", REAL, 3], ["certainty", WORD, 1], ["depth", REAL, 1, POINTS], ["pointA", REAL, 3, POINTS], ["pointB", REAL, 3, POINTS],
        ["id", WORD, 1, POINTS], ...subs(POINTS)],
    raycast: [["hit", FLAG, 1], ["startedInside", FLAG, 1], ["t", REAL, 1], ["tExit", REAL, 1], ["point", REAL, 3], ["normal", REAL, 3], ["barycentric", REAL, 3],
        ["triangle", WORD, 1], ["child", WORD, 1]],
    sweep: [["hit", FLAG, 1], ["initialOverlap", FLAG, 1], ["fraction", REAL, 1], ["fractionExit", REAL, 1], ["point", REAL, 3], ["normal", REAL, 3],
        ["certainty", WORD, 1], ...subs()],
    toi: [["hit", FLAG, 1], ["initialOverlap", FLAG, 1], ["certain", FLAG, 1], ["fraction", REAL, 1], ["fractionUpper", REAL, 1], ["point", REAL, 3], ["normal", REAL, 3],
        ["certainty", WORD, 1], ...subs()]};
const VERBS = Object.keys(FIELDS);
const VERB = Object.fromEntries(VERBS.map((name, i) => [name, i]));
const KINDS = [Float64Array, Uint32Array, Uint8Array];

const POSES = ["poseA", "poseB"];
const ALLOWED = {overlap: ["distance"], classify: [], closest: [], signedDistance: [], penetration: [], contact: ["margin", "maxPoints"], raycast: [],
    sweep: ["motionA", "motionB", "distance"], toi: ["startA", "endA", "startB", "endB", "tolerance"]};

function checkOptions(options, allowed, what) {
    for (const name of Object.keys(options)) if (!allowed.includes(name)) throw new CaromError(`${what}: there is no option ${name}; there are ${allowed.join(", ")}`);
}

function points(value = 4) {
    if (Number.isInteger(value) && value >= 1 && value <= POINTS) return value;
    throw new CaromError(`maxPoints is ${value}: it must be from 1 to ${POINTS}`);
}

// ---- many pairs

// One side of a question: its shapes, and what broadcasts with them.
function sideOf(frame, name, shapes, given) {
    const numbers = {}, counts = {[name]: shapes.count};
    for (const [argument, [value, width]] of Object.entries(given)) {
        if (value === undefined || value === null) {
            numbers[argument] = [-1, 1];
            continue;
        }
        const count = arrayOf(value, width, argument);
        counts[argument] = count;
        numbers[argument] = [frame.add(Float64Array, value.length, value), count];
    }
    return {shapes, numbers: Object.values(numbers), names: Object.keys(given), count: common(counts)};
}

// Which pairs: of the options `pairs`, "each" (as they are in order, or one with each), "all" (each with each), or two indices a pair.
function pairsOf(a, b, pairs = "each") {
    if (pairs === "all") return {count: a.count * b.count, every: 1};
    if (pairs === "each") return {count: common({a: a.count, b: b.count}), every: 0};
    if (typeof pairs === "string") throw new CaromError(`pairs is ${pairs}; it may be each, all, or two indices a pair`);
    const count = arrayOf(pairs, 2, "pairs");
    for (let i = 0; i < pairs.length; i++) {
        const limit = i % 2 ? b.count : a.count;
        if (!(Number.isInteger(pairs[i]) && pairs[i] >= 0 && pairs[i] < limit)) throw new CaromError(`pairs[${i}] is ${pairs[i]}: ${i % 2 ? "b" : "a"} has ${limit} elements, counted from 0`);
    }
    return {count, every: 0, indices: pairs};
}

function ask(core, verb, a, b, given, {pairs, number = 0, capacity = 0, only}) {
    const sides = [shapesOf(core, a, "a")], ends = () => sides.forEach((side) => side.end());
    try {
        sides.push(shapesOf(core, b, "b"));
        const frame = new Frame(core), of = sides.map((shapes, k) => sideOf(frame, "ab"[k], shapes, given[k])), which = pairsOf(of[0], of[1], pairs);
        if (which.count >= 2 ** 31) throw new CaromError(`${which.count} pairs at once: ${STATUS[5]}`);
        const indices = which.indices ? frame.add(Uint32Array, 2 * which.count, which.indices) : -1;
        const fields = FIELDS[verb].filter(([name]) => !only || name === only);
        const places = FIELDS[verb].map((field) => (fields.includes(field) ? frame.add(KINDS[field[1]], which.count * field[2] * (field[3] ?? 1)) : -1));
        const question = frame.add(Uint32Array, 25), out = frame.add(Uint32Array, places.length);
        frame.fill();
        const address = (part) => (part < 0 ? 0 : frame.address(part));
        const words = of.flatMap(({shapes, numbers, count}) => [shapes.at, ...numbers.map(([part]) => address(part)), shapes.count, ...numbers.map(([, n]) => n), count]);
        frame.view(question).set([...words, address(indices), which.count, which.every, capacity, 0, 0, 0]);
        frame.point(out, ...places);
        const status = core.exports.ask64(VERB[verb], frame.address(question), number, frame.address(out));
        if (status === 1) throw new CaromError(STATUS[1]);
        if (status === 2) {
            const [side, bad, atEnd] = frame.view(question).subarray(22), name = of[side].names[atEnd ? 2 : 0];
            throw badPose(name, bad);
        }
        return Object.fromEntries(fields.map((field) => [field[0], frame.take(places[FIELDS[verb].indexOf(field)])]));
    } finally {
        ends();
    }
}

function badPose(name, index) {
    return new CaromError(`${name}${index === undefined ? "" : `[${index}]`} is no pose: its numbers must be finite and its quaternion x y z w of unit length`);
}

/** The verbs of a module, as methods of its object. */
export const verbs = (core) => {
    const sides = (o) => [{poseA: [o.poseA, 7], motionA: [null, 3], end: [null, 7]}, {poseB: [o.poseB, 7], motionB: [null, 3], end: [null, 7]}];
    const plain = (verb, only) => (a, b, options = {}) => {
        checkOptions(options, [...POSES, "pairs", ...ALLOWED[verb]], only ?? verb);
        const number = notNegative(options.distance ?? 0, "distance"), found = ask(core, verb, a, b, sides(options), {pairs: options.pairs, number, only});
        return only ? found[only] : found;
    };
    return {
        overlap: plain("overlap", "overlap"),
        classify: plain("classify", "relation"),
        distance: plain("closest", "distance"),
        closest: plain("closest"),
        signedDistance: plain("signedDistance"),
        penetration: plain("penetration"),
        raycast: plain("raycast"),
        contact(a, b, options = {}) {
            checkOptions(options, [...POSES, "pairs", ...ALLOWED.contact], "contact");
            return ask(core, "contact", a, b, sides(options), {pairs: options.pairs, number: notNegative(options.margin ?? 0, "margin"), capacity: points(options.maxPoints)});
        },
        sweep(a, b, options = {}) {
            checkOptions(options, [...POSES, "pairs", ...ALLOWED.sweep], "sweep");
            const given = sides(options);
            given[0].motionA[0] = options.motionA;
            given[1].motionB[0] = options.motionB;
            return ask(core, "sweep", a, b, given, {pairs: options.pairs, number: notNegative(options.distance ?? 0, "distance")});
        },
        toi(a, b, options = {}) {
            checkOptions(options, ["pairs", ...ALLOWED.toi], "toi");
            const given = ["A", "B"].map((side) => ({["start" + side]: [options["start" + side], 7], motion: [null, 3], ["end" + side]: [options["end" + side] ?? options["start" + side], 7]}));
            return ask(core, "toi", a, b, given, {pairs: options.pairs, number: notNegative(options.tolerance ?? 0, "tolerance")});
        }};
};

// ---- one pair

// Places of the numbers of a pair, and how many answers have at most.
const NUMBERS = {poseA: [0, 7], poseB: [7, 7], motionA: [14, 3], motionB: [17, 3], endA: [20, 7], endB: [27, 7]};
const COUNT = 34, ANSWERS = 128;

// Where the numbers of each verb's answer go: names and places of scalars and flags, and arrays that stay.
function recordOf(verb) {
    const record = {}, steps = [];
    let at = 0;
    for (const [name, kind, width, times = 1] of FIELDS[verb]) {
        const size = width * times;
        record[name] = size > 1 ? new Float64Array(size) : kind === FLAG ? false : 0;
        steps.push({name, at, size, flag: kind === FLAG});
        at += size;
    }
    return {record, steps};
}

/** Two single shapes, asked again and again: set its poses and motions, which are arrays, and ask. Nothing is allocated in JavaScript: a record
 * that is answered is the same each time, with new numbers. */
export class Pair extends Resource {
    noun = "pair";
    #a;
    #b;
    #numbers;
    #in = [];
    #out;
    #records = {};

    constructor(core, a, b) {
        const sides = [a, b].map((one, k) => shapesOf(core, one, "ab"[k]));
        try {
            sides.forEach((side, k) => {
                if (side.count !== 1) throw new CaromError(`${"ab"[k]}: a pair is of single shapes, not ${side.count}`);
            });
            super(core, "64");
            this.take(core.made(core.exports.allocate(8 * (COUNT + ANSWERS)), "memory"), core.exports.release, [sides[0].owned, sides[1].owned]);
            [this.#a, this.#b] = sides.map((side) => side.at);
        } finally {
            sides.forEach((side) => side.end());
        }
        this.#numbers = new this.real(COUNT);
        for (const [name, [at, width]] of Object.entries(NUMBERS)) this[name] = this.#numbers.subarray(at, at + width);
        for (const pose of [this.poseA, this.poseB, this.endA, this.endB]) pose.set(IDENTITY);
    }

    // Asks, and leaves the numbers of the answer in #out.
    #ask(verb, number, capacity) {
        const {at, core} = this;
        if (!this.#in.length) { // at first, and when the memory has grown under the view
            this.#in = new this.real(core.exports.memory.buffer, at, COUNT);
            this.#out = new Float64Array(core.exports.memory.buffer, at + 8 * COUNT, ANSWERS);
        }
        this.#in.set(this.#numbers);
        const problem = this.call("ask_one", VERB[verb], this.#a, this.#b, at, number, capacity, at + 8 * COUNT);
        if (problem) throw badPose(Object.keys(NUMBERS).find((name) => NUMBERS[name][0] === problem - 1));
        if (!this.#out.length) this.#out = new Float64Array(core.exports.memory.buffer, at + 8 * COUNT, ANSWERS);
    }

    #record(verb, number = 0, capacity = 0) {
        this.#ask(verb, number, capacity);
        const {record, steps} = (this.#records[verb] ??= recordOf(verb)), out = this.#out;
        for (const {name, at, size, flag} of steps) {
            if (size === 1) record[name] = flag ? out[at] !== 0 : out[at];
            else for (let k = 0, to = record[name]; k < size; k++) to[k] = out[at + k];
        }
        return record;
    }

    overlap(distance = 0) {
        this.#ask("overlap", notNegative(distance, "distance"), 0);
        return this.#out[0] !== 0;
    }

    /** "disjoint", "intersects", "contains" or "inside": how A stands to B. */
    classify() {
        this.#ask("classify", 0, 0);
        return RELATION[this.#out[0]];
    }

    distance() {
        this.#ask("closest", 0, 0);
        return this.#out[0];
    }

    closest() {
        return this.#record("closest");
    }

    signedDistance() {
        return this.#record("signedDistance");
    }

    penetration() {
        return this.#record("penetration");
    }

    contact(margin = 0, maxPoints = 4) {
        return this.#record("contact", notNegative(margin, "margin"), points(maxPoints));
    }

    raycast() {
        return this.#record("raycast");
    }

    /** Along motionA and motionB. */
    sweep(distance = 0) {
        return this.#record("sweep", notNegative(distance, "distance"));
    }

    /** From poseA to endA and from poseB to endB. */
    toi(tolerance = 0) {
        return this.#record("toi", notNegative(tolerance, "tolerance"));
    }
}
