/* Exact separating axis test [Gottschalk96]: two convex bodies are disjoint exactly when a face
 * normal of either or the cross product of an edge of each separates them. A flat or thin box
 * keeps all its axes: it is the limit of thick ones, and an axis that separates infinitely many of
 * those separates the limit.
 *
 * On one axis L = u x v everything is a polynomial in the input. It is evaluated in double with an
 * error bound; only where the sign is undecided does an exact sum [Kulisch81] decide. An axis that
 * vanishes, from parallel edges, needs no special case: its polynomial is exactly zero and does
 * not separate. */
#include "query/overlap/sat_exact.h"

#include "query/overlap/sat_filter.h"
#include "query/overlap/tolerances.h"

sat_body carom_sat_point(vec3 point) {
    return (sat_body){.p = {point, point}, .edges = 0};
}

sat_body carom_sat_segment(vec3 a, vec3 b) {
    return (sat_body){.p = {a, b}, .edges = 1, .size = {{1, 0}}, .from = {a}, .to = {b}};
}

sat_body carom_sat_aabb(const carom_aabb *box) {
    vec3 low = load3(box->min), high = load3(box->max);
    return (sat_body){.p = {low, high},
                      .edges = 3,
                      .size = {{high.x, low.x}, {high.y, low.y}, {high.z, low.z}},
                      .to = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

sat_body carom_sat_obb(const carom_obb *box) {
    vec3 c = load3(box->center), h = load3(box->half_extents);
    return (sat_body){.p = {c, c},
                      .edges = 3,
                      .size = {{h.x, -h.x}, {h.y, -h.y}, {h.z, -h.z}},
                      .to = {load3(box->axes[0]), load3(box->axes[1]), load3(box->axes[2])}};
}

static vec3 abs3(vec3 a) {
    return vec(fabs(a.x), fabs(a.y), fabs(a.z));
}

/* A vector to project, and what the projection is multiplied by. */
typedef struct sat_span {
    vec3 from, to;
    exact_factor factor;
    bool negative;
} sat_span;

/* Adds factor * L . (to - from), negated on request. */
static void add_projection(exact_sum *sum, const sat_axis *axis, const sat_span *span) {
    exact_factor factor = span->factor;
    bool negative = span->negative;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        exact_factor w = {axis3(span->to, i), axis3(span->from, i)};
        exact_factor uj = {axis3(axis->to[0], j), axis3(axis->from[0], j)};
        exact_factor uk = {axis3(axis->to[0], k), axis3(axis->from[0], k)};
        exact_factor vj = {axis3(axis->to[1], j), axis3(axis->from[1], j)};
        exact_factor vk = {axis3(axis->to[1], k), axis3(axis->from[1], k)};
        carom_exact_add(sum, &(exact_term){{uj, vk, w, factor}, 4, negative});
        carom_exact_add(sum, &(exact_term){{uk, vj, w, factor}, 4, !negative});
    }
}

/* Sign of L . (to - from). */
static CAROM_NOINLINE int projection_sign(const sat_axis *axis, const sat_span *span) {
    exact_sum *sum = carom_workspace_take(WORKSPACE_SUM);
    exact_sum_begin(sum);
    add_projection(sum, axis, span);
    const int sign = carom_exact_sum_sign(sum);
    carom_workspace_give(sum);
    return sign;
}

static void add_exact_reach(exact_sum *sum, const sat_axis *axis, const sat_body *body,
                            bool negative) {
    for (int e = 0; e < body->edges; e++) {
        sat_span span = {body->from[e], body->to[e], {1, 0}, false};
        int side = projection_sign(axis, &span);
        if (side == 0) continue;
        span.factor = body->size[e];
        span.negative = (side < 0) != negative;
        add_projection(sum, axis, &span);
    }
}

static CAROM_NOINLINE int exact_sign_on_axis(const sat_axis *axis, const sat_body *a,
                                             const sat_body *b, int sense, int b_sign) {
    exact_sum *sum = carom_workspace_take(WORKSPACE_EXACT);
    exact_sum_begin(sum);
    for (int i = 0; i < 2; i++) {
        const sat_span span = {a->p[i], b->p[i], {1, 0}, sense < 0};
        add_projection(sum, axis, &span);
    }
    add_exact_reach(sum, axis, a, true);
    add_exact_reach(sum, axis, b, b_sign < 0);
    const int sign = carom_exact_sum_sign(sum);
    carom_workspace_give(sum);
    return sign;
}

/* Sum of size |L . edge|; adds the sum of the terms' magnitudes to *magnitude. */
static double reach_on_axis(const sat_body *body, vec3 axis, vec3 axis_size, double *magnitude) {
    double reach = 0.0;
    for (int e = 0; e < body->edges; e++) {
        vec3 edge = sub3(body->to[e], body->from[e]);
        double size = body->size[e].hi - body->size[e].lo;
        reach += size * fabs(dot3(axis, edge));
        *magnitude += size * dot3(axis_size, abs3(edge));
    }
    return reach;
}

/* Sign of sense * L . T - reach of a + b_sign * reach of b, where T leads from a's centre to b's
 * and all lengths are doubled. With b_sign -1: 1 when the axis separates; with 1: 1 when b
 * sticks out of a. */
static int sign_on_axis(const sat_axis *axis, const sat_body *a, const sat_body *b, int sense,
                        int b_sign) {
    vec3 u = sub3(axis->to[0], axis->from[0]), v = sub3(axis->to[1], axis->from[1]);
    vec3 size_u = abs3(u), size_v = abs3(v), l = cross3(u, v);
    vec3 size =
        vec(size_u.y * size_v.z + size_u.z * size_v.y, size_u.z * size_v.x + size_u.x * size_v.z,
            size_u.x * size_v.y + size_u.y * size_v.x);
    vec3 first = sub3(b->p[0], a->p[0]), second = sub3(b->p[1], a->p[1]);
    double magnitude = dot3(size, add3(abs3(first), abs3(second)));
    double value = dot3(l, add3(first, second));
    value = sense < 0 ? -value : value;
    value -= reach_on_axis(a, l, size, &magnitude);
    double reach_b = reach_on_axis(b, l, size, &magnitude);
    value += b_sign < 0 ? -reach_b : reach_b;
    double bound = SAT_AXIS_ERROR * magnitude + SAT_UNDERFLOW;
    if (CAROM_LIKELY(fabs(value) > bound && bound <= DBL_MAX)) return value > 0.0 ? 1 : -1;
    int sign;
    const sat_coordinate along = carom_sat_coordinate(axis);
    if (along.known && carom_sat_coordinate_sign(&along, a, b, (int[2]){sense, b_sign}, &sign))
        return sign;
    return exact_sign_on_axis(axis, a, b, sense, b_sign);
}

static bool separates(const sat_axis *axis, const sat_body *a, const sat_body *b) {
    return sign_on_axis(axis, a, b, 1, -1) > 0 || sign_on_axis(axis, a, b, -1, -1) > 0;
}

static bool face_separates(const sat_body *box, const sat_body *a, const sat_body *b) {
    for (int i = 0; i < 3 && box->edges == 3; i++) {
        sat_axis axis = sat_axis_between(box, (i + 1) % 3, box, (i + 2) % 3);
        if (separates(&axis, a, b)) return true;
    }
    return false;
}

/* Several axes may be along one coordinate axis, as with faces in contact; each of these is tested
 * once. */
static bool boxes_disjoint(const sat_body *a, const sat_body *b) {
    sat_undecided undecided;
    bool tested[3] = {false, false, false}, apart;
    if (carom_sat_upright_apart(a, b, &apart)) return apart;
    if (carom_sat_boxes_apart(a, b, &undecided)) return true;
    for (int i = 0; i < undecided.count; i++) {
        const sat_coordinate along = carom_sat_coordinate(&undecided.axis[i]);
        if (along.known && (along.sign == 0 || tested[along.axis])) continue;
        if (along.known) tested[along.axis] = true;
        if (separates(&undecided.axis[i], a, b)) return true;
    }
    return false;
}

bool carom_sat_disjoint(const sat_body *a, const sat_body *b) {
    if (a->edges == 3 && b->edges == 3) return boxes_disjoint(a, b);
    if (face_separates(a, a, b) || face_separates(b, a, b)) return true;
    for (int i = 0; i < a->edges; i++)
        for (int j = 0; j < b->edges; j++) {
            sat_axis axis = sat_axis_between(a, i, b, j);
            if (separates(&axis, a, b)) return true;
        }
    return false;
}

/* All three corners beyond the body on one side. */
static bool separates_triangle(const sat_axis *axis, const sat_body *a, const sat_body corner[3]) {
    for (int sense = -1; sense <= 1; sense += 2) {
        int k = 0;
        while (k < 3 && sign_on_axis(axis, a, &corner[k], sense, -1) > 0)
            k++;
        if (k == 3) return true;
    }
    return false;
}

bool carom_sat_disjoint_triangle(const sat_body *a, const vec3 triangle[3]) {
    const sat_body corner[3] = {carom_sat_point(triangle[0]), carom_sat_point(triangle[1]),
                                carom_sat_point(triangle[2])};
    sat_axis axis = {{triangle[0], triangle[0]}, {triangle[1], triangle[2]}};
    if (separates_triangle(&axis, a, corner)) return true;
    for (int i = 0; i < 3; i++) {
        axis = sat_axis_between(a, (i + 1) % 3, a, (i + 2) % 3);
        if (separates_triangle(&axis, a, corner)) return true;
        for (int e = 0; e < 3; e++) {
            axis = (sat_axis){{a->from[i], triangle[e]}, {a->to[i], triangle[(e + 1) % 3]}};
            if (separates_triangle(&axis, a, corner)) return true;
        }
    }
    return false;
}

bool carom_sat_contains(const sat_body *a, const sat_body *b) {
    for (int i = 0; i < 3; i++) {
        sat_axis axis = sat_axis_between(a, (i + 1) % 3, a, (i + 2) % 3);
        if (sign_on_axis(&axis, a, b, 1, 1) > 0 || sign_on_axis(&axis, a, b, -1, 1) > 0)
            return false;
    }
    return true;
}
