/* Moments of a convex polyhedron grown by a ball, piece by piece as in Steiner's formula
 * [Schneider14]: the core, a prism on every face, a sector of a cylinder along every edge, a sector
 * of a ball at every vertex. Own method for what these come to: the sectors of balls need their
 * solid angles alone, which are what the corners of the faces leave of a full turn, because the
 * first moments of the spherical polygons are sums over their arcs, one for each edge, of which the
 * ends of the edge leave the angle times the edge, and the second moments sum up to a ball's. So
 * nothing is stored, and no term is negative but what the corners take away. */
#include "mass/mass_rounded.h"

#include "mass/tolerances.h"
#include "math/power.h"
#include "math/rotation.h"

#define PI 3.14159265358979323846

/* Sums over the pieces, from the pivot, scaled. */
typedef struct piece_sum {
    double scale, radius;
    vec3 pivot;
    double volume, first[3], second[6];
    double magnitude, count; /* of volumes, each term as if nothing cancelled; of terms */
} piece_sum;

/* Adds weight (a b^T + b a^T) / 2. */
static void add_outer(double second[6], vec3 a, vec3 b, double weight) {
    second[0] += weight * a.x * b.x;
    second[1] += weight * a.y * b.y;
    second[2] += weight * a.z * b.z;
    second[3] += 0.5 * weight * (a.y * b.z + a.z * b.y);
    second[4] += 0.5 * weight * (a.x * b.z + a.z * b.x);
    second[5] += 0.5 * weight * (a.x * b.y + a.y * b.x);
}

static void add_first(piece_sum *sum, vec3 at, double weight) {
    sum->first[0] += weight * at.x;
    sum->first[1] += weight * at.y;
    sum->first[2] += weight * at.z;
}

static void add_volume(piece_sum *sum, double volume, double magnitude) {
    sum->volume += volume;
    sum->magnitude += magnitude;
    sum->count += 1.0;
}

/* The angle between two directions of any length, in radians. */
static double angle_between(vec3 a, vec3 b) {
    return FULL_TURN * carom_turn_angle(sqrt(len2(cross3(a, b))), dot3(a, b));
}

/* ---- pieces */

/* The prism on a triangle of a face. */
static void add_prism(piece_sum *sum, const vec3 v[3], vec3 normal) {
    const double r = sum->radius, a = len2(sub3(v[1], v[0])), b = len2(sub3(v[2], v[0]));
    const double area = 0.5 * dot3(normal, cross3(sub3(v[1], v[0]), sub3(v[2], v[0])));
    const vec3 middle = scale3(add3(add3(v[0], v[1]), v[2]), 1.0 / 3.0);
    add_volume(sum, area * r, 0.5 * sqrt(a * b) * r);
    add_first(sum, middle, area * r);
    add_first(sum, normal, 0.5 * area * r * r);
    add_outer(sum->second, middle, middle, 0.75 * area * r);
    for (int i = 0; i < 3; i++)
        add_outer(sum->second, v[i], v[i], area * r / 12.0);
    add_outer(sum->second, middle, normal, area * r * r);
    add_outer(sum->second, normal, normal, area * r * r * r / 3.0);
}

/* The sector along the edge from a to b between the faces with these normals, the first on its
 * left. Of the sectors of balls at its ends it takes the first moments. */
static void add_sector(piece_sum *sum, vec3 a, vec3 b, const vec3 normal[2]) {
    const double r = sum->radius, length = sqrt(len2(sub3(b, a)));
    if (!(length > 0.0)) return;
    const vec3 d = sub3(b, a), t = scale3(d, 1.0 / length), middle = scale3(add3(a, b), 0.5);
    const double sine = max2(dot3(t, cross3(normal[0], normal[1])), 0.0);
    const double cosine = dot3(normal[0], normal[1]);
    const double angle = FULL_TURN * carom_turn_angle(sine, cosine);
    const vec3 arc = cross3(sub3(normal[1], normal[0]), t); /* integral of the arc's directions */
    const vec3 bisector = cosine > 0.0 ? add3(normal[0], normal[1]) : arc;
    const vec3 m = carom_normalize_or(bisector, normal[0]), k = cross3(t, m);
    const double volume = 0.5 * angle * r * r * length, r3 = r * r * r, r4 = r3 * r;
    add_volume(sum, volume, volume + 0.5 * r * r * length);
    add_first(sum, middle, volume);
    add_first(sum, arc, length * r3 / 3.0);
    add_outer(sum->second, middle, middle, volume);
    add_outer(sum->second, d, d, volume / 12.0);
    add_outer(sum->second, middle, arc, 2.0 / 3.0 * length * r3);
    add_outer(sum->second, m, m, 0.125 * length * r4 * (angle + sine));
    add_outer(sum->second, k, k, 0.125 * length * r4 * (angle - sine));
    add_outer(sum->second, t, t, 0.25 * length * r4 * angle);
}

/* Adds `angle` to the solid angle of the sector at a vertex; the volume is a ball's in all. */
static void add_corner(piece_sum *sum, vec3 at, double angle) {
    const double r3 = sum->radius * sum->radius * sum->radius, weight = angle * r3 / 3.0;
    add_first(sum, at, weight);
    add_outer(sum->second, at, at, weight);
}

/* What is left of a ball: its volume, and its second moments about its centre. */
static void add_ball(piece_sum *sum) {
    const double r = sum->radius, volume = 4.0 / 3.0 * PI * r * r * r;
    add_volume(sum, volume, volume);
    for (int i = 0; i < 3; i++)
        sum->second[i] += 0.2 * volume * r * r;
}

/* ---- the core */

/* Its moments, brought to this scale and pivot. */
static void add_core(piece_sum *sum, const moments *core) {
    const double by = sum->scale / core->scale, cube = by * by * by;
    const double volume = fabs(core->volume) * cube, side = core->volume < 0.0 ? -1.0 : 1.0;
    if (!(volume > 0.0)) return;
    const vec3 at = scale3(sub3(core->center, sum->pivot), sum->scale);
    sum->volume += volume;
    add_first(sum, at, volume);
    for (int i = 0; i < 6; i++)
        sum->second[i] += side * core->second[i] * cube * by * by;
    add_outer(sum->second, at, at, volume);
}

static void finish_pieces(moments *out, const piece_sum *sum, double core_error) {
    const double unit = 1.0 / sum->volume;
    const vec3 at = scale3(vec(sum->first[0], sum->first[1], sum->first[2]), unit);
    *out = (moments){.scale = sum->scale, .volume = sum->volume};
    out->volume_error = core_error + MASS_FORM_ROUNDING * sum->volume +
                        MASS_ROUNDING * (sum->count + MASS_SUM_STEPS) * sum->magnitude;
    out->center = add3(sum->pivot, scale3(at, 1.0 / sum->scale));
    for (int i = 0; i < 6; i++)
        out->second[i] = sum->second[i];
    add_outer(out->second, at, at, -sum->volume);
}

static vec3 piece_vertex(const piece_sum *sum, const hull_data *hull, int32_t half_edge) {
    return scale3(sub3(hull_vertex(hull, hull->origin[half_edge]), sum->pivot), sum->scale);
}

static void add_face(piece_sum *sum, const hull_data *hull, int32_t face) {
    const int32_t first = hull->face_edge[face];
    int32_t e = first;
    vec3 fan[3] = {piece_vertex(sum, hull, first)}, before = fan[0];
    do { /* corner at the end of e */
        const int32_t next = hull->next[e];
        const vec3 at = piece_vertex(sum, hull, next);
        const vec3 after = piece_vertex(sum, hull, hull->next[next]);
        add_corner(sum, at, -angle_between(sub3(before, at), sub3(after, at)));
        if (next != first && hull->next[next] != first) {
            fan[1] = at;
            fan[2] = after;
            add_prism(sum, fan, hull->face_normal[face]);
        }
        before = at;
        e = next;
    } while (e != first);
}

void carom_rounded_hull_moments(moments *out, const hull_data *hull, const moments *core,
                                double radius) {
    const vec3 half = sub3(scale3(hull->high, 0.5), scale3(hull->low, 0.5));
    piece_sum sum = {.scale = scaling_power(max2(max_abs3(half), radius))};
    sum.pivot = add3(scale3(hull->low, 0.5), scale3(hull->high, 0.5));
    sum.radius = radius * sum.scale;
    const double by = sum.scale / core->scale;
    add_core(&sum, core);
    for (int32_t f = 0; f < hull->face_count; f++)
        add_face(&sum, hull, f);
    for (int32_t e = 0; e < hull->half_edge_count; e++) {
        const int32_t twin = hull->twin[e];
        if (twin < e) continue;
        const vec3 normal[2] = {hull->face_normal[hull->face[e]],
                                hull->face_normal[hull->face[twin]]};
        add_sector(&sum, piece_vertex(&sum, hull, e), piece_vertex(&sum, hull, twin), normal);
    }
    for (int32_t v = 0; v < hull->vertex_count; v++)
        add_corner(&sum, scale3(sub3(hull_vertex(hull, v), sum.pivot), sum.scale), FULL_TURN);
    add_ball(&sum);
    finish_pieces(out, &sum, core->volume_error * by * by * by);
}
