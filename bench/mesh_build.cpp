#include "mesh_build.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace bench {

namespace {

carom_mesh_def definition(const Indexed &mesh, bool fast) {
    carom_mesh_def def{};
    def.vertices = mesh.vertices.data();
    def.indices = mesh.indices.data();
    def.vertex_count = mesh.vertices.size() - 1; // but the last, which nobody names
    def.triangle_count = mesh.indices.size() / 3;
    def.build = fast ? CAROM_MESH_BUILD_FAST : CAROM_MESH_BUILD_BEST;
    return def;
}

void build(const Indexed &mesh, bool fast) {
    carom_mesh_def def = definition(mesh, fast);
    carom_mesh *made = nullptr;
    if (carom_mesh_create(&made, &def) != CAROM_OK) std::abort();
    carom_mesh_destroy(made);
}

double median_seconds(const std::function<void()> &work, int rounds) {
    std::vector<double> times;
    for (int i = 0; i < rounds; i++) {
        auto start = std::chrono::steady_clock::now();
        work();
        times.push_back(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

void *count_bytes(std::size_t size, void *user) {
    *static_cast<std::size_t *>(user) += size;
    return std::aligned_alloc(64, (size + 63) / 64 * 64);
}
void give_back(void *memory, void *) {
    std::free(memory);
}

/// What a mesh holds once it is loaded: exactly what it keeps.
std::size_t bytes_held(const void *saved, std::size_t size) {
    std::size_t total = 0;
    carom_allocator allocator = {count_bytes, give_back, &total};
    carom_mesh *mesh = nullptr;
    if (carom_mesh_load(&mesh, saved, size, &allocator) != CAROM_OK) std::abort();
    carom_mesh_destroy(mesh);
    /* less what the check took */
    std::size_t mapped = 0;
    allocator.user = &mapped;
    if (carom_mesh_map(&mesh, saved, size, &allocator) != CAROM_OK) std::abort();
    carom_mesh_destroy(mesh);
    return total - mapped;
}

void other_work(const char *name, const Indexed &mesh, int rounds) {
    carom_mesh_def def = definition(mesh, false);
    double count = static_cast<double>(def.triangle_count);
    carom_mesh *made = nullptr, *read = nullptr;
    if (carom_mesh_create(&made, &def) != CAROM_OK) std::abort();
    std::size_t size = 0;
    carom_mesh_save(made, nullptr, &size);
    void *buffer = std::aligned_alloc(64, size);
    double save = median_seconds([&] { carom_mesh_save(made, buffer, &size); }, rounds);
    double refit = median_seconds([&] { carom_mesh_refit(made, &def); }, rounds);
    auto load = [&](bool copy) {
        auto reader = copy ? carom_mesh_load : carom_mesh_map;
        if (reader(&read, buffer, size, nullptr) != CAROM_OK) std::abort();
        carom_mesh_destroy(read);
    };
    double loaded = median_seconds([&] { load(true); }, rounds);
    double mapped = median_seconds([&] { load(false); }, rounds);
    std::printf("%s: refit %.1f, save %.1f, load %.1f, map %.1f Mtri/s; %.1f bytes a triangle\n",
                name, 1e-6 * count / refit, 1e-6 * count / save, 1e-6 * count / loaded,
                1e-6 * count / mapped, static_cast<double>(bytes_held(buffer, size)) / count);
    std::free(buffer);
    carom_mesh_destroy(made);
}

void run_one(const char *name, const Soup &soup, int rounds, Json &json) {
    Indexed mesh = weld(soup);
    std::vector<TreeMaker> makers = {{"carom best", false, [&] { build(mesh, false); }},
                                     {"carom fast", true, [&] { build(mesh, true); }}};
#ifdef BENCH_EMBREE
    add_mesh_build_embree(makers, mesh.vertices, mesh.indices);
#endif
    double count = static_cast<double>(soup.size()), own[2] = {0, 0};
    std::printf("builds of %s, %zu triangles, one thread\n", name, soup.size());
    for (const TreeMaker &maker : makers) {
        double rate = 1e-6 * count / median_seconds(maker.make, rounds);
        bool is_own = own[maker.fast] == 0;
        if (is_own) own[maker.fast] = rate;
        std::printf("  %-14s %8.2f Mtri/s", maker.name.c_str(), rate);
        if (!is_own) std::printf("  carom is %.2f times as fast", own[maker.fast] / rate);
        std::printf("\n");
        if (std::FILE *file = is_own ? nullptr : json.next_entry())
            std::fprintf(file,
                         "  {\"group\":\"mesh\",\"row\":\"build %s, %s\",\"n\":%zu,"
                         "\"unit\":\"Mtri/s\",\"carom\":%.3f,\"peer\":%.3f,\"peer_name\":\"%s\","
                         "\"ratio\":%.3f}",
                         name, maker.fast ? "fast" : "best", soup.size(), own[maker.fast], rate,
                         maker.name.c_str(), own[maker.fast] / rate);
    }
    other_work(name, mesh, rounds);
    std::fflush(stdout);
}

} // namespace

void run_mesh_build(const std::string &only, int rounds, Json &json) {
    if (std::string("build").find(only) == std::string::npos) return;
    Soup soup = read_bunny();
    if (soup.empty()) return;
    run_one("the bunny", soup, rounds, json);
    run_one("the bunny cut finer", cut_in_four(cut_in_four(soup)), rounds, json);
}

} // namespace bench
