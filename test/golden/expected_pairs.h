/* The hashes of test/golden/pairs.c, a pair each. A change of any is a change of answers and
 * belongs in the CHANGELOG. `pairs_float --print` and `pairs_double --print` write them. */
#define PAIR_ROWS 20
#ifdef CAROM_DOUBLE
static const uint64_t expected_pairs[PAIR_ROWS] = {
    0xf41c1899ffcaf8b1, /* capsule capsule */
    0xcb1aab1a98177c62, /* box box */
    0x521d821d8f8d1ce2, /* cylinder cylinder */
    0x639e381e654b5a6b, /* hull-8 hull-8 */
    0x0ceb978e41e04477, /* hull-40 hull-40 */
    0xe5463fdc2ea21f8b, /* hull-200 hull-200 */
    0xe4e28872d2418c12, /* point cylinder */
    0x49e97adaa5430319, /* point cone */
    0xca9fc7d06967d4d3, /* point ellipsoid */
    0xccc0a13b255e9952, /* sphere cylinder */
    0x567d94eab0a7c4b8, /* sphere cone */
    0x6516a7b98d42882b, /* sphere ellipsoid */
    0x4272089479057bd2, /* cone hull-40 */
    0xa0737fe092ad8730, /* capsule box */
    0x3dc8b6c7231a35d4, /* rounded box, box */
    0x2203dc7647470c59, /* rounded box, rounded box */
    0xa63979477aa98202, /* rounded hull-40, cylinder */
    0x18e82a1519e93c3f, /* rounded hull-8, hull-8 */
    0x333dc4ee2c952199, /* support function, box */
    0x6fa4b7c111748291, /* support function, rounded hull-8 */
};
#else
static const uint64_t expected_pairs[PAIR_ROWS] = {
    0x7e3815e6e017a40a, /* capsule capsule */
    0x142f29f85f0a925c, /* box box */
    0x11e2415e84ef39a2, /* cylinder cylinder */
    0x553f246e03bda478, /* hull-8 hull-8 */
    0xfad20aa69bb27fd3, /* hull-40 hull-40 */
    0x131d3ab958c9b4a6, /* hull-200 hull-200 */
    0xd3b4e70d25251b7a, /* point cylinder */
    0xbdabbbbf0732e502, /* point cone */
    0x26dc666e510f013f, /* point ellipsoid */
    0x55b4be301a29c9fd, /* sphere cylinder */
    0x33f7936be9b86789, /* sphere cone */
    0xca0e1ec5838b6125, /* sphere ellipsoid */
    0xd1bf71c3673b34a4, /* cone hull-40 */
    0x8c4e49488a0224c6, /* capsule box */
    0xc38cf7f4b3daa3bb, /* rounded box, box */
    0x9683a39b294e253b, /* rounded box, rounded box */
    0xb3cb07bf1c6e5095, /* rounded hull-40, cylinder */
    0x4a63de6b64e6e561, /* rounded hull-8, hull-8 */
    0xcbff8071c5244996, /* support function, box */
    0xb6799a4481b293ab, /* support function, rounded hull-8 */
};
#endif
