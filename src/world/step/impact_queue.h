/* Event-driven impacts [Mirtich96]. */
#ifndef CAROM_WORLD_STEP_IMPACT_QUEUE_H
#define CAROM_WORLD_STEP_IMPACT_QUEUE_H

#include "world/world_data.h"

/** Predicts the first contact of a pair from the motions as they are. @return false when there is
 * none until dt */
bool carom_world_predict(const carom_world *world, carom_id_pair pair, double dt,
                         world_impact_event *meeting);

/** Resolves all impacts of the step in order of time; motions end at dt. */
carom_status carom_world_respond(carom_world *world, double dt);

#endif
