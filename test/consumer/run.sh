#!/bin/sh
# Installs into a staging prefix and builds consumers against it: C and C++, by the CMake package (shared and static)
# and by pkg-config, and one program that uses both precisions. usage: run.sh BUILD_DIR
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
cmake --install "$build" --prefix "$stage/prefix" > /dev/null
cmake -S "$here" -B "$stage/cmake" -DCMAKE_PREFIX_PATH="$stage/prefix" > /dev/null
cmake --build "$stage/cmake" > /dev/null
for program in c_shared c_static cpp_shared; do
    "$stage/cmake/$program"
done
libs=$(find "$stage/prefix" -name carom.pc -exec dirname {} \;)
export PKG_CONFIG_PATH="$libs"
export LD_LIBRARY_PATH="$(dirname "$libs")"
# shellcheck disable=SC2046
cc -std=c17 "$here/float.c" "$here/double.c" "$here/main.c" $(pkg-config --cflags --libs carom) -o "$stage/by_pkg_config"
"$stage/by_pkg_config"
# One version everywhere, and one of 0.x is compatible with the same minor version alone.
version=$("$stage/by_pkg_config" --version)
minor=${version%.*}
expect() {
    [ "$2" = "$3" ] || { echo "consumer: $1 is $2, not $3" >&2; exit 1; }
}
expect "the version of carom.pc" "$(pkg-config --modversion carom)" "$version"
expect "the soname" "$(basename "$(objdump -p "$(dirname "$libs")/libcarom.so" | sed -n 's/.*SONAME *//p')")" "libcarom.so.$minor"
for wanted in "$minor" "$version"; do
    cmake -S "$here" -B "$stage/wanted" -DCMAKE_PREFIX_PATH="$stage/prefix" -DCAROM_WANTED="$wanted" > /dev/null
done
for wanted in "0.$((${minor#*.} - 1))" "0.$((${minor#*.} + 1))" 1.0; do
    rm -rf "$stage/refused"
    if cmake -S "$here" -B "$stage/refused" -DCMAKE_PREFIX_PATH="$stage/prefix" -DCAROM_WANTED="$wanted" > /dev/null 2>&1; then
        echo "consumer: version $version passes for $wanted" >&2
        exit 1
    fi
done
if [ -e "$libs/carom-io.pc" ]; then
    # shellcheck disable=SC2046
    cc -std=c17 "$here/io.c" $(pkg-config --cflags --libs carom-io) -o "$stage/reads"
    "$stage/reads" "$here/../data/cube.obj"
fi
# A mixed-up link must fail by name: double calls are not float's.
if nm -D --defined-only "$(dirname "$libs")"/libcarom.so | grep -qv -e ' carom_' -e ' carom64_'; then
    echo "consumer: the shared library exports names that are not its own" >&2
    nm -D --defined-only "$(dirname "$libs")"/libcarom.so | grep -v -e ' carom_' -e ' carom64_' >&2
    exit 1
fi
