// The group "batch": batches over arrays by component, against a loop of single calls over structs.
#ifndef CAROM_BENCH_BATCH_HPP
#define CAROM_BENCH_BATCH_HPP

#include "harness.hpp"

namespace bench {

/// Every row twice: with data that stay in the cache, and with data that come from memory, whose
/// rate is also told as a share of what plain reading reaches.
void run_batch(const std::string &only, int rounds, Json &json);

} // namespace bench

#endif
