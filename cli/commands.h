/* The commands of carom and their exit codes. */
#ifndef CAROM_CLI_COMMANDS_H
#define CAROM_CLI_COMMANDS_H

#include <stdio.h>

enum {
    EXIT_CLEAR = 0,    /* done; nothing bad was found */
    EXIT_NEGATIVE = 1, /* done; the verdict is bad */
    EXIT_USAGE = 2,    /* the command line is wrong */
    EXIT_BAD_INPUT = 3 /* a file or a line of input is wrong */
};

/* Runs the command that the first argument names; arguments after it may be changed. @return the
 * exit status */
int commands_run(int argc, char **argv);
void commands_print(FILE *out);

/* Each receives the arguments from its own name on. */
int cmd_bounds(int argc, char **argv);
int cmd_broadphase(int argc, char **argv);
int cmd_clash(int argc, char **argv);
int cmd_closest(int argc, char **argv);
int cmd_decompose(int argc, char **argv);
int cmd_deviation(int argc, char **argv);
int cmd_distance(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_query(int argc, char **argv);
int cmd_raycast(int argc, char **argv);
int cmd_render(int argc, char **argv);
int cmd_robot(int argc, char **argv);
int cmd_sdf(int argc, char **argv);
int cmd_section(int argc, char **argv);
int cmd_simulate(int argc, char **argv);
int cmd_sweep(int argc, char **argv);

/** Runs others by `run`, as commands_run does. */
int cmd_watch(int argc, char **argv, int (*run)(int argc, char **argv));

#endif
