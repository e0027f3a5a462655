/* Triangle meshes: what the class Mesh of carom/mesh.py calls. */
#include "batches.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace PRECISION {

namespace {

/* Arrays and numbers that belong together. */
using found_parts = nb::typed<nb::tuple, nb::any, nb::ellipsis>;

carom_mesh_def definition(const input<carom_vec3> &vertices, const input<uint32_t> &faces) {
    carom_mesh_def def = {};
    def.vertices = vertices.data();
    def.indices = faces.data();
    def.vertex_count = vertices.count();
    def.triangle_count = faces.count() / 3;
    return def;
}

struct mesh_job {
    carom_mesh *made = nullptr;
    carom_status status = CAROM_OK;
    ~mesh_job() { carom_mesh_destroy(made); }
};

struct grid_job {
    carom_mesh_grid *made = nullptr;
    carom_status status = CAROM_OK;
    ~grid_job() { carom_mesh_grid_destroy(made); }
};

struct curves_job {
    carom_mesh_curves *made = nullptr;
    carom_status status = CAROM_OK;
    ~curves_job() { carom_mesh_curves_destroy(made); }
};

} // namespace

mesh::mesh(nb::handle vertices, nb::handle faces, int build, bool compact) {
    input<carom_vec3> corners(vertices);
    input<uint32_t> indices(faces);
    carom_mesh_def def = definition(corners, indices);
    def.build = (carom_mesh_build)build;
    def.compact = compact;
    auto made = std::make_shared<mesh_job>();
    run_apart(def.triangle_count > LARGE, nb::make_tuple(vertices, faces), [made, def]() mutable {
        threads pool;
        if (pool.hook()) def.tasks = *pool.hook();
        made->status = carom_mesh_create(&made->made, &def);
    });
    check(made->status, "vertices, faces");
    std::swap(made_, made->made);
}

mesh::~mesh() {
    forget();
    carom_mesh_destroy(made_);
}

void mesh::forget() {
    carom_mesh_rim_destroy(rim_);
    carom_mesh_pieces_destroy(pieces_);
    rim_ = nullptr;
    pieces_ = nullptr;
    known_ = false;
    solidity_ = CAROM_SOLIDITY_UNKNOWN;
}

void mesh::refit(nb::handle vertices, nb::handle faces) {
    input<carom_vec3> corners(vertices);
    input<uint32_t> indices(faces);
    carom_mesh_def def = definition(corners, indices);
    carom_status status;
    {
        nb::gil_scoped_release released;
        std::unique_lock<std::shared_mutex> alone(lock);
        threads pool;
        if (pool.hook()) def.tasks = *pool.hook();
        status = carom_mesh_refit(made_, &def);
        if (status == CAROM_OK) forget();
    }
    check(status, "refit");
}

carom_mesh_solid mesh::solid() {
    std::lock_guard<std::mutex> alone(once_);
    if (!known_) {
        solid_ = carom_mesh_solid_of(made_);
        solidity_ = carom_mesh_solidity_of(made_);
        if (carom_mesh_rim_create(&rim_, made_, nullptr) == CAROM_OK) solid_.rim = rim_;
        known_ = true;
    }
    return solid_;
}

carom_placed_mesh mesh::placed(bool with_sides) {
    carom_placed_mesh out = {};
    out.mesh = made_;
    out.pose = carom_pose_identity();
    if (with_sides) {
        out.rim = solid().rim;
        out.solidity = solidity_;
    }
    return out;
}

carom_placed_mesh mesh::placed_solid() {
    carom_placed_mesh out = placed(true);
    std::lock_guard<std::mutex> alone(once_);
    if (!pieces_ && carom_mesh_pieces_create(&pieces_, made_, nullptr) != CAROM_OK) pieces_ = nullptr;
    out.pieces = pieces_;
    return out;
}

namespace {

/* ---------------------------------------------------------------- rays */

void raycast(mesh &self, const ray_source &rays, int facing, nb::handle out) {
    output<carom_mesh_ray_hit> hits(out, rays.count);
    cast_in_blocks(rays, facing, [&](const carom_mesh_rays &some, size_t i, const carom_task_hook *hook) {
        reading held(self.lock);
        carom_raycast_rays_mesh(&some, self.get(), hits.data() + i, hook);
    });
}

void occluded(mesh &self, const ray_source &rays, int facing, nb::handle out) {
    output<bool> answers(out, rays.count);
    cast_in_blocks(rays, facing, [&](const carom_mesh_rays &some, size_t i, const carom_task_hook *hook) {
        reading held(self.lock);
        carom_overlap_rays_mesh(&some, self.get(), answers.data() + i, hook);
    });
}

/* ---------------------------------------------------------------- lists */

nb::object raycast_all(mesh &self, const ray_source &rays, int facing, nb::handle counts) {
    lists<carom_mesh_ray_hit> out(counts, rays.count);
    std::vector<carom_ray> buffer;
    run_batch(rays.count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        reading held(self.lock);
        out.fill(first, last, hook,
                 [&](const std::vector<size_t> &ids, size_t capacity, carom_mesh_ray_hit *hits, uint32_t *found, const carom_task_hook *tasks) {
                     buffer.resize(ids.size());
                     for (size_t i = 0; i < ids.size(); i++)
                         buffer[i] = rays.at(ids[i]);
                     const carom_mesh_rays some = {buffer.data(), ids.size(), (carom_facing)facing};
                     const carom_hit_lists into = {hits, capacity, found};
                     carom_raycast_rays_mesh_all(&some, self.get(), &into, tasks);
                 });
    });
    return out.found();
}

nb::object within(mesh &self, nb::handle points, nb::handle radii, size_t count, nb::handle counts) {
    input<carom_vec3> centers(points, count);
    input<carom_real> sizes(radii);
    if (sizes.count() != 1 && sizes.count() != count) throw nb::value_error("a buffer has the wrong size");
    lists<uint32_t> out(counts, count);
    std::vector<carom_sphere> buffer;
    run_batch(count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        reading held(self.lock);
        out.fill(first, last, hook,
                 [&](const std::vector<size_t> &ids, size_t capacity, uint32_t *items, uint32_t *found, const carom_task_hook *tasks) {
                     buffer.resize(ids.size());
                     for (size_t i = 0; i < ids.size(); i++)
                         buffer[i] = {centers[ids[i]], sizes[sizes.count() == 1 ? 0 : ids[i]]};
                     const carom_triangle_lists into = {items, capacity, found};
                     carom_overlap_spheres_mesh(buffer.data(), ids.size(), self.get(), &into, tasks);
                 });
    });
    return out.found();
}

nb::object in_boxes(mesh &self, nb::handle low, nb::handle high, size_t count, nb::handle counts) {
    input<carom_vec3> mins(low, count), maxs(high, count);
    lists<uint32_t> out(counts, count);
    std::vector<carom_aabb> buffer;
    run_batch(count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        reading held(self.lock);
        out.fill(first, last, hook,
                 [&](const std::vector<size_t> &ids, size_t capacity, uint32_t *items, uint32_t *found, const carom_task_hook *tasks) {
                     buffer.resize(ids.size());
                     for (size_t i = 0; i < ids.size(); i++)
                         buffer[i] = {mins[ids[i]], maxs[ids[i]]};
                     const carom_triangle_lists into = {items, capacity, found};
                     carom_overlap_aabbs_mesh(buffer.data(), ids.size(), self.get(), &into, tasks);
                 });
    });
    return out.found();
}

/* ---------------------------------------------------------------- points */

void closest(mesh &self, nb::handle points, nb::object distances, size_t count, nb::handle out) {
    input<carom_vec3> at(points, count);
    output<carom_mesh_closest> nearest(out, count);
    std::unique_ptr<input<carom_real>> limits;
    if (!distances.is_none()) limits = std::make_unique<input<carom_real>>(distances, count);
    run_batch(count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        reading held(self.lock);
        if (limits) {
            const carom_points_within some = {at.data() + first, limits->data() + first, last - first};
            carom_closest_points_mesh_within(&some, self.get(), nearest.data() + first, hook);
        } else
            carom_closest_points_mesh(at.data() + first, last - first, self.get(), nearest.data() + first, hook);
    });
}

void k_closest(mesh &self, nb::handle points, nb::handle distances, size_t count, size_t k, nb::handle out, nb::handle counts) {
    input<carom_vec3> at(points, count);
    input<carom_real> limits(distances, count);
    output<carom_mesh_closest> nearest(out, count * k);
    output<uint32_t> found(counts, count);
    run_batch(count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        reading held(self.lock);
        const carom_points_within some = {at.data() + first, limits.data() + first, last - first};
        const carom_closest_lists into = {nearest.data() + first * k, k, found.data() + first};
        carom_closest_points_mesh_several(&some, self.get(), &into, hook);
        for (size_t i = first; i < last; i++)
            for (size_t j = found[i]; j < k; j++) {
                carom_mesh_closest none = {};
                none.at.distance = (carom_real)INFINITY;
                nearest[i * k + j] = none;
            }
    });
}

void near_any(mesh &self, nb::handle points, nb::handle distances, size_t count, nb::handle out) {
    input<carom_vec3> at(points, count);
    input<carom_real> limits(distances, count);
    output<bool> answers(out, count);
    run_batch(count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        reading held(self.lock);
        const carom_points_within some = {at.data() + first, limits.data() + first, last - first};
        carom_overlap_points_mesh_within(&some, self.get(), answers.data() + first, hook);
    });
}

carom_mesh_solid solid_by(mesh &self, int method) {
    carom_mesh_solid solid = self.solid();
    if (method != CAROM_SIGN_NONE) solid.method = (carom_sign_method)method;
    return solid;
}

void signed_distance(mesh &self, nb::handle points, size_t count, int method, nb::handle out) {
    input<carom_vec3> at(points, count);
    output<carom_mesh_signed> distances(out, count);
    run_batch(count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        reading held(self.lock);
        const carom_mesh_solid solid = solid_by(self, method);
        carom_distance_points_mesh_signed(at.data() + first, last - first, &solid, distances.data() + first, hook);
    });
}

void contains(mesh &self, nb::handle points, size_t count, nb::handle out) {
    input<carom_vec3> at(points, count);
    output<carom_mesh_side> sides(out, count);
    run_batch(count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        reading held(self.lock);
        const carom_placed_mesh placed = self.placed(true);
        carom_classify_points_mesh(at.data() + first, last - first, &placed, sides.data() + first, hook);
    });
}

/* Whether the solid in a pose holds any of some points in theirs, within its surface. */
bool holds_any(mesh &self, nb::handle pose, nb::handle points, nb::handle pose_points) {
    input<carom_pose> at(pose, 1), other(pose_points, 1);
    input<carom_vec3> some(points);
    nb::gil_scoped_release released;
    reading held(self.lock);
    carom_placed_mesh placed = self.placed(true);
    placed.pose = at[0];
    for (size_t i = 0; i < some.count(); i++)
        if (carom_classify_point_mesh(carom_pose_transform_point(other[0], some[i]), &placed).place == CAROM_PLACE_INSIDE) return true;
    return false;
}

void winding_number(mesh &self, nb::handle points, size_t count, nb::handle out) {
    input<carom_vec3> at(points, count);
    output<carom_real> numbers(out, count);
    run_batch(count, DEAR, [&](size_t first, size_t last, const carom_task_hook *hook) {
        reading held(self.lock);
        for_each(hook, first, last, [&](size_t i) { numbers[i] = carom_mesh_winding_number(at[i], self.get()); });
    });
}

void sweep(mesh &self, nb::handle centers, nb::handle radii, nb::handle motions, size_t count, nb::handle out) {
    input<carom_vec3> at(centers, count), ways(motions, count);
    input<carom_real> sizes(radii, count);
    output<carom_mesh_sweep_hit> hits(out, count);
    std::vector<carom_sphere> buffer;
    run_batch(count, CHEAP, [&](size_t first, size_t last, const carom_task_hook *hook) {
        buffer.resize(last - first);
        for (size_t i = first; i < last; i++)
            buffer[i - first] = {at[i], sizes[i]};
        reading held(self.lock);
        const carom_moving_spheres some = {buffer.data(), ways.data() + first, last - first};
        carom_sweep_spheres_mesh(&some, self.get(), hits.data() + first, hook);
    });
}

/* ---------------------------------------------------------------- two meshes */

/* A mesh and another, or itself, held for reading: one lock if they are the same. */
struct both {
    reading first, second;
    both(mesh &a, mesh &b) : first(a.lock) {
        if (&a != &b) second = reading(b.lock);
    }
};

/* Pairs of poses of two meshes; index arrays name them. */
class posed_meshes {
  public:
    posed_meshes(mesh &a, nb::handle poses_a, mesh &b, nb::handle poses_b, nb::handle index_a, nb::handle index_b)
        : a_(a), b_(b), at_a_(poses_a), at_b_(poses_b), index_a_(index_a), index_b_(index_b, index_a_.count()) {}

    size_t count() const { return index_a_.count(); }

    /* Calls ask(pairs, first, hook) for ranges. */
    template <class Ask> void run(size_t start, bool with_sides, Ask &&ask) {
        run_batch(count(), start, [&](size_t first, size_t last, const carom_task_hook *hook) {
            both held(a_, b_);
            place(a_, at_a_, placed_a_, with_sides);
            place(b_, at_b_, placed_b_, with_sides);
            const carom_batch_pairs named = {index_a_.data() + first, index_b_.data() + first, last - first};
            const carom_mesh_pairs pairs = {placed_a_.data(), placed_b_.data(), placed_a_.size(), placed_b_.size(), &named};
            ask(pairs, first, hook);
        });
    }

  private:
    static void place(mesh &of, const input<carom_pose> &poses, std::vector<carom_placed_mesh> &placed, bool with_sides) {
        placed.assign(poses.count(), of.placed(with_sides));
        for (size_t i = 0; i < placed.size(); i++)
            placed[i].pose = poses[i];
    }
    mesh &a_, &b_;
    input<carom_pose> at_a_, at_b_;
    input<uint32_t> index_a_, index_b_;
    std::vector<carom_placed_mesh> placed_a_, placed_b_;
};

void pairs_overlap(mesh &a, nb::handle pa, mesh &b, nb::handle pb, nb::handle ia, nb::handle ib, double distance, nb::handle out) {
    posed_meshes pairs(a, pa, b, pb, ia, ib);
    output<bool> answers(out, pairs.count());
    pairs.run(DEAR, false, [&](const carom_mesh_pairs &some, size_t first, const carom_task_hook *hook) {
        if (distance == 0)
            carom_overlap_mesh_pairs(&some, answers.data() + first, hook);
        else
            carom_overlap_mesh_pairs_within(&some, (carom_real)distance, answers.data() + first, hook);
    });
}

void pairs_closest(mesh &a, nb::handle pa, mesh &b, nb::handle pb, nb::handle ia, nb::handle ib, nb::handle out) {
    posed_meshes pairs(a, pa, b, pb, ia, ib);
    output<carom_mesh_pair_closest> nearest(out, pairs.count());
    pairs.run(DEAR, false, [&](const carom_mesh_pairs &some, size_t first, const carom_task_hook *hook) {
        carom_closest_mesh_pairs(&some, nearest.data() + first, hook);
    });
}

void pairs_penetration(mesh &a, nb::handle pa, mesh &b, nb::handle pb, nb::handle ia, nb::handle ib, double accuracy, double threshold,
                       nb::handle out) {
    posed_meshes pairs(a, pa, b, pb, ia, ib);
    output<carom_mesh_penetration> depths(out, pairs.count());
    carom_mesh_depth_def def = {};
    def.accuracy = (carom_real)accuracy;
    def.threshold = (carom_real)threshold;
    pairs.run(DEAR, true, [&](const carom_mesh_pairs &some, size_t first, const carom_task_hook *hook) {
        carom_penetrate_mesh_pairs(&some, &def, depths.data() + first, hook);
    });
}

void pairs_classify(mesh &a, nb::handle pa, mesh &b, nb::handle pb, nb::handle ia, nb::handle ib, nb::handle out) {
    posed_meshes pairs(a, pa, b, pb, ia, ib);
    output<carom_mesh_relation> relations(out, pairs.count());
    pairs.run(DEAR, true, [&](const carom_mesh_pairs &some, size_t first, const carom_task_hook *hook) {
        carom_classify_mesh_pairs(&some, relations.data() + first, hook);
    });
}

/* Whether the surfaces pass through each other. */
void pairs_cross(mesh &a, nb::handle pa, mesh &b, nb::handle pb, nb::handle ia, nb::handle ib, nb::handle out) {
    posed_meshes pairs(a, pa, b, pb, ia, ib);
    output<bool> answers(out, pairs.count());
    std::vector<carom_mesh_meeting> meetings;
    pairs.run(DEAR, false, [&](const carom_mesh_pairs &some, size_t first, const carom_task_hook *hook) {
        meetings.resize(some.pairs->count);
        carom_intersect_mesh_pairs(&some, meetings.data(), hook);
        for (size_t i = 0; i < meetings.size(); i++)
            answers[first + i] = meetings[i].kind == CAROM_MEETING_CROSS;
    });
}

void pairs_sweep(mesh &a, nb::handle pa, mesh &b, nb::handle pb, nb::handle ia, nb::handle ib, nb::handle motions, nb::handle out) {
    posed_meshes pairs(a, pa, b, pb, ia, ib);
    input<carom_vec3> ways(motions, pairs.count());
    output<carom_mesh_pair_sweep> hits(out, pairs.count());
    pairs.run(DEAR, false, [&](const carom_mesh_pairs &some, size_t first, const carom_task_hook *hook) {
        carom_sweep_mesh_pairs(&some, ways.data() + first, hits.data() + first, hook);
    });
}

carom_placed_mesh place_at(mesh &self, nb::handle pose) {
    input<carom_pose> at(pose, 1);
    carom_placed_mesh out = self.placed(false);
    out.pose = at[0];
    return out;
}

bool collect_pair(uint32_t a, uint32_t b, void *user) {
    return static_cast<endable<carom_triangle_pair> *>(user)->add({a, b});
}

bool is_large_search(const mesh &a, const mesh &b) {
    return carom_mesh_triangle_count(a.get()) + carom_mesh_triangle_count(b.get()) > LARGE_SEARCH;
}

nb::object touching_triangles(mesh &a, nb::handle pa, mesh &b, nb::handle pb) {
    const carom_placed_mesh at_a = place_at(a, pa), at_b = place_at(b, pb);
    auto found = std::make_shared<endable<carom_triangle_pair>>();
    mesh *const of = &a, *const with = &b;
    wait_for(is_large_search(a, b), found->left, nb::make_tuple(nb::find(a), nb::find(b)), [found, of, with, at_a, at_b] {
        both held(*of, *with);
        carom_visit_mesh_mesh(&at_a, &at_b, collect_pair, found.get());
    });
    return as_array(std::move(found->take()));
}

nb::object self_intersections(mesh &self) {
    auto found = std::make_shared<endable<carom_triangle_pair>>();
    mesh *const of = &self;
    wait_for(carom_mesh_triangle_count(self.get()) > LARGE_SEARCH, found->left, nb::find(self), [found, of] {
        reading held(of->lock);
        carom_visit_mesh_self(of->get(), collect_pair, found.get());
    });
    return as_array(std::move(found->take()));
}

/* Curves, their points and the coplanar pairs, each an array of the library's structs. */
found_parts contact_curves(mesh &a, nb::handle pa, mesh &b, nb::handle pb) {
    const carom_placed_mesh at_a = place_at(a, pa), at_b = place_at(b, pb);
    auto job = std::make_shared<curves_job>();
    mesh *const of = &a, *const with = &b;
    run_apart(is_large_search(a, b), nb::make_tuple(nb::find(a), nb::find(b)), [job, of, with, at_a, at_b] {
        both held(*of, *with);
        job->status = carom_mesh_curves_create(&job->made, &at_a, &at_b, nullptr);
    });
    const carom_mesh_curves *const made = job->made;
    check(job->status, "contact_curves");
    return nb::make_tuple(as_array(std::vector<carom_curve>(made->curves, made->curves + made->curve_count)),
                          as_array(std::vector<carom_curve_point>(made->points, made->points + made->point_count)),
                          as_array(std::vector<carom_triangle_pair>(made->coplanar, made->coplanar + made->coplanar_count)));
}

int solid_relation(mesh &a, nb::handle pa, mesh &b, nb::handle pb) {
    input<carom_pose> pose_a(pa, 1), pose_b(pb, 1);
    struct relation_job {
        carom_solid_pair pair = {};
        carom_status status = CAROM_OK;
    };
    auto job = std::make_shared<relation_job>();
    mesh *const of = &a, *const with = &b;
    const carom_pose at[2] = {pose_a[0], pose_b[0]};
    const bool large = carom_mesh_triangle_count(a.get()) + carom_mesh_triangle_count(b.get()) > LARGE;
    run_apart(large, nb::make_tuple(nb::find(a), nb::find(b)), [job, of, with, at] {
        both held(*of, *with);
        carom_placed_mesh at_a = of->placed_solid(), at_b = with->placed_solid();
        at_a.pose = at[0];
        at_b.pose = at[1];
        job->status = carom_classify_solids(&job->pair, &at_a, &at_b, nullptr);
    });
    check(job->status, "solid_relation");
    return (int)job->pair.relation;
}

/* Many pairs of meshes, named by their places in a list, each in a pose of its own: of each the relation of the solids, UNKNOWN where one is
 * open and -1 where the library has no verdict, and whether the surfaces meet. */
void solids_of_pairs(nb::typed<nb::list, mesh> meshes, nb::handle which_a, nb::handle which_b, nb::handle poses_a, nb::handle poses_b,
                     nb::handle relations, nb::handle contacts) {
    input<uint32_t> name_a(which_a), name_b(which_b, name_a.count());
    const size_t count = name_a.count();
    input<carom_pose> at_a(poses_a, count), at_b(poses_b, count);
    output<int8_t> out(relations, count);
    output<bool> meet(contacts, count);
    std::vector<mesh *> all;
    for (nb::handle one : meshes)
        all.push_back(&nb::cast<mesh &>(one));
    for (size_t i = 0; i < count; i++)
        if (name_a[i] >= all.size() || name_b[i] >= all.size()) throw nb::index_error("there is no such mesh");
    std::vector<mesh *> once = all;
    std::sort(once.begin(), once.end());
    once.erase(std::unique(once.begin(), once.end()), once.end());
    std::atomic<bool> memory{false};
    run_batch(count, DEAR, [&](size_t first, size_t last, const carom_task_hook *hook) {
        std::vector<reading> held;
        for (mesh *one : once)
            held.emplace_back(one->lock);
        std::vector<carom_placed_mesh> placed;
        for (mesh *one : all)
            placed.push_back(one->placed_solid());
        for_each(hook, first, last, [&](size_t i) {
            carom_placed_mesh a = placed[name_a[i]], b = placed[name_b[i]];
            a.pose = at_a[i];
            b.pose = at_b[i];
            if (a.solidity != CAROM_SOLIDITY_CLOSED || b.solidity != CAROM_SOLIDITY_CLOSED) {
                out[i] = CAROM_SOLIDS_UNKNOWN;
                meet[i] = carom_overlap_mesh_mesh(&a, &b);
                return;
            }
            carom_solid_pair pair = {};
            const carom_status status = carom_classify_solids(&pair, &a, &b, nullptr);
            if (status == CAROM_ERROR_MEMORY) memory = true;
            out[i] = status == CAROM_OK ? (int8_t)pair.relation : (int8_t)-1;
            meet[i] = pair.in_contact;
        });
        if (memory) throw std::bad_alloc();
    });
}

/* ---------------------------------------------------------------- grids, files, facts */

found_parts sdf_grid(mesh &self, nb::handle bounds, double cell, double band, int method, bool with_sign) {
    input<carom_aabb> box(bounds, 1);
    carom_mesh_grid_def def = {};
    auto grid = std::make_shared<grid_job>();
    def.bounds = box[0];
    def.cell = (carom_real)cell;
    def.band = (carom_real)band;
    mesh *const of = &self;
    run_apart(true, nb::borrow(nb::find(self)), [grid, def, of, method, with_sign]() mutable {
        reading held(of->lock);
        threads pool;
        if (pool.hook()) def.tasks = *pool.hook();
        def.solid = solid_by(*of, method);
        if (!with_sign) def.solid.method = CAROM_SIGN_NONE;
        grid->status = carom_mesh_grid_create(&grid->made, &def);
    });
    check(grid->status, "sdf_grid");
    carom_mesh_grid *made = nullptr;
    std::swap(made, grid->made);
    nb::capsule owner(made, [](void *p) noexcept { carom_mesh_grid_destroy(static_cast<carom_mesh_grid *>(p)); });
    using samples = nb::ndarray<nb::numpy, carom_real, nb::ndim<3>>;
    const carom_real rounding = made->rounding;
    return nb::make_tuple(samples(const_cast<carom_real *>(made->distances), {made->count[2], made->count[1], made->count[0]}, owner),
                          nb::make_tuple(made->origin.x, made->origin.y, made->origin.z), made->cell, rounding);
}

nb::object saved(mesh &self) {
    size_t size = 0;
    std::vector<uint8_t> bytes;
    carom_status status;
    {
        nb::gil_scoped_release released;
        reading held(self.lock);
        status = carom_mesh_save(self.get(), nullptr, &size);
        if (status == CAROM_OK) {
            bytes.resize(size);
            status = carom_mesh_save(self.get(), bytes.data(), &size);
        }
    }
    check(status, "save");
    return as_array(std::move(bytes));
}

/* The mesh of saved bytes, which are copied where they are not aligned to 64 bytes; mapped, they stay where they are and are kept. */
std::unique_ptr<mesh> loaded(nb::object data, bool map) {
    view bytes(data);
    carom_mesh *made = nullptr;
    carom_status status;
    const bool aligned = (uintptr_t)bytes.bytes() % 64 == 0;
    {
        nb::gil_scoped_release released;
        std::vector<uint8_t> copy;
        void *at = bytes.bytes();
        if (!aligned) {
            size_t room = bytes.size() + 64;
            copy.resize(room);
            at = copy.data();
            std::align(64, bytes.size(), at, room);
            std::memcpy(at, bytes.bytes(), bytes.size());
        }
        status = map && aligned ? carom_mesh_map(&made, at, bytes.size(), nullptr) : carom_mesh_load(&made, at, bytes.size(), nullptr);
    }
    check(status, "these bytes are no mesh that this version of carom has saved");
    return std::make_unique<mesh>(made, map && aligned ? data : nb::object());
}

void triangles(mesh &self, nb::handle out) {
    output<carom_triangle> all(out, carom_mesh_triangle_count(self.get()));
    nb::gil_scoped_release released;
    reading held(self.lock);
    for (size_t i = 0; i < carom_mesh_triangle_count(self.get()); i++)
        all[i] = carom_mesh_triangle(self.get(), (uint32_t)i);
}

void bounds(mesh &self, nb::handle out) {
    output<carom_aabb> box(out, 1);
    reading held(self.lock);
    box[0] = carom_mesh_bounds(self.get());
}

/* Volume, a bound of its error, centre of mass and inertia of density 1; None for a mesh that is open. */
nb::object mass(mesh &self) {
    carom_mass out;
    carom_status status;
    {
        nb::gil_scoped_release released;
        reading held(self.lock);
        status = carom_mass_mesh(&out, self.get(), 1.0);
    }
    if (status == CAROM_ERROR_ARGUMENT) return nb::none();
    check(status, "mass");
    return nb::make_tuple(out.volume, out.volume_error, nb::make_tuple(out.center.x, out.center.y, out.center.z),
                          nb::make_tuple(out.inertia[0], out.inertia[1], out.inertia[2], out.inertia[3], out.inertia[4], out.inertia[5]));
}

/* Sizes, alignments and offsets of the library's structs: (type, field or None, offset, size). */
nb::typed<nb::list, nb::any> layout() {
    std::vector<carom_layout_entry> entries(carom_layout(nullptr, 0));
    carom_layout(entries.data(), entries.size());
    nb::list out;
    for (const carom_layout_entry &entry : entries)
        out.append(nb::make_tuple(entry.type, entry.field ? nb::object(nb::str(entry.field)) : nb::none(), entry.offset, entry.size));
    return nb::typed<nb::list, nb::any>(out);
}

/* Poses of 4 x 4 matrices, row after row. Returns the index of the first that is no rigid motion, or -1. */
ptrdiff_t poses_of_matrices(nb::handle matrices, size_t count, nb::handle out) {
    struct rows {
        carom_real at[16];
    };
    input<rows> from(matrices, count);
    output<carom_pose> poses(out, count);
    for (size_t i = 0; i < count; i++) {
        const carom_real *last = from[i].at + 12;
        if (last[0] != 0 || last[1] != 0 || last[2] != 0 || last[3] != 1 || carom_pose_from_rows(&poses[i], from[i].at) != CAROM_OK)
            return (ptrdiff_t)i;
    }
    return -1;
}

/* The index of the first pose that is invalid, or -1. */
ptrdiff_t invalid_pose(nb::handle poses, size_t count) {
    input<carom_pose> all(poses, count);
    for (size_t i = 0; i < count; i++)
        if (carom_pose_problem(all[i])) return (ptrdiff_t)i;
    return -1;
}

} // namespace

void bind_mesh(nb::module_ &module) {
    module.def("layout", &layout);
    module.def("poses_of_matrices", &poses_of_matrices);
    module.def("invalid_pose", &invalid_pose);
    module.def("solids_of_pairs", &solids_of_pairs);
    module.def("loaded", &loaded, nb::arg("data"), nb::arg("map"));
    using h = nb::handle;
    nb::class_<mesh>(module, "Mesh")
        .def(nb::init<h, h, int, bool>())
        .def("refit", &mesh::refit)
        .def("cost_ratio", [](mesh &self) { reading held(self.lock); return (double)carom_mesh_cost_ratio(self.get()); })
        .def("nbytes", [](mesh &self) { return carom_mesh_bytes(self.get()); })
        .def("count", [](mesh &self) { return carom_mesh_triangle_count(self.get()); })
        .def("triangles", &triangles)
        .def("bounds", &bounds)
        .def("closure", [](mesh &self) { nb::gil_scoped_release released; reading held(self.lock); return (int)carom_mesh_closure_of(self.get()); })
        .def("mass", &mass)
        .def("saved", &saved)
        .def("raycast", [](mesh &self, h o, h d, h low, h high, size_t n, int facing, h out) {
            raycast(self, ray_source(o, d, low, high, n), facing, out);
        })
        .def("occluded", [](mesh &self, h o, h d, h low, h high, size_t n, int facing, h out) {
            occluded(self, ray_source(o, d, low, high, n), facing, out);
        })
        .def("raycast_all", [](mesh &self, h o, h d, h low, h high, size_t n, int facing, h counts) {
            return raycast_all(self, ray_source(o, d, low, high, n), facing, counts);
        })
        .def("closest", &closest, nb::arg(), nb::arg().none(), nb::arg(), nb::arg())
        .def("k_closest", &k_closest)
        .def("near", &near_any)
        .def("within", &within)
        .def("in_boxes", &in_boxes)
        .def("signed_distance", &signed_distance)
        .def("contains", &contains)
        .def("holds_any", &holds_any)
        .def("winding_number", &winding_number)
        .def("sweep", &sweep)
        .def("pairs_overlap", &pairs_overlap)
        .def("pairs_closest", &pairs_closest)
        .def("pairs_penetration", &pairs_penetration)
        .def("pairs_classify", &pairs_classify)
        .def("pairs_cross", &pairs_cross)
        .def("pairs_sweep", &pairs_sweep)
        .def("touching_triangles", &touching_triangles)
        .def("self_intersects", [](mesh &self) { nb::gil_scoped_release released; reading held(self.lock); return carom_overlap_mesh_self(self.get()); })
        .def("self_intersections", &self_intersections)
        .def("contact_curves", &contact_curves)
        .def("solid_relation", &solid_relation)
        .def("sdf_grid", &sdf_grid);
}

} // namespace PRECISION
