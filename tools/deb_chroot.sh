#!/bin/sh
# Installs the packages of a folder in a new chroot of Debian, compiles and runs a program there, finds a clash, removes them and looks
# at what is left. It needs root, and the mirror of this machine. usage: deb_chroot.sh FOLDER SOVERSION
set -eu
folder=$1
soversion=$2
here=$(cd "$(dirname "$0")/.." && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
mmdebstrap --quiet --variant=apt --components=main "$codename" "$root/debian"
in_chroot() {
    chroot "$root/debian" env DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
}
files() {
    (cd "$root/debian" && find usr etc -type f | sort)
}
mkdir "$root/debian/packages"
cp "$folder"/*.deb "$root/debian/packages"
rm -f "$root"/debian/packages/*dbgsym*
in_chroot apt-get update -qq
in_chroot apt-get install -y -qq --no-install-recommends gcc libc6-dev pkg-config > /dev/null
files > "$root/before"
in_chroot sh -c 'apt-get install -y -qq --no-install-recommends /packages/*.deb > /dev/null'
cp "$here"/test/consumer/float.c "$here"/test/consumer/double.c "$here"/test/consumer/main.c "$here"/test/consumer/io.c "$here"/test/data/cube.obj "$root/debian/tmp/"
# shellcheck disable=SC2016
in_chroot sh -ec 'cd /tmp
cc -std=c17 float.c double.c main.c $(pkg-config --cflags --libs carom) -o program
./program
cc -std=c17 io.c $(pkg-config --cflags --libs carom-io) -o program_io
./program_io cube.obj
carom info cube.obj
carom clash cube.obj cube.obj --json > clash.json || [ $? -eq 1 ]
grep -q hard clash.json
test -s /usr/share/man/man1/carom-clash.1.gz'
in_chroot sh -c "apt-get purge -y -qq carom carom-cad libcarom-dev libcarom-io$soversion libcarom$soversion > /dev/null"
files > "$root/after"
if grep carom "$root/after" | grep -v '^usr/share/doc-base'; then
    echo "deb: these files are left after the packages were purged" >&2
    exit 1
fi
echo "the packages install, serve and go without a trace in a new chroot of $codename"
