#include "mesh_threads.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <random>
#include <thread>

namespace bench {

namespace {

constexpr std::size_t questions = 20000; // few: a quiet moment is short on a shared machine

struct Work {
    std::string name;
    std::size_t items;
    std::function<void(const carom_task_hook *)> run;
    std::function<void()> tidy = [] {}; // what it made, untimed
};

/// The second time: processors that had nothing to do take a moment, which is the machine's.
double seconds_of(const Work &work, const carom_task_hook *tasks) {
    work.run(tasks);
    work.tidy();
    auto start = std::chrono::steady_clock::now();
    work.run(tasks);
    std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    work.tidy();
    return taken.count();
}

/// As many threads as `count`, the one that asks among them.
struct Team {
    unsigned count;
    carom_task_pool *pool;
    carom_task_hook hook;
};

Team team_of(unsigned count) {
    Team team{count, nullptr, {}};
    carom_task_pool_def def{};
    def.threads = count - 1;
    if (count > 1) {
        if (carom_task_pool_create(&team.pool, &def) != CAROM_OK) std::abort();
        team.hook = carom_task_pool_hook(team.pool);
    }
    return team;
}

/// One thread, two, four and so on: all that the machine runs at once.
std::vector<Team> teams() {
    std::vector<Team> out;
    const unsigned most = std::max(2u, std::thread::hardware_concurrency());
    for (unsigned count = 1; count < most; count *= 2)
        out.push_back(team_of(count));
    out.push_back(team_of(most));
    return out;
}

/// Best of the rounds, the teams in turn: what else runs can only add to a time.
void compare(const Work &work, const std::vector<Team> &all, int rounds, Json &json) {
    std::vector<double> best(all.size(), 1e30);
    for (int i = 0; i < rounds; i++)
        for (std::size_t k = 0; k < all.size(); k++)
            best[k] = std::min(best[k], seconds_of(work, all[k].pool ? &all[k].hook : nullptr));
    double million = 1e-6 * static_cast<double>(work.items);
    std::printf("  %-28s %9.4f M/s", work.name.c_str(), million / best[0]);
    for (std::size_t k = 1; k < all.size(); k++) {
        std::printf(", %u threads %.2f times", all[k].count, best[0] / best[k]);
        if (std::FILE *file = json.next_entry())
            std::fprintf(file,
                         "  {\"group\":\"mesh\",\"row\":\"%u threads, %s\",\"n\":%zu,"
                         "\"unit\":\"M/s\",\"carom\":%.4f,\"peer\":%.4f,"
                         "\"peer_name\":\"carom, one thread\",\"ratio\":%.3f}",
                         all[k].count, work.name.c_str(), work.items, million / best[k],
                         million / best[0], best[0] / best[k]);
    }
    std::printf("\n");
    std::fflush(stdout);
}

constexpr std::size_t each = 8;         // triangles of a point
constexpr std::size_t mesh_pairs = 256; // of which some touch

struct Questions {
    std::vector<carom_ray> rays;
    std::vector<carom_vec3> points;
    std::vector<carom_placed_mesh> placed;
};

/// Rays between points round the box and in it; points in it; the mesh beside itself.
Questions ask(const carom_mesh *mesh) {
    const carom_aabb box = carom_mesh_bounds(mesh);
    Questions out;
    std::mt19937_64 random(2029);
    std::uniform_real_distribution<float> unit(-1, 1);
    const carom_vec3 a = box.min, b = box.max;
    const float reach = 0.6f * std::max({b.x - a.x, b.y - a.y, b.z - a.z});
    auto anywhere = [&](float by) {
        return carom_vec3{(a.x + b.x) / 2 + by * unit(random), (a.y + b.y) / 2 + by * unit(random),
                          (a.z + b.z) / 2 + by * unit(random)};
    };
    for (std::size_t i = 0; i < questions; i++) {
        const carom_vec3 from = anywhere(2 * reach), to = anywhere(reach);
        out.rays.push_back({from, {to.x - from.x, to.y - from.y, to.z - from.z}, 0, INFINITY});
        out.points.push_back(anywhere(reach));
    }
    for (std::size_t i = 0; i < mesh_pairs; i++) {
        const carom_vec3 at = anywhere(1.5f * reach);
        carom_placed_mesh placed{};
        placed.mesh = mesh;
        placed.pose.position = {at.x - (a.x + b.x) / 2, at.y - (a.y + b.y) / 2,
                                at.z - (a.z + b.z) / 2};
        out.placed.push_back(placed);
    }
    return out;
}

carom_mesh_def definition(const Indexed &mesh) {
    carom_mesh_def def{};
    def.vertices = mesh.vertices.data();
    def.vertex_count = mesh.vertices.size();
    def.indices = mesh.indices.data();
    def.triangle_count = mesh.indices.size() / 3;
    return def;
}

carom_mesh *build(carom_mesh_def def, carom_mesh_build how, const carom_task_hook *tasks) {
    def.build = how;
    if (tasks) def.tasks = *tasks;
    carom_mesh *mesh = nullptr;
    if (carom_mesh_create(&mesh, &def) != CAROM_OK) std::abort();
    return mesh;
}

void run_scene(const char *name, const Soup &soup, int rounds, Json &json) {
    carom_mesh *mesh = mesh_of(soup);
    const Questions asked = ask(mesh);
    const carom_mesh_rays rays = {asked.rays.data(), questions, CAROM_BOTH_SIDES};
    std::vector<carom_mesh_ray_hit> hits(questions);
    std::vector<carom_mesh_closest> nearest(questions);
    std::vector<carom_mesh_closest> several(each * questions);
    std::vector<std::uint32_t> counts(questions);
    const carom_points_within points = {asked.points.data(), nullptr, questions};
    const carom_closest_lists lists = {several.data(), each, counts.data()};
    carom_placed_mesh here{};
    here.mesh = mesh;
    const carom_mesh_pairs pairs = {&here, asked.placed.data(), 1, mesh_pairs, nullptr};
    std::vector<carom_mesh_pair_closest> apart_by(mesh_pairs);
    const std::unique_ptr<bool[]> touch(new bool[mesh_pairs]);
    const Indexed indexed = apart(soup);
    const carom_mesh_def def = definition(indexed);
    carom_mesh *built = nullptr;
    const auto destroy = [&] { carom_mesh_destroy(built); };
    const std::vector<Work> works = {
        {"rays", questions,
         [&](const carom_task_hook *t) { carom_raycast_rays_mesh(&rays, mesh, hits.data(), t); }},
        {"nearest points", questions,
         [&](const carom_task_hook *t) {
             carom_closest_points_mesh(asked.points.data(), questions, mesh, nearest.data(), t);
         }},
        {"8 nearest triangles", questions,
         [&](const carom_task_hook *t) {
             carom_closest_points_mesh_several(&points, mesh, &lists, t);
         }},
        {"pairs of meshes, touching", mesh_pairs,
         [&](const carom_task_hook *t) { carom_overlap_mesh_pairs(&pairs, touch.get(), t); }},
        {"pairs of meshes, distance", mesh_pairs,
         [&](const carom_task_hook *t) { carom_closest_mesh_pairs(&pairs, apart_by.data(), t); }},
        {"best build", soup.size(),
         [&](const carom_task_hook *t) { built = build(def, CAROM_MESH_BUILD_BEST, t); }, destroy},
        {"fast build", soup.size(),
         [&](const carom_task_hook *t) { built = build(def, CAROM_MESH_BUILD_FAST, t); }, destroy},
    };
    const std::vector<Team> all = teams();
    std::printf("%s, %zu triangles, best of %d rounds\n", name, soup.size(), rounds);
    for (const Work &work : works)
        compare(work, all, rounds, json);
    for (const Team &team : all)
        carom_task_pool_destroy(team.pool);
    carom_mesh_destroy(mesh);
}

} // namespace

void run_mesh_threads(const std::string &only, int rounds, Json &json) {
    if (std::string("threads").find(only) == std::string::npos) return;
    const Soup soup = read_bunny();
    if (soup.empty()) return;
    run_scene("the bunny", soup, rounds, json);
    run_scene("the bunny cut finer", cut_in_four(cut_in_four(soup)), rounds, json);
}

} // namespace bench
