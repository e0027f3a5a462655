/* Paths of carom sweep, from options and files. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "motion/motion_path.h"
#include "numbers.h"

#define RADIANS (3.14159265358979323846 / 180.0)

static bool add_leg(motion_path *path, const motion_leg *leg) {
    motion_leg *legs = grow_array(path->legs, path->count, &path->capacity, sizeof *legs);
    if (!legs) return false;
    path->legs = legs;
    path->legs[path->count++] = *leg;
    return true;
}

bool motion_add_move(motion_path *path, const char *text) {
    double v[3];
    if (numbers_read(text, v, 3, 3) != 3) return false;
    return add_leg(path, &(motion_leg){.motion = make3(v[0], v[1], v[2])});
}

bool motion_add_turn(motion_path *path, const char *text) {
    double v[7] = {0};
    motion_leg leg = {.turns = true};
    const bool named = text[0] >= 'x' && text[0] <= 'z' && (text[1] == ',' || text[1] == ' ');
    const int first = named ? 0 : 3;
    const int count = numbers_read(named ? text + 2 : text, v, first + 1, first + 4);
    if (count != first + 1 && count != first + 4) return false;
    leg.axis =
        named ? make3(text[0] == 'x', text[0] == 'y', text[0] == 'z') : make3(v[0], v[1], v[2]);
    leg.degrees = v[first];
    if (count == first + 4) leg.center = make3(v[first + 1], v[first + 2], v[first + 3]);
    if (!(norm(leg.axis) > 0.0) || !(norm(leg.axis) < 1e150) || !(fabs(leg.degrees) <= 36000.0))
        return false;
    leg.axis = unit(leg.axis);
    return add_leg(path, &leg);
}

static bool add_line(motion_path *path, char *line) {
    while (isspace((unsigned char)*line))
        line++;
    line[strcspn(line, "\r\n")] = 0;
    if (!*line || *line == '#') return true;
    char *rest = line + strcspn(line, " \t");
    if (*rest) *rest++ = 0;
    while (isspace((unsigned char)*rest))
        rest++;
    if (!strcmp(line, "move")) return motion_add_move(path, rest);
    if (!strcmp(line, "turn")) return motion_add_turn(path, rest);
    return false;
}

bool motion_add_file(motion_path *path, const char *name) {
    char line[512];
    FILE *in = strcmp(name, "-") ? fopen(name, "r") : stdin;
    if (!in) {
        fprintf(stderr, "carom sweep: %s: cannot read: %s\n", name, strerror(errno));
        return false;
    }
    size_t number = 0;
    bool ok = true;
    while (ok && fgets(line, sizeof line, in)) {
        number++;
        ok = add_line(path, line);
    }
    if (!ok)
        fprintf(stderr,
                "carom sweep: %s: line %zu: wanted is \"move DX,DY,DZ\" or \"turn "
                "AXIS,DEGREES[,X,Y,Z]\"\n",
                name, number);
    if (in != stdin) fclose(in);
    return ok;
}

carom_pose motion_pose(const motion_leg *leg, double fraction) {
    carom_pose out = carom_pose_identity();
    if (!leg->turns) {
        out.position = times(leg->motion, fraction);
        return out;
    }
    const double half = 0.5 * RADIANS * leg->degrees * fraction;
    const carom_vec3 v = times(leg->axis, sin(half));
    out.rotation = (carom_quat){v.x, v.y, v.z, cos(half)};
    out.position = minus(leg->center, carom_pose_rotate_vector(out, leg->center));
    return out;
}
