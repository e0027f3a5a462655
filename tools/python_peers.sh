#!/bin/sh
# trimesh's own tests of rays, proximity and collision, from its source package, with carom behind them. docs/python.md names what fails, and why.
set -eu
cd "$(dirname "$0")/.."
here=$(pwd)
venv=$here/build/python/venv
[ -x "$venv/bin/pytest" ] || tools/python.sh
$venv/bin/pip install -q --disable-pip-version-check trimesh shapely scipy networkx rtree python-fcl manifold3d setuptools wheel
folder=build/python/peers
rm -rf $folder
mkdir -p $folder
version=$($venv/bin/python -c 'import trimesh; print(trimesh.__version__)')
$venv/bin/pip download -q --disable-pip-version-check --no-deps --no-binary trimesh --no-build-isolation -d $folder "trimesh==$version"
tar -xzf $folder/trimesh-*.tar.gz -C $folder
cp python/peers/generic.py python/peers/conftest.py $folder/trimesh-*/tests/
cd $folder/trimesh-*/tests
PYTHONPATH=. exec $venv/bin/python -m pytest -q -rs -p no:cacheprovider test_ray.py test_ray_upstream.py test_proximity.py test_collision.py \
    --deselect test_proximity.py::NearestTest::test_returns_correct_point_in_ambiguous_cases \
    --deselect test_collision.py::CollisionTest::test_collision
