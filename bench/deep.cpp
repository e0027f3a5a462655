// Contact of a shape that stands through thousands of triangles of a floor, the question of
// deep_contact.c, by the clock and beside Bullet's contacts with its mesh.
#include "programs.hpp"

#include <cmath>
#include <cstdio>

namespace bench {

namespace {

constexpr int side = 50;
constexpr std::size_t deep_calls = 3;

Soup make_deep_floor(float bump) {
    const auto at = [&](int i, int k) {
        const float step = 2.0f / (side - 1), x = static_cast<float>(i), y = static_cast<float>(k);
        return carom_vec3{x * step - 1, y * step - 1,
                          bump * std::sin(x * 0.9f) * std::cos(y * 1.1f)};
    };
    Soup soup;
    for (int i = 0; i + 1 < side; i++)
        for (int k = 0; k + 1 < side; k++) {
            soup.push_back({{at(i, k), at(i + 1, k), at(i, k + 1)}});
            soup.push_back({{at(i, k + 1), at(i + 1, k), at(i + 1, k + 1)}});
        }
    return soup;
}

std::vector<carom_vec3> make_round_points() {
    std::vector<carom_vec3> points;
    for (int i = 0; i < 64; i++) {
        const double z = 1 - (2 * i + 1) / 64.0, r = 2 * std::sqrt(1 - z * z), turn = i * 2.399963;
        points.push_back({static_cast<float>(r * std::cos(turn)),
                          static_cast<float>(r * std::sin(turn)), static_cast<float>(2 * z)});
    }
    return points;
}

struct Deep {
    const char *name;
    carom_shape shape;
    float height; ///< of its middle over the floor
};

void run_deep_of(const Deep &deep, float bump, const std::vector<carom_vec3> &points, int rounds,
                 Json &json) {
    const Soup soup = make_deep_floor(bump);
    carom_mesh *mesh = mesh_of(soup);
    carom_shape floor{};
    floor.kind = CAROM_SHAPE_MESH;
    floor.as.mesh = mesh;
    carom_pose pose = carom_pose_identity();
    pose.position = {0.01f, 0.02f, deep.height};
    pose.rotation = {0.02f, 0.03f, 0.01f, 0.9993f};
    carom_posed_shape a, b;
    carom_shape_pose(&a, &deep.shape, pose);
    carom_shape_pose(&b, &floor, carom_pose_identity());
    std::int32_t manifolds = 0;
    const auto own = [&] {
        for (std::size_t i = 0; i < deep_calls; i++) {
            carom_contact_manifold out[8] = {};
            out[0].capacity = 4;
            manifolds = carom_contact_several(&a, &b, out, 8);
        }
    };
    std::unique_ptr<DeepFloor> peer;
#ifdef BENCH_BULLET
    peer = make_floor_bullet(soup, deep.shape, points, pose);
#else
    (void)points;
#endif
    std::size_t contacts = 0;
    const auto other = [&] {
        for (std::size_t i = 0; i < deep_calls; i++)
            contacts = peer->contacts();
    };
    run_duel(
        {std::string("deep contact, ") + deep.name + (bump > 0 ? ", bumps" : ", flat"), "a contact",
         deep_calls, own, peer ? std::function<void()>(other) : nullptr, peer ? "Bullet" : ""},
        rounds, [] { return std::size_t{0}; }, json);
    std::printf("    %d manifolds", static_cast<int>(manifolds));
    if (peer) std::printf(", Bullet %zu points", contacts);
    std::printf("\n");
    carom_mesh_destroy(mesh);
}

} // namespace

void run_deep(int rounds, Json &json) {
    const std::vector<carom_vec3> points = make_round_points();
    carom_hull *hull = nullptr;
    carom_hull_def def{};
    def.points = points.data();
    def.point_count = points.size();
    if (carom_hull_create(&hull, &def) != CAROM_OK) return;
    Deep all[5] = {{"sphere", {}, 1.7f},
                   {"box", {}, 0.85f},
                   {"capsule", {}, 0.7f},
                   {"hull of 64", {}, 0.9f},
                   {"cylinder", {}, 0.6f}};
    all[0].shape.kind = CAROM_SHAPE_SPHERE;
    all[0].shape.as.sphere = {{0, 0, 0}, 3};
    all[1].shape.kind = CAROM_SHAPE_AABB;
    all[1].shape.as.aabb = {{-1.2f, -1.2f, -1.15f}, {1.2f, 1.2f, 1.15f}};
    all[2].shape.kind = CAROM_SHAPE_CAPSULE;
    all[2].shape.as.capsule = {{-1, 0, 0}, {1, 0, 0}, 1.2f};
    all[3].shape.kind = CAROM_SHAPE_HULL;
    all[3].shape.as.hull.hull = hull;
    all[4].shape.kind = CAROM_SHAPE_CYLINDER;
    all[4].shape.as.cylinder = {{0, 0, -1.2f}, {0, 0, 1.2f}, 0.9f};
    for (const Deep &deep : all)
        for (const float bump : {0.0f, 0.05f})
            run_deep_of(deep, bump, points, rounds, json);
    carom_hull_destroy(hull);
}

} // namespace bench
