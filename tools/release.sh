#!/bin/sh
# Everything that a release consists of, into build/release-VERSION: sources, the library as two files, Debian packages, the wheel and sdist of the Python
# package, the npm package, and SHA256SUMS. It refuses a tree that differs from HEAD, and versions that do not agree. usage: release.sh [--try]
# With --try, it makes them of any tree, to look at.
set -eu
cd "$(dirname "$0")/.."
version=$(tools/version.sh)
fail() {
    echo "release: $1" >&2
    [ "$try" = yes ] || exit 1
}
try=no
[ "${1:-}" = --try ] && try=yes
[ -z "$(git status --porcelain)" ] || fail "the tree has changes that are not committed"
[ "$(git describe --tags --exact-match HEAD 2> /dev/null || true)" = "$version" ] || fail "HEAD has no tag $version"
grep -q "^## $version (" CHANGELOG.md || fail "CHANGELOG.md has no section \"## $version (date)\""
agrees() {
    [ "$2" = "$version" ] || fail "the version of $1 is $2, that of include/carom/base.h is $version"
}
agrees js/package.json "$(sed -n 's/.*"version": "\(.*\)".*/\1/p' js/package.json)"
agrees packaging/vcpkg/carom/vcpkg.json "$(sed -n 's/.*"version-semver": "\(.*\)".*/\1/p' packaging/vcpkg/carom/vcpkg.json)"
tools/check_abi.sh "$(git describe --tags --abbrev=0 HEAD^ 2> /dev/null || true)" || [ $? -eq 77 ] || fail "the interface is not compatible"

out=build/release-$version
rm -rf "$out"
mkdir -p "$out"
# carom-VERSION.tar.gz is the sdist of the Python package
git archive --prefix="carom-$version/" HEAD | gzip -9n > "$out/carom-$version-source.tar.gz"
two=build/carom-$version-amalgamation
rm -rf "$two"
tools/amalgamate.py "$two"
cp LICENSE docs/amalgamation.md "$two"
tar --create --sort=name --owner=0 --group=0 --mtime="@$(git log -1 --format=%ct)" --directory build "carom-$version-amalgamation" |
    gzip -9n > "$out/carom-$version-amalgamation.tar.gz"
make deb
cp build/deb/*.deb "$out"
make python
cp build/python/*.whl "$out"
build/python/venv/bin/python -m pip --quiet --disable-pip-version-check install build
build/python/venv/bin/python -m build --sdist --outdir "$out" . > /dev/null
make npm
(cd build/js/package && npm pack --silent --pack-destination "../../../$out" > /dev/null)
(cd "$out" && sha256sum -- * > SHA256SUMS)
ls -l "$out"
