#!/bin/sh
# python-fcl's own tests, and those of trimesh of rays, proximity and collision, from their source packages, with carom behind them.
# docs/python.md names what fails, and why.
set -eu
cd "$(dirname "$0")/.."
here=$(pwd)
venv=$here/build/python/venv
[ -x "$venv/bin/pytest" ] || tools/python.sh
$venv/bin/pip install -q --disable-pip-version-check trimesh shapely scipy networkx rtree python-fcl manifold3d setuptools wheel cython
folder=build/python/peers
rm -rf $folder
mkdir -p $folder
for name in trimesh python-fcl; do
    $venv/bin/pip download -q --disable-pip-version-check --no-deps --no-binary $name --no-build-isolation -d $folder $name
done
for archive in $folder/*.tar.gz; do
    tar -xzf "$archive" -C $folder
done
mkdir -p $folder/fcl/fcl
echo 'from carom.compat.fcl import *' > $folder/fcl/fcl/__init__.py
cp $folder/python[-_]fcl-*/test/test_fcl.py $folder/fcl/
(cd $folder/fcl && PYTHONPATH=. $venv/bin/python -m pytest -q -p no:cacheprovider test_fcl.py)
cp python/peers/generic.py python/peers/conftest.py $folder/trimesh-*/tests/
cd $folder/trimesh-*/tests
PYTHONPATH=. exec $venv/bin/python -m pytest -q -rs -p no:cacheprovider -c /dev/null --rootdir=. test_ray.py test_ray_upstream.py test_proximity.py test_collision.py \
    --deselect test_proximity.py::NearestTest::test_returns_correct_point_in_ambiguous_cases \
    --deselect test_collision.py::CollisionTest::test_collision
