/* The solid angle of a triangle is twice the argument of a complex number [VanOosterom83]; a sum
 * of many multiplies these numbers and counts whole turns, so that only one arc tangent is
 * taken. */
#include "mesh/pair/solid_angle.h"

#include "math/rotation.h"

void carom_add_solid_angle(angle_sum *sum, const vec3 v[3], int times) {
    double size = max2(max_abs3(v[0]), max2(max_abs3(v[1]), max_abs3(v[2])));
    double scale = 1.0 / size;
    if (!(size > 0.0) || !finite1(size) || !finite1(scale)) return;
    vec3 a = scale3(v[0], scale), b = scale3(v[1], scale), c = scale3(v[2], scale);
    double la = sqrt(len2(a)), lb = sqrt(len2(b)), lc = sqrt(len2(c));
    double top = dot3(a, cross3(b, c));
    double bottom = la * lb * lc + dot3(a, b) * lc + dot3(b, c) * la + dot3(c, a) * lb;
    for (int i = 0; i < times; i++)
        angle_sum_add(sum, bottom, top);
    for (int i = 0; i > times; i--)
        angle_sum_add(sum, bottom, -top);
}

double carom_angle_sum_turns(const angle_sum *sum) {
    return sum->turns + carom_turn_angle(sum->im, sum->re);
}
