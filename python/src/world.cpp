/* Things that move: what the class World of carom/world.py calls. */
#include "batches.hpp"

#include <cstring>
#include <map>
#include <unordered_map>

namespace PRECISION {

namespace {

static_assert(sizeof(carom_collider_id) == sizeof(uint64_t), "ids are read as uint64");

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
    /* Everything may be asked for as long as the answer lives. Without the GIL. */
    std::vector<reading> hold() {
        std::vector<reading> out;
        out.emplace_back(lock);
        hold_meshes(out);
        return out;
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

} // namespace

void bind_world(nb::module_ &module) {
    using h = nb::handle;
    nb::class_<world>(module, "World")
        .def(nb::init<h, bool, bool>())
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
