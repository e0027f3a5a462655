// Embree's point query over the same triangles.
#include <memory>

#include "embree_near.hpp"
#include "mesh_near.hpp"

namespace bench {

void add_mesh_near_embree(Group &group, const Soup &soup, const std::vector<NearPoints> &sets) {
    auto mesh = std::make_shared<EmbreeMesh>(soup);
    for (const NearPoints &set : sets)
        for (const char *more : {"", ", batch"}) {
            const std::vector<carom_vec3> &points = set.points;
            row(group, set.name + more)
                .contestants.push_back(
                    {"Embree", points.size(),
                     [mesh, &points](std::size_t i, std::size_t last, float *out) {
                         for (; i < last; i++)
                             out[i] = mesh->distance(points[i]);
                     }});
        }
}

} // namespace bench
