/* A sphere against a polygon of many corners, which may be a transformed one. */
#ifndef CAROM_QUERY_SWEEP_SWEEP_POLYGON_H
#define CAROM_QUERY_SWEEP_SWEEP_POLYGON_H

#include "carom/sweep.h"

#endif
