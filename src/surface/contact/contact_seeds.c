/* The deepest touches of distinct normals, in order; own method. They do not depend on the order in
 * which touches are found: distinct normals are kept by depth, with ties broken by normal and
 * triangle index. */
#include "surface/contact/contact_seeds.h"

#include "surface/tolerances.h"

/* Order of touches: weak ones last, then by depth, normal and triangle. */
static bool touch_comes_before(const surface_touch *a, const surface_touch *b) {
    if (a->weak != b->weak) return b->weak;
    if (a->depth != b->depth) return a->depth > b->depth;
    if (a->up.x != b->up.x) return a->up.x < b->up.x;
    if (a->up.y != b->up.y) return a->up.y < b->up.y;
    if (a->up.z != b->up.z) return a->up.z < b->up.z;
    return a->triangle < b->triangle;
}

/* Normals in one cell of a grid are the same but for rounding: so that this is an equivalence, and
 * the seeds do not depend on the order of touches. */
static vec3 cell_of(vec3 up) {
    return vec(floor(up.x * TOUCH_NORMAL_STEPS + 0.5), floor(up.y * TOUCH_NORMAL_STEPS + 0.5),
               floor(up.z * TOUCH_NORMAL_STEPS + 0.5));
}

/* @return the seed whose normal is in the cell, or the number of seeds */
static int seed_in_cell(const contact_walk *walk, vec3 cell) {
    int i = 0;
    while (i < walk->seed_count && !equal3(walk->cells[i], cell))
        i++;
    return i;
}

void carom_seed_keep(contact_walk *walk, const surface_touch *touch) {
    surface_touch *seeds = walk->seeds;
    const vec3 cell = cell_of(touch->up);
    const int same = seed_in_cell(walk, cell);
    int at = walk->seed_count;
    if (same < walk->seed_count) {
        if (!touch_comes_before(touch, &seeds[same])) return;
        at = same;
    } else if (at < CONTACT_SEEDS)
        walk->seed_count++;
    else if (touch_comes_before(touch, &seeds[at - 1]))
        at--;
    else
        return;
    for (; at > 0 && touch_comes_before(touch, &seeds[at - 1]); at--) {
        seeds[at] = seeds[at - 1];
        walk->cells[at] = walk->cells[at - 1];
    }
    seeds[at] = *touch;
    walk->cells[at] = cell;
}

/* Is an estimated normal so near to the border of its cell that the true one may be in another? */
static bool is_between_normals(vec3 up) {
    for (int i = 0; i < 3; i++) {
        const double step = axis3(up, i) * TOUCH_NORMAL_STEPS + 0.5;
        if (fabs(step - floor(step + 0.5)) < TOUCH_NORMAL_DOUBT) return true;
    }
    return false;
}

/* Does a touch, of which `depth` is an upper bound, certainly come after a seed? */
static bool is_certainly_after(const contact_walk *walk, double depth, const surface_touch *seed) {
    return !seed->weak && depth + walk->finder.slack < seed->depth;
}

bool carom_seed_possible(const contact_walk *walk, const kept_touch *touch) {
    const surface_touch *seeds = walk->seeds;
    const int count = walk->seed_count;
    const double most = (double)touch->most;
    const vec3 up = load3(touch->up);
    if (count == CONTACT_SEEDS && is_certainly_after(walk, most, &seeds[count - 1])) return false;
    if (touch->state == TOUCH_UNKNOWN) return true;
    if (touch->state == TOUCH_VERTEX && is_between_normals(up)) return true;
    const int same = seed_in_cell(walk, cell_of(up));
    return same == count || !is_certainly_after(walk, most, &seeds[same]);
}

/* Solves a seed that is estimated. */
static void solve_seed(contact_walk *walk, surface_touch *seed) {
    carom_triangle at;
    surface_touch solved;
    if (!seed->estimated) return;
    carom_surface_triangle(&walk->pair->on, seed->triangle, &at);
    if (!carom_touch_solve(&walk->finder, seed->triangle, &at, &solved)) return;
    seed->normal = solved.normal;
    seed->certainty = solved.certainty;
    seed->deepest = solved.deepest;
    seed->estimated = false;
}

void carom_seeds_choose(contact_walk *walk, int most) {
    int count = 0;
    for (int i = 0; i < walk->seed_count && count < most; i++) {
        bool apart = i == 0 || !walk->seeds[i].weak;
        for (int k = 0; k < count && apart; k++)
            apart = dot3(walk->seeds[k].up, walk->seeds[i].up) < SAME_FACING;
        if (apart) walk->seeds[count++] = walk->seeds[i];
    }
    walk->seed_count = count;
    for (int i = 0; i < count; i++)
        solve_seed(walk, &walk->seeds[i]);
}
