/* What a report says of where it comes from: version, date, unit, and the files with their hashes.
 */
#ifndef CAROM_CLI_CLASH_CLASH_ORIGIN_H
#define CAROM_CLI_CLASH_CLASH_ORIGIN_H

#include "answer.h"
#include "clash/clash.h"

#define CLASH_DATE_SIZE 32

/** Now, in UTC, as in ISO 8601. */
void clash_write_date(char out[CLASH_DATE_SIZE]);

/** The members version, date, unit where there is one, and files. */
void clash_put_origin(answer *a, const clash_input *input);

/** The same as lines of the table. */
void clash_print_origin(const clash_input *input);

#endif
