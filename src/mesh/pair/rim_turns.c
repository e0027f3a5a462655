/* The rim's share in winding numbers. Sweeping the rim to infinity along a direction closes the
 * surface; a ray from p the other way does not meet what was swept, so the winding number of the
 * closed surface is the signed count of its crossings, and the open one's is less by what the swept
 * part takes of the sphere round p: for each edge the spherical triangle of its ends and the
 * direction.
 *
 * A run of edges that is far away is nearly the segment of its ends: the surface between the two
 * takes no more of the sphere than its area over the square of the distance, and where the ray
 * passes it by it adds no crossing. Only whether the number exceeds one half is asked: where that
 * is not certain by segments, all edges tell. */
#include "mesh/pair/rim_turns.h"

#include "mesh/pair/rim_data.h"
#include "mesh/pair/solid_angle.h"

/* A pose that is not far from a rotation makes nothing longer than this, squared. */
#define MOST_STRETCH2 1.6
/* Parts of a turn that the segment of a run may be wrong by. */
#define RUN_ERROR (1.0 / 128.0)

/* A point of the rim seen from p with the direction as an axis: across it, and how far away and
 * along together. */
typedef struct rim_sight {
    double u, w, along, reach;
} rim_sight;

typedef struct rim_view {
    const carom_mesh_rim *rim;
    vec3 own;     /* p in the mesh's own coordinates */
    vec3 axes[3]; /* for these; scaled, so that squares are in range */
    double scale;
    bool whole; /* every edge is looked at */
    double error;
} rim_view;

static rim_sight see_rim_point(const rim_view *view, vec3 at) {
    vec3 from_p = sub3(at, view->own);
    double u = dot3(view->axes[0], from_p), w = dot3(view->axes[1], from_p);
    double along = dot3(view->axes[2], from_p);
    return (rim_sight){u, w, along, sqrt(u * u + w * w + along * along) + along};
}

/* The solid angle of the triangle of two points and the axis is twice that of the complex number of
 * [VanOosterom83], of whose terms the axis leaves these. */
static void add_rim_edge(angle_sum *sum, const rim_sight *a, const rim_sight *b) {
    angle_sum_add(sum, a->reach * b->reach + a->u * b->u + a->w * b->w, a->u * b->w - a->w * b->u);
}

/* May the segment of its ends stand for the run? */
static bool is_far_run(rim_view *view, const rim_run *run) {
    const double pi = 3.14159265358979323846;
    rim_sight at = see_rim_point(view, run->center);
    double r2 = run->radius * run->radius * (view->scale * view->scale * MOST_STRETCH2 * 1.001);
    double across2 = at.u * at.u + at.w * at.w, distance = at.reach - at.along;
    if (!((at.along >= 0.0 ? distance * distance : across2) > r2)) return false;
    double room = distance - sqrt(r2), area = run->area * view->scale * view->scale * MOST_STRETCH2;
    double error = area / (4.0 * pi * room * room) * 1.001;
    if (!(room > 0.0 && error < RUN_ERROR)) return false;
    view->error += error;
    return true;
}

static double turns_of_rim(rim_view *view) {
    angle_sum sum = angle_sum_start();
    const rim_point *points = view->rim->points;
    rim_sight before = {0, 0, 0, 0};
    for (size_t i = 0; i < view->rim->run_count; i++) {
        const rim_run *run = &view->rim->runs[i];
        bool goes_on = i > 0 && run[-1].last == run->first;
        if (!goes_on) before = see_rim_point(view, load3(points[run->first].at));
        bool far = !view->whole && is_far_run(view, run);
        for (size_t k = far ? run->last : run->first + 1; k <= run->last; k++) {
            rim_sight here = see_rim_point(view, load3(points[k].at));
            add_rim_edge(&sum, &before, &here);
            before = here;
        }
    }
    return carom_angle_sum_turns(&sum);
}

bool carom_rim_encloses(const placed_frame *frame, vec3 p, vec3 back, int crossings) {
    rim_view view = {.rim = frame->rim, .own = affine_point(&frame->back, p)};
    vec3 along = carom_normalize_or(back, vec(0, 0, 1)), u = carom_perpendicular(along);
    const vec3 axes[3] = {u, cross3(along, u), along}, *column = frame->out.column;
    view.scale = frame->mesh->wide.frame.scale;
    view.whole = frame->blind;
    for (int i = 0; i < 3; i++) {
        vec3 axis = scale3(axes[i], view.scale);
        view.axes[i] = vec(dot3(axis, column[0]), dot3(axis, column[1]), dot3(axis, column[2]));
    }
    double turns = fabs(crossings + turns_of_rim(&view));
    if (view.whole || fabs(turns - 0.5) > view.error + 1e-9) return turns > 0.5;
    view.whole = true;
    return fabs(crossings + turns_of_rim(&view)) > 0.5;
}
