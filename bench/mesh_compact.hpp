// The compact form of a mesh beside the ordinary one: what both hold, and how long both take for
// the same answers.
#ifndef CAROM_BENCH_MESH_COMPACT_HPP
#define CAROM_BENCH_MESH_COMPACT_HPP

#include "soup.hpp"

namespace bench {

/// Rows: compact, and what is asked; the peer is the ordinary form.
void run_mesh_compact(const std::string &only, int rounds, Json &json);

} // namespace bench

#endif
