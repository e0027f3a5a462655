/* carom: 3-D collision detection and geometric queries. Includes every public header. */
#ifndef CAROM_CAROM_H
#define CAROM_CAROM_H

#include "carom/base.h"
#include "carom/bsp.h"
#include "carom/cached.h"
#include "carom/ccd.h"
#include "carom/classify.h"
#include "carom/closest.h"
#include "carom/contact.h"
#include "carom/dispatch.h"
#include "carom/fit.h"
#include "carom/heightfield.h"
#include "carom/intersect.h"
#include "carom/math.h"
#include "carom/mesh.h"
#include "carom/mesh_curves.h"
#include "carom/mesh_near.h"
#include "carom/mesh_moving.h"
#include "carom/mesh_pair.h"
#include "carom/mesh_self.h"
#include "carom/overlap.h"
#include "carom/penetration.h"
#include "carom/raycast.h"
#include "carom/response.h"
#include "carom/shape.h"
#include "carom/space.h"
#include "carom/sweep.h"
#include "carom/tasks.h"
#include "carom/toi.h"
#include "carom/world.h"

#endif
