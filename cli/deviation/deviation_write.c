/* Coloured PLY in binary, least byte first: of a cloud its points, of a mesh its triangles with
 * corners of their own. Each vertex has a colour and its deviation as `quality`, the name that mesh
 * tools know. */
#include "deviation/deviation_write.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "deviation/deviation_color.h"

static void put_double(FILE *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 8; i++)
        putc((int)(bits >> 8 * i & 255), out);
}

static void put_int(FILE *out, uint32_t value) {
    for (int i = 0; i < 4; i++)
        putc((int)(value >> 8 * i & 255), out);
}

/* The vertices, of a mesh the corners of its triangles. The caller frees them. */
static carom_vec3 *vertices_of(const deviation_scan *scan, size_t *count) {
    *count = scan->is_mesh ? 3 * carom_mesh_triangle_count(scan->model.mesh) : scan->points.count;
    carom_vec3 *out = malloc((*count + 1) * sizeof *out);
    for (size_t i = 0; out && i < *count; i++)
        out[i] = scan->is_mesh ? carom_mesh_triangle(scan->model.mesh, (uint32_t)(i / 3)).v[i % 3]
                               : scan->points.points[i];
    return out;
}

static void put_ply(FILE *out, const carom_vec3 *points, const double *deviations, size_t count,
                    double range) {
    for (size_t i = 0; i < count; i++) {
        put_double(out, points[i].x);
        put_double(out, points[i].y);
        put_double(out, points[i].z);
        unsigned char rgb[3];
        paint_store(deviation_color(deviations[i], range), rgb);
        fwrite(rgb, 1, 3, out);
        put_double(out, deviations[i]);
    }
}

bool deviation_write_ply(const deviation_scan *scan, const model *reference, double range,
                         const char *path, const threads *t) {
    size_t count;
    carom_vec3 *points = vertices_of(scan, &count);
    double *deviations = points ? deviation_of_points(points, count, reference, t) : NULL;
    if (!deviations) {
        fputs("carom deviation: not enough memory\n", stderr);
        free(points);
        return false;
    }
    FILE *out = fopen(path, "wb");
    if (out) {
        fprintf(out,
                "ply\nformat binary_little_endian 1.0\ncomment deviation, red from %.9g on\n"
                "element vertex %zu\nproperty double x\nproperty double y\nproperty double z\n"
                "property uchar red\nproperty uchar green\nproperty uchar blue\n"
                "property double quality\n",
                range, count);
        if (scan->is_mesh)
            fprintf(out, "element face %zu\nproperty list uchar int vertex_indices\n", count / 3);
        fputs("end_header\n", out);
        put_ply(out, points, deviations, count, range);
        for (uint32_t i = 0; scan->is_mesh && i < count; i++) {
            if (i % 3 == 0) putc(3, out);
            put_int(out, i);
        }
    }
    bool ok = out && !ferror(out);
    if (out) ok = fclose(out) == 0 && ok;
    if (!ok) fprintf(stderr, "carom: %s: cannot be written: %s\n", path, strerror(errno));
    free(points);
    free(deviations);
    return ok;
}
