/* The commands: a table, of which the first argument chooses one. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

#include "options.h"

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
    {"watch", "runs a command again whenever one of its files changes", NULL},
};

void commands_print(FILE *out) {
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
    if (!c->run) return cmd_watch(argc, argv, commands_run); /* options are the other's */
    int count = 0, status = options_expand(argc, argv, &expanded, &count);
    if (status == EXIT_CLEAR) status = c->run(count, expanded);
    free(expanded);
    return status;
}

int commands_run(int argc, char **argv) {
    char names[256] = "help";
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (!strcmp(argv[0], commands[i].name)) return run_with_options(&commands[i], argc, argv);
        if (strlen(names) + strlen(commands[i].name) + 2 > sizeof names) continue;
        strcat(names, " ");
        strcat(names, commands[i].name);
    }
    complain_of_command(argv[0], names);
    return EXIT_USAGE;
}
