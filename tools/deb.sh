#!/bin/sh
# Debian packages of the tracked files into build/deb, looked at by lintian, and installed, used and removed in a clean chroot.
# usage: deb.sh [--no-chroot]
set -eu
cd "$(dirname "$0")/.."
version=$(tools/version.sh)
soversion=$(tools/version.sh --soversion)
out=$PWD/build/deb
source=$out/carom-$version
rm -rf "$out"
mkdir -p "$source"
git ls-files -z | tar --create --null --files-from=- | tar --extract --directory "$source"
cp -R packaging/debian "$source/debian"
for file in "$source"/debian/*SOVERSION*; do
    mv "$file" "$(echo "$file" | sed "s/SOVERSION/$soversion/")"
done
sed -i "s/@SOVERSION@/$soversion/g" "$source/debian/control"
released=$(sed -n "s/^## $version (\(.*\))/\1/p" CHANGELOG.md)
[ -n "$released" ] || released=today # of a version that is not released yet
cat > "$source/debian/changelog" << EOF
carom ($version) unstable; urgency=medium

  * Release $version; /usr/share/doc/carom/CHANGELOG.md.gz says what is new.

 -- The carom authors <carom@localhost.invalid>  $(LC_ALL=C date -u -d "$released" '+%a, %d %b %Y 00:00:00 +0000')
EOF
(cd "$source" && dpkg-buildpackage --build=binary --no-sign > "$out/build.log" 2>&1) || { tail -n 30 "$out/build.log"; exit 1; }
lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$out"/*.changes
if [ "${1:-}" != --no-chroot ]; then
    tools/deb_chroot.sh "$out" "$soversion"
fi
ls -l "$out"/*.deb
