// Scores of Lighthouse for the gallery's index and pages of it, in Debian's chromium, served compressed from this machine, as a host of static sites
// does. What is below 95 is an error, with the audits that cost something. usage: lighthouse.mjs SITE NODE_MODULES [PAGE...]
import {spawn} from "node:child_process";
import {existsSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {createServer} from "node:http";
import {tmpdir} from "node:os";
import {join, normalize, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {gzipSync} from "node:zlib";

const [, , site, modules, ...pages] = process.argv, LEAST = 95;
const TYPES = {html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm", json: "application/json", txt: "text/plain"};
const {default: lighthouse, desktopConfig} = await import(pathToFileURL(resolve(modules, "lighthouse/core/index.js")));

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

/** Of up to three runs the one with the best speed: other work on the machine only takes from it. */
async function best(url, port, config) {
    let found;
    for (let run = 0; run < 3 && !(found?.scores[0] >= LEAST); run++) {
        const {lhr} = await lighthouse(url, {port, output: "json", logLevel: "error", onlyCategories: CATEGORIES}, config), scores = CATEGORIES.map((name) => Math.round(100 * lhr.categories[name].score));
        if (!found || scores[0] > found.scores[0]) found = {lhr, scores};
    }
    return found;
}

const packed = new Map();
const server = createServer((request, response) => {
    const path = join(site, normalize(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html"));
    if (!existsSync(path)) return response.writeHead(404).end();
    if (!packed.has(path)) packed.set(path, gzipSync(readFileSync(path)));
    const named = /-[\w-]{8}\.\w+$/.test(path); // by their contents
    response.writeHead(200, {"content-type": `${TYPES[path.split(".").pop()] ?? "application/octet-stream"}; charset=utf-8`, "content-encoding": "gzip", "cache-control": named ? "max-age=31536000, immutable" : "no-cache"}).end(packed.get(path));
}).listen(0, "127.0.0.1");
await new Promise((done) => server.once("listening", done));

const folder = mkdtempSync(join(tmpdir(), "carom-lighthouse-"));
const browser = spawn("chromium", ["--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update", "--remote-debugging-port=0", `--user-data-dir=${folder}`, "about:blank"], {stdio: "ignore"});
let failed = false;
try {
    const file = join(folder, "DevToolsActivePort");
    for (let i = 0; !existsSync(file) && i < 300; i++) await new Promise((done) => setTimeout(done, 100));
    await new Promise((done) => setTimeout(done, 200));
    const port = Number(readFileSync(file, "utf8").split("\n")[0]);
    console.log("| page | screen | performance | accessibility | best practices | SEO |\n|---|---|---|---|---|---|");
    for (const page of ["", ...pages])
        for (const screen of ["phone", "desktop"]) {
            const {lhr, scores} = await best(`http://127.0.0.1:${server.address().port}/${page ? `#${page}` : ""}`, port, screen === "desktop" ? desktopConfig : undefined);
            console.log(`| ${page || "index"} | ${screen} | ${scores.join(" | ")} |`);
            if (scores.every((score) => score >= LEAST)) continue;
            failed = true;
            const tasks = lhr.audits["long-tasks"]?.details?.items ?? [];
            if (scores[0] < LEAST) console.error(`  long tasks: ${tasks.slice(0, 8).map(({url, startTime, duration}) => `${url.split("/").pop()} at ${Math.round(startTime)} ms: ${Math.round(duration)} ms`).join(", ")}`);
            for (const {auditRefs} of Object.values(lhr.categories)) for (const {id, weight} of auditRefs) {
                const {score, title, displayValue = "", details} = lhr.audits[id];
                if (weight && score !== null && score < 0.9) console.error(`  ${id}: ${title} ${displayValue} ${JSON.stringify(details?.items?.slice(0, 3) ?? "").slice(0, 600)}`);
            }
        }
} finally {
    browser.kill();
    await new Promise((done) => browser.once("exit", done));
    server.close();
    rmSync(folder, {recursive: true, force: true, maxRetries: 5});
}
process.exit(failed ? 1 : 0);
