/* View frustums. Corners come from a camera's angles, or from the matrix by Gaussian elimination
 * with pivots: own method, as usually the planes are read off the matrix. They are rounded once;
 * from there on frustum_sides.c is exact. */
#include "carom/frustum.h"

#include "carom/overlap.h"
#include "query/frustum/frustum_sides.h"
#include "query/frustum/tolerances.h"

static void load_corners(vec3 out[8], const carom_vec3 corners[8]) {
    for (int i = 0; i < 8; i++)
        out[i] = load3(corners[i]);
}

carom_status carom_frustum_from_corners(carom_frustum *frustum, const carom_vec3 corners[8]) {
    if (!frustum || !corners) return CAROM_ERROR_ARGUMENT;
    carom_frustum out;
    vec3 p[8];
    load_corners(p, corners);
    for (int i = 0; i < 8; i++) {
        if (!finite3(p[i])) return CAROM_ERROR_NOT_FINITE;
        out.corners[i] = corners[i];
    }
    if (!carom_sides_of_corners(&out.sides, p)) return CAROM_ERROR_ARGUMENT;
    *frustum = out;
    return CAROM_OK;
}

static bool admits_camera(const carom_frustum_def *d) {
    const double fovy = (double)d->fovy, near = (double)d->near_distance;
    const bool angle = fovy > 0 ? fovy < CAMERA_FOVY_MOST && near > 0 : fovy == 0 && d->height > 0;
    return angle && d->aspect > 0 && near < (double)d->far_distance;
}

carom_status carom_frustum_from_camera(carom_frustum *frustum, const carom_frustum_def *d) {
    if (!frustum || !d || !admits_camera(d)) return CAROM_ERROR_ARGUMENT;
    const vec3 eye = load3(d->eye);
    const vec3 forward = carom_normalize_or(load3(d->forward), vec(0, 0, 0));
    const vec3 right = carom_normalize_or(cross3(forward, load3(d->up)), vec(0, 0, 0));
    const vec3 up = cross3(right, forward);
    const double slope = tan(0.5 * (double)d->fovy);
    carom_vec3 corners[8];
    for (int i = 0; i < 8; i++) {
        const double depth = (double)(i & 4 ? d->far_distance : d->near_distance);
        const double half = d->fovy > 0 ? slope * depth : 0.5 * (double)d->height;
        const vec3 middle = mad3(eye, forward, depth);
        const vec3 level = mad3(middle, up, i & 2 ? half : -half);
        corners[i] = store3(mad3(level, right, (i & 1 ? half : -half) * (double)d->aspect));
    }
    return carom_frustum_from_corners(frustum, corners);
}

/* Solves four equations, row by row with the right side last, by elimination. @return false when
 * they are singular. */
static bool solve4(double m[4][5], double x[4]) {
    for (int k = 0; k < 4; k++) {
        int best = k;
        for (int i = k + 1; i < 4; i++)
            if (fabs(m[i][k]) > fabs(m[best][k])) best = i;
        if (m[best][k] == 0) return false;
        for (int j = 0; j < 5; j++) {
            const double swap = m[k][j];
            m[k][j] = m[best][j];
            m[best][j] = swap;
        }
        for (int i = 0; i < 4; i++) {
            const double factor = m[i][k] / m[k][k];
            for (int j = k; j < 5 && i != k; j++)
                m[i][j] -= factor * m[k][j];
        }
    }
    for (int k = 0; k < 4; k++)
        x[k] = m[k][4] / m[k][k];
    return true;
}

carom_status carom_frustum_from_columns(carom_frustum *frustum, const carom_real columns[16],
                                        carom_real near_depth, carom_real far_depth) {
    if (!columns) return CAROM_ERROR_ARGUMENT;
    carom_vec3 corners[8];
    for (int i = 0; i < 8; i++) {
        const double clip[4] = {i & 1 ? 1 : -1, i & 2 ? 1 : -1,
                                (double)(i & 4 ? far_depth : near_depth), 1};
        double m[4][5], x[4];
        for (int row = 0; row < 4; row++) {
            for (int k = 0; k < 4; k++)
                m[row][k] = (double)columns[4 * k + row];
            m[row][4] = clip[row];
        }
        if (!solve4(m, x) || x[3] < 0) return CAROM_ERROR_ARGUMENT;
        corners[i] = store3(vec(x[0] / x[3], x[1] / x[3], x[2] / x[3]));
    }
    return carom_frustum_from_corners(frustum, corners);
}

void carom_frustum_planes(const carom_frustum *frustum, carom_plane planes[6]) {
    vec3 p[8], middle = {0, 0, 0};
    load_corners(p, frustum->corners);
    for (int i = 0; i < 8; i++)
        middle = mad3(middle, p[i], 0.125);
    for (int side = 0; side < 6; side++) {
        const int bit = 1 << side / 2, next = bit == 4 ? 1 : 2 * bit, last = 7 ^ bit ^ next;
        const int at = side & 1 ? bit : 0;
        vec3 n = cross3(sub3(p[at | next | last], p[at]), sub3(p[at | last], p[at | next]));
        n = carom_normalize_or(n, vec(0, 0, 1));
        if (dot3(n, sub3(p[at], middle)) < 0) n = neg3(n);
        double most = -DBL_MAX;
        for (int i = 0; i < 8; i++)
            most = (i & bit) == at ? max2(most, dot3(n, p[i])) : most;
        planes[side] = (carom_plane){store3(n), (carom_real)most};
    }
}

carom_relation carom_frustum_classify_aabb(const carom_frustum *frustum, const carom_aabb *box) {
    const vec3 ends[2] = {load3(box->min), load3(box->max)};
    if (!finite3(ends[0]) || !finite3(ends[1])) return CAROM_DISJOINT;
    for (int k = 0; k < 3; k++)
        if (axis3(ends[0], k) > axis3(ends[1], k)) return CAROM_DISJOINT;
    vec3 p[8];
    load_corners(p, frustum->corners);
    return carom_sides_classify_box(&frustum->sides, p, ends);
}

carom_relation carom_frustum_classify_point(const carom_frustum *frustum, carom_vec3 point) {
    const carom_aabb box = {point, point};
    return carom_frustum_classify_aabb(frustum, &box);
}

/* Every triangle of corners in the plane of a face is in that face, and together they cover it. */
static bool meets_face(const carom_frustum *f, int face, const carom_sphere *sphere) {
    const unsigned on = f->sides.corners_of[face];
    for (unsigned i = 0; i < 8 * 8 * 8; i++) {
        const unsigned a = i >> 6, b = i >> 3 & 7, c = i & 7;
        if (a >= b || b >= c || !(on >> a & 1) || !(on >> b & 1) || !(on >> c & 1)) continue;
        const carom_triangle t = {{f->corners[a], f->corners[b], f->corners[c]}};
        if (carom_overlap_sphere_triangle(sphere, &t)) return true;
    }
    return false;
}

carom_relation carom_frustum_classify_sphere(const carom_frustum *frustum,
                                             const carom_sphere *sphere) {
    for (int face = 0; face < frustum->sides.face_count; face++)
        if (meets_face(frustum, face, sphere)) return CAROM_INTERSECTS;
    const bool valid = sphere->radius >= 0 && sphere->radius <= CAROM_REAL_MAX;
    return valid ? carom_frustum_classify_point(frustum, sphere->center) : CAROM_DISJOINT;
}
