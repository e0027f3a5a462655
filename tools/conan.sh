#!/bin/sh
# Makes Conan's package of these sources in a cache of its own, build/conan/cache, and runs its test program; Conan comes from PyPI. usage: conan.sh
set -eu
cd "$(dirname "$0")/.."
out=$PWD/build/conan
[ -x "$out/bin/conan" ] || { python3 -m venv "$out" && "$out/bin/pip" install --quiet --disable-pip-version-check 'conan>=2'; }
export CONAN_HOME="$out/cache"
conan=$out/bin/conan
"$conan" profile detect --force > /dev/null 2>&1
"$conan" create packaging/conan --options 'carom/*:isa=baseline' > "$out/log" 2>&1 || { tail -n 40 "$out/log"; exit 1; }
grep ' apart$' "$out/log"
"$conan" create packaging/conan --options 'carom/*:isa=baseline' --options 'carom/*:shared=True' --options 'carom/*:precision=float' > "$out/log" 2>&1 ||
    { tail -n 40 "$out/log"; exit 1; }
grep ' apart$' "$out/log"
