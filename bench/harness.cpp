#include "harness.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

/// Answers what instructions are counted for. It has a name that tools can ask for.
extern "C" [[gnu::noinline]] void bench_counted(const bench::Answer &answer, std::size_t n,
                                                float *out) {
    answer(0, n, out);
}

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

/// Nanoseconds for each question. The round that warms the cache goes backwards: a processor
/// remembers the branches of a thousand pairs in order after seeing them once, and then would not
/// be asked about mixed pairs at all.
double time_block(const Contestant &contestant, std::size_t first, std::size_t last,
                  std::vector<float> &out) {
    for (std::size_t i = last; i-- > first;)
        contestant.answer(i, i + 1, out.data());
    double start = seconds_now();
    contestant.answer(first, last, out.data());
    return 1e9 * (seconds_now() - start) / static_cast<double>(last - first);
}

void count_rows(const Group &group) {
    std::vector<float> out(group.n);
    for (const Row &r : group.rows) {
        const Contestant &own = r.contestants[0];
        const std::size_t n = std::min(group.n, own.limit);
        own.answer(0, n, out.data());
        bench_counted(own.answer, n, out.data());
        std::printf("counted %s, %zu\n", r.name.c_str(), n);
        std::fflush(stdout);
    }
}

void write_entry(Json &json, const Group &group, const Row &row, const Contestant &peer,
                 const double ns[2], std::size_t n, std::size_t different) {
    std::FILE *file = json.next_entry();
    if (!file) return;
    std::fprintf(file,
                 "  {\"group\":\"%s\",\"row\":\"%s\",\"n\":%zu,\"unit\":\"ns\",\"carom\":%.3f,"
                 "\"peer\":%.3f,\"peer_name\":\"%s\",\"ratio\":%.3f,\"differ\":%zu}",
                 group.name.c_str(), row.name.c_str(), n, ns[0], ns[1], peer.name.c_str(),
                 ns[1] / ns[0], different);
}

} // namespace

Json::Json(const std::string &path) : file(std::fopen(path.c_str(), "w")) {
    if (file)
        std::fputs("[\n", file);
    else
        std::perror(path.c_str());
}

Json::~Json() {
    if (!file) return;
    std::fputs("\n]\n", file);
    std::fclose(file);
}

std::FILE *Json::next_entry() {
    if (file && !first) std::fputs(",\n", file);
    first = false;
    return file;
}

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

void run(const Group &group, int rounds, Json &json) {
    if (rounds == 0) {
        count_rows(group);
        return;
    }
    std::printf("%-24s %9s   %-28s %9s %7s %9s\n", "row", "carom ns", "peer", "peer ns", "ratio",
                "differ");
    for (const Row &r : group.rows) {
        std::vector<std::vector<double>> times(r.contestants.size());
        std::vector<std::vector<float>> out(r.contestants.size(), std::vector<float>(group.n));
        for (int round = 0; round < rounds; round++)
            for (std::size_t first = 0; first < group.n; first += group.block)
                for (std::size_t c = 0; c < r.contestants.size(); c++) {
                    std::size_t last = std::min(first + group.block, r.contestants[c].limit);
                    if (first < last)
                        times[c].push_back(time_block(r.contestants[c], first, last, out[c]));
                }
        double own = median(times[0]);
        for (std::size_t c = 1; c < r.contestants.size(); c++) {
            const Contestant &peer = r.contestants[c];
            std::size_t n = std::min(group.n, peer.limit);
            double ns[2] = {own, median(times[c])};
            std::size_t different = count_different(out[0], out[c], n, r.tolerance);
            std::printf("%-24s %9.2f   %-28s %9.2f %7.2f %6zu/%zu\n", r.name.c_str(), ns[0],
                        peer.name.c_str(), ns[1], ns[1] / ns[0], different, n);
            write_entry(json, group, r, peer, ns, n, different);
        }
        if (r.contestants.size() == 1)
            std::printf("%-24s %9.2f   %-28s\n", r.name.c_str(), own, "(no peer has this test)");
        std::fflush(stdout);
    }
}

} // namespace bench
