#!/bin/sh
# Every test: kernels for other processors; everything built by clang without warnings, with AddressSanitizer and UBSan, and the unit
# tests of float run so (but the longest; `make sanitize` runs those of both precisions, with all of them); two minutes of each
# fuzzer with a new seed, both precisions, the same way; the Python package and its tests; the npm package and its tests in node; and the
# whole suite of gcc's release build, whose summary comes last.
set -eu
cd "$(dirname "$0")/.."
jobs=$(nproc)
begun=$(date +%s)
heading() {
    echo "== $1 (after $(($(date +%s) - begun)) s)"
}
# The release build, the wheel and the tests of consumers compile the same sources: ccache does it once.
if command -v ccache > /dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
    export CCACHE_DIR="${CCACHE_DIR:-$PWD/build/ccache}" CCACHE_BASEDIR="${CCACHE_BASEDIR:-$PWD}"
fi
# What Python's tests need comes over the network while the compilers work.
mkdir -p build/python
tools/python.sh install > build/python/install.log 2>&1 &
installs=$!
heading "other processors"
tools/march.sh
heading "clang, AddressSanitizer and UBSan"
cmake --preset asan > /dev/null
cmake --build build/asan -j "$jobs" --target all tests_float > build/asan/build.log || { cat build/asan/build.log; exit 1; }
heading "their tests"
ctest --test-dir build/asan -L 'float|io|regress' -LE 'long|agree' -j "$jobs" --output-on-failure > build/asan/ctest.log ||
    { cat build/asan/ctest.log; exit 1; }
grep 'tests passed' build/asan/ctest.log
heading "fuzz"
FUZZ_SECONDS=${FUZZ_SECONDS:-120} tools/fuzz.sh
heading "release"
cmake --preset release -DCAROM_BUILD_TESTS=ON > /dev/null
cmake --build build/release -j "$jobs" --target all tests > build/release/build.log || { cat build/release/build.log; exit 1; }
/usr/bin/python3 tools/check_circles.py build/release
wait $installs || { cat build/python/install.log; exit 1; }
# The tests of the packages, which run one after another, fill what the release's leave free of the processors.
ctest --test-dir build/release -j "$jobs" --output-on-failure > build/release/ctest.log 2>&1 &
release=$!
status=0
heading "Python"
tools/python.sh || status=1
heading "JavaScript"
tools/npm.sh quick || status=1
wait $release || status=1
heading "the release's tests"
cat build/release/ctest.log
exit $status
