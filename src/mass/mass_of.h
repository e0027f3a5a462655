/* From moments to a mass. */
#ifndef CAROM_MASS_MASS_OF_H
#define CAROM_MASS_MASS_OF_H

#include "carom/mass.h"
#include "mass/moments.h"

/** The mass of a solid. @param bounds its bounding box
 * @return LIMIT, with `out` unchanged, where a number is beyond the range */
carom_status carom_mass_of_moments(carom_mass *out, const moments *m, double density,
                                   const carom_aabb *bounds);

static inline bool density_is_sound(double density) {
    return density >= 0.0 && finite1(density);
}

#endif
