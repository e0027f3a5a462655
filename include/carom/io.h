/* carom-io: reads OBJ, STL, PLY, glTF and GLB files; a library of its own beside carom, the same in
 * both precisions; pkg-config knows it as carom-io.
 *
 * What comes out is what the file declares, or an error that names the file and the place: a reader
 * that lost geometry on the way is caught by comparing with the counts in the file. Vertices at
 * exactly the same position are one vertex; polygons are cut into triangles; points and lines are
 * left out and counted. Coordinates are read in float, as the reader below keeps them, and handed
 * out in double.
 *
 * Read are polygons of OBJ (no free-form surfaces), both forms of STL, all three of PLY, and glTF
 * 2.0: the nodes of its scene at rest, without skins, morphs and animations, and without compressed
 * or integer positions. A file that needs more is refused. */
#ifndef CAROM_IO_H
#define CAROM_IO_H

#include "carom/base.h"

CAROM_BEGIN

typedef enum carom_io_format {
    CAROM_IO_OBJ = 0,
    CAROM_IO_STL_ASCII = 1,
    CAROM_IO_STL_BINARY = 2,
    CAROM_IO_PLY_ASCII = 3,
    CAROM_IO_PLY_BINARY = 4,
    CAROM_IO_GLTF = 5,
    CAROM_IO_GLB = 6
} carom_io_format;

typedef struct carom_io_mesh {
    char *name;        /**< never null, may be empty */
    double *vertices;  /**< x, y, z of each */
    uint32_t *indices; /**< three per triangle, each below vertex_count */
    size_t vertex_count, triangle_count;
} carom_io_mesh;

/** A mesh, placed. An OBJ, STL or PLY file gives one mesh, placed once, as it stands. */
typedef struct carom_io_instance {
    char *name;           /**< of the node; never null */
    size_t mesh;          /**< index into the scene's meshes */
    size_t node;          /**< instances of one node are consecutive and share this number */
    double transform[12]; /**< rows of a 3x4 matrix; the last column translates */
} carom_io_instance;

/** What the file held, before anything was welded, cut or left out. */
typedef struct carom_io_report {
    size_t file_bytes;
    size_t vertices;      /**< as the reader gave them; the meshes hold the welded ones */
    size_t faces;         /**< of three corners or more */
    size_t polygons;      /**< faces of more than three corners, cut into triangles */
    size_t points, lines; /**< left out */
} carom_io_report;

typedef struct carom_io_scene {
    carom_io_format format;
    carom_io_mesh *meshes;
    carom_io_instance *instances;
    size_t mesh_count, instance_count;
    carom_io_report report;
} carom_io_scene;

/** Triangles without structure. A zeroed one is empty. */
typedef struct carom_io_soup {
    double *vertices;
    uint32_t *indices;
    size_t vertex_count, triangle_count;
} carom_io_soup;

/** How the triangles hang together. Each node's meshes are welded and looked at together, two nodes
 * never. */
typedef struct carom_io_topology {
    size_t vertices, triangles; /**< placed, and welded within each node */
    size_t degenerate; /**< triangles whose corners, as read, lie on one line exactly; each also
                          counts below */
    size_t duplicate;  /**< triangles whose three corners some earlier triangle has too */
    size_t edges;      /**< of triangles with three different corners */
    size_t open_edges; /**< with one triangle */
    size_t non_manifold_edges; /**< with three or more */
    size_t odd_edges;          /**< with an odd number of triangles: open ones are among them */
    size_t inconsistent_edges; /**< with an even number of triangles that do not run along it
                                    equally often both ways */
    bool closed;               /**< some edge, and none odd; consistently oriented without
                                    inconsistent ones */
    double min[3], max[3];     /**< the box */
    double area, volume;       /**< volume by the divergence theorem; meaningful when closed and
                                    consistently oriented */
} carom_io_topology;

/** Reads the file. The format is told by the contents, not by the name, except for OBJ and glTF.
 * @return true and a scene of at least one triangle in `*scene`; or false and a sentence in `error`
 * that opens with the path and says where what is wrong, `*scene` untouched. */
CAROM_API bool carom_io_load(const char *path, carom_io_scene **scene, char *error,
                             size_t error_size);
CAROM_API void carom_io_free(carom_io_scene *scene);

/** All instances as one soup, transforms applied; a mirroring transform reverses its triangles, so
 * that outsides stay outside.
 * @return false for want of memory, or when there are more than 2^32 vertices or a placed one is
 * not finite. */
CAROM_API bool carom_io_flatten(const carom_io_scene *scene, carom_io_soup *soup);
CAROM_API void carom_io_soup_free(carom_io_soup *soup);

/** Vertices at exactly the same position become one, in order of first use.
 * @return false for want of memory; the soup is then unchanged. */
CAROM_API bool carom_io_soup_weld(carom_io_soup *soup);

/** @return false for want of memory. */
CAROM_API bool carom_io_analyse(const carom_io_scene *scene, carom_io_topology *topology);

/** @return "OBJ", "binary STL" and so on; never null. */
CAROM_API const char *carom_io_format_name(carom_io_format format);

CAROM_END

#endif
