// A binary space partition over convex polygons: in front or behind, what a ray hits, and an order in which nothing hides what comes later.

import {CaromError, Frame, Resource, STATUS, arrayOf, finite} from "./core.js";

const FACTS = ["nodes", "depth", "pieces", "splits", "degenerate", "bytes"];

/** Polygons, each split by the planes of others where it crosses them. */
export class Bsp extends Resource {
    noun = "partition";

    /** Polygon i has counts[i] of the vertices, in order, counter-clockwise seen from its front; without counts they are triangles. */
    constructor(core, vertices, counts) {
        super(core, "64");
        const count = arrayOf(vertices, 3, "vertices"), sizes = counts ?? new Uint32Array(count / 3).fill(3), sum = sizes.reduce((a, b) => a + b, 0);
        finite(vertices, "vertices", this.real);
        for (let i = 0; i < sizes.length; i++) if (!(Number.isInteger(sizes[i]) && sizes[i] >= 0)) throw new CaromError(`counts[${i}] is ${sizes[i]}`);
        if (sum !== count) throw new CaromError(`counts: ${sum} vertices in all, and there are ${count}`);
        const frame = new Frame(core), at = frame.add(this.real, 3 * count, vertices), n = frame.add(Uint32Array, sizes.length, sizes);
        frame.fill();
        this.take(core.made(this.call("bsp_create", frame.address(at), frame.address(n), sizes.length), "Bsp"), "bsp_destroy");
    }

    /** How many nodes, how deep, pieces of polygons, splits, polygons left out, and bytes. */
    get facts() {
        const frame = new Frame(this.core), out = frame.add(Uint32Array, FACTS.length);
        frame.fill();
        this.call("bsp_facts", this.at, frame.address(out));
        return Object.fromEntries(FACTS.map((name, i) => [name, frame.view(out)[i]]));
    }

    /** 0 in front: outside, where the polygons are closed surfaces; 1 behind: inside; 2 on a polygon. */
    classify(points) {
        const count = arrayOf(points, 3, "points"), frame = new Frame(this.core), at = frame.add(this.real, 3 * count, points), out = frame.add(Uint8Array, count);
        frame.fill();
        this.call("bsp_classify", this.at, frame.address(at), count, frame.address(out));
        return frame.take(out);
    }

    /** The first polygon that each ray hits, from either side; -1 of a ray that hits none. */
    raycast(rays, options = {}) {
        const count = arrayOf(rays, 6, "rays"), frame = new Frame(this.core), numbers = frame.add(this.real, 6 * count, rays), range = frame.add(this.real, 2, [options.tMin ?? 0, options.tMax ?? Infinity]);
        const polygon = frame.add(Int32Array, count), t = frame.add(this.real, count), normal = frame.add(this.real, 3 * count);
        frame.fill();
        this.call("bsp_raycast", this.at, frame.address(numbers), count, ...[range, polygon, t, normal].map((part) => frame.address(part)));
        return {polygon: frame.take(polygon), t: frame.take(t), normal: frame.take(normal)};
    }

    /** All pieces as a viewpoint sees them, far ones first: none hides one that comes later. Piece i has the vertices from offsets[i] to
     * offsets[i + 1] - 1; `front` is 1 where its front is seen. */
    pieces(viewpoint) {
        if (arrayOf(viewpoint, 3, "viewpoint") !== 1) throw new CaromError(`viewpoint: ${viewpoint.length} numbers, not 3`);
        const frame = new Frame(this.core), from = frame.add(this.real, 3, viewpoint), lists = frame.add(Uint32Array, 4);
        frame.fill();
        if (!this.call("bsp_pieces", this.at, frame.address(from), frame.address(lists))) throw new CaromError(STATUS[1]);
        const [at, bytes, words, wordBytes] = frame.take(lists), vertices = this.core.list(at, this.real, bytes), rows = this.core.list(words, Uint32Array, wordBytes);
        const count = rows.length / 3, offsets = new Uint32Array(count + 1), polygon = new Uint32Array(count), front = new Uint8Array(count);
        for (let i = 0; i < count; i++) {
            offsets[i + 1] = offsets[i] + rows[3 * i];
            polygon[i] = rows[3 * i + 1];
            front[i] = rows[3 * i + 2];
        }
        return {vertices, offsets, polygon, front};
    }
}
