/* carom: chooses the command. */
#include <errno.h>
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
    fputs(
        "\ncarom COMMAND --help, or carom help COMMAND, tells more; carom --version the version.\n"
        "exit status: 0 clear, 1 a bad verdict, 2 usage, 3 bad input, or output that cannot be "
        "written\n",
        out);
}

/* What stands after an option, in the commands that know it. */
typedef struct option_value {
    const char *option, *commands, *wanted;
} option_value;

static const option_value option_values[] = {
    {"--threads", "clash raycast closest render simulate", "a whole number from 1 to 64"},
    {"--png", "clash bounds render simulate broadphase", "a file to write"},
    {"--clearance", "clash", "a length of 0 or more"},
    {"--tolerance", "clash", "a length of 0 or more"},
    {"--rules", "clash", "a JSON file"},
    {"--glb", "clash", "a file to write"},
    {"--bcf", "clash", "a file to write"},
    {"--ray", "raycast", "ox,oy,oz,dx,dy,dz and, if wanted, t_min,t_max"},
    {"--rays", "raycast", "a file, or - for standard input"},
    {"--point", "closest", "x,y,z"},
    {"--nearest", "closest", "a whole number from 1 on"},
    {"--points", "closest", "a file, or - for standard input"},
    {"--pose-b", "distance", "x,y,z or x,y,z,qx,qy,qz,qw, the quaternion not zero"},
    {"--within", "distance", "a distance of 0 or more"},
    {"--size", "render", "WIDTHxHEIGHT in pixels, each from 1 to 16384"},
    {"--eye", "render", "x,y,z"},
    {"--target", "render", "x,y,z"},
    {"--up", "render", "x,y,z, not all zero"},
    {"--fov", "render", "degrees above 0 and below 180"},
    {"--color", "render", "part, normal or triangle"},
    {"--samples", "render", "a whole number from 1 to 8"},
    {"--sky", "render", "a whole number from 0 to 256"},
    {"--svg", "broadphase", "a file to write"},
    {"--events", "simulate", "a file to write"},
};

static const char *wanted_after(const char *name, const char *option) {
    for (size_t i = 0; i < sizeof option_values / sizeof option_values[0]; i++)
        if (!strcmp(option, option_values[i].option) && strstr(option_values[i].commands, name))
            return option_values[i].wanted;
    return NULL;
}

void complain_of_argument(const char *name, char *const *argument) {
    const char *value = argument[0][0] == '-' && argument[1] ? argument[1] : "";
    const char *wanted = wanted_after(name, argument[0]);
    if (wanted)
        fprintf(stderr, "carom %s: after %s is wanted %s%s%s; see carom %s --help\n", name,
                argument[0], wanted, *value ? ", not " : "", value, name);
    else
        fprintf(stderr, "carom %s: %s is not understood; see carom %s --help\n", name, argument[0],
                name);
}

static int run_command(int argc, char **argv) {
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (!strcmp(argv[0], commands[i].name)) return commands[i].run(argc, argv);
    fprintf(stderr, "carom: there is no command %s; see carom --help\n", argv[0]);
    return EXIT_USAGE;
}

static int run_arguments(int argc, char **argv) {
    const char *first = argv[1];
    if (!strcmp(first, "help") && argc > 2)
        return run_command(2, (char *[]){argv[2], (char[]){"--help"}, NULL});
    if (!strcmp(first, "--help") || !strcmp(first, "-h") || !strcmp(first, "help"))
        return print_usage(stdout), EXIT_CLEAR;
    if (strcmp(first, "--version")) return run_command(argc - 1, argv + 1);
    printf("carom %d.%d.%d\n", CAROM_VERSION_MAJOR, CAROM_VERSION_MINOR, CAROM_VERSION_PATCH);
    return EXIT_CLEAR;
}

int main(int argc, char **argv) {
    if (argc < 2) return print_usage(stderr), EXIT_USAGE;
    int status = run_arguments(argc, argv);
    if ((fflush(stdout) == 0 && !ferror(stdout)) || status == EXIT_BAD_INPUT) return status;
    fprintf(stderr, "carom: standard output: cannot write: %s\n", strerror(errno));
    return EXIT_BAD_INPUT;
}
