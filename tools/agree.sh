#!/bin/sh
# Mesh queries against brute force on the meshes of Debian's libcgal-demo and assimp-testmodels, mesh booleans and
# relations of solids against CGAL's exact kernels, and these against sets of cells; both precisions.
set -eu
cd "$(dirname "$0")/.."
archive=/usr/share/doc/libcgal-dev/data.tar.gz
mkdir -p build/data/cgal
[ -e build/data/cgal/.done ] || { tar xzf "$archive" -C build/data/cgal && touch build/data/cgal/.done; }
status=0
for precision in float double; do
    echo "== $precision"
    build/release/agree_cgal_$precision || status=1
    build/release/agree_solid_cgal_$precision || status=1
    build/release/agree_solid_$precision 50000 || status=1
    find build/data/cgal /usr/share/assimp/models \( -name '*.off' -o -name '*.obj' -o -name '*.stl' -o -name '*.ply' \
        -o -name '*.glb' -o -name '*.gltf' \) -print0 | sort -z | xargs -0 build/release/agree_files_$precision || status=1
done
exit $status
