// A camera that turns about a point, and what mouse, touch and keyboard do with it.

const HALF_TANGENT = 0.34;

class Camera {
    constructor(upAxis) {
        this.axis = upAxis; // 1: y is up, 2: z is up
        this.target = [0, 0, 0];
        this.distance = 1;
        this.yaw = 0.6;
        this.pitch = 0.42;
        this.radius = 1; // of the whole scene, about its centre
        this.centre = [0, 0, 0];
        this.flight = null;
    }

    back() {
        const c = Math.cos(this.pitch), s = Math.sin(this.pitch), x = c * Math.sin(this.yaw), y = c * Math.cos(this.yaw);
        return this.axis === 1 ? [x, s, y] : [x, -y, s];
    }

    right() {
        const c = Math.cos(this.yaw), s = Math.sin(this.yaw);
        return this.axis === 1 ? [c, 0, -s] : [c, s, 0];
    }

    up() {
        return cross(this.back(), this.right());
    }

    eye() {
        return add(this.target, scale(this.back(), this.distance));
    }

    // The whole scene lies before `far`; what is nearer than `near` is cut away.
    near() {
        const to = length(sub(this.eye(), this.centre)) - this.radius;
        return Math.max(to * 0.9, this.distance * 0.004, this.radius * 1e-6);
    }

    clip(aspect) {
        const far = length(sub(this.eye(), this.centre)) + this.radius * 1.05;
        const near = Math.min(this.near(), far * 0.5);
        const half = HALF_TANGENT * Math.max(1, 1 / aspect);
        return product(perspective(half, aspect, near, far), viewMatrix(this.eye(), this.right(), this.up(), this.back()));
    }

    // The unit direction of sight through a place of the screen, x and y from 0 to 1, y downwards.
    rayAt(x, y, aspect) {
        const half = HALF_TANGENT * Math.max(1, 1 / aspect);
        return unit(add(add(scale(this.right(), (2 * x - 1) * half * aspect), scale(this.up(), (1 - 2 * y) * half)), scale(this.back(), -1)));
    }

    // All that the picture depends on.
    numbers() {
        return [...this.target, this.distance, this.yaw, this.pitch, this.axis, this.radius];
    }

    state() {
        return {target: this.target, distance: this.distance, yaw: this.yaw, pitch: this.pitch};
    }

    // Flies there in half a second; at once where motion is not wanted.
    fly(goal, at_once) {
        goal = Object.assign(this.state(), goal);
        goal.yaw = this.yaw + Math.atan2(Math.sin(goal.yaw - this.yaw), Math.cos(goal.yaw - this.yaw));
        if (at_once || matchMedia("(prefers-reduced-motion: reduce)").matches) Object.assign(this, goal, {flight: null});
        else this.flight = {from: this.state(), goal, start: null};
    }

    // Moves on a flight. False when there is none.
    advance(now) {
        const f = this.flight;
        if (!f) return false;
        if (f.start === null) f.start = now;
        const t = clamp((now - f.start) / 500, 0, 1), s = t * t * (3 - 2 * t);
        this.target = mix(f.from.target, f.goal.target, s);
        this.distance = f.from.distance * Math.pow(f.goal.distance / f.from.distance, s);
        this.yaw = f.from.yaw + (f.goal.yaw - f.from.yaw) * s;
        this.pitch = f.from.pitch + (f.goal.pitch - f.from.pitch) * s;
        if (t >= 1) this.flight = null;
        return true;
    }

    // All of a box in view.
    viewOf(box) {
        const low = box.slice(0, 3), high = box.slice(3);
        return {target: mix(low, high, 0.5), distance: Math.max(length(sub(high, low)) * 0.5 / HALF_TANGENT * 1.06, 1e-12)};
    }

    enclose(box) {
        this.centre = mix(box.slice(0, 3), box.slice(3), 0.5);
        this.radius = Math.max(length(sub(box.slice(3), box.slice(0, 3))) * 0.5, 1e-12);
    }

    orbit(dx, dy) {
        this.flight = null;
        this.yaw -= dx;
        this.pitch = clamp(this.pitch + dy, -1.5607, 1.5607);
    }

    // By shares of the canvas's height.
    pan(dx, dy, aspect) {
        this.flight = null;
        const span = 2 * HALF_TANGENT * this.distance * Math.max(1, 1 / aspect);
        this.target = add(this.target, add(scale(this.right(), -dx * span), scale(this.up(), dy * span)));
    }

    // Towards or away from what is under the pointer.
    zoom(factor, x, y, aspect) {
        this.flight = null;
        const goal = clamp(this.distance * factor, this.radius * 1e-5, this.radius * 40);
        const ray = this.rayAt(x, y, aspect), depth = this.distance / -dot(ray, this.back());
        const at = add(this.eye(), scale(ray, depth));
        this.target = add(at, scale(sub(this.target, at), goal / this.distance));
        this.distance = goal;
    }
}

// Pointers over the canvas: one turns, two pinch and move; a press that does not move is a click.
class Pointers {
    constructor(canvas, camera, onMove, onClick, onDouble) {
        this.held = new Map();
        this.moved = 0;
        this.last = {time: 0, x: 0, y: 0};
        const aspect = () => canvas.clientWidth / canvas.clientHeight;
        canvas.addEventListener("contextmenu", (e) => e.preventDefault());
        canvas.addEventListener("pointerdown", (e) => {
            canvas.setPointerCapture(e.pointerId);
            if (!this.held.size) this.moved = 0;
            this.held.set(e.pointerId, [e.offsetX, e.offsetY]);
        });
        canvas.addEventListener("pointermove", (e) => {
            const before = this.held.get(e.pointerId);
            if (!before) return;
            const dx = e.offsetX - before[0], dy = e.offsetY - before[1], h = canvas.clientHeight;
            this.moved += Math.abs(dx) + Math.abs(dy);
            if (this.held.size >= 2) {
                const other = [...this.held].find(([id]) => id !== e.pointerId)[1];
                const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
                const is = Math.hypot(e.offsetX - other[0], e.offsetY - other[1]);
                camera.pan(dx / 2 / h, dy / 2 / h, aspect());
                if (was > 1 && is > 1)
                    camera.zoom(was / is, (e.offsetX + other[0]) / 2 / canvas.clientWidth, (e.offsetY + other[1]) / 2 / h, aspect());
            } else if (this.moved > 3) {
                if (e.buttons & 6 || e.shiftKey) camera.pan(dx / h, dy / h, aspect());
                else camera.orbit(5 * dx / h, 5 * dy / h);
            }
            this.held.set(e.pointerId, [e.offsetX, e.offsetY]);
            onMove();
        });
        const end = (e) => {
            if (!this.held.delete(e.pointerId) || this.held.size || e.type === "pointercancel" || this.moved > 3 || e.button > 0) return;
            const now = performance.now(), l = this.last;
            const twice = now - l.time < 350 && Math.hypot(e.offsetX - l.x, e.offsetY - l.y) < 20;
            this.last = {time: twice ? 0 : now, x: e.offsetX, y: e.offsetY};
            (twice ? onDouble : onClick)(e.offsetX, e.offsetY);
        };
        canvas.addEventListener("pointerup", end);
        canvas.addEventListener("pointercancel", end);
        canvas.addEventListener("wheel", (e) => {
            e.preventDefault();
            const step = e.deltaY * (e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? 400 : 1);
            camera.zoom(Math.exp(clamp(step, -300, 300) * 0.0015), e.offsetX / canvas.clientWidth, e.offsetY / canvas.clientHeight, aspect());
            onMove();
        }, {passive: false});
    }
}
