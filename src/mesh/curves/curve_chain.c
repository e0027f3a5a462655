/* Chains links into polylines (own method, a decomposition of the graph into trails). A curve
 * starts at every node whose degree is not 2 and continues through nodes of degree 2; the links
 * that remain form closed loops. Each link is used once, in the order of the nodes, so the
 * curves are the same on every instruction set. */
#include <string.h>

#include "mesh/curves/curve_data.h"
#include "mesh/curves/curve_graph.h"

/* Adjacency lists: the links of each node, node by node. */
typedef struct link_lists {
    size_t *first; /* first entry of a node; one more at the end */
    size_t *link;
    unsigned char *used; /* by link: in a curve already */
} link_lists;

typedef struct curve_writer {
    const curve_graph *graph;
    link_lists lists;
    carom_curve *curves;
    carom_curve_point *points;
    size_t curve_count, point_count;
} curve_writer;

static void fill_lists(link_lists *lists, const curve_graph *g) {
    size_t nodes = g->nodes.count;
    memset(lists->first, 0, (nodes + 1) * sizeof *lists->first);
    for (size_t i = 0; i < g->links.count; i++)
        for (int k = 0; k < 2; k++)
            lists->first[graph_links(g)[i].node[k]]++;
    for (size_t i = 1; i <= nodes; i++)
        lists->first[i] += lists->first[i - 1];
    for (size_t i = g->links.count;
         i-- > 0;) /* backwards, so that each list is in ascending order */
        for (int k = 0; k < 2; k++)
            lists->link[--lists->first[graph_links(g)[i].node[k]]] = i;
    memset(lists->used, 0, g->links.count);
}

static size_t degree_of(const link_lists *lists, uint32_t node) {
    return lists->first[node + 1] - lists->first[node];
}

/* Returns an unused link of the node, or the number of links. */
static size_t unused_link(const curve_writer *w, uint32_t node) {
    for (size_t i = w->lists.first[node]; i < w->lists.first[node + 1]; i++)
        if (!w->lists.used[w->lists.link[i]]) return w->lists.link[i];
    return w->graph->links.count;
}

static void put_point(curve_writer *w, uint32_t node, const curve_link *next) {
    carom_curve_point *p = &w->points[w->point_count++];
    *p = graph_points(w->graph)[node];
    p->triangle_a = next->triangle_a;
    p->triangle_b = next->triangle_b;
    p->crosses = next->crosses;
}

/* Follows a curve from a node along a link. */
static void walk_curve(curve_writer *w, uint32_t from, size_t link) {
    carom_curve *curve = &w->curves[w->curve_count++];
    *curve = (carom_curve){.first = w->point_count};
    uint32_t node = from;
    const curve_link *at = NULL;
    while (link < w->graph->links.count) {
        at = &graph_links(w->graph)[link];
        w->lists.used[link] = 1;
        put_point(w, node, at);
        node = at->node[0] == node ? at->node[1] : at->node[0];
        link = degree_of(&w->lists, node) == 2 ? unused_link(w, node) : w->graph->links.count;
    }
    curve->closed = node == from && degree_of(&w->lists, from) == 2;
    if (!curve->closed && at) put_point(w, node, at);
    curve->count = w->point_count - curve->first;
}

static void walk_all(curve_writer *w) {
    uint32_t nodes = w->graph->nodes.count;
    for (int round = 0; round < 2; round++) /* ends and branches first, then loops */
        for (uint32_t node = 0; node < nodes; node++) {
            if (round == 0 && degree_of(&w->lists, node) == 2) continue;
            for (size_t link; (link = unused_link(w, node)) < w->graph->links.count;)
                walk_curve(w, node, link);
        }
}

static carom_mesh_curves *finish_curves(curve_graph *g) {
    const carom_allocator *allocator = &g->allocator;
    curve_writer w = {.graph = g};
    w.lists.first = carom_alloc(allocator, (size_t)g->nodes.count + 1, sizeof *w.lists.first);
    w.lists.link = carom_alloc(allocator, 2 * g->links.count, sizeof *w.lists.link);
    w.lists.used = carom_alloc(allocator, g->links.count, 1);
    w.curves = carom_alloc(allocator, g->links.count, sizeof *w.curves);
    w.points = carom_alloc(allocator, 2 * g->links.count, sizeof *w.points);
    carom_mesh_curves *out = carom_alloc(allocator, 1, sizeof *out);
    bool ok = w.lists.first && w.lists.link && w.lists.used && w.curves && w.points && out;
    if (ok) {
        fill_lists(&w.lists, g);
        walk_all(&w);
        *out =
            (carom_mesh_curves){w.curves,      w.points,          g->coplanar.data, w.curve_count,
                                w.point_count, g->coplanar.count, *allocator};
        g->coplanar = (grown_array){NULL, 0, 0}; /* ownership passes to `out` */
    } else {
        carom_free(allocator, w.curves);
        carom_free(allocator, w.points);
        carom_free(allocator, out);
    }
    carom_free(allocator, w.lists.first);
    carom_free(allocator, w.lists.link);
    carom_free(allocator, w.lists.used);
    return ok ? out : NULL;
}

static void free_graph(curve_graph *g) {
    carom_key_table_free(&g->vertices, &g->allocator);
    carom_key_table_free(&g->nodes, &g->allocator);
    carom_key_table_free(&g->segments, &g->allocator);
    carom_array_release(&g->points, &g->allocator);
    carom_array_release(&g->links, &g->allocator);
    carom_array_release(&g->coplanar, &g->allocator);
}

static bool add_touching_pair(uint32_t a, uint32_t b, void *user) {
    curve_graph *g = user;
    g->failed = !carom_curve_add_pair(g, a, b);
    return !g->failed;
}

static curve_graph start_graph(const carom_allocator *allocator) {
    curve_graph g = {.failed = false};
    if (allocator) g.allocator = *allocator;
    return g;
}

static carom_status end_graph(curve_graph *g, carom_mesh_curves **curves) {
    carom_mesh_curves *out = g->failed ? NULL : finish_curves(g);
    free_graph(g);
    if (!out) return CAROM_ERROR_MEMORY;
    *curves = out;
    return CAROM_OK;
}

carom_status carom_mesh_curves_create(carom_mesh_curves **curves, const carom_placed_mesh *a,
                                      const carom_placed_mesh *b,
                                      const carom_allocator *allocator) {
    if (!curves || !a || !b) return CAROM_ERROR_ARGUMENT;
    curve_graph g = start_graph(allocator);
    if (carom_placed_frame(&g.a.frame, a) && carom_placed_frame(&g.b.frame, b))
        carom_visit_mesh_mesh(a, b, add_touching_pair, &g);
    return end_graph(&g, curves);
}

carom_status carom_mesh_curves_create_on_heightfield(carom_mesh_curves **curves,
                                                     const carom_placed_mesh *a,
                                                     const carom_heightfield *b,
                                                     const carom_allocator *allocator) {
    if (!curves || !a || !b) return CAROM_ERROR_ARGUMENT;
    curve_graph g = start_graph(allocator);
    g.b.field = b;
    if (carom_placed_frame(&g.a.frame, a))
        carom_visit_mesh_heightfield(a, b, add_touching_pair, &g);
    return end_graph(&g, curves);
}

carom_status carom_heightfield_curves_create(carom_mesh_curves **curves, const carom_heightfield *a,
                                             const carom_heightfield *b,
                                             const carom_allocator *allocator) {
    if (!curves || !a || !b) return CAROM_ERROR_ARGUMENT;
    curve_graph g = start_graph(allocator);
    g.a.field = a;
    g.b.field = b;
    carom_visit_heightfield_heightfield(a, b, add_touching_pair, &g);
    return end_graph(&g, curves);
}

void carom_mesh_curves_destroy(carom_mesh_curves *curves) {
    if (!curves) return;
    carom_allocator allocator = curves->allocator;
    carom_free(&allocator, (void *)(uintptr_t)curves->curves);
    carom_free(&allocator, (void *)(uintptr_t)curves->points);
    carom_free(&allocator, (void *)(uintptr_t)curves->coplanar);
    carom_free(&allocator, curves);
}
