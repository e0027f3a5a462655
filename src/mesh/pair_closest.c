/* The least distance of two meshes: pairs of nodes, the nearer first, are left out when their boxes
 * are farther apart than the best pair of triangles so far. A first bound comes from points that
 * are nearest to one another in turn. What boxes and a few directions leave over is posed and
 * measured by the exact function. */
#include "carom/closest.h"
#include "mesh/pair_walk.h"

#define FIRST_BOUNDS 3

typedef struct near_walk {
    pair_walk walk; /* first */
    carom_mesh_pair_closest best;
    bool found;
    double limit;  /* nothing farther matters, common frame */
    vec3 along;    /* unit: from A to B where they are nearest so far, or zero */
    double enough; /* a pair as near as this ends the search */
} near_walk;

/* The limit and the direction as A's tree sees them. */
static void limit_near_walk(near_walk *w, double limit, vec3 along) {
    const placed_frame *a = &w->walk.frame.a;
    w->limit = limit;
    double own = limit * (1.0 + 1e-9) / a->shrink + w->walk.frame.margin;
    own = own * a->mesh->wide.frame.scale * (1.0 + 1e-6) + (double)FLT_MIN;
    w->walk.limit = own < (double)FLT_MAX && !w->walk.frame.blind ? (float)own : (float)INFINITY;
    w->along = carom_normalize_or(along, vec(0, 0, 0));
    vec3 unit = carom_normalize_or(affine_vector(&a->back, along), vec(0, 0, 0));
    unit = scale3(unit, 1.0 - 1e-6); /* no longer than 1 when it is rounded */
    for (int k = 0; k < 3; k++)
        w->walk.along[k] = (float)axis3(unit, k);
}

static bool is_before_best(const near_walk *w, carom_triangle_pair pair) {
    const carom_mesh_pair_closest *best = &w->best;
    return pair.a < best->triangle_a || (pair.a == best->triangle_a && pair.b < best->triangle_b);
}

/* How far apart the triangles' boxes are, and how far along a line; squared and not. */
typedef struct triangle_gaps {
    double boxes2, line;
    double size; /* of the coordinates */
} triangle_gaps;

static triangle_gaps gaps_of_triangles(const carom_triangle *ta, const carom_triangle *tb,
                                       vec3 along) {
    const vec3 a[3] = {load3(ta->v[0]), load3(ta->v[1]), load3(ta->v[2])};
    const vec3 b[3] = {load3(tb->v[0]), load3(tb->v[1]), load3(tb->v[2])};
    triangle_gaps out = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++) {
        double a0 = axis3(a[0], k), a1 = axis3(a[1], k), a2 = axis3(a[2], k);
        double b0 = axis3(b[0], k), b1 = axis3(b[1], k), b2 = axis3(b[2], k);
        double low_a = min2(a0, min2(a1, a2)), high_a = max2(a0, max2(a1, a2));
        double low_b = min2(b0, min2(b1, b2)), high_b = max2(b0, max2(b1, b2));
        double gap = max2(max2(low_b - high_a, low_a - high_b), 0.0);
        out.boxes2 += gap * gap;
        out.size =
            max2(out.size, max2(max2(fabs(low_a), fabs(high_a)), max2(fabs(low_b), fabs(high_b))));
    }
    double far_a = max2(dot3(along, a[0]), max2(dot3(along, a[1]), dot3(along, a[2])));
    double near_b = min2(dot3(along, b[0]), min2(dot3(along, b[1]), dot3(along, b[2])));
    out.line = near_b - far_a;
    return out;
}

/* What the exact function may be off by, for coordinates up to 1. */
#define NEAR_ERROR 1e-13

/* Whether the exact function would tell of two triangles that they are farther apart than the best,
 * or no nearer and not before them either. Of two surfaces along each other nearly every pair is as
 * near as the best. Distances in float have fewer digits than the gaps here: those that are equal
 * when they are rounded need not be measured. In double they must be. */
static bool is_no_better(const near_walk *w, const carom_triangle *ta, const carom_triangle *tb,
                         carom_triangle_pair pair) {
    if (!w->found) return false;
    triangle_gaps gaps = gaps_of_triangles(ta, tb, w->along);
    double error = NEAR_ERROR * gaps.size, best = (double)w->best.distance;
    double beyond = w->limit + error;
    if (!(error < best)) return false; /* nor when anything is not finite */
    if (gaps.boxes2 > beyond * beyond * (1.0 + 1e-12) || gaps.line > beyond) return true;
    return gaps.line - error > best * (1.0 - 0.125 * (double)CAROM_REAL_EPSILON) &&
           !is_before_best(w, pair);
}

static void keep_near_triangles(near_walk *w, const carom_triangle *ta, const carom_triangle *tb,
                                carom_triangle_pair pair) {
    if (is_no_better(w, ta, tb, pair)) return;
    carom_closest_points at = carom_closest_triangle_triangle(ta, tb);
    const carom_mesh_pair_closest *best = &w->best;
    bool nearer = at.distance < best->distance;
    if (!nearer && !(w->found && at.distance == best->distance && is_before_best(w, pair))) return;
    if (!((double)at.distance <= DBL_MAX)) return;
    w->found = true;
    w->best = (carom_mesh_pair_closest){at.distance, at.point_a, at.point_b, pair.a, pair.b};
    double reach = widen_up((double)at.distance);
    if (reach < w->limit) limit_near_walk(w, reach, sub3(load3(at.point_b), load3(at.point_a)));
}

static bool take_near(pair_walk *walk, uint32_t slot_a, uint32_t slot_b) {
    near_walk *w = (near_walk *)walk;
    const placed_frame *a = &walk->frame.a, *b = &walk->frame.b;
    const carom_triangle_pair pair = {mesh_index(a->mesh, walk->a->leaf.first + slot_a),
                                      mesh_index(b->mesh, walk->b->leaf.first + slot_b)};
    keep_near_triangles(w, lane_posed(walk->a, a, slot_a), lane_posed(walk->b, b, slot_b), pair);
    return !(w->found && (double)w->best.distance <= w->enough);
}

/* ---- the whole */

/* The point of the posed mesh nearest to p, or about that. */
static carom_vec3 nearest_point_of(const placed_frame *f, carom_vec3 p) {
    carom_vec3 own = f->still ? p : store3(affine_point(&f->back, load3(p)));
    carom_vec3 at = carom_closest_point_mesh(own, f->mesh).at.point_b;
    return f->still ? at : carom_pose_transform_point(f->pose, at);
}

/* Whatever the points are, they are on the meshes, so that their distance bounds the least one. */
static void start_from_points(near_walk *w) {
    const pair_frame *f = &w->walk.frame;
    middle_box box = middle_of_mesh(f->b.mesh);
    carom_vec3 b = store3(affine_point(&f->b.out, box.center)), a = b;
    for (int i = 0; i < FIRST_BOUNDS; i++) {
        a = nearest_point_of(&f->a, b);
        b = nearest_point_of(&f->b, a);
    }
    vec3 along = sub3(load3(b), load3(a));
    double bound = widen_up(carom_length(along)) + f->margin;
    limit_near_walk(w, bound <= DBL_MAX ? bound : DBL_MAX, along);
}

static bool start_near(near_walk *w, const carom_placed_mesh *a, const carom_placed_mesh *b) {
    w->walk.take = take_near;
    w->best = (carom_mesh_pair_closest){.distance = (carom_real)INFINITY};
    w->found = false;
    w->enough = 0.0;
    return carom_pair_walk_start(&w->walk, a, b);
}

static bool touch_is_nearest(uint32_t a, uint32_t b, void *user) {
    near_walk *w = user;
    carom_triangle ta = posed_index(&w->walk.frame.a, a), tb = posed_index(&w->walk.frame.b, b);
    w->limit = DBL_MAX;
    keep_near_triangles(w, &ta, &tb, (carom_triangle_pair){a, b});
    return !w->found;
}

carom_mesh_pair_closest carom_closest_mesh_mesh(const carom_placed_mesh *a,
                                                const carom_placed_mesh *b) {
    near_walk w;
    if (!start_near(&w, a, b)) return w.best;
    /* Contact is found much sooner than a distance of 0 is. */
    carom_visit_mesh_mesh(a, b, touch_is_nearest, &w);
    if (w.found) return w.best;
    start_from_points(&w);
    carom_pair_walk_nearest(&w.walk);
    return w.best;
}

bool carom_overlap_mesh_mesh_within(const carom_placed_mesh *a, const carom_placed_mesh *b,
                                    carom_real distance) {
    near_walk w;
    if (!(distance >= 0) || !start_near(&w, a, b)) return false;
    w.enough = (double)distance;
    limit_near_walk(&w, min2(widen_up(w.enough), DBL_MAX), vec(0, 0, 0));
    carom_pair_walk_nearest(&w.walk);
    return w.found && (double)w.best.distance <= w.enough;
}
