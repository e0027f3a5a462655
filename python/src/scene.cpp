/* Many instances of few meshes: what the class Scene of carom/scene.py calls. */
#include "batches.hpp"

#include <cmath>

namespace PRECISION {

namespace {

/* A scene, the meshes that it refers to, and their locks. Questions hold `lock` shared, moves exclusively. */
class scene {
  public:
    scene(nb::typed<nb::list, mesh> meshes, nb::handle which, nb::handle poses, nb::handle scales) {
        input<uint32_t> names(which);
        input<carom_pose> at(poses, names.count());
        input<carom_vec3> factors(scales);
        for (nb::handle one : meshes) {
            mesh &held = nb::cast<mesh &>(one);
            kept_.push_back(nb::borrow(one));
            locks_.push_back(&held.lock);
        }
        std::sort(locks_.begin(), locks_.end());
        locks_.erase(std::unique(locks_.begin(), locks_.end()), locks_.end());
        std::vector<carom_placed_mesh> placed(names.count());
        for (size_t i = 0; i < placed.size(); i++) {
            placed[i] = carom_placed_mesh();
            placed[i].mesh = nb::cast<mesh &>(kept_.at(names[i])).get();
            placed[i].pose = at[i];
        }
        carom_scene_def def = {};
        def.instances = placed.data();
        def.count = placed.size();
        if (factors.count() != 0 && factors.count() != placed.size()) throw nb::value_error("a buffer has the wrong size");
        def.scales = factors.count() ? factors.data() : nullptr;
        carom_status status;
        {
            nb::gil_scoped_release released;
            std::vector<reading> held;
            for (std::shared_mutex *one : locks_)
                held.emplace_back(*one);
            status = carom_scene_create(&made_, &def);
        }
        check(status, "meshes, poses, scales");
    }
    ~scene() { carom_scene_destroy(made_); }
    scene(const scene &) = delete;
    scene &operator=(const scene &) = delete;
    carom_scene *get() const { return made_; }
    /* The scene and its meshes may be asked for as long as the answer lives. */
    std::vector<reading> hold() {
        std::vector<reading> out;
        out.emplace_back(lock);
        for (std::shared_mutex *one : locks_)
            out.emplace_back(*one);
        return out;
    }
    void move(nb::handle poses) {
        input<carom_pose> at(poses, carom_scene_count(made_));
        carom_status status;
        {
            nb::gil_scoped_release released;
            std::unique_lock<std::shared_mutex> alone(lock);
            std::vector<reading> held;
            for (std::shared_mutex *one : locks_)
                held.emplace_back(*one);
            status = carom_scene_move_all(made_, at.data(), at.count());
        }
        check(status, "poses");
    }
    std::shared_mutex lock;

  private:
    carom_scene *made_ = nullptr;
    std::vector<nb::object> kept_;
    std::vector<std::shared_mutex *> locks_;
};

void raycast(scene &self, const ray_source &rays, int facing, nb::handle out) {
    output<carom_scene_ray_hit> hits(out, rays.count);
    cast_in_blocks(rays, facing, [&](const carom_mesh_rays &some, size_t i, const carom_task_hook *hook) {
        const std::vector<reading> held = self.hold();
        carom_raycast_rays_scene(&some, self.get(), hits.data() + i, hook);
    });
}

void occluded(scene &self, const ray_source &rays, int facing, nb::handle out) {
    output<bool> answers(out, rays.count);
    cast_in_blocks(rays, facing, [&](const carom_mesh_rays &some, size_t i, const carom_task_hook *hook) {
        const std::vector<reading> held = self.hold();
        carom_overlap_rays_scene(&some, self.get(), answers.data() + i, hook);
    });
}

nb::object raycast_all(scene &self, const ray_source &rays, int facing, nb::handle counts) {
    lists<carom_scene_ray_hit> out(counts, rays.count);
    std::vector<carom_ray> buffer;
    run_batch(rays.count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        const std::vector<reading> held = self.hold();
        out.fill(first, last, hook,
                 [&](const std::vector<size_t> &ids, size_t capacity, carom_scene_ray_hit *hits, uint32_t *found, const carom_task_hook *tasks) {
                     buffer.resize(ids.size());
                     for (size_t i = 0; i < ids.size(); i++)
                         buffer[i] = rays.at(ids[i]);
                     const carom_mesh_rays some = {buffer.data(), ids.size(), (carom_facing)facing};
                     const carom_scene_hit_lists into = {hits, capacity, found};
                     carom_raycast_rays_scene_all(&some, self.get(), &into, tasks);
                 });
    });
    return out.found();
}

void closest(scene &self, nb::handle points, size_t count, nb::handle out) {
    input<carom_vec3> at(points, count);
    output<carom_scene_closest> nearest(out, count);
    run_batch(count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        const std::vector<reading> held = self.hold();
        carom_closest_points_scene(at.data() + first, last - first, self.get(), nearest.data() + first, hook);
    });
}

struct instance_pair {
    uint32_t a, b;
};

nb::object pairs(scene &self) {
    collector<instance_pair> found;
    {
        nb::gil_scoped_release released;
        const std::vector<reading> held = self.hold();
        carom_visit_scene_pairs(self.get(), [](uint32_t a, uint32_t b, void *user) {
            return static_cast<collector<instance_pair> *>(user)->add({a, b});
        }, &found);
    }
    return as_array(std::move(found.take()));
}

void bounds(scene &self, nb::handle out) {
    output<carom_aabb> box(out, 1);
    nb::gil_scoped_release released;
    const std::vector<reading> held = self.hold();
    box[0] = carom_scene_bounds(self.get());
}

} // namespace

void bind_scene(nb::module_ &module) {
    using h = nb::handle;
    nb::class_<scene>(module, "Scene")
        .def(nb::init<nb::typed<nb::list, mesh>, h, h, h>())
        .def("move", &scene::move)
        .def("bounds", &bounds)
        .def("raycast", [](scene &self, h o, h d, h low, h high, size_t n, int facing, h out) { raycast(self, ray_source(o, d, low, high, n), facing, out); })
        .def("occluded", [](scene &self, h o, h d, h low, h high, size_t n, int facing, h out) { occluded(self, ray_source(o, d, low, high, n), facing, out); })
        .def("raycast_all", [](scene &self, h o, h d, h low, h high, size_t n, int facing, h counts) {
            return raycast_all(self, ray_source(o, d, low, high, n), facing, counts);
        })
        .def("closest", &closest)
        .def("pairs", &pairs);
}

} // namespace PRECISION
