/* Inside test of meshes from files. A mesh that has as many triangles in one direction as in the
 * other at every edge is closed, and its winding number, the signed crossings of one ray, counts
 * exactly the pieces that contain a point. The parity of crossings would call the
 * overlap of two pieces outside. */
#include "solid.h"

bool solid_find(carom_placed_mesh *placed, carom_mesh_rim **rim) {
    if (carom_mesh_rim_create(rim, placed->mesh, NULL) != CAROM_OK) return false;
    carom_mesh_closure closure = carom_mesh_closure_of(placed->mesh);
    bool nothing = closure == CAROM_MESH_OPEN && carom_mesh_rim_count(*rim) == 0;
    placed->rim = *rim;
    placed->solidity = closure == CAROM_MESH_INCONSISTENT ? CAROM_SOLIDITY_CLOSED
                       : nothing                          ? CAROM_SOLIDITY_SHELL
                                                          : CAROM_SOLIDITY_OPEN;
    return true;
}

carom_mesh_closure solid_closure(const carom_placed_mesh *placed) {
    if (placed->solidity == CAROM_SOLIDITY_CLOSED) return CAROM_MESH_INCONSISTENT;
    bool closed = placed->solidity == CAROM_SOLIDITY_OPEN && carom_mesh_rim_count(placed->rim) == 0;
    return closed ? CAROM_MESH_CLOSED : CAROM_MESH_OPEN;
}

bool solid_is_closed(const carom_placed_mesh *placed) {
    return solid_closure(placed) != CAROM_MESH_OPEN;
}

carom_mesh_closure solid_closure_of_file(const carom_io_topology *t) {
    if (!t->closed) return CAROM_MESH_OPEN;
    return t->inconsistent_edges ? CAROM_MESH_INCONSISTENT : CAROM_MESH_CLOSED;
}

const char *solid_orientation(carom_mesh_closure closure) {
    static const char *const names[] = {NULL, "inconsistent", "consistent"};
    return names[closure];
}
