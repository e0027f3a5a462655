/* Pieces of open parts inside another part, and coincident parts: up to a tolerance each surface
 * lies on the other, and a point is deep inside both, which distinguishes them from shells and from
 * neighbours that share a face. */
#ifndef CAROM_CLI_CLASH_CLASH_SOLID_H
#define CAROM_CLI_CLASH_CLASH_SOLID_H

#include "clash/clash.h"

/** Is a connected piece of `part` within the solid of `in`? `where` gets a point of it. The
 * surfaces are apart. */
bool clash_any_piece_inside(const clash_part *part, const clash_part *in, carom_vec3 *where);

/** Do both parts fill the same space? Each surface lies within the tolerance, or a millionth of the
 * least side of a part's box, of the other. */
bool clash_same_solid(const clash_part *a, const clash_part *b, double tolerance);

#endif
