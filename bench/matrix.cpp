#include "matrix.hpp"

#include <cstdio>

#include "harness.hpp"

namespace bench {

namespace {

void print_header(const std::vector<PairTime> &times) {
    std::printf("  %-12s", "");
    for (const PairTime &t : times)
        if (t.verb == times[0].verb && t.a == times[0].a) std::printf(" %9.9s", t.b.c_str());
    std::printf("\n");
}

/// A line for each first shape, the second ones in columns; nothing is said twice.
void print_verb(const std::vector<PairTime> &times, const std::string &verb) {
    std::string line;
    int columns = 0, lines = 0;
    for (const PairTime &t : times) {
        if (t.verb != verb) continue;
        if (t.a != line) {
            std::printf("%s  %-12s%*s", columns ? "\n" : "", t.a.c_str(), 10 * lines++, "");
            line = t.a;
        }
        columns++;
        std::printf(t.ns < 99.95 ? " %9.1f" : " %9.0f", t.ns);
    }
    std::printf("\n");
}

void write_entries(const std::vector<PairTime> &times, const std::string &kind, Json &json) {
    for (const PairTime &t : times)
        if (std::FILE *file = json.next_entry())
            std::fprintf(file,
                         "  {\"group\":\"matrix\",\"row\":\"%s %s, %s, %s\",\"unit\":\"ns\","
                         "\"carom\":%.1f}",
                         t.verb.c_str(), t.a.c_str(), t.b.c_str(), kind.c_str(), t.ns);
}

} // namespace

void run_matrix(const std::string &only, int rounds, Json &json) {
    static const struct {
        const char *name;
        Poses poses;
    } all[] = {
        {"turned", Poses::turned}, {"upright", Poses::upright}, {"straight", Poses::straight}};
    for (bool in_double : {false, true})
        for (const auto &poses : all) {
            const auto times = in_double ? time_pairs_double(poses.poses, rounds)
                                         : time_pairs_float(poses.poses, rounds);
            const std::string kind = std::string(poses.name) + (in_double ? ", double" : ", float");
            write_entries(times, kind, json);
            for (const char *verb :
                 {"overlap", "classify", "closest", "penetration", "contact", "sweep", "toi"}) {
                if ((verb + (" " + kind)).find(only) == std::string::npos) continue;
                std::printf("%s, %s: ns a pair\n", verb, kind.c_str());
                print_header(times);
                print_verb(times, verb);
            }
            std::fflush(stdout);
        }
}

} // namespace bench
