/* Separating axis test of two small hulls in float by exhaustion: the heights of all vertices of
 * one hull below all faces of the other, and all arcs. Without branches that depend on the data
 * this costs less than a search for the features that matter (bench convex, rows hull-8). Same
 * guarantee as in hull_float_probes.h. */
#include "convex/hull_sat/hull_float_probes.h"
#include "convex/hull_sat/hull_sat_small.h"

#define SMALL_HULL_ROWS (2 * HULL_LANES)
#define SMALL_HULL_EDGES 18

/* Heights of each face above the other hull's vertices. The padding planes are far away. */
typedef struct small_hull_rows {
    float row[SMALL_HULL_PLANES][HULL_LANES];
    float depth[SMALL_HULL_ROWS]; /* the greatest height of each row */
} small_hull_rows;

/* Makes all of the other hull's vertices probes. */
static CAROM_INLINE broadcast_vector small_hull_corners(plane_side *s) {
    const float *at = s->other->points;
    const f8 x = f8_load(at), y = f8_load(at + HULL_LANES), z = f8_load(at + 2 * HULL_LANES);
    f8 moved[3];
    for (int i = 0; i < 3; i++) {
        const broadcast_vector row = {f8_all(s->into[0][i]), f8_all(s->into[1][i]),
                                      f8_all(s->into[2][i])};
        moved[i] = f8_add(eight_products(&row, x, y, z), f8_all(s->shift[i]));
    }
    f8_store(s->x, moved[0]);
    f8_store(s->y, moved[1]);
    f8_store(s->z, moved[2]);
    for (int k = 0; k < HULL_LANES; k++)
        s->corner[k] = k < s->other->last ? k : s->other->last;
    s->probes = HULL_LANES;
    s->whole = true;
    return (broadcast_vector){moved[0], moved[1], moved[2]};
}

static CAROM_INLINE void measure_rows(plane_search *p, plane_side *s, small_hull_rows *out) {
    const broadcast_vector at = small_hull_corners(s);
    f8 least = f8_all(FLT_MAX);
    for (int g = 0; g < SMALL_HULL_ROWS; g += HULL_LANES) {
        f8 row[HULL_LANES];
        for (int i = 0; i < HULL_LANES && g + i < SMALL_HULL_PLANES; i++) {
            const float *plane = s->hull->planes + 4 * g + i;
            f8 height = eight_products(&at, f8_all(plane[0]), f8_all(plane[8]), f8_all(plane[16]));
            row[i] = f8_sub(f8_all(plane[24]), height);
            f8_store(out->row[g + i], row[i]);
        }
        for (int i = SMALL_HULL_PLANES - g; i < HULL_LANES; i++)
            row[i] = f8_all(FLT_MAX);
        f8_transpose(row);
        for (int i = 4; i > 0; i /= 2)
            for (int k = 0; k < i; k++)
                row[k] = f8_max(row[k], row[k + i]);
        f8_store(out->depth + g, row[0]);
        least = f8_min(row[0], least);
    }
    lower_limit(p, -greatest_in_lanes(f8_neg(least)));
}

/* The faces whose depths may be the least, one bit each. */
static CAROM_INLINE unsigned rows_that_matter(const plane_search *p, const small_hull_rows *rows) {
    const f8 limit = f8_all(p->limit);
    return f8_bits(f8_lt(f8_load(rows->depth), limit)) |
           f8_bits(f8_lt(f8_load(rows->depth + HULL_LANES), limit)) << HULL_LANES;
}

/* Adds these faces, each with the first of its deepest vertices, which also bounds the face's arcs.
 */
static CAROM_INLINE void add_rows(plane_search *p, const small_hull_rows *of_a,
                                  const small_hull_rows *of_b, unsigned *bounds) {
    unsigned left = rows_that_matter(p, of_a) | rows_that_matter(p, of_b) << SMALL_HULL_ROWS;
    for (; left; left &= left - 1) {
        int i = (int)lowest_bit(left), face = i % SMALL_HULL_ROWS;
        bool first = i < SMALL_HULL_ROWS;
        const small_hull_rows *rows = first ? of_a : of_b;
        const plane_side *s = first ? &p->a : &p->b;
        float depth = rows->depth[face];
        int k = (int)lowest_bit(f8_bits(f8_eq(f8_load(rows->row[face]), f8_all(depth))) | 128u);
        hull_float_facet found = {.kind = first ? HULL_FLOAT_FACE_A : HULL_FLOAT_FACE_B,
                                  .part = face,
                                  .corner = {s->corner[k]},
                                  .depth = depth,
                                  .normal = hull_float_plane_at(s->hull, face)};
        if (first) bounds[face] |= 1u << k;
        add_facet(p, &found);
    }
}

/* The vertices that rule out each face of A, one bit each. */
static CAROM_INLINE void bound_rows(const plane_search *p, const small_hull_rows *rows,
                                    unsigned *bounds) {
    const f8 limit = f8_all(p->limit);
    for (int i = 0; i < SMALL_HULL_PLANES; i++)
        bounds[i] = f8_bits(f8_le(limit, f8_load(rows->row[i])));
}

/* Searches the arcs of A between two faces that no single vertex rules out. */
static CAROM_INLINE void search_row_arcs(plane_search *p, const unsigned *bounds) {
    const hull_data *h = p->a.hull;
    int left[SMALL_HULL_EDGES + 1], count = 0;
    for (int i = 0; 2 * i < h->half_edge_count; i++) {
        left[count] = i;
        count += (bounds[h->edges[i].face] & bounds[h->edges[i].beyond]) == 0;
    }
    for (int i = 0; i < count && !p->failed; i++) {
        const hull_edge *e = &h->edges[left[i]];
        const hull_float_arc whole = {
            {hull_float_plane_at(h, e->face), hull_float_plane_at(h, e->beyond)},
            {(int)lowest_bit(bounds[e->face] | 128u), (int)lowest_bit(bounds[e->beyond] | 128u)}};
        search_arc(p, e->half_edge, &whole);
    }
}

static CAROM_INLINE void search_small_rows(plane_search *p) {
    small_hull_rows of_a, of_b;
    unsigned bounds[SMALL_HULL_PLANES];
    measure_rows(p, &p->a, &of_a);
    measure_rows(p, &p->b, &of_b);
    bound_rows(p, &of_a, bounds);
    add_rows(p, &of_a, &of_b, bounds);
    if (!is_finished(p)) search_row_arcs(p, bounds);
}
