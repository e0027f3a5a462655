/* carom_io_load: detects the format by content, else by the file name's extension, calls the
 * reader, and releases all memory on every path. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "build.h"
#include "file.h"
#include "pieces.h"
#include "format/part21.h"
#include "format/gltf/read_gltf.h"
#include "format/read_obj.h"
#include "format/read_off.h"
#include "plugin/plugin_answer.h"
#include "plugin/read_plugin.h"
#include "format/read_ply.h"
#include "format/read_stl.h"

static bool ends_with(const char *path, const char *ending) {
    size_t length = strlen(path), wanted = strlen(ending);
    if (length < wanted) return false;
    for (size_t i = 0; i < wanted; i++) {
        char c = path[length - wanted + i];
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if (c != ending[i]) return false;
    }
    return true;
}

static bool starts_with_solid(const io_file *file) {
    size_t i = 0;
    while (i < file->size &&
           (file->bytes[i] == ' ' || (file->bytes[i] >= 9 && file->bytes[i] <= 13)))
        i++;
    for (size_t k = 0; k < 5; k++)
        if (i + k >= file->size || (file->bytes[i + k] | 32) != "solid"[k]) return false;
    return !memchr(file->bytes, 0, file->size);
}

static uint32_t declared_triangles(const io_file *file) {
    return file->size >= 84 ? carom_io_get_u32(file->bytes + 80) : 0;
}

/* A binary STL file has 84 + 50 * count bytes, by which one that starts with "solid" is recognized.
 */
static bool is_binary_stl(const io_file *file) {
    return file->size >= 84 && 84 + (uint64_t)50 * declared_triangles(file) == file->size;
}

static bool is_binary_fbx(const io_file *file) {
    static const char opening[] = "Kaydara FBX Binary  ";
    return file->size >= sizeof opening && !memcmp(file->bytes, opening, sizeof opening);
}

static bool detect_stl(io_builder *b, carom_io_format *format) {
    const io_file *file = b->file;
    const uint32_t count = declared_triangles(file);
    if (is_binary_stl(file)) {
        *format = CAROM_IO_STL_BINARY;
        return true;
    }
    if (starts_with_solid(file)) {
        *format = CAROM_IO_STL_ASCII;
        return true;
    }
    if (!ends_with(file->path, ".stl"))
        return carom_io_fail(file,
                             "is none of OBJ, STL, PLY, OFF, glTF, GLB, STEP, IGES, IFC, 3MF, "
                             "COLLADA and FBX; OBJ, glTF, 3MF, COLLADA and FBX as text must end in "
                             ".obj, .gltf, .3mf, .dae and .fbx");
    if (file->size < 84) return carom_io_fail(file, "is too short for an STL file; it was cut off");
    *format = CAROM_IO_STL_BINARY;
    return carom_io_extra(b,
                          "byte 80: declares %u triangles, which take %llu bytes, but the file has "
                          "%zu; it was cut off or added to",
                          (unsigned)count, 84 + (unsigned long long)50 * count, file->size);
}

static bool detect_format(io_builder *builder, carom_io_format *format) {
    const io_file *file = builder->file;
    const unsigned char *b = file->bytes;
    if (!file->size) return carom_io_fail(file, "is empty");
    if (file->size >= 4 && !memcmp(b, "glTF", 4)) {
        *format = CAROM_IO_GLB;
    } else if (carom_io_is_answer(file)) {
        *format = CAROM_IO_SCENE;
    } else if (file->size >= 4 && !memcmp(b, "ply", 3) && (b[3] == '\n' || b[3] == '\r')) {
        *format = CAROM_IO_PLY_ASCII;
    } else if (carom_io_is_part21(file)) {
        *format = carom_io_has_ifc_schema(file) ? CAROM_IO_IFC : CAROM_IO_STEP;
    } else if (carom_io_is_iges(file)) {
        *format = CAROM_IO_IGES;
    } else if (file->size >= 4 && !memcmp(b, "PK\3\4", 4) && ends_with(file->path, ".3mf")) {
        *format = CAROM_IO_3MF;
    } else if (is_binary_fbx(file) || ends_with(file->path, ".fbx")) {
        *format = CAROM_IO_FBX;
    } else if (ends_with(file->path, ".dae")) {
        *format = CAROM_IO_COLLADA;
    } else if (!is_binary_stl(file) && carom_io_is_off(file)) {
        *format = CAROM_IO_OFF;
    } else if (ends_with(file->path, ".obj")) {
        *format = CAROM_IO_OBJ;
    } else if (ends_with(file->path, ".gltf")) {
        *format = CAROM_IO_GLTF;
    } else if (ends_with(file->path, ".glb")) {
        return carom_io_fail(
            file, "byte 0: \"glTF\" is missing; this is no GLB file; name it as what it is");
    } else if (ends_with(file->path, ".ply")) {
        return carom_io_fail(
            file, "line 1: \"ply\" is missing; this is no PLY file; name it as what it is");
    } else {
        return detect_stl(builder, format);
    }
    return true;
}

static bool read_file(const io_file *file, io_builder *b) {
    switch (b->scene->format) {
    case CAROM_IO_OBJ: return carom_io_read_obj(file, b);
    case CAROM_IO_STL_ASCII: return carom_io_read_stl_ascii(file, b);
    case CAROM_IO_STL_BINARY: return carom_io_read_stl_binary(file, b);
    case CAROM_IO_PLY_ASCII:
    case CAROM_IO_PLY_BINARY: return carom_io_read_ply(file, b);
    case CAROM_IO_GLTF:
    case CAROM_IO_GLB: return carom_io_read_gltf(file, b);
    case CAROM_IO_OFF: return carom_io_read_off(file, b);
    case CAROM_IO_STEP:
    case CAROM_IO_IGES:
    case CAROM_IO_IFC:
    case CAROM_IO_3MF:
    case CAROM_IO_COLLADA:
    case CAROM_IO_FBX: return carom_io_read_plugin(file, b);
    case CAROM_IO_SCENE: {
        const io_bytes bytes = {.data = file->bytes, .size = file->size};
        return carom_io_read_answer(file, b, &bytes);
    }
    }
    return false;
}

void carom_io_free(carom_io_scene *scene) {
    if (!scene) return;
    carom_io_clear_scene(scene);
    free(scene->warning);
    free(scene);
}

/* Text may open with a byte order mark. A binary STL file may open with any bytes and keeps them.
 */
static void pass_over_mark(io_file *file) {
    if (file->size < 4 || memcmp(file->bytes, "\xEF\xBB\xBF", 3) != 0 || is_binary_stl(file))
        return;
    file->bytes += 3;
    file->size -= 3;
}

static bool load_scene(io_file *file, carom_io_scene *scene) {
    scene->report.file_bytes = file->size;
    pass_over_mark(file);
    io_builder b = {.file = file, .scene = scene, .triangulation_budget = IO_TRIANGULATION_BUDGET};
    const carom_io_report *report = &scene->report;
    bool ok = detect_format(&b, &scene->format) && read_file(file, &b);
    if (ok && !scene->instance_count)
        ok = carom_io_fail(
            file, "has no triangles (%zu points and %zu lines were left out); export a surface",
            report->points, report->lines);
    if (ok && file->options.by_piece) ok = carom_io_split_pieces(&b);
    free(b.extent.data);
    return ok;
}

static bool check_options(const io_file *file) {
    const carom_io_options *o = &file->options;
    if (o->deflection >= 0.0 && o->deflection <= IO_LIMIT && o->angle >= 0.0 && o->angle <= 90.0)
        return true;
    return carom_io_fail(file, "the deflection is from 0 to %s and the angle from 0 to 90 degrees",
                         IO_LIMIT_TEXT);
}

bool carom_io_load(const char *path, carom_io_scene **scene, char *error, size_t error_size) {
    return carom_io_load_with(path, NULL, scene, error, error_size);
}

bool carom_io_load_with(const char *path, const carom_io_options *options, carom_io_scene **scene,
                        char *error, size_t error_size) {
    io_file file = {.path = path, .error = error, .error_size = error_size};
    io_bytes bytes = {0};
    if (options) file.options = *options;
    carom_io_scene *loaded = calloc(1, sizeof *loaded);
    bool ok = loaded ? check_options(&file) && carom_io_read_bytes(&file, path, &bytes)
                     : carom_io_memory(&file);
    file.bytes = bytes.data;
    file.size = bytes.size;
    ok = ok && load_scene(&file, loaded);
    free(bytes.data);
    if (ok)
        *scene = loaded;
    else
        carom_io_free(loaded);
    return ok;
}
