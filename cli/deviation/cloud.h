/* Point clouds: text of x y z, and PLY files without faces. */
#ifndef CAROM_CLI_DEVIATION_CLOUD_H
#define CAROM_CLI_DEVIATION_CLOUD_H

#include "real.h" /* first: it chooses double */

typedef struct cloud {
    carom_vec3 *points;
    size_t count, capacity;
} cloud;

/** Is the file a point cloud: PLY that declares no faces, or a name that ends in .xyz, .asc, .pts
 * or .txt? */
bool cloud_is_file(const char *path);

/** On failure prints why. */
bool cloud_read(cloud *out, const char *path);
/** False when memory ran out. */
bool cloud_add(cloud *out, carom_vec3 point);
void cloud_free(cloud *c);

#endif
