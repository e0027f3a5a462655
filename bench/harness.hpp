// The benchmark's frame: seeded data, contestants that answer the same questions, and a table of
// ratios. carom and its peers run alternately in one process, block by block: each contestant
// answers a block once to bring its data into the cache, and once more against the clock. Each
// figure is the median over all blocks and several rounds.
#ifndef CAROM_BENCH_HARNESS_HPP
#define CAROM_BENCH_HARNESS_HPP

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "carom/carom.h"

namespace bench {

/// Answers questions first .. last - 1 into out, at their places: 0 or 1, a distance, or a fraction
/// (-1 for a miss).
using Answer = std::function<void(std::size_t first, std::size_t last, float *out)>;

struct Contestant {
    std::string name;
    std::size_t
        limit; ///< answers at most so many questions (slow peers), per-question time is compared
    Answer answer;
};

struct Row {
    std::string name;
    double tolerance;                    ///< answers further apart than this count as different
    std::vector<Contestant> contestants; ///< carom first
};

struct Group {
    std::string name;
    std::size_t n;
    std::vector<Row> rows;
    std::size_t block = 1000; ///< small enough for the second-level cache with everyone's data
};

/// The seeded pairs that every contestant of the group "primitives" is asked about.
struct Pairs {
    std::size_t n;
    std::vector<carom_sphere> sphere_a, sphere_b;
    std::vector<carom_aabb> aabb_a, aabb_b;
    std::vector<carom_obb> obb_a, obb_b;
    std::vector<carom_triangle> triangle_a, triangle_b;
    std::vector<carom_segment> segment_a, segment_b;
    std::vector<carom_ray> ray;
    std::vector<carom_vec3> motion_a, motion_b;
};

Pairs make_pairs(std::size_t n, std::uint64_t seed);

Row &row(Group &group, const std::string &name);

/// Drops the rows whose name does not contain `part`.
void keep_rows(Group &group, const std::string &part);

/// The file that gets an entry for each row and peer.
class Json {
public:
    explicit Json(const std::string &path);
    ~Json();
    Json(const Json &) = delete;
    Json &operator=(const Json &) = delete;
    std::FILE *next_entry(); ///< null when the file could not be opened

private:
    std::FILE *file;
    bool first = true;
};

/// Runs every row, prints the table to stdout and adds the entries. With no rounds, carom alone
/// answers each question twice, the second time in `bench_counted`, for a tool that counts
/// instructions: valgrind --tool=callgrind --toggle-collect=bench_counted.
void run(const Group &group, int rounds, Json &json);

// Each peer adds itself to the rows it can answer; absent when it was not found at configure time.
void add_carom(Group &group, const Pairs &pairs);
void add_fcl(Group &group, const Pairs &pairs);
void add_bullet(Group &group, const Pairs &pairs);
void add_ode(Group &group, const Pairs &pairs);
void add_cgal(Group &group, const Pairs &pairs);
// What a program writes itself, by the textbook, in plain float and on registers of four.
void add_textbook(Group &group, const Pairs &pairs);
void add_lanes(Group &group, const Pairs &pairs);

} // namespace bench

#endif
