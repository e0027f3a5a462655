#!/bin/sh
# carom as a part of another project: nothing comes along but the library, of the kind that BUILD_SHARED_LIBS says, and nothing is
# written outside the folder of its build. usage: subproject.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
fail() {
    echo "subproject: $1" >&2
    exit 1
}
# A copy, in which nothing else writes meanwhile.
mkdir "$stage/carom"
(cd "$here/../.." && tar -c CMakeLists.txt cmake include src io cli test/unit test/consumer test/data/cube.obj tools examples fuzz) | tar -x -C "$stage/carom"
parent=$stage/carom/test/consumer/parent
touch "$stage/before"
sleep 0.02
configure() {
    cmake -S "$parent" -B "$stage/build" -DCAROM_PRECISION=float -DCAROM_ISA=baseline -DPARENT_CAROM="$stage/carom" "$@" > "$stage/log" 2>&1 ||
        { cat "$stage/log"; fail "configure $*"; }
}
build() {
    cmake --build "$stage/build" -j "$(nproc)" > "$stage/log" 2>&1 || { cat "$stage/log"; fail "the build"; }
    ! grep -q "warning:" "$stage/log" || { grep "warning:" "$stage/log"; fail "warnings"; }
    "$stage/build/part"
    "$stage/build/part_cpp"
}
own=$stage/build/_deps/carom-build
library() {
    ls "$own" | grep -E '^lib.*\.(a|so)' | tr '\n' ' '
}

configure
grep -q 'CAROM_WERROR:BOOL=OFF' "$stage/build/CMakeCache.txt" || fail "warnings are errors"
! grep -rqs 'file(INSTALL' "$own/cmake_install.cmake" || fail "there are install rules"
! find "$stage/build" -name CTestTestfile.cmake | grep -q . || fail "there are tests"
build
[ "$(library)" = "libcarom.a " ] || fail "the static library alone was to be built, not $(library)"
cmake --build "$stage/build" --target help > "$stage/targets"
! grep -E '(^| )(tests|check|carom|carom_names|fuzzers)(:|$| )' "$stage/targets" || fail "targets came along"

# The same by FetchContent, shared, carom-io with it; objects of the first build serve. A unity build of the parent is none of carom.
configure -DPARENT_BY=FetchContent -DFETCHCONTENT_SOURCE_DIR_CAROM="$stage/carom" -DBUILD_SHARED_LIBS=ON -DCAROM_BUILD_IO=ON -DCMAKE_UNITY_BUILD=ON
rm "$own/libcarom.a"
build
"$stage/build/part_io" "$stage/carom/test/data/cube.obj"
case "$(library)" in
*.a*) fail "shared libraries alone were to be built, not $(library)" ;;
*libcarom-io.so*libcarom.so*) ;;
*) fail "a shared library is missing: $(library)" ;;
esac

# What is asked for comes. Where libc has no threads, they are linked with.
configure -DCAROM_INSTALL=ON -DCMAKE_HAVE_LIBC_PTHREAD=0 -DBUILD_SHARED_LIBS=OFF
grep -qs 'file(INSTALL' "$own/cmake_install.cmake" || fail "no install rules"
grep -q '^Libs: .* -pthread' "$own/carom.pc" || fail "no -pthread in carom.pc"
grep -rq -e '-pthread' "$own/CMakeFiles/Export" || fail "no -pthread in the CMake package"

# Installed from there, the static library is carom::carom, too.
build
cmake --install "$stage/build" --prefix "$stage/prefix" > /dev/null
cmake -S "$parent" -B "$stage/package" -DPARENT_BY=package -DCMAKE_PREFIX_PATH="$stage/prefix" > "$stage/log" 2>&1 || { cat "$stage/log"; fail "the package"; }
cmake --build "$stage/package" --verbose > "$stage/log" 2>&1 || { cat "$stage/log"; fail "a program that finds the package"; }
grep -q 'pthread' "$stage/log" || fail "no -pthread in the link of a program that finds the package"
"$stage/package/part"
"$stage/package/part_io" "$stage/carom/test/data/cube.obj"

written=$(find "$stage/carom" -newer "$stage/before" -type f)
[ -z "$written" ] || fail "written among the sources: $written"
beside=$(find "$stage/build" -path "$own" -prune -o \( -iname '*carom*' -o -name compile_commands.json \) -print | grep -v -e '/CMakeFiles/' || true)
[ -z "$beside" ] || fail "written beside carom's own folder: $beside"
