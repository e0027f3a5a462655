#!/bin/sh
# Holds the public functions and types of both libraries against those of the last tag with libabigail: within one version of the soname nothing
# may be taken away or changed. usage: check_abi.sh [TAG]
set -eu
cd "$(dirname "$0")/.."
tag=${1:-$(git describe --tags --abbrev=0 2> /dev/null || true)}
[ -n "$tag" ] || { echo "abi: there is no tag to compare with (git fetch --tags)" >&2; exit 77; }
out=$PWD/build/abi
mkdir -p "$out"
build() {
    cmake -S "$1" -B "$2" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS='-O1 -g' -DCAROM_ISA=baseline -DCAROM_BUILD_CLI=OFF \
        -DCAROM_BUILD_IO=ON -DCAROM_BUILD_TESTS=OFF -DCAROM_WERROR=OFF > "$out/log" 2>&1 &&
        cmake --build "$2" --target carom_shared carom_io_shared > "$out/log" 2>&1 || { tail -n 20 "$out/log"; exit 1; }
}
rm -rf "$out/tagged"
mkdir "$out/tagged"
git archive "$tag" | tar --extract --directory "$out/tagged"
build "$out/tagged" "$out/before"
build . "$out/now"
soname() {
    objdump -p "$1" | sed -n 's/.*SONAME *//p'
}
status=0
for library in libcarom libcarom-io; do
    before=$out/before/$library.so
    now=$out/now/$library.so
    if [ "$(soname "$before")" != "$(soname "$now")" ]; then
        echo "$library: $(soname "$before") of $tag, $(soname "$now") now: another library, nothing to keep"
        continue
    fi
    # bit 4: something differs; bit 8: what differs is incompatible
    code=0
    abidiff --no-show-locs --headers-dir1 "$out/tagged/include" --headers-dir2 include "$before" "$now" > "$out/$library.txt" || code=$?
    if [ $((code & 3)) -ne 0 ]; then
        cat "$out/$library.txt"
        echo "$library: abidiff failed" >&2
        status=1
    elif [ $((code & 8)) -ne 0 ] || grep -Eq '^ *[1-9][0-9]* (Removed|function.* with (some|incompatible))' "$out/$library.txt"; then
        cat "$out/$library.txt"
        echo "$library: not compatible with $tag; a new minor version is needed (CONTRIBUTING.md)" >&2
        status=1
    else
        echo "$library: compatible with $tag ($(sed -n 's/^Functions changes summary: //p' "$out/$library.txt"))"
    fi
done
exit $status
