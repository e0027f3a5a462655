#include "batch.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "carom/batch.h"

namespace bench {

namespace {

/// Shapes by component; every struct of shape.h is numbers alone.
struct Columns {
    std::vector<std::vector<float>> column;

    template <class Shape> explicit Columns(const std::vector<Shape> &shapes) {
        const std::size_t fields = sizeof(Shape) / sizeof(float);
        column.assign(fields, std::vector<float>(shapes.size()));
        for (std::size_t i = 0; i < shapes.size(); i++) {
            const float *number = reinterpret_cast<const float *>(&shapes[i]);
            for (std::size_t f = 0; f < fields; f++)
                column[f][i] = number[f];
        }
    }

    /// A public set: pointers in the order of the struct, then the count.
    template <class Set> Set set() const {
        Set out;
        const float **field = reinterpret_cast<const float **>(&out);
        for (std::size_t f = 0; f < column.size(); f++)
            field[f] = column[f].data();
        out.count = column[0].size();
        return out;
    }
};

struct BatchData {
    Pairs pairs;
    std::vector<carom_vec3> point;
    Columns spheres[2], boxes[2], obbs[2], triangles, rays, points;
    carom_halfspace frustum[6];
    carom_pose pose;

    explicit BatchData(std::size_t n)
        : pairs(make_pairs(n, 2026)),
          point(pairs.motion_a), spheres{Columns(pairs.sphere_a), Columns(pairs.sphere_b)},
          boxes{Columns(pairs.aabb_a), Columns(pairs.aabb_b)}, obbs{Columns(pairs.obb_a),
                                                                    Columns(pairs.obb_b)},
          triangles(pairs.triangle_a), rays(pairs.ray),
          points(point), frustum{{{1, 0, 0.5f}, 1},  {{-1, 0, 0.5f}, 1}, {{0, 1, 0.5f}, 1},
                                 {{0, -1, 0.5f}, 1}, {{0, 0, 1}, 1},     {{0, 0, -1}, 1}},
          pose{{1, 2, 3}, {0.36f, 0.48f, 0, 0.8f}} {}
};

/// Answers of either way, so that they can be compared.
struct BatchOutcome {
    std::vector<float> values;
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint64_t> bits;
    std::vector<std::vector<float>> moved;

    explicit BatchOutcome(std::size_t n)
        : values(n), bytes(n), bits(n / 64 + 1), moved(6, std::vector<float>(n)) {}
};

using Way = void (*)(const BatchData &data, BatchOutcome &out, std::size_t n);

struct BatchRow {
    const char *name;
    std::size_t bytes; ///< read and written for an item
    Way batch, loop;
    bool has_values; ///< else bits are compared with bytes
};

carom_batch_answers bits_to(BatchOutcome &out) {
    carom_batch_answers answers = {};
    answers.bits = out.bits.data();
    return answers;
}
carom_batch_answers values_to(BatchOutcome &out) {
    carom_batch_answers answers = {};
    answers.values = out.values.data();
    return answers;
}

const BatchRow batch_rows[] = {
    {"sphere-sphere", 32,
     [](const BatchData &d, BatchOutcome &o, std::size_t) {
         auto a = d.spheres[0].set<carom_batch_spheres>(),
              b = d.spheres[1].set<carom_batch_spheres>();
         auto answers = bits_to(o);
         carom_batch_overlap_sphere_sphere(&a, &b, nullptr, &answers);
     },
     [](const BatchData &d, BatchOutcome &o, std::size_t n) {
         for (std::size_t i = 0; i < n; i++)
             o.bytes[i] = carom_overlap_sphere_sphere(&d.pairs.sphere_a[i], &d.pairs.sphere_b[i]);
     },
     false},
    {"sphere-AABB", 40,
     [](const BatchData &d, BatchOutcome &o, std::size_t) {
         auto a = d.spheres[0].set<carom_batch_spheres>();
         auto b = d.boxes[1].set<carom_batch_aabbs>();
         auto answers = bits_to(o);
         carom_batch_overlap_sphere_aabb(&a, &b, nullptr, &answers);
     },
     [](const BatchData &d, BatchOutcome &o, std::size_t n) {
         for (std::size_t i = 0; i < n; i++)
             o.bytes[i] = carom_overlap_sphere_aabb(&d.pairs.sphere_a[i], &d.pairs.aabb_b[i]);
     },
     false},
    {"AABB-AABB", 48,
     [](const BatchData &d, BatchOutcome &o, std::size_t) {
         auto a = d.boxes[0].set<carom_batch_aabbs>(), b = d.boxes[1].set<carom_batch_aabbs>();
         auto answers = bits_to(o);
         carom_batch_overlap_aabb_aabb(&a, &b, nullptr, &answers);
     },
     [](const BatchData &d, BatchOutcome &o, std::size_t n) {
         for (std::size_t i = 0; i < n; i++)
             o.bytes[i] = carom_overlap_aabb_aabb(&d.pairs.aabb_a[i], &d.pairs.aabb_b[i]);
     },
     false},
    {"OBB-OBB", 120,
     [](const BatchData &d, BatchOutcome &o, std::size_t) {
         auto a = d.obbs[0].set<carom_batch_obbs>(), b = d.obbs[1].set<carom_batch_obbs>();
         auto answers = bits_to(o);
         carom_batch_overlap_obb_obb(&a, &b, nullptr, &answers);
     },
     [](const BatchData &d, BatchOutcome &o, std::size_t n) {
         for (std::size_t i = 0; i < n; i++)
             o.bytes[i] = carom_overlap_obb_obb(&d.pairs.obb_a[i], &d.pairs.obb_b[i]);
     },
     false},
    {"ray-AABB, yes or no", 56,
     [](const BatchData &d, BatchOutcome &o, std::size_t) {
         auto a = d.rays.set<carom_batch_rays>();
         auto b = d.boxes[1].set<carom_batch_aabbs>();
         auto answers = bits_to(o);
         carom_batch_raycast_ray_aabb(&a, &b, nullptr, &answers);
     },
     [](const BatchData &d, BatchOutcome &o, std::size_t n) {
         for (std::size_t i = 0; i < n; i++)
             o.bytes[i] = carom_overlap_ray_aabb(&d.pairs.ray[i], &d.pairs.aabb_b[i]);
     },
     false},
    {"ray-AABB, t", 60,
     [](const BatchData &d, BatchOutcome &o, std::size_t) {
         auto a = d.rays.set<carom_batch_rays>();
         auto b = d.boxes[1].set<carom_batch_aabbs>();
         auto answers = values_to(o);
         carom_batch_raycast_ray_aabb(&a, &b, nullptr, &answers);
     },
     [](const BatchData &d, BatchOutcome &o, std::size_t n) {
         for (std::size_t i = 0; i < n; i++) {
             carom_ray_hit hit = carom_raycast_ray_aabb(&d.pairs.ray[i], &d.pairs.aabb_b[i]);
             o.values[i] = hit.hit ? hit.t : INFINITY;
         }
     },
     true},
    {"ray-sphere, t", 52,
     [](const BatchData &d, BatchOutcome &o, std::size_t) {
         auto a = d.rays.set<carom_batch_rays>();
         auto b = d.spheres[1].set<carom_batch_spheres>();
         auto answers = values_to(o);
         carom_batch_raycast_ray_sphere(&a, &b, nullptr, &answers);
     },
     [](const BatchData &d, BatchOutcome &o, std::size_t n) {
         for (std::size_t i = 0; i < n; i++) {
             carom_ray_hit hit = carom_raycast_ray_sphere(&d.pairs.ray[i], &d.pairs.sphere_b[i]);
             o.values[i] = hit.hit ? hit.t : INFINITY;
         }
     },
     true},
    {"ray-triangle, t", 72,
     [](const BatchData &d, BatchOutcome &o, std::size_t) {
         auto a = d.rays.set<carom_batch_rays>();
         auto b = d.triangles.set<carom_batch_triangles>();
         auto answers = values_to(o);
         carom_batch_raycast_ray_triangle(&a, &b, nullptr, CAROM_BOTH_SIDES, &answers);
     },
     [](const BatchData &d, BatchOutcome &o, std::size_t n) {
         for (std::size_t i = 0; i < n; i++) {
             carom_ray_hit_triangle hit = carom_raycast_ray_triangle(
                 &d.pairs.ray[i], &d.pairs.triangle_a[i], CAROM_BOTH_SIDES);
             o.values[i] = hit.hit ? hit.t : INFINITY;
         }
     },
     true},
    {"point-triangle, distance", 52,
     [](const BatchData &d, BatchOutcome &o, std::size_t) {
         auto a = d.points.set<carom_batch_points>();
         auto b = d.triangles.set<carom_batch_triangles>();
         auto answers = values_to(o);
         carom_batch_closest_point_triangle(&a, &b, nullptr, &answers);
     },
     [](const BatchData &d, BatchOutcome &o, std::size_t n) {
         for (std::size_t i = 0; i < n; i++)
             o.values[i] =
                 carom_closest_point_triangle(d.point[i], &d.pairs.triangle_a[i]).distance;
     },
     true},
    {"cull AABB, 6 planes", 24,
     [](const BatchData &d, BatchOutcome &o, std::size_t) {
         auto a = d.boxes[0].set<carom_batch_aabbs>();
         carom_batch_region region = {d.frustum, 6};
         auto answers = bits_to(o);
         carom_batch_classify_halfspaces_aabb(&region, &a, nullptr, &answers);
     },
     [](const BatchData &d, BatchOutcome &o, std::size_t n) {
         for (std::size_t i = 0; i < n; i++) {
             bool in = true;
             for (int p = 0; p < 6 && in; p++)
                 in = carom_classify_halfspace_aabb(&d.frustum[p], &d.pairs.aabb_a[i]) !=
                      CAROM_DISJOINT;
             o.bytes[i] = in;
         }
     },
     false},
    {"cull sphere, 6 planes", 16,
     [](const BatchData &d, BatchOutcome &o, std::size_t) {
         auto a = d.spheres[0].set<carom_batch_spheres>();
         carom_batch_region region = {d.frustum, 6};
         auto answers = bits_to(o);
         carom_batch_classify_halfspaces_sphere(&region, &a, nullptr, &answers);
     },
     [](const BatchData &d, BatchOutcome &o, std::size_t n) {
         for (std::size_t i = 0; i < n; i++) {
             bool in = true;
             for (int p = 0; p < 6 && in; p++)
                 in = carom_classify_halfspace_sphere(&d.frustum[p], &d.pairs.sphere_a[i]) !=
                      CAROM_DISJOINT;
             o.bytes[i] = in;
         }
     },
     false},
    {"transform points", 24,
     [](const BatchData &d, BatchOutcome &o, std::size_t) {
         auto a = d.points.set<carom_batch_points>();
         float *to[3] = {o.values.data(), o.moved[1].data(), o.moved[2].data()};
         carom_batch_transform_points(d.pose, &a, to);
     },
     [](const BatchData &d, BatchOutcome &o, std::size_t n) {
         for (std::size_t i = 0; i < n; i++) {
             carom_vec3 moved = carom_pose_transform_point(d.pose, d.point[i]);
             o.values[i] = moved.x, o.moved[1][i] = moved.y, o.moved[2][i] = moved.z;
         }
     },
     true},
    {"transform AABBs", 48,
     [](const BatchData &d, BatchOutcome &o, std::size_t) {
         auto a = d.boxes[0].set<carom_batch_aabbs>();
         float *to[6] = {o.values.data()};
         for (int f = 1; f < 6; f++)
             to[f] = o.moved[static_cast<std::size_t>(f)].data();
         carom_batch_transform_aabbs(d.pose, &a, to);
     },
     [](const BatchData &d, BatchOutcome &o, std::size_t n) {
         for (std::size_t i = 0; i < n; i++) {
             carom_aabb moved = carom_pose_transform_aabb(d.pose, &d.pairs.aabb_a[i]);
             o.values[i] = moved.min.x, o.moved[1][i] = moved.min.y, o.moved[2][i] = moved.min.z;
             o.moved[3][i] = moved.max.x, o.moved[4][i] = moved.max.y, o.moved[5][i] = moved.max.z;
         }
     },
     true},
};

using Clock = std::chrono::steady_clock;

template <class Work> double seconds_of(const Work &work) {
    Clock::time_point start = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The sum of all words; what reads memory as fast as plain code does.
std::uint64_t sum_of_words(const std::vector<std::uint64_t> &words) {
    std::uint64_t sums[16] = {}, total = 0;
    for (std::size_t i = 0; i + 16 <= words.size(); i += 16)
        for (int k = 0; k < 16; k++)
            sums[k] += words[i + static_cast<std::size_t>(k)];
    for (std::uint64_t sum : sums)
        total += sum;
    return total;
}

double better_half(std::vector<double> &times) {
    std::sort(times.begin(), times.end());
    return times[times.size() / 4];
}

/// Nanoseconds an item, the better half of alternating passes: { batch, loop }.
/// @return bytes a second at which `words`, if any, are read between them
double time_ways(const BatchRow &row, const BatchData &data, BatchOutcome *out, int passes,
                 const std::vector<std::uint64_t> &words, double ns[2]) {
    const std::size_t n = data.pairs.n;
    const Way ways[2] = {row.batch, row.loop};
    std::vector<double> times[3];
    std::uint64_t total = 0;
    for (int pass = 0; pass < passes; pass++) {
        for (int w = 0; w < 2; w++)
            times[w].push_back(seconds_of([&] { ways[w](data, out[w], n); }));
        times[2].push_back(seconds_of([&] { total += sum_of_words(words); }));
    }
    for (int w = 0; w < 2; w++)
        ns[w] = 1e9 * better_half(times[w]) / static_cast<double>(n);
    bool summed = total == words.size() * static_cast<std::uint64_t>(passes);
    return summed ? static_cast<double>(words.size() * sizeof words[0]) / better_half(times[2]) : 0;
}

std::size_t count_unequal(const BatchRow &row, const BatchOutcome *out, std::size_t n) {
    std::size_t unequal = 0;
    for (std::size_t i = 0; i < n; i++)
        unequal += row.has_values ? out[0].values[i] != out[1].values[i]
                                  : (out[0].bits[i / 64] >> i % 64 & 1) != out[1].bytes[i];
    return unequal;
}

} // namespace

void run_batch(const std::string &only, int rounds, Json &json) {
    std::printf("%-26s %8s %8s %6s | %8s %8s %6s %6s %6s  %s\n", "row", "cached", "loop", "ratio",
                "memory", "loop", "ratio", "GB/s", "rate", "differ");
    const BatchData small(1024), large(std::size_t(1) << 21);
    const std::vector<std::uint64_t> words(std::size_t(1) << 24, 1), none;
    for (const BatchRow &row : batch_rows) {
        if (std::string(row.name).find(only) == std::string::npos) continue;
        BatchOutcome near_out[2] = {BatchOutcome(1024), BatchOutcome(1024)};
        BatchOutcome far_out[2] = {BatchOutcome(large.pairs.n), BatchOutcome(large.pairs.n)};
        double cached[2], far[2];
        time_ways(row, small, near_out, 400 * rounds, none, cached);
        double rate = time_ways(row, large, far_out, 2 * rounds, words, far);
        double share = static_cast<double>(row.bytes) / (far[0] * 1e-9) / rate;
        std::size_t differ =
            count_unequal(row, near_out, 1024) + count_unequal(row, far_out, large.pairs.n);
        std::printf("%-26s %8.2f %8.2f %6.2f | %8.2f %8.2f %6.2f %6.1f %5.0f%%  %zu\n", row.name,
                    cached[0], cached[1], cached[1] / cached[0], far[0], far[1], far[1] / far[0],
                    rate / 1e9, 100.0 * share, differ);
        if (std::FILE *file = json.next_entry())
            std::fprintf(file,
                         "  {\"group\":\"batch\",\"row\":\"%s\",\"n\":1024,\"unit\":\"ns\","
                         "\"carom\":%.3f,\"peer\":%.3f,\"peer_name\":\"loop of single calls\","
                         "\"ratio\":%.3f,\"differ\":%zu,\"memory\":%.3f,\"read_rate\":%.4g,"
                         "\"memory_share\":%.3f}",
                         row.name, cached[0], cached[1], cached[1] / cached[0], differ, far[0],
                         rate, share);
    }
}

} // namespace bench
