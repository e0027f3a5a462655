/* A mesh file of any contents. The first byte chooses the format: o OBJ, s STL, p PLY, g glTF, b
 * GLB, f OFF; with its highest bit set the file is read leniently and taken apart into pieces. The
 * rest is the file. What is read must be whole: finite vertices, indices in range. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "fuzz_scene.h"

static const char *extension_of(uint8_t first) {
    const uint8_t letter = first & 0x7F;
    static const char letters[] = "ospgbf";
    static const char *const extensions[] = {"obj", "stl", "ply", "gltf", "glb", "off"};
    const char *at = letter ? strchr(letters, letter) : NULL;
    return extensions[at ? (size_t)(at - letters) : letter % 6u];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1 || size > 65536) return 0;
    /* a plug-in would take longer than thousands of inputs */
    const bool more = data[0] > 0x7F;
    const carom_io_options options = {.lenient = more, .by_piece = more, .no_plugins = true};
    fuzz_load(extension_of(data[0]), data + 1, size - 1, &options);
    return 0;
}
