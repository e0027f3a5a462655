/* Hilbert order by table: centres get Morton codes [Lauterbach09], codes become positions on the
 * Hilbert curve [Skilling04] through a table of the curve's 24 orientations, and positions are
 * sorted by a radix sort. Unlike the Morton order, the curve has no jumps: trees packed along it
 * find pairs a third faster and nearest boxes twice as fast. Ten bits for each axis suffice for
 * boxes that are spread evenly; where many share a cell they are sorted again on a curve fitted to
 * them alone, so that a few boxes far away do not blur the others. Keys are unique, so the order
 * does not depend on the sort. */
#include "spatial/bvh/hilbert_order.h"

#include <string.h>

#define CODE_BITS 10 /* of a coordinate on each axis */
#define DIGIT_BITS 10
#define DIGIT_VALUES (1 << DIGIT_BITS)
/* Runs of boxes in one cell that are longer than this are sorted on a curve of their own, to a
 * depth of CURVE_DEPTH. */
#define LONG_RUN 16
#define CURVE_DEPTH 4

/* State table of the Hilbert curve [Skilling04]. Row: one of the 24 orientations of the curve.
 * Column: an octant, x being the highest of three bits. Value: the position of the octant on the
 * curve, plus eight times the orientation of the curve inside it. */
#define HILBERT_STATES 24
static const uint8_t hilbert_octant[HILBERT_STATES][8] = {{8, 17, 27, 2, 39, 46, 52, 5},
                                                          {56, 71, 73, 86, 91, 20, 10, 13},
                                                          {48, 1, 103, 110, 115, 18, 12, 21},
                                                          {126, 129, 29, 26, 79, 80, 140, 3},
                                                          {148, 43, 37, 34, 127, 128, 78, 81},
                                                          {156, 45, 35, 42, 31, 6, 160, 105},
                                                          {72, 87, 139, 4, 57, 70, 50, 53},
                                                          {0, 171, 111, 76, 49, 58, 102, 61},
                                                          {180, 143, 83, 184, 69, 54, 66, 97},
                                                          {16, 123, 9, 74, 47, 60, 38, 77},
                                                          {132, 95, 85, 14, 67, 144, 82, 33},
                                                          {142, 55, 185, 96, 93, 116, 90, 11},
                                                          {188, 107, 175, 176, 101, 98, 62, 65},
                                                          {164, 109, 119, 22, 99, 106, 152, 41},
                                                          {174, 177, 63, 64, 117, 114, 92, 19},
                                                          {30, 125, 161, 122, 7, 172, 104, 75},
                                                          {130, 25, 133, 166, 179, 136, 84, 191},
                                                          {94, 15, 141, 28, 145, 32, 138, 51},
                                                          {146, 155, 149, 36, 137, 24, 190, 167},
                                                          {154, 157, 147, 44, 169, 182, 120, 135},
                                                          {162, 165, 121, 134, 187, 108, 168, 183},
                                                          {118, 173, 23, 124, 153, 170, 40, 59},
                                                          {178, 113, 131, 88, 181, 158, 68, 151},
                                                          {186, 163, 89, 112, 189, 100, 150, 159}};

/* The table for two levels at once: six bits of the position, plus 64 times the state. */
typedef struct hilbert_steps {
    uint16_t step[HILBERT_STATES][64];
} hilbert_steps;

typedef struct curve_sort {
    const carom_aabb *boxes;
    uint64_t *keys, *scratch;
    hilbert_steps table;
    uint32_t start[3][DIGIT_VALUES];
} curve_sort;

typedef struct curve {
    vec3 low;
    double scale;
} curve;

static vec3 center_of(const carom_aabb *box) {
    return add3(scale3(load3(box->min), 0.5), scale3(load3(box->max), 0.5));
}

/* One scale for all axes: cells are cubes. The scale is 0 when all centres share one cell. */
static curve fit_curve(const curve_sort *sort, uint32_t first, uint32_t count) {
    vec3 low = vec(DBL_MAX, DBL_MAX, DBL_MAX), high = neg3(low);
    for (uint32_t i = first; i < first + count; i++) {
        vec3 c = center_of(&sort->boxes[curve_id(sort->keys[i])]);
        low = lower3(low, c);
        high = upper3(high, c);
    }
    double x = high.x - low.x, y = high.y - low.y, z = high.z - low.z;
    double scale = ((1 << CODE_BITS) - 1) / max2(x, max2(y, z));
    return (curve){low, finite1(scale) ? scale : 0.0};
}

/* Inserts two zero bits after every bit. */
static uint32_t spread_bits(uint32_t x) {
    x = (x | x << 16) & 0x030000ffu;
    x = (x | x << 8) & 0x0300f00fu;
    x = (x | x << 4) & 0x030c30c3u;
    return (x | x << 2) & 0x09249249u;
}

static uint32_t cell_on(double offset, double scale) {
    double cell = offset * scale;
    return cell < (1 << CODE_BITS) - 1 ? (uint32_t)cell : (1 << CODE_BITS) - 1;
}

static uint32_t morton_code(const curve *c, const carom_aabb *box) {
    vec3 offset = sub3(center_of(box), c->low);
    return spread_bits(cell_on(offset.x, c->scale)) << 2 |
           spread_bits(cell_on(offset.y, c->scale)) << 1 | spread_bits(cell_on(offset.z, c->scale));
}

static void make_steps(hilbert_steps *table) {
    for (unsigned state = 0; state < HILBERT_STATES; state++)
        for (unsigned octants = 0; octants < 64; octants++) {
            unsigned first = hilbert_octant[state][octants >> 3];
            unsigned second = hilbert_octant[first >> 3][octants & 7];
            table->step[state][octants] =
                (uint16_t)((second >> 3) << 6 | (first & 7) << 3 | (second & 7));
        }
}

static uint32_t hilbert_code(const hilbert_steps *table, uint32_t morton) {
    uint32_t code = 0;
    unsigned state = 0;
    for (int shift = 3 * CODE_BITS - 6; shift >= 0; shift -= 6) {
        unsigned step = table->step[state][morton >> shift & 63];
        code = code << 6 | (step & 63);
        state = step >> 6;
    }
    return code;
}

static inline unsigned key_digit(uint64_t key, int digit) {
    return (unsigned)(key >> (CURVE_ID_BITS + digit * DIGIT_BITS)) & (DIGIT_VALUES - 1);
}

/* Radix sort in three passes, least significant digit first: from scratch to the keys, back, and
 * to the keys. */
static void sort_keys(curve_sort *sort, uint32_t first, uint32_t count) {
    uint64_t *from = sort->scratch + first, *to = sort->keys + first;
    for (int digit = 0; digit < 3; digit++) {
        uint32_t *start = sort->start[digit], sum = 0;
        for (int value = 0; value < DIGIT_VALUES; value++) {
            uint32_t number = start[value];
            start[value] = sum;
            sum += number;
        }
        for (uint32_t i = 0; i < count; i++)
            to[start[key_digit(from[i], digit)]++] = from[i];
        uint64_t *other = from;
        from = to;
        to = other;
    }
}

/* Sorts the run's boxes along a curve fitted to them. @return false when they share one cell */
static bool sort_run(curve_sort *sort, uint32_t first, uint32_t count) {
    curve c = fit_curve(sort, first, count);
    if (c.scale == 0.0) return false;
    memset(sort->start, 0, sizeof sort->start);
    for (uint32_t i = first; i < first + count; i++) {
        uint32_t id = curve_id(sort->keys[i]);
        uint32_t code = hilbert_code(&sort->table, morton_code(&c, &sort->boxes[id]));
        sort->scratch[i] = (uint64_t)code << CURVE_ID_BITS | id;
        for (int digit = 0; digit < 3; digit++)
            sort->start[digit][key_digit(sort->scratch[i], digit)]++;
    }
    sort_keys(sort, first, count);
    return true;
}

typedef struct curve_run {
    uint32_t next, end;
} curve_run;

/* Sorts all keys along the curve; then, in turn, every long run whose boxes share a cell. */
static void sort_along_curve(curve_sort *sort, uint32_t count) {
    curve_run path[CURVE_DEPTH] = {{0, count}};
    if (count < 2 || !sort_run(sort, 0, count)) return;
    for (int depth = 0; depth >= 0;) {
        curve_run *run = &path[depth];
        uint32_t first = run->next, last = first;
        if (first >= run->end) {
            depth--;
            continue;
        }
        uint64_t position = sort->keys[first] >> CURVE_ID_BITS;
        while (last < run->end && sort->keys[last] >> CURVE_ID_BITS == position)
            last++;
        run->next = last;
        if (last - first > LONG_RUN && depth + 1 < CURVE_DEPTH &&
            sort_run(sort, first, last - first))
            path[++depth] = (curve_run){first, last};
    }
}

uint64_t *carom_curve_sort(const carom_space *space, uint32_t count) {
    const carom_allocator *allocator = &space->allocator;
    uint64_t *keys = carom_alloc(allocator, 2 * (size_t)count, sizeof *keys);
    curve_sort *sort = carom_alloc(allocator, 1, sizeof *sort);
    if (keys && sort) {
        uint32_t n = 0;
        sort->boxes = space->boxes.box;
        sort->keys = keys;
        sort->scratch = keys + count;
        make_steps(&sort->table);
        for (uint32_t i = 0; i < space->boxes.slots; i++)
            if (space_in_use(space, i)) keys[n++] = i;
        sort_along_curve(sort, n);
    } else {
        carom_free(allocator, keys);
        keys = NULL;
    }
    carom_free(allocator, sort);
    return keys;
}
