#!/bin/sh
# Every public header compiles alone, as C17 and as C++17, in both precisions, without a warning; carom.hpp with clang++ too,
# where that is installed.
set -eu
cd "$(dirname "$0")/../.."
status=0
for header in include/carom/*.h; do
    [ "$header" = include/carom/precision.h ] && continue
    for precision in "" -DCAROM_DOUBLE; do
        for compiler in "gcc -std=c17 -x c" "g++ -std=c++17 -x c++"; do
            $compiler $precision -Wall -Wextra -Wpedantic -Wno-pragma-once-outside-header -Werror -Iinclude \
                -fsyntax-only "$header" || { echo "header: $compiler $precision $header" >&2; status=1; }
        done
    done
done
for precision in "" -DCAROM_DOUBLE; do
    for compiler in g++ clang++; do
        command -v $compiler >/dev/null || continue
        $compiler -std=c++17 $precision -Wall -Wextra -Wpedantic -Wshadow -Werror -Iinclude -fsyntax-only examples/owners.cpp ||
            { echo "header: $compiler $precision carom.hpp" >&2; status=1; }
    done
done
exit $status
