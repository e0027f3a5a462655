// The meshes that the group "mesh" asks about.
#ifndef CAROM_BENCH_SOUP_HPP
#define CAROM_BENCH_SOUP_HPP

#include "harness.hpp"

namespace bench {

/// Triangles as three vertices each.
using Soup = std::vector<carom_triangle>;

/// The bunny that tools/fetch-bunny.sh puts into build/data; empty, and said, where it is missing.
Soup read_bunny();

/// Each triangle cut at the middles of its edges.
Soup cut_in_four(const Soup &soup);

struct Indexed {
    std::vector<carom_vec3> vertices;
    std::vector<std::uint32_t> indices;
};

/// Corners at one position become one vertex; one more vertex at the end, which nobody names.
Indexed weld(const Soup &soup);
/// Three vertices for each triangle.
Indexed apart(const Soup &soup);

/// To be destroyed by the caller.
carom_mesh *mesh_of(const Soup &soup, carom_mesh_build how = CAROM_MESH_BUILD_BEST);

} // namespace bench

#endif
