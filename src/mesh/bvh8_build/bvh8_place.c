/* Writes corners to their leaves, row by row, and refits boxes bottom up [Bergen97] from the same
 * corners with `fit`, while they are in the cache. Boxes are rounded outwards and contain their
 * triangles. Nodes do not depend on one another here, so threads share them, with the same bits
 * for any number of them. It is the last step of the builds. */
#include "mesh/bvh8_build/bvh8_place.h"

#include "core/tasks.h"
#include "mesh/bvh8/corner_box.h"
#include "mesh/bvh8/bvh8_fit.h"
#include "mesh/bvh8_build/bvh8_nodes.h"

/* Ranks and nodes of a task at least. */
#define RANK_GRAIN 4096
#define NODE_GRAIN 32

typedef struct place_job {
    bvh8_tree *tree;
    const bvh8_source *source;
    bool with_places;        /* write the places as well */
    const bvh8_nodes *nodes; /* nodes to be joined, or null */
} place_job;

static void store_places(void *data, size_t rank, size_t last) {
    const bvh8_tree *tree = ((const place_job *)data)->tree;
    for (; rank < last; rank++)
        tree->place[tree->order[rank]] = (uint32_t)rank;
}

/* Writes the corners of a leaf and returns its box, which the compiler removes where it is unused.
 */
static CAROM_INLINE corner_box place_leaf(const place_job *job, bvh8_leaf leaf) {
    const bvh8_tree *tree = job->tree;
    const carom_vec3 *vertices = job->source->vertices;
    const size_t n = leaf.count;
    carom_real *to = tree->corners + 9 * (size_t)leaf.first;
    corner_box box;
    for (uint32_t slot = 0; slot < leaf.count; slot++, to++) {
        const uint32_t rank = leaf.first + slot, id = tree->order[rank];
        const uint32_t *corner = job->source->indices + 3 * (size_t)id;
        for (size_t k = 0; k < 3; k++) {
            const carom_vec3 *v = &vertices[corner[k]];
            to[3 * k * n] = v->x;
            to[(3 * k + 1) * n] = v->y;
            to[(3 * k + 2) * n] = v->z;
        }
        if (slot == 0)
            box = corner_box_of(vertices, corner);
        else
            grow_corner_box(&box, vertices, corner);
        tree->slots[rank] = (uint8_t)(slot | (leaf.count - 1) << 3);
        if (job->with_places) tree->place[id] = rank;
    }
    return box;
}

static void place_leaves(void *data, size_t i, size_t last) {
    const place_job *job = data;
    for (; i < last; i++)
        for (int slot = 0; slot < BVH8_WIDTH; slot++) {
            uint32_t child = job->tree->nodes[i].child[slot];
            if (!bvh8_is_leaf(child)) continue;
            (void)place_leaf(job, bvh8_leaf_of(child));
            job->tree->nodes[i].least[slot] = bvh8_least_of_leaf(job->tree, bvh8_leaf_of(child));
        }
}

static CAROM_INLINE void fit_box(bvh8_node *node, int slot, const frame_lanes *frame,
                                 const corner_box *box) {
    float low[4], neg_high[4];
    f4_store(low, outward_lanes(local_lanes(frame, box->low)));
    f4_store(neg_high, outward_lanes(d4_neg(local_lanes(frame, box->high))));
    for (int k = 0; k < 3; k++) {
        node->low[k][slot] = low[k];
        node->high[k][slot] = -neg_high[k];
    }
}

static void join_children(const place_job *job, const bvh8_subtree *subtree) {
    for (uint32_t i = 0; i < subtree->count; i++) {
        const uint32_t *children = job->nodes->children[subtree->at + i].child;
        bvh8_node *to = &job->tree->nodes[subtree->first + i];
        for (int slot = 0; slot < BVH8_WIDTH; slot++)
            to->child[slot] = bvh8_joined_child(children[slot], subtree->first);
        memset(to->least, 0, sizeof to->least);
    }
}

static void clear_place(bvh8_node *node, int slot) {
    for (int k = 0; k < 3; k++) {
        node->low[k][slot] = FLT_MAX;
        node->high[k][slot] = -FLT_MAX;
    }
}

static void place_and_fit(void *data, size_t i, size_t last) {
    const place_job *job = data;
    const frame_lanes frame = lanes_of_frame(&job->tree->frame);
    for (; i < last; i++) {
        bvh8_node *node = &job->tree->nodes[i];
        for (int slot = 0; slot < BVH8_WIDTH; slot++) {
            uint32_t child = node->child[slot];
            if (child == BVH8_NONE) clear_place(node, slot);
            if (!bvh8_is_leaf(child)) continue;
            corner_box box = place_leaf(job, bvh8_leaf_of(child));
            fit_box(node, slot, &frame, &box);
            node->least[slot] = bvh8_least_of_leaf(job->tree, bvh8_leaf_of(child));
        }
    }
}

/* Writes the vertices of the compact form, to which leaves refer by index. */
static void place_vertices(bvh8_tree *tree, const bvh8_source *source) {
    for (uint32_t i = 0; i < tree->vertex_count; i++)
        tree->vertices[i] = source->vertices[tree->given[i]];
    tree->vertices[tree->vertex_count] = (carom_vec3){0, 0, 0};
}

void carom_bvh8_place(bvh8_tree *tree, const bvh8_source *source, bool fit) {
    /* a triangle in several leaves keeps its last place; threads would make it depend on timing */
    const bool once = tree->count == source->count;
    place_job job = {tree, source, once && !tree->compact, NULL};
    if (!job.with_places)
        carom_run_chunks(once ? source->tasks : NULL, store_places, &job,
                         (task_share){tree->count, RANK_GRAIN});
    if (tree->compact)
        place_vertices(tree, source);
    else
        carom_run_chunks(source->tasks, fit ? place_and_fit : place_leaves, &job,
                         (task_share){tree->node_count, NODE_GRAIN});
}

/* Joins, places and fits a subtree while it is in the cache. */
static void make_subtree(place_job *job, const bvh8_subtree *subtree) {
    uint32_t first = subtree->first, end = first + subtree->count;
    join_children(job, subtree);
    place_and_fit(job, first, end);
    carom_bvh8_fit_nodes(job->tree, first, end);
    carom_bvh8_update_least(job->tree, first, end);
}

static void make_subtrees(void *data, size_t i, size_t last) {
    place_job *job = data;
    for (; i < last; i++)
        make_subtree(job, &job->nodes->subtrees[i]);
}

void carom_bvh8_place_and_fit(bvh8_tree *tree, const bvh8_nodes *nodes, const bvh8_source *source) {
    place_job job = {tree, source, true, nodes};
    carom_run_chunks(source->tasks, make_subtrees, &job, (task_share){nodes->subtree_count, 1});
    make_subtree(&job, &(bvh8_subtree){.count = nodes->top_count});
}
