/* Vector arithmetic of the commands, in double; that of the library is internal. */
#ifndef CAROM_CLI_REAL_H
#define CAROM_CLI_REAL_H

#ifndef CAROM_DOUBLE
#define CAROM_DOUBLE
#endif
#include <math.h>

#include "carom/carom.h"

static inline carom_vec3 make3(double x, double y, double z) {
    return (carom_vec3){x, y, z};
}
static inline carom_vec3 plus(carom_vec3 a, carom_vec3 b) {
    return make3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline carom_vec3 minus(carom_vec3 a, carom_vec3 b) {
    return make3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline carom_vec3 times(carom_vec3 a, double s) {
    return make3(a.x * s, a.y * s, a.z * s);
}
static inline double inner(carom_vec3 a, carom_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline carom_vec3 outer(carom_vec3 a, carom_vec3 b) {
    return make3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double norm(carom_vec3 a) {
    return sqrt(inner(a, a));
}
static inline carom_vec3 unit(carom_vec3 a) {
    double length = norm(a);
    return length > 0.0 ? times(a, 1.0 / length) : make3(0, 0, 1);
}

#endif
