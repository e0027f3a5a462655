/* Moments of a cylinder or cone grown by a ball: a solid of revolution, whose profile is the
 * core's, a rectangle on each of its sides and a sector of a disk at each of its corners. The
 * integrals of r, r z, r z^2 and r^3 over these, times turns, are volume and moments (Pappus): over
 * rectangles by Gauss and Legendre's rule of two points, which is exact for cubics, over sectors in
 * closed form. No term is negative. Own method for the pieces. */
#include "mass/mass_rounded_revolution.h"

#include "mass/tolerances.h"
#include "math/power.h"
#include "math/rotation.h"

#define PI 3.14159265358979323846

/* Integrals over a part of the profile (r, z): of r, r z, r z^2, r^3. */
typedef struct profile_sum {
    double r, rz, rzz, rrr;
} profile_sum;

typedef struct profile_point {
    double r, z;
} profile_point;

static void add_profile(profile_sum *sum, profile_point p, double weight) {
    sum->r += weight * p.r;
    sum->rz += weight * p.r * p.z;
    sum->rzz += weight * p.r * p.z * p.z;
    sum->rrr += weight * p.r * p.r * p.r;
}

/* The parallelogram of the points p + s u + t v. */
static void add_parallelogram(profile_sum *sum, profile_point p, profile_point u, profile_point v) {
    static const double at[2] = {0.21132486540518711775, 0.78867513459481288225};
    const double weight = 0.25 * fabs(u.r * v.z - u.z * v.r);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            const profile_point q = {p.r + at[i] * u.r + at[k] * v.r,
                                     p.z + at[i] * u.z + at[k] * v.z};
            add_profile(sum, q, weight);
        }
}

/* The sector of the disk about p from the unit direction u counter-clockwise to v, at most half a
 * turn. */
static void add_disk_sector(profile_sum *sum, profile_point p, double radius, profile_point u,
                            profile_point v) {
    const double c0 = u.r, s0 = u.z, c1 = v.r, s1 = v.z;
    const double angle = FULL_TURN * carom_turn_angle(c0 * s1 - s0 * c1, c0 * c1 + s0 * s1);
    const double c = s1 - s0, s = c0 - c1, cs = 0.5 * (s1 * s1 - s0 * s0);
    const double cc = 0.5 * (angle + s1 * c1 - s0 * c0), ss = angle - cc;
    const double ccc = c - (s1 * s1 * s1 - s0 * s0 * s0) / 3.0, css = c - ccc;
    const double r2 = radius * radius / 2.0, r3 = radius * radius * radius / 3.0;
    const double r4 = 0.75 * r3 * radius, r5 = 0.8 * r4 * radius;
    sum->r += p.r * angle * r2 + c * r3;
    sum->rz += p.r * p.z * angle * r2 + (p.z * c + p.r * s) * r3 + cs * r4;
    sum->rzz += p.r * p.z * p.z * angle * r2 + p.z * (p.z * c + 2.0 * p.r * s) * r3 +
                (p.r * ss + 2.0 * p.z * cs) * r4 + css * r5;
    sum->rrr += p.r * p.r * (p.r * angle * r2 + 3.0 * c * r3) + 3.0 * p.r * cc * r4 + ccc * r5;
}

/* The core: a trapezium whose lower end is at z = 0, as the triangle and the rectangle in it. */
static void add_core_profile(profile_sum *sum, double base, double top, double height) {
    const double more = base - top, h2 = height * height;
    add_parallelogram(sum, (profile_point){0.0, 0.0}, (profile_point){top, 0.0},
                      (profile_point){0.0, height});
    sum->r += height * (0.5 * top * more + more * more / 6.0);
    sum->rz += h2 * (top * more / 6.0 + more * more / 24.0);
    sum->rzz += h2 * height * (top * more / 12.0 + more * more / 60.0);
    sum->rrr += height * more *
                (0.5 * top * top * top + 0.5 * top * top * more + 0.25 * top * more * more +
                 more * more * more / 20.0);
}

static void profile_of(profile_sum *sum, double base, double top, double height, double radius) {
    const double slant = sqrt((base - top) * (base - top) + height * height);
    const profile_point out = slant > 0.0 /* of the side */
                                  ? (profile_point){height / slant, (base - top) / slant}
                                  : (profile_point){1.0, 0.0};
    const profile_point down = {0.0, -1.0}, up = {0.0, 1.0};
    add_core_profile(sum, base, top, height);
    add_parallelogram(sum, (profile_point){base, 0.0}, (profile_point){top - base, height},
                      (profile_point){radius * out.r, radius * out.z});
    add_parallelogram(sum, (profile_point){0.0, -radius}, (profile_point){base, 0.0},
                      (profile_point){0.0, radius});
    add_parallelogram(sum, (profile_point){0.0, height}, (profile_point){top, 0.0},
                      (profile_point){0.0, radius});
    add_disk_sector(sum, (profile_point){base, 0.0}, radius, down, out);
    add_disk_sector(sum, (profile_point){top, height}, radius, out, up);
}

void carom_rounded_revolution_moments(moments *out, const rounded_revolution *solid) {
    const vec3 half = sub3(scale3(solid->b, 0.5), scale3(solid->a, 0.5));
    const double size = max2(max2(max_abs3(half), solid->radius), max2(solid->base, solid->top));
    const double scale = scaling_power(size);
    const vec3 d = scale3(scale3(half, scale), 2.0);
    const double height = sqrt(len2(d));
    profile_sum sum = {0.0, 0.0, 0.0, 0.0};
    *out = (moments){.scale = scale};
    profile_of(&sum, solid->base * scale, solid->top * scale, height, solid->radius * scale);
    const double middle = sum.rz / sum.r, part = height > 0.0 ? middle / height : 0.0;
    const double along = FULL_TURN * (sum.rzz - middle * sum.rz), across = PI * sum.rrr;
    const vec3 t = height > 0.0 ? scale3(d, 1.0 / height) : solid->axis;
    out->volume = FULL_TURN * sum.r;
    out->volume_error = MASS_FORM_ROUNDING * out->volume;
    out->center = add3(scale3(solid->a, 1.0 - part), scale3(solid->b, part));
    const double side[6] = {t.x * t.x, t.y * t.y, t.z * t.z, t.y * t.z, t.x * t.z, t.x * t.y};
    for (int i = 0; i < 6; i++)
        out->second[i] = (along - across) * side[i] + (i < 3 ? across : 0.0);
}
