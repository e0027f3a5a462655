// carom's own answers, in float, by the public calls on posed shapes, which were checked and placed
// beforehand as the peers' are converted. The rows of "carom placing" hand in shapes and poses
// instead. Warm rows hand in a cache for each sequence.
#include "convex.hpp"

#include <memory>

namespace bench {

namespace {

using Posed = std::array<carom_posed_shape, 2>;
using Asked = const carom_posed_shape &;
using Cache = carom_pair_cache *;

/// Adds a contestant that answers pair i by `one(a, b, cache, i)`; or, `placing`, poses both first.
template <class One>
void add_carom(Group &group, const char *verb, const ConvexSet &set,
               std::shared_ptr<std::vector<Posed>> posed, One one) {
    const ConvexSet *s = &set;
    auto caches = std::make_shared<std::vector<carom_pair_cache>>(set.n / sequence + 1);
    add_convex_row(
        group, verb, set,
        {"carom", set.n, [s, caches, posed, one](std::size_t first, std::size_t last, float *out) {
             for (std::size_t i = first; i < last; i++) {
                 Cache cache = s->warm ? &(*caches)[i / sequence] : nullptr;
                 out[i] = one((*posed)[i][0], (*posed)[i][1], cache, i);
             }
         }});
}

template <class One>
void add_placing(Group &group, const char *verb, const ConvexSet &set, One one) {
    const ConvexSet *s = &set;
    if (set.warm) return;
    add_convex_row(
        group, verb, set,
        {"carom placing", set.n, [s, one](std::size_t first, std::size_t last, float *out) {
             for (std::size_t i = first; i < last; i++)
                 out[i] = one(&s->shape[i][0], s->pose[i][0], &s->shape[i][1], s->pose[i][1]);
         }});
}

float deepest(const carom_contact_manifold &m) {
    return m.count > 0 ? m.points[0].depth : 0.0f;
}

carom_contact_manifold blank() {
    carom_contact_manifold m;
    m.margin = 0;
    m.capacity = 4;
    return m;
}

using Shape = const carom_shape *;

void add_apart(Group &group, const ConvexSet &set, std::shared_ptr<std::vector<Posed>> posed) {
    add_carom(group, "boolean", set, posed, [](Asked a, Asked b, Cache cache, std::size_t) {
        return static_cast<float>(carom_overlap_posed_cached(&a, &b, cache));
    });
    add_placing(group, "boolean", set, [](Shape a, carom_pose p, Shape b, carom_pose q) {
        return static_cast<float>(carom_overlap(a, p, b, q));
    });
    add_carom(group, "distance", set, posed, [](Asked a, Asked b, Cache cache, std::size_t) {
        return carom_closest_posed_cached(&a, &b, cache).distance;
    });
    add_placing(group, "distance", set, [](Shape a, carom_pose p, Shape b, carom_pose q) {
        return carom_closest(a, p, b, q).distance;
    });
}

void add_sweeps(Group &group, const ConvexSet &set) {
    const ConvexSet *s = &set;
    auto posed = std::make_shared<std::vector<Posed>>(set.n);
    for (std::size_t i = 0; i < set.n; i++) {
        carom_pose start = set.pose[i][0];
        start.position = start_of_sweep(set, i);
        carom_shape_pose(&(*posed)[i][0], &set.shape[i][0], start);
        carom_shape_pose(&(*posed)[i][1], &set.shape[i][1], set.pose[i][1]);
        (*posed)[i][0].motion = set.motion[i];
    }
    add_carom(group, "sweep", set, posed, [](Asked a, Asked b, Cache, std::size_t) {
        const carom_sweep_options first_contact = {true};
        carom_sweep_hit hit = carom_sweep_posed(&a, &b, &first_contact);
        return hit.hit ? hit.fraction : -1.0f;
    });
    add_convex_row(
        group, "sweep", set,
        {"carom with exit", set.n, [posed](std::size_t first, std::size_t last, float *out) {
             for (std::size_t i = first; i < last; i++) {
                 carom_sweep_hit hit = carom_sweep_posed(&(*posed)[i][0], &(*posed)[i][1], nullptr);
                 out[i] = hit.hit ? hit.fraction : -1.0f;
             }
         }});
    add_convex_row(
        group, "sweep", set,
        {"carom placing", set.n, [s](std::size_t first, std::size_t last, float *out) {
             for (std::size_t i = first; i < last; i++) {
                 carom_moving_shape moving = {&s->shape[i][0], s->pose[i][0], s->motion[i]};
                 carom_moving_shape still = {&s->shape[i][1], s->pose[i][1], {0, 0, 0}};
                 moving.pose.position = start_of_sweep(*s, i);
                 carom_sweep_hit hit = carom_sweep(&moving, &still);
                 out[i] = hit.hit ? hit.fraction : -1.0f;
             }
         }});
}

void add_touching(Group &group, const ConvexSet &set, std::shared_ptr<std::vector<Posed>> posed) {
    add_carom(group, "penetration", set, posed, [](Asked a, Asked b, Cache, std::size_t) {
        return carom_penetrate_posed(&a, &b).depth;
    });
    add_placing(group, "penetration", set, [](Shape a, carom_pose p, Shape b, carom_pose q) {
        return carom_penetrate(a, p, b, q).depth;
    });
    add_carom(group, "manifold", set, posed, [](Asked a, Asked b, Cache cache, std::size_t) {
        carom_contact_manifold m = blank();
        carom_contact_posed_cached(&a, &b, &m, cache);
        return deepest(m);
    });
    add_placing(group, "manifold", set, [](Shape a, carom_pose p, Shape b, carom_pose q) {
        carom_contact_manifold m = blank();
        carom_contact(a, p, b, q, &m);
        return deepest(m);
    });
}

} // namespace

void add_convex_carom(Group &group, const ConvexData &data) {
    for (const ConvexSet &set : data.sets) {
        auto posed = std::make_shared<std::vector<Posed>>(set.n);
        for (std::size_t i = 0; i < set.n; i++)
            for (std::size_t k = 0; k < 2; k++)
                carom_shape_pose(&(*posed)[i][k], &set.shape[i][k], set.pose[i][k]);
        if (set.touching)
            add_touching(group, set, posed);
        else
            add_apart(group, set, posed);
        if (!set.touching && !set.warm && set.stand == Stand::any) add_sweeps(group, set);
    }
}

} // namespace bench
