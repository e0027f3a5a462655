#!/bin/sh
# The library, and for Windows carom-io and the command, built for other machines and systems, and their tests run, golden hashes among them.
# Each port is tried whatever became of the others; what it lacks is said. usage: ports.sh [mingw|musl|i386|armhf|aarch64|wasm...]
set -eu
cd "$(dirname "$0")/.."
jobs=$(nproc)
# What is slow to emulate runs without the longest tests.
tests_of() {
    case $1 in
    mingw) echo "-L unit|io|regress" ;;
    armhf | aarch64) echo "-L unit -LE long" ;;
    *) echo "-L unit" ;;
    esac
}
port() {
    tools/install-deps.sh "$1" || return 1
    case $1 in mingw) tools/mingw-deps.sh || return 1 ;; esac
    mkdir -p "build/$1"
    cmake --preset "$1" -DCAROM_BUILD_TESTS=ON > "build/$1/build.log" 2>&1 &&
        cmake --build "build/$1" -j "$jobs" --target tests >> "build/$1/build.log" 2>&1 ||
        { tail -n 30 "build/$1/build.log"; echo "$1: not built; build/$1/build.log has all of it"; return 1; }
    # shellcheck disable=SC2046
    ctest --test-dir "build/$1" $(tests_of "$1") -j "$jobs" --output-on-failure > "build/$1/ctest.log" 2>&1 ||
        { tail -n 30 "build/$1/ctest.log"; return 1; }
}
summary=
status=0
for name in ${*:-mingw musl i386 armhf aarch64 wasm}; do
    echo "== $name"
    if port "$name"; then
        summary="$summary$name: $(grep 'tests passed' "build/$name/ctest.log")
"
    else
        summary="$summary$name: FAILED, or something is missing
"
        status=1
    fi
done
printf '\n%s' "$summary"
exit $status
