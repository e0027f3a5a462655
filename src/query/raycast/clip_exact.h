/* Clips a path's range of t by linear conditions, each decided exactly: the fallback for shapes
 * bounded by planes. */
#ifndef CAROM_QUERY_RAYCAST_CLIP_EXACT_H
#define CAROM_QUERY_RAYCAST_CLIP_EXACT_H

#include "query/raycast/path.h"

/** A product of at most three factors; its other factors are 1. */
typedef struct linear_term {
    exact_factor factor[3];
    int count;
    bool negative;
} linear_term;

/** The condition constant + t * slope >= 0; both are sums of up to six products. */
typedef struct linear_form {
    linear_term constant[6], slope[6];
    int constant_count, slope_count;
} linear_form;

/** The six terms of det[b - a, d - c, f - e], negated on request; span holds a, b, c, d, e, f. */
void carom_determinant_form(linear_term terms[6], const vec3 span[6], bool negative);

/** One end of the range: t = -constant / slope, or without bound. */
typedef struct exact_bound {
    linear_form form;
    int slope_sign;
    bool unbounded;
    int tag; /* which condition set it; -1 is the path's own range */
} exact_bound;

typedef struct exact_range {
    exact_bound enter, leave;
    bool empty;
} exact_range;

/** Sign of a sum of products. */
int carom_linear_sign(const linear_term *terms, int count);

/** The range of a valid path. */
void carom_exact_range_begin(exact_range *range, const ray_path *path);

/** Keeps the part of the range where `form` holds, the boundary included. */
void carom_exact_range_cut(exact_range *range, const linear_form *form, int tag);

/** Keeps where min <= coordinate <= max on `axis`; the tag is 2 axis for min and 2 axis + 1 for
 * max. */
void carom_exact_range_slab(exact_range *range, const ray_path *path, int axis,
                            const double bounds[2]);

/** The bound's t to an ulp; t_min or t_max itself where that is the bound; +-infinity without
 * bound. */
double carom_exact_bound_value(const exact_bound *bound, double unbounded);

#endif
