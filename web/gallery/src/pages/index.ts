// The list of pages; each is loaded when it is opened.
import type {Page} from "../page";

export interface Entry {
    id: string;
    short: string;
    title: string;
    question: string;
    group: string;
    /** Its name in this folder, which links to the code name. */
    file: string;
    load(): Promise<{default: Page}>;
}

export const catalogue: Entry[] = [
    {id: "triangle", short: "Triangle", group: "Closest points", title: "The closest point of a triangle", question: "Which of its seven Voronoi regions is the point in?", file: "triangle", load: () => import("./triangle")},
    {id: "box", short: "Box", group: "Closest points", title: "The closest point of a box", question: "Is it on a face, an edge or a corner?", file: "box", load: () => import("./box")},
    {id: "mesh", short: "Mesh", group: "Closest points", title: "A ray and the closest point on a mesh", question: "Which of thousands of triangles is it? Take one of your own files.", file: "mesh", load: () => import("./mesh")},
    {id: "gjk", short: "GJK", group: "Closest points", title: "GJK, step by step", question: "How does the distance of two hulls come of the differences of their vertices?", file: "gjk", load: () => import("./gjk")},
    {id: "slices", short: "Distance slices", group: "Closest points", title: "Slices of a signed distance field", question: "How far is each point of a plane from a mesh, inside and outside?", file: "slices", load: () => import("./slices")},
    {id: "slabs", short: "Slabs", group: "Where rays hit", title: "A ray and a box", question: "Where does the ray enter the last of three slabs, and where does it leave the first?", file: "slabs", load: () => import("./slabs")},
    {id: "ray-sphere", short: "Ray and sphere", group: "Where rays hit", title: "A ray and a sphere", question: "Which of five cases is it: two hits, a tangent, a start inside, a sphere behind, a miss?", file: "ray_sphere", load: () => import("./ray_sphere")},
    {id: "sphere-sweep", short: "Sphere sweep", group: "When things touch", title: "A moving sphere", question: "When does it first touch a plane, a sphere, a triangle, and where does it bounce?", file: "sphere_sweep", load: () => import("./sphere_sweep")},
    {id: "two-spheres", short: "Two spheres", group: "When things touch", title: "Two moving spheres", question: "Do their paths cross at the same time?", file: "two_spheres", load: () => import("./two_spheres")},
    {id: "halving", short: "Interval halving", group: "When things touch", title: "Halving intervals of time", question: "In which spans of time can a moving sphere touch a box, and in which can it not?", file: "halving", load: () => import("./halving")},
    {id: "turning", short: "Turning", group: "When things touch", title: "When turning boxes touch", question: "When does a box that moves and turns first touch another, to any tolerance?", file: "turning", load: () => import("./turning")},
    {id: "separating-axes", short: "Separating axes", group: "Do they overlap", title: "Separating axes of two boxes", question: "Is there a direction along which their shadows do not meet?", file: "separating_axes", load: () => import("./separating_axes")},
    {id: "any-shapes", short: "Any shapes", group: "Do they overlap", title: "Any shape against any other", question: "How far apart, or how deep in each other, are two shapes, each of thirteen kinds?", file: "any_shapes", load: () => import("./any_shapes")},
    {id: "two-meshes", short: "Two meshes", group: "Do they overlap", title: "Two meshes", question: "Do a knot and a ball of triangles touch, and which of the triangles do?", file: "two_meshes", load: () => import("./two_meshes")},
    {id: "bounding", short: "Bounding volumes", group: "Which of many", title: "Bounding volumes", question: "How much of a sphere, a box, a k-DOP or a hull around a mesh is void?", file: "bounding", load: () => import("./bounding")},
    {id: "pairs", short: "Pairs", group: "Which of many", title: "Which of many boxes meet", question: "How few of all n(n − 1)/2 pairs must be looked at?", file: "pairs", load: () => import("./pairs")},
    {id: "world", short: "A world", group: "Which of many", title: "A world", question: "What touches what, step by step, when boxes and balls fall into a bin?", file: "world", load: () => import("./world")},
    {id: "bsp", short: "BSP tree", group: "Which of many", title: "A BSP tree", question: "Is a point in one of the moving boxes, and in which order can their faces be painted?", file: "bsp", load: () => import("./bsp")},
    {id: "clash", short: "Clashes", group: "Which of many", title: "The clashes of an assembly", question: "Which parts are in each other's way while one is drawn out?", file: "clash", load: () => import("./clash")},
    {id: "walk", short: "A character", group: "Which of many", title: "A character walks", question: "Where does a character come that climbs stairs, slides along walls and rides a lift?", file: "walk", load: () => import("./walk")},
    ...(HAS_REPLAY ? [{id: "replay", short: "A replay", group: "Which of many", title: "A replay of carom simulate", question: "What happened, and when, in a run of seventy shapes?", file: "replay", load: () => import("./replay")}] : []),
    {id: "exact", short: "Why exact", group: "Why exact", title: "Rays through an edge", question: "Does a ray through the edge of two triangles hit one of them? The textbook's code says: not always.", file: "exact", load: () => import("./exact")},
    {id: "exact-triangles", short: "A triangle pair", group: "Why exact", title: "A corner on a face", question: "Do two triangles meet, one of which has a corner on the other? The textbook's code guesses.", file: "exact_triangles", load: () => import("./exact_triangles")},
    {id: "exact-sliver", short: "A sliver", group: "Why exact", title: "The closest point of a sliver", question: "Where on a very thin triangle is the closest point? The textbook's code answers far from it.", file: "exact_sliver", load: () => import("./exact_sliver")},
    {id: "contact", short: "Contact", group: "How they touch", title: "The contact manifold of two boxes or hulls", question: "Which points hold them apart, and how deep is each?", file: "contact", load: () => import("./contact")},
    {id: "epa", short: "EPA", group: "How they touch", title: "EPA, step by step", question: "How does the depth of two hulls come of a polytope that grows in the differences of their vertices?", file: "epa", load: () => import("./epa")},
];
