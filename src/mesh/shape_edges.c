/* Contacts on the inner edges of a surface. A triangle taken alone may be met at an edge or a
 * vertex, with a normal between that of its face and the direction away from it; in the surface the
 * triangle beyond the edge is there, too. Where that one lies flat or rises, nothing can come
 * between, and the contact is one with the face; where it falls off, the normal can be no farther
 * over than the other face's.
 *
 * Who lies beyond an edge is told by the positions of its ends, so that unwelded meshes do as
 * well. */
#include "carom/mesh_near.h"

#include "mesh/corner.h"
#include "query/closest/kernel_point_triangle.h"

/* A weight of less puts the point on the opposite edge: what a contact point in float is off by. */
#define EDGE_WEIGHT 1e-4
/* A neighbour that falls off by less, as a sine, lies flat. */
#define EDGE_FLAT 1e-6

typedef struct edge_search {
    const carom_mesh *mesh;
    carom_vec3 from, to;
    uint32_t place; /* of the triangle itself */
    int count;      /* others at the edge */
    vec3 third;     /* the last one's third corner */
} edge_search;

static bool edge_enter(const void *context, const mesh_node *node) {
    return node_holds(node, ((const edge_search *)context)->from);
}

static bool edge_leaf(void *context, const mesh_node *node) {
    edge_search *s = context;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const carom_triangle given = mesh_ranked(s->mesh, i), *t = &given;
        int from = corner_at(t, s->from), to = corner_at(t, s->to);
        if (i == s->place || from < 0 || to < 0 || from == to) continue;
        s->count++;
        s->third = load3(t->v[3 - from - to]);
    }
    return true;
}

/* The normal as the edge lets it be; `face` is that of the triangle, unit, on the normal's side. */
static vec3 normal_over_edge(edge_search *s, vec3 inner, vec3 face, vec3 normal) {
    vec3 from = load3(s->from), along = sub3(load3(s->to), from);
    vec3 out = cross3(along, face);
    if (dot3(out, sub3(inner, from)) > 0.0) out = neg3(out);
    out = carom_normalize_or(out, vec(0, 0, 0));
    mesh_visit(s->mesh, edge_enter, edge_leaf, s);
    if (s->count != 1) return normal; /* a rim, or more than a surface */
    if (!(dot3(normal, out) > 0.0)) return face;
    vec3 beyond = sub3(s->third, from);
    vec3 across = cross3(along, beyond), unit = carom_normalize_or(along, vec(0, 0, 0));
    beyond = mad3(beyond, unit, -dot3(beyond, unit));
    double rise = dot3(beyond, face), width = sqrt(len2(beyond));
    if (rise > -EDGE_FLAT * width) return face;
    vec3 other = carom_normalize_or(across, face);
    /* where the surface falls off, the other face's normal leans out */
    if (dot3(other, out) < 0.0) other = neg3(other);
    double lean = dot3(normal, out), up = dot3(normal, face);
    bool too_far = lean * dot3(other, face) > up * dot3(other, out);
    return too_far ? other : normal;
}

carom_vec3 carom_mesh_contact_normal(const carom_mesh *mesh, uint32_t triangle, carom_vec3 point,
                                     carom_vec3 normal) {
    if (!mesh || triangle >= mesh_count(mesh)) return normal;
    uint32_t place = mesh->wide.place[triangle];
    const carom_triangle given = mesh_ranked(mesh, place), *t = &given;
    vec3 v[3] = {load3(t->v[0]), load3(t->v[1]), load3(t->v[2])}, p = load3(point);
    vec3 n = load3(normal);
    vec3 face = carom_normalize_or(cross3(sub3(v[1], v[0]), sub3(v[2], v[0])), vec(0, 0, 0));
    if (!finite3(p) || !finite3(n) || max_abs3(face) == 0.0) return normal;
    if (dot3(n, face) < 0.0) face = neg3(face);
    on_triangle on = point_triangle(p, v[0], v[1], v[2]);
    for (int k = 0; k < 3; k++) {
        if (!(on.bary[k] < EDGE_WEIGHT)) continue;
        edge_search s = {mesh, t->v[(k + 1) % 3], t->v[(k + 2) % 3], place, 0, {0, 0, 0}};
        n = normal_over_edge(&s, v[k], face, n);
        if (n.x == face.x && n.y == face.y && n.z == face.z) break;
    }
    return store3(n);
}
