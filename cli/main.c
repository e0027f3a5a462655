/* The program carom: a table of its commands, of which the first argument chooses one. A command
 * returns the exit status; output that cannot be written makes it 3. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/carom.h"
#include "commands.h"
#include "options.h"
#include "system.h"
#include "watch.h"

typedef struct command {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} command;

static const command commands[] = {
    {"clash", "tells which parts of an assembly overlap, touch or come too near", cmd_clash},
    {"sweep", "tells whether a part comes free along a path, or what it meets", cmd_sweep},
    {"robot", "tells which links of a robot collide, and whether a trajectory is free", cmd_robot},
    {"query", "answers geometric queries, JSON lines in, JSON lines out", cmd_query},
    {"info", "describes mesh files: counts, box, defects, closed or not", cmd_info},
    {"bounds", "fits bounding volumes to a mesh, measures and draws them", cmd_bounds},
    {"raycast", "tells where rays hit a mesh file", cmd_raycast},
    {"closest", "tells the nearest points of a mesh file, and what is inside", cmd_closest},
    {"distance", "tells how far two mesh files are apart", cmd_distance},
    {"deviation", "tells how far a scan is from a mesh, with statistics", cmd_deviation},
    {"sdf", "samples the signed distance from a mesh file on a grid", cmd_sdf},
    {"section", "cuts a mesh file by planes", cmd_section},
    {"decompose", "parts the solid of a mesh file into convex hulls", cmd_decompose},
    {"render", "draws a mesh file", cmd_render},
    {"broadphase", "compares all spatial structures on your own boxes", cmd_broadphase},
    {"simulate", "lets shapes loose among planes, boxes and meshes", cmd_simulate},
    {"watch", "runs one of these again whenever its files change", NULL},
};

static void print_usage(FILE *out) {
    fputs("usage: carom COMMAND [arguments]\n\n", out);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fputs("\nAn option's value may follow = as in --threads=2; -- ends the options.\n"
          "carom COMMAND --help, or carom help COMMAND, tells more; carom --version the version.\n"
          "exit status: 0 clear, 1 a bad verdict, 2 usage, 3 bad input, or output that cannot be "
          "written\n",
          out);
}

static int run_with_options(const command *c, int argc, char **argv) {
    char **expanded = NULL;
    int count = 0, status = options_expand(argc, argv, &expanded, &count);
    if (status == EXIT_CLEAR) status = c->run(count, expanded);
    free(expanded);
    return status;
}

/* watch runs other commands: options are theirs. */
static int run_command(int argc, char **argv) {
    char names[256] = "help";
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (!strcmp(argv[0], commands[i].name))
            return commands[i].run ? run_with_options(&commands[i], argc, argv)
                                   : watch_files(argc, argv, run_command);
        if (strlen(names) + strlen(commands[i].name) + 2 > sizeof names) continue;
        strcat(names, " ");
        strcat(names, commands[i].name);
    }
    complain_of_command(argv[0], names);
    return EXIT_USAGE;
}

static int run_arguments(int argc, char **argv) {
    const char *first = argv[1];
    if (!strcmp(first, "help") && argc > 2)
        return run_command(2, (char *[]){argv[2], (char[]){"--help"}, NULL});
    if (!strcmp(first, "--help") || !strcmp(first, "-h") || !strcmp(first, "help"))
        return print_usage(stdout), EXIT_CLEAR;
    if (strcmp(first, "--version")) return run_command(argc - 1, argv + 1);
    printf("carom %s\n", carom_version_text());
    return EXIT_CLEAR;
}

int main(int argc, char **argv) {
    system_start();
    if (argc < 2) return print_usage(stderr), EXIT_USAGE;
    int status = run_arguments(argc, argv);
    if ((fflush(stdout) == 0 && !ferror(stdout)) || status == EXIT_BAD_INPUT) return status;
    fprintf(stderr, "carom: standard output: cannot write: %s\n", strerror(errno));
    return EXIT_BAD_INPUT;
}
