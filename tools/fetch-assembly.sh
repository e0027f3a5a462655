#!/bin/sh
# Puts a STEP assembly of 18 parts at build/data/as1-oc-214.stp: AS1, a test model of the CAx Implementor Forum, as the npm package
# occt-import-js (LGPL-2.1) carries it among its test files.
set -eu
cd "$(dirname "$0")/.."
target=build/data/as1-oc-214.stp
sum=038be659c54b16c9f3da8d7b2da7b63e3fd8879d3abe5b7826108336a7c0bae9
fits() { [ -f "$1" ] && [ "$(sha256sum < "$1" | cut -d ' ' -f 1)" = "$sum" ]; }
if fits "$target"; then
    exit 0
fi
if ! command -v npm > /dev/null; then
    echo "fetch-assembly: npm is missing; run: apt-get install npm" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
inside=package/test/testfiles/cax-if/as1-oc-214.stp
(cd "$work" && npm pack --silent occt-import-js@0.0.23 > /dev/null && tar xzf occt-import-js-*.tgz "$inside")
if ! fits "$work/$inside"; then
    echo "fetch-assembly: occt-import-js holds another assembly than expected" >&2
    exit 1
fi
mkdir -p build/data
mv "$work/$inside" "$target"
