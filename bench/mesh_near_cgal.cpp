// CGAL's tree of boxes over the same triangles, in double, with its points for a first bound.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>

#include <cmath>
#include <memory>

#include "mesh_near.hpp"

namespace bench {

namespace {

using Kernel = CGAL::Simple_cartesian<double>;
using Triangles = std::vector<Kernel::Triangle_3>;
using Primitive = CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

Kernel::Point_3 point(carom_vec3 v) {
    return {v.x, v.y, v.z};
}

struct CgalMesh {
    explicit CgalMesh(const Soup &soup) {
        for (const carom_triangle &t : soup)
            triangles.emplace_back(point(t.v[0]), point(t.v[1]), point(t.v[2]));
        tree.rebuild(triangles.cbegin(), triangles.cend());
        tree.accelerate_distance_queries();
    }
    Triangles triangles;
    Tree tree;
};

} // namespace

void add_mesh_near_cgal(Group &group, const Soup &soup, const std::vector<NearPoints> &sets) {
    auto mesh = std::make_shared<CgalMesh>(soup);
    for (const NearPoints &set : sets)
        for (const char *more : {"", ", batch"}) {
            const std::vector<carom_vec3> &points = set.points;
            row(group, set.name + more)
                .contestants.push_back(
                    {"CGAL", 20000, [mesh, &points](std::size_t i, std::size_t last, float *out) {
                         for (; i < last; i++)
                             out[i] = static_cast<float>(
                                 std::sqrt(mesh->tree.squared_distance(point(points[i]))));
                     }});
        }
}

} // namespace bench
