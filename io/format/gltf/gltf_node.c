/* The transform of a glTF node [Khronos21], in double: a matrix, stored by columns in the file, or
 * T * R * S. With n = x^2 + y^2 + z^2 + w^2 the rotation is
 *
 *     (w^2 + x^2 - y^2 - z^2)/n   2 (x y - w z)/n             2 (x z + w y)/n
 *     2 (x y + w z)/n             (w^2 - x^2 + y^2 - z^2)/n   2 (y z - w x)/n
 *     2 (x z - w y)/n             2 (y z + w x)/n             (w^2 - x^2 - y^2 + z^2)/n
 *
 * which is a rotation for a quaternion of any length; rotations by 90 and 180 degrees about an axis
 * have entries of exactly 0, 1 and -1 even where the file rounds sqrt(1/2) to float. */
#include <math.h>
#include <string.h>

#include "format/gltf/gltf.h"
#include "file.h"
#include "format/gltf/gltf_node.h"

static bool read_numbers(const gltf_state *g, size_t index, json_t *list, const char *key,
                         double *out) {
    size_t needed = !strcmp(key, "matrix") ? 16 : !strcmp(key, "rotation") ? 4 : 3;
    if (!json_is_array(list) || json_array_size(list) != needed)
        return carom_io_fail(g->file, "nodes[%zu].%s must have %zu numbers", index, key, needed);
    for (size_t i = 0; i < needed; i++) {
        json_t *item = json_array_get(list, i);
        out[i] = json_number_value(item);
        if (!json_is_number(item) || !(fabs(out[i]) <= IO_LIMIT))
            return carom_io_fail(g->file, "nodes[%zu].%s[%zu] is not a number of at most %s", index,
                                 key, i, IO_LIMIT_TEXT);
    }
    return true;
}

static bool read_matrix(const gltf_state *g, size_t index, json_t *list, double out[12]) {
    double m[16];
    if (!read_numbers(g, index, list, "matrix", m)) return false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            out[4 * i + k] = m[4 * k + i];
    if (m[3] == 0.0 && m[7] == 0.0 && m[11] == 0.0 && m[15] == 1.0) return true;
    return carom_io_fail(g->file,
                         "nodes[%zu].matrix: its last row is %g %g %g %g and must be 0 0 0 1",
                         index, m[3], m[7], m[11], m[15]);
}

static bool rotation_of(const gltf_state *g, size_t index, const double q[4], double r[9]) {
    double x = q[0], y = q[1], z = q[2], w = q[3];
    double xx = x * x, yy = y * y, zz = z * z, ww = w * w, n = xx + yy + zz + ww;
    if (!(n > 0.0))
        return carom_io_fail(
            g->file, "nodes[%zu].rotation is a quaternion of length 0; no turn is 0 0 0 1", index);
    const double unscaled[9] = {ww + xx - yy - zz,     2.0 * (x * y - w * z), 2.0 * (x * z + w * y),
                                2.0 * (x * y + w * z), ww - xx + yy - zz,     2.0 * (y * z - w * x),
                                2.0 * (x * z - w * y), 2.0 * (y * z + w * x), ww - xx - yy + zz};
    for (int i = 0; i < 9; i++)
        r[i] = unscaled[i] / n;
    return true;
}

bool carom_io_gltf_compose(const gltf_state *g, size_t index, const gltf_trs *from,
                           double out[12]) {
    double r[9];
    if (!rotation_of(g, index, from->rotation, r)) return false;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out[4 * i + k] = r[3 * i + k] * from->scale[k];
        out[4 * i + 3] = from->translation[i];
    }
    return true;
}

bool carom_io_gltf_transform(const gltf_state *g, size_t index, json_t *node, double out[12]) {
    double t[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    json_t *matrix = json_object_get(node, "matrix");
    json_t *translation = json_object_get(node, "translation");
    json_t *rotation = json_object_get(node, "rotation"), *scale = json_object_get(node, "scale");
    if (matrix && (translation || rotation || scale))
        return carom_io_fail(g->file,
                             "nodes[%zu] has a matrix and a translation, rotation or scale; one "
                             "of the two must go",
                             index);
    if (matrix) return read_matrix(g, index, matrix, out);
    if ((translation && !read_numbers(g, index, translation, "translation", t)) ||
        (rotation && !read_numbers(g, index, rotation, "rotation", q)) ||
        (scale && !read_numbers(g, index, scale, "scale", s)))
        return false;
    return carom_io_gltf_compose(g, index, &(gltf_trs){t, q, s}, out);
}
