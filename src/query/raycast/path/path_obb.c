/* Path against oriented box: the slab test in the box's frame, in which the path is rounded once.
 */
#include "query/raycast/kernel_aabb.h"
#include "query/raycast/path/path_obb.h"

carom_ray_hit carom_path_obb(const ray_path *path, const carom_obb *box) {
    vec3 axes[3] = {load3(box->axes[0]), load3(box->axes[1]), load3(box->axes[2])};
    vec3 center = load3(box->center), high = load3(box->half_extents), low = neg3(high);
    vec3 from = sub3(path->origin, center), d = path->direction;
    if (!finite3(center) || !(high.x >= 0.0 && high.y >= 0.0 && high.z >= 0.0)) return no_hit();
    ray_path local = *path;
    local.origin = vec(dot3(axes[0], from), dot3(axes[1], from), dot3(axes[2], from));
    local.direction = vec(dot3(axes[0], d), dot3(axes[1], d), dot3(axes[2], d));
    local.base = vec(0, 0, 0);
    local.tip = local.direction;
    solid_hit hit;
    if (!path_aabb(&local, low, high, &hit)) return no_hit();
    if (hit.started_inside)
        hit.normal = neg3(d);
    else
        hit.normal = add3(add3(scale3(axes[0], hit.normal.x), scale3(axes[1], hit.normal.y)),
                          scale3(axes[2], hit.normal.z));
    return store_solid_hit(path, &hit, path_point(path, hit.t));
}
