// A ray and the closest point on a mesh: a knot, or a file of the reader's.
import * as THREE from "three";
import type {Mesh} from "carom";
import type {Page, Vec} from "../page";
import {add, floats, list, scale, subtract, text, texts, vec} from "../vector";

let geometry: THREE.BufferGeometry = new THREE.TorusKnotGeometry(1.2, 0.35, 400, 32);
let name = "a torus knot";
let mesh: Mesh | undefined, of: unknown;

/** The triangles of a file, moved and scaled into the view. */
async function read(file: File): Promise<THREE.BufferGeometry> {
    const ending = file.name.toLowerCase().split(".").pop();
    let found: THREE.BufferGeometry | undefined;
    if (ending === "stl") found = new (await import("three/examples/jsm/loaders/STLLoader.js")).STLLoader().parse(await file.arrayBuffer());
    else if (ending === "ply") found = new (await import("three/examples/jsm/loaders/PLYLoader.js")).PLYLoader().parse(await file.arrayBuffer());
    else if (ending === "obj") {
        const parts: number[] = [];
        new (await import("three/examples/jsm/loaders/OBJLoader.js")).OBJLoader().parse(await file.text()).traverse(child => {
            if (child instanceof THREE.Mesh) for (const x of (child.geometry.index ? child.geometry.toNonIndexed() : child.geometry).getAttribute("position").array) parts.push(x);
        });
        found = new THREE.BufferGeometry();
        found.setAttribute("position", new THREE.Float32BufferAttribute(parts, 3));
    }
    if (!found?.getAttribute("position")?.count) throw new Error(`${file.name}: no triangles were found in it; STL, PLY and OBJ files are read`);
    found.computeBoundingSphere();
    const {center, radius} = found.boundingSphere!;
    found.translate(-center.x, -center.y, -center.z).scale(2 / radius, 2 / radius, 2 / radius);
    found.computeVertexNormals();
    return found;
}

export default {
    id: "mesh", title: "A ray and the closest point on a mesh", group: "Closest points",
    question: "Which of thousands of triangles is hit first, and which is nearest? Drop an STL, PLY or OBJ file of your own: it stays in this page.",
    points: {o: {at: [-1, 1.6, 3], label: "O"}, d: {at: [-0.34, 1.39, 2.19], label: "D"}, p: {at: [1.9, 1.2, 1.4], label: "P"}},
    camera: [2, 2.5, 7],
    show(carom, {points: {o, d, p}}, draw) {
        if (of !== geometry || !mesh) {
            mesh?.dispose();
            const positions = geometry.getAttribute("position").array as Float32Array;
            mesh = new carom.Mesh(Float32Array.from(positions), geometry.index ? geometry.index.array : null);
            of = geometry;
        }
        draw.mesh(geometry, "a", 1);
        const direction = subtract(d, o), hit = direction.some(x => x !== 0) ? mesh.raycastFirst([...o, ...direction]) : null, near = mesh.closestPoint(...p)!;
        draw.arrow(o, d, "b", 3);
        const rows: [string, string][] = [["mesh", `${name}, ${mesh.triangleCount.toLocaleString("en")} triangles`]];
        if (hit) {
            const at = add(o, scale(direction, hit.t));
            draw.line([d, at], "b", 2);
            draw.point(at, "contact", 0.05);
            draw.arrow(at, add(at, scale(vec(hit.normal), 0.6)), "contact", 2);
            rows.push(["the ray hits", `triangle ${hit.triangle.toLocaleString("en")}, t = ${text(hit.t)}`], ["there", texts(at)]);
        } else {
            draw.line([d, add(o, scale(direction, 20))], "b", 1, true);
            rows.push(["the ray hits", "nothing"]);
        }
        const at = near.point as Vec;
        draw.point(p, "answer");
        draw.line([p, at], "answer", 3);
        draw.point(at, "answer", 0.05);
        rows.push(["closest to P", `triangle ${near.triangle.toLocaleString("en")}`], ["distance", text(near.distance)], ["point", texts(at)]);
        return rows;
    },
    extra(changed) {
        const input = document.createElement("input"), label = document.createElement("label"), said = document.createElement("p");
        input.type = "file";
        input.accept = ".stl,.ply,.obj";
        said.setAttribute("role", "status");
        label.append("A file of yours: ", input);
        const take = async (file: File | undefined) => {
            if (!file) return;
            try {
                geometry = await read(file);
                name = file.name;
                said.textContent = "";
                changed();
            } catch (error) {
                said.textContent = error instanceof Error ? error.message : String(error);
            }
        };
        input.addEventListener("change", () => void take(input.files?.[0]));
        const box = document.createElement("div");
        box.className = "file";
        box.append(label, said);
        box.addEventListener("dragover", event => event.preventDefault());
        box.addEventListener("drop", event => {
            event.preventDefault();
            void take(event.dataTransfer?.files[0]);
        });
        return box;
    },
    code: ({points: {o, d, p}}) => ({
        c: `/* a mesh of carom_io_load, or of arrays: carom_mesh_create */
carom_vec3 corners[3] = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
uint32_t faces[3] = {0, 1, 2};
carom_mesh_def def = {.vertices = corners, .indices = faces,
                      .vertex_count = 3, .triangle_count = 1};
carom_mesh *mesh;
if (carom_mesh_create(&mesh, &def) != CAROM_OK) return 1;
carom_ray ray = {{${list(o)}}, {${list(subtract(d, o))}}, 0, INFINITY};
carom_mesh_ray_hit hit = carom_raycast_ray_mesh(&ray, mesh, CAROM_BOTH_SIDES);
carom_mesh_closest near = carom_closest_point_mesh((carom_vec3){${list(p)}}, mesh);
carom_mesh_destroy(mesh);`,
        python: `mesh = carom.Mesh([[-1.0, -1, 0], [1.0, -1, 0], [0.0, 1, 0]], [[0, 1, 2]])  # or Mesh.load("part.stl")
hit = mesh.raycast([[${floats(o)}]], [[${floats(subtract(d, o))}]])
near = mesh.closest([[${floats(p)}]])
print(hit.triangle, hit.t, near.distance)`,
        javascript: `const mesh = new carom.Mesh(Float64Array.of(-1, -1, 0, 1, -1, 0, 0, 1, 0));
const hit = mesh.raycastFirst([${list(o)}, ${list(subtract(d, o))}]);
const near = mesh.closestPoint(${list(p)});`,
    }),
    algorithm: [
        "A tree of boxes with eight children a node is built once.",
        "A ray descends into the boxes that it enters, the nearest first, and leaves out what begins behind the best hit.",
        "The closest point is found likewise: boxes in the order of their distance, until none is nearer than the best triangle.",
        "Boxes are tested eight at a time with vector instructions, in this page with those of WebAssembly.",
        "The triangle is decided in double and exactly where needed, so the answer is that of a search through all triangles, bit for bit.",
    ],
    source: "Wald and others 2008; Ericson, Real-Time Collision Detection, 6.3", declares: ["carom_raycast_ray_mesh", "carom_closest_point_mesh"],
} satisfies Page;
