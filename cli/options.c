/* The options of all commands: one table of what each takes. It splits arguments, suggests what a
 * misspelt option may have been meant as, and makes all commands describe a value in the same
 * words. */
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "text/nearest.h"

/* An option, the commands that take it, and the value that follows it, null for none. */
typedef struct option_value {
    const char *option, *commands, *wanted;
} option_value;

#define FILE_TO_WRITE "a file to write"

static const option_value option_values[] = {
    {"--threads", "clash sweep robot deviation sdf raycast closest render simulate",
     "a whole number from 1 to 64"},
    {"--png", "clash deviation bounds render simulate broadphase", FILE_TO_WRITE},
    {"--clearance", "clash", "a length of 0 or more"},
    {"--clearance-along", "clash", "an axis and a length, as z:2.1"},
    {"--tolerance", "clash deviation sweep", "a length of 0 or more"},
    {"--out", "sdf", FILE_TO_WRITE},
    {"--cell", "sdf", "a length above 0"},
    {"--band", "sdf", "a length above 0"},
    {"--box", "sdf", "x,y,z,x,y,z: the least and the largest corner"},
    {"--unsigned", "sdf", NULL},
    {"--double", "sdf", NULL},
    {"--ply", "deviation", FILE_TO_WRITE},
    {"--range", "deviation", "a length above 0"},
    {"--both", "deviation", NULL},
    {"--samples", "deviation", "a whole number from 1 to 100000000"},
    {"--rules", "clash", "a JSON file"},
    {"--glb", "clash", FILE_TO_WRITE},
    {"--html", "clash simulate", FILE_TO_WRITE},
    {"--a", "clash", "a file"},
    {"--b", "clash", "a file"},
    {"--at", "clash sweep", "x,y,z"},
    {"--turn", "clash", "x,y,z,w, a quaternion of length 1"},
    {"--turn", "sweep", "an axis, degrees and, if wanted, a point, as z,90 or 0,0,1,90,10,0,0"},
    {"--move", "sweep", "x,y,z"},
    {"--path", "sweep", "a file, or - for standard input"},
    {"--scale", "clash sweep", "a number above 0"},
    {"--unit", "clash sweep", "um, mm, cm, m, km, in, ft or mi"},
    {"--select", "clash", "a pattern, or a regular expression as /bolt|nut/"},
    {"--exclude", "clash sweep", "a pattern, or a regular expression as /bolt|nut/"},
    {"--fail-on", "clash",
     "hard, same, nested, undecided or near, with :D if wanted, touching or new, or new: before "
     "these"},
    {"--baseline", "clash", "a file that --json wrote"},
    {"--junit", "clash", FILE_TO_WRITE},
    {"--sarif", "clash", FILE_TO_WRITE},
    {"--ignore", "clash", "touching, near or nested"},
    {"--deflection",
     "clash sweep info deviation distance raycast closest section sdf decompose render",
     "a length above 0"},
    {"--angle", "clash sweep info deviation distance raycast closest section sdf decompose render",
     "degrees, above 0 and at most 90"},
    {"--lenient", "clash sweep info", NULL},
    {"--by-piece", "clash info", NULL},
    {"--within", "clash sweep", NULL},
    {"--each", "clash", NULL},
    {"--cluster", "clash", "a distance of 0 or more, or part"},
    {"--bcf", "clash", FILE_TO_WRITE},
    {"--ray", "raycast", "ox,oy,oz,dx,dy,dz and, if wanted, t_min,t_max"},
    {"--rays", "raycast", "a file, or - for standard input"},
    {"--point", "closest", "x,y,z"},
    {"--nearest", "closest", "a whole number from 1 on"},
    {"--points", "closest", "a file, or - for standard input"},
    {"--plane", "section", "x,y,z,d: the points with x X + y Y + z Z = d"},
    {"--planes", "section", "a file, or - for standard input"},
    {"--obj", "section decompose", FILE_TO_WRITE},
    {"--concavity", "decompose", "a length above 0"},
    {"--hulls", "decompose", "a whole number from 1 to 4096"},
    {"--vertices", "decompose", "a whole number from 4 on"},
    {"--pose-b", "distance", "x,y,z or x,y,z,qx,qy,qz,qw, the quaternion not zero"},
    {"--within", "distance", "a distance of 0 or more"},
    {"--size", "render", "WIDTHxHEIGHT in pixels, each from 1 to 16384"},
    {"--eye", "render", "x,y,z"},
    {"--target", "render", "x,y,z"},
    {"--up", "render", "x,y,z, not all zero"},
    {"--fov", "render", "degrees above 0 and below 180"},
    {"--color", "render", "file, part, normal or triangle"},
    {"--color", "clash", "file, verdict or part"},
    {"--samples", "render", "a whole number from 1 to 8"},
    {"--samples", "simulate", "a whole number from 1 to 1000"},
    {"--samples", "robot", "a whole number from 1 to 1000000000"},
    {"--srdf", "robot", "a file"},
    {"--write-srdf", "robot", FILE_TO_WRITE},
    {"--trajectory", "robot", "a CSV file"},
    {"--scene", "robot", "a mesh file"},
    {"--package", "robot", "NAME=FOLDER"},
    {"--hulls", "robot", NULL},
    {"--sky", "render", "a whole number from 0 to 256"},
    {"--svg", "broadphase section", FILE_TO_WRITE},
    {"--events", "simulate", FILE_TO_WRITE},
    {"--frames", "simulate", "a whole number from 0 on"},
    {"--fps", "simulate", "a number above 0"},
    {"--sheet", "simulate", "columns and rows, as 4x3"},
    {"--random", "broadphase", "a whole number from 1 on"},
    {"--seed", "broadphase robot", "a whole number from 0 on"},
    {"--precision", "query", "float or double"},
    {"--json",
     "clash sweep robot deviation sdf query info bounds raycast closest distance section decompose "
     "render "
     "broadphase "
     "simulate",
     NULL},
    {"--csv", "clash", NULL},
    {"--measure", "clash", NULL},
    {"--by-node", "clash sweep", NULL},
    {"--allow-single", "clash", NULL},
    {"--progress", "clash", NULL},
    {"--strict", "info", NULL},
    {"--solvers", "info", NULL},
    {"--layout", "info", NULL},
    {"--cull", "raycast", NULL},
    {"--any", "raycast", NULL},
    {"--all", "raycast", NULL},
    {"--no-check", "simulate", NULL},
};

#define OPTION_COUNT (sizeof option_values / sizeof option_values[0])

/* The first `length` bytes of `text` as an option of the command, or null. */
static const option_value *find_option(const char *command, const char *text, size_t length) {
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const option_value *o = &option_values[i];
        if (strlen(o->option) == length && !memcmp(o->option, text, length) &&
            strstr(o->commands, command))
            return o;
    }
    return NULL;
}

bool options_write(const char *command, const char *option) {
    const option_value *found = find_option(command, option, strlen(option));
    return found && found->wanted && !strcmp(found->wanted, FILE_TO_WRITE);
}

static bool find_meant(const char *command, const char *text, char *out) {
    char names[1024] = "--help", word[NEAREST_SIZE];
    const size_t length = strcspn(text, "=");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const option_value *o = &option_values[i];
        if (!strstr(o->commands, command) || strlen(names) + strlen(o->option) + 2 > sizeof names)
            continue;
        strcat(names, " ");
        strcat(names, o->option);
    }
    if (length >= sizeof word || text[0] != '-') return false;
    memcpy(word, text, length);
    word[length] = '\0';
    return nearest_word(word, names, out);
}

void complain_of_argument(const char *name, char *const *argument) {
    const char *value = argument[0][0] == '-' && argument[1] ? argument[1] : "";
    const option_value *option = find_option(name, argument[0], strlen(argument[0]));
    char meant[NEAREST_SIZE];
    if (option && option->wanted)
        fprintf(stderr, "carom %s: after %s is wanted %s%s%s; see carom %s --help\n", name,
                argument[0], option->wanted, *value ? ", not " : "", value, name);
    else if (!option && find_meant(name, argument[0], meant))
        fprintf(stderr, "carom %s: %s is not understood; did you mean %s?\n", name, argument[0],
                meant);
    else
        fprintf(stderr, "carom %s: %s is not understood; see carom %s --help\n", name, argument[0],
                name);
}

void complain_of_command(const char *name, const char *names) {
    char meant[NEAREST_SIZE];
    if (nearest_word(name, names, meant))
        fprintf(stderr, "carom: there is no command %s; did you mean %s?\n", name, meant);
    else
        fprintf(stderr, "carom: there is no command %s; see carom --help\n", name);
}

/* Cuts "--option=value" in two in place. @return the value, or null where there is none, or the
 * status is set because the option takes none. */
static char *split_value(const char *command, char *argument, int *status) {
    char *equals = strchr(argument, '=');
    if (strncmp(argument, "--", 2) != 0 || !equals) return NULL;
    const option_value *option = find_option(command, argument, (size_t)(equals - argument));
    if (option && option->wanted) {
        *equals = '\0';
        return equals + 1;
    }
    *status = EXIT_USAGE;
    *equals = option ? '\0' : '=';
    if (option)
        fprintf(stderr, "carom %s: %s takes no value; see carom %s --help\n", command, argument,
                command);
    else
        complain_of_argument(command, (char *[]){argument, NULL});
    return NULL;
}

/* The arguments behind "--", at `names`, are files. */
static void put_files(char **out, int *count, char *const *argv, char *names) {
    for (; *argv; argv++) {
        const bool odd = (*argv)[0] == '-' && (*argv)[1] != '\0';
        out[(*count)++] = odd ? names : *argv;
        if (odd) names += sprintf(names, "./%s", *argv) + 1;
    }
}

int options_expand(int argc, char **argv, char ***out, int *count) {
    size_t size = 0;
    int status = EXIT_CLEAR;
    for (int i = 0; i < argc; i++)
        size += strlen(argv[i]) + 3;
    char **list = malloc((2 * (size_t)argc + 1) * sizeof *list + size);
    if (!list) return fputs("carom: not enough memory\n", stderr), EXIT_BAD_INPUT;
    *count = 0;
    for (int i = 0; i < argc && status == EXIT_CLEAR; i++) {
        if (i > 0 && !strcmp(argv[i], "--")) {
            put_files(list, count, argv + i + 1, (char *)(list + 2 * (size_t)argc + 1));
            break;
        }
        char *value = i > 0 ? split_value(argv[0], argv[i], &status) : NULL;
        const option_value *option = find_option(argv[0], argv[i], strlen(argv[i]));
        list[(*count)++] = argv[i];
        if (value)
            list[(*count)++] = value;
        else if (option && option->wanted && i + 1 < argc)
            list[(*count)++] = argv[++i];
    }
    list[*count] = NULL;
    *out = list;
    return status;
}
