/* Penetration depth of boxes by separating axes [Gottschalk96]. The overlap along any direction is
 * an upper bound of the least translation, so an inexact cross product does no harm as long as the
 * overlap is measured along the very direction that is returned: an axis is skipped only when it
 * has no direction at all, not for being nearly parallel. Face normals are preferred where an edge
 * pair is not better by more than rounding. Of two boxes of one kind the one comes first that does
 * by its numbers, so that exchanging them changes no bit. */
#include "carom/overlap.h"
#include "math/box_axes.h"
#include "math/pair.h"
#include "query/penetration/penetration_box.h"
#include "query/penetration/deepest.h"
#include "query/penetration/tolerances.h"
#include "shape/order.h"

typedef struct box_frame {
    vec3 center, axes[3];
    double half[3];
} box_frame;

typedef struct deepest_axis {
    vec3 normal;
    /* the normal before normalisation: support tests use it without waiting for the root */
    vec3 direction;
    double square; /* of its length */
    double depth;
    /* an edge pair; or -1 - i and 0 for axis i of A, -1 - i and 1 for axis i of B */
    int edge_a, edge_b;
} deepest_axis;

/* A face of a box, clipped by planes. */
typedef struct face_part {
    vec3 point[8];
    int count;
} face_part;

static inline pair2 middle_of_overlap(pair2 low_a, pair2 high_a, pair2 low_b, pair2 high_b) {
    return BOTH(0.5) * pair_greater(low_a, low_b) + BOTH(0.5) * pair_lesser(high_a, high_b);
}

/* Which face is the nearest is unpredictable, so no branch depends on it: 1.2 mispredicted branches
 * of the row "penetration box flush". */
static carom_penetration ordered_aabbs(const carom_aabb *a, const carom_aabb *b) {
    if (!carom_overlap_aabb_aabb(a, b)) return (carom_penetration){0};
    const vec3 al = load3(a->min), ah = load3(a->max), bl = load3(b->min), bh = load3(b->max);
    const double depth[6] = {ah.x - bl.x, bh.x - al.x, ah.y - bl.y,
                             bh.y - al.y, ah.z - bl.z, bh.z - al.z};
    const double side[3][2] = {{ah.x, al.x}, {ah.y, al.y}, {ah.z, al.z}};
    const double least =
        min2(min2(min2(depth[0], depth[1]), min2(depth[2], depth[3])), min2(depth[4], depth[5]));
    uint32_t ties = 0;
    for (int i = 0; i < 6; i++)
        ties |= (uint32_t)(depth[i] == least) << i;
    const int best = (int)lowest_bit(ties), axis = best >> 1;
    const pair2 xy = middle_of_overlap((pair2){al.x, al.y}, (pair2){ah.x, ah.y},
                                       (pair2){bl.x, bl.y}, (pair2){bh.x, bh.y});
    const pair2 z = middle_of_overlap(BOTH(al.z), BOTH(ah.z), BOTH(bl.z), BOTH(bh.z));
    double n[3] = {0.0, 0.0, 0.0}, at[3] = {xy[0], xy[1], z[0]};
    n[axis] = 1.0 - 2.0 * (best & 1);
    at[axis] = side[axis][best & 1];
    return penetration_at_a(vec(n[0], n[1], n[2]), least, vec(at[0], at[1], at[2]));
}

carom_penetration carom_penetration_aabb_aabb(const carom_aabb *a, const carom_aabb *b) {
    if (!is_second_first(&a->min.x, &b->min.x, 6)) return ordered_aabbs(a, b);
    return penetration_exchanged(ordered_aabbs(b, a));
}

static double box_reach_along(const box_frame *box, vec3 n) {
    return box->half[0] * fabs(dot3(box->axes[0], n)) + box->half[1] * fabs(dot3(box->axes[1], n)) +
           box->half[2] * fabs(dot3(box->axes[2], n));
}

/* Branchless: both signs are equally frequent. */
static inline double sign_towards(double direction) {
    return copysign(1.0, direction + 0.0);
}

/* Keeps the overlap along a face normal if it is the least so far. An axis of zero length is
 * skipped. */
static inline void try_face(deepest_axis *best, const box_frame box[2], int face) {
    const int of_b = face >= 3, axis = face - 3 * of_b;
    const box_frame *own = &box[of_b], *other = &box[1 - of_b];
    vec3 n = own->axes[axis];
    double square = len2(n);
    if (!(square > NO_DIRECTION)) return;
    double unit = 1.0 / sqrt(square), apart = dot3(n, sub3(box[1].center, box[0].center));
    double depth = (own->half[axis] + box_reach_along(other, n) - fabs(apart)) * unit;
    if (!(depth < best->depth)) return;
    best->direction = scale3(n, sign_towards(apart));
    best->square = square;
    best->normal = scale3(best->direction, unit);
    best->depth = depth;
    best->edge_a = -1 - axis;
    best->edge_b = of_b;
}

/* Keeps the overlap along the cross product of an edge pair if it is the least so far. */
static inline void try_edge_pair(deepest_axis *best, const box_frame box[2], int edge) {
    const box_frame *a = &box[0], *b = &box[1];
    vec3 n = cross3(a->axes[edge / 3], b->axes[edge % 3]);
    double square = len2(n);
    if (!(square > NO_DIRECTION)) return;
    if (!(square < DIRECTION_MOST)) {
        n = carom_normalize_or(n, vec(1, 0, 0));
        square = 1.0;
    }
    double unit = 1.0 / sqrt(square), apart = dot3(sub3(b->center, a->center), n);
    double depth = (box_reach_along(a, n) + box_reach_along(b, n) - fabs(apart)) * unit;
    if (!(depth < best->depth * (1.0 - EDGE_ADVANTAGE))) return;
    best->direction = scale3(n, sign_towards(apart));
    best->square = square;
    best->normal = scale3(best->direction, unit);
    best->depth = depth;
    best->edge_a = edge / 3;
    best->edge_b = edge % 3;
}

/* The support feature of the box along n: a corner, edge or face. */
static face_part support_of_box(const box_frame *box, vec3 n) {
    face_part out = {{box->center}, 1};
    for (int i = 0; i < 3; i++) {
        double along = dot3(box->axes[i], n);
        vec3 step = scale3(box->axes[i], along < 0.0 ? -box->half[i] : box->half[i]);
        bool perpendicular =
            fabs(along) <= PERPENDICULAR_COSINE && box->half[i] > 0.0 && out.count < 4;
        if (perpendicular) /* in reverse order, so that the corners run around the face */
            for (int k = 0; k < out.count; k++)
                out.point[2 * out.count - 1 - k] = sub3(out.point[k], step);
        for (int k = 0; k < out.count; k++)
            out.point[k] = add3(out.point[k], step);
        if (perpendicular) out.count *= 2;
    }
    return out;
}

static vec3 middle_of_part(const face_part *part) {
    vec3 sum = vec(0, 0, 0);
    for (int i = 0; i < part->count; i++)
        sum = add3(sum, part->point[i]);
    return scale3(sum, 1.0 / part->count);
}

/* Sutherland-Hodgman clipping [Sutherland74] to the plane's inner side; when nothing is left, the
 * point nearest to the plane. */
static void keep_inner(face_part *part, vec3 side, double offset) {
    face_part in = *part;
    int nearest = 0;
    double over[8];
    for (int i = 0; i < in.count; i++) {
        over[i] = dot3(side, in.point[i]) - offset;
        if (over[i] < over[nearest]) nearest = i;
    }
    part->count = 0;
    for (int i = 0; i < in.count; i++) {
        int j = i + 1 < in.count ? i + 1 : 0;
        bool has_capacity = part->count < 7;
        if (over[i] <= 0.0 && has_capacity) part->point[part->count++] = in.point[i];
        if ((over[i] < 0.0 && over[j] > 0.0) || (over[i] > 0.0 && over[j] < 0.0))
            part->point[part->count++] =
                mad3(in.point[i], sub3(in.point[j], in.point[i]), over[i] / (over[i] - over[j]));
    }
    if (part->count > 0) return;
    part->count = 1;
    part->point[0] = mad3(in.point[nearest], side, -over[nearest]);
}

/* True when an edge with this cosine is perpendicular to a normal whose squared length is given. */
static inline bool is_perpendicular(double cosine, double square) {
    return cosine * cosine <= PERPENDICULAR_COSINE * PERPENDICULAR_COSINE * square;
}

/* The support point along n. @return false when it is not unique */
static inline bool corner_of_box(const box_frame *box, vec3 n, double square, vec3 *corner) {
    bool only = true;
    vec3 at = box->center;
    for (int i = 0; i < 3; i++) {
        double along = dot3(box->axes[i], n);
        only &= !is_perpendicular(along, square);
        at = mad3(at, box->axes[i], copysign(box->half[i], along));
    }
    *corner = at;
    return only;
}

/* A point of the support feature of `other` below the face of `box` across `axis`, clipped to that
 * face. */
static vec3 point_below_face(const box_frame *box, const box_frame *other, const deepest_axis *best,
                             double outward) {
    const int axis = -1 - best->edge_a;
    face_part part;
    part.count = 1;
    if (!corner_of_box(other, scale3(best->direction, -outward), best->square, &part.point[0]))
        part = support_of_box(other, scale3(best->normal, -outward));
    for (int i = 1; i < 3; i++) {
        int k = axis + i < 3 ? axis + i : axis + i - 3;
        vec3 side = box->axes[k];
        double half = box->half[k], middle = dot3(side, box->center);
        if (CAROM_LIKELY(part.count == 1)) {
            double away = dot3(side, part.point[0]) - middle;
            double over = fabs(away) > half ? away - copysign(half, away) : 0.0;
            part.point[0] = mad3(part.point[0], side, -over);
            continue;
        }
        keep_inner(&part, side, middle + half);
        keep_inner(&part, neg3(side), half - middle);
    }
    return part.count == 1 ? part.point[0] : middle_of_part(&part);
}

/* The middle of the support edge along n in the direction of axis `edge`. */
static inline vec3 support_edge(const box_frame *box, vec3 n, double square, int edge) {
    double step[3];
    for (int i = 0; i < 3; i++) {
        double along = dot3(box->axes[i], n);
        step[i] = copysign(is_perpendicular(along, square) ? 0.0 : box->half[i], along);
    }
    step[edge] = 0.0;
    vec3 middle = mad3(box->center, box->axes[0], step[0]);
    return mad3(mad3(middle, box->axes[1], step[1]), box->axes[2], step[2]);
}

/* A's deepest point for an edge pair: the point of A's edge that is closest to B's. */
static inline vec3 point_on_edge(const box_frame *a, const box_frame *b, const deepest_axis *best) {
    vec3 u = a->axes[best->edge_a], v = b->axes[best->edge_b];
    vec3 p = support_edge(a, best->direction, best->square, best->edge_a);
    vec3 q = support_edge(b, neg3(best->direction), best->square, best->edge_b);
    vec3 w = sub3(q, p);
    double uv = dot3(u, v), sine2 = len2(u) * len2(v) - uv * uv;
    double s = sine2 > NO_DIRECTION ? (dot3(w, u) * len2(v) - dot3(w, v) * uv) / sine2 : 0.0;
    double h = a->half[best->edge_a];
    return mad3(p, u, max2(min2(s, h), -h));
}

static inline box_frame frame_of_obb(const carom_obb *box) {
    return (box_frame){
        load3(box->center),
        {load3(box->axes[0]), load3(box->axes[1]), load3(box->axes[2])},
        {(double)box->half_extents.x, (double)box->half_extents.y, (double)box->half_extents.z}};
}

/* @return false where `early` is true, the overlap of a face is in doubt and no face certainly
 * separates the boxes; `out` then is undefined */
static CAROM_INLINE bool choose_axes(const carom_obb *a, const carom_obb *b, bool early,
                                     box_choice *out) {
    box_lanes lanes_a, lanes_b;
    axis_lanes direction;
    box_faces faces;
    const carom_real *of_a = &a->center.x, *of_b = &b->center.x;
    BOX_LANES_LOAD(&lanes_a, of_a, loose_reals);
    BOX_LANES_LOAD(&lanes_b, of_b, loose_reals);
    BOX_DELTA_LOAD(direction, of_a, of_b, loose_reals);
    box_axes_measure_faces(&lanes_a, &lanes_b, &direction, &faces);
    out->apart = box_axes_part(&faces);
    if (out->apart) return true;
    if (early && box_axes_open_faces(&faces)) return false;
    box_axes_choose_from(&lanes_a, &lanes_b, &faces, out);
    return true;
}

/* The depth along the best of the axes. */
static CAROM_INLINE carom_penetration deepest_of(const carom_obb *a, const carom_obb *b,
                                                 unsigned axes) {
    const box_frame box[2] = {frame_of_obb(a), frame_of_obb(b)};
    deepest_axis best = {.depth = DBL_MAX, .edge_a = -1};
    while (axes != 0) {
        int axis = box_axes_take(&axes);
        if (axis < BOX_AXES_EDGES)
            try_face(&best, box, axis);
        else
            try_edge_pair(&best, box, axis - BOX_AXES_EDGES);
    }
    if (best.depth == DBL_MAX) best.depth = 0.0;
    if (best.edge_a >= 0)
        return penetration_at_a(best.normal, best.depth, point_on_edge(&box[0], &box[1], &best));
    if (best.edge_b == 0)
        return penetration_at_b(best.normal, best.depth,
                                point_below_face(&box[0], &box[1], &best, 1.0));
    return penetration_at_a(best.normal, best.depth,
                            point_below_face(&box[1], &box[0], &best, -1.0));
}

/* Faster than to count the bits where the processor is not known to have an instruction for it. */
static CAROM_INLINE bool are_too_many_axes(unsigned axes) {
    for (int i = 0; i < AXES_ONE_BY_ONE; i++)
        axes &= axes - 1;
    return axes != 0;
}

bool carom_obbs_penetrate(const carom_obb *a, const carom_obb *b, carom_penetration *out) {
    box_choice choice;
    if (!choose_axes(a, b, true, &choice)) return false;
    if (!choice.apart && (!choice.meet || are_too_many_axes(choice.least))) return false;
    *out = choice.apart ? (carom_penetration){0} : deepest_of(a, b, choice.least);
    return true;
}

static carom_penetration ordered_obbs(const carom_obb *a, const carom_obb *b) {
    box_choice choice;
    choose_axes(a, b, false, &choice);
    if (choice.apart || (!choice.meet && !carom_overlap_obb_obb(a, b)))
        return (carom_penetration){0};
    return deepest_of(a, b, choice.least);
}

carom_penetration carom_penetration_obb_obb(const carom_obb *a, const carom_obb *b) {
    if (!is_second_first(&a->center.x, &b->center.x, 15)) return ordered_obbs(a, b);
    return penetration_exchanged(ordered_obbs(b, a));
}
