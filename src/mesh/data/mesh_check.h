/* Definitions of meshes that are refused. */
#ifndef CAROM_MESH_DATA_MESH_CHECK_H
#define CAROM_MESH_DATA_MESH_CHECK_H

#include "carom/mesh.h"
#include "core/internal.h"

/** The reason why carom_mesh_create and carom_mesh_refit refuse a definition, or OK. */
carom_status carom_mesh_check_def(const carom_mesh_def *def);

#endif
