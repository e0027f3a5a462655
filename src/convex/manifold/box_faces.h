/* Clipping of a box's face by the reference face of another, own method, in place of
 * Sutherland-Hodgman clipping. Projected along the contact's normal the other face is a
 * parallelogram over the rectangle of the reference face, so that the points of their intersection
 * are of 24 kinds: 4 corners of the other face, 16 crossings of an edge with a side, 4 corners of
 * the rectangle. Mostly all that is deep enough is inside of the rectangle, and only the corners
 * are computed; else lanes compute all 24 points, and comparisons select those that exist.
 * Identities, and what counts as a corner on a side, are those of carom_convex_clip; the bits are
 * the same on every instruction set. */
#ifndef CAROM_CONVEX_MANIFOLD_BOX_FACES_H
#define CAROM_CONVEX_MANIFOLD_BOX_FACES_H

#include "convex/manifold/reference_face.h"

/* Kinds of points: from 0 the other face's corners; FACE_CROSSINGS + 4 s + e: its edge e at the
 * window's side s; from FACE_ENDS the window's corners; FACE_POINTS: none, of depth -DBL_MAX. */
#define FACE_CROSSINGS 4
#define FACE_ENDS 20
#define FACE_POINTS 24

/* Points by their kinds: coordinates along the window's x and y, and depth below it. */
typedef struct face_lanes {
    _Alignas(32) double x[FACE_POINTS], y[FACE_POINTS], depth[FACE_POINTS + 1];
    uint32_t which; /* the kinds that exist, one bit each */
} face_lanes;

/* Bits 4 s + k: corner k is outside of the window's side s, or inside of it, by the slack. */
typedef struct corner_sides {
    uint32_t out, in;
} corner_sides;

static CAROM_INLINE corner_sides sides_of_corners(const projected_face *f, const face_window *w) {
    const d4 x = f->corner_x, y = f->corner_y;
    const d4 far_x = d4_all(w->half[0] + w->slack), far_y = d4_all(w->half[1] + w->slack);
    const d4 near_x = d4_all(w->half[0] - w->slack), near_y = d4_all(w->half[1] - w->slack);
    return (corner_sides){
        d4_bits(d4_lt(y, d4_neg(far_y))) | d4_bits(d4_lt(far_x, x)) << 4 |
            d4_bits(d4_lt(far_y, y)) << 8 | d4_bits(d4_lt(x, d4_neg(far_x))) << 12,
        d4_bits(d4_lt(d4_neg(near_y), y)) | d4_bits(d4_lt(x, near_x)) << 4 |
            d4_bits(d4_lt(y, near_y)) << 8 | d4_bits(d4_lt(d4_neg(near_x), x)) << 12};
}

/* Of each edge, from a corner to the next: is the point at which its depth crosses the least one
 * between two sides by the slack? `above`: depth of the corners less the least. */
static CAROM_INLINE d4_flags edges_within(d4 place, d4 above, d4 half) {
    const d4 next = d4_rotate_lanes(above);
    const d4 at = d4_sub(d4_mul(above, d4_rotate_lanes(place)), d4_mul(next, place));
    return d4_lt(d4_abs(at), d4_mul(half, d4_abs(d4_sub(above, next))));
}

/* Is the part of the other face that is deep enough inside of the window? It is when its deep
 * corners are, and the points at which edges from them leave the depth. */
static CAROM_INLINE bool is_deep_within(const projected_face *f, const face_window *w,
                                        uint32_t deep) {
    const d4 half_x = d4_all(w->half[0] - w->slack), half_y = d4_all(w->half[1] - w->slack);
    const d4 above = d4_add(f->corner_below, d4_all(w->margin));
    const uint32_t cut = deep ^ (deep >> 1 | (deep & 1) << 3);
    const uint32_t corners =
        d4_bits(d4_and(d4_lt(d4_abs(f->corner_x), half_x), d4_lt(d4_abs(f->corner_y), half_y)));
    const uint32_t edges = d4_bits(
        d4_and(edges_within(f->corner_x, above, half_x), edges_within(f->corner_y, above, half_y)));
    return ((deep & ~corners) | (cut & ~edges)) == 0;
}

/* Moves the bit of each corner to the one before: bit k is that of corner k + 1. */
static CAROM_INLINE uint32_t of_next_corner(uint32_t bits) {
    return (bits >> 1 & 0x7777u) | (bits & 0x1111u) << 3;
}

static CAROM_INLINE d4 clamp_to(d4 x, d4 half) {
    return d4_max(d4_min(x, half), d4_neg(half));
}

/* Four edges by their coordinates across and along a side. */
typedef struct side_edges {
    d4 across, along, ahead; /* of the first end; ahead: slope, along per across */
    d4 half, limit;
} side_edges;

/* The crossings of the edges with the line of a side. @return bits of those that are on the side */
static CAROM_INLINE uint32_t cross_side(double *along, double *across, const side_edges *e,
                                        double side) {
    const d4 line = d4_all(side);
    const d4 at = d4_add(e->along, d4_mul(d4_sub(line, e->across), e->ahead));
    d4_store(across, line);
    d4_store(along, clamp_to(at, e->half));
    return d4_bits(d4_le(d4_abs(at), e->limit));
}

static CAROM_INLINE uint32_t cross_sides(face_lanes *out, const face_window *w,
                                         const projected_face *f) {
    double *x = out->x + FACE_CROSSINGS, *y = out->y + FACE_CROSSINGS;
    const d4 edge_x = d4_of(f->x[1], f->x[2], f->x[1], f->x[2]);
    const d4 edge_y = d4_of(f->y[1], f->y[2], f->y[1], f->y[2]);
    const double near = 2.0 * w->slack;
    const side_edges over_x = {f->corner_x, f->corner_y, d4_div(edge_y, edge_x), d4_all(w->half[1]),
                               d4_all(w->half[1] + near)};
    const side_edges over_y = {f->corner_y, f->corner_x, d4_div(edge_x, edge_y), d4_all(w->half[0]),
                               d4_all(w->half[0] + near)};
    return cross_side(x, y, &over_y, -w->half[1]) |
           cross_side(y + 4, x + 4, &over_x, w->half[0]) << 4 |
           cross_side(x + 8, y + 8, &over_y, w->half[1]) << 8 |
           cross_side(y + 12, x + 12, &over_x, -w->half[0]) << 12;
}

/* Which corners of the window are between an edge of the other face and the opposite one, by
 * orientation (twice a triangle's area)? */
static CAROM_INLINE d4_flags within_edges(const projected_face *f, int edge, d4 x, d4 y,
                                          double slack) {
    const double along = f->x[edge], aside = f->y[edge];
    const double middle = along * f->y[0] - aside * f->x[0];
    const double limit = -f->area - slack * (fabs(along) + fabs(aside));
    const d4 turn = d4_sub(d4_mul(d4_all(along), y), d4_mul(d4_all(aside), x));
    return d4_lt(d4_abs(d4_sub(turn, d4_all(middle))), d4_all(limit));
}

/* The window's corners inside of the other face by the slack. Nearer to an edge, the crossing of
 * this edge with a side is the point. */
static CAROM_INLINE uint32_t ends_within(face_lanes *out, const face_window *w,
                                         const projected_face *f) {
    const d4 x = d4_mul(FACE_SIGNS_X, d4_all(w->half[0]));
    const d4 y = d4_mul(FACE_SIGNS_Y, d4_all(w->half[1]));
    d4_store(out->x + FACE_ENDS, x);
    d4_store(out->y + FACE_ENDS, y);
    return d4_bits(d4_and(within_edges(f, 1, x, y, w->slack), within_edges(f, 2, x, y, w->slack)));
}

/* Sets the depths of the kinds from `first` to before `last`, whose coordinates are set. @return
 * bits of those that are deep enough */
static CAROM_INLINE uint32_t deep_enough(face_lanes *out, const projected_face *f, int first,
                                         int last) {
    uint32_t deep = 0;
    for (int k = first; k < last; k += 4) {
        const d4 along = d4_mul(d4_load(out->x + k), d4_all(f->slope[0]));
        const d4 aside = d4_mul(d4_load(out->y + k), d4_all(f->slope[1]));
        const d4 depth = d4_add(d4_add(d4_all(f->depth), along), aside);
        d4_store(out->depth + k, depth);
        deep |= d4_bits(d4_le(d4_all(f->least), depth)) << k;
    }
    return deep;
}

/* Zeroes the kinds that are not computed where there are corners alone. */
static CAROM_INLINE void clear_crossings(face_lanes *out) {
    for (int k = FACE_CROSSINGS; k < FACE_POINTS; k += 4) {
        d4_store(out->x + k, d4_all(0.0));
        d4_store(out->y + k, d4_all(0.0));
        d4_store(out->depth + k, d4_all(0.0));
    }
}

/* Selects the corners on the window, the crossings of edges with its sides, and its own corners. */
static CAROM_INLINE void share_sides(face_lanes *out, const face_window *w, const projected_face *f,
                                     uint32_t deep) {
    const corner_sides on = sides_of_corners(f, w);
    const uint32_t beyond = on.out | on.out >> 8;
    d4_store(out->x, clamp_to(f->corner_x, d4_all(w->half[0])));
    d4_store(out->y, clamp_to(f->corner_y, d4_all(w->half[1])));
    out->which = deep & ~(beyond | beyond >> 4) & deep_enough(out, f, 0, FACE_CROSSINGS);
    if (on.out == 0) return;
    uint32_t across = (on.in & of_next_corner(on.out)) | (on.out & of_next_corner(on.in));
    across &= (deep | of_next_corner(deep)) * 0x1111u;
    across &= cross_sides(out, w, f);
    across = across << FACE_CROSSINGS | ends_within(out, w, f) << FACE_ENDS;
    out->which |= across & deep_enough(out, f, FACE_CROSSINGS, FACE_POINTS);
}

/** Computes the common points of both faces, and the remaining fields of the window.
 * @return false where the other face has no projected area, and for a sliver window */
static CAROM_INLINE bool share_faces(face_lanes *out, face_window *w) {
    projected_face f;
    set_window(w);
    const double least = min2(w->half[0], w->half[1]), most = max2(w->half[0], w->half[1]);
    if (!(least > FACE_SLIVER * most)) return false;
    project_corners(&f, w);
    const uint32_t deep = d4_bits(d4_le(d4_all(-w->margin), f.corner_below));
    out->depth[FACE_POINTS] = -DBL_MAX;
    if (!is_deep_within(&f, w, deep)) {
        if (!set_projected_plane(&f, w)) return false;
        share_sides(out, w, &f, deep);
        return true;
    }
    d4_store(out->x, f.corner_x);
    d4_store(out->y, f.corner_y);
    d4_store(out->depth, f.corner_below);
    out->which = deep;
    return true;
}

/* The two names of a window that make up the identity of a kind: of what is cut, and of what cuts
 * it. */
typedef struct face_name {
    uint8_t cut, by;
} face_name;

static const face_name face_names[FACE_POINTS] = {
    {8, 4}, {8, 5}, {8, 6}, {8, 7}, {4, 0}, {5, 0}, {6, 0}, {7, 0}, {4, 1}, {5, 1}, {6, 1}, {7, 1},
    {4, 2}, {5, 2}, {6, 2}, {7, 2}, {4, 3}, {5, 3}, {6, 3}, {7, 3}, {0, 3}, {0, 1}, {1, 2}, {2, 3}};

/** The identity of a point: a corner has one name, a cut that of the edge or side and that of the
 * cutting side. */
static inline uint32_t face_point_id(const face_window *w, int kind) {
    const face_name name = face_names[kind];
    return w->names[name.cut] << 15 | w->names[name.by];
}

#endif
