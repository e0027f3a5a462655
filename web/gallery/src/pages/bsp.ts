// A binary space partition over moving boxes: inside or outside, what a ray hits, and an order to paint in.
import type {Page, State, Vec} from "../page";
import {add, floats, list, number, scale, subtract, text, texts, vec} from "../vector";

/** Boxes that turn and rise and fall, each in a cell of its own so that no two overlap, as their faces, counter-clockwise seen from outside; by a small
 * generator, the same everywhere. */
function facesOf({numbers: {count, time}}: State): Vec[][] {
    let seed = 99;
    const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32, out: Vec[][] = [];
    for (let i = 0; i < count; i++) {
        const cell = 7 * i % 18, middle = [1.3 * (cell % 3 - 1), 1.4 * (Math.floor(cell / 9) - 0.5), 1.3 * (Math.floor(cell / 3) % 3 - 1)], half = [0, 1, 2].map(() => 0.22 + 0.22 * random());
        const angle = 2 * Math.PI * (random() + (random() > 0.5 ? 1 : -1) * time), rise = (0.65 - half[1]) * Math.sin(2 * Math.PI * (time + random())), [c, s] = [Math.cos(angle), Math.sin(angle)];
        const corner = (x: number, y: number, z: number): Vec => {
            const [u, v, w] = [x * half[0], y * half[1], z * half[2]];
            return [middle[0] + c * u + s * w, middle[1] + rise + v, middle[2] - s * u + c * w].map(n => Number(n.toFixed(4))) as Vec;
        };
        for (let axis = 0; axis < 3; axis++) for (const side of [-1, 1]) {
            const ring = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([u, v]) => {
                const p: number[] = [];
                p[axis] = side;
                p[(axis + 1) % 3] = u;
                p[(axis + 2) % 3] = v;
                return corner(p[0], p[1], p[2]);
            });
            out.push(side > 0 ? ring : ring.reverse());
        }
    }
    return out;
}

export default {
    id: "bsp", title: "A BSP tree", group: "Which of many",
    question: "Is the point P in one of the moving boxes, and which face does the ray from V to P hit first? The tree is built anew at each change. Let the share run, and it paints from the back to the front.",
    points: {p: {at: [0.6, 0.1, 0.4], label: "P"}, v: {at: [2.2, 1.6, 2.4], label: "V"}},
    numbers: {count: {value: 14, min: 1, max: 18, step: 1, label: "boxes"}, time: {value: 0.1, min: 0, max: 1, step: 0.001, label: "time"}, share: {value: 1, min: 0, max: 1, step: 0.01, label: "share painted"}},
    camera: [4, 3, 6.5],
    meshes: state => {
        const faces = facesOf(state);
        return {boxes: {positions: Float64Array.from(faces.flat(2)), indices: Uint32Array.from(faces.flatMap((_, i) => [0, 1, 2, 0, 2, 3].map(k => 4 * i + k)))}};
    },
    runs: {number: "share", seconds: 8},
    show(carom, state, draw) {
        const {points: {p, v}, numbers: {share}} = state, faces = facesOf(state), vertices = faces.flat(2), counts = faces.map(face => face.length);
        const start = performance.now(), bsp = new carom.Bsp(vertices, counts), built = performance.now(), [place] = bsp.classify(p), direction = subtract(p, v), hit = bsp.raycast([...v, ...direction]), pieces = bsp.pieces(v), end = performance.now(), {facts} = bsp;
        bsp.dispose();
        const cut = new Map<number, number>();
        for (const polygon of pieces.polygon) cut.set(polygon, (cut.get(polygon) ?? 0) + 1);
        const shown = Math.round(share * pieces.polygon.length);
        for (let i = 0; i < shown; i++) {
            const corners = Array.from({length: pieces.offsets[i + 1] - pieces.offsets[i]}, (_, k) => vec(pieces.vertices, 3 * (pieces.offsets[i] + k)));
            draw.polygon(corners, i === shown - 1 && shown < pieces.polygon.length ? "contact" : cut.get(pieces.polygon[i])! > 1 ? "region" : Math.floor(pieces.polygon[i] / 6) % 2 ? "b" : "a", share < 1 ? 0.85 : 0.3);
        }
        const polygon = hit.polygon[0], at = add(v, scale(direction, polygon >= 0 ? hit.t[0] : 1));
        draw.line([v, at], "answer", 3);
        draw.point(p, place === 1 ? "contact" : "answer", 0.07);
        if (polygon >= 0) {
            draw.point(at, "contact", 0.05);
            draw.arrow(at, add(at, scale(vec(hit.normal), 0.5)), "contact", 2);
        }
        return [["P is", ["outside of all boxes", "inside of a box", "on a face"][place]], ["the ray from V hits", polygon < 0 ? "nothing" : `face ${polygon % 6 + 1} of box ${Math.floor(polygon / 6) + 1}, t = ${text(hit.t[0])}`], ...(polygon < 0 ? [] : [["there", texts(at)]]) as [string, string][],
            ["faces", `${faces.length}, in ${facts.pieces} pieces after ${facts.splits} cuts`], ["nodes", `${facts.nodes}, at most ${facts.depth} deep`], ["painted", `${shown} of ${facts.pieces} pieces, far ones first`], ["built in", `${text(built - start)} ms`], ["asked in", `${text(end - built)} ms`]];
    },
    code: state => {
        const {points: {p, v}} = state, [face, other] = [facesOf(state)[1], facesOf(state)[3]], d = subtract(p, v), rows = (corners: Vec[], open: string, close: string, write: (v: Vec) => string) => corners.map(c => open + write(c) + close).join(", ");
        return {
            c: `/* two of ${number(6 * state.numbers.count)} faces */
carom_vec3 faces[2][4] = {
    {${rows(face, "{", "}", list)}},
    {${rows(other, "{", "}", list)}}};
carom_polygon polygons[2] = {{faces[0], 4}, {faces[1], 4}};
carom_bsp_def def = {.polygons = polygons, .count = 2};
carom_bsp *bsp;
if (carom_bsp_create(&bsp, &def) != CAROM_OK) return 1;
carom_bsp_place place = carom_bsp_classify_point(bsp, (carom_vec3){${list(p)}});
carom_ray ray = {{${list(v)}}, {${list(d)}}, 0, INFINITY};
carom_bsp_hit hit = carom_bsp_raycast_ray(bsp, &ray);
carom_bsp_destroy(bsp);`,
            python: `# the Python package has no BSP tree; the first hit of a ray, and which points are inside, are those of a mesh
mesh = carom.box_mesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5])
print(mesh.contains([[${floats(p)}]]), mesh.raycast([[${floats(v)}]], [[${floats(d)}]]).t)`,
            javascript: `const bsp = new carom.Bsp([${list(face.flat())},
    ${list(other.flat())}], [4, 4]);
const [place] = bsp.classify([${list(p)}]);
const {polygon, t} = bsp.raycast([${list([...v, ...d])}]);
const {offsets, vertices, front} = bsp.pieces([${list(v)}]); // far ones first`,
        };
    },
    algorithm: [
        "The plane of one face splits space in two; faces that it crosses are cut, and each side is split on in the same way.",
        "Of several planes the one is taken that cuts few faces and leaves as many on one side as on the other.",
        "A point goes down on its side of each plane, by exact signs, to a cell; in it nothing is but inside or outside.",
        "A ray goes first to the side where it starts, then to the other one, so it ends at the first face that it hits.",
        "From a viewpoint what is beyond each plane is visited first, then the faces in the plane, then what is before it: so no face hides one that is painted later.",
    ],
    source: "Fuchs, Kedem and Naylor 1980; Ericson, Real-Time Collision Detection, chapter 8", declares: ["carom_bsp_create", "carom_bsp_classify_point", "carom_bsp_raycast_ray", "carom_bsp_visit"],
} satisfies Page;
