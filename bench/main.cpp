// carom-bench [--group primitives] [--row PART-OF-NAME] [--n N] [--rounds N] [--json FILE]
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "harness.hpp"

int main(int argc, char **argv) {
    std::size_t n = 1000000;
    int rounds = 5;
    std::string json = "bench.json", group_name = "primitives", only;
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
        else
            return std::fprintf(stderr, "carom-bench: %s is not understood\n", argv[i]), 2;
    }
    if (group_name != "primitives" && group_name != "all")
        return std::fprintf(stderr, "carom-bench: no group %s; there is: primitives\n",
                            group_name.c_str()),
               2;
    if (n == 0 || rounds < 1)
        return std::fprintf(stderr, "carom-bench: --n and --rounds must be positive\n"), 2;
    bench::Pairs pairs = bench::make_pairs(n, 2026);
    bench::Group group{"primitives", n, {}};
    bench::add_carom(group, pairs);
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
    bench::keep_rows(group, only);
    bench::run(group, rounds, json);
    return 0;
}
