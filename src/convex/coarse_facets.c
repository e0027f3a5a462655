/* The search of facets.c in float: corners of the other hull bound from below what most faces and
 * arcs between them may reach, and what they leave is measured by support points. Each height is
 * right to COARSE_SLACK of the size; hence whatever is twice that above the least is not it, and
 * what is not, is left to double. */
#include "convex/coarse_planes.h"
#include "convex/facets_few.h"
#include "shape/hull_climb.h"

#define SCANNED_FOURS (HULL_SCANNED / 4)

/* @return the probe farthest under the face. */
static int measure_plane(plane_search *p, plane_side *s, int face) {
    four plane = coarse_plane(s->hull, face);
    int k = probe_under(p, s, plane);
    float depth = below_plane(plane, s->probe[k]);
    coarse_facet *f = carom_coarse_add(p, s == &p->a ? COARSE_FACE_A : COARSE_FACE_B, face, depth);
    if (!f) return k;
    f->corner[0] = s->corner[k];
    f->normal = plane;
    return k;
}

/* How far x is below all faces. @return the one that it is least below */
static int plane_over(const hull_data *h, four x, four *below) {
    const spread_point spread = spread_of(x);
    four least = FOUR_OF(FLT_MAX);
    int fours = (h->face_count + 3) / 4, at = 0;
    for (int i = 0; i < fours; i++) {
        below[i] = below_planes(h->planes + 16 * i, &spread);
        least = four_lesser(below[i], least);
    }
    least = -coarse_greatest(-least);
    while (at < fours - 1 && !four_bits(below[at] == least))
        at++;
    int found = 4 * at + (int)lowest_bit(four_bits(below[at] == least) | 8u);
    return found < h->face_count ? found : 0;
}

/* Probe k against the faces listed. @return those without a bound, as bits. */
static CAROM_INLINE unsigned bound_listed(const plane_search *p, plane_side *s, int k) {
    const spread_point at = spread_of(s->probe[k]);
    const four limit = FOUR_OF(p->limit);
    const four_mask bit = {1 << k, 1 << k, 1 << k, 1 << k};
    unsigned open = 0;
    for (int i = 0; 4 * i < s->count; i++) {
        const four *n = s->plane[i];
        four below = n[3] - (n[0] * at.x + n[1] * at.y + n[2] * at.z);
        s->bounds[i] |= (four_mask)(below >= limit) & bit;
        open |= four_bits(s->bounds[i] == 0) << (4 * i);
    }
    return open & ((2u << (s->count - 1)) - 1u);
}

static inline int bounds_of(const plane_side *s, int i) {
    return s->bounds[i >> 2][i & 3];
}

static inline void set_own(plane_side *s, int i, int k) {
    const four_mask lane = {0, 1, 2, 3}, at = {i & 3, i & 3, i & 3, i & 3};
    const four_mask bit = {1 << k, 1 << k, 1 << k, 1 << k};
    s->own[i] = k;
    s->bounds[i >> 2] |= (lane == at) & bit;
}

/* The place of a face on the list, or -1. */
static inline int place_of(const plane_side *s, int face) {
    const four_mask same = {face, face, face, face};
    for (int i = 0; i < s->count; i += 4) {
        unsigned lanes = four_bits(*(const four_mask_loose *)(const void *)(s->face + i) == same);
        if (lanes) return i + (int)lowest_bit(lanes);
    }
    return -1;
}

/* What is asked of the faces listed, by fours. */
static void fill_list(plane_side *s) {
    const float *at[4];
    for (int i = s->count; i & 3; i++)
        s->face[i] = s->face[0];
    for (int i = 0; i < s->count; i += 4) {
        for (int k = 0; k < 4; k++) {
            at[k] = s->hull->planes + (s->face[i + k] >> 2) * 16 + (s->face[i + k] & 3);
            s->own[i + k] = -1;
        }
        for (int k = 0; k < 4; k++)
            s->plane[i >> 2][k] = (four){at[0][4 * k], at[1][4 * k], at[2][4 * k], at[3][4 * k]};
        s->bounds[i >> 2] = (four_mask){0};
    }
}

/* The faces that the probe is below by less than the limit. */
static void list_near_planes(plane_search *p, plane_side *s, const four *below) {
    for (int i = 0; 4 * i < s->hull->face_count; i++) {
        unsigned lanes = four_bits(below[i] < FOUR_OF(p->limit));
        for (; CAROM_UNLIKELY(lanes); lanes &= lanes - 1) {
            if (s->count == NEAR_PLANES) {
                p->failed = true;
                return;
            }
            s->face[s->count++] = 4 * i + (int)lowest_bit(lanes);
        }
    }
    fill_list(s);
}

/* All faces that may be the least, beginning with those near the probe that is the farthest under
 * `known`. */
static void measure_near_planes(plane_search *p, plane_side *s, int known, four *below) {
    unsigned open = 0;
    s->lister = 0;
    list_near_planes(p, s, below);
    int place = place_of(s, known);
    if (place >= 0) set_own(s, place, s->probes - 1);
    for (int k = 0; k < s->probes; k++)
        open = bound_listed(p, s, k);
    while (open && !p->failed) {
        int i = (int)lowest_bit(open);
        set_own(s, i, measure_plane(p, s, s->face[i]));
        open = bound_listed(p, s, s->own[i]);
    }
}

/* ---- arcs between faces of A */

/* Is a face that is not listed bounded by one of these probes? */
static bool is_bounded_too(const plane_search *p, int face, int probes) {
    four plane = coarse_plane(p->a.hull, face);
    for (unsigned left = (unsigned)probes; left; left &= left - 1)
        if (below_plane(plane, p->a.probe[lowest_bit(left)]) >= p->limit) return true;
    return false;
}

static int probe_for(const plane_side *s, int i) {
    return s->own[i] >= 0 ? s->own[i] : (int)lowest_bit((unsigned)bounds_of(s, i));
}

/* The arc of an edge of the i-th face listed, unless one probe bounds both ends, or it was met from
 * the other side. */
static void try_plane_edge(plane_search *p, int i, int edge) {
    const plane_side *s = &p->a;
    const hull_data *h = s->hull;
    int bounds = bounds_of(s, i), face = s->face[i], beyond = h->face[h->twin[edge]];
    int j = place_of(s, beyond);
    if (j >= 0) {
        int other = bounds_of(s, j);
        if ((bounds & other) || (j < i && !(other >> s->lister & 1))) return;
    } else if (is_bounded_too(p, beyond, bounds)) {
        return;
    }
    int here = probe_for(s, i), there = j < 0 ? s->lister : probe_for(s, j);
    coarse_arc whole = {{coarse_plane(h, face), coarse_plane(h, beyond)}, {here, there}};
    if (h->twin[edge] < edge) {
        edge = h->twin[edge];
        whole = (coarse_arc){{whole.normal[1], whole.normal[0]}, {there, here}};
    }
    carom_coarse_arc(p, edge, coarse_point(&p->pair.a, h->origin[edge]), &whole);
}

/* Arcs between two faces that the lister bounds are bounded by it. */
static void search_near_arcs(plane_search *p) {
    plane_side *s = &p->a;
    const hull_data *h = s->hull;
    bound_listed(p, s, s->lister);
    for (int i = 0; i < s->count; i++) {
        int edge = h->face_edge[s->face[i]], first = edge;
        if (bounds_of(s, i) >> s->lister & 1) continue;
        do {
            try_plane_edge(p, i, edge);
            if (p->failed) return;
            edge = h->next[edge];
        } while (edge != first);
    }
}

static void set_plane_side(plane_side *s, const hull_data *hull, const coarse_hull *other) {
    s->hull = hull;
    s->other = other;
    s->probes = s->count = 0;
}

static void search_planes(plane_search *p, four guess) {
    int first_a = probe_under(p, &p->a, guess);
    int first_b = probe_under(p, &p->b, coarse_combined(p->pair.row, -guess));
    four below_a[PLANE_LIMIT / 4], below_b[PLANE_LIMIT / 4];
    int over_b = plane_over(p->a.hull, p->a.probe[first_a], below_a);
    int over_a = plane_over(p->b.hull, p->b.probe[first_b], below_b);
    measure_plane(p, &p->a, over_b);
    measure_plane(p, &p->b, over_a);
    if (is_told(p)) return;
    measure_near_planes(p, &p->a, over_b, below_a);
    if (is_told(p)) return;
    measure_near_planes(p, &p->b, over_a, below_b);
    if (is_told(p)) return;
    search_near_arcs(p);
}

/* How many corners are the farthest along n, as far as float can tell; copies of the last count. */
static int corners_along(const coarse_hull *h, four n, float slack) {
    const spread_point d = spread_of(n);
    const four spread[3] = {d.x, d.y, d.z};
    four height[SCANNED_FOURS], most = FOUR_OF(-FLT_MAX);
    for (int i = 0; 4 * i < h->count; i++) {
        height[i] = coarse_heights(h->points + 12 * i, spread);
        most = four_greater(height[i], most);
    }
    most = coarse_greatest(most) - FOUR_OF(slack);
    int count = 0;
    for (int i = 0; 4 * i < h->count; i++)
        for (unsigned lanes = four_bits(height[i] >= most); lanes; lanes &= lanes - 1)
            count++;
    return count;
}

/* What fell behind goes. Of hulls that are apart only what tells stays. */
static bool finish_facets(plane_search *p) {
    coarse_facets *out = p->out;
    float limit = p->bound < -p->slack ? 0.999f * p->bound : p->limit;
    int kept = 0;
    for (int i = 0; i < out->count; i++) {
        if (!(out->facet[i].depth < limit)) continue;
        if (kept < i) out->facet[kept] = out->facet[i];
        coarse_facet *f = &out->facet[kept++];
        const plane_side *s = f->kind == COARSE_FACE_B ? &p->b : &p->a;
        int few = f->kind == COARSE_EDGES ? 2 : 1;
        f->slack = p->slack;
        p->failed |= corners_along(s->other, coarse_combined(s->back, -f->normal), p->slack) != few;
    }
    out->count = kept;
    return !p->failed && kept > 0;
}

bool carom_coarse_facets(const coarse_body *a, const coarse_body *b, vec3 apart, vec3 guess,
                         coarse_facets *out) {
    plane_search p;
    if (!carom_coarse_start(&p.pair, a, b, apart)) return false;
    set_plane_side(&p.a, a->hull, &p.pair.b);
    set_plane_side(&p.b, b->hull, &p.pair.a);
    p.a.into = p.b.back = p.pair.column;
    p.a.back = p.b.into = p.pair.row;
    p.a.shift = -p.pair.middle;
    p.b.shift = coarse_combined(p.pair.row, p.pair.middle);
    p.slack = 2.0f * COARSE_SLACK * p.pair.size;
    p.bound = p.limit = FLT_MAX;
    out->count = 0;
    p.failed = false;
    p.out = out;
    if (hull_is_few(a->hull) && hull_is_few(b->hull))
        carom_coarse_few(&p);
    else
        search_planes(&p, coarse_into(a, guess));
    return finish_facets(&p);
}
