/* Convex hulls as objects: checks the definition, runs Quickhull [Barber96] on a copy of the points
 * and keeps the resulting half-edge structure, which the accessors read. */
#include "fit/hull.h"

#include <string.h>

#include "carom/fit.h"
#include "core/alloc.h"
#include "fit/quickhull/quickhull.h"
#include "fit/rounding.h"
#include "math/scale.h"

struct carom_hull {
    carom_allocator allocator;
    hull_data data;
    void *memory; /* one block that holds the arrays of `data` */
    carom_real omitted;
};

static carom_status check_hull_def(const carom_hull_def *def) {
    if (!def || !def->points || def->point_count == 0) return CAROM_ERROR_ARGUMENT;
    if (!def->allocator.alloc != !def->allocator.free) return CAROM_ERROR_ARGUMENT;
    if (def->vertex_limit > 0 && def->vertex_limit < 4) return CAROM_ERROR_ARGUMENT;
    if (def->point_count > QUICKHULL_LIMIT) return CAROM_ERROR_LIMIT;
    for (size_t i = 0; i < def->point_count; i++)
        if (!finite3(load3(def->points[i]))) return CAROM_ERROR_NOT_FINITE;
    return CAROM_OK;
}

static carom_status fill_hull(carom_hull *hull, const carom_hull_def *def) {
    quickhull_point *points = carom_alloc(&hull->allocator, def->point_count, sizeof *points);
    if (!points) return CAROM_ERROR_MEMORY;
    for (size_t i = 0; i < def->point_count; i++) {
        vec3 p = load3(def->points[i]);
        points[i] = (quickhull_point){p.x, p.y, p.z, -1, 0};
    }
    carom_status status = carom_quickhull(&hull->data, &hull->memory, points,
                                          (int32_t)def->point_count, &hull->allocator);
    carom_free(&hull->allocator, points);
    return status;
}

/* The hull of some of the vertices in place of that of all. */
static carom_status limit_vertices(carom_hull *hull, int32_t limit) {
    const int32_t all = hull->data.vertex_count;
    quickhull_point *points = carom_alloc(&hull->allocator, (size_t)limit, sizeof *points);
    hull_choice choice = {carom_alloc(&hull->allocator, (size_t)all, sizeof(bool)), 0.0};
    carom_status status = points && choice.chosen ? CAROM_OK : CAROM_ERROR_MEMORY;
    if (status == CAROM_OK) {
        memset(choice.chosen, 0, (size_t)all * sizeof(bool));
        status = carom_quickhull_choose(&hull->data, limit, &choice, &hull->allocator);
    }
    int32_t count = 0;
    for (int32_t i = 0; status == CAROM_OK && i < all; i++)
        if (choice.chosen[i])
            points[count++] =
                (quickhull_point){hull->data.x[i], hull->data.y[i], hull->data.z[i], -1, 0};
    if (status == CAROM_OK) {
        void *of_all = hull->memory;
        hull->memory = NULL;
        status = carom_quickhull(&hull->data, &hull->memory, points, count, &hull->allocator);
        hull->omitted = real_up(choice.distance);
        carom_free(&hull->allocator, of_all);
    }
    carom_free(&hull->allocator, choice.chosen);
    carom_free(&hull->allocator, points);
    return status;
}

carom_status carom_hull_create(carom_hull **out, const carom_hull_def *def) {
    carom_status status = out ? check_hull_def(def) : CAROM_ERROR_ARGUMENT;
    if (status != CAROM_OK) return status;
    carom_hull *hull = carom_alloc(&def->allocator, 1, sizeof *hull);
    if (!hull) return CAROM_ERROR_MEMORY;
    memset(hull, 0, sizeof *hull);
    hull->allocator = def->allocator;
    status = fill_hull(hull, def);
    if (status == CAROM_OK && def->vertex_limit > 0 &&
        (size_t)hull->data.vertex_count > def->vertex_limit)
        status = limit_vertices(hull, (int32_t)def->vertex_limit);
    if (status == CAROM_OK)
        *out = hull;
    else
        carom_hull_destroy(hull);
    return status;
}

/* No distance grows by more than the greatest factor, and rounding moves a vertex by less than
 * an epsilon of each coordinate. */
static carom_real scaled_omission(const carom_hull *hull, const carom_hull *copy, vec3 scale) {
    double size = max2(max_abs3(copy->data.low), max_abs3(copy->data.high));
    double most = (double)hull->omitted * max_abs3(scale) + 4.0 * (double)CAROM_REAL_EPSILON * size;
    return hull->omitted > 0 ? real_up(most) : 0;
}

carom_status carom_hull_create_scaled(carom_hull **out, const carom_hull *hull, carom_vec3 scale,
                                      const carom_allocator *allocator) {
    carom_hull_def def = {0};
    if (allocator) def.allocator = *allocator;
    if (!out || !hull || !def.allocator.alloc != !def.allocator.free) return CAROM_ERROR_ARGUMENT;
    carom_status status = scale_admit(scale);
    if (status != CAROM_OK) return status;
    def.point_count = (size_t)hull->data.vertex_count;
    carom_vec3 *points = carom_alloc(&def.allocator, def.point_count, sizeof *points);
    if (!points) return CAROM_ERROR_MEMORY;
    for (int32_t i = 0; i < hull->data.vertex_count; i++)
        points[i] = scaled_vertex(store3(hull_vertex(&hull->data, i)), scale);
    def.points = points;
    status = carom_hull_create(out, &def);
    if (status == CAROM_OK) (*out)->omitted = scaled_omission(hull, *out, load3(scale));
    carom_free(&def.allocator, points);
    return status;
}

void carom_hull_destroy(carom_hull *hull) {
    if (!hull) return;
    carom_allocator allocator = hull->allocator;
    carom_free(&allocator, hull->memory);
    carom_free(&allocator, hull);
}

const hull_data *carom_hull_data(const carom_hull *hull) {
    return &hull->data;
}

int32_t carom_hull_dimension(const carom_hull *hull) {
    return hull->data.dimension;
}

int32_t carom_hull_vertex_count(const carom_hull *hull) {
    return hull->data.vertex_count;
}

int32_t carom_hull_face_count(const carom_hull *hull) {
    return hull->data.face_count;
}

int32_t carom_hull_edge_count(const carom_hull *hull) {
    return hull->data.half_edge_count / 2;
}

carom_real carom_hull_omitted(const carom_hull *hull) {
    return hull->omitted;
}

carom_vec3 carom_hull_vertex(const carom_hull *hull, int32_t vertex) {
    static const carom_vec3 none;
    bool inside = vertex >= 0 && vertex < hull->data.vertex_count;
    CAROM_ASSERT(inside);
    return inside ? store3(hull_vertex(&hull->data, vertex)) : none;
}

int32_t carom_hull_face(const carom_hull *hull, int32_t face, int32_t *vertices, int32_t capacity) {
    const hull_data *data = &hull->data;
    bool inside = face >= 0 && face < data->face_count;
    CAROM_ASSERT(inside);
    if (!inside) return 0;
    int32_t first = data->face_edge[face], edge = first, count = 0;
    do {
        if (count < capacity) vertices[count] = data->origin[edge];
        count++;
        edge = data->next[edge];
    } while (edge != first);
    return count;
}

carom_plane carom_hull_plane(const carom_hull *hull, int32_t face) {
    static const carom_plane none;
    bool inside = face >= 0 && face < hull->data.face_count;
    CAROM_ASSERT(inside);
    if (!inside) return none;
    return (carom_plane){store3(hull->data.face_normal[face]),
                         (carom_real)hull->data.face_offset[face]};
}

carom_hull_half_edge carom_hull_edge(const carom_hull *hull, int32_t half_edge) {
    static const carom_hull_half_edge none;
    const hull_data *data = &hull->data;
    bool inside = half_edge >= 0 && half_edge < data->half_edge_count;
    CAROM_ASSERT(inside);
    if (!inside) return none;
    int32_t twin = data->twin[half_edge];
    return (carom_hull_half_edge){data->origin[half_edge], data->origin[twin],
                                  data->face[half_edge], twin};
}

carom_aabb carom_hull_bounds(const carom_hull *hull) {
    return (carom_aabb){store3(hull->data.low), store3(hull->data.high)};
}
