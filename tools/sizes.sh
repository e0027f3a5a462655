#!/bin/sh
# Sizes of the stripped shared library as it can be configured: each is built into a folder of its own below build/sizes.
set -eu
cd "$(dirname "$0")/.."
measure() {
    name=$1
    shift
    cmake -S . -B "build/sizes/$name" -G Ninja -DCMAKE_C_COMPILER=gcc -DCMAKE_BUILD_TYPE=Release -DCAROM_BUILD_TESTS=OFF -DCAROM_BUILD_CLI=OFF \
        "$@" > /dev/null
    cmake --build "build/sizes/$name" -j "$(nproc)" --target carom_shared > "build/sizes/$name.log" || { cat "build/sizes/$name.log"; exit 1; }
    strip -o "build/sizes/$name.so" "build/sizes/$name/libcarom.so"
    printf '%-24s %9d bytes  %s\n' "$name" "$(wc -c < "build/sizes/$name.so")" "$*"
}
for name in ${*:-all float float-baseline float-baseline-small}; do
    case $name in
    all) measure all ;;
    float) measure float -DCAROM_PRECISION=float ;;
    float-baseline) measure float-baseline -DCAROM_PRECISION=float -DCAROM_ISA=baseline ;;
    float-baseline-small)
        measure float-baseline-small -DCAROM_PRECISION=float -DCAROM_ISA=baseline -DCMAKE_BUILD_TYPE=MinSizeRel -DCAROM_WERROR=OFF
        ;;
    *) echo "sizes: no configuration $name" >&2; exit 2 ;;
    esac
done
