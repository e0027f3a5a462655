/* Pieces of open parts inside another part, and coincident parts: up to a tolerance each surface
 * lies on the other, and a point is deep inside both, which distinguishes them from shells and from
 * neighbours that share a face. */
#include "clash/clash.h"
#include "clash/clash_shape.h"
#include "clash/clash_solid.h"

static bool inside_of(const clash_part *part, carom_vec3 p) {
    return carom_classify_point_mesh(p, &part->placed).place == CAROM_PLACE_INSIDE;
}

bool clash_any_piece_inside(const clash_part *part, const clash_part *in, carom_vec3 *where) {
    for (size_t i = 0; i < part->shape->probe_count; i++) {
        carom_vec3 p = carom_pose_transform_point(part->placed.pose, part->shape->probes[i]);
        if (!inside_of(in, p)) continue;
        *where = p;
        return true;
    }
    return false;
}

static carom_vec3 middle(const carom_triangle *t) {
    return times(plus(plus(t->v[0], t->v[1]), t->v[2]), 1.0 / 3.0);
}

/* A point halfway through the solid of `part` behind one of its triangles; when the solids coincide
 * there, it is inside both. */
static bool inner_point(const clash_part *part, uint32_t triangle, carom_vec3 *out) {
    carom_triangle t = clash_triangle(part, triangle);
    carom_vec3 c = middle(&t);
    carom_vec3 n = outer(minus(t.v[1], t.v[0]), minus(t.v[2], t.v[0]));
    if (!(norm(n) > 0.0)) return false;
    carom_ray ray = {c, times(unit(n), -1.0), 0.0, CAROM_REAL_MAX};
    ray.t_min = 1e-9 * norm(minus(part->box.max, part->box.min));
    const carom_ray own = clash_ray_in_shape(part, &ray);
    carom_mesh_ray_hit hit = carom_raycast_ray_mesh(&own, part->shape->mesh, CAROM_BOTH_SIDES);
    if (!hit.hit) return false;
    *out = plus(c, times(ray.direction, 0.5 * hit.at.t));
    return true;
}

/* ---- coincident parts */

/* The vertices and the centres of the triangles. */
static bool lies_on(const clash_part *part, const clash_part *other, double within) {
    const carom_io_soup *soup = &part->shape->soup;
    for (size_t i = 0; i < soup->vertex_count; i++)
        if (!clash_is_within(other, clash_vertex(part, i), within)) return false;
    for (uint32_t i = 0; i < soup->triangle_count; i++) {
        carom_triangle t = clash_triangle(part, i);
        if (!clash_is_within(other, middle(&t), within)) return false;
    }
    return true;
}

typedef struct same_search {
    const clash_part *a, *b;
    double deeper;
    uint32_t last;
    int tries;
    bool found;
} same_search;

static bool is_deep_in(const same_search *s, const clash_part *part, carom_vec3 p) {
    return inside_of(part, p) && !clash_is_within(part, p, s->deeper);
}

static bool look_behind(uint32_t a, uint32_t b, void *user) {
    same_search *s = user;
    carom_vec3 p;
    (void)b;
    if (a == s->last) return true;
    s->last = a;
    s->found = inner_point(s->a, a, &p) && is_deep_in(s, s->a, p) && is_deep_in(s, s->b, p);
    return !s->found && ++s->tries < 16;
}

static double least_side(const carom_aabb *box) {
    carom_vec3 d = minus(box->max, box->min);
    return fmin(d.x, fmin(d.y, d.z));
}

bool clash_same_solid(const clash_part *a, const clash_part *b, double tolerance) {
    double least = fmin(least_side(&a->box), least_side(&b->box));
    same_search s = {.a = a, .b = b, .last = UINT32_MAX};
    s.deeper = fmax(tolerance, 1e-6 * least); /* above rounding */
    if (!lies_on(a, b, s.deeper) || !lies_on(b, a, s.deeper)) return false;
    carom_visit_mesh_mesh(&a->placed, &b->placed, look_behind, &s);
    return s.found;
}
