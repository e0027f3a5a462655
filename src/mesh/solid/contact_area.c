/* Area in which two surfaces lie on each other (own method): the pairs of triangles in one plane,
 * which the curves of the surfaces tell exactly, seen along the axis that is nearest to their
 * normal; the area of what both projections share, over the cosine. It exists because faces that
 * coincide bound no volume. */
#include "carom/mesh_curves.h"
#include "carom/solid_measure.h"
#include "mesh/pair/pair_frame.h"
#include "mesh/solid/projected.h"
#include "mesh/solid/tolerances.h"

static int nearest_axis(vec3 normal) {
    const double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    return z >= x && z >= y ? 2 : y >= x ? 1 : 0;
}

static void project_along(projected_triangle *out, const carom_triangle *t, int axis, vec3 origin) {
    vec3 v[3];
    for (int i = 0; i < 3; i++) {
        const vec3 p = sub3(load3(t->v[i]), origin);
        v[i] = vec(axis3(p, (axis + 1) % 3), axis3(p, (axis + 2) % 3), 0.0);
    }
    carom_project_triangle(out, v);
}

static void add_area(carom_mesh_contact_measure *sum, const carom_triangle *a,
                     const carom_triangle *b) {
    const vec3 origin = load3(a->v[0]);
    const vec3 normal = cross3(sub3(load3(a->v[1]), origin), sub3(load3(a->v[2]), origin));
    const int axis = nearest_axis(normal);
    const double scale = sqrt(len2(normal)) / fabs(axis3(normal, axis)); /* at most sqrt(3) */
    projected_triangle first, second;
    projected_region region;
    project_along(&first, a, axis, origin);
    project_along(&second, b, axis, origin);
    sum->area_error += PROJECTED_ROUNDING * max2(first.reach, second.reach) *
                       min2(first.diameter, second.diameter);
    if (first.thin || second.thin) return;
    carom_project_pair(&region, &first, &second);
    const double area = 0.5 * scale * carom_projected_area(&region);
    if (first.side == second.side)
        sum->flush_area += area;
    else
        sum->area += area;
    sum->area_error += PROJECTED_ROUNDING * area;
    sum->pairs++;
}

carom_status carom_mesh_contact_area(carom_mesh_contact_measure *out, const carom_placed_mesh *a,
                                     const carom_placed_mesh *b, const carom_allocator *allocator) {
    carom_mesh_contact_measure sum = {.area = 0.0};
    carom_mesh_curves *curves = NULL;
    pair_frame f;
    if (!out || !a || !b) return CAROM_ERROR_ARGUMENT;
    const carom_status status = carom_mesh_curves_create(&curves, a, b, allocator);
    if (status != CAROM_OK) return status;
    if (curves->coplanar_count > 0 && carom_pair_frame(&f, a, b))
        for (size_t i = 0; i < curves->coplanar_count; i++) {
            const carom_triangle first = posed_index(&f.a, curves->coplanar[i].a);
            const carom_triangle second = posed_index(&f.b, curves->coplanar[i].b);
            add_area(&sum, &first, &second);
        }
    carom_mesh_curves_destroy(curves);
    if (!finite1(sum.area + sum.flush_area + sum.area_error)) return CAROM_ERROR_LIMIT;
    *out = sum;
    return CAROM_OK;
}
