/* Hulls of parts of a solid, and what they are worth: the state of a decomposition. */
#ifndef CAROM_MESH_DECOMPOSITION_PART_H
#define CAROM_MESH_DECOMPOSITION_PART_H

#include "carom/fit.h"
#include "carom/mesh_decomposition.h"
#include "mesh/decomposition/concavity.h"

/* A hull, and the piece that it is of while that may be cut. */
typedef struct solid_part {
    carom_hull *hull; /* with all vertices; null where the part is gone */
    solid_piece piece;
    bool can_split;
    double rounding;     /* by which its points were rounded to carom_real */
    double cut_rounding; /* by which cuts have left points of the solid out */
    concavity measured;
} solid_part;

typedef struct decomposition_builder {
    whole_solid whole;
    double goal;
    double resolution; /* below which concavities are not told apart */
    size_t hull_limit;
    grown_array parts;   /* solid_part */
    grown_array scratch; /* carom_vec3 */
    double cut_rounding; /* the greatest of the parts' */
    carom_decomposition_stop *stop;
    void *user;
    bool is_stopped;
} decomposition_builder;

static inline solid_part *part_at(const decomposition_builder *b, size_t index) {
    return (solid_part *)b->parts.data + index;
}

/** Measures a hull: by the depth of the surface where that is enough, else by boxes. */
carom_status carom_part_measure(const decomposition_builder *b, const carom_hull *hull,
                                const concavity_goal *goal, concavity *out);

/** Makes a part of a piece, which it then owns, also on failure; `hull` is null of an empty one. */
carom_status carom_part_create(decomposition_builder *b, solid_piece *piece, solid_part *out);
void carom_part_release(decomposition_builder *b, solid_part *part);

/** The hull of the vertices of up to two hulls, the second of which may be null.
 * @param vertex_limit 0: none */
carom_status carom_part_join(decomposition_builder *b, const carom_hull *const hulls[2],
                             size_t vertex_limit, carom_hull **out);

#endif
