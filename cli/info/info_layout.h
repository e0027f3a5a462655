/* carom info --layout. */
#ifndef CAROM_CLI_INFO_LAYOUT_H
#define CAROM_CLI_INFO_LAYOUT_H

#include <stdbool.h>

/** Prints the sizes, alignments and offsets of the public structs. @return the exit status */
int print_layout(bool json);

#endif
