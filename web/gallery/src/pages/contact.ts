// The contact manifold of a box that lies on another, or of a hull on another.
import type {Code, Page, State, Vec} from "../page";
import {add, floats, list, scale, text, texts, vec} from "../vector";

const GROUND: Vec = [1.8, 0.5, 1.4], BOX: Vec = [0.9, 0.6, 0.7];
/** Hulls: ground whose top has five corners, and a block on six. */
const GROUND_CORNERS: Vec[] = [[-1.8, -0.5, -1.2], [1.8, -0.5, -1.2], [1.8, -0.5, 1.2], [-1.8, -0.5, 1.2], [-1.4, 0.5, -1], [0.9, 0.5, -1.3], [1.6, 0.5, 0.2], [0.6, 0.5, 1.3], [-1.3, 0.5, 0.9]];
const BLOCK_CORNERS: Vec[] = [[0.8, -0.6, 0], [0.4, -0.6, 0.7], [-0.4, -0.6, 0.7], [-0.8, -0.6, 0], [-0.4, -0.6, -0.7], [0.4, -0.6, -0.7], [0.5, 0.6, 0], [-0.3, 0.6, 0.4], [-0.3, 0.6, -0.4]];

/** Place and quaternion of the upper box: turned about y, then tilted about z. */
function pose({points: {b}, numbers: {turn, tilt}}: State): number[] {
    const [cy, sy, cz, sz] = [turn, tilt].flatMap(degrees => [Math.cos(degrees * Math.PI / 360), Math.sin(degrees * Math.PI / 360)]);
    return [...b, sy * sz, sy * cz, cy * sz, cy * cz];
}
const HERE = [0, 0, 0, 0, 0, 0, 1];

function hullsCode(p: number[]): Code {
    const rows = (corners: Vec[], open: string, close: string, write: (v: Vec) => string) => [corners.slice(0, 5), corners.slice(5)].map(part => part.map(v => open + write(v) + close).join(", "));
    const make = (name: string, corners: Vec[]) => `carom_vec3 ${name}_points[9] = {
    ${rows(corners, "{", "}", list).join(",\n    ")}};
carom_hull_def ${name}_def = {.points = ${name}_points, .point_count = 9};
carom_hull *${name}_hull;
if (carom_hull_create(&${name}_hull, &${name}_def) != CAROM_OK) return 1;
carom_shape ${name} = carom_shape_hull(${name}_hull);`;
    return {
        c: `${make("ground", GROUND_CORNERS)}
${make("block", BLOCK_CORNERS)}
carom_pose there = {{${list(p.slice(0, 3))}}, {${list(p.slice(3))}}};
carom_contact_manifold touch = {0};
int count = carom_contact(&ground, carom_pose_identity(), &block, there, &touch);
carom_hull_destroy(block_hull);
carom_hull_destroy(ground_hull);`,
        python: `ground = carom.Hull([${rows(GROUND_CORNERS, "[", "]", floats).join(",\n    ")}])
block = carom.Hull([${rows(BLOCK_CORNERS, "[", "]", floats).join(",\n    ")}])
touch = carom.contact(ground, block, None, [${floats(p)}])
print(touch.count, touch.normal, touch.depth)`,
        javascript: `const ground = new carom.Hull([${list(GROUND_CORNERS.flat())}]);
const block = new carom.Hull([${list(BLOCK_CORNERS.flat())}]);
const touch = carom.contact(ground, block, {poseA: [0, 0, 0, 0, 0, 0, 1], poseB: [${list(p)}]});`,
    };
}

export default {
    id: "contact", title: "The contact manifold of two boxes or hulls", group: "How they touch",
    question: "Which points hold them apart, and how deep is each? Tilt the upper one to see a face, an edge and a corner touch.",
    points: {b: {at: [0.5, 1.05, 0.2], label: "B"}},
    numbers: {turn: {value: 25, min: -180, max: 180, step: 1, label: "turn"}, tilt: {value: 0, min: -60, max: 60, step: 1, label: "tilt"}},
    choices: {shapes: {value: "boxes", options: {boxes: "two boxes", hulls: "two hulls"}, label: "shapes"}},
    camera: [2.5, 2.5, 5.5],
    show(carom, state, draw) {
        const poseB = pose(state), hulls = state.choices.shapes === "hulls";
        const ground = hulls ? new carom.Hull(GROUND_CORNERS.flat()) : new carom.Box(scale(GROUND, -1), GROUND), box = hulls ? new carom.Hull(BLOCK_CORNERS.flat()) : new carom.Box(scale(BOX, -1), BOX);
        const touch = carom.contact(ground, box, {poseA: HERE, poseB});
        const near = carom.distance(ground, box, {poseA: HERE, poseB});
        ground.dispose();
        box.dispose();
        if (hulls) {
            draw.hull(GROUND_CORNERS, "a");
            draw.hull(BLOCK_CORNERS, "b", 0.35, poseB);
        } else {
            draw.box(scale(GROUND, -1), GROUND, "a");
            draw.box(scale(BOX, -1), BOX, "b", 0.3, poseB);
        }
        const count = touch.count[0], normal = vec(touch.normal), rows: [string, string][] = [["points", String(count)]];
        if (count === 0) return [...rows, ["distance", text(near[0])]];
        rows.push(["normal", texts(normal)]);
        for (let i = 0; i < count; i++) {
            const a = vec(touch.pointA, 3 * i), b = vec(touch.pointB, 3 * i);
            draw.point(a, "contact", 0.05);
            draw.point(b, "answer", 0.04);
            draw.line([a, b], "contact", 3);
            rows.push([`point ${i + 1}`, `depth ${text(touch.depth[i])}, at ${texts(a)}`]);
        }
        draw.arrow(vec(touch.pointA), add(vec(touch.pointA), normal), "contact", 3);
        return rows;
    },
    code: state => {
        const p = pose(state);
        if (state.choices.shapes === "hulls") return hullsCode(p);
        return {
            c: `carom_shape ground = carom_shape_aabb((carom_vec3){${list(scale(GROUND, -1))}}, (carom_vec3){${list(GROUND)}});
carom_shape box = carom_shape_aabb((carom_vec3){${list(scale(BOX, -1))}}, (carom_vec3){${list(BOX)}});
carom_pose there = {{${list(p.slice(0, 3))}}, {${list(p.slice(3))}}};
carom_contact_manifold touch = {0};
int count = carom_contact(&ground, carom_pose_identity(), &box, there, &touch);`,
            python: `ground = carom.Box([${floats(scale(GROUND, -1))}], [${floats(GROUND)}])
box = carom.Box([${floats(scale(BOX, -1))}], [${floats(BOX)}])
touch = carom.contact(ground, box, None, [${floats(p)}])
print(touch.count, touch.normal, touch.depth)`,
            javascript: `const ground = new carom.Box([${list(scale(GROUND, -1))}], [${list(GROUND)}]);
const box = new carom.Box([${list(scale(BOX, -1))}], [${list(BOX)}]);
const touch = carom.contact(ground, box, {poseA: [0, 0, 0, 0, 0, 0, 1], poseB: [${list(p)}]});`,
        };
    },
    algorithm: [
        "The axis of least overlap, a face's normal or the cross product of two edges, is the direction in which the two are pushed apart.",
        "For a face the face of the other one that looks most against it is clipped by the sides of the first one, and what is below it remains: of two boxes up to eight points, each with its depth.",
        "For two edges the one pair of nearest points is the contact.",
        "Of many points few are kept: the deepest, and those that span the largest area, since a solver needs no more.",
        "Each point has a number that names the features it came of and stays the same while these touch, so a solver can go on from the last frame.",
    ],
    source: "Gregorius, Robust Contact Creation for Physics Simulation, GDC 2013", declares: ["carom_contact"],
} satisfies Page;
