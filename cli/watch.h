/* carom watch: runs a command again whenever its files have changed. */
#ifndef CAROM_CLI_WATCH_H
#define CAROM_CLI_WATCH_H

/* Runs a command with its arguments; returns the exit status. */
typedef int watch_run(int argc, char **argv);

int watch_files(int argc, char **argv, watch_run *run);

#endif
