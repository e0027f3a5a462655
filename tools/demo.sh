#!/bin/sh
# The main job on real input: 1,000 fast spheres onto the Stanford bunny in a box, at 60 and at 5 frames a second.
set -eu
cd "$(dirname "$0")/.."
carom=build/release/carom
tools/fetch-bunny.sh
mkdir -p build/demo
echo "== the mesh"
$carom info build/data/bunny.stl
status=0
for rate in 60 5; do
    frames=$((rate * 2))
    echo
    echo "== 1,000 spheres, two seconds at $rate frames a second"
    $carom simulate examples/scenes/bunny.json --fps $rate --frames $frames \
        --events build/demo/bunny-$rate.events.jsonl --png build/demo/bunny-$rate.png || status=$?
done
echo
echo "pictures: build/demo/bunny-60.png build/demo/bunny-5.png"
echo "impacts:  build/demo/bunny-60.events.jsonl build/demo/bunny-5.events.jsonl"
exit $status
