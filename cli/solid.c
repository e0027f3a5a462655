/* Inside and outside. A mesh that runs along every edge equally often both ways is closed, and its
 * winding number counts in how many of its pieces a point is, exactly: the count of crossings of
 * one ray, with their signs. An odd number of crossings would call the overlap of two pieces
 * outside. */
#include "solid.h"

bool solid_find(carom_placed_mesh *placed, carom_mesh_rim **rim) {
    if (carom_mesh_rim_create(rim, placed->mesh, NULL) != CAROM_OK) return false;
    placed->rim = *rim;
    placed->solidity = carom_mesh_rim_count(*rim) == 0 ? CAROM_SOLIDITY_OPEN
                                                       : carom_mesh_solidity_of(placed->mesh);
    return true;
}

bool solid_is_closed(const carom_placed_mesh *placed) {
    return placed->solidity == CAROM_SOLIDITY_CLOSED || carom_mesh_rim_count(placed->rim) == 0;
}
