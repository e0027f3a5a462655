/* A point on planar shapes: exact signs, nothing else. */
#include "carom/overlap.h"
#include "math/predicates.h"
#include "query/closest/exact_contact.h"

bool carom_overlap_point_plane(carom_vec3 point, const carom_plane *plane) {
    vec3 p = load3(point), n = load3(plane->normal);
    double offset = (double)plane->offset;
    return finite3(p) && finite3(n) && finite1(offset) && max_abs3(n) > 0.0 &&
           carom_sign_plane(n, offset, p) == 0;
}

bool carom_overlap_point_halfspace(carom_vec3 point, const carom_halfspace *halfspace) {
    vec3 p = load3(point), n = load3(halfspace->normal);
    double offset = (double)halfspace->offset;
    return finite3(p) && finite3(n) && finite1(offset) && max_abs3(n) > 0.0 &&
           carom_sign_plane(n, offset, p) <= 0;
}

bool carom_overlap_point_triangle(carom_vec3 point, const carom_triangle *triangle) {
    const vec3 v[3] = {load3(triangle->v[0]), load3(triangle->v[1]), load3(triangle->v[2])};
    return carom_point_on_triangle_exact(load3(point), v);
}
