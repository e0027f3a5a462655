/* Section of a mesh by a plane: marching through the triangles that it cuts, with simulation of
 * simplicity [Edelsbrunner90] for one sign: a vertex on the plane is above it. Own method of
 * joining: in a triangle, the segment runs from the edge that goes down through the plane to the
 * one that goes up. The neighbour at an edge runs along it the other way round, so its segment
 * starts where this one ends; where more triangles share an edge, as many segments start there as
 * end there if it is run along equally often both ways. Each end takes one start that is left, and
 * the segments fall into closed loops whatever the choice. Edges are known by the positions of
 * their ends. Points are found in double-double arithmetic and rounded once; where that is not
 * enough, from exact terms. */
#include "carom/mesh_section.h"

#include <stdlib.h>
#include <string.h>

#include "core/alloc.h"
#include "core/array.h"
#include "math/double_double.h"
#include "math/predicates.h"
#include "mesh/curves/tolerances.h"
#include "mesh/data/mesh_visit.h"
#include "mesh/pair/point_in_mesh.h"

#define NO_SEGMENT UINT32_MAX

/* An edge that the plane cuts. */
typedef struct cut_edge {
    carom_vec3 below, above;
} cut_edge;

typedef struct cut_segment {
    cut_edge start, end;
    uint32_t triangle;
    uint32_t waiting; /* the next segment that starts at the same edge */
    uint32_t next;    /* the one that follows */
    bool has_previous, used;
} cut_segment;

/* Segments that start at one edge. */
typedef struct cut_slot {
    uint32_t any, head;
} cut_slot;

typedef struct section_builder {
    const carom_mesh *mesh;
    vec3 normal;
    double offset;
    grown_array triangles; /* uint32_t: indices of those cut */
    cut_segment *segments;
    size_t count;
    cut_slot *slots;
    size_t mask;
    const carom_allocator *from;
    carom_status status;
    carom_curve *curves;
    carom_section_point *points;
    size_t curve_count, point_count;
} section_builder;

/* ---- the triangles that are cut */

static bool is_above(const section_builder *b, carom_vec3 v) {
    return carom_sign_plane(b->normal, b->offset, load3(v)) >= 0;
}

/* Has the box corners on both sides? */
static bool cuts_box(const void *context, const mesh_node *node) {
    const section_builder *b = context;
    const carom_vec3 low = node->min, high = node->max;
    const carom_vec3 least = {b->normal.x > 0 ? low.x : high.x, b->normal.y > 0 ? low.y : high.y,
                              b->normal.z > 0 ? low.z : high.z};
    const carom_vec3 most = {b->normal.x > 0 ? high.x : low.x, b->normal.y > 0 ? high.y : low.y,
                             b->normal.z > 0 ? high.z : low.z};
    return !is_above(b, least) && is_above(b, most);
}

static bool collect_leaf(void *context, const mesh_node *node) {
    section_builder *b = context;
    for (uint32_t rank = node->first; rank < node->first + node->count; rank++) {
        const carom_triangle t = mesh_ranked(b->mesh, rank);
        const bool above = is_above(b, t.v[0]);
        if (above == is_above(b, t.v[1]) && above == is_above(b, t.v[2])) continue;
        b->status =
            carom_array_reserve(&b->triangles, b->triangles.count + 1, sizeof(uint32_t), b->from);
        if (b->status != CAROM_OK) return false;
        ((uint32_t *)b->triangles.data)[b->triangles.count++] = mesh_index(b->mesh, rank);
    }
    return true;
}

static int compare_indices(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void cut_triangle(section_builder *b, uint32_t index) {
    const carom_triangle t = mesh_indexed(b->mesh, index);
    cut_segment *s = &b->segments[b->count++];
    *s = (cut_segment){.triangle = index, .waiting = NO_SEGMENT, .next = NO_SEGMENT};
    for (int k = 0; k < 3; k++) {
        const carom_vec3 from = t.v[k], to = t.v[(k + 1) % 3];
        const bool goes_down = is_above(b, from);
        if (goes_down == is_above(b, to)) continue;
        if (goes_down)
            s->start = (cut_edge){to, from};
        else
            s->end = (cut_edge){from, to};
    }
}

/* ---- joining */

static cut_slot *slot_of_edge(const section_builder *b, const cut_edge *edge) {
    const uint64_t key = carom_hash_position(edge->above, carom_hash_position(edge->below, 0));
    size_t i = (size_t)(key ^ (key >> 32)) & b->mask;
    for (; b->slots[i].any != NO_SEGMENT; i = (i + 1) & b->mask) {
        const cut_edge *other = &b->segments[b->slots[i].any].start;
        if (equal_vec3(other->below, edge->below) && equal_vec3(other->above, edge->above)) break;
    }
    return &b->slots[i];
}

static void join_segments(section_builder *b) {
    memset(b->slots, 0xff, (b->mask + 1) * sizeof *b->slots);
    for (size_t i = b->count; i-- > 0;) {
        cut_slot *slot = slot_of_edge(b, &b->segments[i].start);
        b->segments[i].waiting = slot->head;
        *slot = (cut_slot){(uint32_t)i, (uint32_t)i};
    }
    for (size_t i = 0; i < b->count; i++) {
        cut_slot *slot = slot_of_edge(b, &b->segments[i].end);
        const uint32_t next = slot->head;
        if (next == NO_SEGMENT) continue;
        b->segments[i].next = next;
        b->segments[next].has_previous = true;
        slot->head = b->segments[next].waiting;
    }
}

/* ---- points */

/* dot(normal, v) - offset, to 2^-99 of its terms. */
static double_double height_over(const section_builder *b, vec3 v) {
    const double_double3 normal = dd3_exact(b->normal), point = dd3_exact(v);
    return dd_subtract(dd_dot(&normal, &point), dd_exact(b->offset));
}

/* height(above) / (height(above) - height(below)), whatever cancels. */
static double fraction_by_exact_terms(const section_builder *b, vec3 below, vec3 above) {
    exact_term over[4], span[3];
    for (int i = 0; i < 3; i++) {
        const exact_factor normal = {axis3(b->normal, i), 0};
        over[i] = (exact_term){{normal, {axis3(above, i), 0}}, 2, false};
        span[i] = (exact_term){{normal, {axis3(above, i), axis3(below, i)}}, 2, false};
    }
    over[3] = (exact_term){{{b->offset, 0}, {1.0, 0}}, 2, true};
    const double t = carom_exact_ratio(over, 4, span, 3);
    return min2(max2(t, 0.0), 1.0);
}

static carom_vec3 cut_point(const section_builder *b, const cut_edge *edge) {
    const vec3 below = load3(edge->below), above = load3(edge->above);
    if (carom_sign_plane(b->normal, b->offset, above) == 0) return edge->above;
    const double terms =
        3.0 * max_abs3(b->normal) * max2(max_abs3(below), max_abs3(above)) + fabs(b->offset);
    const double_double over = height_over(b, above);
    const double_double span = dd_subtract(over, height_over(b, below));
    if (!(terms > SECTION_LEAST_TERM && span.hi > SECTION_SPAN * terms && span.hi < DBL_MAX)) {
        const double t = fraction_by_exact_terms(b, below, above);
        return store3(add3(scale3(above, 1.0 - t), scale3(below, t)));
    }
    const double_double3 from = dd3_exact(above), along = dd3_difference(below, above);
    const double_double3 point = dd3_add_scaled(&from, &along, dd_quotient(over, span));
    return store3(dd3_rounded(&point));
}

static void add_point(section_builder *b, size_t first, carom_vec3 position, uint32_t triangle) {
    if (b->point_count > first && equal_vec3(b->points[b->point_count - 1].position, position))
        b->point_count--;
    b->points[b->point_count++] = (carom_section_point){position, triangle};
}

/* The curve from a segment on; nothing where it is a point. */
static void trace_curve(section_builder *b, uint32_t start) {
    const size_t first = b->point_count;
    const bool closed = b->segments[start].has_previous;
    uint32_t last = start;
    for (uint32_t i = start; i != NO_SEGMENT && !b->segments[i].used; i = b->segments[i].next) {
        b->segments[i].used = true;
        add_point(b, first, cut_point(b, &b->segments[i].start), b->segments[i].triangle);
        last = i;
    }
    const carom_section_point *points = b->points;
    if (!closed)
        add_point(b, first, cut_point(b, &b->segments[last].end), b->segments[last].triangle);
    else
        while (b->point_count > first + 1 &&
               equal_vec3(points[b->point_count - 1].position, points[first].position))
            b->point_count--;
    if (b->point_count < first + 2)
        b->point_count = first;
    else
        b->curves[b->curve_count++] = (carom_curve){first, b->point_count - first, closed};
}

static void trace_curves(section_builder *b) {
    for (uint32_t i = 0; i < b->count; i++)
        if (!b->segments[i].has_previous) trace_curve(b, i);
    for (uint32_t i = 0; i < b->count; i++)
        if (!b->segments[i].used) trace_curve(b, i);
}

/* ---- the builder */

static carom_status build_section(section_builder *b) {
    if (mesh_count(b->mesh) > 0) mesh_visit(b->mesh, cuts_box, collect_leaf, b);
    const size_t count = b->triangles.count;
    const uint32_t *indices = b->triangles.data;
    if (b->status != CAROM_OK) return b->status;
    for (b->mask = 15; b->mask < 2 * count;)
        b->mask = 2 * b->mask + 1;
    b->segments = carom_alloc(b->from, count, sizeof *b->segments);
    b->slots = carom_alloc(b->from, b->mask + 1, sizeof *b->slots);
    b->curves = carom_alloc(b->from, count, sizeof *b->curves);
    b->points = carom_alloc(b->from, 2 * count, sizeof *b->points);
    if (!b->segments || !b->slots || !b->curves || !b->points) return CAROM_ERROR_MEMORY;
    if (count > 0) qsort(b->triangles.data, count, sizeof *indices, compare_indices);
    for (size_t i = 0; i < count; i++)
        cut_triangle(b, indices[i]);
    join_segments(b);
    trace_curves(b);
    return CAROM_OK;
}

carom_status carom_mesh_section_create(carom_mesh_section **section, const carom_mesh *mesh,
                                       const carom_plane *plane, const carom_allocator *allocator) {
    static const carom_allocator default_allocator;
    if (!section || !mesh || !plane) return CAROM_ERROR_ARGUMENT;
    section_builder b = {.mesh = mesh, .normal = load3(plane->normal)};
    b.offset = (double)plane->offset;
    b.from = allocator ? allocator : &default_allocator;
    if (!finite3(b.normal) || !finite1(b.offset) || !(max_abs3(b.normal) > 0.0))
        return CAROM_ERROR_ARGUMENT;
    carom_mesh_section *out = carom_alloc(b.from, 1, sizeof *out);
    carom_status status = out ? build_section(&b) : CAROM_ERROR_MEMORY;
    carom_array_release(&b.triangles, b.from);
    carom_free(b.from, b.segments);
    carom_free(b.from, b.slots);
    if (status != CAROM_OK) {
        carom_free(b.from, b.curves);
        carom_free(b.from, b.points);
        carom_free(b.from, out);
        return status;
    }
    *out = (carom_mesh_section){b.curves, b.points, b.curve_count, b.point_count, *b.from};
    *section = out;
    return CAROM_OK;
}

void carom_mesh_section_destroy(carom_mesh_section *section) {
    if (!section) return;
    const carom_allocator allocator = section->allocator;
    carom_free(&allocator, (void *)(uintptr_t)section->curves);
    carom_free(&allocator, (void *)(uintptr_t)section->points);
    carom_free(&allocator, section);
}
