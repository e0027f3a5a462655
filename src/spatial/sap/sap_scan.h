/* The sweep of sweep and prune [Ericson05] 7.5: within each cell a box is compared, four at a time,
 * with the boxes that follow it along the sweep axis until they begin behind its end. */
#ifndef CAROM_SPATIAL_SAP_SAP_SCAN_H
#define CAROM_SPATIAL_SAP_SAP_SCAN_H

#include "spatial/sap/sap_grid.h"

bool carom_sap_visit_pairs(const sap_grid *c, const carom_space *space, carom_pair_visitor *visitor,
                           void *user);

/** The pairs in pieces: see space_pairs. */
uint32_t carom_sap_cut_pairs(const sap_grid *c, pair_piece pieces[PAIR_PIECES]);
void carom_sap_visit_piece(const sap_grid *c, const space_pairs *pairs, const pair_piece *piece,
                           carom_pair_visitor *visitor, void *user);
bool carom_sap_visit_box(const sap_grid *c, const carom_space *space, const space_search *search);

#endif
