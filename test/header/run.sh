#!/bin/sh
# Every public header compiles alone, as C17 and as C++17, in both precisions, without a warning; as MSVC reads it, too, which clang
# stands in for where it is installed: nothing of the headers that is left after preprocessing may be an extension of GNU C.
# carom.hpp with clang++ too, where that is installed.
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
if command -v clang > /dev/null; then
    stage=$(mktemp -d)
    trap 'rm -rf "$stage"' EXIT
    windows="clang --target=x86_64-pc-windows-msvc -ffreestanding -Iinclude"
    for header in include/carom/*.h; do
        [ "$header" = include/carom/precision.h ] && continue
        for precision in "" -DCAROM_DOUBLE; do
            for language in "-std=c17 -x c" "-std=c++17 -x c++"; do
                $windows $precision $language -fms-compatibility -Wall -Wextra -Wpedantic -Wgnu -Werror -fsyntax-only -include "$header" /dev/null ||
                    { echo "header: for Windows: $precision $language $header" >&2; status=1; }
                $windows $precision $language -E "$header" > "$stage/text"
                # lines of our own headers: after a mark that names one, up to the next mark
                if awk '/^# [0-9]/ { own = $3 ~ /include\/carom/; next } own' "$stage/text" | grep -nE '__(attribute|builtin|extension|asm|typeof)'; then
                    echo "header: an extension of GNU C reaches MSVC: $precision $language $header" >&2
                    status=1
                fi
            done
        done
    done
fi
for precision in "" -DCAROM_DOUBLE; do
    for compiler in g++ clang++; do
        command -v $compiler >/dev/null || continue
        $compiler -std=c++17 $precision -Wall -Wextra -Wpedantic -Wshadow -Werror -Iinclude -fsyntax-only examples/owners.cpp ||
            { echo "header: $compiler $precision carom.hpp" >&2; status=1; }
    done
done
exit $status
