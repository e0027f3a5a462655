/* Things that move: what the class World of carom/world.py calls. */
#include "batches.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <unordered_map>

namespace PRECISION {

namespace {

static_assert(sizeof(carom_collider_id) == sizeof(uint64_t), "ids are read as uint64");

/* What shapes refer to, kind by kind, each in its order. */
class asset_lists {
  public:
    explicit asset_lists(const shapes &from) {
        for (const carom_shape &one : from.items) {
            if (one.kind == CAROM_SHAPE_HULL) hulls_.push_back(one.as.hull.hull);
            if (one.kind == CAROM_SHAPE_MESH) meshes_.push_back(one.as.mesh);
            if (one.kind == CAROM_SHAPE_HEIGHTFIELD) fields_.push_back(one.as.heightfield);
            if (one.kind == CAROM_SHAPE_COMPOUND) compounds_.push_back(one.as.compound);
            if (one.kind == CAROM_SHAPE_ROUNDED) cores_.push_back(one.as.rounded.core);
        }
    }
    carom_world_assets get() const {
        return {hulls_.data(),      hulls_.size(),     meshes_.data(), meshes_.size(), fields_.data(), fields_.size(),
                compounds_.data(), compounds_.size(), cores_.data(),  cores_.size()};
    }

  private:
    std::vector<const carom_hull *> hulls_;
    std::vector<const carom_mesh *> meshes_;
    std::vector<const carom_heightfield *> fields_;
    std::vector<const carom_compound *> compounds_;
    std::vector<const carom_shape *> cores_;
};

/* A world, and what its colliders refer to. Questions hold `lock` shared, changes and steps exclusively. */
class world {
  public:
    world(nb::handle gravity, bool response, bool contacts) {
        input<carom_vec3> down(gravity, 1);
        carom_world_def def = carom_world_defaults();
        def.gravity = down[0];
        def.response = response;
        def.contacts = contacts;
        def.tasks = pooled_hook();
        check(carom_world_create(&made_, &def), "gravity");
    }
    ~world() { carom_world_destroy(made_); }
    /* As it was saved; `assets` is what its colliders refer to. */
    world(nb::handle data, nb::object assets) {
        view bytes(data);
        carom_world_def def = {};
        def.tasks = pooled_hook();
        const asset_lists by_kind(nb::cast<const shapes &>(assets));
        const carom_world_assets all = by_kind.get();
        check(carom_world_load(&made_, &def, &all, bytes.bytes(), bytes.size()), "data");
        assets_ = assets;
        for (std::shared_mutex *one : nb::cast<const shapes &>(assets).locks)
            locks_.emplace(one, assets);
    }
    world(const world &) = delete;
    world &operator=(const world &) = delete;
    carom_world *get() const { return made_; }

    /* The index of the first collider that is refused, and why; those before it are in. */
    nb::typed<nb::tuple, int, nb::any> insert(nb::object from, nb::handle poses, nb::handle velocities, nb::handle turns, nb::handle numbers,
                                              nb::tuple facts, nb::handle ids) {
        const shapes &all = nb::cast<const shapes &>(from);
        const size_t count = all.count();
        input<carom_pose> at(poses, count);
        input<carom_vec3> ways(velocities, count), spins(turns, count);
        input<carom_real> masses(numbers, 2 * count);
        output<carom_collider_id> names(ids, count);
        const int kind = nb::cast<int>(facts[0]);
        const uint32_t category = nb::cast<uint32_t>(facts[1]), mask = nb::cast<uint32_t>(facts[2]);
        std::unique_lock<std::shared_mutex> alone(acquire());
        for (size_t i = 0; i < count; i++) {
            carom_collider_def def = {};
            def.shape = all.items[i];
            def.kind = (carom_collider_kind)kind;
            def.pose = at[i];
            def.velocity = ways[i];
            def.angular_velocity = spins[i];
            def.mass = masses[2 * i];
            def.restitution = masses[2 * i + 1];
            def.category = category;
            def.mask = mask;
            const carom_status status = carom_world_insert(made_, &def, &names[i]);
            if (status != CAROM_OK) return nb::typed<nb::tuple, int, nb::any>(nb::make_tuple((int)i, carom_status_text(status)));
            if (all.kept.empty()) continue;
            kept_[key(names[i])] = from;
            for (std::shared_mutex *one : all.locks)
                locks_.emplace(one, from);
        }
        return nb::typed<nb::tuple, int, nb::any>(nb::make_tuple(-1, nb::none()));
    }

    /* Calls change(i) for each id; the index of the first whose status is no success, and the status. */
    template <class Change> nb::typed<nb::tuple, int, int> change(size_t count, Change &&one) {
        std::unique_lock<std::shared_mutex> alone(acquire());
        for (size_t i = 0; i < count; i++) {
            const carom_status status = one(i);
            if (status != CAROM_OK) return nb::typed<nb::tuple, int, int>(nb::make_tuple((int)i, (int)status));
        }
        return nb::typed<nb::tuple, int, int>(nb::make_tuple(-1, 0));
    }
    void forget(carom_collider_id id) { kept_.erase(key(id)); }

    void step(double dt) {
        carom_status status;
        {
            nb::gil_scoped_release released;
            std::unique_lock<std::shared_mutex> alone(lock);
            std::vector<reading> held;
            hold_meshes(held);
            status = carom_world_step(made_, (carom_real)dt);
        }
        check(status, "dt");
    }
    /* Everything may be asked for as long as the answer lives, and what another array of shapes refers to. Without the GIL. */
    std::vector<reading> hold(const shapes *also = nullptr) {
        std::vector<reading> out;
        out.emplace_back(lock);
        hold_meshes(out);
        if (!also) return out;
        std::vector<std::shared_mutex *> more = also->locks;
        std::sort(more.begin(), more.end());
        more.erase(std::unique(more.begin(), more.end()), more.end());
        for (std::shared_mutex *one : more)
            if (!locks_.count(one)) out.emplace_back(*one);
        return out;
    }
    nb::object saved(const shapes &assets) {
        const asset_lists by_kind(assets);
        const carom_world_assets all = by_kind.get();
        size_t size = 0;
        std::vector<uint8_t> bytes;
        carom_status status;
        {
            nb::gil_scoped_release released;
            reading held(lock);
            status = carom_world_save(made_, &all, nullptr, &size);
            if (status == CAROM_OK) {
                bytes.resize(size);
                status = carom_world_save(made_, &all, bytes.data(), &size);
            }
        }
        if (status == CAROM_ERROR_INDEX)
            throw nb::value_error("assets lacks a hull, mesh, height field, compound or rounded shape of a collider");
        check(status, "save");
        return as_array(std::move(bytes));
    }
    /* The lock, for a change; taken without the GIL, which a step may hold up. */
    std::unique_lock<std::shared_mutex> acquire() {
        nb::gil_scoped_release released;
        return std::unique_lock<std::shared_mutex>(lock);
    }
    std::shared_mutex lock;

  private:
    static uint64_t key(carom_collider_id id) { return (uint64_t)id.generation << 32 | id.index; }
    void hold_meshes(std::vector<reading> &out) {
        for (const auto &one : locks_)
            out.emplace_back(*one.first);
    }
    carom_world *made_ = nullptr;
    std::unordered_map<uint64_t, nb::object> kept_;
    nb::object assets_; /* of a world that was loaded */
    std::map<std::shared_mutex *, nb::object> locks_; /* of all meshes that ever were in the world, which are kept for that */
};

/* Poses, velocities and angular velocities of colliders. The index of the first id that is stale, or -1. */
ptrdiff_t states(world &self, nb::handle ids, size_t count, nb::handle poses, nb::handle velocities, nb::handle turns) {
    input<carom_collider_id> names(ids, count);
    output<carom_pose> at(poses, count);
    output<carom_vec3> ways(velocities, count), spins(turns, count);
    nb::gil_scoped_release released;
    reading held(self.lock);
    for (size_t i = 0; i < count; i++) {
        if (!carom_world_contains(self.get(), names[i])) return (ptrdiff_t)i;
        const carom_collider_def def = carom_world_collider(self.get(), names[i]);
        at[i] = def.pose;
        ways[i] = def.velocity;
        spins[i] = def.angular_velocity;
    }
    return -1;
}

nb::object events(world &self) {
    nb::gil_scoped_release released;
    reading held(self.lock);
    size_t count = 0;
    const carom_world_event *first = carom_world_events(self.get(), &count);
    std::vector<carom_world_event> out(first, first + count);
    nb::gil_scoped_acquire gil;
    return as_array(std::move(out));
}

nb::object impacts(world &self) {
    nb::gil_scoped_release released;
    reading held(self.lock);
    size_t count = 0;
    const carom_world_impact *first = carom_world_impacts(self.get(), &count);
    std::vector<carom_world_impact> out(first, first + count);
    nb::gil_scoped_acquire gil;
    return as_array(std::move(out));
}

/* `hits` is whether each ray hits. */
void raycast(world &self, const ray_source &rays, uint32_t mask, nb::handle out, nb::handle hits) {
    output<carom_world_hit> answers(out, rays.count);
    output<bool> found(hits, rays.count);
    run_batch(rays.count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        const std::vector<reading> held = self.hold();
        for_each(hook, first, last, [&](size_t i) {
            const carom_ray ray = rays.at(i);
            found[i] = carom_world_raycast(self.get(), &ray, mask, &answers[i]);
        });
    });
}

void raycast_all(world &self, const ray_source &rays, uint32_t mask, lists<carom_world_hit> &out) {
    run_batch(rays.count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        const std::vector<reading> held = self.hold();
        out.fill(first, last, hook, [&](const std::vector<size_t> &ids, size_t capacity, carom_world_hit *hits, uint32_t *found, const carom_task_hook *tasks) {
            for_each(tasks, 0, ids.size(), [&](size_t i) {
                const carom_ray ray = rays.at(ids[i]);
                found[i] = (uint32_t)carom_world_raycast_all(self.get(), &ray, mask, hits + i * capacity, capacity);
            });
        });
    });
}

/* Shapes that ask a world, each in a pose and with a motion of its own, and which colliders they are to meet: `facts` are mask, category,
 * skip_sensors, the ids that are left out, ignore_receding and target_distance. */
class probe_source {
  public:
    probe_source(const shapes &of, nb::handle poses, nb::handle motions, nb::tuple facts)
        : of_(of), poses_(poses, of.count()), motions_(motions, of.count()), excluded_(nb::object(facts[3])), mask_(nb::cast<uint32_t>(facts[0])) {
        options_.category = nb::cast<uint32_t>(facts[1]);
        options_.skip_sensors = nb::cast<bool>(facts[2]);
        options_.excluded = excluded_.data();
        options_.excluded_count = excluded_.count();
        options_.sweep.ignore_receding = nb::cast<bool>(facts[4]);
        options_.sweep.target_distance = (carom_real)nb::cast<double>(facts[5]);
    }
    probe_source(const probe_source &) = delete;
    size_t count() const { return of_.count(); }
    const shapes &of() const { return of_; }
    carom_world_probe at(size_t i) const { return {&of_.items[i], poses_[i], motions_[i], mask_, &options_}; }

    /* Calls ask(probe i, i) for all. */
    template <class Ask> void each(world &self, Ask &&ask) const {
        run_batch(count(), DEAR, [&](size_t first, size_t last, const carom_task_hook *hook) {
            const std::vector<reading> held = self.hold(&of_);
            for_each(hook, first, last, [&](size_t i) {
                const carom_world_probe probe = at(i);
                ask(probe, i);
            });
        });
    }
    /* Lists of answers: ask(probe, places, capacity) returns how many there are. */
    template <class T, class Ask> nb::object all(world &self, nb::handle counts, Ask &&ask) const {
        lists<T> out(counts, count());
        run_batch(count(), DEAR, [&](size_t first, size_t last, const carom_task_hook *hook) {
            const std::vector<reading> held = self.hold(&of_);
            out.fill(first, last, hook, [&](const std::vector<size_t> &ids, size_t capacity, T *items, uint32_t *found, const carom_task_hook *tasks) {
                for_each(tasks, 0, ids.size(), [&](size_t i) {
                    const carom_world_probe probe = at(ids[i]);
                    found[i] = (uint32_t)ask(&probe, items + i * capacity, capacity);
                });
            });
        });
        return out.found();
    }

  private:
    const shapes &of_;
    input<carom_pose> poses_;
    input<carom_vec3> motions_;
    input<carom_collider_id> excluded_;
    uint32_t mask_;
    carom_world_options options_ = {};
};

void sweep(world &self, const probe_source &probes, nb::handle out, nb::handle hits) {
    output<carom_world_hit> answers(out, probes.count());
    output<bool> found(hits, probes.count());
    probes.each(self, [&](const carom_world_probe &probe, size_t i) { found[i] = carom_world_sweep(self.get(), &probe, &answers[i]); });
}

/* `each` places for the nearest colliders of each shape; those that are not there keep what is in them. */
void nearest(world &self, const probe_source &probes, size_t each, nb::handle out, nb::handle counts) {
    output<carom_world_near> answers(out, probes.count() * each);
    output<uint32_t> found(counts, probes.count());
    probes.each(self, [&](const carom_world_probe &probe, size_t i) {
        found[i] = (uint32_t)carom_world_nearest(self.get(), &probe, answers.data() + i * each, each);
    });
}

} // namespace

void bind_world(nb::module_ &module) {
    using h = nb::handle;
    using facts = nb::typed<nb::tuple, nb::any, nb::ellipsis>;
    nb::class_<world>(module, "World")
        .def(nb::init<h, bool, bool>())
        .def(nb::init<h, nb::object>())
        .def("save", [](world &self, const shapes &assets) { return self.saved(assets); })
        .def("build", [](world &self) {
            std::unique_lock<std::shared_mutex> alone(self.acquire());
            check(carom_world_build(self.get()), "build");
        })
        .def("set_filter", [](world &self, h ids, size_t count, uint32_t category, uint32_t mask) {
            input<carom_collider_id> names(ids, count);
            return self.change(count, [&](size_t i) { return carom_world_set_filter(self.get(), names[i], category, mask); });
        })
        .def("ids", [](world &self) {
            std::vector<carom_collider_id> out;
            {
                nb::gil_scoped_release released;
                reading held(self.lock);
                for (size_t i = 0; i < carom_world_slots(self.get()); i++) {
                    const carom_collider_id id = carom_world_id(self.get(), (uint32_t)i);
                    if (carom_world_contains(self.get(), id)) out.push_back(id);
                }
            }
            return as_array(std::move(out));
        })
        .def("sweep", [](world &self, const shapes &of, h poses, h motions, facts options, h out, h hits) {
            sweep(self, probe_source(of, poses, motions, options), out, hits);
        })
        .def("sweep_all", [](world &self, const shapes &of, h poses, h motions, facts options, h counts) {
            return probe_source(of, poses, motions, options).all<carom_world_hit>(self, counts, [&](const carom_world_probe *probe, carom_world_hit *hits, size_t n) {
                return carom_world_sweep_all(self.get(), probe, hits, n);
            });
        })
        .def("overlap", [](world &self, const shapes &of, h poses, h motions, facts options, h counts) {
            return probe_source(of, poses, motions, options).all<carom_collider_id>(self, counts, [&](const carom_world_probe *probe, carom_collider_id *ids, size_t n) {
                return carom_world_overlap(self.get(), probe, ids, n);
            });
        })
        .def("nearest", [](world &self, const shapes &of, h poses, h motions, facts options, size_t each, h out, h counts) {
            nearest(self, probe_source(of, poses, motions, options), each, out, counts);
        })
        .def("raycast_all", [](world &self, h o, h d, h low, h high, size_t n, uint32_t mask, h counts) {
            const ray_source rays(o, d, low, high, n);
            lists<carom_world_hit> out(counts, n);
            raycast_all(self, rays, mask, out);
            return out.found();
        })
        .def("insert", [](world &self, nb::object from, h poses, h ways, h turns, h numbers, nb::typed<nb::tuple, nb::any, nb::ellipsis> facts, h ids) {
            return self.insert(from, poses, ways, turns, numbers, facts, ids);
        })
        .def("remove", [](world &self, h ids, size_t count) {
            input<carom_collider_id> names(ids, count);
            return self.change(count, [&](size_t i) {
                const carom_status status = carom_world_remove(self.get(), names[i]);
                if (status == CAROM_OK) self.forget(names[i]);
                return status;
            });
        })
        .def("move", [](world &self, h ids, size_t count, h poses) {
            input<carom_collider_id> names(ids, count);
            input<carom_pose> at(poses, count);
            return self.change(count, [&](size_t i) { return carom_world_move(self.get(), names[i], at[i]); });
        })
        .def("set_velocity", [](world &self, h ids, size_t count, h ways, h turns) {
            input<carom_collider_id> names(ids, count);
            input<carom_vec3> straight(ways, count), spins(turns, count);
            return self.change(count, [&](size_t i) { return carom_world_set_velocity(self.get(), names[i], straight[i], spins[i]); });
        })
        .def("step", &world::step)
        .def("states", &states)
        .def("events", &events)
        .def("impacts", &impacts)
        .def("count", [](world &self) { reading held(self.lock); return carom_world_count(self.get()); })
        .def("raycast", [](world &self, h o, h d, h low, h high, size_t n, uint32_t mask, h out, h hits) {
            raycast(self, ray_source(o, d, low, high, n), mask, out, hits);
        });
}

} // namespace PRECISION
