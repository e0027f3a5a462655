/* Vectors of four carom_reals by the compilers' vector extensions, and what these lack: the mask of
 * a comparison as bits of an integer, minimum and maximum per lane. Functions take pointers,
 * because passing such a vector by value differs between machines. */
#ifndef CAROM_SIMD_QUAD_H
#define CAROM_SIMD_QUAD_H

#include "core/internal.h"

typedef carom_real quad_real __attribute__((vector_size(4 * sizeof(carom_real))));
/* The mask of a comparison: all bits of a lane are set or none. */
typedef __typeof__(__builtin_choose_expr(sizeof(carom_real) == 4, (int32_t)0,
                                         (int64_t)0)) quad_word;
typedef quad_word quad_mask __attribute__((vector_size(4 * sizeof(carom_real))));

#define QUAD_OF(x) ((quad_real){(x), (x), (x), (x)})

#if defined(__SSE2__) && !defined(CAROM_DOUBLE)
/* Bit k is lane k of the mask. */
static inline unsigned quad_bits(const quad_mask *mask) {
    return (unsigned)__builtin_ia32_movmskps((quad_real)*mask);
}
/* a = min(a, b) and a = max(a, b) per lane; not for NaN. */
static inline void quad_lower(quad_real *a, const quad_real *b) {
    *a = __builtin_ia32_minps(*b, *a);
}
static inline void quad_raise(quad_real *a, const quad_real *b) {
    *a = __builtin_ia32_maxps(*b, *a);
}
#else
#if defined(__SSE2__)
typedef double quad_half __attribute__((vector_size(16)));

static inline unsigned quad_bits(const quad_mask *mask) {
    quad_half low = (quad_half)__builtin_shufflevector(*mask, *mask, 0, 1);
    quad_half high = (quad_half)__builtin_shufflevector(*mask, *mask, 2, 3);
    return (unsigned)__builtin_ia32_movmskpd(low) | (unsigned)__builtin_ia32_movmskpd(high) << 2;
}
#else
static inline unsigned quad_bits(const quad_mask *mask) {
    return (unsigned)((*mask)[0] & 1) | (unsigned)((*mask)[1] & 2) | (unsigned)((*mask)[2] & 4) |
           (unsigned)((*mask)[3] & 8);
}
#endif
static inline void quad_lower(quad_real *a, const quad_real *b) {
    quad_mask less = *b < *a;
    *a = (quad_real)((less & (quad_mask)*b) | (~less & (quad_mask)*a));
}
static inline void quad_raise(quad_real *a, const quad_real *b) {
    quad_mask more = *b > *a;
    *a = (quad_real)((more & (quad_mask)*b) | (~more & (quad_mask)*a));
}
#endif

#endif
