/* Arrays of shapes as Python holds them, in the precision of the translation unit. */
#pragma once
#include "mesh.hpp"

#include <nanobind/ndarray.h>

namespace PRECISION {

/* Shapes with what they refer to: Python objects that own hulls, meshes and vertices, and the locks of meshes. */
class shapes {
  public:
    std::vector<carom_shape> items;
    std::vector<nb::object> kept;
    std::vector<std::shared_mutex *> locks;

    /* Takes over what `other` refers to; it is held by the caller. */
    void refer(const shapes &other);
    size_t count() const { return items.size(); }
};

/* Read locks of all meshes of two arrays, each once. Made without the GIL. */
class reading_all {
  public:
    reading_all(const shapes &a, const shapes &b);

  private:
    std::vector<reading> held_;
};

/* Parts of a job of our own on the library's threads: item(i) for i from first to last - 1. */
template <class Item> void for_each(const carom_task_hook *hook, size_t first, size_t last, Item &&item) {
    struct job {
        Item &item;
        size_t first, last, share;
    } all = {item, first, last, (last - first + 63) / 64};
    if (first == last) return;
    const uint32_t parts = (uint32_t)((last - first + all.share - 1) / all.share);
    carom_task *part = [](void *data, uint32_t index) {
        job &one = *static_cast<job *>(data);
        const size_t begin = one.first + index * one.share, end = begin + one.share < one.last ? begin + one.share : one.last;
        for (size_t i = begin; i < end; i++)
            one.item(i);
    };
    if (hook) {
        hook->finish(hook->begin(part, &all, parts, hook->user), hook->user);
        return;
    }
    for (uint32_t i = 0; i < parts; i++)
        part(&all, i);
}

/* Bytes that a NumPy array takes over. */
template <class T> nb::object as_array(std::vector<T> &&items) {
    auto *held = new std::vector<T>(std::move(items));
    nb::capsule owner(held, [](void *p) noexcept { delete static_cast<std::vector<T> *>(p); });
    const size_t bytes = held->size() * sizeof(T);
    return nb::cast(nb::ndarray<nb::numpy, uint8_t, nb::ndim<1>>(held->data(), {bytes}, owner));
}

} // namespace PRECISION
