"""The recipe of carom for Conan 2: `conan create packaging/conan` in a copy of the sources."""
import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

SOURCES = ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "io/*", "src/*", "tools/gen_precision.py")


class Carom(ConanFile):
    name = "carom"
    description = "3-D collision detection and geometric queries, exact where it matters, in float and in double"
    license = "MIT"
    topics = ("collision-detection", "computational-geometry", "ray-casting", "gjk", "bvh")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "io": [True, False], "precision": ["both", "float", "double"],
               "isa": ["all", "baseline", "native"]}
    default_options = {"shared": False, "fPIC": True, "io": False, "precision": "both", "isa": "all"}

    def set_version(self):
        base = load(self, os.path.join(self.recipe_folder, "..", "..", "include", "carom", "base.h"))
        self.version = ".".join(re.search(rf"#define CAROM_VERSION_{part} (\d+)", base).group(1) for part in ("MAJOR", "MINOR", "PATCH"))

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for pattern in SOURCES:
            copy(self, pattern, root, self.export_sources_folder)

    def config_options(self):
        if self.settings.os == "Windows":
            del self.options.fPIC

    def configure(self):
        if self.options.shared:
            self.options.rm_safe("fPIC")
        self.settings.rm_safe("compiler.cppstd")
        self.settings.rm_safe("compiler.libcxx")

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        if self.options.io:
            self.requires("jansson/2.14")

    def build_requirements(self):
        if self.options.io and not self.conf.get("tools.gnu:pkg_config", check_type=str):
            self.tool_requires("pkgconf/[>=2.0]")

    def validate(self):
        if self.options.io and self.options.precision != "both":
            raise ConanInvalidConfiguration("carom-io needs precision=both")

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update({
            "CAROM_BUILD_CLI": False, "CAROM_BUILD_TESTS": False, "CAROM_BUILD_IO": bool(self.options.io), "CAROM_INSTALL": True,
            "CAROM_PRECISION": str(self.options.precision), "CAROM_ISA": str(self.options.isa), "CAROM_WERROR": False})
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        for folder in ("cmake", "pkgconfig"):
            rmdir(self, os.path.join(self.package_folder, "lib", folder))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "carom")
        core = self.cpp_info.components["core"]
        core.libs = ["carom"]
        core.set_property("cmake_target_name", "carom::carom")
        core.set_property("pkg_config_name", "carom")
        for precision in ("float", "double"):
            if self.options.precision not in ("both", precision):
                core.defines.append(f"CAROM_WITHOUT_{precision.upper()}")
        if self.settings.os in ("Linux", "FreeBSD"):
            core.system_libs = ["m", "pthread"]
        if self.options.io:
            files = self.cpp_info.components["io"]
            files.libs = ["carom-io"]
            files.requires = ["core", "jansson::jansson"]
            files.set_property("cmake_target_name", "carom::io")
            files.set_property("pkg_config_name", "carom-io")
