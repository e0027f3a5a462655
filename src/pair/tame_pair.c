/* Own method: scaling of pairs whose lengths double cannot hold together. One rule for all pairs
 * and verbs: an answer that is not a number is computed again on copies that are scaled by a power
 * of two, which is exact, so that no other code handles such lengths. A shape's coordinates are
 * runs of numbers in its structure: lengths, and directions with a scale of their own. */
#include "pair/tame_pair.h"

#include <stddef.h>

#include "convex/support/rescale.h"
#include "math/power.h"

typedef struct number_run {
    size_t offset;
    int count;
} number_run;

typedef struct coordinates {
    number_run length[2];
    number_run direction; /* of a ray or line, or the normal of a plane */
} coordinates;

#define REALS(type) ((int)(sizeof(type) / sizeof(carom_real)))
#define WHOLE(type)                                                                                \
    {                                                                                              \
        .length = { {0, REALS(type)} }                                                             \
    }
#define TWO_RUNS(type, first, second)                                                              \
    {                                                                                              \
        .length = { {offsetof(type, first), 3}, {offsetof(type, second), 3} }                      \
    }

static const coordinates layout[CAROM_SHAPE_KINDS] = {
    [CAROM_SHAPE_POINT] = WHOLE(carom_vec3),
    [CAROM_SHAPE_SEGMENT] = WHOLE(carom_segment),
    [CAROM_SHAPE_RAY] = {{{0, 3}}, {offsetof(carom_ray, direction), 3}},
    [CAROM_SHAPE_LINE] = {{{0, 3}}, {offsetof(carom_line, direction), 3}},
    [CAROM_SHAPE_PLANE] = {.direction = {0, 3}},
    [CAROM_SHAPE_HALFSPACE] = {.direction = {0, 3}},
    [CAROM_SHAPE_SPHERE] = WHOLE(carom_sphere),
    [CAROM_SHAPE_CAPSULE] = WHOLE(carom_capsule),
    [CAROM_SHAPE_AABB] = WHOLE(carom_aabb),
    [CAROM_SHAPE_OBB] = TWO_RUNS(carom_obb, center, half_extents),
    [CAROM_SHAPE_TRIANGLE] = WHOLE(carom_triangle),
    [CAROM_SHAPE_CYLINDER] = WHOLE(carom_cylinder),
    [CAROM_SHAPE_CONE] = WHOLE(carom_cone),
    [CAROM_SHAPE_ELLIPSOID] = TWO_RUNS(carom_ellipsoid, center, radii),
    [CAROM_SHAPE_TETRAHEDRON] = WHOLE(carom_tetrahedron),
};

static carom_real *run_of(carom_shape *shape, number_run run) {
    return (carom_real *)(void *)((char *)&shape->as + run.offset);
}

static double largest_in_run(carom_shape *shape, number_run run) {
    const carom_real *x = run_of(shape, run);
    double largest = 0.0;
    for (int i = 0; i < run.count; i++)
        largest = max2(largest, fabs((double)x[i]));
    return largest;
}

/* x times a / b, which may each be beyond what the result is. */
static double scaled_by(double x, double a, double b) {
    return a > 1.0 ? x / b * a : x * a / b;
}

/* @return true where a number changed */
static bool tame_numbers(carom_real *x, int count, double power) {
    bool changed = false;
    for (int i = 0; i < count; i++) {
        const double scaled = (double)x[i] * power;
        const carom_real was = x[i];
        x[i] = (carom_real)(fabs(scaled) < RESCALE_ZERO ? 0.0 : scaled);
        changed |= x[i] != was;
    }
    return changed;
}

/* The largest length of a shape, with the farthest end of a ray and the offset of a plane. */
static double size_of_lengths(carom_shape *shape, double direction_power) {
    const coordinates *in = &layout[shape->kind];
    double size = max2(largest_in_run(shape, in->length[0]), largest_in_run(shape, in->length[1]));
    if (shape->kind == CAROM_SHAPE_RAY) {
        const double along = largest_in_run(shape, in->direction);
        size = max2(size, fabs((double)shape->as.ray.t_min) * along);
        if (finite1((double)shape->as.ray.t_max))
            size = max2(size, fabs((double)shape->as.ray.t_max) * along);
    }
    if (is_plane_kind(shape->kind))
        size = max2(size, fabs((double)shape->as.plane.offset) * direction_power);
    return size;
}

static bool tame_shape(carom_shape *shape, double power, double direction_power) {
    const coordinates *in = &layout[shape->kind];
    const carom_real offset = shape->as.plane.offset;
    bool changed = false;
    for (int i = 0; i < 2; i++)
        changed |= tame_numbers(run_of(shape, in->length[i]), in->length[i].count, power);
    changed |= tame_numbers(run_of(shape, in->direction), in->direction.count, direction_power);
    if (shape->kind == CAROM_SHAPE_RAY) {
        carom_ray *ray = &shape->as.ray;
        ray->t_min = (carom_real)scaled_by((double)ray->t_min, power, direction_power);
        ray->t_max = (carom_real)scaled_by((double)ray->t_max, power, direction_power);
    }
    if (!is_plane_kind(shape->kind)) return changed;
    shape->as.plane.offset = (carom_real)((double)offset * direction_power * power);
    return changed || shape->as.plane.offset != offset;
}

bool carom_tame_pair(tame_pair *out, const carom_posed_shape *a, const carom_posed_shape *b,
                     bool moving) {
    const carom_posed_shape *const given[2] = {a, b};
    double size = 0.0;
    for (int i = 0; i < 2; i++) {
        carom_posed_shape *p = &out->shape[i];
        *p = (carom_posed_shape){
            .shape = given[i]->shape, .pose = given[i]->pose, .state = POSED_VALID};
        if (moving) p->motion = given[i]->motion;
        const coordinates *in = &layout[p->shape.kind];
        if (in->length[0].count + in->direction.count == 0) return false;
        const double along = largest_in_run(&p->shape, in->direction);
        out->direction_power[i] = along > 0.0 ? scaling_power(along) : 1.0;
        size = max2(size, size_of_lengths(&p->shape, out->direction_power[i]));
        size = max2(size, max_abs3(load3(p->motion)));
    }
    if (!(size > 0.0)) return false;
    out->power = scaling_power(min2(size, DBL_MAX));
    bool changed = false;
    for (int i = 0; i < 2; i++) {
        carom_posed_shape *p = &out->shape[i];
        changed |= tame_shape(&p->shape, out->power, out->direction_power[i]);
        changed |= tame_numbers(&p->motion.x, 3, out->power);
    }
    return changed;
}

carom_vec3 carom_untamed_point(const tame_pair *pair, carom_vec3 point) {
    return store3(scale3(load3(point), 1.0 / pair->power));
}

carom_real carom_untamed_parameter(const tame_pair *pair, int i, carom_real t) {
    const carom_shape_kind kind = pair->shape[i].shape.kind;
    if (kind != CAROM_SHAPE_RAY && kind != CAROM_SHAPE_LINE) return t;
    return (carom_real)(scaled_by((double)t, pair->direction_power[i], pair->power) +
                        0.0); /* no -0 */
}
