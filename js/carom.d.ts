import type {Facing, LoadOptions, Mesh, MeshModule, Numbers, Pose, RayOptions, Reals, Resource} from "./mesh.js";

export * from "./mesh.js";

/** Loads the module. Each call makes one with a memory of its own. */
export default function load(options?: LoadOptions): Promise<Carom>;

/** Of the numbers that `classify` answers: "disjoint", "intersects", "contains", "inside". */
export const RELATION: readonly Relation[];
/** Of the numbers in `certainty`: "exact", "converged", "limit". */
export const CERTAINTY: readonly string[];
/** Of the numbers in `relation` of clashes. */
export const SOLID_RELATION: readonly SolidPair["relation"][];
/** Of the numbers in `verdict` of clashes: "clear", "near", "touching", "undecided", "hard". */
export const VERDICT: readonly string[];
/** Of the numbers in `kind` of events: "begin", "stay", "end". */
export const EVENT: readonly string[];
export const SPACE_KINDS: readonly SpaceKind[];

export type Relation = "disjoint" | "intersects" | "contains" | "inside";
/** One number for all, or one each. */
export type NumberOrMany = number | Numbers;

// ---- shapes: of each parameter there is one, or as many as shapes

/** An array of shapes; a single shape is an array of one. */
export interface Shape extends Resource {
    readonly kind: string;
    readonly count: number;
    /** Six numbers each, rounded outwards; infinite where a shape is. */
    bounds(poses?: Numbers): Float64Array;
    /** Of a single solid shape. */
    readonly volume: number;
    readonly centerMass: Float64Array;
}

/** A shape whose numbers may be set anew, as the constructor takes them. */
export interface Settable<Parameters extends unknown[]> extends Shape {
    set(...values: Parameters): this;
}

type Made<Parameters extends unknown[]> = new (...values: Parameters) => Settable<Parameters>;

export interface Hull extends Shape {
    readonly vertices: Float64Array;
    /** The vertices of each face, counter-clockwise seen from outside. */
    readonly faces: Int32Array[];
    readonly omitted: number;
}

export type ShapeLike = Shape | Mesh;
export type Shapes = ShapeLike | ShapeLike[];

// ---- verbs

/** Poses, which broadcast with the shapes of their side; and which pairs: "each" (in order, or one with each), "all" (each of A with each of B, those
 * of B fastest), or two indices a pair. */
export interface PairOptions {
    poseA?: Numbers;
    poseB?: Numbers;
    pairs?: "each" | "all" | Numbers;
}

export interface SweepOptions extends PairOptions {
    motionA?: Numbers;
    motionB?: Numbers;
    /** They count as touching when they are so near. */
    distance?: number;
}

export interface ToiOptions {
    startA?: Numbers;
    endA?: Numbers;
    startB?: Numbers;
    endB?: Numbers;
    pairs?: "each" | "all" | Numbers;
    tolerance?: number;
}

export interface Parts {
    /** The triangle of a mesh or height field, else 0. */
    triangleA: Uint32Array;
    triangleB: Uint32Array;
    /** The child of a compound, else 0. */
    childA: Uint32Array;
    childB: Uint32Array;
}

export interface Distances extends Parts {
    /** 0 in contact; Infinity where a pose takes a shape out of the range of numbers. */
    distance: Float64Array;
    lowerBound: Float64Array;
    pointA: Float64Array;
    pointB: Float64Array;
    tA: Float64Array;
    tB: Float64Array;
    barycentric: Float64Array;
    certainty: Uint32Array;
}

export interface SignedDistances extends Parts {
    distance: Float64Array;
    lower: Float64Array;
    upper: Float64Array;
    normal: Float64Array;
    pointA: Float64Array;
    pointB: Float64Array;
    translationA: Float64Array;
    rotationA: Float64Array;
    translationB: Float64Array;
    rotationB: Float64Array;
    certainty: Uint32Array;
}

export interface Penetrations extends Parts {
    overlap: Uint8Array;
    depth: Float64Array;
    normal: Float64Array;
    pointA: Float64Array;
    pointB: Float64Array;
    certainty: Uint32Array;
}

/** Of each pair `count` points, the deepest first, of eight places each; places beyond the count are 0. */
export interface Manifolds extends Parts {
    count: Uint32Array;
    normal: Float64Array;
    certainty: Uint32Array;
    depth: Float64Array;
    pointA: Float64Array;
    pointB: Float64Array;
    id: Uint32Array;
}

export interface ShapeRayHits {
    hit: Uint8Array;
    startedInside: Uint8Array;
    t: Float64Array;
    tExit: Float64Array;
    point: Float64Array;
    normal: Float64Array;
    barycentric: Float64Array;
    triangle: Uint32Array;
    child: Uint32Array;
}

export interface SweepHits extends Parts {
    hit: Uint8Array;
    initialOverlap: Uint8Array;
    fraction: Float64Array;
    fractionExit: Float64Array;
    point: Float64Array;
    normal: Float64Array;
    certainty: Uint32Array;
}

export interface Impacts extends Parts {
    hit: Uint8Array;
    initialOverlap: Uint8Array;
    certain: Uint8Array;
    fraction: Float64Array;
    fractionUpper: Float64Array;
    point: Float64Array;
    normal: Float64Array;
    certainty: Uint32Array;
}

type Flag = "hit" | "startedInside" | "initialOverlap" | "certain" | "overlap";
type Vector = "pointA" | "pointB" | "point" | "normal" | "barycentric" | `${"translation" | "rotation"}${"A" | "B"}`;
/** The answer about one pair: numbers, booleans and vectors in place of arrays. */
export type One<Many> = {[Field in keyof Many]: Field extends Flag ? boolean : Field extends Vector ? Float64Array : number};
export type OneManifold = {[Field in keyof Manifolds]: Field extends "count" | "certainty" ? number : Float64Array};

/** Two single shapes, asked again and again. Poses and motions are arrays to write to; a record that is answered is the same each time. */
export interface Pair extends Resource {
    readonly poseA: Float64Array;
    readonly poseB: Float64Array;
    readonly motionA: Float64Array;
    readonly motionB: Float64Array;
    readonly endA: Float64Array;
    readonly endB: Float64Array;
    overlap(distance?: number): boolean;
    classify(): Relation;
    distance(): number;
    closest(): One<Distances>;
    signedDistance(): One<SignedDistances>;
    penetration(): One<Penetrations>;
    contact(margin?: number, maxPoints?: number): OneManifold;
    raycast(): One<ShapeRayHits>;
    sweep(distance?: number): One<SweepHits>;
    toi(tolerance?: number): One<Impacts>;
}

// ---- scenes

export interface SceneOptions {
    poses?: Numbers;
    /** Which mesh each instance is of. */
    mesh?: Numbers;
    /** Three factors each, along the mesh's axes. */
    scales?: Numbers;
}

export interface SceneRayHits {
    /** -1 of a ray that hits nothing. */
    instance: Int32Array;
    triangle: Int32Array;
    t: Reals;
    normal: Reals;
    barycentric: Reals;
}

export interface SceneClosestPoints {
    instance: Int32Array;
    triangle: Int32Array;
    distance: Reals;
    point: Reals;
    barycentric: Reals;
}

export interface Scene extends Resource {
    readonly count: number;
    readonly bounds: Reals;
    move(poses: Numbers): void;
    raycast(rays: Numbers, options?: RayOptions): SceneRayHits;
    raycastFirst(ray: Numbers, tMin?: number, tMax?: number, facing?: Facing): {instance: number; triangle: number; t: number; normal: number[]; barycentric: number[]} | null;
    raycastAll(ray: Numbers, options?: RayOptions): SceneRayHits;
    occluded(rays: Numbers, options?: RayOptions): Uint8Array;
    closest(points: Numbers): SceneClosestPoints;
    closestPoint(x: number, y: number, z: number): {instance: number; triangle: number; distance: number; point: number[]; barycentric: number[]} | null;
    /** Two indices a pair. */
    pairs(): Uint32Array;
}

// ---- solids

export interface SolidPair {
    /** "unknown" where a mesh is open. */
    relation: "unknown" | "apart" | "touchPoint" | "touchEdge" | "touchFace" | "overlap" | "aInB" | "bInA" | "equal";
    inContact: boolean;
    /** A point that the surfaces share, of these two triangles. */
    contact: Float64Array | null;
    triangleA: number;
    triangleB: number;
    /** A point in the interior of both. */
    witness: Float64Array | null;
}

export interface MeshPoses {
    poseA?: Pose;
    poseB?: Pose;
}

/** Curve i has the points from offsets[i] to offsets[i + 1] - 1; a closed one goes on from its last to its first. */
export interface Curves {
    offsets: Uint32Array;
    closed: Uint8Array;
    points: Float64Array;
    /** Of each point: the triangles that share the segment from it to the next one, and whether they pass through each other. */
    triangleA: Uint32Array;
    triangleB: Uint32Array;
    crosses: Uint8Array;
    /** The same number on every curve that comes through the place. */
    joint: Uint32Array;
    /** Pairs of triangles in one plane that share an area. */
    coplanar: Uint32Array;
}

export interface ClashOptions {
    /** One for each part. */
    poses?: Numbers;
    /** Which mesh each part is of; without it part i is mesh i, or the only one. */
    mesh?: Numbers;
    /** Parts that are no farther apart are near. */
    clearance?: number;
    /** Overlaps that are no deeper count as touching. */
    tolerance?: number;
}

/** The pairs that are not clear, the worst first; a is less than b. */
export interface Clashes {
    a: Uint32Array;
    b: Uint32Array;
    /** Numbers of VERDICT and, of closed parts, of SOLID_RELATION. */
    verdict: Uint32Array;
    relation: Uint32Array;
    /** 1 where one part is within the other and the surfaces do not touch. */
    nested: Uint8Array;
    /** 1 of overlaps, also of those within the tolerance: their depth was measured. */
    measured: Uint8Array;
    /** 1 where pointB is the deep one, else pointA is. */
    insideIsB: Uint8Array;
    /** Of near ones. */
    distance: Float64Array;
    /** Of overlaps: some point is so deep, and none deeper than `bound`. */
    depth: Float64Array;
    bound: Float64Array;
    /** From A to B. */
    normal: Float64Array;
    /** Common to both parts; of near ones in the middle between them. */
    point: Float64Array;
    /** Of near ones the nearest points; of overlaps the deepest point that was found and the nearest one of the other surface. */
    pointA: Float64Array;
    pointB: Float64Array;
}

// ---- fits: numbers for the constructors of the shapes, and the volume

export interface Fits {
    /** The least sphere. */
    sphere(points: Numbers): {center: Float64Array; radius: number; volume: number};
    box(points: Numbers): {low: Float64Array; high: Float64Array; volume: number};
    /** A near-minimal box in any direction. */
    orientedBox(points: Numbers): {center: Float64Array; axes: Float64Array; halfExtents: Float64Array; volume: number};
    /** A small capsule. */
    capsule(points: Numbers): {a: Float64Array; b: Float64Array; radius: number; volume: number};
    /** With the usual normals; k is 26 unless given. */
    kdop(points: Numbers, k?: 6 | 14 | 18 | 26): {normals: Float64Array; min: Float64Array; max: Float64Array; volume: number};
}

// ---- partitions

/** Piece i has the vertices from offsets[i] to offsets[i + 1] - 1. */
export interface BspPieces {
    vertices: Float64Array;
    offsets: Uint32Array;
    polygon: Uint32Array;
    /** 1 where the front is seen. */
    front: Uint8Array;
}

export interface Bsp extends Resource {
    readonly facts: {nodes: number; depth: number; pieces: number; splits: number; degenerate: number; bytes: number};
    /** 0 in front (outside), 1 behind (inside), 2 on a polygon. */
    classify(points: Numbers): Uint8Array;
    raycast(rays: Numbers, options?: {tMin?: number; tMax?: number}): {polygon: Int32Array; t: Float64Array; normal: Float64Array};
    /** Far ones first. */
    pieces(viewpoint: Numbers): BspPieces;
}

// ---- boxes

export type SpaceKind = "brute" | "grid" | "hash" | "sweepPrune" | "sweepPruneIncremental" | "quadtree" | "octree" | "kdtree" | "bvhSah" | "bvhMorton" | "bvhDynamic";

/** The ids of question i are those from offsets[i] to offsets[i + 1] - 1. */
export interface IdLists {
    ids: Uint32Array;
    offsets: Uint32Array;
}

export interface Space extends Resource {
    readonly kind: SpaceKind;
    readonly count: number;
    readonly bytes: number;
    pairs(other?: Space): Uint32Array;
    inBoxes(low: Numbers, high: Numbers): IdLists;
    alongRays(rays: Numbers, options?: {tMin?: number; tMax?: number}): IdLists & {t: Float64Array};
    nearest(points: Numbers, k?: number): {ids: Uint32Array; distances: Float64Array; each: number};
    insert(low: Numbers, high: Numbers): Uint32Array;
    remove(ids: Numbers): void;
    move(ids: Numbers, low: Numbers, high: Numbers): void;
    moveAll(low: Numbers, high: Numbers): void;
    build(): void;
}

// ---- worlds

export type Ids = BigUint64Array | readonly bigint[];

export interface ColliderOptions {
    poses?: Numbers;
    kind?: "static" | "moving" | "sensor";
    velocity?: Numbers;
    /** Radians, about the origin of the pose. */
    angularVelocity?: Numbers;
    /** 0: no impact moves it. */
    mass?: NumberOrMany;
    restitution?: NumberOrMany;
    category?: number;
    mask?: number;
}

export interface ProbeOptions {
    poses?: Numbers;
    mask?: number;
}

/** In a miss the id is 0n and t infinite. */
export interface WorldHits {
    id: BigUint64Array;
    t: Float64Array;
    point: Float64Array;
    normal: Float64Array;
    initialOverlap: Uint8Array;
}

export interface WorldImpacts {
    time: Float64Array;
    a: BigUint64Array;
    b: BigUint64Array;
    point: Float64Array;
    normal: Float64Array;
}

export interface Events {
    kind: Int32Array;
    a: BigUint64Array;
    b: BigUint64Array;
    normal: Float64Array;
    point: Float64Array;
    depth: Float64Array;
}

export interface World extends Resource {
    readonly count: number;
    readonly events: Events;
    add(shapes: Shapes, options?: ColliderOptions): BigUint64Array;
    remove(ids: Ids): void;
    move(ids: Ids, poses: Numbers): void;
    setVelocity(ids: Ids, velocity: Numbers, angularVelocity?: Numbers): void;
    states(ids: Ids): {poses: Float64Array; velocity: Float64Array; angularVelocity: Float64Array};
    step(dt: number): WorldImpacts;
    raycast(rays: Numbers, options?: {tMin?: number; tMax?: number; mask?: number}): WorldHits;
    sweep(shapes: Shapes, motions: Numbers, options?: ProbeOptions): WorldHits;
    overlap(shapes: Shapes, options?: ProbeOptions): {ids: BigUint64Array; offsets: Uint32Array};
    nearest(shapes: Shapes, k?: number, options?: ProbeOptions): {id: BigUint64Array; distance: Float64Array; pointA: Float64Array; pointB: Float64Array};
}

// ---- movers

export interface MoverOptions {
    pose?: Pose;
    up?: Numbers;
    /** Rise over run of the steepest ground; 1 unless given. */
    maxSlope?: number;
    stepHeight?: number;
    /** How far below walked ground may be and still be kept to. */
    snapDistance?: number;
    /** Kept free around the shape; 1/64 of its least side unless given. */
    skin?: number;
    mask?: number;
}

export interface Moved {
    /** What contacts leave of the velocity; that by which the ground carried it; and that of the ground. */
    velocity: Float64Array;
    carried: Float64Array;
    groundVelocity: Float64Array;
    /** It overlapped something at the start; it overlaps nothing at the end. */
    inside: boolean;
    free: boolean;
    stepped: boolean;
    contactCount: number;
}

export interface Mover extends Resource {
    get pose(): Float64Array;
    set pose(pose: Pose);
    readonly ground: "air" | "steep" | "ground";
    readonly groundNormal: Float64Array;
    readonly groundId: bigint;
    /** Gravity is part of the velocity while it does not stand on the ground. */
    move(world: World, velocity: Numbers, dt: number): Moved;
}

// ---- a module

export interface Carom extends MeshModule {
    readonly Point: Made<[point: Numbers]>;
    readonly Segment: Made<[a: Numbers, b: Numbers]>;
    readonly Ray: Made<[origin: Numbers, direction: Numbers, tMin?: NumberOrMany, tMax?: NumberOrMany]>;
    readonly Line: Made<[origin: Numbers, direction: Numbers]>;
    readonly Plane: Made<[normal: Numbers, offset: NumberOrMany]>;
    readonly Halfspace: Made<[normal: Numbers, offset: NumberOrMany]>;
    readonly Sphere: Made<[center: Numbers, radius: NumberOrMany]>;
    readonly Capsule: Made<[a: Numbers, b: Numbers, radius: NumberOrMany]>;
    readonly Box: Made<[low: Numbers, high: Numbers]>;
    /** `axes` are three unit vectors, one after another. */
    readonly OrientedBox: Made<[center: Numbers, axes: Numbers, halfExtents: Numbers]>;
    readonly Triangle: Made<[corners: Numbers]>;
    readonly Cylinder: Made<[a: Numbers, b: Numbers, radius: NumberOrMany]>;
    readonly Cone: Made<[base: Numbers, apex: Numbers, radius: NumberOrMany]>;
    readonly Ellipsoid: Made<[center: Numbers, radii: Numbers, axes?: Numbers]>;
    readonly Tetrahedron: Made<[corners: Numbers]>;
    readonly Hull: new (points: Numbers, options?: {maxVertices?: number}) => Hull;
    readonly Polygon: new (vertices: Numbers) => Shape;
    readonly Kdop: new (normals: Numbers, min: Numbers, max: Numbers) => Shape;
    readonly HeightField: new (heights: Numbers, columns: number, options?: {origin?: Numbers; spacing?: Numbers}) => Shape;
    readonly Rounded: new (core: Shape, radius: NumberOrMany) => Shape;
    readonly Compound: new (children: Shapes, options?: {poses?: Numbers}) => Shape;
    readonly Pair: new (a: Shapes, b: Shapes) => Pair;
    readonly Scene: new (meshes: Mesh[], options?: SceneOptions) => Scene;
    readonly Space: new (kind: SpaceKind, low: Numbers, high: Numbers, options?: {margin?: number; cell?: number}) => Space;
    /** Polygon i has counts[i] of the vertices; without counts they are triangles. */
    readonly Bsp: new (vertices: Numbers, counts?: Numbers) => Bsp;
    /** A bounded convex shape that walks through worlds. */
    readonly Mover: new (shape: Shapes, options?: MoverOptions) => Mover;
    readonly fit: Fits;
    readonly World: new (options?: {gravity?: Numbers; response?: boolean; contacts?: boolean}) => World;

    concatenate(shapes: ShapeLike[]): Shape;
    /** Of closed meshes of float64: exact, coincident faces included. */
    solidRelation(a: Mesh, b: Mesh, options?: {poseA?: Pose; poseB?: Pose}): SolidPair;
    /** The triangles of two meshes of float64 that touch, two indices a pair. */
    touchingTriangles(a: Mesh, b: Mesh, options?: MeshPoses): Uint32Array;
    /** The curves along which the surfaces of two meshes of float64 meet. */
    contactCurves(a: Mesh, b: Mesh, options?: MeshPoses): Curves;
    /** Which parts are in each other's way: meshes of float64 in poses. */
    clash(meshes: Mesh[], options?: ClashOptions): Clashes;
    overlap(a: Shapes, b: Shapes, options?: PairOptions & {distance?: number}): Uint8Array;
    classify(a: Shapes, b: Shapes, options?: PairOptions): Uint32Array;
    distance(a: Shapes, b: Shapes, options?: PairOptions): Float64Array;
    closest(a: Shapes, b: Shapes, options?: PairOptions): Distances;
    signedDistance(a: Shapes, b: Shapes, options?: PairOptions): SignedDistances;
    penetration(a: Shapes, b: Shapes, options?: PairOptions): Penetrations;
    contact(a: Shapes, b: Shapes, options?: PairOptions & {margin?: number; maxPoints?: number}): Manifolds;
    raycast(a: Shapes, b: Shapes, options?: PairOptions): ShapeRayHits;
    sweep(a: Shapes, b: Shapes, options?: SweepOptions): SweepHits;
    toi(a: Shapes, b: Shapes, options?: ToiOptions): Impacts;
}
