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
        $("facts").textContent = `${data.bodies.toLocaleString("en")} moving, ${counted(data.frames, "frame")} at ${brief(1 / data.frame_time)} a second, ${counted(data.impact_count, "impact")}` + (data.cut_short ? `; shown are the first ${brief(data.until)} s` : "");
        this.list = new List($("list"), (row, impact) => this.drawRow(row, impact), (impact) => this.chooseImpact(impact));
        this.view = new View(data, data.meshes, data.parts);
        this.pose(0);
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
            this.seek((Math.round(this.time / this.data.frame_time) + frames) * this.data.frame_time);
        };
        Object.assign(this.view.keys, {" ": () => this.play(), ",": step(-1), ".": step(1), l: () => this.follow(), Escape: () => this.chooseBody(null)});
    }

    // ---- data

    readTracks() {
        const t = this.data.tracks, counts = new Uint32Array(bytesOf(t.n).buffer);
        this.places = new Uint16Array(bytesOf(t.p).buffer);
        this.turns = new Int16Array(bytesOf(t.q).buffer);
        this.times = new Float32Array(bytesOf(t.t).buffer);
        this.tracks = [];
        this.moving = this.data.parts.filter((part) => part.track !== undefined);
        const shape = this.data.meshes;
        let first = 0, turn = 0;
        for (const part of this.moving) {
            const count = counts[part.track], ball = part.mesh >= 0 && shape[part.mesh].round && !(part.m[3] || part.m[7] || part.m[11]);
            this.tracks.push({first, count, turn: ball ? -1 : turn, at: first});
            first += count;
            if (!ball) turn += count;
            part.own = part.m;
        }
    }

    duration() {
        return this.data.until;
    }

    readImpacts() {
        const i = this.data.impacts, points = pointsOf(i.p, i.box);
        const times = new Float32Array(bytesOf(i.t).buffer), ab = new Uint32Array(bytesOf(i.ab).buffer);
        this.impacts = points.map((at, k) => ({at, time: times[k], a: ab[2 * k], b: ab[2 * k + 1]})).sort((x, y) => x.time - y.time);
    }

    // Places of all bodies at a time: between two bends of its path each goes straight.
    pose(time) {
        const box = this.data.tracks.box;
        for (const part of this.moving) {
            const track = this.tracks[part.track], key = this.keyAt(track, time), next = Math.min(key + 1, track.first + track.count - 1);
            const span = this.times[next] - this.times[key], share = span > 0 ? clamp((time - this.times[key]) / span, 0, 1) : 0;
            const at = [0, 1, 2].map((k) => box[k] + (box[3 + k] - box[k]) * (this.places[3 * key + k] * (1 - share) + this.places[3 * next + k] * share) / 65535);
            const own = part.own;
            if (track.turn >= 0) part.rows = times(rigid(...this.turnAt(track.turn - track.first, key, next, share), 1, at), own);
            else part.rows = [own[0], own[1], own[2], own[3] + at[0], own[4], own[5], own[6], own[7] + at[1], own[8], own[9], own[10], own[11] + at[2]];
        }
    }

    // The last key of a track that is not after a time. As a rule it is near the one of the time before.
    keyAt(track, time) {
        const last = track.first + track.count - 1;
        let low = track.first, high = last, at = track.at;
        if (this.times[at] <= time && (at === last || this.times[at + 1] > time)) return at;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.times[middle] <= time) low = middle;
            else high = middle - 1;
        }
        return track.at = low;
    }

    turnAt(shift, first, second, share) {
        const i = 4 * (first + shift), j = 4 * (second + shift), t = this.turns;
        const sign = t[i] * t[j] + t[i + 1] * t[j + 1] + t[i + 2] * t[j + 2] + t[i + 3] * t[j + 3] < 0 ? -1 : 1;
        const q = [0, 1, 2, 3].map((k) => t[i + k] * (1 - share) + sign * t[j + k] * share), size = Math.hypot(...q) || 1;
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
        $("count").textContent = of === null ? counted(this.shown.length, "impact") + (this.impacts.length < this.data.impact_count ? `, the first of ${this.data.impact_count.toLocaleString("en")}` : "") : `${counted(this.shown.length, "impact")} of ${this.data.parts[of].name}`;
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

    // The impacts of the last two hundredths of a second; the chosen one before everything.
    drawMarks() {
        const span = 0.02, now = this.time, dots = [];
        if ($("marks").checked)
            for (let k = this.firstAfter(now - span); k < this.impacts.length && this.impacts[k].time <= now + 1e-6; k++)
                dots.push([this.impacts[k].at, this.vector || [1, 0, 0.5]]);
        const chosen = this.impact && Math.abs(this.impact.time - now) < 1e-6;
        this.view.scene.dotsOver = !!chosen;
        this.view.scene.dotWidth = chosen ? 9 : 7;
        this.view.scene.setDots(chosen ? [[this.impact.at, this.vector]] : dots);
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
