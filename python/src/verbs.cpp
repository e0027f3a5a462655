/* One question of many pairs of shapes in many poses: what the functions of carom/verbs.py call. */
#include "shapes.hpp"

#include <algorithm>

namespace PRECISION {

namespace {

/* Arrays of one side, or of a batch. */
using arrays = nb::typed<nb::tuple, nb::any, nb::ellipsis>;

/* Pairs of one call to the library. */
constexpr size_t AT_ONCE = 16384;
/* Posed shapes that are kept for the whole batch; sides with more are posed block by block. */
constexpr size_t KEPT = 65536;

/* Element numbers of an array that is broadcast to the shape of a batch: item i of the batch is element at(i). */
class broadcast {
  public:
    broadcast(const input<int64_t> &shape, const input<int64_t> &strides) : shape_(shape.data(), shape.data() + shape.count()),
                                                                           strides_(strides.data(), strides.data() + strides.count()) {
        if (shape_.size() != strides_.size()) throw nb::value_error("a buffer has the wrong size");
        int64_t most = 0;
        for (size_t i = 0; i < shape_.size(); i++) {
            if (shape_[i] < 0 || strides_[i] < 0) throw nb::value_error("a shape is negative");
            total_ *= (size_t)shape_[i];
            most += shape_[i] > 0 ? (shape_[i] - 1) * strides_[i] : 0;
        }
        elements_ = total_ == 0 ? 0 : (size_t)most + 1;
    }
    size_t count() const { return total_; }
    /* One more than the largest element. */
    size_t elements() const { return elements_; }
    size_t at(size_t item) const {
        size_t element = 0;
        for (size_t axis = shape_.size(); axis-- > 0;) {
            element += item % (size_t)shape_[axis] * (size_t)strides_[axis];
            item /= (size_t)shape_[axis];
        }
        return element;
    }

  private:
    std::vector<int64_t> shape_, strides_;
    size_t total_ = 1, elements_ = 0;
};

/* The shape and strides of a batch as Python gives them: three rows of numbers. */
struct layout {
    broadcast shape, pose, motion;
    layout(const input<int64_t> &sizes, nb::handle shapes, nb::handle poses, nb::handle motions)
        : shape(sizes, input<int64_t>(shapes)), pose(sizes, input<int64_t>(poses)), motion(sizes, input<int64_t>(motions)) {}
};

/* One side of a batch: shapes, poses and motions, each broadcast to the side's own batch, and that to the batch of answers. */
class side {
  public:
    side(shapes &of, nb::tuple arrays)
        : of_(of), poses_(nb::object(arrays[0])), motions_(nb::object(arrays[1])), sizes_(nb::object(arrays[2])),
          within_(sizes_, nb::object(arrays[3]), nb::object(arrays[4]), nb::object(arrays[5])) {
        if (within_.shape.elements() > of.count() || within_.pose.elements() > poses_.count() || within_.motion.elements() > motions_.count())
            throw nb::value_error("a buffer has the wrong size");
    }
    size_t count() const { return within_.shape.count(); }
    const carom_shape *shape(size_t i) const { return &of_.items[within_.shape.at(i)]; }
    carom_pose pose(size_t i) const { return poses_[within_.pose.at(i)]; }
    shapes &of() const { return of_; }

    void place(size_t i, carom_posed_shape &out) const {
        carom_shape_pose(&out, shape(i), pose(i));
        out.motion = motions_[within_.motion.at(i)];
    }
    /* Poses all shapes if there are few. */
    void place_all(const carom_task_hook *hook) {
        if (count() > KEPT || !posed_.empty()) return;
        posed_.resize(count());
        for_each(hook, 0, count(), [&](size_t i) { place(i, posed_[i]); });
    }
    /* The posed shapes of the answers first .. last - 1, and which of them each answer is about. */
    const std::vector<carom_posed_shape> &block(const broadcast &answers, size_t first, size_t last, std::vector<uint32_t> &which,
                                                const carom_task_hook *hook) {
        which.resize(last - first);
        if (count() <= KEPT) {
            for (size_t i = first; i < last; i++)
                which[i - first] = (uint32_t)answers.at(i);
            return posed_;
        }
        std::vector<size_t> wanted;
        for (size_t i = first; i < last; i++) {
            const size_t element = answers.at(i);
            if (wanted.empty() || wanted.back() != element) wanted.push_back(element);
            which[i - first] = (uint32_t)(wanted.size() - 1);
        }
        some_.resize(wanted.size());
        for_each(hook, 0, wanted.size(), [&](size_t i) { place(wanted[i], some_[i]); });
        return some_;
    }

  private:
    shapes &of_;
    input<carom_pose> poses_;
    input<carom_vec3> motions_;
    input<int64_t> sizes_;
    layout within_;
    std::vector<carom_posed_shape> posed_, some_;
};

/* A question of all pairs of a batch. */
class pairs {
  public:
    pairs(shapes &a, nb::tuple arrays_a, shapes &b, nb::tuple arrays_b, nb::tuple batch)
        : a_(a, arrays_a), b_(b, arrays_b), sizes_(nb::object(batch[0])), at_a_(sizes_, input<int64_t>(nb::object(batch[1]))),
          at_b_(sizes_, input<int64_t>(nb::object(batch[2]))) {
        if (at_a_.elements() > a_.count() || at_b_.elements() > b_.count()) throw nb::value_error("a buffer has the wrong size");
    }
    size_t count() const { return at_a_.count(); }
    const side &a() const { return a_; }
    const side &b() const { return b_; }
    size_t in_a(size_t i) const { return at_a_.at(i); }
    size_t in_b(size_t i) const { return at_b_.at(i); }

    /* Calls ask(some pairs, first, hook) for ranges of answers. */
    template <class Ask> void run(Ask &&ask) {
        run_batch(count(), 1024, [&](size_t begin, size_t end, const carom_task_hook *hook) {
            reading_all held(a_.of(), b_.of());
            a_.place_all(hook);
            b_.place_all(hook);
            for (size_t first = begin; first < end; first += AT_ONCE) {
                const size_t last = std::min(end, first + AT_ONCE);
                const std::vector<carom_posed_shape> &posed_a = a_.block(at_a_, first, last, which_a_, hook);
                const std::vector<carom_posed_shape> &posed_b = b_.block(at_b_, first, last, which_b_, hook);
                const carom_batch_pairs named = {which_a_.data(), which_b_.data(), last - first};
                const carom_posed_pairs some = {posed_a.data(), posed_b.data(), posed_a.size(), posed_b.size(), &named};
                ask(some, first, hook);
            }
        });
    }
    /* Calls ask(i) for each answer, on all threads. */
    template <class Ask> void run_each(Ask &&ask) {
        run_batch(count(), 256, [&](size_t begin, size_t end, const carom_task_hook *hook) {
            reading_all held(a_.of(), b_.of());
            for_each(hook, begin, end, ask);
        });
    }

  private:
    side a_, b_;
    input<int64_t> sizes_;
    broadcast at_a_, at_b_;
    std::vector<uint32_t> which_a_, which_b_;
};

void overlap(shapes &a, arrays aa, shapes &b, arrays bb, arrays batch, double distance, nb::handle out) {
    pairs all(a, aa, b, bb, batch);
    output<bool> answers(out, all.count());
    all.run([&](const carom_posed_pairs &some, size_t first, const carom_task_hook *hook) {
        if (distance == 0)
            carom_overlap_posed_pairs(&some, answers.data() + first, hook);
        else
            carom_overlap_posed_pairs_within(&some, (carom_real)distance, answers.data() + first, hook);
    });
}

void classify(shapes &a, arrays aa, shapes &b, arrays bb, arrays batch, nb::handle out) {
    static_assert(sizeof(carom_relation) == sizeof(int32_t), "relations are read as int32");
    pairs all(a, aa, b, bb, batch);
    output<carom_relation> answers(out, all.count());
    all.run([&](const carom_posed_pairs &some, size_t first, const carom_task_hook *hook) {
        carom_classify_posed_pairs(&some, answers.data() + first, hook);
    });
}

void closest(shapes &a, arrays aa, shapes &b, arrays bb, arrays batch, nb::handle out) {
    pairs all(a, aa, b, bb, batch);
    output<carom_closest_any> answers(out, all.count());
    all.run([&](const carom_posed_pairs &some, size_t first, const carom_task_hook *hook) {
        carom_closest_posed_pairs(&some, answers.data() + first, hook);
    });
}

void raycast(shapes &a, arrays aa, shapes &b, arrays bb, arrays batch, nb::handle out) {
    pairs all(a, aa, b, bb, batch);
    output<carom_ray_hit> answers(out, all.count());
    all.run([&](const carom_posed_pairs &some, size_t first, const carom_task_hook *hook) {
        carom_raycast_posed_pairs(&some, answers.data() + first, hook);
    });
}

void penetration(shapes &a, arrays aa, shapes &b, arrays bb, arrays batch, nb::handle out) {
    pairs all(a, aa, b, bb, batch);
    output<carom_penetration> answers(out, all.count());
    all.run([&](const carom_posed_pairs &some, size_t first, const carom_task_hook *hook) {
        carom_penetrate_posed_pairs(&some, answers.data() + first, hook);
    });
}

void sweep(shapes &a, arrays aa, shapes &b, arrays bb, arrays batch, double distance, nb::handle out) {
    pairs all(a, aa, b, bb, batch);
    output<carom_sweep_hit> answers(out, all.count());
    carom_sweep_options options = {};
    options.target_distance = (carom_real)distance;
    all.run([&](const carom_posed_pairs &some, size_t first, const carom_task_hook *hook) {
        carom_sweep_posed_pairs(&some, &options, answers.data() + first, hook);
    });
}

void contact(shapes &a, arrays aa, shapes &b, arrays bb, arrays batch, double margin, int capacity, nb::handle out) {
    pairs all(a, aa, b, bb, batch);
    output<carom_contact_manifold> answers(out, all.count());
    for (size_t i = 0; i < all.count(); i++) {
        answers[i] = carom_contact_manifold();
        answers[i].margin = (carom_real)margin;
        answers[i].capacity = capacity;
    }
    all.run([&](const carom_posed_pairs &some, size_t first, const carom_task_hook *hook) {
        carom_contact_posed_pairs(&some, answers.data() + first, hook);
    });
}

void signed_distance(shapes &a, arrays aa, shapes &b, arrays bb, arrays batch, nb::handle out) {
    pairs all(a, aa, b, bb, batch);
    output<carom_signed_distance> answers(out, all.count());
    all.run_each([&](size_t i) {
        const size_t in_a = all.in_a(i), in_b = all.in_b(i);
        answers[i] = carom_distance_signed(all.a().shape(in_a), all.a().pose(in_a), all.b().shape(in_b), all.b().pose(in_b));
    });
}

/* `ends` are the poses at the end of the frame, one for each answer. */
void toi(shapes &a, arrays aa, shapes &b, arrays bb, arrays batch, nb::handle ends_a, nb::handle ends_b, double tolerance, nb::handle out) {
    pairs all(a, aa, b, bb, batch);
    input<carom_pose> to_a(ends_a, all.count()), to_b(ends_b, all.count());
    output<carom_toi_hit> answers(out, all.count());
    all.run_each([&](size_t i) {
        const size_t in_a = all.in_a(i), in_b = all.in_b(i);
        carom_turning_shape turns_a = {}, turns_b = {};
        turns_a.shape = all.a().shape(in_a);
        turns_a.start = all.a().pose(in_a);
        turns_a.end = to_a[i];
        turns_b.shape = all.b().shape(in_b);
        turns_b.start = all.b().pose(in_b);
        turns_b.end = to_b[i];
        answers[i] = carom_toi(&turns_a, &turns_b, (carom_real)tolerance);
    });
}

} // namespace

void bind_verbs(nb::module_ &module) {
    module.def("overlap", &overlap);
    module.def("classify", &classify);
    module.def("closest", &closest);
    module.def("raycast", &raycast);
    module.def("penetration", &penetration);
    module.def("sweep", &sweep);
    module.def("contact", &contact);
    module.def("signed_distance", &signed_distance);
    module.def("toi", &toi);
}

} // namespace PRECISION
