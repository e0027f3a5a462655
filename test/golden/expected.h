/* The hashes of test/golden/hash.c: closest, overlap, raycast, sweep, batch. A change of any is a
 * change of answers and belongs in the CHANGELOG. `hash_float --print` and `hash_double --print`
 * write them. */
#ifdef CAROM_DOUBLE
static const uint64_t expected[5] = {0xe26a2d851c52f0c1, 0x4cf1422b24a2eda6, 0x8f30021434be5118,
                                     0x8330bbe3891f4fc6, 0xf8420bbe879fe787};
#else
static const uint64_t expected[5] = {0x2cc0666edc73f695, 0x2f0480f9349c0ccf, 0xfe8659a9da11517e,
                                     0x1d1e2ec7c2453036, 0x1cafc60522ac7d23};
#endif
