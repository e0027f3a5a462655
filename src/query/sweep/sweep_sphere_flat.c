/* A moving sphere against a segment, capsule, triangle and convex polygon: a point against the
 * Minkowski sum, whose boundary is made of the face moved out by the radius, cylinders along the
 * edges and balls at the vertices [Ericson05] 5.5.6. A face that is met within its outline is met
 * first; else the first of the edges and vertices counts. A path that grazes any of them, within
 * rounding, is decided again by distance alone. */
#include "carom/overlap.h"
#include "carom/raycast.h"
#include "query/closest/kernel_point_triangle.h"
#include "query/sweep/sweep_core.h"

static const carom_sweep_hit flat_miss;

typedef struct outline {
    const vec3 *v;
    int count;
    vec3 normal; /* of the face, any length; zero when there is no area */
} outline;

/* ---- nearest points */

static vec3 face_normal_towards(const outline *shape, vec3 p) {
    vec3 n = carom_normalize_or(shape->normal, vec(0, 0, 0));
    if (len2(n) == 0.0 && shape->count > 1)
        n = carom_perpendicular(sub3(shape->v[shape->count - 1], shape->v[0]));
    if (len2(n) == 0.0) n = vec(1, 0, 0);
    return dot3(n, sub3(p, shape->v[0])) > 0.0 ? neg3(n) : n;
}

static nearest_point nearest_on_outline(vec3 p, const void *data) {
    const outline *shape = data;
    nearest_point best = {shape->v[0], {0, 0, 0}, (double)INFINITY};
    vec3 away = vec(0, 0, 0);
    int last = shape->count - 1;
    for (int i = 0; i == 0 || i + 1 < last; i++) {
        int j = i + 1 < last ? i + 1 : last, k = i + 2 < last ? i + 2 : last;
        on_triangle on = point_triangle(p, shape->v[0], shape->v[j], shape->v[k]);
        double distance = carom_length(on.away);
        if (!(distance < best.distance)) continue;
        best.point = on.point;
        best.distance = distance;
        away = on.away;
    }
    vec3 flat = best.distance > 1e-12 * max_abs3(sub3(p, shape->v[0])) ? neg3(away) : vec(0, 0, 0);
    best.normal = carom_normalize_or(flat, face_normal_towards(shape, p));
    return best;
}

/* ---- time of first contact, for a start apart */

/* Does x, in the plane of the face, lie within the outline? -1 no, 1 yes, 0 too near its edge to
 * say. */
static int within_outline(const outline *shape, vec3 x) {
    double turn = 0.0;
    int answer = 1;
    for (int i = 0; i < shape->count; i++) {
        vec3 a = shape->v[i], e = sub3(shape->v[i + 1 < shape->count ? i + 1 : 0], a);
        vec3 w = sub3(x, a);
        double side = dot3(cross3(e, w), shape->normal);
        double wide = GRAZE * sqrt(len2(e) * len2(w) * len2(shape->normal));
        if (len2(e) == 0.0) continue;
        if (fabs(side) <= wide)
            answer = 0;
        else if (turn * side < 0.0)
            return -1;
        else
            turn = side;
    }
    return answer;
}

static path_entry enter_face(const moving_ball *ball, const outline *shape) {
    double nn = len2(shape->normal);
    if (!(nn > 1e-280)) return no_entry;
    double length = sqrt(nn),
           height = dot3(shape->normal, sub3(ball->center, shape->v[0])) / length;
    double rise = dot3(shape->normal, ball->motion) / length, gap = fabs(height) - ball->radius;
    if (gap <= 0.0) return (path_entry){DBL_MAX, gap > -GRAZE * ball->radius};
    if (height * rise >= 0.0) return no_entry;
    double t = gap / fabs(rise);
    if (t > 1.0) return (path_entry){DBL_MAX, t < 1.0 + GRAZE};
    vec3 at = mad3(ball->center, ball->motion, t);
    vec3 x = mad3(at, shape->normal, (height > 0.0 ? -ball->radius : ball->radius) / length);
    int within = within_outline(shape, x);
    return (path_entry){within > 0 ? t : DBL_MAX, within == 0};
}

static path_entry enter_edges(const moving_ball *ball, const outline *shape) {
    path_entry best = no_entry;
    for (int i = 0; i < shape->count; i++) {
        vec3 a = shape->v[i], b = shape->v[i + 1 < shape->count ? i + 1 : 0];
        vec3 p = sub3(ball->center, a);
        keep_first(&best, enter_ball(p, ball->motion, ball->radius));
        if (shape->count > 1)
            keep_first(&best, enter_cylinder(p, ball->motion, sub3(b, a), ball->radius));
    }
    return best;
}

static double enter_outline(const moving_ball *ball, const outline *shape) {
    path_entry entry = enter_face(ball, shape);
    if (entry.t == DBL_MAX) keep_first(&entry, enter_edges(ball, shape));
    bool extreme = max_abs3(ball->motion) > 1e100 || ball->radius > 1e100;
    if (CAROM_UNLIKELY(entry.doubt || extreme)) {
        double graze = carom_sweep_graze(ball, nearest_on_outline, shape);
        if (graze < entry.t || entry.t == DBL_MAX) return graze;
    }
    return entry.t;
}

static carom_sweep_hit start_in_contact(const moving_ball *ball, const outline *shape) {
    nearest_point on = nearest_on_outline(ball->center, shape);
    double leave = carom_sweep_exit(ball, 0.0, nearest_on_outline, shape);
    return (carom_sweep_hit){true, true, 0, (carom_real)leave, store3(on.point), store3(on.normal)};
}

static carom_sweep_hit sweep_outline(const moving_ball *ball, const outline *shape) {
    double t = enter_outline(ball, shape);
    return carom_sweep_answer(ball, t, nearest_on_outline, shape);
}

/* A ball without radius is the ray's business: exact, and watertight between neighbours. */
static carom_sweep_hit sweep_point(const moving_ball *ball, const carom_ray *path,
                                   const carom_triangle *triangle, const outline *shape) {
    carom_ray_hit_triangle hit = carom_raycast_ray_triangle(path, triangle, CAROM_BOTH_SIDES);
    if (!hit.hit) return flat_miss;
    return carom_sweep_answer(ball, (double)hit.t, nearest_on_outline, shape);
}

/* ---- the public functions */

/* True when the box around the whole motion misses the triangle's box, or the motion stays on one
 * side of its plane: most pairs end here. Never true for NaN. */
static bool clearly_apart(const moving_ball *ball, const vec3 v[3], vec3 normal) {
    double r = ball->radius * (1.0 + 1e-12);
    vec3 c = ball->center, m = ball->motion;
    double x0 = c.x + min2(m.x, 0.0) - r, x1 = c.x + max2(m.x, 0.0) + r;
    double y0 = c.y + min2(m.y, 0.0) - r, y1 = c.y + max2(m.y, 0.0) + r;
    double z0 = c.z + min2(m.z, 0.0) - r, z1 = c.z + max2(m.z, 0.0) + r;
    vec3 least = vec(min2(v[0].x, min2(v[1].x, v[2].x)), min2(v[0].y, min2(v[1].y, v[2].y)),
                     min2(v[0].z, min2(v[1].z, v[2].z)));
    vec3 most = vec(max2(v[0].x, max2(v[1].x, v[2].x)), max2(v[0].y, max2(v[1].y, v[2].y)),
                    max2(v[0].z, max2(v[1].z, v[2].z)));
    bool apart = (x0 > most.x) | (x1 < least.x) | (y0 > most.y) | (y1 < least.y) | (z0 > most.z) |
                 (z1 < least.z);
    if (apart) return ball->radius >= 0.0;
    double height = dot3(normal, sub3(c, v[0])), end = height + dot3(normal, m);
    double nearest = min2(fabs(height), fabs(end)), nn = len2(normal);
    return height * end > 0.0 && nearest * nearest > r * r * nn * (1.0 + 1e-9) && nn > 1e-280 &&
           nn < 1e280;
}

carom_sweep_hit carom_sweep_sphere_triangle(const carom_sphere *sphere, carom_vec3 motion,
                                            const carom_triangle *triangle) {
    const vec3 v[3] = {load3(triangle->v[0]), load3(triangle->v[1]), load3(triangle->v[2])};
    moving_ball ball = {load3(sphere->center), load3(motion), (double)sphere->radius};
    vec3 normal = cross3(sub3(v[1], v[0]), sub3(v[2], v[0]));
    if (clearly_apart(&ball, v, normal)) return flat_miss;
    if (!carom_moving_ball(&ball, sphere, motion)) return flat_miss;
    if (!finite3(v[0]) || !finite3(v[1]) || !finite3(v[2])) return flat_miss;
    outline shape = {v, 3, normal};
    if (carom_overlap_sphere_triangle(sphere, triangle)) return start_in_contact(&ball, &shape);
    if (max_abs3(ball.motion) == 0.0) return flat_miss;
    if (ball.radius == 0.0) {
        carom_ray path = {sphere->center, motion, 0, 1};
        return sweep_point(&ball, &path, triangle, &shape);
    }
    return sweep_outline(&ball, &shape);
}

/* The longest of the cross products at the vertices: a nearly straight corner has no say. */
static vec3 outline_normal(const vec3 *v, int count) {
    vec3 best = vec(0, 0, 0);
    for (int i = 1; i + 1 < count; i++) {
        vec3 n = cross3(sub3(v[i], v[0]), sub3(v[i + 1], v[0]));
        if (len2(n) > len2(best)) best = n;
    }
    return best;
}

#define POLYGON_LIMIT 64

carom_sweep_hit carom_sweep_sphere_polygon(const carom_sphere *sphere, carom_vec3 motion,
                                           const carom_polygon *polygon) {
    moving_ball ball;
    if (!carom_moving_ball(&ball, sphere, motion) || polygon->count <= 0 || !polygon->vertices)
        return flat_miss;
    if (polygon->count > POLYGON_LIMIT) { /* too many to copy: as a fan of triangles */
        carom_sweep_hit best = flat_miss;
        for (int first = 1; first + 1 < polygon->count; first++) {
            const carom_vec3 *p = polygon->vertices;
            carom_triangle part = {{p[0], p[first], p[first + 1]}};
            carom_sweep_hit hit = carom_sweep_sphere_triangle(sphere, motion, &part);
            if (hit.hit && (!best.hit || hit.fraction < best.fraction)) best = hit;
        }
        return best;
    }
    vec3 v[POLYGON_LIMIT];
    for (int i = 0; i < polygon->count; i++) {
        v[i] = load3(polygon->vertices[i]);
        if (!finite3(v[i])) return flat_miss;
    }
    outline shape = {v, polygon->count, outline_normal(v, polygon->count)};
    if (nearest_on_outline(ball.center, &shape).distance <= ball.radius)
        return start_in_contact(&ball, &shape);
    if (max_abs3(ball.motion) == 0.0) return flat_miss;
    return sweep_outline(&ball, &shape);
}

static carom_sweep_hit sweep_thick_segment(const carom_sphere *sphere, carom_vec3 motion,
                                           const carom_capsule *capsule) {
    moving_ball ball;
    const vec3 v[2] = {load3(capsule->a), load3(capsule->b)};
    double thickness = (double)capsule->radius;
    if (!carom_moving_ball(&ball, sphere, motion) || !finite3(v[0]) || !finite3(v[1]) ||
        !(thickness >= 0.0) || !finite1(thickness))
        return flat_miss;
    ball.radius += thickness;
    outline shape = {v, 2, {0, 0, 0}};
    carom_sweep_hit hit;
    if (nearest_on_outline(ball.center, &shape).distance <= ball.radius)
        hit = start_in_contact(&ball, &shape);
    else if (max_abs3(ball.motion) == 0.0)
        return flat_miss;
    else
        hit = sweep_outline(&ball, &shape);
    /* from the axis to the capsule's surface */
    if (hit.hit) hit.point = store3(mad3(load3(hit.point), load3(hit.normal), -thickness));
    return hit;
}

carom_sweep_hit carom_sweep_sphere_segment(const carom_sphere *sphere, carom_vec3 motion,
                                           const carom_segment *segment) {
    carom_capsule thin = {segment->a, segment->b, 0};
    return sweep_thick_segment(sphere, motion, &thin);
}

carom_sweep_hit carom_sweep_sphere_capsule(const carom_sphere *sphere, carom_vec3 motion,
                                           const carom_capsule *capsule) {
    return sweep_thick_segment(sphere, motion, capsule);
}
