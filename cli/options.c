/* Messages about arguments that a command does not accept. A table holds the value that each option
 * takes in which commands, so that all commands describe it in the same words. */
#include "options.h"

#include <stdio.h>
#include <string.h>

/* The value that follows an option, and the commands that accept it. */
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
    {"--plane", "section", "x,y,z,d: the points with x X + y Y + z Z = d"},
    {"--planes", "section", "a file, or - for standard input"},
    {"--obj", "section decompose", "a file to write"},
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
    {"--color", "render", "part, normal or triangle"},
    {"--samples", "render", "a whole number from 1 to 8"},
    {"--sky", "render", "a whole number from 0 to 256"},
    {"--svg", "broadphase section", "a file to write"},
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
