/* A bound on how far a hull reaches out of a solid, from how deep the solid's surface reaches into
 * the hull; own method. Of each triangle that has a part in the hull, the depth is found below the
 * one face that is nearest to all of that part. Let no depth exceed t, and let c be a point of the
 * solid whose least depth is r > t. No surface is deeper than t below all faces, so that the hull
 * with each face moved inwards by t is in the solid, as c is. Scaled about c by 1 - t / r, the hull
 * lies in that: so no point of the hull is farther from the solid than t / r times its distance
 * from c. Proved, with roundings added; where every triangle is in the plane of a face or beyond
 * it, which exact signs decide, the bound is 0: such a hull is part of the solid. */
#include "mesh/decomposition/bound_concavity.h"

#include "math/predicates.h"
#include "mesh/data/mesh_visit.h"
#include "mesh/decomposition/tolerances.h"

/* A triangle clipped by a hull has one more corner for each face that cuts it; what has more than
 * this is not clipped further, which leaves the bound higher. */
#define DEPTH_CORNERS 24

typedef struct depth_search {
    const hull_data *hull;
    const carom_mesh *mesh;
    double rounding;
    double depth, limit;
    int32_t face; /* the last one that a triangle was beyond */
} depth_search;

typedef struct depth_polygon {
    vec3 at[DEPTH_CORNERS];
    int count;
} depth_polygon;

static double height_of_corner(const depth_search *s, int32_t face, vec3 point) {
    const hull_data *hull = s->hull;
    const double height = dot3(hull->face_normal[face], point) - hull->face_offset[face];
    if (fabs(height) > s->rounding) return height;
    const int32_t a = hull->face_edge[face], b = hull->next[a], c = hull->next[b];
    const int side =
        carom_orient3d(hull_vertex(hull, hull->origin[a]), hull_vertex(hull, hull->origin[b]),
                       hull_vertex(hull, hull->origin[c]), point);
    return side == 0 ? 0.0 : side * max2(fabs(height), DBL_MIN);
}

/* Are all corners in the plane of the face or beyond it? Exact. */
static bool is_beyond_face(const depth_search *s, int32_t face, const carom_triangle *t) {
    for (int k = 0; k < 3; k++)
        if (height_of_corner(s, face, load3(t->v[k])) < 0.0) return false;
    return true;
}

/* What is below the face, or above it by rounding. */
static void clip_below_face(const depth_search *s, int32_t face, depth_polygon *polygon) {
    depth_polygon out = {.count = 0};
    const int count = polygon->count;
    if (count + 2 > DEPTH_CORNERS) return;
    for (int i = 0; i < count; i++) {
        const vec3 a = polygon->at[i], b = polygon->at[i + 1 < count ? i + 1 : 0];
        const vec3 normal = s->hull->face_normal[face];
        const double from = dot3(normal, a) - s->hull->face_offset[face] - s->rounding,
                     to = dot3(normal, b) - s->hull->face_offset[face] - s->rounding;
        if (from <= 0.0 && out.count < DEPTH_CORNERS) out.at[out.count++] = a;
        if (((from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0)) && out.count < DEPTH_CORNERS)
            out.at[out.count++] = mad3(a, sub3(b, a), from / (from - to));
    }
    *polygon = out;
}

static double depth_below_faces(const depth_search *s, const carom_triangle *t) {
    depth_polygon part = {.at = {load3(t->v[0]), load3(t->v[1]), load3(t->v[2])}, .count = 3};
    for (int32_t f = 0; f < s->hull->face_count && part.count > 0; f++)
        clip_below_face(s, f, &part);
    double least = part.count > 0 ? (double)INFINITY : 0.0;
    for (int32_t f = 0; f < s->hull->face_count && least > s->depth; f++) {
        double depth = 0.0;
        for (int i = 0; i < part.count && depth < least; i++)
            depth =
                max2(depth, s->hull->face_offset[f] - dot3(s->hull->face_normal[f], part.at[i]));
        least = min2(least, depth + 4.0 * s->rounding);
    }
    return least;
}

static bool meets_hull_box(const void *context, const mesh_node *node) {
    const hull_data *hull = ((const depth_search *)context)->hull;
    const vec3 low = load3(node->min), high = load3(node->max);
    return low.x <= hull->high.x && low.y <= hull->high.y && low.z <= hull->high.z &&
           high.x >= hull->low.x && high.y >= hull->low.y && high.z >= hull->low.z;
}

static bool deepen_by_leaf(void *context, const mesh_node *node) {
    depth_search *s = context;
    for (uint32_t rank = node->first; rank < node->first + node->count; rank++) {
        const carom_triangle t = mesh_ranked(s->mesh, rank);
        bool is_beyond = is_beyond_face(s, s->face, &t);
        for (int32_t f = 0; f < s->hull->face_count && !is_beyond; f++) {
            is_beyond = is_beyond_face(s, f, &t);
            if (is_beyond) s->face = f;
        }
        if (is_beyond) continue;
        s->depth = max2(s->depth, depth_below_faces(s, &t));
        if (s->depth > s->limit) return false;
    }
    return true;
}

double carom_bound_concavity(const hull_data *hull, const whole_solid *whole, double limit) {
    const vec3 center = load3(store3(hull->center));
    if (hull->dimension < 3) return (double)INFINITY;
    depth_search s = {.hull = hull, .mesh = whole->solid.mesh};
    s.rounding = FACE_HEIGHT_ROUNDING * whole->magnitude;
    double inner = DBL_MAX, outer = 0.0;
    for (int32_t f = 0; f < hull->face_count; f++)
        inner = min2(inner, hull->face_offset[f] - dot3(hull->face_normal[f], center));
    inner -= s.rounding;
    for (int32_t v = 0; v < hull->vertex_count; v++)
        outer = max2(outer, carom_length(sub3(hull_vertex(hull, v), center)));
    if (!(inner > 0.0) || carom_place_in_solid(whole, center) != CAROM_PLACE_INSIDE)
        return (double)INFINITY;
    s.limit = limit * (inner / outer);
    mesh_visit(s.mesh, meets_hull_box, deepen_by_leaf, &s);
    if (s.depth > s.limit || s.depth >= inner) return (double)INFINITY;
    return s.depth * (outer / inner) * LENGTH_UP;
}
