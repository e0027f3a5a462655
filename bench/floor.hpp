// What the machine cannot do faster.
#ifndef CAROM_BENCH_FLOOR_HPP
#define CAROM_BENCH_FLOOR_HPP

#include "harness.hpp"

namespace bench {

/// Latencies of operations and loads, bytes a nanosecond, the price of a wrong prediction.
void run_floor(Json &json);

} // namespace bench

#endif
