/* Path against plane and half-space [Ericson05] 5.3.1: where offset - dot(normal, origin) - t *
 * dot(normal, direction) is zero, or not negative. A quotient whose two parts are well above their
 * rounding errors, and which is clear of the ends of the path's range, is taken at once; all
 * others are clipped in exact arithmetic. */
#include "query/raycast/clip_exact.h"
#include "query/raycast/kernel_solid.h"
#include "query/raycast/path.h"
#include "query/raycast/path/path_plane.h"

typedef struct plane_crossing {
    double t, slope; /* slope = dot(normal, direction) */
    bool is_certain; /* t is accurate, and clear of t_min and t_max */
} plane_crossing;

static plane_crossing cross_plane(const ray_path *path, vec3 n, double offset) {
    vec3 o = path->origin, d = path->direction;
    vec3 no = {n.x * o.x, n.y * o.y, n.z * o.z}, nd = {n.x * d.x, n.y * d.y, n.z * d.z};
    double height = offset - (no.x + no.y + no.z), slope = nd.x + nd.y + nd.z;
    double height_error = PLANE_ERROR * (fabs(no.x) + fabs(no.y) + fabs(no.z) + fabs(offset));
    double slope_error = PLANE_ERROR * (fabs(nd.x) + fabs(nd.y) + fabs(nd.z));
    plane_crossing c = {height / slope, slope, false};
    double slack = QUOTIENT_SLACK * fabs(c.t);
    c.is_certain = fabs(slope) > PLANE_MARGIN * slope_error && slope_error > ERROR_UNDERFLOW &&
                   fabs(height) > PLANE_MARGIN * height_error && height_error > ERROR_UNDERFLOW &&
                   fabs(c.t - path->t_min) > slack && fabs(c.t - path->t_max) > slack &&
                   path->t_min <= path->t_max && fabs(c.t) <= DBL_MAX;
    return c;
}

/* offset - dot(normal, x) >= 0, or <= 0 for `sign` -1. */
static linear_form plane_form(const ray_path *path, vec3 n, double offset, int sign) {
    linear_form form = {.constant_count = 4, .slope_count = 3};
    for (int i = 0; i < 3; i++) {
        exact_factor normal = {axis3(n, i), 0.0}, origin = {axis3(path->origin, i), 0.0};
        exact_factor direction = {axis3(path->tip, i), axis3(path->base, i)};
        form.constant[i] = (linear_term){{normal, origin}, 2, sign > 0};
        form.slope[i] = (linear_term){{normal, direction}, 2, sign > 0};
    }
    form.constant[3] = (linear_term){{{offset, 0.0}}, 1, sign < 0};
    return form;
}

static bool plane_is_valid(vec3 n, double offset) {
    return finite3(n) && finite1(offset) && max_abs3(n) > 0.0;
}

static carom_ray_hit store_plane_hit(const ray_path *path, double t, vec3 normal) {
    solid_hit hit = {t, t, normal, false};
    return store_solid_hit(path, &hit, path_point(path, t));
}

static CAROM_NOINLINE carom_ray_hit path_plane_exact(const ray_path *path, vec3 n, double offset) {
    if (!path_is_valid(path) || !plane_is_valid(n, offset)) return no_hit();
    linear_form above = plane_form(path, n, offset, 1), below = plane_form(path, n, offset, -1);
    exact_range range;
    carom_exact_range_begin(&range, path);
    carom_exact_range_cut(&range, &above, 0);
    carom_exact_range_cut(&range, &below, 0);
    if (range.empty) return no_hit();
    double t = carom_exact_bound_value(&range.enter, min2(0.0, path->t_max));
    int slope = -carom_linear_sign(above.slope, above.slope_count);
    return store_plane_hit(path, t, slope > 0 ? neg3(n) : n);
}

carom_ray_hit carom_path_plane(const ray_path *path, const carom_plane *plane) {
    vec3 n = load3(plane->normal);
    plane_crossing c = cross_plane(path, n, (double)plane->offset);
    if (!c.is_certain) return path_plane_exact(path, n, (double)plane->offset);
    if (!(c.t > path->t_min && c.t < path->t_max)) return no_hit();
    return store_plane_hit(path, c.t, c.slope > 0.0 ? neg3(n) : n);
}

static CAROM_NOINLINE carom_ray_hit path_halfspace_exact(const ray_path *path, vec3 n,
                                                         double offset) {
    if (!path_is_valid(path) || !plane_is_valid(n, offset)) return no_hit();
    linear_form inside = plane_form(path, n, offset, 1);
    exact_range range;
    carom_exact_range_begin(&range, path);
    carom_exact_range_cut(&range, &inside, 0);
    if (range.empty) return no_hit();
    bool started_inside = range.enter.tag < 0;
    solid_hit hit = {carom_exact_bound_value(&range.enter, path->t_min),
                     carom_exact_bound_value(&range.leave, path->t_max),
                     started_inside ? neg3(path->direction) : n, started_inside};
    return store_solid_hit(path, &hit, path_point(path, hit.t));
}

carom_ray_hit carom_path_halfspace(const ray_path *path, const carom_halfspace *halfspace) {
    vec3 n = load3(halfspace->normal);
    plane_crossing c = cross_plane(path, n, (double)halfspace->offset);
    if (!c.is_certain) return path_halfspace_exact(path, n, (double)halfspace->offset);
    bool leaves = c.slope > 0.0;
    double first = leaves ? path->t_min : max2(path->t_min, c.t);
    double last = leaves ? min2(path->t_max, c.t) : path->t_max;
    if (!(first <= last)) return no_hit();
    bool started_inside = leaves || c.t < path->t_min;
    solid_hit hit = {first, last, started_inside ? neg3(path->direction) : n, started_inside};
    return store_solid_hit(path, &hit, path_point(path, first));
}
