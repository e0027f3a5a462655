#include "clouds.hpp"

#include <cmath>
#include <cstring>
#include <random>

namespace bench {

namespace {

constexpr std::int32_t side = 640;
constexpr std::size_t questions = 100;

/// Hills with walls on them, two cells thick: a surface, as sensors see it.
VoxelMap make_terrain(std::int32_t side) {
    VoxelMap map{{}, 0.05};
    const auto height = [](std::int32_t x, std::int32_t y) {
        const double u = x * 0.05, v = y * 0.05;
        const bool wall = x % 160 < 3 && y % 200 > 60;
        return static_cast<std::int32_t>(20.0 * std::sin(0.7 * u) * std::cos(0.5 * v)) +
               (wall ? 40 : 0);
    };
    for (std::int32_t x = 0; x < side; x++)
        for (std::int32_t y = 0; y < side; y++) {
            const std::int32_t top = height(x, y);
            std::int32_t low = top - 1;
            for (const std::int32_t next : {height(x + 1, y), height(x, y + 1)})
                low = std::min(low, next);
            for (std::int32_t z = low; z <= top; z++)
                map.cells.push_back({x - side / 2, y - side / 2, z, CAROM_VOXEL_DEPTH, 0.85f});
        }
    return map;
}

/// Near the surface, or anywhere above it.
std::vector<carom_pose> make_poses(const VoxelMap &map, float above) {
    std::mt19937_64 random(7);
    std::normal_distribution<float> normal;
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    std::vector<carom_pose> poses;
    for (std::size_t i = 0; i < questions; i++) {
        const carom_voxel_leaf &cell = map.cells[random() % map.cells.size()];
        const float size = static_cast<float>(map.resolution);
        carom_quat q = {normal(random), normal(random), normal(random), normal(random)};
        const float length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        q = {q.x / length, q.y / length, q.z / length, q.w / length};
        const carom_vec3 at = {static_cast<float>(cell.x) * size, static_cast<float>(cell.y) * size,
                               static_cast<float>(cell.z) * size + above * unit(random)};
        poses.push_back({at, q});
    }
    return poses;
}

struct Visitors {
    carom_mesh *mesh = mesh_of(visitor_ball());
    carom_hull *hull = nullptr;
    Visitors() {
        const Indexed ball = weld(visitor_ball());
        carom_hull_def def{};
        def.points = ball.vertices.data();
        def.point_count = ball.vertices.size() - 1;
        carom_hull_create(&hull, &def);
    }
    ~Visitors() {
        carom_mesh_destroy(mesh);
        carom_hull_destroy(hull);
    }
    Visitors(const Visitors &) = delete;
    Visitors &operator=(const Visitors &) = delete;

    carom_shape shape(Visitor visitor) const {
        const float half = visitor_length / 2, *h = visitor_half;
        carom_shape out{};
        switch (visitor) {
        case Visitor::sphere: return carom_shape_sphere({0, 0, 0}, visitor_radius);
        case Visitor::box: return carom_shape_aabb({-h[0], -h[1], -h[2]}, {h[0], h[1], h[2]});
        case Visitor::capsule:
            return carom_shape_capsule({0, 0, -half}, {0, 0, half}, visitor_thin);
        case Visitor::hull:
            out.kind = CAROM_SHAPE_HULL;
            out.as.hull.hull = hull;
            return out;
        default:
            out.kind = CAROM_SHAPE_MESH;
            out.as.mesh = mesh;
            return out;
        }
    }
};

carom_shape shape_of(const carom_compound *compound) {
    carom_shape out{};
    out.kind = CAROM_SHAPE_COMPOUND;
    out.as.compound = compound;
    return out;
}

struct Bytes {
    std::size_t live = 0, most = 0;
};

void *counted_alloc(std::size_t size, void *user) {
    Bytes *bytes = static_cast<Bytes *>(user);
    void *block = std::aligned_alloc(64, (size + 64 + 63) / 64 * 64);
    if (!block) return nullptr;
    *static_cast<std::size_t *>(block) = size;
    bytes->live += size;
    bytes->most = std::max(bytes->most, bytes->live);
    return static_cast<char *>(block) + 64;
}

void counted_free(void *memory, void *user) {
    char *block = static_cast<char *>(memory) - 64;
    static_cast<Bytes *>(user)->live -= *reinterpret_cast<std::size_t *>(block);
    std::free(block);
}

void print_bytes(const char *what, const carom_compound *compound, const Bytes &bytes,
                 std::size_t given) {
    const double count = static_cast<double>(given);
    std::printf("  %s: %zu given, %zu children, %.1f bytes of each given, %.1f while it is built\n",
                what, given, carom_compound_count(compound),
                static_cast<double>(bytes.live) / count, static_cast<double>(bytes.most) / count);
}

/// One kind of question of one visitor.
void ask(const std::string &row, const carom_shape &whole, const carom_shape &visitor,
         const std::vector<carom_pose> &poses,
         const std::function<double(const carom_pose &)> &peer, const std::string &peer_name,
         int rounds, Json &json) {
    const bool far = row.find("distance") != std::string::npos;
    std::vector<double> mine(poses.size()), other(poses.size());
    const auto own = [&] {
        for (std::size_t i = 0; i < poses.size(); i++) {
            const carom_pose stay{};
            mine[i] =
                far ? static_cast<double>(carom_closest(&whole, stay, &visitor, poses[i]).distance)
                    : carom_overlap(&whole, stay, &visitor, poses[i]);
        }
    };
    const auto theirs = [&] {
        for (std::size_t i = 0; i < poses.size(); i++)
            other[i] = peer(poses[i]);
    };
    const auto differ = [&] {
        std::size_t count = 0;
        for (std::size_t i = 0; i < poses.size() && peer; i++)
            count += std::abs(mine[i] - std::max(other[i], 0.0)) > 1e-3;
        return count;
    };
    run_duel({row, "a question", poses.size(), own, peer ? std::function<void()>(theirs) : nullptr,
              peer_name},
             rounds, differ, json);
}

const char *const names[5] = {"ball", "box", "capsule", "hull of 162", "mesh of 320"};

void run_voxels(int rounds, Json &json) {
    const VoxelMap map = make_terrain(side);
    const Visitors visitors;
    Bytes bytes;
    carom_compound *compound = nullptr;
    carom_voxels_def def{};
    const float cell = static_cast<float>(map.resolution);
    def.cell = {cell, cell, cell};
    def.leaves = map.cells.data();
    def.leaf_count = map.cells.size();
    def.allocator = {counted_alloc, counted_free, &bytes};
    carom_compound_create_voxels(&compound, &def);
    print_bytes("voxels", compound, bytes, map.cells.size());
    std::unique_ptr<VoxelPeer> peer;
    std::function<void()> build;
#ifdef BENCH_OCTOMAP
    peer = make_voxels_fcl(map);
    build = [&] { peer = make_voxels_fcl(map); };
#endif
    const auto rebuild = [&] {
        carom_compound_destroy(compound);
        carom_compound_create_voxels(&compound, &def);
    };
    run_duel(
        {"voxels: built from cells", "a cell", map.cells.size(), rebuild, build, "OctoMap"},
        rounds < 3 ? rounds : 3, [] { return std::size_t(0); }, json);
    const carom_shape whole = shape_of(compound);
    for (int i = 0; i < 5; i++)
        for (const bool far : {false, true}) {
            const Visitor visitor = static_cast<Visitor>(i);
            const auto question = [&](const carom_pose &pose) {
                return far ? peer->distance(pose) : static_cast<double>(peer->overlap(pose));
            };
            if (peer) peer->choose(visitor);
            const std::string row =
                std::string("voxels, ") + names[i] + (far ? ": distance" : ": overlap");
            ask(row, whole, visitors.shape(visitor), make_poses(map, far ? 2.0f : 0.5f),
                peer ? std::function<double(const carom_pose &)>(question) : nullptr, "FCL", rounds,
                json);
        }
    carom_compound_destroy(compound);
}

/// The cells' middles, shaken.
std::vector<carom_vec3> points_of(const VoxelMap &map) {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<float> unit(0.0f, 0.05f);
    std::vector<carom_vec3> points;
    for (const carom_voxel_leaf &cell : map.cells)
        points.push_back({static_cast<float>(cell.x) * 0.05f + unit(random),
                          static_cast<float>(cell.y) * 0.05f + unit(random),
                          static_cast<float>(cell.z) * 0.05f + unit(random)});
    return points;
}

/// Beside a compound of the same balls as shapes.
void run_points(int rounds, Json &json) {
    const VoxelMap map = make_terrain(side);
    const std::vector<carom_vec3> points = points_of(map);
    const Visitors visitors;
    Bytes bytes[2];
    carom_compound *compound[2] = {nullptr, nullptr};
    carom_points_def def{};
    def.points = points.data();
    def.count = points.size();
    def.radius = 0.01f;
    def.allocator = {counted_alloc, counted_free, &bytes[0]};
    carom_compound_create_points(&compound[0], &def);
    print_bytes("points", compound[0], bytes[0], points.size());
    std::vector<carom_child> children(points.size());
    for (std::size_t i = 0; i < points.size(); i++)
        children[i] = {carom_shape_sphere(points[i], def.radius), carom_pose_identity()};
    carom_compound_def given{};
    given.children = children.data();
    given.count = children.size();
    given.allocator = {counted_alloc, counted_free, &bytes[1]};
    const auto build = [&](bool implicit) {
        carom_compound_destroy(compound[!implicit]);
        if (implicit)
            carom_compound_create_points(&compound[0], &def);
        else
            carom_compound_create(&compound[1], &given);
    };
    build(false);
    print_bytes("points as shapes", compound[1], bytes[1], points.size());
    run_duel(
        {"points: built", "a point", points.size(), [&] { build(true); }, [&] { build(false); },
         "a compound of spheres"},
        rounds < 3 ? rounds : 3, [] { return std::size_t(0); }, json);
    const carom_shape whole = shape_of(compound[0]), same = shape_of(compound[1]);
    for (int i = 0; i < 5; i++)
        for (const bool far : {false, true}) {
            const carom_shape visitor = visitors.shape(static_cast<Visitor>(i));
            const auto question = [&](const carom_pose &pose) {
                const carom_pose stay{};
                return far ? static_cast<double>(
                                 carom_closest(&same, stay, &visitor, pose).distance)
                           : static_cast<double>(carom_overlap(&same, stay, &visitor, pose));
            };
            const std::string row =
                std::string("points, ") + names[i] + (far ? ": distance" : ": overlap");
            ask(row, whole, visitor, make_poses(map, far ? 2.0f : 0.5f), question,
                "a compound of spheres", rounds, json);
        }
    carom_compound_destroy(compound[0]);
    carom_compound_destroy(compound[1]);
}

} // namespace

Soup visitor_ball() {
    const float g = 1.618034f;
    const carom_vec3 corner[12] = {{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                                   {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                                   {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
    const int face[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                             {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                             {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                             {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    Soup ball;
    for (const auto &f : face)
        ball.push_back({{corner[f[0]], corner[f[1]], corner[f[2]]}});
    ball = cut_in_four(cut_in_four(ball));
    for (carom_triangle &triangle : ball)
        for (carom_vec3 &v : triangle.v) {
            const float by = visitor_radius / std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
            v = {v.x * by, v.y * by, v.z * by};
        }
    return ball;
}

void run_clouds(const std::string &only, int rounds, Json &json) {
    if (std::strstr("voxels", only.c_str())) run_voxels(rounds, json);
    if (std::strstr("points", only.c_str())) run_points(rounds, json);
}

} // namespace bench
