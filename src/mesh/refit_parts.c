/* Refit of a BVH with spatial splits [Stich09] (own method). A leaf's box tells which part of a
 * triangle it contains: the old triangle clipped to the box [Sutherland74]. Each vertex of that
 * part is kept as barycentric weights, which with the triangle's new vertices give the part's new
 * position. Parts that covered the triangle still cover it, since every point keeps its weights and
 * thus its part.
 *
 * Boxes are grown by more than the check of loaded trees tolerates, so that parts overlap by
 * more than the rounding of the clipping. A leaf's box bounds the parts of all of its triangles,
 * so parts can only grow from refit to refit, up to the whole triangle. */
#include "mesh/refit_parts.h"

#include "core/tasks.h"
#include "mesh/save_cover.h"
#include "mesh/bvh8_build/bvh8_build.h"
#include "mesh/bvh8/bvh8_fit.h"
#include "mesh/bvh8/bvh8_frame.h"
#include "mesh/tolerances.h"

/* Vertices of a triangle that six planes clip. */
#define PART_CORNERS 9

/* Nodes per task that repay waking a thread. */
#define PART_GRAIN 64

typedef struct part_corner {
    double at[3], weight[3];
} part_corner;

typedef struct part_polygon {
    int count;
    part_corner corner[PART_CORNERS + 1];
} part_polygon;

typedef struct parts_job {
    bvh8_tree *tree;
    const bvh8_source *source;
    bvh8_frame frame; /* the new frame */
} parts_job;

static part_corner between_corners(const part_corner *a, const part_corner *b, double t) {
    part_corner out;
    for (int k = 0; k < 3; k++) {
        out.at[k] = a->at[k] + t * (b->at[k] - a->at[k]);
        out.weight[k] = a->weight[k] + t * (b->weight[k] - a->weight[k]);
    }
    return out;
}

/* Clips the polygon to side * x <= side * at. */
static void keep_side(part_polygon *polygon, int axis, double side, double at) {
    const part_polygon in = *polygon;
    polygon->count = 0;
    for (int i = 0; i < in.count; i++) {
        const part_corner *a = &in.corner[i], *b = &in.corner[(i + 1) % in.count];
        double over = side * (a->at[axis] - at), next = side * (b->at[axis] - at);
        if (over <= 0.0 && polygon->count < PART_CORNERS) polygon->corner[polygon->count++] = *a;
        if ((over > 0.0) != (next > 0.0) && polygon->count < PART_CORNERS)
            polygon->corner[polygon->count++] = between_corners(a, b, over / (over - next));
    }
}

static part_polygon whole_triangle(const carom_triangle *t, const bvh8_frame *frame) {
    part_polygon out = {.count = 3};
    for (int i = 0; i < 3; i++) {
        vec3 x = bvh8_local(frame, load3(t->v[i]));
        out.corner[i] = (part_corner){{x.x, x.y, x.z}, {i == 0, i == 1, i == 2}};
    }
    return out;
}

static part_polygon part_in_box(const carom_triangle *t, const bvh8_frame *frame,
                                const bvh8_box *box) {
    part_polygon out = whole_triangle(t, frame);
    for (int k = 0; k < 3 && out.count > 0; k++) {
        keep_side(&out, k, 1.0, (double)box->high[k] + 2.0 * COVER_SLACK);
        keep_side(&out, k, -1.0, (double)box->low[k] - 2.0 * COVER_SLACK);
    }
    return out.count > 0 ? out : whole_triangle(t, frame);
}

typedef struct part_bounds {
    double low[3], high[3];
} part_bounds;

static void grow_around_part(part_bounds *box, const part_polygon *part, const carom_triangle *to,
                             const bvh8_frame *frame) {
    const part_polygon moved = whole_triangle(to, frame);
    for (int i = 0; i < part->count; i++)
        for (int k = 0; k < 3; k++) {
            double x = 0.0;
            for (int j = 0; j < 3; j++)
                x += part->corner[i].weight[j] * moved.corner[j].at[k];
            box->low[k] = min2(box->low[k], x - WEIGHT_ROUNDING);
            box->high[k] = max2(box->high[k], x + WEIGHT_ROUNDING);
        }
}

static void put_part_corners(bvh8_tree *tree, bvh8_leaf leaf, uint32_t slot,
                             const carom_triangle *t) {
    carom_real *to = tree->corners + 9 * (size_t)leaf.first + slot;
    for (size_t k = 0; k < 3; k++) {
        to[3 * k * leaf.count] = t->v[k].x;
        to[(3 * k + 1) * leaf.count] = t->v[k].y;
        to[(3 * k + 2) * leaf.count] = t->v[k].z;
    }
}

static void refit_leaf(const parts_job *job, bvh8_node *node, int slot) {
    const bvh8_source *source = job->source;
    bvh8_tree *tree = job->tree;
    bvh8_leaf leaf = bvh8_leaf_of(node->child[slot]);
    part_bounds all = {{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}};
    bvh8_box old;
    for (int k = 0; k < 3; k++) {
        old.low[k] = node->low[k][slot];
        old.high[k] = node->high[k][slot];
    }
    for (uint32_t i = 0; i < leaf.count; i++) {
        carom_triangle from = bvh8_triangle_in(tree, leaf, i);
        carom_triangle to =
            corners_of(source->vertices, source->indices, tree->order[leaf.first + i]);
        part_polygon part = part_in_box(&from, &tree->frame, &old);
        grow_around_part(&all, &part, &to, &job->frame);
        put_part_corners(tree, leaf, i, &to);
    }
    for (int k = 0; k < 3; k++) {
        node->low[k][slot] = carom_bvh8_outward(all.low[k]);
        node->high[k][slot] = -carom_bvh8_outward(-all.high[k]);
    }
}

static void refit_part_leaves(void *data, size_t i, size_t last) {
    const parts_job *job = data;
    for (; i < last; i++)
        for (int slot = 0; slot < BVH8_WIDTH; slot++)
            if (bvh8_is_leaf(job->tree->nodes[i].child[slot]))
                refit_leaf(job, &job->tree->nodes[i], slot);
}

void carom_bvh8_refit_parts(bvh8_tree *parts, const bvh8_source *source, const bvh8_frame *frame) {
    parts_job job = {parts, source, *frame};
    carom_run_chunks(source->tasks, refit_part_leaves, &job,
                     (task_share){parts->node_count, PART_GRAIN});
    parts->frame = *frame;
    carom_bvh8_fit(parts, source->tasks);
}
