#include "harness.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace bench {

namespace {

double seconds_now() {
    using clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(clock::now().time_since_epoch()).count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

std::size_t count_different(const std::vector<float> &a, const std::vector<float> &b, std::size_t n,
                            double tolerance) {
    std::size_t different = 0;
    for (std::size_t i = 0; i < n; i++)
        if (!(std::fabs(static_cast<double>(a[i]) - b[i]) <= tolerance)) different++;
    return different;
}

void write_entry(std::FILE *json, bool &first, const Group &group, const Row &row,
                 const Contestant &peer, const double ns[2], std::size_t n, std::size_t different) {
    std::fprintf(json,
                 "%s  {\"group\":\"%s\",\"row\":\"%s\",\"n\":%zu,\"unit\":\"ns\",\"carom\":%.3f,"
                 "\"peer\":%.3f,\"peer_name\":\"%s\",\"ratio\":%.3f,\"differ\":%zu}",
                 first ? "" : ",\n", group.name.c_str(), row.name.c_str(), n, ns[0], ns[1],
                 peer.name.c_str(), ns[1] / ns[0], different);
    first = false;
}

} // namespace

Row &row(Group &group, const std::string &name) {
    for (Row &r : group.rows)
        if (r.name == name) return r;
    group.rows.push_back({name, 0.0, {}});
    return group.rows.back();
}

void keep_rows(Group &group, const std::string &part) {
    std::vector<Row> kept;
    for (Row &r : group.rows)
        if (r.name.find(part) != std::string::npos) kept.push_back(std::move(r));
    group.rows = std::move(kept);
}

void run(const Group &group, int rounds, const std::string &json_path) {
    std::FILE *json = std::fopen(json_path.c_str(), "w");
    if (!json) {
        std::perror(json_path.c_str());
        return;
    }
    std::fputs("[\n", json);
    bool first = true;
    std::printf("%-24s %9s   %-28s %9s %7s %9s\n", "row", "carom ns", "peer", "peer ns", "ratio",
                "differ");
    for (const Row &r : group.rows) {
        std::vector<std::vector<double>> times(r.contestants.size());
        std::vector<std::vector<float>> out(r.contestants.size(), std::vector<float>(group.n));
        for (int round = 0; round <= rounds; round++) // round 0 warms up
            for (std::size_t c = 0; c < r.contestants.size(); c++) {
                std::size_t n = std::min(group.n, r.contestants[c].limit);
                double start = seconds_now();
                r.contestants[c].answer(n, out[c].data());
                double ns = 1e9 * (seconds_now() - start) / static_cast<double>(n);
                if (round > 0) times[c].push_back(ns);
            }
        double own = median(times[0]);
        for (std::size_t c = 1; c < r.contestants.size(); c++) {
            const Contestant &peer = r.contestants[c];
            std::size_t n = std::min(group.n, peer.limit);
            double ns[2] = {own, median(times[c])};
            std::size_t different = count_different(out[0], out[c], n, r.tolerance);
            std::printf("%-24s %9.2f   %-28s %9.2f %7.2f %6zu/%zu\n", r.name.c_str(), ns[0],
                        peer.name.c_str(), ns[1], ns[1] / ns[0], different, n);
            write_entry(json, first, group, r, peer, ns, n, different);
        }
        if (r.contestants.size() == 1)
            std::printf("%-24s %9.2f   %-28s\n", r.name.c_str(), own, "(no peer has this test)");
        std::fflush(stdout);
    }
    std::fputs("\n]\n", json);
    std::fclose(json);
}

} // namespace bench
