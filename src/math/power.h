/* Scaling by powers of two, which rounds nothing. */
#ifndef CAROM_MATH_POWER_H
#define CAROM_MATH_POWER_H

#include <stdint.h>
#include <string.h>

/** The power of two that brings `largest` to about 1; within 2^-1000 .. 2^1000. */
static inline double scaling_power(double largest) {
    uint64_t bits;
    memcpy(&bits, &largest, sizeof bits);
    int exponent = (int)((bits >> 52) & 0x7ff) - 1023;
    exponent = exponent > 1000 ? 1000 : exponent < -1000 ? -1000 : exponent;
    bits = (uint64_t)(1023 - exponent) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

#endif
