/* Rays that lie in arrays of their own, and answers of several places a question, in the precision of the translation unit. */
#pragma once
#include "shapes.hpp"

#include <algorithm>

namespace PRECISION {

/* Questions that a batch starts with, cheap ones and those that may take a millisecond each. */
constexpr size_t CHEAP = 4096, DEAR = 64;
/* Places for each question of a list at first; those with more answers are asked again. */
constexpr size_t PLACES = 8;

/* Rays that lie in arrays of their own, as the library takes them. */
struct ray_source {
    input<carom_vec3> origins, directions;
    input<carom_real> t_min, t_max;
    size_t count;

    ray_source(nb::handle o, nb::handle d, nb::handle low, nb::handle high, size_t n)
        : origins(o), directions(d), t_min(low), t_max(high), count(n) {
        for (size_t have : {origins.count(), directions.count(), t_min.count(), t_max.count()})
            if (have != 1 && have != n) throw nb::value_error("a buffer has the wrong size");
    }
    carom_ray at(size_t i) const {
        return {origins[origins.count() == 1 ? 0 : i], directions[directions.count() == 1 ? 0 : i], t_min[t_min.count() == 1 ? 0 : i],
                t_max[t_max.count() == 1 ? 0 : i]};
    }
    /* Rays first .. last - 1 in `buffer`. */
    carom_mesh_rays range(size_t first, size_t last, std::vector<carom_ray> &buffer, int facing) const {
        if (buffer.size() < last - first) buffer.resize(last - first);
        for (size_t i = first; i < last; i++)
            buffer[i - first] = at(i);
        return {buffer.data(), last - first, (carom_facing)facing};
    }
};

/* Rays of one call to the library: as many as stay in the cache between packing and casting. */
constexpr size_t RAYS_AT_ONCE = 16384;

template <class Cast> void cast_in_blocks(const ray_source &rays, int facing, Cast &&cast) {
    std::vector<carom_ray> buffer;
    run_batch(rays.count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        for (size_t i = first; i < last; i += RAYS_AT_ONCE) {
            const size_t end = std::min(last, i + RAYS_AT_ONCE);
            const carom_mesh_rays some = rays.range(i, end, buffer, facing);
            cast(some, i, hook);
        }
    });
}

/* Answers of several places a question. `ask(ids, capacity, items, counts, hook)` fills them for some questions; those with more answers
 * than places are asked again with as many as the greatest count. */
template <class T> class lists {
  public:
    explicit lists(nb::handle counts, size_t count) : counts_(counts, count) {}

    template <class Ask> void fill(size_t first, size_t last, const carom_task_hook *hook, Ask &&ask) {
        const size_t count = last - first;
        ids_.resize(count);
        for (size_t i = 0; i < count; i++)
            ids_[i] = first + i;
        places_.resize(count * PLACES);
        ask(ids_, PLACES, places_.data(), counts_.data() + first, hook);
        std::vector<size_t> longer;
        for (size_t i = first; i < last; i++)
            if (counts_[i] > PLACES) longer.push_back(i);
        std::vector<T> more;
        std::vector<size_t> starts;
        for (size_t i = 0; i < longer.size();)
            i = ask_again(longer, i, more, starts, hook, ask);
        append(first, last, longer, more, starts);
    }
    nb::object found() { return as_array(std::move(found_)); }

  private:
    /* A run of questions whose answers take 2^18 places at most, or one question. */
    template <class Ask>
    size_t ask_again(const std::vector<size_t> &longer, size_t i, std::vector<T> &more, std::vector<size_t> &starts,
                     const carom_task_hook *hook, Ask &&ask) {
        size_t end = i, capacity = 0;
        while (end < longer.size()) {
            const size_t wanted = std::max(capacity, (size_t)counts_[longer[end]]);
            if (end > i && wanted * (end - i + 1) > ((size_t)1 << 18)) break;
            capacity = wanted;
            end++;
        }
        const std::vector<size_t> some(longer.begin() + (ptrdiff_t)i, longer.begin() + (ptrdiff_t)end);
        std::vector<T> room(capacity * some.size());
        std::vector<uint32_t> again(some.size());
        ask(some, capacity, room.data(), again.data(), hook);
        for (size_t k = 0; k < some.size(); k++) {
            starts.push_back(more.size());
            counts_[some[k]] = again[k] < capacity ? again[k] : (uint32_t)capacity;
            more.insert(more.end(), room.begin() + (ptrdiff_t)(k * capacity), room.begin() + (ptrdiff_t)(k * capacity + counts_[some[k]]));
        }
        return end;
    }
    void append(size_t first, size_t last, const std::vector<size_t> &longer, const std::vector<T> &more, const std::vector<size_t> &starts) {
        size_t next = 0;
        for (size_t i = first; i < last; i++) {
            const T *from = places_.data() + (i - first) * PLACES;
            if (next < longer.size() && longer[next] == i) from = more.data() + starts[next++];
            found_.insert(found_.end(), from, from + counts_[i]);
        }
    }
    output<uint32_t> counts_;
    std::vector<size_t> ids_;
    std::vector<T> places_, found_;
};

} // namespace PRECISION
