#!/bin/sh
# Installs what a goal needs from Debian, or says which command does. usage: install-deps.sh GOAL, one of those below
set -eu
build="gcc g++ cmake ninja-build pkg-config python3 libjansson-dev libpng-dev"
python="$build python3-dev python3-venv"
cross="cmake ninja-build python3"
case "${1:-build}" in
build) packages=$build ;;
python) packages=$python ;;
test) packages="$python clang libclang-rt-14-dev clang-format libcmocka-dev python3-hypothesis python3-gmpy2 chromium" ;;
coverage) packages="$build libcmocka-dev gcovr" ;;
agree) packages="$build libcgal-dev libcgal-demo assimp-testmodels" ;;
mingw) packages="$cross pkg-config gcc-mingw-w64-x86-64 libz-mingw-w64-dev wine wine64 dpkg-dev" ;;
musl) packages="$cross gcc musl-tools" ;;
i386) packages="$cross gcc-i686-linux-gnu libc6-dev-i386-cross" ;;
armhf) packages="$cross gcc-arm-linux-gnueabihf libc6-dev-armhf-cross qemu-user" ;;
aarch64) packages="$cross gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user" ;;
wasm) packages="$cross clang lld wasi-libc libclang-rt-14-dev-wasm32 nodejs" ;;
demo) packages="$build npm assimp-testmodels" ;;
bench) packages="$build libfcl-dev libbullet-dev libode-dev libccd-dev libcgal-dev libembree-dev" ;;
*) echo "install-deps: no goal ${1}; there are: build python test demo bench agree coverage mingw musl i386 armhf aarch64 wasm" >&2; exit 2 ;;
esac
missing=
for package in $packages; do
    case $package in
    npm) command -v npm > /dev/null && continue ;;
    nodejs) command -v node > /dev/null && continue ;;
    esac
    if ! dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null | grep -qx installed; then
        missing="$missing $package"
    fi
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif sudo -n true 2> /dev/null; then
    as_root=sudo
else
    echo "install-deps: missing packages; run: sudo apt-get install$missing" >&2
    exit 1
fi
echo "installing:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
# shellcheck disable=SC2086
$as_root apt-get install -y -qq --no-install-recommends $missing > /dev/null
