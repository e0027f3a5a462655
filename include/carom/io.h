/* carom-io: reads OBJ, STL, PLY, OFF, glTF and GLB files, carom's own scenes (docs/files.md), and
 * STEP, IGES, IFC, 3MF, COLLADA and FBX files by plug-ins; a library of its own beside carom, the
 * same in both precisions; pkg-config knows it as carom-io.
 *
 * What comes out is what the file declares, or an error that names the file, the place and what to
 * do. Every coordinate is a double from the file on: a number in text is the nearest double to it,
 * whatever the locale and the declared type of a property; doubles and floats of binary files are
 * taken as they are; transforms of glTF nodes are composed in double. Coordinates, as read and as
 * placed, are at most 1e90. Vertices at exactly the same position are one vertex; polygons are cut
 * into triangles; points and lines are left out and counted.
 *
 * Read are polygons of OBJ (no free-form surfaces) and of OFF as text, both forms of STL, faces and
 * strips of triangles in all three forms of PLY, and glTF 2.0: the nodes of its scene at rest,
 * without skins, morphs and animations; positions may be floats or integers
 * (KHR_mesh_quantization), compressed by Draco (KHR_draco_mesh_compression) or meshoptimizer
 * (EXT_meshopt_compression), and a node may place its mesh several times (EXT_mesh_gpu_instancing),
 * each as a node. A file that needs more is refused.
 *
 * Plug-ins are programs that carom-io starts, and that need not be there: carom-io-cad reads STEP
 * and IGES, carom-io-ifc reads IFC, carom-io-xml reads 3MF and COLLADA, carom-io-fbx reads FBX, and
 * carom-io-gltf decodes what is compressed in glTF. They are looked for in the folder that the
 * environment variable CAROM_IO_PLUGINS names, or else in that of the program or shared library
 * that holds carom-io and in ../libexec/carom and ../../libexec/carom from there.
 * Solids and surfaces are cut into triangles; lengths stay in the unit of the file. One that does
 * not come to an end with a file is ended after 300 s of processor and 60 s for each MiB, or after
 * as many as the environment variable CAROM_IO_SECONDS says. On Windows there are no plug-ins. */
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
    CAROM_IO_GLB = 6,
    CAROM_IO_STEP = 7, /**< this and those that follow: since 0.2.0 */
    CAROM_IO_IGES = 8,
    CAROM_IO_IFC = 9,
    CAROM_IO_OFF = 10,
    CAROM_IO_3MF = 11,
    CAROM_IO_COLLADA = 12,
    CAROM_IO_FBX = 13,  /**< @since 0.3.0 */
    CAROM_IO_SCENE = 14 /**< carom's own: placed meshes in double, as plug-ins hand them over.
                           @since 0.3.0 */
} carom_io_format;

typedef struct carom_io_mesh {
    char *name;        /**< never null, may be empty */
    double *vertices;  /**< x, y, z of each */
    uint32_t *indices; /**< three per triangle, each below vertex_count */
    size_t vertex_count, triangle_count;
    double deviation; /**< of STEP, IGES and IFC: how far its triangles may be from the surface that
                         the file describes, as measured, and the accuracy that the file claims; of
                         glTF with positions on a grid (integers, Draco) half the diagonal of a
                         cell, by which a vertex was moved at most; else 0. Since 0.2.0 */
} carom_io_mesh;

/** A mesh, placed. Of glTF each node gives its meshes, one for each primitive of triangles. Of OBJ
 * each object ("o") is a mesh of its own node, whatever its name, and faces before the first are
 * one; without objects each group name ("g") is a mesh, and all are in one node. Of ASCII STL each
 * solid is a mesh of its own node. Binary STL and PLY are one mesh. A name that is not UTF-8 has
 * U+FFFD where it is not. Triangles stand mesh by mesh, in each as in the file. Of STEP and IGES
 * each placement of a part is a node and each solid of the part a mesh, its surfaces outside of
 * solids one more; of IFC each product is a node with one mesh; 3MF
 * places objects, COLLADA geometries, FBX models with a mesh, each a node. */
typedef struct carom_io_instance {
    char *name;           /**< of the node; never null */
    size_t mesh;          /**< index into the scene's meshes */
    size_t node;          /**< instances of one node are consecutive and share this number */
    double transform[12]; /**< rows of a 3x4 matrix; the last column translates. In double from the
                             root down: parent * own, own = matrix or T * R * S, the rotation R of
                             the quaternion divided by its length; sums from left to right */
    /* Since 0.2.0; path, id and kind of plug-ins and carom's own scenes alone: */
    char *path;      /**< names from the root of the assembly down to this node, with slashes
                        between; or null */
    char *id;        /**< the GlobalId of IFC; or null */
    char *kind;      /**< the class of IFC, "IfcWall"; or null */
    double color[4]; /**< red, green, blue and opacity, 0 to 1, in the RGB of screens (sRGB, to
                        which glTF's linear factors are converted); opacity 0: none is known. Of a
                        part with several the first. Colours in pictures and of vertices are not
                        read */
} carom_io_instance;

/** What the file held, before anything was welded, cut or left out. */
typedef struct carom_io_report {
    size_t file_bytes;
    size_t vertices;      /**< as the file has them; the meshes hold the welded ones */
    size_t faces;         /**< of three corners or more */
    size_t polygons;      /**< faces of more than three corners, cut into triangles */
    size_t points, lines; /**< left out */
    /* Since 0.2.0; of STEP, IGES and IFC alone: */
    size_t
        surfaces; /**< faces of solids and shells, or shapes of IFC, that were cut into triangles */
    size_t spaces;     /**< of IFC: spaces, openings, annotations and grids, which are left out */
    size_t lost;       /**< that could not be read or cut; 0 unless lenient */
    double deflection; /**< the greatest distance from surface to triangles that was asked for, in
                          the unit of the file; 0 of formats without surfaces */
    double angle;      /**< the greatest angle between neighbouring normals, likewise, in degrees */
} carom_io_report;

typedef struct carom_io_scene {
    carom_io_format format;
    carom_io_mesh *meshes;
    carom_io_instance *instances;
    size_t mesh_count, instance_count;
    carom_io_report report;
    double unit;   /**< metres that 1 stands for, where the file says it, as those of plug-ins do;
                      else 0. Since 0.2.0 */
    char *warning; /**< what a lenient reader passed over first, a sentence; or null. Since 0.2.0 */
} carom_io_scene;

/** How to read; a zeroed one is the default. @since 0.2.0 */
typedef struct carom_io_options {
    double deflection; /**< of STEP, IGES and IFC: how far triangles may be from the surface, in the
                          unit of the file; 0: a thousandth of the diagonal of the part's box, of
                          IFC 1 mm */
    double angle;      /**< and the greatest angle between the normals of neighbours, in degrees, at
                          most 90; 0: 20 */
    bool lenient;      /**< reads what there is of STEP, IGES and IFC with faces that cannot be read
                          (report.lost), and of STL and OFF that are cut off or go on behind
                          their end (scene.warning); else these are errors */
    bool by_piece;     /**< takes meshes apart into their connected pieces, which share no vertex */
    bool no_plugins;   /**< starts no program: what plug-ins read is refused */
} carom_io_options;

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

/** Reads the file. The format is detected from the contents, not from the name, except for OBJ and
 * glTF.
 * @return true and a scene of at least one triangle in `*scene`; or false and a sentence in `error`
 * that opens with the path and says where what is wrong, `*scene` untouched. */
CAROM_API bool carom_io_load(const char *path, carom_io_scene **scene, char *error,
                             size_t error_size);

/** As carom_io_load, with options; null is none.
 * @errors Also when a number of the options is negative or not finite, or an angle above 90.
 * @since 0.2.0 */
CAROM_API bool carom_io_load_with(const char *path, const carom_io_options *options,
                                  carom_io_scene **scene, char *error, size_t error_size);
CAROM_API void carom_io_free(carom_io_scene *scene);

/** All instances as one soup, transforms applied: of row r, x y z is placed at ((r0 x + r1 y) + r2
 * z) + r3 in double, so that equal transforms of one mesh give equal bits. A mirroring transform
 * reverses its triangles, so that outsides stay outside.
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
