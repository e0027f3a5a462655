/* Begin, stay and end events: a merge of the touching pairs of the last step with those of this
 * one, both in ascending order of ids. */
#ifndef CAROM_WORLD_STEP_EVENTS_H
#define CAROM_WORLD_STEP_EVENTS_H

#include "world/world_data.h"

/** Makes events from the touching pairs of the last step and the touches of this one, in the next_
 * arrays. */
carom_status carom_world_make_events(carom_world *world);

#endif
