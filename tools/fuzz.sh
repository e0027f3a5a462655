#!/bin/sh
# Fuzzes each target for FUZZ_SECONDS (default 60), all at once, in libFuzzer's fork mode; `tools/fuzz.sh query io` only those; `scripts`
# are the plug-ins in Python. `tools/fuzz.sh cad`, which is none of those that run unless named, is STEP, IGES and IFC by OpenCASCADE and IfcOpenShell behind
# `carom info` of build/release (make build cad ifc). The seed is new each time and printed; FUZZ_SEED=N repeats one. The fuzzers are those of the asan preset. New inputs gather in
# build/fuzz/corpus; what breaks a promise is left in build/fuzz/found and printed in base64, and the exit status is 1.
set -eu
cd "$(dirname "$0")/.."
seconds=${FUZZ_SECONDS:-60}
seed=${FUZZ_SEED:-$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')}
forks=$((($(nproc) + 3) / 4))
mkdir -p build/fuzz/found
if [ "$*" != cad ] && ! { cmake --preset asan && cmake --build build/asan --target fuzzers; } > build/fuzz/build.log 2>&1; then
    cat build/fuzz/build.log
    exit 1
fi

# The plug-ins that are scripts, whose fuzzer is one, too.
fuzz_scripts() {
    rm -f build/fuzz/found/scripts-*
    nice -n 19 /usr/bin/python3 fuzz/fuzz_scripts.py --seconds "$seconds" --seed "$seed" test/regress/corpus/scripts > build/fuzz/scripts.log 2>&1 &&
        code=0 || code=$?
    echo "$code" > build/fuzz/scripts.status
}

# The command of build/release with its plug-ins, on files that OpenCASCADE made for the tests and what its Debian package has.
fuzz_cad() {
    rm -f build/fuzz/found/cad-*
    nice -n 19 /usr/bin/python3 fuzz/fuzz_cad.py --carom build/release/carom --seconds "$seconds" --seed "$seed" test/regress/corpus/cad build/release/test/cad_files \
        $(ls -d /usr/share/opencascade/data/step/screw.step 2> /dev/null) > build/fuzz/cad.log 2>&1 && code=0 || code=$?
    echo "$code" > build/fuzz/cad.status
}

# $1: target. Its exit status, and what it said, are in build/fuzz/$1.status and .log
fuzz() {
    folder=${1%%_*}
    [ "$folder" = scripts ] && { fuzz_scripts; return; }
    [ "$folder" = cad ] && { fuzz_cad; return; }
    corpus=build/fuzz/corpus/$1
    seeds=test/regress/corpus/$folder
    mkdir -p "$corpus" "$seeds"
    options=
    [ -f "fuzz/$folder.dict" ] && options=-dict=fuzz/$folder.dict
    rm -f "build/fuzz/found/$1-"*
    nice -n 19 "build/asan/fuzz_$1" $options -seed="$seed" -fork="$forks" -ignore_crashes=0 -ignore_timeouts=0 -ignore_ooms=0 \
        -max_total_time="$seconds" -timeout=60 -rss_limit_mb=4096 -artifact_prefix="build/fuzz/found/$1-" \
        "$corpus" "$seeds" > "build/fuzz/$1.log" 2>&1 && code=0 || code=$?
    echo "$code" > "build/fuzz/$1.status"
}

# $1: target. False where it found something.
tell() {
    echo "== $1: $seconds s, seed $seed: $(grep -E '^#[0-9]+:' "build/fuzz/$1.log" | tail -n 1)"
    [ "$(cat "build/fuzz/$1.status")" = 0 ] && return 0
    case $1 in scripts | cad) tail -n 40 "build/fuzz/$1.log"; return 1 ;; esac
    grep -a -E -A12 'ERROR|runtime error|broken promise|SUMMARY' "build/fuzz/$1.log" | head -n 60
    for input in "build/fuzz/found/$1-"*; do
        [ -f "$input" ] || continue
        echo "fuzz: $input; to replay it:"
        echo "  echo $(base64 -w 0 "$input") | base64 -d > input && build/asan/fuzz_$1 input"
    done
    return 1
}

echo "fuzz: seed $seed (FUZZ_SEED=$seed repeats it)"
status=0
set -- ${*:-shapes_float shapes_double query io plugin text scripts}
for target in "$@"; do
    fuzz "$target" &
done
wait
for target in "$@"; do
    tell "$target" || status=1
done
exit $status
