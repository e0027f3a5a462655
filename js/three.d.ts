import type * as Three from "three";
import type {LoadOptions, Mesh, MeshModule} from "./mesh.js";

export interface ClosestHit {
    point: Three.Vector3;
    distance: number;
    faceIndex: number;
}

export interface MeshBVH {
    readonly geometry: Three.BufferGeometry;
    readonly mesh: Mesh;
    refit(): void;
    dispose(): void;
    getBoundingBox(target: Three.Box3): Three.Box3;
    raycast(ray: Three.Ray, materialOrSide?: Three.Side | Three.Material | Three.Material[], near?: number, far?: number): Three.Intersection[];
    raycastFirst(ray: Three.Ray, materialOrSide?: Three.Side | Three.Material | Three.Material[], near?: number, far?: number): Three.Intersection | null;
    closestPointToPoint(point: Three.Vector3, target?: Partial<ClosestHit>, minThreshold?: number, maxThreshold?: number): ClosestHit | null;
    intersectsSphere(sphere: Three.Sphere): boolean;
    shapecast(callbacks: {
        intersectsBounds(box: Three.Box3, isLeaf: boolean, score: number | undefined, depth: number): boolean | 0 | 1 | 2;
        intersectsTriangle?(triangle: Three.Triangle, index: number, contained: boolean, depth: number): boolean | void;
        boundsTraverseOrder?(box: Three.Box3): number;
    }): boolean;
    intersectsGeometry(other: Three.BufferGeometry, geometryToBvh: Three.Matrix4): boolean;
}

export interface Installed {
    MeshBVH: new (geometry: Three.BufferGeometry) => MeshBVH;
    computeBoundsTree(this: Three.BufferGeometry): MeshBVH;
    disposeBoundsTree(this: Three.BufferGeometry): void;
    acceleratedRaycast(this: Three.Mesh, raycaster: Three.Raycaster, intersects: Three.Intersection[]): void;
    carom: MeshModule;
}

/** `options.carom`: a loaded module; else one is loaded with the other options. */
export default function install(three: typeof Three, options?: LoadOptions & {carom?: MeshModule}): Promise<Installed>;
