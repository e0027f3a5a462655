#!/bin/sh
# The main jobs on real input: what clashes in an engine of 115 parts; a STEP assembly of 18 parts, and which of them come free; 1,000 fast
# spheres onto the Stanford bunny in a box, at 60 and at 5 frames a second.
set -eu
cd "$(dirname "$0")/.."
carom=build/release/carom
engine=/usr/share/assimp/models/glTF2/2CylinderEngine-glTF-Binary/2CylinderEngine.glb
mkdir -p build/demo
status=0

if [ -e "$engine" ]; then
    echo "== which of an engine's parts are in each other's way?"
    $carom clash "$engine" --png build/demo/engine-clash.png --glb build/demo/engine-clash.glb \
        --html build/demo/engine-clash.html > build/demo/engine-clash.txt || [ $? -eq 1 ]
    sed -n 1,9p build/demo/engine-clash.txt
    echo "... all of them: build/demo/engine-clash.txt"
    sed -n '/ parts, /,$p' build/demo/engine-clash.txt
    echo
    echo "== the engine as it is"
    $carom render "$engine" --png build/demo/engine.png
    echo
else
    echo "demo: $engine is missing (Debian package assimp-testmodels): no clash is looked for" >&2
fi

if tools/fetch-assembly.sh && [ -x build/release/carom-io-cad ]; then
    assembly=build/data/as1-oc-214.stp
    echo "== a rod in two brackets on a plate, held by bolts and nuts: a STEP file"
    $carom clash "$assembly" --png build/demo/assembly.png --html build/demo/assembly.html > build/demo/assembly.txt
    grep ' parts, ' build/demo/assembly.txt
    echo
    echo "== can the rod be drawn out?"
    $carom sweep 'rod*' "$assembly" --move 300,0,0 --tolerance 0.1
    echo
    echo "== can a bracket be lifted off?"
    $carom sweep '#9' "$assembly" --move 0,0,300 --tolerance 0.1 || [ $? -eq 1 ]
    echo
else
    echo "demo: STEP files are not read (make cad): the assembly is left out" >&2
fi

tools/fetch-bunny.sh
echo "== the mesh"
$carom info build/data/bunny.stl
for rate in 60 5; do
    frames=$((rate * 2))
    echo
    echo "== 1,000 spheres, two seconds at $rate frames a second"
    $carom simulate examples/scenes/bunny.json --fps $rate --frames $frames \
        --events build/demo/bunny-$rate.events.jsonl --png build/demo/bunny-$rate.png --html build/demo/bunny-$rate.html || status=$?
done
echo
echo "pictures: $(ls build/demo/*.png | tr '\n' ' ')"
echo "pages:    $(ls build/demo/*.html | tr '\n' ' ')(open them in a browser)"
echo "model:    build/demo/engine-clash.glb (clashing parts red)"
echo "impacts:  build/demo/bunny-60.events.jsonl build/demo/bunny-5.events.jsonl"
exit $status
