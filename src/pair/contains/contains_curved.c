/* Ellipsoid images in curved solids. The solid's equation, pulled back to the unit ball of which B
 * is the image, is a quadratic; B is inside when its maximum over the ball does not exceed 0. The
 * maximum is that of a trust-region problem, by its dual [Boyd04] 5.2.4, B.1: it errs to one side
 * alone. The squared distance from a capsule's axis is quadratic only piecewise; there B is cut
 * perpendicular to the axis, and the greatest cut is found by samples and golden section.
 *
 * All lengths are in radii of the solid, from a point of it. */
#include "pair/contains/contains.h"
#include "query/overlap/volume_signs.h"
#include "pair/contains/contains_point.h"
#include "pair/contains/contains_quadratic.h"
#include "pair/contains/contains_curved.h"

#define CUTS 64
#define GOLDEN_STEPS 45

/* A coordinate of the points of an ellipsoid image: at + dot(slope, s). */
typedef struct image_form {
    double at;
    vec3 slope;
} image_form;

static image_form form_along(const ellipsoid_image *b, vec3 n, vec3 origin, double unit) {
    vec3 m = scale3(n, 1.0 / unit);
    return (image_form){
        dot3(n, sub3(b->center, origin)) / unit,
        {dot3(m, b->axis[0]), dot3(m, b->axis[1]), dot3(m, b->axis[2])},
    };
}

/* Bound on the rounding of such coordinates, in units. */
static double form_slack(const ellipsoid_image *b, vec3 origin, double unit) {
    double size = max_abs3(b->center) + max_abs3(origin);
    for (int i = 0; i < 3; i++)
        size += max_abs3(b->axis[i]);
    return CURVED_ROUNDINGS * DBL_EPSILON * (size / unit);
}

static void add_square(quadratic *f, image_form form, double sign) {
    const double slope[3] = {form.slope.x, form.slope.y, form.slope.z};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            f->q[i][j] += sign * slope[i] * slope[j];
        f->b[i] += sign * form.at * slope[i];
    }
    f->k += sign * form.at * form.at;
}

/* Whether a coordinate is in the range in which nothing overflows; beyond it B is outside. */
static bool is_small(image_form form) {
    return fabs(form.at) <= IMAGE_SIZE_MAX && max_abs3(form.slope) <= IMAGE_SIZE_MAX;
}

/* Whether low <= form <= high for all points of the ellipsoid image. */
static bool form_within(image_form form, double low, double high, double slack) {
    double reach = carom_length(form.slope);
    return form.at - reach >= low - slack && form.at + reach <= high + slack && slack <= DBL_MAX;
}

static bool sphere_holds_image(const carom_sphere *sphere, const ellipsoid_image *b) {
    vec3 c = load3(sphere->center);
    double r = (double)sphere->radius;
    if (b->radius > 0.0)
        return b->radius <= r && carom_sign_two_spheres(c, r, b->center, -b->radius) <= 0;
    if (r == 0.0) return false;
    quadratic f = {.k = -1.0};
    for (int i = 0; i < 3; i++) {
        image_form form = form_along(b, vec(i == 0, i == 1, i == 2), c, r);
        if (!is_small(form)) return false;
        add_square(&f, form, 1.0);
    }
    return carom_quadratic_maximum(&f) <= form_slack(b, c, r);
}

/* Axes rounded to float are not quite perpendicular: coordinates are those of their dual basis. */
static bool ellipsoid_holds_image(const carom_ellipsoid *shape, const ellipsoid_image *b) {
    vec3 c = load3(shape->center), r = load3(shape->radii);
    quadratic f = {.k = -1.0};
    double slack = 0.0;
    for (int i = 0; i < 3; i++) {
        vec3 dual = cross3(load3(shape->axes[(i + 1) % 3]), load3(shape->axes[(i + 2) % 3]));
        double radius = axis3(r, i), unit = dot3(load3(shape->axes[i]), dual);
        image_form form = form_along(b, scale3(dual, 1.0 / unit), c, radius > 0.0 ? radius : 1.0);
        if (radius == 0.0) {
            if (!form_within(form, 0.0, 0.0, form_slack(b, c, 1.0))) return false;
            continue;
        }
        if (!is_small(form)) return false;
        slack = max2(slack, form_slack(b, c, radius));
        add_square(&f, form, 1.0);
    }
    return carom_quadratic_maximum(&f) <= slack;
}

typedef struct axis_frame {
    vec3 x, y, z;
    double height; /* not in units */
} axis_frame;

static axis_frame frame_of_axis(vec3 from, vec3 to) {
    vec3 w = sub3(to, from);
    axis_frame out = {.z = carom_normalize_or(w, vec(0, 0, 1)), .height = carom_length(w)};
    out.x = carom_perpendicular(out.z);
    out.y = cross3(out.z, out.x);
    return out;
}

/* Cylinders and cones; `narrows`: the part of the radius that is lost from the base to the top. */
static bool revolution_holds_image(const vec3 ends[2], double r, double narrows,
                                   const ellipsoid_image *b) {
    if (r == 0.0) return false;
    axis_frame frame = frame_of_axis(ends[0], ends[1]);
    image_form x = form_along(b, frame.x, ends[0], r), y = form_along(b, frame.y, ends[0], r);
    image_form z = form_along(b, frame.z, ends[0], 1.0);
    if (!form_within(z, 0.0, frame.height, form_slack(b, ends[0], 1.0))) return false;
    if (!is_small(x) || !is_small(y)) return false;
    quadratic f = {.k = 0.0};
    add_square(&f, x, 1.0);
    add_square(&f, y, 1.0);
    double loss = frame.height > 0.0 ? narrows / frame.height : 0.0;
    image_form narrowed = {1.0 - z.at * loss, scale3(z.slope, -loss)};
    double slack = form_slack(b, ends[0], r);
    if (loss > 0.0) {
        slack = max2(slack, form_slack(b, ends[0], frame.height));
        narrowed.at = max2(narrowed.at, 0.0);
    }
    add_square(&f, narrowed, -1.0);
    return carom_quadratic_maximum(&f) <= slack;
}

/* The ellipsoid_image's points at level t along the capsule's axis, given by where they lie on the
 * unit ball.
 */
typedef struct capsule_cut {
    image_form x, y, low, high; /* across; above the lower end, above the upper */
    vec3 up, right, front;      /* of the unit ball: `up` goes along the axis */
} capsule_cut;

/* Greatest squared distance to the axis over a cut, in radii. Cuts are parametrized from 0, the
 * highest, to 2, the lowest, by the tangent of half the polar angle. */
static double cut_distance2(const capsule_cut *c, double name) {
    double v = name > 1.0 ? 2.0 - name : name, norm = 1.0 + v * v;
    double level = (1.0 - v) * (1.0 + v) / norm * (name > 1.0 ? -1.0 : 1.0),
           ring_radius = 2.0 * v / norm;
    double below = c->low.at + level * dot3(c->low.slope, c->up);
    double above = c->high.at + level * dot3(c->high.slope, c->up);
    double along = below < 0.0 ? below : above > 0.0 ? above : 0.0;
    quadratic f = {.k = along * along};
    const image_form *across[2] = {&c->x, &c->y};
    for (int i = 0; i < 2; i++) {
        image_form form = {across[i]->at + level * dot3(across[i]->slope, c->up),
                           vec(ring_radius * dot3(across[i]->slope, c->right),
                               ring_radius * dot3(across[i]->slope, c->front), 0.0)};
        add_square(&f, form, 1.0);
    }
    return carom_quadratic_maximum(&f);
}

/* The greatest squared distance between two parameters, by golden-section search. */
static double greatest_between(const capsule_cut *c, double low, double high) {
    const double golden = 0.61803398874989485;
    double p = high - golden * (high - low), q = low + golden * (high - low);
    double at_p = cut_distance2(c, p), at_q = cut_distance2(c, q), best = max2(at_p, at_q);
    for (int i = 0; i < GOLDEN_STEPS; i++) {
        if (at_p > at_q) {
            high = q;
            q = p;
            at_q = at_p;
            p = high - golden * (high - low);
            best = max2(best, at_p = cut_distance2(c, p));
        } else {
            low = p;
            p = q;
            at_p = at_q;
            q = low + golden * (high - low);
            best = max2(best, at_q = cut_distance2(c, q));
        }
    }
    return best;
}

/* Whether no cut exceeds the limit. A cut exceeds the samples beside it only where these are large
 * themselves. */
static bool cuts_are_within(const capsule_cut *c, double limit) {
    double before = 0.0, value = cut_distance2(c, 0.0);
    for (int i = 0; i <= CUTS; i++) {
        double here = 2.0 * i / CUTS, step = 2.0 / CUTS;
        double after = i < CUTS ? cut_distance2(c, here + step) : 0.0;
        if (!(value <= limit)) return false;
        if (value >= before && value >= after && value >= CUT_SAMPLE_MIN &&
            !(greatest_between(c, max2(here - step, 0.0), min2(here + step, 2.0)) <= limit))
            return false;
        before = value;
        value = after;
    }
    return true;
}

static bool capsule_holds_image(const carom_capsule *capsule, const ellipsoid_image *b) {
    vec3 ends[2] = {load3(capsule->a), load3(capsule->b)};
    double r = (double)capsule->radius;
    if (b->radius > 0.0) return carom_capsule_holds_ball(capsule, b->center, b->radius);
    if (r == 0.0) return false;
    axis_frame frame = frame_of_axis(ends[0], ends[1]);
    capsule_cut cut = {.x = form_along(b, frame.x, ends[0], r),
                       .y = form_along(b, frame.y, ends[0], r),
                       .low = form_along(b, frame.z, ends[0], r),
                       .high = form_along(b, frame.z, ends[1], r)};
    double length = frame.height / r;
    if (!is_small(cut.x) || !is_small(cut.y) ||
        !form_within(cut.low, -IMAGE_SIZE_MAX, length + IMAGE_SIZE_MAX, CUT_LEVEL_SLACK))
        return false;
    cut.up = carom_normalize_or(cut.low.slope, vec(0, 0, 1));
    cut.right = carom_perpendicular(cut.up);
    cut.front = cross3(cut.up, cut.right);
    return cuts_are_within(&cut, 1.0 + form_slack(b, ends[0], r));
}

bool carom_curved_holds_ellipsoid_image(const carom_shape *a, const ellipsoid_image *b) {
    vec3 ends[2];
    switch (a->kind) {
    case CAROM_SHAPE_SPHERE: return sphere_holds_image(&a->as.sphere, b);
    case CAROM_SHAPE_CAPSULE: return capsule_holds_image(&a->as.capsule, b);
    case CAROM_SHAPE_ELLIPSOID: return ellipsoid_holds_image(&a->as.ellipsoid, b);
    case CAROM_SHAPE_CYLINDER:
        ends[0] = load3(a->as.cylinder.a);
        ends[1] = load3(a->as.cylinder.b);
        return revolution_holds_image(ends, (double)a->as.cylinder.radius, 0.0, b);
    case CAROM_SHAPE_CONE:
        ends[0] = load3(a->as.cone.base);
        ends[1] = load3(a->as.cone.apex);
        return revolution_holds_image(ends, (double)a->as.cone.radius, 1.0, b);
    default: return false;
    }
}
