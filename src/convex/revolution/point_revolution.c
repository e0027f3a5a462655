/* Own method: closest point of a cylinder, cone or ellipsoid. Cylinder and cone: the closest point
 * of the profile in the half-plane of the point and the axis, in closed form (Voronoi regions
 * [Ericson05] 5.1 of its vertices and edges); inside, the nearest edge is the one whose line is
 * nearest, since the foot on another line would lie behind an edge that is nearer still.
 * Ellipsoid: Newton's method for the root of a convex function. Right to rounding away from the
 * surface; within GAP_UNDECIDED of it other solvers decide. It answers spheres and points against
 * these solids before GJK and EPA, for which curvature makes convergence slow. */
#include "convex/revolution/point_revolution.h"

#include "convex/revolution/revolution.h"
#include "convex/revolution/tolerances.h"
#include "convex/support/support.h"

/* Coordinates: [0] distance from the axis, [1] height along it. */
typedef struct profile_foot {
    double at[2], normal[2]; /* of the nearest point; outwards, unit */
    double distance;         /* negative inside */
} profile_foot;

/* The foot of the point (x, y), which is outside, when (u, v) is the closest point of the profile.
 */
static profile_foot foot_outside(double x, double y, double u, double v) {
    double dx = x - u, dy = y - v, distance = sqrt(dx * dx + dy * dy);
    return (profile_foot){{u, v}, {dx / distance, dy / distance}, distance};
}

static profile_foot foot_on_cylinder(const vec3 *half, double x, double y) {
    double out = x - half->x, up = fabs(y) - half->z, end = copysign(half->z, y);
    if (out > 0.0 || up > 0.0) return foot_outside(x, y, min2(x, half->x), up > 0.0 ? end : y);
    if (out >= up) return (profile_foot){{half->x, y}, {1.0, 0.0}, out};
    return (profile_foot){{x, end}, {0.0, copysign(1.0, y)}, up};
}

/* The foot of (x, y) beyond the end of a slanted edge. `ahead`: the point is in the vertex's
 * Voronoi region; within ulps of its border rounding may deny that, and the edge's normal stays. */
static profile_foot foot_beyond_slope(double x, double y, const double end[2],
                                      const profile_foot *slope, bool ahead) {
    profile_foot f = *slope;
    f.at[0] = end[0], f.at[1] = end[1];
    return ahead ? foot_outside(x, y, end[0], end[1]) : f;
}

static profile_foot foot_on_cone(const vec3 *half, double x, double y) {
    const double radius = half->x, height = half->z, slant2 = radius * radius + height * height;
    if (y < 0.0) return foot_outside(x, y, min2(x, radius), 0.0);
    double slant = sqrt(slant2), out = ((x - radius) * height + y * radius) / slant;
    const double normal[2] = {height / slant, radius / slant};
    double along = (y * height - (x - radius) * radius) / slant2; /* from the rim to the apex */
    const double apex[2] = {0.0, height}, rim[2] = {radius, 0.0};
    profile_foot f = {{x - out * normal[0], y - out * normal[1]}, {normal[0], normal[1]}, out};
    if (out > 0.0 && along <= 0.0)
        return foot_beyond_slope(x, y, rim, &f, (x - radius) * radius > y * height);
    if (out > 0.0 && along >= 1.0)
        return foot_beyond_slope(x, y, apex, &f, (y - height) * height > x * radius);
    return out < -y ? (profile_foot){{x, 0.0}, {0.0, -1.0}, -y} : f;
}

/* The normal of an ellipsoid at the closest point passes through the point y: in the axes it is
 * m_i = y_i / (t + a_i^2) and the closest point a_i^2 m_i, for the one t > -min a_i^2 with sum (a_i
 * m_i)^2 = 1. The sum decreases and is convex there, so that Newton's steps from where it exceeds 1
 * never pass the root. @return false where the root is too near the singularity -min a_i^2 */
#define ELLIPSOID_STEPS 40

static bool ellipsoid_root(const double a[3], const double y[3], double *root) {
    double singularity = -DBL_MAX, t = -DBL_MAX;
    for (int i = 0; i < 3; i++) {
        singularity = max2(singularity, -a[i] * a[i]);
        t = max2(t, a[i] * (fabs(y[i]) - a[i]));
    }
    for (int step = 0; step < ELLIPSOID_STEPS; step++) {
        double sum = 0.0, fall = 0.0;
        for (int i = 0; i < 3; i++) {
            double over = 1.0 / (t + a[i] * a[i]), r = a[i] * y[i] * over, square = r * r;
            sum += square;
            fall += square * over;
        }
        double next = t + 0.5 * (sum - 1.0) / fall;
        if (!(next > t)) break;
        bool last = next - t <= ELLIPSOID_ROOT * (fabs(next) - singularity);
        t = next;
        if (last) break;
    }
    *root = t;
    return t - singularity > ELLIPSOID_SINGULARITY * -singularity;
}

typedef struct surface_foot {
    vec3 at, normal;
    double distance, size;
} surface_foot;

static bool foot_on_ellipsoid(surface_foot *out, const convex_shape *solid, vec3 delta) {
    const double a[3] = {solid->half.x, solid->half.y, solid->half.z};
    double y[3], m[3], t;
    for (int i = 0; i < 3; i++)
        y[i] = dot3(delta, solid->axes[i]);
    if (!ellipsoid_root(a, y, &t)) return false;
    vec3 foot = solid->center, normal = vec(0, 0, 0);
    for (int i = 0; i < 3; i++) {
        m[i] = y[i] / (t + a[i] * a[i]);
        foot = mad3(foot, solid->axes[i], a[i] * a[i] * m[i]);
        normal = mad3(normal, solid->axes[i], m[i]);
    }
    double length = sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]), reach = 0.0;
    for (int i = 0; i < 3; i++)
        reach += a[i] * a[i] * m[i] * m[i];
    out->at = foot;
    out->normal = scale3(normal, 1.0 / length);
    /* t |m| loses digits of a thin ellipsoid; the support plane along the normal does not */
    out->distance = dot3(out->normal, delta) - sqrt(reach) / length;
    return true;
}

static bool has_foot(const convex_shape *s) {
    return carom_is_solid_of_revolution(s) ||
           (s->kind == CONVEX_ELLIPSOID && s->half.x > 0.0 && s->half.y > 0.0 && s->half.z > 0.0);
}

/* The closest point of the surface. @return false where it is not accurate */
static bool find_foot(surface_foot *out, const convex_shape *solid, vec3 point) {
    out->size = max2(max_abs3(point), max_abs3(solid->center)) + max_abs3(solid->half);
    if (!(out->size < SOLID_SIZE_MAX && out->size > SOLID_SIZE_MIN)) return false;
    if (solid->kind == CONVEX_ELLIPSOID)
        return foot_on_ellipsoid(out, solid, sub3(point, solid->center));
    vec3 delta = sub3(point, solid->center), axis = solid->axes[2];
    double y = dot3(delta, axis);
    vec3 across = mad3(delta, axis, -y);
    across = mad3(across, axis, -dot3(across, axis)); /* removes what rounding left along it */
    double x = sqrt(len2(across));
    vec3 outwards = x > AXIS_NEAR * out->size ? scale3(across, 1.0 / x) : carom_perpendicular(axis);
    profile_foot f = solid->kind == CONVEX_CYLINDER ? foot_on_cylinder(&solid->half, x, y)
                                                    : foot_on_cone(&solid->half, x, y);
    out->at = mad3(mad3(solid->center, axis, f.at[1]), outwards, f.at[0]);
    out->normal = mad3(scale3(axis, f.normal[1]), outwards, f.normal[0]);
    out->distance = f.distance;
    return true;
}

bool carom_point_revolution_distance(const convex_shape *a, const convex_shape *b,
                                     convex_distance *out) {
    const bool first = convex_is_point(a);
    const convex_shape *ball = first ? a : b, *solid = first ? b : a;
    surface_foot f;
    if (!convex_is_point(ball) || !has_foot(solid) || !find_foot(&f, solid, ball->points[0]))
        return false;
    double gap = f.distance - ball->radius - solid->radius;
    double size = f.size + ball->radius + solid->radius;
    if (!(fabs(gap) > GAP_UNDECIDED * size && fabs(f.distance) > FOOT_NEAR * size)) return false;
    vec3 on_ball = mad3(ball->points[0], f.normal, -ball->radius);
    vec3 on_solid = mad3(f.at, f.normal, solid->radius);
    *out = (convex_distance){
        .normal = first ? neg3(f.normal) : f.normal, .iterations = 1, .overlap = gap < 0.0};
    if (gap > 0.0) {
        out->distance = gap;
        out->lower_bound = max2(gap - FOOT_ROUNDING * size, 0.0);
        out->point_a = first ? on_ball : on_solid;
        out->point_b = first ? on_solid : on_ball;
    } else { /* a common point: halfway between the surfaces, or the centre where it is inside */
        double from = max2(f.distance - ball->radius, 0.0), to = min2(solid->radius, f.distance);
        double at = f.distance > 0.0 ? 0.5 * (from + to) : f.distance;
        out->point_a = out->point_b = mad3(f.at, f.normal, at);
    }
    return true;
}

bool carom_point_revolution_depth(const convex_shape *a, const convex_shape *b,
                                  convex_penetration *out) {
    surface_foot f;
    if (!convex_is_point(a) || !has_foot(b) || !find_foot(&f, b, a->points[0])) return false;
    *out = (convex_penetration){0};
    if (f.distance > GAP_UNDECIDED * f.size) return true;
    if (!(f.distance < -GAP_UNDECIDED * f.size)) return false;
    *out = (convex_penetration){.overlap = true,
                                .depth = -f.distance,
                                .lower_bound = -f.distance,
                                .normal = neg3(f.normal),
                                .point_a = a->points[0],
                                .point_b = f.at,
                                .status = CONVEX_EXACT};
    return true;
}

bool carom_ball_revolution_depth(const convex_shape *a, const convex_shape *b,
                                 convex_penetration *out) {
    surface_foot f;
    if (!convex_is_point(a) || !has_foot(b) || !find_foot(&f, b, a->points[0])) return false;
    double radius = a->radius + b->radius, depth = radius - f.distance;
    if (!(fabs(f.distance) <= GAP_UNDECIDED * f.size &&
          radius > BALL_RADIUS_MIN * GAP_UNDECIDED * f.size))
        return false;
    vec3 normal = neg3(f.normal);
    *out = (convex_penetration){.overlap = true,
                                .depth = depth,
                                .lower_bound = depth,
                                .normal = normal,
                                .point_a = mad3(a->points[0], normal, a->radius),
                                .point_b = mad3(f.at, normal, -b->radius),
                                .status = CONVEX_EXACT};
    return finite3(normal);
}
