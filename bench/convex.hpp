// The group "convex": every verb of the convex engine on seven shapes, in random poses (cold) and
// in sequences of frames in which the pair moves little (warm).
#ifndef CAROM_BENCH_CONVEX_HPP
#define CAROM_BENCH_CONVEX_HPP

#include <array>

#include "harness.hpp"

namespace bench {

enum class Solid { box, capsule, cylinder, hull };

/// any: not at all; flush: along z, without a gap; resting: along any direction, about as a solver of
/// contacts leaves it.
enum class Stand { any, flush, resting, stack };

struct HullPoints {
    std::vector<carom_vec3> points;
    carom_hull *hull;
};

/// Pairs of one shape. Shapes stand at the origin of their own frame, along its z axis.
struct ConvexSet {
    std::string name; ///< "box", "hull-32 warm"
    Solid solid;
    bool warm;     ///< frames of sequences, `sequence` each
    bool touching; ///< in shallow contact: for penetration and manifold
    Stand stand;   ///< how B stands on A
    std::size_t n;
    std::vector<std::array<carom_shape, 2>> shape;
    std::vector<std::array<int, 2>> hull; ///< which of the hulls
    std::vector<std::array<carom_pose, 2>> pose;
    std::vector<carom_vec3> motion; ///< of A, which starts `motion` before its pose
};

const std::size_t sequence = 100;

struct ConvexData {
    std::vector<HullPoints> hulls;
    std::vector<ConvexSet> sets;
};

ConvexData make_convex(std::size_t n, std::uint64_t seed);

/// Half the size of a box along its axes; radius, radius and half the height of the others.
carom_vec3 half_size(const carom_shape &shape);
carom_vec3 start_of_sweep(const ConvexSet &set, std::size_t i);

/// The rows a set is asked in, with the tolerance of each.
void add_convex_row(Group &group, const char *verb, const ConvexSet &set, Contestant contestant);

void add_convex_carom(Group &group, const ConvexData &data);
void add_convex_textbook(Group &group, const ConvexData &data);
void add_convex_textbook_hulls(Group &group, const ConvexData &data);
void add_convex_ccd(Group &group, const ConvexData &data);
void add_convex_fcl(Group &group, const ConvexData &data);
void add_convex_bullet(Group &group, const ConvexData &data);
void add_convex_ode(Group &group, const ConvexData &data);

} // namespace bench

#endif
