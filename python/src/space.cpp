/* Many boxes at once: what the class Space of carom/space.py calls. */
#include "batches.hpp"

#include <cmath>
#include <memory>

namespace PRECISION {

namespace {

struct space_job {
    carom_space *made = nullptr;
    carom_status status = CAROM_OK;
    ~space_job() { carom_space_destroy(made); }
};

/* A structure over boxes. Questions hold `lock` shared, changes exclusively. */
class space {
  public:
    space(int kind, nb::handle boxes, double margin, double cell) {
        input<carom_aabb> at(boxes);
        carom_space_def def = {};
        def.kind = (carom_space_kind)kind;
        def.boxes = at.data();
        def.count = at.count();
        def.margin = (carom_real)margin;
        def.cell = (carom_real)cell;
        auto job = std::make_shared<space_job>();
        run_apart(def.count > LARGE, nb::borrow(boxes), [job, def] { job->status = carom_space_create(&job->made, &def); });
        check(job->status, "boxes");
        std::swap(made_, job->made);
    }
    ~space() { carom_space_destroy(made_); }
    space(const space &) = delete;
    space &operator=(const space &) = delete;
    carom_space *get() const { return made_; }
    std::shared_mutex lock;

  private:
    carom_space *made_ = nullptr;
};

using changing = std::unique_lock<std::shared_mutex>;

bool collect_pair(uint32_t a, uint32_t b, void *user) {
    return static_cast<endable<carom_id_pair> *>(user)->add({a, b});
}

nb::object pairs(space &self) {
    auto found = std::make_shared<endable<carom_id_pair>>();
    space *const of = &self;
    wait_for(carom_space_count(self.get()) > LARGE, found->left, nb::find(self), [found, of] {
        reading held(of->lock);
        carom_space_visit_pairs(of->get(), collect_pair, found.get());
    });
    return as_array(std::move(found->take()));
}

nb::object pairs_between(space &self, space &other) {
    auto found = std::make_shared<endable<carom_id_pair>>();
    space *const of = &self, *const with = &other;
    const bool large = carom_space_count(self.get()) + carom_space_count(other.get()) > LARGE;
    wait_for(large, found->left, nb::make_tuple(nb::find(self), nb::find(other)), [found, of, with] {
        reading held(of->lock), too;
        if (of != with) too = reading(with->lock);
        carom_space_visit_pairs_between(of->get(), with->get(), collect_pair, found.get());
    });
    return as_array(std::move(found->take()));
}

/* Answers of each question in a list of its own while a block is worked on, then one after another. */
template <class T> class gathered {
  public:
    template <class Ask> nb::object run(space &self, size_t count, const output<uint32_t> &counts, Ask &&ask) {
        std::vector<T> all;
        run_batch(count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
            reading held(self.lock);
            each_.resize(last - first);
            for_each(hook, first, last, [&](size_t i) {
                each_[i - first].clear();
                ask(i, each_[i - first]);
            });
            for (size_t i = first; i < last; i++) {
                const std::vector<T> &found = each_[i - first].take();
                counts[i] = (uint32_t)found.size();
                all.insert(all.end(), found.begin(), found.end());
            }
        });
        return as_array(std::move(all));
    }

  private:
    std::vector<collector<T>> each_;
};

nb::object in_boxes(space &self, nb::handle boxes, size_t count, nb::handle counts) {
    input<carom_aabb> at(boxes, count);
    output<uint32_t> found(counts, count);
    return gathered<uint32_t>().run(self, count, found, [&](size_t i, collector<uint32_t> &ids) {
        carom_space_visit_box(self.get(), &at[i], [](uint32_t id, void *user) { return static_cast<collector<uint32_t> *>(user)->add(id); }, &ids);
    });
}

nb::object along_rays(space &self, const ray_source &rays, nb::handle counts) {
    output<uint32_t> found(counts, rays.count);
    return gathered<carom_near_id>().run(self, rays.count, found, [&](size_t i, collector<carom_near_id> &ids) {
        const carom_ray ray = rays.at(i);
        carom_space_visit_ray(self.get(), &ray, [](uint32_t id, carom_real t, carom_real limit, void *user) {
            return static_cast<collector<carom_near_id> *>(user)->add({id, t}) ? limit : -(carom_real)INFINITY;
        }, &ids);
    });
}

/* The k nearest boxes of each point, or all there are: so many a point. */
nb::object nearest(space &self, nb::handle points, size_t count, size_t k) {
    input<carom_vec3> at(points, count);
    std::vector<carom_near_id> found;
    size_t each = 0;
    {
        nb::gil_scoped_release released;
        reading held(self.lock);
        each = std::min(k, carom_space_count(self.get()));
        found.resize(count * each);
    }
    run_batch(count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        reading held(self.lock);
        for_each(hook, first, last, [&](size_t i) { carom_space_query_nearest(self.get(), at[i], found.data() + i * each, each); });
    });
    return as_array(std::move(found));
}

/* Ids of the boxes that were added; those before one that is refused stay. */
void insert(space &self, nb::handle boxes, size_t count, nb::handle ids) {
    input<carom_aabb> at(boxes, count);
    output<uint32_t> names(ids, count);
    carom_status status = CAROM_OK;
    {
        nb::gil_scoped_release released;
        changing alone(self.lock);
        for (size_t i = 0; i < count && status == CAROM_OK; i++)
            status = carom_space_insert(self.get(), &at[i], &names[i]);
    }
    check(status, "boxes");
}

/* The index of the first id that is not in use, or -1. */
ptrdiff_t remove(space &self, nb::handle ids, size_t count) {
    input<uint32_t> names(ids, count);
    nb::gil_scoped_release released;
    changing alone(self.lock);
    for (size_t i = 0; i < count; i++)
        if (carom_space_remove(self.get(), names[i]) != CAROM_OK) return (ptrdiff_t)i;
    return -1;
}

ptrdiff_t move(space &self, nb::handle ids, nb::handle boxes, size_t count) {
    input<uint32_t> names(ids, count);
    input<carom_aabb> at(boxes, count);
    carom_status status = CAROM_OK;
    ptrdiff_t bad = -1;
    {
        nb::gil_scoped_release released;
        changing alone(self.lock);
        for (size_t i = 0; i < count && bad < 0; i++) {
            status = carom_space_move(self.get(), names[i], &at[i]);
            if (status != CAROM_OK) bad = (ptrdiff_t)i;
        }
    }
    if (bad >= 0 && status != CAROM_ERROR_INDEX) check(status, "boxes");
    return bad;
}

/* A change of all boxes. Ctrl-C ends the wait for it alone: it takes place. */
template <class Change> void change_all(space &self, nb::handle reads, const char *what, Change change) {
    auto status = std::make_shared<carom_status>(CAROM_OK);
    space *const of = &self;
    run_apart(carom_space_count(self.get()) > LARGE, nb::make_tuple(nb::find(self), reads), [status, of, change] {
        changing alone(of->lock);
        *status = change(of->get());
    });
    check(*status, what);
}

void move_all(space &self, nb::handle boxes, size_t count) {
    input<carom_aabb> at(boxes, count);
    const carom_aabb *const to = at.data();
    change_all(self, boxes, "boxes", [to, count](carom_space *of) { return carom_space_move_all(of, to, count); });
}

void build(space &self) { change_all(self, nb::none(), "build", carom_space_build); }

} // namespace

void bind_space(nb::module_ &module) {
    using h = nb::handle;
    nb::class_<space>(module, "Space")
        .def(nb::init<int, h, double, double>())
        .def("pairs", &pairs)
        .def("pairs_between", &pairs_between)
        .def("in_boxes", &in_boxes)
        .def("along_rays", [](space &self, h o, h d, h low, h high, size_t n, h counts) { return along_rays(self, ray_source(o, d, low, high, n), counts); })
        .def("nearest", &nearest)
        .def("insert", &insert)
        .def("remove", &remove)
        .def("move", &move)
        .def("move_all", &move_all)
        .def("build", &build)
        .def("count", [](space &self) { reading held(self.lock); return carom_space_count(self.get()); })
        .def("slots", [](space &self) { reading held(self.lock); return carom_space_slots(self.get()); })
        .def("nbytes", [](space &self) { reading held(self.lock); return carom_space_memory(self.get()); });
}

} // namespace PRECISION
