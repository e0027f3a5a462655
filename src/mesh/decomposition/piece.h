/* A part of a solid: what a box holds of it, by the surface within the box and by the box's corners
 * that are in the solid. */
#ifndef CAROM_MESH_DECOMPOSITION_PIECE_H
#define CAROM_MESH_DECOMPOSITION_PIECE_H

#include "carom/mesh_near.h"
#include "core/array.h"
#include "math/vec.h"

/* The solid that is decomposed. */
typedef struct whole_solid {
    carom_mesh_solid solid;
    vec3 low, high;   /* its box */
    double magnitude; /* the largest coordinate */
    double diagonal;
    double rounding; /* bounds the error of a distance from it */
    const carom_allocator *from;
} whole_solid;

/* Above the 9 corners that a triangle clipped by a box can have: each edge is on one of the
 * triangle's or in a face of the box, also where corners are rounded, for they stay between the
 * ends of their edges along each axis, so that a plane across an axis cuts two edges at most. */
#define PIECE_CORNERS 12

typedef struct clipped_polygon {
    vec3 at[PIECE_CORNERS];
    int count;
    bool is_rounded; /* some corner is not exact */
} clipped_polygon;

/* Polygons are convex; their corners lie one after another. */
typedef struct piece_polygon {
    uint32_t first, count;
} piece_polygon;

typedef struct solid_piece {
    vec3 low, high;       /* the box */
    grown_array polygons; /* piece_polygon: triangles clipped by the box */
    grown_array points;   /* vec3 */
    vec3 corners[8];      /* those of the box that are in the solid */
    int corner_count;
    double rounding;        /* bounds how far cuts have moved points of the surface */
    double corner_rounding; /* and how far from the hull a corner of the box may have been left */
} solid_piece;

/* A plane across an axis. */
typedef struct axis_cut {
    int axis;
    double at;
} axis_cut;

/** `v` with another coordinate along the axis. */
static inline vec3 with_axis(vec3 v, int axis, double x) {
    if (axis == 0) v.x = x;
    if (axis == 1) v.y = x;
    if (axis == 2) v.z = x;
    return v;
}

/** Where the point is, whose coordinates are of carom_real. */
carom_mesh_place carom_place_in_solid(const whole_solid *whole, vec3 point);
/** Is the solid next to a corner of a box, in the box? Inside of the solid it is; on the surface,
 * which may be that of two parts that overlap, a point decides that is a step away towards the
 * middle of the box, or where none is between, what is on the surface, too. */
bool carom_is_corner_solid(const whole_solid *whole, vec3 corner, vec3 middle, double step);
/** A step that rounding does not undo. */
double carom_corner_step(const whole_solid *whole);

/** What is on one side: of lower coordinates for side -1, of higher ones for 1. */
void carom_clip_to_side(clipped_polygon *out, const clipped_polygon *in, axis_cut cut, int side);

/** Of a polygon in a plane across the axis: on which side of it the solid is. */
int carom_solid_side(const whole_solid *whole, const clipped_polygon *polygon, int axis);

void carom_piece_polygon(const solid_piece *piece, size_t index, clipped_polygon *out);

/** The whole solid. Releases what it has on failure, as carom_piece_split does. */
carom_status carom_piece_create(solid_piece *out, const whole_solid *whole);
void carom_piece_release(solid_piece *piece, const carom_allocator *from);
/** The parts below and above the plane. `piece` is kept. */
carom_status carom_piece_split(solid_piece out[2], const solid_piece *piece, axis_cut cut,
                               const whole_solid *whole);

#endif
