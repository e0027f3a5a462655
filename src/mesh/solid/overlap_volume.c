/* Volume that two closed meshes share (own method). The winding number of a mesh at a point is the
 * sum, over the triangles above it, of 1 where they face up and -1 where they face down. The
 * integral of a product of two such sums is the sum, over all pairs of triangles, of the volume
 * below both. Each term is the integral of the lesser of two linear functions over the region that
 * both projections share. Nothing is decided by a sign, so coincident faces and shared edges need
 * no care, and the rounding of all terms adds up to a bound. Only what is above the bottom of the
 * boxes' overlap counts: of the six ways to look at it the one with fewest triangles is taken. */
#include "carom/solid_measure.h"
#include "math/double_double.h"
#include "mesh/pair/point_in_mesh.h"
#include "mesh/solid/mesh_pieces.h"
#include "mesh/solid/projected.h"
#include "mesh/solid/tolerances.h"

typedef struct window {
    double low_u, high_u, low_v, high_v;
} window;

typedef struct volume_walk {
    placed_frame frame[2];
    int axis, sign;     /* the direction is that axis, or its negative */
    vec3 base;          /* (u, v, height) of the origin in the common frame */
    window region;      /* of the boxes' overlap */
    window within;      /* of the triangle of A at hand */
    int owner;          /* of the mesh that is walked, */
    const window *view; /* and the window that its nodes are held against */
    projected_triangle first;
    double_double volume;
    double error;
    uint64_t pairs, triangles;
} volume_walk;

/* (u, v, height) of a point in the common frame. */
static vec3 project_posed(const volume_walk *w, vec3 p) {
    const vec3 q = vec(axis3(p, (w->axis + 1) % 3), axis3(p, (w->axis + 2) % 3), axis3(p, w->axis));
    return vec(q.x - w->base.x, q.y - w->base.y, w->sign * (q.z - w->base.z));
}

static bool meets_window(const window *w, vec3 low, vec3 high) {
    return high.x >= w->low_u && low.x <= w->high_u && high.y >= w->low_v && low.y <= w->high_v &&
           high.z > 0.0;
}

/* May a node of the mesh that is walked hold triangles in the window? */
static bool node_meets(const void *context, const mesh_node *node) {
    const volume_walk *w = context;
    const placed_frame *frame = &w->frame[w->owner];
    if (frame->blind) return true;
    const middle_box own = middle_of_node(node);
    const double margin = frame->still ? 0.0 : PROJECTED_BOX_NOISES * frame->noise;
    const vec3 half = affine_extent(&frame->out, own.half), around = vec(margin, margin, margin);
    const vec3 center = project_posed(w, affine_point(&frame->out, own.center));
    const vec3 turned =
        vec(axis3(half, (w->axis + 1) % 3), axis3(half, (w->axis + 2) % 3), axis3(half, w->axis));
    const vec3 reach = mad3(add3(turned, around), vec(1.0, 1.0, 1.0),
                            PROJECTED_ROUNDING * (max_abs3(center) + max_abs3(turned)));
    return meets_window(w->view, sub3(center, reach), add3(center, reach));
}

/* Calls `leaf` for the leaves of a mesh in a window. */
static void walk_mesh(volume_walk *w, int owner, const window *view,
                      bool (*leaf)(void *, const mesh_node *)) {
    const int outer_owner = w->owner;
    const window *outer_view = w->view;
    w->owner = owner;
    w->view = view;
    mesh_visit(w->frame[owner].mesh, node_meets, leaf, w);
    w->owner = outer_owner;
    w->view = outer_view;
}

/* False when the triangle is not in the window. */
static bool project_visible(const volume_walk *w, int owner, const window *view, uint32_t rank,
                            projected_triangle *out) {
    const carom_triangle t = posed_rank(&w->frame[owner], rank);
    const vec3 v[3] = {project_posed(w, load3(t.v[0])), project_posed(w, load3(t.v[1])),
                       project_posed(w, load3(t.v[2]))};
    if (!meets_window(view, lower3(v[0], lower3(v[1], v[2])), upper3(v[0], upper3(v[1], v[2]))))
        return false;
    carom_project_triangle(out, v);
    return true;
}

/* ---- pairs */

static void add_pair(volume_walk *w, const projected_triangle *second) {
    const projected_triangle *first = &w->first;
    w->error += PROJECTED_ROUNDING * max2(first->reach, second->reach) *
                min2(first->diameter, second->diameter) * max2(first->height, second->height);
    if (first->thin || second->thin) return;
    projected_region region;
    carom_project_pair(&region, first, second);
    if (region.count < 3) return;
    const double six_volumes = carom_projected_volume(&region);
    w->volume = dd_add(w->volume, (double_double){first->side * second->side * six_volumes, 0.0});
    w->pairs++;
}

static bool pair_leaf(void *context, const mesh_node *node) {
    volume_walk *w = context;
    for (uint32_t rank = node->first; rank < node->first + node->count; rank++) {
        projected_triangle second;
        if (project_visible(w, 1, &w->within, rank, &second)) add_pair(w, &second);
    }
    return true;
}

static bool walk_leaf(void *context, const mesh_node *node) {
    volume_walk *w = context;
    for (uint32_t rank = node->first; rank < node->first + node->count; rank++) {
        if (!project_visible(w, 0, &w->region, rank, &w->first)) continue;
        const vec3 *v = w->first.corner;
        const vec3 low = lower3(v[0], lower3(v[1], v[2])), high = upper3(v[0], upper3(v[1], v[2]));
        const window *r = &w->region;
        w->within = (window){max2(low.x, r->low_u), min2(high.x, r->high_u), max2(low.y, r->low_v),
                             min2(high.y, r->high_v)};
        walk_mesh(w, 1, &w->within, pair_leaf);
    }
    return true;
}

/* ---- the direction */

static bool count_leaf(void *context, const mesh_node *node) {
    volume_walk *w = context;
    w->triangles += node->count;
    return true;
}

static void look_along(volume_walk *w, vec3 low, vec3 high, int axis, int sign) {
    const vec3 center = mad3(scale3(low, 0.5), high, 0.5), half = sub3(high, center);
    const double size = max2(max_abs3(low), max_abs3(high)) * PROJECTED_ROUNDING;
    w->axis = axis;
    w->sign = sign;
    w->base = vec(axis3(center, (axis + 1) % 3), axis3(center, (axis + 2) % 3),
                  axis3(sign > 0 ? low : high, axis));
    const double u = axis3(half, (axis + 1) % 3) + size, v = axis3(half, (axis + 2) % 3) + size;
    w->region = (window){-u, u, -v, v};
}

/* The least product of the counts of triangles. */
static void choose_direction(volume_walk *w, vec3 low, vec3 high) {
    double least = DBL_MAX;
    int best = 0;
    for (int i = 0; i < 6; i++) {
        uint64_t count[2];
        look_along(w, low, high, i / 2, i % 2 ? -1 : 1);
        w->triangles = 0;
        walk_mesh(w, 0, &w->region, count_leaf);
        count[0] = w->triangles;
        w->triangles = 0;
        walk_mesh(w, 1, &w->region, count_leaf);
        count[1] = w->triangles;
        const double cost = (double)count[0] * (double)count[1];
        if (cost < least) best = i;
        least = min2(least, cost);
    }
    look_along(w, low, high, best / 2, best % 2 ? -1 : 1);
}

/* ---- the answer */

static bool is_oriented(const carom_placed_mesh *placed) {
    const carom_mesh_closure closure =
        placed->pieces ? placed->pieces->closure : carom_mesh_closure_of(placed->mesh);
    return closure == CAROM_MESH_CLOSED;
}

carom_status carom_mesh_overlap_volume(carom_mesh_overlap_measure *out, const carom_placed_mesh *a,
                                       const carom_placed_mesh *b) {
    volume_walk w;
    if (!out || !a || !b || !carom_placed_frame(&w.frame[0], a) ||
        !carom_placed_frame(&w.frame[1], b) || !is_oriented(a) || !is_oriented(b))
        return CAROM_ERROR_ARGUMENT;
    const middle_box first = carom_frame_bounds(&w.frame[0]);
    const middle_box second = carom_frame_bounds(&w.frame[1]);
    const vec3 low = upper3(sub3(first.center, first.half), sub3(second.center, second.half));
    const vec3 high = lower3(add3(first.center, first.half), add3(second.center, second.half));
    w.owner = 0;
    w.view = &w.region;
    w.volume = (double_double){0.0, 0.0};
    w.error = 0.0;
    w.pairs = 0;
    if (low.x <= high.x && low.y <= high.y && low.z <= high.z) {
        choose_direction(&w, low, high);
        walk_mesh(&w, 0, &w.region, walk_leaf);
    }
    const double volume = fabs(dd_quotient(w.volume, (double_double){6.0, 0.0}).hi);
    if (!finite1(volume) || !finite1(w.error)) return CAROM_ERROR_LIMIT;
    *out = (carom_mesh_overlap_measure){volume, w.error + ROUNDOFF * volume, w.pairs};
    return CAROM_OK;
}
