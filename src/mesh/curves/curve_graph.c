/* Graph of the intersection curves (own method). Every intersection point is one node whichever
 * pair of triangles found it: its key consists of the numbers of the vertices, edges and
 * triangles that meet there, and vertices are numbered by position over both surfaces. A segment
 * shared by several pairs of triangles (an edge in a face) is one link. Keys are interned in an
 * open-addressing hash table. */
#include <string.h>

#include "mesh/curves/curve_data.h"
#include "mesh/curves/curve_corners.h"
#include "mesh/curves/curve_graph.h"

/* In place of a vertex number in a key: the point lies in a face of A or B. */
#define KEY_FACE_A (UINT32_MAX - 1)
#define KEY_FACE_B (UINT32_MAX - 2)

/* ---- keys */

static size_t hash_of_key(const table_key *key) {
    uint64_t h = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < KEY_WORDS; i++) {
        h = (h ^ key->word[i]) * 0xbf58476d1ce4e5b9u;
        h ^= h >> 29;
    }
    return (size_t)h;
}

static void insert_key(key_table *table, uint32_t number) {
    size_t mask = 2 * table->capacity - 1;
    size_t i = hash_of_key(&table->keys[number]) & mask;
    while (table->slots[i] != 0)
        i = (i + 1) & mask;
    table->slots[i] = number + 1;
}

static bool grow_table(key_table *table, const carom_allocator *allocator) {
    grown_array keys = {table->keys, table->count, table->capacity};
    if (table->count < table->capacity) return true;
    if (table->capacity > UINT32_MAX / 4) return false;
    size_t wider = table->capacity ? 2 * table->capacity : 64;
    uint32_t *slots = carom_alloc(allocator, 2 * wider, sizeof *slots);
    if (!slots || carom_array_reserve(&keys, wider, sizeof *table->keys, allocator) != CAROM_OK) {
        carom_free(allocator, slots);
        return false;
    }
    memset(slots, 0, 2 * wider * sizeof *slots);
    carom_free(allocator, table->slots);
    table->slots = slots;
    table->keys = keys.data;
    table->capacity = wider;
    for (uint32_t i = 0; i < table->count; i++)
        insert_key(table, i);
    return true;
}

uint32_t carom_key_number(key_table *table, const table_key *key,
                          const carom_allocator *allocator) {
    if (!grow_table(table, allocator)) return NO_INDEX;
    size_t mask = 2 * table->capacity - 1;
    size_t i = hash_of_key(key) & mask;
    for (; table->slots[i] != 0; i = (i + 1) & mask)
        if (!memcmp(&table->keys[table->slots[i] - 1], key, sizeof *key))
            return table->slots[i] - 1;
    table->keys[table->count] = *key;
    table->slots[i] = table->count + 1;
    return table->count++;
}

void carom_key_table_free(key_table *table, const carom_allocator *allocator) {
    carom_free(allocator, table->keys);
    carom_free(allocator, table->slots);
}

/* ---- a pair of triangles */

bool carom_number_corners(numbered_triangle *out, key_table *vertices, const carom_triangle *t,
                          const carom_allocator *allocator) {
    for (int i = 0; i < 3; i++) {
        vec3 p = add3(load3(t->v[i]), vec(0, 0, 0)); /* -0 becomes 0 */
        table_key key;
        memcpy(key.word, &p, sizeof key.word);
        out->v[i] = p;
        out->vertex[i] = carom_key_number(vertices, &key, allocator);
        if (out->vertex[i] == NO_INDEX) return false;
    }
    return true;
}

static bool number_triangle(curve_graph *g, numbered_triangle *out, const curve_surface *surface,
                            uint32_t index) {
    carom_triangle t = surface->field ? carom_heightfield_triangle(surface->field, index)
                                      : posed_index(&surface->frame, index);
    out->index = index;
    return carom_number_corners(out, &g->vertices, &t, &g->allocator);
}

static void sort_two(uint32_t *pair) {
    uint32_t low = pair[0] < pair[1] ? pair[0] : pair[1];
    pair[1] = pair[0] ^ pair[1] ^ low;
    pair[0] = low;
}

static void edge_key(uint32_t *words, const numbered_triangle *t, int part) {
    words[0] = t->vertex[part - PART_EDGE];
    words[1] = t->vertex[(part - PART_EDGE + 1) % 3];
    sort_two(words);
}

table_key carom_key_of_corner(curve_corner c, const numbered_triangle *a,
                              const numbered_triangle *b) {
    table_key key = {{0, 0, NO_INDEX, NO_INDEX, 0, 0}};
    if (c.on_a < PART_EDGE) {
        key.word[0] = a->vertex[c.on_a];
    } else if (c.on_b < PART_EDGE) {
        key.word[0] = b->vertex[c.on_b];
    } else if (c.on_a == PART_FACE) {
        edge_key(key.word, b, c.on_b);
        key.word[2] = a->index;
        key.word[3] = KEY_FACE_A;
    } else {
        edge_key(key.word, a, c.on_a);
        key.word[2] = b->index;
        key.word[3] = KEY_FACE_B;
        if (c.on_b < PART_FACE) edge_key(key.word + 2, b, c.on_b);
    }
    return key;
}

static carom_triangle_part part_of_triangle(int on, uint32_t triangle) {
    int feature = on == PART_FACE  ? CAROM_FACE
                  : on < PART_EDGE ? CAROM_VERTEX_0 + on
                                   : CAROM_EDGE_01 + on - PART_EDGE;
    return (carom_triangle_part){(carom_feature)feature, triangle};
}

static uint32_t node_of_corner(curve_graph *g, curve_corner c, const numbered_triangle *a,
                               const numbered_triangle *b) {
    table_key key = carom_key_of_corner(c, a, b);
    uint32_t known = g->nodes.count;
    uint32_t node = carom_key_number(&g->nodes, &key, &g->allocator);
    if (node != known || node == NO_INDEX) return node;
    if (carom_array_reserve(&g->points, (size_t)node + 1, sizeof(carom_curve_point),
                            &g->allocator) != CAROM_OK)
        return NO_INDEX;
    g->points.count = (size_t)node + 1;
    graph_points(g)[node] =
        (carom_curve_point){.position = store3(carom_corner_position(c, a->v, b->v)),
                            .a = part_of_triangle(c.on_a, a->index),
                            .b = part_of_triangle(c.on_b, b->index),
                            .joint = node};
    return node;
}

static bool add_link(curve_graph *g, const curve_link *link) {
    table_key key = {{link->node[0], link->node[1], 0, 0, 0, 0}};
    sort_two(key.word);
    uint32_t known = g->segments.count;
    uint32_t number = carom_key_number(&g->segments, &key, &g->allocator);
    if (number == NO_INDEX) return false;
    if (number != known) {
        graph_links(g)[number].crosses |= link->crosses;
        return true;
    }
    if (carom_array_reserve(&g->links, (size_t)number + 1, sizeof *link, &g->allocator) != CAROM_OK)
        return false;
    graph_links(g)[g->links.count++] = *link;
    return true;
}

static bool add_coplanar(curve_graph *g, const numbered_triangle *a, const numbered_triangle *b) {
    carom_triangle ta, tb;
    for (int i = 0; i < 3; i++) {
        ta.v[i] = store3(a->v[i]);
        tb.v[i] = store3(b->v[i]);
    }
    if (carom_intersect_triangle_triangle(&ta, &tb).kind != CAROM_INTERSECTION_AREA) return true;
    if (carom_array_reserve(&g->coplanar, g->coplanar.count + 1, sizeof(carom_triangle_pair),
                            &g->allocator) != CAROM_OK)
        return false;
    carom_triangle_pair *pairs = g->coplanar.data;
    pairs[g->coplanar.count++] = (carom_triangle_pair){a->index, b->index};
    return true;
}

bool carom_curve_add_pair(curve_graph *g, uint32_t a, uint32_t b) {
    numbered_triangle ta, tb;
    if (!number_triangle(g, &ta, &g->a, a) || !number_triangle(g, &tb, &g->b, b)) return false;
    triangle_meeting m = carom_intersect_triangles_exact(ta.v, tb.v);
    if (m.coplanar) return add_coplanar(g, &ta, &tb);
    uint32_t node[4];
    for (int i = 0; i < m.count; i++)
        if ((node[i] = node_of_corner(g, m.corner[i], &ta, &tb)) == NO_INDEX) return false;
    /* Vertices of a degenerate triangle may coincide, and more than two points are then
     * collinear in this order. */
    for (int i = 1; i < m.count; i++) {
        curve_link link = {{node[i - 1], node[i]}, a, b, m.crosses};
        if (node[i - 1] != node[i] && !add_link(g, &link)) return false;
    }
    return true;
}
