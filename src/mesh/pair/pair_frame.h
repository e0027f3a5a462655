/* Relative frames of two placed meshes, and the box test between them. Boxes of each BVH stay
 * axis-aligned in their own mesh's frame. The separating axis test of two boxes takes the six
 * face normals of both [Gottschalk96] and needs only the affine maps between the frames and
 * their inverses, so it is conservative for every invertible map, also for a pose whose
 * quaternion is not unit. Margins cover the rounding of posed vertices. */
#ifndef CAROM_MESH_PAIR_PAIR_FRAME_H
#define CAROM_MESH_PAIR_PAIR_FRAME_H

#include "carom/mesh_pair.h"
#include "mesh/data/mesh_visit.h"
#include "mesh/pair/tolerances.h"

/** Maps x to shift + column[0] x.x + column[1] x.y + column[2] x.z. */
typedef struct affine_map {
    vec3 column[3], shift;
} affine_map;

typedef struct placed_frame {
    const carom_mesh *mesh;
    const carom_mesh_rim *rim; /* or null */
    carom_pose pose;
    bool still;           /* the pose is the identity: vertices keep their coordinates */
    bool blind;           /* the map is not near a rigid one: boxes prune nothing */
    affine_map out, back; /* mesh frame to common frame, and its inverse */
    double noise;         /* bound on the error of a posed vertex, common frame */
    double shrink;        /* least factor from distances in the mesh frame to the common frame */
} placed_frame;

typedef struct pair_frame {
    placed_frame a, b;
    bool blind;
    affine_map a_from_b, b_from_a;
    double margin; /* bound on the error of a box, in either mesh's frame */
} pair_frame;

/** @return false when the mesh is missing or empty, or the pose is invalid. */
bool carom_placed_frame(placed_frame *out, const carom_placed_mesh *placed);
bool carom_pair_frame(pair_frame *out, const carom_placed_mesh *a, const carom_placed_mesh *b);

affine_map carom_inverse_map(const affine_map *map);
affine_map carom_map_after(const affine_map *then, const affine_map *first);

static inline vec3 affine_vector(const affine_map *m, vec3 v) {
    return mad3(mad3(scale3(m->column[0], v.x), m->column[1], v.y), m->column[2], v.z);
}
static inline vec3 affine_point(const affine_map *m, vec3 p) {
    return add3(m->shift, affine_vector(m, p));
}
static inline vec3 affine_extent(const affine_map *m, vec3 half) {
    vec3 c0 = m->column[0], c1 = m->column[1], c2 = m->column[2];
    return vec(fabs(c0.x) * half.x + fabs(c1.x) * half.y + fabs(c2.x) * half.z,
               fabs(c0.y) * half.x + fabs(c1.y) * half.y + fabs(c2.y) * half.z,
               fabs(c0.z) * half.x + fabs(c1.z) * half.y + fabs(c2.z) * half.z);
}

typedef struct middle_box {
    vec3 center, half;
} middle_box;

static inline middle_box middle_of_box(carom_vec3 min, carom_vec3 max) {
    vec3 low = scale3(load3(min), 0.5), high = scale3(load3(max), 0.5);
    return (middle_box){add3(low, high), sub3(high, low)};
}
static inline middle_box middle_of_node(const mesh_node *node) {
    return middle_of_box(node->min, node->max);
}
static inline middle_box middle_of_mesh(const carom_mesh *mesh) {
    return middle_of_box(mesh->bounds.min, mesh->bounds.max);
}

/* Gaps of two boxes along the axes of the first one's frame; negative where they overlap. */
static inline vec3 gaps_of_boxes(const middle_box *own, const affine_map *from_other,
                                 const middle_box *other) {
    vec3 d = sub3(affine_point(from_other, other->center), own->center);
    vec3 reach = add3(own->half, affine_extent(from_other, other->half));
    return vec(fabs(d.x) - reach.x, fabs(d.y) - reach.y, fabs(d.z) - reach.z);
}

/* Lower bound on the boxes' distance along the line of their centers, in A's frame. */
static inline double gap_of_centers(const pair_frame *f, const middle_box *a, const middle_box *b) {
    const vec3 *axis = f->a_from_b.column;
    vec3 d = sub3(affine_point(&f->a_from_b, b->center), a->center);
    double reach_a = fabs(d.x) * a->half.x + fabs(d.y) * a->half.y + fabs(d.z) * a->half.z;
    double reach_b = fabs(dot3(d, axis[0])) * b->half.x + fabs(dot3(d, axis[1])) * b->half.y +
                     fabs(dot3(d, axis[2])) * b->half.z;
    double d2 = len2(d), gap = d2 - reach_a - reach_b;
    return gap > 0.0 && d2 < PAIR_SQUARE_MOST ? gap / sqrt(d2) - f->margin : 0.0;
}

static inline bool boxes_may_meet(const pair_frame *f, const middle_box *a, const middle_box *b) {
    vec3 gap = gaps_of_boxes(a, &f->a_from_b, b);
    if (gap.x > f->margin || gap.y > f->margin || gap.z > f->margin) return false;
    gap = gaps_of_boxes(b, &f->b_from_a, a);
    return !(gap.x > f->margin || gap.y > f->margin || gap.z > f->margin);
}

static inline double length_of_gaps(vec3 gap, double margin) {
    vec3 g = vec(max2(gap.x - margin, 0.0), max2(gap.y - margin, 0.0), max2(gap.z - margin, 0.0));
    double d2 = len2(g);
    return d2 < PAIR_SQUARE_MOST ? sqrt(d2) : max_abs3(g);
}

/* A lower bound on the distance of the posed contents. */
static inline double distance_of_boxes(const pair_frame *f, const middle_box *a,
                                       const middle_box *b) {
    if (f->blind) return 0.0;
    double from_a = length_of_gaps(gaps_of_boxes(a, &f->a_from_b, b), f->margin);
    double from_b = length_of_gaps(gaps_of_boxes(b, &f->b_from_a, a), f->margin) * f->b.shrink;
    from_a = max2(from_a, gap_of_centers(f, a, b)) * f->a.shrink;
    return max2(from_a, from_b) * (1.0 - PAIR_BOX_DISTANCE_ROUNDING);
}

carom_triangle carom_posed_triangle(const placed_frame *frame, const carom_triangle *triangle);

static inline carom_triangle posed_rank(const placed_frame *frame, uint32_t rank) {
    carom_triangle t = mesh_ranked(frame->mesh, rank);
    return carom_posed_triangle(frame, &t);
}
static inline carom_triangle posed_index(const placed_frame *frame, uint32_t index) {
    carom_triangle t = mesh_indexed(frame->mesh, index);
    return carom_posed_triangle(frame, &t);
}

/* Stack size of a traversal of two trees that replaces one node of a pair by its children at
 * each step. */
#define PAIR_STACK (2 * BVH8_STACK)

#endif
