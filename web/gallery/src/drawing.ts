// What pages draw with, anew at every change: points, lines, arrows and solids, in the colours of the theme.
import * as THREE from "three";
import {ConvexGeometry} from "three/examples/jsm/geometries/ConvexGeometry.js";
import {Line2} from "three/examples/jsm/lines/Line2.js";
import {LineGeometry} from "three/examples/jsm/lines/LineGeometry.js";
import {LineSegments2} from "three/examples/jsm/lines/LineSegments2.js";
import {LineSegmentsGeometry} from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import {LineMaterial} from "three/examples/jsm/lines/LineMaterial.js";
import type {Vec} from "./page";
import {add, scale, size, subtract} from "./vector";

export type Colour = "a" | "b" | "answer" | "aside" | "region" | "contact";

const COLOURS: Record<Colour, [light: number, dark: number]> = {
    a: [0x3451c6, 0x7e9bff], b: [0xb84300, 0xff9a5a], answer: [0x0b7a3b, 0x4fdc8b],
    aside: [0x6b7280, 0x9aa3b2], region: [0x9a7bd0, 0xb79cf0], contact: [0xc2185b, 0xff6fa3],
};

/** A rotation as a quaternion and a place, as poses are in carom. */
export type Pose = ArrayLike<number>;

export class Drawing {
    readonly group = new THREE.Group();
    private dark = false;
    private readonly materials = new Map<string, THREE.Material>();

    /** Removes all that was drawn. */
    clear(dark: boolean): void {
        if (dark !== this.dark) {
            for (const material of this.materials.values()) material.dispose();
            this.materials.clear();
            this.dark = dark;
        }
        for (const child of [...this.group.children]) {
            this.group.remove(child);
            child.userData.release?.();
            if (!child.userData.shared) (child as THREE.Mesh).geometry?.dispose();
        }
    }

    colour(name: Colour): number {
        return COLOURS[name][this.dark ? 1 : 0];
    }

    private material(kind: string, make: () => THREE.Material): THREE.Material {
        let found = this.materials.get(kind);
        if (!found) this.materials.set(kind, found = make());
        return found;
    }

    private surface(colour: Colour, opacity: number): THREE.Material {
        return this.material(`surface ${colour} ${opacity}`, () => new THREE.MeshLambertMaterial({
            color: this.colour(colour), transparent: opacity < 1, opacity, side: THREE.DoubleSide, depthWrite: opacity === 1}));
    }

    private put(geometry: THREE.BufferGeometry, colour: Colour, opacity: number, pose?: Pose): THREE.Mesh {
        const mesh = new THREE.Mesh(geometry, this.surface(colour, opacity));
        if (pose) {
            mesh.position.set(pose[0], pose[1], pose[2]);
            mesh.quaternion.set(pose[3], pose[4], pose[5], pose[6]);
        }
        this.group.add(mesh);
        return mesh;
    }

    point(at: Vec, colour: Colour, radius = 0.06): void {
        this.put(new THREE.SphereGeometry(radius, 20, 14), colour, 1).position.set(...at);
    }

    /** Lines from point to point; closed to the first one if asked. */
    line(points: Vec[], colour: Colour, width = 2, dashed = false): void {
        if (points.length < 2 || !points.every(p => p.every(Number.isFinite))) return;
        const geometry = new LineGeometry();
        geometry.setPositions(points.flat());
        const material = this.material(`line ${colour} ${width} ${dashed}`, () => new LineMaterial({
            color: this.colour(colour), linewidth: width, dashed, dashSize: 0.12, gapSize: 0.08}));
        const line = new Line2(geometry, material as LineMaterial);
        if (dashed) line.computeLineDistances();
        this.group.add(line);
    }

    arrow(from: Vec, to: Vec, colour: Colour, width = 3): void {
        const along = subtract(to, from), length = size(along);
        if (!(length > 1e-6) || !Number.isFinite(length)) return;
        const head = Math.min(0.25, length / 2);
        this.line([from, add(from, scale(along, 1 - head / length))], colour, width);
        const cone = this.put(new THREE.ConeGeometry(head / 3, head, 16), colour, 1);
        cone.position.set(...add(from, scale(along, 1 - head / 2 / length)));
        cone.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), new THREE.Vector3(...scale(along, 1 / length)));
    }

    /** Many segments: the two ends of each, one after another. */
    segments(ends: Vec[], colour: Colour, width = 2): void {
        if (ends.length < 2) return;
        const geometry = new LineSegmentsGeometry();
        geometry.setPositions(ends.flat());
        const material = this.material(`line ${colour} ${width} false`, () => new LineMaterial({color: this.colour(colour), linewidth: width}));
        this.group.add(new LineSegments2(geometry, material as LineMaterial));
    }

    /** Triangles by nine numbers each, drawn in front of a surface that they are part of. */
    triangles(corners: number[], colour: Colour): void {
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", new THREE.Float32BufferAttribute(corners, 3));
        geometry.computeVertexNormals();
        this.group.add(new THREE.Mesh(geometry, this.material(`front ${colour}`, () => new THREE.MeshLambertMaterial({
            color: this.colour(colour), side: THREE.DoubleSide, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2}))));
    }

    /** A picture of width * height pixels (red, green, blue and 255; the first row lowest) on a parallelogram, behind the lines in it. */
    image(corner: Vec, along: Vec, up: Vec, width: number, height: number, pixels: Uint8Array): void {
        const texture = new THREE.DataTexture(pixels, width, height);
        texture.magFilter = THREE.LinearFilter;
        texture.colorSpace = THREE.SRGBColorSpace;
        texture.needsUpdate = true;
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", new THREE.Float32BufferAttribute([corner, add(corner, along), add(corner, up), add(add(corner, along), up)].flat(), 3));
        // samples are at the middles of pixels: the first and last ones at the edges
        const [u, v] = [0.5 / width, 0.5 / height];
        geometry.setAttribute("uv", new THREE.Float32BufferAttribute([u, v, 1 - u, v, u, 1 - v, 1 - u, 1 - v], 2));
        geometry.setIndex([0, 1, 2, 2, 1, 3]);
        const material = new THREE.MeshBasicMaterial({map: texture, side: THREE.DoubleSide, polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 4});
        const mesh = new THREE.Mesh(geometry, material);
        mesh.userData.release = () => [texture, material].forEach(made => made.dispose());
        this.group.add(mesh);
    }

    /** A frustum of a cone, or a cylinder, from a disk about `a` to one about `b`. */
    cone(a: Vec, b: Vec, radiusA: number, radiusB: number, colour: Colour, opacity = 0.35): void {
        const along = subtract(b, a), length = size(along);
        const turn = new THREE.Quaternion();
        if (length > 0) turn.setFromUnitVectors(new THREE.Vector3(0, 1, 0), new THREE.Vector3(...scale(along, 1 / length)));
        this.outlined(new THREE.CylinderGeometry(radiusB, radiusA, length, 48), colour, opacity, [...scale(add(a, b), 0.5), turn.x, turn.y, turn.z, turn.w]);
    }

    ellipsoid(pose: Pose, radii: Vec, colour: Colour, opacity = 0.35): void {
        this.put(new THREE.SphereGeometry(1, 48, 32).scale(...radii), colour, opacity, pose);
    }

    /** A convex polygon, filled, with its outline. */
    polygon(corners: Vec[], colour: Colour, opacity = 0.35, outline = true): void {
        const positions: number[] = [];
        for (let i = 2; i < corners.length; i++) positions.push(...corners[0], ...corners[i - 1], ...corners[i]);
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
        geometry.computeVertexNormals();
        this.put(geometry, colour, opacity);
        if (outline) this.line([...corners, corners[0]], colour);
    }

    private outlined(geometry: THREE.BufferGeometry, colour: Colour, opacity: number, pose?: Pose, angle = 20): void {
        this.put(geometry, colour, opacity, pose);
        const edges = new THREE.LineSegments(new THREE.EdgesGeometry(geometry, angle), this.material(`edges ${colour}`, () => new THREE.LineBasicMaterial({color: this.colour(colour)})));
        if (pose) {
            edges.position.set(pose[0], pose[1], pose[2]);
            edges.quaternion.set(pose[3], pose[4], pose[5], pose[6]);
        }
        this.group.add(edges);
    }

    box(low: Vec, high: Vec, colour: Colour, opacity = 0.3, pose?: Pose): void {
        const extents = subtract(high, low), middle = scale(add(low, high), 0.5);
        this.outlined(new THREE.BoxGeometry(...extents).translate(...middle), colour, opacity, pose);
    }

    sphere(center: Vec, radius: number, colour: Colour, opacity = 0.35): void {
        if (!(radius > 0)) return;
        this.put(new THREE.SphereGeometry(radius, 48, 32).translate(...center), colour, opacity);
        const ring = (u: Vec, v: Vec): Vec[] => Array.from({length: 65}, (_, i) => add(center, add(scale(u, radius * Math.cos(i * Math.PI / 32)), scale(v, radius * Math.sin(i * Math.PI / 32)))));
        this.line(ring([1, 0, 0], [0, 1, 0]), colour, 1);
        this.line(ring([1, 0, 0], [0, 0, 1]), colour, 1);
    }

    capsule(a: Vec, b: Vec, radius: number, colour: Colour, opacity = 0.35): void {
        const along = subtract(b, a), length = size(along);
        const mesh = this.put(new THREE.CapsuleGeometry(radius, length, 16, 32), colour, opacity);
        mesh.position.set(...scale(add(a, b), 0.5));
        if (length > 0) mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), new THREE.Vector3(...scale(along, 1 / length)));
        this.line([a, b], colour, 1, true);
    }

    /** The convex hull of points. */
    hull(points: Vec[], colour: Colour, opacity = 0.35, pose?: Pose): void {
        this.outlined(new ConvexGeometry(points.map(p => new THREE.Vector3(...p))), colour, opacity, pose, 5);
    }

    /** Many boxes of three extents each, in two colours. */
    boxes(low: ArrayLike<number>, high: ArrayLike<number>, marked: (box: number) => boolean): void {
        const count = low.length / 3, matrix = new THREE.Matrix4();
        for (const [colour, which] of [["aside", false], ["contact", true]] as const) {
            const chosen = Array.from({length: count}, (_, i) => i).filter(i => marked(i) === which);
            const mesh = new THREE.InstancedMesh(new THREE.BoxGeometry(1, 1, 1), this.surface(colour, which ? 0.9 : 0.45), chosen.length);
            chosen.forEach((box, i) => {
                const [l, h] = [[0, 1, 2].map(k => low[3 * box + k]), [0, 1, 2].map(k => high[3 * box + k])];
                matrix.makeScale(h[0] - l[0], h[1] - l[1], h[2] - l[2]).setPosition((h[0] + l[0]) / 2, (h[1] + l[1]) / 2, (h[2] + l[2]) / 2);
                mesh.setMatrixAt(i, matrix);
            });
            this.group.add(mesh);
        }
    }

    /** Triangles as a mesh; `geometry` belongs to the page and is not disposed of. */
    mesh(geometry: THREE.BufferGeometry, colour: Colour, opacity = 1, pose?: Pose): void {
        this.put(geometry, colour, opacity, pose).userData.shared = true;
    }
}
