/* Links and joints of a robot as a tree, forward kinematics, and bounds on speeds: a joint that
 * turns moves a point by its rate times the point's distance from it, which the lengths of the
 * links between them bound. */
#include "robot/robot_links.h"

#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

size_t robot_find_link(const robot *r, const char *name) {
    for (size_t i = 0; i < r->link_count; i++)
        if (!strcmp(r->links[i].name, name)) return i;
    return ROBOT_NONE;
}

size_t robot_find_joint(const robot *r, const char *name) {
    for (size_t i = 0; i < r->joint_count; i++)
        if (!strcmp(r->joints[i].name, name)) return i;
    return ROBOT_NONE;
}

/* ---- the tree */

static bool complain(const char *path, const char *what, const char *name) {
    fprintf(stderr, "carom robot: %s: %s %s\n", path, what, name ? name : "");
    return false;
}

static bool resolve_links(robot *r, const char *path) {
    for (size_t i = 0; i < r->joint_count; i++) {
        robot_joint *j = &r->joints[i];
        if (!j->parent_name || !j->child_name)
            return complain(path, "no parent or child is named by joint", j->name);
        j->parent = robot_find_link(r, j->parent_name);
        j->child = robot_find_link(r, j->child_name);
        if (j->parent == ROBOT_NONE || j->child == ROBOT_NONE)
            return complain(path, "no link is called",
                            j->parent == ROBOT_NONE ? j->parent_name : j->child_name);
        if (r->links[j->child].joint != ROBOT_NONE)
            return complain(path, "two joints lead to link", j->child_name);
        r->links[j->child].joint = i;
    }
    size_t roots = 0;
    for (size_t i = 0; i < r->link_count; i++) {
        size_t steps = 0;
        roots += r->links[i].joint == ROBOT_NONE;
        for (size_t k = i; r->links[k].joint != ROBOT_NONE; k = r->joints[r->links[k].joint].parent)
            if (++steps > r->link_count)
                return complain(path, "joints form a circle through link", r->links[i].name);
    }
    if (roots != 1)
        return complain(path, roots ? "more than one link has no parent" : "the robot has no link",
                        "");
    return true;
}

/* Fixed joints have no variable, joints that mimic another one that of the other. */
static bool number_variables(robot *r, const char *path) {
    r->variables = malloc((r->joint_count + 1) * sizeof *r->variables);
    if (!r->variables) return complain(path, "not enough memory", "");
    for (size_t i = 0; i < r->joint_count; i++) {
        robot_joint *j = &r->joints[i];
        j->variable = ROBOT_NONE;
        if (j->kind == ROBOT_FIXED || j->mimic_name) continue;
        if (j->kind == ROBOT_CONTINUOUS) j->lower = -PI, j->upper = PI;
        j->variable = r->variable_count;
        r->variables[r->variable_count++] = i;
    }
    for (size_t i = 0; i < r->joint_count; i++) {
        robot_joint *j = &r->joints[i];
        if (j->kind == ROBOT_FIXED || !j->mimic_name) continue;
        const size_t other = robot_find_joint(r, j->mimic_name);
        if (other == ROBOT_NONE || r->joints[other].mimic_name ||
            r->joints[other].kind == ROBOT_FIXED)
            return complain(path, "no joint that moves by itself is called", j->mimic_name);
        j->variable = r->joints[other].variable;
    }
    return true;
}

/* ---- allowed collisions */

void robot_allow(robot *r, size_t a, size_t b, robot_allowance why) {
    unsigned char *ab = &r->allowed[a * r->link_count + b],
                  *ba = &r->allowed[b * r->link_count + a];
    if (*ab == ROBOT_CHECKED || (*ab == ROBOT_ADJACENT && why == ROBOT_DISABLED))
        *ab = *ba = (unsigned char)why;
}

robot_allowance robot_allowed(const robot *r, size_t a, size_t b) {
    return (robot_allowance)r->allowed[a * r->link_count + b];
}

/* The nearest link above that has shapes, ROBOT_NONE for none. */
static size_t solid_parent(const robot *r, size_t link) {
    while (r->links[link].joint != ROBOT_NONE) {
        link = r->joints[r->links[link].joint].parent;
        if (r->links[link].shapes > 0) return link;
    }
    return ROBOT_NONE;
}

bool robot_link_up(robot *r, const char *path) {
    if (!resolve_links(r, path) || !number_variables(r, path)) return false;
    r->allowed = calloc(r->link_count * r->link_count + 1, 1);
    if (!r->allowed) return complain(path, "not enough memory", "");
    for (size_t i = 0; i < r->link_count; i++) {
        const size_t parent = solid_parent(r, i);
        robot_allow(r, i, i, ROBOT_SAME);
        if (parent != ROBOT_NONE) robot_allow(r, i, parent, ROBOT_ADJACENT);
    }
    return true;
}

/* ---- kinematics */

static double value_of(const robot_joint *j, const double *values) {
    return j->variable == ROBOT_NONE ? 0.0 : j->multiplier * values[j->variable] + j->offset;
}

static carom_pose motion_of(const robot_joint *j, const double *values) {
    carom_pose out = carom_pose_identity();
    const double q = value_of(j, values);
    if (j->kind == ROBOT_PRISMATIC) out.position = times(j->axis, q);
    if (j->kind != ROBOT_REVOLUTE && j->kind != ROBOT_CONTINUOUS) return out;
    const carom_vec3 v = times(j->axis, sin(0.5 * q));
    out.rotation = (carom_quat){v.x, v.y, v.z, cos(0.5 * q)};
    return out;
}

static carom_pose pose_above(const robot *r, size_t link, carom_pose pose, const double *values) {
    while (r->links[link].joint != ROBOT_NONE) {
        const robot_joint *j = &r->joints[r->links[link].joint];
        pose = carom_pose_compose(j->origin, carom_pose_compose(motion_of(j, values), pose));
        link = j->parent;
    }
    (void)carom_pose_normalize(&pose);
    return pose;
}

carom_pose robot_pose_of_link(const robot *r, size_t link, const double *values) {
    return pose_above(r, link, carom_pose_identity(), values);
}

carom_pose robot_pose_of_shape(const robot *r, size_t shape, const double *values) {
    return pose_above(r, r->shapes[shape].link, r->shapes[shape].origin, values);
}

/* Relative: above the rounding of the sums. */
#define SPEED_ROUNDING 1e-12

carom_speed robot_speed_of_shape(const robot *r, size_t shape, const double *from,
                                 const double *to) {
    double reach = norm(r->shapes[shape].origin.position), linear = 0.0, angular = 0.0;
    size_t link = r->shapes[shape].link;
    while (r->links[link].joint != ROBOT_NONE) {
        const robot_joint *j = &r->joints[r->links[link].joint];
        const double a = value_of(j, from), b = value_of(j, to), rate = fabs(b - a);
        if (j->kind == ROBOT_PRISMATIC) {
            linear += rate;
            reach += fmax(fabs(a), fabs(b));
        } else if (j->kind != ROBOT_FIXED) {
            linear += rate * reach;
            angular += rate;
        }
        reach += norm(j->origin.position);
        link = j->parent;
    }
    return (carom_speed){linear * (1.0 + SPEED_ROUNDING), angular * (1.0 + SPEED_ROUNDING)};
}
