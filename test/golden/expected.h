/* The hashes of test/golden/hash.c: closest, overlap, raycast, sweep. A change of any is a change
 * of answers and belongs in the CHANGELOG. `hash_float --print` and `hash_double --print` write
 * them. */
#ifdef CAROM_DOUBLE
static const uint64_t expected[4] = {0, 0, 0, 0};
#else
static const uint64_t expected[4] = {0, 0, 0, 0};
#endif
