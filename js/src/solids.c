/* How the solids of two closed meshes stand to each other, and where their surfaces meet. */
#include "exports.h"

/* `poses` are those of A and B. Writes the common point and a point in the interior of both, six
 * numbers, and two triangles; bits 0 and 1 of `has` say which of the points there are.
 * @return the relation, or minus the status */
int EXPORT(solid_relation)(const carom_mesh *const meshes[2], const carom_real *poses,
                           carom_real *points, uint32_t *triangles, uint32_t *has) {
    const carom_placed_mesh a = {.mesh = meshes[0], .pose = read_pose(poses)},
                            b = {.mesh = meshes[1], .pose = read_pose(poses + 7)};
    carom_solid_pair pair = {0};
    const carom_status status = carom_classify_solids(&pair, &a, &b, NULL);
    write3(points, pair.contact);
    write3(points + 3, pair.witness);
    triangles[0] = pair.triangle_a;
    triangles[1] = pair.triangle_b;
    *has = (uint32_t)pair.in_contact | (uint32_t)pair.has_witness << 1;
    return status == CAROM_OK ? (int)pair.relation : -(int)status;
}

/* ---- where two surfaces meet */

static bool add_pair(uint32_t a, uint32_t b, void *user) {
    const uint32_t pair[2] = {a, b};
    return list_add(user, pair, sizeof pair);
}

/* The pairs of triangles that touch, two indices each, which JavaScript releases. */
void *EXPORT(touching_triangles)(const carom_mesh *const meshes[2], const carom_real *poses,
                                 size_t *bytes) {
    const carom_placed_mesh a = {.mesh = meshes[0], .pose = read_pose(poses)},
                            b = {.mesh = meshes[1], .pose = read_pose(poses + 7)};
    list found = {0};
    carom_visit_mesh_mesh(&a, &b, add_pair, &found);
    return list_end(&found, bytes);
}

carom_mesh_curves *EXPORT(curves_create)(const carom_mesh *const meshes[2],
                                         const carom_real *poses) {
    const carom_placed_mesh a = {.mesh = meshes[0], .pose = read_pose(poses)},
                            b = {.mesh = meshes[1], .pose = read_pose(poses + 7)};
    carom_mesh_curves *curves = NULL;
    const carom_status status = carom_mesh_curves_create(&curves, &a, &b, NULL);
    return made(status, curves);
}

void EXPORT(curves_destroy)(carom_mesh_curves *curves) {
    carom_mesh_curves_destroy(curves);
}

/* The counts of curves, points and coplanar pairs. */
void EXPORT(curves_counts)(const carom_mesh_curves *curves, uint32_t counts[3]) {
    counts[0] = (uint32_t)curves->curve_count;
    counts[1] = (uint32_t)curves->point_count;
    counts[2] = (uint32_t)curves->coplanar_count;
}

typedef struct curve_arrays {
    uint32_t *offsets;
    uint8_t *closed, *crosses;
    carom_real *points;
    uint32_t *triangle_a, *triangle_b, *joint, *coplanar;
} curve_arrays;

/* `offsets` are those of the curves' first points, and the count of all. */
void EXPORT(curves_parts)(const carom_mesh_curves *curves, const curve_arrays *out) {
    for (size_t i = 0; i < curves->curve_count; i++) {
        out->offsets[i] = (uint32_t)curves->curves[i].first;
        out->closed[i] = curves->curves[i].closed;
    }
    out->offsets[curves->curve_count] = (uint32_t)curves->point_count;
    for (size_t i = 0; i < curves->point_count; i++) {
        const carom_curve_point *point = &curves->points[i];
        write3(out->points + 3 * i, point->position);
        out->triangle_a[i] = point->triangle_a;
        out->triangle_b[i] = point->triangle_b;
        out->joint[i] = point->joint;
        out->crosses[i] = point->crosses;
    }
    if (curves->coplanar_count > 0)
        memcpy(out->coplanar, curves->coplanar, curves->coplanar_count * sizeof *curves->coplanar);
}
