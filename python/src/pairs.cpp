/* All pairs of boxes that overlap, in double, in the order of a Hilbert curve: what carom.distributed calls for up to 10^7 boxes at once.
 *
 * Boxes are sorted along the curve by a radix sort of their middles' keys, by Skilling's transform [Skilling04]. Tiles of consecutive ranks are
 * found each by one thread, by sweep and prune over their boxes and what these may meet of later ones. A counting sort by the lower rank, and a sort
 * of the few higher ones of each, put the pairs into the order in which their boxes come, without comparing pairs. */
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

/* Consecutive ranks, of compact places since the curve is: what their boxes meet of later ones is within the box about them. */
struct tile {
    size_t first = 0, last = 0;
    carom_aabb about = {};
    std::vector<uint32_t> later;      /* ranks beyond the tile whose boxes meet it */
    std::vector<carom_id_pair> found; /* in order */
};

constexpr size_t TILES_MOST = 128;
/* Where boxes reach so far that tiles have more later ones than this times all boxes, one tile is all. */
constexpr size_t LATER_MOST = 2;

struct search {
    std::atomic<bool> left{false}, memory{false};
    std::atomic<int> status{CAROM_OK};
    std::vector<carom_aabb> boxes; /* by rank */
    std::vector<uint32_t> order;
    std::vector<tile> tiles;
    std::vector<carom_id_pair> sorted;

    /* For each tile on all threads; what wants memory ends the search. */
    template <class Work> void for_tiles(const carom_task_hook *hook, Work &&work) {
        for_each(hook, 0, tiles.size(), [&](size_t i) {
            if (left || memory || status != CAROM_OK) return;
            try {
                work(tiles[i]);
            } catch (const std::bad_alloc &) {
                memory = true;
            }
        });
        if (memory) throw std::bad_alloc();
    }
};

carom_aabb both_of(const carom_aabb &a, const carom_aabb &b) {
    return {{std::min(a.min.x, b.min.x), std::min(a.min.y, b.min.y), std::min(a.min.z, b.min.z)},
            {std::max(a.max.x, b.max.x), std::max(a.max.y, b.max.y), std::max(a.max.z, b.max.z)}};
}

void find_later(const search &all, tile &of) {
    for (const tile &other : all.tiles)
        if (other.first >= of.last && carom_overlap_aabb_aabb(&other.about, &of.about))
            for (size_t i = other.first; i < other.last; i++)
                if (carom_overlap_aabb_aabb(&all.boxes[i], &of.about)) of.later.push_back((uint32_t)i);
}

/* Tiles of so many boxes, and how many later ones they have. */
size_t cut(search &all, size_t size, const carom_task_hook *hook) {
    all.tiles.clear();
    all.tiles.resize((all.boxes.size() + size - 1) / size);
    for (size_t i = 0; i < all.tiles.size(); i++) {
        all.tiles[i].first = i * size;
        all.tiles[i].last = std::min(all.boxes.size(), (i + 1) * size);
    }
    all.for_tiles(hook, [&](tile &one) {
        one.about = all.boxes[one.first];
        for (size_t i = one.first + 1; i < one.last; i++)
            one.about = both_of(one.about, all.boxes[i]);
    });
    all.for_tiles(hook, [&](tile &one) { find_later(all, one); });
    size_t later = 0;
    for (const tile &one : all.tiles)
        later += one.later.size();
    return later;
}

/* By the lower rank, then by the higher, with as many places of the first as the tile has: a counting sort, and a sort of the few of each. */
void sort_pairs(tile &of, const std::vector<uint32_t> &order, std::vector<carom_id_pair> &&found) {
    std::vector<size_t> starts(of.last - of.first + 1);
    for (const carom_id_pair &pair : found)
        starts[pair.a - of.first + 1]++;
    for (size_t i = 1; i < starts.size(); i++)
        starts[i] += starts[i - 1];
    std::vector<uint32_t> higher(found.size());
    for (const carom_id_pair &pair : found)
        higher[starts[pair.a - of.first]++] = pair.b; /* each start becomes the next one's */
    of.found = std::move(found);
    for (size_t a = 0, first = 0; a + 1 < starts.size(); first = starts[a++]) {
        std::sort(higher.begin() + (ptrdiff_t)first, higher.begin() + (ptrdiff_t)starts[a]);
        for (size_t i = first; i < starts[a]; i++) {
            const uint32_t one = order[of.first + a], other = order[higher[i]];
            of.found[i] = {std::min(one, other), std::max(one, other)};
        }
    }
}

/* The pairs whose lower rank is in the tile, found by sweep and prune over its boxes and the later ones. */
void find_pairs(search &all, tile &of) {
    struct {
        const search &all;
        const tile &of;
        endable<carom_id_pair> found;
    } here = {all, of, {}};
    std::vector<carom_aabb> boxes(all.boxes.begin() + (ptrdiff_t)of.first, all.boxes.begin() + (ptrdiff_t)of.last);
    for (uint32_t i : of.later)
        boxes.push_back(all.boxes[i]);
    carom_space_def def = {};
    def.kind = CAROM_SPACE_SWEEP_PRUNE;
    def.boxes = boxes.data();
    def.count = boxes.size();
    carom_space *made = nullptr;
    const carom_status status = carom_space_create(&made, &def);
    const std::unique_ptr<carom_space, void (*)(carom_space *)> space(made, carom_space_destroy);
    boxes = std::vector<carom_aabb>();
    if (status == CAROM_ERROR_MEMORY) throw std::bad_alloc();
    if (status != CAROM_OK) {
        all.status = status;
        return;
    }
    using context = decltype(here);
    carom_space_visit_pairs(space.get(), [](uint32_t a, uint32_t b, void *user) {
        context &at = *static_cast<context *>(user);
        const size_t size = at.of.last - at.of.first;
        if (a >= size) return !at.all.left; /* of two later ones: another tile's */
        const uint32_t rank = b < size ? (uint32_t)(at.of.first + b) : at.of.later[b - size];
        return at.found.add({(uint32_t)(at.of.first + a), rank}) && !at.all.left;
    }, &here);
    of.later = std::vector<uint32_t>();
    if (!all.left) sort_pairs(of, all.order, std::move(here.found.take()));
}

/* `least` boxes are in a tile, or more where there are many. */
void find_all(search &all, const carom_aabb *boxes, size_t count, size_t least) {
    threads pool;
    const carom_task_hook *const hook = pool.hook();
    all.order = order_of(keys_of(boxes, count, hook));
    all.boxes.resize(count);
    for_each(hook, 0, count, [&](size_t i) { all.boxes[i] = boxes[all.order[i]]; });
    if (count == 0) return;
    if (cut(all, std::max(least, count / TILES_MOST + 1), hook) > LATER_MOST * count) cut(all, count, hook);
    all.for_tiles(hook, [&](tile &one) { find_pairs(all, one); });
    if (all.left || all.status != CAROM_OK) return;
    std::vector<size_t> starts;
    size_t total = 0;
    for (const tile &one : all.tiles) {
        starts.push_back(total);
        total += one.found.size();
    }
    all.sorted.resize(total);
    all.for_tiles(hook, [&](tile &one) {
        std::copy(one.found.begin(), one.found.end(), all.sorted.begin() + (ptrdiff_t)starts[(size_t)(&one - all.tiles.data())]);
        one.found = std::vector<carom_id_pair>();
    });
}

nb::object pairs_along_curve(nb::handle boxes, size_t least) {
    input<carom_aabb> at(boxes);
    const carom_aabb *const from = at.data();
    const size_t count = at.count();
    auto job = std::make_shared<search>();
    wait_for(count > LARGE, job->left, nb::borrow(boxes), [job, from, count, least] { find_all(*job, from, count, least); });
    check((carom_status)job->status.load(), "boxes");
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
