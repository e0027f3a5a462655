/* The clean copy of a mesh in text or in PLY: a binary PLY of x, y, z and one list. The reader's
 * own ways with text take
 * ".5" for no number, round twice and turn NaN into 0; given floats it hands the same floats back.
 * A byte of padding opens each vertex, for the reader takes a line feed at the start of the data
 * for part of the header. */
#include <stdio.h>
#include <stdlib.h>

#include "internal.h"

void carom_io_clean_vertex(io_clean *clean, const double position[3]) {
    double kept[3];
    carom_io_put(&clean->vertices, "\0", 1);
    for (int k = 0; k < 3; k++) {
        float rounded = (float)position[k];
        carom_io_put_float(&clean->vertices, rounded);
        kept[k] = (double)rounded;
    }
    carom_io_put(&clean->positions, kept, sizeof kept);
    clean->vertex_count++;
}

void carom_io_clean_face(io_clean *clean, const uint32_t *corners, size_t count) {
    carom_io_put_u32(&clean->faces, (uint32_t)count);
    for (size_t i = 0; i < count; i++)
        carom_io_put_u32(&clean->faces, corners[i]);
    clean->face_count++;
}

bool carom_io_clean_failed(const io_clean *clean) {
    return clean->vertices.failed || clean->positions.failed || clean->faces.failed;
}

bool carom_io_clean_finish(const io_file *file, io_clean *clean, io_scan *scan) {
    char header[256];
    snprintf(header, sizeof header,
             "ply\nformat binary_little_endian 1.0\nelement vertex %zu\nproperty uchar pad\n"
             "property float x\nproperty float y\nproperty float z\nelement face %zu\n"
             "property list uint uint vertex_indices\nend_header\n",
             clean->vertex_count, clean->face_count);
    if (carom_io_clean_failed(clean)) return carom_io_memory(file);
    carom_io_put_text(&scan->clean, header);
    carom_io_put(&scan->clean, clean->vertices.data, clean->vertices.size);
    carom_io_put(&scan->clean, clean->faces.data, clean->faces.size);
    scan->hint = "ply";
    return scan->clean.failed ? carom_io_memory(file) : true;
}

void carom_io_clean_free(io_clean *clean) {
    free(clean->vertices.data);
    free(clean->positions.data);
    free(clean->faces.data);
}
