/* Separating axis test of convex polyhedra [Gregorius13]: two solids are disjoint exactly when a
 * face normal of either, or the cross product of an edge of each, separates them. An edge pair is
 * tested only when its arcs on the Gauss map cross, one of the two being mirrored: all other pairs
 * support no face of the Minkowski difference.
 *
 * In double, each axis certainly separates, certainly does not, or is undecided. One that
 * separates is checked against all vertices, so it is a proof even where faces are not planar.
 * When none separates and none is undecided, the solids overlap. Otherwise, and for all flat and
 * degenerate ones, exact signs decide (polyhedron_exact.c). Cheap tests come before the edges:
 * bounding boxes, and a vertex that is inside all faces. */
#include "carom/overlap.h"
#include "query/overlap/polyhedron_exact.h"
#include "query/overlap/tolerances.h"

/* Number of faces whose planes are cached; further planes are recomputed. */
#define CACHED_FACES 96
/* Fewer faces bound no volume. */
#define LEAST_FACES 4
/* Number of vertices that are tracked through the faces; one bit each. */
#define TRACKED 64

typedef enum separation { APART, MEETING, UNDECIDED } separation;

/* A face's plane: the normal is not unit; `error` bounds the error of its product with a vector of
 * max norm 1. */
typedef struct face_plane {
    vec3 normal, on;
    double error;
} face_plane;

typedef struct solid_view {
    const carom_polyhedron *shape;
    vec3 low, high;
    face_plane plane[CACHED_FACES];
} solid_view;

/* The box of the vertices; false when a coordinate is not finite. */
static bool bound_vertices(solid_view *view) {
    const carom_polyhedron *p = view->shape;
    vec3 low = load3(p->vertices[0]), high = low, zero = {0, 0, 0};
    for (int32_t i = 0; i < p->vertex_count; i++) {
        vec3 v = load3(p->vertices[i]);
        low = lower3(v, low);
        high = upper3(v, high);
        zero = mad3(zero, v, 0.0); /* not finite: NaN, for good */
    }
    view->low = low;
    view->high = high;
    return zero.x == 0.0 && zero.y == 0.0 && zero.z == 0.0;
}

static bool bounds_meet(const solid_view *a, const solid_view *b) {
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
           b->low.y <= a->high.y && a->low.z <= b->high.z && b->low.z <= a->high.z;
}

static vec3 solid_vertex(const solid_view *view, int32_t i) {
    return load3(view->shape->vertices[i]);
}

static face_plane plane_from_vertices(const solid_view *view, int32_t face) {
    const carom_polyhedron *p = view->shape;
    const int32_t *index = p->face_indices + p->face_starts[face];
    if (p->face_starts[face + 1] - p->face_starts[face] < 3) return (face_plane){.error = DBL_MAX};
    vec3 on = solid_vertex(view, index[0]);
    vec3 u = sub3(solid_vertex(view, index[1]), on), v = sub3(solid_vertex(view, index[2]), on);
    return (face_plane){cross3(u, v), on, DETERMINANT_ERROR * max_abs3(u) * max_abs3(v)};
}

static void cache_planes(solid_view *view) {
    int32_t count = view->shape->face_count;
    for (int32_t face = 0; face < count && face < CACHED_FACES; face++)
        view->plane[face] = plane_from_vertices(view, face);
}

static face_plane plane_of_face(const solid_view *view, int32_t face) {
    return face < CACHED_FACES ? view->plane[face] : plane_from_vertices(view, face);
}

/* Extent of the union of the two boxes: bounds the difference of any two vertices. */
static double reach_of_views(const solid_view *a, const solid_view *b) {
    vec3 low = lower3(a->low, b->low);
    vec3 high = upper3(a->high, b->high);
    return max_abs3(sub3(high, low));
}

static void project_solid(const solid_view *view, vec3 axis, vec3 origin, double range[2]) {
    range[0] = DBL_MAX;
    range[1] = -DBL_MAX;
    for (int32_t i = 0; i < view->shape->vertex_count; i++) {
        double at = dot3(axis, sub3(solid_vertex(view, i), origin));
        range[0] = min2(at, range[0]);
        range[1] = max2(at, range[1]);
    }
}

/* Projects both on one axis; each value errs by at most `bound`. */
static separation separation_along(const solid_view *a, const solid_view *b, vec3 axis,
                                   double bound) {
    double at_a[2], at_b[2];
    vec3 origin = solid_vertex(a, 0);
    project_solid(a, axis, origin, at_a);
    project_solid(b, axis, origin, at_b);
    double gap = max2(at_b[0] - at_a[1], at_a[0] - at_b[1]);
    if (gap > SOLID_GAP_BOUNDS * bound) return APART;
    return gap < -SOLID_GAP_BOUNDS * bound ? MEETING : UNDECIDED;
}

/* The faces of `a`. `inside` keeps the vertices of b that are certainly inside all of them. */
static separation separate_by_faces(const solid_view *a, const solid_view *b, uint64_t *inside,
                                    double reach) {
    separation result = MEETING;
    int32_t count = b->shape->vertex_count;
    for (int32_t face = 0; face < a->shape->face_count; face++) {
        face_plane plane = plane_of_face(a, face);
        double bound = plane.error * reach + DETERMINANT_UNDERFLOW, lowest = DBL_MAX;
        uint64_t below = 0;
        for (int32_t i = 0; i < count; i++) {
            double height = dot3(plane.normal, sub3(solid_vertex(b, i), plane.on));
            lowest = min2(height, lowest);
            below |= (uint64_t)(height < -bound && i < TRACKED) << (i % TRACKED);
        }
        *inside &= below;
        if (CAROM_LIKELY(lowest < -bound)) continue;
        if (lowest > bound && separation_along(a, b, plane.normal, bound) == APART) return APART;
        result = UNDECIDED;
    }
    return result;
}

/* True when the two planes' normals are certainly on one side of the great circle that is
 * perpendicular to `edge`. */
static bool on_one_side(const face_plane plane[2], vec3 edge, double size) {
    double first = dot3(plane[0].normal, edge), second = dot3(plane[1].normal, edge);
    double e0 = plane[0].error * size + DETERMINANT_UNDERFLOW,
           e1 = plane[1].error * size + DETERMINANT_UNDERFLOW;
    return (first > e0 && second > e1) || (first < -e0 && second < -e1);
}

static vec3 edge_of_solid(const solid_view *view, const int32_t *edge) {
    return sub3(solid_vertex(view, edge[1]), solid_vertex(view, edge[0]));
}

/* True for parallel axis-aligned edges and zero edges: they span no face of the Minkowski
 * difference. */
static bool parallel_for_certain(vec3 u, vec3 v) {
    return (u.x == 0.0 || v.y == 0.0) && (u.y == 0.0 || v.x == 0.0) && (u.y == 0.0 || v.z == 0.0) &&
           (u.z == 0.0 || v.y == 0.0) && (u.z == 0.0 || v.x == 0.0) && (u.x == 0.0 || v.z == 0.0);
}

static separation separate_by_edge(const solid_view *a, const int32_t *edge_a, const solid_view *b,
                                   double reach) {
    separation result = MEETING;
    vec3 u = edge_of_solid(a, edge_a);
    double size_u = max_abs3(u);
    const face_plane side_a[2] = {plane_of_face(a, edge_a[2]), plane_of_face(a, edge_a[3])};
    const int32_t *edge_b = b->shape->edges;
    for (int32_t j = 0; j < b->shape->edge_count; j++, edge_b += 4) {
        const face_plane side_b[2] = {plane_of_face(b, edge_b[2]), plane_of_face(b, edge_b[3])};
        if (on_one_side(side_b, u, size_u)) continue;
        vec3 v = edge_of_solid(b, edge_b);
        double size_v = max_abs3(v);
        if (on_one_side(side_a, v, size_v) || parallel_for_certain(u, v)) continue;
        double bound = DETERMINANT_ERROR * size_u * size_v * reach + DETERMINANT_UNDERFLOW;
        separation along = separation_along(a, b, cross3(u, v), bound);
        if (along == APART) return APART;
        if (along == UNDECIDED) result = UNDECIDED;
    }
    return result;
}

static separation separate_by_edges(const solid_view *a, const solid_view *b, double reach) {
    separation result = MEETING;
    const int32_t *edge = a->shape->edges;
    for (int32_t i = 0; i < a->shape->edge_count; i++, edge += 4) {
        separation here = separate_by_edge(a, edge, b, reach);
        if (here == APART) return APART;
        if (here == UNDECIDED) result = UNDECIDED;
    }
    return result;
}

/* All faces are tested before a vertex inside decides, so that the order of the bodies does not
 * matter even where rounding has bent their faces. */
static separation separate_solids(const solid_view *a, const solid_view *b) {
    double reach = reach_of_views(a, b);
    if (CAROM_UNLIKELY(!(reach < CUBE_MOST))) return UNDECIDED; /* a product might overflow */
    uint64_t b_inside = UINT64_MAX, a_inside = UINT64_MAX;
    separation by_a = separate_by_faces(a, b, &b_inside, reach);
    if (by_a == APART) return APART;
    separation by_b = separate_by_faces(b, a, &a_inside, reach);
    if (by_b == APART) return APART;
    if (b_inside != 0 && a->shape->face_count >= LEAST_FACES) return MEETING;
    if (a_inside != 0 && b->shape->face_count >= LEAST_FACES) return MEETING;
    separation by_edges = separate_by_edges(a, b, reach);
    if (by_edges == APART) return APART;
    if (a->shape->face_count < LEAST_FACES || b->shape->face_count < LEAST_FACES) return UNDECIDED;
    return by_a == UNDECIDED || by_b == UNDECIDED || by_edges == UNDECIDED ? UNDECIDED : MEETING;
}

bool carom_overlap_polyhedron_polyhedron(const carom_polyhedron *a, const carom_polyhedron *b) {
    if (!carom_polyhedron_is_sound(a) || !carom_polyhedron_is_sound(b)) return false;
    solid_view view_a, view_b;
    view_a.shape = a;
    view_b.shape = b;
    if (!bound_vertices(&view_a) || !bound_vertices(&view_b)) return false;
    if (!bounds_meet(&view_a, &view_b)) return false;
    cache_planes(&view_a);
    cache_planes(&view_b);
    separation found = separate_solids(&view_a, &view_b);
    if (CAROM_LIKELY(found != UNDECIDED)) return found == MEETING;
    return carom_polyhedra_touch_exact(a, b);
}
