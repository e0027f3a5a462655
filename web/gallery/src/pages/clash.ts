// Which parts of an assembly are in each other's way, while one of them is moved.
import type * as THREE from "three";
import {type Carom, type Clashes, type Mesh, VERDICT} from "carom";
import {MESH_IN_C} from "../knot";
import {MILLIMETRES, assembly, geometryOf} from "../models";
import type {Page, State, Vec} from "../page";
import {add, floats, list, number, scale, size, subtract, text, vec} from "../vector";

const {name: NAME, parts: PARTS} = await assembly();
/** The rod, which is moved, and the middle of its box, where its letter is. */
const ROD = PARTS.findIndex(({name}) => name === "rod");
const HOME = [0, 1, 2].map(k => {
    const own = PARTS[ROD].positions.filter((_, i) => i % 3 === k);
    return (own.reduce((a, b) => Math.min(a, b)) + own.reduce((a, b) => Math.max(a, b))) / 2;
}) as Vec;

let meshes: Mesh[] | undefined, geometries: THREE.BufferGeometry[] | undefined;
/** The pairs among the parts that stand, by clearance and tolerance. */
const standing = new Map<string, Row[]>();

interface Row {
    a: number;
    b: number;
    verdict: string;
    distance: number;
    depth: number;
    points: [Vec, Vec] | null;
}

/** Rows of an answer about some of the parts, `of`. */
function rows(found: Clashes, of: number[]): Row[] {
    return Array.from(found.a, (a, i) => ({a: of[a], b: of[found.b[i]], verdict: VERDICT[found.verdict[i]], distance: found.distance[i], depth: found.depth[i],
        points: found.distance[i] > 0 || found.depth[i] > 0 ? [vec(found.pointA, 3 * i), vec(found.pointB, 3 * i)] as [Vec, Vec] : null}));
}

/** Those of the part that moves are asked one by one, where boxes are near; the others once. */
function ask(carom: Carom, {points: {r}, numbers: {clearance, tolerance}}: State): Row[] {
    meshes ??= PARTS.map(({positions, indices}) => new carom.Mesh(positions, indices));
    const options = {clearance: clearance / MILLIMETRES, tolerance: tolerance / MILLIMETRES}, key = `${clearance} ${tolerance}`, others = PARTS.map((_, i) => i).filter(i => i !== ROD), move = subtract(r, HOME);
    let still = standing.get(key);
    if (!still) standing.set(key, still = rows(carom.clash(others.map(i => meshes![i]), options), others));
    const rod = meshes[ROD], low = add(vec(rod.bounds), move), high = add(vec(rod.bounds, 3), move);
    const live = others.filter(i => [0, 1, 2].every(k => meshes![i].bounds[k] <= high[k] + options.clearance && meshes![i].bounds[3 + k] >= low[k] - options.clearance))
        .flatMap(i => rows(carom.clash([rod, meshes![i]], {...options, poses: [...move, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]}), [ROD, i]));
    return [...live, ...still];
}

export default {
    id: "clash", title: "The clashes of an assembly", group: "Which of many",
    question: `Which parts are in each other's way? This is ${NAME}. Drag the rod R: what it overlaps is marked, and so is what it comes too near.`,
    points: {r: {at: HOME.map(x => Number(x.toFixed(3))) as Vec, label: "R"}},
    numbers: {clearance: {value: 2, min: 0, max: 20, step: 0.5, label: "clearance, mm"}, tolerance: {value: 0.3, min: 0, max: 2, step: 0.1, label: "tolerance, mm"}},
    camera: [3, 3.4, 8],
    meshes: () => Object.fromEntries(PARTS.map(({positions, indices}, i) => [`part${i}`, {positions, indices}])),
    show(carom, state, draw) {
        geometries ??= PARTS.map(geometryOf);
        const start = performance.now(), found = ask(carom, state), end = performance.now(), move = subtract(state.points.r, HOME), worst = new Map<number, string>();
        for (const {a, b, verdict} of found) for (const part of [a, b]) if (verdict === "hard" || (verdict === "near" && !worst.has(part))) worst.set(part, verdict);
        geometries.forEach((geometry, i) => {
            const verdict = worst.get(i), colour = verdict === "hard" ? "contact" : verdict === "near" ? "b" : i === ROD ? "a" : "aside";
            draw.mesh(geometry, colour, verdict === "hard" || i === ROD ? 0.9 : 0.55, i === ROD ? [...move, 0, 0, 0, 1] : undefined);
        });
        for (const {verdict, points} of found) if (points && (verdict === "hard" || verdict === "near")) {
            draw.line(points, "answer", 4);
            for (const at of points) draw.point(at, "answer", 0.035);
        }
        const count = (verdict: string) => found.filter(row => row.verdict === verdict).length, pairs = PARTS.length * (PARTS.length - 1) / 2, of = (i: number) => `${PARTS[i].name} ${i + 1}`;
        const hard = found.filter(row => row.verdict === "hard").sort((x, y) => y.depth - x.depth), near = found.filter(row => row.verdict === "near").sort((x, y) => x.distance - y.distance);
        return [["parts", `${PARTS.length}, ${pairs} pairs`], ["hard", String(count("hard"))], ["touching", String(count("touching"))], ["near", String(count("near"))],
            ...hard.slice(0, 4).map((row): [string, string] => [`${of(row.a)} and ${of(row.b)}`, `overlap, ${text(MILLIMETRES * row.depth)} mm deep`]), ...near.slice(0, 3).map((row): [string, string] => [`${of(row.a)} and ${of(row.b)}`, `${text(MILLIMETRES * row.distance)} mm apart`]),
            ["the rod was moved by", `${text(MILLIMETRES * size(move))} mm`], ["asked in", `${text(end - start)} ms`]];
    },
    code: ({points: {r}, numbers: {clearance, tolerance}}: State) => {
        const move = scale(subtract(r, HOME), MILLIMETRES);
        return {
            c: `/* how two solids stand to each other, exactly; and how deep they are */
${MESH_IN_C}
carom_placed_mesh rod = {.mesh = mesh, .pose = {{${list(move)}}, {0, 0, 0, 1}}};
carom_placed_mesh other = {.mesh = mesh, .pose = carom_pose_identity()};
carom_solid_pair pair;
if (carom_classify_solids(&pair, &rod, &other, NULL) != CAROM_OK) return 1;
if (pair.relation >= CAROM_SOLIDS_OVERLAP) {
    carom_mesh_depth_def depth = {.threshold = ${number(tolerance)}f};
    carom_mesh_penetration deep = carom_penetrate_mesh_mesh(&rod, &other, &depth);
}
carom_mesh_destroy(mesh);`,
            python: `rod = carom.box_mesh([0.0, 0, 0], [100.0, 10, 10])  # or the parts of a STEP file by their path
bracket = carom.box_mesh([0.0, -50, -50], [10.0, 50, 50])
found = carom.clash({"rod": (rod, [${floats([...move, 0, 0, 0, 1])}]), "bracket": bracket},
                    clearance=${number(clearance)}, tolerance=${number(tolerance)})
for clash in found:
    print(clash.name_a, clash.name_b, clash.verdict, clash.depth)`,
            javascript: `const corners = Float64Array.of(0, 0, 0, 100, 0, 0, 0, 10, 0, 0, 0, 10);
const rod = new carom.Mesh(corners, [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
const found = carom.clash([rod], {clearance: ${number(clearance)}, tolerance: ${number(tolerance)},
    poses: [${list([...move, 0, 0, 0, 1])}, 0, 0, 0, 0, 0, 0, 1]});
found.verdict[0]; // 4: hard`,
        };
    },
    algorithm: [
        "Only pairs whose boxes come within the clearance are looked at.",
        "How two closed parts stand to each other is decided exactly: apart, touching in points, edges or faces, overlapping, one in the other, or equal; faces that coincide need no tolerance.",
        "Near a common point of both surfaces only directions count, and these are compared by the signs of determinants.",
        "The depth of an overlap is the largest distance of a point of one surface in the other solid from that one's surface, found by branch and bound between two bounds.",
        "Bolts fill their holes, and facets of one lie in those of the other: overlaps no deeper than the tolerance count as touching.",
    ],
    source: "Hachenberger, Kettner and Mehlhorn 2007; Gottschalk, Lin and Manocha 1996", declares: ["carom_classify_solids", "carom_penetrate_mesh_mesh"],
} satisfies Page;
