/* Bounding volumes of points, which JavaScript has checked: there is one at least, and all are
 * finite. */
#include "exports.h"

/* Numbered as here in js/fit.js. */
enum { FIT_SPHERE, FIT_BOX, FIT_ORIENTED_BOX, FIT_CAPSULE };

/* The near-minimal box of the hull; false for want of memory. */
static bool fit_hull(const carom_vec3 *points, size_t count, carom_obb *out) {
    const carom_hull_def def = {.points = points, .point_count = count};
    carom_hull *hull = NULL;
    if (carom_hull_create(&hull, &def) != CAROM_OK) return false;
    *out = carom_fit_obb_hull(hull);
    carom_hull_destroy(hull);
    return true;
}

/* Writes the numbers of the struct, in its order, and the volume. @return 0 for want of memory */
int EXPORT(fit)(int kind, const carom_real *numbers, size_t count, carom_real *out,
                double *volume) {
    const carom_vec3 *points = (const carom_vec3 *)numbers;
    if (kind == FIT_SPHERE) {
        const carom_sphere sphere = carom_fit_sphere_points(points, count);
        memcpy(out, &sphere, sizeof sphere);
        *volume = carom_volume_sphere(&sphere);
    } else if (kind == FIT_BOX) {
        const carom_aabb box = carom_fit_aabb_points(points, count);
        memcpy(out, &box, sizeof box);
        *volume = carom_volume_aabb(&box);
    } else if (kind == FIT_ORIENTED_BOX) {
        carom_obb box;
        if (!fit_hull(points, count, &box)) return 0;
        memcpy(out, &box, sizeof box);
        *volume = carom_volume_obb(&box);
    } else {
        const carom_capsule capsule = carom_fit_capsule_points(points, count);
        memcpy(out, &capsule, sizeof capsule);
        *volume = carom_volume_capsule(&capsule);
    }
    return 1;
}

/* The usual k-DOP for k = 6, 14, 18 or 26: writes the k / 2 normals and the bounds along them. */
void EXPORT(fit_kdop)(int k, const carom_real *points, size_t count, carom_real *normals,
                      carom_real *min, carom_real *max, double *volume) {
    carom_kdop_slabs slabs = {.min = min, .max = max};
    slabs.normals = carom_kdop_normals(k, &slabs.count);
    memcpy(normals, slabs.normals, (size_t)slabs.count * sizeof *slabs.normals);
    const carom_kdop kdop = carom_fit_kdop_points(&slabs, (const carom_vec3 *)points, count);
    *volume = carom_volume_kdop(&kdop);
}
