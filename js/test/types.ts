// Compiled, not run: the declarations fit the ways that programs use the package.
import * as THREE from "three";
import load, {CaromError, type Mesh, type RayHits} from "carom";
import install from "carom/three";

export async function everything(): Promise<number> {
    const carom = await load({simd: true});
    const mesh: Mesh = new carom.Mesh(new Float32Array(9), null, {build: "split", precision: "float64"});
    const hits: RayHits = mesh.raycast([0, 0, 0, 1, 0, 0], {facing: "front", tMax: 2});
    const near = mesh.closestPoint(0, 0, 0);
    const grid = mesh.signedDistanceGrid({cell: 0.5, method: "winding"});
    // @ts-expect-error: no such side
    mesh.occluded([], {facing: "up"});
    if (near === null) throw new CaromError("empty");
    const {computeBoundsTree, acceleratedRaycast, MeshBVH} = await install(THREE, {carom});
    THREE.Mesh.prototype.raycast = acceleratedRaycast;
    const tree = computeBoundsTree.call(new THREE.BoxGeometry());
    const first = new MeshBVH(tree.geometry).raycastFirst(new THREE.Ray(), THREE.DoubleSide);
    return hits.t[0] + near.point[0] + grid.count[2] + (first?.distance ?? 0);
}
