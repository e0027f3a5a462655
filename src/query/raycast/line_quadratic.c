/* The quadratics are evaluated in double-double arithmetic [Dekker71]: coefficients and
 * discriminants keep a double's digits where they cancel by as much, and a discriminant below what
 * is left is too small for its root to matter. Only its sign remains, which an exact
 * sum [Kulisch81] decides.
 *
 * Discriminants come from cross products. For x = p x v the ball has r^2 v.v - x.x; for n = v x w
 * the cylinder has r^2 n.n - (p.n)^2, times w.w; a slab is always crossed, unless the line is
 * parallel to it. */
#include "query/raycast/line_quadratic.h"

#include "math/power.h"
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

/* ---- exact forms */

/* h0 = dot(n, p) and h1 = dot(n, v), with the plane's offset. */
static void slab_heights(const line_quadratic *q, form *height, form *rise) {
    if (q->kind == LINE_SLAB) {
        carom_form_triple(height, &q->p, &q->w[0], &q->w[1]);
        carom_form_triple(rise, &q->v, &q->w[0], &q->w[1]);
        return;
    }
    carom_form_dot(height, &q->w[0], &q->p);
    carom_form_dot(rise, &q->w[0], &q->v);
    carom_form_add_term(height, &(exact_term){{q->offset}, 1, true});
}

/* Appends -r^2 times the square of the vector of which the heights are multiples. */
static void subtract_reach(form *out, const line_quadratic *q) {
    form square;
    form_clear(&square);
    if (q->kind == LINE_SLAB) carom_form_add_cross2(&square, &q->w[0], &q->w[1], 1);
    if (q->kind == LINE_PLANE || q->kind == LINE_CYLINDER)
        carom_form_dot(&square, &q->w[0], &q->w[0]);
    if (q->kind == LINE_BALL) carom_form_add_term(&square, &(exact_term){.count = 0});
    carom_form_multiply(&square, q->radius);
    carom_form_multiply(&square, q->radius);
    carom_form_add(out, &square, -1);
}

/* The coefficients a, b and c of a ball or cylinder, without the radius. */
static void curved_coefficients(const line_quadratic *q, form *a, form *b, form *c) {
    form_clear(a);
    form_clear(b);
    form_clear(c);
    if (q->kind == LINE_BALL) {
        carom_form_dot(a, &q->v, &q->v);
        carom_form_dot(b, &q->p, &q->v);
        carom_form_dot(c, &q->p, &q->p);
        return;
    }
    carom_form_add_cross2(a, &q->v, &q->w[0], 1);
    carom_form_add_cross2(c, &q->p, &q->w[0], 1);
    for (int i = 0; i < 3; i++) {
        form from, across;
        carom_form_cross(&from, &q->p, &q->w[0], i);
        carom_form_cross(&across, &q->v, &q->w[0], i);
        carom_form_add_product(b, &from, &across, 1);
    }
}

int carom_line_sign_at(const line_quadratic *q, double t) {
    form a, b, c, sum = {.count = 0};
    if (q->kind == LINE_SLAB || q->kind == LINE_PLANE) {
        slab_heights(q, &a, &b);
        carom_form_add_scaled(&a, &b, t);
        carom_form_add_square(&sum, &a, 1);
    } else {
        curved_coefficients(q, &a, &b, &c);
        carom_form_add_scaled(&sum, &c, 1.0);
        carom_form_add_scaled(&sum, &b, 2.0 * t);
        if (t != 1.0) carom_form_multiply(&a, (exact_factor){t, 0.0});
        carom_form_add_scaled(&sum, &a, t);
    }
    subtract_reach(&sum, q);
    return carom_form_sign(&sum);
}

/* The sign of the quadratic's slope: on which side of the middle of the roots is t? */
static int side_of_middle(const line_quadratic *q, double t) {
    form a, b, c, sum = {.count = 0};
    if (q->kind == LINE_SLAB || q->kind == LINE_PLANE) {
        slab_heights(q, &a, &b);
        carom_form_add_scaled(&a, &b, t);
        return carom_form_sign(&a) * carom_form_sign(&b);
    }
    curved_coefficients(q, &a, &b, &c);
    carom_form_add_scaled(&sum, &b, 1.0);
    carom_form_add_scaled(&sum, &a, t);
    return carom_form_sign(&sum);
}

static CAROM_NOINLINE int exact_square_sign(const line_quadratic *q) {
    form sum = {.count = 0}, part;
    const factor3 *v = &q->v, *p = &q->p;
    if (q->kind == LINE_BALL) {
        carom_form_dot(&sum, v, v);
        carom_form_multiply(&sum, q->radius);
        carom_form_multiply(&sum, q->radius);
        carom_form_add_cross2(&sum, p, v, -1);
        return carom_form_sign(&sum);
    }
    carom_form_add_cross2(&sum, v, &q->w[0], 1);
    carom_form_multiply(&sum, q->radius);
    carom_form_multiply(&sum, q->radius);
    carom_form_triple(&part, p, v, &q->w[0]);
    carom_form_add_square(&sum, &part, -1);
    return carom_form_sign(&sum);
}

int carom_factor_dot_sign(const factor3 *a, const factor3 *b) {
    const double_double3 u = dd3_of(a), v = dd3_of(b);
    const double dot = dd_dot(&u, &v).hi, error = QUADRATIC_ERROR * one_norm(&u) * one_norm(&v);
    if (error > QUADRATIC_UNDERFLOW && fabs(dot) > error) return dot > 0.0 ? 1 : -1;
    form exact;
    carom_form_dot(&exact, a, b);
    return carom_form_sign(&exact);
}

static CAROM_NOINLINE int exact_middle_side(const factor3 *v, const factor3 *w,
                                            const factor3 *from) {
    form vv, pw, pv, vw, sum = {.count = 0};
    carom_form_dot(&vv, v, v), carom_form_dot(&pw, from, w);
    carom_form_dot(&pv, from, v), carom_form_dot(&vw, v, w);
    carom_form_add_product(&sum, &vv, &pw, 1);
    carom_form_add_product(&sum, &pv, &vw, -1);
    return carom_form_sign(&sum);
}

int carom_line_middle_side(const factor3 *v, const line_axis *axis, vec3 origin, vec3 point) {
    const factor3 from = factor3_between(point, origin);
    const double_double3 p = dd3_of(&from), d = dd3_of(v), w = dd3_of(&axis->w);
    const int sign = dd_sign_of_difference(dd_multiply(dd_length2(&d), dd_dot(&p, &w)),
                                           dd_multiply(dd_dot(&p, &d), dd_dot(&d, &w)));
    return CAROM_LIKELY(sign != 0) ? sign : exact_middle_side(v, &axis->w, &from);
}

/* The sign of |w x (p x v)|^2 - r^2 (v.w)^2. */
static CAROM_NOINLINE int exact_disk_sign(const factor3 *p, const factor3 *v, const factor3 *w,
                                          exact_factor radius) {
    form sum = {.count = 0}, part;
    carom_form_dot(&part, v, w);
    carom_form_add_square(&sum, &part, -1);
    carom_form_multiply(&sum, radius);
    carom_form_multiply(&sum, radius);
    for (int i = 0; i < 3; i++) {
        carom_form_twice_crossed(&part, w, p, v, i);
        carom_form_add_square(&sum, &part, 1);
    }
    return carom_form_sign(&sum);
}

/* For x = p x v the line crosses the plane at |w x x| / |v.w| from the centre. */
bool carom_line_meets_disk(const exact_line *line, const line_axis *axis, vec3 center,
                           exact_factor radius) {
    const factor3 from = factor3_between(center, line->origin);
    const double_double3 p = dd3_of(&from), v = dd3_of(&line->direction), w = dd3_of(&axis->w);
    const double_double3 x = dd_cross(&p, &v), across = dd_cross(&w, &x);
    const double_double reach = dd_multiply(dd_of(radius), dd_dot(&v, &w));
    int sign = dd_sign_of_difference(dd_length2(&across), dd_square(reach));
    if (sign == 0) sign = exact_disk_sign(&from, &line->direction, &axis->w, radius);
    return sign <= 0;
}

/* ---- roots */

/* The exact sign of the discriminant; `magnitude` is that of the products it is made of. */
static int discriminant_sign(line_quadratic *q, double magnitude) {
    const double error = QUADRATIC_ERROR * magnitude;
    if (error > QUADRATIC_UNDERFLOW && fabs(q->square.hi) > error)
        return q->square.hi > 0.0 ? 1 : -1;
    const int sign = exact_square_sign(q);
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

/* Is v exactly along w? */
static CAROM_NOINLINE bool line_is_parallel(const factor3 *v, const factor3 *w) {
    for (int i = 0; i < 3; i++) {
        form minor;
        carom_form_cross(&minor, v, w, i);
        if (carom_form_sign(&minor) != 0) return false;
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
    if (q->a.hi <= PARALLEL_ERROR * sizes && line_is_parallel(&q->v, &q->w[0])) return LINE_ALONG;
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

/* Solves for the slab along the sides q->w. */
static line_crossing cross_slab(line_quadratic *q) {
    const double_double3 p = dd3_of(&q->p), v = dd3_of(&q->v);
    const double_double3 w0 = dd3_of(&q->w[0]), w1 = dd3_of(&q->w[1]), n = dd_cross(&w0, &w1);
    const double_double rise = dd_dot(&n, &v);
    const double sides = one_norm(&w0) * one_norm(&w1);
    if (!(fabs(rise.hi) > PARALLEL_ERROR * sides * one_norm(&v))) {
        form exact;
        carom_form_triple(&exact, &q->v, &q->w[0], &q->w[1]);
        if (carom_form_sign(&exact) == 0 || rise.hi == 0.0) return LINE_ALONG;
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
