// Slices of a mesh's signed distance field, which is sampled on a grid.
import type {Carom, Grid, Mesh} from "carom";
import {MESH_IN_C, arrays, knotGeometry} from "../knot";
import type {Page, State, Vec} from "../page";
import {floats, list, number, text} from "../vector";

let mesh: Mesh | undefined, grid: Grid | undefined, of = "", took = 0;

function sampled(carom: Carom, cell: number): {mesh: Mesh; grid: Grid} {
    if (!mesh) {
        const {positions, indices} = arrays(knotGeometry());
        mesh = new carom.Mesh(positions, indices);
    }
    if (!grid || of !== String(cell)) {
        const start = performance.now(), b = mesh.bounds, around = 0.4;
        grid = mesh.signedDistanceGrid({cell, bounds: Array.from(b, (x, i) => (i < 3 ? x - around : x + around))});
        took = performance.now() - start;
        of = String(cell);
    }
    return {mesh, grid};
}

/** The samples of a plane across an axis, between the two layers of samples that are beside it. */
interface Slice {
    width: number;
    height: number;
    values: Float64Array;
    place(x: number, y: number): Vec; // in cells
}

function sliceOf({distances, origin, cell, count}: Grid, axis: number, part: number): Slice {
    const u = (axis + 1) % 3, v = (axis + 2) % 3, [width, height] = [count[u], count[v]], values = new Float64Array(width * height);
    const depth = part * (count[axis] - 1), layer = Math.min(Math.floor(depth), count[axis] - 2), t = depth - layer, steps = [1, count[0], count[0] * count[1]];
    for (let j = 0; j < height; j++)
        for (let i = 0; i < width; i++) {
            const at = i * steps[u] + j * steps[v] + layer * steps[axis];
            values[j * width + i] = (1 - t) * distances[at] + t * distances[at + steps[axis]];
        }
    return {width, height, values, place(x, y) {
        const p: Vec = [0, 0, 0];
        p[u] = origin[u] + cell * x;
        p[v] = origin[v] + cell * y;
        p[axis] = origin[axis] + cell * depth;
        return p;
    }};
}

/** The line where a slice is a value, by marching squares: the ends of segments. */
function contour({width, height, values, place}: Slice, value: number): Vec[] {
    const ends: Vec[] = [];
    for (let j = 0; j + 1 < height; j++)
        for (let i = 0; i + 1 < width; i++) {
            const corners: [number, number, number][] = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]].map(([x, y]) => [x, y, values[y * width + x] - value]);
            const crossed: Vec[] = [];
            corners.forEach(([x, y, d], k) => {
                const [nextX, nextY, next] = corners[(k + 1) % 4];
                if (d < 0 !== next < 0) crossed.push(place(x + (nextX - x) * d / (d - next), y + (nextY - y) * d / (d - next)));
            });
            ends.push(...crossed); // two or four
        }
    return ends;
}

const FINER = 4; // pixels of the picture along the edge of a cell

/** Blue inside, orange outside, paler the nearer to the surface, with a darker band every 0.2; between samples interpolated. */
function coloured({width, height, values}: Slice): [width: number, height: number, pixels: Uint8Array] {
    const w = FINER * (width - 1) + 1, h = FINER * (height - 1) + 1, pixels = new Uint8Array(4 * w * h).fill(255);
    for (let y = 0; y < h; y++)
        for (let x = 0; x < w; x++) {
            const i = Math.min(Math.floor(x / FINER), width - 2), j = Math.min(Math.floor(y / FINER), height - 2), s = x / FINER - i, t = y / FINER - j, at = j * width + i;
            const d = (1 - t) * ((1 - s) * values[at] + s * values[at + 1]) + t * ((1 - s) * values[at + width] + s * values[at + width + 1]);
            const far = Math.min(1, Math.abs(d) / (d < 0 ? 0.35 : 1.2)), band = Math.floor(Math.abs(d) / 0.1) % 2 ? 0.9 : 1, deep = d < 0 ? [37, 72, 190] : [206, 92, 20];
            for (let k = 0; k < 3; k++) pixels[4 * (y * w + x) + k] = band * (250 + (deep[k] - 250) * (0.12 + 0.88 * far));
        }
    return [w, h, pixels];
}

const AXES = {x: 0, y: 1, z: 2};

export default {
    id: "slices", title: "Slices of a signed distance field", group: "Closest points",
    question: "How far is each point of a plane from the surface? Blue is inside of the knot, orange outside, and the line is where the distance is zero.",
    points: {p: {at: [0.4, 1.2, 0.5], label: "P"}},
    numbers: {slice: {value: 0.5, min: 0, max: 1, step: 0.005, label: "slice"}, cell: {value: 0.06, min: 0.04, max: 0.2, step: 0.005, label: "edge of a cell"}},
    choices: {axis: {value: "z", options: {x: "x", y: "y", z: "z"}, label: "across"}, knot: {value: "yes", options: {yes: "shown", no: "hidden"}, label: "knot"}},
    camera: [1.8, 1.8, 6],
    runs: {number: "slice", seconds: 8},
    meshes: () => ({knot: arrays(knotGeometry())}),
    show(carom, {points: {p}, numbers, choices}, draw) {
        const {mesh, grid} = sampled(carom, numbers.cell), slice = sliceOf(grid, AXES[choices.axis as "x"], numbers.slice);
        const corner = slice.place(0, 0), [right, top] = [slice.place(slice.width - 1, 0), slice.place(0, slice.height - 1)];
        if (choices.knot === "yes") draw.mesh(knotGeometry(), "aside", 0.25);
        draw.image(corner, right.map((x, i) => x - corner[i]) as Vec, top.map((x, i) => x - corner[i]) as Vec, ...coloured(slice));
        draw.segments(contour(slice, 0), "contact", 3);
        const near = mesh.closestPoint(...p)!, distance = mesh.signedDistance(p)[0], least = slice.values.reduce((a, b) => Math.min(a, b)), most = slice.values.reduce((a, b) => Math.max(a, b));
        draw.point(p, "answer", 0.05);
        draw.line([p, near.point as Vec], "answer", 3);
        draw.point(near.point as Vec, "answer", 0.04);
        return [["signed distance of P", text(distance)], ["P is", distance < 0 ? "inside" : distance > 0 ? "outside" : "on the surface"], ["in the slice from", `${text(least)} to ${text(most)}`],
            ["grid", `${grid.count.join(" × ")} = ${(grid.count[0] * grid.count[1] * grid.count[2]).toLocaleString("en")} samples`], ["sampled in", `${text(took)} ms`]];
    },
    code: ({points: {p}, numbers: {cell}}: State) => ({
        c: `/* a mesh of carom_io_load, or of arrays: carom_mesh_create */
${MESH_IN_C}
carom_mesh_grid_def of = {.solid = carom_mesh_solid_of(mesh), .cell = ${number(cell)}f};
carom_mesh_grid *grid;
if (carom_mesh_grid_create(&grid, &of) != CAROM_OK) return 1;
carom_grid_distance d = carom_distance_point_mesh_grid((carom_vec3){${list(p)}}, grid);
/* the distance is between d.low and d.high */
carom_mesh_grid_destroy(grid);
carom_mesh_destroy(mesh);`,
        python: `mesh = carom.box_mesh([-1.0, -1, -1], [1.0, 1, 1])  # or carom.Mesh.load("part.stl")
grid = mesh.sdf_grid(${number(cell)})
print(grid.shape, grid.distances.min(), mesh.signed_distance([[${floats(p)}]]).distance)`,
        javascript: `const corners = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
const mesh = new carom.Mesh(corners, [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
const grid = mesh.signedDistanceGrid({cell: ${number(cell)}});
const distance = mesh.signedDistance([${list(p)}])[0];`,
    }),
    algorithm: [
        "Each sample is the distance from the nearest triangle, found in the mesh's tree and exact to rounding: no sample is taken over from its neighbour.",
        "The distance of the neighbour and the way from there bound the search, so most of the tree is not looked at.",
        "The sign is that of the solid which a closed mesh bounds; away from the surface it is the neighbour's, since the ball without surface around a sample holds points of one side alone.",
        "Between samples the grid is interpolated, and in C each look-up comes with bounds on the true distance.",
        "The line in the slice is drawn by marching squares: along each edge of a cell whose ends differ in sign there is a zero.",
    ],
    source: "Jones, Bærentzen and Srámek 2006; Lorensen and Cline 1987", declares: ["carom_mesh_grid_create", "carom_distance_point_mesh_grid"],
} satisfies Page;
