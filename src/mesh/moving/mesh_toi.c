/* Time of impact of two turning meshes by conservative advancement [Mirtich96] in a BVH
 * traversal: for a pair of boxes time advances by their distance over a bound on their relative
 * speed, the speed of the pivots plus turning times the distance of the farthest box corner from
 * the axis. The remaining triangles are advanced by the convex solver, which brackets the
 * contact between fraction and fraction_upper. Once more pairs were advanced than there are
 * triangles, planes prune those that do not touch before the best contact. */
#include "carom/mesh_moving.h"
#include "convex/toi.h"
#include "mesh/data/mesh_order.h"
#include "mesh/moving/moving_walk.h"
#include "mesh/moving/tolerances.h"
#include "mesh/pair/pair_plane.h"
#include "shape/order.h"

/* Advancement steps per pair of nodes; more of them cost more than descending. */
#define ADVANCES 4
/* The same for a plane between the triangles below two nodes. */
#define PLANE_ADVANCES 8

typedef struct mesh_motion {
    rigid_motion path;
    vec3 own_axis;  /* rotation axis in the mesh's frame */
    double turning; /* radians during the motion */
} mesh_motion;

typedef struct toi_walk {
    moving_search search; /* first */
    mesh_motion a, b;
    double speed;                   /* relative speed of the pivots */
    vec3 velocity;                  /* that of A's, relative to B's */
    double margin, tolerance, near; /* near: boxes at this distance or less are descended into */
    carom_mesh_toi_hit best;
    double floor; /* of pairs that planes have pruned, none touches before */
    vec3 mean[2]; /* sums of the normals of triangles that touched since planes count, in the
                     frames of both */
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
    if (found.hit && s->patience == 0) {
        carom_add_normal(&w->mean[0], &ta);
        carom_add_normal(&w->mean[1], &tb);
    }
    return !(found.hit && found.initial_overlap);
}

/* Planes that move with one of the two meshes, and the triangles below two nodes. */
typedef struct plane_pair {
    toi_walk *walk;
    const mesh_node *a, *b;
    int count[2];                      /* that move with A, with B */
    vec3 normals[2][PLANE_DIRECTIONS]; /* unit, in that mesh's frame, from A to B */
    double speed;                      /* of rotation: upper bound of that of both */
    double since;                      /* no contact before */
    bool gives_up;
} plane_pair;

/* Each plane's normal is held where it is at that time; from then on the gap along it closes no
 * faster than the pivots approach along it and both meshes turn. */
static closing_gap gap_of_planes(void *pair, double time) {
    plane_pair *p = pair;
    toi_walk *w = p->walk;
    const rigid_frame at[2] = {carom_rigid_motion_at(&w->a.path, time),
                               carom_rigid_motion_at(&w->b.path, time)};
    subtree_heights a = {.mesh = w->search.a, .credit = &w->search.credit}, b = a;
    vec3 along[PLANE_DIRECTIONS];
    closing_gap most = {0.0, 1.0};
    b.mesh = w->search.b;
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < p->count[side]; k++, a.count++) {
            along[a.count] = rigid_rotate(&at[side], p->normals[side][k]);
            a.along[a.count] = rigid_rotate_back(&at[0], along[a.count]);
            b.along[a.count] = neg3(rigid_rotate_back(&at[1], along[a.count]));
        }
    b.count = a.count;
    p->gives_up = !carom_subtree_heights(&a, p->a) || !carom_subtree_heights(&b, p->b);
    for (int k = 0; k < a.count && !p->gives_up; k++) {
        const double apart = dot3(along[k], sub3(at[1].origin, at[0].origin));
        const double gap = apart - (a.most[k] + b.most[k]) - w->margin;
        const double closing = dot3(along[k], w->velocity) + p->speed + w->speed * SPEED_ROUNDING;
        if (gap > 0.0 && !(closing > 0.0)) return (closing_gap){gap, 0.0};
        if (gap * most.closing > most.gap * closing) most = (closing_gap){gap, closing};
    }
    p->since = time + most.gap / most.closing;
    return most;
}

static void add_normal(plane_pair *p, int side, vec3 normal) {
    if (max_abs3(normal) > 0.0) p->normals[side][p->count[side]++] = normal;
}

/* Adds planes that move with a mesh: along the one triangle below its node, or that of the best
 * pair, and along the largest one. */
static void add_planes_of(plane_pair *p, int side, const mesh_node *node) {
    const toi_walk *w = p->walk;
    const carom_mesh *mesh = side ? w->search.b : w->search.a;
    const uint32_t best = side ? w->best.triangle_b : w->best.triangle_a;
    const carom_triangle t =
        node->count == 1 ? mesh_ranked(mesh, node->first) : mesh_indexed(mesh, best);
    const mesh_motion *m = side ? &w->b : &w->a;
    const rigid_frame then = carom_rigid_motion_at(&m->path, (double)w->best.at.fraction);
    const vec3 to = rigid_rotate_back(&then, load3(w->best.at.normal));
    add_normal(p, side, carom_plane_normal(&t, to));
    add_normal(p, side, carom_unit_towards(w->mean[side], to));
    if (p->count[side] == 0) add_normal(p, side, carom_unit_towards(to, to));
}

/* Of pairs that do not touch before the best, but for the rounding of planes, none matters. */
static bool toi_parts(moving_search *s, const mesh_node *a, const mesh_node *b, double from) {
    toi_walk *w = (toi_walk *)s;
    if (!w->best.at.hit) return false;
    const middle_box box_a = middle_of_node(a), box_b = middle_of_node(b);
    plane_pair pair = {.walk = w,
                       .a = a,
                       .b = b,
                       .speed = speed_of_turning(&w->a, &box_a) + speed_of_turning(&w->b, &box_b),
                       .since = NEVER};
    add_planes_of(&pair, 0, a);
    add_planes_of(&pair, 1, b);
    const double most = w->speed + pair.speed, slack = PLANE_SLACK_MARGINS * w->margin;
    const double latest = (double)w->best.at.fraction - (most > 0.0 ? slack / most : 0.0);
    const advanced end =
        carom_advance(&(advancement){gap_of_planes, &pair, from, latest, PLANE_ADVANCES});
    if (pair.gives_up || !(end.time >= latest)) return false;
    if (pair.since < w->floor) w->floor = pair.since;
    return true;
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
    toi_walk w = {.search = {.earliest = toi_earliest,
                             .test = test_toi,
                             .parts = toi_parts,
                             .worth = 256,
                             .limit = 1.0},
                  .floor = NEVER};
    if (!start_motion(&w.a, a) || !start_motion(&w.b, b)) return w.best;
    w.search.a = a->mesh;
    w.search.b = b->mesh;
    double size = size_of_motion(&w.a, a->mesh) + size_of_motion(&w.b, b->mesh);
    if (!finite1(size)) return w.best;
    vec3 delta_a = sub3(w.a.path.to, w.a.path.from), delta_b = sub3(w.b.path.to, w.b.path.from);
    w.velocity = sub3(delta_a, delta_b);
    w.speed = carom_length(w.velocity) * (1.0 + SPEED_ROUNDING);
    w.margin = TURN_ROUNDING * size;
    w.tolerance = tolerance > 0 ? (double)tolerance : DEFAULT_TOI_TOLERANCE * size;
    w.near = max2(w.tolerance, NEAR_MARGINS * w.margin);
    carom_moving_walk(&w.search);
    if (w.floor < (double)w.best.at.fraction) w.best.at.fraction = time_below(w.floor);
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
