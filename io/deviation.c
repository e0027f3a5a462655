/* The distance of two cuts of one surface, at samples: corners, middles of sides and centroids of
 * the triangles of each against the other. A bound by carom_mesh_hausdorff_directed would need
 * triangles as small as the distance. In double, unless the library has float alone
 * (CMakeLists.txt). */
#include "deviation.h"

#include <math.h>
#include <stdlib.h>

#include "carom/mesh_near.h"

static carom_mesh *mesh_of(const carom_io_soup *from) {
    carom_mesh *out = NULL;
    carom_vec3 *vertices = malloc((from->vertex_count + 1) * sizeof *vertices);
    for (size_t i = 0; vertices && i < from->vertex_count; i++) {
        const double *v = from->vertices + 3 * i;
        vertices[i] = (carom_vec3){(carom_real)v[0], (carom_real)v[1], (carom_real)v[2]};
    }
    const carom_mesh_def def = {.vertices = vertices,
                                .indices = from->indices,
                                .vertex_count = from->vertex_count,
                                .triangle_count = from->triangle_count};
    const bool ok = vertices && carom_mesh_create(&out, &def) == CAROM_OK;
    free(vertices);
    return ok ? out : NULL;
}

static double distance_at(const carom_mesh *to, const double p[3]) {
    const carom_vec3 point = {(carom_real)p[0], (carom_real)p[1], (carom_real)p[2]};
    return (double)carom_closest_point_mesh(point, to).at.distance;
}

/* The greatest distance of a triangle's samples. */
static double triangle_distance(const carom_io_soup *from, size_t triangle, const carom_mesh *to) {
    const uint32_t *corners = from->indices + 3 * triangle;
    double most = 0.0, centroid[3] = {0};
    for (int k = 0; k < 3; k++) {
        const double *a = from->vertices + 3 * (size_t)corners[k];
        const double *b = from->vertices + 3 * (size_t)corners[(k + 1) % 3];
        double middle[3];
        for (int j = 0; j < 3; j++) {
            middle[j] = 0.5 * (a[j] + b[j]);
            centroid[j] += a[j] / 3.0;
        }
        most = fmax(most, fmax(distance_at(to, a), distance_at(to, middle)));
    }
    return fmax(most, distance_at(to, centroid));
}

static double directed(const carom_io_soup *from, const carom_mesh *to) {
    double most = 0.0;
    for (size_t i = 0; i < from->triangle_count; i++)
        most = fmax(most, triangle_distance(from, i, to));
    return most;
}

double carom_io_surface_distance(const carom_io_soup *a, const carom_io_soup *b) {
    carom_mesh *first = mesh_of(a), *second = mesh_of(b);
    const bool ok = first && second;
    const double distance = ok ? fmax(directed(a, second), directed(b, first)) : -1.0;
    carom_mesh_destroy(first);
    carom_mesh_destroy(second);
    return isfinite(distance) ? distance : -1.0;
}
