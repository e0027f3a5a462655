// The page of `carom simulate --html`: a player of tracks, with the impacts.

class SimulatePage {
    constructor(data) {
        this.data = data;
        this.time = 0;
        this.playing = false;
        this.chosen = null; // a body
        this.following = false;
        this.last = null;
        document.body.classList.add("is-simulate");
        $("player").hidden = false;
        this.readTracks();
        this.readImpacts();
        $("title").textContent = document.title = data.title;
        $("facts").textContent = `${data.bodies} bodies, ${data.frames} frames at ${brief(1 / data.frame_time)} a second, ${data.impact_count.toLocaleString("en")} impacts`;
        this.list = new List($("list"), (row, impact) => this.drawRow(row, impact), (impact) => this.chooseImpact(impact));
        this.moving = data.parts.map((_, n) => n).filter((n) => data.parts[n].track !== undefined);
        this.pose(0);
        this.view = new View(data, data.meshes, data.parts);
        this.encloseAll();
        this.view.onPick = (found) => this.chooseBody(found && data.parts[found.part].track !== undefined ? found.part : null);
        this.view.onTheme = () => this.paint();
        this.view.onFrame = (now) => this.advance(now);
        this.view.fit = (at_once) => {
            this.view.camera.fly(data.eye ? this.givenView() : this.view.camera.viewOf(this.view.scene.boxOf(this.view.all)), at_once);
            this.view.redraw();
        };
        this.view.fit(true);
        this.bind();
        this.listImpacts();
        this.paint();
        this.seek(0);
        if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.play();
    }

    // The whole of all tracks is before the far plane.
    encloseAll() {
        const box = this.view.box, t = this.data.tracks;
        if (t.box) for (let k = 0; k < 3; k++) {
            box[k] = Math.min(box[k], t.box[k]);
            box[3 + k] = Math.max(box[3 + k], t.box[3 + k]);
        }
        this.view.camera.enclose(box);
    }

    givenView() {
        const {eye, target} = this.data, d = sub(eye, target), back = unit(d);
        return {target, distance: length(d) * this.data.tangent / HALF_TANGENT, yaw: Math.atan2(back[0], back[2]), pitch: Math.asin(clamp(back[1], -0.999, 0.999))};
    }

    bind() {
        const on = (id, event, act) => $(id).addEventListener(event, act);
        $("time").max = this.duration();
        on("play", "click", () => this.play());
        on("time", "input", () => this.seek(+$("time").value));
        on("follow", "click", () => this.follow());
        on("marks", "change", () => this.seek(this.time));
        const step = (frames) => () => {
            this.playing = false;
            this.showPlaying();
            this.seek((Math.round(this.time / this.step) + frames) * this.step);
        };
        Object.assign(this.view.keys, {" ": () => this.play(), ",": step(-1), ".": step(1), l: () => this.follow(), Escape: () => this.chooseBody(null)});
    }

    // ---- data

    readTracks() {
        const t = this.data.tracks;
        this.places = new Uint16Array(bytesOf(t.p).buffer);
        this.turns = new Int16Array(bytesOf(t.q).buffer);
        this.step = t.step;
        this.samples = t.samples;
    }

    duration() {
        return (this.samples - 1) * this.step;
    }

    readImpacts() {
        const i = this.data.impacts, points = pointsOf(i.p, i.box);
        const times = new Float32Array(bytesOf(i.t).buffer), a = new Uint32Array(bytesOf(i.a).buffer), b = new Uint32Array(bytesOf(i.b).buffer);
        this.impacts = points.map((at, k) => ({at, time: times[k], a: a[k], b: b[k]}));
    }

    // Places of all bodies at a time, between two samples on a straight line.
    pose(time) {
        const box = this.data.tracks.box || [0, 0, 0, 0, 0, 0], count = this.data.tracks.count;
        const s = clamp(time / this.step, 0, this.samples - 1), first = Math.min(Math.floor(s), this.samples - 1), second = Math.min(first + 1, this.samples - 1), share = s - first;
        for (const part of this.data.parts) {
            if (part.track === undefined) continue;
            const i = 3 * (first * count + part.track), j = 3 * (second * count + part.track);
            const at = [0, 1, 2].map((k) => box[k] + (box[3 + k] - box[k]) * (this.places[i + k] * (1 - share) + this.places[j + k] * share) / 65535);
            const q = part.turn === undefined ? null : this.turnAt(part.turn, first, second, share);
            const own = part.own || (part.own = part.m || IDENTITY);
            part.rows = part.m = q ? times(rigid(...q, 1, at), own) : own.map((x, k) => k % 4 === 3 ? x + at[k >> 2] : x);
        }
    }

    turnAt(turn, first, second, share) {
        const count = this.data.tracks.turning, i = 4 * (first * count + turn), j = 4 * (second * count + turn);
        const a = [...this.turns.subarray(i, i + 4)], b = [...this.turns.subarray(j, j + 4)];
        const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
        const q = a.map((x, k) => x * (1 - share) + sign * b[k] * share), size = Math.hypot(...q) || 1;
        return q.map((x) => x / size);
    }

    // ---- time

    play() {
        this.playing = !this.playing;
        if (this.playing && this.time >= this.duration()) this.time = 0;
        this.last = null;
        this.showPlaying();
    }

    showPlaying() {
        $("play").textContent = this.playing ? "Pause" : "Play";
    }

    advance(now) {
        if (!this.playing) return false;
        if (this.last !== null) this.seek(this.time + Math.min(now - this.last, 100) / 1000 * +$("speed").value);
        this.last = now;
        if (this.time >= this.duration()) {
            this.playing = false;
            this.showPlaying();
        }
        return true;
    }

    seek(time) {
        this.time = clamp(time, 0, this.duration());
        $("time").value = this.time;
        $("clock").textContent = `${this.time.toFixed(3)} s`;
        const before = this.chosen === null ? null : this.placeOfBody(this.chosen);
        this.pose(this.time);
        if (this.following && before) this.view.camera.target = add(this.view.camera.target, sub(this.placeOfBody(this.chosen), before));
        this.drawMarks();
        this.view.scene.touch();
    }

    placeOfBody(number) {
        const rows = this.data.parts[number].rows;
        return [rows[3], rows[7], rows[11]];
    }

    // ---- impacts and bodies

    listImpacts() {
        const of = this.chosen;
        this.shown = of === null ? this.impacts : this.impacts.filter((i) => i.a === of || i.b === of);
        $("count").textContent = of === null ? `${this.shown.length} impacts` + (this.impacts.length < this.data.impact_count ? ` of ${this.data.impact_count}` : "") : `${this.shown.length} impacts of ${this.data.parts[of].name}`;
        $("empty").hidden = this.shown.length > 0;
        this.list.setItems(this.shown);
    }

    drawRow(row, impact) {
        row.className = "row";
        row.replaceChildren(element("div", "first", null, element("i"), element("b", "", `${impact.time.toFixed(4)} s`)),
            element("div", "names", null, element("span", "a", this.data.parts[impact.a].name), " × ", element("span", "b", this.data.parts[impact.b].name)));
    }

    chooseImpact(impact) {
        this.playing = false;
        this.showPlaying();
        this.impact = impact;
        this.list.setChosen(impact);
        this.seek(impact.time);
        const sizes = [impact.a, impact.b].map((n) => {
            const b = this.view.scene.boxOfPart(n);
            return length(sub(b.slice(3), b.slice(0, 3)));
        });
        this.view.camera.fly({target: impact.at, distance: 6 * Math.min(...sizes)});
        this.paint();
    }

    chooseBody(number) {
        this.chosen = number;
        this.impact = null;
        $("follow").disabled = number === null;
        if (number === null && this.following) this.follow();
        this.listImpacts();
        this.paint();
    }

    follow() {
        if (this.chosen === null && !this.following) return;
        this.following = !this.following && this.chosen !== null;
        $("follow").setAttribute("aria-pressed", this.following);
        if (this.following) this.view.camera.fly({target: this.placeOfBody(this.chosen)}, true);
        this.view.redraw();
    }

    paint() {
        if (!this.view) return;
        const css = getComputedStyle(document.documentElement), color = (name) => hexColor(css.getPropertyValue(name).trim());
        const plain = color("--part"), a = color("--a"), b = color("--b"), impact = this.impact;
        this.vector = color("--vector");
        this.data.parts.forEach((part, number) => {
            let tint = part.track === undefined ? plain : hue(part.track);
            if (number === this.chosen || (impact && number === impact.a)) tint = a;
            else if (impact && number === impact.b && part.track !== undefined) tint = b;
            part.tint = [...tint, part.wall ? 0.10 : 1];
        });
        this.view.scene.touch();
    }

    // The impacts of the last twentieth of a second, and of the frame at hand.
    drawMarks() {
        const span = Math.max(0.05, 1.5 * this.step), now = this.time, dots = [];
        if ($("marks").checked)
            for (let k = this.firstAfter(now - span); k < this.impacts.length && this.impacts[k].time <= now + 1e-6; k++)
                dots.push([this.impacts[k].at, this.impacts[k] === this.impact ? [0, 0, 0] : this.vector || [1, 0, 0.5]]);
        this.view.scene.setDots(dots);
    }

    firstAfter(time) {
        let low = 0, high = this.impacts.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.impacts[middle].time < time) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}

// Rows of one placement after another.
function times(a, b) {
    const out = [];
    for (let r = 0; r < 12; r += 4)
        for (let c = 0; c < 4; c++) out.push(a[r] * b[c] + a[r + 1] * b[4 + c] + a[r + 2] * b[8 + c] + (c === 3 ? a[r + 3] : 0));
    return out;
}

// Colours that differ from one body to the next.
function hue(number) {
    const h = number * 0.618034 % 1 * 6, part = (k) => 0.45 + 0.4 * clamp(Math.abs((h + k) % 6 - 3) - 1, 0, 1);
    return [part(0), part(4), part(2)];
}
