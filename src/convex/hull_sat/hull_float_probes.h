/* Parts of the separating axis test of hulls in float [Gregorius13]: support points (probes), the
 * list of facets, and the search along an arc of the Gauss map as in hull_sat_edges.c. The answer
 * is a superset of the nearest facets, within the error bound of hull_float.h, and has the same
 * bits on every instruction set. Faces and edges are kept in lanes and bit sets: a branch on each
 * would be mispredicted and cost more than the arithmetic. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_FLOAT_PROBES_H
#define CAROM_CONVEX_HULL_SAT_HULL_FLOAT_PROBES_H

#include "convex/support/hull_float_lanes.h"
#include "convex/hull_sat/hull_float_planes.h"
#include "convex/hull_sat/tolerances.h"

/* Steps along one arc, and arcs on the stack; beyond these double decides. Empirical. */
#define HULL_FLOAT_ARC_STEPS 16
#define HULL_FLOAT_ARC_STACK 8

typedef struct hull_float_arc {
    four normal[2];
    int probe[2]; /* vertices of B that bound the depth at the ends */
} hull_float_arc;

/* ---- probes */

static CAROM_INLINE four probe_at(const plane_side *s, int k) {
    return (four){s->x[k], s->y[k], s->z[k], 0.0f};
}

/* Support values of the eight probes along -n, where the probes are all vertices. */
static CAROM_INLINE f8 probes_against(const plane_side *s, four n) {
    const broadcast_vector back = spread_vector_of(-n);
    return eight_products(&back, f8_load(s->x), f8_load(s->y), f8_load(s->z));
}

/* The other hull's support vertex along -n, where n is outward. @return its number among the probes
 */
static CAROM_INLINE int probe_under(plane_search *p, plane_side *s, four n) {
    if (s->whole) {
        f8 height = probes_against(s, n);
        f8 most = f8_all(greatest_in_lanes(height));
        return (int)lowest_bit(f8_bits(f8_eq(height, most)) | 128u);
    }
    float most;
    int k = s->probes;
    int corner = farthest_corner_along(s->other, hull_float_transform(s->back, -n), &most);
    if (s->place[corner]) return s->place[corner] - 1;
    if (CAROM_UNLIKELY(k == PROBE_LIMIT)) return p->failed = true, 0;
    four x = hull_float_transform(s->into, hull_float_point(s->other, corner)) + s->shift;
    s->x[k] = x[0], s->y[k] = x[1], s->z[k] = x[2];
    s->corner[k] = corner;
    s->place[corner] = (uint8_t)(k + 1);
    s->probes = k + 1;
    return k;
}

/* ---- facets */

static CAROM_INLINE void lower_limit(plane_search *p, float depth) {
    p->bound = depth < p->bound ? depth : p->bound;
    p->limit = p->bound + p->slack;
}

/* The search has failed, or the hulls are certainly apart. */
static CAROM_INLINE bool is_finished(const plane_search *p) {
    return p->failed || p->bound < -p->slack;
}

/* Number of vertices that may be the support vertex along -n, by the slack; 3 means three or more.
 */
static CAROM_INLINE int corners_against(const plane_side *s, four n, float slack) {
    const hull_float_hull *h = s->other;
    const int count = s->whole ? HULL_LANES : h->count;
    const broadcast_vector back = spread_vector_of(hull_float_transform(s->back, -n));
    f8 height[HULL_SCANNED / HULL_LANES], most;
    uint64_t near = 0;
    height[0] = most = s->whole ? probes_against(s, n) : corner_heights(h, 0, &back);
    for (int i = HULL_LANES; i < count; i += HULL_LANES) {
        height[i / HULL_LANES] = corner_heights(h, i, &back);
        most = f8_max(height[i / HULL_LANES], most);
    }
    const f8 least = f8_all(greatest_in_lanes(most) - slack);
    for (int i = 0; i < count; i += HULL_LANES)
        near |= (uint64_t)f8_bits(f8_le(least, height[i / HULL_LANES])) << i;
    near &= ((uint64_t)2 << h->last) - 1;
    uint64_t others = near & (near - 1);
    return 1 + (others != 0) + ((others & (others - 1)) != 0);
}

/* Adds a facet if its depth may be the least; it replaces one that the new limit excludes. */
static CAROM_INLINE void add_facet(plane_search *p, const hull_float_facet *found) {
    hull_float_facets *out = p->out;
    int at = 0;
    if (!(found->depth < p->limit)) return;
    lower_limit(p, found->depth);
    while (at < out->count && out->facet[at].depth < p->limit)
        at++;
    if (at == HULL_FLOAT_RIVALS) {
        p->failed = true;
        return;
    }
    out->count = at < out->count ? out->count : at + 1;
    out->facet[at] = *found;
}

/* ---- arcs between faces of A */

static CAROM_INLINE float root_of(float square) {
    float lane[4];
    f4_store(lane, f4_sqrt(f4_all(square)));
    return lane[0];
}

/* As carom_hull_sat_arc. The normal is divided by its length only after the bounds of the ends have
 * not excluded it. */
static CAROM_INLINE void search_arc(plane_search *p, int edge, const hull_float_arc *whole) {
    plane_side *s = &p->a;
    const four from = hull_float_point(&p->pair.a, s->hull->origin[edge]);
    hull_float_arc stack[HULL_FLOAT_ARC_STACK];
    int depth = 1;
    stack[0] = *whole;
    for (int steps = 0; depth > 0; steps++) {
        const hull_float_arc *at = &stack[--depth];
        const four low = at->normal[0], high = at->normal[1];
        const int from_low = at->probe[0], from_high = at->probe[1];
        four first = probe_at(s, from_low), second = probe_at(s, from_high);
        four apart = second - first;
        four n = hull_float_arc_across(low, high, apart);
        float length = root_of(hull_float_dot(n, n));
        float reach = hull_float_dot(n, from - first), other = hull_float_dot(n, from - second);
        reach = other < reach ? other : reach;
        if (!(length > FLOAT_ARC_NORMAL_MIN * p->pair.size) || reach >= p->limit * length) continue;
        p->failed |= steps >= HULL_FLOAT_ARC_STEPS || depth + 2 > HULL_FLOAT_ARC_STACK;
        int k = probe_under(p, s, n);
        if (p->failed) return;
        four unit = n * FOUR_OF(1.0f / length);
        if (k == from_low || k == from_high) {
            hull_float_facet found = {.kind = HULL_FLOAT_EDGES,
                                      .part = edge,
                                      .corner = {s->corner[from_low], s->corner[from_high]},
                                      .depth = reach / length,
                                      .normal = unit};
            add_facet(p, &found);
            continue;
        }
        lower_limit(p, hull_float_dot(unit, from - probe_at(s, k)));
        stack[depth++] = (hull_float_arc){{low, unit}, {from_low, k}};
        stack[depth++] = (hull_float_arc){{unit, high}, {k, from_high}};
    }
}

/* Fails where a facet may contain more vertices than it names: then double decides. */
static CAROM_INLINE void check_corners_against(plane_search *p) {
    for (int i = 0; i < p->out->count; i++) {
        const hull_float_facet *f = &p->out->facet[i];
        const plane_side *s = f->kind == HULL_FLOAT_FACE_B ? &p->b : &p->a;
        int expected = f->kind == HULL_FLOAT_EDGES ? 2 : 1;
        if (!(f->depth < p->limit)) continue;
        p->failed |= corners_against(s, f->normal, p->slack) != expected;
    }
}

#endif
