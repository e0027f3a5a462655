/* The sweep of two capsules that move straight: when their axes are as near as the radii are long.
 * The kernels of round_sweep_kernel.h find it; here frames are got ready for shapes that were posed
 * without. */
#include "dispatch/round_pairs.h"

/* The squares of longer motions are no numbers. */
#define LONGEST_MOTION 1e120

static const round_frame *round_frame_of(const carom_posed_shape *posed, round_frame *room) {
    if (posed->state & POSED_ROUND)
        return (const round_frame *)(const void *)(posed->frame + ROUND_FRAME_AT);
    return carom_round_frame(room, &posed->shape) ? room : NULL;
}

bool carom_rounds_sweep(const carom_posed_shape *a, vec3 motion, const carom_posed_shape *b,
                        const carom_sweep_options *options, carom_sweep_hit *hit) {
    round_frame room[2];
    const round_path path = {{round_frame_of(a, &room[0]), round_frame_of(b, &room[1])},
                             motion,
                             (double)options->target_distance,
                             pair_is_flipped(&a->shape, &b->shape),
                             options->skip_exit};
    if (!path.frame[0] || !path.frame[1] || !(max_abs3(motion) < LONGEST_MOTION)) return false;
    return ROUND_KERNEL(carom_round_sweep)(hit, &path);
}
