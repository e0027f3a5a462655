/* Relations to half-spaces and oriented planes, by the exact signs of the support points along the
 * normal and against it [Ericson05] 5.2. */
#include "carom/classify.h"
#include "query/overlap/volume_signs.h"
#include "query/overlap/volume_valid.h"

/* The relation from the signs of the lowest and the highest point. */
static carom_relation relation_to_halfspace(int lowest, int highest) {
    return lowest > 0 ? CAROM_DISJOINT : highest <= 0 ? CAROM_CONTAINS : CAROM_INTERSECTS;
}

static carom_side side_of_volume(int lowest, int highest) {
    return lowest > 0 ? CAROM_FRONT : highest < 0 ? CAROM_BACK : CAROM_SPANNING;
}

/* Planar shapes may be coplanar. */
static carom_side side_of_planar(int lowest, int highest) {
    return lowest == 0 && highest == 0 ? CAROM_COPLANAR : side_of_volume(lowest, highest);
}

/* Sign of the sphere's extreme point against (sense -1) or along (sense 1) the normal. */
static int sign_of_extreme_point(vec3 normal, double offset, const carom_sphere *sphere,
                                 int sense) {
    int center = carom_sign_plane(normal, offset, load3(sphere->center));
    int clear = carom_sign_plane_sphere(normal, offset, sphere);
    if (clear < 0) return sense; /* the plane cuts the sphere */
    if (clear > 0) return center;
    return center == -sense ? 0 : center == 0 ? 0 : sense;
}

carom_relation carom_classify_halfspace_sphere(const carom_halfspace *halfspace,
                                               const carom_sphere *sphere) {
    if (!plane_is_sound(halfspace->normal, halfspace->offset) || !sphere_holds_points(sphere))
        return CAROM_DISJOINT;
    vec3 n = load3(halfspace->normal);
    double offset = (double)halfspace->offset;
    return relation_to_halfspace(sign_of_extreme_point(n, offset, sphere, -1),
                                 sign_of_extreme_point(n, offset, sphere, 1));
}

static int sign_of_corner(vec3 n, double offset, const carom_aabb *box, int sense) {
    int corner =
        (n.x * sense > 0.0 ? 1 : 0) | (n.y * sense > 0.0 ? 2 : 0) | (n.z * sense > 0.0 ? 4 : 0);
    return carom_sign_plane(n, offset, aabb_corner(box, corner));
}

carom_relation carom_classify_halfspace_aabb(const carom_halfspace *halfspace,
                                             const carom_aabb *box) {
    if (!plane_is_sound(halfspace->normal, halfspace->offset) || !aabb_holds_points(box))
        return CAROM_DISJOINT;
    vec3 n = load3(halfspace->normal);
    double offset = (double)halfspace->offset;
    return relation_to_halfspace(sign_of_corner(n, offset, box, -1),
                                 sign_of_corner(n, offset, box, 1));
}

carom_relation carom_classify_halfspace_obb(const carom_halfspace *halfspace,
                                            const carom_obb *box) {
    if (!plane_is_sound(halfspace->normal, halfspace->offset) || !obb_holds_points(box))
        return CAROM_DISJOINT;
    vec3 n = load3(halfspace->normal);
    double offset = (double)halfspace->offset;
    return relation_to_halfspace(carom_sign_plane_obb(n, offset, box, -1),
                                 carom_sign_plane_obb(n, offset, box, 1));
}

carom_side carom_classify_plane_point(const carom_plane *plane, carom_vec3 point) {
    vec3 x = load3(point);
    if (!plane_is_sound(plane->normal, plane->offset) || !finite3(x)) return CAROM_SPANNING;
    int sign = carom_sign_plane(load3(plane->normal), (double)plane->offset, x);
    return side_of_planar(sign, sign);
}

static carom_side side_of_points(const carom_plane *plane, const carom_vec3 *points, int count) {
    if (!plane_is_sound(plane->normal, plane->offset)) return CAROM_SPANNING;
    int lowest = 1, highest = -1;
    for (int i = 0; i < count; i++) {
        vec3 x = load3(points[i]);
        if (!finite3(x)) return CAROM_SPANNING;
        int sign = carom_sign_plane(load3(plane->normal), (double)plane->offset, x);
        lowest = sign < lowest ? sign : lowest;
        highest = sign > highest ? sign : highest;
    }
    return side_of_planar(lowest, highest);
}

carom_side carom_classify_plane_segment(const carom_plane *plane, const carom_segment *segment) {
    return side_of_points(plane, (carom_vec3[2]){segment->a, segment->b}, 2);
}

carom_side carom_classify_plane_triangle(const carom_plane *plane, const carom_triangle *triangle) {
    return side_of_points(plane, triangle->v, 3);
}

carom_side carom_classify_plane_sphere(const carom_plane *plane, const carom_sphere *sphere) {
    if (!plane_is_sound(plane->normal, plane->offset) || !sphere_holds_points(sphere))
        return CAROM_SPANNING;
    vec3 n = load3(plane->normal);
    double offset = (double)plane->offset;
    return side_of_volume(sign_of_extreme_point(n, offset, sphere, -1),
                          sign_of_extreme_point(n, offset, sphere, 1));
}

carom_side carom_classify_plane_aabb(const carom_plane *plane, const carom_aabb *box) {
    if (!plane_is_sound(plane->normal, plane->offset) || !aabb_holds_points(box))
        return CAROM_SPANNING;
    vec3 n = load3(plane->normal);
    double offset = (double)plane->offset;
    return side_of_volume(sign_of_corner(n, offset, box, -1), sign_of_corner(n, offset, box, 1));
}

carom_side carom_classify_plane_obb(const carom_plane *plane, const carom_obb *box) {
    if (!plane_is_sound(plane->normal, plane->offset) || !obb_holds_points(box))
        return CAROM_SPANNING;
    vec3 n = load3(plane->normal);
    double offset = (double)plane->offset;
    return side_of_volume(carom_sign_plane_obb(n, offset, box, -1),
                          carom_sign_plane_obb(n, offset, box, 1));
}
