/* Boxes and tetrahedra as half-edge hulls, so that the separating axis test on the Gauss map
 * [Gregorius13] covers them too. The topology is a constant table; a view fills in the coordinates,
 * the normals and the offsets of the faces. */
#include "convex/hull_sat/hull_view.h"

#include "convex/hull_sat/tolerances.h"

/* Vertex i of a box is on the positive side of the axes whose bits are set in i. Face 2 k + h is
 * perpendicular to axis k, on its positive side if h is 1; its half-edges are 4 (2 k + h) and the
 * three that follow. */
static const int32_t box_origin[] = {2, 0, 4, 6, 1, 3, 7, 5, 4, 0, 1, 5,
                                     2, 6, 7, 3, 1, 0, 2, 3, 4, 5, 7, 6};
static const int32_t box_twin[] = {17, 8,  23, 12, 19, 14, 21, 10, 1,  16, 7,  20,
                                   3,  22, 5,  18, 9,  0,  15, 4,  11, 6,  13, 2};
static const int32_t box_next[] = {1,  2,  3,  0,  5,  6,  7,  4,  9,  10, 11, 8,
                                   13, 14, 15, 12, 17, 18, 19, 16, 21, 22, 23, 20};
static const int32_t box_face_of[] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2,
                                      3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5};
static const int32_t box_vertex_edge[] = {1, 4, 0, 5, 2, 7, 3, 6};
static const int32_t box_face_edge[] = {0, 4, 8, 12, 16, 20};

/* The faces are counter-clockwise from outside when det(v1 - v0, v2 - v0, v3 - v0) > 0. */
static const int32_t tetra_origin[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
static const int32_t tetra_twin[] = {9, 6, 3, 2, 8, 10, 1, 11, 4, 0, 5, 7};
static const int32_t tetra_next[] = {1, 2, 0, 4, 5, 3, 7, 8, 6, 10, 11, 9};
static const int32_t tetra_face_of[] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3};
static const int32_t tetra_vertex_edge[] = {0, 2, 1, 5};
static const int32_t tetra_face_edge[] = {0, 3, 6, 9};

typedef struct hull_topology {
    int vertices, faces, half_edges;
    const int32_t *origin, *twin, *next, *face, *vertex_edge, *face_edge;
} hull_topology;

static const hull_topology box_topology = {
    8, 6, 24, box_origin, box_twin, box_next, box_face_of, box_vertex_edge, box_face_edge};
static const hull_topology tetra_topology = {4,
                                             4,
                                             12,
                                             tetra_origin,
                                             tetra_twin,
                                             tetra_next,
                                             tetra_face_of,
                                             tetra_vertex_edge,
                                             tetra_face_edge};

static void begin_hull(hull_view *view, const convex_shape *s, const hull_topology *t) {
    hull_data *h = &view->hull;
    view->shape = *s;
    view->shape.kind = CONVEX_HULL;
    view->shape.hull = h;
    h->vertex_count = t->vertices;
    h->face_count = t->faces;
    h->half_edge_count = t->half_edges;
    h->dimension = 3;
    h->x = view->x;
    h->y = view->y;
    h->z = view->z;
    h->face_normal = view->normal;
    h->face_offset = view->offset;
    h->origin = t->origin;
    h->twin = t->twin;
    h->next = t->next;
    h->face = t->face;
    h->vertex_edge = t->vertex_edge;
    h->neighbour_first = h->neighbour = h->outpost = NULL;
    h->vertices_f = h->planes = NULL;
    h->edges = NULL;
    h->face_edge = t->face_edge;
}

static void put_corner_of_view(hull_view *view, int i, vec3 v) {
    view->x[i] = v.x;
    view->y[i] = v.y;
    view->z[i] = v.z;
}

static bool view_box_as_hull(hull_view *view, const convex_shape *s) {
    const double half[3] = {s->half.x, s->half.y, s->half.z};
    hull_data *h = &view->hull;
    begin_hull(view, s, &box_topology);
    for (int i = 0; i < 8; i++)
        put_corner_of_view(view, i,
                           vec(i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1],
                               i & 4 ? half[2] : -half[2]));
    for (int f = 0; f < 6; f++) {
        double sign = f & 1 ? 1.0 : -1.0;
        view->normal[f] =
            vec(f / 2 == 0 ? sign : 0.0, f / 2 == 1 ? sign : 0.0, f / 2 == 2 ? sign : 0.0);
        view->offset[f] = half[f / 2];
    }
    h->low = neg3(s->half);
    h->high = s->half;
    h->center = vec(0, 0, 0);
    h->inner = min2(half[0], min2(half[1], half[2]));
    return h->inner > VIEW_THIN * max_abs3(s->half);
}

/* Sets the planes of the faces and the radius of the ball around the centre that is below all of
 * them. */
static void set_tetra_faces(hull_view *view) {
    hull_data *h = &view->hull;
    h->inner = DBL_MAX;
    for (int f = 0; f < 4; f++) {
        const int32_t *corner = &tetra_origin[3 * f];
        vec3 p = hull_vertex(h, corner[0]), q = hull_vertex(h, corner[1]);
        vec3 r = hull_vertex(h, corner[2]);
        vec3 n = carom_normalize_or(cross3(sub3(q, p), sub3(r, p)), vec(0, 0, 0));
        view->normal[f] = n;
        view->offset[f] = max2(dot3(n, p), max2(dot3(n, q), dot3(n, r)));
        h->inner = min2(h->inner, view->offset[f] - dot3(n, h->center));
    }
}

/* The coordinates are relative to vertex 0. Vertices 2 and 3 are swapped when the determinant is
 * negative, which turns the faces outward. */
static bool view_tetra_as_hull(hull_view *view, const convex_shape *s) {
    hull_data *h = &view->hull;
    vec3 v[4], low = vec(0, 0, 0), high = low, sum = low;
    begin_hull(view, s, &tetra_topology);
    view->shape.center = s->points[0];
    for (int i = 0; i < 4; i++) {
        v[i] = sub3(s->points[i], s->points[0]);
        sum = add3(sum, v[i]);
        low = lower3(low, v[i]);
        high = upper3(high, v[i]);
    }
    bool turned = dot3(cross3(v[1], v[2]), v[3]) < 0.0;
    for (int i = 0; i < 8; i++)
        put_corner_of_view(view, i, v[i < 2 ? i : i > 2 ? (turned ? 2 : 3) : (turned ? 3 : 2)]);
    for (int i = 0; i < 3; i++)
        view->shape.axes[i] = vec(i == 0, i == 1, i == 2);
    h->low = low;
    h->high = high;
    h->center = scale3(sum, 0.25);
    set_tetra_faces(view);
    return h->inner > VIEW_THIN * (max_abs3(low) + max_abs3(high));
}

const convex_shape *carom_view_as_hull(hull_view *view, const convex_shape *s) {
    if (s->kind == CONVEX_HULL) return s->hull->dimension == 3 ? s : NULL;
    bool box = s->kind == CONVEX_BOX && view_box_as_hull(view, s);
    bool tetra = s->kind == CONVEX_POINTS && s->count == 4 && view_tetra_as_hull(view, s);
    return box || tetra ? &view->shape : NULL;
}
