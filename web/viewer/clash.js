// The page of `carom clash --html`.

const byName = new Intl.Collator("en", {numeric: true}).compare; // part 9 before part 10
const VERDICTS = ["hard", "undecided", "touching", "near"];
const ORDER = {
    severity: (a, b) => a.number - b.number,
    depth: (a, b) => (b.depth ?? -1) - (a.depth ?? -1) || a.number - b.number,
    distance: (a, b) => (a.distance ?? Infinity) - (b.distance ?? Infinity) || a.number - b.number,
    name: (a, b) => byName(a.nameA, b.nameA) || byName(a.nameB, b.nameB) || a.number - b.number};

class ClashPage {
    constructor(data) {
        this.data = data;
        this.pairs = data.clashes;
        this.pairs.forEach((pair, number) => {
            pair.number = number;
            pair.nameA = data.parts[pair.a].name;
            pair.nameB = data.parts[pair.b].name;
            pair.label = pair.verdict === "hard" && pair.same ? "same" : pair.verdict === "hard" && pair.nested ? "nested" : pair.verdict;
            pair.find = [data.parts[pair.a], data.parts[pair.b]].flatMap((p) => [p.name, p.path, p.guid, p.kind]).join("\n").toLowerCase();
        });
        document.body.classList.add("is-clash");
        this.notes = new Notes(data.title, this.pairs);
        this.verdicts = new Set(VERDICTS);
        this.chosen = null;
        this.part = null; // the chosen part
        this.worst = data.parts.map(() => VERDICTS.length);
        for (const pair of this.pairs)
            for (const k of [pair.a, pair.b]) this.worst[k] = Math.min(this.worst[k], VERDICTS.indexOf(pair.verdict));
        $("clash-panel").hidden = false;
        this.list = new List($("list"), (row, pair) => this.drawRow(row, pair), (pair) => this.choose(pair));
        this.view = new View(data, data.meshes, data.parts);
        this.view.onPick = (found) => this.choosePart(found ? found.part : null);
        this.view.scene.ghostsBehind = true;
        this.view.onTheme = () => this.paint();
        this.bind();
        this.filter();
        this.paint();
    }

    bind() {
        const d = this.data, on = (id, event, act) => $(id).addEventListener(event, act);
        $("title").textContent = document.title = d.title;
        $("facts").textContent = `${counted(d.parts.length, "part")}, ${counted(d.triangles, "triangle")}, ${counted(this.pairs.length, "pair")} not clear` + (d.interrupted ? " (interrupted: incomplete)" : "");
        $("origin").firstElementChild.textContent = `carom ${d.version}, ${d.date.slice(0, 10)}, lengths in ${{in: "inches", ft: "feet", mi: "miles"}[d.unit] || d.unit || "units of the files"}`;
        $("origin").append(...d.files.map((f) => element("p", "", [f.file, f.format, f.unit, f.sha256 && "SHA-256 " + f.sha256].filter(Boolean).join(", "))));
        for (const verdict of VERDICTS) {
            const count = this.pairs.filter((pair) => pair.verdict === verdict).length;
            const chip = element("button", "chip " + verdict, null, element("i"), `${count} ${verdict}`);
            chip.hidden = !count;
            chip.setAttribute("aria-pressed", "true");
            chip.addEventListener("click", () => {
                if (!this.verdicts.delete(verdict)) this.verdicts.add(verdict);
                chip.setAttribute("aria-pressed", this.verdicts.has(verdict));
                this.filter();
            });
            $("chips").append(chip);
        }
        for (const id of ["search", "least"]) on(id, "input", () => this.filter());
        for (const id of ["sort", "status"]) on(id, "change", () => this.filter());
        for (const id of ["others", "colours"]) on(id, "change", () => this.paint());
        $("colours").value = d.color;
        $("colours").options[0].hidden = $("colours").options[0].disabled = !d.parts.some((part) => part.color);
        on("of-part", "click", () => this.choosePart(null));
        on("previous", "click", () => this.list.step(-1));
        on("next", "click", () => this.list.step(1));
        on("close", "click", () => this.choose(null));
        on("hide", "click", () => this.hide());
        on("isolate", "click", () => this.isolate());
        on("show-all", "click", () => this.showAll());
        on("note", "input", () => this.writeNote());
        on("note-status", "change", () => this.writeNote());
        on("export", "click", () => save(d.title + ".notes.json", this.notes.write()));
        on("import", "click", () => $("import-file").click());
        on("import-file", "change", (e) => this.importFile(e.target));
        on("print", "click", () => print());
        addEventListener("beforeprint", () => this.preparePrint());
        Object.assign(this.view.keys, {
            h: () => this.hide(), i: () => this.isolate(), a: () => this.showAll(), j: () => this.list.step(1), k: () => this.list.step(-1),
            "/": () => $("search").focus(), Escape: () => this.chosen ? this.choose(null) : this.choosePart(null)});
    }

    // ---- the list

    filter() {
        const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean), least = parseFloat($("least").value) || 0, status = $("status").value;
        this.shown = this.pairs.filter((pair) => this.verdicts.has(pair.verdict) && words.every((w) => pair.find.includes(w)) &&
            (least <= 0 || pair.depth >= least) && (this.part === null || pair.a === this.part || pair.b === this.part) &&
            (status === "any" || (status === "noted" ? this.notes.of(pair).text !== "" : this.notes.of(pair).status === status)));
        this.shown.sort(ORDER[$("sort").value]);
        $("count").textContent = this.shown.length === this.pairs.length ? counted(this.pairs.length, "pair") : `${this.shown.length.toLocaleString("en")} of ${counted(this.pairs.length, "pair")}`;
        $("empty").hidden = this.shown.length > 0;
        this.list.setItems(this.shown);
    }

    drawRow(row, pair) {
        const note = this.notes.of(pair);
        row.className = "row " + pair.verdict + (note.status === "open" ? "" : " done");
        row.replaceChildren(
            element("div", "first", null, element("i"), element("b", "", pair.label), element("span", "amount", amountOf(pair)),
                ...(note.text || note.status !== "open" ? [element("span", "mark", note.status === "open" ? "note" : note.status)] : [])),
            element("div", "names", null, element("span", "a", pair.nameA), " × ", element("span", "b", pair.nameB)));
        row.title = `${pair.nameA} × ${pair.nameB}`;
    }

    choose(pair) {
        this.chosen = pair;
        $("detail").hidden = !pair;
        document.body.classList.toggle("has-detail", !!pair);
        if (pair) {
            for (const number of [pair.a, pair.b]) {
                this.view.hidden.delete(number);
                if (this.view.isolated) this.view.isolated = new Set([pair.a, pair.b]);
            }
            this.showDetail(pair);
            this.flyTo(pair);
            this.view.moveSectionTo(placeOf(pair));
        }
        this.list.setChosen(pair); // the list is shorter beside the details
        this.paint();
    }

    choosePart(part) {
        if (part === this.part && part !== null) part = null;
        if (this.chosen && part !== null && (part === this.chosen.a || part === this.chosen.b)) return;
        this.part = part;
        $("of-part").hidden = part === null;
        if (part !== null) $("of-part-name").textContent = this.data.parts[part].name;
        if (part !== null && this.chosen) this.choose(null);
        this.filter();
        this.paint();
    }

    showDetail(pair) {
        const o = this.data.origin, at = placeOf(pair), note = this.notes.of(pair);
        $("detail-verdict").className = "verdict " + pair.verdict;
        $("detail-verdict").textContent = pair.label;
        $("detail-a").textContent = pair.nameA;
        $("detail-b").textContent = pair.nameB;
        const facts = [];
        if (pair.verdict === "near") facts.push(["gap", brief(pair.distance)]);
        if (pair.bound > 0) facts.push(["depth", brief(pair.depth)], ["at most", brief(pair.bound)]);
        else if (pair.bound === null) facts.push(["depth", "not measured"]);
        if (pair.volume != null) facts.push(["volume", brief(pair.volume)]);
        if (pair.contact_area > 0) facts.push(["contact area", brief(pair.contact_area)]);
        if (pair.way_out != null) facts.push(["way out", brief(pair.way_out) + " (" + pair.way_out_b.map(brief).join(" ") + ")"]);
        if (pair.normal) facts.push(["direction", pair.normal.map((x) => (x <= -0.005 ? "−" : "+") + Math.abs(x).toFixed(2)).join(" ")]);
        if (at) facts.push(["place", at.map((x, k) => brief(x + o[k])).join("  ")]);
        for (const [side, number] of [["A", pair.a], ["B", pair.b]]) {
            const {kind, guid, path} = this.data.parts[number];
            if (guid || path) facts.push([side, [kind, guid, path].filter(Boolean).join("  ")]);
        }
        $("detail-facts").replaceChildren(...facts.flatMap(([name, value]) => [element("dt", "", name), element("dd", "", value)]));
        $("note").value = note.text;
        $("note-status").value = note.status;
        $("kept").textContent = this.notes.kept ? "" : "The browser keeps no notes here: export them.";
    }

    sizeOf(number) {
        const b = this.view.scene.boxOfPart(number);
        return length(sub(b.slice(3), b.slice(0, 3)));
    }

    // From where the depth vector is seen from the side, near enough to see it and the curves.
    flyTo(pair) {
        const sizes = [this.sizeOf(pair.a), this.sizeOf(pair.b)], smaller = Math.min(...sizes) || Math.max(...sizes);
        let size = Math.max(10 * (pair.depth || pair.distance || 0), smaller * 0.15);
        if (pair.curves) size = Math.max(size, 1.3 * length(sub(pair.curves.box.slice(3), pair.curves.box.slice(0, 3))));
        size = Math.max(Math.min(size, 1.2 * smaller), this.view.camera.radius * 1e-4, pair.distance || 0);
        const goal = {target: placeOf(pair) || this.view.camera.target, distance: 0.9 * size / HALF_TANGENT};
        if (pair.normal) Object.assign(goal, across(pair.normal, this.view.camera));
        this.view.camera.fly(goal);
    }

    // ---- colours

    paint() {
        if (!this.view) return;
        const dark = this.view.dark, css = getComputedStyle(document.documentElement);
        const color = (name) => hexColor(css.getPropertyValue(name).trim());
        const plain = color("--part"), verdicts = ["--hard", "--undecided", "--touching", "--near"].map(color), a = color("--a"), b = color("--b");
        const others = $("others").value, colours = $("colours").value, pair = this.chosen;
        const larger = !pair ? null : this.sizeOf(pair.a) > this.sizeOf(pair.b) ? pair.a : pair.b;
        this.data.parts.forEach((part, number) => {
            const worst = this.worst[number], own = scale(plain, 0.88 + 0.3 * (number * 0.381966 % 1));
            let tint = own, opacity = 1;
            if (colours === "file") tint = part.color || own;
            else if (colours === "part") tint = hueOf(number);
            else if (worst < VERDICTS.length) tint = mix(own, verdicts[worst], 0.36);
            if (pair && (number === pair.a || number === pair.b)) {
                tint = number === pair.a ? a : b;
                if (number === larger) opacity = 0.62; // what is in it is seen
            } else if (pair || (this.part !== null && number !== this.part)) {
                opacity = others === "hidden" ? 0 : others === "solid" ? 1 : dark ? 0.13 : 0.16;
                tint = others === "solid" ? (colours === "verdict" ? plain : tint) : mix(plain, dark ? [1, 1, 1] : [0.2, 0.25, 0.3], 0.5);
            } else if (number === this.part) tint = a;
            part.tint = [...tint, this.view.isSeen(number) ? opacity : 0];
        });
        if (pair) this.drawMarks(pair, a, b, color("--curve"), color("--vector"));
        else {
            this.view.scene.setLines([]);
            this.view.scene.setMarks([]);
            this.view.scene.setDots([]);
        }
        $("show-all").disabled = !this.view.hidden.size && !this.view.isolated;
        $("isolate").disabled = $("hide").disabled = this.part === null && !pair;
        this.view.scene.touch();
    }

    drawMarks(pair, a, b, curve, vector) {
        const lines = [], marks = [], dots = [], at = placeOf(pair);
        let first = 0;
        if (pair.curves) {
            const points = pointsOf(pair.curves.p, pair.curves.box);
            for (const n of new Int32Array(bytesOf(pair.curves.n).buffer)) {
                const count = Math.abs(n); // closed: negative
                for (let k = 0; k + (n > 0 ? 1 : 0) < count; k++) lines.push([points[first + k], points[first + (k + 1) % count], curve]);
                first += count;
            }
        }
        if (pair.pa && pair.pb) {
            marks.push([pair.pa, pair.pb, vector]);
            dots.push([pair.pa, a], [pair.pb, b]);
        } else if (at) dots.push([at, vector]);
        this.view.scene.setLines(lines);
        this.view.scene.setMarks(marks);
        this.view.scene.setDots(dots);
    }

    // ---- parts

    chosenParts() {
        return this.chosen ? [this.chosen.a, this.chosen.b] : this.part !== null ? [this.part] : [];
    }

    hide() {
        this.chosenParts().forEach((number) => this.view.hidden.add(number));
        if (this.part !== null) this.choosePart(null);
        this.paint();
    }

    isolate() {
        const parts = this.chosenParts();
        if (!parts.length) return;
        this.view.isolated = new Set(parts);
        this.paint();
        if (!this.chosen) this.view.fit();
    }

    showAll() {
        this.view.hidden.clear();
        this.view.isolated = null;
        this.paint();
    }

    // ---- notes and print

    writeNote() {
        if (!this.chosen) return;
        this.notes.set(this.chosen, {status: $("note-status").value, text: $("note").value});
        $("kept").textContent = this.notes.kept ? "" : "The browser keeps no notes here: export them.";
        this.list.show();
    }

    importFile(input) {
        const file = input.files[0];
        input.value = "";
        if (!file) return;
        file.text().then((text) => {
            const [known, unknown] = this.notes.read(text);
            this.notes.keep();
            say(`${known} notes read` + (unknown ? `, and ${unknown} of pairs that are not in this report` : "") + ".");
            if (this.chosen) this.showDetail(this.chosen);
            this.filter();
        }).catch(() => say(`${file.name} holds no notes.`));
    }

    // The list as a table, and the picture as it is.
    preparePrint() {
        $("origin").open = true;
        this.view.draw();
        $("print-picture").src = this.view.canvas.toDataURL("image/png");
        $("print-rows").replaceChildren(...this.shown.map((pair) => {
            const note = this.notes.of(pair);
            return element("tr", "", null, ...[pair.label, amountOf(pair), pair.nameA, pair.nameB, note.status, note.text].map((text) => element("td", "", text)));
        }));
    }
}

// A colour for each part: hues a golden angle apart, so that the next ones differ most.
function hueOf(number) {
    const turn = number * 0.381966 % 1 * 6, lightness = 0.62 + 0.12 * (number % 3 - 1);
    return [0, 4, 2].map((k) => lightness + 0.22 * clamp(Math.abs((turn + k) % 6 - 3) * 2 - 3, -1, 1));
}

function placeOf(pair) {
    if (pair.verdict === "near") return mix(pair.pa, pair.pb, 0.5);
    return pair.pa && pair.pb ? (pair.inside === "b" ? pair.pb : pair.pa) : pair.point;
}

function amountOf(pair) {
    return pair.verdict === "near" ? `gap ${brief(pair.distance)}` : pair.depth > 0 ? `depth ${brief(pair.depth)}` : "";
}

// Yaw and pitch of the view nearest to the present one that sees a direction from the side.
function across(direction, camera) {
    let back = camera.back();
    const off = sub(back, scale(direction, dot(back, direction) * 0.85));
    if (length(off) > 0.2) back = unit(off);
    const [x, y, z] = back;
    return camera.axis === 1 ? {yaw: Math.atan2(x, z), pitch: Math.asin(clamp(y, -0.99, 0.99))} : {yaw: Math.atan2(x, -y), pitch: Math.asin(clamp(z, -0.99, 0.99))};
}

function save(name, text) {
    const link = element("a");
    link.href = URL.createObjectURL(new Blob([text], {type: "application/json"}));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function say(text) {
    $("message").textContent = text;
    $("message").hidden = false;
    clearTimeout(say.timer);
    say.timer = setTimeout(() => $("message").hidden = true, 5000);
}
