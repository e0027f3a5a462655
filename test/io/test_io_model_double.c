/* test_io_model.c in double. */
#define CAROM_DOUBLE
#include "test_io_model.c"
