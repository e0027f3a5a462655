// The meshes that the group "mesh" asks about.
#ifndef CAROM_BENCH_SOUP_HPP
#define CAROM_BENCH_SOUP_HPP

#include "harness.hpp"

namespace bench {

/// Triangles as three vertices each.
using Soup = std::vector<carom_triangle>;

/// The bunny that tools/fetch-bunny.sh puts into build/data; empty, and said, where it is missing.
Soup read_bunny();

/// To be destroyed by the caller.
carom_mesh *mesh_of(const Soup &soup);

} // namespace bench

#endif
