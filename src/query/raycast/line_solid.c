/* A line against a cylinder and a cone with planar ends, and against an ellipsoid, by exact signs
 * in dyadic numbers [Knuth97]; the fallback of path_curved.c. Cylinder and cone are the interior of
 * a quadratic, clipped by planes across the axis; where the line crosses such a plane within the
 * disk, it enters or leaves there, and otherwise the side of the disk on which it passes decides
 * whether it meets the solid at all. */
#include "query/raycast/line_span.h"
#include "query/raycast/line_solid.h"
#include "query/raycast/tolerances.h"

static void take_everything(line_span *span) {
    span->in = -DBL_MAX;
    span->out = DBL_MAX;
    span->begins = span->enters = span->leaves = true;
}

void carom_line_span_cylinder_infinite(line_span *span, const line_axis *axis) {
    line_quadratic q;
    const line_crossing found = carom_line_cylinder(&q, &span->line, axis, span->radius);
    if (found == LINE_ALONG && carom_line_sign_at(&q, 0.0) <= 0) take_everything(span);
    if (found != LINE_CROSSES) return;
    carom_line_span_entry(span, &q);
    carom_line_span_exit(span, &q);
}

/* For a line perpendicular to the axis: true when it is between the ends. */
static bool between_ends(const line_span *span, const line_axis *axis) {
    const factor3 from_a = factor3_between(axis->a, span->line.origin);
    const factor3 from_b = factor3_between(axis->b, span->line.origin);
    return carom_factor_dot_sign(&from_a, &axis->w) >= 0 &&
           carom_factor_dot_sign(&from_b, &axis->w) <= 0;
}

/* How the line crosses the plane through an end of a solid that contains the disk there and is on
 * one side of it. */
typedef enum end_passage { BY_DISK, BY_MANTLE, BESIDE_END } end_passage;

/* `ahead` is the side, along the axis, on which the line is past the end when it enters. */
static end_passage passage_of(const line_span *span, const line_axis *axis, vec3 end, int ahead) {
    if (carom_line_meets_disk(&span->line, axis, end, span->radius)) return BY_DISK;
    const int middle = carom_line_middle_side(&span->line.direction, axis, span->line.origin, end);
    return middle * ahead > 0 ? BY_MANTLE : BESIDE_END;
}

static void count_entry(line_span *span, const line_axis *axis, vec3 end, end_passage passage,
                        const line_quadratic *mantle) {
    line_quadratic plane;
    if (passage == BY_MANTLE) carom_line_span_entry(span, mantle);
    if (passage == BY_DISK && carom_line_end_plane(&plane, &span->line, axis, end) == LINE_CROSSES)
        carom_line_span_entry(span, &plane);
}

static void count_exit(line_span *span, const line_axis *axis, vec3 end, end_passage passage,
                       const line_quadratic *mantle) {
    line_quadratic plane;
    if (passage == BY_MANTLE) carom_line_span_exit(span, mantle);
    if (passage == BY_DISK && carom_line_end_plane(&plane, &span->line, axis, end) == LINE_CROSSES)
        carom_line_span_exit(span, &plane);
}

void carom_line_span_cylinder(line_span *span, const line_axis *axis) {
    line_quadratic q;
    const line_crossing found = carom_line_cylinder(&q, &span->line, axis, span->radius);
    const int up = carom_factor_dot_sign(&span->line.direction, &axis->w);
    if (found == LINE_BESIDE) return;
    if (up == 0) {
        if (!between_ends(span, axis)) return;
        carom_line_span_entry(span, &q);
        carom_line_span_exit(span, &q);
        return;
    }
    const vec3 first = up > 0 ? axis->a : axis->b, last = up > 0 ? axis->b : axis->a;
    end_passage in = BY_DISK, out = BY_DISK;
    if (found == LINE_ALONG) {
        if (carom_line_sign_at(&q, 0.0) > 0) return;
    } else {
        in = passage_of(span, axis, first, up);
        out = passage_of(span, axis, last, -up);
    }
    if (in == BESIDE_END || out == BESIDE_END) return;
    count_entry(span, axis, first, in, &q);
    count_exit(span, axis, last, out, &q);
}

/* ---- the ends of a range, where the times of a span are too near to them for rounding to decide
 */

/* A solid, and p + t v in the frame that it is in. */
typedef struct range_solid {
    bool (*holds)(const struct range_solid *s, exact_factor radius, double t); /* exact */
    const line_quadratic *q;
    const factor3 *p, *v;
    const line_axis *axis; /* of a cone */
    vec3 radii;            /* of an ellipsoid */
    double size;           /* by which times may be off */
} range_solid;

/* p + t v */
static dyadic3 moved_to(dyadic_pool *pool, const range_solid *s, double t) {
    const dyadic3 p = dyadic3_of_factor(pool, s->p), v = dyadic3_of_factor(pool, s->v);
    const dyadic3 moved = carom_dyadic3_product(pool, &v, carom_dyadic_of(pool, t));
    return carom_dyadic3_sum(pool, &p, &moved);
}

/* What `holds` is asked. */
typedef struct range_question {
    const range_solid *s;
    exact_factor radius;
    double t;
} range_question;

/* -1 before the span, 1 after it, 0 within. */
static int side_of_span(const line_span *span, const range_solid *s, double t) {
    if (!finite1(t)) return t > 0.0 ? 1 : -1;
    const double slack = s->size + END_SLACK * fabs(t);
    const bool near_in = fabs(t - span->in) <= slack, near_out = fabs(t - span->out) <= slack;
    if (!near_in && !near_out) return t < span->in ? -1 : t > span->out ? 1 : 0;
    if (s->holds(s, span->radius, t)) return 0;
    if (near_in != near_out) return near_in ? -1 : 1;
    const double slope = dd_add(s->q->b, dd_scale(s->q->a, t)).hi; /* of a path that touches */
    return (s->q->a.hi > 0.0 ? slope < 0.0 : t - span->in < span->out - t) ? -1 : 1;
}

static void count_times(line_span *span, const range_solid *s, double in, double out) {
    if (!(in <= out)) return;
    span->in = in;
    span->out = out;
    const int first = side_of_span(span, s, span->first), last = side_of_span(span, s, span->last);
    span->begins = first >= 0;
    span->enters = last >= 0;
    span->leaves = first <= 0;
}

static double one_norm3(const factor3 *f) {
    const double_double3 v = dd3_of(f);
    return fabs(v.at[0].hi) + fabs(v.at[1].hi) + fabs(v.at[2].hi);
}

/* ---- cone: x from the apex is in one of its two halves where w.w |x x w|^2 <= r^2 (x.w)^2 */

typedef struct cone_mantle {
    line_quadratic q;
    int square_sign, a_sign;
} cone_mantle;

static factor3 apex_to_line(const line_span *span, const line_axis *axis) {
    return factor3_between(axis->a, span->line.origin);
}

static double times_of_cone(const line_span *span, const line_axis *axis) {
    const factor3 p = apex_to_line(span, axis);
    const double size = one_norm3(&p) + one_norm3(&axis->w) + span->radius.hi;
    return size / one_norm3(&span->line.direction);
}

/* For x from the apex at t: not positive where it is between apex and base, and within the mantle.
 */
static int cone_side(dyadic_pool *pool, const void *question) {
    const range_question *q = question;
    const dyadic3 x = moved_to(pool, q->s, q->t), w = dyadic3_of_factor(pool, &q->s->axis->w);
    const dyadic up = carom_dyadic3_dot(pool, &x, &w), ww = carom_dyadic3_length2(pool, &w);
    if (up.sign < 0 || dyadic_difference(pool, up, ww).sign > 0) return 1;
    const dyadic across = carom_dyadic_product(pool, ww, carom_dyadic3_cross2(pool, &x, &w));
    const dyadic reach = carom_dyadic_product(pool, up, dyadic_of_factor(pool, q->radius));
    return dyadic_difference(pool, across, dyadic_square(pool, reach)).sign;
}

static bool cone_holds(const range_solid *s, exact_factor radius, double t) {
    return carom_dyadic_sign(cone_side, &(range_question){s, radius, t}) <= 0;
}

/* A line and a cone. */
typedef struct cone_line {
    dyadic3 p, v, w; /* p: from the apex or the base */
    dyadic ww, radius;
} cone_line;

typedef struct cone_question {
    const line_span *span;
    const line_axis *axis;
} cone_question;

static cone_line cone_line_of(dyadic_pool *pool, const cone_question *q, vec3 from) {
    const factor3 p = factor3_between(from, q->span->line.origin);
    cone_line out;
    out.p = dyadic3_of_factor(pool, &p);
    out.v = dyadic3_of_factor(pool, &q->span->line.direction);
    out.w = dyadic3_of_factor(pool, &q->axis->w);
    out.ww = carom_dyadic3_length2(pool, &out.w);
    out.radius = dyadic_of_factor(pool, q->span->radius);
    return out;
}

/* Of r^2 |m x w|^2 - w.w (m.w)^2 with m = p x v. */
static int cone_square_sign(dyadic_pool *pool, const void *question) {
    const cone_question *q = question;
    const cone_line c = cone_line_of(pool, q, q->axis->a);
    const dyadic3 m = carom_dyadic3_cross(pool, &c.p, &c.v);
    const dyadic3 across = carom_dyadic3_cross(pool, &m, &c.w);
    const dyadic3 reach = carom_dyadic3_product(pool, &across, c.radius);
    const dyadic turn = dyadic_square(pool, carom_dyadic3_dot(pool, &m, &c.w));
    const dyadic left = carom_dyadic3_length2(pool, &reach);
    return dyadic_difference(pool, left, carom_dyadic_product(pool, c.ww, turn)).sign;
}

/* Of w.w |v x w|^2 - r^2 (v.w)^2: negative for a line steeper than the mantle. */
static int cone_steepness(dyadic_pool *pool, const void *question) {
    const cone_question *q = question;
    const cone_line c = cone_line_of(pool, q, q->axis->a);
    const dyadic across = carom_dyadic3_cross2(pool, &c.v, &c.w);
    const dyadic reach = carom_dyadic_product(pool, c.radius, carom_dyadic3_dot(pool, &c.v, &c.w));
    const dyadic left = carom_dyadic_product(pool, c.ww, across);
    return dyadic_difference(pool, left, dyadic_square(pool, reach)).sign;
}

/* Of w.w ((v.v) (p.w) - (p.v) (v.w)) + r^2 (v.w)^2, where p is from the base. */
static int cone_middle_past_base(dyadic_pool *pool, const void *question) {
    const cone_question *q = question;
    const cone_line c = cone_line_of(pool, q, q->axis->b);
    const dyadic vv = carom_dyadic3_length2(pool, &c.v), vw = carom_dyadic3_dot(pool, &c.v, &c.w);
    const dyadic pv = carom_dyadic3_dot(pool, &c.p, &c.v), pw = carom_dyadic3_dot(pool, &c.p, &c.w);
    const dyadic left = carom_dyadic_product(pool, vv, pw);
    const dyadic ahead = dyadic_difference(pool, left, carom_dyadic_product(pool, pv, vw));
    const dyadic reach = dyadic_square(pool, carom_dyadic_product(pool, c.radius, vw));
    return carom_dyadic_sum(pool, carom_dyadic_product(pool, c.ww, ahead), reach).sign;
}

/* True when the midpoint of the roots, of a line that crosses one half of the mantle twice, is
 * beyond the base. */
static bool cone_roots_past_base(const line_span *span, const line_axis *axis) {
    const factor3 from = factor3_between(axis->b, span->line.origin);
    const factor3 *v = &span->line.direction, *w = &axis->w;
    const double_double3 q = dd3_of(&from), d = dd3_of(v), x = dd3_of(w);
    const double_double ww = dd_length2(&x), vw = dd_dot(&d, &x);
    const double_double ahead = dd_multiply(dd_length2(&d), dd_dot(&q, &x));
    const double_double reach = dd_square(dd_multiply(dd_of(span->radius), vw));
    const int sign = dd_sign_of_difference(dd_add(dd_multiply(ww, ahead), reach),
                                           dd_multiply(ww, dd_multiply(dd_dot(&q, &d), vw)));
    if (CAROM_LIKELY(sign != 0)) return sign > 0;
    return carom_dyadic_sign(cone_middle_past_base, &(cone_question){span, axis}) > 0;
}

/* Computes the quadratic's coefficients and roots, which are not ordered. */
static void solve_cone(cone_mantle *out, const line_span *span, const line_axis *axis) {
    const factor3 from = apex_to_line(span, axis);
    const double_double3 p = dd3_of(&from), v = dd3_of(&span->line.direction);
    const double_double3 w = dd3_of(&axis->w);
    const double_double3 pw = dd_cross(&p, &w), vw = dd_cross(&v, &w), m = dd_cross(&p, &v);
    const double_double3 mw = dd_cross(&m, &w);
    const double_double ww = dd_length2(&w), rr = dd_square(dd_of(span->radius));
    const double_double up = dd_dot(&p, &w), rise = dd_dot(&v, &w), turn = dd_dot(&m, &w);
    const double_double steep[2] = {dd_multiply(ww, dd_length2(&vw)),
                                    dd_multiply(rr, dd_square(rise))};
    const double_double square[2] = {dd_multiply(rr, dd_length2(&mw)),
                                     dd_multiply(ww, dd_square(turn))};
    line_quadratic *q = &out->q;
    q->a = dd_subtract(steep[0], steep[1]);
    q->b = dd_subtract(dd_multiply(ww, dd_dot(&pw, &vw)), dd_multiply(rr, dd_multiply(up, rise)));
    q->c = dd_subtract(dd_multiply(ww, dd_length2(&pw)), dd_multiply(rr, dd_square(up)));
    q->square = dd_subtract(square[0], square[1]);
    out->a_sign = dd_sign_of_difference(steep[0], steep[1]);
    out->square_sign = dd_sign_of_difference(square[0], square[1]);
    const cone_question question = {span, axis};
    if (out->a_sign == 0) out->a_sign = carom_dyadic_sign(cone_steepness, &question);
    if (out->square_sign == 0) {
        out->square_sign = carom_dyadic_sign(cone_square_sign, &question);
        if (out->square_sign <= 0 || !(q->square.hi > 0.0)) q->square = (double_double){0.0, 0.0};
    }
    const double root = sqrt(max2(dd_multiply(dd_square(ww), q->square).hi, 0.0));
    const double far = q->b.hi < 0.0 ? root - q->b.hi : -root - q->b.hi;
    const double other = out->a_sign == 0 ? (double)INFINITY : far / q->a.hi;
    const double one = root == 0.0 && out->a_sign != 0 ? other : q->c.hi / far;
    /* parallel to the mantle there is one root */
    q->in = out->a_sign == 0 ? one : min2(one, other);
    q->out = out->a_sign == 0 ? one : max2(one, other);
}

static void count_cone_times(line_span *span, const line_axis *axis, const line_quadratic *q,
                             double in, double out) {
    const factor3 p = apex_to_line(span, axis);
    const range_solid cone = {.holds = cone_holds,
                              .q = q,
                              .p = &p,
                              .v = &span->line.direction,
                              .axis = axis,
                              .size = END_SLACK * times_of_cone(span, axis)};
    count_times(span, &cone, in, out);
}

/* For a line parallel to a generatrix of the mantle, which touches the mantle all along or not at
 * all: through the apex, or beside it. */
static void add_along_mantle(line_span *span, const line_axis *axis) {
    line_quadratic apex, base;
    const factor3 p = apex_to_line(span, axis);
    if (!carom_factors_are_parallel(&p, &span->line.direction)) return;
    if (carom_line_end_plane(&apex, &span->line, axis, axis->a) != LINE_CROSSES ||
        carom_line_end_plane(&base, &span->line, axis, axis->b) != LINE_CROSSES)
        return;
    count_cone_times(span, axis, &apex, min2(apex.in, base.in), max2(apex.in, base.in));
}

void carom_line_span_cone(line_span *span, const line_axis *axis) {
    cone_mantle mantle;
    line_quadratic base;
    const exact_line *line = &span->line;
    const int up = carom_factor_dot_sign(&line->direction, &axis->w);
    solve_cone(&mantle, span, axis);
    const line_quadratic *q = &mantle.q;
    if (mantle.square_sign < 0) return;
    if (mantle.a_sign == 0 && mantle.square_sign == 0) {
        add_along_mantle(span, axis);
        return;
    }
    if (up == 0) { /* across the axis: within the half of the base, and not beyond it */
        if (between_ends(span, axis)) count_cone_times(span, axis, q, q->in, q->out);
        return;
    }
    if (carom_line_end_plane(&base, line, axis, axis->b) != LINE_CROSSES) return;
    const bool disk = carom_line_meets_disk(line, axis, axis->b, span->radius);
    if (mantle.a_sign > 0) { /* both roots in one half */
        const int half = carom_line_middle_side(&line->direction, axis, line->origin, axis->a);
        if (half < 0 || (!disk && cone_roots_past_base(span, axis))) return;
        const double in = up < 0 && disk ? base.in : q->in, out = up > 0 && disk ? base.in : q->out;
        count_cone_times(span, axis, q, min2(in, out), max2(in, out));
        return;
    }
    /* one root in each half, or none in the other: from there on inside, up to the base */
    const bool toward = mantle.a_sign < 0 || (q->b.hi < 0.0) == (up > 0);
    const double enter = up > 0 ? q->out : q->in;
    if (disk && toward) count_cone_times(span, axis, q, min2(enter, base.in), max2(enter, base.in));
}

/* ---- ellipsoid: sum of (x_i k_i)^2 <= R^2 with k_i = r_j r_k, R = r_0 r_1 r_2 */

typedef struct ellipsoid_line {
    const factor3 *p, *v;
    vec3 radii;
} ellipsoid_line;

/* (x k_x, y k_y, z k_z) */
static dyadic3 scaled_to_ball(dyadic_pool *pool, const dyadic3 *x, const dyadic3 *r) {
    dyadic3 out;
    out.x = carom_dyadic_product(pool, x->x, carom_dyadic_product(pool, r->y, r->z));
    out.y = carom_dyadic_product(pool, x->y, carom_dyadic_product(pool, r->z, r->x));
    out.z = carom_dyadic_product(pool, x->z, carom_dyadic_product(pool, r->x, r->y));
    return out;
}

/* Of sum of (v_i k_i)^2 - sum of r_i^2 (p x v)_i^2: of the discriminant. */
static int ellipsoid_square_sign(dyadic_pool *pool, const void *line) {
    const ellipsoid_line *e = line;
    const dyadic3 p = dyadic3_of_factor(pool, e->p), v = dyadic3_of_factor(pool, e->v);
    const dyadic3 r = carom_dyadic3_of(pool, e->radii);
    const dyadic3 along = scaled_to_ball(pool, &v, &r), x = carom_dyadic3_cross(pool, &p, &v);
    const dyadic3 across = {carom_dyadic_product(pool, x.x, r.x),
                            carom_dyadic_product(pool, x.y, r.y),
                            carom_dyadic_product(pool, x.z, r.z)};
    const dyadic left = carom_dyadic3_length2(pool, &along);
    return dyadic_difference(pool, left, carom_dyadic3_length2(pool, &across)).sign;
}

static int ellipsoid_side(dyadic_pool *pool, const void *question) {
    const range_question *q = question;
    const dyadic3 x = moved_to(pool, q->s, q->t), r = carom_dyadic3_of(pool, q->s->radii);
    const dyadic3 scaled = scaled_to_ball(pool, &x, &r);
    const dyadic xy = carom_dyadic_product(pool, r.x, r.y);
    const dyadic reach = dyadic_square(pool, carom_dyadic_product(pool, xy, r.z));
    return dyadic_difference(pool, carom_dyadic3_length2(pool, &scaled), reach).sign;
}

static bool ellipsoid_holds(const range_solid *s, exact_factor radius, double t) {
    return carom_dyadic_sign(ellipsoid_side, &(range_question){s, radius, t}) <= 0;
}

void carom_line_span_ellipsoid(line_span *span, const factor3 *origin, const factor3 *direction,
                               vec3 radii) {
    double_double3 p = dd3_of(origin), v = dd3_of(direction), x = dd_cross(&p, &v);
    const double r[3] = {radii.x, radii.y, radii.z};
    for (int i = 0; i < 3; i++) {
        const double_double j = {r[(i + 1) % 3], 0.0}, k = {r[(i + 2) % 3], 0.0};
        const double_double other = dd_multiply(j, k);
        p.at[i] = dd_multiply(p.at[i], other);
        v.at[i] = dd_multiply(v.at[i], other);
        x.at[i] = dd_multiply(x.at[i], (double_double){r[i], 0.0});
    }
    const double_double one = {r[0], 0.0}, two = {r[1], 0.0}, three = {r[2], 0.0};
    const double_double all = dd_square(dd_multiply(dd_multiply(one, two), three));
    line_quadratic q = {.a = dd_length2(&v), .b = dd_dot(&p, &v)};
    const double_double passing = dd_length2(&x);
    q.c = dd_subtract(dd_length2(&p), all);
    q.square = dd_subtract(q.a, passing);
    int sign = dd_sign_of_difference(q.a, passing);
    if (sign == 0) {
        sign =
            carom_dyadic_sign(ellipsoid_square_sign, &(ellipsoid_line){origin, direction, radii});
        if (sign <= 0 || !(q.square.hi > 0.0)) q.square = (double_double){0.0, 0.0};
    }
    if (sign < 0) return;
    const double root = sqrt(max2(dd_multiply(all, q.square).hi, 0.0));
    const double far = q.b.hi < 0.0 ? root - q.b.hi : -root - q.b.hi;
    const double other = far / q.a.hi, near = root > 0.0 ? q.c.hi / far : other;
    const double size = one_norm3(origin) + radii.x + radii.y + radii.z;
    const range_solid solid = {.holds = ellipsoid_holds,
                               .q = &q,
                               .p = origin,
                               .v = direction,
                               .radii = radii,
                               .size = END_SLACK * size / one_norm3(direction)};
    count_times(span, &solid, min2(near, other), max2(near, other));
}
