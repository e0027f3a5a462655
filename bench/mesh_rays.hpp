// Rays against meshes: camera rays, rays between points of the bounding sphere, and rays from the
// surface; the first hit and whether there is any. Answers are t, or -1 for a miss, or 0 and 1.
#ifndef CAROM_BENCH_MESH_RAYS_HPP
#define CAROM_BENCH_MESH_RAYS_HPP

#include "soup.hpp"

namespace bench {

struct RaySet {
    std::string name;
    std::vector<carom_ray> rays;
};

void run_mesh_rays(const std::string &only, int rounds, Json &json);

/// The rows of one mesh. What is built lives as long as the group.
void add_mesh_rays_embree(Group &group, const Soup &soup, const std::vector<RaySet> &sets);

} // namespace bench

#endif
