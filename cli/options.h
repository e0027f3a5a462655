/* Messages about wrong options. */
#ifndef CAROM_CLI_OPTIONS_H
#define CAROM_CLI_OPTIONS_H

/** Prints that `argument` of the command `name` is not accepted, together with the value that
 * follows it where it is an option with one. `argument` points into an argv that ends with null.
 */
void complain_of_argument(const char *name, char *const *argument);

#endif
