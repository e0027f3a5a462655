/* Readers of the fields that entries of a scene share. A field that is missing keeps its default;
 * one of a wrong type or out of range is reported with the file, the list and the index of the
 * entry. */
#include "simulate/sim_read.h"

#include <stdarg.h>

#include "real.h"

const double sim_unit_range[2] = {0.0, 1.0};
const double sim_positive_range[2] = {1e-12, 1e12};

bool sim_complain(const sim_place *at, const char *format, ...) {
    va_list arguments;
    fprintf(stderr, "carom: %s: ", at->file);
    if (at->list) fprintf(stderr, "%s[%zu]: ", at->list, at->index);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return false;
}

bool sim_require(const sim_place *at, json_t *object, const char *key) {
    return json_object_get(object, key) ? true : sim_complain(at, "%s is missing", key);
}

bool sim_read_number(const sim_place *at, json_t *object, const char *key, double *out) {
    json_t *value = json_object_get(object, key);
    if (!value) return true;
    if (!json_is_number(value) || !isfinite(json_number_value(value)))
        return sim_complain(at, "%s must be a number", key);
    *out = json_number_value(value);
    return true;
}

bool sim_read_in_range(const sim_place *at, json_t *object, const char *key, double *out,
                       const double range[2]) {
    if (!sim_read_number(at, object, key, out)) return false;
    if (*out >= range[0] && *out <= range[1]) return true;
    return sim_complain(at, "%s is %g; it must be from %g to %g", key, *out, range[0], range[1]);
}

bool sim_read_vector(const sim_place *at, json_t *object, const char *key, carom_vec3 *out) {
    json_t *value = json_object_get(object, key);
    if (!value) return true;
    double v[3];
    if (!json_is_array(value) || json_array_size(value) != 3)
        return sim_complain(at, "%s must be three numbers, as in [0, 1, 0]", key);
    for (size_t i = 0; i < 3; i++) {
        json_t *number = json_array_get(value, i);
        if (!json_is_number(number)) return sim_complain(at, "%s[%zu] is not a number", key, i);
        v[i] = json_number_value(number);
    }
    *out = make3(v[0], v[1], v[2]);
    return true;
}

bool sim_read_pair(const sim_place *at, json_t *object, const char *key, double out[2]) {
    json_t *value = json_object_get(object, key);
    if (!value) return true;
    if (json_is_number(value))
        return sim_read_number(at, object, key, &out[0]) && (out[1] = out[0], true);
    json_t *low = json_array_get(value, 0), *high = json_array_get(value, 1);
    if (json_array_size(value) != 2 || !json_is_number(low) || !json_is_number(high))
        return sim_complain(at, "%s must be a number or a range [low, high]", key);
    out[0] = json_number_value(low);
    out[1] = json_number_value(high);
    return out[0] <= out[1] ? true : sim_complain(at, "%s: the range is inverted", key);
}

bool sim_read_rotation(const sim_place *at, json_t *object, carom_quat *out) {
    json_t *rotation = json_object_get(object, "rotation");
    double q[4], length = 0.0;
    if (!rotation) return true;
    for (size_t i = 0; i < 4; i++) {
        json_t *number = json_array_get(rotation, i);
        if (json_array_size(rotation) != 4 || !json_is_number(number))
            return sim_complain(at, "rotation must be a quaternion of four numbers [x, y, z, w]");
        q[i] = json_number_value(number);
        length += q[i] * q[i];
    }
    if (length == 0.0) return sim_complain(at, "rotation is zero; leave it out for no rotation");
    carom_pose pose = {{0, 0, 0}, {q[0], q[1], q[2], q[3]}};
    if (!carom_pose_normalize(&pose))
        return sim_complain(at, "rotation is not of unit length; divide it by its length, %.9g",
                            sqrt(length));
    *out = pose.rotation;
    return true;
}

bool sim_read_corners(const sim_place *at, json_t *object, carom_aabb *box) {
    if (!sim_require(at, object, "min") || !sim_require(at, object, "max") ||
        !sim_read_vector(at, object, "min", &box->min) ||
        !sim_read_vector(at, object, "max", &box->max))
        return false;
    if (!(box->min.x < box->max.x && box->min.y < box->max.y && box->min.z < box->max.z))
        return sim_complain(at, "min must be below max in x, y and z");
    return true;
}
