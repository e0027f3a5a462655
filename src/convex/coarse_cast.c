/* Portal refinement along a path as in cast_portal.c, in float and in A's frame. A miss is certain
 * when it shows by more than float and the axes leave open. Where the path enters is a guess, from
 * which the search in double has a step or two to go. */
#include "convex/coarse_cast.h"

#define COARSE_CAST_STEPS 24
/* A step that gains less, relative to the size, is the last. */
#define COARSE_GAIN 2e-6f

typedef struct path_portal {
    coarse_pair pair;
    four way; /* of the origin through A - B */
    float size;
    int count;
    coarse_corner corner[3];
} path_portal;

/* Perpendicular to the path, from the middle towards it; where it goes through the middle, along
 * it. */
static CAROM_INLINE four towards_way(const path_portal *p) {
    four d = p->way, m = p->pair.middle;
    four off = m - d * FOUR_OF(coarse_dot(m, d) / coarse_dot(d, d));
    return coarse_dot(off, off) > 1e-10f * coarse_dot(m, m) ? -off : d;
}

/* The first three corners. True when the path goes between them; else `n` is where to look. */
static CAROM_INLINE bool start_portal(path_portal *p, coarse_corner c, four *n) {
    coarse_corner *v = p->corner;
    four side = coarse_cross(p->way, c.w);
    if (p->count == 0) {
        v[0] = c;
        *n = side;
        p->count = 1;
        return false;
    }
    if (p->count == 1) {
        /* all is on one side of the first: look to the other */
        if ((c.ia == v[0].ia) & (c.ib == v[0].ib)) return *n = -*n, false;
        bool turned = coarse_dot(side, v[0].w) < 0.0f;
        v[1] = turned ? v[0] : c;
        if (turned) v[0] = c;
        p->count = 2;
    } else {
        int out = coarse_dot(side, v[1].w) < 0.0f ? 0 : coarse_dot(side, v[0].w) > 0.0f ? 1 : 2;
        v[out] = c;
        if (out == 2) return p->count = 3, true;
    }
    *n = coarse_cross(p->way, v[0].w - v[1].w);
    return false;
}

static coarse_cast_end follow_path(path_portal *p, double *clearance) {
    const coarse_corner *v = p->corner;
    four n = towards_way(p);
    float height = 0.0f;
    p->count = 0;
    for (int i = 0; i < COARSE_CAST_STEPS; i++) {
        float length = coarse_length(n);
        if (!(length > COARSE_LEAST)) return COARSE_CAST_OPEN;
        coarse_corner c = coarse_support(&p->pair, n);
        float along = coarse_dot(n, c.w), end = coarse_dot(n, p->way), unit = p->size * length;
        float most = along + COARSE_SLACK * unit;
        if (most < (end < 0.0f ? end : 0.0f)) {
            *clearance = -(double)most / (double)length;
            return COARSE_CAST_MISS;
        }
        if (p->count == 3) {
            if (along - height < COARSE_GAIN * unit) return COARSE_CAST_PORTAL;
            p->corner[coarse_outgoing(p->corner, coarse_cross(c.w, p->way))] = c;
        } else if (!start_portal(p, c, &n)) {
            continue;
        }
        n = coarse_cross(v[1].w - v[0].w, v[2].w - v[0].w);
        height = coarse_dot(n, v[0].w);
    }
    return p->count == 3 ? COARSE_CAST_PORTAL : COARSE_CAST_OPEN;
}

coarse_cast_end carom_coarse_cast(coarse_cast *c, vec3 apart, vec3 motion) {
    path_portal p;
    if (!carom_coarse_start(&p.pair, &c->a, &c->b, apart)) return COARSE_CAST_OPEN;
    p.way = -coarse_into(&c->a, motion);
    float way = coarse_length(p.way);
    if (!(way > 1e-4f * p.pair.size && way < 1e4f * p.pair.size)) return COARSE_CAST_OPEN;
    p.size = p.pair.size + way;
    coarse_cast_end end = follow_path(&p, &c->clearance);
    for (int i = 0; end == COARSE_CAST_PORTAL && i < 3; i++)
        c->ia[i] = p.corner[i].ia, c->ib[i] = p.corner[i].ib;
    return end;
}
