/* carom: what happens after contact.
 *
 * Normals are of any length, from A to B where there are two. Restitution is from 0 (no bounce) to
 * 1 (no loss) and is held there; NaN counts as 0. A normal of zero or NaN changes nothing; a vector
 * that is not finite counts as zero. */
#ifndef CAROM_RESPONSE_H
#define CAROM_RESPONSE_H

#include "carom/shape.h"

CAROM_BEGIN

/** A body as an impact sees it. */
typedef struct carom_body {
    carom_vec3 velocity;
    carom_real mass; /**< above 0; infinite, or not above 0: never moved */
} carom_body;

/** Velocities after an impact of two bodies, and the impulse that A gave B along the normal. */
typedef struct carom_impact {
    carom_vec3 velocity_a, velocity_b;
    carom_real impulse;
} carom_impact;

/** Where a moving point stands after a bounce within one frame. */
typedef struct carom_bounce {
    carom_vec3 position; /**< at the end of the frame */
    carom_vec3 motion;   /**< of a whole frame, after the bounce */
} carom_bounce;

/** Reflects `vector` at a surface with `normal` (any length, either side): the part along the
 * normal is reversed and multiplied by `restitution` in [0, 1]. A zero normal changes nothing. */
CAROM_API carom_vec3 carom_response_reflect(carom_vec3 vector, carom_vec3 normal,
                                            carom_real restitution);
/** As carom_response_reflect for a unit normal: no division. */
CAROM_API carom_vec3 carom_response_reflect_unit(carom_vec3 vector, carom_vec3 normal,
                                                 carom_real restitution);
/** Velocity after a hit on something that does not move, with the normal from the body into the
 * wall; unchanged when it is leaving already. */
CAROM_API carom_vec3 carom_response_wall(carom_vec3 velocity, carom_vec3 normal,
                                         carom_real restitution);
/** Two bodies, the normal from A to B. Momentum is conserved; at restitution 1 the energy too.
 * Bodies that part already, and two bodies that cannot be moved, are unchanged. */
CAROM_API carom_impact carom_response_impact(const carom_body *a, const carom_body *b,
                                             carom_vec3 normal, carom_real restitution);
/** The part of `vector` along the surface: what is left of a motion that slides. */
CAROM_API carom_vec3 carom_response_slide(carom_vec3 vector, carom_vec3 normal);
/** Goes to `fraction` of the motion, reflects, and spends the rest of the frame. */
CAROM_API carom_bounce carom_response_remaining(carom_vec3 position, carom_vec3 motion,
                                                carom_real fraction, carom_vec3 normal,
                                                carom_real restitution);

CAROM_END

#endif
