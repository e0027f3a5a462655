/* The boxes' centres are sorted along a space-filling curve, and every four in a row become a node,
 * level upon level: no comparison of costs, no recursion, time linear in the number of boxes
 * whatever they are, and a million equal ones are packed as well as any. The curve is Hilbert's,
 * whose order comes from the Morton codes by table: unlike Morton's it has no jumps, and pairs and
 * nearest boxes are found a third to a half faster. */
#include "spatial/bvh_pack.h"

#include <string.h>

#define CODE_BITS 16 /* for each axis */
#define DIGIT_BITS 12
#define DIGITS (3 * CODE_BITS / DIGIT_BITS)
#define DIGIT_VALUES (1 << DIGIT_BITS)

/* How Hilbert's curve goes through the eight octants, x the highest bit of three, in each of the
 * 24 ways in which it can lie: the place of the octant on the curve, plus eight times the way in
 * which the curve lies there [Skilling04]. */
#define WAYS 24
static const uint8_t hilbert_octant[WAYS][8] = {
    {8, 17, 27, 2, 39, 46, 52, 5},
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

/* Two levels at once: six bits of the place, and 64 times the way. */
typedef struct hilbert_steps {
    uint16_t step[WAYS][64];
} hilbert_steps;

typedef struct coded_id {
    uint64_t code;
    uint32_t id;
} coded_id;

typedef struct curve {
    vec3 low;
    double scale;
} curve;

static vec3 center_of(const carom_aabb *box) {
    return add3(scale3(load3(box->min), 0.5), scale3(load3(box->max), 0.5));
}

/* One scale for all axes: cells are cubes, whatever the extents. */
static curve fit_curve(const carom_space *space) {
    vec3 low = vec(DBL_MAX, DBL_MAX, DBL_MAX), high = neg3(low);
    for (uint32_t i = 0; i < space->boxes.slots; i++) {
        if (!space_in_use(space, i)) continue;
        vec3 c = center_of(&space->boxes.box[i]);
        low = vec(min2(low.x, c.x), min2(low.y, c.y), min2(low.z, c.z));
        high = vec(max2(high.x, c.x), max2(high.y, c.y), max2(high.z, c.z));
    }
    double x = high.x - low.x, y = high.y - low.y, z = high.z - low.z;
    double scale = ((1 << CODE_BITS) - 1) / max2(x, max2(y, z));
    return (curve){low, finite1(scale) ? scale : 0.0};
}

/* Two zero bits after every bit. */
static uint64_t spread_bits(uint64_t x) {
    x = (x | x << 16) & 0x00ff0000ff0000ffu;
    x = (x | x << 8) & 0xf00f00f00f00f00fu;
    x = (x | x << 4) & 0x30c30c30c30c30c3u;
    return (x | x << 2) & 0x9249249249249249u;
}

static uint64_t cell_on(double offset, double scale) {
    double cell = offset * scale;
    return cell < (1 << CODE_BITS) - 1 ? (uint64_t)cell : (1 << CODE_BITS) - 1;
}

static uint64_t morton_code(const curve *c, const carom_aabb *box) {
    vec3 offset = sub3(center_of(box), c->low);
    return spread_bits(cell_on(offset.x, c->scale)) << 2 |
           spread_bits(cell_on(offset.y, c->scale)) << 1 | spread_bits(cell_on(offset.z, c->scale));
}

static void make_steps(hilbert_steps *table) {
    for (unsigned way = 0; way < WAYS; way++)
        for (unsigned octants = 0; octants < 64; octants++) {
            unsigned first = hilbert_octant[way][octants >> 3];
            unsigned second = hilbert_octant[first >> 3][octants & 7];
            table->step[way][octants] =
                (uint16_t)((second >> 3) << 6 | (first & 7) << 3 | (second & 7));
        }
}

static uint64_t hilbert_code(const hilbert_steps *table, uint64_t morton) {
    uint64_t code = 0;
    unsigned way = 0;
    for (int shift = 3 * CODE_BITS - 6; shift >= 0; shift -= 6) {
        unsigned step = table->step[way][morton >> shift & 63];
        code = code << 6 | (step & 63);
        way = step >> 6;
    }
    return code;
}

/* Least digit first, stable: equal codes stay in the order of their ids. Digits that are the same
 * everywhere are passed over. Both arrays are overwritten. @return the one that is sorted */
static coded_id *sort_codes(coded_id *from, coded_id *to, uint32_t count, uint32_t *starts) {
    memset(starts, 0, DIGITS * DIGIT_VALUES * sizeof *starts);
    for (uint32_t i = 0; i < count; i++)
        for (int digit = 0; digit < DIGITS; digit++)
            starts[digit * DIGIT_VALUES +
                   (int)(from[i].code >> (digit * DIGIT_BITS) & (DIGIT_VALUES - 1))]++;
    for (int digit = 0; digit < DIGITS; digit++) {
        uint32_t *start = starts + digit * DIGIT_VALUES, sum = 0;
        int shift = digit * DIGIT_BITS;
        if (start[from[0].code >> shift & (DIGIT_VALUES - 1)] == count) continue;
        for (int value = 0; value < DIGIT_VALUES; value++) {
            uint32_t number = start[value];
            start[value] = sum;
            sum += number;
        }
        for (uint32_t i = 0; i < count; i++)
            to[start[from[i].code >> shift & (DIGIT_VALUES - 1)]++] = from[i];
        coded_id *other = from;
        from = to;
        to = other;
    }
    return from;
}

/* ---- nodes */

typedef struct level {
    uint32_t first, count; /* nodes */
} level;

/* From the root to the nodes of the leaves. @return how many levels */
static int plan_levels(level levels[WIDE_DEPTH], uint32_t boxes) {
    uint32_t counts[WIDE_DEPTH], first = 0;
    int n = 0;
    for (uint32_t entries = boxes;; entries = counts[n - 1]) {
        counts[n++] = entries > WIDE ? (entries + WIDE - 1) / WIDE : 1;
        if (counts[n - 1] == 1) break;
    }
    for (int i = 0; i < n; i++) {
        levels[i] = (level){first, counts[n - 1 - i]};
        first += counts[n - 1 - i];
    }
    return n;
}

/* `entries` places, four to a node; the last two nodes share when one would be left alone. */
static void link_level(wide_tree *tree, level nodes, uint32_t entries, const coded_id *ids,
                       uint32_t first_child) {
    bool alone = entries % WIDE == 1 && nodes.count > 1;
    for (uint32_t i = 0, next = 0; i < nodes.count; i++) {
        wide_node *node = &tree->nodes[nodes.first + i];
        uint32_t left = entries - next;
        node->count = left < WIDE ? left : alone && left == WIDE + 1 ? WIDE - 1 : WIDE;
        for (uint32_t place = 0; place < node->count; place++, next++) {
            if (ids) {
                node->entry[place] = ids[next].id | WIDE_LEAF;
                continue;
            }
            node->entry[place] = first_child + next;
            tree->nodes[first_child + next].parent = WIDE * (nodes.first + i) + place;
        }
    }
}

static void link_nodes(wide_tree *tree, const level *levels, int depth, const coded_id *ids,
                       uint32_t count) {
    for (uint32_t i = 0; i < tree->node_count; i++)
        wide_clear(&tree->nodes[i]);
    for (int i = 0; i < depth - 1; i++)
        link_level(tree, levels[i], levels[i + 1].count, NULL, levels[i + 1].first);
    link_level(tree, levels[depth - 1], count, ids, 0);
}

static uint32_t code_boxes(const carom_space *space, coded_id *codes) {
    uint32_t count = 0;
    curve c = fit_curve(space);
    hilbert_steps table;
    make_steps(&table);
    for (uint32_t i = 0; i < space->boxes.slots; i++)
        if (space_in_use(space, i)) {
            uint64_t morton = morton_code(&c, &space->boxes.box[i]);
            codes[count++] = (coded_id){hilbert_code(&table, morton), i};
        }
    return count;
}

carom_status carom_wide_pack(wide_tree *tree, const carom_space *space, uint32_t spare) {
    const carom_allocator *allocator = &space->allocator;
    uint32_t count = (uint32_t)carom_space_count(space);
    level levels[WIDE_DEPTH];
    int depth = plan_levels(levels, count);
    uint32_t nodes = levels[depth - 1].first + levels[depth - 1].count;
    coded_id *codes = carom_alloc(allocator, 2 * (size_t)count, sizeof *codes);
    uint32_t *starts = carom_alloc(allocator, DIGITS * DIGIT_VALUES, sizeof *starts);
    wide_tree out = {NULL, 0, nodes, nodes + spare};
    out.nodes = carom_alloc(allocator, out.node_capacity, sizeof *out.nodes);
    bool ok = codes && starts && out.nodes;
    if (ok) {
        code_boxes(space, codes);
        link_nodes(&out, levels, depth,
                   count > 0 ? sort_codes(codes, codes + count, count, starts) : codes, count);
        *tree = out;
    } else
        carom_free(allocator, out.nodes);
    carom_free(allocator, codes);
    carom_free(allocator, starts);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

/* ---- refitting */

/* The node's bounds go to where it hangs. @return their area */
static double settle_node(wide_tree *tree, const wide_node *node) {
    if (node->count == 0) return 0.0;
    carom_aabb box = wide_union(node);
    if (node->parent != WIDE_NONE)
        wide_set_box(&tree->nodes[node->parent / WIDE], node->parent % WIDE, &box);
    return wide_half_area(&box);
}

double carom_wide_refit(wide_tree *tree, const carom_aabb *boxes) {
    struct {
        uint32_t node, place;
    } path[WIDE_DEPTH] = {{tree->root, 0}};
    double cost = 0.0;
    for (int top = 0; top >= 0;) {
        wide_node *node = &tree->nodes[path[top].node];
        uint32_t place = path[top].place++;
        if (place >= node->count) {
            cost += settle_node(tree, node);
            top--;
        } else if (node->entry[place] & WIDE_LEAF)
            wide_set_box(node, place, &boxes[node->entry[place] ^ WIDE_LEAF]);
        else {
            path[++top].node = node->entry[place];
            path[top].place = 0;
        }
    }
    return cost;
}

carom_status carom_wide_reserve(wide_tree *tree, size_t nodes, const carom_allocator *allocator) {
    if (nodes <= tree->node_capacity) return CAROM_OK;
    size_t capacity = (size_t)tree->node_capacity + tree->node_capacity / 4 + 4;
    if (capacity < nodes) capacity = nodes;
    if (capacity > WIDE_NONE / WIDE) return CAROM_ERROR_LIMIT;
    wide_node *fresh = carom_alloc(allocator, capacity, sizeof *fresh);
    if (!fresh) return CAROM_ERROR_MEMORY;
    if (tree->node_count > 0) memcpy(fresh, tree->nodes, tree->node_count * sizeof *fresh);
    carom_free(allocator, tree->nodes);
    tree->nodes = fresh;
    tree->node_capacity = (uint32_t)capacity;
    return CAROM_OK;
}
