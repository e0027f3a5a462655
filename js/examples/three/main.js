// A knot that turns, and rays from a ball around it to its middle, by three-mesh-bvh or by carom behind the same names: the import is all that
// differs. Dragging turns the view.
import * as THREE from "three";
import * as peer from "three-mesh-bvh";
import install from "carom/three";

const carom = await install(THREE);
const plain = THREE.Mesh.prototype.raycast;
const WAYS = {
    carom: {...carom, tree: (geometry) => carom.computeBoundsTree.call(geometry)},
    "three-mesh-bvh": {acceleratedRaycast: peer.acceleratedRaycast, tree: (geometry) => new peer.MeshBVH(geometry)},
    three: {acceleratedRaycast: plain, tree: () => null}};
const SIZES = [[64, 12], [256, 32], [1024, 64], [2048, 128], [4096, 128]]; // segments along and around the knot
const find = (id) => document.getElementById(id);

const renderer = new THREE.WebGLRenderer({canvas: find("view"), antialias: true, alpha: true}), scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(45, 1, 0.1, 100);
scene.add(new THREE.HemisphereLight(0xffffff, 0x556677, 2.5));
const knot = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshStandardMaterial({color: 0x4a90d9, roughness: 0.6}));
scene.add(knot);
const rays = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({color: 0xd9822b, transparent: true, opacity: 0.35}));
const spots = new THREE.Points(new THREE.BufferGeometry(), new THREE.PointsMaterial({color: 0xc0392b, size: 0.07}));
scene.add(rays, spots);

const state = {who: "carom", count: 256, yaw: 0.6, pitch: 0.35, turn: 0, hits: [], times: {}, trees: {}};
window.state = state; // for whoever looks on, as the tests do

function rebuild() {
    knot.geometry.dispose();
    state.trees.carom?.dispose();
    const [along, around] = SIZES[find("size").value];
    const geometry = (knot.geometry = new THREE.TorusKnotGeometry(1, 0.32, along, around));
    geometry.computeBoundingSphere(); // once, for whoever answers
    // three-mesh-bvh sorts the index of its geometry: each tree has a copy, so that both answer about the same order of triangles
    state.trees = Object.fromEntries(Object.entries(WAYS).map(([who, way]) => [who, who === "three" ? null : way.tree(geometry.clone())]));
    find("triangles").textContent = (geometry.index.count / 3).toLocaleString("en");
    state.times = {};
}

// Rays from the golden spiral on a ball of radius 3 to points near the middle.
function raysOf(count) {
    return Array.from({length: count}, (_, i) => {
        const z = 1 - (2 * i + 1) / count, ring = Math.sqrt(1 - z * z), angle = i * Math.PI * (3 - Math.sqrt(5));
        const from = new THREE.Vector3(ring * Math.cos(angle), ring * Math.sin(angle), z).multiplyScalar(3);
        const to = new THREE.Vector3(Math.cos(7 * angle), Math.sin(5 * angle), Math.cos(3 * angle)).multiplyScalar(0.9);
        return new THREE.Ray(from, to.sub(from).normalize());
    });
}

const caster = new THREE.Raycaster();
caster.firstHitOnly = true;

/** Asks all rays; hits as distances, Infinity where there is none. */
function cast(who) {
    const tree = state.trees[who], full = knot.geometry;
    if (tree) full.boundsTree = tree;
    knot.raycast = WAYS[who].acceleratedRaycast;
    const start = performance.now(), hits = state.rays.map((ray) => {
        caster.ray.copy(ray);
        return caster.intersectObject(knot, false)[0]?.distance ?? Infinity;
    });
    const time = performance.now() - start;
    full.boundsTree = null;
    return {hits, time};
}

function draw() {
    const width = innerWidth, height = innerHeight;
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    const phone = width < 600, far = phone ? 13 : 7.5;
    if (phone) camera.setViewOffset(width, height, 0, -0.22 * height, width, height); // below the panel
    else camera.clearViewOffset();
    camera.updateProjectionMatrix();
    camera.position.set(far * Math.cos(state.pitch) * Math.sin(state.yaw), far * Math.sin(state.pitch), far * Math.cos(state.pitch) * Math.cos(state.yaw));
    camera.lookAt(0, 0, 0);
    renderer.render(scene, camera);
}

/** One frame, at an angle of the knot. */
function step(turn) {
    const start = performance.now();
    knot.rotation.set(0, turn, 0.4 * turn);
    knot.updateMatrixWorld();
    const {hits, time} = cast(state.who), lines = [], points = [];
    state.rays.forEach((ray, i) => {
        const end = ray.at(Number.isFinite(hits[i]) ? hits[i] : 4.5, new THREE.Vector3());
        lines.push(...ray.origin, ...end);
        if (Number.isFinite(hits[i])) points.push(...end);
    });
    rays.geometry.setAttribute("position", new THREE.Float32BufferAttribute(lines, 3));
    spots.geometry.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
    draw();
    state.hits = hits;
    const list = (state.times[state.who] ??= []);
    list.push([time, performance.now() - start]);
    if (list.length > 30) list.shift();
}

function show() {
    const mean = (list, k) => (list.reduce((sum, t) => sum + t[k], 0) / list.length).toFixed(2);
    find("times").replaceChildren(...Object.entries(state.times).map(([who, list]) => {
        const line = document.createElement("tr");
        line.className = who === state.who ? "now" : "";
        for (const [tag, text] of [["th", who === "three" ? "three.js" : who], ["td", mean(list, 0)], ["td", mean(list, 1)]]) line.append(Object.assign(document.createElement(tag), {textContent: text}));
        line.firstChild.scope = "row";
        return line;
    }));
    find("note").textContent = `${state.hits.filter(Number.isFinite).length} of ${state.rays.length} rays hit`;
}

// ---- what people do

for (const button of document.querySelectorAll("[name=who]")) button.addEventListener("change", () => (state.who = button.value));
find("rays").addEventListener("input", () => {
    state.rays = raysOf(2 ** find("rays").value);
    find("count").textContent = state.rays.length.toLocaleString("en");
    state.times = {};
});
find("size").addEventListener("input", rebuild);
find("view").addEventListener("pointermove", (e) => {
    if (!e.buttons) return;
    state.yaw -= e.movementX / 200;
    state.pitch = Math.max(-1.5, Math.min(1.5, state.pitch + e.movementY / 200));
});

rebuild();
find("rays").dispatchEvent(new Event("input"));
Object.assign(window, {step, show, cast});
const still = new URLSearchParams(location.search).has("still"); // the tests step it themselves
let last = 0, frames = 0;
function frame(now) {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) state.turn += 0.0005 * Math.min(50, now - last);
    last = now;
    step(state.turn);
    if (frames++ % 15 === 0) show();
    requestAnimationFrame(frame);
}
if (!still) requestAnimationFrame(frame);
window.ready = true;
