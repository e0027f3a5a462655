/* The hashes of test/golden/pairs.c, a pair each. A change of any is a change of answers and
 * belongs in the CHANGELOG. `pairs_float --print` and `pairs_double --print` write them. */
#define PAIR_ROWS 20
#ifdef CAROM_DOUBLE
static const uint64_t expected_pairs[PAIR_ROWS] = {
    0xf41c1899ffcaf8b1, /* capsule capsule */
    0xcb1aab1a98177c62, /* box box */
    0x6c4a1f6725a53e85, /* cylinder cylinder */
    0x85ed59529dcaaf8d, /* hull-8 hull-8 */
    0xae6b0a4f5f1e25c3, /* hull-40 hull-40 */
    0xd0de1e6182638663, /* hull-200 hull-200 */
    0xe4e28872d2418c12, /* point cylinder */
    0x49e97adaa5430319, /* point cone */
    0xca9fc7d06967d4d3, /* point ellipsoid */
    0x246f4765e22416d5, /* sphere cylinder */
    0x2b219fca4b0fe957, /* sphere cone */
    0x6516a7b98d42882b, /* sphere ellipsoid */
    0x9679176ae2aee286, /* cone hull-40 */
    0xf8d641ac7809589b, /* capsule box */
    0x2a97d25d734253ea, /* rounded box, box */
    0x85f720884c60d85d, /* rounded box, rounded box */
    0x1942c612aee29bf9, /* rounded hull-40, cylinder */
    0x8bb1aa860984e790, /* rounded hull-8, hull-8 */
    0x4430f15879af248c, /* support function, box */
    0x34cfefeb74eab4e1, /* support function, rounded hull-8 */
};
#else
static const uint64_t expected_pairs[PAIR_ROWS] = {
    0x7e3815e6e017a40a, /* capsule capsule */
    0x142f29f85f0a925c, /* box box */
    0x78171c3a39b8654b, /* cylinder cylinder */
    0x553f246e03bda478, /* hull-8 hull-8 */
    0xfad20aa69bb27fd3, /* hull-40 hull-40 */
    0x131d3ab958c9b4a6, /* hull-200 hull-200 */
    0xd3b4e70d25251b7a, /* point cylinder */
    0xbdabbbbf0732e502, /* point cone */
    0x26dc666e510f013f, /* point ellipsoid */
    0x55b4be301a29c9fd, /* sphere cylinder */
    0x33f7936be9b86789, /* sphere cone */
    0xca0e1ec5838b6125, /* sphere ellipsoid */
    0x65fa584f26d395b3, /* cone hull-40 */
    0x8c4e49488a0224c6, /* capsule box */
    0xc38cf7f4b3daa3bb, /* rounded box, box */
    0x9683a39b294e253b, /* rounded box, rounded box */
    0xdde7f03c26f4d914, /* rounded hull-40, cylinder */
    0x4a63de6b64e6e561, /* rounded hull-8, hull-8 */
    0xaf6c21d7be9f2c07, /* support function, box */
    0xb6799a4481b293ab, /* support function, rounded hull-8 */
};
#endif
