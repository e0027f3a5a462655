/* Ray cast against the Minkowski difference of two hulls in float, by MPR [Snethen08]: the frame in
 * which the portal search of cast_lanes_kernel.c works, and its error bound. The z axis is the path
 * of the origin through A - B, and the middle of A - B lies off the path along x.
 *
 * With u = 2^-24 and sizes as in hull_float.h, every coordinate of A - B has an error below 14 u of
 * `size`: 5 from the axes and from the frame, which are rounded to float, and 9 from the vertices
 * and their sums. The frame is orthonormal to 4 u only, which does not matter: a linear map takes
 * support planes to support planes, and the path stays within 4 u of its length from z. Heights add
 * 4 u, and CAST_SLACK is 67 u. A power of two brings the size near 1, so that products stay in
 * range. */
#include "convex/cast/cast_lanes.h"
#include "math/power.h"

/* The rows of the frame. A path through the middle of A - B takes any x axis across it. */
static void set_cast_frame(vec3 row[3], vec3 path, vec3 middle) {
    double ww = len2(path);
    vec3 y = cross3(path, middle);
    if (!(len2(y) > CAST_FRAME_SINE2 * ww * len2(middle))) {
        bool by_x = fabs(path.x) < fabs(path.y);
        y = cross3(path, vec(by_x, !by_x, 0));
    }
    double long_y = sqrt(len2(y)), long_z = sqrt(ww);
    row[0] = scale3(cross3(y, path), 1.0 / (long_y * long_z));
    row[1] = scale3(y, 1.0 / long_y);
    row[2] = scale3(path, 1.0 / long_z);
}

static void set_turn(four out[3], const four columns[3], const hull_float_body *body) {
    for (int i = 0; i < 3; i++)
        out[i] = hull_float_transform(columns, four_of3(hull_float_axis(body, i)));
}

/* `row`: the frame, scaled so that the size is about 1. */
static void set_lanes(cast_lanes *out, const cast_float *c, const vec3 row[3], vec3 apart) {
    const four rows[3] = {four_of3(row[0]), four_of3(row[1]), four_of3(row[2])};
    four columns[3];
    hull_float_transpose(columns, rows);
    set_turn(out->turn_a, columns, &c->a);
    set_turn(out->turn_b, columns, &c->b);
    for (int i = 0; i < 3; i++)
        out->turn_b[i] = -out->turn_b[i];
    out->middle = hull_float_transform(columns, four_of3(apart));
    out->a = hull_float_hull_of(c->a.hull);
    out->b = hull_float_hull_of(c->b.hull);
}

cast_float_end carom_cast_float(cast_float *c, vec3 apart, vec3 motion) {
    cast_lanes lanes;
    vec3 row[3], path = neg3(motion);
    double size = c->a.hull->outer + c->b.hull->outer + sqrt(len2(apart)), along = sqrt(len2(path));
    if (!(along > CAST_FLOAT_PATH_MIN * size && along < CAST_FLOAT_PATH_MAX * size))
        return c->end = CAST_FLOAT_UNDECIDED;
    const double unit = scaling_power(size);
    set_cast_frame(row, path, apart);
    for (int i = 0; i < 3; i++)
        row[i] = scale3(row[i], unit);
    set_lanes(&lanes, c, row, apart);
    lanes.path = (float)(along * unit);
    lanes.size = (float)(size * unit);
    c->end = SIMD_OF(carom_simd_best(), carom_cast_lanes)(&lanes);
    if (c->end == CAST_FLOAT_MISS) c->clearance = (double)lanes.clearance / unit;
    if (c->end != CAST_FLOAT_PORTAL) return c->end;
    vec3 n = scale3(row[0], (double)lanes.normal[0]);
    n = mad3(n, row[1], (double)lanes.normal[1]);
    c->normal = mad3(n, row[2], (double)lanes.normal[2]);
    c->is_facet = lanes.is_facet;
    for (int i = 0; i < 3; i++)
        c->ia[i] = lanes.ia[i], c->ib[i] = lanes.ib[i];
    return c->end;
}
