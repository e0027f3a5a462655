#!/bin/sh
# Lighthouse (from npm) on the gallery in build/web: the index and three pages, on a phone and on a desktop; every score must be at least 95.
# usage: lighthouse.sh [PAGE...]
set -eu
cd "$(dirname "$0")/.."
[ -e build/web/index.html ] || { echo "lighthouse: build/web is missing: make web" >&2; exit 1; }
[ -d build/lighthouse/node_modules/lighthouse ] || npm install --silent --no-audit --no-fund --no-package-lock --prefix build/lighthouse lighthouse@12.2.3 > /dev/null
[ $# -gt 0 ] || set -- triangle two-meshes clash
node test/browser/lighthouse.mjs build/web build/lighthouse/node_modules "$@"
