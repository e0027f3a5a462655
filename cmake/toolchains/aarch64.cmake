# 64-bit Arm from another machine: Debian's cross compiler, and qemu to run the tests. Programs are static.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
# gcc 12 breaks down on some of the tests where it vectorises by itself
set(CMAKE_C_FLAGS_INIT -fno-tree-vectorize)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
