/* Distance of cylinders and cones that are apart, own method: descent on the support value of
 * A - B, whose least value is minus the distance. A local minimum is the only one: the value would
 * decrease at once towards any lesser one. Every direction gives a lower bound (separating axis)
 * and every pair of points an upper one, so the answer is accepted only where the two meet to
 * REVOLUTION_BOUNDS_MEET; else GJK answers, whose vertex-by-vertex convergence on rims this avoids
 * (bench convex, distance cylinder). */
#include "convex/revolution/revolution.h"
#include "convex/revolution/revolution_bounds.h"
#include "convex/revolution/revolution_distance.h"
#include "convex/revolution/revolution_newton.h"

/* Do the bounds of a direction meet? Then its points and distance are the answer, in the frame. */
static bool is_answer(const revolution_pair *r, const revolution_direction *s, vec3 point[2],
                      double *distance) {
    revolution_growth growth[2];
    if (!(s->reach < -r->rounding)) return false;
    carom_revolution_witness(r, s, point, growth);
    *distance = sqrt(len2(add3(add3(point[0], point[1]), r->shift)));
    return *distance + s->reach <= REVOLUTION_BOUNDS_MEET * *distance + r->rounding;
}

static void set_overlap(const convex_shape *a, vec3 common, convex_distance *out) {
    out->distance = out->lower_bound = 0.0;
    out->normal = vec(1, 0, 0);
    out->point_a = out->point_b = add3(a->center, common);
    out->overlap = true;
    out->status = CONVEX_CONVERGED;
    out->iterations = 1;
}

bool carom_revolution_distance(const convex_shape *a, const convex_shape *b, const vec3 *direction,
                               convex_distance *out) {
    revolution_pair r;
    revolution_direction start[2];
    revolution_balls balls;
    vec3 point[2], toward_b;
    double distance;
    carom_revolution_pair(&r, a, b);
    if (!(r.size < SOLID_SIZE_MAX && r.size > SOLID_SIZE_MIN)) return false;
    if (direction) {
        toward_b = carom_revolution_to_frame(&r, *direction);
    } else {
        carom_revolution_between_balls(&r, &balls);
        if (balls.overlap) return set_overlap(a, revolution_to_world(&r, balls.common), out), true;
        toward_b = balls.toward_b;
    }
    carom_revolution_start(&r, toward_b, start);
    revolution_direction s = start[start[1].reach < start[0].reach];
    carom_revolution_descend(&r, &s);
    if (!is_answer(&r, &s, point, &distance)) return false;
    out->distance = distance;
    out->lower_bound = max2(0.0, min2(distance, -s.reach - r.rounding));
    out->normal = revolution_normal(&r, &s);
    out->point_a = add3(a->center, revolution_to_world(&r, point[0]));
    out->point_b = sub3(b->center, revolution_to_world(&r, point[1]));
    out->overlap = false;
    out->status = CONVEX_CONVERGED;
    out->iterations = 1;
    return true;
}
