/* Linear sweep of one mesh against another. Boxes are bounded in time by the slab test
 * [KayKajiya86] of their relative motion along the six face normals of both; triangles are swept
 * by the convex solver [Bergen04]. Contact at the start is decided first, by the exact overlap
 * test, and of contacts at the same fraction the pair with the lowest indices is returned, first in
 * the mesh that comes first (mesh/data/mesh_order.h). Once more pairs were tested than there are
 * triangles, planes prune those that touch no earlier than the best but for the tolerance, by which
 * the fraction is then told early. */
#include "carom/mesh_moving.h"
#include "carom/mesh_near.h"
#include "mesh/moving/moving_walk.h"
#include "mesh/moving/tolerances.h"
#include "convex/sweep.h"
#include "mesh/data/mesh_order.h"
#include "mesh/pair/pair_plane.h"

typedef struct sweep_walk {
    moving_search search; /* first */
    pair_frame frame;
    vec3 motion;           /* motion of A */
    vec3 along_a, along_b; /* relative motion of B in A's frame, and of A in B's */
    carom_mesh_pair_sweep best;
    double size;  /* upper bound on the magnitude of posed coordinates */
    double floor; /* of pairs that planes have pruned, none touches before */
    vec3 mean;    /* sum of the normals of triangles that were hit since planes count */
} sweep_walk;

/* Clips the interval t to the times at which |gap + t * along| <= reach. */
static void cut_times(double t[2], double gap, double along, double reach) {
    if (along == 0.0) {
        if (fabs(gap) > reach) t[0] = NEVER;
        return;
    }
    double s = 1.0 / fabs(along), middle = along > 0.0 ? -gap : gap;
    t[0] = max2(t[0], (middle - reach) * s * (1.0 - TIME_ROUNDING));
    t[1] = min2(t[1], (middle + reach) * s);
}

/* Clips the interval to the times at which the boxes overlap along the first one's axes;
 * along_margin holds the motion and the margin. */
static void cut_box_times(double t[2], const middle_box *own, const middle_box *other,
                          const affine_map *from_other, const vec3 along_margin[2]) {
    vec3 d = sub3(affine_point(from_other, other->center), own->center), v = along_margin[0];
    vec3 reach = add3(add3(own->half, affine_extent(from_other, other->half)), along_margin[1]);
    cut_times(t, d.x, v.x, reach.x);
    cut_times(t, d.y, v.y, reach.y);
    cut_times(t, d.z, v.z, reach.z);
}

static double sweep_earliest(const moving_search *s, const middle_box *a, const middle_box *b,
                             double from) {
    const sweep_walk *w = (const sweep_walk *)s;
    if (w->frame.blind) return from;
    double t[2] = {from, s->limit}, m = w->frame.margin;
    const vec3 for_a[2] = {w->along_a, {m, m, m}}, for_b[2] = {w->along_b, {m, m, m}};
    cut_box_times(t, a, b, &w->frame.a_from_b, for_a);
    cut_box_times(t, b, a, &w->frame.b_from_a, for_b);
    return t[0] <= t[1] + TIME_ROUNDING ? t[0] : NEVER;
}

static vec3 sweep_normal(const sweep_walk *w, const placed_frame *of, const mesh_node *node) {
    const uint32_t best = of == &w->frame.a ? w->best.triangle_a : w->best.triangle_b;
    const carom_triangle t = node->count == 1 ? posed_rank(of, node->first) : posed_index(of, best);
    return carom_plane_normal(&t, load3(w->best.normal));
}

/* Directions from A to B along which the triangles below two nodes may be parted: the normals of
 * the two, or of the best pair. */
static int sweep_directions(const sweep_walk *w, const mesh_node *a, const mesh_node *b,
                            vec3 out[PLANE_DIRECTIONS]) {
    out[0] = sweep_normal(w, &w->frame.a, a);
    out[1] = sweep_normal(w, &w->frame.b, b);
    out[2] = carom_unit_towards(w->mean, load3(w->best.normal));
    out[3] = load3(w->best.normal);
    return PLANE_DIRECTIONS;
}

/* Of pairs that touch no earlier than the best, but for the tolerance, none matters. */
static bool sweep_parts(moving_search *s, const mesh_node *a, const mesh_node *b, double from) {
    sweep_walk *w = (sweep_walk *)s;
    subtree_heights of_a = {.mesh = s->a, .frame = &w->frame.a, .credit = &s->credit};
    subtree_heights of_b = {.mesh = s->b, .frame = &w->frame.b, .credit = &s->credit};
    (void)from;
    if (!w->best.hit) return false;
    of_a.count = of_b.count = sweep_directions(w, a, b, of_a.along);
    for (int k = 0; k < of_a.count; k++)
        of_b.along[k] = neg3(of_a.along[k]);
    if (!carom_subtree_heights(&of_a, a) || !carom_subtree_heights(&of_b, b)) return false;
    const double length = max_abs3(w->motion);
    double since = -1.0; /* that a plane proves; of planes along which they recede, for ever */
    for (int k = 0; k < of_a.count; k++) {
        const double gap = -(of_a.most[k] + of_b.most[k]) - PLANE_HEIGHT_ERROR * w->size;
        const double speed = dot3(of_a.along[k], w->motion) + PLANE_HEIGHT_ERROR * length;
        const double early = PLANE_TIME_TOLERANCE * (w->size + length);
        if (!(gap > 0.0)) continue;
        if (gap + early >= speed * (double)w->best.fraction)
            since = max2(since, speed > 0.0 ? gap / speed * (1.0 - TIME_ROUNDING) : NEVER);
    }
    if (since < 0.0) return false;
    w->floor = min2(w->floor, since);
    return true;
}

static bool test_sweep(moving_search *s, uint32_t i, uint32_t k) {
    sweep_walk *w = (sweep_walk *)s;
    /* no finer than the resolution of carom_real */
    const convex_sweep_options options = {
        .tolerance = CAROM_REAL_EPSILON > REAL_IS_FLOAT_EPSILON ? FLOAT_SWEEP_TOLERANCE : 0.0,
        .skip_exit = true};
    carom_triangle ta = posed_rank(&w->frame.a, i), tb = posed_rank(&w->frame.b, k);
    vec3 points_a[3], points_b[3];
    convex_shape shape_a = carom_convex_of_triangle(&ta, points_a);
    convex_shape shape_b = carom_convex_of_triangle(&tb, points_b);
    convex_hit found = carom_convex_sweep(&shape_a, w->motion, &shape_b, &options);
    if (!found.hit) return true;
    if (s->patience == 0) {
        carom_add_normal(&w->mean, &ta);
        carom_add_normal(&w->mean, &tb);
    }
    carom_mesh_pair_sweep *best = &w->best;
    carom_real fraction = time_below(found.fraction);
    uint32_t a = mesh_index(s->a, i), b = mesh_index(s->b, k);
    bool before = a < best->triangle_a || (a == best->triangle_a && b < best->triangle_b);
    if (best->hit && !(fraction < best->fraction || (fraction == best->fraction && before)))
        return true;
    vec3 normal =
        max_abs3(found.normal) > 0.0 ? found.normal : carom_normalize_or(w->motion, vec(0, 0, 1));
    *best = (carom_mesh_pair_sweep){
        true, found.initial_overlap, fraction, store3(found.point), store3(normal), a, b};
    s->limit = widen_up((double)fraction);
    return true;
}

/* Takes the normal from the convex sweep of the touching pair; the contact itself is already
 * decided. */
static bool keep_initial_contact(uint32_t a, uint32_t b, void *user) {
    sweep_walk *w = user;
    const placed_frame *fa = &w->frame.a, *fb = &w->frame.b;
    test_sweep(&w->search, fa->mesh->bvh8.place[a], fb->mesh->bvh8.place[b]);
    carom_triangle ta = posed_index(fa, a), tb = posed_index(fb, b);
    carom_vec3 normal =
        w->best.hit ? w->best.normal : store3(carom_normalize_or(w->motion, vec(0, 0, 1)));
    carom_vec3 point = carom_closest_triangle_triangle(&ta, &tb).point_a;
    w->best = (carom_mesh_pair_sweep){true, true, 0, point, normal, a, b};
    return false;
}

/* Returns the normal nearest to `outward`, which points from the mesh to the other, in the
 * normal cone of the mesh's surface at the point. */
static vec3 allowed_normal(const placed_frame *frame, uint32_t triangle, vec3 point, vec3 outward) {
    vec3 own = carom_normalize_or(affine_vector(&frame->back, outward), outward);
    carom_vec3 given = store3(own),
               up = carom_mesh_contact_normal(frame->mesh, triangle,
                                              store3(affine_point(&frame->back, point)), given);
    if (equal_vec3(up, given)) return outward;
    return carom_normalize_or(affine_vector(&frame->out, load3(up)), outward);
}

/* Corrects the normal at internal edges: two triangles may first meet at an edge that lies in a
 * planar region of its mesh, where their own normal is arbitrary. */
static void correct_internal_edges(sweep_walk *w) {
    vec3 normal = load3(w->best.normal), point = load3(w->best.point);
    vec3 back = mad3(point, w->motion, -(double)w->best.fraction);
    vec3 by_b = neg3(allowed_normal(&w->frame.b, w->best.triangle_b, point, neg3(normal)));
    normal = allowed_normal(&w->frame.a, w->best.triangle_a, back, by_b);
    w->best.normal = store3(normal);
}

static carom_mesh_pair_sweep sweep_in_order(const carom_placed_mesh *a, carom_vec3 motion,
                                            const carom_placed_mesh *b) {
    sweep_walk w = {.search = {.earliest = sweep_earliest,
                               .test = test_sweep,
                               .parts = sweep_parts,
                               .worth = 16,
                               .limit = 1.0,
                               .patience = UINT64_MAX},
                    .motion = load3(motion),
                    .floor = NEVER};
    if (!finite3(w.motion) || !carom_pair_frame(&w.frame, a, b)) return w.best;
    w.search.a = a->mesh;
    w.search.b = b->mesh;
    w.along_a = affine_vector(&w.frame.a.back, neg3(w.motion));
    w.along_b = affine_vector(&w.frame.b.back, w.motion);
    w.frame.margin += MOTION_ROUNDING * max_abs3(w.motion);
    carom_visit_mesh_mesh(a, b, keep_initial_contact, &w);
    if (w.best.hit) return w.best;
    w.size = carom_posed_size(&w.frame.a) + carom_posed_size(&w.frame.b);
    carom_moving_walk(&w.search);
    w.best.initial_overlap = false; /* decided above */
    if (w.floor < (double)w.best.fraction) w.best.fraction = time_below(max2(w.floor, 0.0));
    if (w.best.hit) correct_internal_edges(&w);
    return w.best;
}

carom_mesh_pair_sweep carom_sweep_mesh_mesh(const carom_placed_mesh *a, carom_vec3 motion,
                                            const carom_placed_mesh *b) {
    if (!carom_is_second_mesh_first(a, b)) return sweep_in_order(a, motion, b);
    carom_mesh_pair_sweep s = sweep_in_order(b, store3(opposite3(load3(motion))), a);
    if (!s.hit) return s;
    const uint32_t of_b = s.triangle_a;
    s.triangle_a = s.triangle_b;
    s.triangle_b = of_b;
    s.normal = store3(opposite3(load3(s.normal)));
    placed_frame frame;
    if (s.initial_overlap || !carom_placed_frame(&frame, b)) return s;
    const carom_triangle t = posed_index(&frame, s.triangle_b); /* the point is to be on B */
    const vec3 there = mad3(load3(s.point), load3(motion), (double)s.fraction);
    s.point = carom_closest_point_triangle(store3(there), &t).point_b;
    return s;
}
