// The meshes of several pages: a torus knot and a ball, with shared vertices, so that their surfaces are closed.
import * as THREE from "three";
import {mergeVertices} from "three/examples/jsm/utils/BufferGeometryUtils.js";

/** The same triangles with one vertex where several have one place; triangles that lose their area are left out. */
function welded(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
    for (const name of Object.keys(geometry.attributes)) if (name !== "position") geometry.deleteAttribute(name);
    const merged = mergeVertices(geometry, 1e-5), index = merged.index!.array, kept: number[] = [];
    for (let i = 0; i < index.length; i += 3) {
        const [a, b, c] = [index[i], index[i + 1], index[i + 2]];
        if (a !== b && b !== c && c !== a) kept.push(a, b, c);
    }
    merged.setIndex(kept);
    merged.computeVertexNormals();
    return merged;
}

let knot: THREE.BufferGeometry | undefined;
export const knotGeometry = (): THREE.BufferGeometry => (knot ??= welded(new THREE.TorusKnotGeometry(1.2, 0.35, 200, 24)));
export const ballGeometry = (radius: number): THREE.BufferGeometry => welded(new THREE.SphereGeometry(radius, 40, 24));

/** Lines of C that make `mesh`, a closed one of four triangles, in place of what a program reads. */
export const MESH_IN_C = `carom_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
carom_mesh_def def = {.vertices = corners, .indices = faces,
                      .vertex_count = 4, .triangle_count = 4};
carom_mesh *mesh;
if (carom_mesh_create(&mesh, &def) != CAROM_OK) return 1;`;

/** Vertices and triangles in double precision, as a shape of the library has them. */
export function arrays(geometry: THREE.BufferGeometry): {positions: Float64Array; indices: Uint32Array} {
    return {positions: Float64Array.from(geometry.getAttribute("position").array), indices: Uint32Array.from(geometry.index!.array)};
}
