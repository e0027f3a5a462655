// Trees: how long they take to build, refit, save and read, and how much they hold.
#ifndef CAROM_BENCH_MESH_BUILD_HPP
#define CAROM_BENCH_MESH_BUILD_HPP

#include "soup.hpp"

namespace bench {

/// One way to make a tree over a mesh; what it makes it destroys again.
struct TreeMaker {
    std::string name;
    bool fast;                  ///< the sooner done kind
    std::function<void()> make; ///< what is timed
};

void run_mesh_build(const std::string &only, int rounds, Json &json);

void add_mesh_build_embree(std::vector<TreeMaker> &makers, const std::vector<carom_vec3> &vertices,
                           const std::vector<uint32_t> &indices);

} // namespace bench

#endif
