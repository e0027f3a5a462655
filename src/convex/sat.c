/* Separating axes [Gottschalk96] of boxes and simplices. The overlap along any direction is an
 * upper bound of the depth, so a direction that rounding has spoiled, or that is superfluous, does
 * no harm: none is skipped except for having no length. */
#include "convex/sat.h"

#include "math/box_axes.h"

/* What a later direction must be better by, relative to the size. */
#define SAT_ADVANTAGE 1e-14
/* Unit edges whose cross product is shorter than the root of this are parallel. */
#define SAT_PARALLEL 1e-24

typedef struct sat_side {
    const convex_shape *shape;
    int normal_count, edge_count;
    vec3 normal[4], edge[6];
    vec3 middle, points[4]; /* of a box; of points */
} sat_side;

bool carom_sat_serves(const convex_shape *shape) {
    return shape->kind == CONVEX_BOX || (shape->kind == CONVEX_POINTS && shape->count <= 4);
}

static vec3 anchor_of(const convex_shape *s) {
    return s->kind == CONVEX_BOX ? s->center : s->points[0];
}

static double size_of(const convex_shape *s, vec3 origin) {
    if (s->kind == CONVEX_BOX)
        return max_abs3(sub3(s->center, origin)) + s->half.x + s->half.y + s->half.z;
    double size = 0.0;
    for (int i = 0; i < s->count; i++)
        size = max2(size, max_abs3(sub3(s->points[i], origin)));
    return size;
}

static void add_unit(vec3 v, vec3 *list, int *count) {
    v = carom_normalize_or(v, vec(0, 0, 0));
    if (max_abs3(v) > 0.0) list[(*count)++] = v;
}

static void set_side(sat_side *side, const convex_shape *s, vec3 origin) {
    side->shape = s;
    side->normal_count = side->edge_count = 0;
    side->middle = sub3(s->center, origin);
    if (s->kind == CONVEX_BOX) {
        side->normal_count = side->edge_count = 3;
        for (int i = 0; i < 3; i++)
            side->normal[i] = side->edge[i] = s->axes[i];
        return;
    }
    for (int i = 0; i < s->count; i++)
        side->points[i] = sub3(s->points[i], origin);
    for (int i = 0; i < s->count; i++)
        for (int j = i + 1; j < s->count; j++)
            add_unit(sub3(s->points[j], s->points[i]), side->edge, &side->edge_count);
    for (int i = 0; i < s->count; i++)
        for (int j = i + 1; j < s->count; j++)
            for (int k = j + 1; k < s->count; k++) {
                vec3 u = sub3(s->points[j], s->points[i]), v = sub3(s->points[k], s->points[i]);
                double longest = max2(max_abs3(u), max_abs3(v));
                double unit = longest > 0.0 ? 1.0 / longest : 0.0;
                add_unit(cross3(scale3(u, unit), scale3(v, unit)), side->normal,
                         &side->normal_count);
            }
}

static inline void reach_both(const sat_side *side, vec3 n, double *low, double *high) {
    const convex_shape *s = side->shape;
    if (s->kind == CONVEX_BOX) {
        double middle = dot3(side->middle, n);
        double reach = s->half.x * fabs(dot3(s->axes[0], n)) +
                       s->half.y * fabs(dot3(s->axes[1], n)) +
                       s->half.z * fabs(dot3(s->axes[2], n));
        *low = middle - reach;
        *high = middle + reach;
        return;
    }
    *low = DBL_MAX;
    *high = -DBL_MAX;
    for (int i = 0; i < s->count; i++) {
        double along = dot3(side->points[i], n);
        *low = min2(*low, along);
        *high = max2(*high, along);
    }
}

static double overlap_along(const sat_side *a, const sat_side *b, vec3 n) {
    double low_a, high_a, low_b, high_b;
    reach_both(a, n, &low_a, &high_a);
    reach_both(b, n, &low_b, &high_b);
    return min2(high_a - low_b, high_b - low_a);
}

/* @return true when `n` separates beyond doubt. */
static bool try_axis(sat_answer *best, const sat_side *a, const sat_side *b, vec3 n) {
    double low_a, high_a, low_b, high_b, slack = SAT_ADVANTAGE * best->scale;
    reach_both(a, n, &low_a, &high_a);
    reach_both(b, n, &low_b, &high_b);
    double plus = high_a - low_b, minus = high_b - low_a;
    if (!best->found || plus < best->depth - slack) {
        best->found = true;
        best->depth = plus;
        best->normal = n;
    }
    if (minus < best->depth - slack) {
        best->depth = minus;
        best->normal = neg3(n);
    }
    return best->depth < -10.0 * slack;
}

/* Boxes: most of the directions are passed over by their products; of the faces those that exceed
 * the least of all. */
static void try_boxes(sat_answer *best, const sat_side *p, const sat_side *q) {
    const convex_shape *a = p->shape, *b = q->shape;
    box_axes x = {.half_a = {a->half.x, a->half.y, a->half.z},
                  .half_b = {b->half.x, b->half.y, b->half.z}};
    box_axes_set(&x, a->axes, b->axes, sub3(q->middle, p->middle));
    double over[6];
    int nearest = 0;
    for (int i = 0; i < 6; i++) {
        over[i] = i < 3 ? box_axes_face_a(&x, i) : box_axes_face_b(&x, i - 3);
        nearest = over[i] < over[nearest] ? i : nearest;
    }
    double least = overlap_along(p, q, nearest < 3 ? a->axes[nearest] : b->axes[nearest - 3]);
    for (int i = 0; i < 6; i++)
        if (!(over[i] > least + x.doubt))
            if (try_axis(best, p, q, i < 3 ? a->axes[i] : b->axes[i - 3])) return;
    for (int i = 0; i < 9; i++) {
        if (!box_axes_edge_matters(&x, i / 3, i % 3, best->depth)) continue;
        vec3 n = cross3(a->axes[i / 3], b->axes[i % 3]);
        double square = len2(n);
        if (square > SAT_PARALLEL && try_axis(best, p, q, scale3(n, 1.0 / sqrt(square)))) return;
    }
}

sat_answer carom_sat(const convex_shape *a, const convex_shape *b) {
    sat_side p, q;
    vec3 origin = anchor_of(a);
    sat_answer best = {.scale = size_of(a, origin) + size_of(b, origin)};
    set_side(&p, a, origin);
    set_side(&q, b, origin);
    if (a->kind == CONVEX_BOX && b->kind == CONVEX_BOX) {
        try_boxes(&best, &p, &q);
        return best;
    }
    for (int i = 0; i < p.normal_count; i++)
        if (try_axis(&best, &p, &q, p.normal[i])) return best;
    for (int i = 0; i < q.normal_count; i++)
        if (try_axis(&best, &p, &q, q.normal[i])) return best;
    for (int i = 0; i < p.edge_count; i++)
        for (int j = 0; j < q.edge_count; j++) {
            vec3 n = cross3(p.edge[i], q.edge[j]);
            double square = len2(n);
            if (!(square > SAT_PARALLEL)) continue;
            if (try_axis(&best, &p, &q, scale3(n, 1.0 / sqrt(square)))) return best;
        }
    return best;
}
