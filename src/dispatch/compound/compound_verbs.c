/* Overlap, relation, closest points, ray casts and depth of a compound: branch and bound over the
 * hierarchy of its children [Wald08], nearest first, where each child is answered by the solvers of
 * its own pair. A box that is left out holds no child with a better answer, so the answer is that
 * of brute force over the children, ties to the lower one. */
#include "dispatch/compound/compound_verbs.h"

#include "dispatch/compound/compound_contains.h"
#include "dispatch/compound/compound_gap.h"
#include "dispatch/compound/compound_parts.h"
#include "dispatch/compound/tolerances.h"
#include "mesh/ray/path_box.h"

/* ---- overlap */

static bool overlap_leaf(void *context, uint32_t child) {
    compound_pair *pair = context;
    choose_child(pair, child);
    if (!part_overlap(pair->parts[0], pair->parts[1])) return true;
    pair->of = NULL; /* found */
    return false;
}

bool carom_overlap_with_compound(const carom_posed_shape *a, const carom_posed_shape *b) {
    compound_pair pair;
    if (!carom_compound_pair_start(&pair, a, b)) return false;
    carom_compound_visit(&pair, 0, overlap_leaf, &pair);
    return !pair.of;
}

typedef struct within_walk {
    compound_pair pair;
    carom_real distance;
    bool near;
} within_walk;

static bool within_leaf(void *context, uint32_t child) {
    within_walk *w = context;
    choose_child(&w->pair, child);
    w->near = part_within(w->pair.parts[0], w->pair.parts[1], w->distance);
    return !w->near;
}

bool carom_within_with_compound(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_real distance) {
    within_walk w = {.distance = distance};
    if (!carom_compound_pair_start(&w.pair, a, b)) return false;
    carom_compound_visit(&w.pair, distance, within_leaf, &w);
    return w.near;
}

/* ---- classify */

typedef struct relation_walk {
    compound_pair pair;
    size_t held, tried; /* children that are inside the other shape, of those that were asked */
    bool holds, meets;
} relation_walk;

/* Once one child is outside in part and one meets, an implicit child matters only where it may hold
 * the other shape. */
static bool says_nothing(const relation_walk *w, uint32_t index) {
    const carom_compound *c = w->pair.of;
    if (c->form == COMPOUND_GIVEN || !w->meets || w->held == w->tried) return false;
    const carom_aabb box = place_box(c, place_of(c, index)), *other = &w->pair.reach;
    const carom_aabb both = box_union(&box, other);
    const vec3 more =
        sub3(sub3(load3(both.max), load3(both.min)), sub3(load3(box.max), load3(box.min)));
    const double size = max2(max_abs3(load3(both.min)), max_abs3(load3(both.max)));
    return max_abs3(more) > COMPOUND_REACH_ROUNDING * size;
}

/* Equal sets hold each other, and of them A answers CONTAINS: so the child is A, and where it holds
 * the other shape that is asked, too. */
static bool relation_leaf(void *context, uint32_t index) {
    relation_walk *w = context;
    if (says_nothing(w, index)) return true;
    choose_child(&w->pair, index);
    const carom_posed_shape *child = w->pair.parts[w->pair.side];
    const carom_posed_shape *other = w->pair.parts[!w->pair.side];
    const carom_relation relation = part_classify(child, other);
    const bool holds = relation == CAROM_CONTAINS;
    w->tried++;
    w->held += relation == CAROM_INSIDE || (holds && part_classify(other, child) == CAROM_CONTAINS);
    w->holds |= holds;
    w->meets |= relation != CAROM_DISJOINT;
    return true;
}

/* The compound holds what a child holds, and is held where all children are. */
carom_relation carom_classify_with_compound(const carom_posed_shape *a,
                                            const carom_posed_shape *b) {
    relation_walk w = {.held = 0};
    if (!carom_compound_pair_start(&w.pair, a, b)) return CAROM_DISJOINT;
    carom_compound_visit(&w.pair, 0, relation_leaf, &w);
    if (!w.meets) return CAROM_DISJOINT;
    if (!w.holds) w.holds = carom_voxels_contain(&w.pair);
    const bool held = w.held == w.pair.of->count;
    const bool contains[2] = {w.holds, held}; /* the compound the other, and the other it */
    if (contains[w.pair.side]) return CAROM_CONTAINS;
    return contains[!w.pair.side] ? CAROM_INSIDE : CAROM_INTERSECTS;
}

/* ---- closest points */

typedef struct closest_walk {
    compound_pair pair;
    vec3 reach[2];
    double radius; /* of a ball, whose reach is its centre */
    gap_plane plane;
    carom_closest_any best;
    carom_real most;       /* no child that is farther is wanted */
    carom_real lower;      /* the least lower bound of a child, */
    carom_certainty doubt; /* and that child's certainty */
    uint32_t child;
    double limit;
} closest_walk;

static double child_closest_key(const void *context, const carom_aabb *box) {
    const closest_walk *w = context;
    const vec3 at[2] = {load3(box->min), load3(box->max)};
    const vec3 gaps = box_gaps(at, w->reach);
    const double squared = dot3(gaps, gaps);
    const double least = finite1(squared) ? sqrt(squared) : max_abs3(gaps);
    const double gap = least - w->radius - COMPOUND_BOX_ROUNDING * (least + w->radius);
    return max2(gap, gap_beyond_plane(&w->plane, box));
}

static double closest_key(const void *context, const carom_aabb *box) {
    const closest_walk *w = context;
    const double least = child_closest_key(context, box);
    const bool bounded = w->radius > 0.0 || w->plane.known;
    if (least > w->limit || bounded || !carom_gap_counts(&w->pair, box)) return least;
    return max2(least, carom_gap_least(&w->pair, box, w->limit));
}

static void closest_leaf(void *context, uint32_t child) {
    closest_walk *w = context;
    choose_child(&w->pair, child);
    const carom_real best = w->best.distance, limit = best < w->most ? best : w->most;
    const carom_closest_any found = part_closest(w->pair.parts[0], w->pair.parts[1], limit);
    if (found.lower_bound < w->lower) {
        w->lower = found.lower_bound;
        w->doubt = found.certainty;
    }
    if (found.distance < best || (found.distance == best && child < w->child)) {
        w->best = found;
        name_child(&w->pair, child, &w->best.sub_a, &w->best.sub_b);
        w->child = child;
        w->limit = min2((double)found.distance * (1.0 + COMPOUND_BOX_ROUNDING), w->limit);
        if (w->pair.of->form != COMPOUND_GIVEN) carom_gap_plane_set(&w->plane, &w->pair, &found);
    }
}

/* A child that may be nearer than the one that is answered is as doubtful as its bound. */
static void settle_bound(closest_walk *w) {
    if (!(w->lower < w->best.lower_bound)) return;
    w->best.lower_bound = w->lower;
    if (w->doubt > w->best.certainty) w->best.certainty = w->doubt;
}

carom_closest_any carom_closest_with_compound(const carom_posed_shape *a,
                                              const carom_posed_shape *b, carom_real limit) {
    closest_walk w = {.best = closest_nowhere(), .most = limit, .child = UINT32_MAX};
    w.lower = w.best.lower_bound;
    w.limit = min2((double)limit * (1.0 + COMPOUND_BOX_ROUNDING), DBL_MAX);
    if (!carom_compound_pair_start(&w.pair, a, b)) return w.best;
    w.reach[0] = load3(w.pair.reach.min);
    w.reach[1] = load3(w.pair.reach.max);
    if (w.pair.other.shape.kind == CAROM_SHAPE_SPHERE) {
        w.radius = (double)w.pair.other.shape.as.sphere.radius;
        w.reach[0] = w.reach[1] = load3(w.pair.other.shape.as.sphere.center);
    }
    visit_children((children_search){w.pair.of, closest_key, child_closest_key, closest_leaf, &w,
                                     &w.limit, !is_compound(&w.pair.other)});
    settle_bound(&w);
    if (w.child == UINT32_MAX) return w.best;
    w.best.point_a = compound_point_out(&w.pair, w.best.point_a);
    w.best.point_b = compound_point_out(&w.pair, w.best.point_b);
    return closest_is_known(&w.best) ? w.best : closest_nowhere();
}

/* ---- ray casts */

typedef struct raycast_walk {
    box_path path; /* first member: the key reads this alone */
    compound_pair pair;
    carom_ray_hit best;
    uint32_t child;
} raycast_walk;

static double raycast_key(const void *context, const carom_aabb *box) {
    return box_path_enters(context, load3(box->min), load3(box->max));
}

static void raycast_leaf(void *context, uint32_t child) {
    raycast_walk *w = context;
    choose_child(&w->pair, child);
    const carom_ray_hit hit = part_raycast(w->pair.parts[0], w->pair.parts[1]);
    const carom_ray_hit *best = &w->best;
    if (!hit.hit || (best->hit && (hit.t > best->t || (hit.t == best->t && child > w->child))))
        return;
    w->best = hit;
    w->best.sub_b.has_child = true;
    w->best.sub_b.child = child;
    w->child = child;
    w->path.limit = widen_up((double)hit.t);
}

static bool load_path(box_path *out, const carom_shape *ray) {
    line_stretch line;
    if (ray->kind == CAROM_SHAPE_SEGMENT) {
        const vec3 from = load3(ray->as.segment.a);
        *out = box_path_of(from, sub3(load3(ray->as.segment.b), from), 0.0, 1.0);
        return true;
    }
    if (!carom_line_stretch(&line, ray)) return false;
    *out = box_path_of(line.origin, line.direction, max2(line.range[0], -DBL_MAX),
                       min2(line.range[1], DBL_MAX));
    return true;
}

carom_ray_hit carom_raycast_with_compound(const carom_posed_shape *a, const carom_posed_shape *b) {
    raycast_walk w = {.child = UINT32_MAX};
    if (!casts_rays(a->shape.kind) || !carom_compound_pair_start(&w.pair, a, b)) return w.best;
    if (!load_path(&w.path, &w.pair.other.shape)) return w.best;
    visit_children((children_search){w.pair.of, raycast_key, raycast_key, raycast_leaf, &w,
                                     &w.path.limit, true});
    if (!w.best.hit) return w.best;
    w.best.point = compound_point_out(&w.pair, w.best.point);
    w.best.normal = compound_normal_out(&w.pair, w.best.normal);
    return w.best;
}

/* ---- depth */

typedef struct depth_walk {
    compound_pair pair;
    carom_penetration best;
    uint32_t child;
} depth_walk;

static bool depth_leaf(void *context, uint32_t child) {
    depth_walk *w = context;
    choose_child(&w->pair, child);
    const carom_penetration found = part_penetrate(w->pair.parts[0], w->pair.parts[1]);
    const carom_penetration *best = &w->best;
    if (!found.overlap) return true;
    if (!best->overlap || found.depth > best->depth ||
        (found.depth == best->depth && child < w->child)) {
        w->best = found;
        name_child(&w->pair, child, &w->best.sub_a, &w->best.sub_b);
        w->child = child;
    }
    return true;
}

carom_penetration carom_penetrate_with_compound(const carom_posed_shape *a,
                                                const carom_posed_shape *b) {
    static const carom_penetration no_depth;
    depth_walk w = {.child = UINT32_MAX};
    if (!carom_compound_pair_start(&w.pair, a, b)) return no_depth;
    carom_compound_visit(&w.pair, 0, depth_leaf, &w);
    if (!w.best.overlap) return no_depth;
    w.best.point_a = compound_point_out(&w.pair, w.best.point_a);
    w.best.point_b = compound_point_out(&w.pair, w.best.point_b);
    w.best.normal = compound_normal_out(&w.pair, w.best.normal);
    return are_numbers(w.best.point_a, w.best.point_b) ? w.best : no_depth;
}
