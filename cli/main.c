/* The program carom: the first argument chooses a command, which returns the exit status; output
 * that cannot be written makes it 3. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "carom/carom.h"
#include "commands.h"
#include "system.h"

static int run_arguments(int argc, char **argv) {
    const char *first = argv[1];
    if (!strcmp(first, "help") && argc > 2)
        return commands_run(2, (char *[]){argv[2], (char[]){"--help"}, NULL});
    if (!strcmp(first, "--help") || !strcmp(first, "-h") || !strcmp(first, "help"))
        return commands_print(stdout), EXIT_CLEAR;
    if (strcmp(first, "--version")) return commands_run(argc - 1, argv + 1);
    printf("carom %s\n", carom_version_text());
    return EXIT_CLEAR;
}

int main(int argc, char **argv) {
    system_start();
    if (argc < 2) return commands_print(stderr), EXIT_USAGE;
    int status = run_arguments(argc, argv);
    if ((fflush(stdout) == 0 && !ferror(stdout)) || status == EXIT_BAD_INPUT) return status;
    fprintf(stderr, "carom: standard output: cannot write: %s\n", strerror(errno));
    return EXIT_BAD_INPUT;
}
