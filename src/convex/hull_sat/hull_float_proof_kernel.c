/* Warm start of the separating axis test of hulls: proves that the last facet is still the nearest
 * [Gregorius13]; the proof is the project's own. The support value of A - B along n is at least
 * n . (a - b) for any vertices a and b. So a vertex of B that is deeper than the claimed depth
 * below all faces of A but the claimed one excludes all other facets: a ball of that radius around
 * it is inside A. For two edges, each face needs one end of the other hull's edge that is deeper,
 * and each arc of A one end that is deeper at both its ends, or both ends where they are equal
 * along it. A wrong claim is never proved; a right one may not be. It replaces the search of the
 * warm rows of the convex bench. */
#include "convex/support/hull_float_lanes.h"
#include "convex/hull_sat/hull_float_proof.h"

#define PROOF_FACE_WORDS ((2 * HULL_FLOAT_MAX + 63) / 64)
#define PROOF_CORNER_WORDS ((HULL_FLOAT_MAX + 63) / 64)

/* One bit for each face. */
typedef struct proof_faces {
    uint64_t word[PROOF_FACE_WORDS];
} proof_faces;

/* A vertex of B in the frame of A. */
static CAROM_INLINE four b_under_a(const hull_float_claim *c, int corner) {
    return hull_float_transform(c->pair->column, hull_float_point(&c->pair->b, corner)) -
           c->pair->middle;
}

static CAROM_INLINE four a_under_b(const hull_float_claim *c, int corner) {
    return hull_float_transform(c->pair->row,
                                hull_float_point(&c->pair->a, corner) + c->pair->middle);
}

/* The faces below which x is less deep than the limit. */
static CAROM_INLINE void list_shallow(proof_faces *out, const hull_data *h, four x, float limit) {
    const broadcast_vector at = spread_vector_of(x);
    for (int w = 0; 64 * w < h->face_count; w++) {
        uint64_t near = 0;
        for (int i = 0; i < 64 && 64 * w + i < h->face_count; i += HULL_LANES) {
            const float *plane = h->planes + 4 * (64 * w + i);
            const f8 height =
                eight_products(&at, f8_load(plane), f8_load(plane + 8), f8_load(plane + 16));
            const f8 below = f8_sub(f8_load(plane + 24), height);
            near |= (uint64_t)f8_bits(f8_lt(below, f8_all(limit))) << i;
        }
        out->word[w] = near;
    }
}

static CAROM_INLINE bool is_near_face(const proof_faces *near, int face) {
    return near->word[face >> 6] >> (face & 63) & 1;
}

static CAROM_INLINE bool is_near_but(const proof_faces *near, const hull_data *h, int face) {
    uint64_t others = 0;
    for (int w = 0; 64 * w < h->face_count; w++)
        others |= near->word[w] & ~(w == face >> 6 ? (uint64_t)1 << (face & 63) : 0);
    return others != 0;
}

static CAROM_INLINE bool is_near_both(const proof_faces *near, const hull_data *h) {
    uint64_t both = 0;
    for (int w = 0; 64 * w < h->face_count; w++)
        both |= near[0].word[w] & near[1].word[w];
    return both != 0;
}

/* Are these two vertices, or this one given twice, the only ones that may be the support vertex
 * along n, by the slack? n is in the hull's own frame. */
static CAROM_INLINE bool are_farthest(const hull_float_hull *h, four n, const int corner[2],
                                      float slack) {
    const broadcast_vector along = spread_vector_of(n);
    uint64_t expected[PROOF_CORNER_WORDS] = {0};
    float height[HULL_FLOAT_MAX];
    f8 most = f8_all(-FLT_MAX);
    bool met = true;
    for (int i = 0; i < 2; i++)
        expected[corner[i] >> 6] |= (uint64_t)1 << (corner[i] & 63);
    for (int i = 0; i < h->count; i += HULL_LANES) {
        const f8 now = corner_heights(h, i, &along);
        f8_store(height + i, now);
        most = f8_max(now, most);
    }
    const f8 least = f8_all(greatest_in_lanes(most) - slack);
    for (int i = 0; i < h->count; i += HULL_LANES) {
        const uint64_t lanes = h->last - i < 7 ? ((uint64_t)2 << (h->last - i)) - 1 : 255;
        const uint64_t near = f8_bits(f8_le(least, f8_load(height + i))) & lanes;
        met &= near == (expected[i >> 6] >> (i & 63) & 255);
    }
    return met;
}

/* Is the lower bound of the depth below the limit at the direction of the arc where both ends of
 * B's edge are equally deep? */
static CAROM_INLINE bool is_arc_near(const hull_float_claim *c, const four end[2], int edge,
                                     float limit) {
    const hull_data *h = c->a;
    const four from = hull_float_point(&c->pair->a, h->origin[edge]);
    const four here = hull_float_plane_at(h, h->face[edge]);
    const four there = hull_float_plane_at(h, h->face[h->twin[edge]]);
    const four n = hull_float_arc_across(here, there, end[1] - end[0]);
    const float first = hull_float_dot(n, from - end[0]), second = hull_float_dot(n, from - end[1]);
    const float reach = first < second ? first : second;
    return !(reach > 0.0f && reach * reach >= limit * limit * hull_float_dot(n, n));
}

/* `end`: the ends of B's edge, the first under the face of A's half-edge. near[i]: the faces that
 * end i does not rule out. */
static CAROM_INLINE bool are_arcs_farther(const hull_float_claim *c, const proof_faces near[2],
                                          const four end[2], float limit) {
    const hull_data *h = c->a;
    const int kept = c->facet.part;
    for (int w = 0; 64 * w < h->face_count; w++)
        for (uint64_t left = near[1].word[w]; left; left &= left - 1) {
            const int first = h->face_edge[64 * w + __builtin_ctzll(left)];
            int edge = first;
            do { /* end 0 rules out this face; end 1 may rule out the face beyond */
                const int twin = h->twin[edge];
                if (is_near_face(&near[0], h->face[twin]) && edge != kept &&
                    is_arc_near(c, end, edge, limit))
                    return false;
                edge = h->next[edge];
            } while (edge != first);
        }
    return true;
}

static CAROM_INLINE bool prove_face(const hull_float_claim *c, float limit) {
    const hull_float_facet *f = &c->facet;
    const bool of_a = f->kind == HULL_FLOAT_FACE_A;
    const hull_data *h = of_a ? c->a : c->b;
    const int corner[2] = {f->corner[0], f->corner[0]};
    const four x = of_a ? b_under_a(c, corner[0]) : a_under_b(c, corner[0]);
    const four n = hull_float_plane_at(h, f->part);
    const four back = hull_float_transform(of_a ? c->pair->row : c->pair->column, -n);
    proof_faces near;
    list_shallow(&near, h, x, limit);
    return !is_near_but(&near, h, f->part) &&
           are_farthest(of_a ? &c->pair->b : &c->pair->a, back, corner, f->slack);
}

static CAROM_INLINE bool prove_edges(const hull_float_claim *c, float limit) {
    const hull_float_facet *f = &c->facet;
    const int twin = c->a->twin[f->part];
    const int ends[2] = {c->a->origin[f->part], c->a->origin[twin]};
    proof_faces near[2];
    four end[2];
    for (int i = 0; i < 2; i++)
        list_shallow(&near[i], c->b, a_under_b(c, ends[i]), limit);
    if (is_near_both(near, c->b)) return false;
    for (int i = 0; i < 2; i++) {
        end[i] = b_under_a(c, f->corner[i]);
        list_shallow(&near[i], c->a, end[i], limit);
    }
    return !is_near_both(near, c->a) && are_arcs_farther(c, near, end, limit) &&
           are_farthest(&c->pair->b, hull_float_transform(c->pair->row, -f->normal), f->corner,
                        f->slack);
}

bool SIMD_NAME(carom_hull_float_proof)(const hull_float_claim *c) {
    const float limit = c->facet.depth + 2.0f * c->facet.slack;
    if (!(c->facet.depth > 0.0f)) return false;
    return c->facet.kind == HULL_FLOAT_EDGES ? prove_edges(c, limit) : prove_face(c, limit);
}
