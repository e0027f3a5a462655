/* Two hulls of few corners: all of one's corners under all of the other's faces, and all edges,
 * without a branch that depends on them, take less than finding out which of them matter. */
#include "convex/coarse_planes.h"
#include "convex/facets_few.h"

#define FEW_FOURS (HULL_PLANES / 4)
#define FEW_EDGES 32

typedef struct few_planes {
    four below[HULL_LANES][FEW_FOURS]; /* of each corner, under each face */
    four depth[FEW_FOURS];
} few_planes;

/* Four of the other's corners, seen from here: x, y and z. */
static CAROM_INLINE void probe_four(plane_side *s, int k, spread_point to[4]) {
    const float *from = s->other->points + 3 * k;
    const four *turn = s->into;
    four px = four_from(from), py = four_from(from + 4), pz = four_from(from + 8), x[3];
    for (int i = 0; i < 3; i++)
        x[i] = FOUR_OF(turn[0][i]) * px + FOUR_OF(turn[1][i]) * py + FOUR_OF(turn[2][i]) * pz +
               FOUR_OF(s->shift[i]);
    to[0] = (spread_point){FOUR_LANES(x[0], 0, 0, 0, 0), FOUR_LANES(x[1], 0, 0, 0, 0),
                           FOUR_LANES(x[2], 0, 0, 0, 0)};
    to[1] = (spread_point){FOUR_LANES(x[0], 1, 1, 1, 1), FOUR_LANES(x[1], 1, 1, 1, 1),
                           FOUR_LANES(x[2], 1, 1, 1, 1)};
    to[2] = (spread_point){FOUR_LANES(x[0], 2, 2, 2, 2), FOUR_LANES(x[1], 2, 2, 2, 2),
                           FOUR_LANES(x[2], 2, 2, 2, 2)};
    to[3] = (spread_point){FOUR_LANES(x[0], 3, 3, 3, 3), FOUR_LANES(x[1], 3, 3, 3, 3),
                           FOUR_LANES(x[2], 3, 3, 3, 3)};
    for (int i = 0; i < 4; i++) {
        four low = __builtin_shufflevector(to[i].x, to[i].y, 0, 4, 0, 0);
        s->probe[k + i] = __builtin_shufflevector(low, to[i].z, 0, 1, 4, 4);
        s->corner[k + i] = k + i < s->other->last ? k + i : s->other->last;
    }
}

static void measure_corners(plane_search *p, plane_side *s, few_planes *few) {
    spread_point at[HULL_LANES];
    four least = FOUR_OF(FLT_MAX);
    probe_four(s, 0, at);
    probe_four(s, 4, at + 4);
    s->probes = HULL_LANES;
    for (int g = 0; g < FEW_FOURS; g++) {
        const float *planes = s->hull->planes + 16 * g;
        const four n[4] = {four_from(planes), four_from(planes + 4), four_from(planes + 8),
                           four_from(planes + 12)};
        four depth = FOUR_OF(-FLT_MAX);
        for (int k = 0; k < HULL_LANES; k++) {
            four below = n[3] - (n[0] * at[k].x + n[1] * at[k].y + n[2] * at[k].z);
            few->below[k][g] = below;
            depth = four_greater(below, depth);
        }
        few->depth[g] = depth;
        least = four_lesser(depth, least);
    }
    lower_limit(p, -coarse_greatest(-least)[0]);
}

/* Faces whose depth is below the limit; the first of the corners that are the farthest under one
 * is a bound too. */
static void add_few(plane_search *p, plane_side *s, const few_planes *few, int *bounds) {
    coarse_facet_kind kind = s == &p->a ? COARSE_FACE_A : COARSE_FACE_B;
    for (int g = 0; g < FEW_FOURS; g++) {
        unsigned lanes = four_bits(few->depth[g] < FOUR_OF(p->limit));
        for (; CAROM_UNLIKELY(lanes); lanes &= lanes - 1) {
            int lane = (int)lowest_bit(lanes), k = 0;
            float depth = few->depth[g][lane];
            while (k < HULL_LANES - 1 && few->below[k][g][lane] < depth)
                k++;
            if (bounds) bounds[4 * g + lane] |= 1 << k;
            coarse_facet *f = carom_coarse_add(p, kind, 4 * g + lane, depth);
            if (!f) return;
            f->corner[0] = s->corner[k];
            f->normal = coarse_plane(s->hull, f->part);
        }
    }
}

/* Bits of the corners that bound each face. */
static void bound_few(const plane_search *p, const few_planes *few, int *bounds) {
    const four limit = FOUR_OF(p->limit);
    for (int g = 0; g < FEW_FOURS; g++) {
        four_mask found = {0};
        for (int k = 0; k < HULL_LANES; k++) {
            const four_mask bit = {1 << k, 1 << k, 1 << k, 1 << k};
            found |= (four_mask)(few->below[k][g] >= limit) & bit;
        }
        *(four_mask_loose *)(void *)(bounds + 4 * g) = found;
    }
}

/* All edges whose two faces no one corner bounds. */
static void search_all_arcs(plane_search *p, const int *bounds) {
    const plane_side *s = &p->a;
    const hull_data *h = s->hull;
    int left[FEW_EDGES], count = 0;
    for (int i = 0; 2 * i < h->half_edge_count; i++) {
        left[count] = i;
        count += (bounds[h->edges[i].face] & bounds[h->edges[i].beyond]) == 0;
    }
    for (int i = 0; i < count && !p->failed; i++) {
        const hull_edge *e = &h->edges[left[i]];
        const int face[2] = {e->face, e->beyond};
        coarse_arc whole;
        for (int k = 0; k < 2; k++) {
            whole.normal[k] = coarse_plane(h, face[k]);
            whole.probe[k] = (int)lowest_bit((unsigned)bounds[face[k]] | 128u);
        }
        four from = coarse_point(&p->pair.a, h->origin[e->half_edge]);
        carom_coarse_arc(p, e->half_edge, from, &whole);
    }
}

void carom_coarse_few(plane_search *p) {
    few_planes of_a, of_b;
    int bounds[4 * FEW_FOURS];
    measure_corners(p, &p->a, &of_a);
    measure_corners(p, &p->b, &of_b);
    bound_few(p, &of_a, bounds);
    add_few(p, &p->a, &of_a, bounds);
    add_few(p, &p->b, &of_b, NULL);
    if (!is_told(p)) search_all_arcs(p, bounds);
}
