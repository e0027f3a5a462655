/* How deep one surface reaches into the other solid: branch and bound. Depth inside a solid cannot
 * change faster than the point moves, so a ball of radius r round a measured point p holds nothing
 * deeper than depth(p) + r. Nodes of the tree and pieces of triangles wait in a heap, the most
 * promising first; a piece that is measured is cut in four. Nodes give bounds only, points of
 * triangles give depths. When the heap is full its last item is dropped, and its bound is kept. */
#include "carom/closest.h"
#include "mesh/pair_inside.h"

#define DEPTH_HEAP 256
#define DEPTH_STEPS 640
#define DEPTH_ACCURACY 0.0625
#define NO_NODE UINT32_MAX
#define ROOT_NODE (UINT32_MAX - 1)

typedef struct depth_item {
    double bound;
    uint32_t node; /* WIDE * parent + slot, or ROOT_NODE; NO_NODE: the triangle */
    vec3 v[3];     /* posed */
} depth_item;

typedef struct depth_search {
    const placed_frame *own, *other;
    carom_pose to_other; /* from the common frame */
    carom_mesh_solidity solidity;
    middle_box bounds; /* of the other */
    double accuracy, floor;
    uint32_t steps; /* left */
    double best;    /* the deepest so far */
    double dropped; /* what was not looked at is no deeper */
    vec3 deepest, surface;
    bool found;
    int count;
    depth_item heap[DEPTH_HEAP];
} depth_search;

static bool worth_measuring(const depth_search *s, double bound) {
    return bound > s->floor && bound * (1.0 - s->accuracy) > s->best;
}

static void depth_push(depth_search *s, const depth_item *item) {
    if (!worth_measuring(s, item->bound)) {
        s->dropped = max2(s->dropped, item->bound);
        return;
    }
    if (s->count == DEPTH_HEAP) s->dropped = max2(s->dropped, s->heap[--s->count].bound);
    int i = s->count++;
    for (; i > 0 && s->heap[(i - 1) / 2].bound < item->bound; i = (i - 1) / 2)
        s->heap[i] = s->heap[(i - 1) / 2];
    s->heap[i] = *item;
}

static depth_item depth_pop(depth_search *s) {
    depth_item top = s->heap[0], last = s->heap[--s->count];
    int i = 0;
    for (int child = 1; child < s->count; child = 2 * i + 1) {
        if (child + 1 < s->count && s->heap[child + 1].bound > s->heap[child].bound) child++;
        if (!(s->heap[child].bound > last.bound)) break;
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = last;
    return top;
}

/* The depth of a point, negative outside. Points nearer to the surface than the best depth are
 * taken for inside without asking: they can only give bounds. `radius`: of the ball in question. */
static double measure_depth(depth_search *s, vec3 p, double radius, vec3 *surface) {
    carom_vec3 point = store3(p);
    if (s->steps > 0) s->steps--;
    carom_vec3 own = carom_pose_transform_point(s->to_other, point);
    carom_mesh_closest at = carom_closest_point_mesh(own, s->other->mesh);
    double d = (double)at.at.distance;
    *surface = load3(carom_pose_transform_point(s->other->pose, at.at.point_b));
    if (!(d <= DBL_MAX)) return -DBL_MAX;
    if (d <= radius && d <= s->best) return d;
    bool inside = carom_place_in_frame(s->other, s->solidity, point) == CAROM_PLACE_INSIDE;
    return inside ? d : -d;
}

static void note_depth(depth_search *s, vec3 p, double depth, vec3 surface) {
    if (!(depth > s->best)) return;
    s->best = depth;
    s->deepest = p;
    s->surface = surface;
    s->found = true;
}

/* How deep anything in a box can be, by the other mesh's box alone. */
static double depth_within_bounds(const depth_search *s, vec3 center, vec3 half) {
    vec3 d = sub3(center, s->bounds.center), far = s->bounds.half;
    return min2(far.x - max2(fabs(d.x) - half.x, 0.0),
                min2(far.y - max2(fabs(d.y) - half.y, 0.0), far.z - max2(fabs(d.z) - half.z, 0.0)));
}

static double depth_of_piece_within(const depth_search *s, const vec3 v[3]) {
    vec3 low = v[0], high = v[0];
    for (int i = 1; i < 3; i++) {
        low = vec(min2(low.x, v[i].x), min2(low.y, v[i].y), min2(low.z, v[i].z));
        high = vec(max2(high.x, v[i].x), max2(high.y, v[i].y), max2(high.z, v[i].z));
    }
    return depth_within_bounds(s, scale3(add3(low, high), 0.5), scale3(sub3(high, low), 0.5));
}

/* The same of a box of the mesh's own. */
static double depth_of_box_within(const depth_search *s, const middle_box *box) {
    double more = 2.0 * s->own->noise;
    vec3 half = add3(affine_extent(&s->own->out, box->half), vec(more, more, more));
    return depth_within_bounds(s, affine_point(&s->own->out, box->center), half);
}

static double radius_about(vec3 p, const vec3 v[3]) {
    double r2 = max2(len2(sub3(v[0], p)), max2(len2(sub3(v[1], p)), len2(sub3(v[2], p))));
    return sqrt(r2) * (1.0 + 1e-12);
}

static void cut_triangle_in_four(depth_search *s, const depth_item *item, double bound) {
    vec3 m[3];
    for (int i = 0; i < 3; i++)
        m[i] = scale3(add3(item->v[i], item->v[(i + 1) % 3]), 0.5);
    for (int i = 0; i < 4; i++) {
        depth_item piece = {bound, NO_NODE, {m[0], m[1], m[2]}};
        if (i < 3) {
            piece.v[0] = item->v[i];
            piece.v[1] = m[i];
            piece.v[2] = m[(i + 2) % 3];
        }
        piece.bound = min2(bound, depth_of_piece_within(s, piece.v));
        depth_push(s, &piece);
    }
}

static void look_at_piece(depth_search *s, const depth_item *item) {
    vec3 surface;
    vec3 p = scale3(add3(add3(item->v[0], item->v[1]), item->v[2]), 1.0 / 3.0);
    double r = radius_about(p, item->v), depth = measure_depth(s, p, r, &surface);
    note_depth(s, p, depth, surface);
    /* the corners of what is promising are points of the surface too */
    for (int i = 0; i < 3 && depth + r > s->best && depth > 0.0 && s->steps > 0; i++) {
        double d = measure_depth(s, item->v[i], 0.0, &surface);
        note_depth(s, item->v[i], d, surface);
    }
    cut_triangle_in_four(s, item, min2(item->bound, depth + r));
}

static void push_leaf(depth_search *s, const mesh_node *node, double bound) {
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        carom_triangle t = posed_rank(s->own, i);
        depth_item item = {bound, NO_NODE, {load3(t.v[0]), load3(t.v[1]), load3(t.v[2])}};
        item.bound = min2(bound, depth_of_piece_within(s, item.v));
        depth_push(s, &item);
    }
}

static void look_at_node(depth_search *s, const depth_item *item) {
    const carom_mesh *mesh = s->own->mesh;
    mesh_node node = mesh_root(mesh), child;
    if (item->node != ROOT_NODE)
        (void)mesh_child(mesh, item->node / WIDE, item->node % WIDE, &node);
    middle_box box = middle_of_node(&node);
    vec3 center = affine_point(&s->own->out, box.center), surface;
    double r = sqrt(len2(box.half)) * 1.3 * (1.0 + 1e-9) + 2.0 * s->own->noise;
    if (!s->own->blind && s->own->shrink > 0.999) r /= 1.29;
    double bound = min2(item->bound, depth_of_box_within(s, &box));
    if (worth_measuring(s, bound)) bound = min2(bound, measure_depth(s, center, r, &surface) + r);
    if (node.count > 0) {
        push_leaf(s, &node, bound);
        return;
    }
    for (uint32_t i = 0; i < WIDE; i++) {
        if (!mesh_child(mesh, node.child, i, &child)) continue;
        depth_item next = {bound, WIDE * node.child + i, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
        middle_box inner = middle_of_node(&child);
        next.bound = min2(bound, depth_of_box_within(s, &inner));
        depth_push(s, &next);
    }
}

static void search_depth(depth_search *s) {
    s->bounds = carom_frame_bounds(s->other);
    depth_item root = {max_abs3(s->bounds.half), ROOT_NODE, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    s->count = 0;
    depth_push(s, &root);
    while (s->count > 0 && s->steps > 0) {
        depth_item item = depth_pop(s);
        if (!worth_measuring(s, item.bound)) {
            s->dropped = max2(s->dropped, item.bound);
            break; /* so are the others */
        }
        if (item.node == NO_NODE)
            look_at_piece(s, &item);
        else
            look_at_node(s, &item);
    }
    for (int i = 0; i < s->count; i++)
        s->dropped = max2(s->dropped, s->heap[i].bound);
}

static void run_direction(depth_search *s, const pair_frame *f, bool b_in_a,
                          const carom_mesh_solidity by[2]) {
    s->own = b_in_a ? &f->b : &f->a;
    s->other = b_in_a ? &f->a : &f->b;
    s->to_other = carom_pose_inverse(s->other->pose);
    s->solidity = by[b_in_a ? 0 : 1];
    s->found = false;
    s->best = s->dropped = 0.0;
    if (s->solidity != CAROM_SOLIDITY_SHELL) search_depth(s);
}

typedef struct depth_answer {
    double depth, bound;
    vec3 point[2]; /* on A and on B */
    vec3 deepest;
} depth_answer;

static bool is_lower_corner(vec3 a, vec3 b) {
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

/* The deeper of the two directions, whichever comes first: so that swapping A and B swaps the
 * answer and nothing else. */
static void keep_deeper(depth_answer *best, const depth_search *s, bool b_in_a) {
    best->bound = max2(best->bound, max2(s->best, s->dropped));
    if (!s->found || s->best < best->depth) return;
    if (s->best == best->depth && !is_lower_corner(s->deepest, best->deepest)) return;
    best->depth = s->best;
    best->deepest = s->deepest;
    best->point[0] = b_in_a ? s->surface : s->deepest;
    best->point[1] = b_in_a ? s->deepest : s->surface;
}

carom_mesh_penetration carom_penetrate_mesh_mesh(const carom_placed_mesh *a,
                                                 const carom_placed_mesh *b,
                                                 const carom_mesh_depth_def *def) {
    carom_mesh_penetration out = {.certainty = CAROM_CONVERGED};
    pair_frame f;
    depth_search s;
    if (!carom_pair_frame(&f, a, b)) return out;
    uint32_t steps = def && def->steps ? def->steps : DEPTH_STEPS;
    double accuracy = def ? (double)def->accuracy : 0.0;
    s.accuracy = accuracy > 0.0 && accuracy < 1.0 ? accuracy : DEPTH_ACCURACY;
    s.floor = def && def->floor > 0 ? (double)def->floor : 0.0;
    const carom_mesh_solidity by[2] = {carom_solidity_in_use(a), carom_solidity_in_use(b)};
    depth_answer best = {0};
    for (int b_in_a = 0; b_in_a < 2; b_in_a++) {
        s.steps = steps - steps / 2;
        run_direction(&s, &f, b_in_a, by);
        keep_deeper(&best, &s, b_in_a);
    }
    out.depth = (carom_real)best.depth;
    out.bound = (carom_real)best.bound;
    if (best.depth > 0.0) {
        vec3 apart = sub3(best.point[0], best.point[1]);
        out.normal = store3(carom_normalize_or(apart, vec(0, 0, 1)));
        out.point_a = store3(best.point[0]);
        out.point_b = store3(best.point[1]);
    }
    s.best = best.depth;
    double bound = best.bound;
    if (worth_measuring(&s, bound)) out.certainty = CAROM_LIMIT;
    return out;
}
