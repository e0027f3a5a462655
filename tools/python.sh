#!/bin/sh
# The Python package: the wheel into build/python, installed into a virtual environment there, its tests, doctests and types.
# usage: python.sh [install | options of pytest]; install makes the environment alone
set -eu
cd "$(dirname "$0")/.."
out=build/python
venv=$out/venv
python=/usr/bin/python3
[ -x "$python" ] || python=python3
mkdir -p $out
[ -x $venv/bin/pip ] || "$python" -m venv $venv
# what builds and tests the package; at hand after the first time
$venv/bin/python - << 'END' 2> /dev/null || $venv/bin/pip install -q --disable-pip-version-check scikit-build-core nanobind numpy pytest pytest-xdist hypothesis mypy trimesh 'dask[array]' distributed pyarrow pandas matplotlib nbclient ipykernel
import dask.array, distributed, hypothesis, ipykernel, matplotlib, mypy, nanobind, nbclient, numpy, pandas, pyarrow, pytest, scikit_build_core, trimesh, xdist
END
[ "${1:-}" != install ] || exit 0
rm -f $out/carom-*.whl
# the compiler's name, warnings as errors and the depth of the folder are those of the release build: ccache, where it is used, has its objects
CC=${CC:-cc} CXX=${CXX:-c++} $venv/bin/pip wheel . -q --disable-pip-version-check --no-deps --no-build-isolation -w $out \
    --config-settings=build-dir=build/wheel --config-settings=cmake.define.CAROM_WERROR=ON > $out/build.log 2>&1 ||
    { cat $out/build.log; exit 1; }
wheel=$(ls $out/carom-*.whl)
size=$(wc -c < "$wheel")
echo "$wheel: $size bytes"
[ "$size" -lt 4000000 ] || { echo "python: the wheel has more than 4 MB" >&2; exit 1; }
$venv/bin/pip install -q --disable-pip-version-check --no-deps --force-reinstall "$wheel"
# out of the source tree, so that what is tested is what is installed; files of tests in two processes, since most ask with one thread
cd python/tests
exec "../../$venv/bin/python" -m pytest -q -p no:cacheprovider -n 2 --dist loadfile "$@"
