/* Touches of a shape with single triangles of a surface: the depth, and the normal corrected at
 * internal edges. */
#ifndef CAROM_SURFACE_CONTACT_SURFACE_TOUCH_H
#define CAROM_SURFACE_CONTACT_SURFACE_TOUCH_H

#include "carom/contact.h"
#include "convex/support/feature.h"
#include "pair/pose/convex_view.h"
#include "surface/surface_query.h"
#include "surface/triangle_clip.h"

typedef struct surface_touch {
    uint32_t triangle;
    bool estimated; /* `normal`, `certainty` and `deepest` are missing */
    bool corrected; /* the normal was corrected at an internal edge: it is not one of the triangle
                       alone */
    bool weak;      /* corrected, and no part of the shape is over the triangle */
    vec3 up;        /* from the surface to the shape */
    double depth;
    carom_vec3 normal; /* of the triangle alone, from the shape */
    carom_certainty certainty;
    carom_contact_point deepest; /* deepest point along `normal` */
} surface_touch;

/* What finds the touches of one shape, with its last answers: neighbours mostly ask the same. */
typedef struct touch_finder {
    const surface_query *pair;
    double margin, size;
    double slack;    /* error of a depth of a vertex */
    bool has_view;   /* the shape has a convex view */
    bool has_depths; /* and its vertex depths are known: see vertex_depth.h */
    vec3 center;     /* the shape's width on either side of it differs by at most `lopsided` */
    double lopsided;
    convex_view view;
    vec3 buffer[CONVEX_POINTS_LIMIT]; /* of the view */
    convex_feature facing;            /* face of the shape towards -facing_up */
    vec3 facing_up;
    bool has_over;
    face_cover over;  /* that face over the surface, where `has_over`; else it covers nothing */
    vec3 width_along; /* unit; the support points against and along it */
    vec3 width_ends[2];
    carom_contact_manifold found; /* of the triangle that is solved */
} touch_finder;

void carom_touch_start(touch_finder *out, const surface_query *pair, double margin);

/** @return false where the shape is certainly beyond the margin, by its bounds and the triangle's
 * plane */
bool carom_touch_possible(touch_finder *finder, const carom_triangle *at);
/** Solves the pair. @return false where they do not touch */
bool carom_touch_solve(touch_finder *finder, uint32_t triangle, const carom_triangle *at,
                       surface_touch *out);
/** The two steps of that: of the triangle alone, whose normal is -out->normal towards the shape and
 * whose contact is out->deepest; and with that normal corrected. */
bool carom_touch_solve_alone(touch_finder *finder, uint32_t triangle, const carom_triangle *at,
                             surface_touch *out);
void carom_touch_correct(touch_finder *finder, const carom_triangle *at, carom_vec3 corrected,
                         surface_touch *touch);
/** Is `up`, from the triangle towards the shape, a normal that was corrected? */
static inline bool is_corrected(vec3 up, vec3 given) {
    return len2(cross3(up, given)) > CORRECTED_LEAN * CORRECTED_LEAN;
}
/** The support points against and along n. */
const vec3 *carom_touch_width(touch_finder *finder, vec3 n);
/** As carom_corrected_side, of a triangle with the vertex. */
vec3 carom_touch_side(touch_finder *finder, vec3 vertex, vec3 corrected);
/** Measures the depth of a corrected touch along its normal, over the triangle, and whether it is
 * weak. */
void carom_touch_measure(touch_finder *finder, const carom_triangle *at, surface_touch *touch);
/** Is no part of the shape over a triangle along any normal that clipping takes? It touches the
 * corner v of the triangle with a depth; `face`: the triangle's unit normal. Never of a shape with
 * faces. */
bool carom_touch_is_nowhere_over(const touch_finder *finder, vec3 face, vec3 v, double depth);
/** Finds the contact points of the pair itself.
 * @return their number */
int32_t carom_touch_points(const touch_finder *finder, const carom_triangle *at,
                           carom_contact_manifold *out);

#endif
