/* A compound: its children, and a BVH4 over their boxes. Children are stored as they were given and
 * posed once, or are implicit: points with a radius, or cubes of cells, of which a shape is made
 * when it is asked for. Of implicit children each leaf of the tree is a run of several. */
#ifndef CAROM_DISPATCH_COMPOUND_COMPOUND_DATA_H
#define CAROM_DISPATCH_COMPOUND_COMPOUND_DATA_H

#include "carom/compound.h"
#include "spatial/bvh/bvh4_visit.h"

typedef enum compound_form { COMPOUND_GIVEN, COMPOUND_POINTS, COMPOUND_VOXELS } compound_form;

/* Children of a leaf: the more, the less memory, and the more boxes are compared in vain. */
#define POINTS_OF_LEAF 8u
#define VOXELS_OF_LEAF 4u

/** Implicit children are in the order of the leaves, their places. */
struct carom_compound {
    compound_form form;
    carom_child *given;          /* GIVEN */
    carom_posed_shape *children; /* the same in the compound's frame */
    carom_vec3 *points;          /* POINTS, by place */
    carom_real *radii;           /* by place, or null: all have `radius` */
    carom_real radius;
    uint32_t *ids, *places; /* of POINTS, from places to children and back */
    carom_voxel *voxels;    /* VOXELS, whose places are the children */
    carom_vec3 origin, cell;
    carom_aabb extent; /* of the centres of POINTS, or of VOXELS */
    carom_aabb *boxes; /* GIVEN: in the compound's frame */
    size_t count;
    bvh4_tree tree;
    carom_allocator allocator;
};

static inline bool is_compound(const carom_posed_shape *s) {
    return s->shape.kind == CAROM_SHAPE_COMPOUND;
}

static inline bool is_compound_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    return is_compound(a) || is_compound(b);
}

/** How many children a leaf of the tree holds, but the last one. */
static inline uint32_t leaf_children(const carom_compound *c) {
    return c->form == COMPOUND_GIVEN    ? 1
           : c->form == COMPOUND_POINTS ? POINTS_OF_LEAF
                                        : VOXELS_OF_LEAF;
}

/** The child at a place of the leaves. */
static inline uint32_t child_at(const carom_compound *c, uint32_t place) {
    return c->ids ? c->ids[place] : place;
}

static inline uint32_t place_of(const carom_compound *c, uint32_t child) {
    return c->places ? c->places[child] : child;
}

static inline carom_real point_radius(const carom_compound *c, uint32_t place) {
    return c->radii ? c->radii[place] : c->radius;
}

/** The plane between two cells: one value for both of them. */
static inline carom_real cell_plane(carom_real origin, carom_real cell, int64_t index) {
    return (carom_real)((double)origin + (double)cell * (double)index);
}

static inline carom_vec3 cell_corner(const carom_compound *c, int64_t x, int64_t y, int64_t z) {
    return (carom_vec3){cell_plane(c->origin.x, c->cell.x, x),
                        cell_plane(c->origin.y, c->cell.y, y),
                        cell_plane(c->origin.z, c->cell.z, z)};
}

static inline carom_aabb voxel_box(const carom_compound *c, const carom_voxel *v) {
    const int64_t size = v->size;
    return (carom_aabb){cell_corner(c, v->x, v->y, v->z),
                        cell_corner(c, v->x + size, v->y + size, v->z + size)};
}

/* Never inside the ball's box: the sum of radius and coordinate has one rounding. */
static inline carom_aabb ball_box(carom_vec3 p, carom_real radius) {
    if (!(radius > 0)) return (carom_aabb){p, p};
    const double r = (double)radius, e = (double)CAROM_REAL_EPSILON;
    const double x = r + e * (fabs((double)p.x) + r), y = r + e * (fabs((double)p.y) + r),
                 z = r + e * (fabs((double)p.z) + r);
    return (carom_aabb){{(carom_real)((double)p.x - x), (carom_real)((double)p.y - y),
                         (carom_real)((double)p.z - z)},
                        {(carom_real)((double)p.x + x), (carom_real)((double)p.y + y),
                         (carom_real)((double)p.z + z)}};
}

/** A box that holds an implicit child, in the compound's frame. */
static inline carom_aabb place_box(const carom_compound *c, uint32_t place) {
    if (c->form == COMPOUND_VOXELS) return voxel_box(c, &c->voxels[place]);
    return ball_box(c->points[place], point_radius(c, place));
}

/** The shape of an implicit child. */
static inline carom_shape place_shape(const carom_compound *c, uint32_t place) {
    carom_shape out = {.kind = CAROM_SHAPE_AABB};
    if (c->form == COMPOUND_VOXELS) {
        out.as.aabb = voxel_box(c, &c->voxels[place]);
        return out;
    }
    const carom_real radius = point_radius(c, place);
    out.kind = radius > 0 ? CAROM_SHAPE_SPHERE : CAROM_SHAPE_POINT;
    out.as.sphere = (carom_sphere){c->points[place], radius > 0 ? radius : 0};
    return out;
}

/** Keys and leaves of a search of a compound's children, as of bvh4_visit_nearest. */
typedef struct children_search {
    const carom_compound *of;
    double (*key)(const void *, const carom_aabb *);
    double (*own_key)(const void *, const carom_aabb *); /* of the box of an implicit child */
    void (*leaf)(void *, uint32_t child);
    void *context;
    const double *limit;
    bool other; /* within a search of another compound's children, or maybe */
} children_search;

static inline double children_key(const void *context, const carom_aabb *box) {
    const children_search *s = context;
    return s->key(s->context, box);
}

typedef struct place_key {
    double key;
    uint32_t place;
} place_key;

/* The children of a leaf, nearest first. */
static inline void children_leaf(void *context, uint32_t leaf) {
    const children_search *s = context;
    const carom_compound *c = s->of;
    const uint32_t all = leaf_children(c), first = leaf * all;
    const uint32_t left = (uint32_t)c->count - first, count = left < all ? left : all;
    place_key order[POINTS_OF_LEAF];
    uint32_t top = 0;
    for (uint32_t i = 0; i < count; i++) {
        const carom_aabb box = place_box(c, first + i);
        const double key = s->own_key(s->context, &box);
        if (key >= DBL_MAX || key > *s->limit) continue;
        uint32_t k = top++;
        for (; k > 0 && order[k - 1].key > key; k--)
            order[k] = order[k - 1];
        order[k] = (place_key){key, first + i};
    }
    for (uint32_t i = 0; i < top && order[i].key <= *s->limit; i++)
        s->leaf(s->context, child_at(c, order[i].place));
}

/** Branch and bound over the children of a compound, nearest first. */
static inline void visit_children(children_search search) {
    const workspace_level level = search.other ? WORKSPACE_CHILDREN_OF_OTHER : WORKSPACE_CHILDREN;
    if (search.of->form == COMPOUND_GIVEN)
        bvh4_visit_nearest(&search.of->tree, &(bvh4_search){level, search.key, search.leaf,
                                                            search.context, search.limit});
    else
        bvh4_visit_nearest(&search.of->tree, &(bvh4_search){level, children_key, children_leaf,
                                                            &search, search.limit});
}

#endif
