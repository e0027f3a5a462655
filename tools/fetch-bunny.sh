#!/bin/sh
# Puts the 69,451-triangle Stanford bunny at build/data/bunny.stl, from the npm package stl-models (MIT).
# The bunny is a scan of the Stanford 3D Scanning Repository.
set -eu
cd "$(dirname "$0")/.."
target=build/data/bunny.stl
size=3472634 # 84 bytes of header and 69,451 records of 50 bytes
if [ -f "$target" ] && [ "$(wc -c < "$target")" -eq $size ]; then
    exit 0
fi
if ! command -v npm > /dev/null; then
    echo "fetch-bunny: npm is missing; run: apt-get install npm" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent stl-models@0.12.0 > /dev/null && tar xzf stl-models-*.tgz package/objects/bunny.bin.stl)
if [ "$(wc -c < "$work/package/objects/bunny.bin.stl")" -ne $size ]; then
    echo "fetch-bunny: stl-models holds another bunny than expected; want $size bytes" >&2
    exit 1
fi
mkdir -p build/data
mv "$work/package/objects/bunny.bin.stl" "$target"
