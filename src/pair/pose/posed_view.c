/* No algorithm of its own: the view of a shape in a pose, for rounded shapes, whose cores are not
 * posed themselves. The rotation is made orthonormal in double, as the engine requires of axes. */
#include "pair/pose/posed_view.h"

#include "math/vec.h"

/* The columns of the rotation; `twice` is 2 / |q|^2. */
static void rotated_axes(vec3 axes[3], const carom_quat *q, double twice) {
    double x = (double)q->x, y = (double)q->y, z = (double)q->z, w = (double)q->w;
    double x2 = twice * x, y2 = twice * y, z2 = twice * z;
    axes[0] = vec(1.0 - (y * y2 + z * z2), w * z2 + x * y2, x * z2 - w * y2);
    axes[1] = vec(x * y2 - w * z2, 1.0 - (x * x2 + z * z2), w * x2 + y * z2);
    axes[2] = vec(w * y2 + x * z2, y * z2 - w * x2, 1.0 - (x * x2 + y * y2));
}

static vec3 turned_by(const vec3 axes[3], vec3 v) {
    return mad3(mad3(scale3(axes[0], v.x), axes[1], v.y), axes[2], v.z);
}

static vec3 posed_corner(const void *of, int index) {
    const posed_outline *posed = of;
    return add3(turned_by(posed->axes, posed->given.corner(posed->given.of, index)), posed->shift);
}

/* The engine takes outlines to be in place: each corner is transformed when it is read. */
static void pose_outline(convex_view *out, const vec3 by[3], vec3 before, vec3 after) {
    posed_outline *posed = &out->posed;
    if (out->outline.corner != posed_corner) {
        posed->given = out->outline;
        posed->shift = vec(0, 0, 0);
        for (int i = 0; i < 3; i++)
            posed->axes[i] = vec(i == 0, i == 1, i == 2);
    }
    posed->shift = add3(turned_by(by, add3(posed->shift, before)), after);
    for (int i = 0; i < 3; i++)
        posed->axes[i] = turned_by(by, posed->axes[i]);
    const double turned = 3.0 * posed->given.reach; /* each coordinate is at most that */
    out->outline = (convex_outline){posed_corner, posed, turned + max_abs3(posed->shift)};
}

void carom_pose_view(convex_view *out, const carom_pose *pose, bool back) {
    convex_shape *s = &out->shape;
    carom_quat q = pose->rotation;
    if (back) q = (carom_quat){-q.x, -q.y, -q.z, q.w};
    const double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    const double square = x * x + y * y + z * z + w * w;
    const vec3 shift = load3(pose->position), none = vec(0, 0, 0);
    const vec3 before = back ? neg3(shift) : none, after = back ? none : shift;
    vec3 by[3];
    rotated_axes(by, &q, square > 0.0 ? 2.0 / square : 0.0);
    if (s->kind == CONVEX_POINTS) {
        vec3 *points = s->points == out->points ? out->points : out->buffer;
        for (int i = 0; i < s->count; i++)
            points[i] = add3(turned_by(by, add3(points[i], before)), after);
        return;
    }
    if (s->kind == CONVEX_OUTLINE) {
        pose_outline(out, by, before, after);
        return;
    }
    s->center = add3(turned_by(by, add3(s->center, before)), after);
    for (int i = 0; i < 3; i++)
        s->axes[i] = turned_by(by, s->axes[i]);
    s->rigid = false;
}
