/* carom: chooses the command. */
#include <stdio.h>
#include <string.h>

#include "carom/carom.h"
#include "commands.h"

typedef struct command {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} command;

static const command commands[] = {
    {"clash", "tells which parts of an assembly overlap, touch or come too near", cmd_clash},
    {"query", "answers geometric queries, JSON lines in, JSON lines out", cmd_query},
    {"info", "describes mesh files: counts, box, defects, closed or not", cmd_info},
    {"bounds", "fits bounding volumes to a mesh, measures and draws them", cmd_bounds},
    {"raycast", "tells where rays hit a mesh file", cmd_raycast},
    {"closest", "tells the nearest points of a mesh file, and what is inside", cmd_closest},
    {"distance", "tells how far two mesh files are apart", cmd_distance},
    {"render", "draws a mesh file", cmd_render},
    {"broadphase", "compares all spatial structures on your own boxes", cmd_broadphase},
    {"simulate", "lets shapes loose among planes, boxes and meshes", cmd_simulate},
};

static void print_usage(FILE *out) {
    fputs("usage: carom COMMAND [arguments]\n\n", out);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fputs("\ncarom COMMAND --help tells more; carom --version tells the version.\n"
          "exit status: 0 clear, 1 a bad verdict, 2 usage, 3 bad input\n",
          out);
}

void complain_of_argument(const char *name, char *const *argument) {
    const char *value = argument[0][0] == '-' && argument[1] ? argument[1] : "";
    fprintf(stderr, "carom %s: %s%s%s is not understood; see carom %s --help\n", name, argument[0],
            *value ? " " : "", value, name);
}

int main(int argc, char **argv) {
    if (argc < 2) return print_usage(stderr), EXIT_USAGE;
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return print_usage(stdout), EXIT_CLEAR;
    if (!strcmp(argv[1], "--version")) {
        printf("carom %d.%d.%d\n", CAROM_VERSION_MAJOR, CAROM_VERSION_MINOR, CAROM_VERSION_PATCH);
        return EXIT_CLEAR;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (!strcmp(argv[1], commands[i].name)) return commands[i].run(argc - 1, argv + 1);
    fprintf(stderr, "carom: there is no command %s; see carom --help\n", argv[1]);
    return EXIT_USAGE;
}
