#include "mesh_threads.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <random>

namespace bench {

namespace {

constexpr std::size_t questions = 20000; // few: a quiet moment is short on a shared machine

struct Work {
    std::string name;
    std::size_t items;
    std::function<void(const carom_task_hook *)> run;
};

double seconds_of(const Work &work, const carom_task_hook *tasks) {
    auto start = std::chrono::steady_clock::now();
    work.run(tasks);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Best of the rounds, one and two threads in turn: what else runs can only add to a time.
void compare(const Work &work, const carom_task_hook &two, int rounds, Json &json) {
    double best[2] = {1e30, 1e30};
    for (int i = 0; i < rounds; i++) {
        best[0] = std::min(best[0], seconds_of(work, nullptr));
        best[1] = std::min(best[1], seconds_of(work, &two));
    }
    double million = 1e-6 * static_cast<double>(work.items);
    std::printf("  %-28s %8.3f M/s, two threads %8.3f M/s: %.2f times\n", work.name.c_str(),
                million / best[0], million / best[1], best[0] / best[1]);
    if (std::FILE *file = json.next_entry())
        std::fprintf(file,
                     "  {\"group\":\"mesh\",\"row\":\"threads, %s\",\"n\":%zu,\"unit\":\"M/s\","
                     "\"carom\":%.3f,\"peer\":%.3f,\"peer_name\":\"carom, one thread\","
                     "\"ratio\":%.3f}",
                     work.name.c_str(), work.items, million / best[1], million / best[0],
                     best[0] / best[1]);
    std::fflush(stdout);
}

struct Questions {
    std::vector<carom_ray> rays;
    std::vector<carom_vec3> points;
};

/// Between points of a ball round the box, and in it.
Questions ask(const carom_aabb &box) {
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
    return out;
}

void build(const Soup &soup, carom_mesh_build how, const carom_task_hook *tasks) {
    std::vector<uint32_t> indices(3 * soup.size());
    for (std::size_t i = 0; i < indices.size(); i++)
        indices[i] = static_cast<uint32_t>(i);
    carom_mesh_def def{};
    def.vertices = soup[0].v;
    def.vertex_count = indices.size();
    def.indices = indices.data();
    def.triangle_count = soup.size();
    def.build = how;
    if (tasks) def.tasks = *tasks;
    carom_mesh *mesh = nullptr;
    if (carom_mesh_create(&mesh, &def) != CAROM_OK) std::abort();
    carom_mesh_destroy(mesh);
}

} // namespace

void run_mesh_threads(const std::string &only, int rounds, Json &json) {
    if (std::string("threads").find(only) == std::string::npos) return;
    const Soup soup = read_bunny();
    if (soup.empty()) return;
    carom_mesh *mesh = mesh_of(soup);
    const Questions asked = ask(carom_mesh_bounds(mesh));
    const carom_mesh_rays rays = {asked.rays.data(), questions, CAROM_BOTH_SIDES};
    std::vector<carom_mesh_ray_hit> hits(questions);
    std::vector<carom_mesh_closest> nearest(questions);
    carom_task_pool *pool = nullptr;
    carom_task_pool_def def{};
    def.threads = 1;
    if (carom_task_pool_create(&pool, &def) != CAROM_OK) std::abort();
    const carom_task_hook two = carom_task_pool_hook(pool);
    const std::vector<Work> works = {
        {"rays", questions,
         [&](const carom_task_hook *t) { carom_raycast_rays_mesh(&rays, mesh, hits.data(), t); }},
        {"nearest points", questions,
         [&](const carom_task_hook *t) {
             carom_closest_points_mesh(asked.points.data(), questions, mesh, nearest.data(), t);
         }},
        {"best build", soup.size(),
         [&](const carom_task_hook *t) { build(soup, CAROM_MESH_BUILD_BEST, t); }},
        {"fast build", soup.size(),
         [&](const carom_task_hook *t) { build(soup, CAROM_MESH_BUILD_FAST, t); }},
    };
    std::printf("the bunny, best of %d rounds\n", rounds);
    for (const Work &work : works)
        compare(work, two, rounds, json);
    carom_task_pool_destroy(pool);
    carom_mesh_destroy(mesh);
}

} // namespace bench
