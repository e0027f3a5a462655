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
#include "mesh/pair/point_in_mesh.h"
#include "mesh/shape_surface.h"
#include "mesh/tolerances.h"
#include "query/closest/kernel_point_triangle.h"
#include "mesh/internal_edges.h"
#include "simd/simd_real.h"

/* The search for the triangles at a vertex (`to` is the same) or at an edge. */
typedef struct fan_search {
    const carom_mesh *mesh; /* or null for a height field */
    carom_vec3 from, to;
    bool is_edge;
    double limit;
    face_fan *fan;
} fan_search;

vec3 carom_unit_of_face(vec3 a, vec3 b) {
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

static double fan_key(const void *context, vec3 low, vec3 high) {
    vec3 v = load3(((const fan_search *)context)->from);
    bool holds = low.x <= v.x && v.x <= high.x && low.y <= v.y && v.y <= high.y && low.z <= v.z &&
                 v.z <= high.z;
    return holds ? 0.0 : DBL_MAX;
}

static void add_side(face_fan *fan, vec3 side) {
    side = carom_normalize_or(side, vec(0, 0, 0));
    if (max_abs3(side) > 0.0) fan->side[fan->sides++] = side;
}

static void fan_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    const fan_search *search = context;
    face_fan *fan = search->fan;
    int from = corner_at(at, search->from);
    (void)triangle;
    if (from < 0 || fan->faces == FAN_LIMIT) return;
    int to = search->is_edge ? corner_at(at, search->to) : from;
    if (to < 0 || (search->is_edge && from == to)) return;
    vec3 v = load3(at->v[from]);
    vec3 e[2] = {sub3(load3(at->v[(from + 1) % 3]), v), sub3(load3(at->v[(from + 2) % 3]), v)};
    vec3 face = carom_unit_of_face(e[0], e[1]);
    if (max_abs3(face) == 0.0) return;
    fan->face[fan->faces++] = face;
    if (!search->is_edge) {
        add_side(fan, e[0]);
        add_side(fan, e[1]);
        return;
    }
    vec3 third = e[to == (from + 1) % 3 ? 1 : 0];
    vec3 unit = carom_normalize_or(sub3(load3(search->to), v), vec(0, 0, 0));
    add_side(fan, mad3(third, unit, -dot3(third, unit)));
}

/* The slots of a leaf whose triangles have a corner at v, one bit each. */
static unsigned slots_at(const carom_real *rows, size_t step, carom_vec3 v) {
    const reals x = reals_all(v.x), y = reals_all(v.y), z = reals_all(v.z);
    unsigned slots = 0;
    for (int k = 0; k < 3; k++, rows += 3 * step)
        for (unsigned at = 0; at < BVH8_LEAF; at += REALS) {
            const reals_flags same = reals_and(reals_eq(reals_load(rows + at), x),
                                               reals_eq(reals_load(rows + step + at), y));
            slots |= reals_bits(reals_and(same, reals_eq(reals_load(rows + 2 * step + at), z)))
                     << at;
        }
    return slots;
}

static void fan_ranks(void *context, bvh8_leaf leaf) {
    fan_search *search = context;
    const bvh8_tree *tree = &search->mesh->bvh8;
    bvh8_row_scratch scratch;
    const carom_real *rows = bvh8_rows(tree, leaf, &scratch);
    unsigned slots = slots_at(rows, bvh8_row_step(tree, leaf), search->from);
    for (slots &= (1u << leaf.count) - 1; slots; slots &= slots - 1) {
        const uint32_t slot = lowest_bit(slots);
        carom_triangle at = bvh8_triangle(tree, leaf, slot);
        fan_leaf(search, leaf.first + slot, &at);
    }
}

/* Returns true if the whole fan lies behind the normal. */
static bool has_behind(const face_fan *fan, vec3 normal) {
    for (int i = 0; i < fan->sides; i++) {
        const double along = dot3(fan->side[i], normal);
        if (along > 0.0 && along > EDGE_COPLANAR * sqrt(len2(fan->side[i]))) return false;
    }
    return true;
}

bool carom_fan_normal(const face_fan *fan, vec3 normal, vec3 *out) {
    double nearest = -DBL_MAX;
    *out = normal;
    if (has_behind(fan, normal)) return true;
    for (int i = 0; i < fan->faces; i++) {
        double along = dot3(fan->face[i], normal);
        vec3 other = along < 0.0 ? neg3(fan->face[i]) : fan->face[i];
        if (!(fabs(along) > nearest) || !has_behind(fan, other)) continue;
        nearest = fabs(along);
        *out = other;
    }
    return nearest > -DBL_MAX;
}

/* The children of a node whose boxes contain a point, one bit each. */
static unsigned bvh8_boxes_at(const bvh8_tree *tree, uint32_t index, const float x[3]) {
    bvh8_node scratch;
    const bvh8_node *node = bvh8_node_at(tree, index, &scratch);
    f8_flags in = f8_and(f8_le(f8_load(node->low[0]), f8_all(x[0])),
                         f8_le(f8_all(x[0]), f8_load(node->high[0])));
    for (int i = 1; i < 3; i++) {
        in = f8_and(in, f8_le(f8_load(node->low[i]), f8_all(x[i])));
        in = f8_and(in, f8_le(f8_all(x[i]), f8_load(node->high[i])));
    }
    return f8_bits(in);
}

/* Calls `leaf(context, leaf)` for all leaves with a triangle that has a corner at `v`, and for
 * some others. Boxes also contain corners that are rounded to the tree's floats. */
static void mesh_visit_corner(const carom_mesh *mesh, carom_vec3 v, void (*leaf)(void *, bvh8_leaf),
                              void *context) {
    uint32_t stack[BVH8_STACK];
    int top = 0;
    vec3 local = bvh8_local(&mesh->bvh8.frame, load3(v));
    const float x[3] = {(float)local.x, (float)local.y, (float)local.z};
    if (mesh_count(mesh) > 0) stack[top++] = 0;
    while (top > 0) {
        uint32_t parent = stack[--top];
        unsigned slots = bvh8_boxes_at(&mesh->bvh8, parent, x);
        for (; slots; slots &= slots - 1) {
            uint32_t child = bvh8_child_at(&mesh->bvh8, parent, lowest_bit(slots));
            if (child == BVH8_NONE) continue;
            if (bvh8_is_leaf(child))
                leaf(context, bvh8_leaf_of(child));
            else
                stack[top++] = child;
        }
    }
}

/* Finds the triangles at a vertex, whose position is given twice, or at an edge. */
static void find_fan(face_fan *fan, const surface *on, const carom_vec3 ends[2], bool is_edge) {
    fan_search search = {on->mesh, ends[0], ends[1], is_edge, 0.0, fan};
    const surface_visitor by = {fan_key, fan_leaf, &search, &search.limit,
                                WORKSPACE_TRIANGLES_WITHIN};
    fan->faces = fan->sides = 0;
    if (on->mesh)
        mesh_visit_corner(on->mesh, search.from, fan_ranks, &search);
    else
        carom_surface_visit(on, &by);
}

void carom_find_fan(face_fan *out, const surface *on, carom_vec3 vertex) {
    find_fan(out, on, (const carom_vec3[2]){vertex, vertex}, false);
}

/* Returns the surface's normal at vertex k of a triangle, or at the edge opposite to it; `face` is
 * the triangle's normal on the side of `normal`. */
static vec3 normal_at(const fan_source *source, int k, bool is_edge,
                      const vec3 face_and_normal[2]) {
    face_fan fan;
    vec3 found;
    source->find(source->of, k, is_edge, &fan);
    return carom_fan_normal(&fan, face_and_normal[1], &found) ? found : face_and_normal[0];
}

/* Returns the triangle's normal on the side of `n`; zero for a triangle without area. */
static vec3 face_towards(const carom_triangle *t, vec3 n) {
    const vec3 v = load3(t->v[0]);
    const vec3 face = carom_unit_of_face(sub3(load3(t->v[1]), v), sub3(load3(t->v[2]), v));
    return dot3(n, face) < 0.0 ? neg3(face) : face;
}

bool carom_is_normal_of_face(vec3 face, vec3 n) {
    return len2(cross3(n, face)) < FACE_LEAN * FACE_LEAN;
}

carom_vec3 carom_contact_normal_by(const fan_source *source, const carom_triangle *t,
                                   carom_vec3 point, carom_vec3 normal) {
    vec3 v[3] = {load3(t->v[0]), load3(t->v[1]), load3(t->v[2])}, p = load3(point),
         n = load3(normal);
    const vec3 face = face_towards(t, n);
    if (!finite3(p) || !finite3(n) || max_abs3(face) == 0.0) return normal;
    if (equal3(n, face)) return normal;
    if (carom_is_normal_of_face(face, n)) return store3(face);
    on_triangle at = point_triangle(p, v[0], v[1], v[2]);
    int light = 0, sum = 0; /* vertices of zero weight, and the sum of their numbers */
    for (int k = 0; k < 3; k++)
        if (at.bary[k] < EDGE_WEIGHT) light++, sum += k;
    const vec3 face_and_normal[2] = {face, n};
    if (light == 1) return store3(normal_at(source, sum, true, face_and_normal));
    if (light == 2) return store3(normal_at(source, 3 - sum, false, face_and_normal));
    return normal;
}

/* A triangle of a surface, whose fans the traversals find. */
typedef struct surface_triangle {
    const surface *on;
    const carom_triangle *t;
} surface_triangle;

static void fan_on_surface(const void *of, int k, bool is_edge, face_fan *out) {
    const surface_triangle *at = of;
    const carom_triangle *t = at->t;
    const carom_vec3 ends[2] = {is_edge ? t->v[(k + 1) % 3] : t->v[k],
                                is_edge ? t->v[(k + 2) % 3] : t->v[k]};
    find_fan(out, at->on, ends, is_edge);
}

carom_vec3 carom_surface_contact_normal(const surface *on, uint32_t triangle, carom_vec3 point,
                                        carom_vec3 normal) {
    carom_triangle t;
    if (triangle >= carom_surface_count(on) || !carom_surface_triangle(on, triangle, &t))
        return normal;
    const surface_triangle of = {on, &t};
    const fan_source source = {fan_on_surface, &of};
    return carom_contact_normal_by(&source, &t, point, normal);
}

carom_vec3 carom_mesh_contact_normal(const carom_mesh *mesh, uint32_t triangle, carom_vec3 point,
                                     carom_vec3 normal) {
    const surface on = {.mesh = mesh};
    return mesh ? carom_surface_contact_normal(&on, triangle, point, normal) : normal;
}
