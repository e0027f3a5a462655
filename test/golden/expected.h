/* The hashes of test/golden/hash.c: closest, overlap, raycast, sweep, batch. A change of any is a
 * change of answers and belongs in the CHANGELOG. `hash_float --print` and `hash_double --print`
 * write them. */
#ifdef CAROM_DOUBLE
static const uint64_t expected[5] = {0x68194332fd64009a, 0x5955c6d9566f8a31, 0x8f30021434be5118,
                                     0xaf55deb95f576846, 0xf8420bbe879fe787};
#else
static const uint64_t expected[5] = {0x6fc882bb13c08c55, 0x2f0480f9349c0ccf, 0xfe8659a9da11517e,
                                     0xc2bd0d893f5d34b6, 0x1cafc60522ac7d23};
#endif
