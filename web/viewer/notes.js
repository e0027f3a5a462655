// Notes on clashes: a status and a text by the names of the two parts. They are kept by the browser and in files of their own.

const STATUSES = ["open", "accepted", "resolved"];

class Notes {
    // `title` and `pairs` tell this report from others.
    constructor(title, pairs) {
        this.title = title;
        const seen = new Map();
        let mark = 5381;
        pairs.forEach((pair) => {
            const names = JSON.stringify([pair.nameA, pair.nameB]), number = (seen.get(names) || 0) + 1;
            seen.set(names, number);
            pair.key = JSON.stringify([pair.nameA, pair.nameB, number]);
            for (const c of pair.key) mark = (mark * 33 ^ c.codePointAt(0)) >>> 0;
        });
        this.known = new Set(pairs.map((pair) => pair.key));
        this.place = `carom notes ${title} ${mark}`;
        this.all = new Map();
        this.kept = true;
        try {
            this.read(localStorage.getItem(this.place) || "{}");
        } catch {
            this.kept = false;
        }
    }

    of(pair) {
        return this.all.get(pair.key) || {status: "open", text: ""};
    }

    set(pair, note) {
        if (note.status === "open" && !note.text) this.all.delete(pair.key);
        else this.all.set(pair.key, note);
        this.keep();
    }

    keep() {
        try {
            localStorage.setItem(this.place, this.write());
            this.kept = true;
        } catch {
            this.kept = false;
        }
    }

    write() {
        const notes = [...this.all].map(([key, note]) => {
            const [a, b, number] = JSON.parse(key);
            return {a, b, number, status: note.status, text: note.text};
        });
        return JSON.stringify({carom_notes: 1, title: this.title, notes}, null, 1);
    }

    // Adds the notes of a file. Returns [those of this report, those of pairs that it does not have]; these are kept, too.
    read(text) {
        const read = JSON.parse(text), count = [0, 0];
        if (!read || typeof read !== "object" || (read.notes !== undefined && !Array.isArray(read.notes))) throw new Error("no notes");
        for (const n of read.notes || []) {
            if (!n || typeof n.a !== "string" || typeof n.b !== "string") continue;
            const key = JSON.stringify([n.a, n.b, Number.isInteger(n.number) ? n.number : 1]);
            this.all.set(key, {status: STATUSES.includes(n.status) ? n.status : "open", text: String(n.text || "")});
            count[this.known.has(key) ? 0 : 1]++;
        }
        return count;
    }
}
