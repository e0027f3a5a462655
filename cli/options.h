/* Messages about wrong options. */
#ifndef CAROM_CLI_OPTIONS_H
#define CAROM_CLI_OPTIONS_H

#include <stdbool.h>

/** Prints that `argument` of the command `name` is not accepted, together with the value that
 * follows it where it is an option with one. `argument` points into an argv that ends with null.
 */
void complain_of_argument(const char *name, char *const *argument);

/** The argument of a command, from its own name on, as the commands read them: `--option=value` as
 * two arguments, and what follows `--` as files, which a name that opens with - becomes by "./"
 * before it. Exit status 2, printed, for an option that is given a value and takes none; 0, and the
 * list in *out, for the caller to free, with *count arguments and a null. */
int options_expand(int argc, char **argv, char ***out, int *count);

/** Does the command write a file, which is named after this option? */
bool options_write(const char *command, const char *option);

/** Prints that there is no command of this name among `names`, which stand between blanks. */
void complain_of_command(const char *name, const char *names);

#endif
