// Broad phases over moving boxes.
import type {Page, State} from "../page";
import {number, text} from "../vector";

/** The boxes at a time: each goes to and fro along its own line. Numbers are those of a small generator, the same everywhere. */
export function boxesAt({numbers: {count, size, time}}: State): {low: Float64Array; high: Float64Array} {
    let seed = 12345;
    const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    const low = new Float64Array(3 * count), high = new Float64Array(3 * count);
    for (let i = 0; i < count; i++)
        for (let k = 0; k < 3; k++) {
            const from = 4 * random() - 2, to = 4 * random() - 2, half = size * (0.4 + 0.6 * random()) / 2, phase = random();
            const middle = from + (to - from) * (0.5 - 0.5 * Math.cos(2 * Math.PI * (time + phase)));
            low[3 * i + k] = middle - half;
            high[3 * i + k] = middle + half;
        }
    return {low, high};
}

/** How C calls each structure, and people do; Python's name is C's last part. */
const KINDS: Record<string, [c: string, label: string]> = {
    brute: ["BRUTE", "brute force"], grid: ["GRID", "uniform grid"], hash: ["HASH", "hierarchical hashed grid"], sweepPrune: ["SWEEP_PRUNE", "sweep and prune"], sweepPruneIncremental: ["SWEEP_PRUNE_INCREMENTAL", "sweep and prune, incremental"],
    quadtree: ["QUADTREE", "loose quadtree"], octree: ["OCTREE", "loose octree"], kdtree: ["KDTREE", "k-d tree"], bvhSah: ["BVH_SAH", "bounding-volume hierarchy, surface area"],
    bvhMorton: ["BVH_MORTON", "bounding-volume hierarchy, Morton order"], bvhDynamic: ["BVH_DYNAMIC", "bounding-volume hierarchy, dynamic"],
};

/** How many pairs of boxes overlap along one axis: what a sweep along it leaves to be looked at. */
function along(axis: number, low: Float64Array, high: Float64Array): number {
    const starts = low.filter((_, i) => i % 3 === axis).sort(), ends = high.filter((_, i) => i % 3 === axis).sort();
    let open = 0, pairs = 0;
    for (let i = 0, j = 0; i < starts.length; i++, open++) {
        for (; ends[j] < starts[i]; j++) open--;
        pairs += open;
    }
    return pairs;
}

export default {
    id: "pairs", title: "Which of many boxes meet", group: "Which of many",
    question: "How few of all n(n − 1)/2 pairs must be looked at? Boxes that meet are marked. Every structure finds the same pairs; what differs is the time.",
    points: {},
    numbers: {count: {value: 400, min: 10, max: 5000, step: 10, label: "boxes"}, size: {value: 0.25, min: 0.02, max: 1, step: 0.01, label: "size"}, time: {value: 0, min: 0, max: 1, step: 0.0005, label: "time"}},
    choices: {kind: {value: "bvhDynamic", options: Object.fromEntries(Object.entries(KINDS).map(([name, [, label]]) => [name, label])), label: "structure"}},
    camera: [3.5, 3, 6],
    runs: {number: "time", seconds: 20},
    show(carom, state, draw) {
        const {low, high} = boxesAt(state), {count} = state.numbers;
        const start = performance.now(), space = new carom.Space(state.choices.kind as "brute", low, high), built = performance.now(), pairs = space.pairs(), end = performance.now();
        space.dispose();
        const meets = new Set(pairs);
        draw.boxes(low, high, box => meets.has(box));
        const all = count * (count - 1) / 2;
        return [["pairs that meet", (pairs.length / 2).toLocaleString("en")], ["of all pairs, n(n − 1)/2", `${all.toLocaleString("en")} (${text(100 * pairs.length / 2 / all)} %)`],
            ["overlap along x, y, z alone", [0, 1, 2].map(axis => along(axis, low, high).toLocaleString("en")).join(", ")],
            ["built in", `${text(built - start)} ms`], ["all pairs found in", `${text(end - built)} ms`]];
    },
    code: state => {
        const {choices: {kind}, numbers: {count, size}} = state;
        return {
            c: `/* low and high corners of ${number(count)} boxes of size ${number(size)} */
static carom_aabb boxes[${number(count)}];
carom_space_def def = {.kind = CAROM_SPACE_${KINDS[kind][0]}};
carom_space *space;
if (carom_space_create(&space, &def) != CAROM_OK) return 1;
for (uint32_t i = 0; i < ${number(count)}; i++) {
    uint32_t id;
    if (carom_space_insert(space, &boxes[i], &id) != CAROM_OK) return 1;
}
static carom_id_pair pairs[1000];
size_t count = carom_space_query_pairs(space, pairs, 1000);
carom_space_destroy(space);`,
            python: `import numpy as np
low = np.random.default_rng(1).uniform(-2, 2, (${number(count)}, 3))
space = carom.Space("${KINDS[kind][0].toLowerCase()}", low, low + ${number(size)})
print(len(space.pairs()))`,
            javascript: `const low = Float64Array.from({length: 3 * ${number(count)}}, () => 4 * Math.random() - 2);
const space = new carom.Space("${kind}", low, low.map(x => x + ${number(size)}));
space.pairs().length / 2;`,
        };
    },
    algorithm: [
        "Of n boxes n(n − 1)/2 pairs could meet, and in most scenes hardly any do.",
        "A grid looks at boxes in the same cell, sweep and prune at those whose extents along one axis overlap, a quadtree, an octree and a k-d tree at those in the same part of space.",
        "A hierarchy of bounding volumes descends into two nodes only where their boxes meet.",
        "When boxes move, most structures are mended and not built anew.",
        "Touching counts as meeting, and all structures return the same pairs in the same order.",
    ],
    source: "Ericson, Real-Time Collision Detection, chapters 6 and 7", declares: ["carom_space_create", "carom_space_query_pairs"],
} satisfies Page;
