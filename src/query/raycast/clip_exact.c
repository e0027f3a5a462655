/* Liang-Barsky clipping [LiangBarsky84] of a range of t, exact: its ends are quotients -constant /
 * slope of exact sums of products. Two quotients are compared by the sign of their cross-multiplied
 * difference, which is again a sum of products [Shewchuk97]: no division, no rounding. The path's
 * own t_min and t_max have the same form (slope -1), so one function makes every comparison. */
#include "query/raycast/clip_exact.h"

static void bound_at(exact_bound *bound, double t) {
    *bound = (exact_bound){.unbounded = !finite1(t), .slope_sign = -1, .tag = -1};
    bound->form.constant[0] = (exact_term){{{t, 0.0}}, 1, false};
    bound->form.slope[0] = (exact_term){{{-1.0, 0.0}}, 1, false};
    bound->form.constant_count = 1;
    bound->form.slope_count = 1;
}

void carom_exact_range_begin(exact_range *range, const ray_path *path) {
    bound_at(&range->enter, path->t_min);
    bound_at(&range->leave, path->t_max);
    range->empty = path->t_min > path->t_max;
}

/* Appends f's constant times g's slope, negated on request, to the terms. */
static int append_products(exact_term *terms, int count, const linear_form *f, const linear_form *g,
                           bool negative) {
    for (int i = 0; i < f->constant_count; i++)
        for (int j = 0; j < g->slope_count; j++) {
            exact_term term = f->constant[i];
            for (int k = 0; k < g->slope[j].count; k++)
                term.factor[term.count++] = g->slope[j].factor[k];
            term.negative = (f->constant[i].negative != g->slope[j].negative) != negative;
            terms[count++] = term;
        }
    return count;
}

/* Sign of a - b for bounded a and b. */
static int compare_bounds(const exact_bound *a, const exact_bound *b) {
    exact_term terms[72];
    int count = append_products(terms, 0, &b->form, &a->form, false);
    count = append_products(terms, count, &a->form, &b->form, true);
    return carom_exact_sign(terms, count) * a->slope_sign * b->slope_sign;
}

void carom_exact_range_cut(exact_range *range, const linear_form *form, int tag) {
    if (range->empty) return;
    exact_bound bound = {.form = *form, .tag = tag};
    bound.slope_sign = carom_exact_sign(form->slope, form->slope_count);
    if (bound.slope_sign == 0) {
        range->empty = carom_exact_sign(form->constant, form->constant_count) < 0;
        return;
    }
    bool enters = bound.slope_sign > 0;
    exact_bound *own = enters ? &range->enter : &range->leave;
    int tighter = enters ? 1 : -1;
    if (!own->unbounded && compare_bounds(&bound, own) != tighter) return;
    *own = bound;
    range->empty = !range->enter.unbounded && !range->leave.unbounded &&
                   compare_bounds(&range->enter, &range->leave) > 0;
}

void carom_exact_range_slab(exact_range *range, const ray_path *path, int axis,
                            const double bounds[2]) {
    double origin = axis3(path->origin, axis);
    double tip = axis3(path->tip, axis), base = axis3(path->base, axis);
    linear_form low = {{{{{origin, bounds[0]}}, 1, false}}, {{{{tip, base}}, 1, false}}, 1, 1};
    linear_form high = {{{{{bounds[1], origin}}, 1, false}}, {{{{base, tip}}, 1, false}}, 1, 1};
    carom_exact_range_cut(range, &low, 2 * axis);
    carom_exact_range_cut(range, &high, 2 * axis + 1);
}

double carom_exact_bound_value(const exact_bound *bound, double unbounded) {
    if (bound->unbounded) return unbounded;
    const linear_form *form = &bound->form;
    if (bound->tag < 0) return form->constant[0].factor[0].hi;
    return -carom_exact_ratio(form->constant, form->constant_count, form->slope, form->slope_count);
}
