/* On each of the 2 k bounding planes lies a face, perhaps empty: a large square cut by all other
 * slabs. The corners of all faces are the k-DOP's, each found at least three times and kept once.
 * A corner that is still on the square's own outline shows that the k-DOP is unbounded. */
#include "shape/kdop.h"

#define FACE_CORNERS (2 * CAROM_KDOP_LIMIT + 6)
/* The square's size, and what counts as reaching its outline, in sizes of the slabs. */
#define SQUARE 1e7
#define BEYOND 1e5
#define SAME_CORNER 1e-12

typedef struct face_outline {
    vec3 corner[FACE_CORNERS];
    int count;
} face_outline;

typedef struct unit_slab {
    vec3 normal;
    double min, max;
} unit_slab;

/* Keeps the part where side * (dot(normal, x) - bound) <= slack. */
static void cut_outline(face_outline *face, const unit_slab *slab, int side, double slack) {
    face_outline out = {.count = 0};
    double bound = side > 0 ? slab->max : slab->min;
    for (int i = 0; i < face->count && out.count < FACE_CORNERS - 1; i++) {
        vec3 a = face->corner[i], b = face->corner[i + 1 < face->count ? i + 1 : 0];
        double over_a = side * (dot3(slab->normal, a) - bound) - slack;
        double over_b = side * (dot3(slab->normal, b) - bound) - slack;
        if (over_a <= 0.0) out.corner[out.count++] = a;
        if ((over_a < 0.0 && over_b > 0.0) || (over_a > 0.0 && over_b < 0.0))
            out.corner[out.count++] = mad3(a, sub3(b, a), over_a / (over_a - over_b));
    }
    *face = out;
}

static face_outline square_on_plane(vec3 normal, double offset, double size) {
    vec3 u = carom_perpendicular(normal), v = cross3(normal, u), c = scale3(normal, offset);
    face_outline out = {.count = 4};
    for (int i = 0; i < 4; i++) {
        double x = i == 0 || i == 3 ? -size : size, y = i < 2 ? -size : size;
        out.corner[i] = mad3(mad3(c, u, x), v, y);
    }
    return out;
}

static int keep_corner(vec3 *vertices, int count, vec3 corner, double same) {
    for (int i = 0; i < count; i++)
        if (max_abs3(sub3(vertices[i], corner)) <= same) return count;
    if (count < KDOP_VERTICES) vertices[count++] = corner;
    return count;
}

static double unit_slabs(const carom_kdop *kdop, unit_slab *slabs) {
    double size = 0.0;
    for (int i = 0; i < kdop->count; i++) {
        vec3 n = load3(kdop->normals[i]);
        double length = carom_length(n);
        slabs[i] = (unit_slab){scale3(n, 1.0 / length), (double)kdop->min[i] / length,
                               (double)kdop->max[i] / length};
        size = max2(size, max2(fabs(slabs[i].min), fabs(slabs[i].max)));
    }
    return size > 0.0 ? size : 1.0;
}

/* The corners, from squares of the given half-width; the farthest from the origin in *reach. */
static int cut_all_faces(const unit_slab *slabs, int slab_count, const double sizes[2],
                         vec3 vertices[KDOP_VERTICES], double *reach) {
    double slack = 4.0 * DBL_EPSILON * sizes[0];
    int count = 0;
    *reach = 0.0;
    for (int f = 0; f < 2 * slab_count; f++) {
        const unit_slab *own = &slabs[f / 2];
        face_outline face = square_on_plane(own->normal, f & 1 ? own->max : own->min, sizes[1]);
        for (int i = 0; i < slab_count && face.count > 0; i++) {
            if (i == f / 2) continue;
            cut_outline(&face, &slabs[i], 1, slack);
            cut_outline(&face, &slabs[i], -1, slack);
        }
        for (int i = 0; i < face.count; i++) {
            *reach = max2(*reach, max_abs3(face.corner[i]));
            count = keep_corner(vertices, count, face.corner[i], SAME_CORNER * sizes[0]);
        }
    }
    return count;
}

/* The first squares are so large that their corners betray an unbounded k-DOP, and lose as many
 * digits; the second ones just hold the faces. */
int carom_kdop_vertices(const carom_kdop *kdop, vec3 vertices[KDOP_VERTICES]) {
    unit_slab slabs[CAROM_KDOP_LIMIT];
    double size = unit_slabs(kdop, slabs), reach;
    cut_all_faces(slabs, kdop->count, (double[2]){size, SQUARE * size}, vertices, &reach);
    if (reach > BEYOND * size) return -1;
    size = max2(size, reach);
    return cut_all_faces(slabs, kdop->count, (double[2]){size, 4.0 * size}, vertices, &reach);
}
