/* Root isolation of the coplanarity cubic of continuous collision detection, for the times at which
 * a plane passes the origin; own method. Bernstein coefficients bound the cubic from below (convex
 * hull property), which is a safeguarded Newton step. Where the plane passes the origin, it is in
 * the polygon when the cross products of consecutive corners, quadratics in time, have one sign,
 * and outside when they have two.
 *
 * Both are first computed in double, with the given differences rounded once; near-contact that
 * this leaves undecided is computed again in double-double, with the differences exact. Every
 * answer is certain, its error bound included. */
#include "query/sweep/ccd_plane.h"
#include "query/sweep/tolerances.h"

#define CLIP_LIMIT 60 /* steps; then the time reached is returned */

/* ---- the cubic */

static double det3(vec3 a, vec3 b, vec3 c) {
    return dot3(a, cross3(b, c));
}

static vec3 upper_size(vec3 a, vec3 b) {
    return vec(max2(fabs(a.x), fabs(b.x)), max2(fabs(a.y), fabs(b.y)), max2(fabs(a.z), fabs(b.z)));
}

/* The largest sum of the magnitudes of a determinant's six products: its permanent. */
static double cubic_size(const ccd_path *path) {
    int last = path->count - 1;
    vec3 x = upper_size(path->corner[0][0], path->corner[1][0]);
    vec3 u = upper_size(path->side[0][0], path->side[1][0]);
    vec3 w = upper_size(path->side[0][last], path->side[1][last]);
    return x.x * (u.y * w.z + u.z * w.y) + x.y * (u.z * w.x + u.x * w.z) +
           x.z * (u.x * w.y + u.y * w.x);
}

static double lost_size(const ccd_path *path) {
    return NOTHING * path->size * path->size;
}

ccd_cubic carom_ccd_cubic(const ccd_path *path) {
    vec3 x[2], u[2], w[2];
    for (int end = 0; end < 2; end++) {
        x[end] = path->corner[end][0];
        u[end] = path->side[end][0];
        w[end] = neg3(path->side[end][path->count - 1]);
    }
    ccd_cubic f = {.fine = false};
    f.c[0].hi = det3(x[0], u[0], w[0]);
    f.c[1].hi = (det3(x[1], u[0], w[0]) + det3(x[0], u[1], w[0]) + det3(x[0], u[0], w[1])) / 3.0;
    f.c[2].hi = (det3(x[0], u[1], w[1]) + det3(x[1], u[0], w[1]) + det3(x[1], u[1], w[0])) / 3.0;
    f.c[3].hi = det3(x[1], u[1], w[1]);
    f.error = CUBIC_MARGIN * cubic_size(path) + lost_size(path) * path->size;
    return f;
}

/* Three times the cubic. */
ccd_cubic carom_ccd_fine_cubic(const ccd_path *path) {
    static const int ends[2][6] = {{1, 0, 2, 1, 3, 1}, {2, 0, 0, 1, 3, 2}};
    double_double3 x[2], u[2], w[2], n[2], mixed, more;
    for (int end = 0; end < 2; end++) {
        const vec3 *p = path->points->at[end];
        const int *k = ends[path->count - 3];
        x[end] = dd3_difference(p[k[0]], p[k[1]]);
        u[end] = dd3_difference(p[k[2]], p[k[3]]);
        w[end] = dd3_difference(p[k[4]], p[k[5]]);
    }
    for (int end = 0; end < 2; end++)
        n[end] = dd_cross(&u[end], &w[end]);
    mixed = dd_cross(&u[0], &w[1]);
    more = dd_cross(&u[1], &w[0]);
    for (int i = 0; i < 3; i++)
        mixed.at[i] = dd_add(mixed.at[i], more.at[i]);
    ccd_cubic f = {.fine = true};
    f.c[0] = dd_scale(dd_dot(&x[0], &n[0]), 3.0);
    f.c[1] = dd_add(dd_dot(&x[1], &n[0]), dd_dot(&x[0], &mixed));
    f.c[2] = dd_add(dd_dot(&x[0], &n[1]), dd_dot(&x[1], &mixed));
    f.c[3] = dd_scale(dd_dot(&x[1], &n[1]), 3.0);
    f.error = FINE_MARGIN * cubic_size(path) + lost_size(path) * path->size;
    return f;
}

/* De Casteljau: coefficients on [t, 1]. Always from those on [0, 1], so that roundings do not add
 * up. */
static void coefficients_after(const ccd_cubic *cubic, double t, double out[4]) {
    if (!cubic->fine) {
        for (int i = 0; i < 4; i++)
            out[i] = cubic->c[i].hi;
        for (int level = 1; t > 0.0 && level < 4; level++)
            for (int i = 0; i < 4 - level; i++)
                out[i] += t * (out[i + 1] - out[i]);
        return;
    }
    double_double c[4] = {cubic->c[0], cubic->c[1], cubic->c[2], cubic->c[3]};
    for (int level = 1; t > 0.0 && level < 4; level++)
        for (int i = 0; i < 4 - level; i++)
            c[i] = dd_between(c[i], c[i + 1], t);
    for (int i = 0; i < 4; i++)
        out[i] = c[i].hi;
}

static int certain_sign(double value, double error) {
    return (value > error) - (value < -error);
}

int carom_ccd_plane_side(const ccd_cubic *cubic, double t) {
    double c[4];
    coefficients_after(cubic, t, c);
    return certain_sign(c[0], cubic->error);
}

/* Where the lower convex hull of the coefficients, the first of which is above `level`, descends
 * to it; CCD_BEYOND when it does not. Coefficient k is at k / 3. */
static double hull_descent(const double c[4], double level) {
    if (c[1] <= level && c[2] <= level && c[3] <= level)
        return (c[0] - level) / max2(max2(3.0 * (c[0] - c[1]), 1.5 * (c[0] - c[2])), c[0] - c[3]);
    double s = CCD_BEYOND;
    for (int k = 1; k < 4; k++) {
        if (c[k] > level) continue;
        for (int i = 0; i < k; i++)
            if (c[i] > level) s = min2(s, (i + (k - i) * ((c[i] - level) / (c[i] - c[k]))) / 3.0);
    }
    return s;
}

/* As hull_descent, refined on the part up to four Newton steps, where the hull is nearly straight.
 */
static double near_descent(const double c[4], double level) {
    double s = hull_descent(c, level), part = 4.0 * c[0] / (3.0 * (c[0] - c[1]));
    if (s >= CCD_BEYOND || !(part > s && part < 1.0)) return s;
    double d[4] = {c[0], c[1], c[2], c[3]};
    for (int round = 1; round < 4; round++)
        for (int i = 3; i >= round; i--)
            d[i] = d[i - 1] + part * (d[i] - d[i - 1]);
    return max2(s, part * min2(hull_descent(d, level), 1.0));
}

/* Time advances to where the hull descends to the error bound, less a rounding margin:
 * quadratically to a simple root, by halves to a double one. */
ccd_stop carom_ccd_off_plane_until(const ccd_cubic *cubic, double t) {
    ccd_stop out = {.time = t};
    double sign = 0.0;
    for (int i = 0; i < CLIP_LIMIT; i++) {
        double *c = out.c;
        coefficients_after(cubic, out.time, c);
        if (i == 0) {
            out.before = certain_sign(c[0], cubic->error);
            sign = c[0] < 0.0 ? -1.0 : 1.0;
        }
        for (int k = 0; k < 4; k++)
            c[k] *= sign;
        if (!(c[0] > cubic->error)) break;
        double s = near_descent(c, cubic->error);
        if (s >= CCD_BEYOND) return (ccd_stop){.time = CCD_BEYOND};
        double next = (out.time + s * (1.0 - STEP_MARGIN) * (1.0 - out.time)) * (1.0 - TIME_MARGIN);
        if (!(next > out.time)) break;
        out.time = next;
    }
    return out;
}

ccd_past carom_ccd_past_plane(const ccd_cubic *cubic, const ccd_stop *stop) {
    ccd_past out = {.time = CCD_BEYOND};
    const double t = stop->time, *c = stop->c;
    double slope = 3.0 * fabs(c[1] - c[0]);
    if (slope == 0.0) return out;
    double s = max2(2.0 * (fabs(c[0]) + cubic->error) / slope, LEAST_STEP);
    for (int i = 0; i < 3 && out.side == 0; i++, s *= 8.0) {
        double high = s < 1.0 ? t + s * (1.0 - t) : 1.0;
        if (high > t) out.side = carom_ccd_plane_side(cubic, high);
        if (out.side != 0) out.time = high;
    }
    return out;
}

/* ---- at a root between doubles */

/* The part of [low, high] that contains the cubic's only root there, as fractions of it: for roots
 * between adjacent doubles. */
typedef struct ccd_zoom {
    bool known, tried;
    double from, to;
} ccd_zoom;

static ccd_zoom zoom_to_root(const ccd_cubic *cubic, double low, double high) {
    const double part = (high - low) / (1.0 - low);
    double_double c[4] = {cubic->c[0], cubic->c[1], cubic->c[2], cubic->c[3]};
    for (int round = 1; round < 4; round++)
        for (int i = 0; i < 4 - round; i++)
            c[i] = dd_between(c[i], c[i + 1], low);
    for (int round = 1; round < 4; round++)
        for (int i = 3; i >= round; i--)
            c[i] = dd_between(c[i - 1], c[i], part);
    ccd_cubic near = {.fine = false};
    for (int i = 0; i < 4; i++) {
        near.c[i].hi = c[i].hi;
        near.error = max2(near.error, fabs(c[i].hi));
    }
    near.error = ZOOM_MARGIN * near.error + cubic->error;
    const ccd_stop from = carom_ccd_off_plane_until(&near, 0.0);
    if (from.time >= 1.0) return (ccd_zoom){.tried = true};
    const double to = carom_ccd_past_plane(&near, &from).time;
    if (to >= CCD_BEYOND) return (ccd_zoom){.tried = true};
    bool only = carom_ccd_off_plane_until(&near, to).time >= CCD_BEYOND;
    return (ccd_zoom){only, true, from.time, to};
}

/* ---- in the plane */

static int longest_axis(vec3 v) {
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    return x > y && x > z ? 0 : y > z ? 1 : 2;
}

/* A polygon's corners projected along an axis. */
typedef struct ccd_projection {
    double x[CCD_CORNERS], y[CCD_CORNERS];
} ccd_projection;

static ccd_projection projected_corners(const ccd_path *path, double t, const int axis[2]) {
    ccd_projection projected;
    for (int k = 0; k < path->count; k++) {
        vec3 a = path->corner[0][k], c = mad3(a, sub3(path->corner[1][k], a), t);
        projected.x[k] = axis3(c, axis[0]), projected.y[k] = axis3(c, axis[1]);
    }
    return projected;
}

static double cross2(const ccd_projection *a, int i, const ccd_projection *b, int j) {
    return a->x[i] * b->y[j] - a->y[i] * b->x[j];
}

/* The common sign of all coefficients, -1 or 1; 0 when it is not certain. */
static int common_sign(const double c[3], double error) {
    return (min2(c[0], min2(c[1], c[2])) > error) - (max2(c[0], max2(c[1], c[2])) < -error);
}

/* The larger of corner k's components at either end. */
static double corner_size(const ccd_path *path, int k) {
    return max2(max_abs3(path->corner[0][k]), max_abs3(path->corner[1][k]));
}

static double_double fine_coordinate(const ccd_path *path, int k, int axis, double t) {
    const vec3(*p)[4] = path->points->at;
    const ccd_corner_ends corner = ccd_corner_of(path->count, k);
    return dd_between(dd_difference(axis3(p[0][corner.to], axis), axis3(p[0][corner.from], axis)),
                      dd_difference(axis3(p[1][corner.to], axis), axis3(p[1][corner.from], axis)),
                      t);
}

static double_double fine_cross2(const double_double a[2], const double_double b[2]) {
    return dd_subtract(dd_multiply(a[0], b[1]), dd_multiply(a[1], b[0]));
}

/* Two consecutive corners, a time interval, and the two axes of their cross product. */
typedef struct ccd_turn {
    int corner[2], axis[2];
    double time[2];
} ccd_turn;

/* The common sign of the coefficients of the cross product. */
static int fine_turn_sign(const ccd_path *path, const ccd_cubic *cubic, const ccd_turn *turn,
                          ccd_zoom *zoom) {
    double_double p[2][2][2]; /* of the time, the corner and the axis */
    for (int i = 0; i < 8; i++)
        p[i / 4][i / 2 % 2][i % 2] =
            fine_coordinate(path, turn->corner[i / 2 % 2], turn->axis[i % 2], turn->time[i / 4]);
    const double_double mixed =
        dd_add(fine_cross2(p[0][0], p[1][1]), fine_cross2(p[1][0], p[0][1]));
    const double c[3] = {fine_cross2(p[0][0], p[0][1]).hi, 0.5 * mixed.hi,
                         fine_cross2(p[1][0], p[1][1]).hi};
    double size = corner_size(path, turn->corner[0]) * corner_size(path, turn->corner[1]);
    double error = FINE_MARGIN * size + lost_size(path);
    int sign = common_sign(c, error);
    if (sign != 0) return sign;
    if (!zoom->tried) *zoom = zoom_to_root(cubic, turn->time[0], turn->time[1]);
    if (!zoom->known) return 0;
    double largest = max2(fabs(c[0]), max2(fabs(c[1]), fabs(c[2]))), d[3];
    for (int i = 0; i < 3; i++) {
        double x = i < 2 ? zoom->from : zoom->to, y = i < 1 ? zoom->from : zoom->to;
        double first = c[0] + x * (c[1] - c[0]), second = c[1] + x * (c[2] - c[1]);
        d[i] = first + y * (second - first);
    }
    return common_sign(d, ZOOM_MARGIN * largest + error);
}

/* The axes along which the polygon at a time is largest. */
static void projection_axes(const ccd_path *path, double t, int axis[2]) {
    int last = path->count - 1;
    vec3 u = mad3(path->side[0][0], sub3(path->side[1][0], path->side[0][0]), t);
    vec3 w = mad3(path->side[0][last], sub3(path->side[1][last], path->side[0][last]), t);
    int normal = longest_axis(cross3(u, w));
    axis[0] = normal == 2 ? 0 : normal + 1;
    axis[1] = normal == 0 ? 2 : normal - 1;
}

ccd_sides carom_ccd_sides_between(const ccd_path *path, const ccd_cubic *cubic, double low,
                                  double high) {
    ccd_sides out;
    ccd_turn turn = {.time = {low, high}};
    ccd_zoom zoom = {.tried = high == 1.0};
    int left = 0, right = 0;
    projection_axes(path, low, turn.axis);
    const ccd_projection a = projected_corners(path, low, turn.axis),
                         b = projected_corners(path, high, turn.axis);
    double size[CCD_CORNERS];
    for (int k = 0; k < path->count; k++)
        size[k] = corner_size(path, k);
    for (int k = 0; k < path->count; k++) {
        int next = k + 1 == path->count ? 0 : k + 1;
        double error = CROSS_MARGIN * size[k] * size[next];
        const double c[3] = {cross2(&a, k, &a, next),
                             0.5 * (cross2(&a, k, &b, next) + cross2(&b, k, &a, next)),
                             cross2(&b, k, &b, next)};
        int sign = common_sign(c, error + lost_size(path));
        if (sign == 0 && cubic->fine) {
            turn.corner[0] = k, turn.corner[1] = next;
            sign = fine_turn_sign(path, cubic, &turn, &zoom);
        }
        out.sign[k] = sign;
        left += sign > 0;
        right += sign < 0;
    }
    out.normal = 3 - turn.axis[0] - turn.axis[1];
    bool all = left == path->count || right == path->count;
    out.where = left > 0 && right > 0 ? CCD_OUTSIDE : all ? CCD_INSIDE : CCD_UNSURE;
    return out;
}
