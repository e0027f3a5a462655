#!/bin/sh
# The source package as someone gets it who has no clone: built, unpacked elsewhere, a wheel of it in an empty virtual environment with a build
# environment of its own, and the tests that lie in it, against what was installed. `-k` and other options go to pytest.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
out=$root/build/sdist
python=/usr/bin/python3
[ -x "$python" ] || python=python3
rm -rf "$out"
mkdir -p "$out"
"$python" -m venv "$out/tools"
"$out/tools/bin/pip" install -q --disable-pip-version-check build
"$out/tools/bin/python" -m build --sdist --outdir "$out" . > "$out/sdist.log" 2>&1 || { cat "$out/sdist.log"; exit 1; }
package=$(ls "$out"/carom-*.tar.gz)
size=$(wc -c < "$package")
echo "$package: $size bytes"
# nothing of a build, of benchmarks or of other packages
if tar -tzf "$package" | grep -E '^[^/]*/(build|bench|test|fuzz|\.ci|node_modules)/|\.(o|so|a|whl)$'; then
    echo "python-sdist: these have no place in the source package" >&2
    exit 1
fi
tar -xzf "$package" -C "$out"
folder=${package%.tar.gz}
"$python" -m venv "$out/venv"
CC=${CC:-cc} CXX=${CXX:-c++} "$out/venv/bin/pip" wheel "$package" -q --disable-pip-version-check --no-deps -w "$out" > "$out/wheel.log" 2>&1 || { cat "$out/wheel.log"; exit 1; }
wheel=$(ls "$out"/carom-*.whl)
"$out/venv/bin/pip" install -q --disable-pip-version-check "$wheel"
# alone with what it depends on
(cd "$out" && venv/bin/python -c "import carom; print(carom.__version__, carom.info()); assert carom.info()['clash'] and carom.info()['reads']")
"$out/venv/bin/pip" install -q --disable-pip-version-check "$wheel[test]"
cd "$folder/python/tests"
exec "$out/venv/bin/python" -m pytest -q -p no:cacheprovider "$@"
