/* Two tests tell nearly all pairs of triangles apart: their boxes, and the line of their centroids
 * as a separating axis. Looking for a better axis costs more than the exact functions do. */
#include "mesh/pair_leaf.h"

/* False when it is held already. */
static bool start_leaf(pair_leaf *leaf, const bvh_node *node, uint32_t skip) {
    uint32_t left = node->count - skip, count = left < PAIR_LEAF ? left : PAIR_LEAF;
    if (leaf->first == node->first + skip && leaf->count == count) return false;
    leaf->first = node->first + skip;
    leaf->count = count;
    return true;
}

static void bound_leaf(pair_leaf *leaf) {
    for (uint32_t i = 0; i < leaf->count; i++) {
        const vec3 *v = leaf->corners[i];
        leaf->low[i] = vec(min2(v[0].x, min2(v[1].x, v[2].x)), min2(v[0].y, min2(v[1].y, v[2].y)),
                           min2(v[0].z, min2(v[1].z, v[2].z)));
        leaf->high[i] = vec(max2(v[0].x, max2(v[1].x, v[2].x)), max2(v[0].y, max2(v[1].y, v[2].y)),
                            max2(v[0].z, max2(v[1].z, v[2].z)));
    }
}

void carom_hold_leaf(pair_leaf *leaf, const carom_mesh *mesh, const bvh_node *node, uint32_t skip) {
    if (!start_leaf(leaf, node, skip)) return;
    for (uint32_t i = 0; i < leaf->count; i++)
        for (int k = 0; k < 3; k++)
            leaf->corners[i][k] = load3(mesh->triangles[leaf->first + i].v[k]);
    bound_leaf(leaf);
}

void carom_hold_turned_leaf(pair_leaf *leaf, const pair_frame *frame, const bvh_node *node,
                            uint32_t skip) {
    if (!start_leaf(leaf, node, skip)) return;
    for (uint32_t i = 0; i < leaf->count; i++)
        for (int k = 0; k < 3; k++) {
            vec3 own = load3(frame->b.mesh->triangles[leaf->first + i].v[k]);
            leaf->corners[i][k] = affine_point(&frame->a_from_b, own);
        }
    bound_leaf(leaf);
}

bool carom_triangles_beyond(const vec3 a[3], const vec3 b[3], double limit) {
    vec3 v = sub3(add3(add3(a[0], a[1]), a[2]), add3(add3(b[0], b[1]), b[2]));
    double least = min2(dot3(a[0], v), min2(dot3(a[1], v), dot3(a[2], v)));
    double most = max2(dot3(b[0], v), max2(dot3(b[1], v), dot3(b[2], v)));
    double gap = least - most;
    return gap > 0.0 && gap * gap > limit * limit * len2(v);
}
