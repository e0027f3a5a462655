/* Distance of cylinders and cones that are apart: downhill on how far A - B reaches, whose least
 * value is minus the distance. A direction is a separating axis whatever it is, and the points lie
 * on the solids whatever they are, so that bounds which meet prove themselves; where they do not
 * meet, the search from vertex to vertex goes on instead.
 *
 * A local minimum is the only one: were the reach less elsewhere, it would fall on the way there.
 */
#include "convex/revolution/revolution.h"

/* Bounds this near each other, relative to the distance, are met. */
#define BOUNDS_MEET 1e-12

/* Is the reach stationary at the spot, to rounding? Then that is the answer, in the frame. */
static bool is_answer(const revolution_pair *r, const revolution_spot *s, vec3 point[2],
                      double *distance) {
    revolution_hold hold[2];
    if (!(s->reach < -r->rounding)) return false;
    carom_revolution_witness(r, s, point, hold);
    *distance = sqrt(len2(add3(add3(point[0], point[1]), r->shift)));
    return *distance + s->reach <= BOUNDS_MEET * *distance + r->rounding;
}

static void set_overlap(const convex_shape *a, vec3 common, convex_distance *out) {
    out->distance = out->lower_bound = 0.0;
    out->normal = vec(1, 0, 0);
    out->point_a = out->point_b = add3(a->center, common);
    out->overlap = true;
    out->status = CONVEX_CONVERGED;
    out->iterations = 1;
}

bool carom_revolution_apart(const convex_shape *a, const convex_shape *b, const vec3 *direction,
                            convex_distance *out) {
    revolution_pair r;
    revolution_spot start[2];
    revolution_balls balls;
    vec3 point[2], way;
    double distance;
    carom_revolution_pair(&r, a, b);
    if (!(r.size < 1e60 && r.size > 1e-60)) return false;
    if (direction) {
        way = carom_revolution_way(&r, *direction);
    } else {
        carom_revolution_between_balls(&r, &balls);
        if (balls.overlap) return set_overlap(a, revolution_to_world(&r, balls.common), out), true;
        way = balls.way;
    }
    carom_revolution_start(&r, way, start);
    revolution_spot s = start[start[1].reach < start[0].reach];
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
