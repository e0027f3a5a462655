// Two meshes against each other in many poses: do they touch, which triangles do, how far apart
// are they. Times are medians over rounds of the mean over the poses.
#ifndef CAROM_BENCH_MESH_PAIRS_HPP
#define CAROM_BENCH_MESH_PAIRS_HPP

#include <memory>

#include "soup.hpp"

namespace bench {

/// One mesh twice, the second time in a pose.
class MeshPair {
  public:
    virtual ~MeshPair() = default;
    virtual void build(const Soup &soup) = 0;
    virtual bool touch(const carom_pose &pose) = 0;
    virtual std::size_t contacts(const carom_pose &pose) = 0;
    virtual double distance(const carom_pose &pose) = 0;
};

struct MeshPairMaker {
    std::string name;
    bool collides, measures; ///< is asked about contact, about distance
    std::function<std::unique_ptr<MeshPair>()> make;
};

void run_mesh_pairs(const std::string &only, int rounds, Json &json);

void add_mesh_pairs_fcl(std::vector<MeshPairMaker> &makers);

} // namespace bench

#endif
