// carom's own answers, in float, by the generic public calls: shapes in their own frames, a pose
// each. Warm rows hand in a cache for each sequence.
#include "convex.hpp"

#include <memory>

namespace bench {

void add_convex_carom(Group &group, const ConvexData &data) {
    for (const ConvexSet &set : data.sets) {
        const ConvexSet *s = &set;
        auto caches = std::make_shared<std::vector<carom_pair_cache>>(set.n / sequence + 1);
        auto add = [&](const char *verb, auto one) {
            add_convex_row(
                group, verb, set,
                {"carom", set.n, [s, caches, one](std::size_t first, std::size_t last, float *out) {
                     for (std::size_t i = first; i < last; i++) {
                         carom_placed_shape a = {&s->shape[i][0], s->pose[i][0]};
                         carom_placed_shape b = {&s->shape[i][1], s->pose[i][1]};
                         carom_pair_cache *cache = s->warm ? &(*caches)[i / sequence] : nullptr;
                         out[i] = one(a, b, cache, i);
                     }
                 }});
        };
        using Placed = const carom_placed_shape &;
        using Cache = carom_pair_cache *;
        if (!set.touching) {
            add("boolean", [](Placed a, Placed b, Cache cache, std::size_t) {
                return static_cast<float>(cache ? carom_overlap_cached(&a, &b, cache)
                                                : carom_overlap(a.shape, a.pose, b.shape, b.pose));
            });
            add("distance", [](Placed a, Placed b, Cache cache, std::size_t) {
                return cache ? carom_closest_cached(&a, &b, cache).distance
                             : carom_closest(a.shape, a.pose, b.shape, b.pose).distance;
            });
            if (set.warm) continue;
            add("sweep", [s](Placed a, Placed b, Cache, std::size_t i) {
                carom_moving_shape moving = {a.shape, a.pose, s->motion[i]};
                carom_moving_shape still = {b.shape, b.pose, {0, 0, 0}};
                moving.pose.position = start_of_sweep(*s, i);
                carom_sweep_hit hit = carom_sweep(&moving, &still);
                return hit.hit ? hit.fraction : -1.0f;
            });
            continue;
        }
        add("penetration", [](Placed a, Placed b, Cache, std::size_t) {
            return carom_penetrate(a.shape, a.pose, b.shape, b.pose).depth;
        });
        add("manifold", [](Placed a, Placed b, Cache cache, std::size_t) {
            carom_contact_manifold m;
            m.margin = 0;
            m.capacity = 4;
            if (cache)
                carom_contact_cached(&a, &b, &m, cache);
            else
                carom_contact(a.shape, a.pose, b.shape, b.pose, &m);
            return m.count > 0 ? m.points[0].depth : 0.0f;
        });
    }
}

} // namespace bench
