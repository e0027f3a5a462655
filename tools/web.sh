#!/bin/sh
# The gallery in build/web, a static site, by Vite with three.js from npm; the npm package is made first where it is missing. The models of its
# pages are fetched, and the replay is written by the command where the release build is; pages do without what is missing.
# Its test in chromium runs where the release build is.
# usage: web.sh [lighthouse], which also measures the built site (tools/lighthouse.sh)
set -eu
cd "$(dirname "$0")/.."
[ -e build/js/package/carom.wasm ] || tools/npm.sh quick
# Vite looks for what pages import above their own folder
work=build/web-source
mkdir -p "$work"
cp web/gallery/package.json "$work/"
[ -d "$work/node_modules/vite" ] || npm install --silent --no-audit --no-fund --no-package-lock --prefix "$work" > /dev/null
tools/fetch-bunny.sh || echo "web: the bunny is left out" >&2
if tools/fetch-assembly.sh; then
    [ -d "$work/node_modules/occt-import-js" ] || npm install --silent --no-audit --no-fund --no-package-lock --no-save --prefix "$work" occt-import-js@0.0.23 > /dev/null || true
else
    echo "web: the assembly is left out" >&2
fi
command=build/release/carom
rm -rf "$work/src" "$work/public"
mkdir "$work/public"
cp web/gallery/models.mjs "$work/"
node "$work/models.mjs" build/data "$work/public"
[ ! -x "$command" ] || "$command" simulate web/gallery/replay.json --html "$work/public/replay.html" > "$work/replay.log" || cat "$work/replay.log"
cp -R web/gallery/src web/gallery/index.html web/gallery/tsconfig.json web/gallery/vite.config.ts "$work/"
cd "$work"
node_modules/.bin/tsc --noEmit
node_modules/.bin/vite build --logLevel warn
cd ../..
# no request leaves the site
! grep -rlE "(src|href)=\"https?://|fetch\(\"https?://|import\(\"https?://" build/web/index.html build/web/assets/*.js || { echo "web: these ask for something of another site" >&2; exit 1; }
if [ -x "$command" ] && [ -e build/release/libcarom.a ]; then
    /usr/bin/python3 test/browser/gallery.py build/web --carom "$command" --build build/release
fi
[ "${1:-}" != lighthouse ] || tools/lighthouse.sh
echo "build/web/index.html: $(find build/web -type f | wc -l) files; make serve shows it"
