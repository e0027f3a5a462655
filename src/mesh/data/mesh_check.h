/* Validation of the definition of a mesh. */
#ifndef CAROM_MESH_DATA_MESH_CHECK_H
#define CAROM_MESH_DATA_MESH_CHECK_H

#include "carom/mesh.h"
#include "core/internal.h"

/** The status with which carom_mesh_create and carom_mesh_refit refuse a definition, or CAROM_OK.
 */
carom_status carom_mesh_check_def(const carom_mesh_def *def);

#endif
