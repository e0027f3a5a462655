/* Time of impact of two turning meshes by conservative advancement [Mirtich96] in a BVH
 * traversal: for a pair of boxes time advances by their distance over a bound on their relative
 * speed, the speed of the pivots plus turning times the distance of the farthest box corner from
 * the axis. The remaining triangles are advanced by the convex solver, which brackets the
 * contact between fraction and fraction_upper. */
#include "carom/mesh_moving.h"
#include "convex/toi.h"
#include "mesh/data/mesh_order.h"
#include "mesh/moving/moving_walk.h"
#include "mesh/moving/tolerances.h"
#include "shape/order.h"

/* Advancement steps per pair of nodes; more of them cost more than descending. */
#define ADVANCES 4

typedef struct mesh_motion {
    rigid_motion path;
    vec3 own_axis;  /* rotation axis in the mesh's frame */
    double turning; /* radians during the motion */
} mesh_motion;

typedef struct toi_walk {
    moving_search search; /* first */
    mesh_motion a, b;
    double speed;                   /* relative speed of the pivots */
    double margin, tolerance, near; /* near: boxes at this distance or less are descended into */
    carom_mesh_toi_hit best;
} toi_walk;

static bool start_motion(mesh_motion *out, const carom_turning_mesh *m) {
    rigid_motion_def request = {
        .pivot = load3(m->pivot), .axis = load3(m->axis), .more = (double)m->turns};
    if (!m->mesh || mesh_count(m->mesh) == 0) return false;
    if (!load_rigid_pose(&request.start, m->start) || !load_rigid_pose(&request.end, m->end))
        return false;
    if (!carom_rigid_motion(&out->path, &request)) return false;
    const vec3 *start = out->path.start;
    vec3 axis = out->path.axis;
    out->own_axis = vec(dot3(axis, start[0]), dot3(axis, start[1]), dot3(axis, start[2]));
    out->turning = fabs(out->path.turns) * FULL_TURN;
    return true;
}

static double speed_of_turning(const mesh_motion *m, const middle_box *box) {
    if (m->turning == 0.0) return 0.0;
    vec3 arm = sub3(box->center, m->path.pivot);
    double off = carom_length(cross3(m->own_axis, arm)) + carom_length(box->half);
    return m->turning * off * (1.0 + SPEED_ROUNDING);
}

/* Maps between the two turning frames at one time. */
static pair_frame frame_at(const toi_walk *w, double time) {
    rigid_frame a = carom_rigid_motion_at(&w->a.path, time),
                b = carom_rigid_motion_at(&w->b.path, time);
    affine_map out_a = {{a.columns[0], a.columns[1], a.columns[2]}, a.origin};
    affine_map out_b = {{b.columns[0], b.columns[1], b.columns[2]}, b.origin};
    affine_map back_a = carom_inverse_map(&out_a), back_b = carom_inverse_map(&out_b);
    pair_frame f = {.margin = w->margin};
    f.a.shrink = f.b.shrink = 1.0 - TURN_SHRINK_ROUNDING;
    f.a_from_b = carom_map_after(&back_a, &out_b);
    f.b_from_a = carom_map_after(&back_b, &out_a);
    return f;
}

typedef struct box_pair {
    const toi_walk *walk;
    const middle_box *a, *b;
    double speed;
} box_pair;

static closing_gap gap_of_boxes(void *pair, double time) {
    const box_pair *p = pair;
    pair_frame f = frame_at(p->walk, time);
    return (closing_gap){distance_of_boxes(&f, p->a, p->b) - p->walk->near, p->speed};
}

static double toi_earliest(const moving_search *s, const middle_box *a, const middle_box *b,
                           double from) {
    const toi_walk *w = (const toi_walk *)s;
    double speed = w->speed + speed_of_turning(&w->a, a) + speed_of_turning(&w->b, b);
    box_pair pair = {w, a, b, speed};
    return carom_advance(&(advancement){gap_of_boxes, &pair, from, s->limit, ADVANCES}).time;
}

/* Keeps a contact if it is the earliest; times are compared as they are returned, in carom_real. */
static void keep_toi(toi_walk *w, const convex_toi *found, uint32_t a, uint32_t b) {
    carom_toi_hit *best = &w->best.at;
    carom_real fraction = time_below(found->fraction);
    bool before = a < w->best.triangle_a || (a == w->best.triangle_a && b < w->best.triangle_b);
    bool earlier = !best->hit || fraction < best->fraction;
    carom_real upper = time_above(found->fraction_upper);
    if (!best->hit) best->fraction_upper = 1;
    if (found->certain && (!best->certain || upper < best->fraction_upper)) {
        best->certain = true;
        best->fraction_upper = upper;
        w->search.limit = (double)upper;
    }
    if (!earlier && !(fraction == best->fraction && before)) return;
    w->best.triangle_a = a;
    w->best.triangle_b = b;
    best->hit = true;
    best->initial_overlap = found->initial_overlap;
    best->fraction = fraction;
    best->point = store3(found->point);
    best->normal = store3(found->normal);
    best->certainty = (carom_certainty)found->status;
}

static bool test_toi(moving_search *s, uint32_t a, uint32_t b) {
    toi_walk *w = (toi_walk *)s;
    vec3 points_a[3], points_b[3];
    carom_triangle ta = mesh_ranked(s->a, a), tb = mesh_ranked(s->b, b);
    convex_shape shape_a = carom_convex_of_triangle(&ta, points_a);
    convex_shape shape_b = carom_convex_of_triangle(&tb, points_b);
    const convex_turning turning_a = {&shape_a, w->a.path}, turning_b = {&shape_b, w->b.path};
    convex_toi found = carom_convex_toi(&turning_a, &turning_b, w->tolerance);
    if (found.hit) keep_toi(w, &found, mesh_index(s->a, a), mesh_index(s->b, b));
    return !(found.hit && found.initial_overlap);
}

/* Magnitude of all coordinates that are added and multiplied. */
static double size_of_motion(const mesh_motion *m, const carom_mesh *mesh) {
    middle_box box = middle_of_mesh(mesh);
    return carom_length(sub3(box.center, m->path.pivot)) + carom_length(box.half) +
           max_abs3(box.center) + max_abs3(m->path.pivot) + max_abs3(m->path.from) +
           max_abs3(m->path.to);
}

static carom_mesh_toi_hit toi_in_order(const carom_turning_mesh *a, const carom_turning_mesh *b,
                                       carom_real tolerance) {
    toi_walk w = {.search = {.earliest = toi_earliest, .test = test_toi, .limit = 1.0}};
    if (!start_motion(&w.a, a) || !start_motion(&w.b, b)) return w.best;
    w.search.a = a->mesh;
    w.search.b = b->mesh;
    double size = size_of_motion(&w.a, a->mesh) + size_of_motion(&w.b, b->mesh);
    if (!finite1(size)) return w.best;
    vec3 delta_a = sub3(w.a.path.to, w.a.path.from), delta_b = sub3(w.b.path.to, w.b.path.from);
    w.speed = carom_length(sub3(delta_a, delta_b)) * (1.0 + SPEED_ROUNDING);
    w.margin = TURN_ROUNDING * size;
    w.tolerance = tolerance > 0 ? (double)tolerance : DEFAULT_TOI_TOLERANCE * size;
    w.near = max2(w.tolerance, NEAR_MARGINS * w.margin);
    carom_moving_walk(&w.search);
    return w.best;
}

static carom_turning_shape motion_of(const carom_turning_mesh *m) {
    return (carom_turning_shape){NULL, m->start, m->end, m->pivot, m->axis, m->turns};
}

/* Does B come first: by motion, then by mesh? */
static bool is_second_first_moving(const carom_turning_mesh *a, const carom_turning_mesh *b) {
    const carom_turning_shape p = motion_of(a), q = motion_of(b);
    const int order = carom_order_motions(&p, &q);
    return (order != 0 ? order : carom_order_meshes(a->mesh, b->mesh)) > 0;
}

carom_mesh_toi_hit carom_toi_mesh_mesh(const carom_turning_mesh *a, const carom_turning_mesh *b,
                                       carom_real tolerance) {
    static const carom_mesh_toi_hit miss;
    if (!a || !b || !a->mesh || !b->mesh) return miss;
    if (!is_second_first_moving(a, b)) return toi_in_order(a, b, tolerance);
    carom_mesh_toi_hit hit = toi_in_order(b, a, tolerance);
    const uint32_t of_b = hit.triangle_a;
    if (hit.at.hit) hit.at.normal = store3(opposite3(load3(hit.at.normal)));
    hit.triangle_a = hit.triangle_b;
    hit.triangle_b = of_b;
    return hit;
}
