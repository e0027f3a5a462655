// The group "world": what one step of a world of moving boxes, balls and hulls takes, with
// contacts. Peers are put where carom's bodies stand and asked for the contacts there.
#ifndef CAROM_BENCH_WORLD_HPP
#define CAROM_BENCH_WORLD_HPP

#include <memory>

#include "harness.hpp"

namespace bench {

enum class BodyShape { box, ball, hull };

struct Body {
    BodyShape shape;
    carom_vec3 half; ///< of the box, of the octahedron that the hull is; x of the ball
    carom_pose pose;
    carom_vec3 velocity, angular_velocity; ///< for one step
};

/// Of a peer.
class ContactWorld {
  public:
    virtual ~ContactWorld() = default;
    virtual void place(std::size_t body, carom_pose pose) = 0;
    virtual void detect() = 0;
    virtual std::size_t touching() = 0; ///< pairs
};

std::unique_ptr<ContactWorld> make_world_bullet(const std::vector<Body> &bodies);

void run_world(const std::string &only, std::size_t most, Json &json);

/// A thousand boxes in piles: of the group "programs".
void run_stack(Json &json);

} // namespace bench

#endif
