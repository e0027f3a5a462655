// The nearest point of a mesh: points all over a box round it, and points near its surface. Answers
// are distances.
#ifndef CAROM_BENCH_MESH_NEAR_HPP
#define CAROM_BENCH_MESH_NEAR_HPP

#include "soup.hpp"

namespace bench {

/// Rows: questions in the box and near the surface, one by one and as a batch.
struct NearPoints {
    std::string name;
    std::vector<carom_vec3> points;
};

void run_mesh_near(const std::string &only, std::size_t n, int rounds, Json &json);

/// Each keeps what it built as long as the group lives.
void add_mesh_near_embree(Group &group, const Soup &soup, const std::vector<NearPoints> &sets);
void add_mesh_near_cgal(Group &group, const Soup &soup, const std::vector<NearPoints> &sets);

} // namespace bench

#endif
