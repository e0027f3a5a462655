/* No algorithm of its own: the hulls of pieces and of pairs of hulls, by Quickhull, and the two
 * measures of concavity one after another. A bound by depth is exact for convex parts, which boxes
 * would never show to be 0; boxes are for all others. */
#include "mesh/decomposition/part.h"

#include "fit/hull.h"
#include "mesh/decomposition/bound_concavity.h"

/* Boxes that are looked at before the bound by depth. */
#define FIRST_BOXES 32

carom_status carom_part_measure(const decomposition_builder *b, const carom_hull *hull,
                                const concavity_goal *goal, concavity *out) {
    const hull_data *data = carom_hull_data(hull);
    const double enough = max2(goal->enough, goal->absolute);
    concavity_goal first = *goal;
    if (first.boxes > FIRST_BOXES) first.boxes = FIRST_BOXES;
    first.too_much = enough; /* then no bound by depth can be enough */
    carom_status status = carom_measure_concavity(out, data, &b->whole, &first);
    if (status != CAROM_OK || out->high <= 0.0) return status;
    if (out->low <= enough) {
        const double bound = carom_bound_concavity(data, &b->whole, enough);
        if (bound <= enough) {
            out->high = min2(out->high, bound);
            out->low = min2(out->low, out->high);
            return CAROM_OK;
        }
    }
    return goal->boxes > FIRST_BOXES ? carom_measure_concavity(out, data, &b->whole, goal)
                                     : CAROM_OK;
}

/* How far a point moves when it is rounded to carom_real. */
static void add_rounded(grown_array *points, vec3 point, double *moved) {
    const carom_vec3 rounded = store3(point);
    ((carom_vec3 *)points->data)[points->count++] = rounded;
    if (sizeof(carom_real) < sizeof(double))
        *moved = max2(*moved, carom_length(sub3(load3(rounded), point)));
}

static carom_status hull_of_scratch(decomposition_builder *b, size_t vertex_limit,
                                    carom_hull **out) {
    const carom_hull_def def = {b->scratch.data, b->scratch.count, *b->whole.from, vertex_limit};
    return carom_hull_create(out, &def);
}

static carom_status hull_of_piece(decomposition_builder *b, solid_part *part) {
    const solid_piece *piece = &part->piece;
    const size_t count = piece->points.count + (size_t)piece->corner_count;
    if (count == 0) return CAROM_OK;
    carom_status status =
        carom_array_reserve(&b->scratch, count, sizeof(carom_vec3), b->whole.from);
    if (status != CAROM_OK) return status;
    b->scratch.count = 0;
    for (size_t i = 0; i < piece->points.count; i++)
        add_rounded(&b->scratch, ((const vec3 *)piece->points.data)[i], &part->rounding);
    for (int i = 0; i < piece->corner_count; i++)
        add_rounded(&b->scratch, piece->corners[i], &part->rounding);
    return hull_of_scratch(b, 0, &part->hull);
}

carom_status carom_part_create(decomposition_builder *b, solid_piece *piece, solid_part *out) {
    const concavity_goal goal = {b->goal, (double)INFINITY, 0.125, b->resolution, 8192};
    *out = (solid_part){.piece = *piece, .can_split = true};
    out->cut_rounding = 2.0 * piece->rounding + piece->corner_rounding;
    carom_status status = hull_of_piece(b, out);
    if (status == CAROM_OK && out->hull)
        status = carom_part_measure(b, out->hull, &goal, &out->measured);
    if (status != CAROM_OK || !out->hull) carom_part_release(b, out);
    return status;
}

void carom_part_release(decomposition_builder *b, solid_part *part) {
    carom_hull_destroy(part->hull);
    carom_piece_release(&part->piece, b->whole.from);
    part->hull = NULL;
}

carom_status carom_part_join(decomposition_builder *b, const carom_hull *const hulls[2],
                             size_t vertex_limit, carom_hull **out) {
    b->scratch.count = 0;
    for (int k = 0; k < 2 && hulls[k]; k++) {
        const int32_t count = carom_hull_vertex_count(hulls[k]);
        carom_status status = carom_array_reserve(&b->scratch, b->scratch.count + (size_t)count,
                                                  sizeof(carom_vec3), b->whole.from);
        if (status != CAROM_OK) return status;
        for (int32_t i = 0; i < count; i++)
            ((carom_vec3 *)b->scratch.data)[b->scratch.count++] = carom_hull_vertex(hulls[k], i);
    }
    return hull_of_scratch(b, vertex_limit, out);
}
