/* carom info --solvers. */
#ifndef CAROM_CLI_INFO_SOLVERS_H
#define CAROM_CLI_INFO_SOLVERS_H

#include <stdbool.h>

/** Prints which solvers may answer which pairs. @return the exit status */
int tell_solvers(bool json);

#endif
