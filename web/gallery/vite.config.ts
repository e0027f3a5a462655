// The gallery: `make web` builds it into build/web, with the npm package of build/js/package. What pages name in `declares` is looked up in the
// library's source: the header's text is in the site, and so are, as plain text, the header, the code behind it and the page's own code.
import {existsSync, readFileSync, readdirSync} from "node:fs";
import {fileURLToPath} from "node:url";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const ROOT = at("../.."); // of web/gallery and of its copy in build/web-source alike

function files(folder: string, ending: string): string[] {
    return readdirSync(`${ROOT}/${folder}`, {withFileTypes: true}).flatMap(entry => (entry.isDirectory() ? files(`${folder}/${entry.name}`, ending) : entry.name.endsWith(ending) ? [`${folder}/${entry.name}`] : []));
}

/** The comment before a declaration in a header, and the declaration. */
function declaration(header: string, name: string): string | undefined {
    const found = new RegExp(`^(CAROM_API|static inline)[^;{}]*\\b${name}\\([^;{]*`, "m").exec(header);
    if (!found) return;
    // that of a group without an empty line in it, or else of the file, holds for functions that have none of their own
    const above = header.slice(0, found.index), group = above.slice(above.lastIndexOf("\n\n") + 1), end = group.lastIndexOf("*/");
    const comment = end >= 0 ? group.slice(group.lastIndexOf("/*", end), end + 2) : header.slice(0, header.indexOf("*/") + 2);
    return `${comment}\n${found[0].trim()};`;
}

/** Of every function that a page names: its header, the header's text, and the file that defines it. */
function declarations(): Record<string, {header: string; text: string; file: string}> {
    const pages = files("web/gallery/src/pages", ".ts").map(path => readFileSync(`${ROOT}/${path}`, "utf8")), out: Record<string, {header: string; text: string; file: string}> = {};
    const names = new Set(pages.flatMap(text => [.../declares: \[([^\]]*)\]/.exec(text)?.[1].matchAll(/"(\w+)"/g) ?? []].map(match => match[1])));
    const headers = files("include/carom", ".h").map(path => [path, readFileSync(`${ROOT}/${path}`, "utf8")]), sources = files("src", ".c").map(path => [path, readFileSync(`${ROOT}/${path}`, "utf8")]);
    for (const name of names) {
        const [header] = headers.find(([, text]) => declaration(text, name)) ?? [];
        if (!header) throw new Error(`a page names ${name}, which no header declares`);
        const [file] = sources.find(([, text]) => new RegExp(`^\\w[^;={}()]*\\b${name}\\([^;]*\\{`, "m").test(text)) ?? [header];
        out[name] = {header, text: declaration(headers.find(([path]) => path === header)![1], name)!, file};
    }
    return out;
}

const DECLARATIONS = "virtual:declarations";

export default {
    base: "./",
    resolve: {alias: {carom: at("../../build/js/package/carom.js")}},
    define: {HAS_BUNNY: existsSync(at("public/bunny.bin")), HAS_AS1: existsSync(at("public/as1.json")), HAS_REPLAY: existsSync(at("public/replay.html"))},
    server: {fs: {allow: [at("../..")]}},
    build: {target: "es2022", outDir: at("../../build/web"), emptyOutDir: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 700},
    plugins: [{
        name: "declarations",
        resolveId: (id: string) => (id === DECLARATIONS ? `\0${DECLARATIONS}` : null),
        load: (id: string) => (id === `\0${DECLARATIONS}` ? `export default ${JSON.stringify(declarations())}` : null),
        generateBundle(this: {emitFile(file: {type: "asset"; fileName: string; source: string}): void}) {
            const all = Object.values(declarations()), pages = files("web/gallery/src/pages", ".ts");
            for (const path of new Set([...all.flatMap(({header, file}) => [header, file]), ...pages])) this.emitFile({type: "asset", fileName: `source/${path}.txt`, source: readFileSync(`${ROOT}/${path}`, "utf8")});
        },
    }],
};
