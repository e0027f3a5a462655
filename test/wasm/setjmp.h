/* WebAssembly has no long jumps; cmocka.h beside this file needs none. */
