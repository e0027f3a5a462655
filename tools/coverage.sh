#!/bin/sh
# Which lines and branches of src/ the tests run: the coverage preset, every test but the benchmarks' and the project's own, then
# gcovr. The whole report is build/coverage/report/index.html; the summary comes last.
set -eu
cd "$(dirname "$0")/.."
jobs=$(nproc)
cmake --preset coverage -DCAROM_BUILD_TESTS=ON > /dev/null
find build/coverage -name '*.gcda' -delete
for goal in all tests; do
    cmake --build build/coverage -j "$jobs" --target "$goal" > build/coverage/build.log || { cat build/coverage/build.log; exit 1; }
done
ctest --test-dir build/coverage -L 'unit|io|regress|property' -j "$jobs" > build/coverage/ctest.log ||
    { echo "coverage: some tests failed; see build/coverage/ctest.log" >&2; grep -A20 'tests FAILED' build/coverage/ctest.log >&2; }
mkdir -p build/coverage/report
# -O: gcovr 5.2 asserts that a function has one line; those that are written once for each precision have two
/usr/bin/python3 -O -m gcovr --root . --filter src/ --exclude-unreachable-branches --exclude-throw-branches --html-details build/coverage/report/index.html \
    --json-summary build/coverage/report/summary.json --txt build/coverage/report/report.txt build/coverage > build/coverage/gcovr.log 2>&1 ||
    { cat build/coverage/gcovr.log; exit 1; }
/usr/bin/python3 tools/coverage_summary.py build/coverage/report/summary.json
