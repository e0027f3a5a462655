// What every pair of shapes costs under every verb, in both precisions, and in the poses that
// random ones leave out: upright things and things along the axes, whose edges are parallel.
#ifndef CAROM_BENCH_MATRIX_HPP
#define CAROM_BENCH_MATRIX_HPP

#include <string>
#include <vector>

namespace bench {

class Json;

enum class Poses { turned, upright, straight };

struct PairTime {
    std::string verb, a, b;
    double ns;
};

// One source, compiled for each precision.
std::vector<PairTime> time_pairs_float(Poses poses, int rounds);
std::vector<PairTime> time_pairs_double(Poses poses, int rounds);

void run_matrix(const std::string &only, int rounds, Json &json);

} // namespace bench

#endif
