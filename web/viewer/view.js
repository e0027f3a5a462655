// What the pages of clashes and of simulations have in common: canvas, camera, toolbar, section, themes, keys.

const $ = (id) => document.getElementById(id);

// While the camera moves or bodies do: the share of the pixels along each side, whether edges are smooth, and whether triangles are fewer. A slow
// frame takes the next, and what has come to rest is drawn by the first.
const LEVELS = [[1, true, false], [1, false, false], [0.7, false, false], [0.7, false, true], [0.5, false, true], [0.35, false, true]];
const SLOW = 50, QUICK = 20, REST = 200; // milliseconds
const SLOW_FRAMES = 2, QUICK_FRAMES = 60;

class View {
    constructor(data, meshes, parts) {
        this.data = data;
        this.camera = new Camera(data.up === "z" ? 2 : 1);
        this.canvas = $("canvas");
        this.scene = new Scene(this.canvas, meshes, parts, data.kind !== "simulate");
        this.parts = parts;
        this.all = parts.map((_, number) => number);
        this.hidden = new Set();
        this.isolated = null; // or a set of parts
        this.onPick = this.onFrame = this.onTheme = () => {};
        this.box = this.scene.boxOf(this.all);
        this.camera.enclose(this.box);
        this.level = this.slow = this.quick = this.restless = 0;
        this.patience = QUICK_FRAMES;
        this.before = this.drawnFrom = null; // when the last frame of a motion was, and from where
        this.sectionAxis = 0;
        this.sectionSide = 1;
        new Pointers(this.canvas, this.camera, () => this.redraw(), (x, y) => this.onPick(this.pickAt(x, y)), (x, y) => this.flyToPlace(this.pickAt(x, y)));
        new ResizeObserver(() => this.resize()).observe(this.canvas);
        this.bindToolbar();
        this.bindKeys();
        this.setTheme(this.keptTheme());
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.setTheme(this.theme));
        this.resize();
        this.fit(true);
        requestAnimationFrame((now) => this.frame(now));
    }

    resize() {
        this.draw();
    }

    redraw() {
        this.scene.changed = true;
    }

    // As well as it can be.
    draw() {
        this.drawAt(0);
        this.restless = 0;
    }

    drawAt(level) {
        const [share, smooth, coarse] = LEVELS[level], size = (pixels) => Math.max(1, Math.round(pixels * pixelRatio() * share));
        const w = size(this.canvas.clientWidth), h = size(this.canvas.clientHeight);
        if (this.canvas.width !== w || this.canvas.height !== h) {
            this.canvas.width = w;
            this.canvas.height = h;
        }
        Object.assign(this.scene, {smooth, coarse});
        this.scene.draw(this.camera);
        this.drawnFrom = this.camera.numbers();
    }

    frame(now) {
        const flies = this.camera.advance(now), plays = this.onFrame(now), here = this.camera.numbers();
        if (flies || plays || here.some((x, k) => x !== this.drawnFrom[k])) {
            if (this.before !== null) this.pace(now - this.before);
            this.before = this.restless = now;
            this.drawAt(this.level);
        } else {
            this.before = null;
            if (this.scene.changed || (this.restless && now - this.restless > REST)) this.draw();
        }
        requestAnimationFrame((later) => this.frame(later));
    }

    // Chooses the level by how long the last frame of a motion took. Each time that a better one was too slow it waits twice as long for the next try.
    pace(took) {
        this.slow = took > SLOW ? this.slow + 1 : 0;
        this.quick = took < QUICK ? this.quick + 1 : 0;
        if (this.slow >= SLOW_FRAMES && this.level + 1 < LEVELS.length) {
            this.level++;
            this.patience *= 2;
            this.slow = 0;
        } else if (this.quick >= this.patience && this.level > 0) {
            this.level--;
            this.quick = 0;
        }
    }

    pickAt(x, y) {
        return this.scene.pick(this.camera, Math.floor(x * this.canvas.width / this.canvas.clientWidth), Math.floor(y * this.canvas.height / this.canvas.clientHeight));
    }

    flyToPlace(found) {
        if (!found) return this.fit();
        const b = this.scene.boxOfPart(found.part), size = length(sub(b.slice(3), b.slice(0, 3)));
        this.camera.fly({target: found.at, distance: Math.min(this.camera.distance, 1.6 * size) || this.camera.distance});
    }

    seen() {
        return this.all.filter((number) => this.isSeen(number));
    }

    isSeen(number) {
        return !this.hidden.has(number) && (!this.isolated || this.isolated.has(number));
    }

    fit(at_once) {
        this.camera.fly(this.camera.viewOf(this.scene.boxOf(this.seen())), at_once);
        this.redraw();
    }

    // ---- themes

    keptTheme() {
        try {
            return localStorage.getItem("carom theme") || "";
        } catch {
            return "";
        }
    }

    setTheme(theme) {
        this.theme = theme;
        this.dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
        document.documentElement.dataset.theme = this.dark ? "dark" : "light";
        this.scene.background = hexColor(getComputedStyle(document.documentElement).getPropertyValue("--stage").trim());
        this.onTheme();
        this.redraw();
    }

    // ---- section

    setSection(axis, share, side) {
        if (axis === null) {
            this.scene.cut = null;
        } else {
            const at = this.box[axis] + (this.box[3 + axis] - this.box[axis]) * share;
            const normal = [0, 0, 0];
            normal[axis] = side;
            this.scene.cut = [...normal, side * at];
        }
        this.redraw();
    }

    readSection() {
        const off = $("section-bar").hidden;
        this.setSection(off ? null : +$("section-axis").value, +$("section-at").value / 1000, this.sectionSide);
    }

    // Where the section should be for a point to lie in it.
    moveSectionTo(point) {
        if ($("section-bar").hidden) return;
        const axis = +$("section-axis").value, span = this.box[3 + axis] - this.box[axis];
        $("section-at").value = span > 0 ? 1000 * (point[axis] - this.box[axis]) / span : 500;
        this.readSection();
    }

    bindToolbar() {
        const on = (id, event, act) => $(id).addEventListener(event, act);
        on("fit", "click", () => this.fit());
        on("section", "click", () => {
            $("section-bar").hidden = !$("section-bar").hidden;
            $("section").setAttribute("aria-pressed", !$("section-bar").hidden);
            this.readSection();
        });
        on("section-axis", "change", () => this.readSection());
        on("section-at", "input", () => this.readSection());
        on("section-flip", "click", () => {
            this.sectionSide = -this.sectionSide;
            this.readSection();
        });
        on("up", "click", () => {
            this.camera.axis = 3 - this.camera.axis;
            $("up").textContent = this.camera.axis === 1 ? "Y up" : "Z up";
            this.redraw();
        });
        $("up").textContent = this.camera.axis === 1 ? "Y up" : "Z up";
        on("theme", "click", () => {
            this.setTheme(this.dark ? "light" : "dark");
            try {
                localStorage.setItem("carom theme", this.theme);
            } catch { /* not kept */ }
        });
        on("help", "click", () => $("help-box").showModal());
    }

    // Keys of the canvas; others are added to `keys`.
    bindKeys() {
        const turn = (x, y) => () => this.camera.orbit(x, y), shift = (x, y) => () => this.camera.pan(x, y, this.canvas.clientWidth / this.canvas.clientHeight);
        const zoom = (factor) => () => this.camera.zoom(factor, 0.5, 0.5, 1);
        this.keys = {
            ArrowLeft: turn(-0.12, 0), ArrowRight: turn(0.12, 0), ArrowUp: turn(0, -0.12), ArrowDown: turn(0, 0.12),
            "shift ArrowLeft": shift(-0.05, 0), "shift ArrowRight": shift(0.05, 0), "shift ArrowUp": shift(0, -0.05), "shift ArrowDown": shift(0, 0.05),
            "+": zoom(0.85), "=": zoom(0.85), "-": zoom(1 / 0.85), f: () => this.fit(), c: () => $("section").click(), "?": () => $("help").click()};
        document.addEventListener("keydown", (e) => {
            if (e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input, textarea, select, dialog")) return;
            if (e.key.startsWith("Arrow") && e.target !== this.canvas) return;
            if (e.key === " " && e.target.closest("button")) return;
            const act = this.keys[(e.shiftKey && e.key.startsWith("Arrow") ? "shift " : "") + e.key];
            if (!act) return;
            e.preventDefault();
            act();
            this.redraw();
        });
    }
}

const counted = (n, what) => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;

// A number for people: five digits, and no more.
const brief = (x) => x === null || x === undefined ? "–" : String(+x.toPrecision(5));
