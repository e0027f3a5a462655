/* What every target has: the entry that a fuzzer or replay.c calls, and how a target complains. */
#ifndef CAROM_FUZZ_H
#define CAROM_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** A promise that the input broke: both a fuzzer and a test notice an abort. */
static inline void must(int kept, const char *promise) {
    if (kept) return;
    fprintf(stderr, "fuzz: broken promise: %s\n", promise);
    abort();
}

#endif
