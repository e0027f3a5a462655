/* The hashes of test/golden/pairs.c, a pair each. A change of any is a change of answers and
 * belongs in the CHANGELOG. `pairs_float --print` and `pairs_double --print` write them. */
#define PAIR_ROWS 14
#ifdef CAROM_DOUBLE
static const uint64_t expected_pairs[PAIR_ROWS] = {
    0x8bfc39646c2ab4cb, /* capsule capsule */
    0xd9a6c16de5282eb4, /* box box */
    0xeb0465a3ee6e3c83, /* cylinder cylinder */
    0xa9c15a9b8042c164, /* hull-8 hull-8 */
    0x910f15d6678b5c42, /* hull-40 hull-40 */
    0x52844a0837ff36ae, /* hull-200 hull-200 */
    0x13088ef41c7c6108, /* point cylinder */
    0x6b40b78b05bd4ab3, /* point cone */
    0x6e10b98e7967aaef, /* point ellipsoid */
    0x66b3d1203e019e7a, /* sphere cylinder */
    0x6c590196bc19c6f1, /* sphere cone */
    0x5da0e72e07bc804d, /* sphere ellipsoid */
    0xdd8ea02e1eae1f5c, /* cone hull-40 */
    0x2f8e96734f6112d8, /* capsule box */
};
#else
static const uint64_t expected_pairs[PAIR_ROWS] = {
    0x208717376ff1a5a3, /* capsule capsule */
    0x5c9b45832e06a706, /* box box */
    0xf754f2bd6aa6cee2, /* cylinder cylinder */
    0x65f786cd70a074a5, /* hull-8 hull-8 */
    0x88f79fae43e874b3, /* hull-40 hull-40 */
    0xcbec405c3b6eda93, /* hull-200 hull-200 */
    0x2007d8976daf3191, /* point cylinder */
    0xce2cddb67954a247, /* point cone */
    0x0e65860a012c85d1, /* point ellipsoid */
    0x223483531ebde6ef, /* sphere cylinder */
    0xf3859799c20fa536, /* sphere cone */
    0x8b9ac1ee316494e0, /* sphere ellipsoid */
    0xf1ee705c81598005, /* cone hull-40 */
    0x59b609024053bcdc, /* capsule box */
};
#endif
