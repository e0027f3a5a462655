// How much sooner two threads are done than one, of batches and builds.
#ifndef CAROM_BENCH_MESH_THREADS_HPP
#define CAROM_BENCH_MESH_THREADS_HPP

#include "soup.hpp"

namespace bench {

void run_mesh_threads(const std::string &only, int rounds, Json &json);

} // namespace bench

#endif
