/* Which facets of A - B may be the nearest. Corners of the other hull, the probes, bound from below
 * what faces and the arcs between them may reach. Again and again the face with the least bound is
 * measured by a support point, which becomes a probe, until none is left that may matter. An arc
 * whose ends one probe bounds is bounded by it. */
#include "convex/hull_sat/hull_float_small.h"

#define PLANE_WORDS ((PLANE_LIMIT + 63) / 64)

/* One bit for each face. */
typedef struct face_set {
    uint64_t word[PLANE_WORDS];
} face_set;

static CAROM_INLINE bool is_in_set(const face_set *set, int face) {
    return set->word[face >> 6] >> (face & 63) & 1;
}

static CAROM_INLINE void put_in_set(face_set *set, int face) {
    set->word[face >> 6] |= (uint64_t)1 << (face & 63);
}

/* Probe k bounds all faces. @return the one whose bound is the least */
static CAROM_INLINE int bound_planes(plane_side *s, int k, float *least) {
    const spread_vector probe = {f8_all(s->x[k]), f8_all(s->y[k]), f8_all(s->z[k])};
    const f8 eight = f8_all((float)HULL_LANES);
    const float *plane = s->hull->planes;
    float *bounds = s->bound, *to = s->below[k];
    const int faces = s->hull->face_count;
    f8 now = lane_numbers(), at = now, best = f8_all(-FLT_MAX);
    for (int i = 0; i < faces; i += HULL_LANES) {
        f8 below = f8_sub(f8_load(plane + 4 * i + 24),
                          eight_products(&probe, f8_load(plane + 4 * i), f8_load(plane + 4 * i + 8),
                                         f8_load(plane + 4 * i + 16)));
        f8 bound = f8_max(below, f8_load(bounds + i)), lowness = f8_neg(bound);
        f8_store(to + i, below);
        f8_store(bounds + i, bound);
        at = f8_select(f8_lt(best, lowness), now, at);
        best = f8_max(lowness, best);
        now = f8_add(now, eight);
    }
    int face = number_of_greatest(best, at, least);
    *least = -*least;
    return face < faces ? face : 0;
}

/* All faces of a hull that may be the least, the least bound first. */
static CAROM_INLINE void search_planes(plane_search *p, plane_side *s, four guess) {
    const hull_float_facet_kind kind = s == &p->a ? HULL_FLOAT_FACE_A : HULL_FLOAT_FACE_B;
    float least;
    memset(s->place, 0, sizeof s->place);
    for (int i = 0; i < s->hull->face_count; i += HULL_LANES)
        f8_store(s->bound + i, f8_all(-FLT_MAX));
    int face = bound_planes(s, probe_under(p, s, guess), &least);
    for (int i = 0; i < s->hull->face_count && least < p->limit; i++) {
        four plane = hull_float_plane_at(s->hull, face);
        s->bound[face] = FLT_MAX;
        int k = probe_under(p, s, plane);
        hull_float_facet found = {.kind = kind,
                                  .part = face,
                                  .corner = {s->corner[k]},
                                  .depth = plane[3] - hull_float_dot(plane, probe_at(s, k)),
                                  .normal = plane};
        add_facet(p, &found);
        if (is_told(p)) return;
        face = bound_planes(s, k, &least);
    }
}

/* The one facet that may be the least is a face, and the corner that is the farthest under it is
 * deeper under all others by more than float leaves open: a ball round it is within the hull. */
static CAROM_INLINE bool is_ball_within(const plane_search *p, const plane_side *s,
                                        hull_float_facet_kind kind) {
    const hull_float_facet *f = &p->out->facet[0];
    if (p->out->count != 1 || f->kind != kind || !(p->bound > 0.0f)) return false;
    const float *below = s->below[s->place[f->corner[0]] - 1];
    const f8 limit = f8_all(p->limit + p->slack);
    bool others = false;
    for (int i = 0; i < s->hull->face_count; i += HULL_LANES) {
        const uint32_t own = i == (f->part & -HULL_LANES) ? 1u << (f->part & 7) : 0;
        others |= (f8_bits(f8_lt(f8_load(below + i), limit)) & ~own) != 0;
    }
    return !others;
}

/* ---- arcs between faces of A */

/* The faces that each probe bounds; those that matter, only the one farthest under them. */
static CAROM_INLINE void list_bounded(const plane_search *p, face_set *bounded) {
    const plane_side *s = &p->a;
    const f8 limit = f8_all(p->limit);
    for (int k = 0; k < s->probes; k++) {
        bounded[k] = (face_set){{0}};
        for (int i = 0; i < s->hull->face_count; i += HULL_LANES)
            bounded[k].word[i >> 6] |= (uint64_t)f8_bits(f8_le(limit, f8_load(s->below[k] + i)))
                                       << (i & 63);
    }
    for (int i = 0; i < p->out->count; i++) {
        const hull_float_facet *f = &p->out->facet[i];
        if (f->kind == HULL_FLOAT_FACE_A) put_in_set(&bounded[s->place[f->corner[0]] - 1], f->part);
    }
}

/* The faces that a probe bounds that bounds this one as well. */
static CAROM_INLINE face_set bounded_with(const face_set *bounded, int probes, int face) {
    face_set with = {{0}};
    for (int k = 0; k < probes; k++) {
        uint64_t mask = 0 - (uint64_t)is_in_set(&bounded[k], face);
        for (int w = 0; w < PLANE_WORDS; w++)
            with.word[w] |= bounded[k].word[w] & mask;
    }
    return with;
}

/* The half-edges between two faces that no one probe bounds. One of the two the first probe does
 * not bound; where it bounds neither, the edge is met twice. */
static CAROM_INLINE int list_arcs(const plane_search *p, const face_set *bounded, int *edges) {
    const hull_data *h = p->a.hull;
    int count = 0;
    for (int w = 0; w < PLANE_WORDS; w++) {
        int faces = h->face_count - 64 * w;
        if (faces <= 0) break;
        uint64_t near =
            ~bounded[0].word[w] & (faces < 64 ? ((uint64_t)1 << faces) - 1 : UINT64_MAX);
        for (; near; near &= near - 1) {
            int face = 64 * w + __builtin_ctzll(near), first = h->face_edge[face], edge = first;
            face_set with = bounded_with(bounded, p->a.probes, face);
            do {
                int twin = h->twin[edge], beyond = h->face[twin];
                bool met = !is_in_set(&bounded[0], beyond) & (twin < edge);
                edges[count] = twin < edge ? twin : edge;
                count += !is_in_set(&with, beyond) & !met;
                edge = h->next[edge];
            } while (edge != first);
        }
    }
    return count;
}

static CAROM_INLINE int first_bound(const face_set *bounded, int probes, int face) {
    int found = 0;
    for (int k = probes - 1; k >= 0; k--)
        found = is_in_set(&bounded[k], face) ? k : found;
    return found;
}

static CAROM_INLINE void search_arcs(plane_search *p) {
    const hull_data *h = p->a.hull;
    const int probes = p->a.probes;
    face_set bounded[PROBE_LIMIT];
    int edges[ARC_LIMIT];
    list_bounded(p, bounded);
    int count = list_arcs(p, bounded, edges);
    for (int i = 0; i < count && !p->failed; i++) {
        int face = h->face[edges[i]], beyond = h->face[h->twin[edges[i]]];
        const hull_float_arc whole = {
            {hull_float_plane_at(h, face), hull_float_plane_at(h, beyond)},
            {first_bound(bounded, probes, face), first_bound(bounded, probes, beyond)}};
        search_arc(p, edges[i], &whole);
    }
}

static CAROM_INLINE void search_scanned(plane_search *p) {
    search_planes(p, &p->a, p->guess);
    if (is_told(p) || is_ball_within(p, &p->a, HULL_FLOAT_FACE_A)) return;
    search_planes(p, &p->b, hull_float_combined(p->pair.row, -p->guess));
    if (!is_told(p) && !is_ball_within(p, &p->b, HULL_FLOAT_FACE_B)) search_arcs(p);
}

void SIMD_NAME(carom_hull_float_search)(plane_search *p) {
    if (hull_is_few(p->a.hull) && hull_is_few(p->b.hull))
        search_few_rows(p);
    else
        search_scanned(p);
    if (!p->failed) check_corners_against(p);
}
