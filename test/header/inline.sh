#!/bin/sh
# inline_bits.c against the library: as C and as C++, by each compiler that is there, plain and with products and sums contracted for
# the machine at hand; without inline functions it must compile, too. First argument: a static library of both precisions.
set -eu
cd "$(dirname "$0")/../.."
library=$1
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
status=0
for compiler in "gcc -std=c17 -x c" "g++ -std=c++17 -x c++" "clang -std=c17 -x c" "clang++ -std=c++17 -x c++"; do
    command -v "${compiler%% *}" > /dev/null || continue
    for options in "-O0" "-Os" "-O2" "-O3 -march=native -ffp-contract=fast" "-O2 -DCAROM_NO_INLINE"; do
        for precision in "" -DCAROM_DOUBLE; do
            if $compiler $options $precision -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -Iinclude test/header/inline_bits.c \
                -x none "$library" -lm -lpthread -o "$stage/bits" && "$stage/bits" 100000 > "$stage/out"; then :; else
                cat "$stage/out" >&2
                echo "inline: $compiler $options $precision" >&2
                status=1
            fi
        done
    done
done
exit $status
