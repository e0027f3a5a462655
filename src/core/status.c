/* Texts of the statuses, for messages. */
#include "core/internal.h"

const char *carom_status_text(carom_status status) {
    switch (status) {
    case CAROM_OK: return "done";
    case CAROM_ERROR_MEMORY: return "out of memory";
    case CAROM_ERROR_ARGUMENT: return "a count, pointer or option is outside its range";
    case CAROM_ERROR_NOT_FINITE: return "a coordinate is NaN or infinite";
    case CAROM_ERROR_INDEX: return "an index is outside its array";
    case CAROM_ERROR_LIMIT: return "a count is larger than this build can hold";
    }
    return "unknown status";
}
