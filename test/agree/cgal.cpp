// Meshes against meshes, touching and coplanar ones made on purpose: does carom's boolean say what
// CGAL's exact kernel says of the same posed triangles? usage: agree_cgal
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

#include <cstdio>
#include <random>
#include <vector>

#include "soup.hpp"

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel; // do_intersect is a predicate
using Triangle = Kernel::Triangle_3;
using Triangles = std::vector<Triangle>;
using Primitive = CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

std::mt19937 generator(7);

carom_real in(double low, double high) {
    return static_cast<carom_real>(std::uniform_real_distribution<double>(low, high)(generator));
}
carom_real step(int low, int high) {
    return static_cast<carom_real>(std::uniform_int_distribution<int>(low, high)(generator)) / 4;
}

// A lattice of steps: faces, edges and corners of two of them meet exactly.
Soup stairs() {
    Soup out;
    const int n = 6;
    std::vector<carom_real> h(static_cast<std::size_t>((n + 1) * (n + 1)));
    for (carom_real &x : h)
        x = step(0, 3);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) {
            auto at = [&](int x, int z) {
                return carom_vec3{carom_real(x), h[std::size_t(z * (n + 1) + x)], carom_real(z)};
            };
            out.add(at(i, k), at(i, k + 1), at(i + 1, k));
            out.add(at(i + 1, k), at(i, k + 1), at(i + 1, k + 1));
        }
    return out;
}

Soup shreds(int count) {
    Soup out;
    for (int i = 0; i < count; i++) {
        carom_vec3 p = {in(0, 6), in(0, 2), in(0, 6)};
        auto near = [&] { return carom_vec3{p.x + in(-1, 1), p.y + in(-1, 1), p.z + in(-1, 1)}; };
        out.add(p, near(), near());
    }
    return out;
}

Triangles posed(const Soup &soup, carom_pose pose) {
    Triangles out;
    for (std::size_t i = 0; i + 2 < soup.indices.size(); i += 3) {
        Kernel::Point_3 corner[3];
        for (std::size_t k = 0; k < 3; k++) {
            carom_vec3 p = carom_pose_transform_point(pose, soup.points[soup.indices[i + k]]);
            corner[k] = {double(p.x), double(p.y), double(p.z)};
        }
        Triangle t(corner[0], corner[1], corner[2]);
        if (!t.is_degenerate()) out.push_back(t); // CGAL asks for triangles with an area
    }
    return out;
}

carom_pose some_pose(int k) {
    carom_pose pose = carom_pose_identity();
    pose.position = {step(-24, 24), step(-4, 8), step(-24, 24)}; // on the lattice
    if (k % 3 == 1) pose.rotation = {0, 1, 0, 0};                // half a turn: exact
    if (k % 3 == 2) {
        double x = in(-1, 1), y = in(-1, 1), z = in(-1, 1), w = in(-1, 1);
        double n = std::sqrt(x * x + y * y + z * z + w * w);
        pose.rotation = {carom_real(x / n), carom_real(y / n), carom_real(z / n),
                         carom_real(w / n)};
        pose.position = {in(-6, 6), in(-1, 2), in(-6, 6)};
    }
    return pose;
}

bool touches(const Tree &tree, const Triangles &triangles) {
    for (const Triangle &t : triangles)
        if (tree.do_intersect(t)) return true;
    return false;
}

} // namespace

int main() {
    int touching = 0, differ = 0, total = 0;
    for (int pair = 0; pair < 12; pair++) {
        Soup soup[2] = {pair % 3 == 2 ? shreds(60) : stairs(), pair % 2 ? shreds(40) : stairs()};
        carom_mesh *mesh[2] = {soup[0].mesh(), soup[1].mesh()};
        carom_placed_mesh a = {}, b = {};
        a.mesh = mesh[0];
        a.pose = carom_pose_identity();
        b.mesh = mesh[1];
        Triangles still = posed(soup[0], a.pose);
        Tree tree(still.begin(), still.end());
        for (int k = 0; k < 100; k++, total++) {
            b.pose = some_pose(k);
            bool ours = carom_overlap_mesh_mesh(&a, &b);
            bool theirs = touches(tree, posed(soup[1], b.pose));
            touching += theirs;
            if (ours == theirs) continue;
            differ++;
            std::printf("pair %d pose %d: carom says %d\n", pair, k, ours);
        }
        carom_mesh_destroy(mesh[0]);
        carom_mesh_destroy(mesh[1]);
    }
    std::printf("%d pairs of meshes in poses, %d touching: %d differ from CGAL's exact kernel\n",
                total, touching, differ);
    return differ > 0 || touching < total / 10 || touching > total * 9 / 10;
}
