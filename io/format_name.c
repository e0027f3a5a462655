/* No algorithm of its own: what formats of files are called. */
#include "internal.h"

const char *carom_io_format_name(carom_io_format format) {
    static const char *const names[] = {
        "OBJ",  "ASCII STL", "binary STL", "ASCII PLY", "binary PLY", "glTF", "GLB",        "STEP",
        "IGES", "IFC",       "OFF",        "3MF",       "COLLADA",    "FBX",  "carom scene"};
    return (unsigned)format < sizeof names / sizeof *names ? names[format] : "unknown format";
}
