/* Culling: boxes and spheres against a region, the intersection of half-spaces (such as a view
 * frustum) [Ericson05] 5.2. An invalid half-space contains nothing, so then all items are
 * disjoint. */
#include "carom/classify.h"
#include "core/workspace.h"
#include "query/batch/batch.h"
#include "query/overlap/volume_valid.h"
#include "query/batch/blocks.h"

/* Kernels take at most so many planes; single functions take more. */
#define KERNEL_PLANES 64u

typedef carom_relation region_single(const carom_halfspace *halfspace, const batch_item *item);

typedef struct region_job {
    const carom_batch_region *region;
    batch_source source;
    batch_verb verb;
    region_single *single;
    uint8_t *relations;
} region_job;

static carom_relation region_one_aabb(const carom_halfspace *halfspace, const batch_item *item) {
    return carom_classify_halfspace_aabb(halfspace, &item->aabb);
}
static carom_relation region_one_sphere(const carom_halfspace *halfspace, const batch_item *item) {
    return carom_classify_halfspace_sphere(halfspace, &item->sphere);
}

static bool all_planes_are_sound(const carom_batch_region *region) {
    for (size_t i = 0; i < region->count; i++)
        if (!plane_is_sound(region->halfspaces[i].normal, region->halfspaces[i].offset))
            return false;
    return true;
}

static carom_real real_size(carom_real x) {
    return x < 0 ? -x : x;
}

static carom_real larger_real(carom_real a, carom_real b) {
    return a > b ? a : b;
}

static batch_plane plane_of_halfspace(const carom_halfspace *halfspace) {
    carom_vec3 n = halfspace->normal;
    return (batch_plane){{n.x, n.y, n.z},
                         {real_size(n.x), real_size(n.y), real_size(n.z)},
                         halfspace->offset,
                         (carom_real)carom_length(load3(n))};
}

static void grow_plane(batch_plane *largest, const batch_plane *plane) {
    for (int k = 0; k < 3; k++)
        largest->size[k] = larger_real(largest->size[k], plane->size[k]);
    largest->offset = larger_real(largest->offset, real_size(plane->offset));
    largest->length = larger_real(largest->length, plane->length);
}

/* Answers one item by the single function, against all half-spaces. */
static void settle_item(const region_job *job, batch_block *block, size_t i) {
    batch_item item = carom_batch_item(&job->source, &block->a, i);
    bool yes = true, certain = true;
    for (size_t p = 0; p < job->region->count && yes; p++) {
        carom_relation relation = job->single(&job->region->halfspaces[p], &item);
        yes = relation != CAROM_DISJOINT;
        certain &= relation == CAROM_CONTAINS;
    }
    uint64_t bit = (uint64_t)1 << i;
    block->yes = yes ? block->yes | bit : block->yes & ~bit;
    block->certain = yes && certain ? block->certain | bit : block->certain & ~bit;
}

static void answer_block(const region_job *job, batch_block *block, batch_kernel *kernel) {
    uint64_t all = batch_mask(block->count), doubt = 0;
    block->yes = block->certain = block->decided = 0;
    if (job->region->count == 0) {
        block->yes = block->certain = all;
    } else if (kernel) {
        kernel(block);
        doubt = ~block->decided;
        if (job->region->count > KERNEL_PLANES) doubt |= block->yes;
    }
    for (doubt &= all; doubt; doubt &= doubt - 1)
        settle_item(job, block, (size_t)__builtin_ctzll(doubt));
    block->yes &= all;
}

/* CAROM_DISJOINT, _INTERSECTS and _CONTAINS are 0, 1 and 2. */
static void put_relations(const batch_block *block, uint8_t *to) {
    for (size_t i = 0; i < block->count; i++)
        to[i] = (uint8_t)((block->yes >> i & 1u) + (block->certain >> i & 1u));
}

_Static_assert(sizeof(batch_memory) <= WORKSPACE_CONVEX_BYTES, "the block holds it");

static size_t run_region(const region_job *job, const carom_batch_answers *answers) {
    batch_plane planes[KERNEL_PLANES], largest = {.offset = 0};
    carom_real(*scratch)[BATCH_ITEMS] = carom_workspace_take(WORKSPACE_CONVEX);
    size_t found = 0, count = job->source.count;
    batch_block block = {.planes = planes, .largest = &largest};
    for (size_t i = 0; i < job->region->count && i < KERNEL_PLANES; i++) {
        planes[i] = plane_of_halfspace(&job->region->halfspaces[i]);
        grow_plane(&largest, &planes[block.plane_count++]);
    }
    batch_kernel *kernel =
        all_planes_are_sound(job->region) ? carom_batch_kernel(answers, job->verb) : NULL;
    for (size_t first = 0; first < count; first += BATCH_ITEMS) {
        block.count = count - first < BATCH_ITEMS ? count - first : BATCH_ITEMS;
        carom_batch_lay_out(&job->source, (size_t[2]){first, block.count}, scratch, &block.a);
        answer_block(job, &block, kernel);
        if (job->relations) put_relations(&block, job->relations + first);
        found = carom_batch_put(answers, &block, first, found);
    }
    carom_workspace_give(scratch);
    return found;
}

size_t carom_batch_classify_halfspaces_aabb(const carom_batch_region *region,
                                            const carom_batch_aabbs *boxes, uint8_t *relations,
                                            const carom_batch_answers *answers) {
    const region_job job = {.region = region,
                            .source = carom_batch_source(boxes, 6, boxes->count),
                            .verb = BATCH_REGION_AABB,
                            .single = region_one_aabb,
                            .relations = relations};
    return run_region(&job, answers);
}

size_t carom_batch_classify_halfspaces_sphere(const carom_batch_region *region,
                                              const carom_batch_spheres *spheres,
                                              uint8_t *relations,
                                              const carom_batch_answers *answers) {
    const region_job job = {.region = region,
                            .source = carom_batch_source(spheres, 4, spheres->count),
                            .verb = BATCH_REGION_SPHERE,
                            .single = region_one_sphere,
                            .relations = relations};
    return run_region(&job, answers);
}
