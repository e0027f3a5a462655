/* The answer of a plug-in: the line "carom-io 1", a line with the size of a JSON object, the
 * object, then x, y, z of the vertices of all meshes, as doubles, then the corners of the triangles
 * of all meshes, each counted from 0 in its mesh, as 32-bit numbers, little-endian. The object has
 * either `error`, a sentence, or
 *
 *   unit        metres
 *   deflection  and `angle`: what was asked for, in the unit and in degrees
 *   surfaces    and `points`, `lines`, `spaces`, `lost`: counts as in carom_io_report
 *   first_lost  a sentence about the first that was lost
 *   meshes      a list of {name, vertices, triangles}, and where there are any polygon_words, the
 *               count of numbers of the polygons, and deviation
 *   finer       a list of {mesh, vertices, triangles}: finer cuts of surfaces, behind the meshes,
 * each its vertices, then its triangles; how far the mesh is from it adds to its deviation
 *   instances   a list of {name, mesh, node, transform}, and where known path, id, kind, color
 *
 * The plug-in gets the format in small letters, the path, and the options as a JSON object.
 *
 * A file of the same content is a scene of carom's own (docs/files.md), by which programs hand over
 * meshes that they hold in memory, in double and placed. */
#ifndef CAROM_IO_PLUGIN_READ_PLUGIN_H
#define CAROM_IO_PLUGIN_READ_PLUGIN_H

#include "internal.h"

/* Reads STEP, IGES, IFC, 3MF and COLLADA. */
bool carom_io_read_plugin(const io_file *file, io_builder *b);

/* Reads what a plug-in answered, or a file that holds an answer: carom's own scenes. */
bool carom_io_read_answer(const io_file *file, io_builder *b, const io_bytes *bytes);

#endif
