export type Numbers = ArrayLike<number>;
export type Reals = Float32Array | Float64Array;
export type Facing = "both" | "front" | "back";
export type Method = "normal" | "parity" | "winding";
/** A position and a unit quaternion: [x, y, z, qx, qy, qz, qw]. */
export type Pose = Numbers;

export interface LoadOptions {
    /** A compiled module, to share between workers; or its bytes; or where they are. Else the file beside the script. */
    module?: WebAssembly.Module;
    bytes?: BufferSource;
    url?: string | URL;
    /** The build with 128-bit vectors; unless given, where the machine has them. */
    simd?: boolean;
}

/** Loads the module. Each call makes one with a memory of its own. */
export default function load(options?: LoadOptions): Promise<MeshModule>;

/** What goes wrong in the module, or with an argument, which the message names. */
export class CaromError extends Error {}

/** The classes of a module: what one module has made is nothing to another. */
export interface MeshModule {
    readonly Mesh: new (positions: Numbers, indices?: Numbers | null, options?: MeshOptions) => Mesh;
    readonly version: string;
    readonly memoryBytes: number;
}

/** An object in the module's memory. What was made of it (a scene of a mesh, a pair of shapes) keeps what it needs. */
export interface Resource {
    readonly precision: "float32" | "float64";
    dispose(): void;
}

export interface MeshOptions {
    /** float32 for a Float32Array of positions, else float64. */
    precision?: "float32" | "float64";
    build?: "best" | "fast" | "split" | "whole";
}

export interface RayOptions {
    /** t counts in lengths of the direction. */
    tMin?: number;
    tMax?: number;
    facing?: Facing;
}

/** Three numbers a hit in normal and barycentric. Of a ray that hits nothing: triangle -1, t Infinity, the rest 0. */
export interface RayHits {
    triangle: Int32Array;
    t: Reals;
    normal: Reals;
    barycentric: Reals;
}

export interface RayHit {
    triangle: number;
    t: number;
    normal: [number, number, number];
    barycentric: [number, number, number];
}

export interface ClosestPoints {
    triangle: Int32Array;
    distance: Reals;
    point: Reals;
    barycentric: Reals;
}

export interface ClosestPoint {
    triangle: number;
    distance: number;
    point: [number, number, number];
    barycentric: [number, number, number];
}

export interface MeshDistance {
    distance: number;
    pointA: Reals;
    pointB: Reals;
    triangleA: number;
    triangleB: number;
}

export interface GridOptions {
    /** Least corner, then largest; unless given the mesh's box and two cells, or the band, around it. */
    bounds?: Numbers;
    /** Edge of a cell; unless given 1/64 of the longest side. */
    cell?: number;
    /** Distances beyond it are not looked for. */
    band?: number;
    method?: Method;
}

/** Sample (i, j, k) is distances[(k * count[1] + j) * count[0] + i], at origin + cell * (i, j, k). */
export interface Grid {
    distances: Reals;
    origin: Reals;
    cell: number;
    count: [number, number, number];
}

/** Tests of the caller's own; a box is six numbers, a triangle nine. */
export interface ShapecastCallbacks {
    /** false (0): nothing below the box matters; true (1): some may; 2: all does, and is not asked again. */
    intersectsBounds(box: Reals, isLeaf: boolean, score: number | undefined, depth: number): boolean | 0 | 1 | 2;
    /** true ends the search. */
    intersectsTriangle?(corners: Reals, triangle: number, contained: boolean, depth: number): boolean | void;
    /** Of the boxes of a node those with the least number come first. */
    boundsTraverseOrder?(box: Reals): number;
}

/** Triangles behind a bounding-volume hierarchy. Every answer is that of a search through all of them. */
export interface Mesh extends Resource {
    readonly triangleCount: number;
    readonly vertexCount: number;
    readonly bytes: number;
    readonly bounds: Reals;
    readonly closure: "open" | "closed" | "inconsistent";
    readonly method: Method | "none";
    refit(positions: Numbers): void;
    raycast(rays: Numbers, options?: RayOptions): RayHits;
    raycastFirst(ray: Numbers, tMin?: number, tMax?: number, facing?: Facing): RayHit | null;
    raycastAll(ray: Numbers, options?: RayOptions): RayHits;
    occluded(rays: Numbers, options?: RayOptions): Uint8Array;
    closest(points: Numbers): ClosestPoints;
    closestPoint(x: number, y: number, z: number): ClosestPoint | null;
    signedDistance(points: Numbers, options?: {method?: Method}): Reals;
    contains(points: Numbers): Uint8Array;
    classify(points: Numbers): Uint8Array;
    windingNumber(points: Numbers): Reals;
    overlapSphere(center: Numbers, radius: number): Uint32Array;
    overlapBox(min: Numbers, max: Numbers): Uint32Array;
    /** Walks the tree; true: a triangle ended the search. */
    shapecast(callbacks: ShapecastCallbacks): boolean;
    overlaps(other: Mesh, pose?: Pose): boolean;
    distance(other: Mesh, pose?: Pose): MeshDistance;
    signedDistanceGrid(options?: GridOptions): Grid;
}
