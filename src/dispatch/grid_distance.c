/* Own method: branch and bound over boxes that cover the shape [LandDoig60]. Signed distances
 * change by no more than the way between two points: those of a box are no less than that of its
 * middle less half its diagonal. The shape's closest point to the middle bounds the least distance
 * from above, and drops boxes without a point of the shape. A ball around a core is its core, less
 * its radius. */
#include "carom/grid_distance.h"

#include "dispatch/tolerances.h"
#include "math/pose.h"
#include "math/vec.h"
#include "pair/pose/shape_pose.h"

/* Halvings of a box, below which it is as small as rounding. */
#define GRID_STACK 128
#define GRID_PIECES 65536

typedef struct grid_piece {
    vec3 center, half;
    double low; /* bounds the distances of the shape's points in it */
} grid_piece;

typedef struct grid_search {
    const carom_mesh_grid *grid;
    carom_posed_shape core; /* in the grid's frame */
    double radius, slack;   /* around the core; rounding */
    carom_grid_options options;
    double low; /* of the pieces that are done */
    double high;
    vec3 point;
    carom_vec3 gradient;
    carom_subshape part;
    uint32_t pieces;
} grid_search;

/* Takes a sphere or capsule for its core. */
static double take_core(carom_shape *shape) {
    if (shape->kind == CAROM_SHAPE_SPHERE) {
        const carom_sphere sphere = shape->as.sphere;
        shape->kind = CAROM_SHAPE_POINT;
        shape->as.point = sphere.center;
        return (double)sphere.radius;
    }
    if (shape->kind == CAROM_SHAPE_CAPSULE) {
        const carom_capsule capsule = shape->as.capsule;
        shape->kind = CAROM_SHAPE_SEGMENT;
        shape->as.segment = (carom_segment){capsule.a, capsule.b};
        return (double)capsule.radius;
    }
    return 0.0;
}

/* Looks at a point of the shape. */
static void try_point(grid_search *s, vec3 q, carom_subshape part) {
    carom_grid_distance at = carom_distance_point_mesh_grid(store3(q), s->grid);
    if (s->radius > 0.0) {
        const vec3 towards = carom_normalize_or(neg3(load3(at.gradient)), vec(0, 0, 0));
        q = mad3(q, towards, s->radius);
        at = carom_distance_point_mesh_grid(store3(q), s->grid);
    }
    if (!((double)at.high < s->high)) return;
    s->high = (double)at.high;
    s->point = q;
    s->gradient = at.gradient;
    s->part = part;
}

/* Bounds the distances of a piece. @return false when it holds no point of the shape */
static bool bound_piece(grid_search *s, grid_piece *piece) {
    const double reach = carom_length(piece->half);
    carom_shape middle = {.kind = CAROM_SHAPE_POINT};
    middle.as.point = store3(piece->center);
    carom_posed_shape point;
    s->pieces++;
    if (!carom_shape_place(&point, &middle, carom_pose_identity())) return false;
    const carom_closest_any near = carom_closest_posed(&point, &s->core);
    if (!((double)near.lower_bound <= reach + s->slack)) return false;
    try_point(s, load3(near.point_b), near.sub_b);
    const carom_grid_distance at = carom_distance_point_mesh_grid(middle.as.point, s->grid);
    piece->low = (double)at.low - reach - s->radius;
    return true;
}

/* Can the piece change the answer? */
static bool is_open(const grid_search *s, const grid_piece *piece) {
    if (!(piece->low < s->high)) return false;
    return !s->options.stops_at_limit || piece->low <= (double)s->options.limit + s->slack;
}

/* Halves a piece across its longest side. */
static void halve(const grid_piece *piece, grid_piece parts[2]) {
    const vec3 h = piece->half;
    const int axis = h.x >= h.y && h.x >= h.z ? 0 : h.y >= h.z ? 1 : 2;
    const vec3 step = axis == 0   ? vec(0.5 * h.x, 0, 0)
                      : axis == 1 ? vec(0, 0.5 * h.y, 0)
                                  : vec(0, 0, 0.5 * h.z);
    for (int i = 0; i < 2; i++) {
        parts[i].half = sub3(h, step);
        parts[i].center = i ? add3(piece->center, step) : sub3(piece->center, step);
    }
}

static bool is_decided(const grid_search *s) {
    return s->options.stops_at_limit && s->high + s->slack <= (double)s->options.limit;
}

static void search(grid_search *s, grid_piece *stack, int top) {
    const double tolerance = (double)s->options.tolerance;
    while (top > 0) {
        const grid_piece piece = stack[--top];
        const bool open = is_open(s, &piece);
        if (!open || top + 2 > GRID_STACK || s->pieces + 2 > s->options.most_pieces ||
            !(carom_length(piece.half) > tolerance) || is_decided(s)) {
            s->low = min2(s->low, piece.low);
            continue;
        }
        grid_piece parts[2];
        bool is_met[2];
        halve(&piece, parts);
        for (int i = 0; i < 2; i++) {
            is_met[i] = bound_piece(s, &parts[i]);
            parts[i].low = max2(parts[i].low, piece.low);
        }
        const int first = is_met[0] && is_met[1] && parts[0].low < parts[1].low;
        for (int i = 0; i < 2; i++) /* the lower one is next */
            if (is_met[first ^ i]) stack[top++] = parts[first ^ i];
    }
}

/* Starts with the core's box in the grid's frame.
 * @return false when there is nothing to search */
static bool start_pieces(grid_search *s, const carom_shape *shape, carom_pose pose,
                         grid_piece *first) {
    const carom_aabb whole = carom_shape_bounds(shape, pose);
    carom_shape core = *shape;
    if (!finite3(load3(whole.min)) || !finite3(load3(whole.max)) || whole.min.x > whole.max.x)
        return false;
    s->radius = take_core(&core);
    if (!carom_shape_place(&s->core, &core, pose)) return false;
    const carom_aabb box = carom_shape_bounds(&core, pose);
    const vec3 low = load3(box.min), high = load3(box.max);
    s->slack = GRID_POSE_ROUNDING *
               (max2(max_abs3(low), max_abs3(high)) + max_abs3(load3(s->grid->origin)));
    first->half = scale3(sub3(high, low), 0.5);
    first->center = add3(low, first->half);
    first->low = -(double)INFINITY;
    return true;
}

static carom_grid_options options_of(const carom_grid_options *given, const carom_mesh_grid *grid) {
    carom_grid_options out = given ? *given : (carom_grid_options){0};
    if (!(out.tolerance > 0)) out.tolerance = grid->cell / 2;
    if (out.most_pieces == 0) out.most_pieces = GRID_PIECES;
    return out;
}

carom_grid_clearance carom_distance_shape_mesh_grid(const carom_shape *shape, carom_pose pose,
                                                    const carom_mesh_grid *grid,
                                                    carom_pose grid_pose,
                                                    const carom_grid_options *options) {
    carom_grid_clearance out = {.low = -(carom_real)INFINITY, .high = (carom_real)INFINITY};
    grid_piece stack[GRID_STACK];
    grid_search s = {.grid = grid, .low = (double)INFINITY, .high = (double)INFINITY};
    if (!shape || !grid || !normalize_pose(&pose) || !normalize_pose(&grid_pose)) return out;
    const carom_pose into = carom_pose_inverse(grid_pose);
    if (!start_pieces(&s, shape, carom_pose_compose(into, pose), &stack[0])) return out;
    s.slack +=
        GRID_POSE_ROUNDING * (max_abs3(load3(pose.position)) + max_abs3(load3(grid_pose.position)));
    s.options = options_of(options, grid);
    search(&s, stack, bound_piece(&s, &stack[0]) ? 1 : 0);
    out.pieces = s.pieces;
    if (!(s.high < (double)INFINITY)) return out;
    out.low = (carom_real)(min2(s.low, s.high) - s.slack);
    out.high = (carom_real)(s.high + s.slack);
    out.point = carom_posed_point(grid_pose, store3(s.point));
    out.normal =
        carom_posed_vector(grid_pose, store3(carom_normalize_or(load3(s.gradient), vec(0, 0, 0))));
    out.part = s.part;
    return out;
}
