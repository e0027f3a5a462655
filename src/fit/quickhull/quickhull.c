/* Convex hull of points by Quickhull [Barber96]: the points are scaled into the range in which the
 * predicates are exact, and exact tests find their dimension. A solid hull is grown from a
 * tetrahedron as triangles (quickhull_grow.c) and merged to polygons (quickhull_polygons.c); points
 * in a plane or on a line go to quickhull_planar.c. The combinatorial structure is exact. */
#include <string.h>

#include "fit/quickhull/quickhull_parts.h"
#include "fit/quickhull/tolerances.h"
#include "fit/quickhull/quickhull_choose.h"
#include "fit/quickhull/quickhull_finish.h"
#include "fit/quickhull/quickhull_grow.h"
#include "fit/quickhull/quickhull_planar.h"
#include "fit/quickhull/quickhull_polygons.h"
#include "fit/quickhull/quickhull_sign.h"
#include "math/power.h"

static double coordinate(const quickhull *q, int32_t index, int axis) {
    return axis3(hull_point(q->points, index), axis);
}

static double largest_magnitude(const quickhull *q) {
    double largest = 0.0;
    for (int32_t i = 0; i < q->count; i++)
        largest = max2(largest, max_abs3(hull_point(q->points, i)));
    return largest;
}

static void scale_points(quickhull_point *points, int32_t count, double factor) {
    for (int32_t i = 0; i < count; i++) {
        points[i].x *= factor;
        points[i].y *= factor;
        points[i].z *= factor;
    }
}

/* The power of two that scales the largest magnitude into the range. */
static double range_factor(double largest) {
    double factor = 1.0;
    for (int i = 0; i < 8 && largest * factor > RANGE_LIMIT; i++)
        factor *= 1.0 / RANGE_LIMIT;
    for (int i = 0; i < 8 && largest > 0.0 && largest * factor < 1.0 / RANGE_LIMIT; i++)
        factor *= RANGE_LIMIT;
    return factor;
}

static bool vanishes_beside(double x, double largest) {
    return x != 0.0 && fabs(x) < largest * VANISHING_PART;
}

static bool any_vanishes(const quickhull *q, double largest) {
    bool any = false;
    for (int32_t i = 0; i < q->count; i++)
        for (int axis = 0; axis < 3; axis++)
            any |= vanishes_beside(coordinate(q, i, axis), largest);
    return any;
}

/* Sets to 0 what vanishes beside the largest magnitude, of which exact products would underflow. */
static void drop_vanishing(quickhull_point *points, int32_t count, double largest) {
    for (int32_t i = 0; i < count; i++) {
        double *const x[3] = {&points[i].x, &points[i].y, &points[i].z};
        for (int axis = 0; axis < 3; axis++)
            if (vanishes_beside(*x[axis], largest)) *x[axis] = 0.0;
    }
}

/* Scales the points into the range of the predicates. @return the power of two */
static double bring_into_range(quickhull *q) {
    const double largest = largest_magnitude(q);
    double factor = range_factor(largest);
    if (any_vanishes(q, largest)) {
        drop_vanishing(q->points, q->count, largest);
        factor = scaling_power(largest);
    }
    if (factor != 1.0) scale_points(q->points, q->count, factor);
    return factor;
}

static bool points_are_equal(const quickhull *q, int32_t a, int32_t b) {
    const quickhull_point *p = &q->points[a], *r = &q->points[b];
    return p->x == r->x && p->y == r->y && p->z == r->z;
}

/* Extreme points along the longest side of the bounding box; equal ones when all points are. */
static void find_ends(quickhull *q, int32_t ends[2]) {
    int32_t low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    for (int32_t i = 1; i < q->count; i++)
        for (int axis = 0; axis < 3; axis++) {
            double x = coordinate(q, i, axis);
            if (x < coordinate(q, low[axis], axis)) low[axis] = i;
            if (x > coordinate(q, high[axis], axis)) high[axis] = i;
        }
    double width[3];
    for (int axis = 0; axis < 3; axis++)
        width[axis] = coordinate(q, high[axis], axis) - coordinate(q, low[axis], axis);
    int widest = width[1] > width[0] ? 1 : 0;
    if (width[2] > width[widest]) widest = 2;
    q->extent = vec(width[0], width[1], width[2]);
    ends[0] = low[widest];
    ends[1] = high[widest];
}

/* A point off the line through the ends, approximately the farthest; -1 when there is none. */
static int32_t find_off_line(const quickhull *q, const int32_t ends[2]) {
    vec3 a = hull_point(q->points, ends[0]), b = hull_point(q->points, ends[1]);
    vec3 u = sub3(b, a);
    int32_t best = 0;
    double farthest = -1.0;
    for (int32_t i = 0; i < q->count; i++) {
        double d2 = len2(cross3(u, sub3(hull_point(q->points, i), a)));
        if (d2 > farthest) {
            farthest = d2;
            best = i;
        }
    }
    if (!carom_quickhull_collinear(a, b, hull_point(q->points, best))) return best;
    for (int32_t i = 0; i < q->count; i++)
        if (!carom_quickhull_collinear(a, b, hull_point(q->points, i))) return i;
    return -1;
}

/* A point off the plane of the base, approximately the farthest; -1 when there is none. */
static int32_t find_off_plane(const quickhull *q, const int32_t base[3]) {
    vec3 a = hull_point(q->points, base[0]), b = hull_point(q->points, base[1]);
    vec3 c = hull_point(q->points, base[2]);
    vec3 normal = carom_quickhull_normal(a, b, c);
    int32_t best = 0;
    double farthest = -1.0;
    for (int32_t i = 0; i < q->count; i++) {
        double height = fabs(dot3(normal, sub3(hull_point(q->points, i), a)));
        if (height > farthest) {
            farthest = height;
            best = i;
        }
    }
    if (carom_quickhull_sign(a, b, c, hull_point(q->points, best)) != 0) return best;
    for (int32_t i = 0; i < q->count; i++)
        if (carom_quickhull_sign(a, b, c, hull_point(q->points, i)) != 0) return i;
    return -1;
}

static carom_status build_solid(hull_data *out, void **memory, quickhull *q,
                                const int32_t simplex[4]) {
    carom_status status = CAROM_ERROR_MEMORY;
    if (carom_quickhull_grow(q, simplex)) status = carom_quickhull_polygons(out, memory, q);
    carom_quickhull_release(q);
    return status;
}

static carom_status build_hull(hull_data *out, void **memory, quickhull *q) {
    int32_t simplex[4];
    find_ends(q, simplex);
    if (points_are_equal(q, simplex[0], simplex[1]))
        return carom_quickhull_segment(out, memory, q, simplex);
    simplex[2] = find_off_line(q, simplex);
    if (simplex[2] < 0) return carom_quickhull_segment(out, memory, q, simplex);
    simplex[3] = find_off_plane(q, simplex);
    if (simplex[3] < 0) return carom_quickhull_polygon(out, memory, q, simplex);
    return build_solid(out, memory, q, simplex);
}

static void unscale(hull_data *out, double factor) {
    double *coordinates[3] = {(double *)(uintptr_t)out->x, (double *)(uintptr_t)out->y,
                              (double *)(uintptr_t)out->z};
    for (int axis = 0; axis < 3; axis++)
        for (int32_t i = 0; i < out->vertex_count; i++)
            coordinates[axis][i] /= factor;
}

carom_status carom_quickhull(hull_data *out, void **memory, quickhull_point *points, int32_t count,
                             const carom_allocator *allocator) {
    if (count < 1) return CAROM_ERROR_ARGUMENT;
    if (count > QUICKHULL_LIMIT) return CAROM_ERROR_LIMIT;
    quickhull q;
    memset(&q, 0, sizeof q);
    q.allocator = allocator;
    q.points = points;
    q.count = count;
    const double factor = bring_into_range(&q);
    hull_data made;
    memset(&made, 0, sizeof made);
    carom_status status = build_hull(&made, memory, &q);
    if (status != CAROM_OK) return status;
    if (factor != 1.0) unscale(&made, factor);
    carom_quickhull_finish(&made);
    *out = made;
    return CAROM_OK;
}

static bool choose_of_solid(quickhull *q, int32_t limit, hull_choice *out) {
    int32_t simplex[4];
    const double factor = bring_into_range(q);
    find_ends(q, simplex);
    simplex[2] = find_off_line(q, simplex);
    simplex[3] = simplex[2] < 0 ? -1 : find_off_plane(q, simplex);
    const bool ok = simplex[3] >= 0 && carom_quickhull_grow_farthest(q, simplex, limit);
    if (ok) carom_quickhull_mark(q, out);
    out->distance /= factor;
    carom_quickhull_release(q);
    return ok;
}

carom_status carom_quickhull_choose(const hull_data *hull, int32_t limit, hull_choice *out,
                                    const carom_allocator *allocator) {
    if (hull->dimension == 2) {
        carom_quickhull_mark_ring(hull, limit, out);
        return CAROM_OK;
    }
    quickhull q;
    memset(&q, 0, sizeof q);
    q.allocator = allocator;
    q.count = hull->vertex_count;
    q.points = carom_alloc(allocator, (size_t)q.count, sizeof *q.points);
    if (!q.points) return CAROM_ERROR_MEMORY;
    for (int32_t i = 0; i < q.count; i++)
        q.points[i] = (quickhull_point){hull->x[i], hull->y[i], hull->z[i], -1, 0};
    const bool ok = choose_of_solid(&q, limit, out);
    carom_free(allocator, q.points);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}
