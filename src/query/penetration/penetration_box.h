/* Depth of oriented boxes where few axes may have the least overlap. */
#ifndef CAROM_QUERY_PENETRATION_PENETRATION_BOX_H
#define CAROM_QUERY_PENETRATION_PENETRATION_BOX_H

#include "carom/penetration.h"

/** carom_penetration_obb_obb, the boxes in an order that does not depend on which is A.
 * @return false, with `out` undefined, where contact is in doubt or more than AXES_ONE_BY_ONE may
 * have the least overlap */
bool carom_obbs_penetrate(const carom_obb *a, const carom_obb *b, carom_penetration *out);

#endif
