// The gallery: a list of pages, and one page at a time by the address. The library is loaded once, when the first page is opened; what a page says is
// there before.
import type {Carom} from "carom";
import {initial, read, write} from "./address";
import {tokens} from "./highlight";
import type {Code, Page, State} from "./page";
import {catalogue} from "./pages";
import type {Stage} from "./stage";
import type {Drawing} from "./drawing";

const main = document.querySelector("main")!, nav = document.querySelector("nav")!;
/** What a page is shown by: a picture, or another document of the site. */
type Shown = Pick<Stage, "change" | "setHandle" | "addHandle" | "dispose">;
let shown: {page: Page; state: State; stage: Shown; update(): void} | undefined;

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes: Record<string, string> = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[Tag] {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
}

const groups = new Map<string, typeof catalogue>();
for (const entry of catalogue) groups.set(entry.group, [...groups.get(entry.group) ?? [], entry]);

function home(): void {
    document.title = "carom: a gallery";
    main.replaceChildren(
        element("h1", {}, "Do things touch?"),
        element("p", {class: "lead"}, "Drag the shapes, and see where, when and how deep. Every answer is that of the C library carom, which runs in this page; each page has the same call in C, Python and JavaScript."),
        ...[...groups].map(([group, entries]) => element("section", {},
            element("h2", {}, group),
            element("ul", {class: "cards"}, ...entries.map(entry => element("li", {}, element("a", {href: `#${entry.id}`}, element("strong", {}, entry.title), element("span", {}, entry.question))))))));
}

/** The bar: a menu of all pages by group, and the pages before and after the one that is shown. */
function navigate(id: string): void {
    const at = catalogue.findIndex(entry => entry.id === id), shown = catalogue[at];
    const menu = element("details", {class: "menu"}, element("summary", {}, shown ? shown.short : "Pages"),
        element("div", {class: "groups"}, ...[...groups].map(([group, entries], i) => element("section", {"aria-labelledby": `group-${i}`},
            element("h2", {id: `group-${i}`}, group),
            element("ul", {}, ...entries.map(entry => element("li", {}, element("a", {href: `#${entry.id}`, ...(entry === shown ? {"aria-current": "page"} : {})}, entry.short))))))));
    const summary = menu.querySelector("summary")!;
    summary.setAttribute("aria-label", shown ? `Pages; now: ${shown.title}` : "Pages");
    menu.addEventListener("keydown", event => {
        const links = [...menu.querySelectorAll("a")], here = links.indexOf(document.activeElement as HTMLAnchorElement);
        const to: Record<string, number> = {ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: links.length - 1};
        if (event.key === "Escape" && menu.open) {
            menu.open = false;
            summary.focus();
        } else if (event.key in to && (menu.open || event.key === "ArrowDown")) {
            event.preventDefault();
            menu.open = true;
            (links[to[event.key]] ?? summary).focus();
        }
    });
    menu.addEventListener("focusout", event => {
        if (event.relatedTarget && !menu.contains(event.relatedTarget as Node)) menu.open = false;
    });
    menu.addEventListener("click", event => {
        if ((event.target as Element).closest("a")) menu.open = false; // also of the page that is shown
    });
    const beside = (entry: (typeof catalogue)[number] | undefined, arrow: string, what: string) =>
        entry ? [element("a", {class: "beside", href: `#${entry.id}`, "aria-label": `${what}: ${entry.title}`}, ...(arrow === "→" ? [element("span", {}, entry.short), arrow] : [arrow, element("span", {}, entry.short)]))] : [];
    nav.replaceChildren(menu, ...(shown ? [...beside(catalogue[at - 1], "←", "The page before"), ...beside(catalogue[at + 1], "→", "The page after")] : []));
}

/** A press outside of the menu closes it. */
addEventListener("pointerdown", event => {
    const menu = nav.querySelector<HTMLDetailsElement>("details[open]");
    if (menu && !menu.contains(event.target as Node)) menu.open = false;
});

/** A button that puts a text on the clipboard. */
function copyButton(of: () => string): HTMLButtonElement {
    const button = element("button", {type: "button", class: "copy"}, "Copy");
    button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(of());
        button.textContent = "Copied";
        setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    return button;
}

const LANGUAGES: [keyof Code, string][] = [["c", "C"], ["python", "Python"], ["javascript", "JavaScript"]];

/** The code in three languages behind tabs; the function shows that of a state. */
function codeTabs(page: Page, state: State): {tabs: HTMLElement; update(): void} {
    let language: keyof Code = (localStorage.getItem("language") as keyof Code | null) ?? "c";
    if (!LANGUAGES.some(([name]) => name === language)) language = "c";
    const code = element("code"), list = element("div", {role: "tablist", "aria-label": "Language"});
    const panel = element("div", {role: "tabpanel", id: "code", tabindex: "0"}, element("pre", {}, code));
    const update = () => {
        code.replaceChildren(...coloured(page.code(state)[language]));
        for (const button of list.querySelectorAll("button")) {
            const is = button.dataset.language === language;
            button.setAttribute("aria-selected", String(is));
            button.tabIndex = is ? 0 : -1;
        }
    };
    for (const [name, label] of LANGUAGES) {
        const button = element("button", {type: "button", role: "tab", "data-language": name, "aria-controls": "code"}, label);
        button.addEventListener("click", () => {
            language = name;
            localStorage.setItem("language", name);
            update();
        });
        list.append(button);
    }
    list.addEventListener("keydown", event => {
        const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (!step) return;
        const at = LANGUAGES.findIndex(([name]) => name === language);
        const next = LANGUAGES[(at + step + LANGUAGES.length) % LANGUAGES.length][0];
        const button = list.querySelector<HTMLButtonElement>(`[data-language=${next}]`)!;
        button.click();
        button.focus();
    });
    return {tabs: element("section", {class: "code", "aria-label": "The call"}, element("div", {class: "bar"}, list, copyButton(() => page.code(state)[language])), panel), update};
}

/** A button that lets a number of the page run until it is pressed again or the page is left. Where less motion is wished it takes one step at each press. */
function runButton(page: Page, input: HTMLInputElement): HTMLButtonElement {
    const {number: name, seconds} = page.runs!, slider = page.numbers![name], range = slider.max - slider.min;
    const button = element("button", {type: "button", class: "copy"}), still = matchMedia("(prefers-reduced-motion: reduce)");
    let last = 0, at = 0; // not that of the slider, which has only multiples of its step
    const runs = () => button.getAttribute("aria-pressed") === "true";
    const stop = () => {
        if (still.matches) button.removeAttribute("aria-pressed");
        else button.setAttribute("aria-pressed", "false");
        button.textContent = still.matches ? "Step" : "Run";
    };
    const put = (to: number) => {
        at = to > slider.max ? slider.min : to;
        input.value = String(at);
        input.dispatchEvent(new Event("input"));
    };
    const tick = (now: number) => {
        if (!button.isConnected) return still.removeEventListener("change", stop);
        if (!runs()) return;
        if (last) {
            if (Math.abs(Number(input.value) - at) > slider.step) at = Number(input.value); // the reader has moved it
            put(at + (now - last) / 1000 / seconds * range);
        }
        last = now;
        requestAnimationFrame(tick);
    };
    button.addEventListener("click", () => {
        if (still.matches) return put(Number(input.value) + Math.max(slider.step, Math.round(range / 20 / slider.step) * slider.step));
        if (runs()) return stop();
        button.setAttribute("aria-pressed", "true");
        button.textContent = "Stop";
        last = 0;
        at = Number(input.value);
        requestAnimationFrame(tick);
    });
    still.addEventListener("change", stop);
    stop();
    return button;
}

function controls(page: Page, state: State, changed: () => void): HTMLElement {
    const form = element("form", {class: "controls", "aria-label": "Numbers"});
    form.addEventListener("submit", event => event.preventDefault());
    for (const [name, choice] of Object.entries(page.choices ?? {})) {
        const select = element("select", {id: `choice-${name}`}, ...Object.entries(choice.options).map(([value, label]) => element("option", {value}, label)));
        select.value = state.choices[name];
        select.addEventListener("change", () => {
            state.choices[name] = select.value;
            changed();
        });
        form.append(element("label", {for: select.id}, choice.label), select);
    }
    for (const [name, slider] of Object.entries(page.numbers ?? {})) {
        const input = element("input", {id: `number-${name}`, type: "range", min: String(slider.min), max: String(slider.max), step: String(slider.step)});
        const value = element("output", {for: input.id});
        input.value = String(state.numbers[name]);
        value.textContent = input.value;
        input.addEventListener("input", () => {
            state.numbers[name] = Number(input.value);
            value.textContent = input.value;
            changed();
        });
        form.append(element("label", {for: input.id}, slider.label), input, value);
        if (page.runs?.number === name) form.append(element("span"), runButton(page, input), element("span"));
    }
    return form;
}

/** A document in place of a picture; `ask` is called at the next frame. */
class DocumentStage implements Shown {
    readonly draw = undefined as unknown as Drawing; // such a page draws nothing
    private readonly inner: HTMLIFrameElement;
    private address = "";

    constructor(private readonly frame: HTMLElement, title: string, private readonly of: () => string, private readonly ask: () => void) {
        this.inner = element("iframe", {title});
        frame.append(this.inner);
    }

    change(): void {
        requestAnimationFrame(() => {
            if (this.address !== this.of()) this.inner.src = this.address = this.of();
            this.ask();
        });
    }

    setHandle(): void {}

    addHandle(): void {}

    dispose(): void {
        this.frame.replaceChildren();
    }
}

/** What the headers say of the functions of a page, and links to their code and to the page's. */
async function headerText(page: Page, file: string): Promise<HTMLElement> {
    const {default: all} = await import("virtual:declarations"), link = (path: string) => element("a", {href: `./source/${path}.txt`}, path);
    const own = page.declares.map(name => all[name]), paths = [...new Set([...own.flatMap(({header, file}) => [header, file]), `web/gallery/src/pages/${file}.ts`])];
    return element("section", {class: "text"}, element("h2", {}, "What the header says"),
        ...own.map(({text}) => element("pre", {class: "header", tabindex: "0"}, ...coloured(text))),
        element("p", {class: "source"}, "Code: ", ...paths.flatMap((path, i) => (i ? [", ", link(path)] : [link(path)]))));
}

/** Code with its comments, strings, numbers and words coloured. */
function coloured(code: string): (string | HTMLElement)[] {
    return tokens(code).map(([kind, word]) => (kind ? element("span", {class: kind}, word) : word));
}

/** The textbook's code of a page that has some. */
function textbookText({textbook}: Page): HTMLElement[] {
    if (!textbook) return [];
    return [element("section", {class: "text"}, element("h2", {}, `The textbook's code: ${textbook.name}`), element("pre", {class: "header", tabindex: "0"}, ...coloured(textbook.code)))];
}

let library: Promise<Carom> | undefined;

/** Lets the browser answer its reader between two long pieces of work. */
const breath = (): Promise<void> => new Promise(done => setTimeout(done));

/** Shows a page; `stale` says whether another one was asked for meanwhile. */
async function open(page: Page, file: string, query: string, stale: () => boolean): Promise<void> {
    document.title = `${page.title} · carom`;
    const state = read(page, query), frame = element("div", {class: "stage"}, element("p", {class: "wait"}, "Loading the library…"));
    const answer = element("dl", {class: "answer", "aria-live": "polite", "aria-label": "Answer"}), {tabs, update: updateCode} = codeTabs(page, state);
    const left = element("div", {class: "left"}, frame), share = copyButton(() => location.href), reset = element("button", {type: "button", class: "copy"}, "Start again"), buttons = element("p", {class: "buttons"}, share, reset);
    share.textContent = "Copy the address";
    reset.addEventListener("click", () => {
        Object.assign(state.points, initial(page).points);
        location.hash = `#${page.id}`;
        void route(true);
    });
    main.replaceChildren(element("h1", {}, page.title), element("p", {class: "lead"}, page.question), element("div", {class: "columns"}, left, element("div", {class: "right"}, answer, tabs, ...textbookText(page),
        element("section", {class: "text"}, element("h2", {}, "How it is found"), element("p", {}, page.algorithm.join(" ")), element("p", {class: "source"}, `Source: ${page.source}.`)), buttons)));
    updateCode();
    const [carom, {Stage}, header] = await Promise.all([library ??= import("carom").then(({default: load}) => load()), import("./stage"), headerText(page, file)]);
    await breath();
    if (stale()) return;
    frame.replaceChildren();
    buttons.before(header);
    let written = 0;
    const update = () => stage.change();
    left.append(element("p", {class: "hint"}, Object.keys(page.points).length ? "Drag the letters; elsewhere the view turns. With the keyboard: tab to a letter, arrow keys, page up and down." : page.document ? "The picture has keys of its own: the question mark lists them." : "Drag to turn the view."),
        controls(page, state, update), ...(page.extra ? [page.extra(update)] : []));
    const ask = () => {
        const rows = page.show(carom, state, stage.draw);
        answer.replaceChildren(...rows.flatMap(([what, value]) => [element("dt", {}, what), element("dd", {}, value)]));
        updateCode();
        for (const [name, at] of Object.entries(state.points)) stage.setHandle(name, at);
        clearTimeout(written);
        const address = location.hash;
        written = window.setTimeout(() => {
            // not where another address has been asked for meanwhile
            if (location.hash === address && shown?.state === state) history.replaceState(null, "", write(page, state));
        }, 200);
    };
    await breath();
    if (stale()) return;
    const stage: Shown & {draw: Drawing} = page.document ? new DocumentStage(frame, page.title, () => page.document!(state), ask) : new Stage(frame, page.camera ?? [4, 3, 7], ask);
    for (const [name, point] of Object.entries(page.points))
        stage.addHandle(name, point.label, state.points[name], to => {
            state.points[name] = to;
            stage.change();
        });
    shown = {page, state, stage, update};
    stage.change();
    // for tests: the page's numbers, and the address that holds them
    Object.assign(window, {gallery: {carom, get shown() { return shown; }, get address() { return shown && write(shown.page, shown.state); }}});
}

let current = "";
async function route(again = false): Promise<void> {
    const [id, query = ""] = decodeURIComponent(location.hash.slice(1)).split("?");
    if (shown && id === shown.page.id && !again && write(shown.page, read(shown.page, query)) === write(shown.page, shown.state)) return;
    current = id + query;
    const mine = current, entry = catalogue.find(e => e.id === id);
    try {
        const page = entry && (await entry.load()).default;
        if (mine !== current) return; // another page was asked for meanwhile
        shown?.stage.dispose();
        shown = undefined;
        navigate(id);
        if (!page) return home();
        await open(page, entry.file, query, () => mine !== current);
    } catch (error) {
        if (mine === current) main.replaceChildren(element("p", {class: "wait", role: "alert"}, `The page cannot be shown: ${error instanceof Error ? error.message : error}`));
    }
}

// in a document that shows a page live: the picture, its numbers and the answer alone
if (new URLSearchParams(location.search).has("embed")) document.documentElement.classList.add("embed");
addEventListener("hashchange", () => void route());
void route();
