/* Placement of a pinhole camera, and the rays of its image. */
#include "render/camera.h"

camera camera_look_at(carom_vec3 eye, carom_vec3 target, carom_vec3 up) {
    camera c = {.eye = eye, .forward = unit(minus(target, eye)), .half_height = 0.4};
    carom_vec3 right = outer(c.forward, up);
    if (!(norm(right) > 1e-9 * norm(up))) right = outer(c.forward, make3(up.y, up.z, up.x));
    c.right = unit(right);
    c.up = outer(c.right, c.forward);
    return c;
}

camera camera_frame(const carom_aabb *box, const camera_view *from, double aspect) {
    carom_vec3 middle = plus(times(box->min, 0.5), times(box->max, 0.5));
    double diagonal = norm(minus(box->max, box->min));
    if (!(diagonal > 0.0)) diagonal = 1.0;
    camera c = camera_look_at(plus(middle, times(from->direction, from->reach * diagonal)), middle,
                              from->up);
    c.half_height = 0.0;
    for (int i = 0; i < 8; i++) {
        carom_vec3 corner = make3(i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                                  i & 4 ? box->max.z : box->min.z);
        carom_vec3 d = minus(corner, c.eye);
        double depth = inner(d, c.forward);
        double width = fabs(inner(d, c.right)) / (depth * aspect), high = fabs(inner(d, c.up));
        c.half_height = fmax(c.half_height, fmax(width, high / depth));
    }
    if (!(c.half_height > 0.0)) c.half_height = 0.4;
    c.half_height *= 1.05;
    return c;
}

carom_vec3 camera_direction(const camera *c, double x, double y, double aspect) {
    carom_vec3 across =
        plus(times(c->right, x * c->half_height * aspect), times(c->up, y * c->half_height));
    return unit(plus(c->forward, across));
}
