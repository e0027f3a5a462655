/* Winding number [Jacobson13] next to a point as the sum of the signed crossings of a ray, with
 * exact signs. Triangles that contain the point are not counted: the ray starts on them. A ray
 * that meets an edge or a vertex elsewhere is not in general position; the answer is then false
 * and the caller takes another. */
#include "mesh/pair/segment_walk.h"
#include "mesh/solid/solid_sphere_map.h"
#include "mesh/solid/tolerances.h"
#include "mesh/solid/solid_winding.h"

typedef struct winding_walk {
    segment_walk boxes;
    const exact_point *point;
    vec3 ray;
    int winding;
    bool undecided, on_surface;
} winding_walk;

static bool winding_enters(const void *context, const mesh_node *node) {
    return segment_enters(&((const winding_walk *)context)->boxes, node);
}

static void cross_triangle(winding_walk *w, const vec3 v[3]) {
    int sign[3], facing = 0;
    if (carom_exact_known_part(w->point, v) >= 0) {
        w->on_surface = true;
        return;
    }
    for (int i = 0; i < 3; i++) {
        sign[i] = carom_exact_side_of_ray(w->point, w->ray, v[i], v[(i + 1) % 3]);
        if (sign[i] == 0) continue;
        if (facing == -sign[i]) return;
        facing = sign[i];
    }
    if (facing == 0 && carom_collinear(v[0], v[1], v[2])) return;
    int side = carom_exact_side(w->point, v);
    if (side == 0 && facing == 0) w->undecided = true;
    if (side == 0) w->on_surface = true;
    if (side != -facing || facing == 0) return;
    if (sign[0] == 0 || sign[1] == 0 || sign[2] == 0)
        w->undecided = true;
    else
        w->winding += facing;
}

static bool winding_leaf(void *context, const mesh_node *node) {
    winding_walk *w = context;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        carom_triangle t = posed_rank(w->boxes.frame, i);
        cross_triangle(w, (const vec3[3]){load3(t.v[0]), load3(t.v[1]), load3(t.v[2])});
    }
    return !w->undecided;
}

bool carom_winding_along(const placed_frame *frame, const exact_point *p, vec3 ray, int *winding,
                         bool *on_surface) {
    winding_walk w = {.point = p, .ray = ray};
    middle_box bounds = middle_of_mesh(frame->mesh);
    vec3 from = affine_point(&frame->back, p->near), along = affine_vector(&frame->back, ray);
    double far = RAY_OVERSHOOT * (max_abs3(sub3(from, bounds.center)) + max_abs3(bounds.half));
    w.boxes = segment_walk_start(frame, from, scale3(along, far / max_abs3(along)), p->error);
    mesh_visit(frame->mesh, winding_enters, winding_leaf, &w);
    *winding = w.winding;
    if (on_surface) *on_surface = w.on_surface;
    return !w.undecided;
}
