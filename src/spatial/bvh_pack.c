/* The boxes' centres are sorted along a space-filling curve, and every four in a row become a node,
 * level upon level: no comparison of costs, no recursion, time linear in the number of boxes
 * whatever they are, and a million equal ones are packed as well as any. The curve is Hilbert's,
 * whose order comes from the Morton codes by table: unlike Morton's it has no jumps, and pairs and
 * nearest boxes are found a third to a half faster. */
#include "spatial/bvh_pack.h"

#include <string.h>

#define CODE_BITS 10 /* for each axis */
#define DIGIT_BITS 10
#define DIGIT_VALUES (1 << DIGIT_BITS)
/* Longer runs of boxes in one cell are sorted on a curve of their own, to that depth. */
#define LONG_RUN 16
#define CURVE_DEPTH 4

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

/* The place on the curve and below it the id: sorted as one number, equal places by id. */
typedef uint64_t curve_key;
#define ID_BITS 31
#define KEY_ID(key) ((uint32_t)((key) & ((1u << ID_BITS) - 1)))

typedef struct curve_sort {
    const carom_aabb *boxes;
    curve_key *keys, *scratch;
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

/* One scale for all axes: cells are cubes, whatever the extents. It is 0 when all is one cell. */
static curve fit_curve(const curve_sort *sort, uint32_t first, uint32_t count) {
    vec3 low = vec(DBL_MAX, DBL_MAX, DBL_MAX), high = neg3(low);
    for (uint32_t i = first; i < first + count; i++) {
        vec3 c = center_of(&sort->boxes[KEY_ID(sort->keys[i])]);
        low = vec(min2(low.x, c.x), min2(low.y, c.y), min2(low.z, c.z));
        high = vec(max2(high.x, c.x), max2(high.y, c.y), max2(high.z, c.z));
    }
    double x = high.x - low.x, y = high.y - low.y, z = high.z - low.z;
    double scale = ((1 << CODE_BITS) - 1) / max2(x, max2(y, z));
    return (curve){low, finite1(scale) ? scale : 0.0};
}

/* Two zero bits after every bit. */
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
    for (unsigned way = 0; way < WAYS; way++)
        for (unsigned octants = 0; octants < 64; octants++) {
            unsigned first = hilbert_octant[way][octants >> 3];
            unsigned second = hilbert_octant[first >> 3][octants & 7];
            table->step[way][octants] =
                (uint16_t)((second >> 3) << 6 | (first & 7) << 3 | (second & 7));
        }
}

static uint32_t hilbert_code(const hilbert_steps *table, uint32_t morton) {
    uint32_t code = 0;
    unsigned way = 0;
    for (int shift = 3 * CODE_BITS - 6; shift >= 0; shift -= 6) {
        unsigned step = table->step[way][morton >> shift & 63];
        code = code << 6 | (step & 63);
        way = step >> 6;
    }
    return code;
}

static inline unsigned key_digit(curve_key key, int digit) {
    return (unsigned)(key >> (ID_BITS + digit * DIGIT_BITS)) & (DIGIT_VALUES - 1);
}

/* Three passes, least digit first: from scratch to the keys, back, and to the keys. */
static void sort_keys(curve_sort *sort, uint32_t first, uint32_t count) {
    curve_key *from = sort->scratch + first, *to = sort->keys + first;
    for (int digit = 0; digit < 3; digit++) {
        uint32_t *start = sort->start[digit], sum = 0;
        for (int value = 0; value < DIGIT_VALUES; value++) {
            uint32_t number = start[value];
            start[value] = sum;
            sum += number;
        }
        for (uint32_t i = 0; i < count; i++)
            to[start[key_digit(from[i], digit)]++] = from[i];
        curve_key *other = from;
        from = to;
        to = other;
    }
}

/* Codes the run's boxes on a curve of their own and sorts them by it. */
static bool sort_run(curve_sort *sort, uint32_t first, uint32_t count) {
    curve c = fit_curve(sort, first, count);
    if (c.scale == 0.0) return false;
    memset(sort->start, 0, sizeof sort->start);
    for (uint32_t i = first; i < first + count; i++) {
        uint32_t id = KEY_ID(sort->keys[i]);
        uint32_t code = hilbert_code(&sort->table, morton_code(&c, &sort->boxes[id]));
        sort->scratch[i] = (curve_key)code << ID_BITS | id;
        for (int digit = 0; digit < 3; digit++)
            sort->start[digit][key_digit(sort->scratch[i], digit)]++;
    }
    sort_keys(sort, first, count);
    return true;
}

typedef struct curve_run {
    uint32_t next, end;
} curve_run;

/* All keys along the curve; then, in turn, every long run that fell into one cell. */
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
        curve_key place = sort->keys[first] >> ID_BITS;
        while (last < run->end && sort->keys[last] >> ID_BITS == place)
            last++;
        run->next = last;
        if (last - first > LONG_RUN && depth + 1 < CURVE_DEPTH && sort_run(sort, first, last - first))
            path[++depth] = (curve_run){first, last};
    }
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
static void link_level(wide_tree *tree, level nodes, uint32_t entries, const curve_key *keys,
                       uint32_t first_child) {
    bool alone = entries % WIDE == 1 && nodes.count > 1;
    for (uint32_t i = 0, next = 0; i < nodes.count; i++) {
        wide_node *node = &tree->nodes[nodes.first + i];
        uint32_t left = entries - next;
        node->count = left < WIDE ? left : alone && left == WIDE + 1 ? WIDE - 1 : WIDE;
        for (uint32_t place = 0; place < node->count; place++, next++) {
            if (keys) {
                node->entry[place] = KEY_ID(keys[next]) | WIDE_LEAF;
                continue;
            }
            node->entry[place] = first_child + next;
            tree->nodes[first_child + next].parent = WIDE * (nodes.first + i) + place;
        }
    }
}

static void link_nodes(wide_tree *tree, const level *levels, int depth, const curve_key *keys,
                       uint32_t count) {
    for (uint32_t i = 0; i < tree->node_count; i++)
        wide_clear(&tree->nodes[i]);
    for (int i = 0; i < depth - 1; i++)
        link_level(tree, levels[i], levels[i + 1].count, NULL, levels[i + 1].first);
    link_level(tree, levels[depth - 1], count, keys, 0);
}

static curve_key *sorted_keys(const carom_space *space, uint32_t count) {
    const carom_allocator *allocator = &space->allocator;
    curve_key *keys = carom_alloc(allocator, 2 * (size_t)count, sizeof *keys);
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

carom_status carom_wide_pack(wide_tree *tree, const carom_space *space, uint32_t spare) {
    const carom_allocator *allocator = &space->allocator;
    uint32_t count = (uint32_t)carom_space_count(space);
    level levels[WIDE_DEPTH];
    int depth = plan_levels(levels, count);
    uint32_t nodes = levels[depth - 1].first + levels[depth - 1].count;
    wide_tree out = {NULL, 0, nodes, nodes + spare};
    curve_key *keys = sorted_keys(space, count);
    if (!keys) return CAROM_ERROR_MEMORY;
    out.nodes = carom_alloc(allocator, out.node_capacity, sizeof *out.nodes);
    if (out.nodes) {
        link_nodes(&out, levels, depth, keys, count);
        *tree = out;
    }
    carom_free(allocator, keys);
    return out.nodes ? CAROM_OK : CAROM_ERROR_MEMORY;
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

/* Boxes lie scattered in the table: those of nodes further on are asked for early. */
#define AHEAD 8

static void fetch_boxes(const wide_node *node, const carom_aabb *boxes) {
    for (uint32_t place = 0; place < node->count; place++)
        if (node->entry[place] & WIDE_LEAF)
            __builtin_prefetch(&boxes[node->entry[place] ^ WIDE_LEAF]);
}

/* Nodes of leaves, in whatever order they lie in. */
static double refit_leaves(wide_tree *tree, const carom_aabb *boxes) {
    double cost = 0.0;
    for (uint32_t i = 0; i < tree->node_count; i++) {
        wide_node *node = &tree->nodes[i];
        if (i + AHEAD < tree->node_count) fetch_boxes(node + AHEAD, boxes);
        if (node->count == 0 || !(node->entry[0] & WIDE_LEAF)) continue;
        for (uint32_t place = 0; place < node->count; place++)
            wide_set_box(node, place, &boxes[node->entry[place] ^ WIDE_LEAF]);
        cost += settle_node(tree, node);
    }
    return cost;
}

/* Nodes above those of leaves, from below: their leaves' nodes are not looked at again. */
static double refit_above(wide_tree *tree, int levels) {
    struct {
        uint32_t node, place;
    } path[WIDE_DEPTH] = {{tree->root, 0}};
    double cost = 0.0;
    for (int top = 0; top >= 0;) {
        wide_node *node = &tree->nodes[path[top].node];
        uint32_t place = path[top].place++;
        if (place >= node->count || top + 1 >= levels) {
            cost += settle_node(tree, node);
            top--;
        } else {
            path[++top].node = node->entry[place];
            path[top].place = 0;
        }
    }
    return cost;
}

double carom_wide_refit(wide_tree *tree, const carom_aabb *boxes) {
    int levels = 0;
    for (uint32_t i = tree->root; !(tree->nodes[i].entry[0] & WIDE_LEAF); levels++)
        i = tree->nodes[i].entry[0];
    double cost = refit_leaves(tree, boxes);
    return levels > 0 ? cost + refit_above(tree, levels) : cost;
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
