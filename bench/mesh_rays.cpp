#include "mesh_rays.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

namespace bench {

namespace {

constexpr std::size_t image = 512; // rays of a set: an image of so many pixels a side

using Random = std::mt19937_64;

double unit(Random &random) {
    return std::uniform_real_distribution<double>()(random);
}

carom_vec3 mix(const carom_vec3 &a, const carom_vec3 &b, double t) {
    auto at = [t](double x, double y) { return static_cast<float>(x + t * (y - x)); };
    return {at(a.x, b.x), at(a.y, b.y), at(a.z, b.z)};
}

carom_vec3 difference(const carom_vec3 &a, const carom_vec3 &b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

struct Ball {
    carom_vec3 center;
    double radius;
};

Ball ball_around(const Soup &soup) {
    carom_vec3 low = soup[0].v[0], high = low;
    for (const carom_triangle &t : soup)
        for (const carom_vec3 &v : t.v) {
            low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
            high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
        }
    const carom_vec3 d = difference(high, low);
    return {mix(low, high, 0.5), 0.5 * std::sqrt(double(d.x) * d.x + d.y * d.y + d.z * d.z)};
}

carom_vec3 on_sphere(const Ball &ball, Random &random) {
    std::normal_distribution<double> normal;
    double x = normal(random), y = normal(random), z = normal(random);
    double s = ball.radius / std::sqrt(x * x + y * y + z * z);
    return {static_cast<float>(ball.center.x + s * x), static_cast<float>(ball.center.y + s * y),
            static_cast<float>(ball.center.z + s * z)};
}

carom_ray ray_to(const carom_vec3 &from, const carom_vec3 &direction, double t_min) {
    return {from, direction, static_cast<float>(t_min), INFINITY};
}

/// Tiles of 8 by 8 pixels, from `back` radii behind the middle.
RaySet camera_rays(const Ball &ball, double back, double width) {
    RaySet set{"camera", {}};
    for (std::size_t i = 0; i < image * image; i++) {
        const std::size_t tile = i / 64, in_tile = i % 64;
        const std::size_t x = tile % (image / 8) * 8 + in_tile % 8;
        const std::size_t y = tile / (image / 8) * 8 + in_tile / 8;
        auto across = [width](std::size_t k) {
            return static_cast<float>(width * ((k + 0.5) / image * 2.0 - 1.0));
        };
        const carom_vec3 eye = {ball.center.x, ball.center.y,
                                static_cast<float>(ball.center.z - back * ball.radius)};
        set.rays.push_back(ray_to(eye, {across(x), across(y), 1.0f}, 0.0));
    }
    return set;
}

RaySet random_rays(const Ball &ball) {
    RaySet set{"between", {}};
    Random random(2026);
    for (std::size_t i = 0; i < image * image; i++) {
        const carom_vec3 from = on_sphere(ball, random), to = on_sphere(ball, random);
        set.rays.push_back(ray_to(from, difference(to, from), 0.0));
    }
    return set;
}

RaySet surface_rays(const Soup &soup, const Ball &ball) {
    RaySet set{"from surface", {}};
    Random random(2027);
    for (std::size_t i = 0; i < image * image; i++) {
        const carom_triangle &t = soup[random() % soup.size()];
        double a = unit(random), b = unit(random);
        if (a + b > 1.0) a = 1.0 - a, b = 1.0 - b;
        const carom_vec3 p = mix(mix(t.v[0], t.v[1], a / (1.0 - b + 1e-9)), t.v[2], b);
        const carom_vec3 away = difference(on_sphere(ball, random), ball.center);
        set.rays.push_back(ray_to(p, away, 1e-4));
    }
    return set;
}

void add_box(Soup &soup, const carom_vec3 &low, const carom_vec3 &high) {
    carom_vec3 v[8];
    for (int i = 0; i < 8; i++)
        v[i] = {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
    static const int faces[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
    for (const int *f : faces) {
        soup.push_back({{v[f[0]], v[f[1]], v[f[2]]}});
        soup.push_back({{v[f[0]], v[f[2]], v[f[3]]}});
    }
}

/// Rooms: walls of a few large triangles, and much small furniture, some of it long and askew.
Soup indoor_scene() {
    Soup soup;
    Random random(2028);
    add_box(soup, {0, 0, 0}, {40, 3, 40});
    for (int i = 0; i < 8; i++) {
        const float at = 5.0f * (float)i;
        add_box(soup, {at, 0, 0}, {at + 0.1f, 3, 18});
        add_box(soup, {at, 0, 22}, {at + 0.1f, 3, 40});
    }
    for (int i = 0; i < 12000; i++) {
        const float x = (float)(40.0 * unit(random)), y = (float)(1.5 * unit(random));
        const float z = (float)(40.0 * unit(random)), size = (float)(0.02 + 0.2 * unit(random));
        add_box(soup, {x, y, z}, {x + size, y + 2 * size, z + size});
    }
    for (int i = 0; i < 2000; i++) { // cables and beams
        const carom_vec3 p = {(float)(40 * unit(random)), (float)(3 * unit(random)),
                              (float)(40 * unit(random))};
        const carom_vec3 q = {p.x + (float)(4 * unit(random) - 2), p.y + (float)unit(random),
                              p.z + (float)(4 * unit(random) - 2)};
        soup.push_back({{p, q, {q.x, q.y + 0.02f, q.z}}});
    }
    return soup;
}

void add_mesh_rays_carom(Group &group, const char *who, carom_mesh *made,
                         const std::vector<RaySet> &sets) {
    std::shared_ptr<carom_mesh> mesh(made, carom_mesh_destroy);
    for (const RaySet &set : sets) {
        const std::vector<carom_ray> &rays = set.rays;
        row(group, set.name + ", first")
            .contestants.push_back(
                {who, rays.size(), [mesh, &rays](std::size_t i, std::size_t last, float *out) {
                     for (; i < last; i++) {
                         const carom_mesh_ray_hit hit =
                             carom_raycast_ray_mesh(&rays[i], mesh.get(), CAROM_BOTH_SIDES);
                         out[i] = hit.hit ? hit.at.t : -1.0f;
                     }
                 }});
        row(group, set.name + ", any")
            .contestants.push_back(
                {who, rays.size(), [mesh, &rays](std::size_t i, std::size_t last, float *out) {
                     for (; i < last; i++)
                         out[i] = carom_overlap_ray_mesh(&rays[i], mesh.get());
                 }});
        auto hits = std::make_shared<std::vector<carom_mesh_ray_hit>>(rays.size());
        row(group, set.name + ", batch")
            .contestants.push_back(
                {who, rays.size(),
                 [mesh, hits, &rays](std::size_t first, std::size_t last, float *out) {
                     const carom_mesh_rays part = {&rays[first], last - first, CAROM_BOTH_SIDES};
                     carom_raycast_rays_mesh(&part, mesh.get(), &(*hits)[first], nullptr);
                     for (std::size_t i = first; i < last; i++)
                         out[i] = (*hits)[i].hit ? (*hits)[i].at.t : -1.0f;
                 }});
        row(group, set.name + ", batch") // the same, as a loop over single rays
            .contestants.push_back(
                {std::string(who) + ", one by one", rays.size(),
                 [mesh, hits, &rays](std::size_t first, std::size_t last, float *out) {
                     for (std::size_t i = first; i < last; i++)
                         (*hits)[i] =
                             carom_raycast_ray_mesh(&rays[i], mesh.get(), CAROM_BOTH_SIDES);
                     for (std::size_t i = first; i < last; i++)
                         out[i] = (*hits)[i].hit ? (*hits)[i].at.t : -1.0f;
                 }});
        auto found = std::make_shared<std::unique_ptr<bool[]>>(new bool[rays.size()]);
        row(group, set.name + ", batch, any")
            .contestants.push_back(
                {who, rays.size(),
                 [mesh, found, &rays](std::size_t first, std::size_t last, float *out) {
                     const carom_mesh_rays part = {&rays[first], last - first, CAROM_BOTH_SIDES};
                     carom_overlap_rays_mesh(&part, mesh.get(), found->get() + first, nullptr);
                     for (std::size_t i = first; i < last; i++)
                         out[i] = (*found)[i];
                 }});
        row(group, set.name + ", batch, any") // the same, as a loop over single rays
            .contestants.push_back({std::string(who) + ", one by one", rays.size(),
                                    [mesh, &rays](std::size_t first, std::size_t last, float *out) {
                                        for (std::size_t i = first; i < last; i++)
                                            out[i] = carom_overlap_ray_mesh(&rays[i], mesh.get());
                                    }});
    }
}

void run_scene(const char *name, const Soup &soup, const std::string &only, int rounds,
               Json &json) {
    if (soup.empty()) return;
    const Ball ball = ball_around(soup);
    const bool rooms = soup.size() > 100000 && soup.size() < 200000;
    const std::vector<RaySet> sets = {camera_rays(ball, rooms ? 0.3 : 3.0, rooms ? 1.0 : 0.35),
                                      random_rays(ball), surface_rays(soup, ball)};
    Group group{"mesh", image * image, {}, image * image};
    add_mesh_rays_carom(group, "carom", mesh_of(soup), sets);
    if (rooms)
        add_mesh_rays_carom(group, "carom, split", mesh_of(soup, CAROM_MESH_BUILD_SPLIT), sets);
#ifdef BENCH_EMBREE
    add_mesh_rays_embree(group, soup, sets);
#endif
    for (Row &r : group.rows) {
        r.name = std::string(name) + ", " + r.name;
        r.tolerance = 1e-3 * ball.radius;
    }
    keep_rows(group, only);
    run(group, rounds, json);
}

} // namespace

void run_mesh_rays(const std::string &only, int rounds, Json &json) {
    const Soup bunny = read_bunny();
    run_scene("rays, bunny", bunny, only, rounds, json);
    if (!bunny.empty())
        run_scene("rays, fine bunny", cut_in_four(cut_in_four(bunny)), only, rounds, json);
    run_scene("rays, indoors", indoor_scene(), only, rounds, json);
}

} // namespace bench
