/* Exact overlap of closed polyhedra: they share a point exactly when their surfaces do or when one
 * is wholly inside the other. The surfaces are triangles, each face a fan, and those are decided
 * exactly [GuigueDevillers03]; if none touch, the orientation [Shewchuk97] of one vertex to every
 * face tells whether all are inside. A planar polyhedron is its own surface and has no interior,
 * so nothing here depends on volume. It decides what the filters leave undecided, degenerate faces
 * included. */
#include "query/overlap/polyhedron_exact.h"

#include "carom/overlap.h"
#include "math/predicates.h"

/* @return not zero when one of the indices is outside 0 .. limit - 1. Without branches, as it runs
 * on every call. */
static uint32_t any_beyond(const int32_t *index, int64_t count, int64_t stride, int32_t limit) {
    uint32_t beyond = 0;
    for (int64_t i = 0; i < count; i += stride) {
        beyond |= (uint32_t)((uint32_t)index[i] >= (uint32_t)limit);
        beyond |= (uint32_t)((uint32_t)index[i + 1] >= (uint32_t)limit);
    }
    return beyond;
}

bool carom_polyhedron_is_sound(const carom_polyhedron *p) {
    if (p->vertex_count <= 0 || p->face_count <= 0 || p->edge_count <= 0) return false;
    if (!p->vertices || !p->face_starts || !p->face_indices || !p->edges) return false;
    uint32_t bad = p->face_starts[0] < 0;
    for (int64_t f = 0; f < p->face_count; f++)
        bad |= p->face_starts[f + 1] <= p->face_starts[f];
    if (bad) return false;
    for (int64_t i = p->face_starts[0]; i < p->face_starts[p->face_count]; i++)
        bad |= (uint32_t)p->face_indices[i] >= (uint32_t)p->vertex_count;
    bad |= any_beyond(p->edges, 4 * (int64_t)p->edge_count, 4, p->vertex_count);
    bad |= any_beyond(p->edges + 2, 4 * (int64_t)p->edge_count, 4, p->face_count);
    return !bad;
}

/* Vertex k of a face; past the end, the last one. */
static carom_vec3 face_vertex(const carom_polyhedron *p, int32_t face, int32_t k) {
    int32_t first = p->face_starts[face], last = p->face_starts[face + 1] - 1;
    return p->vertices[p->face_indices[k < last - first ? first + k : last]];
}

static int32_t face_size(const carom_polyhedron *p, int32_t face) {
    return p->face_starts[face + 1] - p->face_starts[face];
}

/* Triangle k of the face's fan. A face of one or two vertices is one triangle without area. */
static carom_triangle surface_triangle(const carom_polyhedron *p, int32_t face, int32_t k) {
    return (carom_triangle){
        {face_vertex(p, face, 0), face_vertex(p, face, k + 1), face_vertex(p, face, k + 2)}};
}

static int32_t triangles_of_face(const carom_polyhedron *p, int32_t face) {
    int32_t size = face_size(p, face);
    return size > 3 ? size - 2 : 1;
}

static bool triangle_meets_surface(const carom_triangle *triangle, const carom_polyhedron *p) {
    for (int32_t face = 0; face < p->face_count; face++)
        for (int32_t k = 0; k < triangles_of_face(p, face); k++) {
            carom_triangle other = surface_triangle(p, face, k);
            if (carom_overlap_triangle_triangle(triangle, &other)) return true;
        }
    return false;
}

/* -1 strictly inside the face's plane, 1 outside, 0 on it; -2 for a face without area. */
static int side_of_polygon(const carom_polyhedron *p, int32_t face, vec3 point) {
    vec3 a = load3(face_vertex(p, face, 0));
    for (int32_t i = 1; i + 1 < face_size(p, face); i++) {
        vec3 b = load3(face_vertex(p, face, i)), c = load3(face_vertex(p, face, i + 1));
        if (!carom_collinear(a, b, c)) return carom_orient3d(a, b, c, point);
    }
    return -2;
}

static bool holds_inside(const carom_polyhedron *p, vec3 point) {
    int faces_with_area = 0;
    for (int32_t face = 0; face < p->face_count; face++) {
        int side = side_of_polygon(p, face, point);
        if (side >= 0) return false;
        faces_with_area += side == -1;
    }
    return faces_with_area >= 4; /* fewer bound no volume */
}

static vec3 first_vertex(const carom_polyhedron *p) {
    return load3(face_vertex(p, 0, 0));
}

bool carom_polyhedra_touch_exact(const carom_polyhedron *a, const carom_polyhedron *b) {
    for (int32_t face = 0; face < a->face_count; face++)
        for (int32_t k = 0; k < triangles_of_face(a, face); k++) {
            carom_triangle triangle = surface_triangle(a, face, k);
            if (triangle_meets_surface(&triangle, b)) return true;
        }
    return holds_inside(a, first_vertex(b)) || holds_inside(b, first_vertex(a));
}
