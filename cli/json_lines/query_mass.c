/* The mass of one shape: volume, centre, inertia and principal axes. */
#include "json_lines/query.h"
#include "json_lines/query_mass.h"
#include "json_lines/query_shape.h"

static void put_triple(answer *out, const char *field, carom_double3 v) {
    const double numbers[3] = {v.x, v.y, v.z};
    answer_numbers(out, field, numbers, 3);
}

static void put_mass(answer *out, const carom_mass *mass, bool has_orientation) {
    static const char *const names[3] = {"axis_0", "axis_1", "axis_2"};
    const carom_mass_axes principal = carom_mass_principal(mass);
    answer_number(out, "mass", mass->mass);
    answer_number(out, "volume", mass->volume);
    answer_number(out, "volume_error", mass->volume_error);
    put_triple(out, "center", mass->center);
    answer_numbers(out, "inertia", mass->inertia, 6);
    answer_numbers(out, "moments", principal.moments, 3);
    for (int i = 0; i < 3; i++)
        put_triple(out, names[i], principal.axes[i]);
    if (has_orientation) answer_truth(out, "inside_out", mass->inside_out);
}

static const char *why_none(carom_status status, const query_shape *shape, double density) {
    if (!(density >= 0 && density <= (double)CAROM_REAL_MAX))
        return "density is negative or not finite";
    if (status == CAROM_ERROR_LIMIT) return "a number of the answer is too large";
    if (status != CAROM_ERROR_ARGUMENT) return carom_status_text(status);
    return shape->shape.kind == CAROM_SHAPE_MESH
               ? "the mesh is open, or its triangles do not agree on the outer side"
               : "the shape bounds no solid";
}

static void answer_mass(const query_shape *shape, carom_real density, answer *out) {
    carom_mass mass;
    carom_status status = CAROM_ERROR_ARGUMENT;
    const char *problem = shape->problem;
    if (!problem) status = carom_mass_shape(&mass, &shape->shape, (double)density);
    if (!problem && status != CAROM_OK) problem = why_none(status, shape, (double)density);
    answer_open(out);
    if (problem) {
        answer_text(out, "invalid", problem);
        answer_text(out, "of", "a");
        answer_null(out, "mass");
    } else {
        mass = carom_mass_transform(&mass, shape->pose);
        put_mass(out, &mass, shape->shape.kind == CAROM_SHAPE_MESH);
    }
    answer_close(out);
}

bool query_mass(json_t *query, answer *out, query_trouble *trouble) {
    query_shape shape;
    carom_real density = 1;
    bool good = query_read_shape(query, "a", &shape, trouble) &&
                query_read_real(query, "density", &density, trouble);
    if (good && shape.is_interval) {
        snprintf(trouble->error, sizeof trouble->error, "an interval has no mass");
        good = false;
    }
    if (good) answer_mass(&shape, density, out);
    query_free_shape(&shape);
    return good;
}
