/* The motion nearest to a wish within half-spaces: a quadratic programme in three unknowns, solved
 * by trying active sets of one, two and three bounds (the conditions of Karush, Kuhn and Tucker).
 * Own method. The first set whose multipliers are not negative and whose solution keeps all other
 * bounds is the only minimum, so the answer does not depend on the order of bounds but for
 * rounding. The number of bounds is small, and mostly none or one is active. */
#include "mover/solver.h"
#include "mover/tolerances.h"

static double dot_of(const mover_bound *a, const mover_bound *b) {
    return dot3(a->normal, b->normal);
}

static bool keeps_all(vec3 x, const mover_bound *bounds, size_t count, double slack) {
    for (size_t i = 0; i < count; i++)
        if (dot3(bounds[i].normal, x) < bounds[i].least - slack) return false;
    return true;
}

/* The projection on the planes of one to three bounds; false where a multiplier is negative or the
 * normals depend on each other. */
static bool project_on_one(vec3 *x, vec3 wish, const mover_bound *a) {
    const double push = a->least - dot3(a->normal, wish);
    *x = mad3(wish, a->normal, push);
    return push >= 0.0;
}

static bool project_on_two(vec3 *x, vec3 wish, const mover_bound *a, const mover_bound *b) {
    const double c = dot_of(a, b), determinant = 1.0 - c * c;
    if (!(determinant > DEPENDENT_NORMALS)) return false;
    const double need_a = a->least - dot3(a->normal, wish),
                 need_b = b->least - dot3(b->normal, wish),
                 push_a = (need_a - c * need_b) / determinant,
                 push_b = (need_b - c * need_a) / determinant;
    *x = mad3(mad3(wish, a->normal, push_a), b->normal, push_b);
    return push_a >= 0.0 && push_b >= 0.0;
}

/* Three planes meet in one point, which does not depend on the wish; the multipliers are the
 * coordinates of what leads there in the three normals. */
static bool project_on_three(vec3 *x, vec3 wish, const mover_bound *const of[3]) {
    const vec3 bc = cross3(of[1]->normal, of[2]->normal), ca = cross3(of[2]->normal, of[0]->normal),
               ab = cross3(of[0]->normal, of[1]->normal);
    const double volume = dot3(of[0]->normal, bc);
    if (!(volume * volume > DEPENDENT_NORMALS)) return false;
    *x = scale3(
        add3(add3(scale3(bc, of[0]->least), scale3(ca, of[1]->least)), scale3(ab, of[2]->least)),
        1.0 / volume);
    const vec3 push = scale3(sub3(*x, wish), volume);
    return dot3(push, bc) >= 0.0 && dot3(push, ca) >= 0.0 && dot3(push, ab) >= 0.0;
}

static bool solve_with_three(vec3 *x, vec3 wish, const mover_bound *bounds, size_t count,
                             double slack) {
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            for (size_t k = j + 1; k < count; k++) {
                const mover_bound *const of[3] = {&bounds[i], &bounds[j], &bounds[k]};
                if (project_on_three(x, wish, of) && keeps_all(*x, bounds, count, slack))
                    return true;
            }
    return false;
}

static bool solve_within(vec3 *x, vec3 wish, const mover_bound *bounds, size_t count) {
    double size = max_abs3(wish);
    for (size_t i = 0; i < count; i++)
        size += fabs(bounds[i].least);
    const double slack = BOUND_SLACK * size;
    *x = wish;
    if (keeps_all(wish, bounds, count, slack)) return true;
    for (size_t i = 0; i < count; i++)
        if (project_on_one(x, wish, &bounds[i]) && keeps_all(*x, bounds, count, slack)) return true;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            if (project_on_two(x, wish, &bounds[i], &bounds[j]) &&
                keeps_all(*x, bounds, count, slack))
                return true;
    return solve_with_three(x, wish, bounds, count, slack);
}

vec3 carom_mover_solve(vec3 wish, const mover_bound *bounds, size_t count) {
    mover_bound relaxed[MOVER_BOUNDS];
    vec3 x;
    if (solve_within(&x, wish, bounds, count)) return x;
    for (size_t i = 0; i < count; i++)
        relaxed[i] = (mover_bound){bounds[i].normal, min2(bounds[i].least, 0.0)};
    return solve_within(&x, wish, relaxed, count) ? x : vec(0.0, 0.0, 0.0);
}
