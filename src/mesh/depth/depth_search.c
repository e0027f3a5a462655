/* Penetration depth of one surface in the other solid: branch and bound over the BVH and over
 * bisected triangles (own method). A measured point gives a lower bound of the depth; a part is
 * dropped by one of three upper bounds: depth inside a solid is 1-Lipschitz; it is at most the
 * distance from any one triangle of the surface, a convex function, hence largest at a vertex of
 * a piece; and a part that a translation moves out of the solid was nowhere deeper than its
 * length. The last one settles nearly all parts: the translation is as long as the largest depth
 * that need not be distinguished from the best at the wanted accuracy, so the cost does not
 * depend on how either surface is triangulated. Pieces reuse what is known of those beside them:
 * the direction that separated, known depths, and how small a piece had to be cut. */
#include "mesh/depth/depth_search.h"

#include "carom/closest.h"
#include "math/pose.h"
#include "mesh/depth/depth_piece.h"
#include "mesh/depth/tolerances.h"
#include "mesh/pair/pair_walk.h"

/* Budget that one direction may spend before it receives the other direction's best depth. */
#define ROUND_BUDGET (16 * STEP_COST)

/* Directions tried in succession, each deflected by the triangle that blocked the last one. */
#define SEPARATING_DIRECTIONS 3

/* Returns the largest depth that need not be distinguished from the best. */
static double tolerated_depth(const depth_search *s) {
    if (is_undecided(s)) return s->floor;
    return max2(s->floor, s->best / (1.0 - s->accuracy) * (1.0 - TOLERATED_ROUNDING));
}

/* Drops a part no deeper than `bound` when that makes no difference to the answer; returns
 * whether it did. */
static bool settle(depth_search *s, double bound) {
    if (is_worth_measuring(s, bound)) return false;
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

/* Upper bound on the depth of anything in a box, from the other mesh's bounding box alone. */
static double depth_within_bounds(const depth_search *s, const middle_box *box) {
    vec3 d = sub3(box->center, s->bounds.center), far = s->bounds.half, half = box->half;
    return min2(far.x - max2(fabs(d.x) - half.x, 0.0),
                min2(far.y - max2(fabs(d.y) - half.y, 0.0), far.z - max2(fabs(d.z) - half.z, 0.0)));
}

static double depth_of_piece_within(const depth_search *s, const vec3 v[3]) {
    const middle_box box = box_of_piece(v);
    return depth_within_bounds(s, &box);
}

/* Bounds a node of the own mesh in the common frame. */
static middle_box posed_box_of(const depth_search *s, const mesh_node *node) {
    middle_box own = middle_of_node(node);
    double more = NODE_BOX_NOISES * s->own_frame->noise;
    vec3 half = add3(affine_extent(&s->own_frame->out, own.half), vec(more, more, more));
    return (middle_box){affine_point(&s->own_frame->out, own.center), half};
}

/* ---- samples */

typedef struct depth_sample {
    vec3 point, surface; /* nearest point of the surface */
    double distance;
    uint32_t triangle; /* triangle with the nearest point */
    vec3 normal;       /* of that triangle, not unit */
    bool behind;       /* behind the triangle: inside, if the triangle faces as most do */
} depth_sample;

/* Triangles need not face outwards; their orientation is learnt from samples. */
static bool faces_outwards(const depth_search *s) {
    return s->facing[0] >= s->facing[1];
}

/* Returns true if nearly all sampled triangles have the same orientation. */
static bool facing_is_trusted(const depth_search *s) {
    uint32_t most = s->facing[0] > s->facing[1] ? s->facing[0] : s->facing[1];
    return most >= 8 + 8 * (s->facing[0] + s->facing[1] - most);
}

/* Measures the distance of p from the surface.
 * @return false when it is beyond the range of numbers. */
static bool measure_sample(depth_search *s, depth_sample *out, vec3 p) {
    carom_vec3 own = store3(affine_point(&s->other->back, p));
    carom_mesh_closest at = carom_closest_point_mesh(own, s->other->mesh);
    s->pair.budget -= STEP_COST < s->pair.budget ? STEP_COST : s->pair.budget;
    if (!(at.at.distance <= CAROM_REAL_MAX)) return false;
    carom_triangle t = posed_index(s->other, at.triangle);
    *out = (depth_sample){.point = p, .distance = (double)at.at.distance, .triangle = at.triangle};
    out->surface = load3(carom_posed_point(s->other->pose, at.at.point_b));
    out->normal = cross3(sub3(load3(t.v[1]), load3(t.v[0])), sub3(load3(t.v[2]), load3(t.v[0])));
    out->behind = (dot3(sub3(out->surface, p), out->normal) > 0.0) == faces_outwards(s);
    return true;
}

static bool may_be_deepest(const depth_search *s, const depth_sample *at) {
    return at->distance > s->best && (at->behind || !facing_is_trusted(s));
}

/* Returns true if the sample is inside, where it may become the deepest. */
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

/* Settles the ball of `radius` about a sample, or lowers its bound. */
static bool settle_about(depth_search *s, const depth_sample *at, double radius, double *bound) {
    double known = at->distance;
    *bound = min2(*bound, at->distance + radius + s->noise);
    if (!settle(s, *bound)) {
        double outside = min2(*bound, max2(radius - at->distance, 0.0) + s->noise);
        bool would_settle = !at->behind && !is_worth_measuring(s, outside);
        if ((would_settle || may_be_deepest(s, at)) && !place_sample(s, at)) {
            *bound = outside;
            known = -known;
        }
    }
    cache_depth(&s->cache, at->point, known + s->noise);
    return settle(s, *bound);
}

/* Returns the unit direction of the apparent shortest translation of a sample out of the solid. */
static vec3 separating_direction(const depth_search *s, const depth_sample *at) {
    vec3 direction = sub3(at->surface, at->point);
    if (!at->behind) direction = neg3(direction);
    if (at->distance <= s->noise) direction = faces_outwards(s) ? at->normal : neg3(at->normal);
    return carom_normalize_or(direction, vec(0, 0, 1));
}

/* Returns the translation along a direction, of the tolerated depth less the rounding of posing. */
static vec3 tolerated_translation(const depth_search *s, vec3 direction) {
    return scale3(direction, tolerated_depth(s) - TRANSLATION_NOISES * s->noise);
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

/* Returns the centroid, or if that lies outside the other mesh's box the point nearest to the
 * box's center. */
static vec3 point_of_piece(const depth_search *s, const vec3 v[3]) {
    vec3 middle = middle_of_piece(v);
    if (!is_out_of_box(&s->bounds, middle)) return middle;
    const carom_triangle t = {{store3(v[0]), store3(v[1]), store3(v[2])}};
    return load3(carom_closest_point_triangle(store3(s->bounds.center), &t).point_b);
}

/* Returns the vertex farthest from the triangle that the sample is nearest to. */
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

/* Deflects the direction towards the outer side of the triangle that blocked it.
 * @return false when that gives no new direction. */
static bool deflect_direction(const depth_search *s, vec3 *direction) {
    vec3 out = carom_normalize_or(s->pair.blocking_normal, vec(0, 0, 0));
    if (!faces_outwards(s)) out = neg3(out);
    if (len2(out) == 0.0 || dot3(*direction, out) > SAME_DIRECTION_COSINE) return false;
    *direction = carom_normalize_or(add3(*direction, out), out);
    return true;
}

/* Tries a direction, then deflected ones: in a corner of the solid each side's normal would move
 * the piece into the other side. */
static bool separates_along(depth_search *s, const vec3 v[3], vec3 direction) {
    for (int i = 0; i < SEPARATING_DIRECTIONS; i++) {
        if (carom_is_triangle_separated(&s->pair, v, tolerated_translation(s, direction))) {
            s->last_direction = direction;
            return true;
        }
        if (!deflect_direction(s, &direction)) break;
    }
    return false;
}

/* Tries the sample's direction, then the piece's normal. */
static bool separate_piece(depth_search *s, const vec3 v[3], const depth_sample *at, vec3 normal) {
    vec3 direction = separating_direction(s, at);
    if (separates_along(s, v, direction)) return true;
    if (dot3(normal, direction) < 0.0) normal = neg3(normal);
    return dot3(normal, direction) < SAME_DIRECTION_COSINE && separates_along(s, v, normal);
}

/* Splits the piece where both translations are equally long: the tip with the vertex alone on
 * its side takes one direction, the two rest triangles the other. */
static bool separate_halves(depth_search *s, const vec3 v[3], const double longer[3], int alone,
                            const vec3 direction[2]) {
    int next = (alone + 1) % 3, last = (alone + 2) % 3, side = longer[alone] > 0.0;
    vec3 p = v[alone], q = v[next], r = v[last];
    double to_q = longer[alone] / (longer[alone] - longer[next]);
    double to_r = longer[alone] / (longer[alone] - longer[last]);
    vec3 on_q = mad3(p, sub3(q, p), to_q), on_r = mad3(p, sub3(r, p), to_r);
    const vec3 tip[3] = {p, on_q, on_r}, base[3] = {on_q, q, r}, rest[3] = {on_q, r, on_r};
    return separates_along(s, tip, direction[side]) && separates_along(s, base, direction[!side]) &&
           separates_along(s, rest, direction[!side]);
}

/* Tries the directions of two samples, for each point the one that seems shorter, so that a
 * piece on a ridge of the depth function need not be cut down to the gap between depth and
 * threshold. */
static bool separate_piece_in_two(depth_search *s, const vec3 v[3], const depth_sample at[2]) {
    const vec3 direction[2] = {separating_direction(s, &at[0]), separating_direction(s, &at[1])};
    double longer[3]; /* length by which the first translation is longer, per vertex */
    int sides[2] = {0, 0};
    if (at[0].triangle == at[1].triangle) return false;
    for (int i = 0; i < 3; i++) {
        longer[i] = dot3(direction[0], sub3(at[0].surface, v[i])) -
                    dot3(direction[1], sub3(at[1].surface, v[i]));
        sides[longer[i] > 0.0]++;
    }
    if (sides[0] == 0 || sides[1] == 0) return separates_along(s, v, direction[sides[1] > 0]);
    for (int i = 0; i < 3; i++)
        if (sides[longer[i] > 0.0] == 1) return separate_halves(s, v, longer, i, direction);
    return false;
}

/* Settles or cuts a piece without a sample: by cached depths and cuts, or by the last direction.
 * @return whether the piece is finished. */
static bool settle_unsampled(depth_search *s, const depth_item *item, const vec3 v[3],
                             const piece_location *location) {
    s->pair.budget -= s->pair.budget > 0;
    bool known = is_known_depth(&s->cache, v, tolerated_depth(s));
    if (!known && is_like_cut(&s->cache, location)) {
        push_halves(s, item, v, item->bound);
        return true;
    }
    if (!known && !(len2(s->last_direction) > 0.0 && separates_along(s, v, s->last_direction)))
        return false;
    depth_drop(&s->heap, tolerated_depth(s));
    return true;
}

static void examine_piece(depth_search *s, const depth_item *item) {
    depth_sample at[2]; /* at the piece's point, and at a vertex */
    double bound = item->bound, farthest;
    vec3 v[3];
    load_piece(s, item, v);
    vec3 p = point_of_piece(s, v);
    const piece_location location = {p, normal_of_piece(v), radius_about(p, v)};
    s->sampled[0] = item->place;
    if (settle_unsampled(s, item, v, &location)) return;
    if (!measure_sample(s, &at[0], p)) {
        depth_drop(&s->heap, bound);
        return;
    }
    carom_triangle nearest = posed_index(s->other, at[0].triangle);
    int far = corner_farthest_from(&nearest, v, &farthest);
    bound = min2(bound, farthest + s->noise);
    if (settle(s, bound) || settle_about(s, &at[0], location.radius, &bound)) return;
    if (separate_piece(s, v, &at[0], location.normal)) {
        depth_drop(&s->heap, tolerated_depth(s));
        return;
    }
    bool measured = s->pair.budget > 0 && measure_sample(s, &at[1], v[far]);
    if (measured && may_be_deepest(s, &at[1])) (void)place_sample(s, &at[1]);
    if (measured && is_undecided(s) && separate_piece_in_two(s, v, at)) {
        depth_drop(&s->heap, tolerated_depth(s));
        return;
    }
    if (settle(s, bound)) return;
    cache_cut(&s->cache, &location);
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

/* Returns the rank of a triangle of the node near its center. */
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

/* Radius of a ball about a point of the node, at `own` in the mesh frame and posed `p`, that
 * holds the posed node. A pose that is no rotation may stretch its box; the posed box always
 * holds. */
static double radius_of_node(const depth_search *s, const mesh_node *node, vec3 own, vec3 p) {
    middle_box box = s->own_frame->blind ? posed_box_of(s, node) : middle_of_node(node);
    vec3 off = sub3(s->own_frame->blind ? p : own, box.center);
    vec3 far = add3(vec(fabs(off.x), fabs(off.y), fabs(off.z)), box.half);
    double stretch =
        s->own_frame->blind || s->own_frame->shrink > RIGID_SHRINK ? RIGID_STRETCH : POSE_STRETCH;
    return sqrt(len2(far)) * stretch + NODE_BOX_NOISES * s->own_frame->noise;
}

static void examine_node(depth_search *s, const depth_item *item) {
    mesh_node node = carom_part_node(s->own_frame->mesh, item->place);
    s->sampled[0] = middle_triangle(s->own_frame->mesh, node);
    vec3 own = load3(mesh_ranked(s->own_frame->mesh, s->sampled[0]).v[0]);
    vec3 p = load3(carom_posed_point(s->own_frame->pose, store3(own)));
    double bound = item->bound;
    depth_sample at;
    if (!measure_sample(s, &at, p)) {
        depth_drop(&s->heap, bound);
        return;
    }
    if (settle_about(s, &at, radius_of_node(s, &node, own, p), &bound)) return;
    if (carom_is_part_separated(&s->pair, item->place,
                                tolerated_translation(s, separating_direction(s, &at))))
        depth_drop(&s->heap, tolerated_depth(s));
    else if (node.count > 0)
        push_leaf(s, &node, bound);
    else
        push_child_items(s, &node, bound);
}

/* ---- rounds */

/* On a triangle the deepest point is usually a vertex. */
static void sample_corners(depth_search *s) {
    vec3 v[3];
    if (s->sampled[1] == s->sampled[0]) return;
    s->sampled[1] = s->sampled[0];
    load_triangle_of(s, s->sampled[0], v);
    for (int i = 0; i < 3 && s->pair.budget > 0; i++) {
        depth_sample at;
        if (measure_sample(s, &at, v[i]) && may_be_deepest(s, &at)) (void)place_sample(s, &at);
    }
}

void carom_depth_search_start(depth_search *s, const carom_mesh_depth_def *def) {
    const separation_search *pair = &s->pair;
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
    s->last_direction = vec(0, 0, 0);
    s->cache.known_count = s->cache.cut_count = 0;
    s->bounds = carom_frame_bounds(s->other);
    if (pair->solidity == CAROM_SOLIDITY_SHELL) return;
    mesh_node node = mesh_root(s->own_frame->mesh);
    middle_box box = posed_box_of(s, &node);
    const depth_item root = {depth_within_bounds(s, &box), NO_PLACE, DEPTH_NODE, 0};
    push_item(s, &root);
}

/* Returns true if no item makes a difference. Items too small to cut may leave a threshold
 * undecided; then others of the same depth matter no more. */
static bool is_search_over(depth_search *s) {
    if (depth_is_empty(&s->heap)) return true;
    if (s->heap.stacked > 0) return false;
    double most = s->heap.items[0].bound;
    if (!settle(s, most) && !(is_undecided(s) && most <= s->heap.dropped)) return false;
    depth_drop_all(&s->heap);
    return true;
}

uint64_t carom_depth_search_run(depth_search *s, uint64_t left) {
    uint64_t pause = left < ROUND_BUDGET ? 0 : left - ROUND_BUDGET;
    s->pair.budget = left;
    while (s->pair.budget > pause && !is_search_over(s)) {
        depth_item item = depth_pop(&s->heap);
        if (settle(s, item.bound)) continue;
        double best = s->best;
        if (item.cuts == DEPTH_NODE)
            examine_node(s, &item);
        else
            examine_piece(s, &item);
        if (s->best > best) {
            sample_corners(s);
            s->cache.cut_count = 0; /* the tolerated depth has grown */
        }
    }
    return left - s->pair.budget;
}
