/* The hashes of test/golden/pairs.c, a pair each. A change of any is a change of answers and
 * belongs in the CHANGELOG. `pairs_float --print` and `pairs_double --print` write them. */
#define PAIR_ROWS 14
#ifdef CAROM_DOUBLE
static const uint64_t expected_pairs[PAIR_ROWS] = {
    0x6282efdd7c7830dd, /* capsule capsule */
    0xd9a6c16de5282eb4, /* box box */
    0x64f1085f96dabd21, /* cylinder cylinder */
    0x80e886e34191fbd6, /* hull-8 hull-8 */
    0xb7e3466456c378ac, /* hull-40 hull-40 */
    0xe6ed9e6665a34d31, /* hull-200 hull-200 */
    0x13088ef41c7c6108, /* point cylinder */
    0x6b40b78b05bd4ab3, /* point cone */
    0x6e10b98e7967aaef, /* point ellipsoid */
    0x66b3d1203e019e7a, /* sphere cylinder */
    0x6c590196bc19c6f1, /* sphere cone */
    0x5da0e72e07bc804d, /* sphere ellipsoid */
    0x6569df9451aede7c, /* cone hull-40 */
    0x2f8e96734f6112d8, /* capsule box */
};
#else
static const uint64_t expected_pairs[PAIR_ROWS] = {
    0xc00de4c90037ebae, /* capsule capsule */
    0x5c9b45832e06a706, /* box box */
    0xb1afe4c3cd82e1ab, /* cylinder cylinder */
    0xe284e2416982a873, /* hull-8 hull-8 */
    0xc9495cc75f5a9599, /* hull-40 hull-40 */
    0x9ed86a939bb5de0a, /* hull-200 hull-200 */
    0x2007d8976daf3191, /* point cylinder */
    0xce2cddb67954a247, /* point cone */
    0x0e65860a012c85d1, /* point ellipsoid */
    0x223483531ebde6ef, /* sphere cylinder */
    0xf3859799c20fa536, /* sphere cone */
    0x8b9ac1ee316494e0, /* sphere ellipsoid */
    0xe8e2aebec755a299, /* cone hull-40 */
    0x59b609024053bcdc, /* capsule box */
};
#endif
