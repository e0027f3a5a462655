/* Own method: bounding volumes under a rigid motion. The image is computed in double and rounded
 * to carom_real; the volume then grows by the rounding error and by the stretch of a quaternion
 * that is not quite unit, so it encloses the exact image. Spheres and capsules move their points;
 * boxes and k-DOPs are fitted to their moved corners. */
#include "fit/cloud.h"
#include "math/pose.h"
#include "fit/tolerances.h"
#include "shape/kdop.h"
#include "fit/box.h"

typedef struct motion {
    vec3 q, position;
    double w, stretch; /* stretch: length of the longest image of a unit vector */
    bool rotates;
} motion;

/* That of an invalid pose moves every point to no number, which makes any volume empty. */
static motion motion_of(carom_pose pose) {
    if (!normalize_pose(&pose)) pose.position.x = (carom_real)NAN;
    motion m = {load3((carom_vec3){pose.rotation.x, pose.rotation.y, pose.rotation.z}),
                load3(pose.position), (double)pose.rotation.w, 1.0,
                !carom_pose_is_translation(pose)};
    double s2 = len2(m.q), excess = s2 + m.w * m.w - 1.0;
    if (m.rotates && !(excess <= 0.0)) m.stretch = sqrt(1.0 + 4.0 * s2 * excess);
    return m;
}

static vec3 motion_rotate(const motion *m, vec3 v) {
    if (!m->rotates) return v;
    vec3 t = scale3(cross3(m->q, v), 2.0);
    return add3(mad3(v, t, m->w), cross3(m->q, t));
}

/* The rounded image of a point; *error bounds its distance from the exact one. */
static carom_vec3 move_point(const motion *m, vec3 p, double *error) {
    vec3 exact = add3(motion_rotate(m, p), m->position);
    carom_vec3 rounded = store3(exact);
    double size = m->rotates ? max_abs3(p) * m->stretch + max_abs3(m->position) : max_abs3(exact);
    double slack = m->rotates || max_abs3(m->position) > 0.0 ? MOVE_ROUNDINGS * size : 0.0;
    *error = carom_length(sub3(load3(rounded), exact)) + slack;
    return rounded;
}

static double moved_radius(const motion *m, carom_real radius, double error) {
    double r = (double)radius;
    if (m->rotates) r *= m->stretch * (1.0 + STRETCH_ROUNDINGS);
    return error > 0.0 ? sum_up(r, error) : r;
}

carom_sphere carom_pose_transform_sphere(carom_pose pose, const carom_sphere *sphere) {
    motion m = motion_of(pose);
    double error;
    carom_sphere out = {move_point(&m, load3(sphere->center), &error), 0};
    out.radius = real_up(moved_radius(&m, sphere->radius, error));
    bool sound = sphere->radius >= 0 && finite3(load3(out.center)) && finite1((double)out.radius);
    return sound ? out : carom_empty_sphere();
}

carom_capsule carom_pose_transform_capsule(carom_pose pose, const carom_capsule *capsule) {
    motion m = motion_of(pose);
    double error[2];
    carom_capsule out = {move_point(&m, load3(capsule->a), &error[0]),
                         move_point(&m, load3(capsule->b), &error[1]), 0};
    out.radius = real_up(moved_radius(&m, capsule->radius, max2(error[0], error[1])));
    bool sound = capsule->radius >= 0 && finite3(load3(out.a)) && finite3(load3(out.b)) &&
                 finite1((double)out.radius);
    return sound ? out : carom_empty_capsule();
}

/* Moves the points, and makes a cloud of them. */
static bool move_cloud(const motion *m, vec3 *points, int32_t count, cloud *out) {
    double size = 0.0;
    for (int32_t i = 0; i < count; i++) {
        size = max2(size, max_abs3(points[i]));
        points[i] = add3(motion_rotate(m, points[i]), m->position);
    }
    size = size * m->stretch + max_abs3(m->position);
    return carom_cloud_of_corners(out, points, count, MOVE_ROUNDINGS * size);
}

static bool half_extents_are_valid(const carom_obb *box) {
    return box->half_extents.x >= 0 && box->half_extents.y >= 0 && box->half_extents.z >= 0;
}

carom_obb carom_pose_transform_obb(carom_pose pose, const carom_obb *box) {
    motion m = motion_of(pose);
    vec3 corners[8], axes[3];
    cloud c;
    carom_box_corners(box, corners);
    if (!half_extents_are_valid(box) || !move_cloud(&m, corners, 8, &c)) return carom_empty_obb();
    if (!m.rotates && max_abs3(m.position) == 0.0) return *box;
    for (int k = 0; k < 3; k++)
        axes[k] = carom_normalize_or(motion_rotate(&m, load3(box->axes[k])), vec(0, 0, 0));
    return carom_box_along(&c, axes);
}

carom_aabb carom_pose_transform_aabb(carom_pose pose, const carom_aabb *box) {
    motion m = motion_of(pose);
    vec3 corners[8], low = load3(box->min), high = load3(box->max);
    cloud c;
    for (int i = 0; i < 8; i++)
        corners[i] = vec(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
    bool sound = low.x <= high.x && low.y <= high.y && low.z <= high.z;
    if (!sound || !move_cloud(&m, corners, 8, &c)) return carom_empty_aabb();
    if (!m.rotates && max_abs3(m.position) == 0.0) return *box;
    vec3 slack = vec(c.point_error, c.point_error, c.point_error);
    double back = 1.0 / c.scale;
    carom_aabb out = {real3_down(scale3(sub3(c.low, slack), back)),
                      real3_up(scale3(add3(c.high, slack), back))};
    return finite3(load3(out.min)) && finite3(load3(out.max)) ? out : carom_empty_aabb();
}

carom_kdop carom_pose_transform_kdop(carom_pose pose, const carom_kdop *kdop,
                                     const carom_kdop_slabs *slabs) {
    motion m = motion_of(pose);
    vec3 vertices[KDOP_VERTICES];
    cloud c;
    carom_aabb bounds = carom_fit_aabb_kdop(kdop);
    int count = bounds.min.x <= bounds.max.x ? carom_kdop_vertices(kdop, vertices) : 0;
    double size = max2(max_abs3(load3(bounds.min)), max_abs3(load3(bounds.max)));
    if (count <= 0 || !move_cloud(&m, vertices, count, &c)) return carom_empty_kdop(slabs);
    bool sound = true;
    for (int32_t i = 0; i < slabs->count; i++) {
        vec3 n = load3(slabs->normals[i]);
        double low = INFINITY, high = -INFINITY, length = carom_length(n);
        for (int k = 0; k < count; k++) {
            low = min2(low, dot3(n, vertices[k]));
            high = max2(high, dot3(n, vertices[k]));
        }
        double slack = length * (2.0 * c.point_error / c.scale + KDOP_CORNER_ERROR * size);
        slabs->min[i] = real_down(low - slack);
        slabs->max[i] = real_up(high + slack);
        sound = sound && finite1((double)slabs->min[i]) && finite1((double)slabs->max[i]);
    }
    if (!sound) return carom_empty_kdop(slabs);
    return (carom_kdop){slabs->normals, slabs->min, slabs->max, slabs->count};
}
