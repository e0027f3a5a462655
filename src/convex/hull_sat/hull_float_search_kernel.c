/* Separating axis test of hulls on the Gauss map in float [Gregorius13], pruned by an own method:
 * branch and bound over faces and arcs. Known vertices of the other hull, the probes, are lower
 * bounds of the depths of all faces. The face with the least bound is measured by a support point,
 * which becomes a probe, until no bound is below the least depth. An arc whose two ends one probe
 * rules out is ruled out by it. The facets left contain the nearest one, within the error bound of
 * hull_float.h; the bits are the same on every instruction set. A support point and its bounds cost
 * 8 lanes at a time what hull_sat.c pays in double (bench convex, penetration of hulls). */
#include "convex/hull_sat/hull_float_small.h"
#include "convex/hull_sat/hull_float_search.h"

#define PLANE_WORDS ((PLANE_LIMIT + 63) / 64)

/* A set of faces, one bit each. */
typedef struct face_bits {
    uint64_t word[PLANE_WORDS];
} face_bits;

static CAROM_INLINE bool is_in_set(const face_bits *set, int face) {
    return set->word[face >> 6] >> (face & 63) & 1;
}

static CAROM_INLINE void put_in_set(face_bits *set, int face) {
    set->word[face >> 6] |= (uint64_t)1 << (face & 63);
}

/* Raises the bounds of all faces by probe k. @return the face with the least bound */
static CAROM_INLINE int bound_planes(plane_side *s, int k, float *least) {
    const broadcast_vector probe = {f8_all(s->x[k]), f8_all(s->y[k]), f8_all(s->z[k])};
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
    int face = index_of_greatest(best, at, least);
    *least = -*least;
    return face < faces ? face : 0;
}

/* Measures all faces of a hull whose depths may be the least, the least bound first. */
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
        if (is_finished(p)) return;
        face = bound_planes(s, k, &least);
    }
}

/* Is a face of this kind the only facet left, and its deepest vertex deeper below all other faces
 * by more than the slack? Then a ball of that radius around the vertex is inside the hull, and no
 * other facet is nearer. */
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

/* Lists the faces that each probe rules out. A face that may be the nearest is listed with its
 * deepest probe alone. */
static CAROM_INLINE void list_bounded(const plane_search *p, face_bits *bounded) {
    const plane_side *s = &p->a;
    const f8 limit = f8_all(p->limit);
    for (int k = 0; k < s->probes; k++) {
        bounded[k] = (face_bits){{0}};
        for (int i = 0; i < s->hull->face_count; i += HULL_LANES)
            bounded[k].word[i >> 6] |= (uint64_t)f8_bits(f8_le(limit, f8_load(s->below[k] + i)))
                                       << (i & 63);
    }
    for (int i = 0; i < p->out->count; i++) {
        const hull_float_facet *f = &p->out->facet[i];
        if (f->kind == HULL_FLOAT_FACE_A) put_in_set(&bounded[s->place[f->corner[0]] - 1], f->part);
    }
}

/* The union of the faces ruled out by the probes that also rule out `face`. */
static CAROM_INLINE face_bits bounded_with(const face_bits *bounded, int probes, int face) {
    face_bits with = {{0}};
    for (int k = 0; k < probes; k++) {
        uint64_t mask = 0 - (uint64_t)is_in_set(&bounded[k], face);
        for (int w = 0; w < PLANE_WORDS; w++)
            with.word[w] |= bounded[k].word[w] & mask;
    }
    return with;
}

/* Lists the half-edges between two faces that no single probe rules out. Probe 0 leaves at least
 * one of the two, hence only those faces are visited; an edge between two of them is met twice and
 * listed once. */
static CAROM_INLINE int list_arcs(const plane_search *p, const face_bits *bounded, int *edges) {
    const hull_data *h = p->a.hull;
    int count = 0;
    for (int w = 0; w < PLANE_WORDS; w++) {
        int faces = h->face_count - 64 * w;
        if (faces <= 0) break;
        uint64_t near =
            ~bounded[0].word[w] & (faces < 64 ? ((uint64_t)1 << faces) - 1 : UINT64_MAX);
        for (; near; near &= near - 1) {
            int face = 64 * w + __builtin_ctzll(near), first = h->face_edge[face], edge = first;
            face_bits with = bounded_with(bounded, p->a.probes, face);
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

static CAROM_INLINE int first_bound(const face_bits *bounded, int probes, int face) {
    int found = 0;
    for (int k = probes - 1; k >= 0; k--)
        found = is_in_set(&bounded[k], face) ? k : found;
    return found;
}

static CAROM_INLINE void search_arcs(plane_search *p) {
    const hull_data *h = p->a.hull;
    const int probes = p->a.probes;
    face_bits bounded[PROBE_LIMIT];
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
    if (is_finished(p) || is_ball_within(p, &p->a, HULL_FLOAT_FACE_A)) return;
    search_planes(p, &p->b, hull_float_transform(p->pair.row, -p->guess));
    if (!is_finished(p) && !is_ball_within(p, &p->b, HULL_FLOAT_FACE_B)) search_arcs(p);
}

void SIMD_NAME(carom_hull_float_search)(plane_search *p) {
    if (hull_has_small_heights(p->a.hull) && hull_has_small_heights(p->b.hull))
        search_small_rows(p);
    else
        search_scanned(p);
    if (!p->failed) check_corners_against(p);
}
