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

static void dyadic_difference(dyadic *out, double a, double b) {
    dyadic p, q;
    carom_dyadic_set(&p, a);
    carom_dyadic_set(&q, b);
    carom_dyadic_add(out, &p, &q, -1);
}

static void set_exact_path(exact_path *path, const ccd_points *points) {
    dyadic end;
    path->count = points->count;
    for (int k = 0; k < path->count; k++) {
        const ccd_corner_ends corner = ccd_corner_of(path->count, k);
        for (int axis = 0; axis < 3; axis++) {
            dyadic *line = path->corner[k][axis];
            dyadic_difference(&line[0], axis3(points->at[0][corner.to], axis),
                              axis3(points->at[0][corner.from], axis));
            dyadic_difference(&end, axis3(points->at[1][corner.to], axis),
                              axis3(points->at[1][corner.from], axis));
            carom_dyadic_add(&line[1], &end, &line[0], -1);
        }
    }
}

/* sum += factor * line * b, b of the coefficients of degree 0 to `degree` */
static void add_line_product(exact_poly *sum, double factor, const dyadic line[2], const dyadic *b,
                             int degree) {
    for (int i = 0; i < 2; i++)
        for (int k = 0; k <= degree; k++)
            carom_add_product(&sum->c[i + k], factor, &line[i], &b[k]);
}

static void clear_poly(exact_poly *p, int degree) {
    p->degree = degree;
    for (int k = 0; k <= degree; k++)
        carom_dyadic_set(&p->c[k], 0.0);
}

/* One coordinate of the cross product of two corners. */
static void cross_corners(exact_poly *out, const exact_path *path, const int pair[2], int axis) {
    const dyadic(*a)[2] = path->corner[pair[0]], (*b)[2] = path->corner[pair[1]];
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    clear_poly(out, 2);
    add_line_product(out, 1, a[i], b[j], 1);
    add_line_product(out, -1, a[j], b[i], 1);
    carom_poly_trim(out, 2);
}

static void cross_along_side(exact_poly *out, const exact_path *path, int k, int axis) {
    cross_corners(out, path, (const int[2]){k, k + 1 == path->count ? 0 : k + 1}, axis);
}

static void set_cubic(exact_poly *f, const exact_path *path) {
    exact_poly cross;
    clear_poly(f, 3);
    for (int axis = 0; axis < 3; axis++) {
        cross_corners(&cross, path, (const int[2]){1, path->count - 1}, axis);
        add_line_product(f, 1, path->corner[0][axis], cross.c, cross.degree);
    }
    carom_poly_trim(f, 3);
}

/* ---- inside at one time; null is the start */

static int sign_then(const exact_poly *p, const exact_time *time) {
    if (time) return carom_sign_at_time(p, time);
    return p->degree < 0 ? 0 : p->c[0].sign;
}

/* Sign of one coordinate of the cross product of corner k and the next. */
static int cross_sign(const exact_path *path, int k, int axis, const exact_time *time) {
    exact_poly cross;
    if (time) {
        cross_along_side(&cross, path, k, axis);
        return carom_sign_at_time(&cross, time);
    }
    int next = k + 1 == path->count ? 0 : k + 1, i = (axis + 1) % 3, j = (axis + 2) % 3;
    clear_poly(&cross, 0);
    carom_add_product(&cross.c[0], 1.0, &path->corner[k][i][0], &path->corner[next][j][0]);
    carom_add_product(&cross.c[0], -1.0, &path->corner[k][j][0], &path->corner[next][i][0]);
    return cross.c[0].sign;
}

/* With all corners and the origin on one line: is it between corner k and the next? */
static bool origin_between(const exact_path *path, int k, const exact_time *time) {
    exact_poly dot;
    int next = k + 1 == path->count ? 0 : k + 1;
    clear_poly(&dot, 2);
    for (int axis = 0; axis < 3; axis++)
        add_line_product(&dot, 1, path->corner[k][axis], path->corner[next][axis], 1);
    carom_poly_trim(&dot, 2);
    return sign_then(&dot, time) <= 0;
}

/* At a time at which the origin is in the polygon's plane. */
static bool inside_at(const exact_path *path, const exact_time *time) {
    for (int axis = 0; axis < 3; axis++) {
        bool right = false, left = false;
        for (int k = 0; k < path->count && !(right && left); k++) {
            int sign = cross_sign(path, k, axis, time);
            right = right || sign < 0;
            left = left || sign > 0;
        }
        if (right || left) return !(right && left);
    }
    for (int k = 0; k < path->count; k++)
        if (origin_between(path, k, time)) return true;
    return false;
}

/* A time in [from, time], less than CCD_FRACTION before `time` unless that is before `from`. */
static double time_before(const exact_time *time, double from) {
    double low = from, high = 1.0;
    for (double step = CCD_FRACTION; low + step < 1.0; step *= 4.0) {
        if (carom_compare_to_time(low + step, time) > 0) {
            high = low + step;
            break;
        }
        low += step;
    }
    if (high == 1.0 && carom_compare_to_time(1.0, time) == 0) return 1.0;
    while (high - low > CCD_FRACTION) {
        double middle = 0.5 * (low + high);
        if (carom_compare_to_time(middle, time) > 0)
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* ---- in one plane throughout */

/* Some coordinate that is not zero throughout, if there is one: of the cross product of side k, or
 * of corner k. */
static void side_poly(exact_poly *out, const exact_path *path, int k) {
    for (int axis = 0; axis < 3; axis++) {
        cross_along_side(out, path, k, axis);
        if (out->degree >= 0) return;
    }
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < 2; i++)
            carom_dyadic_copy(&out->c[i], &path->corner[k][axis][i]);
        carom_poly_trim(out, 1);
        if (out->degree >= 0) return;
    }
}

static bool in_frame(const exact_time *time) {
    return carom_compare_to_time(0.0, time) <= 0 && carom_compare_to_time(1.0, time) >= 0;
}

/* Is the origin on side k? */
static bool on_side(const exact_path *path, int k, const exact_time *time) {
    for (int axis = 0; axis < 3; axis++)
        if (cross_sign(path, k, axis, time) != 0) return false;
    return origin_between(path, k, time);
}

static ccd_exact_time exact_in_plane(const exact_path *path, double from) {
    ccd_exact_time out = {.hit = false, .fraction = 1.0};
    exact_poly side;
    for (int k = 0; k < path->count; k++) {
        side_poly(&side, path, k);
        int roots = carom_poly_root_count(&side);
        for (int which = 0; which < roots; which++) {
            exact_time time = {.modulus = &side, .which = which};
            if (!in_frame(&time) || !on_side(path, k, &time)) continue;
            out.fraction = min2(out.fraction, time_before(&time, from));
            out.hit = true;
            break;
        }
    }
    return out;
}

/* ---- in general */

/* Goes through the cubic's roots in [0, 1] in order. Between two turns, or ends of the frame, it is
 * monotone: there is a root where its signs at the two differ, or at the later of them. */
static ccd_exact_time exact_across(const exact_path *path, const exact_cubic *cubic, double from) {
    exact_poly end;
    carom_poly_set_line(&end, -1.0, 1.0);
    const exact_time one = {.modulus = &end};
    int before = cubic->f.c[0].sign;
    for (int piece = 0; piece <= cubic->turns; piece++) {
        exact_time turn = {.modulus = &cubic->slope, .which = piece};
        bool last = piece == cubic->turns || carom_compare_to_time(1.0, &turn) <= 0;
        if (!last && carom_compare_to_time(0.0, &turn) >= 0) continue;
        int after =
            last ? carom_poly_sign_at(&cubic->f, 1.0) : carom_cubic_sign_at_turn(cubic, piece);
        exact_time root = {.cubic = cubic, .piece = piece, .before = before};
        if (after == 0) root = last ? one : turn;
        bool crosses = before * after < 0 || after == 0;
        if (crosses && inside_at(path, &root))
            return (ccd_exact_time){.hit = true, .fraction = time_before(&root, from)};
        if (last) break;
        before = after;
    }
    return (ccd_exact_time){.hit = false};
}

static bool inside_at_start(const exact_path *path, const exact_cubic *cubic) {
    bool in_plane = cubic->f.degree < 0 || cubic->f.c[0].sign == 0;
    return in_plane && inside_at(path, NULL);
}

/* ---- where most is known */

/* The sign of a quadratic at the cubic's root between `fraction` and `until`; 2 when it does not
 * change sign there just once. */
static int sign_at_crossing(const exact_poly *q, const exact_path *path,
                            const ccd_bracket *bracket) {
    if (q->degree < 0) return 0;
    int low = carom_poly_sign_at(q, bracket->fraction),
        high = carom_poly_sign_at(q, bracket->until);
    if (low * high >= 0) return 2;
    exact_poly f;
    set_cubic(&f, path);
    int upper = q->degree == 2 && high == q->c[2].sign;
    int side = carom_poly_sign_at_root(&f, q, upper) * bracket->before;
    return side > 0 ? high : side < 0 ? low : 0;
}

/* Is the origin certainly in the polygon at the crossing? */
static bool inside_crossing(const exact_path *path, const ccd_bracket *bracket) {
    const ccd_sides *sides = &bracket->sides;
    bool crosses = bracket->before != 0 && bracket->after == -bracket->before;
    if (sides->where == CCD_OUTSIDE || !crosses ||
        bracket->until > bracket->fraction + CCD_FRACTION)
        return false;
    exact_poly cross;
    int known = 0;
    for (int k = 0; k < path->count; k++)
        known = sides->sign[k] != 0 ? sides->sign[k] : known;
    for (int k = 0; k < path->count && known != 0; k++) {
        if (sides->sign[k] != 0) continue;
        cross_along_side(&cross, path, k, sides->normal);
        int sign = sign_at_crossing(&cross, path, bracket);
        if (sign == 2 || sign == -known) return false;
    }
    return known != 0;
}

/* Sign of det(corner 0, corner 1, last corner) at the end of the frame. */
static int side_at_end(const ccd_points *points) {
    dyadic3 corner[3], cross;
    for (int i = 0; i < 3; i++) {
        const ccd_corner_ends c = ccd_corner_of(points->count, i < 2 ? i : points->count - 1);
        vec3 to = points->at[1][c.to], from = points->at[1][c.from];
        dyadic_difference(&corner[i].x, to.x, from.x);
        dyadic_difference(&corner[i].y, to.y, from.y);
        dyadic_difference(&corner[i].z, to.z, from.z);
    }
    carom_dyadic3_cross(&cross, &corner[1], &corner[2]);
    return carom_dyadic3_dot_sign(&corner[0], &cross);
}

ccd_exact_time carom_ccd_exact(const ccd_points *points, const ccd_bracket *bracket) {
    const ccd_exact_time soon = {.hit = true, .fraction = bracket->fraction};
    if (bracket->sides.where == CCD_INSIDE && bracket->before != 0 && bracket->until == 1.0 &&
        1.0 - bracket->fraction <= CCD_FRACTION && side_at_end(points) != bracket->before)
        return soon;
    exact_path path;
    exact_cubic cubic;
    set_exact_path(&path, points);
    if (inside_crossing(&path, bracket)) return soon;
    set_cubic(&cubic.f, &path);
    if (bracket->fraction == 0.0 && inside_at_start(&path, &cubic))
        return (ccd_exact_time){.hit = true, .at_start = true};
    if (cubic.f.degree < 0) return exact_in_plane(&path, bracket->fraction);
    carom_cubic_finish(&cubic);
    return exact_across(&path, &cubic, bracket->fraction);
}
