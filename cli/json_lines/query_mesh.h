/* Cache of meshes by file name: each is loaded once, and shapes keep their own poses. */
#ifndef CAROM_CLI_JSON_LINES_QUERY_MESH_H
#define CAROM_CLI_JSON_LINES_QUERY_MESH_H

#include "json_lines/query.h"

/** The mesh of a file, loaded once. @return null with the error set. */
const carom_mesh *query_mesh(const char *path, query_trouble *trouble);

/** Releases the loaded meshes. */
void query_end_float(void);
void query_end_double(void);

#endif
