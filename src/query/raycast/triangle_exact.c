/* Path against triangle, exact, where the filter is undecided. Seen from the origin o, the path's
 * line passes inside the triangle a b c when the triple products of the direction with (b-o, c-o),
 * (c-o, a-o) and (a-o, b-o) have no two opposite signs. Their sum is dot(direction, n); so when
 * all three are zero the path is in the plane, or the triangle has no area, and the range of t is
 * clipped by the conditions of the edges. Every quantity is a double with an error bound beside
 * its exact terms [Shewchuk97], which are evaluated only where the bound is not enough. */
#include "query/raycast/clip_exact.h"
#include "query/raycast/kernel_triangle.h"
#include "query/raycast/path.h"

typedef struct difference {
    vec3 to, from;
} difference;

/* The triple product dot(cross(u, v), w) of three differences. */
typedef struct triple {
    const difference *u, *v, *w;
    double value; /* correct but for the last digits when `accurate` */
    bool accurate;
    int sign; /* exact */
} triple;

static exact_factor factor_of(const difference *d, int axis) {
    return (exact_factor){axis3(d->to, axis), axis3(d->from, axis)};
}

/* Adds the triple product times a number. */
static void add_triple(exact_sum *sum, const triple *t, double factor) {
    for (int i = 0; i < 3; i++)
        for (int turn = 1; turn < 3; turn++) {
            const int j = (i + turn) % 3, k = (i + 3 - turn) % 3;
            const exact_factor w = factor_of(t->w, i), by = {factor, 0.0};
            carom_exact_add(
                sum, &(exact_term){{factor_of(t->u, j), factor_of(t->v, k), w, by}, 4, turn == 2});
        }
}

static CAROM_NOINLINE int triple_sign(const triple *t) {
    exact_sum *sum = carom_workspace_take(WORKSPACE_SUM);
    exact_sum_begin(sum);
    add_triple(sum, t, 1.0);
    const int sign = carom_exact_sum_sign(sum);
    carom_workspace_give(sum);
    return sign;
}

static void make_triple(triple *out, const difference *u, const difference *v,
                        const difference *w) {
    out->u = u, out->v = v, out->w = w;
    vec3 a = sub3(u->to, u->from), b = sub3(v->to, v->from), c = sub3(w->to, w->from);
    out->value = dot3(cross3(a, b), c);
    double error = TRIANGLE_ERROR * (max_abs3(a) * max_abs3(b) * max_abs3(c));
    bool no_underflow = error > ERROR_UNDERFLOW && max_abs3(c) < TRIANGLE_LONG;
    out->accurate =
        no_underflow && fabs(out->value) > TRIANGLE_MARGIN * error && finite1(out->value);
    out->sign = out->accurate ? (out->value > 0.0 ? 1 : -1) : triple_sign(out);
}

static CAROM_NOINLINE double exact_triple_ratio(const triple *numerator,
                                                const triple *denominator) {
    exact_sum *over = carom_workspace_take(WORKSPACE_SUM), *under = over + 1;
    exact_sum_begin(over);
    exact_sum_begin(under);
    add_triple(over, numerator, 1.0);
    add_triple(under, denominator, 1.0);
    const double ratio = carom_exact_quotient(over, under);
    carom_workspace_give(over);
    return ratio;
}

static double triple_ratio(const triple *numerator, const triple *denominator) {
    if (numerator->accurate && denominator->accurate) return numerator->value / denominator->value;
    return exact_triple_ratio(numerator, denominator);
}

/* The exact sign of volume / slope - t, given that the quotient rounds to `near`. */
static CAROM_NOINLINE int compare_ratio(const triple *volume, const triple *slope, double near,
                                        double t) {
    double slack = QUOTIENT_SLACK * fabs(near);
    if (near > t + slack) return 1;
    if (near < t - slack || !finite1(t)) return -1;
    exact_sum *sum = carom_workspace_take(WORKSPACE_SUM);
    exact_sum_begin(sum);
    add_triple(sum, volume, 1.0);
    add_triple(sum, slope, -t);
    const int sign = carom_exact_sum_sign(sum) * slope->sign;
    carom_workspace_give(sum);
    return sign;
}

/* cross(b - a, c - a), accurate for slivers too, of a length near 1. Zero only when it is zero. */
static vec3 accurate_normal(const vec3 v[3]) {
    vec3 e1 = sub3(v[1], v[0]), e2 = sub3(v[2], v[0]), n = cross3(e1, e2);
    double size = max_abs3(e1) * max_abs3(e2), length = max_abs3(n);
    if (length > SLIVER_SINE * size && size > ERROR_UNDERFLOW && finite1(size)) return n;
    exact_term terms[3][2];
    int largest = -1;
    double ratio[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        exact_factor pj = {axis3(v[1], j), axis3(v[0], j)}, pk = {axis3(v[1], k), axis3(v[0], k)};
        exact_factor qj = {axis3(v[2], j), axis3(v[0], j)}, qk = {axis3(v[2], k), axis3(v[0], k)};
        terms[i][0] = (exact_term){{pj, qk}, 2, false};
        terms[i][1] = (exact_term){{pk, qj}, 2, true};
        int sign = carom_exact_sign(terms[i], 2);
        if (sign == 0) continue;
        ratio[i] = sign;
        if (largest < 0 || fabs(carom_exact_ratio(terms[i], 2, terms[largest], 2)) > 1.0)
            largest = i;
    }
    if (largest < 0) return vec(0, 0, 0);
    double sign = ratio[largest];
    for (int i = 0; i < 3; i++)
        ratio[i] = sign * carom_exact_ratio(terms[i], 2, terms[largest], 2);
    return vec(ratio[0], ratio[1], ratio[2]);
}

/* Component `axis` of cross(q - p, x - p) times `sign`, as a form in t, where x follows the path.
 */
static linear_form edge_form(const ray_path *path, vec3 p, vec3 q, int axis, int sign) {
    int j = (axis + 1) % 3, k = (axis + 2) % 3;
    exact_factor ej = {axis3(q, j), axis3(p, j)}, ek = {axis3(q, k), axis3(p, k)};
    exact_factor oj = {axis3(path->origin, j), axis3(p, j)};
    exact_factor ok = {axis3(path->origin, k), axis3(p, k)};
    exact_factor dj = {axis3(path->tip, j), axis3(path->base, j)};
    exact_factor dk = {axis3(path->tip, k), axis3(path->base, k)};
    return (linear_form){{{{ej, ok}, 2, sign < 0}, {{ek, oj}, 2, sign > 0}},
                         {{{ej, dk}, 2, sign < 0}, {{ek, dj}, 2, sign > 0}},
                         2,
                         2};
}

/* The normal of a triangle without area along `edge`: against the direction, and perpendicular to
 * the edge unless the direction is parallel to it. */
static vec3 edge_normal(vec3 direction, vec3 edge) {
    vec3 d = carom_normalize_or(neg3(direction), vec(0, 0, 0));
    vec3 e = carom_normalize_or(edge, vec(0, 0, 0));
    if (max_abs3(d) == 0.0) return max_abs3(e) == 0.0 ? vec(0, 0, 1) : carom_perpendicular(e);
    vec3 across = mad3(d, e, -dot3(d, e));
    return max_abs3(across) > EDGE_PARALLEL_SINE ? across : d;
}

static vec3 point_at(const ray_path *path, double t) {
    return mad3(path->origin, path->direction, t);
}

/* A triangle without area: the segment between its two extreme vertices. */
static bool path_thin_triangle(const ray_path *path, const vec3 v[3], triangle_hit *hit) {
    int axis = 0, first = 0, last = 0;
    double extent = -1.0;
    for (int k = 0; k < 3; k++) {
        int low = 0, high = 0;
        for (int i = 1; i < 3; i++) {
            if (axis3(v[i], k) < axis3(v[low], k)) low = i;
            if (axis3(v[i], k) > axis3(v[high], k)) high = i;
        }
        double size = 0.5 * axis3(v[high], k) - 0.5 * axis3(v[low], k);
        if (size > extent) axis = k, first = low, last = high, extent = size;
    }
    vec3 p = v[first], q = v[last];
    exact_range range;
    carom_exact_range_begin(&range, path);
    for (int k = 0; k < 3; k++) {
        double pk = axis3(p, k), qk = axis3(q, k);
        carom_exact_range_slab(&range, path, k, (double[2]){min2(pk, qk), max2(pk, qk)});
        for (int sign = -1; sign <= 1; sign += 2) {
            linear_form on_line = edge_form(path, p, q, k, sign);
            carom_exact_range_cut(&range, &on_line, 6);
        }
    }
    if (range.empty) return false;
    hit->t = carom_exact_bound_value(&range.enter, 0.0);
    hit->normal = edge_normal(path->direction, sub3(q, p));
    double along = axis3(point_at(path, hit->t), axis) - axis3(p, axis);
    double f = extent > 0.0 ? clamp01(along / (axis3(q, axis) - axis3(p, axis))) : 0.0;
    double weight[3] = {0, 0, 0};
    weight[first] = 1.0 - f;
    weight[last] += f;
    hit->barycentric = vec(weight[0], weight[1], weight[2]);
    return true;
}

/* Twice the signed area of p q x along `axis`, not below 0. */
static double area_weight(vec3 p, vec3 q, vec3 x, vec3 normal) {
    return max2(0.0, dot3(cross3(sub3(q, p), sub3(x, p)), normal));
}

/* Path in the plane of a triangle with area: cut by the three edges, seen along an axis on which
 * the triangle keeps its area. */
static bool path_coplanar_triangle(const ray_path *path, const vec3 v[3], vec3 normal,
                                   triangle_hit *hit) {
    vec3 n = vec(fabs(normal.x), fabs(normal.y), fabs(normal.z));
    int axis = n.x >= n.y && n.x >= n.z ? 0 : n.y >= n.z ? 1 : 2;
    int sign = axis3(normal, axis) > 0.0 ? 1 : -1;
    exact_range range;
    carom_exact_range_begin(&range, path);
    for (int i = 0; i < 3; i++) {
        linear_form inside = edge_form(path, v[i], v[(i + 1) % 3], axis, sign);
        carom_exact_range_cut(&range, &inside, i);
    }
    if (range.empty) return false;
    hit->t = carom_exact_bound_value(&range.enter, 0.0);
    hit->normal = normal;
    vec3 x = point_at(path, hit->t);
    vec3 w = vec(area_weight(v[1], v[2], x, normal), area_weight(v[2], v[0], x, normal),
                 area_weight(v[0], v[1], x, normal));
    double sum = w.x + w.y + w.z;
    hit->barycentric = sum > 0.0 && finite1(sum) ? scale3(w, 1.0 / sum) : vec(1, 0, 0);
    return true;
}

CAROM_NOINLINE bool carom_path_triangle_exact(const ray_path *path, const vec3 v[3],
                                              carom_facing facing, triangle_hit *hit) {
    if (!path_is_valid(path) || !finite3(v[0]) || !finite3(v[1]) || !finite3(v[2])) return false;
    difference direction = {path->tip, path->base};
    difference spoke[3];
    for (int i = 0; i < 3; i++)
        spoke[i] = (difference){v[i], path->origin};
    triple side[3], volume, slope;
    int above = 0, below = 0;
    for (int i = 0; i < 3; i++) {
        make_triple(&side[i], &direction, &spoke[(i + 1) % 3], &spoke[(i + 2) % 3]);
        above += side[i].sign > 0;
        below += side[i].sign < 0;
    }
    if (above != 0 && below != 0) return false;
    make_triple(&volume, &spoke[0], &spoke[1], &spoke[2]);
    if (above + below == 0) {
        if (volume.sign != 0 || facing != CAROM_BOTH_SIDES) return false;
        vec3 normal = accurate_normal(v);
        return max_abs3(normal) == 0.0 ? path_thin_triangle(path, v, hit)
                                       : path_coplanar_triangle(path, v, normal, hit);
    }
    if (facing != CAROM_BOTH_SIDES && (below != 0) != (facing == CAROM_FRONT_ONLY)) return false;
    difference e1 = {v[1], v[0]}, e2 = {v[2], v[0]};
    make_triple(&slope, &e1, &e2, &direction);
    double t = triple_ratio(&volume, &slope);
    if (compare_ratio(&volume, &slope, t, path->t_min) < 0) return false;
    if (compare_ratio(&volume, &slope, t, path->t_max) > 0) return false;
    hit->t = max2(path->t_min, min2(t, path->t_max));
    hit->barycentric = vec(triple_ratio(&side[0], &slope), triple_ratio(&side[1], &slope),
                           triple_ratio(&side[2], &slope));
    hit->normal = scale3(accurate_normal(v), below != 0 ? 1.0 : -1.0);
    return true;
}
