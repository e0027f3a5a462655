/* Removes contacts with internal edges of a surface ("ghost collisions"; own method, the normal
 * cone of a mesh's vertex or edge). A triangle taken alone can be touched at an edge or vertex with
 * any normal between that of its face and the direction away from it; in the surface its neighbours
 * restrict these. A normal that has the whole fan of triangles behind it belongs to the surface and
 * stays. Any other is replaced by the nearest face normal of the fan that has, or, where the
 * surface is concave, by the triangle's own.
 *
 * Neighbours are identified by the positions of an edge's ends, so unwelded meshes work as well. */
#include "carom/mesh_near.h"

#include "mesh/data/corner.h"
#include "mesh/shape_surface.h"
#include "mesh/tolerances.h"
#include "query/closest/kernel_point_triangle.h"
#include "mesh/internal_edges.h"

/* Triangles around a vertex that are examined. */
#define FAN_LIMIT 24

/* The triangles at a vertex (`to` is the same) or at an edge. */
typedef struct edge_fan {
    const carom_mesh *mesh; /* or null for a height field */
    carom_vec3 from, to;
    bool is_edge;
    int faces, sides;
    vec3 face[FAN_LIMIT];     /* unit, of either orientation */
    vec3 side[2 * FAN_LIMIT]; /* unit directions along the surface away from the vertex or edge */
    double limit;
} edge_fan;

/* Returns the unit normal of a face from two of its sides; exactly an axis where the face is
 * perpendicular to it, and zero for a face without area. */
static vec3 unit_of_face(vec3 a, vec3 b) {
    vec3 cross = cross3(a, b);
    double most = max_abs3(cross);
    if (CAROM_UNLIKELY(!(most > FACE_CROSS_LEAST &&
                         most < FACE_CROSS_MOST))) { /* possible overflow or underflow */
        cross = cross3(carom_normalize_or(a, vec(0, 0, 0)), carom_normalize_or(b, vec(0, 0, 0)));
        most = max_abs3(cross);
    }
    bool axis = most > 0.0 && fabs(cross.x) + fabs(cross.y) + fabs(cross.z) == most;
    return axis ? vec(cross.x / most, cross.y / most, cross.z / most)
                : carom_normalize_or(cross, vec(0, 0, 0));
}

static double edge_fan_key(const void *context, vec3 low, vec3 high) {
    vec3 v = load3(((const edge_fan *)context)->from);
    bool holds = low.x <= v.x && v.x <= high.x && low.y <= v.y && v.y <= high.y && low.z <= v.z &&
                 v.z <= high.z;
    return holds ? 0.0 : DBL_MAX;
}

static void add_side(edge_fan *fan, vec3 side) {
    side = carom_normalize_or(side, vec(0, 0, 0));
    if (max_abs3(side) > 0.0) fan->side[fan->sides++] = side;
}

static void edge_fan_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    edge_fan *fan = context;
    int from = corner_at(at, fan->from);
    (void)triangle;
    if (from < 0 || fan->faces == FAN_LIMIT) return;
    int to = corner_at(at, fan->to);
    if (to < 0 || (fan->is_edge && from == to)) return;
    vec3 v = load3(at->v[from]);
    vec3 e[2] = {sub3(load3(at->v[(from + 1) % 3]), v), sub3(load3(at->v[(from + 2) % 3]), v)};
    vec3 face = unit_of_face(e[0], e[1]);
    if (max_abs3(face) == 0.0) return;
    fan->face[fan->faces++] = face;
    if (!fan->is_edge) {
        add_side(fan, e[0]);
        add_side(fan, e[1]);
        return;
    }
    vec3 third = e[to == (from + 1) % 3 ? 1 : 0];
    vec3 unit = carom_normalize_or(sub3(load3(fan->to), v), vec(0, 0, 0));
    add_side(fan, mad3(third, unit, -dot3(third, unit)));
}

static void edge_fan_ranks(void *context, bvh8_leaf leaf) {
    edge_fan *fan = context;
    for (uint32_t slot = 0; slot < leaf.count; slot++) {
        carom_triangle at = bvh8_triangle(&fan->mesh->bvh8, leaf, slot);
        edge_fan_leaf(fan, leaf.first + slot, &at);
    }
}

/* Returns true if the whole fan lies behind the normal. */
static bool has_behind(const edge_fan *fan, vec3 normal) {
    for (int i = 0; i < fan->sides; i++)
        if (dot3(fan->side[i], normal) > EDGE_COPLANAR) return false;
    return true;
}

/* Returns the normal of the surface nearest to `normal`; `face` is the triangle's normal on the
 * same side. */
static vec3 normal_of_fan(const edge_fan *fan, vec3 face, vec3 normal) {
    if (has_behind(fan, normal)) return normal;
    double nearest = -DBL_MAX;
    vec3 best = face;
    for (int i = 0; i < fan->faces; i++) {
        double along = dot3(fan->face[i], normal);
        vec3 other = along < 0.0 ? neg3(fan->face[i]) : fan->face[i];
        if (!(fabs(along) > nearest) || !has_behind(fan, other)) continue;
        nearest = fabs(along);
        best = other;
    }
    return best;
}

/* Returns the surface's normal at vertex k of the triangle, or at the edge opposite to it. */
static vec3 normal_at(const surface *on, const carom_triangle *t, int k, bool is_edge,
                      const vec3 face_and_normal[2]) {
    edge_fan fan;
    fan.mesh = on->mesh;
    fan.from = is_edge ? t->v[(k + 1) % 3] : t->v[k];
    fan.to = is_edge ? t->v[(k + 2) % 3] : t->v[k];
    fan.is_edge = is_edge;
    fan.faces = fan.sides = 0;
    fan.limit = 0.0;
    const surface_visitor by = {edge_fan_key, edge_fan_leaf, &fan, &fan.limit,
                                WORKSPACE_TRIANGLES_WITHIN};
    if (on->mesh)
        mesh_visit_corner(on->mesh, fan.from, edge_fan_ranks, &fan);
    else
        carom_surface_visit(on, &by);
    return normal_of_fan(&fan, face_and_normal[0], face_and_normal[1]);
}

carom_vec3 carom_surface_contact_normal(const surface *on, uint32_t triangle, carom_vec3 point,
                                        carom_vec3 normal) {
    carom_triangle t;
    if (triangle >= carom_surface_count(on) || !carom_surface_triangle(on, triangle, &t))
        return normal;
    vec3 v[3] = {load3(t.v[0]), load3(t.v[1]), load3(t.v[2])}, p = load3(point), n = load3(normal);
    vec3 face = unit_of_face(sub3(v[1], v[0]), sub3(v[2], v[0]));
    if (!finite3(p) || !finite3(n) || max_abs3(face) == 0.0) return normal;
    if (dot3(n, face) < 0.0) face = neg3(face);
    if (equal3(n, face)) return normal;
    if (len2(cross3(n, face)) < FACE_LEAN * FACE_LEAN) return store3(face);
    on_triangle at = point_triangle(p, v[0], v[1], v[2]);
    int light = 0, sum = 0; /* vertices of zero weight, and the sum of their numbers */
    for (int k = 0; k < 3; k++)
        if (at.bary[k] < EDGE_WEIGHT) light++, sum += k;
    const vec3 face_and_normal[2] = {face, n};
    if (light == 1) return store3(normal_at(on, &t, sum, true, face_and_normal));
    if (light == 2) return store3(normal_at(on, &t, 3 - sum, false, face_and_normal));
    return normal;
}

carom_vec3 carom_mesh_contact_normal(const carom_mesh *mesh, uint32_t triangle, carom_vec3 point,
                                     carom_vec3 normal) {
    const surface on = {.mesh = mesh};
    return mesh ? carom_surface_contact_normal(&on, triangle, point, normal) : normal;
}
