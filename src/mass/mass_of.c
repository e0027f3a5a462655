/* From scaled moments to a mass, by one multiplication for each power of the length. */
#include "mass/mass_of.h"

carom_status carom_mass_of_moments(carom_mass *out, const moments *m, double density,
                                   const carom_aabb *bounds) {
    carom_mass mass = {.inside_out = m->volume < 0.0};
    const double side = m->volume < 0.0 ? -1.0 : 1.0, length = 1.0 / m->scale;
    double factor = side * density;
    mass.center = add3(scale3(load3(bounds->min), 0.5), scale3(load3(bounds->max), 0.5));
    if (m->volume != 0.0) mass.center = m->center;
    mass.volume = side * m->volume * length * length * length;
    mass.volume_error = m->volume_error * length * length * length;
    mass.mass = density * mass.volume;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        mass.inertia[i] = m->second[j] + m->second[k];
        mass.inertia[3 + i] = 0.0 - m->second[3 + i];
    }
    for (int i = 0; i < 6; i++) {
        mass.inertia[i] *= factor;
        for (int k = 0; k < 5; k++)
            mass.inertia[i] *= length;
        if (!finite1(mass.inertia[i])) return CAROM_ERROR_LIMIT;
        mass.inertia[i] += 0.0;
    }
    if (!finite1(mass.mass) || !finite1(mass.volume) || !finite1(mass.volume_error))
        return CAROM_ERROR_LIMIT;
    *out = mass;
    return CAROM_OK;
}
