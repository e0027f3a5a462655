/* Two tests tell nearly all pairs of triangles apart: their boxes, and the line of their centroids
 * as a separating axis. Looking for a better axis costs more than the exact functions do. */
#include "mesh/pair_leaf.h"

/* False when it is held already. */
static bool start_leaf(pair_leaf *leaf, const bvh_node *node, uint32_t skip) {
    uint32_t left = node->count - skip, count = left < PAIR_LEAF ? left : PAIR_LEAF;
    if (leaf->first == node->first + skip && leaf->count == count) return false;
    leaf->first = node->first + skip;
    leaf->count = count;
    leaf->is_posed = 0;
    return true;
}

static vec3 least3(vec3 a, vec3 b) {
    return vec(min2(a.x, b.x), min2(a.y, b.y), min2(a.z, b.z));
}
static vec3 most3(vec3 a, vec3 b) {
    return vec(max2(a.x, b.x), max2(a.y, b.y), max2(a.z, b.z));
}

static void bound_leaf(pair_leaf *leaf) {
    for (uint32_t i = 0; i < leaf->count; i++) {
        const vec3 *v = leaf->corners[i];
        leaf_box box = {least3(least3(v[0], v[1]), v[2]), most3(most3(v[0], v[1]), v[2])};
        leaf->box[i] = box;
        leaf->all.low = i == 0 ? box.low : least3(leaf->all.low, box.low);
        leaf->all.high = i == 0 ? box.high : most3(leaf->all.high, box.high);
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
