// The gallery: `make web` builds it into build/web, with the npm package of build/js/package.
import {fileURLToPath} from "node:url";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default {
    base: "./",
    resolve: {alias: {carom: at("../../build/js/package/carom.js")}},
    server: {fs: {allow: [at("../..")]}},
    build: {target: "es2022", outDir: at("../../build/web"), emptyOutDir: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 700},
};
