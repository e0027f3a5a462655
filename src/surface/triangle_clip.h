/* Clipping of contact features to the triangles of surfaces, and the part of a face inside of which
 * that finds nothing but what the plane of the face tells. */
#ifndef CAROM_SURFACE_TRIANGLE_CLIP_H
#define CAROM_SURFACE_TRIANGLE_CLIP_H

#include "carom/contact.h"
#include "convex/manifold/contact_merge.h"
#include "surface/surface_query.h"
#include "surface/tolerances.h"

/* Names of the vertices of two triangles, the one that is clipped and the one that clips: equal
 * in all triangles that share a vertex. */
typedef struct contact_names {
    uint32_t corner[3], tile[3];
} contact_names;

/** Returns the name of a vertex at a position in its surface's own frame. */
uint32_t carom_contact_name(carom_vec3 position);

/* A triangle of the surface, about perpendicular to the contact direction `up`. */
typedef struct clip_triangle {
    vec3 v[3], face; /* face: unit normal on the side of `up` */
    vec3 up;         /* unit */
    double most;     /* points deeper than this are dropped */
    bool of_a;       /* the triangle is A's; otherwise B's */
    bool turned;     /* the last two vertices are swapped */
    uint32_t triangle;
    const contact_names *names; /* or null: points are identified by the triangle's index */
    const vec3 *region;         /* a box outside of which points are dropped; or null */
} clip_triangle;

/** Fills the triangle; returns false when its normal deviates from `up` by more than
 * REFERENCE_COSINE. */
bool carom_clip_triangle(clip_triangle *out, const carom_triangle *at, uint32_t triangle, vec3 up);
/** Clips a feature to the prism over the triangle and merges its points into the pool, whose normal
 * points down, or up when the triangle is A's. `pool` may be null.
 * @return the greatest depth of the clipped part, whether or not the pool keeps it; -DBL_MAX
 * when it is empty. */
double carom_clip_to_triangle(const convex_feature *feature, const clip_triangle *tile,
                              contact_pool *pool);

/* The sides of a convex polygon in the projection along `up`, moved inwards, and the depth of its
 * plane: what is over the polygon is linear. For polygons of few sides; own method. */
#define COVER_SIDES 8
typedef struct face_cover {
    int sides; /* 0: covers nothing */
    vec3 out[COVER_SIDES];
    double offset[COVER_SIDES];
    vec3 rise; /* depth of the polygon below x along `up`: dot(rise, x) - level */
    double level;
} face_cover;

/** Fills the cover of a planar feature. */
void carom_cover_feature(face_cover *out, const convex_feature *feature, vec3 up);
/** Adds the sides of the polygon of `count` corners, at most COVER_SIDES, counter-clockwise about
 * `up`, moved inwards by the margin. */
void carom_cover_sides(face_cover *out, const vec3 *corners, int count, vec3 up, double margin);

/** Is the point inside of all sides? */
static inline bool covers_point(const face_cover *cover, vec3 p) {
    for (int i = 0; i < cover->sides; i++)
        if (!(dot3(cover->out[i], p) <= cover->offset[i])) return false;
    return cover->sides > 0;
}
static inline bool covers_triangle(const face_cover *cover, const vec3 v[3]) {
    return covers_point(cover, v[0]) && covers_point(cover, v[1]) && covers_point(cover, v[2]);
}
static inline double depth_under(const face_cover *cover, vec3 p) {
    return dot3(cover->rise, p) - cover->level;
}
/** The greatest depth of the feature over the triangle. */
static inline double depth_under_triangle(const face_cover *cover, const vec3 v[3]) {
    return max2(depth_under(cover, v[0]), max2(depth_under(cover, v[1]), depth_under(cover, v[2])));
}

/** Stores the pool's best points, up to the manifold's capacity. The pool is consumed. */
void carom_contact_store(contact_pool *pool, carom_contact_manifold *manifold);

/** Returns an empty manifold with the request's margin and capacity. */
static inline carom_contact_manifold blank_manifold(const carom_contact_manifold *request) {
    return (carom_contact_manifold){.margin = request->margin, .capacity = request->capacity};
}

#endif
