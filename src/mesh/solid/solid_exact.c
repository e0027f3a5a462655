/* Exact signs for points and directions that are weighted sums of inputs: a filter with a
 * forward error bound, which carries the value of each factor with a bound on its
 * error, then dyadic numbers [Knuth97]. */
#include "mesh/solid/solid_exact.h"

#include "math/dyadic.h"
#include "mesh/curves/curve_data.h"
#include "mesh/solid/tolerances.h"
#include "query/intersect/shared_exact.h"
#include "mesh/curves/curve_corners.h"
#include "mesh/solid/solid_planes.h"

typedef struct bounded_value {
    double value, error;
} bounded_value;

static bounded_value bounded_determinant(vec3 u, vec3 v, vec3 w) {
    double size = dot_magnitude(w, cross_magnitude(u, v));
    return (bounded_value){dot3(cross3(u, v), w), SOLID_DETERMINANT_ERROR * size + DBL_MIN};
}

/* ---- weights */

static exact_weight weight_of_determinant(const vec3 span[6]) {
    bounded_value b =
        bounded_determinant(sub3(span[1], span[0]), sub3(span[3], span[2]), sub3(span[5], span[4]));
    exact_weight w = {
        {{span[0], span[1]}, {span[2], span[3]}, {span[4], span[5]}}, b.value, b.error};
    if (carom_sign_determinant(span) < 0) {
        w.span[2] = (exact_span){span[5], span[4]};
        w.value = -b.value;
    }
    return w;
}

/* Returns the sign of w[0] f[0] + w[1] f[1], or 0 when it is not certain. */
static int filtered_sum(const exact_weight w[2], const bounded_value f[2]) {
    double sum = 0.0, error = DBL_MIN;
    for (int i = 0; i < 2; i++) {
        double product = w[i].value * f[i].value;
        sum += product;
        error += fabs(w[i].value) * f[i].error + w[i].error * (fabs(f[i].value) + f[i].error) +
                 SUM_ERROR * fabs(product);
    }
    error *= 1.0 + BOUND_ROUNDING;
    return sum > error ? 1 : sum < -error ? -1 : 0;
}

static dyadic3 dyadic3_between(dyadic_pool *pool, vec3 from, vec3 to) {
    const dyadic3 a = carom_dyadic3_of(pool, from), b = carom_dyadic3_of(pool, to);
    return carom_dyadic3_difference(pool, &b, &a);
}

static dyadic determinant_of(dyadic_pool *pool, const vec3 span[6]) {
    uint32_t *mark = pool->next;
    dyadic3 row[3];
    for (int i = 0; i < 3; i++)
        row[i] = dyadic3_between(pool, span[2 * i], span[2 * i + 1]);
    dyadic det = carom_dyadic3_triple(pool, &row[0], &row[1], &row[2]);
    carom_dyadic_keep(pool, mark, (dyadic *const[]){&det}, 1);
    return det;
}

static dyadic weight_of(dyadic_pool *pool, const exact_weight *w) {
    const exact_span *s = w->span;
    return determinant_of(
        pool, (const vec3[6]){s[0].from, s[0].to, s[1].from, s[1].to, s[2].from, s[2].to});
}

/* w[0] f[0] + w[1] f[1] */
static dyadic weighted_sum(dyadic_pool *pool, const exact_weight w[2], const dyadic f[2]) {
    const dyadic a = carom_dyadic_product(pool, weight_of(pool, &w[0]), f[0]);
    return carom_dyadic_sum(pool, a, carom_dyadic_product(pool, weight_of(pool, &w[1]), f[1]));
}

typedef struct weighted_spans {
    const exact_weight *weight;
    const vec3 (*span)[6];
} weighted_spans;

static int sign_of_spans(dyadic_pool *pool, const void *spans) {
    const weighted_spans *s = spans;
    const dyadic det[2] = {determinant_of(pool, s->span[0]), determinant_of(pool, s->span[1])};
    return weighted_sum(pool, s->weight, det).sign;
}

/* Returns the exact sign of w[0] det(span[0]) + w[1] det(span[1]). */
static int sign_of_weighted(const exact_weight w[2], const vec3 span[2][6]) {
    bounded_value f[2];
    for (int i = 0; i < 2; i++)
        f[i] = bounded_determinant(sub3(span[i][1], span[i][0]), sub3(span[i][3], span[i][2]),
                                   sub3(span[i][5], span[i][4]));
    int sign = filtered_sum(w, f);
    return sign != 0 ? sign : carom_dyadic_sign(sign_of_spans, &(weighted_spans){w, span});
}

/* ---- points */

exact_point carom_exact_vertex(vec3 p) {
    return (exact_point){.count = 1, .base = {p}, .near = p};
}

/* Rounds the point: by the weights' quotient where it is accurate, else by exact quotients. */
static void place_near(exact_point *p, const vec3 edge[2], const vec3 plane[3]) {
    double size = max2(max_abs3(edge[0]), max_abs3(edge[1]));
    double sum = p->weight[0].value + p->weight[1].value;
    double relative_error = (p->weight[0].error + p->weight[1].error) / sum;
    if (sum > 0.0 && relative_error < QUOTIENT_LOOSE_MOST && sum < DBL_MAX) {
        p->near = point_between(edge[0], edge[1], clamp01(p->weight[1].value / sum));
        p->error = (QUOTIENT_ERROR * relative_error + INTERPOLATION_ERROR) * size + DBL_MIN;
    } else {
        p->near = carom_edge_crossing_exact(edge[0], edge[1], plane);
        p->error = ROUNDED_POINT_UNITS * ROUNDOFF * size + DBL_MIN;
    }
}

exact_point carom_exact_crossing(const vec3 edge[2], const vec3 plane[3]) {
    exact_point out = {.count = 2, .base = {edge[0], edge[1]}};
    for (int i = 0; i < 2; i++) {
        const vec3 span[6] = {plane[0], plane[1], plane[0], plane[2], plane[0], edge[1 - i]};
        out.weight[i] = weight_of_determinant(span);
    }
    place_near(&out, edge, plane);
    out.edge[0][0] = edge[0];
    out.edge[0][1] = edge[1];
    out.edge_count = 1;
    return out;
}

/* Filter: sign of the determinant of rows u, v, w whose coordinates have an error of e; 0 when
 * uncertain. */
static int filtered_determinant(vec3 u, vec3 v, vec3 w, double e) {
    bounded_value b = bounded_determinant(u, v, w);
    double reach = max2(max_abs3(u), max2(max_abs3(v), max_abs3(w))) + e;
    double error = b.error + PERTURBED_DETERMINANT * e * reach * reach;
    return b.value > error ? 1 : b.value < -error ? -1 : 0;
}

int carom_exact_side(const exact_point *p, const vec3 v[3]) {
    if (p->count == 1) return carom_orient3d(v[0], v[1], v[2], p->base[0]);
    vec3 x = sub3(v[1], v[0]), y = sub3(v[2], v[0]);
    int sign = filtered_determinant(x, y, sub3(p->near, v[0]), p->error);
    if (sign != 0) return sign;
    if (p->planes) return carom_exact_planes_side(p->planes, v);
    const vec3 span[2][6] = {{v[0], v[1], v[0], v[2], v[0], p->base[0]},
                             {v[0], v[1], v[0], v[2], v[0], p->base[1]}};
    return sign_of_weighted(p->weight, span);
}

int carom_exact_side_of_ray(const exact_point *p, vec3 ray, vec3 x, vec3 y) {
    const vec3 zero = {0.0, 0.0, 0.0};
    const vec3 span[2][6] = {{zero, ray, p->base[0], x, p->base[0], y},
                             {zero, ray, p->base[1], x, p->base[1], y}};
    if (p->count == 1) return carom_sign_determinant(span[0]);
    int sign = filtered_determinant(ray, sub3(x, p->near), sub3(y, p->near), p->error);
    if (sign != 0) return sign;
    if (p->planes) return carom_exact_planes_side_of_ray(p->planes, ray, x, y);
    return sign_of_weighted(p->weight, span);
}

/* ---- feature of a triangle */

/* Returns the sign of component `axis` of cross(y - x, p - x), the side of an edge in a
 * projection; 0 when it is not certain. */
static int filtered_side_2d(const exact_point *p, int axis, vec3 x, vec3 y) {
    vec3 edge = sub3(y, x), to_point = sub3(p->near, x);
    double value = axis3(cross3(edge, to_point), axis);
    double size = axis3(cross_magnitude(edge, to_point), axis);
    double error =
        CROSS_ERROR * size + PERTURBED_CROSS * p->error * (max_abs3(edge) + p->error) + DBL_MIN;
    return value > error ? 1 : value < -error ? -1 : 0;
}

/* A point and an edge in a projection. */
typedef struct edge_side {
    const exact_point *p;
    vec3 x, y;
    int axis;
} edge_side;

static int sign_of_edge_side(dyadic_pool *pool, const void *side) {
    const edge_side *s = side;
    const dyadic3 edge = dyadic3_between(pool, s->x, s->y);
    dyadic f[2];
    for (int b = 0; b < 2; b++) {
        const dyadic3 to_base = dyadic3_between(pool, s->x, s->p->base[b]);
        const dyadic3 cross = carom_dyadic3_cross(pool, &edge, &to_base);
        f[b] = s->axis == 0 ? cross.x : s->axis == 1 ? cross.y : cross.z;
    }
    return weighted_sum(pool, s->p->weight, f).sign;
}

static int side_2d(const exact_point *p, int axis, vec3 x, vec3 y) {
    if (p->count == 1) return carom_orient2d(x, y, p->base[0], axis);
    int sign = filtered_side_2d(p, axis, x, y);
    if (sign != 0) return sign;
    if (p->planes) return carom_exact_planes_side_2d(p->planes, x, y, axis);
    return carom_dyadic_sign(sign_of_edge_side, &(edge_side){p, x, y, axis});
}

bool carom_exact_apart(const exact_point *p, const vec3 v[3]) {
    vec3 low = lower3(v[0], lower3(v[1], v[2])), high = upper3(v[0], upper3(v[1], v[2]));
    double e = p->error;
    return p->near.x < low.x - e || p->near.x > high.x + e || p->near.y < low.y - e ||
           p->near.y > high.y + e || p->near.z < low.z - e || p->near.z > high.z + e;
}

/* Returns the edge of the triangle with these ends, or -1. */
static int edge_of_triangle(const vec3 v[3], const vec3 edge[2]) {
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3;
        if ((equal3(v[i], edge[0]) && equal3(v[k], edge[1])) ||
            (equal3(v[i], edge[1]) && equal3(v[k], edge[0])))
            return PART_EDGE + i;
    }
    return -1;
}

int carom_exact_known_part(const exact_point *p, const vec3 v[3]) {
    for (int i = 0; p->count == 1 && i < 3; i++)
        if (equal3(v[i], p->base[0])) return i;
    for (int i = 0; i < p->edge_count; i++) {
        int part = edge_of_triangle(v, p->edge[i]);
        if (part >= 0) return part;
    }
    bool same = p->has_face;
    for (int i = 0; same && i < 3; i++)
        same = equal3(v[i], p->face[i]);
    return same ? PART_FACE : -1;
}

int carom_exact_part(const exact_point *p, const vec3 v[3]) {
    int part = carom_exact_known_part(p, v), sign[3], side = 0, axis = 0;
    if (part >= 0) return part;
    while ((side = carom_orient2d(v[0], v[1], v[2], axis)) == 0 && axis < 2)
        axis++;
    for (int i = 0; i < 3; i++)
        if (filtered_side_2d(p, axis, v[i], v[(i + 1) % 3]) == -side) return -1;
    if (carom_exact_side(p, v) != 0) return -1;
    for (int i = 0; i < 3; i++)
        sign[i] = side_2d(p, axis, v[i], v[(i + 1) % 3]);
    return carom_part_by_signs(sign, side);
}

/* ---- directions */

exact_direction carom_exact_span_direction(const exact_span *span) {
    exact_direction d;
    d.count = 1;
    d.base[0] = d.base[1] = *span;
    return d;
}

exact_direction carom_exact_between(const exact_span *from, const exact_span *to,
                                    const exact_span *x, const exact_span *y) {
    exact_direction d;
    d.count = 2;
    d.base[0] = *from;
    d.base[1] = *to;
    for (int i = 0; i < 2; i++) {
        const exact_span *other = &d.base[1 - i];
        const vec3 span[6] = {x->from, x->to, y->from, y->to, other->from, other->to};
        d.weight[i] = weight_of_determinant(span);
    }
    return d;
}

int carom_exact_triple(const exact_direction *d, const exact_span *x, const exact_span *y) {
    vec3 span[2][6];
    for (int i = 0; i < d->count; i++) {
        const exact_span *s = &d->base[i];
        const vec3 own[6] = {s->from, s->to, x->from, x->to, y->from, y->to};
        for (int k = 0; k < 6; k++)
            span[i][k] = own[k];
    }
    if (d->count == 1) return carom_sign_determinant(span[0]);
    return sign_of_weighted(d->weight, (const vec3(*)[6])span);
}
