/* Files of the curves in which planes cut a model. */
#ifndef CAROM_CLI_SECTION_SECTION_WRITE_H
#define CAROM_CLI_SECTION_SECTION_WRITE_H

#include "real.h" /* first: it chooses double */

#include <stdbool.h>

/** Sections in the order of their planes. */
typedef struct section_list {
    carom_plane *planes;
    carom_mesh_section **sections;
    size_t count;
} section_list;

/** Axis 0 (u) or 1 (v) in the plane; u, v and the normal form a right-handed frame. */
carom_vec3 section_axis(const carom_plane *plane, int axis);

/** As an OBJ file of lines, a group for each plane. @return false, printed, on failure */
bool section_write_obj(const section_list *list, const char *path);
/** As an SVG drawing of one section, seen against its normal, in the model's units.
 * @return false, printed, on failure */
bool section_write_svg(const section_list *list, const char *path);

#endif
