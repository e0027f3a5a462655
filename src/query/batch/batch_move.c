/* No algorithm of its own: transforms of points and boxes, by the kernels and for undecided items
 * by the single function, whose bits the answers have. A block is computed separately and then
 * copied, so that the output may overlap the input. */
#include <string.h>

#include "carom/fit.h"
#include "math/pose.h"
#include "query/batch/batch.h"
#include "query/batch/batch_move.h"
#include "query/batch/blocks.h"

static const carom_vec3 nowhere = {(carom_real)NAN, (carom_real)NAN, (carom_real)NAN};

static batch_motion motion_of_batch(carom_pose pose) {
    carom_quat q = pose.rotation;
    carom_vec3 p = pose.position;
    batch_motion m = {.q = {(double)q.x, (double)q.y, (double)q.z, (double)q.w},
                      .position = {(double)p.x, (double)p.y, (double)p.z},
                      .stretch = 1.0,
                      .turns = !carom_pose_is_translation(pose),
                      .moves = !(p.x == 0 && p.y == 0 && p.z == 0)};
    double s2 = len2(vec(m.q[0], m.q[1], m.q[2])), excess = s2 + m.q[3] * m.q[3] - 1.0;
    if (m.turns && !(excess <= 0.0)) m.stretch = sqrt(1.0 + 4.0 * s2 * excess);
    return m;
}

static void move_one_box(const batch_source *source, batch_block *block, carom_pose pose,
                         size_t i) {
    batch_item box = carom_batch_item(source, &block->a, i), moved = {{0}};
    moved.aabb = carom_pose_transform_aabb(pose, &box.aabb);
    for (size_t f = 0; f < source->fields; f++)
        block->moved[f][i] = moved.number[f];
}

void carom_batch_move(batch_kernels *kernels, carom_pose pose, const batch_source *source,
                      carom_real *const *to) {
    batch_verb verb = source->fields == 3 ? BATCH_MOVE_POINTS : BATCH_MOVE_AABBS;
    batch_kernel *kernel = kernels(verb);
    if (!normalize_pose(&pose)) pose.position = nowhere;
    batch_motion motion = motion_of_batch(pose);
    bool stays = !motion.turns && !motion.moves && verb == BATCH_MOVE_AABBS;
    carom_real moved[6][BATCH_ITEMS];
    batch_memory scratch;
    batch_block block = {.motion = &motion, .moved = moved};
    for (size_t first = 0; first < source->count; first += BATCH_ITEMS) {
        size_t left = source->count - first;
        block.count = left < BATCH_ITEMS ? left : BATCH_ITEMS;
        carom_batch_lay_out(source, (size_t[2]){first, block.count}, scratch, &block.a);
        kernel(&block);
        uint64_t doubt = batch_mask(block.count) & (stays ? UINT64_MAX : ~block.decided);
        for (; doubt; doubt &= doubt - 1)
            move_one_box(source, &block, pose, (size_t)__builtin_ctzll(doubt));
        for (size_t f = 0; f < source->fields; f++)
            memcpy(to[f] + first, moved[f], block.count * sizeof moved[f][0]);
    }
}

void carom_batch_transform_points(carom_pose pose, const carom_batch_points *points,
                                  carom_real *const to[3]) {
    batch_source source = carom_batch_source(points, 3, points->count);
    carom_batch_move(SIMD_LONG_OF(carom_simd_best(), carom_batch_kernel), pose, &source, to);
}

void carom_batch_transform_aabbs(carom_pose pose, const carom_batch_aabbs *boxes,
                                 carom_real *const to[6]) {
    batch_source source = carom_batch_source(boxes, 6, boxes->count);
    carom_batch_move(SIMD_LONG_OF(carom_simd_best(), carom_batch_kernel), pose, &source, to);
}
