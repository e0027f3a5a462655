/* Containment of boxes by separating axes [Gottschalk96]: a convex set is inside a box when its
 * support value along each face normal is within the box's own. Exact (sat_exact.c), for oriented
 * boxes on the sets that their numbers describe, so that a box contains its equal; only the
 * corners of a planar oriented box in a triangle are rounded. Overlap comes first, so the relation
 * agrees with it. */
#include "carom/classify.h"
#include "carom/overlap.h"
#include "query/overlap/sat_exact.h"
#include "query/overlap/volume_valid.h"

static bool aabb_within(const carom_aabb *a, const carom_aabb *b) {
    return a->min.x >= b->min.x && a->max.x <= b->max.x && a->min.y >= b->min.y &&
           a->max.y <= b->max.y && a->min.z >= b->min.z && a->max.z <= b->max.z;
}

carom_relation carom_classify_aabb_aabb(const carom_aabb *a, const carom_aabb *b) {
    if (!carom_overlap_aabb_aabb(a, b)) return CAROM_DISJOINT;
    if (aabb_within(b, a)) return CAROM_CONTAINS;
    return aabb_within(a, b) ? CAROM_INSIDE : CAROM_INTERSECTS;
}

static carom_relation relation_of_bodies(const sat_body *a, const sat_body *b) {
    if (carom_sat_contains(a, b)) return CAROM_CONTAINS;
    return carom_sat_contains(b, a) ? CAROM_INSIDE : CAROM_INTERSECTS;
}

carom_relation carom_classify_aabb_obb(const carom_aabb *a, const carom_obb *b) {
    if (!carom_overlap_aabb_obb(a, b)) return CAROM_DISJOINT;
    sat_body first = carom_sat_aabb(a), second = carom_sat_obb(b);
    return relation_of_bodies(&first, &second);
}

carom_relation carom_classify_obb_obb(const carom_obb *a, const carom_obb *b) {
    if (!carom_overlap_obb_obb(a, b)) return CAROM_DISJOINT;
    sat_body first = carom_sat_obb(a), second = carom_sat_obb(b);
    return relation_of_bodies(&first, &second);
}

/* A triangle can contain a planar box only, and does when it contains the corners. */
static bool triangle_holds_aabb(const carom_triangle *triangle, const carom_aabb *box) {
    bool held = box->min.x == box->max.x || box->min.y == box->max.y || box->min.z == box->max.z;
    for (int i = 0; i < 8 && held; i++)
        held = carom_overlap_point_triangle(store3(aabb_corner(box, i)), triangle);
    return held;
}

carom_relation carom_classify_aabb_triangle(const carom_aabb *box, const carom_triangle *triangle) {
    if (!carom_overlap_aabb_triangle(box, triangle)) return CAROM_DISJOINT;
    int held = 0;
    while (held < 3 && carom_overlap_point_aabb(triangle->v[held], box))
        held++;
    if (held == 3) return CAROM_CONTAINS;
    return triangle_holds_aabb(triangle, box) ? CAROM_INSIDE : CAROM_INTERSECTS;
}

/* The corners are rounded, so a planar box that is not axis-aligned is seldom found in a
 * triangle's plane. */
static bool triangle_holds_obb(const carom_triangle *triangle, const carom_obb *box) {
    carom_vec3 h = box->half_extents;
    bool held = h.x == 0 || h.y == 0 || h.z == 0;
    for (int i = 0; i < 8 && held; i++)
        held = carom_overlap_point_triangle(store3(obb_corner(box, i)), triangle);
    return held;
}

carom_relation carom_classify_obb_triangle(const carom_obb *box, const carom_triangle *triangle) {
    if (!carom_overlap_obb_triangle(box, triangle)) return CAROM_DISJOINT;
    sat_body solid = carom_sat_obb(box);
    int held = 0;
    while (held < 3) {
        sat_body corner = carom_sat_point(load3(triangle->v[held]));
        if (!carom_sat_contains(&solid, &corner)) break;
        held++;
    }
    if (held == 3) return CAROM_CONTAINS;
    return triangle_holds_obb(triangle, box) ? CAROM_INSIDE : CAROM_INTERSECTS;
}
