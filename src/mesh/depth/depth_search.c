/* How deep one surface reaches into the other solid: branch and bound over the tree, and over
 * triangles that are halved. A point that is measured gives a depth; what is left out is left out
 * by one of these bounds:
 * - depth inside a solid cannot change faster than the point moves;
 * - it is at most the distance from any one triangle of the surface, which is convex: of a piece,
 *   largest at a corner;
 * - what lies outside of the solid once it is moved was no deeper than the way.
 * The last one settles nearly everything. How far is moved is how deep may be told as the best, by
 * the accuracy that is wanted, so it does not matter how either surface is cut into triangles.
 * Pieces learn from those beside them: which way leads out, where the depth is known, and how small
 * they have to be cut. */
#include "mesh/depth/depth_search.h"

#include "carom/closest.h"
#include "mesh/depth/depth_piece.h"
#include "mesh/pair/pair_walk.h"

#define DEPTH_ACCURACY 0.0625
/* Of a direction before it is told what the other one has found. */
#define ROUND_LOOKS (16 * STEP_LOOKS)
/* Depths up to so many times what rounding may do are not told from none. */
#define DEPTH_NOISE 4.0

/* Ways that are tried one after the other, each led off by what the one before met. */
#define WAYS 3

/* The largest depth that need not be told from the best. */
static double granted_depth(const depth_search *s) {
    if (is_undecided(s)) return s->floor;
    return max2(s->floor, s->best / (1.0 - s->accuracy) * (1.0 - 1e-9));
}

/* Drops what is no deeper than `bound`, if that is granted. */
static bool settle(depth_search *s, double bound) {
    if (worth_measuring(s, bound)) return false;
    depth_drop(&s->heap, bound);
    return true;
}

static void push_item(depth_search *s, const depth_item *item) {
    if (!settle(s, item->bound)) depth_push(&s->heap, item);
}

/* ---- the other mesh's box */

static bool is_out_of_box(const middle_box *box, vec3 p) {
    vec3 d = sub3(p, box->center);
    return fabs(d.x) > box->half.x || fabs(d.y) > box->half.y || fabs(d.z) > box->half.z;
}

/* How deep anything in a box can be, by the other mesh's box alone. */
static double depth_within_bounds(const depth_search *s, const middle_box *box) {
    vec3 d = sub3(box->center, s->bounds.center), far = s->bounds.half, half = box->half;
    return min2(far.x - max2(fabs(d.x) - half.x, 0.0),
                min2(far.y - max2(fabs(d.y) - half.y, 0.0), far.z - max2(fabs(d.z) - half.z, 0.0)));
}

static double depth_of_piece_within(const depth_search *s, const vec3 v[3]) {
    const middle_box box = box_of_piece(v);
    return depth_within_bounds(s, &box);
}

/* A box of the mesh's own, in the common frame. */
static middle_box posed_box_of(const depth_search *s, const mesh_node *node) {
    middle_box own = middle_of_node(node);
    double more = 2.0 * s->own_frame->noise;
    vec3 half = add3(affine_extent(&s->own_frame->out, own.half), vec(more, more, more));
    return (middle_box){affine_point(&s->own_frame->out, own.center), half};
}

/* ---- samples */

typedef struct depth_sample {
    vec3 point, surface; /* the nearest */
    double distance;
    uint32_t triangle; /* that has it */
    vec3 normal;       /* of that one, not unit */
    bool behind;       /* the triangle: inside, if it faces as most do */
} depth_sample;

/* Triangles need not face outwards; which way they do is learnt. */
static bool faces_outwards(const depth_search *s) {
    return s->facing[0] >= s->facing[1];
}

/* Nearly all of them face the same way. */
static bool facing_is_trusted(const depth_search *s) {
    uint32_t most = s->facing[0] > s->facing[1] ? s->facing[0] : s->facing[1];
    return most >= 8 + 8 * (s->facing[0] + s->facing[1] - most);
}

/* @return false when there is nothing near, which is beyond the range of numbers. */
static bool measure_sample(depth_search *s, depth_sample *out, vec3 p) {
    carom_vec3 own = store3(affine_point(&s->other->back, p));
    carom_mesh_closest at = carom_closest_point_mesh(own, s->other->mesh);
    s->pair.looks -= STEP_LOOKS < s->pair.looks ? STEP_LOOKS : s->pair.looks;
    if (!(at.at.distance <= CAROM_REAL_MAX)) return false;
    carom_triangle t = posed_index(s->other, at.triangle);
    *out = (depth_sample){.point = p, .distance = (double)at.at.distance, .triangle = at.triangle};
    out->surface = load3(carom_pose_transform_point(s->other->pose, at.at.point_b));
    out->normal = cross3(sub3(load3(t.v[1]), load3(t.v[0])), sub3(load3(t.v[2]), load3(t.v[0])));
    out->behind = (dot3(sub3(out->surface, p), out->normal) > 0.0) == faces_outwards(s);
    return true;
}

static bool may_be_deepest(const depth_search *s, const depth_sample *at) {
    return at->distance > s->best && (at->behind || !facing_is_trusted(s));
}

/* Is the sample inside? Then it may be the deepest. */
static bool place_sample(depth_search *s, const depth_sample *at) {
    carom_mesh_place place = carom_place_in_frame(s->other, s->pair.solidity, store3(at->point));
    bool inside = place == CAROM_PLACE_INSIDE;
    if (at->distance > s->noise) s->facing[(inside == at->behind) != faces_outwards(s)]++;
    if (!inside || !(at->distance > s->best)) return inside;
    s->best = s->own = at->distance;
    s->deepest = at->point;
    s->surface = at->surface;
    return inside;
}

/* Settles what lies within `radius` of a sample, or draws its bound in. */
static bool settle_about(depth_search *s, const depth_sample *at, double radius, double *bound) {
    double known = at->distance;
    *bound = min2(*bound, at->distance + radius + s->noise);
    if (!settle(s, *bound)) {
        double outside = min2(*bound, max2(radius - at->distance, 0.0) + s->noise);
        bool would_settle = !at->behind && !worth_measuring(s, outside);
        if ((would_settle || may_be_deepest(s, at)) && !place_sample(s, at)) {
            *bound = outside;
            known = -known;
        }
    }
    remember_depth(&s->memory, at->point, known + s->noise);
    return settle(s, *bound);
}

/* Out of the solid by the shortest way from a sample, as it seems; unit. */
static vec3 way_of_sample(const depth_search *s, const depth_sample *at) {
    vec3 way = sub3(at->surface, at->point);
    if (!at->behind) way = neg3(way);
    if (at->distance <= s->noise) way = faces_outwards(s) ? at->normal : neg3(at->normal);
    return carom_normalize_or(way, vec(0, 0, 1));
}

/* Less than what is granted, by what the way there and back rounds. */
static vec3 granted_way(const depth_search *s, vec3 way) {
    return scale3(way, granted_depth(s) - 2.0 * s->noise);
}

/* ---- pieces of triangles */

static void load_triangle_of(const depth_search *s, uint32_t rank, vec3 v[3]) {
    carom_triangle t = posed_rank(s->own_frame, rank);
    for (int i = 0; i < 3; i++)
        v[i] = load3(t.v[i]);
}

static void load_piece(const depth_search *s, const depth_item *item, vec3 v[3]) {
    load_triangle_of(s, item->place, v);
    for (uint32_t i = 0; i < item->cuts; i++)
        take_half(v, item->path >> i & 1u);
}

static void push_halves(depth_search *s, const depth_item *item, const vec3 v[3], double bound) {
    if (item->cuts == DEPTH_CUTS) {
        depth_drop(&s->heap, bound);
        return;
    }
    for (uint64_t i = 0; i < 2; i++) {
        vec3 half[3] = {v[0], v[1], v[2]};
        take_half(half, i);
        const depth_item piece = {min2(bound, depth_of_piece_within(s, half)), item->place,
                                  item->cuts + 1, item->path | i << item->cuts};
        push_item(s, &piece);
    }
}

/* The middle, or where that is beyond the other mesh's box what is nearest to its center. */
static vec3 point_of_piece(const depth_search *s, const vec3 v[3]) {
    vec3 middle = middle_of_piece(v);
    if (!is_out_of_box(&s->bounds, middle)) return middle;
    const carom_triangle t = {{store3(v[0]), store3(v[1]), store3(v[2])}};
    return load3(carom_closest_point_triangle(store3(s->bounds.center), &t).point_b);
}

/* The corner farthest from the triangle that a sample is nearest to. */
static int corner_farthest_from(const carom_triangle *triangle, const vec3 v[3], double *distance) {
    int corner = 0;
    *distance = -1.0;
    for (int i = 0; i < 3; i++) {
        double d = (double)carom_closest_point_triangle(store3(v[i]), triangle).distance;
        if (!(d > *distance)) continue;
        *distance = d;
        corner = i;
    }
    return corner;
}

/* Turned towards the outside of what was met, which faces as most do.
 * @return false where that leads nowhere else. */
static bool lead_off(const depth_search *s, vec3 *way) {
    vec3 out = carom_normalize_or(s->pair.met, vec(0, 0, 0));
    if (!faces_outwards(s)) out = neg3(out);
    if (len2(out) == 0.0 || dot3(*way, out) > 0.99) return false;
    *way = carom_normalize_or(add3(*way, out), out);
    return true;
}

/* By a way, or by others that lead off what is met: in a corner of the solid each side of it would
 * lead into the other one. */
static bool escapes_by(depth_search *s, const vec3 v[3], vec3 way) {
    for (int i = 0; i < WAYS; i++) {
        if (carom_triangle_escapes(&s->pair, v, granted_way(s, way))) {
            s->last_way = way;
            return true;
        }
        if (!lead_off(s, &way)) break;
    }
    return false;
}

/* By the sample's way, or across the piece. */
static bool piece_escapes(depth_search *s, const vec3 v[3], const depth_sample *at, vec3 across) {
    vec3 way = way_of_sample(s, at);
    if (escapes_by(s, v, way)) return true;
    if (dot3(across, way) < 0.0) across = neg3(across);
    return dot3(across, way) < 0.99 && escapes_by(s, v, across);
}

/* A corner alone on its side of where two ways out are as long, and the others by themselves. */
static bool halves_escape(depth_search *s, const vec3 v[3], const double longer[3], int alone,
                          const vec3 way[2]) {
    int next = (alone + 1) % 3, last = (alone + 2) % 3, side = longer[alone] > 0.0;
    vec3 p = v[alone], q = v[next], r = v[last];
    double to_q = longer[alone] / (longer[alone] - longer[next]);
    double to_r = longer[alone] / (longer[alone] - longer[last]);
    vec3 on_q = mad3(p, sub3(q, p), to_q), on_r = mad3(p, sub3(r, p), to_r);
    const vec3 tip[3] = {p, on_q, on_r}, base[3] = {on_q, q, r}, rest[3] = {on_q, r, on_r};
    return escapes_by(s, tip, way[side]) && escapes_by(s, base, way[!side]) &&
           escapes_by(s, rest, way[!side]);
}

/* By the ways of two samples: each point by the one that seems the shorter, so that a piece on a
 * ridge of the depth need not be cut until it is as narrow as the threshold is near. */
static bool piece_escapes_in_two(depth_search *s, const vec3 v[3], const depth_sample at[2]) {
    const vec3 way[2] = {way_of_sample(s, &at[0]), way_of_sample(s, &at[1])};
    double longer[3]; /* is the first one, by so much */
    int sides[2] = {0, 0};
    if (at[0].triangle == at[1].triangle) return false;
    for (int i = 0; i < 3; i++) {
        longer[i] =
            dot3(way[0], sub3(at[0].surface, v[i])) - dot3(way[1], sub3(at[1].surface, v[i]));
        sides[longer[i] > 0.0]++;
    }
    if (sides[0] == 0 || sides[1] == 0) return escapes_by(s, v, way[sides[1] > 0]);
    for (int i = 0; i < 3; i++)
        if (sides[longer[i] > 0.0] == 1) return halves_escape(s, v, longer, i, way);
    return false;
}

/* By what is remembered of pieces beside it, or by the way that led out last: without a sample.
 * @return whether the piece is done with. */
static bool settle_unseen(depth_search *s, const depth_item *item, const vec3 v[3],
                          const piece_spot *spot) {
    s->pair.looks -= s->pair.looks > 0;
    bool known = is_known_depth(&s->memory, v, granted_depth(s));
    if (!known && is_like_cut(&s->memory, spot)) {
        push_halves(s, item, v, item->bound);
        return true;
    }
    if (!known && !(len2(s->last_way) > 0.0 && escapes_by(s, v, s->last_way))) return false;
    depth_drop(&s->heap, granted_depth(s));
    return true;
}

static void look_at_piece(depth_search *s, const depth_item *item) {
    depth_sample at[2]; /* at the piece's point, and at a corner */
    double bound = item->bound, farthest;
    vec3 v[3];
    load_piece(s, item, v);
    vec3 p = point_of_piece(s, v);
    const piece_spot spot = {p, across_piece(v), radius_about(p, v)};
    s->sampled[0] = item->place;
    if (settle_unseen(s, item, v, &spot)) return;
    if (!measure_sample(s, &at[0], p)) {
        depth_drop(&s->heap, bound);
        return;
    }
    carom_triangle nearest = posed_index(s->other, at[0].triangle);
    int far = corner_farthest_from(&nearest, v, &farthest);
    bound = min2(bound, farthest + s->noise);
    if (settle(s, bound) || settle_about(s, &at[0], spot.radius, &bound)) return;
    if (piece_escapes(s, v, &at[0], spot.across)) {
        depth_drop(&s->heap, granted_depth(s));
        return;
    }
    bool measured = s->pair.looks > 0 && measure_sample(s, &at[1], v[far]);
    if (measured && may_be_deepest(s, &at[1])) (void)place_sample(s, &at[1]);
    if (measured && is_undecided(s) && piece_escapes_in_two(s, v, at)) {
        depth_drop(&s->heap, granted_depth(s));
        return;
    }
    if (settle(s, bound)) return;
    remember_cut(&s->memory, &spot);
    push_halves(s, item, v, bound);
}

/* ---- nodes of the tree */

static void push_leaf(depth_search *s, const mesh_node *node, double bound) {
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        vec3 v[3];
        load_triangle_of(s, i, v);
        const depth_item item = {min2(bound, depth_of_piece_within(s, v)), i, 0, 0};
        push_item(s, &item);
    }
}

static void push_child_items(depth_search *s, const mesh_node *node, double bound) {
    mesh_node child;
    for (uint32_t i = 0; i < BVH8_WIDTH; i++) {
        if (!mesh_child(s->own_frame->mesh, node->child, i, &child)) continue;
        middle_box box = posed_box_of(s, &child);
        const depth_item item = {min2(bound, depth_within_bounds(s, &box)),
                                 BVH8_WIDTH * node->child + i, DEPTH_NODE, 0};
        push_item(s, &item);
    }
}

/* The rank of a triangle of the node, near its middle. */
static uint32_t middle_triangle(const carom_mesh *mesh, mesh_node node) {
    vec3 center = middle_of_node(&node).center;
    while (node.count == 0) {
        uint32_t parent = node.child;
        double least = (double)INFINITY;
        for (uint32_t i = 0; i < BVH8_WIDTH; i++) {
            mesh_node child;
            if (!mesh_child(mesh, parent, i, &child)) continue;
            double d2 = len2(sub3(middle_of_node(&child).center, center));
            if (d2 < least || least > DBL_MAX) node = child;
            least = min2(least, d2);
        }
    }
    return node.first;
}

/* How far the node may reach from one of its points, whose place is `p`. A pose that is no rotation
 * may stretch its box; the posed one is larger and always holds. */
static double reach_of_node(const depth_search *s, const mesh_node *node, vec3 own, vec3 p) {
    middle_box box = s->own_frame->blind ? posed_box_of(s, node) : middle_of_node(node);
    vec3 off = sub3(s->own_frame->blind ? p : own, box.center);
    vec3 far = add3(vec(fabs(off.x), fabs(off.y), fabs(off.z)), box.half);
    double stretch = s->own_frame->blind || s->own_frame->shrink > 0.999 ? 1.01 : 1.3;
    return sqrt(len2(far)) * stretch + 2.0 * s->own_frame->noise;
}

static void look_at_node(depth_search *s, const depth_item *item) {
    mesh_node node = carom_part_node(s->own_frame->mesh, item->place);
    s->sampled[0] = middle_triangle(s->own_frame->mesh, node);
    vec3 own = load3(mesh_ranked(s->own_frame->mesh, s->sampled[0]).v[0]);
    vec3 p = load3(carom_pose_transform_point(s->own_frame->pose, store3(own)));
    double bound = item->bound;
    depth_sample at;
    if (!measure_sample(s, &at, p)) {
        depth_drop(&s->heap, bound);
        return;
    }
    if (settle_about(s, &at, reach_of_node(s, &node, own, p), &bound)) return;
    if (carom_part_escapes(&s->pair, item->place, granted_way(s, way_of_sample(s, &at))))
        depth_drop(&s->heap, granted_depth(s));
    else if (node.count > 0)
        push_leaf(s, &node, bound);
    else
        push_child_items(s, &node, bound);
}

/* ---- rounds */

/* Of flat triangles the deepest point is a corner, more often than not. */
static void sample_corners(depth_search *s) {
    vec3 v[3];
    if (s->sampled[1] == s->sampled[0]) return;
    s->sampled[1] = s->sampled[0];
    load_triangle_of(s, s->sampled[0], v);
    for (int i = 0; i < 3 && s->pair.looks > 0; i++) {
        depth_sample at;
        if (measure_sample(s, &at, v[i]) && may_be_deepest(s, &at)) (void)place_sample(s, &at);
    }
}

void carom_depth_search_start(depth_search *s, const carom_mesh_depth_def *def) {
    const escape_pair *pair = &s->pair;
    double accuracy = def ? (double)def->accuracy : 0.0;
    double threshold = def ? (double)def->threshold : 0.0;
    s->own_frame = pair->own_frame;
    s->other = pair->solid_frame;
    s->noise = s->own_frame->noise + s->other->noise;
    s->accuracy = accuracy > 0.0 && accuracy < 1.0 ? accuracy : DEPTH_ACCURACY;
    s->threshold = threshold > 0.0 ? threshold : 0.0;
    s->floor = s->threshold + DEPTH_NOISE * s->noise;
    s->best = s->own = s->heap.dropped = 0.0;
    s->heap.count = s->heap.stacked = 0;
    s->facing[0] = s->facing[1] = 0;
    s->sampled[1] = UINT32_MAX;
    s->last_way = vec(0, 0, 0);
    s->memory.known_count = s->memory.cut_count = 0;
    s->bounds = carom_frame_bounds(s->other);
    if (pair->solidity == CAROM_SOLIDITY_SHELL) return;
    mesh_node node = mesh_root(s->own_frame->mesh);
    middle_box box = posed_box_of(s, &node);
    const depth_item root = {depth_within_bounds(s, &box), NO_PLACE, DEPTH_NODE, 0};
    push_item(s, &root);
}

/* Does nothing that waits make a difference? What was too small to cut may leave a threshold open:
 * then it also matters no more whether others are as deep. */
static bool is_search_over(depth_search *s) {
    if (depth_is_empty(&s->heap)) return true;
    if (s->heap.stacked > 0) return false;
    double most = s->heap.items[0].bound;
    if (!settle(s, most) && !(is_undecided(s) && most <= s->heap.dropped)) return false;
    depth_drop_all(&s->heap);
    return true;
}

uint64_t carom_depth_search_run(depth_search *s, uint64_t left) {
    uint64_t pause = left < ROUND_LOOKS ? 0 : left - ROUND_LOOKS;
    s->pair.looks = left;
    while (s->pair.looks > pause && !is_search_over(s)) {
        depth_item item = depth_pop(&s->heap);
        if (settle(s, item.bound)) continue;
        double best = s->best;
        if (item.cuts == DEPTH_NODE)
            look_at_node(s, &item);
        else
            look_at_piece(s, &item);
        if (s->best > best) {
            sample_corners(s);
            s->memory.cut_count = 0; /* more is granted now */
        }
    }
    return left - s->pair.looks;
}
