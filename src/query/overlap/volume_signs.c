/* Exact signs of the polynomials that decide about spheres, oriented boxes and planes. Each sign
 * is first taken from double arithmetic when its forward error bound allows, and else from the
 * exact sum of the products [Kulisch81]. A value that overflowed makes the bound infinite or
 * NaN, so it also goes to the exact part, which scales. */
#include "query/overlap/volume_signs.h"
#include "query/overlap/tolerances.h"

int carom_sign_two_spheres(vec3 a, double ra, vec3 b, double rb) {
    double d2 = len2(sub3(b, a)), s = ra + rb, s2 = s * s;
    double gap = d2 - s2, bound = SPHERES_ERROR * (d2 + s2) + DBL_MIN;
    if (CAROM_LIKELY(fabs(gap) > bound)) return gap > 0.0 ? 1 : -1;
    exact_factor r = {ra, -rb};
    exact_term terms[4] = {{{{b.x, a.x}, {b.x, a.x}}, 2, false},
                           {{{b.y, a.y}, {b.y, a.y}}, 2, false},
                           {{{b.z, a.z}, {b.z, a.z}}, 2, false},
                           {{r, r}, 2, true}};
    return carom_exact_sign(terms, 4);
}

/* (n.c - d)^2 multiplied out, minus r^2 n.n. */
static CAROM_NOINLINE int exact_plane_sphere(vec3 n, double d, vec3 c, double r) {
    const double normal[4] = {n.x, n.y, n.z, d}, at[4] = {c.x, c.y, c.z, -1.0};
    exact_term terms[19];
    int count = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            terms[count++] =
                (exact_term){{{normal[i], 0}, {at[i], 0}, {normal[j], 0}, {at[j], 0}}, 4, false};
    for (int i = 0; i < 3; i++)
        terms[count++] = (exact_term){{{r, 0}, {r, 0}, {normal[i], 0}, {normal[i], 0}}, 4, true};
    return carom_exact_sign(terms, count);
}

int carom_sign_plane_sphere(vec3 normal, double offset, const carom_sphere *sphere) {
    vec3 c = load3(sphere->center);
    double r = (double)sphere->radius;
    double height = fabs(dot3(normal, c) - offset);
    double magnitude =
        fabs(normal.x * c.x) + fabs(normal.y * c.y) + fabs(normal.z * c.z) + fabs(offset);
    double reach = r * sqrt(len2(normal));
    double gap = height - reach, bound = PLANE_SPHERE_ERROR * (magnitude + reach) + ROOT_UNDERFLOW;
    if (CAROM_LIKELY(fabs(gap) > bound && bound <= DBL_MAX)) return gap > 0.0 ? 1 : -1;
    return exact_plane_sphere(normal, offset, c, r);
}

static CAROM_NOINLINE int exact_plane_obb(vec3 n, double d, const carom_obb *box, int sense) {
    vec3 c = load3(box->center), h = load3(box->half_extents);
    exact_term terms[13] = {{{{n.x, 0}, {c.x, 0}}, 2, false},
                            {{{n.y, 0}, {c.y, 0}}, 2, false},
                            {{{n.z, 0}, {c.z, 0}}, 2, false},
                            {{{d, 0}}, 1, true}};
    int count = 4;
    for (int i = 0; i < 3; i++) {
        vec3 axis = load3(box->axes[i]);
        int side = carom_sign_plane(n, 0.0, axis);
        for (int k = 0; k < 3 && side != 0; k++)
            terms[count++] = (exact_term){
                {{axis3(n, k), 0}, {axis3(axis, k), 0}, {axis3(h, i), 0}}, 3, side * sense < 0};
    }
    return carom_exact_sign(terms, count);
}

int carom_sign_plane_obb(vec3 normal, double offset, const carom_obb *box, int sense) {
    vec3 c = load3(box->center), h = load3(box->half_extents);
    vec3 size = vec(fabs(normal.x), fabs(normal.y), fabs(normal.z));
    double reach = 0.0, magnitude = dot3(size, vec(fabs(c.x), fabs(c.y), fabs(c.z))) + fabs(offset);
    for (int i = 0; i < 3; i++) {
        vec3 axis = load3(box->axes[i]);
        reach += axis3(h, i) * fabs(dot3(normal, axis));
        magnitude += axis3(h, i) * dot3(size, vec(fabs(axis.x), fabs(axis.y), fabs(axis.z)));
    }
    double value = dot3(normal, c) - offset + (sense > 0 ? reach : -reach);
    double bound = PLANE_OBB_ERROR * magnitude + DETERMINANT_UNDERFLOW;
    if (CAROM_LIKELY(fabs(value) > bound && bound <= DBL_MAX)) return value > 0.0 ? 1 : -1;
    return exact_plane_obb(normal, offset, box, sense);
}
