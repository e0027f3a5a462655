# CMake 3.25 does not know WASI: nothing is special about it here.
