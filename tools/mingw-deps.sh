#!/bin/sh
# Static jansson and libpng for Windows, which Debian has no packages of: its own sources of both, built with MinGW-w64 into
# build/mingw-deps, where cmake/toolchains/mingw.cmake looks. The lists of sources are kept there, too; the system's stay as they are.
set -eu
cd "$(dirname "$0")/.."
deps=$PWD/build/mingw-deps
[ -e "$deps/lib/pkgconfig/libpng.pc" ] && [ -e "$deps/lib/pkgconfig/jansson.pc" ] && exit 0
command -v dpkg-source > /dev/null || { echo "mingw-deps: dpkg-source is missing (package dpkg-dev)" >&2; exit 1; }
mkdir -p "$deps/lists/partial" "$deps/source" "$deps/parts"
# the system's own places of packages, for sources; mirrors need not have those of security updates
list=/etc/apt/sources.list.d/debian.sources
[ ! -e $list ] || awk -v RS= -v ORS='\n\n' '!/-security/' $list | sed 's/^Types:.*/Types: deb-src/' > "$deps/parts/debian.sources"
[ ! -e /etc/apt/sources.list ] || sed -n '/-security/d; s/^deb /deb-src /p' /etc/apt/sources.list > "$deps/parts/debian.list"
apt="apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts=$deps/parts -o Dir::State::Lists=$deps/lists
    -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=$(id -un)"
$apt update
(cd "$deps/source" && $apt source jansson libpng1.6 > "$deps/log" 2>&1) || { cat "$deps/log"; exit 1; }
compile() {
    name=$1
    shift
    cmake -G Ninja -S "$deps/source/$name"-*/ -B "$deps/build/$name" -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/toolchains/mingw.cmake" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$deps" "$@" > "$deps/log" 2>&1 &&
        cmake --build "$deps/build/$name" --target install >> "$deps/log" 2>&1 || { cat "$deps/log"; exit 1; }
}
compile jansson -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_EXAMPLES=OFF
compile libpng1.6 -DPNG_SHARED=OFF -DPNG_TESTS=OFF -DPNG_STATIC=ON
# all of it is linked statically
sed -i -e '/^Requires.private/d' -e '/^Libs.private/d' -e 's/^Libs:.*/& -lz/' "$deps/lib/pkgconfig/libpng16.pc"
[ -e "$deps/lib/pkgconfig/libpng.pc" ] || cp "$deps/lib/pkgconfig/libpng16.pc" "$deps/lib/pkgconfig/libpng.pc"
