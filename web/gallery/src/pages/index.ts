// The list of pages; each is loaded when it is opened.
import type {Page} from "../page";

export interface Entry {
    id: string;
    short: string;
    title: string;
    question: string;
    group: string;
    load(): Promise<{default: Page}>;
}

export const catalogue: Entry[] = [
    {id: "triangle", short: "Triangle", group: "Closest points", title: "The closest point of a triangle", question: "Which of its seven Voronoi regions is the point in?", load: () => import("./triangle")},
    {id: "box", short: "Box", group: "Closest points", title: "The closest point of a box", question: "Is it on a face, an edge or a corner?", load: () => import("./box")},
    {id: "mesh", short: "Mesh", group: "Closest points", title: "A ray and the closest point on a mesh", question: "Which of thousands of triangles is it? Take one of your own files.", load: () => import("./mesh")},
    {id: "gjk", short: "GJK", group: "Closest points", title: "GJK, step by step", question: "How does the distance of two hulls come of the differences of their vertices?", load: () => import("./gjk")},
    {id: "slices", short: "Distance slices", group: "Closest points", title: "Slices of a signed distance field", question: "How far is each point of a plane from a mesh, inside and outside?", load: () => import("./slices")},
    {id: "slabs", short: "Slabs", group: "Where rays hit", title: "A ray and a box", question: "Where does the ray enter the last of three slabs, and where does it leave the first?", load: () => import("./slabs")},
    {id: "ray-sphere", short: "Ray and sphere", group: "Where rays hit", title: "A ray and a sphere", question: "Which of five cases is it: two hits, a tangent, a start inside, a sphere behind, a miss?", load: () => import("./ray_sphere")},
    {id: "sphere-sweep", short: "Sphere sweep", group: "When things touch", title: "A moving sphere", question: "When does it first touch a plane, a sphere, a triangle, and where does it bounce?", load: () => import("./sphere_sweep")},
    {id: "two-spheres", short: "Two spheres", group: "When things touch", title: "Two moving spheres", question: "Do their paths cross at the same time?", load: () => import("./two_spheres")},
    {id: "halving", short: "Interval halving", group: "When things touch", title: "Halving intervals of time", question: "In which spans of time can a moving sphere touch a box, and in which can it not?", load: () => import("./halving")},
    {id: "turning", short: "Turning", group: "When things touch", title: "When turning boxes touch", question: "When does a box that moves and turns first touch another, to any tolerance?", load: () => import("./turning")},
    {id: "separating-axes", short: "Separating axes", group: "Do they overlap", title: "Separating axes of two boxes", question: "Is there a direction along which their shadows do not meet?", load: () => import("./separating_axes")},
    {id: "any-shapes", short: "Any shapes", group: "Do they overlap", title: "Any shape against any other", question: "How far apart, or how deep in each other, are two shapes, each of seven kinds?", load: () => import("./any_shapes")},
    {id: "two-meshes", short: "Two meshes", group: "Do they overlap", title: "Two meshes", question: "Do a knot and a ball of triangles touch, and which of the triangles do?", load: () => import("./two_meshes")},
    {id: "pairs", short: "Pairs", group: "Which of many", title: "Which of many boxes meet", question: "How few of all n(n − 1)/2 pairs must be looked at?", load: () => import("./pairs")},
    {id: "world", short: "A world", group: "Which of many", title: "A world", question: "What touches what, step by step, when boxes and balls fall into a bin?", load: () => import("./world")},
    {id: "exact", short: "Why exact", group: "Why exact", title: "Rays through an edge", question: "Does a ray through the edge of two triangles hit one of them? The textbook's code says: not always.", load: () => import("./exact")},
    {id: "contact", short: "Contact", group: "How they touch", title: "The contact manifold of two boxes", question: "Which points hold them apart, and how deep is each?", load: () => import("./contact")},
];
