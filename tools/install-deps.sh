#!/bin/sh
# Installs what a goal needs from Debian, or says which command does. usage: install-deps.sh GOAL, one of those below
set -eu
cd "$(dirname "$0")/.."
build="gcc g++ cmake ninja-build pkg-config python3 libjansson-dev libpng-dev libexpat1-dev"
cad="libocct-data-exchange-dev libocct-ocaf-dev"
codecs="libdraco-dev libmeshoptimizer-dev"
python="$build python3-dev python3-venv"
cross="cmake ninja-build python3"
npm="lld wasi-libc libclang-rt-14-dev-wasm32 binaryen nodejs npm"
case "${1:-build}" in
build) packages=$build ;;
cad) packages="$build $cad" ;;
codecs) packages="$build $codecs" ;;
python) packages=$python ;;
python-peers) packages="$python libusb-1.0-0 libgl1 libgomp1" ;; # what Open3D loads
ifc) packages="$build python3-venv" ;;
test) packages="$python $cad $codecs $npm ccache clang libclang-rt-14-dev clang-format libcmocka-dev python3-hypothesis python3-gmpy2 chromium groff-base zsh fish" ;;
coverage) packages="$build libcmocka-dev gcovr" ;;
agree) packages="$build libcgal-dev libcgal-demo assimp-testmodels" ;;
mingw) packages="$cross pkg-config gcc-mingw-w64-x86-64 libz-mingw-w64-dev wine wine64 dpkg-dev" ;;
musl) packages="$cross gcc musl-tools" ;;
i386) packages="$cross gcc-i686-linux-gnu libc6-dev-i386-cross" ;;
armhf) packages="$cross gcc-arm-linux-gnueabihf libc6-dev-armhf-cross qemu-user" ;;
aarch64) packages="$cross gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user" ;;
wasm) packages="$cross clang lld wasi-libc libclang-rt-14-dev-wasm32 nodejs" ;;
npm) packages="$cross $npm clang chromium" ;;
demo) packages="$build npm assimp-testmodels" ;;
deb) packages="$build $cad $codecs debhelper dpkg-dev lintian mmdebstrap" ;;
abi) packages="$build abigail-tools binutils git" ;;
docs) packages="python3 python3-venv npm nodejs" ;;
packages) packages="$build meson python3-venv" ;;
bench) packages="$build libfcl-dev libbullet-dev libode-dev libccd-dev libcgal-dev libembree-dev" ;;
*) echo "install-deps: no goal ${1}; there are: build cad codecs ifc python python-peers test demo bench agree coverage npm deb abi docs packages mingw musl i386 armhf aarch64 wasm" >&2; exit 2 ;;
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
# IfcOpenShell, by which carom-io-ifc reads IFC; Debian has no package of it
add_ifc() {
    case "$1" in ifc | test) ;; *) return 0 ;; esac
    build/ifc/bin/python3 -c 'import ifcopenshell' 2> /dev/null && return 0
    echo "installing: IfcOpenShell into build/ifc" >&2
    /usr/bin/python3 -m venv build/ifc && build/ifc/bin/pip install --quiet --disable-pip-version-check 'ifcopenshell>=0.8' && return 0
    echo "install-deps: IfcOpenShell is not installed: IFC files are not read, and their test is skipped" >&2
    [ "$1" = test ]
}
if [ -z "$missing" ]; then
    add_ifc "${1:-build}"
    exit
fi
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
add_ifc "${1:-build}"
