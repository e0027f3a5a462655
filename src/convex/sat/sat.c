/* Penetration depth by the separating axis test [Gottschalk96], [Ericson05] 5.2.1, for boxes and
 * simplices: face normals of both and cross products of their edges. The overlap along any
 * direction is an upper bound of the depth, so a superfluous direction, or one that rounding has
 * spoiled, does no harm: only directions without length are skipped. The least overlap is the depth
 * to rounding. Two boxes go to obb_sat.h; larger polytopes, which have too many edge pairs, go to
 * hull_sat. */
#include "convex/sat/sat.h"

#include "convex/box/obb_sat.h"
#include "convex/sat/tolerances.h"
#include "math/compensated_cross.h"

/* The axes that one shape contributes, and the shape relative to the pair's origin. */
typedef struct sat_side {
    const convex_shape *shape;
    int normal_count, edge_count;
    vec3 normal[4], edge[6]; /* unit */
    vec3 raw_edge[6];        /* edges before normalization */
    vec3 middle, points[4];  /* centre of a box; vertices of a simplex */
} sat_side;

bool carom_sat_applies(const convex_shape *shape) {
    return shape->kind == CONVEX_BOX || (shape->kind == CONVEX_POINTS && shape->count <= 4);
}

/* The origin of the pair's coordinates, taken from A. */
static vec3 origin_of(const convex_shape *s) {
    return s->kind == CONVEX_BOX ? s->center : s->points[0];
}

/* Bound on the magnitude of the shape's coordinates. */
static double size_of(const convex_shape *s, vec3 origin) {
    if (s->kind == CONVEX_BOX)
        return max_abs3(sub3(s->center, origin)) + s->half.x + s->half.y + s->half.z;
    double size = 0.0;
    for (int i = 0; i < s->count; i++)
        size = max2(size, max_abs3(sub3(s->points[i], origin)));
    return size;
}

static void add_normal(sat_side *side, vec3 n) {
    n = carom_normalize_or(n, vec(0, 0, 0));
    if (max_abs3(n) > 0.0) side->normal[side->normal_count++] = n;
}

static void add_edge(sat_side *side, vec3 edge) {
    vec3 unit = carom_normalize_or(edge, vec(0, 0, 0));
    if (max_abs3(unit) == 0.0) return;
    side->raw_edge[side->edge_count] = edge;
    side->edge[side->edge_count++] = unit;
}

static void set_side(sat_side *side, const convex_shape *s, vec3 origin) {
    side->shape = s;
    side->normal_count = side->edge_count = 0;
    side->middle = sub3(s->center, origin);
    if (s->kind == CONVEX_BOX) {
        side->normal_count = side->edge_count = 3;
        for (int i = 0; i < 3; i++)
            side->normal[i] = side->edge[i] = side->raw_edge[i] = s->axes[i];
        return;
    }
    for (int i = 0; i < s->count; i++)
        side->points[i] = sub3(s->points[i], origin);
    for (int i = 0; i < s->count; i++)
        for (int j = i + 1; j < s->count; j++)
            add_edge(side, sub3(s->points[j], s->points[i]));
    for (int i = 0; i < s->count; i++)
        for (int j = i + 1; j < s->count; j++)
            for (int k = j + 1; k < s->count; k++) {
                vec3 u = sub3(s->points[j], s->points[i]), v = sub3(s->points[k], s->points[i]);
                add_normal(side, robust_cross(u, v));
            }
}

/* Half the width of the box along n. */
static inline double half_width(const box_view *s, vec3 n) {
    return s->half.x * fabs(dot3(s->axes[0], n)) + s->half.y * fabs(dot3(s->axes[1], n)) +
           s->half.z * fabs(dot3(s->axes[2], n));
}

/* Projects the shape onto n: the interval from *low to *high. */
static inline void project(const sat_side *side, vec3 n, double *low, double *high) {
    const convex_shape *s = side->shape;
    if (s->kind == CONVEX_BOX) {
        double middle = dot3(side->middle, n), reach = half_width(box_view_of(s), n);
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

/* Tries n and -n; an axis replaces the best one when it is better by more than rounding.
 * @return true when one of them certainly separates */
static bool try_axis(sat_answer *best, const sat_side *a, const sat_side *b, vec3 n) {
    double low_a, high_a, low_b, high_b, slack = SAT_ADVANTAGE * best->scale;
    project(a, n, &low_a, &high_a);
    project(b, n, &low_b, &high_b);
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
    return best->depth < -SAT_SEPARATED * slack;
}

static sat_answer sat_of_boxes(const convex_shape *a, const convex_shape *b) {
    const box_view *const box[2] = {box_view_of(a), box_view_of(b)};
    box_relative_pose pose;
    box_axis least = {.depth = 0.0};
    bool found = least_box_axis(box, SAT_NO_GUESS, &pose, &least);
    return (sat_answer){found, scale3(least.normal.v, least.towards), least.depth, least.scale};
}

sat_answer carom_sat(const convex_shape *a, const convex_shape *b) {
    sat_side p, q;
    sat_answer best;
    if (a->kind == CONVEX_BOX && b->kind == CONVEX_BOX) return sat_of_boxes(a, b);
    vec3 origin = origin_of(a);
    best = (sat_answer){.scale = size_of(a, origin) + size_of(b, origin)};
    set_side(&p, a, origin);
    set_side(&q, b, origin);
    for (int i = 0; i < p.normal_count; i++)
        if (try_axis(&best, &p, &q, p.normal[i])) return best;
    for (int i = 0; i < q.normal_count; i++)
        if (try_axis(&best, &p, &q, q.normal[i])) return best;
    for (int i = 0; i < p.edge_count; i++)
        for (int j = 0; j < q.edge_count; j++) {
            vec3 n = cross3(p.edge[i], q.edge[j]);
            double square = len2(n);
            if (!(square > SAT_PARALLEL)) continue;
            n = square > SLIVER_SINE2
                    ? scale3(n, 1.0 / sqrt(square))
                    : carom_normalize_or(compensated_cross(p.raw_edge[i], q.raw_edge[j]), n);
            if (try_axis(&best, &p, &q, n)) return best;
        }
    return best;
}
