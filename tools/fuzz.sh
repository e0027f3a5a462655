#!/bin/sh
# Fuzzes each target for FUZZ_SECONDS (default 60), one process, low priority; `tools/fuzz.sh query io` only those. New inputs
# gather in build/fuzz/corpus; what breaks a promise is left in build/fuzz/found, and the exit status is 1.
set -eu
cd "$(dirname "$0")/.."
seconds=${FUZZ_SECONDS:-60}
cmake --preset fuzz > /dev/null
cmake --build build/fuzz --target fuzzers > build/fuzz/build.log || { cat build/fuzz/build.log; exit 1; }
mkdir -p build/fuzz/found
status=0
for target in ${*:-shapes_float shapes_double query io}; do
    corpus=build/fuzz/corpus/$target
    seeds=test/regress/corpus/${target%%_*}
    mkdir -p "$corpus" "$seeds"
    options=
    [ -f "fuzz/${target%%_*}.dict" ] && options=-dict=fuzz/${target%%_*}.dict
    echo "== $target, $seconds s"
    # shellcheck disable=SC2086
    nice -n 19 "build/fuzz/fuzz_$target" $options -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 \
        -artifact_prefix="build/fuzz/found/$target-" "$corpus" "$seeds" > "build/fuzz/$target.log" 2>&1 || {
        status=1
        grep -E -A12 'ERROR|runtime error|broken promise|SUMMARY' "build/fuzz/$target.log" | head -40
    }
    tail -n 1 "build/fuzz/$target.log"
done
exit $status
