#!/bin/sh
# The gallery in build/web, a static site, by Vite with three.js from npm; the npm package is made first where it is missing.
# Its test in chromium runs where the release build is.
# usage: web.sh
set -eu
cd "$(dirname "$0")/.."
[ -e build/js/package/carom.wasm ] || tools/npm.sh quick
# Vite looks for what pages import above their own folder
work=build/web-source
mkdir -p "$work"
cp web/gallery/package.json "$work/"
[ -d "$work/node_modules/vite" ] || npm install --silent --no-audit --no-fund --no-package-lock --prefix "$work" > /dev/null
rm -rf "$work/src"
cp -R web/gallery/src web/gallery/index.html web/gallery/tsconfig.json web/gallery/vite.config.ts "$work/"
cd "$work"
node_modules/.bin/tsc --noEmit
node_modules/.bin/vite build --logLevel warn
cd ../..
# no request leaves the site
! grep -rlE "(src|href)=\"https?://|fetch\(\"https?://|import\(\"https?://" build/web/index.html build/web/assets/*.js || { echo "web: these ask for something of another site" >&2; exit 1; }
command=build/release/carom
if [ -x "$command" ] && [ -e build/release/libcarom.a ]; then
    /usr/bin/python3 test/browser/gallery.py build/web --carom "$command" --build build/release
fi
echo "build/web/index.html: $(find build/web -type f | wc -l) files; make serve shows it"
