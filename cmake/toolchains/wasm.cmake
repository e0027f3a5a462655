# WebAssembly, with 128-bit vectors unless CAROM_WASM_SIMD is OFF: Debian's clang and wasi-libc, and node to run the tests.
option(CAROM_WASM_SIMD "Vectors of WebAssembly" ON)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CAROM_WASM_SIMD)
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT /usr)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
# clang 14 makes wrong code here with any: it moves loads over stores to the same array, misled
# by their types, loses the third of three doubles where it joins them to vectors by itself, and
# finds other facets of small hulls where it unrolls the loops of plain lanes.
set(CMAKE_C_FLAGS_INIT "-fno-strict-aliasing -fno-unroll-loops")
if(CAROM_WASM_SIMD)
  string(APPEND CMAKE_C_FLAGS_INIT " -msimd128")
endif()
# -O3 takes back a -fno-slp-vectorize that stands before it
set(CMAKE_C_FLAGS_RELEASE "-O3 -DNDEBUG -fno-slp-vectorize" CACHE STRING "Flags of a release build")
# stacks grow down from their start, so that one that is too deep is a fault and not wrong data
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-z,stack-size=8388608 -Wl,--stack-first")
# node 20 may crash while its other threads still compile
set(CMAKE_CROSSCOMPILING_EMULATOR node --no-warnings --single-threaded ${CMAKE_CURRENT_LIST_DIR}/../../test/wasm/run.mjs)
