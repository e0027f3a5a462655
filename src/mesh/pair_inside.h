/* Points against the solid that a placed mesh bounds. */
#ifndef CAROM_MESH_PAIR_INSIDE_H
#define CAROM_MESH_PAIR_INSIDE_H

#include "mesh/pair_frame.h"

/** `solidity` is not UNKNOWN. The point is finite, in the common frame. */
carom_mesh_place carom_place_in_frame(const placed_frame *frame, carom_mesh_solidity solidity,
                                      carom_vec3 point);
/** A box of the posed mesh, rounded outwards. */
middle_box carom_frame_bounds(const placed_frame *frame);
/** What the caller said, or what the triangles tell. */
carom_mesh_solidity carom_solidity_in_use(const carom_placed_mesh *placed);

/** Is a mesh solid but for small holes, or a shell? OPEN only in the first case. */
carom_mesh_solidity carom_solid_or_shell(const carom_mesh *mesh);

/** The hash of a position, for edges told by the positions of their ends. */
uint64_t carom_hash_position(carom_vec3 v, uint64_t seed);

/* A sum of angles as the product of complex numbers that have them, and the whole turns that the
 * product has gone round: one arc tangent at the end instead of one for each. */
typedef struct angle_sum {
    double re, im;
    double turns;
} angle_sum;

static inline angle_sum angle_sum_start(void) {
    return (angle_sum){1.0, 0.0, 0.0};
}

/** Adds the angle of x + iy, of less than half a turn either way. */
static inline void angle_sum_add(angle_sum *sum, double x, double y) {
    double re = sum->re * x - sum->im * y, im = sum->re * y + sum->im * x;
    if (sum->im >= 0.0 && y >= 0.0 && im < 0.0) sum->turns += 1.0;
    if (sum->im < 0.0 && y < 0.0 && im >= 0.0) sum->turns -= 1.0;
    double size = max2(fabs(re), fabs(im));
    if (!(size > 0.0)) return;
    double scale = size > 1e-100 && size < 1e100 ? 1.0 : 1.0 / size;
    sum->re = re * scale;
    sum->im = im * scale;
}

/** Adds `times` times the part of the full sphere that the triangle a b c takes, seen from the
 * origin, with its sign: as an angle, where a turn is the full sphere. */
void carom_add_share_of_sphere(angle_sum *sum, const vec3 v[3], int times);
double carom_angle_sum_turns(const angle_sum *sum);

/** Does the winding number of p exceed one half, either way? `crossings` is the signed count of
 * those of a ray from p, and `back` the reverse of its direction. */
bool carom_rim_encloses(const placed_frame *frame, vec3 p, vec3 back, int crossings);

#endif
