/* Vectors of three doubles in four lanes, the last of which is undefined, by the compilers' vector
 * extensions: one register where the machine has 256 bits, else two. Functions take pointers,
 * because passing such a vector by value differs between machines. Every instruction set gives the
 * same bits. */
#ifndef CAROM_SIMD_TRIPLE_H
#define CAROM_SIMD_TRIPLE_H

#include "simd/pair.h"
#include "simd/quad.h"

#include <string.h>

typedef double triple __attribute__((vector_size(32)));

#define TRIPLE_OF(x) ((triple){(x), (x), (x), (x)})

static inline void triple_load(triple *out, const double *from) {
    memcpy(out, from, sizeof *out);
}

#if defined(__AVX__)
#include <immintrin.h>

static inline pair2 triple_last_two(const triple *t) {
    return _mm256_extractf128_pd(*t, 1);
}
#else
static inline pair2 triple_last_two(const triple *t) {
    return (pair2){(*t)[2], (*t)[3]};
}
#endif

/** Rounded to carom_real. */
static inline void quad_from_triple(quad_real *out, const triple *t) {
#if defined(__AVX__) && !defined(CAROM_DOUBLE)
    *out = _mm256_cvtpd_ps(*t);
#elif defined(__SSE2__) && !defined(CAROM_DOUBLE)
    *out = _mm_movelh_ps(_mm_cvtpd_ps(__builtin_shufflevector(*t, *t, 0, 1)),
                         _mm_cvtpd_ps(__builtin_shufflevector(*t, *t, 2, 3)));
#else
    *out = __builtin_convertvector(*t, quad_real);
#endif
}

typedef carom_real quad_two __attribute__((vector_size(2 * sizeof(carom_real))));

static inline quad_two pair_rounded(pair2 p) {
#if defined(__SSE2__) && !defined(CAROM_DOUBLE)
    const quad_real row = _mm_cvtpd_ps(p);
    return __builtin_shufflevector(row, row, 0, 1);
#else
    return __builtin_convertvector(p, quad_two);
#endif
}

/** Stores the first three lanes. */
static inline void quad_store_three(carom_real *to, const quad_real *q) {
    const quad_two two = __builtin_shufflevector(*q, *q, 0, 1);
    memcpy(to, &two, sizeof two);
    to[2] = (*q)[2];
}

/** The sums of the components, (x + y) + z, of two vectors. */
static inline pair2 triple_sums(const triple *p, const triple *q) {
    const triple even = __builtin_shufflevector(*p, *q, 0, 4, 2, 6);
    const triple odd = __builtin_shufflevector(*p, *q, 1, 5, 3, 7);
    return (__builtin_shufflevector(even, even, 0, 1) + __builtin_shufflevector(odd, odd, 0, 1)) +
           triple_last_two(&even);
}

static inline double triple_sum(const triple *p) {
    const pair2 two = __builtin_shufflevector(*p, *p, 0, 1);
    const pair2 swapped = __builtin_shufflevector(two, two, 1, 0);
    return ((two + swapped) + triple_last_two(p))[0];
}

#endif
