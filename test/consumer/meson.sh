#!/bin/sh
# Programs built by Meson: with carom as a CMake subproject, and with an installed carom by pkg-config. usage: meson.sh BUILD_DIR
set -eu
command -v meson > /dev/null || { echo "meson: not installed, so skipped" >&2; exit 77; }
here=$(cd "$(dirname "$0")" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$stage/project/subprojects/carom"
cp "$here"/meson/* "$here"/float.c "$here"/double.c "$here"/main.c "$stage/project"
(cd "$here/../.." && tar -c CMakeLists.txt cmake include src io cli tools) | tar -x -C "$stage/project/subprojects/carom"
run() {
    "$@" > "$stage/log" 2>&1 || { cat "$stage/log"; echo "meson: $* failed" >&2; exit 1; }
}
run meson setup "$stage/part" "$stage/project"
run meson test -C "$stage/part"
cmake --install "$1" --prefix "$stage/prefix" > /dev/null
PKG_CONFIG_PATH=$(dirname "$(find "$stage/prefix" -name carom.pc)")
LD_LIBRARY_PATH=$PKG_CONFIG_PATH/..
export PKG_CONFIG_PATH LD_LIBRARY_PATH
run meson setup "$stage/found" "$stage/project" -Dinstalled=true
run meson test -C "$stage/found"
echo "a program of Meson's runs with carom as a subproject, and installed"
