/* Every triangle within the margin gives a touch: its depth, and its normal corrected at internal
 * edges. Only the deepest become seeds, so that most touches are neither solved nor measured: the
 * vertex at which a triangle is deepest gives the normal, and a bound on the depth along it. Those
 * with the greatest bounds are looked at first, and leave few others. Own method. */
#include "surface/contact/contact_touches.h"

#include "math/boxes.h"
#include "mesh/internal_edges.h"
#include "surface/contact/contact_seeds.h"
#include "surface/tolerances.h"

/* Steps of a bound on the depth, and about how many touches are looked at before all others. */
#define BOUND_STEPS 256
#define TOUCHES_FIRST 64

/* ---- touches */

static double contact_key(const void *context, vec3 low, vec3 high) {
    const contact_walk *walk = context;
    return carom_shape_bound_gap(&walk->pair->reach, low, high) <= walk->finder.margin ? 0.0
                                                                                       : DBL_MAX;
}

bool carom_contact_possible(contact_walk *walk, const carom_triangle *at) {
    const carom_aabb box = box_of_triangle(at);
    return contact_key(walk, load3(box.min), load3(box.max)) == 0.0 &&
           carom_touch_possible(&walk->finder, at);
}

/* @return the kept touch, or null where there is no room */
static kept_touch *keep_touch(contact_walk *walk, const kept_touch *touch, uint32_t visit) {
    if (walk->touch_count == CONTACT_TOUCHES) {
        if (walk->visits_kept == UINT32_MAX) walk->visits_kept = visit;
        return NULL;
    }
    walk->touches[walk->touch_count] = *touch;
    return &walk->touches[walk->touch_count++];
}

static kept_touch kept_of(const surface_touch *touch) {
    return (kept_touch){.up = store3(touch->up),
                        .triangle = touch->triangle,
                        .state = touch->weak        ? TOUCH_WEAK
                                 : touch->corrected ? TOUCH_CORRECTED
                                                    : TOUCH_UNCORRECTED};
}

/* @return the touch, if it is kept */
static kept_touch *solve_triangle(contact_walk *walk, uint32_t triangle, const carom_triangle *at,
                                  uint32_t visit) {
    surface_touch touch;
    if (!carom_contact_possible(walk, at) ||
        !carom_touch_solve(&walk->finder, triangle, at, &touch))
        return NULL;
    carom_seed_keep(walk, &touch);
    const kept_touch kept = kept_of(&touch);
    return touch.weak ? NULL : keep_touch(walk, &kept, visit);
}

void carom_contact_measure(contact_walk *walk, kept_touch *kept, const carom_triangle *at,
                           surface_touch *out) {
    *out = (surface_touch){
        .triangle = kept->triangle, .estimated = true, .corrected = true, .up = load3(kept->up)};
    carom_touch_measure(&walk->finder, at, out);
    kept->state = out->weak ? TOUCH_WEAK : TOUCH_CORRECTED;
}

void carom_contact_solve(contact_walk *walk, kept_touch *kept, const carom_triangle *at,
                         surface_touch *out) {
    const uint16_t entry = kept->entry;
    touch_table *table = &walk->table;
    kept->state = TOUCH_WEAK;
    if (!carom_touch_solve_alone(&walk->finder, kept->triangle, at, out)) return;
    const carom_vec3 up = store3(neg3(load3(out->normal))), point = out->deepest.point_b;
    const bool has_fans = table->is_whole && carom_table_is_inside(table, entry);
    carom_touch_correct(
        &walk->finder, at,
        has_fans ? carom_table_contact_normal(table, entry, point, up)
                 : carom_surface_contact_normal(&walk->pair->on, kept->triangle, point, up),
        out);
    *kept = kept_of(out);
    kept->entry = entry;
}

/* ---- bounds on depths */

/* The greatest depth along `up` below a triangle down to a plane that is above the whole shape. */
static double depth_to_plane(const touch_table *table, int entry, vec3 up,
                             const face_plane *plane) {
    const double cosine = -dot3(plane->normal, up);
    double height = -DBL_MAX;
    if (!(cosine > PLANE_COSINE)) return DBL_MAX;
    for (int k = 0; k < 3; k++)
        height = max2(height, plane->offset - dot3(plane->normal, table_position(table, entry, k)));
    return height / cosine;
}

/* The same down to the plane through the point of the shape that is nearest to a corner. */
static double depth_to_nearest(const touch_table *table, int entry, vec3 up, int corner) {
    const vertex_depth *near = &table_corner(table, entry, corner)->depth;
    const vec3 at = table_position(table, entry, corner);
    const face_plane plane = {near->normal, near->depth + dot3(near->normal, at)};
    return depth_to_plane(table, entry, up, &plane);
}

/* The same down to the face that is most nearly perpendicular to `up`. */
static double greatest_depth(contact_walk *walk, int entry, vec3 up) {
    const touch_table *table = &walk->table;
    if (!equal3(walk->face_up, up)) {
        walk->face = carom_face_plane(table->shape, neg3(up));
        walk->face_up = up;
    }
    return min2(depth_to_plane(table, entry, up, &walk->face), 2.0 * walk->finder.size);
}

/* The same, and down to the planes nearest to all corners. */
static double least_bound(contact_walk *walk, int entry, vec3 up) {
    double most = greatest_depth(walk, entry, up);
    for (int k = 0; k < 3; k++)
        most = min2(most, depth_to_nearest(&walk->table, entry, up, k));
    return most;
}

/* ---- offers to the seeds */

/* Would a touch that is not known come after all seeds with each normal that it may have? Costs a
 * tenth of the solution of a hull or cylinder. */
static bool is_after_seeds(contact_walk *walk, const kept_touch *kept, const carom_triangle *at) {
    touch_table *table = &walk->table;
    const vec3 face = table->triangle[kept->entry].face, vertex = load3(at->v[0]);
    const double slack = walk->finder.slack;
    if (walk->seed_count < CONTACT_SEEDS || walk->seeds[CONTACT_SEEDS - 1].weak) return false;
    const double least = walk->seeds[CONTACT_SEEDS - 1].depth;
    normal_ring ring;
    carom_table_ring(table, kept->entry, &ring);
    if (carom_table_most(table, kept->entry) + slack >= least) return false;
    for (int i = 0; i < ring.count; i++) {
        if (fabs(dot3(face, ring.face[i])) < WEAK_COSINE) continue;
        surface_touch touch = {.triangle = kept->triangle, .corrected = true};
        touch.up = carom_touch_side(&walk->finder, vertex, ring.face[i]);
        if (least_bound(walk, kept->entry, touch.up) + slack < least) continue;
        carom_touch_measure(&walk->finder, at, &touch);
        if (!touch.weak && touch.depth + slack >= least) return false;
    }
    return true;
}

/* Solves or measures a touch that may be a seed. */
static void offer_touch(contact_walk *walk, kept_touch *kept) {
    surface_touch touch;
    if (!carom_seed_possible(walk, kept)) return;
    const carom_triangle at = carom_table_triangle(&walk->table, kept->entry);
    touch.weak = true;
    if (kept->state == TOUCH_UNKNOWN && is_after_seeds(walk, kept, &at)) return;
    if (kept->state == TOUCH_OPEN)
        carom_contact_measure(walk, kept, &at, &touch);
    else
        carom_contact_solve(walk, kept, &at, &touch);
    if (touch.weak)
        walk->table.triangle[kept->entry].is_weak = true;
    else
        carom_seed_keep(walk, &touch);
}

/* ---- of a table */

static void keep_or_offer(contact_walk *walk, kept_touch *kept, uint32_t visit) {
    if (!keep_touch(walk, kept, visit)) offer_touch(walk, kept);
}

/* Of the touches of triangles at one vertex that are the same, the one of the first triangle may be
 * a seed, as it would be chosen. */
static void find_copy(contact_walk *walk, uint16_t vertex) {
    table_vertex *at = &walk->table.vertex[vertex];
    kept_touch *last = &walk->touches[walk->touch_count - 1];
    kept_touch *first = &walk->touches[at->touch];
    if (walk->visits_kept < UINT32_MAX) return;
    if (at->has_touch && equal_vec3(first->up, last->up)) {
        const bool is_before = last->triangle < first->triangle;
        (is_before ? first : last)->state = TOUCH_COPY;
        if (!is_before) return;
    }
    at->has_touch = true;
    at->touch = (uint16_t)(walk->touch_count - 1);
}

/* The touch of a triangle that is deepest at a corner. */
static void touch_at_corner(contact_walk *walk, int entry, int corner, uint32_t visit) {
    touch_table *table = &walk->table;
    table_triangle *t = &table->triangle[entry];
    const vertex_depth *depth = &table_corner(table, entry, corner)->depth;
    const carom_vec3 given = store3(neg3(depth->normal));
    const bool is_nowhere_over = carom_touch_is_nowhere_over(
        &walk->finder, t->face, table_position(table, entry, corner), depth->depth);
    t->is_weak = is_nowhere_over && carom_table_has_before(table, entry, corner, given);
    if (t->is_weak) return;
    kept_touch kept = {.up = carom_table_normal(table, entry, corner, given),
                       .triangle = t->index,
                       .entry = (uint16_t)entry,
                       .state = TOUCH_VERTEX,
                       .most = (float)depth->depth};
    vec3 up = load3(kept.up);
    if (is_corrected(up, load3(given))) {
        t->is_weak = is_nowhere_over || fabs(dot3(t->face, up)) < WEAK_COSINE;
        if (t->is_weak) return;
        up = carom_touch_side(&walk->finder, table_position(table, entry, 0), up);
        kept.up = store3(up);
        kept.state = TOUCH_OPEN;
        kept.most = (float)min2(greatest_depth(walk, entry, up),
                                depth_to_nearest(table, entry, up, corner));
    }
    keep_or_offer(walk, &kept, visit);
    if (kept.state == TOUCH_VERTEX) find_copy(walk, t->corner[corner]);
}

/* May the normal of the touch be uncorrected, along which the depth is at most `most`? Not in the
 * middle of a plane, if the depth along that is greater. */
static bool may_be_uncorrected(contact_walk *walk, int entry, const normal_ring *ring,
                               double most) {
    const touch_table *table = &walk->table;
    const vec3 n = table->triangle[entry].face;
    if (!ring->in_plane) return true;
    const vec3 *ends = carom_touch_width(&walk->finder, n);
    double low = DBL_MAX, high = -DBL_MAX;
    for (int k = 0; k < 3; k++) {
        const double height = dot3(n, table_position(table, entry, k));
        low = min2(low, height);
        high = max2(high, height);
    }
    const double depth = min2(high - dot3(n, ends[0]), dot3(n, ends[1]) - low);
    return !(depth - PLANE_LEAN * walk->finder.size > most);
}

/* The greatest depth of the touch if its normal is corrected; -DBL_MAX where it is weak then. */
static double most_if_corrected(contact_walk *walk, int entry, const normal_ring *ring,
                                double pair_depth) {
    const touch_table *table = &walk->table;
    const vec3 face = table->triangle[entry].face;
    const vec3 vertex = table_position(table, entry, 0);
    double most = -DBL_MAX;
    if (carom_touch_is_nowhere_over(&walk->finder, face, vertex, pair_depth)) return most;
    for (int i = 0; i < ring->count; i++) {
        if (fabs(dot3(face, ring->face[i])) < WEAK_COSINE) continue;
        const vec3 up = carom_touch_side(&walk->finder, vertex, ring->face[i]);
        most = max2(most, least_bound(walk, entry, up));
    }
    return most;
}

static void solve_entry(contact_walk *walk, int entry, uint32_t visit) {
    const carom_triangle at = carom_table_triangle(&walk->table, entry);
    kept_touch *kept = solve_triangle(walk, walk->table.triangle[entry].index, &at, visit);
    if (kept) kept->entry = (uint16_t)entry;
}

/* The touch of a triangle inside of the shape that is deepest at no corner. */
static void touch_inside(contact_walk *walk, int entry, double depth, uint32_t visit) {
    table_triangle *t = &walk->table.triangle[entry];
    kept_touch kept = {.triangle = t->index, .entry = (uint16_t)entry, .state = TOUCH_UNKNOWN};
    normal_ring ring;
    carom_table_ring(&walk->table, entry, &ring);
    if (ring.count == 0 || max_abs3(t->face) == 0.0) {
        solve_entry(walk, entry, visit);
        return;
    }
    double most = most_if_corrected(walk, entry, &ring, depth);
    if (may_be_uncorrected(walk, entry, &ring, depth))
        most = max2(most, depth);
    else if (most == -DBL_MAX)
        t->is_weak = true;
    else if (ring.in_plane) {
        kept.up = store3(
            carom_touch_side(&walk->finder, table_position(&walk->table, entry, 0), t->face));
        kept.state = TOUCH_OPEN;
    }
    kept.most = (float)most;
    if (!t->is_weak) keep_or_offer(walk, &kept, visit);
}

static int step_of_bound(const kept_touch *touch, const float range[2]) {
    return (int)((touch->most - range[0]) / (range[1] - range[0]) * (BOUND_STEPS - 1));
}

static bool is_candidate(const kept_touch *touch) {
    return touch->state == TOUCH_VERTEX || touch->state == TOUCH_OPEN ||
           touch->state == TOUCH_UNKNOWN;
}

/* Those with the greatest bounds come first, and those that are not known last: they cost most, and
 * with all seeds at hand few are solved. */
static int turn_of(const kept_touch *touch, const float range[2], int step) {
    return touch->state == TOUCH_UNKNOWN ? 2 : step_of_bound(touch, range) < step;
}

/* Looks at the touches from `first` on that may be seeds. */
static void offer_touches(contact_walk *walk, int first) {
    int count[BOUND_STEPS] = {0}, step = BOUND_STEPS;
    float range[2] = {FLT_MAX, -FLT_MAX};
    for (int i = first; i < walk->touch_count; i++) {
        const kept_touch *t = &walk->touches[i];
        if (!is_candidate(t)) continue;
        range[0] = t->most < range[0] ? t->most : range[0];
        range[1] = t->most > range[1] ? t->most : range[1];
    }
    if (!(range[0] <= range[1])) return;
    if (range[0] == range[1]) range[0] = -FLT_MAX;
    for (int i = first; i < walk->touch_count; i++)
        if (is_candidate(&walk->touches[i])) count[step_of_bound(&walk->touches[i], range)]++;
    for (int sum = 0; step > 0 && sum < TOUCHES_FIRST;)
        sum += count[--step];
    for (int turn = 0; turn < 3; turn++)
        for (int i = first; i < walk->touch_count; i++) {
            kept_touch *t = &walk->touches[i];
            if (is_candidate(t) && turn_of(t, range, step) == turn) offer_touch(walk, t);
        }
}

/* A lower bound on the depth of a triangle. */
static double least_depth(const touch_table *table, int i) {
    return max2(
        table_corner(table, i, 0)->depth.depth,
        max2(table_corner(table, i, 1)->depth.depth, table_corner(table, i, 2)->depth.depth));
}

/* Without any touch that is not weak, the deepest of the others is the seed. */
static void offer_weak(contact_walk *walk) {
    const touch_table *table = &walk->table;
    double least = walk->seed_count > 0 ? walk->seeds[0].depth : -DBL_MAX;
    for (int i = 0; i < table->triangle_count; i++)
        if (table->triangle[i].is_weak) least = max2(least, least_depth(table, i));
    least -= 2.0 * walk->finder.slack;
    for (int i = 0; i < table->triangle_count; i++) {
        surface_touch touch;
        if (!table->triangle[i].is_weak || carom_table_most(table, i) < least) continue;
        const carom_triangle at = carom_table_triangle(table, i);
        if (carom_touch_solve(&walk->finder, table->triangle[i].index, &at, &touch))
            carom_seed_keep(walk, &touch);
    }
}

/* Finds the touch of a triangle in the table. */
static void touch_of_entry(contact_walk *walk, int i, uint32_t visit) {
    const touch_table *table = &walk->table;
    const int corner = carom_table_deepest(table, i);
    if (corner >= 0) {
        touch_at_corner(walk, i, corner, visit);
        return;
    }
    const double most = carom_table_most(table, i);
    if (most < -(walk->finder.margin + walk->finder.slack)) return;
    if (table->is_whole && carom_table_is_inside(table, i)) {
        touch_inside(walk, i, most, visit);
        return;
    }
    solve_entry(walk, i, visit);
}

/* Finds the touches of the triangles in the table. */
static void find_touches(contact_walk *walk) {
    touch_table *table = &walk->table;
    const int first = walk->touch_count;
    carom_table_close(table);
    for (int i = 0; i < table->triangle_count; i++)
        touch_of_entry(walk, i, walk->visits_before + (uint32_t)i);
    offer_touches(walk, first);
    if (walk->seed_count == 0 || walk->seeds[0].weak) offer_weak(walk);
    walk->visits_before += (uint32_t)table->triangle_count;
}

/* ---- traversal */

static void add_to_table(contact_walk *walk, uint32_t triangle, const carom_triangle *at) {
    if (carom_table_add(&walk->table, triangle, at)) return;
    walk->table.is_whole = false;
    find_touches(walk);
    carom_table_clear(&walk->table);
    (void)carom_table_add(&walk->table, triangle, at);
}

static void begin_table(contact_walk *walk) {
    touch_table *table = &walk->table;
    table->on = &walk->pair->on;
    table->shape = &walk->finder.view.shape;
    table->slack = walk->finder.slack;
    table->is_whole = true;
    carom_table_clear(table);
    for (int i = 0; i < walk->listed; i++) {
        carom_triangle at;
        (void)carom_surface_triangle(table->on, walk->list[i], &at);
        add_to_table(walk, walk->list[i], &at);
    }
}

static void touch_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    contact_walk *walk = context;
    const uint32_t visit = walk->visited++;
    if (!walk->finder.has_depths) {
        (void)solve_triangle(walk, triangle, at, visit);
        return;
    }
    if (visit < TOUCHES_LISTED) {
        walk->list[walk->listed++] = triangle;
        return;
    }
    if (visit == TOUCHES_LISTED) begin_table(walk);
    add_to_table(walk, triangle, at);
}

static void solve_listed(contact_walk *walk) {
    for (int i = 0; i < walk->listed; i++) {
        carom_triangle at;
        (void)carom_surface_triangle(&walk->pair->on, walk->list[i], &at);
        (void)solve_triangle(walk, walk->list[i], &at, (uint32_t)i);
    }
}

void carom_contact_visit(contact_walk *walk, surface_leaf *leaf, void *context) {
    const surface_visitor by = {contact_key, leaf, context, &walk->limit,
                                WORKSPACE_TRIANGLES_OF_PAIR};
    walk->visited = 0;
    carom_surface_visit_leaves(&walk->pair->on, &by);
}

void carom_contact_find(contact_walk *walk, const surface_query *pair,
                        const carom_contact_manifold *request) {
    walk->pair = pair;
    walk->margin = request->margin;
    walk->capacity = request->capacity;
    walk->limit = 0.0;
    walk->touch_count = walk->seed_count = walk->listed = 0;
    walk->visits_before = 0;
    walk->face_up = vec(0, 0, 0);
    walk->has_table = false;
    walk->visits_kept = UINT32_MAX;
    carom_touch_start(&walk->finder, pair, (double)request->margin);
    carom_contact_visit(walk, touch_leaf, walk);
    if (walk->visited <= TOUCHES_LISTED || !walk->finder.has_depths) {
        solve_listed(walk);
        return;
    }
    find_touches(walk);
    walk->has_table = walk->table.is_whole;
}
