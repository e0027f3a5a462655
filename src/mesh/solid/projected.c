/* Sutherland and Hodgman's clipping of one projected triangle by the edges of the other
 * [Sutherland74], with both heights carried along, and exact integrals of the functions that
 * are linear over the region's fan of triangles. What is proved of it: every result is a continuous
 * function of the corners, so that a wrong sign where rounding decides changes it by no more than a
 * band as thin as the rounding; the callers' bounds rest on that. */
#include "mesh/solid/projected.h"

#include "mesh/solid/tolerances.h"

static double edge_side(double u0, double v0, double u1, double v1, const projected_point *p) {
    return (u1 - u0) * (p->v - v0) - (v1 - v0) * (p->u - u0);
}

void carom_project_triangle(projected_triangle *out, const vec3 corner[3]) {
    const vec3 a = corner[0], e = sub3(corner[1], a), f = sub3(corner[2], a);
    const double area = e.x * f.y - e.y * f.x;
    const int swap = area < 0.0;
    *out = (projected_triangle){.corner = {a, corner[1 + swap], corner[2 - swap]},
                                .twice_area = fabs(area),
                                .side = swap ? -1 : 1};
    for (int i = 0; i < 3; i++) {
        const vec3 p = corner[i], d = sub3(corner[(i + 1) % 3], p);
        out->reach = max2(out->reach, max2(fabs(p.x), fabs(p.y)));
        out->height = max2(out->height, fabs(p.z));
        out->diameter = max2(out->diameter, fabs(d.x) + fabs(d.y));
    }
    out->thin = !(out->twice_area > PROJECTED_ROUNDING * out->reach * out->diameter);
}

/* ---- clipping */

static projected_point between(const projected_point *a, const projected_point *b, double t) {
    return (projected_point){a->u + t * (b->u - a->u), a->v + t * (b->v - a->v),
                             a->first + t * (b->first - a->first),
                             a->second + t * (b->second - a->second)};
}

/* Keeps what has no negative value; `value` is linear. */
static void clip_region(projected_region *r, const double *value) {
    projected_region kept = {.count = 0};
    for (int i = 0; i < r->count; i++) {
        const int next = i + 1 < r->count ? i + 1 : 0;
        const double here = value[i], there = value[next];
        if (here >= 0.0 && kept.count < PROJECTED_CORNERS) kept.at[kept.count++] = r->at[i];
        if ((here >= 0.0) != (there >= 0.0) && kept.count < PROJECTED_CORNERS)
            kept.at[kept.count++] = between(&r->at[i], &r->at[next], here / (here - there));
    }
    *r = kept;
}

static void clip_by_edge(projected_region *r, vec3 from, vec3 to) {
    double value[PROJECTED_CORNERS];
    for (int i = 0; i < r->count; i++)
        value[i] = edge_side(from.x, from.y, to.x, to.y, &r->at[i]);
    clip_region(r, value);
}

/* Within the heights of the corners, whatever the rounding. */
static double height_over(const projected_triangle *t, const projected_point *p) {
    double sum = 0.0, weighted = 0.0;
    for (int k = 0; k < 3; k++) {
        const vec3 from = t->corner[(k + 1) % 3], to = t->corner[(k + 2) % 3];
        const double weight = max2(edge_side(from.x, from.y, to.x, to.y, p), 0.0);
        sum += weight;
        weighted += weight * t->corner[k].z;
    }
    return sum > 0.0 ? weighted / sum : t->corner[0].z;
}

void carom_project_pair(projected_region *out, const projected_triangle *first,
                        const projected_triangle *second) {
    out->count = 3;
    for (int k = 0; k < 3; k++) {
        const vec3 c = first->corner[k];
        out->at[k] = (projected_point){c.x, c.y, c.z, 0.0};
    }
    for (int k = 0; k < 3; k++)
        clip_by_edge(out, second->corner[k], second->corner[(k + 1) % 3]);
    for (int i = 0; i < out->count; i++)
        out->at[i].second = height_over(second, &out->at[i]);
}

/* ---- integrals */

/* Three times the mean over a triangle of the lesser of 0 and the linear function with these
 * values. */
static double below_zero(const double f[3]) {
    int below = 0, odd = 0;
    for (int i = 0; i < 3; i++)
        below += f[i] < 0.0;
    if (below == 0) return 0.0;
    const double all = f[0] + f[1] + f[2];
    if (below == 3) return all;
    while ((f[odd] < 0.0) != (below == 1))
        odd++; /* the value that is alone on its side */
    const double alone = f[odd], p = f[(odd + 1) % 3], q = f[(odd + 2) % 3];
    const double part = alone * (alone / (alone - p)) * (alone / (alone - q));
    return below == 1 ? part : all - part;
}

static double twice_area_of(const projected_point *a, const projected_point *b,
                            const projected_point *c) {
    return (b->u - a->u) * (c->v - a->v) - (b->v - a->v) * (c->u - a->u);
}

double carom_projected_area(const projected_region *r) {
    double sum = 0.0;
    for (int i = 2; i < r->count; i++)
        sum += twice_area_of(&r->at[0], &r->at[i - 1], &r->at[i]);
    return sum;
}

double carom_projected_volume(projected_region *r) {
    double value[PROJECTED_CORNERS], sum = 0.0;
    for (int i = 0; i < r->count; i++)
        value[i] = r->at[i].first;
    clip_region(r, value);
    for (int i = 0; i < r->count; i++)
        value[i] = r->at[i].second;
    clip_region(r, value);
    for (int i = 2; i < r->count; i++) {
        const projected_point *p[3] = {&r->at[0], &r->at[i - 1], &r->at[i]};
        double difference[3], second = 0.0;
        for (int k = 0; k < 3; k++) {
            difference[k] = p[k]->first - p[k]->second;
            second += p[k]->second;
        }
        sum += twice_area_of(p[0], p[1], p[2]) * (second + below_zero(difference));
    }
    return sum;
}
