#!/bin/sh
# The library as two files: they compile without a warning as C11 and C17 with the compilers that are there, carom.h as C++17; programs of one and of
# both precisions link; a name that two files would share is refused. `make amalgamation` runs all unit tests on them. usage: run.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
python3 "$root/tools/amalgamate.py" --self-test
python3 "$root/tools/amalgamate.py" "$stage" > /dev/null
cd "$stage"
# programs include <carom/carom.h>, as of an installed library
mkdir include
mkdir include/carom
echo '#include "../../carom.h"' > include/carom/carom.h
sed 's/^#include <carom\/.*>/#include "carom.h"/' "$root/test/consumer/main.cpp" > main.cpp
warnings="-Wall -Wextra -Wpedantic -Werror"
# shellcheck disable=SC2086
{
    cc -std=c11 $warnings -O0 -c carom.c -o float.o &
    cc -std=c17 $warnings -O0 -DCAROM_DOUBLE -DCAROM_AGAIN -c carom.c -o again.o
    wait $!
    cc -std=c11 -Iinclude "$root/test/consumer/float.c" "$root/test/consumer/double.c" "$root/test/consumer/main.c" float.o again.o -lm -pthread -o both
    ./both
    if command -v clang > /dev/null; then
        clang -std=c11 $warnings -fsyntax-only -DCAROM_DOUBLE carom.c
    fi
    if command -v c++ > /dev/null; then
        c++ -std=c++17 $warnings -c main.cpp -o main.o
        c++ main.o float.o -lm -pthread -o cpp
        ./cpp
    fi
}
nm float.o | awk '$2 == "T" && $3 !~ /^_?carom_/ { print "amalgamation: " $3 " is not carom_..."; wrong = 1 } END { exit wrong }'
