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
    double enough; /* a pair as near as this ends the search */
} near_walk;

/* The limit and the direction as A's tree sees them. */
static void limit_near_walk(near_walk *w, double limit, vec3 along) {
    const placed_frame *a = &w->walk.frame.a;
    w->limit = limit;
    double own = limit * (1.0 + 1e-9) / a->shrink + w->walk.frame.margin;
    own = own * a->mesh->wide.frame.scale * (1.0 + 1e-6) + (double)FLT_MIN;
    w->walk.limit = own < (double)FLT_MAX && !w->walk.frame.blind ? (float)own : (float)INFINITY;
    vec3 unit = carom_normalize_or(affine_vector(&a->back, along), vec(0, 0, 0));
    unit = scale3(unit, 1.0 - 1e-6); /* no longer than 1 when it is rounded */
    for (int k = 0; k < 3; k++)
        w->walk.along[k] = (float)axis3(unit, k);
}

static void keep_near_triangles(near_walk *w, const carom_triangle *ta, const carom_triangle *tb,
                                carom_triangle_pair pair) {
    carom_closest_points at = carom_closest_triangle_triangle(ta, tb);
    const carom_mesh_pair_closest *best = &w->best;
    bool nearer = at.distance < best->distance;
    bool before =
        pair.a < best->triangle_a || (pair.a == best->triangle_a && pair.b < best->triangle_b);
    if (!nearer && !(w->found && at.distance == best->distance && before)) return;
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
