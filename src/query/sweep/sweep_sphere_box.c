/* A moving sphere against boxes: a point against the box rounded by the radius. The rounded box
 * lies in the box grown by the radius on all sides; where the path enters that one through the flat
 * part of a face, this is first contact, and only else are edges and corners asked. An oriented box
 * is an axis-aligned one in its own frame. */
#include "carom/overlap.h"
#include "query/raycast/kernel_aabb.h"
#include "query/sweep/sweep_core.h"

static const carom_sweep_hit box_miss;

typedef struct local_box {
    vec3 low, high;
} local_box;

/* Inside, the way out is through the nearest face. */
static vec3 inward_from_nearest_face(vec3 p, const local_box *box) {
    double least = (double)INFINITY;
    vec3 normal = vec(1, 0, 0);
    for (int axis = 0; axis < 3; axis++) {
        double down = axis3(p, axis) - axis3(box->low, axis);
        double up = axis3(box->high, axis) - axis3(p, axis);
        double nearest = min2(down, up);
        if (!(nearest < least)) continue;
        least = nearest;
        double sign = down < up ? 1.0 : -1.0;
        normal = vec(axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0);
    }
    return normal;
}

static nearest_point nearest_in_box(vec3 p, const void *data) {
    const local_box *box = data;
    vec3 q = vec(max2(box->low.x, min2(box->high.x, p.x)), max2(box->low.y, min2(box->high.y, p.y)),
                 max2(box->low.z, min2(box->high.z, p.z)));
    vec3 towards = sub3(q, p);
    return (nearest_point){q, carom_normalize_or(towards, inward_from_nearest_face(q, box)),
                           carom_length(towards)};
}

typedef struct slab_entry {
    double t0, t1;
    int axis; /* of the face that is entered last; -1 when the start is inside */
} slab_entry;

static slab_entry enter_grown_box(const moving_ball *ball, const local_box *box) {
    slab_entry out = {0.0, 1.0, -1};
    for (int axis = 0; axis < 3; axis++) {
        double c = axis3(ball->center, axis), v = axis3(ball->motion, axis);
        double low = axis3(box->low, axis) - ball->radius,
               high = axis3(box->high, axis) + ball->radius;
        if (v == 0.0) {
            if (c < low || c > high) return (slab_entry){1.0, 0.0, -1};
            continue;
        }
        double near = ((v > 0.0 ? low : high) - c) / v, far = ((v > 0.0 ? high : low) - c) / v;
        if (near > out.t0) {
            out.t0 = near;
            out.axis = axis;
        }
        out.t1 = min2(out.t1, far);
    }
    return out;
}

/* 1 when the entry is through the flat of the face, -1 when clearly not, 0 when too near its
 * outline. */
static int through_flat(const moving_ball *ball, const local_box *box, const slab_entry *entry) {
    int answer = 1;
    for (int axis = 0; axis < 3; axis++) {
        if (axis == entry->axis) continue;
        double x = axis3(ball->center, axis) + entry->t0 * axis3(ball->motion, axis);
        double inside = min2(x - axis3(box->low, axis), axis3(box->high, axis) - x);
        double wide = 1e-12 * (fabs(x) + ball->radius);
        if (inside < -wide) return -1;
        if (inside < wide) answer = 0;
    }
    return answer;
}

static path_entry enter_box_edges(const moving_ball *ball, const local_box *box) {
    path_entry best = no_entry;
    for (int i = 0; i < 12; i++) {
        int axis = i / 4, j = (axis + 1) % 3, k = (axis + 2) % 3;
        double c[3];
        c[axis] = axis3(box->low, axis);
        c[j] = axis3(i & 1 ? box->high : box->low, j);
        c[k] = axis3(i & 2 ? box->high : box->low, k);
        double length = axis3(box->high, axis) - c[axis];
        vec3 e = vec(axis == 0 ? length : 0.0, axis == 1 ? length : 0.0, axis == 2 ? length : 0.0);
        vec3 p = sub3(ball->center, vec(c[0], c[1], c[2]));
        keep_first(&best, enter_cylinder(p, ball->motion, e, ball->radius));
        if (axis == 0) { /* each corner once */
            keep_first(&best, enter_ball(p, ball->motion, ball->radius));
            keep_first(&best, enter_ball(sub3(p, e), ball->motion, ball->radius));
        }
    }
    return best;
}

static carom_sweep_hit box_start(const moving_ball *ball, const local_box *box) {
    nearest_point on = nearest_in_box(ball->center, box);
    double leave = carom_sweep_exit(ball, 0.0, nearest_in_box, box);
    return (carom_sweep_hit){
        true, true, 0, (carom_real)leave, store3(on.point), store3(on.normal), CAROM_EXACT};
}

/* A ball without radius is the ray's business: exact, and by the face that it enters. One that
 * starts apart from an oriented box, but not in its frame, is out of the nearest face. */
static carom_sweep_hit sweep_box_point(const moving_ball *ball, const local_box *box) {
    const vec3 none = {0, 0, 0}, v = ball->motion;
    const ray_path path = {ball->center, v, none, v, 0.0, 1.0, false};
    solid_hit hit;
    if (!path_aabb(&path, box->low, box->high, &hit)) return box_miss;
    vec3 normal = sub3(none, hit.normal); /* no zero is negative */
    if (hit.started_inside) {
        normal = inward_from_nearest_face(ball->center, box);
        if (!(dot3(normal, v) > 0.0)) return box_miss;
    }
    vec3 at = nearest_in_box(path_point(&path, hit.t), box).point;
    return (carom_sweep_hit){
        true,       false,          time_below(hit.t), (carom_real)max2(hit.t, hit.t_exit),
        store3(at), store3(normal), CAROM_EXACT};
}

static carom_sweep_hit sweep_box(const moving_ball *ball, const local_box *box) {
    if (ball->radius == 0.0) return sweep_box_point(ball, box);
    slab_entry grown = enter_grown_box(ball, box);
    if (grown.t0 > grown.t1 * (1.0 + 1e-12)) return box_miss;
    int flat = grown.axis < 0 ? -1 : through_flat(ball, box, &grown);
    double t = grown.t0;
    if (flat <= 0) {
        path_entry entry = enter_box_edges(ball, box);
        /* apart at the start, but by less than rounding */
        bool touches = grown.axis < 0 && nearest_in_box(ball->center, box).distance <= ball->radius;
        t = entry.t;
        if (entry.doubt || touches || flat == 0) t = carom_sweep_graze(ball, nearest_in_box, box);
    }
    return carom_sweep_answer(ball, t, nearest_in_box, box);
}

carom_sweep_hit carom_sweep_sphere_aabb(const carom_sphere *sphere, carom_vec3 motion,
                                        const carom_aabb *aabb) {
    moving_ball ball;
    local_box box = {load3(aabb->min), load3(aabb->max)};
    if (!carom_moving_ball(&ball, sphere, motion) || !finite3(box.low) || !finite3(box.high))
        return box_miss;
    if (carom_overlap_sphere_aabb(sphere, aabb)) return box_start(&ball, &box);
    if (!(box.low.x <= box.high.x && box.low.y <= box.high.y && box.low.z <= box.high.z))
        return box_miss;
    return max_abs3(ball.motion) == 0.0 ? box_miss : sweep_box(&ball, &box);
}

static vec3 into_frame(const vec3 axes[3], vec3 v) {
    return vec(dot3(axes[0], v), dot3(axes[1], v), dot3(axes[2], v));
}
static vec3 out_of_frame(const vec3 axes[3], vec3 v) {
    return add3(scale3(axes[0], v.x), add3(scale3(axes[1], v.y), scale3(axes[2], v.z)));
}

carom_sweep_hit carom_sweep_sphere_obb(const carom_sphere *sphere, carom_vec3 motion,
                                       const carom_obb *obb) {
    moving_ball ball;
    const vec3 axes[3] = {load3(obb->axes[0]), load3(obb->axes[1]), load3(obb->axes[2])};
    vec3 c = load3(obb->center), h = load3(obb->half_extents);
    local_box box = {neg3(h), h};
    if (!carom_moving_ball(&ball, sphere, motion) || !finite3(c) || !finite3(h) ||
        !(h.x >= 0.0 && h.y >= 0.0 && h.z >= 0.0))
        return box_miss;
    bool start = carom_overlap_sphere_obb(sphere, obb);
    ball.center = into_frame(axes, sub3(ball.center, c));
    ball.motion = into_frame(axes, ball.motion);
    if (!finite3(ball.center) || !finite3(ball.motion)) return box_miss;
    if (!start && max_abs3(ball.motion) == 0.0) return box_miss;
    carom_sweep_hit hit = start ? box_start(&ball, &box) : sweep_box(&ball, &box);
    if (!hit.hit) return hit;
    double t = (double)hit.fraction;
    nearest_point on = nearest_in_box(mad3(ball.center, ball.motion, start ? 0.0 : t), &box);
    /* a point on the surface has been told its side */
    if (ball.radius == 0.0 || dot3(on.normal, load3(hit.normal)) < 0.0)
        on.normal = load3(hit.normal);
    hit.point = store3(add3(c, out_of_frame(axes, on.point)));
    hit.normal = store3(carom_normalize_or(out_of_frame(axes, on.normal), on.normal));
    return hit;
}
