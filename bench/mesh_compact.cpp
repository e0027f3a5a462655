#include "mesh_compact.hpp"

#include <cmath>
#include <cstdlib>
#include <memory>
#include <random>

namespace bench {

namespace {

constexpr std::size_t questions = 20000, poses = 100;

using Mesh = std::shared_ptr<carom_mesh>;

Mesh make_mesh(const Indexed &indexed, bool compact) {
    carom_mesh_def def{};
    def.vertices = indexed.vertices.data();
    def.indices = indexed.indices.data();
    def.vertex_count = indexed.vertices.size();
    def.triangle_count = indexed.indices.size() / 3;
    def.compact = compact;
    carom_mesh *mesh = nullptr;
    if (carom_mesh_create(&mesh, &def) != CAROM_OK) std::abort();
    return Mesh(mesh, carom_mesh_destroy);
}

/// Any place in a ball round the mesh, half of it filled by the mesh's own box.
struct Places {
    carom_vec3 center;
    double radius;
    std::mt19937_64 random{2031};

    explicit Places(const carom_aabb &box)
        : center{(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2,
                 (box.min.z + box.max.z) / 2},
          radius(0.6 *
                 std::hypot(box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z)) {}
    carom_vec3 next(double size) {
        std::normal_distribution<double> normal;
        double x = normal(random), y = normal(random), z = normal(random);
        double s = size * radius / std::sqrt(x * x + y * y + z * z);
        return {static_cast<float>(center.x + s * x), static_cast<float>(center.y + s * y),
                static_cast<float>(center.z + s * z)};
    }
};

struct Questions {
    std::vector<carom_ray> between, camera;
    std::vector<carom_vec3> points;
    std::vector<carom_pose> poses_of_b;
};

Questions questions_about(const carom_aabb &box) {
    Questions out;
    Places places(box);
    std::uniform_real_distribution<double> unit;
    for (std::size_t i = 0; i < questions; i++) {
        const carom_vec3 from = places.next(1.0), to = places.next(1.0);
        out.between.push_back({from, {to.x - from.x, to.y - from.y, to.z - from.z}, 0, INFINITY});
        const float across[2] = {static_cast<float>(i % 8 + i / 64 % 16 * 8) / 128.0f - 0.5f,
                                 static_cast<float>(i / 8 % 8 + i / 1024 * 8) / 160.0f - 0.5f};
        const float back = static_cast<float>(3.0 * places.radius);
        const carom_vec3 eye = {places.center.x, places.center.y, places.center.z - back};
        out.camera.push_back({eye, {0.5f * across[0], 0.5f * across[1], 1.0f}, 0, INFINITY});
        out.points.push_back(places.next(unit(places.random)));
    }
    for (std::size_t i = 0; i < poses; i++) {
        carom_pose pose = carom_pose_identity();
        const carom_vec3 by = places.next(unit(places.random) * 1.2);
        pose.position = {by.x - places.center.x, by.y - places.center.y, by.z - places.center.z};
        out.poses_of_b.push_back(pose);
    }
    return out;
}

void add_form(Group &group, const std::string &name, const Mesh &mesh, const Questions &ask) {
    auto add = [&](const char *what, std::size_t limit, Answer answer) {
        row(group, what).contestants.push_back({name, limit, std::move(answer)});
    };
    add("compact, ray", questions, [mesh, &ask](std::size_t i, std::size_t last, float *out) {
        for (; i < last; i++) {
            const carom_mesh_ray_hit hit =
                carom_raycast_ray_mesh(&ask.between[i], mesh.get(), CAROM_BOTH_SIDES);
            out[i] = hit.hit ? hit.at.t : -1.0f;
        }
    });
    auto hits = std::make_shared<std::vector<carom_mesh_ray_hit>>(questions);
    add("compact, camera rays, batch", questions,
        [mesh, hits, &ask](std::size_t first, std::size_t last, float *out) {
            const carom_mesh_rays rays = {&ask.camera[first], last - first, CAROM_BOTH_SIDES};
            carom_raycast_rays_mesh(&rays, mesh.get(), &(*hits)[first], nullptr);
            for (std::size_t i = first; i < last; i++)
                out[i] = (*hits)[i].hit ? (*hits)[i].at.t : -1.0f;
        });
    add("compact, nearest point", questions,
        [mesh, &ask](std::size_t i, std::size_t last, float *out) {
            for (; i < last; i++)
                out[i] = carom_closest_point_mesh(ask.points[i], mesh.get()).at.distance;
        });
    add("compact, two touching", poses, [mesh, &ask](std::size_t i, std::size_t last, float *out) {
        carom_placed_mesh a{}, b{};
        a.mesh = b.mesh = mesh.get();
        a.pose = carom_pose_identity();
        for (; i < last; i++) {
            b.pose = ask.poses_of_b[i % poses];
            out[i] = carom_overlap_mesh_mesh(&a, &b);
        }
    });
}

} // namespace

void run_mesh_compact(const std::string &only, int rounds, Json &json) {
    const Soup soup = read_bunny();
    if (soup.empty()) return;
    const Indexed shared = weld(soup);
    const Mesh compact = make_mesh(shared, true), ordinary = make_mesh(shared, false);
    const Questions ask = questions_about(carom_mesh_bounds(compact.get()));
    Group group{"mesh", questions, {}};
    add_form(group, "carom", compact, ask);
    add_form(group, "ordinary form", ordinary, ask);
    keep_rows(group, only);
    if (group.rows.empty()) return;
    const double count = static_cast<double>(soup.size());
    std::printf("bytes a triangle: compact %.1f, ordinary %.1f; compact without shared vertices "
                "%.1f\n",
                static_cast<double>(carom_mesh_bytes(compact.get())) / count,
                static_cast<double>(carom_mesh_bytes(ordinary.get())) / count,
                static_cast<double>(carom_mesh_bytes(make_mesh(apart(soup), true).get())) / count);
    run(group, rounds, json);
}

} // namespace bench
