/* No algorithm of its own: the list of solvers of a pair under a verb, read from the table that
 * the verbs walk, so that the two cannot differ: for each solver the first fact that applies, and
 * for the convex engine one for each of its steps. */
#include "dispatch/solver_facts.h"
#include "pair/closest_table.h"
#include "pair/overlap_table.h"
#include "pair/raycast_table.h"
#include "pair/sweep_table.h"
#include "pair/volume_tables.h"

static bool has_closed_form(carom_verb verb, carom_shape_kind a, carom_shape_kind b) {
    const carom_shape_kind p = a < b ? a : b, q = a < b ? b : a;
    switch (verb) {
    case CAROM_VERB_OVERLAP: return carom_overlap_table[p][q] != NULL;
    case CAROM_VERB_CLASSIFY: return carom_classify_table[p][q] != NULL;
    case CAROM_VERB_CLOSEST: return carom_closest_table[p][q] != NULL;
    case CAROM_VERB_RAYCAST: return carom_raycast_table[a][b] != NULL;
    case CAROM_VERB_SWEEP: return carom_sweep_table[p][q] || carom_sweep_table[q][p];
    case CAROM_VERB_PENETRATION: return carom_penetration_table[p][q] != NULL;
    case CAROM_VERB_TOI: return true; /* the facts name the kinds */
    default: return false;
    }
}

static bool fact_applies(const solver_fact *fact, carom_verb verb, carom_shape_kind a,
                         carom_shape_kind b) {
    const uint32_t p = 1u << a, q = 1u << b;
    return (fact->verbs & 1u << verb) && (((fact->kinds[0] & p) && (fact->kinds[1] & q)) ||
                                          ((fact->kinds[0] & q) && (fact->kinds[1] & p)));
}

typedef struct solver_listing {
    carom_solver *list;
    int32_t count, capacity;
} solver_listing;

static void add_solver(solver_listing *out, const carom_solver *entry) {
    if (out->count < out->capacity) out->list[out->count] = *entry;
    out->count++;
}

/* @return true when the solver always answers, so that none after it is tried */
static bool add_facts(solver_listing *out, pair_solver solver, carom_verb verb, carom_shape_kind a,
                      carom_shape_kind b) {
    if (solver == SOLVER_CLOSED_FORM && !has_closed_form(verb, a, b)) return false;
    for (int32_t i = 0; i < carom_solver_fact_count; i++) {
        const solver_fact *fact = &carom_solver_facts[i];
        if (fact->solver != solver || !fact_applies(fact, verb, a, b)) continue;
        add_solver(out, &fact->entry);
        if (fact->last) return true;
        if (solver != SOLVER_CONVEX_ENGINE) return false;
    }
    return false;
}

int32_t carom_shape_solvers(carom_verb verb, carom_shape_kind a, carom_shape_kind b,
                            carom_solver *list, int32_t capacity) {
    solver_listing out = {list, 0, capacity};
    if (!carom_shape_supports(verb, a, b)) return 0;
    if (is_placed_kind(a) || is_placed_kind(b)) {
        const bool compound = a == CAROM_SHAPE_COMPOUND || b == CAROM_SHAPE_COMPOUND;
        const solver_fact *facts = compound ? carom_compound_facts : carom_surface_facts;
        const int32_t count = compound ? carom_compound_fact_count : carom_surface_fact_count;
        for (int32_t i = 0; i < count; i++)
            if (fact_applies(&facts[i], verb, a, b)) add_solver(&out, &facts[i].entry);
        return out.count;
    }
    for (solver_list left = carom_solver_order[a][b]; left; left >>= 4)
        if (add_facts(&out, first_solver(left), verb, a, b)) break;
    return out.count;
}
