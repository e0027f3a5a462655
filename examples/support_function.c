/* Any convex shape by its support function: the farthest point along a direction is all that carom
 * asks. A superellipsoid, which is between a ball and a box, stands before a camera: is it in the
 * camera's sight, which is a pyramid that moves, how far is it from the wall of sight, when does it
 * come into sight, where does a ray hit it, and on how many points does it stand? */
#include <math.h>
#include <stdio.h>

#include "carom/carom.h"

/* |x/a|^p + |y/b|^p + |z/c|^p <= 1; p = 2 is an ellipsoid, a great p nearly a box. */
typedef struct superellipsoid {
    double half[3];
    double power;
} superellipsoid;

/* Where the gradient of the equation is along d: x = a |a d_x|^(q-1) / |(a d_x, b d_y, c
 * d_z)|_q^(q-1) with 1/p + 1/q = 1. */
static carom_vec3 superellipsoid_support(carom_vec3 direction, const void *user) {
    const superellipsoid *s = user;
    const double d[3] = {(double)direction.x, (double)direction.y, (double)direction.z};
    const double q = s->power / (s->power - 1.0);
    double sum = 0.0, x[3];
    for (int i = 0; i < 3; i++)
        sum += pow(fabs(d[i]) * s->half[i], q);
    for (int i = 0; i < 3; i++)
        x[i] =
            copysign(s->half[i] * pow(pow(fabs(d[i]) * s->half[i], q) / sum, 1.0 / s->power), d[i]);
    return (carom_vec3){(carom_real)x[0], (carom_real)x[1], (carom_real)x[2]};
}

/* What a camera at the origin that looks along z sees: the hull of its eye and the far rectangle.
 */
typedef struct sight {
    double depth, wide, high; /* half the size of the rectangle at that depth */
} sight;

static carom_vec3 sight_support(carom_vec3 d, const void *user) {
    const sight *s = user;
    const double x = copysign(s->wide, (double)d.x), y = copysign(s->high, (double)d.y);
    const double far = x * (double)d.x + y * (double)d.y + s->depth * (double)d.z;
    if (!(far > 0.0)) return (carom_vec3){0, 0, 0};
    return (carom_vec3){(carom_real)x, (carom_real)y, (carom_real)s->depth};
}

static carom_pose at(double x, double y, double z) {
    return (carom_pose){{(carom_real)x, (carom_real)y, (carom_real)z}, {0, 0, 0, 1}};
}

int main(void) {
    const superellipsoid pebble = {{1.0, 0.5, 0.75}, 4.0};
    const sight view = {20.0, 10.0, 7.5};
    const carom_shape stone =
        carom_shape_support_function(superellipsoid_support, &pebble, (carom_vec3){0, 0, 0});
    const carom_shape seen =
        carom_shape_support_function(sight_support, &view, (carom_vec3){0, 0, 10});
    const carom_pose eye = at(0, 0, 0), place = at(8, 0, 10);

    const carom_closest_any gap = carom_closest(&seen, eye, &stone, place);
    printf("in sight: %s, %.4f away\n", carom_overlap(&seen, eye, &stone, place) ? "yes" : "no",
           (double)gap.distance);

    /* the camera moves to the right */
    const carom_moving_shape camera = {&seen, eye, {4, 0, 0}}, still = {&stone, place, {0, 0, 0}};
    const carom_sweep_hit first = carom_sweep(&camera, &still);
    printf("comes into sight at %.4f of the way\n", (double)first.fraction);

    const carom_shape ray =
        carom_shape_ray((carom_vec3){0, 0, 10}, (carom_vec3){1, 0, 0}, (carom_real)INFINITY);
    const carom_ray_hit hit = carom_raycast(&ray, eye, &stone, place);
    printf("a ray hits it after %.4f and leaves it after %.4f\n", (double)hit.t,
           (double)hit.t_exit);

    const carom_shape ground = carom_shape_halfspace((carom_vec3){0, 1, 0}, 0);
    carom_contact_manifold touch = {.margin = 0};
    carom_contact(&stone, at(0, 0.4375, 0), &ground, eye, &touch);
    printf("it is %.4f deep in the ground\n", (double)touch.points[0].depth);
    return gap.distance > 0 && first.hit && hit.hit && touch.count > 0 ? 0 : 1;
}
