/* Liang-Barsky clipping [LiangBarsky84] of a range of t, exact: its ends are quotients -constant /
 * slope of exact sums of products. Two quotients are compared by the sign of their cross-multiplied
 * difference, which is again a sum of products [Shewchuk97]: no division, no rounding. The path's
 * own t_min and t_max have the same form (slope -1), so one function makes every comparison. */
#include "query/raycast/clip_exact.h"

static void bound_at(exact_bound *bound, double t) {
    *bound = (exact_bound){.unbounded = !finite1(t), .slope_sign = -1, .tag = -1};
    bound->form.constant[0] = (linear_term){{{t, 0.0}}, 1, false};
    bound->form.slope[0] = (linear_term){{{-1.0, 0.0}}, 1, false};
    bound->form.constant_count = 1;
    bound->form.slope_count = 1;
}

void carom_determinant_form(linear_term terms[6], const vec3 span[6], bool negative) {
    for (int i = 0; i < 3; i++)
        for (int turn = 1; turn < 3; turn++) {
            int j = (i + turn) % 3, k = (i + 3 - turn) % 3;
            exact_factor u = {axis3(span[1], i), axis3(span[0], i)};
            exact_factor v = {axis3(span[3], j), axis3(span[2], j)};
            exact_factor w = {axis3(span[5], k), axis3(span[4], k)};
            terms[2 * i + turn - 1] = (linear_term){{u, v, w}, 3, (turn == 2) != negative};
        }
}

void carom_exact_range_begin(exact_range *range, const ray_path *path) {
    bound_at(&range->enter, path->t_min);
    bound_at(&range->leave, path->t_max);
    range->empty = path->t_min > path->t_max;
}

static void multiply_term(exact_term *term, const linear_term *by) {
    for (int k = 0; k < by->count; k++)
        term->factor[term->count++] = by->factor[k];
    term->negative = term->negative != by->negative;
}

/* Adds the terms, each times another one. */
static void add_linear(exact_sum *sum, const linear_term *terms, int count, const exact_term *by) {
    for (int i = 0; i < count; i++) {
        exact_term term = *by;
        multiply_term(&term, &terms[i]);
        carom_exact_add(sum, &term);
    }
}

static void set_linear(exact_sum *sum, const linear_term *terms, int count) {
    exact_sum_begin(sum);
    add_linear(sum, terms, count, &(exact_term){.count = 0});
}

CAROM_NOINLINE int carom_linear_sign(const linear_term *terms, int count) {
    exact_sum *sum = carom_workspace_take(WORKSPACE_SUM);
    set_linear(sum, terms, count);
    const int sign = carom_exact_sum_sign(sum);
    carom_workspace_give(sum);
    return sign;
}

/* Adds f's constant times g's slope, negated on request. */
static void add_products(exact_sum *sum, const linear_form *f, const linear_form *g,
                         bool negative) {
    for (int j = 0; j < g->slope_count; j++) {
        exact_term slope = {.count = 0, .negative = negative};
        multiply_term(&slope, &g->slope[j]);
        add_linear(sum, f->constant, f->constant_count, &slope);
    }
}

/* Sign of a - b for bounded a and b. */
static CAROM_NOINLINE int compare_bounds(const exact_bound *a, const exact_bound *b) {
    exact_sum *sum = carom_workspace_take(WORKSPACE_SUM);
    exact_sum_begin(sum);
    add_products(sum, &b->form, &a->form, false);
    add_products(sum, &a->form, &b->form, true);
    const int sign = carom_exact_sum_sign(sum) * a->slope_sign * b->slope_sign;
    carom_workspace_give(sum);
    return sign;
}

void carom_exact_range_cut(exact_range *range, const linear_form *form, int tag) {
    if (range->empty) return;
    exact_bound bound = {.form = *form, .tag = tag};
    bound.slope_sign = carom_linear_sign(form->slope, form->slope_count);
    if (bound.slope_sign == 0) {
        range->empty = carom_linear_sign(form->constant, form->constant_count) < 0;
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
    exact_sum *constant = carom_workspace_take(WORKSPACE_SUM), *slope = constant + 1;
    set_linear(constant, form->constant, form->constant_count);
    set_linear(slope, form->slope, form->slope_count);
    const double value = -carom_exact_quotient(constant, slope);
    carom_workspace_give(constant);
    return value;
}
