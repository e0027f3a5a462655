#include "mesh_near.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

namespace bench {

namespace {

struct Bounds {
    double low[3] = {1e30, 1e30, 1e30}, high[3] = {-1e30, -1e30, -1e30}, diagonal = 0.0;
};

Bounds bounds_of(const Soup &soup) {
    Bounds out;
    for (const carom_triangle &t : soup)
        for (const carom_vec3 &v : t.v) {
            const double x[3] = {v.x, v.y, v.z};
            for (int i = 0; i < 3; i++) {
                out.low[i] = std::min(out.low[i], x[i]);
                out.high[i] = std::max(out.high[i], x[i]);
            }
        }
    for (int i = 0; i < 3; i++)
        out.diagonal += (out.high[i] - out.low[i]) * (out.high[i] - out.low[i]);
    out.diagonal = std::sqrt(out.diagonal);
    return out;
}

/// A tenth of the diagonal more on every side.
std::vector<carom_vec3> points_in_box(const Bounds &box, std::size_t n) {
    std::mt19937_64 random(2026);
    std::uniform_real_distribution<double> unit;
    std::vector<carom_vec3> points(n);
    for (carom_vec3 &p : points) {
        float x[3];
        for (int i = 0; i < 3; i++) {
            double pad = 0.1 * box.diagonal;
            x[i] = static_cast<float>(box.low[i] - pad +
                                      (box.high[i] - box.low[i] + 2.0 * pad) * unit(random));
        }
        p = {x[0], x[1], x[2]};
    }
    return points;
}

/// On a random triangle, moved by a hundredth of the diagonal at most.
std::vector<carom_vec3> points_near(const Soup &soup, const Bounds &box, std::size_t n) {
    std::mt19937_64 random(2027);
    std::uniform_real_distribution<double> unit;
    std::normal_distribution<double> normal;
    std::vector<carom_vec3> points(n);
    for (carom_vec3 &p : points) {
        const carom_triangle &t = soup[random() % soup.size()];
        double s = unit(random), u = unit(random), d[3], length = 0.0;
        if (s + u > 1.0) s = 1.0 - s, u = 1.0 - u;
        for (double &x : d)
            x = normal(random), length += x * x;
        double by = 0.01 * box.diagonal * unit(random) / std::sqrt(length);
        auto mix = [&](double a, double b, double c, double away) {
            return static_cast<float>(a + s * (b - a) + u * (c - a) + by * away);
        };
        p = {mix(t.v[0].x, t.v[1].x, t.v[2].x, d[0]), mix(t.v[0].y, t.v[1].y, t.v[2].y, d[1]),
             mix(t.v[0].z, t.v[1].z, t.v[2].z, d[2])};
    }
    return points;
}

void add_mesh_near_carom(Group &group, const Soup &soup, const std::vector<NearPoints> &sets) {
    std::shared_ptr<carom_mesh> mesh(mesh_of(soup), carom_mesh_destroy);
    for (const NearPoints &set : sets) {
        const std::vector<carom_vec3> &points = set.points;
        row(group, set.name)
            .contestants.push_back(
                {"carom", points.size(),
                 [mesh, &points](std::size_t i, std::size_t last, float *out) {
                     for (; i < last; i++)
                         out[i] = carom_closest_point_mesh(points[i], mesh.get()).at.distance;
                 }});
        auto found = std::make_shared<std::vector<carom_mesh_closest>>(points.size());
        row(group, set.name + ", batch")
            .contestants.push_back(
                {"carom", points.size(),
                 [mesh, found, &points](std::size_t first, std::size_t last, float *out) {
                     carom_closest_points_mesh(&points[first], last - first, mesh.get(),
                                               &(*found)[first], nullptr);
                     for (std::size_t i = first; i < last; i++)
                         out[i] = (*found)[i].at.distance;
                 }});
    }
}

constexpr std::size_t several = 8; // triangles of a point

/// The 8 nearest triangles, whose peer is the single function.
void add_several(Group &group, const Soup &soup, const std::vector<NearPoints> &sets) {
    std::shared_ptr<carom_mesh> mesh(mesh_of(soup), carom_mesh_destroy);
    for (const NearPoints &set : sets) {
        const std::vector<carom_vec3> &points = set.points;
        auto found = std::make_shared<std::vector<carom_mesh_closest>>(several * points.size());
        auto counts = std::make_shared<std::vector<std::uint32_t>>(points.size());
        Row &r = row(group, "8 nearest triangles" + set.name.substr(set.name.find(',')));
        auto tell = [found, counts](std::size_t i, std::size_t last, float *out) {
            for (; i < last; i++)
                out[i] = (*found)[several * i + (*counts)[i] - 1].at.distance;
        };
        r.contestants.push_back(
            {"carom", points.size(),
             [mesh, found, counts, tell, &points](std::size_t i, std::size_t last, float *out) {
                 const carom_points_within asked = {&points[i], nullptr, last - i};
                 const carom_closest_lists lists = {&(*found)[several * i], several, &(*counts)[i]};
                 carom_closest_points_mesh_several(&asked, mesh.get(), &lists, nullptr);
                 tell(i, last, out);
             }});
        r.contestants.push_back(
            {"carom, one by one", points.size(),
             [mesh, found, counts, tell, &points](std::size_t i, std::size_t last, float *out) {
                 for (std::size_t k = i; k < last; k++)
                     (*counts)[k] = static_cast<std::uint32_t>(carom_closest_point_mesh_several(
                         points[k], mesh.get(), INFINITY, &(*found)[several * k], several));
                 tell(i, last, out);
             }});
    }
}

} // namespace

void run_mesh_near(const std::string &only, std::size_t n, int rounds, Json &json) {
    Soup soup = read_bunny();
    if (soup.empty()) return;
    const Bounds box = bounds_of(soup);
    const std::vector<NearPoints> sets = {
        {"nearest point, in the box", points_in_box(box, n)},
        {"nearest point, near the surface", points_near(soup, box, n)}};
    Group group{"mesh", n, {}, n};
    add_mesh_near_carom(group, soup, sets);
    add_several(group, soup, sets);
#ifdef BENCH_EMBREE
    add_mesh_near_embree(group, soup, sets);
#endif
#ifdef BENCH_CGAL
    add_mesh_near_cgal(group, soup, sets);
#endif
    for (Row &r : group.rows)
        r.tolerance = 1e-5 * box.diagonal;
    keep_rows(group, only);
    run(group, rounds, json);
}

} // namespace bench
