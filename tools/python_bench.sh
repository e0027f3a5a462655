#!/bin/sh
# The rows of `make bench GROUP=python`: the wheel and its peers in a virtual environment, which come from PyPI. usage: python_bench.sh OUT.json
set -eu
cd "$(dirname "$0")/.."
venv=build/python/venv
[ -f build/python/carom-*.whl ] || tools/python.sh
for name in trimesh open3d embreex python-fcl coal rtree scipy shapely; do
    $venv/bin/pip install -q --disable-pip-version-check $name || echo "bench: no $name, and no rows of it" >&2
done
exec $venv/bin/python bench/python_peers.py "$@"
