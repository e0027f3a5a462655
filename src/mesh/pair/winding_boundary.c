/* Generalized winding number [Jacobson13] of an open mesh from one ray and its boundary, as in the
 * one-shot method [Martens25]. Sweeping the rim to infinity along a direction closes the surface; a
 * ray from p in the opposite direction does not meet the swept part, so the winding number of the
 * closed surface is the ray's signed crossing count. The open surface's is less by the solid angle
 * of the swept part: for each edge the spherical triangle of its ends and the direction.
 *
 * A run of edges far from p is nearly its chord: the surface between the two has a solid angle
 * of at most its area over the squared distance, and where the ray does not meet its bounding
 * sphere it adds no crossing. Only |number| > 1/2 is decided: where the chords' error bound
 * leaves that open, all edges are summed. */
#include "mesh/pair/winding_boundary.h"

#include "mesh/pair/boundary_data.h"
#include "mesh/pair/solid_angle.h"
#include "mesh/pair/tolerances.h"

/* A point of the rim relative to p, in axes u, w across the direction and `along` it. */
typedef struct rim_coordinates {
    double u, w, along, axial_sum; /* axial_sum: distance + along */
} rim_coordinates;

typedef struct rim_view {
    const carom_mesh_rim *rim;
    vec3 own;
    vec3 axes[3]; /* coordinate axes applied to own coordinates; scaled so that squares stay in
                     range */
    double scale;
    bool whole; /* every edge is summed; no run is replaced by its chord */
    double error;
} rim_view;

static CAROM_INLINE rim_coordinates view_rim_point(const rim_view *view, vec3 at) {
    vec3 from_p = sub3(at, view->own);
    double u = dot3(view->axes[0], from_p), w = dot3(view->axes[1], from_p);
    double along = dot3(view->axes[2], from_p);
    return (rim_coordinates){u, w, along, sqrt(u * u + w * w + along * along) + along};
}

/* Adds the angle of the complex number of [VanOosterom83], half the solid angle of the triangle
 * of two points and the axis; with a unit axis as third vertex these terms remain. */
static void add_rim_edge(angle_sum *sum, const rim_coordinates *a, const rim_coordinates *b) {
    angle_sum_add(sum, a->axial_sum * b->axial_sum + a->u * b->u + a->w * b->w,
                  a->u * b->w - a->w * b->u);
}

/* Returns true if the chord replaces the run with an error below PAIR_CHORD_ERROR_MOST, which is
 * added to the view's error. */
static bool is_far_run(rim_view *view, const rim_run *run) {
    const double pi = 3.14159265358979323846;
    rim_coordinates at = view_rim_point(view, run->center);
    double r2 = run->radius * run->radius *
                (view->scale * view->scale * PAIR_STRETCH2_MOST * PAIR_CHORD_ROUNDING);
    double across2 = at.u * at.u + at.w * at.w, distance = at.axial_sum - at.along;
    if (!((at.along >= 0.0 ? distance * distance : across2) > r2)) return false;
    double gap = distance - sqrt(r2),
           area = run->area * view->scale * view->scale * PAIR_STRETCH2_MOST;
    double error = area / (4.0 * pi * gap * gap) * PAIR_CHORD_ROUNDING;
    if (!(gap > 0.0 && error < PAIR_CHORD_ERROR_MOST)) return false;
    view->error += error;
    return true;
}

static double turns_of_rim(rim_view *view) {
    angle_sum sum = angle_sum_start();
    const rim_point *points = view->rim->points;
    rim_coordinates before = {0, 0, 0, 0};
    for (size_t i = 0; i < view->rim->run_count; i++) {
        const rim_run *run = &view->rim->runs[i];
        bool goes_on = i > 0 && run[-1].last == run->first;
        if (!goes_on) before = view_rim_point(view, load3(points[run->first].at));
        bool far = !view->whole && is_far_run(view, run);
        for (size_t k = far ? run->last : run->first + 1; k <= run->last; k++) {
            rim_coordinates here = view_rim_point(view, load3(points[k].at));
            add_rim_edge(&sum, &before, &here);
            before = here;
        }
    }
    return carom_angle_sum_turns(&sum);
}

bool carom_is_enclosed_by_winding(const placed_frame *frame, vec3 p, vec3 back, int crossings) {
    rim_view view = {.rim = frame->rim, .own = affine_point(&frame->back, p)};
    vec3 along = carom_normalize_or(back, vec(0, 0, 1)), u = carom_perpendicular(along);
    const vec3 axes[3] = {u, cross3(along, u), along}, *column = frame->out.column;
    view.scale = frame->mesh->bvh8.frame.scale;
    view.whole = frame->blind;
    for (int i = 0; i < 3; i++) {
        vec3 axis = scale3(axes[i], view.scale);
        view.axes[i] = vec(dot3(axis, column[0]), dot3(axis, column[1]), dot3(axis, column[2]));
    }
    double turns = fabs(crossings + turns_of_rim(&view));
    if (view.whole || fabs(turns - 0.5) > view.error + PAIR_ANGLE_SUM_ROUNDING) return turns > 0.5;
    view.whole = true;
    return fabs(crossings + turns_of_rim(&view)) > 0.5;
}
