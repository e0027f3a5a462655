/* Contact manifold of two boxes by the separating axis test (obb_sat.h) and a reference face
 * [Gregorius13]. The common points with the other box's face are computed directly (box_faces.h),
 * and reduced as the general method of manifold.c reduces them, so that a pair may change from one
 * method to the other and keep its points. Where no face is nearly perpendicular to the normal, two
 * edges cross in a known point. What rounding leaves in doubt is returned as undecided. Compiled
 * once for each instruction set, with the same bits: see pair/solver/box_kernel.c. Bench convex,
 * manifold box. */
#ifndef CAROM_CONVEX_MANIFOLD_BOX_CONTACT_H
#define CAROM_CONVEX_MANIFOLD_BOX_CONTACT_H

#include "convex/manifold/contact_reduce_lanes.h"

/* Points on one of the boxes, the one with the window. */
typedef struct box_contact {
    box_memory *memory; /* cache of the pair, or null */
    double depth;       /* the least overlap */
    int count;
    bool on_b;        /* the window is B's */
    lane_vec3 normal; /* from A to B; zero when count is 0 */
    face_window window;
    face_lanes points;
    int taken[MANIFOLD_POINTS]; /* kinds of the points that are kept */
    uint64_t places;            /* rank of each in the manifold, a byte each, the deepest 0 */
} box_contact;

static inline int box_contact_place(const box_contact *c, int i) {
    return (int)(c->places >> 8 * i & 0xff);
}

/* A and B. The separating axis test took them in an order that does not depend on which is A: with
 * `swap` B came first. */
typedef struct box_pair {
    const box_view *box[2];
    bool swap;
    bool mean; /* of the deepest points their mean is wanted, in place of all points */
    box_relative_pose turn;
    box_axis least;
    double size;
} box_pair;

/* Ranks of four depths, a byte each, the deepest 0 and of equals the first first, by the bits of
 * the comparisons (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3): set where the second is deeper.
 */
#define PLACE(bits, bit, i, k) ((uint32_t)1 << 8 * ((bits) >> (bit)&1 ? (i) : (k)))
#define PLACES(bits)                                                                               \
    PLACE(bits, 0, 0, 1) + PLACE(bits, 1, 0, 2) + PLACE(bits, 2, 0, 3) + PLACE(bits, 3, 1, 2) +    \
        PLACE(bits, 4, 1, 3) + PLACE(bits, 5, 2, 3)
#define FOUR_PLACES(bits) PLACES(bits), PLACES((bits) + 1), PLACES((bits) + 2), PLACES((bits) + 3)
#define MANY_PLACES(bits)                                                                          \
    FOUR_PLACES(bits), FOUR_PLACES((bits) + 4), FOUR_PLACES((bits) + 8), FOUR_PLACES((bits) + 12)
static const uint32_t places_of_four[64] = {MANY_PLACES(0), MANY_PLACES(16), MANY_PLACES(32),
                                            MANY_PLACES(48)};

/* Ranks four points by a table. @return the greatest depth */
static CAROM_INLINE double rank_four(box_contact *c) {
    const double *depth = c->points.depth;
    const double p = depth[c->taken[0]], q = depth[c->taken[1]];
    const double r = depth[c->taken[2]], s = depth[c->taken[3]];
    const uint32_t low = d4_bits(d4_lt(d4_of(p, p, p, q), d4_of(q, r, s, r)));
    const uint32_t high = d4_bits(d4_lt(d4_of(q, r, s, s), d4_all(s)));
    c->places = places_of_four[low | high << 4];
    return max2(max2(p, q), max2(r, s));
}

/* Ranks any number of points. @return the greatest depth */
static CAROM_APART double rank_points(box_contact *c) {
    const double *depth = c->points.depth;
    double most = -DBL_MAX;
    c->places = 0;
    for (int i = 0; i < c->count; i++) {
        const double at = depth[c->taken[i]];
        most = max2(most, at);
        for (int k = i + 1; k < c->count; k++)
            c->places += (uint64_t)1 << 8 * (depth[c->taken[k]] > at ? i : k);
    }
    return most;
}

/* Chooses among more points than the capacity. */
static CAROM_INLINE void take_points(box_contact *c, int capacity, double size) {
    box_memory *memory = capacity == MANIFOLD_CAPACITY ? c->memory : NULL;
    for (int i = capacity; i < MANIFOLD_CAPACITY; i++)
        c->taken[i] = FACE_POINTS;
    if (c->points.which < 1u << FACE_CROSSINGS) clear_crossings(&c->points);
    if (memory && expect_face_points(c->taken, &c->points, &c->window, memory->taken, size)) return;
    choose_face_points(c->taken, &c->points, &c->window,
                       (choice_task){CHOICE_ROWS, capacity, size});
    for (int i = 0; memory && i < MANIFOLD_CAPACITY; i++)
        memory->taken[i] = (uint8_t)c->taken[i];
}

/* Chooses and ranks the points that the manifold keeps. @return the greatest depth */
static CAROM_INLINE double keep_points(box_contact *c, int capacity, double size) {
    uint32_t left = c->points.which;
    if ((left & (left - 1)) == 0) {
        c->count = 1;
        c->taken[0] = (int)lowest_bit(left);
        c->places = 0;
        return c->points.depth[c->taken[0]];
    }
    const int found = (int)count_bits(left);
    c->count = found < capacity ? found : capacity;
    if (found > capacity) {
        take_points(c, capacity, size);
    } else {
        for (int i = 0; i < MANIFOLD_CAPACITY; i++, left &= left - 1)
            c->taken[i] = (int)lowest_bit(left | 1u << FACE_POINTS);
        for (int i = MANIFOLD_CAPACITY; i < found; i++, left &= left - 1)
            c->taken[i] = (int)lowest_bit(left);
    }
    return CAROM_LIKELY(c->count <= MANIFOLD_CAPACITY) ? rank_four(c) : rank_points(c);
}

/* The mean of the deepest points as one point, the depth's pair. @return the greatest depth */
static CAROM_INLINE double mean_of_points(box_contact *c, double same) {
    face_lanes *points = &c->points;
    double most = -DBL_MAX, x = 0.0, y = 0.0, count = 0.0;
    for (uint32_t left = points->which; left != 0; left &= left - 1)
        most = max2(most, points->depth[lowest_bit(left)]);
    for (uint32_t left = points->which; left != 0; left &= left - 1) {
        const int k = (int)lowest_bit(left);
        const double is = points->depth[k] >= most - same ? 1.0 : 0.0;
        x += is * points->x[k];
        y += is * points->y[k];
        count += is;
    }
    c->count = 1;
    c->taken[0] = 0;
    c->places = 0;
    points->x[0] = x / count;
    points->y[0] = y / count;
    points->depth[0] = most;
    return most;
}

/* `flip`: the reference face is B's. @return false when the deepest pair is not among the points.
 */
static CAROM_INLINE bool clip_faces(const box_pair *pair, bool flip,
                                    const manifold_options *options, box_contact *out) {
    const double rounding = CONTACT_ROUNDING * pair->size, far = max_abs3(pair->box[0]->center);
    const double outward = pair->least.towards * sign_of(pair->swap == flip);
    const double *u = pair->least.in[pair->swap != flip], *v = pair->least.in[pair->swap == flip];
    face_window *w = &out->window;
    w->box = pair->box[flip];
    w->other = pair->box[!flip];
    w->turn = &pair->turn;
    w->second = pair->swap != flip;
    d4_store(w->along.lane, d4_mul(d4_load(pair->least.normal.lane), d4_all(outward)));
    for (int i = 0; i < 3; i++) {
        w->facing[i] = outward * u[i];
        w->against[i] = -outward * v[i];
    }
    w->per_length = pair->least.per_length;
    w->margin = options->margin + rounding + CONTACT_CENTER_ROUNDING * far;
    if (!share_faces(&out->points, w) || out->points.which == 0 ||
        count_bits(out->points.which) > CHOICE_POINTS)
        return false;
    double same = SAME_POINT * max2(pair->size, fabs(pair->least.depth));
    out->on_b = flip;
    if (pair->mean)
        return mean_of_points(out, CONTACT_ROUNDING * pair->size) >= pair->least.depth - same;
    return keep_points(out, carom_held_capacity(options->capacity), pair->size) >=
           pair->least.depth - same;
}

/* The extreme edge of a box parallel to one of its axes: its coordinates on the two axes that
 * follow cyclically. */
typedef struct far_edge {
    int first, second;
    double to_first, to_second;
    bool only; /* no other edge is as far, to BOX_SLACK */
} far_edge;

/* `in`: the direction along the box's axes times `scale`. */
static CAROM_INLINE far_edge farthest_edge(const box_view *s, int axis, const double in[3],
                                           double scale, double slack) {
    static const uint8_t next[5] = {0, 1, 2, 0, 1};
    far_edge e;
    e.first = next[axis + 1];
    e.second = next[axis + 2];
    const double u = scale * in[e.first], v = scale * in[e.second];
    const double half_u = s->side[e.first], half_v = s->side[e.second];
    e.to_first = copysign(half_u, u);
    e.to_second = copysign(half_v, v);
    e.only = 2.0 * half_u * fabs(u) > slack && 2.0 * half_v * fabs(v) > slack;
    return e;
}

/* The vertex at one end of the edge, numbered as by box_corner_id. */
static CAROM_INLINE int end_of_edge(const far_edge *e, int axis, bool side) {
    return side << axis | (e->to_first > 0.0) << e->first | (e->to_second > 0.0) << e->second;
}

/* Two crossing edges: the point on the first box's edge that is nearest to the second's. Its
 * identity names one end of each edge, by the sign of a product that may be rounding alone: it is
 * computed with the unit normal, as in the general method, to be the same there. */
static CAROM_INLINE bool cross_box_edges(const box_pair *pair, box_contact *out) {
    const bool swap = pair->swap;
    const box_axis *least = &pair->least;
    const box_view *first = pair->box[swap], *second = pair->box[!swap];
    const int i = least->axis / 4 - 2, j = least->axis % 4;
    const double unit = least->towards * least->per_length, slack = BOX_SLACK * least->scale;
    const far_edge p = farthest_edge(first, i, least->in[0], unit, slack);
    const far_edge q = farthest_edge(second, j, least->in[1], -unit, slack);
    const double per_square = least->per_length * least->per_length;
    if (!(per_square * (CONTACT_PARALLEL_MARGIN * PARALLEL_SINE * PARALLEL_SINE) < 1.0) ||
        !p.only || !q.only)
        return false;
    const double *by = pair->turn.by[i];
    const double along_u =
        pair->turn.center_delta[0][i] + q.to_first * by[q.first] + q.to_second * by[q.second];
    const double along_v = pair->turn.center_delta[1][j] - p.to_first * pair->turn.by[p.first][j] -
                           p.to_second * pair->turn.by[p.second][j];
    const double t = (along_u - along_v * by[j]) * per_square, half = first->side[i];
    const vec3 n = scale3(least->normal.v, least->towards);
    const int corner[2] = {end_of_edge(&p, i, dot3(first->axes[i], n) > 0.0),
                           end_of_edge(&q, j, dot3(second->axes[j], n) < 0.0)};
    face_window *w = &out->window;
    d4 at = d4_load(&first->center.x);
    at = d4_add(at, d4_mul(d4_load(&first->axes[p.first].x), d4_all(p.to_first)));
    at = d4_add(at, d4_mul(d4_load(&first->axes[p.second].x), d4_all(p.to_second)));
    at = d4_add(at, d4_mul(d4_load(&first->axes[i].x), d4_all(max2(-half, min2(half, t)))));
    d4_store(w->middle.lane, at);
    d4_store(w->x.lane, d4_all(0.0));
    d4_store(w->y.lane, d4_all(0.0));
    d4_store(w->along.lane, d4_mul(d4_load(least->normal.lane), d4_all(least->towards)));
    out->count = 1;
    out->on_b = swap;
    out->taken[0] = 0;
    out->places = 0;
    w->names[face_names[0].cut] = 0;
    w->names[face_names[0].by] = id_of_witness(corner[swap], corner[!swap]);
    out->points.x[0] = out->points.y[0] = 0.0;
    out->points.depth[0] = least->depth;
    return true;
}

static CAROM_INLINE double size_of_half(const box_view *s) {
    return s->half.x + s->half.y + s->half.z;
}

/* The mean takes no areas in float, so that the sizes alone matter. */
static CAROM_INLINE bool has_thickness(const box_view *s, bool mean) {
    const double thickness = min2(s->half.x, min2(s->half.y, s->half.z));
    return mean ? thickness > BOX_MEAN_THIN * size_of_half(s) : thickness >= BOX_SIZE_MIN;
}

/* The greatest cosine of the normal to a face normal of one box. */
static CAROM_INLINE double squareness(const box_axis *least, bool second) {
    const double *part = least->in[second];
    return max2(fabs(part[0]), max2(fabs(part[1]), fabs(part[2]))) * least->per_length;
}

static CAROM_INLINE bool touch_boxes(const box_pair *pair, const manifold_options *options,
                                     box_contact *out) {
    const double cosine_a = squareness(&pair->least, pair->swap);
    const double cosine_b = squareness(&pair->least, !pair->swap);
    if (!(max2(cosine_a, cosine_b) >= REFERENCE_COSINE))
        return pair->least.axis >= SAT_EDGES && cross_box_edges(pair, out);
    return clip_faces(pair, cosine_b > cosine_a + REFERENCE_ADVANTAGE, options, out);
}

/** The contact manifold of two boxes.
 * @param box in an order that does not depend on which is A: with `swap` the first is B
 * @param swap_and_mean see box_pair
 * @return false, with `out` undefined, for what is left to the general method: boxes without
 * thickness, sliver faces, nearly parallel edges, and but for the mean boxes that are apart. Points
 * of a depth within rounding of 0 may be of boxes that are apart by as much */
static CAROM_INLINE bool contact_boxes(const box_view *const box[2], const bool swap_and_mean[2],
                                       const manifold_options *options, box_contact *out) {
    const bool swap = swap_and_mean[0], mean = swap_and_mean[1];
    box_pair pair; /* set field by field: clearing it all takes longer */
    if (!has_thickness(box[0], mean) || !has_thickness(box[1], mean) ||
        !least_box_axis(box, out->memory ? out->memory->axis : SAT_NO_GUESS, &pair.turn,
                        &pair.least))
        return false;
    const double scale = pair.least.scale, depth = pair.least.depth;
    const double undecided =
        BOX_UNDECIDED * scale + BOX_CENTER_ROUNDING * max_abs3(box[swap]->center);
    pair.swap = swap;
    pair.mean = mean;
    pair.box[0] = box[swap];
    pair.box[1] = box[!swap];
    pair.size = 2.0 * max2(size_of_half(box[0]), size_of_half(box[1]));
    if (out->memory) out->memory->axis = (uint8_t)pair.least.axis;
    out->count = 0;
    out->depth = depth;
    out->on_b = false;
    d4_store(out->normal.lane, d4_all(0.0));
    if (!(scale <= (mean ? BOX_MEAN_MAX : BOX_SIZE_MAX) && scale >= BOX_MEAN_MIN)) return false;
    if (depth < -(options->margin + undecided)) return true;
    if (!mean && !(depth >= -undecided)) return false;
    if (!touch_boxes(&pair, options, out)) return false;
    const double towards = pair.least.towards * sign_of(!swap);
    d4_store(out->normal.lane, d4_mul(d4_load(pair.least.normal.lane), d4_all(towards)));
    if (options->cache) *options->cache = (convex_cache){.axis = out->normal.v};
    return true;
}

#endif
