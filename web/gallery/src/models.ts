// Models that the build fetches, as it has them: see web/gallery/models.mjs; and what stands for them where it has none.
import * as THREE from "three";

export interface Model {
    name: string;
    positions: Float64Array;
    indices: Uint32Array;
}

export function geometryOf({positions, indices}: Model): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
    geometry.setIndex(new THREE.BufferAttribute(indices, 1));
    geometry.computeVertexNormals();
    return geometry;
}

async function fetched(name: string): Promise<Response> {
    const answer = await fetch(new URL(`./${name}`, document.baseURI));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return answer;
}

/** The scan of a bunny, about the origin, 3.2 high; null where the site has none. */
export async function bunny(): Promise<Model | null> {
    if (!HAS_BUNNY) return null;
    const bytes = await (await fetched("bunny.bin")).arrayBuffer(), [vertices, triangles] = new Uint32Array(bytes, 0, 2), steps = new Uint16Array(bytes, 24, 3 * vertices);
    const low = [0, 1, 2].map(k => steps.reduce((least, x, i) => (i % 3 === k ? Math.min(least, x) : least), 65535)), high = [0, 1, 2].map(k => steps.reduce((most, x, i) => (i % 3 === k ? Math.max(most, x) : most), 0));
    // steps are whole numbers, so that the triangles stay closed
    const scale = 3.2 / (high[1] - low[1]), middle = [0, 1, 2].map(k => Math.round((low[k] + high[k]) / 2));
    return {name: "the Stanford bunny", positions: Float64Array.from(steps, (x, i) => (x - middle[i % 3]) * scale), indices: new Uint32Array(bytes, 24 + 6 * vertices + (vertices % 2 ? 2 : 0), 3 * triangles).slice()};
}

/** How many millimetres one unit of the picture is. */
export const MILLIMETRES = 32;

/** The parts of the STEP assembly AS1 with y up, about the origin; where the site has none, a plate with two blocks, a rod and bolts. */
export async function assembly(): Promise<{name: string; parts: Model[]}> {
    if (!HAS_AS1) return {name: "a plate with blocks, a rod and bolts", parts: generated()};
    const parts = await (await fetched("as1.json")).json() as {name: string; positions: number[]; indices: number[]}[];
    return {name: "AS1, a test assembly of the CAx Implementor Forum", parts: parts.map(({name, positions, indices}) => {
        const moved = new Float64Array(positions.length);
        for (let i = 0; i < positions.length; i += 3) moved.set([(positions[i] - 90) / MILLIMETRES, (positions[i + 2] - 56) / MILLIMETRES, (75 - positions[i + 1]) / MILLIMETRES], i);
        return {name, positions: moved, indices: Uint32Array.from(indices)};
    })};
}

function generated(): Model[] {
    const box = (name: string, size: [number, number, number], at: [number, number, number]): Model => {
        const positions = Float64Array.from({length: 24}, (_, i) => at[i % 3] + (Math.floor(i / 3) >> (i % 3) & 1 ? 0.5 : -0.5) * size[i % 3]);
        return {name, positions, indices: Uint32Array.of(0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5)};
    };
    const sides = 24, cylinder = (name: string, radius: number, a: [number, number, number], axis: 0 | 1, length: number): Model => {
        const positions: number[] = [], indices: number[] = [];
        for (const end of [0, 1]) for (let i = 0; i < sides; i++) {
            const [u, v] = [radius * Math.cos(2 * Math.PI * i / sides), radius * Math.sin(2 * Math.PI * i / sides)];
            positions.push(...(axis === 0 ? [a[0] + end * length, a[1] + u, a[2] + v] : [a[0] + v, a[1] + end * length, a[2] + u]));
        }
        for (let i = 0; i < sides; i++) {
            const j = (i + 1) % sides;
            indices.push(i, j, sides + i, j, sides + j, sides + i);
            if (i > 0 && j > 0) indices.push(0, j, i, sides, sides + i, sides + j);
        }
        return {name, positions: Float64Array.from(positions), indices: Uint32Array.from(indices)};
    };
    return [box("plate", [5.5, 0.5, 4], [0, -1.25, 0]), box("block", [0.75, 1.5, 2], [-2, -0.25, 0]), box("block", [0.75, 1.5, 2], [2, -0.25, 0]), cylinder("rod", 0.25, [-3, 0.25, 0], 0, 6),
        ...[-2, 2].flatMap(x => [-1.5, 1.5].map(z => cylinder("bolt", 0.2, [x, -1.5, z], 1, 0.75)))];
}
