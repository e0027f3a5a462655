/* Distance of cylinders and cones that are apart: downhill on how far A - B reaches, whose least
 * value is minus the distance. A direction is a separating axis whatever it is, and the points lie
 * on the solids whatever they are, so that bounds which meet prove themselves; where they do not
 * meet, the search from vertex to vertex goes on instead.
 *
 * A local minimum is the only one: were the reach less elsewhere, it would fall on the way there.
 */
#include "convex/revolve.h"

/* Bounds this near each other, relative to the distance, are met. */
#define BOUNDS_MEET 1e-12

/* Is the reach stationary at the spot, to rounding? Then that is the answer, in the frame. */
static bool is_answer(const revolve_pair *r, const revolve_spot *s, vec3 point[2],
                      double *distance) {
    revolve_hold hold[2];
    if (!(s->reach < -r->rounding)) return false;
    carom_revolve_witness(r, s, point, hold);
    *distance = sqrt(len2(add3(add3(point[0], point[1]), r->shift)));
    return *distance + s->reach <= BOUNDS_MEET * *distance + r->rounding;
}

/* The nearest direction of the frame's side that matters. */
static revolve_spot spot_along(const revolve_pair *r, vec3 direction) {
    const vec3 *f = r->frame;
    vec3 n = vec(dot3(f[0], direction), dot3(f[1], direction), dot3(f[2], direction));
    revolve_spot s = {.n = carom_normalize_or(vec(n.x, n.y, -fabs(n.z)), vec(0, 0, -1))};
    for (int i = 0; i < 2; i++)
        s.cosine[i] = dot3(s.n, r->axis[i]);
    carom_revolve_measure(r, &s);
    return s;
}

static bool find_answer(const revolve_pair *r, revolve_spot *s, vec3 point[2], double *distance) {
    double reach = s->reach;
    for (int i = 0; i < 2; i++) {
        revolve_spot pole = carom_revolve_pole(r, i, s->cosine[i] < 0.0 ? -1.0 : 1.0);
        if (is_answer(r, &pole, point, distance)) return *s = pole, true;
        if (pole.reach < reach) reach = pole.reach, *s = pole;
    }
    carom_revolve_descend(r, s);
    return is_answer(r, s, point, distance);
}

bool carom_revolve_apart(const convex_shape *a, const convex_shape *b, vec3 direction,
                         convex_distance *out) {
    revolve_pair r;
    vec3 point[2];
    double distance;
    carom_revolve_pair(&r, a, b);
    if (!(r.size < 1e60 && r.size > 1e-60)) return false;
    revolve_spot s = spot_along(&r, direction);
    if (!find_answer(&r, &s, point, &distance)) return false;
    out->distance = distance;
    out->lower_bound = max2(0.0, min2(distance, -s.reach - r.rounding));
    out->normal = revolve_normal(&r, &s);
    out->point_a = add3(a->center, revolve_to_world(&r, point[0]));
    out->point_b = sub3(b->center, revolve_to_world(&r, point[1]));
    out->overlap = false;
    out->status = CONVEX_CONVERGED;
    out->iterations = 1;
    return true;
}
