// A number that all answers of both builds and precisions enter: the same in every engine.
export default async function answers(load) {
    const out = [];
    for (const simd of [true, false]) {
        const carom = await load({simd});
        for (const kind of [Float32Array, Float64Array]) {
            let seed = 5, hash = 0x811c9dc5;
            const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
            const mesh = new carom.Mesh(kind.from({length: 9 * 3000}, (_, k) => (k % 9 < 3 ? random() : 0.2 * random() + (k % 3) / 4)));
            const rays = kind.from({length: 6 * 2000}, (_, k) => (k % 6 < 3 ? 3 * random() - 1 : random() - 0.5)), points = kind.from({length: 3 * 2000}, () => 2 * random() - 0.5);
            for (const array of [...Object.values(mesh.raycast(rays)), mesh.occluded(rays), ...Object.values(mesh.closest(points)), mesh.signedDistance(points), mesh.windingNumber(points)])
                for (const byte of new Uint8Array(array.buffer, array.byteOffset, array.byteLength)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
            out.push(hash);
        }
    }
    return out;
}
