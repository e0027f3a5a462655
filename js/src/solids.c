/* How the solids of two closed meshes stand to each other. */
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
