#!/bin/sh
# Every test: kernels for other processors; everything built by clang without warnings, with AddressSanitizer and UBSan, and the unit
# tests of float run so (but the longest; `make sanitize` runs those of both precisions, with all of them); two minutes of each
# fuzzer with a new seed, both precisions, the same way; the Python package and its tests; the npm package and its tests in node; then the
# whole suite of gcc's release build, whose summary comes last.
set -eu
cd "$(dirname "$0")/.."
jobs=$(nproc)
echo "== other processors"
tools/march.sh
echo "== clang, AddressSanitizer and UBSan"
cmake --preset asan > /dev/null
cmake --build build/asan -j "$jobs" --target all tests_float > build/asan/build.log || { cat build/asan/build.log; exit 1; }
ctest --test-dir build/asan -L 'float|io|regress' -LE 'long|agree' -j "$jobs" --output-on-failure > build/asan/ctest.log ||
    { cat build/asan/ctest.log; exit 1; }
grep 'tests passed' build/asan/ctest.log
echo "== fuzz"
FUZZ_SECONDS=${FUZZ_SECONDS:-120} tools/fuzz.sh
echo "== Python"
tools/python.sh
cmake --preset release -DCAROM_BUILD_TESTS=ON > /dev/null
cmake --build build/release -j "$jobs" --target all tests > build/release/build.log || { cat build/release/build.log; exit 1; }
/usr/bin/python3 tools/check_circles.py build/release
echo "== JavaScript"
tools/npm.sh quick
echo "== release"
exec ctest --test-dir build/release -j "$jobs" --output-on-failure
