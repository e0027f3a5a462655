/* Expansion arithmetic [Shewchuk97]: components are merged in order of magnitude, and the rounding
 * error of an addition becomes the next smaller component. All operations are exact. Zero
 * components are dropped at once, which keeps the common case (few bits, small integers) at one or
 * two components. The predicates of predicates.c rest on it. */
#include "math/expansion.h"

#include <math.h>
#include <string.h>

#include "core/internal.h"

static void push_nonzero(expansion *e, double part) {
    if (part != 0.0) e->part[e->count++] = part;
}

/* The first pass of COMPRESS [Shewchuk97, section 2.8], from the largest component down: what is
 * left over of a rounded sum is at most half of its ulp, and with all smaller components less than
 * one ulp. So the components stay non-overlapping, and each is at most 2^-52 of the next. */
static void compress(expansion *e) {
    int at = e->count - 1;
    if (e->count <= EXPANSION_KEPT) return;
    double sum = e->part[at], rest;
    for (int i = at - 1; i >= 0; i--) {
        fast_two_sum(sum, e->part[i], &sum, &rest);
        if (rest == 0.0) continue;
        e->part[at--] = sum;
        sum = rest;
    }
    e->part[at] = sum;
    e->count -= at;
    memmove(e->part, e->part + at, (size_t)e->count * sizeof e->part[0]);
}

void carom_expansion_difference(expansion *out, double a, double b) {
    double sum, error;
    two_sum(a, -b, &sum, &error);
    out->count = 0;
    push_nonzero(out, error);
    push_nonzero(out, sum);
}

void carom_expansion_scale(expansion *out, const expansion *e, double b) {
    out->count = 0;
    if (e->count == 0 || b == 0.0) return;
    double carry, error;
    two_product(e->part[0], b, &carry, &error);
    push_nonzero(out, error);
    for (int i = 1; i < e->count; i++) {
        double product, product_error, sum;
        two_product(e->part[i], b, &product, &product_error);
        two_sum(carry, product_error, &sum, &error);
        push_nonzero(out, error);
        fast_two_sum(product, sum, &carry, &error);
        push_nonzero(out, error);
    }
    push_nonzero(out, carry);
    compress(out);
}

void carom_expansion_copy(expansion *out, const expansion *e) {
    out->count = e->count;
    memcpy(out->part, e->part, (size_t)e->count * sizeof e->part[0]);
}

/* Linear expansion sum: unlike the faster variant with one running sum it only requires
 * non-overlapping inputs, which is all that scaling guarantees. */
void carom_expansion_add(expansion *out, const expansion *e, const expansion *f) {
    int i = 0, j = 0, total = e->count + f->count;
    double sum = 0.0, rest = 0.0, error;
    out->count = 0;
    for (int k = 0; k < total; k++) {
        bool from_e = j >= f->count || (i < e->count && fabs(e->part[i]) < fabs(f->part[j]));
        double next = from_e ? e->part[i++] : f->part[j++];
        fast_two_sum(next, rest, &next, &error);
        push_nonzero(out, error);
        two_sum(sum, next, &sum, &rest);
    }
    push_nonzero(out, rest);
    push_nonzero(out, sum);
    compress(out);
}

int carom_expansion_sign(const expansion *e) {
    if (e->count == 0) return 0;
    return e->part[e->count - 1] > 0.0 ? 1 : -1;
}
