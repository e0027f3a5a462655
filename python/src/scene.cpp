/* Many instances of few meshes: what the class Scene of carom/scene.py calls. */
#include "batches.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <memory>

namespace PRECISION {

namespace {

struct scene_job {
    std::vector<carom_placed_mesh> placed;
    carom_scene *made = nullptr;
    carom_status status = CAROM_OK;
    ~scene_job() { carom_scene_destroy(made); }
};

/* What tells on which side of a mesh a point is. */
struct mesh_sides {
    carom_mesh_solidity solidity = CAROM_SOLIDITY_UNKNOWN;
    carom_mesh_rim *rim = nullptr;
};

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
            meshes_.push_back(&held);
            locks_.push_back(&held.lock);
        }
        std::sort(locks_.begin(), locks_.end());
        locks_.erase(std::unique(locks_.begin(), locks_.end()), locks_.end());
        which_.assign(names.data(), names.data() + names.count());
        auto job = std::make_shared<scene_job>();
        job->placed.resize(which_.size());
        for (size_t i = 0; i < which_.size(); i++) {
            job->placed[i] = carom_placed_mesh();
            job->placed[i].mesh = meshes_.at(which_[i])->get();
            job->placed[i].pose = at[i];
        }
        carom_scene_def def = {};
        def.instances = job->placed.data();
        def.count = job->placed.size();
        if (factors.count() != 0 && factors.count() != def.count) throw nb::value_error("a buffer has the wrong size");
        def.scales = factors.count() ? factors.data() : nullptr;
        const std::vector<std::shared_mutex *> locks = locks_;
        run_apart(def.scales || def.count > LARGE, nb::make_tuple(meshes, scales), [job, def, locks] {
            std::vector<reading> held;
            for (std::shared_mutex *one : locks)
                held.emplace_back(*one);
            job->status = carom_scene_create(&job->made, &def);
        });
        check(job->status, "meshes, poses, scales");
        std::swap(made_, job->made);
    }
    ~scene() {
        carom_space_destroy(boxes_);
        for (auto &copy : copies_)
            carom_mesh_rim_destroy(copy.second.rim);
        carom_scene_destroy(made_);
    }
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
        struct move_job {
            carom_status status = CAROM_OK;
        };
        input<carom_pose> at(poses, carom_scene_count(made_));
        auto job = std::make_shared<move_job>();
        const carom_pose *const to = at.data();
        const size_t count = at.count();
        run_apart(count > LARGE, nb::make_tuple(nb::find(*this), poses), [this, job, to, count] {
            std::unique_lock<std::shared_mutex> alone(lock);
            std::vector<reading> held;
            for (std::shared_mutex *one : locks_)
                held.emplace_back(*one);
            job->status = carom_scene_move_all(made_, to, count);
            carom_space_destroy(boxes_);
            boxes_ = nullptr;
        });
        check(job->status, "poses");
    }
    std::shared_mutex lock;

    /* The instances as solids: their boxes, and what tells the sides of their meshes. The scene is held. */
    class solids {
      public:
        explicit solids(scene &of) : of_(of), boxes_(of.boxes()) {
            for (mesh *one : of.meshes_)
                meshes_.push_back(one->placed(true));
        }
        /* Calls found(instance as a solid, its index) for each whose box holds the point, until one answers false. */
        template <class Found> void visit(carom_vec3 point, Found &&found) const {
            struct search {
                const solids &all;
                Found &found;
            } one = {*this, found};
            const carom_aabb at = {point, point};
            if (!boxes_) return;
            carom_space_visit_box(boxes_, &at, [](uint32_t id, void *user) {
                const search &s = *static_cast<search *>(user);
                const uint32_t instance = s.all.of_.present_[id];
                return s.found(s.all.at(instance), instance);
            }, &one);
        }

      private:
        carom_placed_mesh at(uint32_t instance) const {
            carom_placed_mesh out = carom_scene_instance(of_.made_, instance);
            const carom_placed_mesh &plain = meshes_[of_.which_[instance]];
            const bool scaled = out.mesh != plain.mesh;
            const mesh_sides sides = scaled ? of_.copies_.at(out.mesh) : mesh_sides{plain.solidity, const_cast<carom_mesh_rim *>(plain.rim)};
            out.solidity = sides.solidity;
            out.rim = sides.rim;
            return out;
        }
        scene &of_;
        const carom_space *boxes_;
        std::vector<carom_placed_mesh> meshes_;
    };

  private:
    /* Made when first asked for, and after a move anew. Null where no instance has a triangle. */
    const carom_space *boxes() {
        std::lock_guard<std::mutex> alone(once_);
        if (boxes_) return boxes_;
        std::vector<carom_aabb> all;
        present_.clear();
        for (uint32_t i = 0; i < which_.size(); i++) {
            const carom_placed_mesh at = carom_scene_instance(made_, i);
            if (carom_mesh_triangle_count(at.mesh) == 0) continue;
            know_copy(at.mesh, meshes_[which_[i]]->get());
            present_.push_back(i);
            all.push_back(posed_box(at));
        }
        if (all.empty()) return nullptr;
        carom_space_def def = {};
        def.kind = CAROM_SPACE_BVH_SAH;
        def.boxes = all.data();
        def.count = all.size();
        if (carom_space_create(&boxes_, &def) != CAROM_OK) throw std::bad_alloc();
        return boxes_;
    }
    /* A copy of a mesh that is scaled never changes. */
    void know_copy(const carom_mesh *copy, const carom_mesh *plain) {
        if (copy == plain || copies_.count(copy)) return;
        mesh_sides sides;
        sides.solidity = carom_mesh_solidity_of(copy);
        if (carom_mesh_rim_create(&sides.rim, copy, nullptr) != CAROM_OK) throw std::bad_alloc();
        copies_[copy] = sides;
    }
    /* A box that holds the posed vertices, which are rounded. */
    static carom_aabb posed_box(const carom_placed_mesh &at) {
        const carom_real most = std::numeric_limits<carom_real>::max(), rounding = 16 * std::numeric_limits<carom_real>::epsilon();
        carom_shape shape = {};
        shape.kind = CAROM_SHAPE_AABB;
        shape.as.aabb = carom_mesh_bounds(at.mesh);
        const carom_aabb box = carom_shape_bounds(&shape, at.pose);
        const carom_vec3 own[2] = {shape.as.aabb.min, shape.as.aabb.max}, posed[2] = {box.min, box.max};
        carom_real size = 0;
        for (const carom_vec3 &v : {own[0], own[1], posed[0], posed[1], at.pose.position})
            size = std::max({size, std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
        const carom_real slack = size < most ? rounding * size : most;
        const auto below = [&](carom_real x) { return std::max(x - slack, -most); };
        const auto above = [&](carom_real x) { return std::min(x + slack, most); };
        return {{below(box.min.x), below(box.min.y), below(box.min.z)}, {above(box.max.x), above(box.max.y), above(box.max.z)}};
    }

    carom_scene *made_ = nullptr;
    std::vector<nb::object> kept_;
    std::vector<mesh *> meshes_;
    std::vector<uint32_t> which_;
    std::vector<std::shared_mutex *> locks_;
    std::mutex once_; /* guards what follows while it is made */
    carom_space *boxes_ = nullptr;
    std::vector<uint32_t> present_; /* the instance of each box */
    std::map<const carom_mesh *, mesh_sides> copies_;
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

/* The signed distance of a point, as carom/scene.py reads it. */
struct scene_signed {
    carom_vec3 point;
    carom_real distance;
    uint32_t instance, triangle;
};

/* The nearest point of one instance, in the common frame. */
carom_closest_on_triangle nearest_of(carom_vec3 point, const carom_placed_mesh &at, uint32_t &triangle) {
    const carom_mesh_closest own = carom_closest_point_mesh(carom_pose_transform_point(carom_pose_inverse(at.pose), point), at.mesh);
    carom_closest_on_triangle out = own.at;
    out.point_b = carom_pose_transform_point(at.pose, own.at.point_b);
    triangle = own.triangle;
    return out;
}

/* The deepest of the solids that hold the point; false where none does. */
bool deepest(const scene::solids &solids, carom_vec3 point, scene_signed &out) {
    bool held = false;
    solids.visit(point, [&](const carom_placed_mesh &at, uint32_t instance) {
        const carom_mesh_side side = carom_classify_point_mesh(point, &at);
        if (side.place == CAROM_PLACE_OUTSIDE) return true;
        uint32_t triangle = 0;
        const carom_closest_on_triangle near = nearest_of(point, at, triangle);
        const carom_real distance = side.place == CAROM_PLACE_SURFACE ? 0 : 0 - near.distance; /* no zero is negative */
        if (held && !(distance < out.distance || (distance == out.distance && instance < out.instance))) return true;
        held = true;
        out = {side.place == CAROM_PLACE_SURFACE ? point : near.point_b, distance, instance, triangle};
        return true;
    });
    return held;
}

void signed_distance(scene &self, nb::handle points, size_t count, nb::handle out) {
    input<carom_vec3> at(points, count);
    output<scene_signed> distances(out, count);
    std::vector<scene_signed> inside;
    std::vector<carom_scene_closest> nearest;
    std::vector<uint8_t> held;
    run_batch(count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        const std::vector<reading> locks = self.hold();
        const scene::solids solids(self);
        held.assign(last - first, 0);
        nearest.resize(last - first);
        for_each(hook, first, last, [&](size_t i) { held[i - first] = deepest(solids, at[i], distances[i]); });
        carom_closest_points_scene(at.data() + first, last - first, self.get(), nearest.data(), hook);
        for (size_t i = first; i < last; i++) {
            const carom_scene_closest &near = nearest[i - first];
            if (held[i - first]) continue;
            distances[i] = {near.at.point_b, near.at.distance, near.instance, near.triangle};
        }
    });
}

void contains(scene &self, nb::handle points, size_t count, nb::handle out) {
    input<carom_vec3> at(points, count);
    output<bool> answers(out, count);
    run_batch(count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        const std::vector<reading> locks = self.hold();
        const scene::solids solids(self);
        for_each(hook, first, last, [&](size_t i) {
            answers[i] = false;
            solids.visit(at[i], [&](const carom_placed_mesh &instance, uint32_t) {
                answers[i] = carom_classify_point_mesh(at[i], &instance).place != CAROM_PLACE_OUTSIDE;
                return !answers[i];
            });
        });
    });
}

struct instance_pair {
    uint32_t a, b;
};

nb::object pairs(scene &self) {
    auto job = std::make_shared<endable<instance_pair>>();
    scene *const of = &self;
    wait_for(true, job->left, nb::find(self), [job, of] {
        const std::vector<reading> held = of->hold();
        carom_visit_scene_pairs(of->get(), [](uint32_t a, uint32_t b, void *user) {
            return static_cast<endable<instance_pair> *>(user)->add({a, b});
        }, job.get());
    });
    return as_array(std::move(job->take()));
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
        .def("signed_distance", &signed_distance)
        .def("contains", &contains)
        .def("pairs", &pairs);
}

} // namespace PRECISION
