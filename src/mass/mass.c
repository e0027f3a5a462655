/* Masses of bodies put together: the theorem of parallel axes in a form that cancels nothing, with
 * the reduced mass of the two parts [Mirtich96]; rotation of the inertia; principal axes by
 * Jacobi's method [Golub13]. */
#include "carom/mass.h"

#include "math/symmetric.h"

/* The inertia of two point masses about their common centre: `mass` is the reduced mass, d the way
 * from one to the other. */
static void add_inertia_of_pair(double inertia[6], vec3 d, double mass) {
    inertia[0] += mass * (d.y * d.y + d.z * d.z);
    inertia[1] += mass * (d.z * d.z + d.x * d.x);
    inertia[2] += mass * (d.x * d.x + d.y * d.y);
    inertia[3] -= mass * (d.y * d.z);
    inertia[4] -= mass * (d.x * d.z);
    inertia[5] -= mass * (d.x * d.y);
}

carom_mass carom_mass_add(const carom_mass *a, const carom_mass *b) {
    carom_mass out = {.mass = a->mass + b->mass, .volume = a->volume + b->volume};
    out.volume_error = a->volume_error + b->volume_error + 0x1p-52 * out.volume;
    for (int i = 0; i < 6; i++)
        out.inertia[i] = a->inertia[i] + b->inertia[i];
    if (!(out.mass > 0.0)) {
        out.center = add3(scale3(a->center, 0.5), scale3(b->center, 0.5));
        return out;
    }
    const double part_a = a->mass / out.mass, part_b = b->mass / out.mass;
    out.center = add3(scale3(a->center, part_a), scale3(b->center, part_b));
    if (a->mass > 0.0 && b->mass > 0.0)
        add_inertia_of_pair(out.inertia, sub3(b->center, a->center),
                            a->mass < b->mass ? a->mass * part_b : b->mass * part_a);
    else
        out.center = a->mass > 0.0 ? a->center : b->center;
    return out;
}

/* ---- motion */

/* The columns of a rotation given by a quaternion of any length; false when it is not finite. */
static bool rotation_columns(vec3 columns[3], carom_quat rotation) {
    double x = (double)rotation.x, y = (double)rotation.y, z = (double)rotation.z,
           w = (double)rotation.w;
    const double size = max2(max_abs3(vec(x, y, z)), fabs(w));
    if (!finite3(vec(x, y, z)) || !finite1(w)) return false;
    if (size == 0.0) w = 1.0;
    const double unit = size > 0.0 ? size : 1.0;
    x /= unit;
    y /= unit;
    z /= unit;
    w /= unit;
    const double s = 2.0 / (x * x + y * y + z * z + w * w);
    columns[0] = vec(1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y));
    columns[1] = vec(s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x));
    columns[2] = vec(s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y));
    return true;
}

static vec3 combine_columns(const vec3 columns[3], vec3 v) {
    return mad3(mad3(scale3(columns[0], v.x), columns[1], v.y), columns[2], v.z);
}

/* R I R^T: the columns of R I, turned, are its rows. */
static void rotate_inertia(double out[6], const double in[6], const vec3 columns[3]) {
    const vec3 rows[3] = {{in[0], in[5], in[4]}, {in[5], in[1], in[3]}, {in[4], in[3], in[2]}};
    vec3 once[3], turned[3];
    for (int i = 0; i < 3; i++)
        once[i] = combine_columns(columns, rows[i]);
    turned[0] = combine_columns(columns, vec(once[0].x, once[1].x, once[2].x));
    turned[1] = combine_columns(columns, vec(once[0].y, once[1].y, once[2].y));
    turned[2] = combine_columns(columns, vec(once[0].z, once[1].z, once[2].z));
    out[0] = turned[0].x;
    out[1] = turned[1].y;
    out[2] = turned[2].z;
    out[3] = 0.5 * (turned[1].z + turned[2].y);
    out[4] = 0.5 * (turned[0].z + turned[2].x);
    out[5] = 0.5 * (turned[0].y + turned[1].x);
}

carom_mass carom_mass_transform(const carom_mass *mass, carom_pose pose) {
    static const carom_mass nothing;
    carom_mass out = *mass;
    vec3 columns[3];
    const vec3 position = load3(pose.position);
    if (!finite3(position) || !rotation_columns(columns, pose.rotation)) return nothing;
    if (!carom_pose_is_translation(pose)) {
        rotate_inertia(out.inertia, mass->inertia, columns);
        out.center = combine_columns(columns, mass->center);
    }
    out.center = add3(out.center, position);
    return out;
}

carom_mass_axes carom_mass_principal(const carom_mass *mass) {
    carom_mass_axes out = {.moments = {0, 0, 0}};
    const double *in = mass->inertia, size = max2(max2(in[0], in[1]), in[2]);
    const double unit = size > 0.0 && finite1(size) ? size : 1.0;
    double m[3][3] = {{in[0] / unit, in[5] / unit, in[4] / unit},
                      {in[5] / unit, in[1] / unit, in[3] / unit},
                      {in[4] / unit, in[3] / unit, in[2] / unit}};
    carom_symmetric_axes(m, out.axes, out.moments);
    for (int i = 0; i < 3; i++)
        out.moments[i] *= unit;
    return out;
}
