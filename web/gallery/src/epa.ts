// The expanding polytope algorithm, written to be read and to be drawn step by step, from the tetrahedron that GJK ends with. It is for display alone:
// rounding is not cared for, and every answer of a page is the library's.
import {type Vertex, gjk, supportOf} from "./gjk";
import type {Vec} from "./page";
import {cross, dot, scale, size, subtract, unit} from "./vector";

/** A triangle of the polytope: its outer normal, and how far its plane is from the origin. */
export interface Face {
    corners: [Vertex, Vertex, Vertex];
    normal: Vec;
    distance: number;
}

export interface Expansion {
    faces: Face[];
    /** The face that is nearest to the origin. */
    nearest: Face;
    /** The farthest vertex along its normal, which the next polytope takes in; none in the last step. */
    support?: Vertex;
}

/** A face that looks away from the origin. */
function faceOf(a: Vertex, b: Vertex, c: Vertex): Face {
    const normal = unit(cross(subtract(b.at, a.at), subtract(c.at, a.at))), distance = dot(normal, a.at);
    return distance < 0 ? {corners: [a, c, b], normal: scale(normal, -1), distance: -distance} : {corners: [a, b, c], normal, distance};
}

/** A tetrahedron of vertices of A - B that holds the origin; null where there is none. */
function tetrahedron(pointsA: Vec[], pointsB: Vec[]): Vertex[] | null {
    for (const start of [[1, 0, 0], [0, 1, 0], [0, 0, 1], [-0.6, 0.5, 0.7], [0.3, -0.9, 0.4], [-0.5, -0.2, -0.8]] as Vec[]) {
        const {simplex} = gjk(pointsA, pointsB, start).at(-1)!;
        if (simplex.length === 4) return simplex;
    }
    return null;
}

/** The steps until no vertex of A - B is beyond the nearest face; none where the shapes do not overlap. */
export function epa(pointsA: Vec[], pointsB: Vec[]): Expansion[] {
    const start = tetrahedron(pointsA, pointsB), steps: Expansion[] = [];
    if (!start) return steps;
    let faces = [0, 1, 2, 3].map(left => {
        const [a, b, c] = start.filter((_, i) => i !== left);
        return faceOf(a, b, c);
    });
    while (steps.length < 64) {
        const nearest = faces.reduce((best, face) => (face.distance < best.distance ? face : best)), support = supportOf(pointsA, pointsB, nearest.normal);
        const ends = dot(support.at, nearest.normal) - nearest.distance <= 1e-9;
        steps.push({faces, nearest, support: ends ? undefined : support});
        if (ends) break;
        // what the new vertex sees goes, and its rim is joined to it
        const seen = faces.filter(face => dot(face.normal, support.at) - face.distance > 1e-12), edges: [Vertex, Vertex][] = seen.flatMap(({corners: [a, b, c]}) => [[a, b], [b, c], [c, a]] as [Vertex, Vertex][]);
        const rim = edges.filter(([a, b]) => !edges.some(([c, d]) => c === b && d === a));
        faces = [...faces.filter(face => !seen.includes(face)), ...rim.map(([a, b]) => faceOf(a, b, support)).filter(({normal}) => size(normal) > 0)];
    }
    return steps;
}
