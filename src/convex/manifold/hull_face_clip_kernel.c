/* Polygon-polygon clipping of two hull faces by Liang-Barsky [LiangBarsky84], with the window's
 * sides in lanes: each edge of the other face is inside of the window from where it has entered the
 * last side to where it leaves the first. The window's corners inside of the other face are added.
 * Both faces are projected along the contact's normal onto the plane of two coordinate axes:
 * coordinates are x - slope third, with no slope above 1, so no frame is needed. A corner of the
 * other face has its depth as fourth coordinate, so that a point on an edge is one interpolation.
 * Where carom_convex_clip might take a corner to be on a side the kernel declines, so that its
 * points are the same; the bits are the same on every instruction set. Bench convex, manifold hull.
 */
#include <stddef.h>

#include "simd/simd.h"
#include "convex/manifold/contact_reduce_lanes.h"
#include "convex/manifold/hull_face_clip.h"
#include "convex/support/support.h"

#define PATCH_GROUPS (PATCH_CORNERS / 4)
/* Capacity: two points for each edge, one for each corner of the window, and one to write into. */
#define PATCH_PLACES (3 * PATCH_CORNERS + 1)

/* Vertices of a face in order, padded with the first. */
typedef struct patch_outline {
    int count;
    int vertex[PATCH_CORNERS + 1];
} patch_outline;

/* The plane of projection: coordinate i is x[axis[i]] - slope[i] x[axis[2]]. On it the window's
 * corners run counter-clockwise. lean: components of the normal on the two axes. */
typedef struct patch_plane {
    int axis[3];
    double slope[2], lean[2];
} patch_plane;

/* Coordinates are relative to the first corner. x side_y - y side_x - offset is positive outside of
 * a side; a corner for which it is below `near` in absolute value makes the kernel decline. */
typedef struct patch_window {
    patch_outline outline;
    vec3 first; /* in its own frame */
    d4 x[PATCH_GROUPS], y[PATCH_GROUPS];
    d4 side_x[PATCH_GROUPS], side_y[PATCH_GROUPS], offset[PATCH_GROUPS], near[PATCH_GROUPS];
} patch_window;

/* Corners of the other face: position and depth below the window; projected coordinates; signed
 * areas with the window's sides, and bits of the sides that it is outside of. The last is the first
 * again. */
typedef struct patch_face {
    patch_outline outline;
    double at[PATCH_CORNERS + 1][4], projected[PATCH_CORNERS + 1][2];
    d4 beyond[PATCH_CORNERS + 1][PATCH_GROUPS];
    uint32_t out[PATCH_CORNERS + 1];
} patch_face;

/* `least`, in all lanes, is the least depth of a point. */
typedef struct patch_points {
    int count;
    double size;
    d4 least;
    double at[PATCH_PLACES][4];
    uint32_t id[PATCH_PLACES];
} patch_points;

static CAROM_INLINE bool list_outline(patch_outline *out, const hull_data *h, int face) {
    const int first = h->face_edge[face];
    int edge = first, count = 0;
    do {
        if (count == PATCH_CORNERS) return false;
        out->vertex[count++] = h->origin[edge];
        edge = h->next[edge];
    } while (edge != first);
    out->count = count;
    const int end = count > 4 ? PATCH_CORNERS : 4;
    for (int k = count; k <= end; k++)
        out->vertex[k] = out->vertex[0];
    return true;
}

static CAROM_INLINE patch_plane patch_plane_across(vec3 along) {
    static const int after[5] = {0, 1, 2, 0, 1};
    const double part[3] = {along.x, along.y, along.z};
    const double x = fabs(along.x), y = fabs(along.y), z = fabs(along.z);
    const int larger = y > x, third = z > max2(x, y) ? 2 : larger;
    const bool turned = part[third] < 0.0;
    const int first = after[third + 1 + turned], second = after[third + 2 - turned];
    return (patch_plane){{first, second, third},
                         {part[first] / part[third], part[second] / part[third]},
                         {part[first], part[second]}};
}

/* The row that gives a projected coordinate from a shape's own coordinates. */
static CAROM_INLINE vec3 patch_row(const convex_shape *s, const patch_plane *plane, int i) {
    const double *x = &s->axes[0].x + plane->axis[i], *third = &s->axes[0].x + plane->axis[2];
    return vec(x[0] - plane->slope[i] * third[0], x[3] - plane->slope[i] * third[3],
               x[6] - plane->slope[i] * third[6]);
}

static CAROM_INLINE d4 four_of_vertices(const double *x, const int *vertex) {
    return d4_of(x[vertex[0]], x[vertex[1]], x[vertex[2]], x[vertex[3]]);
}

/* A projected coordinate of four vertices, relative to the first corner. */
static CAROM_INLINE d4 patch_coordinate(const patch_window *w, const hull_data *h, vec3 row,
                                        const int *vertex) {
    const d4 x = d4_sub(four_of_vertices(h->x, vertex), d4_all(w->first.x));
    const d4 y = d4_sub(four_of_vertices(h->y, vertex), d4_all(w->first.y));
    const d4 z = d4_sub(four_of_vertices(h->z, vertex), d4_all(w->first.z));
    return d4_add(d4_add(d4_mul(d4_all(row.x), x), d4_mul(d4_all(row.y), y)),
                  d4_mul(d4_all(row.z), z));
}

static CAROM_INLINE d4 four_of_place(vec3 v, double fourth) {
    return d4_of(v.x, v.y, v.z, fourth);
}

static CAROM_INLINE void project_place(double projected[2], const patch_plane *plane,
                                       const double *at) {
    const double third = at[plane->axis[2]];
    for (int i = 0; i < 2; i++)
        projected[i] = at[plane->axis[i]] - plane->slope[i] * third;
}

/* The greatest coordinate relative to the window's first corner, and the least squared side, each
 * over the lanes. */
typedef struct patch_sizes {
    d4 most, least;
} patch_sizes;

static CAROM_INLINE void set_patch_window(patch_window *w, const hull_patch *patch,
                                          const patch_plane *plane, patch_sizes *sizes,
                                          const int groups) {
    const hull_data *h = patch->window->hull;
    const vec3 row_x = patch_row(patch->window, plane, 0);
    const vec3 row_y = patch_row(patch->window, plane, 1);
    double x[PATCH_CORNERS + 1], y[PATCH_CORNERS + 1];
    w->first = hull_vertex(h, w->outline.vertex[0]);
    for (int g = 0; g < groups; g++) {
        w->x[g] = patch_coordinate(w, h, row_x, w->outline.vertex + 4 * g);
        w->y[g] = patch_coordinate(w, h, row_y, w->outline.vertex + 4 * g);
        d4_store(x + 4 * g, w->x[g]);
        d4_store(y + 4 * g, w->y[g]);
    }
    x[4 * groups] = y[4 * groups] = 0.0; /* the first corner */
    for (int g = 0; g < groups; g++) {
        const double *next_x = x + 4 * g + 1, *next_y = y + 4 * g + 1;
        const d4 at_x = w->x[g], at_y = w->y[g];
        const d4 side_x = d4_sub(d4_of(next_x[0], next_x[1], next_x[2], next_x[3]), at_x);
        const d4 side_y = d4_sub(d4_of(next_y[0], next_y[1], next_y[2], next_y[3]), at_y);
        const d4 square = d4_add(d4_mul(side_x, side_x), d4_mul(side_y, side_y));
        const d4 most = sizes->most, least = sizes->least;
        w->side_x[g] = side_x, w->side_y[g] = side_y;
        w->offset[g] = d4_sub(d4_mul(at_x, side_y), d4_mul(at_y, side_x));
        w->near[g] = d4_mul(d4_all(CLIP_NEAR), square);
        sizes->most = d4_max(d4_max(d4_abs(at_x), d4_abs(at_y)), most);
        sizes->least = d4_min(d4_select(d4_eq(square, d4_all(0.0)), least, square), least);
    }
}

/* Sets the corners of the other face, relative to the window's first corner. */
static CAROM_INLINE void set_patch_face(patch_face *f, const hull_patch *patch,
                                        const patch_window *w, const patch_plane *plane,
                                        patch_sizes *sizes) {
    const convex_shape *s = patch->other, *under = patch->window;
    const hull_data *h = s->hull;
    const int count = f->outline.count;
    const vec3 n = scale3(patch->normal, -1.0 / dot3(patch->along, patch->normal));
    const vec3 corner = convex_from_axes(under, w->first.x, w->first.y, w->first.z);
    const vec3 shift = sub3(sub3(s->center, under->center), corner);
    const d4 from = four_of_place(shift, dot3(shift, n));
    d4 column[3];
    for (int i = 0; i < 3; i++)
        column[i] = four_of_place(s->axes[i], dot3(s->axes[i], n));
    for (int k = 0; k < count; k++) {
        const int v = f->outline.vertex[k];
        d4 at = d4_add(from, d4_mul(column[0], d4_all(h->x[v])));
        at = d4_add(at, d4_mul(column[1], d4_all(h->y[v])));
        at = d4_add(at, d4_mul(column[2], d4_all(h->z[v])));
        d4_store(f->at[k], at);
        sizes->most = d4_max(d4_abs(at), sizes->most);
        project_place(f->projected[k], plane, f->at[k]);
    }
    d4_store(f->at[count], d4_load(f->at[0]));
    f->projected[count][0] = f->projected[0][0];
    f->projected[count][1] = f->projected[0][1];
}

/* ---- the common points */

/* Sets the signed areas of the corners with the window's sides. @return true when a corner is near
 * a side */
static CAROM_INLINE bool set_beyond(patch_face *f, const patch_window *w, const int groups) {
    const int last = f->outline.count;
    uint32_t near = 0;
    for (int k = 0; k < last; k++) {
        const d4 x = d4_all(f->projected[k][0]), y = d4_all(f->projected[k][1]);
        f->out[k] = 0;
        for (int g = 0; g < groups; g++) {
            const d4 turn = d4_sub(d4_mul(x, w->side_y[g]), d4_mul(y, w->side_x[g]));
            const d4 by = d4_sub(turn, w->offset[g]);
            near |= d4_bits(d4_lt(d4_abs(by), w->near[g]));
            f->out[k] |= d4_bits(d4_lt(d4_all(0.0), by)) << 4 * g;
            f->beyond[k][g] = by;
        }
    }
    f->out[last] = f->out[0];
    for (int g = 0; g < groups; g++)
        f->beyond[last][g] = f->beyond[0][g];
    return near != 0;
}

/* Tests the window's corners against the other face's edges. `*within`: bits of those inside of
 * all.
 * @return true when one is near an edge */
static CAROM_INLINE bool ends_near_face(const patch_window *w, const patch_face *f,
                                        patch_sizes *sizes, uint32_t *within, const int groups) {
    uint32_t near = 0, beyond = 0;
    for (int k = 0; k < f->outline.count; k++) {
        const double *p = f->projected[k], *q = f->projected[k + 1];
        const double x = q[0] - p[0], y = q[1] - p[1], square = x * x + y * y;
        const d4 side_x = d4_all(x), side_y = d4_all(y), offset = d4_all(p[0] * y - p[1] * x);
        const d4 limit = d4_all(CLIP_NEAR * square);
        sizes->least = d4_min(d4_all(square), sizes->least);
        for (int g = 0; g < groups; g++) {
            const d4 turn = d4_sub(d4_mul(w->x[g], side_y), d4_mul(w->y[g], side_x));
            const d4 by = d4_sub(turn, offset);
            near |= d4_bits(d4_lt(d4_abs(by), limit));
            beyond |= d4_bits(d4_lt(by, d4_all(0.0))) << 4 * g;
        }
    }
    *within = ~beyond & ((1u << w->outline.count) - 1u);
    return near != 0;
}

/* Writes a point, and counts it if it exists and is deep enough: a branch would be mispredicted. */
static CAROM_INLINE void put_patch_point(patch_points *p, d4 at, uint32_t id, uint32_t is_there) {
    d4_store(p->at[p->count], at);
    p->id[p->count] = id;
    p->count += (int)(is_there & d4_bits(d4_le(p->least, at)) >> 3);
}

static CAROM_INLINE uint32_t patch_cut(const patch_window *w, uint32_t side) {
    return ((uint32_t)w->outline.vertex[side] & CLIP_NUMBER) | CLIP_CUT;
}

/* The first lane that holds a value. */
static CAROM_INLINE uint32_t lane_with(const d4 *lanes, double value, const int groups) {
    uint32_t bits = 8u << 4 * (groups - 1);
    for (int g = 0; g < groups; g++)
        bits |= d4_bits(d4_eq(lanes[g], d4_all(value))) << 4 * g;
    return lowest_bit(bits);
}

/* Adds the points at which edge k enters the window, or its first corner, and leaves it. */
static CAROM_INLINE void put_edge(patch_points *p, const patch_window *w, const patch_face *f,
                                  int k, const int groups) {
    const d4 *from = f->beyond[k], *to = f->beyond[k + 1];
    const d4 zero = d4_all(0.0), here = d4_load(f->at[k]);
    const d4 delta = d4_sub(d4_load(f->at[k + 1]), here);
    d4 enter[PATCH_GROUPS], leave[PATCH_GROUPS], first = zero, last = d4_all(-1.0);
    for (int g = 0; g < groups; g++) { /* leave is negated: the maximum gives the least */
        const d4 at = d4_div(from[g], d4_sub(from[g], to[g]));
        enter[g] = d4_select(d4_lt(zero, from[g]), at, zero);
        leave[g] = d4_select(d4_lt(zero, to[g]), d4_neg(at), d4_all(-1.0));
        first = d4_max(enter[g], first);
        last = d4_max(leave[g], last);
    }
    const double t = d4_most(first), left = d4_most(last);
    const uint32_t name = (uint32_t)f->outline.vertex[k] & CLIP_NUMBER, cut = name << 15;
    const uint32_t enters = 0u - (uint32_t)(f->out[k] != 0), leaves = f->out[k + 1] != 0;
    const uint32_t id = (cut | patch_cut(w, lane_with(enter, t, groups))) & enters;
    const uint32_t is_there = ((f->out[k] & f->out[k + 1]) == 0) & (t < -left);
    put_patch_point(p, d4_add(here, d4_mul(delta, d4_all(t))), id | (name & ~enters), is_there);
    put_patch_point(p, d4_sub(here, d4_mul(delta, d4_all(left))),
                    cut | patch_cut(w, lane_with(leave, left, groups)), is_there & leaves);
}

/* Adds the window's corners, with the depth of the other face below them. @return false when that
 * face is too steep */
static CAROM_INLINE bool put_ends(patch_points *p, const hull_patch *patch, const patch_window *w,
                                  const patch_face *f, uint32_t within) {
    const convex_shape *s = patch->window;
    const vec3 n =
        convex_rotated_normal(patch->other, patch->other->hull->face_normal[patch->other_face]);
    const double against = dot3(patch->along, n), *at = f->at[0];
    if (!(against < -PATCH_STEEP)) return false; /* n is of length 1 but for rounding */
    const double drop = 1.0 / against;
    const vec3 row = scale3(convex_to_axes(s, n), drop);
    const double first = dot3(vec(at[0], at[1], at[2]), n) * drop;
    const d4 down = four_of_place(patch->along, -1.0);
    const uint32_t last = (uint32_t)w->outline.count - 1;
    for (; within; within &= within - 1) {
        const uint32_t k = lowest_bit(within);
        const hull_data *h = s->hull;
        const vec3 v = sub3(hull_vertex(h, w->outline.vertex[k]), w->first);
        const double depth = dot3(row, v) - first;
        const d4 place = four_of_place(convex_from_axes(s, v.x, v.y, v.z), 0.0);
        const uint32_t id = patch_cut(w, k > 0 ? k - 1 : 0) << 15 | patch_cut(w, k > 0 ? k : last);
        put_patch_point(p, d4_sub(place, d4_mul(down, d4_all(depth))), id, 1);
    }
    return true;
}

/* ---- contact reduction */

/* The indices of the points that the manifold keeps. */
typedef struct patch_choice {
    int count;
    int taken[MANIFOLD_POINTS];
} patch_choice;

/* @return false for more points than CHOICE_POINTS */
static CAROM_INLINE bool choose_patch_points(patch_choice *out, const patch_points *p,
                                             const patch_plane *plane, int capacity) {
    face_lanes points;
    face_window window;
    out->count = p->count < capacity ? p->count : capacity;
    if (p->count <= capacity) {
        for (int i = 0; i < MANIFOLD_POINTS; i++)
            out->taken[i] = i;
        return true;
    }
    if (p->count > CHOICE_POINTS) return false;
    points.which = (1u << p->count) - 1u;
    for (int i = 0; i < CHOICE_POINTS; i++) {
        const double *at = p->at[i < p->count ? i : 0];
        double projected[2];
        project_place(projected, plane, at);
        points.x[i] = projected[0];
        points.y[i] = projected[1];
        points.depth[i] = at[3];
    }
    window.lean[0] = plane->lean[0];
    window.lean[1] = plane->lean[1];
    choose_face_points(out->taken, &points, &window, (choice_task){1, capacity, p->size});
    return true;
}

_Static_assert(offsetof(manifold_point, point_b) == 3 * sizeof(double) &&
                   offsetof(manifold_point, depth) == 6 * sizeof(double),
               "the places of a point are not in order");

/* Ranks by depth, the deepest 0; of equals the first first. */
static CAROM_INLINE void rank_patch_points(int rank[MANIFOLD_POINTS], const patch_points *p,
                                           const patch_choice *choice) {
    for (int i = 0; i < choice->count; i++) {
        const double depth = p->at[choice->taken[i]][3];
        rank[i] = i;
        for (int k = 0; k < i; k++) {
            const bool deeper = depth > p->at[choice->taken[k]][3];
            rank[i] -= deeper;
            rank[k] += deeper;
        }
    }
}

/* Writes the points. Each store of four lanes overlaps the next field, which is written later. */
static CAROM_INLINE void keep_patch_points(convex_manifold *out, const hull_patch *patch,
                                           const patch_points *p, const patch_choice *choice) {
    const convex_shape *s = patch->window;
    const hull_data *h = s->hull;
    const vec3 v = hull_vertex(h, h->origin[h->face_edge[patch->window_face]]);
    const d4 first = four_of_place(add3(s->center, convex_from_axes(s, v.x, v.y, v.z)), 0.0);
    const d4 along = four_of_place(patch->along, 0.0);
    int rank[MANIFOLD_POINTS];
    rank_patch_points(rank, p, choice);
    out->count = choice->count;
    for (int i = 0; i < choice->count; i++) {
        const double *at = p->at[choice->taken[i]];
        manifold_point *to = &out->points[rank[i]];
        const d4 below = d4_add(first, d4_load(at));
        const d4 foot = d4_add(below, d4_mul(along, d4_all(at[3])));
        d4_store(&to->point_a.x, patch->flip ? below : foot);
        d4_store(&to->point_b.x, patch->flip ? foot : below);
        to->depth = at[3];
        to->id = p->id[choice->taken[i]] | (patch->flip ? ID_OF_B : 0u);
    }
}

/* Computes all common points. @return false when the kernel declines */
static CAROM_INLINE bool share_patch(patch_points *p, const hull_patch *patch, patch_window *w,
                                     const patch_plane *plane, const int groups) {
    patch_face f;
    uint32_t within;
    patch_sizes sizes = {d4_all(0.0), d4_all(DBL_MAX)};
    if (!list_outline(&f.outline, patch->other->hull, patch->other_face)) return false;
    set_patch_window(w, patch, plane, &sizes, groups);
    set_patch_face(&f, patch, w, plane, &sizes);
    if (set_beyond(&f, w, groups) || ends_near_face(w, &f, &sizes, &within, groups)) return false;
    const double far = d4_most(sizes.most), shortest = -d4_most(d4_neg(sizes.least));
    if (!(shortest > PATCH_SIDE * PATCH_SIDE * far * far)) return false;
    const double rounding =
        CONTACT_ROUNDING * far + CONTACT_CENTER_ROUNDING * max_abs3(patch->window->center);
    p->count = 0;
    p->size = far;
    p->least = d4_all(-patch->margin - rounding);
    for (int k = 0; k < f.outline.count; k++)
        put_edge(p, w, &f, k, groups);
    return within == 0 || put_ends(p, patch, w, &f, within);
}

bool SIMD_NAME(carom_hull_face_clip)(const hull_patch *patch, int capacity, convex_manifold *out) {
    patch_window w;
    patch_points p;
    patch_choice choice;
    const patch_plane plane = patch_plane_across(patch->along);
    if (!list_outline(&w.outline, patch->window->hull, patch->window_face)) return false;
    const bool certain = w.outline.count <= 4 ? share_patch(&p, patch, &w, &plane, 1)
                                              : share_patch(&p, patch, &w, &plane, PATCH_GROUPS);
    if (!certain || p.count == 0 ||
        !choose_patch_points(&choice, &p, &plane, carom_held_capacity(capacity)))
        return false;
    keep_patch_points(out, patch, &p, &choice);
    return out->points[0].depth >= patch->depth - CONTACT_ROUNDING * max2(p.size, patch->depth);
}
