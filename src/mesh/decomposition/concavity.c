/* Greatest distance of a point of a convex hull from a solid, the one-sided Hausdorff distance, by
 * best-first branch and bound over boxes, own method. The signed distance s from a closed surface
 * is 1-Lipschitz: no point of a box of half diagonal r about c is farther from the solid than
 * s(c) + r. Boxes outside of the hull are dropped, each other is halved along its longest side, the
 * one of the greatest bound next. Proved: the greatest bound that is left is one for every point of
 * the hull, inner ones included (a cavity is farthest from the solid in its middle), with roundings
 * added; the lower bound is the distance of a point that all faces have in front of them. */
#include "mesh/decomposition/concavity.h"

#include "core/array.h"
#include "mesh/decomposition/tolerances.h"

typedef struct concavity_box {
    double high; /* no point of the hull in the box is farther from the solid */
    vec3 center, half;
} concavity_box;

typedef struct concavity_search {
    const hull_data *hull;
    const whole_solid *whole;
    grown_array heap; /* concavity_box, the greatest bound first */
    double rounding;  /* of a height over a face */
    concavity best;
} concavity_search;

/* ---- the heap */

static carom_status push_box(concavity_search *s, const concavity_box *box) {
    carom_status status =
        carom_array_reserve(&s->heap, s->heap.count + 1, sizeof *box, s->whole->from);
    if (status != CAROM_OK) return status;
    concavity_box *heap = s->heap.data;
    size_t i = s->heap.count++;
    for (; i > 0 && heap[(i - 1) / 2].high < box->high; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = *box;
    return CAROM_OK;
}

static concavity_box pop_box(concavity_search *s) {
    concavity_box *heap = s->heap.data;
    const concavity_box top = heap[0], last = heap[--s->heap.count];
    size_t i = 0, child;
    for (; (child = 2 * i + 1) < s->heap.count; i = child) {
        if (child + 1 < s->heap.count && heap[child + 1].high > heap[child].high) child++;
        if (heap[child].high <= last.high) break;
        heap[i] = heap[child];
    }
    heap[i] = last;
    return top;
}

/* ---- bounds */

static double height_over_face(const hull_data *hull, int32_t face, vec3 point) {
    return dot3(hull->face_normal[face], point) - hull->face_offset[face];
}

/* Is the box on the outer side of the plane? `normal` may be of any length. */
static bool is_beyond(const concavity_search *s, const concavity_box *box, vec3 normal, vec3 on) {
    return dot3(normal, sub3(box->center, on)) >
           dot_magnitude(normal, box->half) + 4.0 * s->rounding * max_abs3(normal);
}

/* A polygon has planes across its edges, too, and a segment some that it lies in. */
static bool misses_planar_hull(const concavity_search *s, const concavity_box *box) {
    const hull_data *hull = s->hull;
    for (int32_t e = 0; e < hull->half_edge_count; e++) {
        const vec3 from = hull_vertex(hull, hull->origin[e]);
        const vec3 along = sub3(hull_vertex(hull, hull->origin[hull->twin[e]]), from);
        if (hull->dimension == 2) {
            if (hull->face[e] == 0 && is_beyond(s, box, cross3(along, hull->face_normal[0]), from))
                return true;
            continue;
        }
        for (int axis = 0; axis < 3; axis++) /* of a segment, which has one edge each way */
            if (is_beyond(s, box, cross3(along, with_axis(vec(0.0, 0.0, 0.0), axis, 1.0)), from))
                return true;
    }
    return false;
}

/* Is the box outside of the hull, beyond rounding? */
static bool misses_hull(const concavity_search *s, const concavity_box *box) {
    for (int32_t f = 0; f < s->hull->face_count; f++)
        if (height_over_face(s->hull, f, box->center) >
            dot_magnitude(s->hull->face_normal[f], box->half) + s->rounding)
            return true;
    return s->hull->dimension < 3 && misses_planar_hull(s, box);
}

/* Moves a point towards the hull's centre until no face is beneath it. False where the centre is
 * not certain to be inside. */
static bool pull_into_hull(const concavity_search *s, vec3 *point) {
    const vec3 center = s->hull->center, arm = sub3(*point, center);
    double part = 1.0;
    if (s->hull->dimension < 3) return false;
    for (int32_t f = 0; f < s->hull->face_count; f++) {
        const double at = height_over_face(s->hull, f, *point),
                     depth = -height_over_face(s->hull, f, center) - 2.0 * s->rounding;
        if (!(depth > 0.0)) return false;
        if (at > -2.0 * s->rounding) part = min2(part, depth / (depth + 2.0 * s->rounding + at));
    }
    *point = load3(store3(mad3(center, arm, part)));
    for (int32_t f = 0; f < s->hull->face_count; f++)
        if (height_over_face(s->hull, f, *point) > -s->rounding) return false;
    return true;
}

static double signed_distance_of(const whole_solid *whole, vec3 point) {
    return (double)carom_distance_point_mesh_signed(store3(point), &whole->solid).distance;
}

static void raise_low(concavity_search *s, vec3 point, double distance) {
    const double low = distance - s->whole->rounding;
    if (!(low > s->best.low) || !pull_into_hull(s, &point)) return;
    const double inside = signed_distance_of(s->whole, point) - s->whole->rounding;
    if (inside <= s->best.low) return;
    s->best.low = inside;
    s->best.farthest = point;
}

static carom_status add_box(concavity_search *s, vec3 center, vec3 half, double limit) {
    concavity_box box = {0.0, center, half};
    if (misses_hull(s, &box)) return CAROM_OK;
    const vec3 sample = load3(store3(center));
    const double distance = signed_distance_of(s->whole, sample);
    const double radius = carom_length(half) + carom_length(sub3(sample, center));
    box.high = min2(limit, (max2(distance, 0.0) + radius) * LENGTH_UP + s->whole->rounding);
    if (distance < 0.0)
        box.high = min2(box.high, distance + radius * LENGTH_UP + s->whole->rounding);
    raise_low(s, sample, distance);
    return box.high > s->best.low ? push_box(s, &box) : CAROM_OK;
}

/* ---- the search */

static carom_status halve_box(concavity_search *s, const concavity_box *box) {
    const vec3 h = box->half;
    const int axis = h.x >= h.y && h.x >= h.z ? 0 : h.y >= h.z ? 1 : 2;
    const double quarter = 0.5 * axis3(h, axis), at = axis3(box->center, axis);
    const vec3 half = with_axis(h, axis, quarter);
    carom_status status = add_box(s, with_axis(box->center, axis, at - quarter), half, box->high);
    if (status == CAROM_OK)
        status = add_box(s, with_axis(box->center, axis, at + quarter), half, box->high);
    return status;
}

static bool is_measured(const concavity_search *s, const concavity_goal *goal) {
    const double gap = s->best.high - s->best.low;
    return s->best.high <= goal->enough || s->best.low > goal->too_much || gap <= goal->absolute ||
           gap <= goal->relative * s->best.high;
}

carom_status carom_measure_concavity(concavity *out, const hull_data *hull,
                                     const whole_solid *whole, const concavity_goal *goal) {
    concavity_search s = {.hull = hull, .whole = whole};
    const double size = max2(max_abs3(hull->low), max_abs3(hull->high));
    s.rounding = FACE_HEIGHT_ROUNDING * size;
    s.best = (concavity){0.0, (double)INFINITY, hull->center};
    const vec3 half = scale3(sub3(scale3(hull->high, 0.5), scale3(hull->low, 0.5)), LENGTH_UP);
    const vec3 center = add3(scale3(hull->high, 0.5), scale3(hull->low, 0.5));
    const vec3 margin = vec(s.rounding, s.rounding, s.rounding);
    carom_status status = add_box(&s, center, add3(half, margin), (double)INFINITY);
    for (uint32_t boxes = 1; status == CAROM_OK; boxes += 2) {
        const concavity_box *top = s.heap.data;
        s.best.high = s.heap.count > 0 ? max2(top->high, s.best.low) : s.best.low;
        if (s.heap.count == 0 || boxes >= goal->boxes || is_measured(&s, goal)) break;
        const concavity_box box = pop_box(&s);
        status = halve_box(&s, &box);
    }
    carom_array_release(&s.heap, whole->from);
    *out = s.best;
    return status;
}
