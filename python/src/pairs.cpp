/* All pairs of boxes that overlap, in double, in the order of a Hilbert curve: what carom.distributed calls for up to 10^7 boxes at once.
 *
 * Boxes are sorted along the curve by a radix sort of their middles' keys, by Skilling's transform [Skilling04]. Sweep and prune finds the
 * pairs of ranks; a counting sort by the lower rank, and a sort of the few higher ones of each, put them into the order in which their boxes
 * come, without comparing pairs. */
#include "batches.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace PRECISION {

namespace {

constexpr int BITS = 20; /* of a coordinate */
constexpr uint32_t MOST = (1u << BITS) - 1;

uint64_t key_of(std::array<uint32_t, 3> x) {
    for (uint32_t q = 1u << (BITS - 1); q > 1; q >>= 1)
        for (uint32_t &axis : x) {
            const uint32_t swapped = axis & q ? 0 : (x[0] ^ axis) & (q - 1);
            x[0] ^= axis & q ? q - 1 : swapped;
            if (&axis != &x[0]) axis ^= swapped;
        }
    x[1] ^= x[0];
    x[2] ^= x[1];
    uint32_t flips = 0;
    for (uint32_t q = 1u << (BITS - 1); q > 1; q >>= 1)
        if (x[2] & q) flips ^= q - 1;
    uint64_t key = 0;
    for (int bit = BITS - 1; bit >= 0; bit--)
        for (uint32_t axis : x)
            key = key << 1 | ((axis ^ flips) >> bit & 1);
    return key;
}

uint32_t cell_of(double x) { return x > 0 ? (x < MOST ? (uint32_t)x : MOST) : 0; }

carom_vec3 middle_of(const carom_aabb &box) {
    return {0.5 * box.min.x + 0.5 * box.max.x, 0.5 * box.min.y + 0.5 * box.max.y, 0.5 * box.min.z + 0.5 * box.max.z};
}

/* The place of the middle of each box on the curve through the cube of all. */
std::vector<uint64_t> keys_of(const carom_aabb *boxes, size_t count, const carom_task_hook *hook) {
    std::vector<uint64_t> keys(count);
    if (count == 0) return keys;
    carom_vec3 low = middle_of(boxes[0]), high = low;
    for (size_t i = 1; i < count; i++) {
        const carom_vec3 p = middle_of(boxes[i]);
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const double side = std::max({high.x - low.x, high.y - low.y, high.z - low.z}), scale = side > 0 ? MOST / side : 0.0;
    for_each(hook, 0, count, [&](size_t i) {
        const carom_vec3 p = middle_of(boxes[i]);
        keys[i] = key_of({cell_of((p.x - low.x) * scale), cell_of((p.y - low.y) * scale), cell_of((p.z - low.z) * scale)});
    });
    return keys;
}

/* The boxes by key; of equal keys the lower index comes first. */
std::vector<uint32_t> order_of(std::vector<uint64_t> &&keys) {
    constexpr int DIGIT = 12;
    struct item {
        uint64_t key;
        uint32_t index;
    };
    std::vector<item> from(keys.size()), to(keys.size());
    for (size_t i = 0; i < from.size(); i++)
        from[i] = {keys[i], (uint32_t)i};
    keys = std::vector<uint64_t>();
    for (int shift = 0; shift < 3 * BITS; shift += DIGIT) {
        std::vector<size_t> starts(1 << DIGIT);
        for (const item &one : from)
            starts[one.key >> shift & ((1 << DIGIT) - 1)]++;
        size_t at = 0;
        for (size_t &start : starts)
            at += std::exchange(start, at);
        for (const item &one : from)
            to[starts[one.key >> shift & ((1 << DIGIT) - 1)]++] = one;
        from.swap(to);
    }
    std::vector<uint32_t> out(from.size());
    for (size_t i = 0; i < out.size(); i++)
        out[i] = from[i].index;
    return out;
}

struct search {
    endable<carom_id_pair> found;
    std::vector<carom_id_pair> sorted;
    carom_status status = CAROM_OK;
};

/* The pairs of ranks that overlap, as the structure finds them. */
void find_pairs(search &out, const carom_aabb *boxes, const std::vector<uint32_t> &order) {
    std::vector<carom_aabb> ranked(order.size());
    for (size_t i = 0; i < order.size(); i++)
        ranked[i] = boxes[order[i]];
    carom_space_def def = {};
    def.kind = CAROM_SPACE_SWEEP_PRUNE;
    def.boxes = ranked.data();
    def.count = ranked.size();
    carom_space *made = nullptr;
    out.status = carom_space_create(&made, &def);
    const std::unique_ptr<carom_space, void (*)(carom_space *)> space(made, carom_space_destroy);
    ranked = std::vector<carom_aabb>();
    if (out.status != CAROM_OK || out.found.left) return;
    carom_space_visit_pairs(space.get(), [](uint32_t a, uint32_t b, void *user) {
        return static_cast<endable<carom_id_pair> *>(user)->add({a, b});
    }, &out.found);
}

/* By the lower rank, then by the higher; then as indices, the lower first. */
void sort_pairs(search &out, const std::vector<uint32_t> &order, const carom_task_hook *hook) {
    std::vector<carom_id_pair> &found = out.found.take();
    std::vector<size_t> starts(order.size() + 1);
    for (const carom_id_pair &pair : found)
        starts[pair.a + 1]++;
    for (size_t i = 0; i < order.size(); i++)
        starts[i + 1] += starts[i];
    std::vector<uint32_t> higher(found.size());
    for (const carom_id_pair &pair : found)
        higher[starts[pair.a]++] = pair.b;
    found = std::vector<carom_id_pair>();
    out.sorted.resize(higher.size());
    for_each(hook, 0, order.size(), [&](size_t a) { /* each start is now the next one's */
        const size_t first = a ? starts[a - 1] : 0, last = starts[a];
        std::sort(higher.begin() + (ptrdiff_t)first, higher.begin() + (ptrdiff_t)last);
        for (size_t i = first; i < last; i++) {
            const uint32_t one = order[a], other = order[higher[i]];
            out.sorted[i] = {std::min(one, other), std::max(one, other)};
        }
    });
}

nb::object pairs_along_curve(nb::handle boxes) {
    input<carom_aabb> at(boxes);
    const carom_aabb *const from = at.data();
    const size_t count = at.count();
    auto job = std::make_shared<search>();
    wait_for(count > LARGE, job->found, nb::borrow(boxes), [job, from, count] {
        threads pool;
        const std::vector<uint32_t> order = order_of(keys_of(from, count, pool.hook()));
        find_pairs(*job, from, order);
        if (job->status == CAROM_OK && !job->found.left) sort_pairs(*job, order, pool.hook());
    });
    check(job->status, "boxes");
    return as_array(std::move(job->sorted));
}

nb::object curve_keys(nb::handle boxes) {
    input<carom_aabb> at(boxes);
    threads pool;
    return as_array(keys_of(at.data(), at.count(), pool.hook()));
}

} // namespace

void bind_pairs(nb::module_ &module) {
    module.def("pairs_along_curve", &pairs_along_curve);
    module.def("curve_keys", &curve_keys);
}

} // namespace PRECISION
