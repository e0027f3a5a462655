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
    {id: "slabs", short: "Slabs", group: "Where rays hit", title: "A ray and a box", question: "Where does the ray enter the last of three slabs, and where does it leave the first?", load: () => import("./slabs")},
    {id: "ray-sphere", short: "Ray and sphere", group: "Where rays hit", title: "A ray and a sphere", question: "Which of five cases is it: two hits, a tangent, a start inside, a sphere behind, a miss?", load: () => import("./ray_sphere")},
    {id: "sphere-sweep", short: "Sphere sweep", group: "When things touch", title: "A moving sphere", question: "When does it first touch a plane, a sphere, a triangle, and where does it bounce?", load: () => import("./sphere_sweep")},
    {id: "two-spheres", short: "Two spheres", group: "When things touch", title: "Two moving spheres", question: "Do their paths cross at the same time?", load: () => import("./two_spheres")},
    {id: "separating-axes", short: "Separating axes", group: "Do they overlap", title: "Separating axes of two boxes", question: "Is there a direction along which their shadows do not meet?", load: () => import("./separating_axes")},
    {id: "contact", short: "Contact", group: "How they touch", title: "The contact manifold of two boxes", question: "Which points hold them apart, and how deep is each?", load: () => import("./contact")},
];
