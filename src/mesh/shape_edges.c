/* Contacts on the inner edges of a surface. A triangle taken alone may be met at an edge or a
 * vertex, with a normal between that of its face and the direction away from it; in the surface the
 * triangles beyond are there, too. A normal that has all of them behind it is one of the surface:
 * it stays. Any other gives way to the nearest face at that edge or vertex that has, or, where the
 * surface rises, to the triangle's own.
 *
 * Who is at an edge is told by the positions of its ends, so that unwelded meshes do as well. */
#include "carom/mesh_near.h"

#include "mesh/data/corner.h"
#include "mesh/shape_surface.h"
#include "query/closest/kernel_point_triangle.h"

/* A weight of less puts the point on the opposite edge: what a contact point in float is off by. */
#define EDGE_WEIGHT 1e-4
/* What stands out by less, as a sine, lies flat. */
#define EDGE_FLAT 1e-6
/* A normal that leans from the face's by less is that but for rounding. */
#define FACE_LEAN 1e-3
/* Triangles round a vertex that are looked at. */
#define FAN_LIMIT 24

/* The triangles at a vertex (`to` is the same) or at an edge. */
typedef struct edge_fan {
    const carom_mesh *mesh; /* or null: of a height field */
    carom_vec3 from, to;
    bool is_edge;
    int faces, sides;
    vec3 face[FAN_LIMIT];     /* unit, either way round */
    vec3 side[2 * FAN_LIMIT]; /* unit: where the surface goes from there */
    double limit;
} edge_fan;

/* The unit normal of a face by two of its sides; along an axis to the last bit where it is. Zero
 * without an area. */
static vec3 unit_of_face(vec3 a, vec3 b) {
    vec3 cross = cross3(a, b);
    double most = max_abs3(cross);
    if (CAROM_UNLIKELY(!(most > 1e-240 && most < 1e240))) { /* out of range, maybe */
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
        carom_triangle at = bvh8_triangle(&fan->mesh->wide, leaf, slot);
        edge_fan_leaf(fan, leaf.first + slot, &at);
    }
}

/* Is the whole fan behind it? */
static bool has_behind(const edge_fan *fan, vec3 normal) {
    for (int i = 0; i < fan->sides; i++)
        if (dot3(fan->side[i], normal) > EDGE_FLAT) return false;
    return true;
}

/* `face` is that of the triangle, on the normal's side. */
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

/* The corner k of the triangle, or the edge that is opposite to it. */
static vec3 normal_at(const surface *on, const carom_triangle *t, int k, bool is_edge,
                      const vec3 face_and_normal[2]) {
    edge_fan fan;
    fan.mesh = on->mesh;
    fan.from = is_edge ? t->v[(k + 1) % 3] : t->v[k];
    fan.to = is_edge ? t->v[(k + 2) % 3] : t->v[k];
    fan.is_edge = is_edge;
    fan.faces = fan.sides = 0;
    fan.limit = 0.0;
    const surface_visitor by = {edge_fan_key, edge_fan_leaf, &fan, &fan.limit};
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
    int light = 0, sum = 0; /* corners that weigh nothing, and the sum of their numbers */
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
