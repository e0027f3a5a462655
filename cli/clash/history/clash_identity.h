/* Identifiers of clashes that stay from run to run. */
#ifndef CAROM_CLI_CLASH_HISTORY_CLASH_IDENTITY_H
#define CAROM_CLI_CLASH_HISTORY_CLASH_IDENTITY_H

#include "clash/clash.h"

#define CLASH_ID_SIZE 33
#define CLASH_GUID_SIZE 37

/** Sets the identifiers of all pairs. False when memory ran out. */
bool clash_identify(clash_result *result);

/** The identifier in 32 hexadecimal digits. */
void clash_write_id(const clash_pair *pair, char out[CLASH_ID_SIZE]);

/** Another, in the form of a version 4 UUID, for each purpose that `what` names. */
void clash_write_guid(const clash_pair *pair, const char *what, char out[CLASH_GUID_SIZE]);

#endif
