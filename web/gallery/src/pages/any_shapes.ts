// Any shape against any other: signed distance, normal, points.
import type {Carom, Shape} from "carom";
import type {Drawing} from "../drawing";
import type {Page, State, Vec} from "../page";
import {add, cross, dot, floats, list, scale, size, subtract, text, texts, unit, vec} from "../vector";

/** Where a shape is: its middle, three unit axes, of which the second goes through its handle, and half of its length along that one. */
interface Place {
    center: Vec;
    axes: [Vec, Vec, Vec];
    half: number;
}

function placeOf(center: Vec, tip: Vec): Place {
    const along = subtract(tip, center), half = Math.max(size(along), 0.2), y: Vec = size(along) > 1e-9 ? unit(along) : [0, 1, 0];
    const x = unit(cross(y, Math.abs(y[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
    return {center, axes: [x, y, cross(x, y)], half};
}

const ends = ({center, axes, half}: Place): [Vec, Vec] => [add(center, scale(axes[1], -half)), add(center, scale(axes[1], half))];
const world = ({center, axes}: Place, [x, y, z]: Vec): Vec => add(center, add(scale(axes[0], x), add(scale(axes[1], y), scale(axes[2], z))));
const WIDTH = 0.45;
/** The corners of a hull of the length of a place. */
const corners = (at: Place): Vec[] => ([[-1, -1, -0.7], [0.9, -1, -0.6], [0.2, -1, 1], [-0.5, 1, 0.4], [0.6, 1, -0.3], [1.1, 0.1, 0.3]] as Vec[]).map(([x, y, z]) => world(at, [WIDTH * x, at.half * y, WIDTH * z]));

/** What each kind of shape is: made, drawn, and written in each language. */
interface Kind {
    label: string;
    make(carom: Carom, at: Place): Shape;
    draw(draw: Drawing, at: Place, colour: "a" | "b"): void;
    c(at: Place, name: string): string;
    python(at: Place): string;
    javascript(at: Place): string;
    /** In C, what destroys what it made. */
    end?(name: string): string;
}

const vector = (v: Vec) => `(carom_vec3){${list(v)}}`;
/** A quaternion of the axes, by the largest of its parts. */
function quaternion([x, y, z]: Place["axes"]): number[] {
    const four = [1 + x[0] - y[1] - z[2], 1 - x[0] + y[1] - z[2], 1 - x[0] - y[1] + z[2], 1 + x[0] + y[1] + z[2]], largest = four.indexOf(Math.max(...four));
    const rows = [[four[0], y[0] + x[1], z[0] + x[2], y[2] - z[1]], [y[0] + x[1], four[1], z[1] + y[2], z[0] - x[2]], [z[0] + x[2], z[1] + y[2], four[2], x[1] - y[0]], [y[2] - z[1], z[0] - x[2], x[1] - y[0], four[3]]];
    const q = rows[largest], length = Math.hypot(...q);
    return q.map(w => w / length);
}
/** The same numbers as they are written, with eight digits: a pose must be a rotation. */
const finely = (a: ArrayLike<number>) => Array.from(a, x => String(Number(x.toFixed(8)) || 0)).join(", ");
const poseC = (at: Place) => `(carom_pose){{${list(at.center)}}, {${finely(quaternion(at.axes))}}}`;
const axesOf = (at: Place) => `[${at.axes.map(a => `[${finely(a)}]`).join(", ")}]`;

/** A kind that is made of two ends and a radius. */
function ofEnds(label: string, name: string, make: Kind["make"], draw: Kind["draw"]): Kind {
    const two = (at: Place, open: string, close: string, write: (v: Vec) => string) => ends(at).map(e => open + write(e) + close).join(", ");
    return {label, make, draw,
        c: (at, to) => `carom_shape ${to} = carom_shape_${name.toLowerCase()}(${ends(at).map(vector).join(", ")}, ${WIDTH}f);`,
        python: at => `carom.${name}(${two(at, "[", "]", floats)}, ${WIDTH})`,
        javascript: at => `new carom.${name}(${two(at, "[", "]", list)}, ${WIDTH})`};
}

/** The corners of a tetrahedron of the length of a place. */
const four = (at: Place): Vec[] => ([[-1.2, -1, -0.8], [1.2, -1, -0.6], [0, -1, 1.2], [0, 1, 0]] as Vec[]).map(([x, y, z]) => world(at, [WIDTH * x, at.half * y, WIDTH * z]));

/** A height field of four samples by four about a middle, along the axes of the world; the tip gives the height. */
const HEIGHTS = [0, 0.3, 0.1, 0, 0.2, 0.8, 0.6, 0.1, 0.1, 1, 0.4, 0.3, 0, 0.2, 0.5, 0];
const originOf = ({center}: Place): Vec => add(center, [-0.9, 0, -0.9]);
const spacingOf = ({half}: Place): Vec => [0.6, half, 0.6];
function drawField(draw: Drawing, at: Place, colour: "a" | "b"): void {
    const origin = originOf(at), [sx, sy, sz] = spacingOf(at), sample = (i: number, k: number): Vec => add(origin, [i * sx, HEIGHTS[4 * k + i] * sy, k * sz]);
    for (let k = 0; k < 3; k++)
        for (let i = 0; i < 3; i++) {
            draw.polygon([sample(i, k), sample(i, k + 1), sample(i + 1, k)], colour);
            draw.polygon([sample(i + 1, k), sample(i, k + 1), sample(i + 1, k + 1)], colour);
        }
}

/** A compound of a ball at either end and the rod between them. */
const ROD = 0.15, BALLS = [0.3, WIDTH];

const KINDS: Record<string, Kind> = {
    capsule: ofEnds("capsule", "Capsule", (carom, at) => new carom.Capsule(...ends(at), WIDTH), (draw, at, colour) => draw.capsule(...ends(at), WIDTH, colour)),
    cylinder: ofEnds("cylinder", "Cylinder", (carom, at) => new carom.Cylinder(...ends(at), WIDTH), (draw, at, colour) => draw.cone(...ends(at), WIDTH, WIDTH, colour)),
    cone: ofEnds("cone", "Cone", (carom, at) => new carom.Cone(...ends(at), WIDTH), (draw, at, colour) => draw.cone(...ends(at), WIDTH, 0, colour)),
    ellipsoid: {
        label: "ellipsoid",
        make: (carom, at) => new carom.Ellipsoid(at.center, [WIDTH, at.half, 0.6 * WIDTH], at.axes.flat()),
        draw: (draw, at, colour) => draw.ellipsoid([...at.center, ...quaternion(at.axes)], [WIDTH, at.half, 0.6 * WIDTH], colour, 0.5),
        c: (at, to) => `carom_shape ${to} = carom_shape_ellipsoid(${poseC(at)},\n    ${vector([WIDTH, at.half, 0.6 * WIDTH])});`,
        python: at => `carom.Ellipsoid([${floats(at.center)}], [${floats([WIDTH, at.half, 0.6 * WIDTH])}],\n    ${axesOf(at)})`,
        javascript: at => `new carom.Ellipsoid([${list(at.center)}], [${list([WIDTH, at.half, 0.6 * WIDTH])}],\n    [${finely(at.axes.flat())}])`,
    },
    box: {
        label: "oriented box",
        make: (carom, at) => new carom.OrientedBox(at.center, at.axes.flat(), [WIDTH, at.half, 0.6 * WIDTH]),
        draw: (draw, at, colour) => draw.box([-WIDTH, -at.half, -0.6 * WIDTH], [WIDTH, at.half, 0.6 * WIDTH], colour, 0.3, [...at.center, ...quaternion(at.axes)]),
        c: (at, to) => `carom_shape ${to} = carom_shape_obb(${poseC(at)},\n    ${vector([WIDTH, at.half, 0.6 * WIDTH])});`,
        python: at => `carom.OrientedBox([${floats(at.center)}],\n    ${axesOf(at)}, [${floats([WIDTH, at.half, 0.6 * WIDTH])}])`,
        javascript: at => `new carom.OrientedBox([${list(at.center)}],\n    [${finely(at.axes.flat())}], [${list([WIDTH, at.half, 0.6 * WIDTH])}])`,
    },
    hull: {
        label: "convex hull",
        make: (carom, at) => new carom.Hull(corners(at).flat()),
        draw: (draw, at, colour) => draw.hull(corners(at), colour),
        c: (at, to) => `carom_vec3 points_${to}[6] = {${corners(at).map(p => `{${list(p)}}`).join(", ")}};
carom_hull_def def_${to} = {.points = points_${to}, .point_count = 6};
carom_hull *hull_${to};
if (carom_hull_create(&hull_${to}, &def_${to}) != CAROM_OK) return 1;
carom_shape ${to} = carom_shape_hull(hull_${to});`,
        end: name => `carom_hull_destroy(hull_${name});`,
        python: at => `carom.Hull([${corners(at).map(p => `[${floats(p)}]`).join(", ")}])`,
        javascript: at => `new carom.Hull([${list(corners(at).flat())}])`,
    },
    sphere: {
        label: "sphere",
        make: (carom, at) => new carom.Sphere(at.center, at.half),
        draw: (draw, at, colour) => draw.sphere(at.center, at.half, colour),
        c: (at, to) => `carom_shape ${to} = carom_shape_sphere(${vector(at.center)}, ${list([at.half])});`,
        python: at => `carom.Sphere([${floats(at.center)}], ${floats([at.half])})`,
        javascript: at => `new carom.Sphere([${list(at.center)}], ${list([at.half])})`,
    },
    tetrahedron: {
        label: "tetrahedron",
        make: (carom, at) => new carom.Tetrahedron(four(at).flat()),
        draw: (draw, at, colour) => draw.hull(four(at), colour),
        c: (at, to) => `carom_vec3 corners_${to}[4] = {${four(at).map(p => `{${list(p)}}`).join(", ")}};
carom_shape ${to} = carom_shape_tetrahedron(corners_${to});`,
        python: at => `carom.Tetrahedron([${four(at).map(p => `[${floats(p)}]`).join(", ")}])`,
        javascript: at => `new carom.Tetrahedron([${list(four(at).flat())}])`,
    },
    segment: {
        label: "segment",
        make: (carom, at) => new carom.Segment(...ends(at)),
        draw: (draw, at, colour) => draw.line(ends(at), colour, 4),
        c: (at, to) => `carom_shape ${to} = carom_shape_segment(${ends(at).map(vector).join(", ")});`,
        python: at => `carom.Segment(${ends(at).map(e => `[${floats(e)}]`).join(", ")})`,
        javascript: at => `new carom.Segment(${ends(at).map(e => `[${list(e)}]`).join(", ")})`,
    },
    line: {
        label: "line, without end",
        make: (carom, at) => new carom.Line(at.center, at.axes[1]),
        draw: (draw, at, colour) => draw.line([world(at, [0, -12, 0]), world(at, [0, 12, 0])], colour, 4),
        c: (at, to) => `carom_shape ${to} = carom_shape_line(${vector(at.center)}, ${vector(at.axes[1])});`,
        python: at => `carom.Line([${floats(at.center)}], [${floats(at.axes[1])}])`,
        javascript: at => `new carom.Line([${list(at.center)}], [${list(at.axes[1])}])`,
    },
    halfspace: {
        label: "half-space",
        make: (carom, at) => new carom.Halfspace(at.axes[1], dot(at.axes[1], at.center)),
        draw: (draw, at, colour) => {
            draw.box([-1.7, -0.6, -1.7], [1.7, 0, 1.7], colour, 0.2, [...at.center, ...quaternion(at.axes)]);
            draw.arrow(at.center, add(at.center, scale(at.axes[1], 0.6)), colour);
        },
        c: (at, to) => `carom_shape ${to} = carom_shape_halfspace(${vector(at.axes[1])}, ${list([dot(at.axes[1], at.center)])});`,
        python: at => `carom.Halfspace([${floats(at.axes[1])}], ${floats([dot(at.axes[1], at.center)])})`,
        javascript: at => `new carom.Halfspace([${list(at.axes[1])}], ${list([dot(at.axes[1], at.center)])})`,
    },
    heightfield: {
        label: "height field",
        make: (carom, at) => new carom.HeightField(HEIGHTS, 4, {origin: originOf(at), spacing: spacingOf(at)}),
        draw: drawField,
        c: (at, to) => `carom_real heights_${to}[16] = {${HEIGHTS.join(", ")}};
carom_heightfield_def def_${to} = {.heights = heights_${to}, .columns = 4, .rows = 4,
    .origin = {${list(originOf(at))}}, .spacing = {${list(spacingOf(at))}}};
carom_heightfield *field_${to};
if (carom_heightfield_create(&field_${to}, &def_${to}) != CAROM_OK) return 1;
carom_shape ${to} = carom_shape_heightfield(field_${to});`,
        python: at => `carom.HeightField([${[0, 4, 8, 12].map(k => `[${floats(HEIGHTS.slice(k, k + 4))}]`).join(", ")}],
    origin=[${floats(originOf(at))}], spacing=[${floats(spacingOf(at))}])`,
        javascript: at => `new carom.HeightField([${HEIGHTS.join(", ")}], 4,
    {origin: [${list(originOf(at))}], spacing: [${list(spacingOf(at))}]})`,
        end: name => `carom_heightfield_destroy(field_${name});`,
    },
    compound: {
        label: "compound: two balls and a rod",
        make: (carom, at) => {
            const children = [...ends(at).map((e, i) => new carom.Sphere(e, BALLS[i])), new carom.Capsule(...ends(at), ROD)], all = new carom.Compound(children);
            for (const child of children) child.dispose();
            return all;
        },
        draw: (draw, at, colour) => {
            ends(at).forEach((e, i) => draw.sphere(e, BALLS[i], colour));
            draw.cone(...ends(at), ROD, ROD, colour);
        },
        c: (at, to) => `carom_child children_${to}[3] = {
    {carom_shape_sphere(${vector(ends(at)[0])}, ${BALLS[0]}f), carom_pose_identity()},
    {carom_shape_sphere(${vector(ends(at)[1])}, ${BALLS[1]}f), carom_pose_identity()},
    {carom_shape_capsule(${ends(at).map(vector).join(", ")}, ${ROD}f), carom_pose_identity()}};
carom_compound_def def_${to} = {.children = children_${to}, .count = 3};
carom_compound *compound_${to};
if (carom_compound_create(&compound_${to}, &def_${to}) != CAROM_OK) return 1;
carom_shape ${to} = carom_shape_compound(compound_${to});`,
        python: at => `carom.Compound([${ends(at).map((e, i) => `carom.Sphere([${floats(e)}], ${BALLS[i]})`).join(", ")},
    carom.Capsule(${ends(at).map(e => `[${floats(e)}]`).join(", ")}, ${ROD})])`,
        javascript: at => `new carom.Compound([${ends(at).map((e, i) => `new carom.Sphere([${list(e)}], ${BALLS[i]})`).join(", ")},
    new carom.Capsule(${ends(at).map(e => `[${list(e)}]`).join(", ")}, ${ROD})])`,
        end: name => `carom_compound_destroy(compound_${name});`,
    },
};
const options = Object.fromEntries(Object.entries(KINDS).map(([name, {label}]) => [name, label]));

function both({points: {a, b, c, d}, choices}: State): {kindA: Kind; kindB: Kind; atA: Place; atB: Place} {
    return {kindA: KINDS[choices.first], kindB: KINDS[choices.second], atA: placeOf(a, b), atB: placeOf(c, d)};
}

export default {
    id: "any-shapes", title: "Any shape against any other", group: "Do they overlap",
    question: "How far apart are they, or how deep in each other, and along which direction? Choose what both are; A and C are their middles, B and D their tips.",
    points: {a: {at: [-1.5, 0.3, 0], label: "A"}, b: {at: [-1.2, 1.3, 0.3], label: "B"}, c: {at: [0.9, -0.2, 0.1], label: "C"}, d: {at: [1.8, 0.6, -0.1], label: "D"}},
    choices: {first: {value: "hull", options, label: "A and B"}, second: {value: "cylinder", options, label: "C and D"}},
    camera: [0.8, 2, 6],
    show(carom, state, draw) {
        const {kindA, kindB, atA, atB} = both(state), shapeA = kindA.make(carom, atA), shapeB = kindB.make(carom, atB), found = carom.signedDistance(shapeA, shapeB);
        shapeA.dispose();
        shapeB.dispose();
        kindA.draw(draw, atA, "a");
        kindB.draw(draw, atB, "b");
        const [pointA, pointB, normal] = [vec(found.pointA), vec(found.pointB), vec(found.normal)], distance = found.distance[0];
        if (!Number.isFinite(distance)) return [["depth", `${text(-distance)}: neither is bounded, and no move parts them`]];
        draw.point(pointA, distance < 0 ? "contact" : "answer", 0.05);
        draw.point(pointB, distance < 0 ? "contact" : "answer", 0.05);
        draw.line([pointA, pointB], distance < 0 ? "contact" : "answer", 4);
        draw.arrow(pointB, add(pointB, scale(normal, 0.7)), "region", 3);
        return [[distance > 0 ? "distance" : "depth", text(Math.abs(distance))], ["normal, from the first", texts(normal)], ["point of the first", texts(pointA)], ["point of the second", texts(pointB)],
            ["certainly between", `${text(found.lower[0])} and ${text(found.upper[0])}`]];
    },
    code: state => {
        const {kindA, kindB, atA, atB} = both(state), last = [kindA.end?.("a"), kindB.end?.("b")].filter(end => end).map(end => `\n${end}`).join("");
        return {
            c: `${kindA.c(atA, "a")}
${kindB.c(atB, "b")}
carom_pose here = carom_pose_identity();
carom_signed_distance d = carom_distance_signed(&a, here, &b, here);${last}`,
            python: `a = ${kindA.python(atA)}
b = ${kindB.python(atB)}
d = carom.signed_distance(a, b)
print(d.distance, d.normal, d.point_a, d.point_b)`,
            javascript: `const a = ${kindA.javascript(atA)};
const b = ${kindB.javascript(atB)};
const d = carom.signedDistance(a, b);`,
        };
    },
    algorithm: [
        "A convex shape is known by its support function, the farthest of its points in a direction, which a formula gives for each kind.",
        "GJK finds the distance by support points of both, and a sphere or a capsule is a point or a segment with a radius added.",
        "Of shapes that overlap EPA grows a polytope inside of the difference A − B until its nearest face lies on the boundary: the way out that is shortest.",
        "Pairs with a formula of their own (spheres, capsules, boxes, half-spaces) take that, which solver answers which pair is one table, printed by carom info --solvers, and height fields and compounds are searched piece by piece under a tree.",
        "The answer comes with bounds that hold whatever the search did, and its distance lies between them.",
    ],
    source: "van den Bergen 2001 and 2003; Ericson, Real-Time Collision Detection, 9.5", declares: ["carom_distance_signed"],
} satisfies Page;
