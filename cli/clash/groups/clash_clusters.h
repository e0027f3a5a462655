/* Clashes that are near each other, and clashes of each part: --cluster. */
#ifndef CAROM_CLI_CLASH_GROUPS_CLASH_CLUSTERS_H
#define CAROM_CLI_CLASH_GROUPS_CLASH_CLUSTERS_H

#include "answer.h"
#include "clash/clash.h"

/** Reads the value of --cluster: a distance, or "part". */
bool clash_cluster_read(clash_options *options, const char *text);

/** Numbers the clusters of the pairs, in the order of their first pairs. False when memory ran out.
 */
bool clash_cluster(clash_result *result, const clash_options *options);

/** Lines of the table: each cluster, then each part with clashes, the most hard ones first. */
void clash_print_clusters(const clash_result *result, const clash_options *options);

/** The fields clusters and by_part, where they are wanted. */
void clash_put_clusters(answer *a, const clash_result *result, const clash_options *options);

#endif
