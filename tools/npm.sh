#!/bin/sh
# The npm package in build/js/package: the library as WebAssembly, with and without 128-bit vectors, optimised by binaryen where it is
# installed, and the module around it; then its tests in node, against the command of the release build where there is one.
# usage: npm.sh [quick], which leaves out the build without vectors, binaryen, the browser and the declarations of types
set -eu
cd "$(dirname "$0")/.."
out=build/js/package
jobs=$(nproc)
mkdir -p "$out/test"
# What CMake and clang are given: cmake/toolchains/wasm.cmake says why of each flag.
module() { # name, vectors ON or OFF
    cmake --preset wasm -B "build/js/$1" -DCAROM_BUILD_TESTS=OFF -DCAROM_WASM_SIMD="$2" > /dev/null
    cmake --build "build/js/$1" -j "$jobs" --target carom_static > "build/js/$1/build.log" || { cat "build/js/$1/build.log"; exit 1; }
    flags="--target=wasm32-wasi -fno-strict-aliasing -fno-unroll-loops -O3 -fno-slp-vectorize -DNDEBUG -Iinclude -Isrc -std=c17 -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror"
    [ "$2" = OFF ] || flags="$flags -msimd128"
    for source in mesh tree scene shapes fit solids clash verbs space bsp world mover memory; do
        # shellcheck disable=SC2086
        clang $flags -c "js/src/$source.c" -o "build/js/$1/$source-float.o"
        # shellcheck disable=SC2086
        clang $flags -DCAROM_DOUBLE -c "js/src/$source.c" -o "build/js/$1/$source-double.o"
    done
    link "$1" "$(echo "$1" | sed 's/^carom/carom-mesh/')" mesh-float mesh-double tree-float tree-double memory-float
    link "$1" "$1" mesh-float mesh-double tree-float tree-double scene-float scene-double shapes-double fit-double solids-double clash-double \
        verbs-double space-double bsp-double world-double mover-double memory-float
}
# What asks meshes and scenes is in both precisions, all else in double.
link() { # folder, name of the module, its objects
    folder=build/js/$1 name=$2
    shift 2
    objects=$(printf "$folder/%s.o " "$@")
    # a stack of 256 KiB at the start of the memory, so that one that is too deep is a fault
    # shellcheck disable=SC2086
    clang --target=wasm32-wasi -nostartfiles -Wl,--no-entry -Wl,--gc-sections -Wl,--strip-all -Wl,-z,stack-size=262144 -Wl,--stack-first \
        $objects "$folder/libcarom.a" -o "$out/$name.wasm"
}
optimise() {
    wasm-opt -O3 --enable-simd --enable-bulk-memory "$out/$1.wasm" -o "$out/$1.wasm"
}
module carom ON
if [ "${1:-}" != quick ]; then
    module carom-plain OFF
    # the large one by itself, the others beside it
    if command -v wasm-opt > /dev/null; then
        optimise carom-plain &
        optimise carom-mesh && optimise carom-mesh-plain && optimise carom
        wait $!
    fi
fi
rm -f "$out"/*.js "$out"/*.ts
cp js/*.js js/*.d.ts js/package.json js/README.md LICENSE "$out/"
cp js/test/*.test.mjs js/test/kinds.mjs "$out/test/"
for wasm in "$out"/*.wasm; do
    echo "$wasm: $(wc -c < "$wasm") bytes, $(gzip -9c "$wasm" | wc -c) gzipped"
done
if [ "${1:-}" != quick ] && command -v wasm-opt > /dev/null; then
    for bound in carom-mesh:250000 carom:900000; do
        size=$(gzip -9c "$out/${bound%:*}.wasm" | wc -c)
        [ "$size" -le "${bound#*:}" ] || { echo "npm: ${bound%:*}.wasm has $size bytes gzipped, more than ${bound#*:}" >&2; exit 1; }
    done
fi
command=$PWD/build/release/carom
[ ! -x "$command" ] || export CAROM="$command"
[ "${1:-}" != quick ] || export CAROM_PLAIN=0
# three.js, which the tests of the drop-in hold it against, is found from the package's folder upwards
[ -d build/js/node_modules/three-mesh-bvh ] || npm install --silent --no-audit --no-fund --prefix build/js three three-mesh-bvh > /dev/null ||
    echo "npm: three cannot be installed: its tests are skipped" >&2
cd "$out"
node --test test/*.test.mjs > test.log 2>&1 || { cat test.log; exit 1; }
grep -E ' (pass|fail|skipped) [0-9]+$' test.log || true
rm -r test test.log
if [ "${1:-}" != quick ]; then
    cp ../../../js/test/answers.mjs .
    /usr/bin/python3 ../../../test/browser/package.py .
    rm answers.mjs
    cd ..
    [ -d node_modules/typescript ] || npm install --silent --no-audit --no-fund typescript @types/three > /dev/null
    ln -sfn ../package node_modules/carom
    mkdir -p three-page
    cp ../../js/examples/three/* three-page/
    ln -sfn ../node_modules three-page/node_modules
    /usr/bin/python3 ../../test/browser/three_page.py three-page
    cp ../../js/test/types.ts .
    node_modules/.bin/tsc --noEmit --strict --skipLibCheck --target es2022 --module nodenext --moduleResolution nodenext types.ts
    echo "# the declarations of types fit"
fi
