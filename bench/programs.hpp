// The group "programs": what whole programs spend on collisions, beside the peer or the older
// question that would answer the same.
#ifndef CAROM_BENCH_PROGRAMS_HPP
#define CAROM_BENCH_PROGRAMS_HPP

#include <memory>

#include "world.hpp"

namespace bench {

/// The boxes of a level, and the capsule that walks in it: from the middle of its lower ball up.
struct Level {
    std::vector<Body> boxes;
    float radius, height; ///< of the capsule's balls, between their centers
    float step, slope;    ///< highest step, rise over run of the steepest ground
    carom_vec3 start;     ///< of the capsule's middle
};

/// A peer's character.
class Walker {
  public:
    virtual ~Walker() = default;
    virtual void walk(carom_vec3 velocity, float dt) = 0; ///< velocity across the level
    virtual carom_vec3 position() = 0;                    ///< of the capsule's middle
};

std::unique_ptr<Walker> make_walker_bullet(const Level &level);

void run_programs(const std::string &only, int rounds, Json &json);

} // namespace bench

#endif
