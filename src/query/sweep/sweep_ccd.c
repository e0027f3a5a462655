/* Continuous collision detection of vertex-face and edge-edge pairs with linear motion [Wang21]:
 * in the frame of the vertex, or as differences of the two edges' points, a moving polygon against
 * the origin (ccd_path.c). Differences of given numbers have one rounding wherever the features
 * are, so nothing is lost far from the origin. Contact is never missed. */
#include "carom/ccd.h"

#include "query/sweep/ccd_exact.h"
#include "query/sweep/tolerances.h"
#include "shape/order.h"

static void set_path_corners(const ccd_points *points, ccd_path *out) {
    out->points = points;
    out->count = points->count;
    for (int k = 0; k < out->count; k++) {
        const ccd_corner_ends corner = ccd_corner_of(out->count, k);
        for (int end = 0; end < 2; end++)
            out->corner[end][k] = sub3(points->at[end][corner.to], points->at[end][corner.from]);
    }
}

static void set_path_sides(const ccd_points *points, ccd_path *out) {
    for (int end = 0; end < 2; end++) {
        const vec3 *p = points->at[end];
        vec3 *side = out->side[end];
        if (out->count == 3) {
            for (int k = 0; k < 3; k++)
                side[k] = sub3(p[k == 2 ? 1 : 2 + k], p[1 + k]);
        } else {
            side[1] = sub3(p[3], p[2]), side[3] = neg3(side[1]);
            side[2] = sub3(p[1], p[0]), side[0] = neg3(side[2]);
        }
    }
}

/* The two features' extents along an axis at one end of the frame: from low to high of each. */
typedef struct ccd_extents {
    double low[2], high[2];
} ccd_extents;

static inline ccd_extents extents_along(const ccd_points *points, int end, int axis) {
    double x[4];
    for (int i = 0; i < 4; i++)
        x[i] = axis3(points->at[end][i], axis);
    if (points->count == 3)
        return (ccd_extents){{x[0], min2(x[1], min2(x[2], x[3]))},
                             {x[0], max2(x[1], max2(x[2], x[3]))}};
    return (ccd_extents){{min2(x[0], x[1]), min2(x[2], x[3])},
                         {max2(x[0], x[1]), max2(x[2], x[3])}};
}

/* True when the axis separates the features during the whole frame. Grows the size by that of the
 * corners along it. */
static inline bool separates_along(const ccd_points *points, int axis, double *size) {
    const ccd_extents a = extents_along(points, 0, axis), b = extents_along(points, 1, axis);
    *size = max2(*size, max2(max2(a.high[1] - a.low[0], a.high[0] - a.low[1]),
                             max2(b.high[1] - b.low[0], b.high[0] - b.low[1])));
    return (a.low[1] > a.high[0] && b.low[1] > b.high[0]) ||
           (a.high[1] < a.low[0] && b.high[1] < b.low[0]);
}

static double size_of_corners(const ccd_points *points) {
    double size = 0.0;
    for (int axis = 0; axis < 3; axis++)
        separates_along(points, axis, &size);
    return size;
}

static void set_path(const ccd_points *points, double size, ccd_path *path) {
    path->size = size;
    set_path_corners(points, path);
    set_path_sides(points, path);
}

typedef struct ccd_first {
    bool hit, at_start;
    double fraction;
    ccd_contact contact;
} ccd_first;

/* The given points, of which the path's are a multiple. */
static ccd_first first_contact_of(const ccd_path *path, const ccd_points *given) {
    ccd_bracket bracket = carom_ccd_bracket(path);
    if (bracket.kind == CCD_MISS) return (ccd_first){.hit = false};
    ccd_first out = {.hit = true, .fraction = bracket.fraction};
    if (bracket.kind == CCD_DOUBT) {
        ccd_exact_time exact = carom_ccd_exact(given, &bracket);
        if (!exact.hit) return (ccd_first){.hit = false};
        out.at_start = exact.at_start;
        out.fraction = exact.fraction;
    }
    out.contact = carom_ccd_contact_at(path, out.fraction, bracket.axis);
    return out;
}

static bool size_is_good(double size) {
    return size > CCD_LEAST && size < CCD_MOST;
}

/* Scales numbers whose products leave the range by a power of two, repeatedly; what is lost at the
 * small end is less than any margin. */
static CAROM_NOINLINE ccd_first first_contact_scaled(const ccd_points *points) {
    static const double big = 1.2379400392853803e27; /* 2^90 */
    ccd_path path;
    ccd_points scaled = *points;
    for (int i = 0; i < 8; i++)
        if (!finite3(points->at[i / 4][i % 4])) return (ccd_first){.hit = false};
    double size = size_of_corners(points);
    if (size == 0.0) return (ccd_first){.hit = true, .at_start = true, .contact.normal = {1, 0, 0}};
    for (int pass = 0; pass < 12 && !size_is_good(size); pass++) { /* 27 decades each */
        double factor = size > 1.0 ? 1.0 / big : big;
        for (int i = 0; i < 8; i++)
            scaled.at[i / 4][i % 4] = scale3(scaled.at[i / 4][i % 4], factor);
        size = size_of_corners(&scaled);
    }
    set_path(&scaled, size, &path);
    return first_contact_of(&path, points);
}

static ccd_first first_contact(const ccd_points *points) {
    ccd_path path;
    double size = 0.0;
    for (int axis = 0; axis < 3; axis++)
        if (separates_along(points, axis, &size)) return (ccd_first){.hit = false};
    if (CAROM_UNLIKELY(!size_is_good(size))) return first_contact_scaled(points);
    set_path(points, size, &path);
    return first_contact_of(&path, points);
}

static vec3 between(vec3 a, vec3 b, double t) {
    return add3(scale3(a, 1.0 - t), scale3(b, t));
}

static carom_ccd_hit ccd_answer(const ccd_first *first, vec3 point) {
    return (carom_ccd_hit){
        .hit = true,
        .initial_overlap = first->at_start,
        .fraction = time_below(first->fraction),
        .point = store3(point),
        .normal = store3(first->contact.normal),
        .certainty = CAROM_CONVERGED,
    };
}

carom_ccd_hit carom_sweep_vertex_face(const carom_moving_point *vertex,
                                      const carom_moving_triangle *face) {
    ccd_points points = {3, {{load3(vertex->start)}, {load3(vertex->end)}}};
    for (int k = 0; k < 3; k++) {
        points.at[0][1 + k] = load3(face->start.v[k]);
        points.at[1][1 + k] = load3(face->end.v[k]);
    }
    ccd_first first = first_contact(&points);
    if (!first.hit) return (carom_ccd_hit){.hit = false};
    vec3 point = between(points.at[0][0], points.at[1][0], first.fraction);
    carom_ccd_hit hit = ccd_answer(&first, point);
    double s = first.contact.s, t = first.contact.t;
    hit.barycentric = store3(vec(max2(1.0 - s - t, 0.0), s, t));
    return hit;
}

/* The edges in the order of their numbers, so that exchanging them changes no bit. */
carom_ccd_hit carom_sweep_edge_edge(const carom_moving_segment *a, const carom_moving_segment *b) {
    const bool flip = is_second_first(&a->start.a.x, &b->start.a.x, 12);
    const carom_moving_segment *const p = flip ? b : a, *const q = flip ? a : b;
    const carom_segment *ends[2][2] = {{&p->start, &q->start}, {&p->end, &q->end}};
    ccd_points points = {.count = 4};
    for (int end = 0; end < 2; end++)
        for (int k = 0; k < 2; k++) {
            points.at[end][2 * k] = load3(ends[end][k]->a);
            points.at[end][2 * k + 1] = load3(ends[end][k]->b);
        }
    ccd_first first = first_contact(&points);
    if (!first.hit) return (carom_ccd_hit){.hit = false};
    const double t[2] = {first.contact.s, first.contact.t};
    const vec3 *start = &points.at[0][2 * flip], *end = &points.at[1][2 * flip]; /* of A */
    vec3 from = between(start[0], end[0], first.fraction);
    vec3 to = between(start[1], end[1], first.fraction);
    if (flip) first.contact.normal = neg3(first.contact.normal);
    carom_ccd_hit hit = ccd_answer(&first, between(from, to, t[flip]));
    hit.t_a = (carom_real)t[flip];
    hit.t_b = (carom_real)t[!flip];
    return hit;
}
