// Voxels and points among the rows of "programs": a terrain that a robot's sensor has seen.
#ifndef CAROM_BENCH_CLOUDS_HPP
#define CAROM_BENCH_CLOUDS_HPP

#include <memory>
#include <vector>

#include "programs.hpp"

namespace bench {

/// Occupied cells, and what is moved through them: about 0.4 large, with the origin in it.
struct VoxelMap {
    std::vector<carom_voxel_leaf> cells;
    double resolution;
};

enum class Visitor { sphere, box, capsule, hull, mesh };

/// Numbers of the visitors: a radius; half edges; radius and half of the length along z.
constexpr float visitor_radius = 0.2f, visitor_half[3] = {0.25f, 0.15f, 0.1f};
constexpr float visitor_thin = 0.1f, visitor_length = 0.2f;

/// Corners of a ball, and its triangles: the hull and the mesh.
Soup visitor_ball();

/// A peer's octree.
class VoxelPeer {
  public:
    virtual ~VoxelPeer() = default;
    virtual void choose(Visitor visitor) = 0;
    virtual bool overlap(const carom_pose &pose) = 0;
    virtual double distance(const carom_pose &pose) = 0;
};

/// Inserts the cells into an OctoMap and builds FCL's OcTree from it.
std::unique_ptr<VoxelPeer> make_voxels_fcl(const VoxelMap &map);

} // namespace bench

#endif
