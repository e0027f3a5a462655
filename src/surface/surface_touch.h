/* Touches of a shape with single triangles of a surface: the depth, and the normal corrected at
 * internal edges. */
#ifndef CAROM_SURFACE_SURFACE_TOUCH_H
#define CAROM_SURFACE_SURFACE_TOUCH_H

#include "carom/contact.h"
#include "convex/support/feature.h"
#include "mesh/internal_edges.h"
#include "pair/pose/convex_view.h"
#include "surface/surface_query.h"
#include "surface/triangle_clip.h"

typedef struct surface_touch {
    uint32_t triangle;
    bool estimated; /* `normal`, `certainty` and `deepest` are missing; `depth` is known but for
                       the finder's slack, `up` but for rounding. Of a corrected touch `up` is
                       exact, and `depth` unless it is weak */
    bool bounded;   /* corrected, and `depth` is only an upper bound, up to the slack */
    bool corrected; /* the normal was corrected at an internal edge: it is not one of the triangle
                       alone */
    bool weak;      /* corrected, and no part of the shape is over the triangle */
    vec3 up;        /* from the surface to the shape */
    double depth;
    carom_vec3 normal; /* of the triangle alone, from the shape */
    carom_certainty certainty;
    carom_contact_point deepest; /* deepest point along `normal` */
} surface_touch;

/* Estimates begin after this many touches are solved: for fewer they do not pay. */
#define TOUCHES_SOLVED 12

/* What finds the touches of one shape, with its last answers: neighbours mostly ask the same. */
typedef struct touch_finder {
    const surface_query *pair;
    double margin, size;
    double slack;  /* error of an estimated depth */
    bool has_view; /* the shape has a convex view */
    convex_view view;
    vec3 buffer[CONVEX_POINTS_LIMIT]; /* of the view */
    convex_feature facing;            /* face of the shape towards -facing_up */
    vec3 facing_up;
    face_cover over; /* that face over the surface, when it is asked for twice */
    bool has_over;
    vec3 width_along; /* unit; the support points against and along it */
    vec3 width_ends[2];
    int solved;    /* touches, up to TOUCHES_SOLVED */
    int hull_face; /* hint of carom_vertex_depth */
    corner_normals corners;
    carom_contact_manifold found; /* of the triangle that is solved */
} touch_finder;

void carom_touch_start(touch_finder *out, const surface_query *pair, double margin);

/** Is the shape certainly beyond the margin on one side of the triangle's plane? */
bool carom_touch_off_plane(touch_finder *finder, const carom_triangle *at);
/** The same, or by its bounds. @return false where the shape is certainly beyond the margin */
bool carom_touch_possible(touch_finder *finder, const carom_triangle *at);
/** Solves the pair. @return false where they do not touch */
bool carom_touch_solve(touch_finder *finder, uint32_t triangle, const carom_triangle *at,
                       surface_touch *out);
/** Finds the touch without solving the pair, by the vertex of the triangle that is deepest.
 * @param is_weak_enough of a weak touch nothing else is needed
 * @return false where it is not a vertex, or not proved to be one, and for the first touches */
bool carom_touch_estimate(touch_finder *finder, uint32_t triangle, const carom_triangle *at,
                          bool is_weak_enough, surface_touch *out);
/** Measures the depth of a corrected touch along its normal, over the triangle. */
void carom_touch_measure(touch_finder *finder, const carom_triangle *at, surface_touch *touch);
/** Finds the contact points of the pair itself.
 * @return their number */
int32_t carom_touch_points(const touch_finder *finder, const carom_triangle *at,
                           carom_contact_manifold *out);

#endif
