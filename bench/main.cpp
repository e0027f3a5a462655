// carom-bench [--group primitives|convex|matrix|broadphase|world|mesh|batch|programs|floor|all]
//             [--row PART-OF-NAME] [--n N] [--rounds N] [--structures PART-OF-NAME,...] [--json
//             FILE]
// --rounds 0 counts instead of timing (harness.hpp).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "batch.hpp"
#include "broadphase.hpp"
#include "convex.hpp"
#include "floor.hpp"
#include "matrix.hpp"
#include "mesh_build.hpp"
#include "mesh_compact.hpp"
#include "mesh_near.hpp"
#include "mesh_pairs.hpp"
#include "mesh_rays.hpp"
#include "mesh_threads.hpp"
#include "programs.hpp"
#include "world.hpp"

namespace {

bench::Group primitives(const bench::Pairs &pairs) {
    bench::Group group{"primitives", pairs.n, {}, 1000};
    bench::add_carom(group, pairs);
    bench::add_textbook(group, pairs);
    bench::add_lanes(group, pairs);
#ifdef BENCH_FCL
    bench::add_fcl(group, pairs);
#endif
#ifdef BENCH_BULLET
    bench::add_bullet(group, pairs);
#endif
#ifdef BENCH_ODE
    bench::add_ode(group, pairs);
#endif
#ifdef BENCH_CGAL
    bench::add_cgal(group, pairs);
#endif
    return group;
}

bench::Group convex(const bench::ConvexData &data, std::size_t n) {
    bench::Group group{"convex", n, {}, bench::sequence};
    bench::add_convex_carom(group, data);
    bench::add_convex_textbook(group, data);
    bench::add_convex_textbook_hulls(group, data);
#ifdef BENCH_CCD
    bench::add_convex_ccd(group, data);
#endif
#ifdef BENCH_FCL
    bench::add_convex_fcl(group, data);
#endif
#ifdef BENCH_BULLET
    bench::add_convex_bullet(group, data);
#endif
#ifdef BENCH_ODE
    bench::add_convex_ode(group, data);
#endif
    return group;
}

/// Is any of the parts, which commas divide, in the name? All are when there are none.
bool is_chosen(const std::string &name, const std::string &parts) {
    for (std::size_t from = 0; from < parts.size();) {
        std::size_t to = std::min(parts.find(',', from), parts.size());
        if (name.find(parts.substr(from, to - from)) != std::string::npos) return true;
        from = to + 1;
    }
    return parts.empty();
}

std::vector<bench::Maker> structures(const std::string &parts) {
    std::vector<bench::Maker> makers, chosen;
    bench::add_broadphase_carom(makers);
#ifdef BENCH_FCL
    bench::add_broadphase_fcl(makers);
#endif
#ifdef BENCH_BULLET
    bench::add_broadphase_bullet(makers);
#endif
#ifdef BENCH_ODE
    bench::add_broadphase_ode(makers);
#endif
#ifdef BENCH_CGAL
    bench::add_broadphase_cgal(makers);
#endif
    for (const bench::Maker &maker : makers)
        if (is_chosen(maker.name, parts)) chosen.push_back(maker);
    return chosen;
}

} // namespace

int main(int argc, char **argv) {
    std::size_t n = 1000000;
    int rounds = 5;
    std::string json = "bench.json", group_name = "primitives", only, parts;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!std::strcmp(argv[i], "--n"))
            n = std::strtoull(argv[i + 1], nullptr, 10);
        else if (!std::strcmp(argv[i], "--rounds"))
            rounds = std::atoi(argv[i + 1]);
        else if (!std::strcmp(argv[i], "--json"))
            json = argv[i + 1];
        else if (!std::strcmp(argv[i], "--group"))
            group_name = argv[i + 1];
        else if (!std::strcmp(argv[i], "--row"))
            only = argv[i + 1];
        else if (!std::strcmp(argv[i], "--structures"))
            parts = argv[i + 1];
        else
            return std::fprintf(stderr, "carom-bench: %s is not understood\n", argv[i]), 2;
    }
    const bool all = group_name == "all";
    if (!all && group_name != "primitives" && group_name != "convex" &&
        group_name != "broadphase" && group_name != "world" && group_name != "mesh" &&
        group_name != "batch" && group_name != "matrix" && group_name != "programs" &&
        group_name != "floor")
        return std::fprintf(stderr,
                            "carom-bench: no group %s; there are: primitives convex matrix "
                            "broadphase world mesh batch programs floor all\n",
                            group_name.c_str()),
               2;
    // groups that can count instructions in place of time: harness.hpp
    const bool counts =
        group_name == "primitives" || group_name == "convex" || group_name == "mesh";
    if (n == 0 || rounds < (counts ? 0 : 1))
        return std::fprintf(stderr, "carom-bench: --n and --rounds must be positive\n"), 2;
    bench::Json file(json);
    if (all || group_name == "floor") bench::run_floor(file);
    if (all || group_name == "primitives") {
        bench::Pairs pairs = bench::make_pairs(n, 2026);
        bench::Group group = primitives(pairs);
        bench::keep_rows(group, only);
        bench::run(group, rounds, file);
    }
    if (all || group_name == "convex") {
        const std::size_t few = std::min<std::size_t>(n, 4000); // shapes are heavy, answers slow
        bench::ConvexData data = bench::make_convex(few, 2026);
        bench::Group group = convex(data, few);
        bench::keep_rows(group, only);
        bench::run(group, rounds, file);
    }
    if (all || group_name == "matrix") bench::run_matrix(only, rounds, file);
    if (all || group_name == "broadphase") {
        bench::run_broadphase(structures(parts), only, n, file);
        bench::run_space_queries(structures(parts), only, std::min<std::size_t>(n, 100000), file);
    }
    if (all || group_name == "world") bench::run_world(only, n, file);
    if (all || group_name == "programs") bench::run_programs(only, rounds, file);
    if (all || group_name == "batch") bench::run_batch(only, rounds, file);
    if (all || group_name == "mesh") bench::run_mesh_rays(only, rounds, file);
    if (all || (group_name == "mesh" && rounds > 0)) {
        bench::run_mesh_pairs(only, rounds, file);
        bench::run_mesh_near(only, std::min<std::size_t>(n, 100000), rounds, file);
        bench::run_mesh_build(only, rounds, file);
        bench::run_mesh_compact(only, rounds, file);
        bench::run_mesh_threads(only, rounds, file);
    }
    return 0;
}
