/* Penetration depth of two mesh solids (own method): the largest of the directed depths A in B
 * and B in A, searched alternately so that the best depth of one prunes the other. The result is
 * a lower bound realised by its points and an upper bound, within the wanted accuracy unless the
 * step limit ends the search. With a threshold the search is a decision problem: while no deeper
 * point is known, parts are dropped only when they are no deeper than the threshold; one that
 * remains proves that it is exceeded. Accuracy and step limit count from then on. */
#include "core/workspace.h"
#include "mesh/depth/depth_search.h"

#define DEPTH_STEPS 16384
/* Budget of a round before the threshold is decided: no limit. */
#define UNDECIDED_BUDGET (UINT64_MAX / 2)

static void start_pair(separation_search *out, const carom_placed_mesh *own,
                       const carom_placed_mesh *solid, const placed_frame *own_frame,
                       const placed_frame *solid_frame) {
    out->own = own;
    out->solid = solid;
    out->own_frame = own_frame;
    out->solid_frame = solid_frame;
    out->solidity = carom_solidity_in_use(solid);
    out->separated_count = 0;
    out->budget = 0;
}

static void take_best(depth_search *s, double best) {
    if (best > s->best) s->cache.cut_count = 0;
    s->best = best;
}

static bool is_stopped(const carom_mesh_depth_def *def) {
    return def && def->stop && def->stop(def->user);
}

/* Runs both directions in rounds. Within a round they exchange nothing, so their order does not
 * matter; after it each receives the best of both. Steps do not count before a threshold is
 * decided.
 * @return the budget spent. */
static uint64_t run_both(depth_search s[2], const carom_mesh_depth_def *def) {
    uint64_t limit = (uint64_t)(def && def->steps ? def->steps : DEPTH_STEPS) * STEP_COST;
    uint64_t spent = 0;
    while (!depth_is_empty(&s[0].heap) || !depth_is_empty(&s[1].heap)) {
        uint64_t left = is_undecided(&s[0]) ? UNDECIDED_BUDGET : limit - spent;
        if (!is_undecided(&s[0]) && spent >= limit) break;
        if (is_stopped(def)) break;
        bool both = !depth_is_empty(&s[0].heap) && !depth_is_empty(&s[1].heap);
        uint64_t share = both ? left - left / 2 : left;
        for (int i = 0; i < 2; i++)
            if (!depth_is_empty(&s[i].heap)) spent += carom_depth_search_run(&s[i], share);
        double best = max2(s[0].best, s[1].best);
        for (int i = 0; i < 2; i++)
            take_best(&s[i], best);
    }
    depth_drop_all(&s[0].heap);
    depth_drop_all(&s[1].heap);
    return spent;
}

static bool is_lower_corner(vec3 a, vec3 b) {
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

/* Returns the direction with the deepest point; ties go to the lexicographically lower point. */
static int deeper_direction(const depth_search s[2]) {
    if (s[0].own != s[1].own) return s[1].own > s[0].own;
    return is_lower_corner(s[1].deepest, s[0].deepest);
}

_Static_assert(2 * sizeof(depth_search) <= WORKSPACE_SURFACE_BYTES, "the block holds both");

carom_mesh_penetration carom_penetrate_mesh_mesh(const carom_placed_mesh *a,
                                                 const carom_placed_mesh *b,
                                                 const carom_mesh_depth_def *def) {
    carom_mesh_penetration out = {.certainty = CAROM_CONVERGED};
    pair_frame f;
    if (!carom_pair_frame(&f, a, b)) return out;
    depth_search *s = carom_workspace_take(WORKSPACE_SURFACE); /* of both */
    start_pair(&s[0].pair, a, b, &f.a, &f.b);
    start_pair(&s[1].pair, b, a, &f.b, &f.a);
    for (int i = 0; i < 2; i++)
        carom_depth_search_start(&s[i], def);
    out.steps = run_both(s, def) / STEP_COST;
    double bound = max2(s[0].best, max2(s[0].heap.dropped, s[1].heap.dropped));
    if (is_undecided(&s[0]) && bound <= s[0].floor) bound = min2(bound, s[0].threshold);
    out.depth = (carom_real)s[0].best;
    out.bound = (carom_real)bound;
    if (s[0].best > 0.0) {
        int b_in_a = deeper_direction(s);
        const depth_search *deeper = &s[b_in_a];
        vec3 on_a = b_in_a ? deeper->surface : deeper->deepest;
        vec3 on_b = b_in_a ? deeper->deepest : deeper->surface;
        out.normal = store3(carom_normalize_or(sub3(on_a, on_b), vec(0, 0, 1)));
        out.point_a = store3(on_a);
        out.point_b = store3(on_b);
        out.inside_is_b = b_in_a;
    }
    if (is_worth_measuring(&s[0], bound)) out.certainty = CAROM_LIMIT;
    carom_workspace_give(s);
    return out;
}
