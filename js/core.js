// What all classes of the package share: the module and its memory, arguments, errors, and who owns what.

export const STATUS = ["", "not enough memory", "an argument is out of range", "a number is NaN or infinite", "an index is out of range", "too large"];
export const FACING = {both: 0, front: 1, back: 2};

/** What goes wrong in the module, or with an argument, which the message names. */
export class CaromError extends Error {
    name = "CaromError";
}

// A function of one instruction on 128-bit vectors: is it valid here?
const SIMD = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

async function bytesOf(url) {
    if (url.protocol === "file:" && typeof process === "object") {
        const {readFile} = await import("node:fs/promises");
        return readFile(url);
    }
    const answer = await fetch(url);
    if (!answer.ok) throw new CaromError(`${url}: ${answer.status} ${answer.statusText}`);
    return answer.arrayBuffer();
}

/** The exports of a new module with a memory of its own; of the two addresses the first is the build with vectors. */
export async function instantiate(options, vectors, plain) {
    const bytes = options.bytes ?? (options.module ? null : await bytesOf(options.url ? new URL(options.url, import.meta.url) : (options.simd ?? WebAssembly.validate(SIMD)) ? vectors : plain));
    const module = options.module ?? await WebAssembly.compile(bytes);
    return (await WebAssembly.instantiate(module, {})).exports;
}

export function choice(table, value, what) {
    if (Object.hasOwn(table, value)) return table[value];
    throw new CaromError(`${what} is ${value}; it may be ${Object.keys(table).join(", ")}`);
}

/** How many items of `width` numbers there are. */
export function arrayOf(value, width, what) {
    const length = value?.length;
    if (!Number.isInteger(length) || typeof value === "string") throw new CaromError(`${what} is no array of numbers`);
    if (length % width) throw new CaromError(`${what}: length ${length} is no multiple of ${width}`);
    return length / width;
}

/** A number that is 0 or more, and finite. */
export function notNegative(value, what) {
    if (typeof value === "number" && value >= 0 && value < Infinity) return value;
    throw new CaromError(`${what} is ${value}: it must be 0 or more, and finite`);
}

/** Refuses the first number that is not finite in `kind`. */
export function finite(values, what, kind) {
    const one = new kind(1);
    for (let i = 0; i < values.length; i++) {
        one[0] = values[i];
        if (!Number.isFinite(one[0])) throw new CaromError(`${what}[${i}] is ${values[i]}`);
    }
}

/** float32 where an array among the values is one and none is float64; else, and for plain arrays, float64. */
export function precisionOf(options, ...values) {
    const asked = options?.precision;
    if (asked !== undefined) return choice({float32: "32", float64: "64"}, asked, "precision");
    return values.some((v) => v instanceof Float32Array) && !values.some((v) => v instanceof Float64Array) ? "32" : "64";
}

export const REALS = {32: Float32Array, 64: Float64Array};
export const NAMES = {32: "float32", 64: "float64"};
export const IDENTITY = Object.freeze([0, 0, 0, 0, 0, 0, 1]);

/** Something in the module's memory that several objects may need: the last one that lets go of it frees it. */
class Owned {
    #uses = 1;
    #free;
    #parts;

    constructor(at, free, parts) {
        this.at = at;
        this.#free = free;
        this.#parts = parts;
        for (const part of parts) part.retain();
    }

    retain() {
        this.#uses++;
        return this;
    }

    /** `free` is called, too, when the last user lets go. */
    also(free) {
        const before = this.#free;
        this.#free = (at) => {
            free();
            before(at);
        };
    }

    release() {
        if (--this.#uses) return;
        this.#free(this.at);
        for (const part of this.#parts) part.release();
    }
}

/** A module and its memory. */
export class Core {
    #scratch = {at: 0, size: 0};
    #single = {};
    #registry = new FinalizationRegistry((owned) => owned.release());

    constructor(exports) {
        this.exports = exports;
    }

    /** Registers what `object` owns: `free(at)` is called when it is disposed of, or no longer reachable, and nothing else needs it. */
    own(object, at, free, parts = []) {
        const owned = new Owned(at, free, [...parts]);
        this.#registry.register(object, owned, object);
        return owned;
    }

    disown(object, owned) {
        this.#registry.unregister(object);
        owned.release();
    }

    get version() {
        return this.text(this.exports.version());
    }

    text(at) {
        const bytes = new Uint8Array(this.exports.memory.buffer, at);
        return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    }

    /** An address that is no error. */
    made(at, what) {
        const address = at >>> 0;
        if (address & 1) throw new CaromError(`${what}: ${STATUS[address >> 1]}`);
        if (!address) throw new CaromError(STATUS[1]);
        return address;
    }

    done(status, what) {
        if (status) throw new CaromError(`${what}: ${STATUS[status]}`);
    }

    /** The numbers of one question and its answer about a mesh, where they stay. A memory that grows leaves old views empty. */
    single(kind) {
        const s = (this.#single[kind.name] ??= {at: this.made(this.exports.allocate(144), "memory"), numbers: []});
        if (!s.numbers.length) {
            s.numbers = new kind(this.exports.memory.buffer, s.at, 16);
            s.index = new Int32Array(this.exports.memory.buffer, s.at + 128, 2);
        }
        return s;
    }

    scratch(bytes) {
        const s = this.#scratch;
        if (bytes > s.size) {
            this.exports.release(s.at);
            const before = s.size;
            s.at = s.size = 0;
            const size = Math.max(bytes, 4096, Math.min(2 * before, 1 << 24));
            s.at = this.made(this.exports.allocate(size), "memory");
            s.size = size;
        }
        return s.at;
    }

    /** A list that the module made, copied; `bytes` is how many there are. */
    list(at, kind, bytes) {
        const address = this.made(at, "memory"), out = new kind(this.exports.memory.buffer, address, bytes / kind.BYTES_PER_ELEMENT).slice();
        this.exports.release(address);
        return out;
    }
}

/** Arrays of one call, one after another in the scratch memory. */
export class Frame {
    #parts = [];
    #size = 0;

    constructor(core) {
        this.core = core;
    }

    /** Room for `length` elements of a typed array's kind, for what is in `source`. @return its number */
    add(kind, length, source) {
        this.#parts.push({kind, length, source, offset: this.#size});
        this.#size = (this.#size + length * kind.BYTES_PER_ELEMENT + 15) & ~15;
        return this.#parts.length - 1;
    }

    /** Takes the memory and copies the sources to it. */
    fill() {
        if (this.#size > 0x7fffffff) throw new CaromError(STATUS[5]);
        this.at = this.core.scratch(this.#size);
        for (const [number, part] of this.#parts.entries()) if (part.source) this.view(number).set(part.source);
    }

    address(number) {
        return this.at + this.#parts[number].offset;
    }

    view(number) {
        const {kind, length, offset} = this.#parts[number];
        return new kind(this.core.exports.memory.buffer, this.at + offset, length);
    }

    /** A copy of what the module wrote. */
    take(number, length) {
        return this.view(number).slice(0, length);
    }

    /** Puts the addresses of parts to another one, a struct of the module. */
    point(number, ...parts) {
        this.view(number).set(parts.map((part) => (part < 0 ? 0 : this.address(part))));
    }
}

/** What JavaScript holds of an object in the module's memory. */
export class Resource {
    #owned = null;
    #bits;

    constructor(core, bits) {
        this.core = core;
        this.#bits = bits;
    }

    /** `destroy` is the name of the module's function. */
    take(at, destroy, parts) {
        const free = typeof destroy === "function" ? destroy : this.core.exports[destroy + this.#bits];
        this.#owned = this.core.own(this, at, free, parts);
    }

    call(name, ...values) {
        return this.core.exports[name + this.#bits](...values);
    }

    /** What others keep that refer to it. */
    get owned() {
        if (this.#owned) return this.#owned;
        throw new CaromError(`the ${this.noun} was disposed of`);
    }

    get at() {
        return this.owned.at;
    }

    /** "float32" or "float64": of numbers that go in and come out. */
    get precision() {
        return NAMES[this.#bits];
    }

    get bits() {
        return this.#bits;
    }

    get real() {
        return REALS[this.#bits];
    }

    /** Gives the memory back, unless something that was made of this needs it: then with that. What is no longer reachable is disposed of by
     * itself, at some time. */
    dispose() {
        if (!this.#owned) return;
        this.core.disown(this, this.#owned);
        this.#owned = null;
    }
}
if (Symbol.dispose) Resource.prototype[Symbol.dispose] = function () {
    this.dispose();
};
