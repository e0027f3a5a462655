#!/bin/sh
# Installs into a staging prefix and builds consumers against it: C and C++, by the CMake package (shared and static, with carom-io
# and without) and by pkg-config, and one program that uses both precisions. usage: run.sh BUILD_DIR
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
[ ! -e "$stage/cmake/io_shared" ]
# A component that is not there is refused.
if cmake -S "$here" -B "$stage/refused" -DCMAKE_PREFIX_PATH="$stage/prefix" -DCAROM_PARTS=oi > "$stage/log" 2>&1; then
    echo "consumer: a component oi is found" >&2
    exit 1
fi
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
# carom-io, shared and static, by both packages; each program holds one carom.
uses() {
    objdump -p "$1" | sed -n 's/.*NEEDED *//p' | grep -c -e '^libcarom' || true
}
if [ -e "$libs/carom-io.pc" ]; then
    # shellcheck disable=SC2046
    cc -std=c17 "$here/io.c" $(pkg-config --cflags --libs carom-io) -o "$stage/io_by_pkg_config"
    cmake -S "$here" -B "$stage/cmake" -DCAROM_PARTS=io > /dev/null
    cmake --build "$stage/cmake" > /dev/null
    for program in "$stage/io_by_pkg_config" "$stage/cmake/io_shared" "$stage/cmake/io_static"; do
        "$program" "$here/../data/cube.obj"
    done
    expect "the number of our libraries in a program with carom-io" "$(uses "$stage/cmake/io_shared")" 2
    expect "the same of a static one" "$(uses "$stage/cmake/io_static")" 0
    expect "the soname" "$(basename "$(objdump -p "$(dirname "$libs")/libcarom-io.so" | sed -n 's/.*SONAME *//p')")" "libcarom-io.so.$minor"
    case "$(pkg-config --static --libs carom-io)" in
    *-ljansson*) ;;
    *) echo "consumer: pkg-config --static does not name jansson" >&2 && exit 1 ;;
    esac
else
    if cmake -S "$here" -B "$stage/refused" -DCMAKE_PREFIX_PATH="$stage/prefix" -DCAROM_PARTS=io > "$stage/log" 2>&1; then
        echo "consumer: carom-io is found, which is not installed" >&2
        exit 1
    fi
fi
# A mixed-up link must fail by name: double calls are not float's.
for library in "$(dirname "$libs")"/libcarom*.so; do
    if nm -D --defined-only "$library" | grep -v -e ' carom_' -e ' carom64_' >&2; then
        echo "consumer: these names, which ${library##*/} exports, are not its own" >&2
        exit 1
    fi
done
