/* Memory for what a query needs beyond what belongs on its stack, of a fixed size and static:
 * queries allocate nothing, and run on the small stacks of fibers and threads.
 *
 * Each level has WORKSPACE_SLOTS blocks, which calls take and give back. When all are taken, a call
 * waits. It cannot wait for ever: a function holds at most one block of a level, and takes further
 * ones of later levels alone (a hierarchy of locks [Havender68]); debug builds assert it. */
#ifndef CAROM_CORE_WORKSPACE_H
#define CAROM_CORE_WORKSPACE_H

#include "core/internal.h"

/** In the order in which blocks are taken: of a mover, of the planes near a shape in a world, of
 * the walks through two compounds or a scene, of moved polygons and k-DOPs and the vertices of
 * their views, of steps along a direction, of two surfaces or a shape on one, of the walks through
 * two surfaces and, within these, through one again, of a manifold, of the deepest points of two
 * convex shapes, of a polytope, a clip, a packet of rays or a part of a batch, of exact numbers. */
typedef enum workspace_level {
    WORKSPACE_MOVER,
    WORKSPACE_PLANES,
    WORKSPACE_CONTACTS,
    WORKSPACE_CHILDREN,
    WORKSPACE_CONTACTS_OF_OTHER,
    WORKSPACE_CHILDREN_OF_OTHER,
    WORKSPACE_VIEWS_OF_TOI,
    WORKSPACE_PLACED_WITH_SURFACE,
    WORKSPACE_ALONG,
    WORKSPACE_PLACED_ALONG,
    WORKSPACE_VIEWS_ALONG,
    WORKSPACE_SURFACE_PAIR,
    WORKSPACE_PLACED_ON_SURFACE,
    WORKSPACE_VIEWS_ON_SURFACE,
    WORKSPACE_SURFACE,
    WORKSPACE_TRIANGLES_OF_PAIR,
    WORKSPACE_TURNING,
    WORKSPACE_TRIANGLES,
    WORKSPACE_TRIANGLES_WITHIN,
    WORKSPACE_PIECES,
    WORKSPACE_PIECE_PAIRS,
    WORKSPACE_PLACED,
    WORKSPACE_VIEWS_OF_SWEEP,
    WORKSPACE_VIEWS,
    WORKSPACE_TOI,
    WORKSPACE_RESCALED_SWEEP,
    WORKSPACE_RESCALED_MANIFOLD,
    WORKSPACE_MANIFOLD,
    WORKSPACE_RESCALED_DEPTH,
    WORKSPACE_RESCALED_DISTANCE,
    WORKSPACE_WITNESS,
    WORKSPACE_CONVEX,
    WORKSPACE_NEAR,
    WORKSPACE_EXACT,
    WORKSPACE_SUM,
    WORKSPACE_LEVELS
} workspace_level;

/* Calls at one level that run at the same time without waiting. Pages of a block that nobody ever
 * took are not in memory. WebAssembly has no threads here, and its static memory is real. */
#ifdef __wasm__
#define WORKSPACE_SLOTS 1
#else
#define WORKSPACE_SLOTS 64
#endif

/* Bytes of the blocks, multiples of 64. */
#define WORKSPACE_CONTACTS_BYTES 8192
#define WORKSPACE_CHILDREN_BYTES 4096
#define WORKSPACE_PLACED_BYTES 3072
#define WORKSPACE_VIEWS_BYTES 3072
#define WORKSPACE_COPIES_BYTES 3584
#define WORKSPACE_SURFACE_BYTES 1073152
#define WORKSPACE_TRIANGLES_BYTES 9984
#define WORKSPACE_PIECES_BYTES 10240
#define WORKSPACE_MANIFOLD_BYTES 16384
#define WORKSPACE_WITNESS_BYTES 16384
#define WORKSPACE_CONVEX_BYTES 54272
#define WORKSPACE_NEAR_BYTES 8192
#define WORKSPACE_EXACT_BYTES 4352

/** @return a block of the level's size, aligned to 64, with any content. */
void *carom_workspace_take(workspace_level level);
void carom_workspace_give(void *block);

/** Bytes of the blocks of a level. */
size_t carom_workspace_size(workspace_level level);

#endif
