/* Continuous collision detection in exact arithmetic, own method on the coplanarity cubic of
 * [Provot97]: the fallback of ccd_path.c, which proves its answer. The origin is in a polygon of
 * corners c[k] only when all are in one plane: at a root of the cubic det(c[0], c[1], c[last]).
 * There it is in the polygon when, in some coordinate, the cross products c[k] x c[k + 1], of
 * degree 2 in time, have no two signs and are not all zero; and when all of them are zero in all
 * coordinates, as everything is on one line, when it is between two consecutive corners, their dot
 * product not positive.
 *
 * Where the cubic is identically zero, all stays in one plane through the origin, and first
 * contact is at the start or on a side: at a root of its cross product. Where that is identically
 * zero too, the origin stays on the side's line, and is met by a corner. */
#include "query/sweep/ccd_exact.h"

#include "query/sweep/ccd_roots.h"
#include "query/sweep/tolerances.h"

typedef struct exact_path {
    int count;
    dyadic corner[CCD_CORNERS][3][2]; /* coefficients of 1 and t of each coordinate */
} exact_path;

static dyadic difference_of(dyadic_pool *pool, double a, double b) {
    uint32_t *mark = pool->next;
    dyadic d = dyadic_difference(pool, carom_dyadic_of(pool, a), carom_dyadic_of(pool, b));
    carom_dyadic_keep(pool, mark, (dyadic *const[]){&d}, 1);
    return d;
}

static void set_exact_path(dyadic_pool *pool, exact_path *path, const ccd_points *points) {
    path->count = points->count;
    for (int k = 0; k < path->count; k++) {
        const ccd_corner_ends corner = ccd_corner_of(path->count, k);
        for (int axis = 0; axis < 3; axis++) {
            dyadic *line = path->corner[k][axis];
            line[0] = difference_of(pool, axis3(points->at[0][corner.to], axis),
                                    axis3(points->at[0][corner.from], axis));
            dyadic end = difference_of(pool, axis3(points->at[1][corner.to], axis),
                                       axis3(points->at[1][corner.from], axis));
            line[1] = dyadic_difference(pool, end, line[0]);
        }
    }
}

/* sum += sign * line * p, p of degree 2 at most */
static void add_line_product(dyadic_pool *pool, exact_poly *sum, int sign, const dyadic line[2],
                             const dyadic p[3]) {
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) {
            dyadic product = carom_dyadic_product(pool, line[i], p[k]);
            sum->c[i + k] = carom_dyadic_sum(pool, sum->c[i + k], dyadic_signed(product, sign));
        }
}

/* sum += sign * a * b, both linear */
static void add_lines_product(dyadic_pool *pool, exact_poly *sum, int sign, const dyadic a[2],
                              const dyadic b[2]) {
    add_line_product(pool, sum, sign, a, (const dyadic[3]){b[0], b[1]});
}

/* Sets the degree of a polynomial made since `mark`, and releases all other limbs. */
static void finish_poly(dyadic_pool *pool, uint32_t *mark, exact_poly *p) {
    carom_poly_trim(p);
    carom_poly_keep(pool, mark, p);
}

/* One coordinate of the cross product of two corners. */
static exact_poly cross_corners(dyadic_pool *pool, const exact_path *path, const int pair[2],
                                int axis) {
    uint32_t *mark = pool->next;
    const dyadic(*a)[2] = path->corner[pair[0]], (*b)[2] = path->corner[pair[1]];
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    exact_poly out = {0};
    add_lines_product(pool, &out, 1, a[i], b[j]);
    add_lines_product(pool, &out, -1, a[j], b[i]);
    finish_poly(pool, mark, &out);
    return out;
}

static int corner_after(const exact_path *path, int k) {
    return k + 1 == path->count ? 0 : k + 1;
}

static exact_poly cross_along_side(dyadic_pool *pool, const exact_path *path, int k, int axis) {
    return cross_corners(pool, path, (const int[2]){k, corner_after(path, k)}, axis);
}

static exact_poly cubic_of(dyadic_pool *pool, const exact_path *path) {
    uint32_t *mark = pool->next;
    exact_poly f = {0};
    for (int axis = 0; axis < 3; axis++) {
        const exact_poly cross =
            cross_corners(pool, path, (const int[2]){1, path->count - 1}, axis);
        add_line_product(pool, &f, 1, path->corner[0][axis], cross.c);
        carom_poly_keep(pool, mark, &f);
    }
    carom_poly_trim(&f);
    return f;
}

/* ---- inside at one time; null is the start */

static int sign_then(dyadic_pool *pool, const exact_poly *p, const exact_time *time) {
    return time ? carom_sign_at_time(pool, p, time) : p->c[0].sign;
}

/* Sign of one coordinate of the cross product of corner k and the next. */
static int cross_sign(dyadic_pool *pool, const exact_path *path, int k, int axis,
                      const exact_time *time) {
    uint32_t *mark = pool->next;
    const exact_poly cross = cross_along_side(pool, path, k, axis);
    int sign = sign_then(pool, &cross, time);
    pool->next = mark;
    return sign;
}

/* With all corners and the origin on one line: is it between corner k and the next? */
static bool origin_between(dyadic_pool *pool, const exact_path *path, int k,
                           const exact_time *time) {
    uint32_t *mark = pool->next;
    const int next = corner_after(path, k);
    exact_poly dot = {0};
    for (int axis = 0; axis < 3; axis++)
        add_lines_product(pool, &dot, 1, path->corner[k][axis], path->corner[next][axis]);
    finish_poly(pool, mark, &dot);
    int sign = sign_then(pool, &dot, time);
    pool->next = mark;
    return sign <= 0;
}

/* At a time at which the origin is in the polygon's plane. */
static bool inside_at(dyadic_pool *pool, const exact_path *path, const exact_time *time) {
    for (int axis = 0; axis < 3; axis++) {
        bool right = false, left = false;
        for (int k = 0; k < path->count && !(right && left); k++) {
            int sign = cross_sign(pool, path, k, axis, time);
            right = right || sign < 0;
            left = left || sign > 0;
        }
        if (right || left) return !(right && left);
    }
    for (int k = 0; k < path->count; k++)
        if (origin_between(pool, path, k, time)) return true;
    return false;
}

/* A time in [from, time], less than CCD_FRACTION before `time` unless that is before `from`. */
static double time_before(dyadic_pool *pool, const exact_time *time, double from) {
    double low = from, high = 1.0;
    for (double step = CCD_FRACTION; low + step < 1.0; step *= 4.0) {
        if (carom_compare_to_time(pool, low + step, time) > 0) {
            high = low + step;
            break;
        }
        low += step;
    }
    if (high == 1.0 && carom_compare_to_time(pool, 1.0, time) == 0) return 1.0;
    while (high - low > CCD_FRACTION) {
        double middle = 0.5 * (low + high);
        if (carom_compare_to_time(pool, middle, time) > 0)
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* ---- in one plane throughout */

/* Some coordinate that is not zero throughout, if there is one: of the cross product of side k, or
 * of corner k. */
static exact_poly side_poly(dyadic_pool *pool, const exact_path *path, int k) {
    exact_poly out;
    for (int axis = 0; axis < 3; axis++) {
        out = cross_along_side(pool, path, k, axis);
        if (out.degree >= 0) return out;
    }
    for (int axis = 0; axis < 3; axis++) {
        const dyadic *line = path->corner[k][axis];
        out = (exact_poly){.c = {line[0], line[1]}};
        carom_poly_trim(&out);
        if (out.degree >= 0) return out;
    }
    return out;
}

static bool in_frame(dyadic_pool *pool, const exact_time *time) {
    return carom_compare_to_time(pool, 0.0, time) <= 0 &&
           carom_compare_to_time(pool, 1.0, time) >= 0;
}

/* Is the origin on side k? */
static bool on_side(dyadic_pool *pool, const exact_path *path, int k, const exact_time *time) {
    for (int axis = 0; axis < 3; axis++)
        if (cross_sign(pool, path, k, axis, time) != 0) return false;
    return origin_between(pool, path, k, time);
}

static ccd_exact_time exact_in_plane(dyadic_pool *pool, const exact_path *path, double from) {
    ccd_exact_time out = {.hit = false, .fraction = 1.0};
    for (int k = 0; k < path->count; k++) {
        const exact_poly side = side_poly(pool, path, k);
        int roots = carom_poly_root_count(pool, &side);
        for (int which = 0; which < roots; which++) {
            exact_time time = {.modulus = &side, .which = which};
            if (!in_frame(pool, &time) || !on_side(pool, path, k, &time)) continue;
            out.fraction = min2(out.fraction, time_before(pool, &time, from));
            out.hit = true;
            break;
        }
    }
    return out;
}

/* ---- in general */

/* Goes through the cubic's roots in [0, 1] in order. Between two turns, or ends of the frame, it is
 * monotone: there is a root where its signs at the two differ, or at the later of them. */
static ccd_exact_time exact_across(dyadic_pool *pool, const exact_path *path,
                                   const exact_cubic *cubic, double from) {
    const exact_poly end = carom_poly_line(pool, -1.0, 1.0);
    const exact_time one = {.modulus = &end};
    int before = cubic->f.c[0].sign;
    for (int piece = 0; piece <= cubic->turns; piece++) {
        exact_time turn = {.modulus = &cubic->slope, .which = piece};
        bool last = piece == cubic->turns || carom_compare_to_time(pool, 1.0, &turn) <= 0;
        if (!last && carom_compare_to_time(pool, 0.0, &turn) >= 0) continue;
        int after = last ? carom_poly_sign_at(pool, &cubic->f, 1.0)
                         : carom_cubic_sign_at_turn(pool, cubic, piece);
        exact_time root = {.cubic = cubic, .piece = piece, .before = before};
        if (after == 0) root = last ? one : turn;
        bool crosses = before * after < 0 || after == 0;
        if (crosses && inside_at(pool, path, &root))
            return (ccd_exact_time){.hit = true, .fraction = time_before(pool, &root, from)};
        if (last) break;
        before = after;
    }
    return (ccd_exact_time){.hit = false};
}

static bool inside_at_start(dyadic_pool *pool, const exact_path *path, const exact_cubic *cubic) {
    bool in_plane = cubic->f.degree < 0 || cubic->f.c[0].sign == 0;
    return in_plane && inside_at(pool, path, NULL);
}

/* ---- where most is known */

/* The sign of a quadratic at the cubic's root between `fraction` and `until`; 2 when it does not
 * change sign there just once. */
static int sign_at_crossing(dyadic_pool *pool, const exact_poly *q, const exact_path *path,
                            const ccd_bracket *bracket) {
    if (q->degree < 0) return 0;
    int low = carom_poly_sign_at(pool, q, bracket->fraction),
        high = carom_poly_sign_at(pool, q, bracket->until);
    if (low * high >= 0) return 2;
    uint32_t *mark = pool->next;
    const exact_poly f = cubic_of(pool, path);
    int upper = q->degree == 2 && high == q->c[2].sign;
    int side = carom_poly_sign_at_root(pool, &f, q, upper) * bracket->before;
    pool->next = mark;
    return side > 0 ? high : side < 0 ? low : 0;
}

/* Is the origin certainly in the polygon at the crossing? */
static bool inside_crossing(dyadic_pool *pool, const exact_path *path, const ccd_bracket *bracket) {
    const ccd_sides *sides = &bracket->sides;
    bool crosses = bracket->before != 0 && bracket->after == -bracket->before;
    if (sides->where == CCD_OUTSIDE || !crosses ||
        bracket->until > bracket->fraction + CCD_FRACTION)
        return false;
    int known = 0;
    for (int k = 0; k < path->count; k++)
        known = sides->sign[k] != 0 ? sides->sign[k] : known;
    for (int k = 0; k < path->count && known != 0; k++) {
        if (sides->sign[k] != 0) continue;
        uint32_t *mark = pool->next;
        const exact_poly cross = cross_along_side(pool, path, k, sides->normal);
        int sign = sign_at_crossing(pool, &cross, path, bracket);
        pool->next = mark;
        if (sign == 2 || sign == -known) return false;
    }
    return known != 0;
}

/* Sign of det(corner 0, corner 1, last corner) at the end of the frame. */
static int side_at_end(dyadic_pool *pool, const ccd_points *points) {
    dyadic3 corner[3];
    uint32_t *mark = pool->next;
    for (int i = 0; i < 3; i++) {
        const ccd_corner_ends c = ccd_corner_of(points->count, i < 2 ? i : points->count - 1);
        const dyadic3 to = carom_dyadic3_of(pool, points->at[1][c.to]),
                      from = carom_dyadic3_of(pool, points->at[1][c.from]);
        corner[i] = carom_dyadic3_difference(pool, &to, &from);
    }
    const dyadic3 cross = carom_dyadic3_cross(pool, &corner[1], &corner[2]);
    int sign = carom_dyadic3_dot_sign(pool, &corner[0], &cross);
    pool->next = mark;
    return sign;
}

typedef struct exact_question {
    const ccd_points *points;
    const ccd_bracket *bracket;
    ccd_exact_time found;
} exact_question;

static ccd_exact_time first_exact(dyadic_pool *pool, const ccd_points *points,
                                  const ccd_bracket *bracket) {
    const ccd_exact_time soon = {.hit = true, .fraction = bracket->fraction};
    if (bracket->sides.where == CCD_INSIDE && bracket->before != 0 && bracket->until == 1.0 &&
        1.0 - bracket->fraction <= CCD_FRACTION && side_at_end(pool, points) != bracket->before)
        return soon;
    exact_path path;
    set_exact_path(pool, &path, points);
    if (inside_crossing(pool, &path, bracket)) return soon;
    exact_cubic cubic = {.f = cubic_of(pool, &path)};
    if (bracket->fraction == 0.0 && inside_at_start(pool, &path, &cubic))
        return (ccd_exact_time){.hit = true, .at_start = true};
    if (cubic.f.degree < 0) return exact_in_plane(pool, &path, bracket->fraction);
    carom_cubic_finish(pool, &cubic);
    return exact_across(pool, &path, &cubic, bracket->fraction);
}

static void answer_exactly(dyadic_pool *pool, void *question) {
    exact_question *q = question;
    q->found = first_exact(pool, q->points, q->bracket);
}

ccd_exact_time carom_ccd_exact(const ccd_points *points, const ccd_bracket *bracket) {
    exact_question question = {.points = points, .bracket = bracket};
    carom_with_dyadics(answer_exactly, &question);
    return question.found;
}
