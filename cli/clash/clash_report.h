/* The reports of carom clash: a table, one JSON object, or CSV. */
#ifndef CAROM_CLI_CLASH_CLASH_REPORT_H
#define CAROM_CLI_CLASH_CLASH_REPORT_H

#include "clash/clash.h"

void clash_print_table(const clash_result *result, const clash_options *options);

void clash_print_json(const clash_result *result, const clash_options *options);

void clash_print_csv(const clash_result *result, const clash_options *options);

#endif
