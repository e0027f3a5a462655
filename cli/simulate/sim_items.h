/* The entries of a scene that stand for one collider, or for the walls of a container, and the
 * parts of an entry that random colliders have too. */
#ifndef CAROM_CLI_SIM_ITEMS_H
#define CAROM_CLI_SIM_ITEMS_H

#include "simulate/sim_read.h"

sim_read_entry sim_read_plane, sim_read_box, sim_read_container, sim_read_mesh, sim_read_ball,
    sim_read_collider;

/** Mass, restitution, category and mask of a body; what is missing stays as it is. */
bool sim_read_body(const sim_place *at, json_t *object, carom_collider_def *def);
/** The shape in field `shape`; the item owns what it refers to. */
bool sim_read_shape(const sim_place *at, json_t *object, carom_collider_def *def, sim_item *item);
void sim_free_item(sim_item *item);
/** Sets the sizes of an item and adds it; on failure prints why and frees it. */
bool sim_add_item(sim_scene *scene, const sim_place *at, const carom_collider_def *def,
                  sim_item *item);

#endif
