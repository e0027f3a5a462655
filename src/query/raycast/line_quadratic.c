/* The quadratics are evaluated in double-double arithmetic [Dekker71]: coefficients and
 * discriminants keep a double's digits where they cancel by as much, and a discriminant below what
 * is left is too small for its root to matter. Only its sign remains, which dyadic
 * numbers decide.
 *
 * Discriminants come from cross products. For x = p x v the ball has r^2 v.v - x.x; for n = v x w
 * the cylinder has r^2 n.n - (p.n)^2, times w.w; a slab is always crossed, unless the line is
 * parallel to it. */
#include "query/raycast/line_quadratic.h"

#include "math/power.h"
#include "math/predicates.h"
#include "query/raycast/path.h"

static double one_norm(const double_double3 *v) {
    return fabs(v->at[0].hi) + fabs(v->at[1].hi) + fabs(v->at[2].hi);
}

/* The same direction with its largest component about 1. */
static factor3 tamed_direction(factor3 f) {
    double largest = 0.0;
    for (int i = 0; i < 3; i++)
        largest = max2(largest, fabs(f.at[i].hi - f.at[i].lo));
    const double power = scaling_power(largest);
    for (int i = 0; i < 3; i++)
        f.at[i].hi *= power, f.at[i].lo *= power;
    return f;
}

/* ---- exact signs */

typedef struct line_numbers {
    dyadic3 p, v, w[2];
    dyadic offset, radius2;
} line_numbers;

static line_numbers numbers_of_line(dyadic_pool *pool, const line_quadratic *q) {
    line_numbers n;
    n.p = dyadic3_of_factor(pool, &q->p);
    n.v = dyadic3_of_factor(pool, &q->v);
    for (int i = 0; i < 2; i++)
        n.w[i] = dyadic3_of_factor(pool, &q->w[i]);
    n.offset = dyadic_of_factor(pool, q->offset);
    n.radius2 = dyadic_square(pool, dyadic_of_factor(pool, q->radius));
    return n;
}

/* The quadratic a t^2 + 2 b t + c, for a slab or plane (rise t + height)^2 - reach2. */
typedef struct exact_quadratic {
    dyadic a, b, c;
    dyadic height, rise, reach2;
} exact_quadratic;

static bool is_between_planes(const line_quadratic *q) {
    return q->kind == LINE_SLAB || q->kind == LINE_PLANE;
}

static exact_quadratic quadratic_between_planes(dyadic_pool *pool, const line_quadratic *q) {
    const line_numbers n = numbers_of_line(pool, q);
    const dyadic3 normal =
        q->kind == LINE_SLAB ? carom_dyadic3_cross(pool, &n.w[0], &n.w[1]) : n.w[0];
    const dyadic along = carom_dyadic3_dot(pool, &normal, &n.p);
    const dyadic square = carom_dyadic3_length2(pool, &normal);
    return (exact_quadratic){.height = dyadic_difference(pool, along, n.offset),
                             .rise = carom_dyadic3_dot(pool, &normal, &n.v),
                             .reach2 = carom_dyadic_product(pool, square, n.radius2)};
}

static exact_quadratic quadratic_of_ball_or_cylinder(dyadic_pool *pool, const line_quadratic *q) {
    const line_numbers n = numbers_of_line(pool, q);
    dyadic3 from = n.p, along = n.v;
    dyadic reach2 = n.radius2;
    if (q->kind == LINE_CYLINDER) {
        from = carom_dyadic3_cross(pool, &n.p, &n.w[0]);
        along = carom_dyadic3_cross(pool, &n.v, &n.w[0]);
        reach2 = carom_dyadic_product(pool, reach2, carom_dyadic3_length2(pool, &n.w[0]));
    }
    const dyadic square = carom_dyadic3_length2(pool, &from);
    return (exact_quadratic){.a = carom_dyadic3_length2(pool, &along),
                             .b = carom_dyadic3_dot(pool, &from, &along),
                             .c = dyadic_difference(pool, square, reach2)};
}

/* a + t b */
static dyadic linear_at(dyadic_pool *pool, dyadic a, dyadic b, dyadic t) {
    return carom_dyadic_sum(pool, a, carom_dyadic_product(pool, b, t));
}

typedef struct line_moment {
    const line_quadratic *q;
    double t;
} line_moment;

static int sign_at_moment(dyadic_pool *pool, const void *moment) {
    const line_moment *m = moment;
    const dyadic t = carom_dyadic_of(pool, m->t);
    if (is_between_planes(m->q)) {
        const exact_quadratic e = quadratic_between_planes(pool, m->q);
        const dyadic height = linear_at(pool, e.height, e.rise, t);
        return dyadic_difference(pool, dyadic_square(pool, height), e.reach2).sign;
    }
    const exact_quadratic e = quadratic_of_ball_or_cylinder(pool, m->q);
    const dyadic twice_b = carom_dyadic_sum(pool, e.b, e.b);
    return linear_at(pool, e.c, linear_at(pool, twice_b, e.a, t), t).sign;
}

int carom_line_sign_at(const line_quadratic *q, double t) {
    return carom_dyadic_sign(sign_at_moment, &(line_moment){q, t});
}

static int slope_at_moment(dyadic_pool *pool, const void *moment) {
    const line_moment *m = moment;
    const dyadic t = carom_dyadic_of(pool, m->t);
    if (is_between_planes(m->q)) {
        const exact_quadratic e = quadratic_between_planes(pool, m->q);
        return linear_at(pool, e.height, e.rise, t).sign * e.rise.sign;
    }
    const exact_quadratic e = quadratic_of_ball_or_cylinder(pool, m->q);
    return linear_at(pool, e.b, e.a, t).sign;
}

/* The sign of the quadratic's slope: on which side of the middle of the roots is t? */
static int side_of_middle(const line_quadratic *q, double t) {
    return carom_dyadic_sign(slope_at_moment, &(line_moment){q, t});
}

/* Of r^2 v.v - |p x v|^2 or r^2 |v x w|^2 - (p.(v x w))^2. */
static int sign_of_square(dyadic_pool *pool, const void *quadratic) {
    const line_quadratic *q = quadratic;
    const line_numbers n = numbers_of_line(pool, q);
    dyadic length2, square;
    if (q->kind == LINE_BALL) {
        length2 = carom_dyadic3_length2(pool, &n.v);
        square = carom_dyadic3_cross2(pool, &n.p, &n.v);
    } else {
        const dyadic3 cross = carom_dyadic3_cross(pool, &n.v, &n.w[0]);
        length2 = carom_dyadic3_length2(pool, &cross);
        square = dyadic_square(pool, carom_dyadic3_dot(pool, &n.p, &cross));
    }
    return dyadic_difference(pool, carom_dyadic_product(pool, length2, n.radius2), square).sign;
}

int carom_factor_dot_sign(const factor3 *a, const factor3 *b) {
    const double_double3 u = dd3_of(a), v = dd3_of(b);
    const double dot = dd_dot(&u, &v).hi, error = QUADRATIC_ERROR * one_norm(&u) * one_norm(&v);
    if (error > QUADRATIC_UNDERFLOW && fabs(dot) > error) return dot > 0.0 ? 1 : -1;
    exact_term term[3];
    for (int i = 0; i < 3; i++)
        term[i] = (exact_term){{a->at[i], b->at[i]}, 2, false};
    return carom_exact_sign(term, 3);
}

/* Three vectors and a radius. */
typedef struct line_vectors {
    const factor3 *v, *w, *p;
    exact_factor radius;
} line_vectors;

/* Of (v.v) (p.w) - (p.v) (v.w). */
static int middle_side(dyadic_pool *pool, const void *vectors) {
    const line_vectors *a = vectors;
    const dyadic3 v = dyadic3_of_factor(pool, a->v), w = dyadic3_of_factor(pool, a->w);
    const dyadic3 p = dyadic3_of_factor(pool, a->p);
    const dyadic vv = carom_dyadic3_length2(pool, &v), pw = carom_dyadic3_dot(pool, &p, &w);
    const dyadic pv = carom_dyadic3_dot(pool, &p, &v), vw = carom_dyadic3_dot(pool, &v, &w);
    const dyadic left = carom_dyadic_product(pool, vv, pw);
    return dyadic_difference(pool, left, carom_dyadic_product(pool, pv, vw)).sign;
}

int carom_line_middle_side(const factor3 *v, const line_axis *axis, vec3 origin, vec3 point) {
    const factor3 from = factor3_between(point, origin);
    const double_double3 p = dd3_of(&from), d = dd3_of(v), w = dd3_of(&axis->w);
    const int sign = dd_sign_of_difference(dd_multiply(dd_length2(&d), dd_dot(&p, &w)),
                                           dd_multiply(dd_dot(&p, &d), dd_dot(&d, &w)));
    if (CAROM_LIKELY(sign != 0)) return sign;
    return carom_dyadic_sign(middle_side, &(line_vectors){.v = v, .w = &axis->w, .p = &from});
}

/* Of |w x (p x v)|^2 - r^2 (v.w)^2. */
static int disk_sign(dyadic_pool *pool, const void *vectors) {
    const line_vectors *a = vectors;
    const dyadic3 v = dyadic3_of_factor(pool, a->v), w = dyadic3_of_factor(pool, a->w);
    const dyadic3 p = dyadic3_of_factor(pool, a->p);
    const dyadic3 x = carom_dyadic3_cross(pool, &p, &v);
    const dyadic across = carom_dyadic3_cross2(pool, &w, &x);
    const dyadic reach = carom_dyadic_product(pool, dyadic_of_factor(pool, a->radius),
                                              carom_dyadic3_dot(pool, &v, &w));
    return dyadic_difference(pool, across, dyadic_square(pool, reach)).sign;
}

/* For x = p x v the line crosses the plane at |w x x| / |v.w| from the centre. */
bool carom_line_meets_disk(const exact_line *line, const line_axis *axis, vec3 center,
                           exact_factor radius) {
    const factor3 from = factor3_between(center, line->origin);
    const double_double3 p = dd3_of(&from), v = dd3_of(&line->direction), w = dd3_of(&axis->w);
    const double_double3 x = dd_cross(&p, &v), across = dd_cross(&w, &x);
    const double_double reach = dd_multiply(dd_of(radius), dd_dot(&v, &w));
    int sign = dd_sign_of_difference(dd_length2(&across), dd_square(reach));
    if (sign == 0)
        sign = carom_dyadic_sign(disk_sign,
                                 &(line_vectors){&line->direction, &axis->w, &from, radius});
    return sign <= 0;
}

/* ---- roots */

/* The exact sign of the discriminant; `magnitude` is that of the products it is made of. */
static int discriminant_sign(line_quadratic *q, double magnitude) {
    const double error = QUADRATIC_ERROR * magnitude;
    if (error > QUADRATIC_UNDERFLOW && fabs(q->square.hi) > error)
        return q->square.hi > 0.0 ? 1 : -1;
    const int sign = carom_dyadic_sign(sign_of_square, q);
    if (sign <= 0 || !(q->square.hi > 0.0)) q->square = (double_double){0.0, 0.0};
    return sign;
}

/* Computes the roots; `scale` times the square is the discriminant. Of two roots the one that
 * would subtract similar numbers is computed from the other. */
static line_crossing set_roots(line_quadratic *q, double_double scale, double slack) {
    const double a = q->a.hi, b = q->b.hi, c = q->c.hi;
    const double root = sqrt(max2(dd_multiply(scale, q->square).hi, 0.0));
    const double far = b < 0.0 ? root - b : -root - b;
    const double one = far != 0.0 && root > 0.0 ? c / far : far / a, other = far / a;
    q->in = min2(one, other);
    q->out = max2(one, other);
    q->slack = slack;
    return finite1(q->in) && finite1(q->out) ? LINE_CROSSES : LINE_ALONG;
}

line_crossing carom_line_ball(line_quadratic *q, const exact_line *line, vec3 center,
                              exact_factor radius) {
    *q = (line_quadratic){.kind = LINE_BALL,
                          .p = factor3_between(center, line->origin),
                          .v = line->direction,
                          .radius = radius};
    const double_double3 p = dd3_of(&q->p), v = dd3_of(&q->v), x = dd_cross(&p, &v);
    const double_double rr = dd_square(dd_of(radius)), pp = dd_length2(&p);
    q->a = dd_length2(&v);
    q->b = dd_dot(&p, &v);
    q->c = dd_subtract(pp, rr);
    q->square = dd_subtract(dd_multiply(rr, q->a), dd_length2(&x));
    if (discriminant_sign(q, (rr.hi + pp.hi) * q->a.hi) < 0) return LINE_BESIDE;
    return set_roots(q, (double_double){1.0, 0.0}, ROOT_SLACK * sqrt((pp.hi + rr.hi) / q->a.hi));
}

bool carom_factors_are_parallel(const factor3 *v, const factor3 *w) {
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const exact_term minor[2] = {{{v->at[j], w->at[k]}, 2, false},
                                     {{v->at[k], w->at[j]}, 2, true}};
        if (carom_exact_sign(minor, 2) != 0) return false;
    }
    return true;
}

line_crossing carom_line_cylinder(line_quadratic *q, const exact_line *line, const line_axis *axis,
                                  exact_factor radius) {
    *q = (line_quadratic){.kind = LINE_CYLINDER,
                          .p = factor3_between(axis->a, line->origin),
                          .v = line->direction,
                          .w = {tamed_direction(axis->w)},
                          .radius = radius};
    const double_double3 p = dd3_of(&q->p), v = dd3_of(&q->v), w = dd3_of(&q->w[0]);
    const double_double3 n = dd_cross(&v, &w), m = dd_cross(&p, &w);
    const double_double rr = dd_square(dd_of(radius)), ww = dd_length2(&w), pp = dd_length2(&p);
    const double sizes = dd_length2(&v).hi * ww.hi;
    q->a = dd_length2(&n);
    if (q->a.hi <= PARALLEL_ERROR * sizes && carom_factors_are_parallel(&q->v, &q->w[0]))
        return LINE_ALONG;
    const double_double side = dd_dot(&p, &n);
    q->b = dd_dot(&m, &n);
    q->c = dd_subtract(dd_length2(&m), dd_multiply(rr, ww));
    q->square = dd_subtract(dd_multiply(rr, q->a), dd_square(side));
    if (discriminant_sign(q, rr.hi * q->a.hi + pp.hi * sizes) < 0) return LINE_BESIDE;
    return set_roots(q, ww, ROOT_SLACK * sqrt((pp.hi + rr.hi) * ww.hi / q->a.hi));
}

/* Solves for the slab between two planes perpendicular to n. `reach` bounds the terms of the
 * height.
 */
static line_crossing solve_slab(line_quadratic *q, const double_double3 *n, double_double height,
                                double_double rise, double reach) {
    const double_double rr = dd_square(dd_of(q->radius)), nn = dd_length2(n);
    q->a = dd_square(rise);
    q->b = dd_multiply(height, rise);
    q->square = dd_multiply(rr, nn);
    q->c = dd_subtract(dd_square(height), q->square);
    return set_roots(q, q->a, ROOT_SLACK * (reach + sqrt(q->square.hi)) / fabs(rise.hi));
}

static int sign_of_rise(dyadic_pool *pool, const void *quadratic) {
    return quadratic_between_planes(pool, quadratic).rise.sign;
}

/* Solves for the slab along the sides q->w. */
static line_crossing cross_slab(line_quadratic *q) {
    const double_double3 p = dd3_of(&q->p), v = dd3_of(&q->v);
    const double_double3 w0 = dd3_of(&q->w[0]), w1 = dd3_of(&q->w[1]), n = dd_cross(&w0, &w1);
    const double_double rise = dd_dot(&n, &v);
    const double sides = one_norm(&w0) * one_norm(&w1);
    if (!(fabs(rise.hi) > PARALLEL_ERROR * sides * one_norm(&v))) {
        if (carom_dyadic_sign(sign_of_rise, q) == 0 || rise.hi == 0.0) return LINE_ALONG;
    }
    return solve_slab(q, &n, dd_dot(&n, &p), rise, one_norm(&n) * one_norm(&p));
}

line_crossing carom_line_slab(line_quadratic *q, const exact_line *line, const vec3 face[3],
                              exact_factor radius) {
    const line_axis one = axis_between(face[0], face[1]), two = axis_between(face[0], face[2]);
    return carom_line_between_axes(q, line, &one, &two, radius);
}

line_crossing carom_line_between_axes(line_quadratic *q, const exact_line *line,
                                      const line_axis *one, const line_axis *two,
                                      exact_factor radius) {
    *q = (line_quadratic){.kind = LINE_SLAB,
                          .p = factor3_between(two->a, line->origin),
                          .v = line->direction,
                          .w = {tamed_direction(one->w), tamed_direction(two->w)},
                          .radius = radius};
    return cross_slab(q);
}

static line_crossing cross_plane_of(line_quadratic *q) {
    const double_double3 p = dd3_of(&q->p), v = dd3_of(&q->v), n = dd3_of(&q->w[0]);
    if (carom_factor_dot_sign(&q->w[0], &q->v) == 0) return LINE_ALONG;
    const double_double height = dd_subtract(dd_dot(&n, &p), dd_of(q->offset));
    const double reach = one_norm(&n) * one_norm(&p) + fabs(q->offset.hi);
    return solve_slab(q, &n, height, dd_dot(&n, &v), reach);
}

line_crossing carom_line_plane(line_quadratic *q, const exact_line *line, vec3 normal,
                               double offset, exact_factor radius) {
    const vec3 none = {0, 0, 0};
    *q = (line_quadratic){.kind = LINE_PLANE,
                          .p = factor3_between(none, line->origin),
                          .v = line->direction,
                          .w = {factor3_between(none, normal)},
                          .offset = {offset, 0.0},
                          .radius = radius};
    return cross_plane_of(q);
}

line_crossing carom_line_end_plane(line_quadratic *q, const exact_line *line, const line_axis *axis,
                                   vec3 point) {
    *q = (line_quadratic){.kind = LINE_PLANE,
                          .p = factor3_between(point, line->origin),
                          .v = line->direction,
                          .w = {tamed_direction(axis->w)}};
    return cross_plane_of(q);
}

int carom_line_side(const line_quadratic *q, double t) {
    if (!finite1(t)) return t > 0.0 ? 1 : -1;
    const double slack = q->slack + ROOT_SLACK * fabs(t);
    const bool near_in = fabs(t - q->in) <= slack, near_out = fabs(t - q->out) <= slack;
    if (!near_in && !near_out) return t < q->in ? -1 : t > q->out ? 1 : 0;
    return carom_line_sign_at(q, t) <= 0 ? 0 : side_of_middle(q, t);
}

bool carom_line_within_ends(const line_quadratic *q, const exact_line *line, const line_axis *axis,
                            double t) {
    if (q->square.hi == 0.0) /* the line touches, at the middle */
        return carom_line_middle_side(&q->v, axis, line->origin, axis->a) >= 0 &&
               carom_line_middle_side(&q->v, axis, line->origin, axis->b) <= 0;
    const factor3 back = factor3_between(axis->b, line->origin);
    const double_double3 v = dd3_of(&q->v), w = dd3_of(&q->w[0]);
    const double_double3 from_a = dd3_of(&q->p), from_b = dd3_of(&back);
    const double_double along = dd_multiply((double_double){t, 0.0}, dd_dot(&v, &w));
    return dd_add(dd_dot(&from_a, &w), along).hi >= 0.0 &&
           dd_add(dd_dot(&from_b, &w), along).hi <= 0.0;
}
