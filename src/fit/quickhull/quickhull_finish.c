/* Last stage of Quickhull [Barber96]: allocates the arrays of a hull in one block, and derives
 * planes, bounding box, adjacency and float copies from its vertices and half-edges. The normal of
 * a face is the sum over its triangle fan of cross products that are correct to a few ulps, so that
 * the normal of a sliver is as accurate as any. The offset is the greatest dot product of normal
 * and vertex in rounded arithmetic; in a large hull only the vertices of the face and neighbours of
 * these are compared. */
#include "fit/quickhull/quickhull_parts.h"
#include "fit/quickhull/tolerances.h"
#include "shape/hull_climb.h"
#include "fit/quickhull/quickhull_finish.h"
#include "fit/quickhull/quickhull_sign.h"

#define BLOCK_ALIGNMENT 64
/* Dot products of faces and vertices up to which offsets are taken over all vertices. */
#define OFFSET_PRODUCTS ((int64_t)1 << 24)

/* Appends an array to the block; returns its position. */
static size_t place_array(size_t *used, size_t count, size_t size) {
    size_t at = *used;
    *used += (count * size + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT * BLOCK_ALIGNMENT;
    return at;
}

static size_t padded_faces(const hull_data *hull) {
    size_t padded = ((size_t)hull->face_count + HULL_LANES - 1) / HULL_LANES * HULL_LANES;
    return padded < HULL_PLANES ? HULL_PLANES : padded;
}

bool carom_quickhull_allocate(hull_data *out, void **memory, const carom_allocator *allocator) {
    size_t vertices = (size_t)out->vertex_count, edges = (size_t)out->half_edge_count;
    size_t faces = (size_t)out->face_count, used = 0;
    size_t padded = (vertices + HULL_LANES - 1) / HULL_LANES * HULL_LANES;
    size_t x = place_array(&used, padded, sizeof(double));
    size_t y = place_array(&used, padded, sizeof(double));
    size_t z = place_array(&used, padded, sizeof(double));
    size_t normal = place_array(&used, faces, sizeof(vec3));
    size_t offset = place_array(&used, faces, sizeof(double));
    size_t origin = place_array(&used, edges, sizeof(int32_t));
    size_t twin = place_array(&used, edges, sizeof(int32_t));
    size_t next = place_array(&used, edges, sizeof(int32_t));
    size_t face = place_array(&used, edges, sizeof(int32_t));
    size_t vertex_edge = place_array(&used, vertices, sizeof(int32_t));
    size_t face_edge = place_array(&used, faces, sizeof(int32_t));
    bool climbed = hull_has_outposts(out);
    size_t starts = place_array(&used, climbed ? vertices + 1 : 0, sizeof(int32_t));
    size_t neighbour = place_array(&used, climbed ? edges : 0, sizeof(int32_t));
    size_t outpost = place_array(&used, climbed ? HULL_OUTPOSTS : 0, sizeof(int32_t));
    bool has_floats = !climbed || vertices <= HULL_FLOAT_MAX;
    size_t vertices_f = place_array(&used, has_floats ? 3 * padded : 0, sizeof(float));
    size_t planes = place_array(&used, has_floats ? 4 * padded_faces(out) : 0, sizeof(float));
    size_t small = place_array(&used, climbed ? 0 : edges / 2, sizeof(hull_edge));
    char *block = carom_alloc(allocator, used, 1);
    if (!block) return false;
    out->x = (double *)(void *)(block + x);
    out->y = (double *)(void *)(block + y);
    out->z = (double *)(void *)(block + z);
    out->face_normal = (vec3 *)(void *)(block + normal);
    out->face_offset = (double *)(void *)(block + offset);
    out->origin = (int32_t *)(void *)(block + origin);
    out->twin = (int32_t *)(void *)(block + twin);
    out->next = (int32_t *)(void *)(block + next);
    out->face = (int32_t *)(void *)(block + face);
    out->vertex_edge = (int32_t *)(void *)(block + vertex_edge);
    out->face_edge = (int32_t *)(void *)(block + face_edge);
    out->neighbour_first = climbed ? (int32_t *)(void *)(block + starts) : NULL;
    out->neighbour = climbed ? (int32_t *)(void *)(block + neighbour) : NULL;
    out->outpost = climbed ? (int32_t *)(void *)(block + outpost) : NULL;
    out->vertices_f = has_floats ? (float *)(void *)(block + vertices_f) : NULL;
    out->planes = has_floats && out->dimension == 3 ? (float *)(void *)(block + planes) : NULL;
    out->edges = out->planes && !climbed ? (hull_edge *)(void *)(block + small) : NULL;
    *memory = block;
    return true;
}

static void pad_coordinates(hull_data *out) {
    double *x = (double *)(uintptr_t)out->x, *y = (double *)(uintptr_t)out->y;
    double *z = (double *)(uintptr_t)out->z;
    int32_t last = out->vertex_count - 1;
    for (int32_t i = last + 1; i % HULL_LANES != 0; i++) {
        x[i] = x[last];
        y[i] = y[last];
        z[i] = z[last];
    }
}

static void link_vertices(hull_data *out) {
    int32_t *vertex_edge = (int32_t *)(uintptr_t)out->vertex_edge;
    vertex_edge[0] = -1;
    for (int32_t e = out->half_edge_count - 1; e >= 0; e--)
        vertex_edge[out->origin[e]] = e;
}

/* Neighbours in the order of the half-edges around their vertex; and the outposts, each found by
 * hill climbing from the one before. */
static void link_neighbours(hull_data *out) {
    if (!hull_has_outposts(out)) return;
    int32_t *first = (int32_t *)(uintptr_t)out->neighbour_first;
    int32_t *neighbour = (int32_t *)(uintptr_t)out->neighbour;
    int32_t *outpost = (int32_t *)(uintptr_t)out->outpost, count = 0, at = 0;
    for (int32_t v = 0; v < out->vertex_count; v++) {
        int32_t start = out->vertex_edge[v], e = start;
        first[v] = count;
        do {
            neighbour[count++] = out->origin[out->twin[e]];
            e = out->next[out->twin[e]];
        } while (e != start && count < out->half_edge_count);
    }
    first[out->vertex_count] = count;
    for (int cell = 0; cell < HULL_OUTPOSTS; cell++)
        outpost[cell] = at = hull_climb(out, hull_cell_middle(cell), at);
}

static vec3 normal_of_face(const hull_data *hull, int32_t face, double scale) {
    int32_t first = hull->face_edge[face];
    vec3 a = scale3(hull_vertex(hull, hull->origin[first]), scale), sum = {0, 0, 0};
    int32_t e = hull->next[first];
    vec3 b = scale3(hull_vertex(hull, hull->origin[e]), scale);
    for (e = hull->next[e]; e != first; e = hull->next[e]) {
        vec3 c = scale3(hull_vertex(hull, hull->origin[e]), scale);
        sum = add3(sum, carom_quickhull_normal(a, b, c));
        b = c;
    }
    return carom_normalize_or(sum, vec(0, 0, 1));
}

/* Four maxima, which do not wait for each other; the padding is copies of a vertex. */
static double highest_vertex(const hull_data *hull, vec3 normal) {
    double highest[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    for (int32_t v = 0; v < hull->vertex_count; v += 4)
        for (int k = 0; k < 4; k++)
            highest[k] = max2(highest[k], dot3(normal, hull_vertex(hull, v + k)));
    return max2(max2(highest[0], highest[1]), max2(highest[2], highest[3]));
}

/* The greatest dot product over the vertices of the face and one neighbour of each. */
static double highest_around_face(const hull_data *hull, vec3 normal, int32_t face) {
    double highest = -INFINITY;
    int32_t first = hull->face_edge[face], e = first;
    do {
        highest = max2(highest, dot3(normal, hull_vertex(hull, hull->origin[e])));
        int32_t far = hull->origin[hull->twin[hull->next[hull->twin[e]]]];
        highest = max2(highest, dot3(normal, hull_vertex(hull, far)));
        e = hull->next[e];
    } while (e != first);
    return highest;
}

static void set_planes(hull_data *out, double scale) {
    vec3 *normal = (vec3 *)(uintptr_t)out->face_normal;
    double *offset = (double *)(uintptr_t)out->face_offset;
    bool all = (int64_t)out->face_count * out->vertex_count <= OFFSET_PRODUCTS;
    for (int32_t f = 0; f < out->face_count; f++) {
        normal[f] = normal_of_face(out, f, scale);
        if (out->dimension == 2 && f == 1) normal[1] = neg3(normal[0]);
        offset[f] = all ? highest_vertex(out, normal[f]) : highest_around_face(out, normal[f], f);
    }
}

static void set_box(hull_data *out) {
    vec3 low = hull_vertex(out, 0), high = low, mean = {0, 0, 0};
    double share = 1.0 / out->vertex_count;
    for (int32_t v = 0; v < out->vertex_count; v++) {
        vec3 p = hull_vertex(out, v);
        low = lower3(low, p);
        high = upper3(high, p);
        mean = mad3(mean, p, share);
    }
    out->low = low;
    out->high = high;
    out->center = mean;
}

/* The power of two that scales the largest coordinate into the range of products of three
 * differences. */
static double normal_scale(const hull_data *hull) {
    double largest = max2(max_abs3(hull->low), max_abs3(hull->high)), scale = 1.0;
    for (int i = 0; i < 2048 && largest * scale > NORMAL_SIZE_MAX; i++)
        scale *= NORMAL_SIZE_MIN;
    for (int i = 0; i < 2048 && largest > 0.0 && largest * scale < NORMAL_SIZE_MIN; i++)
        scale *= NORMAL_SIZE_MAX;
    return scale;
}

/* The radius of the inscribed ball about the centre, less a thousandth for the rounding of planes.
 */
static void set_inner(hull_data *out) {
    double least = out->dimension == 3 ? DBL_MAX : 0.0;
    for (int32_t f = 0; f < out->face_count; f++)
        least = min2(least, out->face_offset[f] - dot3(out->face_normal[f], out->center));
    out->inner = least > 0.0 && least < DBL_MAX ? INNER_KEPT * least : 0.0;
}

static void set_outer(hull_data *out) {
    double farthest = 0.0;
    for (int32_t i = 0; i < out->vertex_count; i++)
        farthest = max2(farthest, carom_length(sub3(hull_vertex(out, i), out->center)));
    out->outer = farthest * OUTER_KEPT;
}

static void set_float_vertices(hull_data *out) {
    if (!(out->outer > FLOAT_SIZE_MIN && out->outer < FLOAT_SIZE_MAX)) out->vertices_f = NULL;
    float *vertices_f = (float *)(uintptr_t)out->vertices_f;
    int32_t padded = (out->vertex_count + HULL_LANES - 1) / HULL_LANES * HULL_LANES;
    for (int32_t i = 0; vertices_f && i < padded; i++) {
        vec3 p = sub3(hull_vertex(out, i), out->center);
        float *at = vertices_f + i / 8 * 24 + i % 8;
        at[0] = (float)p.x;
        at[8] = (float)p.y;
        at[16] = (float)p.z;
    }
}

static void set_float_planes(hull_data *out) {
    if (!out->vertices_f) out->planes = NULL;
    float *planes = (float *)(uintptr_t)out->planes;
    int32_t padded = (int32_t)padded_faces(out);
    for (int32_t f = 0; planes && f < padded; f++) {
        bool real = f < out->face_count;
        vec3 n = real ? out->face_normal[f] : vec(0, 0, 0);
        double height = real ? out->face_offset[f] - dot3(n, out->center) : (double)FLT_MAX;
        float *at = planes + f / 8 * 32 + f % 8;
        at[0] = (float)n.x;
        at[8] = (float)n.y;
        at[16] = (float)n.z;
        at[24] = (float)height;
    }
}

static void set_small_edges(hull_data *out) {
    hull_edge *to = (hull_edge *)(uintptr_t)out->edges;
    for (int32_t e = 0; to && e < out->half_edge_count; e++)
        if (e < out->twin[e])
            *to++ =
                (hull_edge){(uint8_t)out->face[e], (uint8_t)out->face[out->twin[e]], (uint8_t)e};
}

void carom_quickhull_finish(hull_data *out) {
    pad_coordinates(out);
    link_vertices(out);
    link_neighbours(out);
    set_box(out);
    set_planes(out, normal_scale(out));
    set_inner(out);
    set_outer(out);
    set_float_vertices(out);
    set_float_planes(out);
    set_small_edges(out);
}
