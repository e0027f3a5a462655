/* model.c in double. */
#define CAROM_DOUBLE
#include "model.c"
