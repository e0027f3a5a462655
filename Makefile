# The project's face. Each goal installs what it needs (tools/install-deps.sh) and drives CMake.
GROUP ?= primitives
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
CMAKE_BUILD = cmake --build

.PHONY: all build cad ifc demo python python-peers test check sanitize msan bench sizes fuzz agree ports mingw musl i386 armhf aarch64 wasm npm amalgamation deb abi packages docs coverage install clean format web serve codecs python-distributed python-sdist

all: build

build:
	@tools/install-deps.sh build
	@cmake --preset release -DCAROM_BUILD_TESTS=OFF > /dev/null
	@$(CMAKE_BUILD) build/release

# with the plug-in that reads STEP and IGES
cad:
	@tools/install-deps.sh cad
	@cmake --preset release -DCAROM_BUILD_TESTS=OFF > /dev/null
	@$(CMAKE_BUILD) build/release

# with the plug-in that decodes Draco and meshoptimizer in glTF
codecs:
	@tools/install-deps.sh codecs
	@cmake --preset release -DCAROM_BUILD_TESTS=OFF > /dev/null
	@$(CMAKE_BUILD) build/release

# with IfcOpenShell, by which the plug-in for IFC reads
ifc: build
	@tools/install-deps.sh ifc

demo: cad
	@tools/install-deps.sh demo
	@tools/demo.sh

# the wheel of the Python package, into build/python, and its tests
python:
	@tools/install-deps.sh python
	@tools/python.sh

# the source package, a wheel of it in an empty virtual environment, and the tests that lie in it
python-sdist:
	@tools/install-deps.sh python
	@tools/python_sdist.sh

# the tests of other packages with carom behind them
python-peers:
	@tools/install-deps.sh python-peers
	@tools/python_peers.sh

# the longest tests of carom.distributed: clusters whose workers die, memory and disks that are too small, ten thousand parts
python-distributed:
	@tools/install-deps.sh python
	@tools/python.sh -m long test_distributed_faults.py

test:
	@tools/install-deps.sh test
	@tools/test.sh

check:
	@tools/install-deps.sh test
	@tools/check.sh
	@cmake --preset release > /dev/null
	@$(CMAKE_BUILD) build/release --target carom_static
	@python3 tools/check_circles.py build/release

# every unit test under AddressSanitizer and UBSan
sanitize:
	@tools/install-deps.sh test
	@cmake --preset asan > /dev/null
	@$(CMAKE_BUILD) build/asan --target all tests
	@ctest --test-dir build/asan -L 'unit|io|regress|golden' -j $$(nproc) --output-on-failure

# every unit test but those of carom-io and of the command under MemorySanitizer
msan:
	@tools/install-deps.sh test
	@cmake --preset msan > /dev/null
	@$(CMAKE_BUILD) build/msan --target tests_float tests_double
	@ctest --test-dir build/msan -L unit -j $$(nproc) --output-on-failure

bench:
ifeq ($(GROUP),python)
	@tools/install-deps.sh python-peers
	@tools/python_bench.sh build/bench.json
else
	@tools/install-deps.sh bench || echo "bench: rows of peers that are missing will be absent" >&2
	@cmake --preset release -DCAROM_BUILD_BENCH=ON -DCAROM_BUILD_TESTS=OFF
	@$(CMAKE_BUILD) build/release
	@build/release/carom-bench --group $(GROUP) --json build/bench.json
endif

# the stripped library in several configurations
sizes:
	@tools/install-deps.sh build
	@tools/sizes.sh

fuzz:
	@tools/install-deps.sh test
	@FUZZ_SECONDS=$(FUZZ_SECONDS) tools/fuzz.sh

agree:
	@tools/install-deps.sh agree
	@cmake --preset release -DCAROM_BUILD_AGREE=ON -DCAROM_BUILD_TESTS=OFF > /dev/null
	@$(CMAKE_BUILD) build/release
	@tools/agree.sh

# other machines and systems, one or all: the library and its unit tests, run by Wine, by qemu and by node; takes an hour
ports:
	@tools/ports.sh

mingw musl i386 armhf aarch64 wasm:
	@tools/ports.sh $@

# the npm package in build/js/package, with the build without vectors; its tests in node and chromium
npm:
	@tools/install-deps.sh npm
	@tools/npm.sh

# carom.h and carom.c, the library as two files, and every unit test on them
amalgamation:
	@tools/install-deps.sh test
	@tools/amalgamate.py build/carom-$$(tools/version.sh)-amalgamation
	@cmake -S . -B build/amalgamated -G Ninja -DCAROM_AMALGAMATED=ON -DCAROM_ISA=baseline -DCAROM_BUILD_TESTS=ON -DCAROM_BUILD_CLI=OFF > /dev/null
	@$(CMAKE_BUILD) build/amalgamated --target tests_float tests_double
	@ctest --test-dir build/amalgamated -L unit -j $$(nproc) --output-on-failure
	@ls -l build/amalgamated/libcarom.a

# Debian packages, with a look by lintian and a trial in a new chroot
deb:
	@tools/install-deps.sh deb
	@tools/deb.sh

# the public interface beside that of the last tag
abi:
	@tools/install-deps.sh abi
	@tools/check_abi.sh

# what other build systems get: two files, Debian packages, Conan's, Meson's
packages: amalgamation deb abi
	@tools/install-deps.sh packages
	@cmake --preset release > /dev/null
	@$(CMAKE_BUILD) build/release
	@test/consumer/meson.sh build/release
	@tools/conan.sh

# the manual, a site in build/manual-site that opens from disk
docs:
	@tools/install-deps.sh docs
	@tools/docs.sh

# the gallery, a static site in build/web; `make serve` shows it at port 8080
web:
	@tools/install-deps.sh npm
	@tools/web.sh

serve: web
	@echo "the gallery is at http://localhost:8080; Ctrl-C ends it"
	@python3 -m http.server --directory build/web 8080

coverage:
	@tools/install-deps.sh coverage
	@tools/coverage.sh

install: build
	@cmake --install build/release --prefix $(PREFIX)

format:
	@clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	@rm -rf build
