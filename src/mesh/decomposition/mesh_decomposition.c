/* Approximate convex decomposition of a closed mesh: recursive cuts by axis-aligned planes, the
 * part that is farthest from convex first, as [Mamou16] and [Wei22] cut, into up to twice as many
 * parts as there may be hulls; then merging. Own methods: parts without caps (piece.c), the choice
 * of a plane (choose_cut.c), and the measures of what the hulls add (concavity.c,
 * bound_concavity.c). Proved: the bounds that are reported, whatever the search chose. */
#include "carom/mesh_decomposition.h"

#include "core/alloc.h"
#include "fit/rounding.h"
#include "mesh/data/mesh_data.h"
#include "mesh/decomposition/choose_cut.h"
#include "mesh/decomposition/merge_parts.h"
#include "mesh/decomposition/part.h"
#include "mesh/decomposition/tolerances.h"

#define DEFAULT_HULLS 32
#define DEFAULT_CONCAVITY (1.0 / 50.0) /* of the diagonal */
#define RESOLUTION (1.0 / 512.0)       /* of the diagonal */
#define FINAL_BOXES 32768

/* ---- the solid */

static carom_status check_definition(const carom_mesh_decomposition_def *def) {
    if (!def || !def->mesh || !def->allocator.alloc != !def->allocator.free)
        return CAROM_ERROR_ARGUMENT;
    if (!(def->concavity >= 0 && def->concavity <= CAROM_REAL_MAX)) return CAROM_ERROR_ARGUMENT;
    if (def->vertex_limit > 0 && def->vertex_limit < 4) return CAROM_ERROR_ARGUMENT;
    if (def->hull_limit > CAROM_DECOMPOSITION_LIMIT) return CAROM_ERROR_LIMIT;
    if (carom_mesh_closure_of(def->mesh) == CAROM_MESH_OPEN) return CAROM_ERROR_ARGUMENT;
    return CAROM_OK;
}

static carom_status measure_solid(whole_solid *whole, const carom_mesh *mesh) {
    const carom_aabb box = carom_mesh_bounds(mesh);
    whole->low = load3(box.min);
    whole->high = load3(box.max);
    whole->magnitude = max2(max_abs3(whole->low), max_abs3(whole->high));
    if (!(8.0 * whole->magnitude <= (double)CAROM_REAL_MAX)) return CAROM_ERROR_LIMIT;
    whole->diagonal = carom_length(sub3(whole->high, whole->low));
    const double epsilons = DISTANCE_EPSILONS * (double)CAROM_REAL_EPSILON;
    whole->rounding = 4.0 * whole->magnitude * (DISTANCE_KERNEL + epsilons);
    whole->solid = carom_mesh_solid_of(mesh);
    if (whole->solid.method == CAROM_SIGN_NORMAL) whole->solid.method = CAROM_SIGN_WINDING;
    return CAROM_OK;
}

/* ---- cuts */

static solid_part *part_to_split(const decomposition_builder *b) {
    solid_part *worst = NULL;
    for (size_t i = 0; i < b->parts.count; i++) {
        solid_part *part = part_at(b, i);
        if (!part->can_split || !(part->measured.high > b->goal)) continue;
        if (!worst || part->measured.high > worst->measured.high) worst = part;
    }
    return worst;
}

/* Both sides of a plane, as parts. */
typedef struct part_cut {
    solid_part sides[2];
    double cost;
} part_cut;

static void release_cut(decomposition_builder *b, part_cut *cut) {
    for (int side = 0; side < 2; side++)
        carom_part_release(b, &cut->sides[side]);
}

/* The cost: what is left of the concavity, and of the hull's volume. */
static carom_status try_cut(decomposition_builder *b, const solid_part *part,
                            const cut_candidate *candidate, part_cut *out) {
    solid_piece pieces[2];
    *out = (part_cut){.cost = candidate->volume};
    carom_status status = carom_piece_split(pieces, &part->piece, candidate->cut, &b->whole);
    if (status != CAROM_OK) return status;
    status = carom_part_create(b, &pieces[0], &out->sides[0]);
    if (status != CAROM_OK) {
        carom_piece_release(&pieces[1], b->whole.from);
        return status;
    }
    status = carom_part_create(b, &pieces[1], &out->sides[1]);
    if (status != CAROM_OK) carom_part_release(b, &out->sides[0]);
    out->cost +=
        max2(out->sides[0].measured.high, out->sides[1].measured.high) / part->measured.high;
    return status;
}

/* The cut of least cost; without sides where there is none. */
static carom_status cut_part(decomposition_builder *b, const solid_part *part, part_cut *out) {
    cut_candidate candidates[3];
    int count = 0;
    *out = (part_cut){.cost = (double)INFINITY};
    carom_status status = carom_choose_cuts(candidates, &count, &part->piece, &b->whole);
    for (int i = 0; i < count && status == CAROM_OK; i++) {
        part_cut tried;
        status = try_cut(b, part, &candidates[i], &tried);
        if (status != CAROM_OK) break;
        part_cut *worse = tried.cost < out->cost ? out : &tried;
        release_cut(b, worse);
        if (worse == out) *out = tried;
    }
    if (status != CAROM_OK) release_cut(b, out);
    return status;
}

/* Capacity for one part more than there are must be there. */
static carom_status split_part(decomposition_builder *b, solid_part *part) {
    part_cut cut;
    carom_status status = cut_part(b, part, &cut);
    part->can_split = false;
    if (status != CAROM_OK || (!cut.sides[0].hull && !cut.sides[1].hull)) return status;
    carom_part_release(b, part);
    *part = cut.sides[cut.sides[0].hull ? 0 : 1];
    if (cut.sides[0].hull && cut.sides[1].hull) *part_at(b, b->parts.count++) = cut.sides[1];
    return CAROM_OK;
}

static carom_status split_parts(decomposition_builder *b) {
    const size_t most = b->hull_limit > 1 ? 2 * b->hull_limit : 1;
    solid_piece piece;
    carom_status status = carom_array_reserve(&b->parts, most, sizeof(solid_part), b->whole.from);
    if (status == CAROM_OK) status = carom_piece_create(&piece, &b->whole);
    if (status != CAROM_OK) return status;
    status = carom_part_create(b, &piece, part_at(b, 0));
    if (status != CAROM_OK) return status;
    b->parts.count = 1;
    /* A cut that leaves one side empty adds no part. */
    for (size_t cuts = 0; status == CAROM_OK && cuts < 2 * most && b->parts.count < most; cuts++) {
        solid_part *worst = part_to_split(b);
        if (!worst) break;
        b->is_stopped = b->stop && b->stop(b->user);
        if (b->is_stopped) break;
        status = split_part(b, worst);
    }
    return status;
}

/* ---- the answer */

/* Moves the hull out of `part`, or makes one of fewer vertices. */
static carom_status finish_part(decomposition_builder *b, solid_part *part, size_t vertex_limit,
                                carom_mesh_part *out) {
    const concavity_goal goal = {0.0, (double)INFINITY, 0.0625, b->resolution, FINAL_BOXES};
    carom_hull *hull = part->hull;
    carom_status status = CAROM_OK;
    if (vertex_limit > 0 && (size_t)carom_hull_vertex_count(hull) > vertex_limit) {
        const carom_hull *const alone[2] = {hull, NULL};
        status = carom_part_join(b, alone, vertex_limit, &hull);
        if (status != CAROM_OK) return status;
        carom_hull_destroy(part->hull);
        part->hull = hull;
    }
    concavity measured;
    status = carom_part_measure(b, hull, &goal, &measured);
    if (status != CAROM_OK) return status;
    out->hull = hull;
    part->hull = NULL;
    out->concavity = real_up(min2(measured.high, part->measured.high));
    out->attained = real_down(measured.low);
    out->farthest = store3(measured.farthest);
    out->omitted =
        real_up(LENGTH_UP * (b->cut_rounding + part->rounding + (double)carom_hull_omitted(hull)));
    return CAROM_OK;
}

static carom_status finish_parts(decomposition_builder *b, const carom_mesh_decomposition_def *def,
                                 carom_mesh_decomposition *out) {
    carom_mesh_part *parts = carom_alloc(b->whole.from, b->parts.count, sizeof *parts);
    if (!parts) return CAROM_ERROR_MEMORY;
    out->parts = parts;
    for (size_t i = 0; i < b->parts.count; i++)
        if (part_at(b, i)->hull)
            b->cut_rounding = max2(b->cut_rounding, part_at(b, i)->cut_rounding);
    for (size_t i = 0; i < b->parts.count; i++) {
        if (!part_at(b, i)->hull) continue;
        carom_mesh_part *part = &parts[out->count];
        carom_status status = finish_part(b, part_at(b, i), def->vertex_limit, part);
        if (status != CAROM_OK) return status;
        out->count++;
        if (part->concavity > out->concavity) out->concavity = part->concavity;
        if (part->omitted > out->omitted) out->omitted = part->omitted;
    }
    out->is_within_goal = (double)out->concavity <= b->goal;
    return CAROM_OK;
}

static carom_status decompose(decomposition_builder *b, const carom_mesh_decomposition_def *def,
                              carom_mesh_decomposition *out) {
    carom_mesh_rim *rim = NULL;
    carom_status status = measure_solid(&b->whole, def->mesh);
    if (status == CAROM_OK && b->whole.solid.method == CAROM_SIGN_WINDING)
        status = carom_mesh_rim_create(&rim, def->mesh, b->whole.from);
    b->whole.solid.rim = rim;
    b->goal = def->concavity > 0 ? (double)def->concavity : b->whole.diagonal * DEFAULT_CONCAVITY;
    b->resolution = b->whole.diagonal * RESOLUTION;
    if (status == CAROM_OK) status = split_parts(b);
    if (status == CAROM_OK) status = carom_merge_parts(b);
    if (status == CAROM_OK) status = finish_parts(b, def, out);
    for (size_t i = 0; i < b->parts.count; i++)
        carom_part_release(b, part_at(b, i));
    carom_array_release(&b->parts, b->whole.from);
    carom_array_release(&b->scratch, b->whole.from);
    carom_mesh_rim_destroy(rim);
    return status;
}

carom_status carom_mesh_decomposition_create(carom_mesh_decomposition **decomposition,
                                             const carom_mesh_decomposition_def *def) {
    carom_status status = decomposition ? check_definition(def) : CAROM_ERROR_ARGUMENT;
    if (status != CAROM_OK) return status;
    carom_mesh_decomposition *out = carom_alloc(&def->allocator, 1, sizeof *out);
    if (!out) return CAROM_ERROR_MEMORY;
    *out = (carom_mesh_decomposition){.allocator = def->allocator};
    decomposition_builder b = {.stop = def->stop, .user = def->user};
    b.whole.from = &out->allocator;
    b.hull_limit = def->hull_limit > 0 ? def->hull_limit : DEFAULT_HULLS;
    status = decompose(&b, def, out);
    if (status == CAROM_OK)
        *decomposition = out;
    else
        carom_mesh_decomposition_destroy(out);
    return status;
}

void carom_mesh_decomposition_destroy(carom_mesh_decomposition *decomposition) {
    if (!decomposition) return;
    const carom_allocator allocator = decomposition->allocator;
    for (size_t i = 0; i < decomposition->count; i++)
        carom_hull_destroy((carom_hull *)(uintptr_t)decomposition->parts[i].hull);
    carom_free(&allocator, (void *)(uintptr_t)decomposition->parts);
    carom_free(&allocator, decomposition);
}
