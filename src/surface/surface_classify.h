/* Classification of a shape against a mesh or height field. */
#ifndef CAROM_SURFACE_SURFACE_CLASSIFY_H
#define CAROM_SURFACE_SURFACE_CLASSIFY_H

#include "surface/surface_query.h"

carom_relation carom_surface_classify(const carom_posed_shape *a, const carom_posed_shape *b);

#endif
