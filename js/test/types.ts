// Compiled, not run: the declarations fit the ways that programs use the package.
import * as THREE from "three";
import load, {CaromError, RELATION, type Carom, type Mesh, type Pair, type Relation, type RayHits, type Shape} from "carom";
import loadMeshes from "carom/mesh";
import install from "carom/three";

export async function everything(): Promise<number> {
    const carom = await loadMeshes({simd: true});
    const mesh: Mesh = new carom.Mesh(new Float32Array(9), null, {build: "split", precision: "float64"});
    const hits: RayHits = mesh.raycast([0, 0, 0, 1, 0, 0], {facing: "front", tMax: 2});
    const near = mesh.closestPoint(0, 0, 0);
    const grid = mesh.signedDistanceGrid({cell: 0.5, method: "winding"});
    // @ts-expect-error: no such side
    mesh.occluded([], {facing: "up"});
    // @ts-expect-error: the build of meshes has no shapes
    void carom.Sphere;
    if (near === null) throw new CaromError("empty");
    const {computeBoundsTree, acceleratedRaycast, MeshBVH} = await install(THREE, {carom});
    THREE.Mesh.prototype.raycast = acceleratedRaycast;
    const tree = computeBoundsTree.call(new THREE.BoxGeometry());
    const first = new MeshBVH(tree.geometry).raycastFirst(new THREE.Ray(), THREE.DoubleSide);
    return hits.t[0] + near.point[0] + grid.count[2] + (first?.distance ?? 0);
}

export async function shapes(): Promise<number> {
    const carom: Carom = await load();
    const balls = new carom.Sphere([0, 0, 0, 1, 1, 1], [1, 0.5]).set(new Float32Array(6), 2), hull = new carom.Hull([0, 0, 0], {maxVertices: 8});
    const list: Shape = carom.concatenate([balls, hull, new carom.Mesh([])]);
    const found = carom.closest(list, [balls, hull], {poseA: new Float64Array(7), pairs: "all"});
    const sum: number = found.distance[0] + found.pointA[2] + carom.sweep(balls, hull, {motionA: [1, 0, 0], pairs: new Uint32Array(2)}).fraction[0];
    // @ts-expect-error: no such option
    carom.overlap(balls, hull, {pose: []});
    // @ts-expect-error: a sphere needs a radius
    new carom.Sphere([0, 0, 0]);
    const pair: Pair = new carom.Pair(balls, hull), relation: Relation = pair.classify();
    pair.poseA.set([0, 0, 1]);
    const inside: boolean = pair.penetration().overlap && pair.overlap(1), point: Float64Array = pair.contact(0.5, 8).pointA;
    const scene = new carom.Scene([new carom.Mesh([])], {mesh: [0, 0], scales: [1, 1, 1, 2, 2, 2]}), space = new carom.Space("bvhDynamic", [0, 0, 0], [1, 1, 1], {margin: 0.5});
    const world = new carom.World({gravity: [0, -9.8, 0], response: true}), ids: BigUint64Array = world.add(balls, {kind: "moving", mass: [1, 2]});
    const impacts = world.step(1 / 60), apart: boolean = carom.solidRelation(new carom.Mesh([]), new carom.Mesh([]), {poseB: [0, 0, 0, 0, 0, 0, 1]}).relation === "apart";
    const parts = [new carom.Mesh([])], clashes = carom.clash(parts, {poses: [0, 0, 0, 0, 0, 0, 1], clearance: 0.5}), curves = carom.contactCurves(parts[0], parts[0]), bsp = new carom.Bsp([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    const mover = new carom.Mover(hull, {stepHeight: 0.3}), moved = mover.move(world, [1, 0, 0], 1 / 60), {center, radius} = carom.fit.sphere([0, 0, 0]);
    mover.pose = [0, 0, 0, 0, 0, 0, 1];
    const walked: boolean = parts[0].shapecast({intersectsBounds: (box) => box[0] < 1, intersectsTriangle: (corners) => corners[8] > 0}) && moved.stepped && mover.ground === "steep";
    // @ts-expect-error: no such k-DOP
    carom.fit.kdop([0, 0, 0], 12);
    const more = clashes.depth[0] + curves.points[0] + bsp.facts.nodes + mover.pose[0] + new carom.Sphere(center, radius).volume + Number(walked);
    return sum + more + scene.raycast([]).instance[0] + space.pairs()[0] + Number(ids[0]) + impacts.time[0] + point[0] + RELATION.indexOf(relation) + Number(inside && apart) + (hull.faces[0]?.[0] ?? 0);
}
