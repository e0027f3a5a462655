/* Numbers and points from JSON. */
#include <math.h>
#include <string.h>

#include "json_lines/query_number.h"

bool query_number(json_t *value, carom_real *out) {
    if (json_is_string(value)) { /* quoted by the command, since JSON has no such numbers */
        const char *text = json_string_value(value);
        if (!strcmp(text, "NaN"))
            *out = (carom_real)NAN;
        else if (!strcmp(text, "Infinity"))
            *out = (carom_real)INFINITY;
        else if (!strcmp(text, "-Infinity"))
            *out = -(carom_real)INFINITY;
        else
            return false;
        return true;
    }
    if (!json_is_number(value)) return false;
    *out = (carom_real)json_number_value(value);
    return true;
}

bool query_point(json_t *value, carom_vec3 *out) {
    return json_is_array(value) && json_array_size(value) == 3 &&
           query_number(json_array_get(value, 0), &out->x) &&
           query_number(json_array_get(value, 1), &out->y) &&
           query_number(json_array_get(value, 2), &out->z);
}

bool query_points(json_t *value, carom_vec3 *out, size_t count) {
    if (!json_is_array(value) || json_array_size(value) != count) return false;
    for (size_t i = 0; i < count; i++)
        if (!query_point(json_array_get(value, i), &out[i])) return false;
    return true;
}
