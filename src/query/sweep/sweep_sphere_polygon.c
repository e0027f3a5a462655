/* A moving sphere against a segment, capsule and convex polygon [Ericson05] 5.5.6: outlines
 * (outline.h) with the filter first and the exact fallback behind it, so that no contact is
 * missed; polygons of many corners are fans of triangles. */
#include "math/compensated_cross.h"
#include "query/sweep/outline.h"
#include "query/sweep/sweep_polygon.h"
#include "shape/polygon.h"
#include "query/sweep/sweep_sphere_polygon.h"

static const carom_sweep_hit outline_miss;

static carom_sweep_hit sweep_outline(const moving_ball *ball, const outline *shape) {
    carom_sweep_hit hit;
    if (carom_outline_filtered(&hit, ball, shape)) return hit;
    return carom_outline_exact(ball, shape);
}

/* The longest of the cross products at the vertices, for that of a sliver would be inaccurate. */
static vec3 outline_normal(const vec3 *v, int count) {
    vec3 best = vec(0, 0, 0);
    for (int i = 1; i + 1 < count; i++) {
        vec3 n = robust_cross(sub3(v[i], v[0]), sub3(v[i + 1], v[0]));
        if (len2(n) > len2(best)) best = n;
    }
    return best;
}

carom_sweep_hit carom_sweep_sphere_fan(const carom_sphere *sphere, carom_vec3 motion,
                                       const carom_polygon *polygon) {
    carom_sweep_hit best = outline_miss;
    for (int i = 0; i < fan_size(polygon); i++) {
        carom_triangle part = fan_triangle(polygon, i);
        carom_sweep_hit hit = carom_sweep_sphere_triangle(sphere, motion, &part);
        if (hit.hit && (!best.hit || hit.fraction < best.fraction)) best = hit;
    }
    return best;
}

carom_sweep_hit carom_sweep_sphere_polygon(const carom_sphere *sphere, carom_vec3 motion,
                                           const carom_polygon *polygon) {
    moving_ball ball;
    if (!carom_moving_ball(&ball, sphere, motion) || polygon->count <= 0 || !polygon->vertices)
        return outline_miss;
    if (polygon->count > OUTLINE_LIMIT) /* too many to copy */
        return carom_sweep_sphere_fan(sphere, motion, polygon);
    vec3 v[OUTLINE_LIMIT];
    for (int i = 0; i < polygon->count; i++) {
        v[i] = load3(polygon->vertices[i]);
        if (!finite3(v[i])) return outline_miss;
    }
    outline shape = {v, polygon->count, outline_normal(v, polygon->count)};
    return sweep_outline(&ball, &shape);
}

static carom_sweep_hit sweep_thick_segment(const carom_sphere *sphere, carom_vec3 motion,
                                           const carom_capsule *capsule) {
    moving_ball ball;
    const vec3 v[2] = {load3(capsule->a), load3(capsule->b)};
    double thickness = (double)capsule->radius;
    if (!carom_moving_ball(&ball, sphere, motion) || !finite3(v[0]) || !finite3(v[1]) ||
        !(thickness >= 0.0) || !finite1(thickness))
        return outline_miss;
    ball.radius += thickness;
    ball.reach.lo = -thickness;
    outline shape = {v, 2, {0, 0, 0}};
    carom_sweep_hit hit = sweep_outline(&ball, &shape);
    /* from the axis to the capsule's surface */
    if (hit.hit) hit.point = store3(mad3(load3(hit.point), load3(hit.normal), -thickness));
    return hit;
}

carom_sweep_hit carom_sweep_sphere_segment(const carom_sphere *sphere, carom_vec3 motion,
                                           const carom_segment *segment) {
    carom_capsule thin = {segment->a, segment->b, 0};
    return sweep_thick_segment(sphere, motion, &thin);
}

carom_sweep_hit carom_sweep_sphere_capsule(const carom_sphere *sphere, carom_vec3 motion,
                                           const carom_capsule *capsule) {
    return sweep_thick_segment(sphere, motion, capsule);
}
