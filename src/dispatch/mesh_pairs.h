/* Meshes and height fields under the generic calls: a shape against one, and one against another.
 * Posed shapes in table order, valid and not pending: B is a mesh or height field, and A whatever
 * is listed before it. */
#ifndef CAROM_DISPATCH_MESH_PAIRS_H
#define CAROM_DISPATCH_MESH_PAIRS_H

#include "carom/contact.h"
#include "carom/toi.h"
#include "dispatch/dispatch.h"
#include "dispatch/mesh_reach.h"
#include "mesh/shape_surface.h"

static inline bool is_surface_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_MESH || kind == CAROM_SHAPE_HEIGHTFIELD;
}

/** Which of two meshes, or of two height fields, comes first, as carom_shape_order: by where they
 * stand, then by their boxes. */
int carom_surface_order(const carom_posed_shape *a, const carom_posed_shape *b);

bool carom_surface_overlap(const carom_posed_shape *a, const carom_posed_shape *b);
carom_relation carom_surface_classify(const carom_posed_shape *a, const carom_posed_shape *b);
carom_closest_any carom_surface_closest(const carom_posed_shape *a, const carom_posed_shape *b);
/** A is a ray, segment or line. */
carom_ray_hit carom_surface_raycast(const carom_posed_shape *a, const carom_posed_shape *b);
carom_penetration carom_surface_penetration(const carom_posed_shape *a, const carom_posed_shape *b);
/** B stands; `motion` is A's. */
carom_sweep_hit carom_surface_sweep(const carom_posed_shape *a, carom_vec3 motion,
                                    const carom_posed_shape *b, const carom_sweep_options *options);
/** As carom_contact_several, in table order; manifolds[0] is blank but for what is wanted. */
int32_t carom_surface_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                              carom_contact_manifold *manifolds, int32_t capacity);
/** How far B moves along the unit `direction` to be free of A; 0 for what is endless. */
double carom_surface_along(const carom_posed_shape *a, const carom_posed_shape *b, vec3 direction);
/** Of B or of both. */
carom_toi_hit carom_surface_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                                carom_real tolerance);

/* ---- what these share */

/* A shape in the frame of the surface that it is asked against. Not copied: it points into
 * itself. */
typedef struct surface_pair {
    surface on;
    carom_pose pose; /* where the surface stands */
    bool still;      /* that is the identity */
    const carom_posed_shape *shape;
    shape_reach reach;
    carom_posed_shape own;
    posed_room room;
} surface_pair;

surface carom_surface_of(const carom_shape *shape);
/** False when A cannot be moved there, or B has no triangle. */
bool carom_open_surface_pair(surface_pair *out, const carom_posed_shape *a,
                             const carom_posed_shape *b);

/** In the surface's frame. */
carom_mesh_closest carom_surface_nearest(const surface *on, carom_vec3 point);

/** Do they touch? In the surface's frame, as all that takes a surface_pair. */
bool carom_shape_meets(const surface_pair *pair);

/** Whether what the shape meets on its way counts; may turn its normal. */
typedef bool surface_hit_judge(const surface_pair *pair, uint32_t triangle, vec3 motion,
                               carom_sweep_hit *hit);
/** The first triangle that the moving shape meets, of equally early ones that with the lowest
 * index; `judge` null: every one counts. */
carom_mesh_sweep_hit carom_shape_first_hit(const surface_pair *pair, carom_vec3 motion,
                                           const carom_sweep_options *options,
                                           surface_hit_judge *judge);

/** The hit's normal, from the shape to the surface, freed of inner edges. */
static inline carom_vec3 hit_normal_freed(const surface *on, uint32_t triangle,
                                          const carom_sweep_hit *hit) {
    carom_vec3 up = store3(neg3(load3(hit->normal)));
    up = carom_surface_contact_normal(on, triangle, hit->point, up);
    return store3(neg3(load3(up)));
}

/** From the surface's frame into the common one. */
carom_vec3 carom_surface_point_out(const surface_pair *pair, carom_vec3 point);
carom_vec3 carom_surface_normal_out(const surface_pair *pair, carom_vec3 normal);

/* In the common frame already. */
static inline carom_posed_shape posed_triangle(const carom_triangle *t) {
    carom_posed_shape out;
    out.shape.kind = CAROM_SHAPE_TRIANGLE;
    out.shape.as.triangle = *t;
    out.state = POSED_VALID;
    out.motion = (carom_vec3){0, 0, 0};
    return out;
}

/* ---- two surfaces */

bool carom_both_overlap(const carom_posed_shape *a, const carom_posed_shape *b);
carom_relation carom_both_classify(const carom_posed_shape *a, const carom_posed_shape *b);
carom_closest_any carom_both_closest(const carom_posed_shape *a, const carom_posed_shape *b);
carom_penetration carom_both_penetration(const carom_posed_shape *a, const carom_posed_shape *b);
carom_sweep_hit carom_both_sweep(const carom_posed_shape *a, carom_vec3 motion,
                                 const carom_posed_shape *b, const carom_sweep_options *options);

#endif
