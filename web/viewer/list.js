// A list of many rows of one height, of which only those in sight are in the document.

class List {
    // `draw(row, item, index)` fills a row; `choose(item)` is called for a click or a key.
    constructor(box, draw, choose) {
        this.box = box;
        this.draw = draw;
        this.choose = choose;
        this.items = [];
        this.chosen = null;
        this.rowHeight = 54;
        this.space = document.createElement("div");
        this.space.className = "space";
        this.rows = [];
        box.append(this.space);
        box.addEventListener("scroll", () => this.show());
        new ResizeObserver(() => this.show()).observe(box);
        box.addEventListener("click", (e) => {
            const row = e.target.closest("[role=option]");
            if (row) this.choose(this.items[row.index]);
        });
        box.addEventListener("keydown", (e) => {
            const page = Math.max(1, Math.floor(box.clientHeight / this.rowHeight) - 1);
            const step = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity}[e.key];
            if (step === undefined || e.ctrlKey || e.altKey || e.metaKey) return;
            e.preventDefault();
            this.step(step);
        });
    }

    setItems(items) {
        this.items = items;
        this.space.style.height = items.length * this.rowHeight + "px";
        this.show();
    }

    setChosen(item) {
        this.chosen = item;
        const index = this.items.indexOf(item), h = this.rowHeight;
        if (index >= 0) {
            if (index * h < this.box.scrollTop) this.box.scrollTop = index * h;
            if ((index + 1) * h > this.box.scrollTop + this.box.clientHeight) this.box.scrollTop = (index + 1) * h - this.box.clientHeight;
        }
        this.show();
    }

    step(by) {
        if (!this.items.length) return;
        const now = this.items.indexOf(this.chosen);
        this.choose(this.items[clamp(Math.max(now, by > 0 ? -1 : 0) + by, 0, this.items.length - 1)]);
    }

    show() {
        const h = this.rowHeight, first = Math.max(0, Math.floor(this.box.scrollTop / h) - 2);
        const count = Math.min(this.items.length - first, Math.ceil(this.box.clientHeight / h) + 5);
        while (this.rows.length < count) {
            const row = document.createElement("div");
            row.setAttribute("role", "option");
            this.rows.push(row);
            this.space.append(row);
        }
        let active = "";
        this.rows.forEach((row, k) => {
            const index = first + k, item = this.items[index];
            row.hidden = k >= count;
            if (row.hidden) return;
            row.index = index;
            row.id = this.box.id + "-" + index;
            row.style.transform = `translateY(${index * h}px)`;
            row.setAttribute("aria-setsize", this.items.length);
            row.setAttribute("aria-posinset", index + 1);
            row.setAttribute("aria-selected", item === this.chosen);
            if (item === this.chosen) active = row.id;
            this.draw(row, item, index);
        });
        if (active) this.box.setAttribute("aria-activedescendant", active);
        else this.box.removeAttribute("aria-activedescendant");
    }
}

// An element with a class, a text and children. Names come from files: they are set as text and never as markup.
function element(name, className, text, ...children) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined && text !== null) made.textContent = text;
    made.append(...children);
    return made;
}
