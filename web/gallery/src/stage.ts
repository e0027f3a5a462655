// The view of a page: three.js draws when something changed; points that are dragged are buttons above the picture, so that mouse, touch and
// keyboard move them alike.
import * as THREE from "three";
import {OrbitControls} from "three/examples/jsm/controls/OrbitControls.js";
import {Drawing} from "./drawing";
import type {Vec} from "./page";
import {texts} from "./vector";

export class Stage {
    readonly draw = new Drawing();
    private readonly renderer: THREE.WebGLRenderer;
    private readonly scene = new THREE.Scene();
    private readonly camera = new THREE.PerspectiveCamera(40, 1, 0.05, 200);
    private readonly controls: OrbitControls;
    private readonly handles = new Map<string, {button: HTMLButtonElement; label: string; at: Vec}>();
    private readonly observer: ResizeObserver;
    private readonly scheme = matchMedia("(prefers-color-scheme: dark)");
    private readonly onScheme = () => this.change();
    private waiting = 0;
    private changed = true;

    /** `ask` draws anew; it is called before a picture whenever something changed. */
    constructor(private readonly frame: HTMLElement, eye: Vec, private readonly ask: () => void) {
        this.renderer = new THREE.WebGLRenderer({antialias: true, alpha: true});
        this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
        this.renderer.domElement.setAttribute("aria-hidden", "true");
        frame.prepend(this.renderer.domElement);
        this.camera.position.set(...eye);
        this.controls = new OrbitControls(this.camera, this.renderer.domElement);
        this.controls.addEventListener("change", () => this.paint());
        const light = new THREE.DirectionalLight(0xffffff, 2);
        light.position.set(3, 6, 4);
        this.scene.add(new THREE.HemisphereLight(0xffffff, 0x8d95a5, 1.6), light, this.draw.group);
        const grid = new THREE.GridHelper(10, 10, 0x888888, 0x888888);
        (grid.material as THREE.Material).transparent = true;
        (grid.material as THREE.Material).opacity = 0.18;
        grid.position.y = -2;
        this.scene.add(grid);
        this.observer = new ResizeObserver(() => this.resize());
        this.observer.observe(frame);
        this.scheme.addEventListener("change", this.onScheme);
    }

    get isDark(): boolean {
        return this.scheme.matches;
    }

    /** A point that can be dragged; `moved` hears of it. */
    addHandle(name: string, label: string, at: Vec, moved: (to: Vec) => void): void {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "handle";
        button.textContent = label;
        this.frame.append(button);
        const handle = {button, label, at};
        this.handles.set(name, handle);
        const move = (to: THREE.Vector3) => moved([to.x, to.y, to.z].map(x => Math.max(-9, Math.min(9, Number(x.toFixed(3))))) as Vec);
        button.addEventListener("pointerdown", event => {
            event.preventDefault();
            button.focus();
            button.setPointerCapture(event.pointerId);
            const start = this.project(handle.at), dx = event.clientX - start.x, dy = event.clientY - start.y;
            const drag = (e: PointerEvent) => move(this.unproject(e.clientX - dx, e.clientY - dy, handle.at));
            button.addEventListener("pointermove", drag);
            const end = () => button.removeEventListener("pointermove", drag);
            button.addEventListener("pointerup", end, {once: true});
            button.addEventListener("pointercancel", end, {once: true});
        });
        button.addEventListener("keydown", event => {
            const step = event.shiftKey ? 0.01 : 0.1;
            const axis: Record<string, [0 | 1 | 2, number]> = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowDown: [1, -1], ArrowUp: [1, 1], PageDown: [2, 1], PageUp: [2, -1]};
            const found = axis[event.key];
            if (!found) return;
            event.preventDefault();
            const along = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, found[0]).multiplyScalar(step * found[1]);
            move(new THREE.Vector3(...handle.at).add(along));
        });
    }

    setHandle(name: string, at: Vec): void {
        const handle = this.handles.get(name);
        if (!handle) return;
        handle.at = at;
        handle.button.setAttribute("aria-label", `${handle.label} at ${texts(at)}; arrow keys, page up and page down move it`);
    }

    /** Asks and draws at the next frame. */
    change(): void {
        this.changed = true;
        this.paint();
    }

    private paint(): void {
        if (!this.waiting) this.waiting = requestAnimationFrame(() => this.now());
    }

    /** At once. */
    now(): void {
        cancelAnimationFrame(this.waiting);
        this.waiting = 0;
        if (this.changed) {
            this.changed = false;
            this.draw.clear(this.isDark);
            this.ask();
        }
        this.renderer.render(this.scene, this.camera);
        const frame = this.frame.getBoundingClientRect();
        for (const {button, at} of this.handles.values()) {
            const where = this.project(at);
            button.style.transform = `translate(${where.x - frame.left}px, ${where.y - frame.top}px) translate(-50%, -50%)`;
        }
    }

    private project(at: Vec): {x: number; y: number; depth: number} {
        const p = new THREE.Vector3(...at).project(this.camera), frame = this.frame.getBoundingClientRect();
        return {x: frame.left + (p.x + 1) / 2 * frame.width, y: frame.top + (1 - p.y) / 2 * frame.height, depth: p.z};
    }

    /** The point below a place of the screen, as far away as `at` is. */
    private unproject(x: number, y: number, at: Vec): THREE.Vector3 {
        const frame = this.frame.getBoundingClientRect(), depth = this.project(at).depth;
        return new THREE.Vector3((x - frame.left) / frame.width * 2 - 1, 1 - (y - frame.top) / frame.height * 2, depth).unproject(this.camera);
    }

    private resize(): void {
        const {clientWidth, clientHeight} = this.frame;
        if (!clientWidth || !clientHeight) return;
        this.renderer.setSize(clientWidth, clientHeight, false);
        this.camera.aspect = clientWidth / clientHeight;
        this.camera.fov = clientWidth < clientHeight ? 55 : 40;
        this.camera.updateProjectionMatrix();
        this.now();
    }

    dispose(): void {
        cancelAnimationFrame(this.waiting);
        this.observer.disconnect();
        this.scheme.removeEventListener("change", this.onScheme);
        this.controls.dispose();
        this.draw.clear(this.isDark);
        this.renderer.dispose();
        this.renderer.forceContextLoss();
        for (const {button} of this.handles.values()) button.remove();
        this.renderer.domElement.remove();
    }
}
