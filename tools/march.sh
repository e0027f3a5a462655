#!/bin/sh
# Do the files that take what the compiler's target has compile for it? Both compilers, both precisions, no code is made.
# usage: tools/march.sh [MARCH ...], by default the one with the most instructions
set -eu
cd "$(dirname "$0")/.."
case $(uname -m) in x86_64 | amd64) ;; *) exit 0 ;; esac
flags="-std=c17 -O1 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -ffp-contract=off -fno-math-errno -DCAROM_AVX2 -DSIMD_SET=native -Iinclude -Isrc"
files=$(git ls-files 'src/*_kernel.c')
check() { # compiler march
    for precision in NDEBUG CAROM_DOUBLE; do
        for file in $files; do
            echo "$1 $flags -march=$2 -D$precision -fsyntax-only $file"
        done
    done
}
for march in ${*:-x86-64-v4}; do
    for compiler in gcc clang; do
        # an older compiler need not know every name
        "$compiler" -march="$march" -E -x c /dev/null > /dev/null 2>&1 || continue
        check "$compiler" "$march"
    done
done | xargs -P "$(nproc)" -d '\n' -n 1 sh -c 'sh -c "$0" || { echo "march: failed: $0" >&2; exit 1; }'
