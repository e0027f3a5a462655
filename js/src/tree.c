/* The tree of a mesh, node by node, for traversals whose tests are in JavaScript. This alone looks
 * into the library: no function of its headers calls back at nodes. */
#include "exports.h"
#include "mesh/data/mesh_visit.h"

/* The children of an inner node, of which the root is 0: six numbers of the box of each, which
 * holds its triangles; and its number, then of a leaf the first of its triangles' ranks and how
 * many there are. @return how many children there are */
size_t EXPORT(mesh_children)(const carom_mesh *mesh, uint32_t parent, carom_real boxes[48],
                             uint32_t nodes[24]) {
    size_t count = 0;
    for (uint32_t slot = 0; slot < BVH8_WIDTH && mesh_count(mesh) > 0; slot++) {
        mesh_node node;
        if (!mesh_child(mesh, parent, slot, &node)) continue;
        write3(boxes + 6 * count, node.min);
        write3(boxes + 6 * count + 3, node.max);
        nodes[3 * count] = node.child;
        nodes[3 * count + 1] = node.first;
        nodes[3 * count + 2] = node.count;
        count++;
    }
    return count;
}

/* The triangles of a leaf: nine numbers each, and their indices. */
void EXPORT(mesh_leaf)(const carom_mesh *mesh, uint32_t first, uint32_t count, carom_real *corners,
                       uint32_t *triangles) {
    for (uint32_t i = 0; i < count; i++) {
        const carom_triangle triangle = mesh_ranked(mesh, first + i);
        for (int k = 0; k < 3; k++)
            write3(corners + 9 * i + 3 * k, triangle.v[k]);
        triangles[i] = mesh_index(mesh, first + i);
    }
}
