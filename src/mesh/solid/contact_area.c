/* Area in which two surfaces lie on each other (own method): the pairs of triangles that touch and
 * lie in one plane, which exact signs tell, seen along the axis that is nearest to their normal;
 * the area of what both projections share, over the cosine. It exists because faces that coincide
 * bound no volume. Of most pairs one sign shows that they are in two planes. */
#include "carom/intersect.h"
#include "carom/solid_measure.h"
#include "mesh/curves/curve_corners.h"
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

typedef struct contact_walk {
    pair_frame frame;
    carom_mesh_contact_measure sum;
} contact_walk;

static bool add_touching(uint32_t index_a, uint32_t index_b, void *user) {
    contact_walk *w = user;
    const carom_triangle a = posed_index(&w->frame.a, index_a),
                         b = posed_index(&w->frame.b, index_b);
    const vec3 va[3] = {load3(a.v[0]), load3(a.v[1]), load3(a.v[2])};
    const vec3 vb[3] = {load3(b.v[0]), load3(b.v[1]), load3(b.v[2])};
    if (carom_are_triangles_coplanar(va, vb) &&
        carom_intersect_triangle_triangle(&a, &b).kind == CAROM_INTERSECTION_AREA)
        add_area(&w->sum, &a, &b);
    return true;
}

carom_status carom_mesh_contact_area(carom_mesh_contact_measure *out, const carom_placed_mesh *a,
                                     const carom_placed_mesh *b, const carom_allocator *allocator) {
    contact_walk w = {.sum = {.area = 0.0}};
    (void)allocator;
    if (!out || !a || !b) return CAROM_ERROR_ARGUMENT;
    if (carom_pair_frame(&w.frame, a, b)) carom_visit_mesh_mesh(a, b, add_touching, &w);
    if (!finite1(w.sum.area + w.sum.flush_area + w.sum.area_error)) return CAROM_ERROR_LIMIT;
    *out = w.sum;
    return CAROM_OK;
}
