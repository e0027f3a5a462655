/* A plane or half-space against triangles and boxes, by exact signs [Ericson05] 5.2.3. The signs
 * of the normal give the corner of a box that is farthest along it, so two signs decide a box. */
#include "carom/overlap.h"
#include "math/predicates.h"

typedef struct sides {
    int least, most; /* signs of the shape's extreme points */
    bool valid;
} sides;

static bool valid_plane(vec3 n, double offset) {
    return finite3(n) && finite1(offset) && max_abs3(n) > 0.0;
}

static sides triangle_sides(vec3 n, double offset, const carom_triangle *triangle) {
    sides out = {1, -1, valid_plane(n, offset)};
    for (int i = 0; i < 3; i++) {
        vec3 p = load3(triangle->v[i]);
        int sign = carom_sign_plane(n, offset, p);
        out.valid = out.valid && finite3(p);
        if (sign < out.least) out.least = sign;
        if (sign > out.most) out.most = sign;
    }
    return out;
}

static sides box_sides(vec3 n, double offset, const carom_aabb *box) {
    vec3 low = load3(box->min), high = load3(box->max);
    bool ordered = low.x <= high.x && low.y <= high.y && low.z <= high.z;
    vec3 far =
        vec(n.x > 0.0 ? high.x : low.x, n.y > 0.0 ? high.y : low.y, n.z > 0.0 ? high.z : low.z);
    vec3 near =
        vec(n.x > 0.0 ? low.x : high.x, n.y > 0.0 ? low.y : high.y, n.z > 0.0 ? low.z : high.z);
    sides out = {0, 0, ordered && finite3(low) && finite3(high) && valid_plane(n, offset)};
    if (!out.valid) return out;
    out.least = carom_sign_plane(n, offset, near);
    out.most = carom_sign_plane(n, offset, far);
    return out;
}

bool carom_overlap_plane_triangle(const carom_plane *plane, const carom_triangle *triangle) {
    sides s = triangle_sides(load3(plane->normal), (double)plane->offset, triangle);
    return s.valid && s.least <= 0 && s.most >= 0;
}

bool carom_overlap_halfspace_triangle(const carom_halfspace *halfspace,
                                      const carom_triangle *triangle) {
    sides s = triangle_sides(load3(halfspace->normal), (double)halfspace->offset, triangle);
    return s.valid && s.least <= 0;
}

bool carom_overlap_plane_aabb(const carom_plane *plane, const carom_aabb *box) {
    sides s = box_sides(load3(plane->normal), (double)plane->offset, box);
    return s.valid && s.least <= 0 && s.most >= 0;
}

bool carom_overlap_halfspace_aabb(const carom_halfspace *halfspace, const carom_aabb *box) {
    sides s = box_sides(load3(halfspace->normal), (double)halfspace->offset, box);
    return s.valid && s.least <= 0;
}
